/** What happened at the table, entry by entry, in whole sentences. */
import { _, ngettext, rich } from "../i18n.js";
import { botName, presetText } from "./names.js";

/**
 * The sentences of one entry of the log.
 * @param {any} entry
 * @param {{names: string[], tiles: (pile: Record<string, number>) => any,
 *          points: (value: number) => any}} ways   how piles and points are shown
 * @returns {{kind: string, seat: number|null, content: any[]}[]}
 */
export function sentencesOf(entry, ways) {
  const { names } = ways;
  const name = entry.seat === null || entry.seat === undefined ? "" : names[entry.seat];
  const one = (content) => [{ kind: entry.kind, seat: entry.seat ?? null, content }];
  switch (entry.kind) {
    case "move":
    case "deal":
      return eventSentences(entry.events ?? [], ways);
    case "undo":
      return one([_("{name} takes a move back", { name })]);
    case "say":
      return one([_("{name}: {words}", { name, words: presetText(entry.preset) })]);
    case "stand-in":
      return one([_("A bot ({bot}) plays for {name} now", { bot: botName(entry.bot), name })]);
    case "return":
      return one([_("{name} is back", { name })]);
    case "rematch":
      return one([_("{name} has asked for a rematch", { name })]);
    default:
      return [];
  }
}

function eventSentences(events, ways) {
  // Where the taken tiles went is told in the same breath.
  const placed = events.find((event) => event.kind === "placed" && event.row !== undefined);
  return events.flatMap((event) => {
    const content = eventSentence(event, ways, placed);
    const seat = event.player ?? null;
    return content ? [{ kind: event.kind, seat, content }] : [];
  });
}

function eventSentence(event, { names, tiles, points }, placed) {
  const name = names[event.player];
  switch (event.kind) {
    case "taken":
      return takenSentence(event, name, tiles, placed);
    case "marker-taken":
      return event.points
        ? rich("{name} takes the starting player marker: {points}", {
            name,
            points: points(-Math.abs(event.points)),
          })
        : [_("{name} takes the starting player marker", { name })];
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
      return [
        _("No column is free for line {line}: {name} drops it to the floor line", {
          name,
          line: event.row + 1,
        }),
      ];
    case "floor-charged":
      return event.points
        ? rich("{name} pays for the floor line: {points}", {
            name,
            points: points(-Math.abs(event.points)),
          })
        : null;
    case "placed":
      return event.space === undefined ? null : placedSentence(event, name, tiles, points);
    case "surrounded":
      return [
        ngettext("{name} may take {n} bonus tile", "{name} may take {n} bonus tiles", event.due, {
          name,
        }),
      ];
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
      return [
        _("Round {round} begins, {name} starts", {
          round: event.round,
          name: names[event.start_player],
        }),
      ];
    case "game-ended":
      return [endSentence(event)];
    case "bonus":
      return bonusSentence(event, name, points);
    default:
      return null;
  }
}

function takenSentence(event, name, tiles, placed) {
  const taken = event.tiles ?? { [event.colour]: event.count };
  const values = {
    name,
    tiles: tiles(taken),
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

function endSentence(event) {
  switch (event.reason) {
    case "row":
      return _("A row of a wall is complete: the game is over");
    case "empty":
      return _("No tiles are left: the game is over");
    case "stalemate":
      return _("Nobody placed a tile for a long time: the game is over");
    default:
      return _("The game is over");
  }
}

/** Bonuses of both games; what brought nothing is not mentioned. */
function bonusSentence(event, name, points) {
  const total = ["rows", "columns", "colours", "stars", "numbers"].reduce(
    (sum, source) => sum + (event[source] ?? 0),
    0,
  );
  return total ? rich("{name} gets end bonuses: {points}", { name, points: points(total) }) : null;
}
