/**
 * Questions to the server's list of legal moves. The page knows no rules: what may be done, what it
 * brings and what it costs is all in these options.
 */
import { pileTotal, samePile } from "../tiles.js";

/** @typedef {Record<string, any>} Option a legal move, as the server describes it */

/** The name of a group of tiles that are taken together. */
export function offerKey(source, colour) {
  return `${source}/${colour}`;
}

/**
 * Which tiles can be taken: by source and colour, the moves that begin so.
 * @param {Option[]} options
 * @returns {Map<string, Option[]>}
 */
export function takes(options) {
  return grouped(
    options.filter((option) => option.kind === "draft"),
    (option) => offerKey(option.source, option.colour),
  );
}

/** Azul: where the chosen tiles can go, by destination (0 is the floor line). */
export function destinations(options, choice) {
  const chosen = options.filter(
    (option) =>
      option.kind === "draft" &&
      option.source === choice.source &&
      option.colour === choice.colour &&
      option.destination !== undefined,
  );
  return new Map(chosen.map((option) => [option.destination, option]));
}

/** Azul, grey wall: the spaces the tile can go to, by row and column. */
export function columns(options) {
  const tiles = options.filter((option) => option.kind === "tile");
  return new Map(tiles.map((option) => [`${option.row}/${option.column}`, option]));
}

/** Pavilion: the spaces that can be filled, each with all ways to do so; one colour or all. */
export function spaces(options, colour = null) {
  return grouped(
    options.filter(
      (option) => option.kind === "place" && (colour === null || option.colour === colour),
    ),
    (option) => option.space,
  );
}

/** Pavilion: the colours of the hand that can be placed somewhere. */
export function placeableColours(options) {
  return new Set(
    options.filter((option) => option.kind === "place").map((option) => option.colour),
  );
}

/** Pavilion: the ways to pass. */
export function passes(options) {
  return options.filter((option) => option.kind === "pass");
}

/** Pavilion: the sets of bonus tiles that may be taken. */
export function bonuses(options) {
  return options.filter((option) => option.kind === "bonus");
}

/** The way to pass that keeps exactly these tiles. */
export function passKeeping(options, kept) {
  return passes(options).find((option) => samePile(option.kept, kept)) ?? null;
}

/** The bonus that is exactly these tiles. */
export function bonusOf(options, tiles) {
  return bonuses(options).find((option) => samePile(option.tiles, tiles)) ?? null;
}

/** Whether these tiles can still become one of the sets: none is more than the set has. */
export function canBecome(tiles, sets) {
  return sets.some((set) =>
    Object.entries(tiles).every(([colour, count]) => count <= (set[colour] ?? 0)),
  );
}

/** What is kept at first when someone passes: everything, if that is allowed. */
export function firstKept(options, hand) {
  return passKeeping(options, hand) ? { ...hand } : {};
}

/** The most tiles that can be kept. */
export function mostKept(options) {
  return Math.max(0, ...passes(options).map((option) => pileTotal(option.kept)));
}

/** One tile more or less of a colour. */
export function changed(pile, colour, by) {
  const { [colour]: before = 0, ...others } = pile;
  return before + by > 0 ? { ...others, [colour]: before + by } : others;
}

function grouped(options, keyOf) {
  const groups = new Map();
  for (const option of options) {
    const key = keyOf(option);
    groups.set(key, [...(groups.get(key) ?? []), option]);
  }
  return groups;
}
