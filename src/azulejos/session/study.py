"""Studies: positions off the table. Stateless: a position goes in, a position comes out.

A study knows the bag as counts. What is drawn is chosen by the caller, or random; nothing is drawn
beforehand, so that a study can tell nothing about tiles that are still to be drawn anywhere.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from azulejos.engine import AnyPosition, find_game, unchecked
from azulejos.engine.errors import (
    AzulejosError,
    GameOver,
    IllegalMove,
    InvalidPosition,
    UnknownName,
)
from azulejos.engine.events import Dealt, new_log
from azulejos.engine.state import DEAL, NOBODY
from azulejos.engine.tiles import LANES, count_of
from azulejos.game import Deal, Game, Turn
from azulejos.game.records import UnreadableRecord
from azulejos.session.errors import TableError
from azulejos.session.log import history_rows
from azulejos.session.messages import DealEntry, MoveEntry
from azulejos.session.messages.study import (
    AnySetup,
    Edited,
    EditReason,
    Study,
    StudyChance,
    StudyLine,
    StudyRecord,
)
from azulejos.session.messages.tiles import pile
from azulejos.session.views import GAME_VIEWS, options, result, state, with_events

if TYPE_CHECKING:
    from azulejos.session.table import Table

#: Bytes of a fingerprint.
FINGERPRINT_BYTES = 8


# Sources


def read_position(text: str) -> AnyPosition:
    """The position that a client sent, fully checked."""
    words = text.split(maxsplit=1)
    return find_game(words[0] if words else "").read_position(text)


def to_analyse(text: str, move: str | None = None) -> AnyPosition:
    """A position in which a player is to move, and where the given move is legal."""
    position = read_position(text)
    if position.is_over:
        raise GameOver("game-over")
    if position.to_play is None:
        raise IllegalMove("deal-first")
    if move is not None:
        of_position(position).play(move)
    return position


def of_position(position: AnyPosition) -> Game:
    """A game from a position on, that draws no tiles by itself."""
    return Game(position=position, deals=())


def of_start(game: str, board: str, players: int, first: int) -> Game:
    """A game before its first deal."""
    return Game(game, board=board, players=players, first_player=first, deals=())


def of_table(table: Table) -> Game:
    """The game of a table, if it is over: no help while it is played."""
    if not (table.setup.uploaded or table.game.is_over):
        raise TableError("not-over")
    return table.game.copy()


def moment(game: Game, ply: int | None, *, dealt: bool) -> Game:
    """A game after `ply` moves, by default all; unless `dealt`, before the draw that followed."""
    return game.at(game.ply if ply is None else ply, dealt=dealt)


# Studies


def show(game: Game, ply: int | None = None) -> Study:
    """The study of a game as it stands; `ply` is copied to the state, by default the game's."""
    return _study(game, (), game.ply if ply is None else ply)


def play(
    position: AnyPosition,
    move: str | None = None,
    tiles: str | None = None,
    *,
    draw: bool = False,
    ply: int = 0,
) -> Study:
    """The study after a move and a draw: first the given tiles, then random ones.

    Without either it stops before the draw.
    """
    game = of_position(position)
    if move is not None:
        game.play(move)
    if tiles is not None:
        game.deal(tiles)
    history = game.history
    if draw and _is_dealing(game.position):
        game = Game(position=game.position)  # which draws what is due by an unforeseeable seed
        history = _joined(history, game.history)
    return _study(game, history, ply + (move is not None))


def _joined(
    history: tuple[Turn | Deal, ...], later: tuple[Turn | Deal, ...]
) -> tuple[Turn | Deal, ...]:
    """A history that goes on; deals in a row are one."""
    last, first = history[-1] if history else None, later[0]
    if isinstance(last, Deal) and isinstance(first, Deal):
        whole = Deal(last.tiles + first.tiles, last.events + first.events)
        return (*history[:-1], whole, *later[1:])
    return history + later


def line(position: AnyPosition, steps: Sequence[tuple[str, str]], ply: int = 0) -> StudyLine:
    """Play moves and deals, each a kind and a text, one after the other."""
    game = of_position(position)
    positions = []
    for index, (kind, text) in enumerate(steps):
        try:
            game.play(text) if kind == "move" else game.deal(text)
        except AzulejosError as error:
            place = f"$.steps[{index}]"
            raise UnreadableRecord("record/replay", place=place, reason=error) from error
        positions.append(str(game.position))
    return StudyLine(positions=positions, study=_study(game, game.history, ply + game.ply))


