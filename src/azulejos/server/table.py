"""One table: a game, who sits at it, and what its log says. It neither reads nor writes a database.

What people want is first turned into rows of the log (`play`, `undo`, …), which changes nothing;
once the rows are written, `absorb` makes them true here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from azulejos.bots import ALL_BOTS
from azulejos.engine import find_game
from azulejos.engine.errors import GameOver, UnknownName
from azulejos.game import Deal, Game, Turn
from azulejos.server.auth import commitment, seats_of
from azulejos.server.errors import ServiceError
from azulejos.server.store import Row, StoredGame
from azulejos.session import views

#: Rows after which a move that was already on its way is still meant as it was.
CHATTER = {"say", "rematch"}
#: A long game has a few hundred rows.
MOST_ROWS = 3000
NONE: frozenset[int] = frozenset()


class OutOfStep(Exception):
    """The log says something else than this copy of the table: it has to be loaded again."""


def start_game(stored: StoredGame, deals: Sequence[str] = ()) -> Game:
    """The game of a table; what was dealt before is dealt again, the rest is drawn by its seed."""
    setup: dict[str, Any] = dict(stored.setup)
    headers, text = setup.pop("headers"), setup.pop("position")
    setup.pop("comments", None)
    seed = None if stored.uploaded else int(stored.seed, 16)
    if text is not None:
        position = find_game(setup["game"]).read_position(text)
        game = Game(position=position, deals=deals, seed=seed)
    else:
        options: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in setup.pop("options").items()
        }
        game = Game(**setup, **options, deals=deals, seed=seed)
    game.headers.update(headers)
    return game


def first_rows(game: Game) -> list[Row]:
    """The log of a game so far, as if it had been written while it was played."""
    return _rows_of(game.history, 0)


def _rows_of(history: Iterable[Turn | Deal], after: int, message: str | None = None) -> list[Row]:
    """Turns and deals as rows; the client's number goes to the first."""
    now = datetime.now(UTC)
    rows = []
    for number, entry in enumerate(history, after + 1):
        if isinstance(entry, Deal):
            rows.append(Row(number, "deal", {"tiles": entry.tiles}, now, message))
        else:
            data = {"seat": entry.player, "move": str(entry.move)}
            rows.append(Row(number, "move", data, now, message))
        message = None
    return rows


