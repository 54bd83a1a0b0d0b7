"""Self-play learning of the small networks behind the bots: generation after generation.

The best network so far plays itself; a new one learns from those games; a match decides which of
the two is the best from now on. Only learning needs PyTorch, and only what it needs to import it.
"""
