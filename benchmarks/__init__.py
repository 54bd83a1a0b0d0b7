"""Measurements, each beside something that runs in the same minute on the same machine."""
