"""The prompt below the boards: what to do now, and buttons."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from azulejos.i18n.sentences import TILES, signed
from azulejos.render.text.tiles import pile_text
from azulejos.session.messages import HintAnswer, OptionWarning, Update
from azulejos.session.messages.azul import AzulDraft
from azulejos.session.messages.pavilion import PavilionDraft, PavilionPlace
from azulejos.tui.canvas import Canvas
from azulejos.tui.keys import BACK, CONFIRM, PASS, CountKey, Key, PaymentKey, TakeKey
from azulejos.tui.move_builder import MoveBuilder, total_points
from azulejos.tui.names import bot_name
from azulejos.tui.sentences import option_text, other_tiles, warning_text
from azulejos.tui.tiles import EDGES, Look

LEFT = 1


def draw_prompt(
    update: Update,
    names: Sequence[str],
    builder: MoveBuilder,
    look: Look,
    width: int,
    hint: HintAnswer | None = None,
    *,
    is_asking: bool = False,
    status: str | None = None,
) -> Canvas:
    """The instruction, the hint or that it is being found, and the buttons of the present step.

    A status is shown while there is nothing to choose, in place of who is waited for.
    """
    canvas = Canvas(width, 1)
    waiting = _waiting(update, names, look) if status is None else status
    instruction = _instruction(update, builder, look, waiting)
    lines = [*_undo_request(update, names, look), *instruction]
    for y, line in enumerate(lines):
        canvas.put(LEFT, y, line)
    y = len(lines)
    if hint is not None and builder.step not in ("confirm", "wait"):
        canvas.put(LEFT, y, _hint(hint, update.state.board, look))
        y += 1
    elif is_asking:
        canvas.put(LEFT, y, look.words.gettext("Finding a hint …"), look.inks.muted)
        y += 1
    _Buttons(canvas, y, builder, look, width).draw()
    return canvas


def _undo_request(update: Update, names: Sequence[str], look: Look) -> list[Text]:
    """What to do about a request to take back a move."""
    request, words = update.undo_request, look.words
    if request is None:
        return []
    seats = update.table.seats
    if seats[request.seat].yours:
        text = words.gettext("You asked to take back a move. N withdraws the request.")
    elif any(seats[seat].yours for seat in request.waiting):
        name = names[request.seat]
        text = words.gettext("{name} asks to take back a move. Y agrees, N refuses.", name=name)
    else:
        text = words.gettext("{name} asks to take back a move", name=names[request.seat])
    return [Text(text, f"bold {look.inks.accent}")]


def _instruction(update: Update, builder: MoveBuilder, look: Look, waiting: str) -> list[Text]:
    state, words, inks = update.state, look.words, look.inks
    step, strong = builder.step, f"bold {inks.ink}"
    if step == "wait":
        return [Text(waiting, inks.muted)]
    if step == "confirm" and builder.pending is not None:
        lines = _warnings(update.table.game, builder.pending.warnings, look)
        return [*lines, Text(words.gettext("Play it anyway?"), strong)]
    if step == "pay" and builder.space is not None:
        return [Text(words.gettext("How do you pay?"), strong)]
    if step == "keep":
        text = words.ngettext(
            "Keep up to {n} tile for the next round",
            "Keep up to {n} tiles for the next round",
            builder.most_kept,
        )
        costs = _warnings(update.table.game, builder.costs(CONFIRM), look)
        return [Text(text, strong), *costs]
    if step == "bonus":
        text = words.ngettext(
            "Choose {n} bonus tile from the supply",
            "Choose {n} bonus tiles from the supply",
            state.bonus_due,
        )
        return [Text(text, strong)]
    pointed = _pointed(builder, look) or Text(_plain_step(step, look), strong)
    costs = _warnings(update.table.game, builder.costs(look.cursor), look)
    if _brings_marker(builder, look):
        text = words.gettext("You also take the starting player marker.")
        costs = [Text(" ").join([Text(text, f"bold {inks.accent}"), *costs])]
    return [pointed, *costs]


def _warnings(game: str, warnings: Sequence[OptionWarning], look: Look) -> list[Text]:
    lines = [warning_text(look.words, game, warning) for warning in warnings]
    for line in lines:
        line.stylize(f"bold {look.inks.accent}")
    return lines


def _plain_step(step: str, look: Look) -> str:
    words = look.words
    if step == "tile":
        return words.gettext("Choose a column on your wall")
    if step == "place":
        return words.gettext("Place a tile on a lit space, or pass")
    if step == "line":
        return words.gettext("Now pick a line")
    return words.gettext("Pick tiles")


def _pointed(builder: MoveBuilder, look: Look) -> Text | None:
    """A sentence about the spot under the cursor."""
    spot = look.spots.get(look.cursor) if look.cursor is not None else None
    words = look.words
    if isinstance(look.cursor, TakeKey) and builder.step == "draft":
        option = next(
            option
            for option in builder.drafts
            if TakeKey(option.source, option.colour) == look.cursor
        )
        text = Text(words.gettext("Pick tiles"), f"bold {look.inks.ink}")
        text.append("  ").append_text(pile_text(option.taken))
        if isinstance(option, PavilionDraft) and option.points:
            text.append(f"  {signed(option.points)}", f"bold {look.inks.accent}")
        return text
    if spot is None or spot.option is None or builder.state is None:
        return None
    text = option_text(words, spot.option, builder.state.board)
    if isinstance(spot.option, PavilionPlace) and spot.option.bonus:
        tiles_earned = words.ngettext("{n} bonus tile", "{n} bonus tiles", spot.option.bonus)
        text.append(f" · ◆ {tiles_earned}", look.inks.accent)
    if total_points(spot.option):
        text.append(f"  {signed(total_points(spot.option))}", f"bold {look.inks.accent}")
    return text


def _brings_marker(builder: MoveBuilder, look: Look) -> bool:
    """Whether the tiles under the cursor, or those picked already, bring the marker."""
    at = look.cursor
    if isinstance(at, TakeKey) and builder.step == "draft":
        drafts = [o for o in builder.drafts if TakeKey(o.source, o.colour) == at]
        return drafts[0].marker
    spot = look.spots.get(at) if at is not None else None
    option = spot.option if spot is not None else None
    return isinstance(option, AzulDraft | PavilionDraft) and option.marker


def _waiting(update: Update, names: Sequence[str], look: Look) -> str:
    state, words = update.state, look.words
    seats = update.table.seats
    if state.over:
        return words.gettext("The game is over")
    if state.to_play is None:
        return words.gettext("Dealing tiles …")
    name, seat = names[state.to_play], seats[state.to_play]
    if seat.kind == "bot" or seat.stand_in:
        return words.gettext("{name} is thinking …", name=name)
    if not any(one.yours for one in seats):
        return words.gettext("You're watching")
    return words.gettext("Waiting for {name}", name=name)


def _hint(hint: HintAnswer, board: str, look: Look) -> Text:
    bot = bot_name(look.words, hint.bot)
    sentence = look.words.gettext("{bot} suggests: {move}", bot=bot, move=TILES)
    before, _, after = sentence.partition(TILES)
    move = Text(before).append_text(option_text(look.words, hint.option, board)).append(after)
    return Text("◂▸ ", look.inks.accent).append_text(move)


class _Buttons:
    """Buttons in rows."""

    def __init__(
        self, canvas: Canvas, y: int, builder: MoveBuilder, look: Look, width: int
    ) -> None:
        self.canvas, self.builder, self.look, self.width = canvas, builder, look, width
        self.x, self.y = LEFT, y

    def draw(self) -> None:
        """Draw the buttons of the present step."""
        spots, words = self.look.spots, self.look.words
        for key in spots:
            if isinstance(key, PaymentKey):
                self._payment(key)
            elif isinstance(key, CountKey):
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
        words, builder = self.look.words, self.builder
        if builder.step == "take":
            return words.gettext("Take")
        if builder.step == "keep":
            return words.gettext("Pass")
        if builder.step == "bonus":
            count = sum(builder.picked.values())
            due = builder.state.bonus_due if builder.state is not None else 0
            return words.gettext("Take {count} of {due}", count=count, due=due)
        return words.gettext("Confirm")

    def _payment(self, key: PaymentKey) -> None:
        spot = self.look.spots[key]
        assert isinstance(spot.option, PavilionPlace)
        text = Text(f"{key.index + 1} ").append_text(pile_text({spot.option.colour: 1}))
        rest = other_tiles(spot.option)
        text.append(" ← " if rest else "").append_text(pile_text(rest))
        text.append(f" {signed(spot.points or 0)}")
        self._button(key, text)

    def _count(self, key: CountKey) -> None:
        builder, letter = self.builder, key.colour
        pile = builder.hand if builder.step == "keep" else builder.supply
        text = pile_text({letter: 1})
        text.append(f"{builder.picked.get(letter, 0)}/{pile[letter]}")
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
