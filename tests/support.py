"""Games for tests: Hypothesis strategies, and games played from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from azulejos import Game
from azulejos.engine.azul.layout import FLOOR
from azulejos.engine.azul.moves import Draft
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.pavilion.moves import Pass, Place
from azulejos.engine.pavilion.position import PavilionPosition

# Numbers of examples: fewer for expensive properties.

FEW = settings(max_examples=8)
SOME = settings(max_examples=30)
MANY = settings(max_examples=80)

#: A deal for two players: five factories of four tiles.
FIRST_DEAL = "bbyr kkww rryy bbww kkyr"


# Policies of choosing a legal move: any; never to the floor, and no pass while a tile can be
# placed; always to the floor, and pass at once.

POLICIES = ("any", "tidy", "careless")


def preferred(moves: Sequence[Any], policy: str) -> Sequence[Any]:
    """The moves that a policy chooses from; all moves if there are none."""
    if policy == "any":
        return moves
    liked = [move for move in moves if is_careless(move) in (None, policy == "careless")]
    return liked or moves


def is_careless(move: Any) -> bool | None:
    """Whether a move wastes tiles; None for moves that cannot."""
    if isinstance(move, Draft):
        return move.destination == FLOOR
    return isinstance(move, Pass) if isinstance(move, Pass | Place) else None


def azul(game: Game) -> AzulPosition:
    """The position of a game of Azul, as its own type."""
    assert isinstance(game.position, AzulPosition)
    return game.position


def azul_at(game: Game, ply: int) -> AzulPosition:
    """The position of a game of Azul at a ply, as its own type."""
    position = game.position_at(ply)
    assert isinstance(position, AzulPosition)
    return position


def pavilion(game: Game) -> PavilionPosition:
    """The position of a game of Summer Pavilion, as its own type."""
    assert isinstance(game.position, PavilionPosition)
    return game.position


def pavilion_at(game: Game, ply: int) -> PavilionPosition:
    """The position of a game of Summer Pavilion at a ply, as its own type."""
    position = game.position_at(ply)
    assert isinstance(position, PavilionPosition)
    return position


# Played from a seed


def random_game(
    seed: int, *, moves: int | None = None, policy: str = "any", **options: Any
) -> Game:
    """A game determined by its arguments, up to `moves` moves or to its end."""
    game = Game(seed=seed, **options)
    chance = random.Random(seed)
    while not game.is_over and (moves is None or game.ply < moves):
        game.play(chance.choice(preferred(list(game.legal_moves), policy)))
    return game


# Drawn by Hypothesis

OPTIONS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "azul": {"stalemate_rounds": st.sampled_from([5, 0, 1, 2])},
    "summer-pavilion": {
        "number_points": st.sampled_from([(4, 8, 12, 16), (4, 4, 4, 4), (0, 100, 7, 1)])
    },
}


@st.composite
def configurations(draw: st.DrawFn, game: str = "azul") -> dict[str, Any]:
    """Arguments of a new game."""
    players = draw(st.integers(2, 4))
    return {
        "game": game,
        "players": players,
        "board": draw(st.sampled_from(["coloured", "grey"])),
        "first_player": draw(st.integers(0, players - 1)),
        **{name: draw(values) for name, values in OPTIONS[game].items()},
    }


def seeds() -> st.SearchStrategy[int]:
    """Small seeds and large ones."""
    return st.one_of(st.integers(0, 9), st.integers(0, 2**256 - 1))


def play_on(draw: st.DrawFn, game: Game, most: int) -> None:
    """Play up to `most` moves by drawn choices."""
    policy = draw(st.sampled_from(POLICIES))
    count = draw(st.integers(0, most))
    choices = draw(st.lists(st.integers(0, 255), min_size=count, max_size=count))
    for choice in choices:
        moves = preferred(list(game.legal_moves), policy)
        if not moves:
            return
        game.play(moves[choice % len(moves)])


@st.composite
def seeded_games(draw: st.DrawFn, most: int = 90, game: str = "azul") -> tuple[int, Game]:
    """A seed, and a game that draws its tiles by it."""
    seed = draw(seeds())
    match = Game(seed=seed, **draw(configurations(game)))
    play_on(draw, match, most)
    return seed, match


def games(most: int = 90, game: str = "azul") -> st.SearchStrategy[Game]:
    """A game in progress or over: any configuration, any seed, any moves."""
    return seeded_games(most, game).map(lambda seeded: seeded[1])


@st.composite
def positions(draw: st.DrawFn, most: int = 90, game: str = "azul") -> Any:
    """A reachable position, sometimes in the middle of a deal."""
    match = draw(games(most, game))
    if not draw(st.booleans()):
        return match.position
    waiting = tile_by_tile(match)
    steps = draw(st.integers(0, len(waiting) - 1))
    return waiting[steps]


def tile_by_tile(game: Game) -> list[Any]:
    """All positions of a game from its start, including that after every dealt tile."""
    again = restarted(game)
    passed = [again.position]
    for entry in game.to_record().entries:
        for part in entry.text if entry.kind == "deal" else [entry.text]:
            (again.deal if entry.kind == "deal" else again.play)(part)
            passed.append(again.position)
    assert again == game
    return passed


def restarted(game: Game) -> Game:
    """The same game before its first deal, without a seed."""
    record = game.to_record()
    if record.position is not None:
        return Game(position=game.rules.read_position(record.position), deals=())
    return Game(game.name, deals=(), **configuration_of(game))


def configuration_of(game: Game) -> dict[str, Any]:
    """The arguments that start the same game, without its tiles."""
    record = game.to_record()
    return {
        "players": record.players,
        "board": record.board,
        "first_player": record.first_player,
        **record.options,
    }


@st.composite
def games_of_all_kinds(draw: st.DrawFn, game: str = "azul") -> Game:
    """Ordinary games, games from a hand-made position, games that wait for a deal by hand."""
    kind = draw(st.sampled_from(["ordinary", "position", "waiting"]))
    if kind == "ordinary":
        return draw(games(game=game))
    if kind == "position":
        match = Game(position=draw(positions(game=game)), seed=draw(seeds()))
        play_on(draw, match, 30)
        return match
    return draw(waiting_games(game))


@st.composite
def waiting_games(draw: st.DrawFn, game: str = "azul") -> Game:
    """A game without a seed that waits for a deal or for the rest of one."""
    whole = draw(games(game=game))
    record = whole.to_record()
    match = restarted(whole)
    deals = [number for number, entry in enumerate(record.entries) if entry.kind == "deal"]
    last = draw(st.sampled_from(deals))
    for entry in record.entries[:last]:
        if entry.kind == "deal":
            match.deal(entry.text)
        else:
            match.play(entry.text)
    tiles = record.entries[last].text
    dealt = draw(st.integers(0, len(tiles) - 1))
    while dealt:
        some = draw(st.integers(1, dealt))
        match.deal(tiles[:some])
        tiles, dealt = tiles[some:], dealt - some
    return match
