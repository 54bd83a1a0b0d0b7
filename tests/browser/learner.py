"""A learner at the page: does the controls of a move, by mouse, touch or keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

Act = Callable[[Locator], None]
REACTION = ".lesson-reaction"
#: Of a puzzle.
ANSWER = ".puzzle-feedback:is(.right, .wrong, .solved):visible"


def by_mouse(control: Locator) -> None:
    """Click."""
    control.click()


def by_touch(control: Locator) -> None:
    """Tap."""
    control.tap()


def by_keyboard(control: Locator) -> None:
    """Focus and press Enter."""
    control.focus()
    control.press("Enter")


def play(page: Page, option: dict[str, Any], act: Act) -> None:
    """Choose a legal move on the study board."""
    match option["kind"]:
        case "draft":
            offer = page.locator(f"[data-offer='{option['source']}/{option['colour']}']").first
            act(offer)
            if "destination" in option:
                if act is by_keyboard:
                    # The page moves the focus to the first line: not while a key is pressed.
                    expect(page.locator(".mine .target:focus")).to_have_count(1)
                place = option["destination"]
                target = f".line >> nth={place - 1}" if place else ".floor"
                act(page.locator(f".mine {target}"))
            elif act is by_touch:
                act(page.locator(".tray button.primary"))
        case "tile":
            act(_place(page, "wall", f"-{option['row']}-{option['column']}"))
        case "place":
            act(_place(page, "space", f"-{option['space']}").locator(".target"))
            _pay(page, option, act)
        case "bonus":
            _pick(page, option["tiles"], act)
            act(page.locator(".choosing-tiles button.primary"))
        case "pass":
            act(page.locator(".tray-tools .tool").first)
            if page.locator(".choosing-tiles").count():
                _pick(page, option["kept"], act)
                act(page.locator(".choosing-tiles button.primary"))


def _place(page: Page, kind: str, end: str) -> Locator:
    """A place of the large board, whosever it is."""
    return page.locator(f".mine [data-place^='{kind}-'][data-place$='{end}']")


def _pay(page: Page, option: dict[str, Any], act: Act) -> None:
    """Choose the payment, where there are several."""
    paid = page.locator(".payment")
    page.locator(f"{REACTION}.right, {REACTION}.wrong, .payment, {ANSWER}").first.wait_for()
    if paid.count():
        spent = sum(option["pays"].values()) - 1
        for index in range(paid.count()):
            each = paid.nth(index)
            colours = [
                each.locator(f".pile [data-tile='{letter}']").count() for letter in option["pays"]
            ]
            wanted = [
                count - (letter == option["colour"]) for letter, count in option["pays"].items()
            ]
            first = each.locator(f".placed[data-tile='{option['colour']}']").count()
            if first and colours == wanted and sum(colours) == spent:
                act(each)
                return


def _pick(page: Page, tiles: dict[str, int], act: Act) -> None:
    """Press the toggles so that exactly these tiles are picked."""
    pressed = ".choosing-tiles .toggle[aria-pressed=true]"
    while page.locator(pressed).count():
        act(page.locator(pressed).first)
    for letter, count in tiles.items():
        for _ in range(count):
            free = ".choosing-tiles .toggle[aria-pressed=false]"
            act(page.locator(free).filter(has=page.locator(f"[data-tile='{letter}']")).first)


def expect_reaction(page: Page, right: bool, text: str) -> None:
    """The lesson reacts with this text; pictures of tiles stand in its places."""
    shown = page.locator(f"{REACTION}.{'right' if right else 'wrong'}")
    expect(shown).to_be_visible()
    for part in _plain_parts(text):
        expect(shown).to_contain_text(part)


def _plain_parts(text: str) -> list[str]:
    """The parts of a text between its places."""
    parts = text.replace("}", "{").split("{")[::2]
    return [part.strip() for part in parts if part.strip()]
