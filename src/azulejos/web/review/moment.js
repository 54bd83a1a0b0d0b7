/** The move and the draws of the ply that is shown: judgement, better move, reasons. */
import { errorText } from "../api.js";
import { Failure } from "../failure.js";
import { html, useEffect, useState } from "../html.js";
import { _, rich } from "../i18n.js";
import { describeOption } from "../table/describe.js";
import { openStudy } from "../study/api.js";
import { Notation } from "../study/notation.js";
import { Icon } from "../tiles.js";
import { stepsAt } from "./shares.js";
import { Badge } from "./summary.js";
import { judgementName, percent, sampledPercent, signedPercent } from "./words.js";

/** @import { Option } from "../types.d.ts" */
/** @import { ChanceView, DecisionView, ReviewView } from "../types.d.ts" */

/**
 * @param {object} props
 * @param {ReviewView} props.review
 * @param {string} props.id       of the game
 * @param {string[]} props.names
 * @param {number} props.seat     whose luck is shown
 * @param {number} props.at
 * @param {string} props.game
 */
export function Moment({ review, id, names, game, seat, at }) {
  const { decision, chances } = stepsAt(review, at);
  return html`<section class="review-moment card" aria-live="polite" aria-label=${_("Judgement")}>
    ${decision &&
    html`<${Judged}
      decision=${decision}
      name=${names[decision.player]}
      id=${id}
      game=${game}
    />`}
    ${chances.map((chance, n) => html`<${Drawn} key=${n} chance=${chance} seat=${seat} name=${names[seat]} />`)}
    <div class="actions">
      <a class="button" href=${`/analysis/${id}?ply=${decision ? decision.ply : at}`}>
        <${Icon} name="hint" />${_("Analyse from here")}
      </a>
    </div>
  </section>`;
}

/**
 * @param {object} props
 * @param {DecisionView} props.decision
 * @param {string} props.name
 * @param {string} props.id
 * @param {string} props.game
 */
function Judged({ decision, name, id, game }) {
  const { judgement, loss, trivial, player } = decision;
  const isBest = decision.move === decision.best;
  const why = decision.facts;
  return html`<div class="judged-move">
    <p class=${`judged-head ${judgement}`}>
      <${Badge} judgement=${judgement} />
      <strong>${isBest ? _("Best move") : judgementName(judgement)}</strong>
      ${loss >= 0.005 && html`<span class="numbers cost">${signedPercent(-loss)}</span>`}
      <span class="note numbers">
        ${rich("{name}: {before} → {after}", {
          name: html`<bdi>${name}</bdi>`,
          before: percent(decision.value.shares[player]),
          after: percent(decision.played.shares[player]),
        })}
        ${decision.played.proven ? ` · ${_("proven")}` : ""}
      </span>
    </p>
    ${trivial && html`<p class="note">${_("All moves were worth about the same here: this one doesn't count.")}</p>`}
    ${!isBest && loss >= 0.005 && html`<${Better} decision=${decision} id=${id} game=${game} />`}
    ${why.length > 0 && html`<ul class="reasons">${why.map((reason) => html`<li key=${reason}>${reason}</li>`)}</ul>`}
  </div>`;
}

/**
 * The better move in words: the service knows what it takes and where it goes.
 * @param {{ decision: DecisionView, id: string, game: string }} props
 */
function Better({ decision, id, game }) {
  const { ply, best } = decision;
  const [option, setOption] = useState(/** @type {Option | null} */ (null));
  const [error, setError] = useState("");
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let here = true;
    setOption(null);
    setError("");
    openStudy({ game: id, ply }).then(
      (study) => {
        const found = study.options.find((each) => each.move === best);
        if (here) setOption(found ?? null);
      },
      (problem) => {
        if (here) setError(errorText(problem));
      },
    );
    return () => {
      here = false;
    };
  }, [id, ply, best, tries]);
  const move = option ? describeOption(game, option) : html`<${Notation} game=${game} text=${best} />`;
  return html`<p class="better">${rich("Better: {move}", { move })}</p>
    ${error && html`<${Failure} text=${error} onRetry=${() => setTries(tries + 1)} />`}`;
}

/** @param {{ chance: ChanceView, seat: number, name: string }} props */
function Drawn({ chance, seat, name }) {
  const values = {
    round: String(chance.round),
    name: html`<bdi>${name}</bdi>`,
    luck: html`<strong class="numbers">${sampledPercent(chance.luck[seat], chance.expected.errors?.[seat] ?? 0)}</strong>`,
  };
  return html`<p class="drawn">
    <${Icon} name="bag" class="draw-icon" />
    <span>
      ${chance.kind === "deal"
        ? rich("Deal of round {round}: {luck} for {name}", values)
        : rich("Refill of the supply: {luck} for {name}", values)}
    </span>
  </p>`;
}
