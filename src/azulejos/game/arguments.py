"""Arguments of a new game: defaults, tiles as text, agreement with a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from azulejos.engine import AnyPosition, AnyRules
from azulejos.engine.errors import BadOption, IllegalDeal, UnknownName
from azulejos.engine.parameters import Expected

#: The values of arguments that are left out.
DEFAULTS: dict[str, int | str] = {
    "game": "azul",
    "players": 2,
    "board": "coloured",
    "first_player": 0,
}


def check_agreement(position: AnyPosition, given: Mapping[str, object]) -> None:
    """Whatever is given beside a position must be what the position says."""
    facts: dict[str, object] = {
        "game": position.rules.name,
        "players": len(position.scores),
        "board": position.board,
        "first_player": position.start_player,
        **position.rules.options_of(position.states),
    }
    for name, value in given.items():
        if name not in facts:
            known = ", ".join(position.rules.default_options)
            raise UnknownName("unknown-option", known=known, name=name)
        if value != facts[name]:
            raise BadOption("conflict-with-position", option=name, expected=facts[name], got=value)


def read_deals(rules: AnyRules, deals: Iterable[str]) -> list[int]:
    """Handed-in deals, one after the other."""
    if isinstance(deals, str) or not isinstance(deals, Iterable):
        expected = Expected("deals")
        raise BadOption("wrong-type", option="deals", expected=expected, got=deals)
    given = list(deals)
    whole = all(isinstance(deal, str) for deal in given)
    return read_tiles(rules, " ".join(given) if whole else given)


def read_tiles(rules: AnyRules, text: object) -> list[int]:
    """The colours of tiles that are given as letters."""
    if not isinstance(text, str):
        known = rules.colours.letters()
        raise IllegalDeal("unreadable-tiles", letters=known, text=repr(text)[:40])
    letters = {colour.letter: int(colour) for colour in rules.colours}
    tiles = "".join(text.split()).lower()
    if set(tiles) - set(letters):
        known = "".join(letters)
        raise IllegalDeal("unreadable-tiles", letters=known, text=text[:40])
    return [letters[letter] for letter in tiles]
