"""The numbers and judgements of a review in words."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from azulejos.analysis.report import Chance, Decision, PlayerSummary
from azulejos.i18n import Words
from azulejos.i18n.analysis import fact_sentence
from azulejos.i18n.numbers import decimal, percent, sampled_percent

#: How a judgement is written beside a move, and its colour.
SYMBOLS = {"good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
STYLES = {"good": "", "inaccuracy": "$warning", "mistake": "$error", "blunder": "bold $error"}


def signed(words: Words, change: float) -> str:
    """A change in whole percent, with its sign."""
    return percent(words.language, change, is_change=True)


def judgement_name(words: Words, judgement: str) -> str:
    """The name of a judgement."""
    names = {
        "good": words.gettext("Good move"),
        "inaccuracy": words.gettext("Inaccuracy"),
        "mistake": words.gettext("Mistake"),
        "blunder": words.gettext("Blunder"),
    }
    return names[judgement]


def luck_sentence(words: Words, books: PlayerSummary, name: str | None) -> str:
    """What luck and the own moves were worth; `name` is None for the user."""
    luck, moves = signed(words, books.luck), signed(words, -books.losses)
    if name is None:
        return words.gettext(
            "The deals were worth {luck} to you; your moves {moves}.", luck=luck, moves=moves
        )
    return words.gettext(
        "The deals were worth {luck} to {name}; their own moves {moves}.",
        luck=luck,
        moves=moves,
        name=name,
    )


def marks(words: Words, books: PlayerSummary) -> str:
    """Error rate, accuracy and the unexplained rest, in one line."""
    rate = "-" if books.error_rate is None else percent(words.language, books.error_rate, 1)
    accuracy = "-" if books.accuracy is None else decimal(words.language, books.accuracy, 0)
    parts = [
        f"{words.gettext('Error rate')} {rate}",
        f"{words.gettext('Accuracy')} {accuracy}",
        f"?! {books.inaccuracies}  ? {books.mistakes}  ?? {books.blunders}",
        f"{words.gettext('Unexplained')} {signed(words, books.residual)}",
    ]
    return " · ".join(parts)


def decision_line(words: Words, decision: Decision, name: str) -> Text:
    """A move in one line of a list."""
    text = Text(f"{decision.ply + 1:>4}  ", no_wrap=True, overflow="ellipsis")
    text.append(f"{name}  {decision.move}")
    if decision.judgement != "good":
        text.append(f"  {SYMBOLS[decision.judgement]} {signed(words, -decision.loss)}", "bold")
    return text


def chance_line(words: Words, chance: Chance, seat: int, name: str) -> Text:
    """A draw in one line of a list."""
    error = chance.expected.errors[seat] if chance.expected.errors else 0.0
    luck = sampled_percent(words.language, chance.luck[seat], error)
    if chance.kind == "deal":
        sentence = words.gettext(
            "Deal of round {round}: {luck} for {name}", round=chance.round, luck=luck, name=name
        )
    else:
        sentence = words.gettext("Refill of the supply: {luck} for {name}", luck=luck, name=name)
    return Text(f"      {sentence}", "italic", no_wrap=True, overflow="ellipsis")


def decision_details(words: Words, decision: Decision, names: Sequence[str]) -> Text:
    """The judgement of a move, the better one, and why."""
    player = decision.player
    is_best = decision.move == decision.best
    title = words.gettext("Best move") if is_best else judgement_name(words, decision.judgement)
    shares = words.gettext(
        "{name}: {before} → {after}",
        name=names[player],
        before=percent(words.language, decision.value.shares[player]),
        after=percent(words.language, decision.played.shares[player]),
    )
    text = Text.assemble((f"{SYMBOLS[decision.judgement]} {title}".strip(), "bold"), f"  {shares}")
    if not is_best:
        text.append("\n" + words.gettext("Better: {move}", move=decision.best))
    for fact in decision.facts:
        text.append(f"\n• {fact_sentence(words, fact, names)}")
    return text
