"""A contestant that speaks the arena's protocol and needs nothing but Python: it plays Azul.

`python3 program.py lines` fills lines, the longest first; `python3 program.py rude` does so too,
but plays something impossible as soon as it has ten points.
"""

import sys
from typing import Any


def draft(fields: dict[str, Any], line: int) -> list[str]:
    """The first move onto some line, if there is one; 0 is the floor."""
    _, lines, wall, _ = fields["players"][int(fields["to-play"][0]) - 1]
    piles = [*enumerate(fields["factories"], start=1), (0, fields["centre"][0])]
    for source, pile in piles:
        for colour in dict.fromkeys(letter for letter in pile if letter.isalpha()):
            if line == 0:
                return [f"{source}{colour}0"]
            kept, row = lines.split()[line - 1], wall.split()[line - 1]
            free = kept == "-" or (kept[0] == colour and len(kept) < line)
            if free and colour not in row:
                return [f"{source}{colour}{line}"]
    return []


def best_move(text: str, manner: str) -> str:
    """The move for a position."""
    fields: dict[str, Any] = {"players": []}
    for field in text.split(";")[1:]:
        name, _, value = field.strip().partition(" ")
        if name == "player":
            fields["players"].append([part.strip() for part in value.split("|")])
        else:
            fields[name] = value.split()
    score = int(fields["players"][int(fields["to-play"][0]) - 1][0])
    if manner == "rude" and score >= 10:
        return "9k1"
    return next(move for line in (5, 4, 3, 2, 1, 0) for move in draft(fields, line))


position = ""
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "azulejos":
        print(f"name {sys.argv[1]}\nready", flush=True)
    elif word == "position":
        position = rest
    elif word == "go":
        print("bestmove", best_move(position, sys.argv[1]), flush=True)
    elif word == "quit":
        break
