"""`make bench`."""

from benchmarks import engine, service

engine.main()
service.main()
