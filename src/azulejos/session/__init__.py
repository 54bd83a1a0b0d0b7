"""A table of people and bots, without network and without database."""
