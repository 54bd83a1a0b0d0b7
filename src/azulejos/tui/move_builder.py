"""How a person chooses a move in two steps: tiles, then a place; payments, bonus and kept tiles.

No rule is known here: what can be picked next, and what it brings, are questions to the options
that came with the update. Nothing here draws anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

Option: TypeAlias = dict[str, Any]
Pile: TypeAlias = dict[str, int]
#: What can be picked: ("take", source, colour), ("line", 3), ("button", "back").
Key: TypeAlias = tuple[Any, ...]

CONFIRM: Key = ("button", "confirm")
BACK: Key = ("button", "back")
PASS: Key = ("button", "pass")


@dataclass(frozen=True)
class Spot:
    """Something that can be picked now: the points it brings, and whether a bot would pick it."""

    points: int | None = None
    hinted: bool = False
    option: Option | None = None


class Choosing:
    """What is chosen so far of one move."""

    def __init__(self, state: dict[str, Any], options: list[Option] | None) -> None:
        self.state = state
        self.options = options or []
        self.hinted: Option | None = None
        self.clear()

    def clear(self) -> None:
        """Nothing is chosen."""
        self.source: int | None = None
        self.colour: str | None = None
        self.space: int | None = None
        self.passing = False
        self.picked: Pile = {}
        self.pending: Option | None = None

    # Where we are

    @property
    def step(self) -> str:
        """What is to be done now: the most particular thing first."""
        if not self.options:
            return "wait"
        if self.pending is not None:
            return "confirm"
        if self.space is not None:
            return "pay"
        if self.passing:
            return "keep"
        kinds = {option["kind"] for option in self.options}
        if "bonus" in kinds:
            return "bonus"
        if "tile" in kinds:
            return "tile"
        if self.source is not None:
            return "line" if self._drafts()[0].get("destination") is not None else "take"
        return "draft" if "draft" in kinds else "place"

    @property
    def is_begun(self) -> bool:
        """Whether there is something to go back from."""
        begun = self.source is not None or self.space is not None
        return begun or self.passing or self.pending is not None or bool(self.picked)

    def spots(self) -> dict[Key, Spot]:
        """What can be picked now, in the order in which a cursor walks."""
        step = self.step
        spots = getattr(self, f"_{step}_spots")()
        # Other tiles can be picked instead at any time.
        if step in ("line", "take"):
            spots = {**spots, **self._draft_spots()}
        if self.is_begun:
            spots[BACK] = Spot()
        return dict(spots)

    def _wait_spots(self) -> dict[Key, Spot]:
        return {}

    def _draft_spots(self) -> dict[Key, Spot]:
        spots: dict[Key, Spot] = {}
        for option in self.options:
            if option["kind"] == "draft":
                key = ("take", option["source"], option["colour"])
                hinted = key in spots and spots[key].hinted
                spots[key] = Spot(hinted=hinted or self._is_hinted(option))
        return spots

    def _line_spots(self) -> dict[Key, Spot]:
        return {("line", option["destination"]): self._spot(option) for option in self._drafts()}

    def _take_spots(self) -> dict[Key, Spot]:
        return {CONFIRM: self._spot(self._drafts()[0])}

    def _tile_spots(self) -> dict[Key, Spot]:
        return {
            ("wall", option["row"], option["column"]): self._spot(option)
            for option in self._of_kind("tile")
        }

    def _place_spots(self) -> dict[Key, Spot]:
        spots: dict[Key, Spot] = {}
        for option in self._of_kind("place"):
            key = ("space", option["space"])
            before = spots.get(key)
            if before is None or self._is_hinted(option):
                spots[key] = self._spot(option)
        if self.passes:
            hinted = any(map(self._is_hinted, self.passes))
            only = self.passes[0]["points"] if len(self.passes) == 1 else None
            spots[PASS] = Spot(only or None, hinted)
        return spots

    def _pay_spots(self) -> dict[Key, Spot]:
        return {("way", n): self._spot(option) for n, option in enumerate(self.ways)}

    def _keep_spots(self) -> dict[Key, Spot]:
        return self._counted(self.state["boards"][self.state["to_play"]]["tiles"], self.keeping)

    def _bonus_spots(self) -> dict[Key, Spot]:
        return self._counted(self.state["supply"], self.bonus)

    def _confirm_spots(self) -> dict[Key, Spot]:
        assert self.pending is not None
        return {CONFIRM: self._spot(self.pending)}

    def _counted(self, pile: Pile, whole: Option | None) -> dict[Key, Spot]:
        spots: dict[Key, Spot] = {("count", colour): Spot() for colour in pile}
        return {**spots, CONFIRM: self._spot(whole)} if whole else spots

    def _spot(self, option: Option) -> Spot:
        points = total_points(option)
        return Spot(points, self._is_hinted(option), option)

    def _is_hinted(self, option: Option) -> bool:
        return self.hinted is not None and self.hinted["move"] == option["move"]

    # Questions to the options

    def _of_kind(self, kind: str) -> list[Option]:
        return [option for option in self.options if option["kind"] == kind]

    def _drafts(self) -> list[Option]:
        """The moves that begin with the picked tiles."""
        return [
            option
            for option in self._of_kind("draft")
            if option["source"] == self.source and option["colour"] == self.colour
        ]

    @property
    def ways(self) -> list[Option]:
        """The ways to pay for the picked space."""
        return [option for option in self._of_kind("place") if option["space"] == self.space]

    @property
    def passes(self) -> list[Option]:
        """The ways to pass."""
        return self._of_kind("pass")

    @property
    def keeping(self) -> Option | None:
        """The way to pass that keeps exactly the picked tiles."""
        return next((way for way in self.passes if way["kept"] == self.picked), None)

    @property
    def bonus(self) -> Option | None:
        """The bonus that is exactly the picked tiles."""
        sets = self._of_kind("bonus")
        return next((option for option in sets if option["tiles"] == self.picked), None)

    @property
    def chosen(self) -> Option | None:
        """The move that a confirmation would play."""
        whole = {"keep": self.keeping, "bonus": self.bonus, "confirm": self.pending}
        if self.step == "take":
            return self._drafts()[0]
        return whole.get(self.step)

    @property
    def most_kept(self) -> int:
        """The most tiles that can be kept."""
        return max((sum(way["kept"].values()) for way in self.passes), default=0)

    # Picking

    def pick(self, key: Key) -> Option | None:
        """Pick a spot; returns the option to play when the move is whole."""
        spot = self.spots().get(key)
        if spot is None:
            return None
        if key == BACK:
            self.back()
            return None
        if key == CONFIRM:
            return self._confirm()
        if key == PASS:
            return self._pass()
        if spot.option is not None and key[0] != "space":
            return self._commit(spot.option)
        return self._begin(key)

    def _begin(self, key: Key) -> Option | None:
        kind = key[0]
        if kind == "take":
            self.clear()
            _, self.source, self.colour = key
        elif kind == "space":
            self.space = key[1]
            if len(self.ways) == 1:
                only, self.space = self.ways[0], None
                return self._commit(only)
        elif kind == "count":
            self.picked = self._one_more(key[1])
        return None

    def _one_more(self, colour: str) -> Pile:
        """One tile more of a colour, or none where there can be no more."""
        key, kind = ("kept", "pass") if self.passing else ("tiles", "bonus")
        sets = [option[key] for option in self._of_kind(kind)]
        more = {**self.picked, colour: self.picked.get(colour, 0) + 1}
        if any(all(pile.get(c, 0) >= n for c, n in more.items()) for pile in sets):
            return more
        return {c: n for c, n in self.picked.items() if c != colour}

    def _confirm(self) -> Option | None:
        option = self.chosen
        if option is None:
            return None
        return option if self.pending is not None else self._commit(option)

    def _pass(self) -> Option | None:
        if len(self.passes) == 1:
            return self._commit(self.passes[0])
        self.clear()
        self.passing = True
        hand = dict(self.state["boards"][self.state["to_play"]]["tiles"])
        # Everything is kept at first, if that is allowed.
        self.picked = hand if any(way["kept"] == hand for way in self.passes) else {}
        return None

    def _commit(self, option: Option) -> Option | None:
        """A move with costly consequences waits for a second word."""
        if option["warnings"] and self.pending is None:
            self.pending = option
            return None
        return option

    def back(self) -> None:
        """One step back."""
        if self.pending is not None:
            self.pending = None
        else:
            self.clear()


def total_points(option: Option) -> int:
    """The points a move brings at once or at the end of the round, all together."""
    return int(option.get("points", 0)) + int(option.get("penalty", 0))
