/**
 * Queries on the server's list of legal moves. The page knows no rules: options say what may be
 * done, what it scores and what it costs.
 */
import { pileTotal, samePile } from "../tiles.js";

/** @import { AzulDraft, AzulTile, Option, PavilionBonus, PavilionDraft, PavilionPass, PavilionPlace } from "../types.d.ts" */
/** @typedef {import("../tiles.js").PileOfTiles} PileOfTiles */
/** @typedef {AzulDraft | PavilionDraft} Draft */

/** Key of a group of tiles that are taken together. @param {number} source @param {string | null} colour */
export function offerKey(source, colour) {
  return `${source}/${colour}`;
}

/**
 * The drafts by source and colour.
 * @param {Option[]} options
 * @returns {Map<string, Draft[]>}
 */
export function takes(options) {
  const drafts = options.filter((option) => option.kind === "draft");
  return grouped(drafts, (option) => offerKey(option.source, option.colour));
}

/**
 * Azul: the drafts of the chosen tiles by destination (0 is the floor line).
 * @param {Option[]} options
 * @param {{ source: number | null, colour: string | null }} choice
 * @returns {Map<number, AzulDraft>}
 */
export function destinations(options, { source, colour }) {
  const chosen = options
    .filter((option) => option.kind === "draft" && "destination" in option)
    .filter((option) => option.source === source && option.colour === colour);
  return new Map(chosen.map((option) => [option.destination, option]));
}

/**
 * Azul, grey wall: the spaces for the tile of a line, by row and column.
 * @param {Option[]} options
 * @returns {Map<string, AzulTile>}
 */
export function columns(options) {
  const tiles = options.filter((option) => option.kind === "tile");
  return new Map(tiles.map((option) => [`${option.row}/${option.column}`, option]));
}

/**
 * Pavilion: the ways to fill each space, with tiles of one colour or of all.
 * @param {Option[]} options
 * @param {string | null} [colour]
 * @returns {Map<number, PavilionPlace[]>}
 */
export function spaces(options, colour = null) {
  const placements = places(options).filter((one) => colour === null || one.colour === colour);
  return grouped(placements, (option) => option.space);
}

/** Pavilion: the placements. @param {Option[]} options @returns {PavilionPlace[]} */
export function places(options) {
  return options.filter((option) => option.kind === "place");
}

/** Pavilion: what a placement costs besides the tile that is placed. @param {PavilionPlace} option */
export function paidWith(option) {
  return changed(option.pays, option.colour, -1);
}

/** Pavilion: the colours of the hand that can be placed. @param {Option[]} options */
export function placeableColours(options) {
  return new Set(places(options).map((option) => option.colour));
}

/** Pavilion: the passes. @param {Option[]} options @returns {PavilionPass[]} */
export function passes(options) {
  return options.filter((option) => option.kind === "pass");
}

/** Pavilion: the sets of bonus tiles. @param {Option[]} options @returns {PavilionBonus[]} */
export function bonuses(options) {
  return options.filter((option) => option.kind === "bonus");
}

/** The pass that keeps exactly these tiles. @param {Option[]} options @param {PileOfTiles} kept */
export function passKeeping(options, kept) {
  return passes(options).find((option) => samePile(option.kept, kept)) ?? null;
}

/** The bonus of exactly these tiles. @param {Option[]} options @param {PileOfTiles} tiles */
export function bonusOf(options, tiles) {
  return bonuses(options).find((option) => samePile(option.tiles, tiles)) ?? null;
}

/** Whether tiles are part of one of the sets. @param {PileOfTiles} tiles @param {PileOfTiles[]} sets */
export function canBecome(tiles, sets) {
  return sets.some((set) =>
    Object.entries(tiles).every(([colour, count]) => count <= (set[colour] ?? 0)),
  );
}

/** The tiles kept by default: as many as is legal. @param {Option[]} options @returns {PileOfTiles} */
export function firstKept(options) {
  const most = mostKept(options);
  return { ...passes(options).find(({ kept }) => pileTotal(kept) === most)?.kept };
}

/** The largest number of tiles that can be kept. @param {Option[]} options */
export function mostKept(options) {
  return Math.max(0, ...passes(options).map((option) => pileTotal(option.kept)));
}

/**
 * A pile with more or fewer tiles of a colour.
 * @param {PileOfTiles} pile
 * @param {string} colour
 * @param {number} by
 * @returns {PileOfTiles}
 */
export function changed(pile, colour, by) {
  const { [colour]: before = 0, ...others } = pile;
  return before + by > 0 ? { ...others, [colour]: before + by } : others;
}

/**
 * @template Item, Key
 * @param {Item[]} items
 * @param {(item: Item) => Key} keyOf
 * @returns {Map<Key, Item[]>}
 */
function grouped(items, keyOf) {
  /** @type {Map<Key, Item[]>} */
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
