"""Analysis engine: requests by id, answered asynchronously, by priority, and cancelled on demand.

Knows nothing of streams: `azulejos analysis-engine` reads and writes JSON lines around it. The
messages are described in docs/analysis-engine.md.
"""

from __future__ import annotations

import itertools
import queue
import threading
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from azulejos.analysis.candidates import DEFAULT, LINES, Analysis, explain, stream
from azulejos.analysis.errors import Cancelled
from azulejos.analysis.report import Decision, Review
from azulejos.analysis.result_cache import ResultCache, analysis_version
from azulejos.analysis.reviewer import judge, recorded_game, review
from azulejos.analysis.values import Effort
from azulejos.engine import AnyPosition, find_game
from azulejos.engine.errors import AzulejosError
from azulejos.search.limits import Limits

#: Longest line that is read, in characters or bytes: a record and some space for the rest.
MAX_LINE = 2_500_000


class AnalyseRequest(msgspec.Struct, tag_field="action", tag="analyse", forbid_unknown_fields=True):
    """Analyse a position."""

    id: str
    position: str
    nodes: int | None = None
    seconds: float | None = None
    lines: int = LINES
    priority: int = 0  # larger first
    updates: bool = False  # whether intermediate results are sent
    facts: bool = False  # whether the last result explains its candidates


class JudgeRequest(msgspec.Struct, tag_field="action", tag="judge", forbid_unknown_fields=True):
    """Compare a move of a position with the best."""

    id: str
    position: str
    move: str
    effort: str | Effort = "quick"
    priority: int = 0


class ReviewRequest(msgspec.Struct, tag_field="action", tag="review", forbid_unknown_fields=True):
    """Review a recorded game, as text or JSON."""

    id: str
    record: str
    effort: str | Effort = "quick"
    priority: int = 0
    updates: bool = False  # whether the progress is sent


class CancelRequest(msgspec.Struct, tag_field="action", tag="cancel", forbid_unknown_fields=True):
    """Cancel a request that waits or is worked on."""

    id: str


class VersionRequest(msgspec.Struct, tag_field="action", tag="version", forbid_unknown_fields=True):
    """Ask what results depend on."""

    id: str


Work: TypeAlias = AnalyseRequest | JudgeRequest | ReviewRequest
Request: TypeAlias = Work | CancelRequest | VersionRequest


class _Answer(msgspec.Struct, tag_field="answer", omit_defaults=True):
    """An answer to the request with the same id."""

    id: str


class AnalysisAnswer(_Answer, tag="analysis"):
    """A result; further ones follow unless it is the last."""

    analysis: Analysis
    last: bool


class JudgementAnswer(_Answer, tag="judgement"):
    """A move, compared with the best."""

    judgement: Decision


class ProgressAnswer(_Answer, tag="progress"):
    """How far a review is."""

    done: int
    steps: int


class ReviewAnswer(_Answer, tag="review"):
    """The review of a game."""

    review: Review


class CancelledAnswer(_Answer, tag="cancelled"):
    """The request was cancelled: nothing follows."""


class VersionAnswer(_Answer, tag="version"):
    """What results depend on: code of rules and search, and networks."""

    version: str


class ErrorAnswer(_Answer, tag="error"):
    """The request cannot be carried out; `id` is empty where it could not be read."""

    code: str
    message: str


Answer: TypeAlias = (
    AnalysisAnswer
    | JudgementAnswer
    | ProgressAnswer
    | ReviewAnswer
    | CancelledAnswer
    | VersionAnswer
    | ErrorAnswer
)
Send: TypeAlias = Callable[[Answer], None]

_decoder = msgspec.json.Decoder(Request)


