"""Records that are garbage, damaged, huge or impossible, by what is wrong with them."""

from __future__ import annotations

import json
from typing import Any

from azulejos import Game
from azulejos.server.settings import RECORD_BYTES

#: As much of a record as fits a request, with what surrounds it.
ROOM = RECORD_BYTES - 2000


def _game(name: str = "azul", moves: int = 30, **choices: Any) -> Game:
    game = Game(name, seed=5, **choices)
    for _ in range(moves):
        game.play(next(iter(game.legal_moves)))
    return game


def _data(**changes: Any) -> dict[str, Any]:
    """A sound record as data, changed."""
    return {**json.loads(_game().to_json()), **changes}


def _nested(depth: int) -> str:
    """A record with variations in variations; written by hand, since `json` is not as deep."""
    deal, *plies = map(json.dumps, _data()["plies"])
    first = plies[0][:-1]
    opening = f'{first}, "variations": [{{"comment": null, "plies": [' * depth
    variation = opening + plies[0] + "]}]}" * depth
    return json.dumps(_data(azulejos=2, plies=[])).replace(
        '"plies": []', f'"plies": [{", ".join([deal, variation, *plies[1:]])}]'
    )


def _bomb(count: int) -> dict[str, Any]:
    """A record with many variations of its first move."""
    deal, *plies = _data()["plies"]
    variations = [{"comment": None, "plies": plies[:8]} for _ in range(count)]
    return _data(azulejos=2, plies=[deal, {**plies[0], "variations": variations}, *plies[1:]])


def _text_bomb(count: int, variation: str = " (1. {})", end: str = "") -> str:
    """The same as text, with variations of one move."""
    game = _game(moves=1)
    first, other = str(game.moves[0]), str(list(_game(moves=0).legal_moves)[1])
    text = game.to_text().replace("azulejos 1", "azulejos 2")
    return text.replace(f"1. {first}", f"1. {first}" + variation.format(other) * count + end)


def _plies(*plies: dict[str, Any]) -> dict[str, Any]:
    return _data(plies=list(plies))


def _long() -> str:
    """Thousands of moves to the floor, as far as they fit."""
    game = Game(seed=1, stalemate_rounds=0)
    while game.ply < 4000:
        game.play(next(move for move in game.legal_moves if str(move).endswith("0")))
    return game.to_text()


TEXT = _game().to_text()
_DEAL = {"deal": "bbyrkkwwrryybbwwkkyr"}

#: What is refused, as the text of a request's `record`.
REFUSED: dict[str, str] = {
    "nothing": "",
    "spaces": " \n\t " * 1000,
    "zeros": "0" * ROOM,
    "binary": "".join(map(chr, range(1, 256))) * 100,
    "a surrogate": TEXT + "\udc00",
    "surrogates in a comment": TEXT.replace("1. ", "1. {\ud83d\ud83d} "),
    "another format": '[Event "?"]\n\n1. e4 e5 2. Nf3',
    "a page": "<html><body>" + TEXT + "</body></html>",
    "open braces": "{" * ROOM,
    "open brackets": '{"plies":' + "[" * ROOM,
    "open parentheses": TEXT.replace("1. ", "1. " + "(" * 50_000),
    "an open comment": TEXT.replace("1. ", "1. {" + "x" * 50_000),
    "half of a text": TEXT[: len(TEXT) // 2 - 3] + "1",
    "half of a JSON text": json.dumps(_data())[:600],
    "version 0": json.dumps(_data(azulejos=0)),
    "version 3": json.dumps(_data(azulejos=3)),
    "version 1e999": json.dumps(_data()).replace('"azulejos": 1', '"azulejos": 1e999'),
    "a version in letters": json.dumps(_data(azulejos="1")),
    "variations in version 1": json.dumps({**_bomb(1), "azulejos": 1}),
    "a text of version 9": TEXT.replace("azulejos 1", "azulejos 9"),
    "an unknown game": json.dumps(_data(game="chess")),
    "an unknown board": json.dumps(_data(board="pink")),
    "a thousand players": json.dumps(_data(players=1000)),
    "half a player": json.dumps(_data(players=2.5)),
    "seat -1": json.dumps(_data(first_player=-1)),
    "no players": json.dumps({k: v for k, v in _data().items() if k != "players"}),
    "plies that are a number": json.dumps(_data(plies=7)),
    "a ply that is a list": json.dumps(_data(plies=[[]])),
    "a ply that is both": json.dumps(_plies({**_DEAL, "move": "1b1"})),
    "nulls": json.dumps(_data(plies=[None] * 20_000)),
    "a deal of too few tiles": json.dumps(_plies({"deal": "bb"}, {"move": "1b1"})),
    "a deal of one colour": json.dumps(_plies({"deal": "b" * 21})),
    "a huge deal": json.dumps(_plies({"deal": "b" * 60_000})),
    "a deal of strange letters": json.dumps(_plies({"deal": "äöüß"})),
    "two deals": json.dumps(_plies(_DEAL, _DEAL)),
    "a move before the deal": json.dumps(_plies({"move": "1b1"}, _DEAL)),
    "an impossible move": json.dumps(_plies(_DEAL, {"move": "5w5"}, {"move": "5w5"})),
    "a move of a megabyte": json.dumps(_plies(_DEAL, {"move": "1" * 60_000})),
    "an impossible position": json.dumps(_data(position="azul coloured; phase draft")),
    "a position of another game": json.dumps(
        _data(position=str(Game("summer-pavilion", seed=1).position))
    ),
    "another result": json.dumps(_data(scores=[99, 99], winners=[0])),
    "scores in letters": json.dumps(_data(scores="many")),
    "a header with a line end": json.dumps(_data(headers={"Event": "a\nb"})),
    "a header of a list": json.dumps(_data(headers={"Event": [1, 2]})),
    "ten thousand headers": json.dumps(_data(headers={f"H{n}": "x" for n in range(10_000)})),
    "variations a thousand deep": _nested(1_000),
    "a number of 5,000 digits": json.dumps(_data()).replace(
        '"players": 2', '"players": ' + "2" * 5_000
    ),
    "variations as text, a hundred deep": _text_bomb(100, " (1. {}", ")" * 100),
    "thousands of moves": _long(),
    "thousands of variations": _text_bomb(5_000),
}
#: What is odd, and sound.
ACCEPTED: dict[str, str] = {
    "a few variations deep": _nested(20),
    "JSON from an editor of Windows": "\ufeff" + json.dumps(_data()),
    "hundreds of variations": json.dumps(_bomb(200)),
    "hundreds of variations as text": _text_bomb(300),
}
