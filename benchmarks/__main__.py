"""All benchmarks: `make bench`."""

from benchmarks import engine, environments, search, service, start

engine.main()
search.main()
environments.main()
service.main()
start.main()