class Engine:
    """Works on requests in threads; answers are sent from any of them, one at a time."""

    def __init__(self, send: Send, threads: int = 1) -> None:
        self._send_unlocked = send
        self._sending = threading.Lock()
        self._numbers = itertools.count()
        self._waiting: queue.PriorityQueue[tuple[float, int, Work | None]] = queue.PriorityQueue()
        self._lock = threading.Lock()
        self._cancels: dict[str, threading.Event] = {}
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def receive(self, line: str | bytes) -> None:
        """Take a request; returns at once."""
        try:
            if len(line) > MAX_LINE:
                raise msgspec.DecodeError(f"expected at most {MAX_LINE} characters")
            request = _decoder.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._send(ErrorAnswer("", "malformed-request", str(error)))
            return
        match request:
            case VersionRequest(id=name):
                self._send(VersionAnswer(name, analysis_version()))
            case CancelRequest(id=name):
                self._cancel(name)
            case _:
                self._enqueue(request)

    def cancel_all(self) -> None:
        """Cancel all requests, those that wait and those that are worked on."""
        with self._lock:
            for event in self._cancels.values():
                event.set()

    def finish(self) -> None:
        """Work on all requests that wait, then end."""
        for _ in self._threads:
            self._waiting.put((float("inf"), next(self._numbers), None))
        for thread in self._threads:
            thread.join()

    def _enqueue(self, request: Work) -> None:
        with self._lock:
            known = request.id in self._cancels
            self._cancels.setdefault(request.id, threading.Event())
        if known:
            self._send(ErrorAnswer(request.id, "duplicate-id", "a request has this id already"))
        else:
            self._waiting.put((-request.priority, next(self._numbers), request))

    def _cancel(self, name: str) -> None:
        with self._lock:
            event = self._cancels.get(name)
        if event is None:
            self._send(ErrorAnswer(name, "unknown-id", "no request has this id"))
        else:
            event.set()

    def _send(self, answer: Answer) -> None:
        with self._sending:
            self._send_unlocked(answer)

    def _work(self) -> None:
        while True:
            request = self._waiting.get()[2]
            if request is None:
                return
            answer = self._answer(request, self._cancels[request.id])
            with self._lock:
                del self._cancels[request.id]
            self._send(answer)

    def _answer(self, request: Work, cancel: threading.Event) -> Answer:
        """The last answer to a request."""
        if cancel.is_set():
            return CancelledAnswer(request.id)
        try:
            if isinstance(request, AnalyseRequest):
                return self._analyse(request, cancel)
            if isinstance(request, JudgeRequest):
                return self._judge(request, cancel)
            return self._review(request, cancel)
        except Cancelled:
            return CancelledAnswer(request.id)
        except AzulejosError as error:
            return ErrorAnswer(request.id, error.code, str(error))
        except Exception as error:  # such as too little memory: other requests are still answered
            return ErrorAnswer(request.id, "internal-error", f"{type(error).__name__}: {error}")

    def _analyse(self, request: AnalyseRequest, cancel: threading.Event) -> Answer:
        position = _position(request.position)
        limits = Limits(request.seconds, request.nodes)
        last: Analysis | None = None
        given = DEFAULT if limits == Limits() else limits
        for result in stream(position, given, request.lines, cancel=cancel):
            if request.updates and last is not None:
                self._send(AnalysisAnswer(request.id, last, last=False))
            last = result
        if last is None or cancel.is_set():
            return CancelledAnswer(request.id)
        if request.facts:
            last = explain(position, last, cancel=cancel)
        return AnalysisAnswer(request.id, last, last=True)

    def _judge(self, request: JudgeRequest, cancel: threading.Event) -> Answer:
        position = _position(request.position)
        return JudgementAnswer(
            request.id, judge(position, request.move, request.effort, cancel=cancel)
        )

    def _review(self, request: ReviewRequest, cancel: threading.Event) -> Answer:
        game = recorded_game(request.record)

        def report(done: int, steps: int) -> None:
            if request.updates:
                self._send(ProgressAnswer(request.id, done, steps))

        cache = ResultCache.default()
        try:
            result = review(game, request.effort, report=report, cancel=cancel, cache=cache)
        finally:
            cache.close()
        return ReviewAnswer(request.id, result)


def _position(text: str) -> AnyPosition:
    """The position that a text describes; its first word is the game."""
    words = text.split(maxsplit=1)
    return find_game(words[0] if words else "").read_position(text)
