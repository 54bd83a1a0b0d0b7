"""Summer Pavilion: `rules` is the rulebook; the other modules are what people see of it."""
