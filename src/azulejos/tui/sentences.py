"""What happened and what could happen, in whole sentences with pictures of tiles in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.text import Text

from azulejos.i18n import Words
from azulejos.tui.names import bot_name, signed
from azulejos.tui.tiles import pile_text

#: Places of sentences where a picture of tiles stands: signs that nobody writes.
MARK = "\ufffc"


def rich(sentence: str, pictures: Sequence[Text] = ()) -> Text:
    """A sentence whose marks are replaced by pictures, in order."""
    text = Text()
    parts = sentence.split(MARK)
    for part, picture in zip(parts, [*pictures, Text()], strict=False):
        text.append(part).append_text(picture)
    return text


def of_entry(words: Words, entry: dict[str, Any], names: Sequence[str]) -> list[Text]:
    """The sentences of one entry of the log."""
    seat = entry.get("seat")
    name = names[seat] if seat is not None else ""
    if entry["kind"] in ("move", "deal"):
        return list(_of_events(words, entry.get("events") or [], names))
    if entry["kind"] == "undo":
        return [Text(words.gettext("{name} takes a move back", name=name))]
    if entry["kind"] == "say":
        said = preset_text(words, entry["preset"])
        return [Text(words.gettext("{name}: {words}", name=name, words=said))]
    if entry["kind"] == "stand-in":
        level = bot_name(words, entry["bot"])
        return [Text(words.gettext("A bot ({bot}) plays for {name} now", bot=level, name=name))]
    if entry["kind"] == "return":
        return [Text(words.gettext("{name} is back", name=name))]
    if entry["kind"] == "rematch":
        return [Text(words.gettext("{name} has asked for a rematch", name=name))]
    return []


def preset_text(words: Words, preset: str) -> str:
    """What is said by a short message."""
    presets = {
        "hello": words.gettext("Hello!"),
        "good-luck": words.gettext("Good luck!"),
        "well-played": words.gettext("Well played!"),
        "thinking": words.gettext("Let me think …"),
        "oops": words.gettext("Oops!"),
        "thanks": words.gettext("Thank you!"),
        "good-game": words.gettext("Good game!"),
        "hurry-up": words.gettext("Shall we go on?"),
    }
    return presets.get(preset, preset)


def _of_events(
    words: Words, events: Sequence[dict[str, Any]], names: Sequence[str]
) -> Iterator[Text]:
    # Where the taken tiles went is told in the same breath.
    placed = next((e for e in events if e["kind"] == "placed" and "row" in e), None)
    for event in events:
        told = _of_draft(words, event, names, placed) or _of_round(words, event, names)
        if told is not None:
            yield told


def _of_draft(
    words: Words,
    event: dict[str, Any],
    names: Sequence[str],
    placed: dict[str, Any] | None,
) -> Text | None:
    """What is done in a turn."""
    kind = event["kind"]
    name = names[event["player"]] if "player" in event else ""
    if kind == "taken":
        return _taken(words, event, name, placed)
    if kind == "marker-taken" and event.get("points"):
        points = signed(-abs(event["points"]))
        return Text(
            words.gettext(
                "{name} takes the starting player marker: {points}", name=name, points=points
            )
        )
    if kind == "marker-taken":
        return Text(words.gettext("{name} takes the starting player marker", name=name))
    if kind == "dropped":
        count = event["to_floor"] + event["to_lid"]
        sentence = words.gettext("{name} drops {tiles} to the floor line", name=name, tiles=MARK)
        return rich(sentence, [pile_text({event["colour"]: count})])
    if kind == "placed" and "space" in event:
        return _placed(words, event, name)
    if kind == "surrounded":
        return Text(
            words.ngettext(
                "{name} may take {n} bonus tile",
                "{name} may take {n} bonus tiles",
                event["due"],
                name=name,
            )
        )
    if kind == "bonus-taken":
        sentence = words.gettext("{name} takes {tiles} from the supply", name=name, tiles=MARK)
        return rich(sentence, [pile_text(event["tiles"])])
    return _passed(words, event, name) if kind == "passed" else None


def _taken(words: Words, event: dict[str, Any], name: str, placed: dict[str, Any] | None) -> Text:
    tiles = event.get("tiles") or {event["colour"]: event["count"]}
    source, line = event["source"], placed["row"] + 1 if placed else 0
    if placed and source:
        sentence = words.gettext(
            "{name} takes {tiles} from factory {factory} to line {line}",
            name=name,
            tiles=MARK,
            factory=source,
            line=line,
        )
    elif placed:
        sentence = words.gettext(
            "{name} takes {tiles} from the centre to line {line}", name=name, tiles=MARK, line=line
        )
    elif source:
        sentence = words.gettext(
            "{name} takes {tiles} from factory {factory}", name=name, tiles=MARK, factory=source
        )
    else:
        sentence = words.gettext("{name} takes {tiles} from the centre", name=name, tiles=MARK)
    return rich(sentence, [pile_text(tiles)])


def _placed(words: Words, event: dict[str, Any], name: str) -> Text:
    points, tile = signed(event["points"]), pile_text({event["colour"]: 1})
    if event["discarded"]:
        sentence = words.gettext(
            "{name} places {tile} and pays {tiles}: {points}",
            name=name,
            tile=MARK,
            tiles=MARK,
            points=points,
        )
        return rich(sentence, [tile, pile_text(event["discarded"])])
    sentence = words.gettext("{name} places {tile}: {points}", name=name, tile=MARK, points=points)
    return rich(sentence, [tile])


def _passed(words: Words, event: dict[str, Any], name: str) -> Text:
    points, kept = signed(-abs(event["points"])), [pile_text(event["kept"])]
    if event["points"] and event["kept"]:
        sentence = words.gettext(
            "{name} passes and keeps {kept}: {points}", name=name, kept=MARK, points=points
        )
    elif event["points"]:
        sentence = words.gettext("{name} passes: {points}", name=name, points=points)
    elif event["kept"]:
        sentence = words.gettext("{name} passes and keeps {kept}", name=name, kept=MARK)
    else:
        sentence = words.gettext("{name} passes", name=name)
    return rich(sentence, kept if event["kept"] else [])


def _of_round(words: Words, event: dict[str, Any], names: Sequence[str]) -> Text | None:
    """What follows from the rules between the turns."""
    kind = event["kind"]
    name = names[event["player"]] if "player" in event else ""
    if kind == "tiled":
        sentence = words.gettext(
            "{name} moves {tile} to row {row} of the wall: {points}",
            name=name,
            tile=MARK,
            row=event["row"] + 1,
            points=signed(event["points"]),
        )
        return rich(sentence, [pile_text({event["colour"]: 1})])
    if kind == "line-dropped":
        return Text(
            words.gettext(
                "No column is free for line {line}: {name} drops it to the floor line",
                name=name,
                line=event["row"] + 1,
            )
        )
    if kind == "floor-charged" and event["points"]:
        points = signed(-abs(event["points"]))
        return Text(
            words.gettext("{name} pays for the floor line: {points}", name=name, points=points)
        )
    if kind == "bag-filled":
        return Text(
            words.ngettext(
                "The bag was empty: {n} discarded tile goes back into it",
                "The bag was empty: {n} discarded tiles go back into it",
                event["count"],
            )
        )
    if kind == "round-started":
        starter = names[event["start_player"]]
        text = words.gettext(
            "Round {round} begins, {name} starts", round=event["round"], name=starter
        )
        return Text(text, "bold")
    if kind == "game-ended":
        return Text(_end(words, event.get("reason", "")), "bold")
    return _bonus(words, event, name) if kind == "bonus" else None


def _end(words: Words, reason: str) -> str:
    if reason == "row":
        return words.gettext("A row of a wall is complete: the game is over")
    if reason == "empty":
        return words.gettext("No tiles are left: the game is over")
    if reason == "stalemate":
        return words.gettext("Nobody placed a tile for a long time: the game is over")
    return words.gettext("The game is over")


def _bonus(words: Words, event: dict[str, Any], name: str) -> Text | None:
    sources = ("rows", "columns", "colours", "stars", "numbers")
    total = sum(event.get(source) or 0 for source in sources)
    if not total:
        return None
    return Text(words.gettext("{name} gets end bonuses: {points}", name=name, points=signed(total)))


# What an option does


def of_option(words: Words, option: dict[str, Any]) -> Text:
    """A move as a sentence: take these from factory 3 to line 4."""
    kind = option["kind"]
    if kind == "draft":
        return rich(_draft(words, option), [pile_text(option["taken"])])
    if kind == "tile":
        row, column = option["row"] + 1, option["column"] + 1
        return Text(
            words.gettext("Row {row}: place the tile in column {column}", row=row, column=column)
        )
    if kind == "place":
        sentence = words.gettext("Place {tile}, paying {tiles}", tile=MARK, tiles=MARK)
        return rich(sentence, [pile_text({option["colour"]: 1}), pile_text(option["pays"])])
    if kind == "bonus":
        sentence = words.gettext("Take {tiles} from the supply", tiles=MARK)
        return rich(sentence, [pile_text(option["tiles"])])
    if option["kept"]:
        sentence = words.gettext("Pass and keep {tiles}", tiles=MARK)
        return rich(sentence, [pile_text(option["kept"])])
    return Text(words.gettext("Pass and keep nothing"))


def _draft(words: Words, option: dict[str, Any]) -> str:
    source, line = option["source"], option.get("destination")
    if line is None:
        if source == 0:
            return words.gettext("Take {tiles} from the centre", tiles=MARK)
        return words.gettext("Take {tiles} from factory {factory}", tiles=MARK, factory=source)
    if line == 0:
        if source == 0:
            return words.gettext("Take {tiles} from the centre to the floor line", tiles=MARK)
        return words.gettext(
            "Take {tiles} from factory {factory} to the floor line", tiles=MARK, factory=source
        )
    if source == 0:
        return words.gettext("Take {tiles} from the centre to line {line}", tiles=MARK, line=line)
    return words.gettext(
        "Take {tiles} from factory {factory} to line {line}",
        tiles=MARK,
        factory=source,
        line=line,
    )


def of_warning(words: Words, game: str, warning: dict[str, Any]) -> Text:
    """A warning as a sentence that states the cost."""
    code = warning["code"]
    if code == "floor":
        return Text(
            words.ngettext(
                "This drops {n} tile to the floor line ({points}).",
                "This drops {n} tiles to the floor line ({points}).",
                warning["tiles"],
                points=signed(warning["points"]),
            )
        )
    if code == "discards":
        return Text(
            words.ngettext(
                "This throws {n} tile away ({points}).",
                "This throws {n} tiles away ({points}).",
                warning["tiles"],
                points=signed(warning["points"]),
            )
        )
    if code == "unplaceable":
        tile = [pile_text({warning["colour"]: 1})]
        if game == "azul":
            return rich(
                words.gettext("Your wall has no column for {tile} in this row.", tile=MARK), tile
            )
        return rich(words.gettext("Your board has no place for {tile}.", tile=MARK), tile)
    if code == "could-place":
        return Text(words.gettext("You could still place a tile."))
    return Text(words.gettext("This may cost you."))
