/** Page of a review: where the game was won and lost, and whether it was the tiles. */
import { html, useEffect, useMemo, useState } from "../html.js";
import { ApiError, get } from "../api.js";
import { Failure } from "../failure.js";
import { factsOf } from "../games/facts.js";
import { find } from "../storage.js";
import { useTitle } from "../router.js";
import { collectReview } from "../own/collect.js";
import { seatNames } from "../table/names.js";
import { Icon } from "../tiles.js";
import { _ } from "../i18n.js";
import { boardName, nameList } from "../pages/labels.js";
import { MoveList, useEntries } from "../pages/move_list.js";
import { MissingTable } from "../pages/notices.js";
import { Controls, usePlayer } from "../pages/player.js";
import { plyInAddress, ReplayScene, usePlyInAddress } from "../pages/replay_scene.js";
import { ShareGraph } from "./graph.js";
import { Moment } from "./moment.js";
import { ReviewProgress, useReview } from "./progress.js";
import { mistakesOf, stepsAt } from "./shares.js";
import { Badge, Books, PlayerTable, RoundTable, TurningPoints, Verdict } from "./summary.js";
import { judgementName, signedPercent } from "./words.js";

/** @import { Catalogue, Replay } from "../types.d.ts" */
/** @import { ReviewView } from "../types.d.ts" */
/** @typedef {ReturnType<typeof useReview>} Reviewing */

/** @param {{ config: Catalogue, id: string }} props */
export function ReviewPage({ config, id }) {
  const [replay, setReplay] = useState(/** @type {Replay | null} */ (null));
  const [error, setError] = useState(/** @type {ApiError | null} */ (null));
  const reviewing = useReview(id);
  useEffect(() => {
    get(`/api/games/${encodeURIComponent(id)}/replay`).then(setReplay, setError);
  }, [id]);
  useTitle(_("Review"));
  if (error && [404, 410, 422].includes(error.status)) return html`<${MissingTable} id=${id} />`;
  if (error) return html`<${Problem} id=${id} text=${error.text} onRetry=${() => location.reload()} />`;
  if (!replay) return html`<p class="waiting" role="status">${_("Loading …")}</p>`;
  return html`<${Reviewed} config=${config} replay=${replay} reviewing=${reviewing} />`;
}

/** @param {{ id: string, text: string, onRetry: () => void }} props */
function Problem({ id, text, onRetry }) {
  return html`<section class="notice card">
    <h1>${_("No review yet")}</h1>
    <p role="alert">${text}</p>
    <div class="actions">
      <button type="button" class="button primary" onClick=${onRetry}>${_("Try again")}</button>
      <a class="button" href=${`/replay/${id}`}>${_("Watch the replay")}</a>
    </div>
  </section>`;
}

/** @param {{ config: Catalogue, replay: Replay, reviewing: Reviewing }} props */
function Reviewed({ config, replay, reviewing }) {
  const { table } = replay;
  const { status, error, begin } = reviewing;
  const names = useMemo(() => seatNames(table), [table]);
  if (error && error.status !== 0) {
    return html`<${Problem} id=${table.id} text=${error.text} onRetry=${() => begin("quick")} />`;
  }
  if (status?.state === "failed") {
    const text = _("The review failed. Please try again.");
    return html`<${Problem} id=${table.id} text=${text} onRetry=${() => begin("quick")} />`;
  }
  return html`<div class="review">
    <div class="replay-head">
      <h1>${_("Review")}</h1>
      <p class="note">
        ${_("{game} · {people} · {board}", {
          game: factsOf(table.game).title(),
          people: nameList(names),
          board: boardName(table.board),
        })}
      </p>
    </div>
    ${error && html`<p class="banner" role="alert">${error.text}</p>`}
    ${status?.review
      ? html`<${Report}
          config=${config}
          replay=${replay}
          review=${status.review}
          names=${names}
          onDeepen=${status.review.effort === "quick" ? () => begin("standard") : undefined}
        />`
      : status && html`<${ReviewProgress} status=${status} />`}
  </div>`;
}

/**
 * @param {object} props
 * @param {Catalogue} props.config
 * @param {Replay} props.replay
 * @param {ReviewView} props.review
 * @param {string[]} props.names
 * @param {() => void} [props.onDeepen]
 */
