"""The board of Summer Pavilion: numbers, rings, and what stands between the stars.

Six outer stars surround the central one. Between an outer star and the centre stands a pillar,
between two outer stars a statue, and outside each outer star a window.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine.pavilion.layout import (
    CENTRAL_STAR,
    COLOURS,
    NUMBER_POINTS,
    PILLAR_REWARD,
    SLOTS,
    SPACES,
    STARS,
    STATUE_REWARD,
    WILDS,
    WINDOW_REWARD,
    Colour,
)

#: The compass points of the stars, and the colours of the coloured side; the centre takes all.
STAR_NAMES = ("C", "W", "NW", "NE", "E", "SE", "SW")
COLOUR_OF_STAR = (
    None,
    Colour.PURPLE,
    Colour.ORANGE,
    Colour.RED,
    Colour.BLUE,
    Colour.YELLOW,
    Colour.GREEN,
)
ALL_COLOURS = (1 << COLOURS) - 1
#: COLOURS_OF_STAR[star]: the colours, as bits, that a star of the coloured side is for.
COLOURS_OF_STAR = np.array([ALL_COLOURS if c is None else 1 << c for c in COLOUR_OF_STAR], np.int8)
FULL_STAR = (1 << SLOTS) - 1

#: What spaces cost, clockwise: in every star of the coloured side, in the outer stars and in the
#: central star of the grey side.
COLOURED_NUMBERS = (1, 2, 3, 4, 5, 6)
GREY_NUMBERS = (3, 2, 1, 4, 5, 6)
GREY_CENTRAL_NUMBERS = (3, 3, 3, 3, 3, 3)
NUMBER_PATTERNS = (COLOURED_NUMBERS, GREY_NUMBERS, GREY_CENTRAL_NUMBERS)
#: PATTERN_OF_STAR[board, star], and NUMBERS[board, space].
PATTERN_OF_STAR = np.array([[0] * STARS, [2] + [1] * (STARS - 1)], np.int8)
NUMBERS = np.array(
    [[n for pattern in row for n in NUMBER_PATTERNS[pattern]] for row in PATTERN_OF_STAR], np.int8
)


def space_at(star: int, number: int) -> int:
    """A space by its star and its slot in it, slots counted from 1 as in the rulebook."""
    return star * SLOTS + number - 1


def _features() -> list[tuple[str, int, tuple[int, ...]]]:
    """All pillars, statues and windows: kind, reward, and the spaces around them."""
    features: list[tuple[str, int, tuple[int, ...]]] = []
    for star in range(1, STARS):
        clockwise = star % (STARS - 1) + 1
        inner = [space_at(CENTRAL_STAR, (star + turn) % SLOTS + 1) for turn in (3, 4)]
        pillar = (space_at(star, 2), space_at(star, 3), *inner)
        statue = (
            space_at(star, 1),
            space_at(star, 2),
            space_at(clockwise, 3),
            space_at(clockwise, 4),
        )
        window = (space_at(star, 5), space_at(star, 6))
        features.append(("pillar", PILLAR_REWARD, pillar))
        features.append(("statue", STATUE_REWARD, statue))
        features.append(("window", WINDOW_REWARD, window))
    return features


FEATURES = _features()
MAX_FEATURES = 2  # beside one space


def _features_beside_spaces() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int8]]:
    """For each space the features beside it: all their spaces as bits, and their rewards.

    Where a space has one feature only, the second asks for a space that does not exist.
    """
    spaces = np.full((SPACES, MAX_FEATURES), 1 << SPACES, np.int64)
    rewards = np.zeros((SPACES, MAX_FEATURES), np.int8)
    for space in range(SPACES):
        beside = [feature for feature in FEATURES if space in feature[2]]
        for index, (_, reward, around) in enumerate(beside):
            spaces[space, index] = sum(1 << other for other in around)
            rewards[space, index] = reward
    return spaces, rewards


FEATURE_SPACES, FEATURE_REWARDS = _features_beside_spaces()


def _groups() -> npt.NDArray[np.int8]:
    """GROUP_BITS[occupied slots, slot]: the slots of a star that stand together around a slot.

    The slots of a star are a ring: the last is beside the first.
    """
    table = np.zeros((1 << SLOTS, SLOTS), np.int8)
    for occupied in range(1 << SLOTS):
        for slot in range(SLOTS):
            group = {slot}
            for step in (1, -1):
                other = (slot + step) % SLOTS
                while occupied >> other & 1 and other not in group:
                    group.add(other)
                    other = (other + step) % SLOTS
            table[occupied, slot] = sum(1 << other for other in group)
    return table


GROUP_BITS = _groups()
#: GROUP[occupied slots, slot]: how many they are.
GROUP = np.array([[int(group).bit_count() for group in row] for row in GROUP_BITS], np.int8)

#: NUMBER_SPACES[board, n - 1]: all spaces with the number n, as bits, for the numbers that score.
NUMBER_SPACES = np.array(
    [
        [sum(1 << s for s in range(SPACES) if row[s] == n + 1) for n in range(len(NUMBER_POINTS))]
        for row in NUMBERS
    ],
    np.int64,
)

# Paying. A purse is what a player can pay with for a tile of one colour: numbers of tiles of it
# and of wild ones; or, for the wild colour itself, the number of those. More than six of a colour,
# or five wild tiles, make no difference.
MAX_OWN = 6
MAX_WILD = WILDS - 1
PURSES = (MAX_OWN + 1) * (MAX_WILD + 1)
WILD_PURSES = MAX_OWN + 1
MAX_NUMBER = 6


def _ways_to_pay() -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]:
    """For each purse and number: the fewest wild tiles that can pay, and all ways to pay."""
    least = np.zeros((PURSES + WILD_PURSES, MAX_NUMBER + 1), np.int8)
    ways = np.zeros_like(least)
    for number in range(1, MAX_NUMBER + 1):
        for own in range(1, MAX_OWN + 1):
            for wild in range(MAX_WILD + 1):
                fewest, most = max(0, number - own), min(number - 1, wild)
                least[own * WILDS + wild, number] = fewest
                ways[own * WILDS + wild, number] = max(0, most - fewest + 1)
            ways[PURSES + own, number] = own >= number
    return least, ways


MIN_WILD, WAYS = _ways_to_pay()


def _ways_in_stars() -> npt.NDArray[np.int16]:
    """WAYS_IN_STAR[pattern, purse, free slots]: all ways to pay for some space of a star."""
    purses = len(WAYS)
    table = np.zeros((len(NUMBER_PATTERNS), purses, 1 << SLOTS), np.int16)
    for pattern, numbers in enumerate(NUMBER_PATTERNS):
        for free in range(1 << SLOTS):
            for slot in range(SLOTS):
                if free >> slot & 1:
                    table[pattern, :, free] += WAYS[:, numbers[slot]]
    return table


WAYS_IN_STAR = _ways_in_stars()
