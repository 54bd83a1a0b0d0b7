"""Tools for those who work on the project; nobody needs them to play."""
