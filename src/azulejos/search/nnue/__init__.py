"""NNUE: an efficiently updatable, quantised network that evaluates positions."""
