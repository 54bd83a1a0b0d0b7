"""Benchmarks, each reported as a ratio to a reference run in turns on the same machine."""
