"""Puzzles: what they are, how they are made, kept, rated and solved."""
