"""NNUE: a small integer network over sparse features, evaluated inside the search."""
