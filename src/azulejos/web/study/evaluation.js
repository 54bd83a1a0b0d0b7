/** The engine's opinion of a position: its stream as a hook, and a bar of all players' shares. */
import { errorText, mayPass } from "../api.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { _, numberTags } from "../i18n.js";
import { isolated, Name } from "../table/names.js";
import { analyse } from "./api.js";

/** @typedef {import("../types.d.ts").AnalysisLine} AnalysisLine */
/** @typedef {import("../types.d.ts").Study} Study */

/**
 * @typedef {object} Opinion
 * @property {AnalysisLine | null} analysis   of the position, as far as it got
 * @property {number} place    in the queue; 0 while it is being worked on
 * @property {boolean} running
 * @property {string} error
 * @property {boolean} lasting   whether asking again would fail again
 */

/** Search nodes of the first answer, and of those that are asked for more. */
const NODES = 400_000;
const MORE = 4;
const MAX_NODES = 4_000_000;
/** Milliseconds before a position is asked about: those that are only passed are not. */
const PAUSE = 200;
/** @type {Opinion} */
const NONE = { analysis: null, place: 0, running: false, error: "", lasting: false };

/**
 * The analysis of a study, from the moment it is shown until another one is.
 * @param {Study | null} study
 * @param {boolean} enabled
 * @param {string[]} names
 */
export function useEvaluation(study, enabled, names) {
  const position = enabled && study && study.options.length > 0 ? study.position : null;
  const known = useRef(/** @type {Map<string, AnalysisLine>} */ (new Map()));
  const [nodes, setNodes] = useState({ position, count: NODES });
  const count = nodes.position === position ? nodes.count : NODES;
  const [tries, setTries] = useState(0);
  const [opinion, setOpinion] = useState({ position: "", ...NONE });
  useEffect(() => {
    if (position === null) return undefined;
    const before = known.current.get(position) ?? null;
    const enough = before?.last && before.nodes >= count / 2;
    setOpinion({ ...NONE, position, analysis: before, running: !enough });
    if (enough) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        for await (const news of analyse({ position, nodes: count, names }, abort.signal)) {
          if (news.type === "analysis") known.current.set(position, news);
          const analysis = known.current.get(position) ?? null;
          setOpinion({ ...NONE, position, analysis, running: true, place: news.type === "waiting" ? news.place : 0 });
        }
        setOpinion((now) => ({ ...now, running: false }));
      } catch (problem) {
        if (abort.signal.aborted) return;
        setOpinion((now) => ({ ...now, running: false, error: errorText(problem), lasting: !mayPass(problem) }));
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [position, count, tries]);
  const current = position !== null && opinion.position === position ? opinion : NONE;
  const more =
    !current.running && !current.error && current.analysis && count < MAX_NODES
      ? () => setNodes({ position, count: Math.min(MAX_NODES, count * MORE) })
      : null;
  const again = current.error && !current.lasting ? () => setTries(tries + 1) : null;
  return { ...current, more, again };
}

/** A share as a percentage in the reader's language. @param {number} share */
export function percent(share) {
  return new Intl.NumberFormat(numberTags(), { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/**
 * Shares in whole hundredths that sum to 1: those with the largest remainders are rounded up.
 * @param {number[]} shares
 */
export function wholePercents(shares) {
  const whole = shares.map((share) => Math.floor(share * 100));
  const rest = shares.map((share, seat) => share * 100 - whole[seat]);
  const missing = Math.max(0, 100 - whole.reduce((total, part) => total + part, 0));
  const order = [...shares.keys()].sort((one, other) => rest[other] - rest[one]);
  for (const seat of order.slice(0, missing)) whole[seat] += 1;
  return whole.map((part) => part / 100);
}

/** A lead in points, with its sign. @param {number} lead */
export function leadText(lead) {
  const format = new Intl.NumberFormat(numberTags(), { maximumFractionDigits: 1, signDisplay: "exceptZero" });
  return format.format(lead).replace("-", "−");
}

/**
 * The shares of the victory: one part a player, told apart by patterns too.
 * @param {{ shares: number[] | null, names: string[], proven: boolean }} props
 */
export function EvaluationBar({ shares, names, proven }) {
  const written = wholePercents(shares ?? []).map(percent);
  const text = shares?.map((_share, seat) =>
    _("{name}: {share}", { name: isolated(names[seat]), share: written[seat] }),
  );
  const label = text ? _("Share of the victory: {shares}", { shares: text.join(", ") }) : _("No evaluation");
  return html`<div class=${`evaluation-bar ${shares ? "" : "empty"}`} role="img" aria-label=${label}>
    ${shares?.map(
      (share, seat) => html`<span
        key=${seat}
        class=${`share share-${seat}`}
        style=${{ flexGrow: Math.max(share, 0.001) }}
        title=${`${names[seat]}: ${written[seat]}`}
      >
        <span class="share-words">
          <span class="share-name"><${Name} name=${names[seat]} /></span>
          <strong>${written[seat]}</strong>
        </span>
      </span>`,
    )}
    ${proven && html`<span class="proven">${_("proven")}</span>`}
  </div>`;
}
