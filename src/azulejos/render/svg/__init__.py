"""SVG: tiles, icons, board geometry, and positions as pictures.

All drawings are our own; nothing is copied from the printed games. The web page builds its boards
itself, from the same tiles and the same geometry.
"""
