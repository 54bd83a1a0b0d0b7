"""`make bench`."""

from benchmarks import engine, environments

engine.main()
environments.main()
