"""Events as sentences: every kind of event of both games, in every language."""

from __future__ import annotations

from typing import get_args

import pytest

from azulejos.engine import GAMES, AnyEvent
from azulejos.engine.azul import events as azul
from azulejos.engine.azul.layout import END_REASONS
from azulejos.engine.azul.layout import Colour as AzulColour
from azulejos.engine.colours import Tiles
from azulejos.engine.events import BagFilled, Dealt, RoundStarted
from azulejos.engine.pavilion import events as pavilion
from azulejos.engine.pavilion.layout import Colour
from azulejos.game import Deal
from azulejos.i18n import LANGUAGES, words_in
from azulejos.i18n.events import GAME_TEXTS, describe
from azulejos.i18n.sentences import MINUS, TILES, name_list
from azulejos.render.text.tiles import sentence_text
from tests.support import random_game

NAMES = ["Ana", "Rui", "Eva", "Leo"]
BLUE, RED = AzulColour.BLUE, AzulColour.RED


def tiles(letters: str) -> Tiles[Colour]:
    return Tiles.of(Colour, letters)


def told(game: str, *events: AnyEvent, language: str = "en") -> list[str]:
    """The sentences about one turn, with tiles as letters."""
    sentences = describe(words_in(language), game, events, NAMES)
    return [sentence_text(sentence).plain for sentence in sentences]


AZUL: list[tuple[AnyEvent, str]] = [
    (azul.Taken(0, 3, BLUE, 2), "Ana takes 2▐B▌ from factory 3"),
    (azul.Taken(1, 0, RED, 1), "Rui takes ▐R▌ from the centre"),
    (azul.MarkerTaken(1), "Rui takes the starting player marker"),
    (azul.Dropped(0, BLUE, 2, 0), "Ana drops 2▐B▌ to the floor line"),
    (azul.Dropped(0, BLUE, 1, 3), "Ana drops 4▐B▌ to the floor line"),
    (
        azul.LineDropped(1, 4, RED),
        "No free column for line 5: Rui drops it to the floor line",
    ),
    (azul.Tiled(0, 0, 2, RED, 5), "Ana moves ▐R▌ to row 1 of the wall: +5"),
    (azul.FloorCharged(1, 3, 4), f"Rui pays for the floor line: {MINUS}4"),
    (BagFilled(42), "The bag was empty: 42 discarded tiles go back into it"),
    (BagFilled(1), "The bag was empty: 1 discarded tile goes back into it"),
    (RoundStarted(2, 1, 0), "Round 2 begins, Rui starts"),
    (azul.GameEnded("row"), "A player completed a row: the game is over"),
    (azul.GameEnded("empty"), "No tiles are left: the game is over"),
    (azul.GameEnded("stalemate"), "No one placed a tile for a long time: the game is over"),
    (azul.Bonus(0, 2, 7, 10), "Ana scores bonuses: +19"),
]
PAVILION: list[tuple[AnyEvent, str]] = [
    (pavilion.Taken(0, 3, tiles("pgg")), "Ana takes ▐P▌2▐G▌ from factory 3"),
    (pavilion.Taken(1, 0, tiles("r")), "Rui takes ▐R▌ from the centre"),
    (pavilion.MarkerTaken(1, 3), f"Rui takes the starting player marker: {MINUS}3"),
    (
        pavilion.Placed(0, 11, Colour.PURPLE, tiles("pp"), 5),
        "Ana places ▐P▌ and pays 2▐P▌: +5",
    ),
    (pavilion.Placed(1, 0, Colour.RED, tiles(""), 1), "Rui places ▐R▌: +1"),
    (pavilion.Surrounded(0, 3, 3), "Ana gets 3 bonus tiles"),
    (pavilion.Surrounded(0, 2, 1), "Ana gets 1 bonus tile"),
    (pavilion.BonusTaken(1, tiles("gyy")), "Rui takes ▐G▌2▐Y▌ from the supply"),
    (pavilion.Passed(0, tiles(""), tiles(""), 0), "Ana passes"),
    (pavilion.Passed(0, tiles("pp"), tiles(""), 0), "Ana passes and keeps 2▐P▌"),
    (pavilion.Passed(1, tiles(""), tiles("rb"), 1), f"Rui passes: {MINUS}1"),
    (pavilion.Passed(1, tiles("g"), tiles("rb"), 2), f"Rui passes and keeps ▐G▌: {MINUS}2"),
    (BagFilled(42), "The bag was empty: 42 discarded tiles go back into it"),
    (RoundStarted(2, 1, 0), "Round 2 begins, Rui starts"),
    (pavilion.GameEnded(6), "The game is over"),
    (pavilion.Bonus(0, 20, 4), "Ana scores bonuses: +24"),
]


