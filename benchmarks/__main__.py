"""All benchmarks: `make bench`."""

from benchmarks import engine, environments, search, service

engine.main()
search.main()
environments.main()
service.main()
