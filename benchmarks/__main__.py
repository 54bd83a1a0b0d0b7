"""All benchmarks: `make bench`."""

from benchmarks import engine, environments, page, search, service, start

engine.main()
search.main()
environments.main()
service.main()
start.main()
page.main()
