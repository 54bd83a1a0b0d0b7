"""`make bench`."""

from benchmarks import engine

engine.main()
