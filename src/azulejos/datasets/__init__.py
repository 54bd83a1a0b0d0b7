"""Datasets: games of Master against itself, with the search's value of every position.

One row a position, in files of some games each, as JSON lines or Parquet, with a card that says how
they were made. Interrupted work is resumed.
"""
