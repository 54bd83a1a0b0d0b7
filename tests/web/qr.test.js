/** QR codes as they are drawn, read back by a decoder that shares nothing with the encoder. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { page } from "./page.js";

const { outline } = await page("table/qr.js");
const { encode } = await import("uqr");

const QUIET = 4;
/** By version from 1, for error correction M: codewords of correction in a block, and blocks. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];
/** Centres of the alignment patterns, by version from 1. */
const ALIGNED = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46],
  [6, 28, 50], [6, 30, 54], [6, 32, 58], [6, 34, 62], [6, 26, 46, 66], [6, 26, 48, 70],
];
const MASKS = [
  (x, y) => (x + y) % 2, (_x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** The modules that a path fills, without the quiet zone. */
function modules(path, size) {
  const rows = Array.from({ length: size }, () => Array(size).fill(0));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g))
    rows[y].fill(1, Number(x), Number(x) + Number(width));
  return rows.slice(QUIET, -QUIET).map((row) => row.slice(QUIET, -QUIET));
}

/** Whether a module belongs to a pattern, and not to the data. */
function isFixed(x, y, size, version) {
  const near = (a, b) => a < 9 && b < 9;
  if (x === 6 || y === 6 || near(x, y) || near(size - 1 - x + 1, y) || near(x, size - 1 - y + 1)) return true;
  const last = size - 11;
  if (version >= 7 && ((x >= last && y < 6) || (y >= last && x < 6))) return true;
  const centres = ALIGNED[version - 1];
  const corners = [6, size - 7];
  return centres.some((cx) =>
    centres.some((cy) => {
      const finder = corners.includes(cx) && corners.includes(cy) && !(cx === size - 7 && cy === size - 7);
      return !finder && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2;
    }),
  );
}

/** The text of a code with error correction M, of which no module is damaged. */
function decode(rows) {
  const size = rows.length;
  const version = (size - 17) / 4;
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => rows[8][x]).slice(0, 5);
  const bits = format.reduce((sum, bit) => sum * 2 + bit, 0) ^ 0b10101;
  assert.equal(bits >> 3, 0, "error correction M");
  const mask = MASKS[bits & 7];
  const read = [];
  for (let right = size - 1, upwards = true; right > 0; right -= 2, upwards = !upwards) {
    if (right === 6) right = 5;
    for (let n = 0; n < size; n += 1) {
      const y = upwards ? size - 1 - n : n;
      for (const x of [right, right - 1])
        if (!isFixed(x, y, size, version)) read.push(rows[y][x] ^ (mask(x, y) === 0 ? 1 : 0));
    }
  }
  const words = [];
  for (let n = 0; n + 8 <= read.length; n += 8) words.push(parseInt(read.slice(n, n + 8).join(""), 2));
  const blocks = BLOCKS[version - 1];
  const data = words.length - blocks * CORRECTION[version - 1];
  const short = Math.floor(data / blocks);
  const long = data % blocks;
  const parts = Array.from({ length: blocks }, () => []);
  for (let n = 0, word = 0; n <= short; n += 1)
    for (let block = n < short ? 0 : blocks - long; block < blocks; block += 1) parts[block].push(words[word++]);
  const stream = parts.flat().map((word) => word.toString(2).padStart(8, "0")).join("");
  assert.equal(stream.slice(0, 4), "0100", "bytes");
  const digits = version < 10 ? 8 : 16;
  const length = parseInt(stream.slice(4, 4 + digits), 2);
  const start = 4 + digits;
  const bytes = Array.from({ length }, (_byte, n) => parseInt(stream.slice(start + 8 * n, start + 8 * n + 8), 2));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const TOKEN = "gW3Uu8nqv0c1n_8x-4bYq2dM7sT5pKzR9fJhL6aQwE0";
for (const seats of [1, 2, 3, 4])
  test(`the drawn code of a link to ${seats} seats is the link`, () => {
    const link = `https://azulejos.example.org/table/6VdPUjN4b8QeKx0aZc1Y2w#continue=${Array(seats).fill(TOKEN).join(".")}`;
    const { data, size } = encode(link, { ecc: "M", border: QUIET });
    assert.equal(decode(modules(outline(data), size)), link);
  });

test("a code has a light border that scanners need", () => {
  const { data } = encode("http://localhost:8000/", { ecc: "M", border: QUIET });
  assert.ok(!/M[0-3] |M\d+ [0-3]h/.test(outline(data)));
});
