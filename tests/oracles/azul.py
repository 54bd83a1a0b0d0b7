"""A naive model of Azul, to check a fast engine against.

Everything is a list of letters and every question is answered by looking at the table again:
nothing is cached and nothing is packed. The functions follow the order in which the rulebook
tells the game: factory offer, wall-tiling, next round, end of the game.

Rows, columns and seats count from 0 in the code; only the notation of moves counts from 1.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

COLOURS = "byrkw"  # blue yellow red black white, in this order

SIZE = 5  # rows and columns of a wall, and pattern lines
TILES_PER_COLOUR = 20
TILES_PER_FACTORY = 4
FACTORIES = {2: 5, 3: 7, 4: 9}  # by number of players
FLOOR_PENALTIES = [1, 1, 2, 2, 2, 3, 3]  # one entry per space of the floor line

ROW_BONUS = 2
COLUMN_BONUS = 7
COLOUR_BONUS = 10


def _empty_lines() -> list[list[str]]:
    """Five pattern lines without tiles."""
    return [[] for _ in range(SIZE)]


def _empty_wall() -> list[list[str | None]]:
    """A wall with 25 free spaces."""
    return [[None for _ in range(SIZE)] for _ in range(SIZE)]


def _in_order(tiles: Iterable[str]) -> str:
    """The tiles as one string, in the order of COLOURS."""
    piled = "".join(tiles)
    return "".join(colour * piled.count(colour) for colour in COLOURS)


def printed_column(row: int, colour: str) -> int:
    """The column of the space for this colour in this row of the coloured wall."""
    return (row + COLOURS.index(colour)) % SIZE


@dataclass
class Board:
    """What lies in front of one player, except for the marker."""

    score: int = 0
    lines: list[list[str]] = field(default_factory=_empty_lines)
    wall: list[list[str | None]] = field(default_factory=_empty_wall)
    floor: list[str] = field(default_factory=list)

    def line_is_full(self, row: int) -> bool:
        """The top line has one space, the next two, and so on."""
        return len(self.lines[row]) == row + 1

    def line_accepts(self, row: int, colour: str) -> bool:
        """May drafted tiles of this colour be put on this pattern line?"""
        if self.line_is_full(row):
            return False
        if any(tile != colour for tile in self.lines[row]):
            return False
        return colour not in self.wall[row]

    def column_holds(self, column: int, colour: str) -> bool:
        """Does the wall show this colour somewhere in this column?"""
        return any(self.wall[row][column] == colour for row in range(SIZE))

    def free_choice_columns(self, row: int, colour: str) -> list[int]:
        """Where a tile of this colour may go in this row of a grey wall."""
        if colour in self.wall[row]:
            return []
        return [
            column
            for column in range(SIZE)
            if self.wall[row][column] is None and not self.column_holds(column, colour)
        ]

    def run_length(self, row: int, column: int, down: int, right: int) -> int:
        """How many tiles touch in one line through a space, walking from it both ways."""
        length = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while 0 <= r < SIZE and 0 <= c < SIZE and self.wall[r][c] is not None:
                length += 1
                r, c = r + sign * down, c + sign * right
        return length

    def points_at(self, row: int, column: int) -> int:
        """The points for the tile just placed on this space."""
        horizontal = self.run_length(row, column, down=0, right=1)
        vertical = self.run_length(row, column, down=1, right=0)
        if horizontal == 1 and vertical == 1:
            return 1
        points = 0
        if horizontal > 1:
            points += horizontal
        if vertical > 1:
            points += vertical
        return points

    def complete_rows(self) -> int:
        """How many rows of the wall have no free space."""
        return sum(1 for row in self.wall if None not in row)

    def complete_columns(self) -> int:
        """How many columns of the wall have no free space."""
        return sum(
            1
            for column in range(SIZE)
            if all(self.wall[row][column] is not None for row in range(SIZE))
        )

    def complete_colours(self) -> int:
        """How many colours have five tiles on the wall, wherever they are."""
        tiles = [tile for row in self.wall for tile in row]
        return sum(1 for colour in COLOURS if tiles.count(colour) == SIZE)

    def end_bonus(self) -> int:
        """The points that the finished wall earns at the end of the game."""
        return (
            ROW_BONUS * self.complete_rows()
            + COLUMN_BONUS * self.complete_columns()
            + COLOUR_BONUS * self.complete_colours()
        )

    def clone(self) -> Board:
        """A copy that shares nothing with this board."""
        lines, wall = [list(line) for line in self.lines], [list(row) for row in self.wall]
        return Board(self.score, lines, wall, list(self.floor))

    def snapshot(self) -> dict[str, object]:
        """The board as plain comparable data."""
        return {
            "score": self.score,
            "lines": ["".join(line) for line in self.lines],
            "wall": ["".join(tile or "." for tile in row) for row in self.wall],
            "floor": _in_order(self.floor),
        }


class Model:
    """One game of Azul. Chance comes from outside, through deal()."""

    def __init__(
        self,
        players: int,
        board: str = "coloured",
        first_player: int = 0,
        stalemate_rounds: int = 5,
    ) -> None:
        if players not in FACTORIES:
            raise ValueError(f"2, 3 or 4 players, not {players}")
        if board not in ("coloured", "grey"):
            raise ValueError(f"no such board: {board!r}")
        if not 0 <= first_player < players:
            raise ValueError(f"no such seat: {first_player}")
        if stalemate_rounds < 0:
            raise ValueError(f"a number of rounds, or 0 for never, not {stalemate_rounds}")
        self.players = players
        self.board = board
        self.stalemate_rounds = stalemate_rounds
        self.phase = "deal"
        self.round = 1
        self.to_play: int | None = None
        self.start_player = first_player
        self.marker: int | None = None
        self.bag: list[str] = [colour for colour in COLOURS for _ in range(TILES_PER_COLOUR)]
        self.lid: list[str] = []
        self.factories: list[list[str]] = [[] for _ in range(FACTORIES[players])]
        self.centre: list[str] = []
        self.boards = [Board() for _ in range(players)]
        self.idle_rounds = 0
        self.end_reason: str | None = None
        self.drawn = 0
        # Whether the round that is being played has brought a tile to any wall.
        self._placed_this_round = False

    # Filling the factories

    def deal(self, colour: str) -> None:
        """Draw one tile of this colour from the bag for the next factory with room."""
        if self.phase != "deal":
            raise ValueError(f"nothing is dealt in phase {self.phase!r}")
        if colour not in self.bag:
            raise ValueError(f"no tile {colour!r} in the bag")
        self.bag.remove(colour)
        self._factories_with_room()[0].append(colour)
        self.drawn += 1
        self._go_on_dealing()

    def _factories_with_room(self) -> list[list[str]]:
        return [factory for factory in self.factories if len(factory) < TILES_PER_FACTORY]

    def _go_on_dealing(self) -> None:
        """Get the bag ready for the next tile, or start drafting if there is no next tile."""
        tile_needed = len(self._factories_with_room()) > 0
        if tile_needed and not self.bag:
            self.bag, self.lid = self.lid, []
        if not tile_needed or not self.bag:
            self._begin_drafting()

    # Phase A: factory offer

    def _begin_drafting(self) -> None:
        # Nobody has the marker in the first round, nor after a round in which it was left lying:
        # then the same player starts.
        if self.marker is not None:
            self.start_player = self.marker
        self.marker = None
        self._placed_this_round = False
        self.phase = "draft"
        self.to_play = self.start_player

    def _source(self, number: int) -> list[str]:
        """The tiles at a source as moves number them: 0 is the centre, then the factories."""
        if number == 0:
            return self.centre
        return self.factories[number - 1]

    def _legal_drafts(self, seat: int) -> set[str]:
        moves = set()
        for source in range(len(self.factories) + 1):
            for colour in set(self._source(source)):
                moves.add(f"{source}{colour}0")
                for row in range(SIZE):
                    if self.boards[seat].line_accepts(row, colour):
                        moves.add(f"{source}{colour}{row + 1}")
        return moves

    def _draft(self, seat: int, source: int, colour: str, destination: int) -> None:
        # The marker comes first: it takes a floor space before the tiles may fall there.
        if source == 0 and self.marker is None:
            self.marker = seat
        tiles = self._take(source, colour)
        if destination == 0:
            self._drop_on_floor(seat, tiles)
        else:
            self._put_on_line(seat, destination - 1, tiles)
        if self.centre or any(self.factories):
            self.to_play = (seat + 1) % self.players
        else:
            self._tile_walls(self._seats_from(self.start_player))

    def _take(self, source: int, colour: str) -> list[str]:
        """Take all tiles of the colour; what else lies on a factory is pushed to the centre."""
        pile = self._source(source)
        taken = [tile for tile in pile if tile == colour]
        rest = [tile for tile in pile if tile != colour]
        pile.clear()
        self.centre.extend(rest)
        return taken

    def _put_on_line(self, seat: int, row: int, tiles: list[str]) -> None:
        """Fill up a pattern line; what is too much falls to the floor line."""
        board = self.boards[seat]
        for tile in tiles:
            if board.line_is_full(row):
                self._drop_on_floor(seat, [tile])
            else:
                board.lines[row].append(tile)

    def _floor_spaces_taken(self, seat: int) -> int:
        """Spaces in use on a floor line; a marker that found no free space uses none."""
        pieces = len(self.boards[seat].floor)
        if self.marker == seat:
            pieces += 1
        return min(pieces, len(FLOOR_PENALTIES))

    def _drop_on_floor(self, seat: int, tiles: list[str]) -> None:
        """Tiles go to the floor line while it has room, and from then on to the lid."""
        for tile in tiles:
            if self._floor_spaces_taken(seat) < len(FLOOR_PENALTIES):
                self.boards[seat].floor.append(tile)
            else:
                self.lid.append(tile)

    # Phase B: wall-tiling

    def _seats_from(self, seat: int) -> list[int]:
        """The seats from this one clockwise to the last one before the round's start player."""
        seats = [seat]
        while (seats[-1] + 1) % self.players != self.start_player:
            seats.append((seats[-1] + 1) % self.players)
        return seats

    def _tile_walls(self, seats: list[int]) -> None:
        """Let these players tile one after the other; stop where one has to choose a column."""
        for seat in seats:
            if self.board == "coloured":
                self._tile_coloured_wall(seat)
            else:
                self._drop_hopeless_lines(seat)
                if self._first_full_line(seat) is not None:
                    self.phase = "tile"
                    self.to_play = seat
                    return
            self._clear_floor(seat)
        self._finish_round()

    def _tile_coloured_wall(self, seat: int) -> None:
        board = self.boards[seat]
        for row in range(SIZE):
            if board.line_is_full(row):
                self._place(seat, row, printed_column(row, board.lines[row][0]))

    def _first_full_line(self, seat: int) -> int | None:
        """The topmost full line; tiling empties lines, so this is the next one to be dealt with."""
        for row in range(SIZE):
            if self.boards[seat].line_is_full(row):
                return row
        return None

    def _columns_for(self, seat: int, row: int) -> list[int]:
        """The columns a full line may be placed in on the grey wall."""
        board = self.boards[seat]
        return board.free_choice_columns(row, board.lines[row][0])

    def _drop_hopeless_lines(self, seat: int) -> None:
        """Full lines fall to the floor, from the top, up to the first that can be placed.

        Lines below that one wait: its placement may still change what is possible for them.
        """
        row = self._first_full_line(seat)
        while row is not None and not self._columns_for(seat, row):
            tiles = self.boards[seat].lines[row]
            self.boards[seat].lines[row] = []
            self._drop_on_floor(seat, tiles)
            row = self._first_full_line(seat)

    def _legal_columns(self, seat: int) -> set[str]:
        row = self._first_full_line(seat)
        assert row is not None, "phase 'tile' means that somebody has a line to place"
        return {f"{row + 1}>{column + 1}" for column in self._columns_for(seat, row)}

    def _place(self, seat: int, row: int, column: int) -> None:
        """One tile of a full line goes to the wall and scores; the others go to the lid."""
        board = self.boards[seat]
        tile, *others = board.lines[row]
        board.lines[row] = []
        board.wall[row][column] = tile
        board.score += board.points_at(row, column)
        self.lid.extend(others)
        self._placed_this_round = True

    def _clear_floor(self, seat: int) -> None:
        """Pay for the floor line, all of it at once, and empty it; the marker stays in hand."""
        board = self.boards[seat]
        penalty = sum(FLOOR_PENALTIES[: self._floor_spaces_taken(seat)])
        board.score = max(0, board.score - penalty)
        self.lid.extend(board.floor)
        board.floor = []

    # Phase C: the next round, or the end

    def _finish_round(self) -> None:
        self.to_play = None
        self.idle_rounds = 0 if self._placed_this_round else self.idle_rounds + 1
        self.end_reason = self._reason_to_end()
        if self.end_reason is not None:
            self.phase = "over"
            for board in self.boards:
                board.score += board.end_bonus()
        else:
            self.phase = "deal"
            self.round += 1
            self._go_on_dealing()

    def _reason_to_end(self) -> str | None:
        """Why there is no further round, asked when every player has tiled."""
        if any(board.complete_rows() > 0 for board in self.boards):
            return "row"
        if not self.bag and not self.lid:
            return "empty"
        if self.stalemate_rounds > 0 and self.idle_rounds >= self.stalemate_rounds:
            return "stalemate"
        return None

    # Moves

    def legal_moves(self) -> set[str]:
        """All moves of the player whose turn it is, in notation."""
        if self.to_play is None:
            return set()
        if self.phase == "draft":
            return self._legal_drafts(self.to_play)
        return self._legal_columns(self.to_play)

    def play(self, move: str, legal: set[str] | None = None) -> None:
        """Make a move, and everything that follows from it without a decision.

        A caller who has just asked for the legal moves may hand them in, which saves the time to
        find them again.
        """
        if self.to_play is None or move not in (legal or self.legal_moves()):
            raise ValueError(f"not a legal move: {move!r}")
        seat = self.to_play
        if self.phase == "draft":
            self._draft(seat, source=int(move[0]), colour=move[1], destination=int(move[2]))
        else:
            row, column = move.split(">")
            self._place(seat, int(row) - 1, int(column) - 1)
            self._tile_walls(self._seats_from(seat))

    # Results

    def scores(self) -> list[int]:
        """The points of all players, by seat."""
        return [board.score for board in self.boards]

    def complete_rows(self, player: int) -> int:
        """How many complete horizontal rows a player has, which decides between equal scores."""
        return self.boards[player].complete_rows()

    def winners(self) -> list[int]:
        """The seats that win; more than one only if points and complete rows are both equal."""
        if self.phase != "over":
            raise ValueError("nobody has won yet")
        results = [(board.score, board.complete_rows()) for board in self.boards]
        return [seat for seat in range(self.players) if results[seat] == max(results)]

    # For the tests that use the model

    def clone(self) -> Model:
        """A copy that shares nothing with this model."""
        other = copy.copy(self)
        other.bag, other.lid = list(self.bag), list(self.lid)
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
            "bag": _in_order(self.bag),
            "lid": _in_order(self.lid),
            "factories": [_in_order(factory) for factory in self.factories],
            "centre": _in_order(self.centre),
            "boards": [board.snapshot() for board in self.boards],
            "idle_rounds": self.idle_rounds,
            "end_reason": self.end_reason,
        }

    def perft(self, depth: int, draw: Callable[[Model, int], str]) -> int:
        """Count the leaves of the tree of decisions; dealing is no decision and costs no depth.

        draw(model, drawn) names the tile to deal after that many draws since the game began.
        """
        if depth == 0 or self.phase == "over":
            return 1
        position = self.clone()
        while position.phase == "deal":
            position.deal(draw(position, position.drawn))
        leaves = 0
        legal = position.legal_moves()
        for move in legal:
            after = position.clone()
            after.play(move, legal)
            leaves += after.perft(depth - 1, draw)
        return leaves
