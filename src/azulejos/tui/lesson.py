"""Lesson screen: the steps of a lesson on the boards of a table, and how they react to moves."""

from __future__ import annotations

import re
from typing import ClassVar, TypeAlias

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Footer, Label, Static

from azulejos.bots.names import LEVEL_NAMES
from azulejos.engine import AnyPosition
from azulejos.engine.names import BOARDS
from azulejos.game import Game
from azulejos.i18n import Words
from azulejos.lessons.lesson import LEARNER, Answer, Lesson, Step
from azulejos.lessons.play import answer
from azulejos.render.text.tiles import marker, pile_text
from azulejos.session import views
from azulejos.session.messages import AnyOption, MoveEntry, Update
from azulejos.tui.board_screen import BoardScreen
from azulejos.tui.canvas import Canvas, Picture
from azulejos.tui.games import GAME_VIEWS
from azulejos.tui.help import HelpScreen
from azulejos.tui.keys import PASS, Key, LineKey, SpaceKey, WallKey
from azulejos.tui.layout import LARGE_GAP, show_picture
from azulejos.tui.lesson_progress import load_progress, save_progress
from azulejos.tui.local import table_of
from azulejos.tui.names import round_text
from azulejos.tui.offer import draw_offer
from azulejos.tui.panels import draw_mine
from azulejos.tui.prompt import draw_prompt
from azulejos.tui.recent import changes
from azulejos.tui.sentences import damaged_text
from azulejos.tui.size import SizeNotice
from azulejos.tui.storage import Setup
from azulejos.tui.theme import inks_of
from azulejos.tui.tiles import Recent

#: A picture of a tile in a text of a lesson.
PLACE = re.compile(r"\{(\w+)\}")
MARKER = "marker"
#: Signs of the steps before, at and after the present one.
DONE, PRESENT, TO_COME = "●", "◉", "○"

#: What a lesson is dismissed with: a first game, or the list of lessons.
Wish: TypeAlias = Setup | None


def first_game(game: str, board: str = BOARDS[0]) -> Setup:
    """A first game against the easiest bot."""
    return Setup(game, board, seats=["me", *[f"bot {LEVEL_NAMES[0]}"] * 3])


def lesson_text(words: Words, message: str) -> Text:
    """A text of a lesson in the user's language, with its tiles drawn."""
    text = Text()
    for number, part in enumerate(PLACE.split(words.of_data(message))):
        if number % 2 == 0:
            text.append(part)
        else:
            text.append_text(marker() if part == MARKER else pile_text({part: 1}))
    return text


def task_text(words: Words, step: Step) -> Text:
    """What to know, and what to do."""
    task = lesson_text(words, step.task)
    task.stylize("bold")
    return Text("\n\n").join([lesson_text(words, step.text), task])


def reaction_text(words: Words, reaction: Answer) -> Text:
    """The reaction to what was done, with a sign in front."""
    sign, style = ("✓", "bold green") if reaction.right else ("✗", "bold red")
    return Text.assemble((f"{sign} ", style), lesson_text(words, reaction.text))


def framed(light: list[str]) -> tuple[frozenset[Key], frozenset[int]]:
    """The places of the learner's board, and the sources, that a step frames."""
    keys: set[Key] = set()
    sources: set[int] = set()
    for name in light:
        kind, *numbers = name.split("-")
        match kind, numbers:
            case "source", [number]:
                sources.add(int(number))
            case "line", [_, row]:
                keys.add(LineKey(int(row) + 1))
            case "floor", _:
                keys.add(LineKey(0))
            case "wall", [_, row, column]:
                keys.add(WallKey(int(row), int(column)))
            case "space", [_, space]:
                keys.add(SpaceKey(int(space)))
            case "pass", []:
                keys.add(PASS)
    return frozenset(keys), frozenset(sources)