def record(game: Game) -> StudyRecord:
    """The record of a game with its variations, and its positions."""
    start = game.at(0, dealt=False).position
    steps = [(entry.kind, entry.text) for entry in game.to_record().entries]
    positions = [str(start), *line(start, steps).positions]
    return StudyRecord(game.to_text(), json.loads(game.to_json()), positions)


def _study(game: Game, history: tuple[Turn | Deal, ...], ply: int) -> Study:
    position = game.position
    text = str(position)
    return Study(
        position=text,
        fingerprint=fingerprint(text),
        state=state(position, ply),
        options=[] if position.to_play is None else options(position),
        chance=_chance(position),
        result=result(game),
        entries=_entries(history),
    )


def fingerprint(text: str) -> str:
    """A short name of a position."""
    return hashlib.blake2b(text.encode(), digest_size=FINGERPRINT_BYTES).hexdigest()


def _entries(history: tuple[Turn | Deal, ...]) -> list[MoveEntry | DealEntry]:
    pairs = zip(history_rows(history), history, strict=True)
    entries = [with_events(row.entry, turn.events) for row, turn in pairs]
    return [entry for entry in entries if isinstance(entry, MoveEntry | DealEntry)]


def _is_dealing(position: AnyPosition) -> bool:
    return position.to_play is None and not position.is_over


def _chance(position: AnyPosition) -> StudyChance | None:
    """What is to be drawn, if a draw is due."""
    if not _is_dealing(position):
        return None
    # Only a supply that is filled within a round belongs to a player's turn.
    refill = position.fields().get("mover", NOBODY) != NOBODY
    return StudyChance("refill" if refill else "deal", _places(position), pile(position.bag))


def _places(position: AnyPosition) -> list[int]:
    """Where the tiles that are to be drawn go, found by drawing any."""
    states, log = position.states, new_log()
    while states["phase"][0] == DEAL:
        bag = int(states["bag"][0])
        colour = next(colour for colour in range(LANES) if count_of(bag, colour))
        unchecked.deal_tile(states, colour, log)
    return [event.place for event in position.rules.read_events(log) if isinstance(event, Dealt)]


# The editor


def edit_position(position: AnyPosition) -> Edited:
    """A position as plain data, to be edited."""
    return _edited(position)


def edit(data: Mapping[str, object], sentence: Callable[[AzulejosError], str]) -> Edited:
    """An arrangement as plain data: the study, or all reasons why it is impossible."""
    name = data.get("game")
    rules = find_game(name if isinstance(name, str) else "")
    views = GAME_VIEWS[rules.name]
    fields: dict[str, object] = {"seats": [], **data}
    del fields["game"]
    seats = fields["seats"]
    if isinstance(seats, list):
        whole = all(isinstance(seat, Mapping) for seat in seats)
        fields["seats"] = [_plain(views.seat, seat) for seat in seats] if whole else None
    if isinstance(points := fields.get("number_points"), list):
        fields["number_points"] = tuple(points)
    try:
        return _edited(rules.position_kind.from_setup(_plain(views.setup, fields)))
    except InvalidPosition as error:
        reasons = [_reason(reason, sentence) for reason in error.reasons]
        phases = list(views.setup.phases)
        return Edited(setup=None, reasons=reasons, study=None, phases=phases)


# Any: each game has its own classes of setups.
def _plain(kind: type[Any], data: Mapping[str, object]) -> Any:
    """A setup or a seat by its fields; types and values are checked later, all at once."""
    known = [field.name for field in dataclasses.fields(kind)]
    for name in data:
        if name not in known:
            raise UnknownName("unknown-option", known=", ".join(known), name=name)
    return kind(**data)


def _edited(position: AnyPosition) -> Edited:
    setup, views = position.to_setup(), GAME_VIEWS[position.rules.name]
    fields = msgspec.to_builtins(setup)
    message: AnySetup = msgspec.convert(
        {**fields, "game": position.rules.name}, views.setup_message
    )
    study = show(of_position(position))
    return Edited(setup=message, reasons=[], study=study, phases=list(setup.phases))


def _reason(reason: AzulejosError, sentence: Callable[[AzulejosError], str]) -> EditReason:
    parameters = {name: str(value) for name, value in reason.parameters.items()}
    return EditReason(reason.code, sentence(reason), parameters)
