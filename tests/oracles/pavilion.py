"""A naive model of Azul: Summer Pavilion, to check a fast engine against.

Everything is a list of letters and every question is answered by looking at the table again:
nothing is cached and nothing is packed. The functions follow the order in which a round is
played: filling supply and factories, acquiring tiles, playing tiles, next round or end.

Stars count from 0, the central one, then clockwise from the left; the spaces of a star are called
by their positions 1..6, clockwise, in the code as in the notation of moves. Seats count from 0.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement

COLOURS = "pgoybr"  # purple green orange yellow blue red, in this order; so they become wild

TILES_PER_COLOUR = 22
TILES_PER_FACTORY = 4
SUPPLY_SPACES = 10
FACTORIES = {2: 5, 3: 7, 4: 9}  # by number of players
ROUNDS = len(COLOURS)  # each colour is wild once

FIRST_SCORE = 5
LOWEST_SCORE = 1
MAX_KEPT = 4

CENTRE_STAR = 0
OUTER_STARS = [1, 2, 3, 4, 5, 6]  # W NW NE E SE SW
STARS = [CENTRE_STAR, *OUTER_STARS]
POSITIONS = [1, 2, 3, 4, 5, 6]

OUTER_COLOURS = {1: "p", 2: "o", 3: "r", 4: "b", 5: "y", 6: "g"}  # by star, coloured side
GREY_OUTER_NUMBERS = {1: 3, 2: 2, 3: 1, 4: 4, 5: 5, 6: 6}  # by position
GREY_CENTRE_NUMBER = 3

PILLAR_TILES = 1
STATUE_TILES = 2
WINDOW_TILES = 3

ONE_COLOUR_POINTS = {"r": 14, "b": 15, "y": 16, "o": 17, "g": 18, "p": 20}
MANY_COLOURS_POINTS = 12

Space = tuple[int, int]  # star, position


def _empty_stars() -> list[list[str | None]]:
    """Seven stars with six free spaces each."""
    return [[None for _ in POSITIONS] for _ in STARS]


def _in_order(tiles: Iterable[str]) -> str:
    """The tiles as one string, in the order of COLOURS."""
    piled = "".join(tiles)
    return "".join(colour * piled.count(colour) for colour in COLOURS)


def _choices(tiles: list[str], size: int) -> set[str]:
    """All different ways to take exactly so many of these tiles, each in the order of COLOURS."""
    present = [colour for colour in COLOURS if colour in tiles]
    return {
        "".join(choice)
        for choice in combinations_with_replacement(present, size)
        if all(choice.count(colour) <= tiles.count(colour) for colour in present)
    }


def number_of(side: str, star: int, position: int) -> int:
    """The number printed on a space, which is its price in tiles."""
    if side == "coloured":
        return position
    if star == CENTRE_STAR:
        return GREY_CENTRE_NUMBER
    return GREY_OUTER_NUMBERS[position]


def neighbours(position: int) -> list[int]:
    """The two positions beside this one; a star is a ring, so 6 and 1 are neighbours."""
    before = 6 if position == 1 else position - 1
    after = 1 if position == 6 else position + 1
    return [before, after]


def window(star: int) -> list[Space]:
    """The spaces around the window of an outer star."""
    return [(star, 5), (star, 6)]


def statue(star: int) -> list[Space]:
    """The spaces around the statue between an outer star and the next one clockwise."""
    following = 1 if star == 6 else star + 1
    return [(star, 1), (star, 2), (following, 3), (following, 4)]


def pillar(star: int) -> list[Space]:
    """The spaces around the pillar between an outer star and the central one."""
    return [
        (star, 2),
        (star, 3),
        (CENTRE_STAR, (star + 3) % 6 + 1),
        (CENTRE_STAR, (star + 4) % 6 + 1),
    ]


def features() -> list[tuple[list[Space], int]]:
    """All windows, statues and pillars: the spaces around each, and the bonus tiles it gives."""
    result = []
    for star in OUTER_STARS:
        result.append((window(star), WINDOW_TILES))
        result.append((statue(star), STATUE_TILES))
        result.append((pillar(star), PILLAR_TILES))
    return result


@dataclass
class Board:
    """What lies in front of one player, except for the marker."""

    side: str = "coloured"
    score: int = FIRST_SCORE
    tiles: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    stars: list[list[str | None]] = field(default_factory=_empty_stars)
    passed: bool = False

    def lose(self, points: int) -> None:
        """Pay points, as far as there are any above the lowest score."""
        self.score = max(LOWEST_SCORE, self.score - points)

    def tile_at(self, star: int, position: int) -> str | None:
        """The tile on a space."""
        return self.stars[star][position - 1]

    def tiles_in(self, star: int) -> list[str]:
        """The tiles of a star, without the free spaces."""
        return [tile for tile in self.stars[star] if tile is not None]

    def star_accepts(self, star: int, colour: str) -> bool:
        """May a tile of this colour be placed in this star, if there is a free space?"""
        if self.side == "coloured" and star != CENTRE_STAR:
            return colour == OUTER_COLOURS[star]
        tiles = self.tiles_in(star)
        if self.side == "grey":
            if len(tiles) < 2:
                return True
            if len(set(tiles)) == 1:
                return colour == tiles[0]
        # The central star of the coloured side, or a grey star that has become many-coloured.
        return colour not in tiles

    def wild_counts(self, number: int, colour: str, wild: str) -> list[int]:
        """With how many wild tiles a tile of this colour can be paid for on this number.

        There is no such way if the list is empty. The wild colour itself is paid for with its own
        tiles only, which do not count as wild then.
        """
        own = self.tiles.count(colour)
        if colour == wild:
            return [0] if own >= number else []
        if own == 0:
            return []
        fewest = max(0, number - own)
        most = min(number - 1, self.tiles.count(wild))
        return list(range(fewest, most + 1))

    def group_size(self, star: int, position: int) -> int:
        """How many tiles of the star hang together with the one on this space."""
        group: list[int] = []
        to_visit = [position]
        while to_visit:
            here = to_visit.pop()
            if self.tile_at(star, here) is not None and here not in group:
                group.append(here)
                to_visit.extend(neighbours(here))
        return len(group)

    def is_filled(self, spaces: list[Space]) -> bool:
        """Is there a tile on each of these spaces?"""
        return all(self.tile_at(star, position) is not None for star, position in spaces)

    def bonus_tiles(self, star: int, position: int) -> int:
        """How many bonus tiles the tile just placed on this space has earned."""
        return sum(
            reward
            for spaces, reward in features()
            if (star, position) in spaces and self.is_filled(spaces)
        )

    def star_points(self) -> int:
        """The points for complete stars at the end of the game."""
        points = 0
        for star in STARS:
            tiles = self.tiles_in(star)
            if len(tiles) < len(POSITIONS):
                continue
            # What a star may hold is known while placing; here its content tells its value.
            if len(set(tiles)) == 1:
                points += ONE_COLOUR_POINTS[tiles[0]]
            else:
                points += MANY_COLOURS_POINTS
        return points

    def number_set_points(self, number_points: tuple[int, int, int, int]) -> int:
        """The points for having filled all spaces of one number, for each of the numbers 1..4."""
        points = 0
        for number in (1, 2, 3, 4):
            spaces = [
                (star, position)
                for star in STARS
                for position in POSITIONS
                if number_of(self.side, star, position) == number
            ]
            if self.is_filled(spaces):
                points += number_points[number - 1]
        return points

    def end_bonus(self, number_points: tuple[int, int, int, int]) -> int:
        """The points that the finished board earns at the end of the game."""
        return self.star_points() + self.number_set_points(number_points)

    def clone(self) -> Board:
        """A copy that shares nothing with this board."""
        return replace(
            self,
            tiles=list(self.tiles),
            kept=list(self.kept),
            stars=[list(star) for star in self.stars],
        )

    def snapshot(self) -> dict[str, object]:
        """The board as plain comparable data."""
        return {
            "score": self.score,
            "tiles": _in_order(self.tiles),
            "kept": _in_order(self.kept),
            "stars": ["".join(tile or "." for tile in star) for star in self.stars],
            "passed": self.passed,
        }


class Model:
    """One game of Azul: Summer Pavilion. Chance comes from outside, through deal()."""

    def __init__(
        self,
        players: int,
        board: str = "coloured",
        first_player: int = 0,
        number_points: tuple[int, int, int, int] = (4, 8, 12, 16),
    ) -> None:
        if players not in FACTORIES:
            raise ValueError(f"2, 3 or 4 players, not {players}")
        if board not in ("coloured", "grey"):
            raise ValueError(f"no such board: {board!r}")
        if not 0 <= first_player < players:
            raise ValueError(f"no such seat: {first_player}")
        if len(number_points) != 4:
            raise ValueError(f"points for the numbers 1 to 4, not {number_points}")
        self.players = players
        self.board = board
        self.number_points = number_points
        self.phase = "deal"
        self.round = 1
        self.to_play: int | None = None
        self.start_player = first_player
        self.marker: int | None = None
        self.bag: list[str] = [colour for colour in COLOURS for _ in range(TILES_PER_COLOUR)]
        self.tower: list[str] = []
        self.supply: list[str] = []
        self.factories: list[list[str]] = [[] for _ in range(FACTORIES[players])]
        self.centre: list[str] = []
        self.boards = [Board(side=board) for _ in range(players)]
        self.bonus_due = 0
        self.drawn = 0
        # Who has had the latest turn of this round's phase 2. While there was none, dealing goes
        # on to the factories; afterwards only the supply is filled.
        self._last_turn: int | None = None

    # Filling the supply and the factories

    def deal(self, colour: str) -> None:
        """Draw one tile of this colour from the bag for the supply or a factory."""
        if self.phase != "deal":
            raise ValueError(f"nothing is dealt in phase {self.phase!r}")
        if colour not in self.bag:
            raise ValueError(f"no tile {colour!r} in the bag")
        self.bag.remove(colour)
        self._piles_with_room()[0].append(colour)
        self.drawn += 1
        self._go_on_dealing()

    def _piles_with_room(self) -> list[list[str]]:
        """The piles that are to get tiles now, the next one first."""
        piles = []
        if len(self.supply) < SUPPLY_SPACES:
            piles.append(self.supply)
        if self._last_turn is None:
            piles += [factory for factory in self.factories if len(factory) < TILES_PER_FACTORY]
        return piles

    def _go_on_dealing(self) -> None:
        """Get the bag ready for the next tile, or go on with the game if there is no next tile."""
        tile_needed = len(self._piles_with_room()) > 0
        if tile_needed and not self.bag:
            self.bag, self.tower = self.tower, []
        if tile_needed and self.bag:
            self.phase = "deal"
        elif self._last_turn is None:
            self._begin_drafting()
        elif self._all_passed():
            self._begin_round()
        else:
            self._give_turn(self._next_to_place(self._last_turn))

    # Phase 1: acquiring tiles

    def _wild(self) -> str:
        """The colour that is wild in this round."""
        return COLOURS[self.round - 1]

    def _begin_drafting(self) -> None:
        # Nobody has the marker in the first round, nor after a round in which it was left lying:
        # then the same player starts.
        if self.marker is not None:
            self.start_player = self.marker
        self.marker = None
        if self._anything_to_draft():
            self.phase = "draft"
            self.to_play = self.start_player
        else:
            self._begin_placing()

    def _anything_to_draft(self) -> bool:
        return len(self.centre) > 0 or any(len(factory) > 0 for factory in self.factories)

    def _source(self, number: int) -> list[str]:
        """The tiles at a source as moves number them: 0 is the centre, then the factories."""
        if number == 0:
            return self.centre
        return self.factories[number - 1]

    def _legal_drafts(self) -> set[str]:
        moves = set()
        for source in range(len(self.factories) + 1):
            tiles = self._source(source)
            only_wild = all(tile == self._wild() for tile in tiles)
            for colour in tiles:
                if colour != self._wild() or only_wild:
                    moves.add(f"{source}{colour}")
        return moves

    def _draft(self, seat: int, source: int, colour: str) -> None:
        taken = self._take(source, colour)
        self.boards[seat].tiles.extend(taken)
        if source == 0 and self.marker is None:
            self.marker = seat
            self.boards[seat].lose(len(taken))
        if self._anything_to_draft():
            self.to_play = (seat + 1) % self.players
        else:
            self._begin_placing()

    def _take(self, source: int, colour: str) -> list[str]:
        """Take what the choice of this colour gives; the rest of a factory goes to the centre."""
        pile = self._source(source)
        taken = []
        if colour != self._wild():
            taken = [tile for tile in pile if tile == colour]
        # One wild tile comes along, or is all that is taken when there is nothing else.
        if self._wild() in pile:
            taken.append(self._wild())
        rest = list(pile)
        for tile in taken:
            rest.remove(tile)
        pile.clear()
        self.centre.extend(rest)
        return taken

    # Phase 2: playing tiles

    def _begin_placing(self) -> None:
        first = self.marker if self.marker is not None else self.start_player
        self._give_turn(first)

    def _all_passed(self) -> bool:
        return all(board.passed for board in self.boards)

    def _next_to_place(self, seat: int) -> int:
        """The next player after this seat who has not passed, perhaps the same again."""
        seat = (seat + 1) % self.players
        while self.boards[seat].passed:
            seat = (seat + 1) % self.players
        return seat

    def _give_turn(self, seat: int) -> None:
        """It is this player's turn, unless he has no tiles: then passing is not a decision."""
        if self.boards[seat].tiles:
            self.phase = "place"
            self.to_play = seat
        else:
            self._pass(seat, keep="")

    def _end_turn(self, seat: int) -> None:
        """Refill the supply before whatever comes next; only the end of the game does not wait."""
        self.to_play = None
        self.bonus_due = 0
        self._last_turn = seat
        if self.round == ROUNDS and self._all_passed():
            self._finish_game()
        else:
            self._go_on_dealing()

    def _legal_placements(self, seat: int) -> set[str]:
        board = self.boards[seat]
        moves = set()
        for star in STARS:
            for position in POSITIONS:
                if board.tile_at(star, position) is not None:
                    continue
                number = number_of(self.board, star, position)
                for colour in COLOURS:
                    if board.star_accepts(star, colour):
                        for wilds in board.wild_counts(number, colour, self._wild()):
                            moves.add(f"{star}{position}{colour}{wilds}")
        return moves

    def _place(self, seat: int, star: int, position: int, colour: str, wilds: int) -> None:
        """Pay for a space, fill it, score, and see whether that earns bonus tiles."""
        board = self.boards[seat]
        number = number_of(self.board, star, position)
        paid = [colour] * (number - wilds) + [self._wild()] * wilds
        for tile in paid:
            board.tiles.remove(tile)
        paid.remove(colour)
        board.stars[star][position - 1] = colour
        self.tower.extend(paid)
        board.score += board.group_size(star, position)
        self.bonus_due = min(board.bonus_tiles(star, position), len(self.supply))
        if self.bonus_due > 0:
            self.phase = "bonus"
        else:
            self._end_turn(seat)

    def _legal_bonuses(self) -> set[str]:
        return {f"+{tiles}" for tiles in _choices(self.supply, self.bonus_due)}

    def _take_bonus(self, seat: int, tiles: str) -> None:
        for tile in tiles:
            self.supply.remove(tile)
            self.boards[seat].tiles.append(tile)
        self._end_turn(seat)

    def _legal_passes(self, seat: int) -> set[str]:
        most = 0 if self.round == ROUNDS else MAX_KEPT
        moves = set()
        for size in range(most + 1):
            for tiles in _choices(self.boards[seat].tiles, size):
                moves.add(f"={tiles}")
        return moves

    def _pass(self, seat: int, keep: str) -> None:
        """Put some tiles aside for the next round; each of the others costs a point."""
        board = self.boards[seat]
        for tile in keep:
            board.tiles.remove(tile)
            board.kept.append(tile)
        board.lose(len(board.tiles))
        self.tower.extend(board.tiles)
        board.tiles = []
        board.passed = True
        self._end_turn(seat)

    # Phase 3: the next round, or the end

    def _begin_round(self) -> None:
        self.round += 1
        self._last_turn = None
        for board in self.boards:
            board.tiles.extend(board.kept)
            board.kept = []
            board.passed = False
        self._go_on_dealing()

    def _finish_game(self) -> None:
        self.phase = "over"
        for board in self.boards:
            board.score += board.end_bonus(self.number_points)

    # Moves

    def legal_moves(self) -> set[str]:
        """All moves of the player whose turn it is, in notation."""
        if self.to_play is None:
            return set()
        if self.phase == "draft":
            return self._legal_drafts()
        if self.phase == "bonus":
            return self._legal_bonuses()
        return self._legal_placements(self.to_play) | self._legal_passes(self.to_play)

    def play(self, move: str, legal: set[str] | None = None) -> None:
        """Make a move, and everything that follows from it without a decision.

        A caller who has just asked for the legal moves may hand them in, which saves the time to
        find them again.
        """
        if self.to_play is None or move not in (legal or self.legal_moves()):
            raise ValueError(f"not a legal move: {move!r}")
        seat = self.to_play
        if self.phase == "draft":
            self._draft(seat, source=int(move[0]), colour=move[1])
        elif self.phase == "bonus":
            self._take_bonus(seat, move.removeprefix("+"))
        elif move.startswith("="):
            self._pass(seat, keep=move.removeprefix("="))
        else:
            star, position, colour, wilds = int(move[0]), int(move[1]), move[2], int(move[3])
            self._place(seat, star, position, colour, wilds)

    # Results

    def scores(self) -> list[int]:
        """The points of all players, by seat."""
        return [board.score for board in self.boards]

    def winners(self) -> list[int]:
        """The seats that win; all that share the highest score."""
        if self.phase != "over":
            raise ValueError("nobody has won yet")
        scores = self.scores()
        return [seat for seat in range(self.players) if scores[seat] == max(scores)]

    # For the tests that use the model

    def clone(self) -> Model:
        """A copy that shares nothing with this model."""
        other = copy.copy(self)
        other.bag, other.tower, other.supply = list(self.bag), list(self.tower), list(self.supply)
        other.factories = [list(factory) for factory in self.factories]
        other.centre = list(self.centre)
        other.boards = [board.clone() for board in self.boards]
        return other

    def snapshot(self) -> dict[str, object]:
        """The whole state as plain comparable data; the order inside a pile is left out."""
        return {
            "players": self.players,
            "board": self.board,
            "phase": self.phase,
            "round": self.round,
            "to_play": self.to_play,
            "start_player": self.start_player,
            "marker": self.marker,
            "bonus_due": self.bonus_due,
            "bag": _in_order(self.bag),
            "tower": _in_order(self.tower),
            "supply": _in_order(self.supply),
            "factories": [_in_order(factory) for factory in self.factories],
            "centre": _in_order(self.centre),
            "boards": [board.snapshot() for board in self.boards],
        }

    def perft(self, depth: int, draw: Callable[[Model, int], str]) -> int:
        """Count the leaves of the tree of decisions; dealing is no decision and costs no depth.

        draw(model, drawn) names the tile to deal after that many draws since the game began.
        """
        if depth == 0:
            return 1
        position = self.clone()
        while position.phase == "deal":
            position.deal(draw(position, position.drawn))
        # Only now: the game may end after the last refill, by passes that are no decisions.
        if position.phase == "over":
            return 1
        leaves = 0
        for move in position.legal_moves():
            after = position.clone()
            after.play(move)
            leaves += after.perft(depth - 1, draw)
        return leaves
