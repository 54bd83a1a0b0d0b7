"""Notice of a window that is too small for the boards."""

from __future__ import annotations

from textual.widgets import Static

from azulejos.i18n import Words

#: The smallest size of the window, in columns and rows.
LEAST_WIDTH, LEAST_HEIGHT = 80, 24
TIMES = "\N{MULTIPLICATION SIGN}"
#: Classes that Textual gives to a screen by its size.
BREAKPOINTS_ACROSS = [(0, "-narrow"), (LEAST_WIDTH, "-wide")]
BREAKPOINTS_DOWN = [(0, "-low"), (LEAST_HEIGHT, "-high")]


class SizeNotice(Static):
    """One row at the top; visible only in a window that is too small."""

    def __init__(self, words: Words) -> None:
        super().__init__(markup=False)
        self.words = words

    def render(self) -> str:
        """The size, and the one that is needed."""
        width, height = self.app.size
        return self.words.gettext(
            "Window too small: {size} characters, at least {least} needed.",
            size=f"{width}{TIMES}{height}",
            least=f"{LEAST_WIDTH}{TIMES}{LEAST_HEIGHT}",
        )
