"""Building a move step by step: tiles, then a place; payments, bonus tiles and kept tiles.

No rules are known here: what can be picked next, and what it brings, are queries to the options of
the update. Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from azulejos.session.messages import AnyOption, AnyState, OptionWarning
from azulejos.session.messages.azul import AzulDraft, AzulTile
from azulejos.session.messages.pavilion import (
    PavilionBonus,
    PavilionDraft,
    PavilionPass,
    PavilionPlace,
    PavilionState,
)
from azulejos.tui.keys import (
    BACK,
    CONFIRM,
    PASS,
    CountKey,
    Key,
    LineKey,
    PaymentKey,
    SpaceKey,
    Spot,
    Spots,
    TakeKey,
    WallKey,
)

Pile: TypeAlias = dict[str, int]
DraftOption: TypeAlias = AzulDraft | PavilionDraft
Step: TypeAlias = Literal[
    "wait", "confirm", "pay", "keep", "bonus", "tile", "line", "take", "draft", "place"
]


class MoveBuilder:
    """The part of a move that is chosen so far."""

    def __init__(
        self, state: AnyState | None = None, options: Sequence[AnyOption] | None = None
    ) -> None:
        self.state = state
        self.options = list(options or [])
        self.hinted: AnyOption | None = None
        self.clear()

    def clear(self) -> None:
        """Start over."""
        self.source: int | None = None
        self.colour: str | None = None
        self.space: int | None = None
        self.passing = False
        self.picked: Pile = {}
        self.pending: AnyOption | None = None

    # The step

    @property
    def step(self) -> Step:
        """The present step; the most specific one counts."""
        if not self.options:
            return "wait"
        if self.pending is not None:
            return "confirm"
        if self.space is not None:
            return "pay"
        if self.passing:
            return "keep"
        if self.bonuses:
            return "bonus"
        if any(isinstance(option, AzulTile) for option in self.options):
            return "tile"
        if self.source is not None:
            return "line" if isinstance(self._drafts_of_source()[0], AzulDraft) else "take"
        return "draft" if self.drafts else "place"

    @property
    def is_begun(self) -> bool:
        """Whether there is a step to go back to."""
        begun = self.source is not None or self.space is not None
        return begun or self.passing or self.pending is not None or bool(self.picked)

    def spots(self) -> Spots:
        """What can be picked now, in the order of the Tab key."""
        spots = self._step_spots()
        if self.step in ("line", "take"):  # other tiles can be picked instead
            spots |= self._draft_spots()
        if self.is_begun:
            spots[BACK] = Spot()
        return spots

    def first_spot(self) -> Key | None:
        """Where the cursor begins a step: on the hinted spot, or the one that leads to a move.

        Of several the one with the most points, even if all of them cost points.
        """
        spots = self._step_spots()
        hinted = next((key for key, spot in spots.items() if spot.hinted), None)
        if hinted is not None:
            return hinted
        if CONFIRM in spots:
            return CONFIRM
        leading = [key for key in spots if key != PASS]
        best = max(leading, key=lambda key: spots[key].points or 0, default=None)
        return best or next(iter(spots), None)

    def _step_spots(self) -> Spots:
        """What can be picked to go on with the present step."""
        find: dict[Step, Callable[[], Spots]] = {
            "wait": dict,
            "confirm": self._confirm_spots,
            "pay": self._pay_spots,
            "keep": lambda: self._count_spots(self.hand, self.keeping),
            "bonus": lambda: self._count_spots(self.supply, self.bonus),
            "tile": self._tile_spots,
            "line": self._line_spots,
            "take": lambda: {CONFIRM: self._spot(self._drafts_of_source()[0])},
            "draft": self._draft_spots,
            "place": self._place_spots,
        }
        return find[self.step]()

    def _draft_spots(self) -> Spots:
        spots: Spots = {}
        for option in self.drafts:
            key = TakeKey(option.source, option.colour)
            hinted = key in spots and spots[key].hinted
            spots[key] = Spot(hinted=hinted or self._is_hinted(option))
        return spots

    def _line_spots(self) -> Spots:
        return {
            LineKey(option.destination): self._spot(option)
            for option in self._drafts_of_source()
            if isinstance(option, AzulDraft)
        }

    def _tile_spots(self) -> Spots:
        return {
            WallKey(option.row, option.column): self._spot(option)
            for option in self.options
            if isinstance(option, AzulTile)
        }

    def _place_spots(self) -> Spots:
        spots: Spots = {}
        for option in self.places:
            key = SpaceKey(option.space)
            if key not in spots or self._is_hinted(option):
                spots[key] = self._spot(option)
        if self.passes:
            hinted = any(map(self._is_hinted, self.passes))
            only = self.passes[0].points if len(self.passes) == 1 else None
            spots[PASS] = Spot(only or None, hinted)
        return spots

    def _pay_spots(self) -> Spots:
        return {PaymentKey(n): self._spot(option) for n, option in enumerate(self.payments)}

    def _confirm_spots(self) -> Spots:
        assert self.pending is not None
        return {CONFIRM: self._spot(self.pending)}

    def _count_spots(self, pile: Pile, whole: AnyOption | None) -> Spots:
        spots: Spots = {CountKey(colour): Spot() for colour in pile}
        return {**spots, CONFIRM: self._spot(whole)} if whole else spots

    def _spot(self, option: AnyOption) -> Spot:
        return Spot(total_points(option), self._is_hinted(option), option)

    def _is_hinted(self, option: AnyOption) -> bool:
        return self.hinted is not None and self.hinted.move == option.move

    # Queries to the options and the state

    @property
    def drafts(self) -> list[DraftOption]:
        """All ways to draft."""
        return [option for option in self.options if isinstance(option, AzulDraft | PavilionDraft)]

    def _drafts_of_source(self) -> list[DraftOption]:
        """The ways to draft the picked tiles."""
        return [
            option
            for option in self.drafts
            if option.source == self.source and option.colour == self.colour
        ]

    @property
    def places(self) -> list[PavilionPlace]:
        """All ways to place a tile on a star."""
        return [option for option in self.options if isinstance(option, PavilionPlace)]

    @property
    def payments(self) -> list[PavilionPlace]:
        """The ways to pay for the picked space."""
        return [option for option in self.places if option.space == self.space]

    @property
    def passes(self) -> list[PavilionPass]:
        """The ways to pass."""
        return [option for option in self.options if isinstance(option, PavilionPass)]

    @property
    def bonuses(self) -> list[PavilionBonus]:
        """The sets of bonus tiles to take."""
        return [option for option in self.options if isinstance(option, PavilionBonus)]

    @property
    def keeping(self) -> PavilionPass | None:
        """The way to pass that keeps exactly the picked tiles."""
        return next((option for option in self.passes if option.kept == self.picked), None)

    @property
    def bonus(self) -> PavilionBonus | None:
        """The bonus that is exactly the picked tiles."""
        return next((option for option in self.bonuses if option.tiles == self.picked), None)

    @property
    def chosen(self) -> AnyOption | None:
        """The option that a confirmation would play."""
        if self.step == "take":
            return self._drafts_of_source()[0]
        whole = {"keep": self.keeping, "bonus": self.bonus, "confirm": self.pending}
        return whole.get(self.step)

    @property
    def most_kept(self) -> int:
        """The largest number of tiles that can be kept."""
        return max((sum(option.kept.values()) for option in self.passes), default=0)

    @property
    def hand(self) -> Pile:
        """The tiles beside the board of the player to move."""
        if not isinstance(self.state, PavilionState) or self.state.to_play is None:
            return {}
        return self.state.boards[self.state.to_play].tiles

    @property
    def supply(self) -> Pile:
        """The supply of bonus tiles."""
        return (self.state.supply if self.state is not None else None) or {}

    # Picking

    def pick(self, key: Key) -> AnyOption | None:
        """Pick a spot; returns the option to play when the move is complete."""
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
        if spot.option is not None and not isinstance(key, SpaceKey):
            return self._commit(spot.option)
        return self._begin(key)

    def next_count(self, colour: str) -> Key:
        """Where the cursor goes after a tile of a colour was picked: on, if no more can be."""
        if self.bonus is not None:
            return CONFIRM
        colours = list(self.supply if self.bonuses else self.hand)
        at = colours.index(colour)
        for other in (*colours[at:], *colours[:at]):
            if self._can_pick_more(other):
                return CountKey(other)
        return CountKey(colour)

    def _begin(self, key: Key) -> AnyOption | None:
        match key:
            case TakeKey(source, colour):
                self.clear()
                self.source, self.colour = source, colour
            case SpaceKey(space):
                self.space = space
                if len(self.payments) == 1:
                    only, self.space = self.payments[0], None
                    return self._commit(only)
            case CountKey(colour):
                self.picked = self._one_more(colour)
        return None

    def _one_more(self, colour: str) -> Pile:
        """The picked tiles with one more of a colour, or without it where no more can be picked."""
        if self._can_pick_more(colour):
            return {**self.picked, colour: self.picked.get(colour, 0) + 1}
        return {c: n for c, n in self.picked.items() if c != colour}

    def _can_pick_more(self, colour: str) -> bool:
        """Whether some option has the picked tiles and one more of a colour."""
        sets = (
            [option.kept for option in self.passes]
            if self.passing
            else [option.tiles for option in self.bonuses]
        )
        more = {**self.picked, colour: self.picked.get(colour, 0) + 1}
        return any(all(pile.get(c, 0) >= n for c, n in more.items()) for pile in sets)

    def _confirm(self) -> AnyOption | None:
        option = self.chosen
        if option is None:
            return None
        return option if self.pending is not None else self._commit(option)

    def _pass(self) -> AnyOption | None:
        if len(self.passes) == 1:
            return self._commit(self.passes[0])
        self.clear()
        self.passing = True
        hinted = self.hinted if isinstance(self.hinted, PavilionPass) else None
        # At first, as many tiles are kept as is legal.
        most = max(self.passes, key=lambda way: sum(way.kept.values()))
        self.picked = dict((hinted or most).kept)
        return None

    def _commit(self, option: AnyOption) -> AnyOption | None:
        """Play an option, or ask for confirmation first."""
        if self._needs_confirmation(option):
            self.pending = option
            return None
        return option

    def _needs_confirmation(self, option: AnyOption) -> bool:
        """Whether an option costs more than the player may expect.

        It does not where the prompt has stated the cost (`costs`) of what the cursor begins with:
        then the second step is the confirmation.
        """
        if not option.warnings:
            return False
        if self.step == "line":
            return total_points(option) < max(map(total_points, self._drafts_of_source()))
        return self.step not in ("take", "keep")

    def follow(self, hinted: AnyOption) -> None:
        """Start over, towards a hinted move; sets of tiles are picked as it suggests."""
        step = self.step
        self.clear()
        self.hinted = hinted
        if isinstance(hinted, PavilionBonus):
            self.picked = dict(hinted.tiles)
        elif isinstance(hinted, PavilionPass) and step == "keep":
            self._pass()

    def costs(self, key: Key | None) -> Sequence[OptionWarning]:
        """The warnings about what picking a spot would play, if it plays at once."""
        spot = self.spots().get(key) if key is not None else None
        plays = isinstance(key, LineKey) or (key == CONFIRM and self.step in ("take", "keep"))
        return spot.option.warnings if spot and spot.option and plays else []

    def back(self) -> None:
        """Go one step back."""
        if self.pending is not None:
            self.pending = None
        else:
            self.clear()


def total_points(option: AnyOption) -> int:
    """The points of a move, at once or at the end of the round, penalties included."""
    if isinstance(option, PavilionBonus):
        return 0
    return option.points + (option.penalty if isinstance(option, AzulDraft) else 0)
