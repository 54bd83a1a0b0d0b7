"""Baseline bots: simple, well-known algorithms to measure the levels against."""
