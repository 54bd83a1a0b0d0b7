"""Events as sentences, in every language: the only place in Python that puts events into words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from azulejos.engine import AnyEvent
from azulejos.i18n import Words
from azulejos.i18n.azul import AzulTexts
from azulejos.i18n.pavilion import PavilionTexts
from azulejos.i18n.sentences import GameTexts, Sentence, shared_event

#: The texts of every game.
GAME_TEXTS: dict[str, GameTexts] = {"azul": AzulTexts(), "summer-pavilion": PavilionTexts()}


def describe(
    words: Words, game: str, events: Sequence[AnyEvent], names: Sequence[str]
) -> Iterator[Sentence]:
    """Sentences about the events of one move or deal; `names` are the players', by seat."""
    texts = GAME_TEXTS[game]
    for event in events:
        yield from shared_event(words, event, names)
        sentence = texts.event(words, event, names, events)
        if sentence is not None:
            yield sentence