@pytest.mark.parametrize(
    ("game", "event", "sentence"),
    [("azul", *case) for case in AZUL] + [("summer-pavilion", *case) for case in PAVILION],
)
def test_an_event_is_one_sentence(game: str, event: AnyEvent, sentence: str) -> None:
    assert told(game, event) == [sentence]


def test_every_kind_of_event_has_a_sentence_except_dealt_tiles() -> None:
    # Where tiles of Azul are placed is said in the sentence about taking them.
    assert {type(event) for event, _ in AZUL} == {*get_args(azul.Event)} - {Dealt, azul.Placed}
    assert {type(event) for event, _ in PAVILION} == {*get_args(pavilion.Event)} - {Dealt}
    assert told("azul", Dealt(1, BLUE)) == told("summer-pavilion", Dealt(1, Colour.BLUE)) == []


def test_where_tiles_go_is_said_in_the_sentence_about_taking_them() -> None:
    placed = azul.Placed(0, 3, BLUE, 2)
    factory = told("azul", azul.Taken(0, 3, BLUE, 2), placed)
    assert factory == ["Ana takes 2▐B▌ from factory 3 to line 4"]
    centre = told("azul", azul.Taken(0, 0, BLUE, 2), azul.MarkerTaken(0), placed)
    assert centre == [
        "Ana takes 2▐B▌ from the centre to line 4",
        "Ana takes the starting player marker",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_missing_tiles_are_reported_at_the_start_of_a_round(game: str) -> None:
    assert told(game, RoundStarted(9, 0, 3)) == [
        "Round 9 begins, Ana starts",
        "3 tiles could not be dealt",
    ]
    assert told(game, RoundStarted(9, 0, 1))[1] == "1 tile could not be dealt"


def test_what_brings_or_costs_nothing_is_not_mentioned() -> None:
    assert told("azul", azul.FloorCharged(1, 1, 0), azul.Bonus(0, 0, 0, 0)) == []
    assert told("summer-pavilion", pavilion.Bonus(0, 0, 0)) == []


def test_every_end_of_azul_has_a_sentence_of_its_own() -> None:
    ends = {event.reason: text for event, text in AZUL if isinstance(event, azul.GameEnded)}
    assert set(ends) == set(END_REASONS) - {"none"}
    assert len(set(ends.values())) == len(ends)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_are_described_in_every_language(game: str, language: str) -> None:
    words = words_in(language)
    history = random_game(8, game=game, board="grey", players=3).history
    for entry in history:
        sentences = list(describe(words, game, entry.events, NAMES))
        assert sentences or isinstance(entry, Deal)  # a deal may only refill the supply
        for sentence in sentences:
            assert sentence.text.count(TILES) == len(sentence.tiles)
            assert not set("{}") & set(sentence.text)


def test_every_game_has_its_texts() -> None:
    assert set(GAME_TEXTS) == set(GAMES)
    for language in LANGUAGES:
        words = words_in(language)
        for texts in GAME_TEXTS.values():
            assert texts.name(words)
            assert texts.discards(words)
            assert texts.last_round(words)
            assert texts.unplaceable(words, "b").tiles == ({"b": 1},)


def test_names_are_joined_as_the_language_does_it() -> None:
    names = ["Ana", "Ben", "Eva"]
    assert name_list(words_in("de"), names) == "Ana, Ben und Eva"
    assert name_list(words_in("de"), names[:1]) == "Ana"