function Report({ config, replay, review, names, onDeepen }) {
  const { table, moments } = replay;
  const mySeats = useMemo(() => Object.keys(find(table.id)?.tokens ?? {}).map(Number), [table.id]);
  const [seat, setSeat] = useState(mySeats[0] ?? 0);
  const order = useMemo(() => [seat, ...names.keys()].filter((each, n) => !n || each !== seat), [seat]);
  const player = usePlayer(moments.length, plyInAddress());
  const { at } = player;
  const entries = useEntries(moments);
  usePlyInAddress(at, at === moments.length - 1);
  // Two people at one screen are both "you".
  const mine = mySeats.length === 1 && mySeats[0] === seat;
  const go = (/** @type {number} */ ply) => {
    player.go(ply);
    document.querySelector(".controls")?.scrollIntoView({ block: "nearest" });
  };
  const retried = mySeats.length ? mySeats : [seat];
  const [isCollected, setCollected] = useState(true);
  const gather = () => {
    setCollected(true);
    collectReview(table.id, review, mySeats, names).catch(() => setCollected(false));
  };
  useEffect(gather, [review]);
  return html`
    <${SeatChoice} names=${names} seat=${seat} onChoose=${setSeat} />
    <div class="review-top">
      <${Verdict} review=${review} seat=${seat} name=${mine ? null : names[seat]} />
      <div class="card graph-card">
        <${ShareGraph} review=${review} names=${names} order=${order} at=${at} onGo=${player.go} />
        <${TurningPoints} review=${review} seat=${seat} mine=${mine} name=${names[seat]} onGo=${go} />
      </div>
    </div>
    <div class="review-actions actions">
      ${mistakesOf(review, retried).length > 0 &&
      html`<a
        class="button primary"
        href=${mySeats.length ? `/retry/${table.id}` : `/retry/${table.id}?seat=${seat}`}
      >
        <${Icon} name="replay" />${mySeats.length ? _("Retry your mistakes") : _("Retry these mistakes")}
      </a>`}
      ${onDeepen &&
      html`<button type="button" class="button" onClick=${onDeepen}>
        <${Icon} name="eye" />${_("Look deeper")}
      </button>`}
      <${CopyLink} id=${table.id} />
    </div>
    ${!isCollected &&
    html`<${Failure} text=${_("The mistakes of this game couldn't be added to “My mistakes”.")} onRetry=${gather} />`}
    <${Controls} player=${player} moments=${moments} entry=${entries[at]} names=${names} game=${table.game} />
    <div class="replay-body">
      <${ReplayScene}
        config=${config}
        replay=${replay}
        entries=${entries}
        names=${names}
        focusSeat=${seat}
        player=${player}
      />
      <div class="review-side">
        <${Moment} review=${review} id=${table.id} names=${names} game=${table.game} seat=${seat} at=${at} />
        <${MoveList}
          game=${table.game}
          entries=${entries}
          names=${names}
          at=${at}
          onGo=${player.go}
          noteOf=${(/** @type {number} */ ply) => html`<${Note} review=${review} ply=${ply} />`}
        />
      </div>
    </div>
    <div class="review-details">
      <${Books} books=${review.summaries[seat]} />
      <${RoundTable} review=${review} seat=${seat} />
      <${PlayerTable} review=${review} names=${names} order=${order} />
    </div>
  `;
}

/** @param {{ names: string[], seat: number, onChoose: (seat: number) => void }} props */
function SeatChoice({ names, seat, onChoose }) {
  return html`<fieldset class="review-seats">
    <legend class="visually-hidden">${_("Player")}</legend>
    <div class="segments">
      ${names.map(
        (name, each) => html`<label key=${each}>
          <input
            type="radio"
            name="review-seat"
            checked=${each === seat}
            onChange=${() => onChoose(each)}
          />
          <bdi>${name}</bdi>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** The judgement of a move, in the list of moves. @param {{ review: ReviewView, ply: number }} props */
function Note({ review, ply }) {
  const { decision } = stepsAt(review, ply);
  if (!decision || decision.judgement === "good") return null;
  const { judgement, loss } = decision;
  return html`<span class="move-note">
    <${Badge} judgement=${judgement} />
    <span class="visually-hidden">${judgementName(judgement)}</span>
    <span class="numbers">${signedPercent(-loss)}</span>
  </span>`;
}

/** @param {{ id: string }} props */
function CopyLink({ id }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const link = new URL(`/review/${id}`, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // No permission, or no secure origin: show it instead, ready to be copied by hand.
      prompt(_("Link to this review"), link);
    }
  };
  return html`<button type="button" class="button" onClick=${copy}>
      <${Icon} name=${copied ? "check" : "link"} />${copied ? _("Link copied") : _("Copy the link")}
    </button>
    <p class="visually-hidden" role="status">${copied ? _("Link copied") : ""}</p>`;
}
