"""`make bench`."""

from benchmarks import engine, environments, service

engine.main()
environments.main()
service.main()
