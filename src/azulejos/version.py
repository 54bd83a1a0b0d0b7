"""The version of the package, alone, so that building it needs nothing else."""

__version__ = "0.1.0"
