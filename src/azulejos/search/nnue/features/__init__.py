"""NNUE input features of each game."""
