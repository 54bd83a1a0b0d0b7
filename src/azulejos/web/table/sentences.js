/** Sentences of the log: entries and their events in words. */
import { _, ngettext, rich, richPlural } from "../i18n.js";
import { bonusPoints, takenTiles } from "./events.js";
import { botName } from "../bots.js";
import { presetText } from "./names.js";

/** @import { AzulBonusEvent, AzulGameEndedEvent, AzulPlacedEvent, AzulTakenEvent } from "../types.d.ts" */
/** @import { Entry, GameEvent, PavilionBonusEvent, PavilionGameEndedEvent } from "../types.d.ts" */
/** @import { PavilionPassedEvent, PavilionPlacedEvent, PavilionTakenEvent } from "../types.d.ts" */
/** @typedef {import("../html.js").View} View */
/** @typedef {import("./describe.js").ShowPile} ShowPile */
/** @typedef {(value: number) => View} ShowPoints */
/** @typedef {{ names: View[], tiles: ShowPile, points: ShowPoints }} Style   how names, piles and points are shown */
/** @typedef {{ number: number, kind: "move" | "deal", seat: number | null, events: GameEvent[] }} ReplayEntry */
/** @typedef {Entry | ReplayEntry} AnyEntry */
/** @typedef {{ kind: string, seat: number | null, content: View[] }} Sentence */

/**
 * The sentences of one entry of the log.
 * @param {AnyEntry} entry
 * @param {Style} style
 * @returns {Sentence[]}
 */
export function sentencesOf(entry, style) {
  const { names } = style;
  const seat = "seat" in entry ? entry.seat : null;
  const name = seat === null ? "" : names[seat];
  const one = (/** @type {View[]} */ content) => [{ kind: entry.kind, seat, content }];
  switch (entry.kind) {
    case "move":
    case "deal":
      return eventSentences(entry.events ?? [], style);
    case "undo":
      return one(rich("{name} takes back a move", { name }));
    case "undo-request":
      return one(rich("{name} asks to take back a move", { name }));
    case "undo-answer":
      return one(undoAnswer(entry.answer, name));
    case "hint":
      return one(rich("{name} asks for a hint", { name }));
    case "say":
      return one(rich("{name}: {words}", { name, words: presetText(entry.preset) }));
    case "name": {
      const unnamed = _("Player {number}", { number: entry.seat + 1 });
      const before = entry.before ?? unnamed;
      return one(rich("{before} is now called {name}", { before, name: entry.name ?? unnamed }));
    }
    case "new-token":
      return one(rich("{name} has a new seat link", { name }));
    case "stand-in":
      return one(rich("{bot} now plays for {name}", { bot: botName(entry.bot), name }));
    case "time-out":
      return one(rich("Time is up for {name}: {bot} takes over", { name, bot: botName(entry.bot) }));
    case "clock-start":
      return one([_("The clocks are running now")]);
    case "join":
      return one(rich("{name} joins the table", { name }));
    case "return":
      return one(rich("{name} is back", { name }));
    case "rematch":
      return one(rich("{name} wants a rematch", { name }));
    default:
      return [];
  }
}

/** Entries that say nothing about the game: words have their bubble, names stand on the board. */
const BESIDE_THE_GAME = new Set(["say", "name"]);
/** Events that follow from the act before them, which says more. */
const FOLLOWING = new Set(["marker-taken", "dropped", "surrounded"]);

/**
 * The sentence that tells best what happened last.
 * @param {AnyEntry[]} entries
 * @param {Style} style
 * @returns {(Sentence & { key: string }) | null}
 */
export function headline(entries, style) {
  const last = entries.filter(({ kind }) => !BESIDE_THE_GAME.has(kind)).slice(-3).reverse();
  for (const entry of last) {
    const sentences = sentencesOf(entry, style);
    let at = sentences.length - 1;
    while (at > 0 && FOLLOWING.has(sentences[at].kind)) at -= 1;
    if (at >= 0) return { ...sentences[at], key: `${entry.number}-${at}` };
  }
  return null;
}

/** @param {"agree" | "refuse" | "withdraw"} answer @param {View} name */
function undoAnswer(answer, name) {
  if (answer === "agree") return rich("{name} agrees to take back the move", { name });
  if (answer === "refuse") return rich("{name} doesn't agree: the move stays", { name });
  return rich("{name} no longer asks to take back a move", { name });
}

/** @param {GameEvent[]} events @param {Style} style @returns {Sentence[]} */
function eventSentences(events, style) {
  // The line that taken tiles went to is part of the same sentence.
  const placed = events.find((event) => event.kind === "placed" && "row" in event);
  return events.flatMap((event) => {
    const content = eventSentence(event, style, placed);
    const seat = "player" in event ? event.player : null;
    return content ? [{ kind: event.kind, seat, content }] : [];
  });
}

