"""Game-tree search: alpha-beta and PUCT, with NNUE evaluation at the leaves."""
