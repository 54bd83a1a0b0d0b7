"""Review of a game: what each move lost, what each draw was worth, and to whom.

Every result is kept in the cache of results at once, so that a review that was interrupted goes on
where it stopped.
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import msgspec

from azulejos.analysis import books
from azulejos.analysis.candidates import (
    MIN_NODES,
    MOST_ALPHABETA_NODES,
    MOST_NODES,
    UNLIKELY_PROOF_NODES,
    preference,
    search_move,
)
from azulejos.analysis.chance import Expectation, expectation
from azulejos.analysis.errors import UnknownEffort
from azulejos.analysis.evaluator import Evaluator, Found, Watch, equal_values, uses_alphabeta
from azulejos.analysis.facts import Fact, compare
from azulejos.analysis.first_deal import first_deal_mean
from azulejos.analysis.judgement import TRIVIAL_SPREAD, accuracy_of, judgement_of
from azulejos.analysis.report import Chance, Decision, Review, Step
from azulejos.analysis.result_cache import ResultCache, result_key
from azulejos.analysis.values import EFFORTS, LUCK_NODES, Effort, Value
from azulejos.engine import AnyMove, AnyPosition, unchecked
from azulejos.engine.errors import BadOption
from azulejos.engine.events import new_log
from azulejos.engine.parameters import Range
from azulejos.engine.state import States, copy_of
from azulejos.game import Deal, Game
from azulejos.game.records import is_json
from azulejos.game.records import json as records_json
from azulejos.game.records import text as records_text

#: Called with the steps done and all steps.
Report = Callable[[int, int], None]
#: Moves and draws of a game at most. Usual games have 200; without a limit of idle rounds, players
#: can avoid the end for ever.
MAX_STEPS = 2_000
#: Moves and draws of a record at most, with those of its variations: they are replayed, too.
MAX_RECORD_STEPS = 20_000
#: Losses from which the difference of the lines is explained.
EXPLAINED_LOSS = 0.02
#: What efforts of one's own may ask for; a standard error needs two samples.
EFFORT_RANGES = {
    "nodes": (1, MOST_ALPHABETA_NODES),
    "tree_nodes": (1, MOST_NODES),
    "samples": (2, 100_000),
    "proof_nodes": (1, MOST_ALPHABETA_NODES),
}


@dataclass(frozen=True, slots=True)
class Event:
    """A move or a draw of a record, between two positions."""

    ply: int
    before: States
    after: States
    text: str
    is_deal: bool
    seed: bytes  # depends on the record before it


def review(
    game: Game,
    effort: str | Effort = "standard",
    *,
    report: Report | None = None,
    cancel: threading.Event | None = None,
    cache: ResultCache | None = None,
) -> Review:
    """Review a game, finished or not; one of more than `MAX_STEPS` moves and draws is refused.

    `report` is called with the progress; when `cancel` is set, `Cancelled` is raised, and another
    review of the same game goes on from there.
    """
    with _reviewing(game, effort, cancel, cache) as reviewer:
        return reviewer.review_of(list(reviewer.steps(report)))


def judge(
    position: AnyPosition,
    move: AnyMove | str,
    effort: str | Effort = "quick",
    *,
    cancel: threading.Event | None = None,
    cache: ResultCache | None = None,
) -> Decision:
    """A move of a position, compared with the best as a review does."""
    states, chosen = position.states, position.rules.as_move(move)
    position.rules.apply(copy_of(states), chosen, new_log())  # raises an error if it is illegal
    event = Event(0, states, states, str(chosen), is_deal=False, seed=b"")
    with _reviewing(Game(position=position, deals=()), effort, cancel, cache) as reviewer:
        return reviewer.decision(event)


def recorded_game(text: str) -> Game:
    """The game of a record as text or JSON; a record that takes too long is not even replayed."""
    record = (records_json if is_json(text) else records_text).read(text)
    if record.length > MAX_RECORD_STEPS:
        expected, got = Range(0, MAX_RECORD_STEPS), record.length
        raise BadOption("out-of-range", option="moves", expected=expected, got=got)
    return Game.from_record(record)


@contextlib.contextmanager
def _reviewing(
    game: Game, effort: str | Effort, cancel: threading.Event | None, cache: ResultCache | None
) -> Iterator[_Reviewer]:
    """A reviewer of a game, while the context lasts; `cancel` ends its searches."""
    own_cache = ResultCache.default() if cache is None else cache
    reviewer = _Reviewer(game, _effort(effort), own_cache)
    try:
        with Watch(reviewer.evaluator, cancel):
            yield reviewer
    finally:
        if cache is None:
            own_cache.close()


def luck(game: Game, effort: str | Effort = "quick") -> tuple[float, ...]:
    """The luck of every player in all draws of a game, as in a review, in a fraction of its time.

    Its mean is 0 for all players: results less luck have the same mean and a smaller variance.
    """
    reviewer = _Reviewer(game, _effort(effort), ResultCache(None))
    chances = [reviewer.chance(event) for event in reviewer.events() if event.is_deal]
    return tuple(sum(chance.luck[p] for chance in chances) for p in range(game.players))


def _effort(effort: str | Effort) -> Effort:
    """An effort by its name, or one of one's own; its numbers are checked."""
    if not isinstance(effort, Effort):
        if effort not in EFFORTS:
            raise UnknownEffort("unknown-effort", known=", ".join(EFFORTS), name=effort)
        return EFFORTS[effort]
    for option, (least, most) in EFFORT_RANGES.items():
        got = getattr(effort, option)
        if not least <= got <= most:
            raise BadOption("out-of-range", option=option, expected=Range(least, most), got=got)
    return effort


