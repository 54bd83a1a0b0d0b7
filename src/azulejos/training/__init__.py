"""Self-play training of the NNUE networks, in generations.

Each generation: the champion plays itself, a new network is trained on those games, and a match
decides which of the two is the champion. Only training itself needs PyTorch.
"""
