"""Positions as text for terminals, with or without colours."""
