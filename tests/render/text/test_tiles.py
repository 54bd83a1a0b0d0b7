"""Tiles within sentences."""

from __future__ import annotations

from azulejos.i18n.sentences import TILES, Sentence
from azulejos.render.text.tiles import pile_text, sentence_text


def test_a_pile_shows_each_colour_once_with_its_count() -> None:
    assert pile_text({"b": 1, "k": 3}).plain == "▐B▌3▐K▌"
    assert pile_text({}).plain == ""


def test_tiles_stand_where_the_sentence_has_them() -> None:
    sentence = Sentence(f"Ana pays {TILES} for {TILES}.", ({"b": 2}, {"r": 1}))
    assert sentence_text(sentence).plain == "Ana pays 2▐B▌ for ▐R▌."


def test_headings_are_bold() -> None:
    assert sentence_text(Sentence("Round 1", is_heading=True)).style == "bold"
    assert sentence_text(Sentence("Ana passes")).style == ""


def test_a_name_with_the_sign_for_tiles_does_no_harm() -> None:
    sentence = Sentence(f"A{TILES}a takes {TILES}.", ({"b": 2},))
    assert sentence_text(sentence).plain == "A2▐B▌a takes ."
