"""Answers of the analysis engine as messages, with sentences in the client's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from azulejos.i18n import Words
from azulejos.server.errors import ServiceError
from azulejos.session.messages.analysis import AnalysisLine, ErrorLine, JudgedMove

if TYPE_CHECKING:
    from azulejos.server.analysis_workers import Message


class Narrator:
    """Renders facts in a language, with names of the players."""

    def __init__(self, words: Words, names: Sequence[str | None], players: int) -> None:
        from azulejos.analysis.facts import Fact
        from azulejos.i18n.analysis import fact_sentence

        self.words = words
        known = [*names, *[None] * players][:players]
        self.names = [
            name or words.gettext("Player {number}", number=number)
            for number, name in enumerate(known, start=1)
        ]
        self._facts = msgspec.json.Decoder(list[Fact])
        self._sentence = fact_sentence

    # Any: facts as the engine writes them.
    def sentences(self, facts: list[Any]) -> list[str]:
        """Sentences about facts."""
        typed = self._facts.decode(msgspec.json.encode(facts))
        return [self._sentence(self.words, fact, self.names) for fact in typed]

    def analysis(self, answer: Message) -> AnalysisLine:
        """A result of an analysis."""
        found = answer["analysis"]
        for candidate in found["candidates"]:
            candidate["facts"] = self.sentences(candidate.get("facts", []))
        return msgspec.convert({**found, "last": answer["last"], "type": "analysis"}, AnalysisLine)

    def judgement(self, answer: Message) -> JudgedMove:
        """A judged move."""
        found = answer["judgement"]
        return msgspec.convert({**found, "facts": self.sentences(found["facts"])}, JudgedMove)


def error_line(words: Words, error: ServiceError) -> ErrorLine:
    """The last line of an analysis that was refused or has failed."""
    parameters = {name: str(value) for name, value in error.parameters.items()}
    return ErrorLine(error.code, words.error(error), parameters)
