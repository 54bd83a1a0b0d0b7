"""The tray below the boards: what to do now, choices that need more than a place, and news."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from azulejos.i18n.sentences import TILES, signed
from azulejos.render.text.tiles import pile_text
from azulejos.tui.canvas import Canvas
from azulejos.tui.move_builder import (
    BACK,
    CONFIRM,
    PASS,
    Choosing,
    Key,
    total_points,
)
from azulejos.tui.names import bot_name
from azulejos.tui.pavilion_board import cost_of
from azulejos.tui.sentences import of_option, of_warning
from azulejos.tui.tiles import EDGES, Look

LEFT = 1


def draw_tray(
    update: dict[str, Any],
    names: Sequence[str],
    choosing: Choosing,
    look: Look,
    width: int,
    hint: dict[str, Any] | None = None,
) -> Canvas:
    """What to do now, and what can be pressed for it."""
    canvas = Canvas(width, 1)
    lines = _instruction(update, names, choosing, look)
    for y, line in enumerate(lines):
        canvas.put(LEFT, y, line)
    y = len(lines)
    if hint is not None and choosing.step not in ("confirm", "wait"):
        canvas.put(LEFT, y, _hint(hint, look))
        y += 1
    _Buttons(canvas, y, choosing, look, width).draw()
    return canvas


def _instruction(
    update: dict[str, Any], names: Sequence[str], choosing: Choosing, look: Look
) -> list[Text]:
    state, words, inks = update["state"], look.words, look.inks
    step, strong = choosing.step, f"bold {inks.ink}"
    if step == "wait":
        return [Text(_waiting(update, names, look), inks.muted)]
    if step == "confirm" and choosing.pending is not None:
        warnings = choosing.pending["warnings"]
        told = [of_warning(words, state["game"], warning) for warning in warnings]
        for line in told:
            line.stylize(f"bold {inks.accent}")
        return [*told, Text(words.gettext("Do it anyway?"), strong)]
    if step == "pay" and choosing.space is not None:
        return [Text(words.gettext("How do you pay?"), strong)]
    if step == "keep":
        text = words.ngettext(
            "Keep up to {n} tile for the next round",
            "Keep up to {n} tiles for the next round",
            choosing.most_kept,
        )
        return [Text(text, strong)]
    if step == "bonus":
        text = words.ngettext(
            "Choose {n} bonus tile from the supply",
            "Choose {n} bonus tiles from the supply",
            state["bonus_due"],
        )
        return [Text(text, strong)]
    return [_pointed(choosing, look) or Text(_plain_step(step, look), strong)]


def _plain_step(step: str, look: Look) -> str:
    words = look.words
    if step == "tile":
        return words.gettext("Choose a column on your wall")
    if step == "place":
        return words.gettext("Place a tile on a lit space, or pass")
    if step == "line":
        return words.gettext("Now pick a line")
    return words.gettext("Pick tiles")


def _pointed(choosing: Choosing, look: Look) -> Text | None:
    """What the cursor stands on, in a sentence."""
    spot = look.spots.get(look.cursor) if look.cursor is not None else None
    words = look.words
    if look.cursor is not None and look.cursor[0] == "take" and choosing.step == "draft":
        tiles = next(
            option["taken"]
            for option in choosing.options
            if ("take", option.get("source"), option.get("colour")) == look.cursor
        )
        text = Text(words.gettext("Pick tiles"), f"bold {look.inks.ink}")
        return text.append("  ").append_text(pile_text(tiles))
    if spot is None or spot.option is None:
        return None
    text = of_option(words, spot.option)
    if look.cursor is not None and look.cursor[0] == "space":
        text = Text(f"◇{cost_of(choosing.state, look.cursor[1])} ").append_text(text)
        bonus = spot.option["bonus"]
        if bonus:
            told = words.ngettext("{n} bonus tile", "{n} bonus tiles", bonus)
            text.append(f" · {told}", look.inks.accent)
    if total_points(spot.option):
        text.append(f"  {signed(total_points(spot.option))}", f"bold {look.inks.accent}")
    return text


def _waiting(update: dict[str, Any], names: Sequence[str], look: Look) -> str:
    state, words = update["state"], look.words
    seats = update["table"]["seats"]
    if state["over"]:
        return words.gettext("The game is over")
    if state["to_play"] is None:
        return words.gettext("Tiles are being dealt …")
    name, seat = names[state["to_play"]], seats[state["to_play"]]
    if seat["kind"] == "bot" or seat["stand_in"]:
        return words.gettext("{name} is thinking …", name=name)
    if not any(one["yours"] for one in seats):
        return words.gettext("You are watching")
    return words.gettext("Waiting for {name}", name=name)


def _hint(hint: dict[str, Any], look: Look) -> Text:
    bot = bot_name(look.words, hint["bot"])
    sentence = look.words.gettext("{bot} would: {move}", bot=bot, move=TILES)
    before, _, after = sentence.partition(TILES)
    move = Text(before).append_text(of_option(look.words, hint["option"])).append(after)
    return Text("◂▸ ", look.inks.accent).append_text(move)


class _Buttons:
    """What can be pressed in the tray, in rows."""

    def __init__(self, canvas: Canvas, y: int, choosing: Choosing, look: Look, width: int) -> None:
        self.canvas, self.choosing, self.look, self.width = canvas, choosing, look, width
        self.x, self.y = LEFT, y

    def draw(self) -> None:
        """All buttons of the present step."""
        spots, words = self.look.spots, self.look.words
        for key in spots:
            if key[0] == "way":
                self._way(key)
            elif key[0] == "count":
                self._count(key)
        for key, label in (
            (CONFIRM, self._confirm_label()),
            (PASS, words.gettext("Pass")),
            (BACK, words.gettext("Back")),
        ):
            spot = spots.get(key)
            if spot is not None:
                points = f" {signed(spot.points)}" if spot.points else ""
                self._button(key, Text(f"{label}{points}"))

    def _confirm_label(self) -> str:
        words, choosing = self.look.words, self.choosing
        if choosing.step == "take":
            return words.gettext("Take")
        if choosing.step == "keep":
            return words.gettext("Pass")
        if choosing.step == "bonus":
            count, due = sum(choosing.picked.values()), choosing.state["bonus_due"]
            return words.gettext("Take {count} of {due}", count=count, due=due)
        return words.gettext("Confirm")

    def _way(self, key: Key) -> None:
        spot = self.look.spots[key]
        assert spot.option is not None
        text = Text(f"{key[1] + 1} ").append_text(pile_text({spot.option["colour"]: 1}))
        pays = dict(spot.option["pays"])
        pays[spot.option["colour"]] -= 1
        rest = {letter: count for letter, count in pays.items() if count}
        text.append(" ← " if rest else "").append_text(pile_text(rest))
        text.append(f" {signed(spot.points or 0)}")
        self._button(key, text)

    def _count(self, key: Key) -> None:
        letter = key[1]
        choosing = self.choosing
        pile = (
            choosing.state["boards"][choosing.state["to_play"]]["tiles"]
            if choosing.step == "keep"
            else choosing.state["supply"]
        )
        text = pile_text({letter: 1})
        text.append(f"{choosing.picked.get(letter, 0)}/{pile[letter]}")
        self._button(key, text)

    def _button(self, key: Key, text: Text) -> None:
        inks = self.look.inks
        state = self.look.state_of(key)
        left, right = EDGES[state] if state in ("cursor", "hint") else (" ", " ")
        width = text.cell_len + 2
        if self.x > LEFT and self.x + width > self.width:
            self.x, self.y = LEFT, self.y + 1
        style = f"bold {inks.on_accent} on {inks.accent}" if state == "cursor" else "reverse"
        if not text.spans:
            whole = Text(f"{left}{text.plain}{right}", style)
            self.canvas.put(self.x, self.y, whole)
        else:
            edge = f"bold {inks.accent}"
            whole = Text(left, edge).append_text(text).append(right, edge)
            if state == "cursor":
                whole.stylize("underline")
            self.canvas.put(self.x, self.y, whole)
        self.canvas.spot(key, self.x, self.y, width)
        self.x += width + 1