class LessonScreen(BoardScreen[Wish]):
    """A lesson from its next step on. Dismissed with a first game, or None."""

    def __init__(self, lesson: Lesson, words: Words) -> None:
        super().__init__(words)
        self.lesson = lesson
        self.progress, self._aside = load_progress()
        self._begin(self.progress.next_step(lesson))
        bind = self._bindings.bind
        bind("enter,space", "go_on", words.gettext("Continue"), key_display="⏎")
        bind("enter,space", "again", words.gettext("Try again"), key_display="⏎")
        self.bind_cursor()
        bind("r", "repeat", words.gettext("Once more"))
        bind("h", "hint", words.gettext("Show me"))
        bind("n", "skip", words.gettext("Skip this step"))
        bind("b", "previous", show=False)
        bind("question_mark,f1", "help", words.gettext("Help"), key_display="?")
        bind("q,ctrl+q", "leave", words.gettext("Leave"))

    def compose(self) -> ComposeResult:
        """The step, the boards, and the reaction."""
        yield SizeNotice(self.words)
        yield Picture(id="banner")
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield Picture(id="offer")
                yield Static(id="task")
            with Vertical(id="right"):
                yield Picture(id="mine")
        yield Picture(id="prompt")
        yield Static(id="reaction")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Draw the step; say what of the progress could not be read."""
        if self._aside is not None:
            text = damaged_text(self.words, self._aside)
            self.notify(text, severity="warning", timeout=20)
        self.app.theme_changed_signal.subscribe(self, lambda _: self.draw())
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Redraw in the size that fits."""
        self.draw()
        event.stop()

    @property
    def step(self) -> Step:
        """The present step."""
        return self.lesson.steps[self.index]

    def _begin(self, index: int) -> None:
        """Begin a step."""
        self.index = index
        self.answer: Answer | None = None
        self.game = Game(position=self.lesson.position(self.step), deals=())
        self.build(views.state(self.game.position, 0), views.options(self.game.position))

    # Drawing

    def draw(self) -> None:
        """Draw the step, in the size that fits."""
        if not self.is_mounted:
            return
        look = self.look(self._recent())
        keys, _ = framed(self.step.light if self.answer is None else [])
        look = look.framing(keys)
        self.set_class(look.scale > 1, "large")
        state = self._update().state
        mine = draw_mine(state, LEARNER, self.words.gettext("You"), look)
        left = self.size.width - mine.size.width - (LARGE_GAP if look.scale > 1 else 0)
        show_picture(self, "#banner", self._banner())
        show_picture(self, "#offer", draw_offer(state, look, left))
        show_picture(self, "#mine", mine)
        self.query_one("#task", Static).update(task_text(self.words, self.step))
        self.set_class(self.answer is not None, "is-answered")
        prompt = Canvas()
        if self.answer is None:
            width = self.size.width - 1
            prompt = draw_prompt(self._update(), [], self.builder, look, width, status="")
        show_picture(self, "#prompt", prompt)
        reaction = reaction_text(self.words, self.answer) if self.answer else Text()
        self.query_one("#reaction", Static).update(reaction)
        self.refresh_bindings()

    def _update(self) -> Update:
        """The present position as the panels of a table take it."""
        position = self.game.position
        options = views.options(position) if self.answer is None else None
        return Update(
            version=0,
            entries=[],
            state=views.state(position, self.game.ply),
            options=options,
            table=table_of(self.game).view(),
            can_undo=False,
            result=None,
        )

    def _recent(self) -> Recent:
        """What the moves of this step changed; before them, the sources to look at."""
        if self.answer is None:
            return Recent(framed(self.step.light)[1])
        moved = [entry for entry in table_of(self.game).entries if isinstance(entry, MoveEntry)]
        return changes(self.lesson.game, moved)

    def _banner(self) -> Canvas:
        """The title of the step, the way through the lesson, the round and the wild colour."""
        words, state, canvas = self.words, self._update().state, Canvas()
        inks = inks_of(self.app.current_theme.dark)
        title = words.of_data(self.step.title)
        number = words.gettext("Step {number}: {title}", number=self.index + 1, title=title)
        x = canvas.put(1, 0, number, f"bold {inks.accent}")
        canvas.put(x, 0, f"  ·  {words.of_data(self.lesson.title)}", inks.muted)
        later = len(self.lesson.steps) - self.index - 1
        x = canvas.put(1, 1, "B ‹ ", inks.muted)  # noqa: RUF001
        x = canvas.put(x, 1, DONE * self.index + PRESENT + TO_COME * later, inks.accent)
        x = canvas.put(x, 1, " › N", inks.muted)  # noqa: RUF001
        x = canvas.put(x, 1, f"   {round_text(words, state, self._rounds())}", inks.ink)
        if state.wild and not state.over:
            x = canvas.put(x, 1, f"  ·  {words.gettext('Wild:')} ", inks.ink)
            canvas.put(x, 1, pile_text({state.wild: 1}))
        return canvas

    def _rounds(self) -> int | None:
        return GAME_VIEWS[self.lesson.game].rounds

    async def position(self) -> AnyPosition:
        """The position of the step."""
        return self.game.position

    # Acting

    def play(self, option: AnyOption) -> None:
        """Show how the lesson reacts to a move."""
        self.answer, self.game = answer(self.lesson, self.step, option.move)
        self.build(views.state(self.game.position, self.game.ply), None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Whether an action can be done now; the footer shows only those."""
        if (can_build := self.can_build(action)) is not None:
            return can_build
        is_right = self.answer is not None and self.answer.right
        can_do = {
            "go_on": is_right,
            "again": self.answer is not None and not is_right,
            "repeat": is_right,
            "hint": self.answer is None,
            "skip": not is_right,
            "previous": self.index > 0,
        }
        return can_do.get(action, True)

    def _show(self, index: int) -> None:
        self._begin(index)
        self.draw()

    def action_go_on(self) -> None:
        """Go on with the next step; after the last one, to the end of the lesson."""
        self.progress.step_done(self.lesson, self.index)
        save_progress(self.progress)
        if self.index + 1 < len(self.lesson.steps):
            self._show(self.index + 1)
        else:
            self.app.push_screen(LessonEnd(self.lesson, self.words), self._after_end)

    def _after_end(self, wish: str | None) -> None:
        if wish == "again":
            self._show(0)
        else:
            lesson = self.lesson
            self.dismiss(first_game(lesson.game, lesson.board) if wish == "play" else None)

    def action_again(self) -> None:
        """Try the step again."""
        self._show(self.index)

    action_repeat = action_again

    def action_skip(self) -> None:
        """Skip the step."""
        self.action_go_on()

    def action_previous(self) -> None:
        """Go back to the step before."""
        self._show(self.index - 1)

    def action_hint(self) -> None:
        """Lead the cursor through a right move."""
        position = self.game.position
        move = position.rules.as_move(self.step.show)
        self.follow(views.option(position, move))
        self.draw()

    def action_help(self) -> None:
        """Show the help."""
        self.app.push_screen(HelpScreen(self.words, self.lesson.game))

    def action_leave(self) -> None:
        """Leave the lesson; it goes on at this step."""
        self.dismiss(None)


class LessonEnd(ModalScreen[str | None]):
    """After the last step. Dismissed with `play`, `again` or None."""

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, lesson: Lesson, words: Words) -> None:
        super().__init__()
        self.lesson = lesson
        self.words = words
        bind = self._bindings.bind
        play = words.gettext("Play a first game")
        bind("enter,p", "dismiss('play')", play, key_display="⏎")
        bind("r", "dismiss('again')", words.gettext("Take the lesson again"))
        bind("escape,q", "dismiss(None)", words.gettext("All lessons"), key_display="Esc")

    def compose(self) -> ComposeResult:
        """What to do next."""
        with Vertical(classes="dialog small"):
            yield Label(self.words.gettext("Lesson complete"), classes="title")
            yield Static(lesson_text(self.words, self.lesson.end), classes="paragraph")
        yield Footer(show_command_palette=False, compact=True)
