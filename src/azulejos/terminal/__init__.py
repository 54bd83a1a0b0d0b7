"""The games in a plain terminal: boards drawn by Rich, moves typed in notation."""
