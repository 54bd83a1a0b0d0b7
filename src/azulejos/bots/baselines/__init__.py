"""Baseline opponents: simple, well-known players to measure others against."""
