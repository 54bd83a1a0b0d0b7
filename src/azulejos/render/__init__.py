"""Positions as pictures: SVG, PNG, and text for terminals."""