class Table:
    """A table as its log tells it."""

    def __init__(self, stored: StoredGame, rows: Sequence[Row]) -> None:
        self.stored = stored
        self.version = 0
        #: The version at which the game, or who plays it, changed last; chatter does not count.
        self.game_version = 0
        self.entries: list[dict[str, Any]] = []
        #: The version that each message of a client led to.
        self.answered: dict[str, int] = {}
        self.stand_ins: dict[int, str] = {}
        self._moved_by_bot: list[bool] = []
        self.rematch: str | None = None
        self.last_change = stored.created_at
        self._state: tuple[int, dict[str, Any]] | None = None
        self._options: tuple[int, list[dict[str, Any]]] | None = None
        self.game = start_game(stored, [row.data["tiles"] for row in rows if row.kind == "deal"])
        self.absorb(rows)
        for ply, comment in stored.setup.get("comments", {}).items():
            self.game.comment(comment, int(ply))

    # Who is who

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.stored.seats)

    def seats_of(self, tokens: Iterable[str]) -> frozenset[int]:
        """The seats that some tokens open."""
        return seats_of(tokens, self.stored.seats)

    def bot_of(self, seat: int) -> str | None:
        """The bot that plays for a seat now, if one does."""
        bot: str | None = self.stored.seats[seat]["bot"]
        return bot or self.stand_ins.get(seat)

    @property
    def to_play(self) -> int | None:
        """The seat that has to decide; nobody decides in a recorded game."""
        return None if self.stored.uploaded else self.game.to_play

    @property
    def bot_to_play(self) -> str | None:
        """The bot that has to decide, if it is a bot's turn."""
        return None if self.to_play is None else self.bot_of(self.to_play)

    def is_current(self, version: int) -> bool:
        """Whether somebody who looks at a version sees the game as it is."""
        return self.game_version <= version <= self.version

    # Turning wishes into rows

    def play(
        self,
        seats: frozenset[int],
        move: str,
        message: str | None = None,
        bot: str | None = None,
    ) -> list[Row]:
        """A move of one of these seats, by a bot or a person, and the deal that follows it."""
        self._check_running()
        if self.to_play not in seats:
            raise ServiceError("not-your-turn")
        trial = self.game.copy()
        trial.play(move)
        fresh = trial.history[len(self.game.history) :]
        rows = _rows_of(fresh, self.version, message)
        if bot is not None:
            rows[0].data["bot"] = bot
        return rows

    def undo(self, seats: frozenset[int], message: str | None = None) -> list[Row]:
        """Back to the last real choice of one of these seats."""
        self._check_running()
        self._check_room()
        ply, seat = self._undo_target(seats)
        return [self._row("undo", {"seat": seat, "ply": ply}, message)]

    def _undo_target(self, seats: frozenset[int]) -> tuple[int, int]:
        """The ply to go back to, and whose move it was. A bot's reply goes back with it."""
        ply = self.game.ply
        for entry in reversed(self.game.history):
            if isinstance(entry, Deal):
                raise ServiceError("undo/drawn" if ply else "undo/nothing")
            ply -= 1
            if self._moved_by_bot[ply]:
                continue
            if entry.player not in seats:
                raise ServiceError("undo/others-moved")
            if len(self.game.position_at(ply).legal_moves) > 1:
                return ply, entry.player
        raise ServiceError("undo/nothing")

    def can_undo(self, seats: frozenset[int]) -> bool:
        """Whether one of these seats can take a move back."""
        if not seats or self.game.is_over:
            return False
        try:
            self._undo_target(seats)
        except ServiceError:
            return False
        return True

    def say(
        self, seats: frozenset[int], seat: int, preset: str, message: str | None = None
    ) -> list[Row]:
        """One of the short messages, by a seat."""
        self._check_seat(seat, seats)
        self._check_room()
        return [self._row("say", {"seat": seat, "preset": preset}, message)]

    def stand_in(
        self, seats: frozenset[int], seat: int, bot: str, *, away: bool, message: str | None = None
    ) -> list[Row]:
        """A bot takes over a seat: one's own, or that of somebody who is away."""
        self._check_running()
        self._check_room()
        if not seats:
            raise ServiceError("not-your-seat")
        self._check_seat(seat)
        if bot not in ALL_BOTS:
            raise UnknownName("unknown-bot", known=", ".join(ALL_BOTS), name=bot)
        if self.bot_of(seat) is not None:
            raise ServiceError("seat/is-bot")
        if seat not in seats and not away:
            raise ServiceError("seat/not-away")
        data = {"seat": seat, "bot": bot, "by": min(seats)}
        return [self._row("stand-in", data, message)]

    def take_back(self, seats: frozenset[int], seat: int, message: str | None = None) -> list[Row]:
        """The owner of a seat takes it back from the bot."""
        self._check_seat(seat, seats)
        if seat not in self.stand_ins:
            raise ServiceError("seat/no-stand-in")
        return [self._row("return", {"seat": seat}, message)]

    def rematch_with(self, seat: int, game: str) -> list[Row]:
        """The same people play again at another table."""
        return [self._row("rematch", {"seat": seat, "game": game}, None)]

    def _row(self, kind: str, data: dict[str, Any], message: str | None) -> Row:
        return Row(self.version + 1, kind, data, datetime.now(UTC), message)

    def _check_running(self) -> None:
        if self.stored.uploaded:
            raise ServiceError("record-only")
        if self.game.is_over:
            raise GameOver("game-over")

    def _check_room(self) -> None:
        """Talk and undo without end would make the log too long to read; moves always fit."""
        if self.version >= MOST_ROWS:
            raise ServiceError("log-full")

    def _check_seat(self, seat: int, seats: frozenset[int] | None = None) -> None:
        if not 0 <= seat < self.players:
            raise ServiceError("no-such-seat", seat=seat + 1)
        if seats is not None and seat not in seats:
            raise ServiceError("not-your-seat")

    # Making rows true

    def absorb(self, rows: Iterable[Row]) -> None:
        """Take over rows that have been written. Those already known are passed over."""
        for row in rows:
            if row.number <= self.version:
                continue
            if row.number != self.version + 1:
                raise OutOfStep
            events = self._happen(row)
            self.version = row.number
            if row.kind not in CHATTER:
                self.game_version = row.number
            self.last_change = row.at
            if row.message:
                self.answered[row.message] = row.number
            entry = {"number": row.number, "at": row.at.isoformat(), "kind": row.kind, **row.data}
            if events is not None:
                entry["events"] = [views.event(event) for event in events]
            self.entries.append(entry)

    def _happen(self, row: Row) -> tuple[Any, ...] | None:
        """Carry out one row; returns the events of the game that it brought."""
        data = row.data
        if row.kind == "move":
            self.game.play(data["move"])
            self._moved_by_bot.append("bot" in data)
            return self.game.last_turn.events
        if row.kind == "deal":
            dealt = self.game.last_entry
            if not isinstance(dealt, Deal) or dealt.tiles != data["tiles"]:
                raise OutOfStep
            return dealt.events
        if row.kind == "undo":
            while self.game.ply > data["ply"]:
                self.game.undo()
                self._moved_by_bot.pop()
        elif row.kind == "stand-in":
            self.stand_ins[data["seat"]] = data["bot"]
        elif row.kind == "return":
            self.stand_ins.pop(data["seat"], None)
        elif row.kind == "rematch":
            self.rematch = data["game"]
        return None

    # What people see

    def state(self) -> dict[str, Any]:
        """Everything that lies on the table."""
        if self._state is None or self._state[0] != self.version:
            view = {**views.state(self.game.position), "ply": self.game.ply}
            self._state = self.version, view
        return self._state[1]

    def options(self, seats: frozenset[int]) -> list[dict[str, Any]] | None:
        """The legal moves, for those whose turn it is."""
        if self.to_play not in seats or self.bot_to_play is not None:
            return None
        if self._options is None or self._options[0] != self.version:
            self._options = self.version, views.options(self.game.position)
        return self._options[1]

    def summary(
        self, seats: frozenset[int], present: frozenset[int], away: frozenset[int]
    ) -> dict[str, Any]:
        """Who sits here, who is here now and who long gone, and all else about the table."""
        over = self.game.is_over and not self.stored.uploaded
        return {
            "id": self.stored.id,
            "game": self.game.name,
            "board": self.game.board,
            "players": self.players,
            "first_player": self.stored.setup["first_player"],
            "uploaded": self.stored.uploaded,
            "commitment": commitment(self.stored.seed, self.stored.nonce),
            "reveal": {"seed": self.stored.seed, "nonce": self.stored.nonce} if over else None,
            "seats": [self._seat(seat, seats, present, away) for seat in range(self.players)],
            "rematch": self.rematch,
        }

    def _seat(
        self, seat: int, seats: frozenset[int], present: frozenset[int], away: frozenset[int]
    ) -> dict[str, Any]:
        facts = self.stored.seats[seat]
        here = seat in present or facts["kind"] == "bot"
        running = not (self.game.is_over or self.stored.uploaded)
        return {
            "seat": seat,
            "name": facts["name"],
            "kind": facts["kind"],
            "bot": facts["bot"],
            "stand_in": self.stand_ins.get(seat),
            "present": here,
            "yours": seat in seats,
            "replaceable": running and seat in away and self.bot_of(seat) is None,
        }

    def update(
        self,
        seats: frozenset[int] = NONE,
        present: frozenset[int] = NONE,
        away: frozenset[int] = NONE,
        after: int = 0,
        *,
        options: bool = True,
    ) -> dict[str, Any]:
        """All that someone needs who knows the log up to a number."""
        known = after if 0 <= after <= self.version else 0
        return {
            "type": "update",
            "version": self.version,
            "entries": self.entries[known:],
            "state": self.state(),
            "options": self.options(seats) if options else None,
            "table": self.summary(seats, present, away),
            "can_undo": self.can_undo(seats),
            "result": views.result(self.game),
        }


def moments_of(game: Game) -> list[dict[str, Any]]:
    """A game move by move, from the first deal on; deals belong to the move before them."""
    moments: list[dict[str, Any]] = [_moment(game, 0, None)]
    for entry in game.history:
        if isinstance(entry, Turn):
            moments.append(_moment(game, len(moments), entry))
        moments[-1]["events"] += [views.event(event) for event in entry.events]
    return moments


def _moment(game: Game, ply: int, turn: Turn | None) -> dict[str, Any]:
    return {
        "ply": ply,
        "seat": turn.player if turn else None,
        "move": str(turn.move) if turn else None,
        "events": [],
        "state": {**views.state(game.position_at(ply)), "ply": ply},
    }
