"""One match: the moves and deals that were played, and the position they led to.

A `Game` checks everything it is given and either carries it out whole or raises an `AzulejosError`
and stays as it was. It knows no rule itself: those are the engine's.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Literal

from azulejos.engine import AnyEvent, AnyMove, AnyPosition, AnyRules, find_game
from azulejos.engine.errors import (
    AzulejosError,
    BadOption,
    HistoryError,
    IllegalDeal,
)
from azulejos.engine.events import new_log
from azulejos.engine.interface import OptionValue
from azulejos.engine.parameters import Expected
from azulejos.engine.position import LegalMoves, Position
from azulejos.engine.state import DEAL, NOBODY, OVER, States, copy_of
from azulejos.game import records, variations
from azulejos.game.arguments import DEFAULTS, check_agreement, read_deals, read_tiles
from azulejos.game.draws import Draws
from azulejos.game.history import Deal, Step, Steps, Turn
from azulejos.game.records import Entry, Record, UnreadableRecord, Variation
from azulejos.game.records import json as records_json
from azulejos.game.records import text as records_text


class Game:
    """One match, from its first deal on. Seats count from 0."""

    def __init__(
        self,
        game: str = "azul",
        *,
        players: int = 2,
        board: str = "coloured",
        first_player: int | Literal["random"] = 0,
        seed: int | None = None,
        deals: Iterable[str] | None = None,
        position: AnyPosition | None = None,
        **options: OptionValue,
    ) -> None:
        """Start a match.

        Tiles are drawn by a seed, by an unforeseeable one if none is given. With `deals`, such as
        `["bbyr kkww rryy bbww kkyr"]`, those tiles come first; if there is no seed, the game then
        waits for `deal`. A game can start from a `position`, which brings everything else with it.
        """
        if position is not None and not isinstance(position, Position):
            expected = Expected("position")
            raise BadOption("wrong-type", option="position", expected=expected, got=position)
        self.rules: AnyRules = position.rules if position else find_game(game)
        tiles = () if deals is None else read_deals(self.rules, deals)
        unseeded = seed is None and deals is None
        self._draws = Draws.unforeseeable() if unseeded else Draws(tiles, seed)
        if position is None:
            first = self._first(first_player, players)
            states = self.rules.new(players, board, first, **options)
        else:
            given = {"game": game, "players": players, "board": board, "first_player": first_player}
            chosen = {name: value for name, value in given.items() if value != DEFAULTS[name]}
            check_agreement(position, {**chosen, **options})
            states = position.states
        self._from_position = position is not None
        self._steps = Steps(Step(None, states, drawn=0, ply=0))
        #: Free headers of the record, such as "Player 1".
        self.headers: dict[str, str] = {}
        self._comments: dict[int, str] = {}
        self._variations: tuple[Variation, ...] = ()
        deal = self._due_deal(self._steps.last)
        if deal:
            self._steps.append(deal)

    def _first(self, seat: int | Literal["random"], players: int) -> int:
        """The seat that starts."""
        if seat == "random":
            return self._draws.seat(players) if type(players) is int and players > 0 else 0
        return seat

    # The position

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.rules.name

    @property
    def position(self) -> AnyPosition:
        """The position now."""
        return self.rules.position_kind.of(self._states)

    @property
    def _states(self) -> States:
        return self._steps.last.states

    @property
    def board(self) -> str:
        """The side of the boards that is played."""
        return self.position.board

    @property
    def players(self) -> int:
        """How many players there are."""
        return int(self._states["players"][0])

    @property
    def round(self) -> int:
        """The round, counted from 1."""
        return self.position.round

    @property
    def to_play(self) -> int | None:
        """The seat that has to decide; None while tiles are to be dealt and when it is over."""
        seat: int = self._states["to_play"].item()
        return None if seat == NOBODY else seat

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._states["phase"].item() == OVER)

    @property
    def scores(self) -> tuple[int, ...]:
        """The players' points."""
        return self.position.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none while the game goes on, several if victory is shared."""
        return self.position.winners

    @property
    def legal_moves(self) -> LegalMoves[AnyMove]:
        """What the player whose turn it is may do: iterate, count, or ask with `in`."""
        return LegalMoves(self.rules, self._states)

    # Playing

    def play(self, move: AnyMove | str) -> tuple[AnyEvent, ...]:
        """Play a move, given as an object or as text; returns all that happened, deals included.

        An illegal or unreadable move raises an error and changes nothing.
        """
        before = self._steps.last
        chosen = self.rules.as_move(move)
        states, log = copy_of(before.states), new_log()
        self.rules.apply(states, chosen, log)
        turn = Turn(int(before.states["to_play"][0]), chosen, self.rules.read_events(log))
        step = Step(turn, states, before.drawn, before.ply + 1)
        deal = self._due_deal(step)
        self._steps.append(step)
        if deal is None or deal.entry is None:
            return turn.events
        self._steps.append(deal)
        return turn.events + deal.entry.events

    def deal(self, tiles: str) -> tuple[AnyEvent, ...]:
        """Deal tiles by hand, as letters: some of those that are due, or all of them."""
        colours = read_tiles(self.rules, tiles)
        if self._states["phase"][0] != DEAL:
            raise IllegalDeal("no-deal-due")
        if not colours:
            raise IllegalDeal("no-tiles")
        before = self._steps.last
        step = self._dealt(before, dict(enumerate(colours, before.drawn)))
        due = step.drawn - before.drawn
        if due < len(colours):
            raise IllegalDeal("too-many", due=due, got=len(colours))
        self._add_deal(step)
        assert step.entry
        return step.entry.events

    def _add_deal(self, step: Step) -> None:
        """Deals in a row are one deal."""
        last = self._steps.last.entry
        if isinstance(last, Deal) and isinstance(step.entry, Deal):
            whole = Deal(last.tiles + step.entry.tiles, last.events + step.entry.events)
            step = Step(whole, step.states, step.drawn, step.ply)
            self._steps.truncate(len(self._steps) - 1)
        self._steps.append(step)

    def _due_deal(self, step: Step) -> Step | None:
        """The deal that follows a step by itself, if tiles are due and can be drawn."""
        if step.states["phase"][0] != DEAL:
            return None
        deal = self._dealt(step, self._draws)
        return deal if deal.drawn > step.drawn else None

    def _dealt(self, before: Step, draws: Draws | Mapping[int, int]) -> Step:
        """Deal as many tiles as are due and can be had, onto a copy."""
        states, log, drawn = copy_of(before.states), new_log(), before.drawn
        letters, dealt = self.rules.colours.letters(), []
        phase = states["phase"]
        while phase.item() == DEAL:
            colour = draws.colour(states, drawn) if isinstance(draws, Draws) else draws.get(drawn)
            if colour is None:
                break
            self.rules.deal_tile(states, colour, log)
            dealt.append(letters[colour])
            drawn += 1
        deal = Deal("".join(dealt), self.rules.read_events(log))
        return Step(deal, states, drawn, before.ply)

    def undo(self) -> AnyMove:
        """Take back the last move, with the deal that followed it; returns that move."""
        if self.ply == 0:
            raise HistoryError("nothing-to-undo")
        index = self._index_of_ply(self.ply - 1)
        turn = self._steps[index + 1].entry
        assert isinstance(turn, Turn)
        self._comments.pop(self.ply, None)
        self._steps.truncate(index + 1)
        self._variations = self._variations_until(index)
        return turn.move

    # History

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return self._steps.last.ply

    @property
    def drawn(self) -> int:
        """How many tiles have been drawn."""
        return self._steps.last.drawn

    @property
    def history(self) -> tuple[Turn | Deal, ...]:
        """All turns and deals so far."""
        return self.history_after(0)

    def history_after(self, count: int) -> tuple[Turn | Deal, ...]:
        """All turns and deals but the first `count`."""
        return tuple(step.entry for step in self._steps.after(1 + count) if step.entry is not None)

    @property
    def history_length(self) -> int:
        """How many turns and deals there are so far."""
        return len(self._steps) - 1

    def history_backwards(self) -> Iterator[tuple[Turn | Deal, AnyPosition]]:
        """All turns and deals so far with the positions before them, the newest first."""
        for step, before in pairwise(reversed(self._steps)):
            assert step.entry is not None
            yield step.entry, self.rules.position_kind.of(before.states)

    @property
    def last_entry(self) -> Turn | Deal | None:
        """What happened last: a turn or a deal; nothing before the first deal."""
        return self._steps.last.entry

    @property
    def last_turn(self) -> Turn:
        """The last move that was played, and what it caused."""
        for step in reversed(self._steps):
            if isinstance(step.entry, Turn):
                return step.entry
        raise HistoryError("nothing-to-undo")

    @property
    def moves(self) -> tuple[AnyMove, ...]:
        """All moves so far."""
        return tuple(entry.move for entry in self.history if isinstance(entry, Turn))

    @property
    def comments(self) -> dict[int, str]:
        """Comments by ply; 0 stands before the first move. A copy: write with `comment`."""
        return dict(self._comments)

    def comment(self, text: str, ply: int | None = None) -> None:
        """Write a comment on a move, by default the last one; an empty text removes it."""
        if not isinstance(text, str):
            expected = Expected("text")
            raise BadOption("wrong-type", option="comment", expected=expected, got=text)
        ply = self.ply if ply is None else ply
        self._index_of_ply(ply)
        self._comments.pop(ply, None)
        if text:
            self._comments[ply] = text

    def position_at(self, ply: int) -> AnyPosition:
        """The position after `ply` moves and the deal that followed."""
        return self.rules.position_kind.of(self._steps[self._index_of_ply(ply)].states)

    def at(self, ply: int, *, dealt: bool = True) -> Game:
        """A copy of the game as it was after `ply` moves, to play a variation.

        Unless it was `dealt`, the copy waits for the deal that followed.
        """
        index = self._index_of_ply(ply)
        undealt = not dealt and isinstance(self._steps[index].entry, Deal)
        game = self._first_steps(index + 1 - int(undealt))
        game._comments = {at: text for at, text in self._comments.items() if at <= ply}
        game._variations = self._variations_until(game.history_length)
        return game

    def copy(self) -> Game:
        """An independent copy."""
        game = self._first_steps(len(self._steps))
        game._comments = dict(self._comments)
        game._variations = self._variations
        return game

    def _first_steps(self, count: int) -> Game:
        """A copy of some of the history, without comments and variations."""
        game = Game.__new__(Game)
        game._comments, game._variations = {}, ()
        game.rules = self.rules
        game.headers = dict(self.headers)
        game._draws = self._draws
        game._from_position = self._from_position
        game._steps = self._steps.copy(count)
        return game

    __copy__ = copy

    @property
    def variations(self) -> tuple[Variation, ...]:
        """What could have been played instead; see `add_variation`."""
        return self._variations

    def add_variation(self, line: Game) -> None:
        """Keep what another game plays differently, such as `game.at(12)` with other moves."""
        starts = {str(one.rules.position(one._steps[0].states)) for one in (self, line)}
        if len(starts) > 1:
            raise HistoryError("other-start")
        own, other = ([*map(_entry, one.history)] for one in (self, line))
        self._variations = variations.insert(own, self._variations, other, line._comments)

    def with_variation(self, variation: Variation) -> Game:
        """The game as one of its variations plays it, with the variations of that one."""
        game = self._first_steps(variation.at + 1)
        game._draws = Draws()
        for entry in variation.entries:
            game._replay(entry)
        before = self._steps[variation.at].ply
        kept = {at: text for at, text in self._comments.items() if at <= before}
        game._comments = kept | variation.comments
        game._variations = variations.shifted(variation.variations, variation.at)
        game._draws = self._draws
        return game

    def read_variations(self, text: str) -> None:
        """Take over the variations that were written down beside the game, as JSON."""
        self._variations = tuple(map(self._replayed, records_json.read_variations(text)))

    def _variations_until(self, length: int) -> tuple[Variation, ...]:
        """The variations of a part of the history."""
        return tuple(variation for variation in self._variations if variation.at <= length)

    def _replayed(self, variation: Variation) -> Variation:
        """A variation of a record, checked and written as a game writes it."""
        game = self.with_variation(variation)
        inner = variations.shifted(map(game._replayed, game._variations), -variation.at)
        entries = tuple(map(_entry, game.history_after(variation.at)))
        return Variation(variation.at, entries, variation.comments, inner)

    def _index_of_ply(self, ply: int) -> int:
        """The last step of a ply."""
        if not (isinstance(ply, int) and 0 <= ply <= self.ply):
            raise HistoryError("no-such-ply", last=self.ply, got=ply)
        return bisect_right(self._steps, ply, key=lambda step: step.ply) - 1

    def breakdown(self) -> tuple[dict[str, int], ...]:
        """Where each player's points came from; the values add up to the scores."""
        start = self.rules.position(self._steps[0].states).scores
        sources = self.rules.sources_of_points
        tables = [{"start": score, **dict.fromkeys(sources, 0)} for score in start]
        for entry in self.history:
            for event in entry.events:
                for player, source, points in self.rules.points_of(event):
                    tables[player][source] += points
        return tuple(tables)

    # As a record

    def to_record(self) -> Record:
        """The game as it is written down. Seeds are not part of it."""
        start = self.rules.position(self._steps[0].states)
        return Record(
            game=self.name,
            board=start.board,
            players=self.players,
            first_player=start.start_player,
            options=self.rules.options_of(self._states),
            headers=dict(self.headers),
            position=str(start) if self._from_position else None,
            entries=[_entry(turn_or_deal) for turn_or_deal in self.history],
            comments=dict(self._comments),
            scores=self.scores if self.is_over else None,
            winners=self.winners,
            variations=self._variations,
        )

    def _checked_record(self) -> Record:
        """The record, if it can be read again as it is."""
        for name, value in self.headers.items():
            records.check_header(name, value)
        return self.to_record()

    @classmethod
    def from_record(cls, record: Record, seed: int | None = None) -> Game:
        """Replay a record, checking everything. A seed draws the tiles of what comes after it."""
        try:
            game = cls._start_of(record)
        except UnreadableRecord:
            raise
        except AzulejosError as error:
            place = record.place_of(error)
            raise UnreadableRecord("record/replay", place=place, reason=error) from error
        for entry in record.entries:
            game._replay(entry)
        game._check_result(record)
        game._comments = dict(record.comments)
        game._variations = tuple(map(game._replayed, record.variations))
        game._draws = Draws.unforeseeable() if seed is None else Draws(seed=seed)
        if seed is not None and (deal := game._due_deal(game._steps.last)):
            game._add_deal(deal)
        return game

    @classmethod
    def _start_of(cls, record: Record) -> Game:
        rules = find_game(record.game)
        if record.position is None:
            game = cls(**record.start(), deals=())
        else:
            position = record.read_position(rules)
            check_agreement(position, record.start())
            game = cls(position=position, deals=())
        for name, value in record.headers.items():
            try:
                records.check_header(name, value)
            except UnreadableRecord as error:
                place = f"$.headers.{name}"
                raise UnreadableRecord("record/replay", place=place, reason=error) from error
            game.headers[name] = value
        return game

    def _replay(self, entry: Entry) -> None:
        try:
            if entry.kind == "deal":
                self.deal(entry.text)
            else:
                self.play(entry.text)
        except AzulejosError as error:
            raise UnreadableRecord("record/replay", place=entry.place, reason=error) from error

    def _check_result(self, record: Record) -> None:
        """The result that was written down must be the one the rules give."""
        scores = self.scores if self.is_over else None
        if record.scores != scores or record.winners != self.winners:
            wrong_scores = record.scores != scores
            raise UnreadableRecord(
                "record/expected",
                place=record.end_place if wrong_scores else record.winners_place,
                expected=records.result_text(scores, self.winners),
                got=records.result_text(record.scores, record.winners)[: records.MAX_RESULT],
            )

    def to_text(self) -> str:
        """The game as a record that people can read; `Game.from_text` reads it back."""
        return records_text.write(self._checked_record())

    @classmethod
    def from_text(cls, text: str, seed: int | None = None) -> Game:
        """The game of a record; everything in it is replayed and checked."""
        return cls.from_record(records_text.read(text), seed)

    def to_json(self) -> str:
        """The game as JSON; `Game.from_json` reads it back."""
        return records_json.write(self._checked_record())

    @classmethod
    def from_json(cls, text: str, seed: int | None = None) -> Game:
        """The game of a JSON record; everything in it is replayed and checked."""
        return cls.from_record(records_json.read(text), seed)

    def __eq__(self, other: object) -> bool:
        """Whether the same was played, dealt and written down; seeds do not count."""
        if not isinstance(other, Game):
            return NotImplemented
        return self.to_record() == other.to_record()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.name}, {self.board} board, {self.players} players, ply {self.ply}>"


def _entry(entry: Turn | Deal) -> Entry:
    return Entry("deal", entry.tiles) if isinstance(entry, Deal) else Entry("move", str(entry.move))