class _Reviewer:
    """The review of one game."""

    def __init__(self, game: Game, effort: Effort, cache: ResultCache) -> None:
        if len(game.history) > MAX_STEPS:
            expected, got = Range(0, MAX_STEPS), len(game.history)
            raise BadOption("out-of-range", option="moves", expected=expected, got=got)
        self.game, self.effort, self.cache = game, effort, cache
        self.rules = game.rules
        self.nodes = effort.nodes if uses_alphabeta(game.position) else effort.tree_nodes
        self.evaluator = Evaluator(game.position, max(self.nodes, LUCK_NODES))

    def steps(self, report: Report | None) -> Iterator[Step]:
        """All steps of the game, reviewed."""
        events = list(self.events())
        for done, event in enumerate(events):
            if report is not None:
                report(done, len(events))
            yield self.chance(event) if event.is_deal else self.decision(event)
        if report is not None:
            report(len(events), len(events))

    def review_of(self, steps: list[Step]) -> Review:
        """The report on all steps."""
        game, players = self.game, range(self.game.players)
        result = self._result()
        start = self._start(steps, result)
        summaries = [books.summary(p, steps, start.shares[p], result.shares[p]) for p in players]
        points = [point for p in players for point in books.turning_points(p, steps)]
        return Review(
            game=game.name,
            board=game.board,
            players=game.players,
            effort=self.effort.name,
            is_over=game.is_over,
            scores=game.scores,
            steps=tuple(steps),
            summaries=tuple(summaries),
            turning_points=tuple(points),
        )

    def _result(self) -> Value:
        """The result, or what to expect at the end of an unfinished game."""
        return self.evaluator.evaluate(self.game.position.states, self.nodes).value

    @staticmethod
    def _start(steps: list[Step], result: Value) -> Value:
        """The value before the first step."""
        if not steps:
            return result
        return steps[0].expected if isinstance(steps[0], Chance) else steps[0].value

    # The record

    def events(self) -> Iterator[Event]:
        """The moves and draws of the record, with the positions between them."""
        record = self.game.to_record()
        if record.position is None:
            states = self.rules.new(
                record.players, record.board, record.first_player, **record.options
            )
        else:
            states = self.rules.read_position(record.position).states
        digest = hashlib.blake2b(states.tobytes(), digest_size=32)
        ply = 0
        for entry in self.game.history:
            after, is_deal = copy_of(states), isinstance(entry, Deal)
            text = entry.tiles if isinstance(entry, Deal) else str(entry.move)
            if isinstance(entry, Deal):
                letters = self.rules.colours.letters()
                for letter in entry.tiles:
                    unchecked.deal_tile(after, letters.index(letter), None)
            else:
                unchecked.apply(after, entry.move.index, None)
            yield Event(ply, states, after, text, is_deal, digest.digest())
            digest.update(text.encode() + b"\n")
            ply += not is_deal
            states = after

    # Chance

    def chance(self, event: Event) -> Chance:
        """The luck of a draw."""
        mean = self._expectation(event)
        value = self.evaluator.evaluate(event.after, LUCK_NODES).value
        is_refill = self.evaluator.is_refill(event.before)
        return Chance(
            ply=event.ply,
            round=self._position(event.after).round,
            kind="refill" if is_refill else "deal",
            tiles=event.text,
            expected=mean.value,
            value=value,
            luck=differences(value.shares, mean.value.shares),
            lead_luck=differences(value.leads, mean.value.leads),
            count=mean.count,
            enumerated=mean.is_enumerated,
        )

    def _expectation(self, event: Event) -> Expectation:
        """The mean before a draw: shared by all games for the first deal, else of this game."""
        if event.ply == 0:
            known = first_deal_mean(self._position(event.before))
            if known is not None:
                return known
        samples = self.effort.samples
        key = result_key("chance", self.rules.name, event.before.tobytes(), event.seed, samples)
        kept = self.cache.get(key)
        if kept is not None:
            return msgspec.json.decode(kept, type=Expectation)
        mean = expectation(self.evaluator, event.before, samples, LUCK_NODES, event.seed)
        self.cache.put(key, msgspec.json.encode(mean))
        return mean

    # Decisions

    def decision(self, event: Event) -> Decision:
        """A move, compared with the best."""
        key = result_key(
            "decision", self.rules.name, event.before.tobytes(), event.text, self.effort
        )
        kept = self.cache.get(key)
        if kept is not None:
            decision = msgspec.json.decode(kept, type=Decision)
            return msgspec.structs.replace(decision, ply=event.ply)
        decision = self._decision(event)
        self.cache.put(key, msgspec.json.encode(decision))
        return decision

    def _decision(self, event: Event) -> Decision:
        position = self._position(event.before)
        player = int(event.before["to_play"][0])
        played = self.rules.as_move(event.text).index
        root = self.evaluator.evaluate(event.before, self.nodes)
        best = root.ranked[0].action
        actions = [best] if best == played else [best, played]
        found = [self._after(position, event.before, action) for action in actions]
        values = equal_values(found)
        if preference(values[-1], player) >= preference(values[0], player):
            best, found, values = played, found[-1:], values[-1:]
        loss = max(0.0, values[0].shares[player] - values[-1].shares[player])
        shares = [ranked.share for ranked in root.ranked]
        names = self.rules.moves
        lines = (best, *found[0].line), (played, *found[-1].line)
        return Decision(
            ply=event.ply,
            round=position.round,
            player=player,
            move=event.text,
            best=str(names[best]),
            value=values[0],
            played=values[-1],
            loss=loss,
            lead_loss=max(0.0, values[0].leads[player] - values[-1].leads[player]),
            trivial=max(shares) - min(shares) < TRIVIAL_SPREAD and loss < TRIVIAL_SPREAD,
            judgement=judgement_of(loss),
            accuracy=accuracy_of(loss),
            gains=differences(values[-1].shares, values[0].shares),
            line=tuple(str(names[action]) for action in lines[0]),
            played_line=tuple(str(names[action]) for action in lines[1]),
            facts=self._facts(position, lines[1], lines[0]) if loss >= EXPLAINED_LOSS else (),
        )

    def _after(self, position: AnyPosition, states: States, action: int) -> Found:
        likely = position.is_last_round
        nodes = self.effort.proof_nodes if likely else UNLIKELY_PROOF_NODES
        return search_move(self.evaluator, states, action, self.nodes, nodes)

    def _facts(
        self, position: AnyPosition, played: tuple[int, ...], best: tuple[int, ...]
    ) -> tuple[Fact, ...]:
        def next_action(states: States) -> int:
            return self.evaluator.evaluate(states, MIN_NODES).ranked[0].action

        return compare(position, played, best, next_action)

    def _position(self, states: States) -> AnyPosition:
        return self.rules.position_kind.of(states)


def differences(new: tuple[float, ...], old: tuple[float, ...]) -> tuple[float, ...]:
    """Differences by player."""
    return tuple(one - other for one, other in zip(new, old, strict=True))