/**
 * @param {GameEvent} event
 * @param {Style} style
 * @param {AzulPlacedEvent} [placed]
 * @returns {View[] | null}
 */
function eventSentence(event, { names, tiles, points }, placed) {
  const name = "player" in event ? names[event.player] : "";
  switch (event.kind) {
    case "taken":
      return takenSentence(event, name, tiles, placed);
    case "marker-taken":
      return "points" in event && event.points
        ? rich("{name} takes the starting player marker: {points}", {
            name,
            points: points(-Math.abs(event.points)),
          })
        : rich("{name} takes the starting player marker", { name });
    case "dropped":
      return rich("{name} drops {tiles} to the floor line", {
        name,
        tiles: tiles({ [event.colour]: event.to_floor + event.to_lid }),
      });
    case "tiled":
      return rich("{name} moves {tile} to row {row} of the wall: {points}", {
        name,
        tile: tiles({ [event.colour]: 1 }),
        row: event.row + 1,
        points: points(event.points),
      });
    case "line-dropped":
      return rich("No free column for line {line}: {name} drops it to the floor line", {
        name,
        line: event.row + 1,
      });
    case "floor-charged":
      return event.points
        ? rich("{name} pays for the floor line: {points}", {
            name,
            points: points(-Math.abs(event.points)),
          })
        : null;
    case "placed":
      return "space" in event ? placedSentence(event, name, tiles, points) : null;
    case "surrounded":
      return richPlural(
        "{name} gets {n} bonus tile",
        "{name} gets {n} bonus tiles",
        event.due,
        { name },
      );
    case "bonus-taken":
      return rich("{name} takes {tiles} from the supply", { name, tiles: tiles(event.tiles) });
    case "passed":
      return passedSentence(event, name, tiles, points);
    case "bag-filled":
      return [
        ngettext(
          "The bag was empty: {n} discarded tile goes back into it",
          "The bag was empty: {n} discarded tiles go back into it",
          event.count,
        ),
      ];
    case "round-started":
      return rich("Round {round} begins, {name} starts", {
        round: event.round,
        name: names[event.start_player],
      });
    case "game-ended":
      return [endSentence(event)];
    case "bonus":
      return bonusSentence(event, name, points);
    default:
      return null;
  }
}

/**
 * @param {AzulTakenEvent | PavilionTakenEvent} event
 * @param {View} name
 * @param {ShowPile} tiles
 * @param {AzulPlacedEvent} [placed]
 */
function takenSentence(event, name, tiles, placed) {
  const values = {
    name,
    tiles: tiles(takenTiles(event)),
    factory: event.source,
    line: placed ? placed.row + 1 : 0,
  };
  const centre = event.source === 0;
  if (!placed) {
    return centre
      ? rich("{name} takes {tiles} from the centre", values)
      : rich("{name} takes {tiles} from factory {factory}", values);
  }
  return centre
    ? rich("{name} takes {tiles} from the centre to line {line}", values)
    : rich("{name} takes {tiles} from factory {factory} to line {line}", values);
}

/**
 * @param {PavilionPlacedEvent} event
 * @param {View} name
 * @param {ShowPile} tiles
 * @param {ShowPoints} points
 */
function placedSentence(event, name, tiles, points) {
  const values = {
    name,
    tile: tiles({ [event.colour]: 1 }),
    tiles: tiles(event.discarded),
    points: points(event.points),
  };
  return Object.keys(event.discarded).length
    ? rich("{name} places {tile} and pays {tiles}: {points}", values)
    : rich("{name} places {tile}: {points}", values);
}

/**
 * @param {PavilionPassedEvent} event
 * @param {View} name
 * @param {ShowPile} tiles
 * @param {ShowPoints} points
 */
function passedSentence(event, name, tiles, points) {
  const values = { name, kept: tiles(event.kept), points: points(-Math.abs(event.points)) };
  const keeps = Object.keys(event.kept).length > 0;
  if (event.points) {
    return keeps
      ? rich("{name} passes and keeps {kept}: {points}", values)
      : rich("{name} passes: {points}", values);
  }
  return keeps ? rich("{name} passes and keeps {kept}", values) : rich("{name} passes", values);
}

/** @param {AzulGameEndedEvent | PavilionGameEndedEvent} event */
function endSentence(event) {
  switch ("reason" in event ? event.reason : "") {
    case "row":
      return _("A player completed a row: the game is over");
    case "empty":
      return _("No tiles are left: the game is over");
    case "stalemate":
      return _("No one placed a tile for a long time: the game is over");
    default:
      return _("The game is over");
  }
}

/**
 * The end bonuses of a player, if there are any.
 * @param {AzulBonusEvent | PavilionBonusEvent} event
 * @param {View} name
 * @param {ShowPoints} points
 */
function bonusSentence(event, name, points) {
  const total = bonusPoints(event);
  return total ? rich("{name} scores bonuses: {points}", { name, points: points(total) }) : null;
}
