/**
 * Tells updates one after the other: what is shown is never ahead of the story. A state changes when
 * its tiles have arrived, points are lit while they are counted, and after a round the table waits.
 */
import { viewsOf } from "../games/views.js";
import { beatsOf, roundBoundary } from "./beats.js";
import { planFlights } from "./flights.js";
import { roundSummary } from "./summary.js";

/** @import { Entry, GameEvent, State, Update } from "../types.d.ts" */
/** @typedef {import("./beats.js").Beat} Beat */
/** @typedef {import("./flights.js").Plan} Plan */
/** @typedef {import("./sentences.js").AnyEntry} AnyEntry */
/** @typedef {import("./summary.js").PlayerSummary} PlayerSummary */
/** @typedef {{ state: State, version?: number }} Position   an update, or a moment of a replay */

/**
 * @typedef {object} Shown
 * @property {Position} update       as far as it is told
 * @property {AnyEntry[]} entries    the log as far as it is told
 * @property {AnyEntry[]} fresh      of these, the ones that are being told or were told last
 * @property {ReadonlySet<string>} lit   places whose tiles are counted now
 * @property {"" | "move" | "round"} telling   what is being told; nothing: the table can be acted on
 * @property {PlayerSummary[] | null} summary  after a round, until it goes on
 *
 * @typedef {object} Manner
 * @property {number} time      milliseconds of a flight; 0: nothing is told, only the result shown
 * @property {boolean} moves    whether tiles fly
 * @property {number} pause     milliseconds for which a summary is shown; Infinity: until `skip`
 *
 * @typedef {object} Theatre    where it is shown; `stage.js` in a browser
 * @property {(plan: Plan, game: string, time: number) => number} fly
 * @property {(plan: Plan, time: number) => void} arrive   after the state is rendered
 * @property {() => void} clear
 * @property {(events: GameEvent[]) => void} sound
 *
 * @typedef {{ update: Position, news: AnyEntry[] }} Chapter
 * @typedef {{ beat: Beat, entry: AnyEntry }} Step
 */

/** More entries at once are a jump (a reconnection), which is not told. */
const MAX_ENTRIES = 12;
/** With more updates waiting than this, they are shown without being told. */
const MAX_BEHIND = 6;
/** Milliseconds for which scored points are looked at, at least. */
const LEAST_LOOK = 450;
/** @type {ReadonlySet<string>} */
const NOTHING_LIT = new Set();

export class Teller {
  /** @type {Chapter[]} */
  #queue = [];
  #running = false;
  #stopped = false;
  /** Version of the newest update that was heard of. */
  #heard = 0;
  /** Whether the rest of a chapter is shown without being told. */
  #skipping = false;
  /** Ends the present wait. @type {(() => void) | null} */
  #wake = null;

  /**
   * @param {Shown} shown
   * @param {object} given
   * @param {Theatre} given.theatre
   * @param {() => Manner} given.manner
   * @param {(shown: Shown) => void} given.onChange
   */
  constructor(shown, { theatre, manner, onChange }) {
    this.shown = shown;
    this.#heard = shown.update.version ?? 0;
    this.theatre = theatre;
    this.manner = manner;
    this.onChange = onChange;
  }

  /** Hear of an update of the service. @param {Update} update @param {Entry[]} entries   the whole log */
  hear(update, entries) {
    const news = entries.filter((entry) => entry.number > this.#heard);
    if (update.version < this.#heard) {
      // A service restored from an older backup: what was told never happened.
      this.#queue = [];
      this.#skipping = true;
      this.#show({ ...still(update, entries) });
      this.#wake?.();
    } else if (news.length) {
      this.#queue.push({ update, news });
      if (!this.#running) void this.#run();
    } else if (this.#running) {
      const last = this.#queue.at(-1);
      if (last) last.update = update;
      else this.latest = update;
    } else if (update !== this.shown.update) {
      this.#show({ ...this.shown, update });
    }
    this.#heard = update.version;
  }

  /**
   * Show another moment of a replay: told if it is a step forward, at once if not.
   * @param {State} state
   * @param {AnyEntry[]} news
   */
  turnTo(state, news) {
    this.#queue = [{ update: { state }, news }];
    if (this.#running) this.skip();
    else void this.#run();
  }

  /** Go on: from what is being told to the end of it, from a summary to the next round. */
  skip() {
    if (!this.#running) return;
    this.#skipping = true;
    this.theatre.clear();
    this.#wake?.();
  }

  stop() {
    this.#stopped = true;
    this.#queue = [];
    this.skip();
  }

  /** @param {Shown} shown */
  #show(shown) {
    if (this.#stopped) return;
    this.shown = shown;
    this.onChange(shown);
  }

  async #run() {
    this.#running = true;
    for (let chapter = this.#queue.shift(); chapter; chapter = this.#queue.shift()) {
      this.#skipping = false;
      this.latest = null;
      await this.#tell(chapter);
      const update = this.latest ?? chapter.update;
      const entries = [...this.#toldEntries(chapter), ...chapter.news];
      this.#show({ ...still(update, entries), fresh: chapter.news });
    }
    this.#running = false;
  }

  /** The log before a chapter. @param {Chapter} chapter */
  #toldEntries({ news }) {
    const first = news[0]?.number ?? Infinity;
    return this.shown.entries.filter((entry) => entry.number < first);
  }

  /** @param {Chapter} chapter */
  async #tell(chapter) {
    const jump = chapter.news.length > MAX_ENTRIES || chapter.news.some(({ kind }) => kind === "undo");
    if (jump) return;
    const steps = chapter.news.flatMap((entry) =>
      "events" in entry ? beatsOf(entry.events ?? []).map((beat) => ({ beat, entry })) : [],
    );
    const boundary = roundBoundary(steps.map(({ beat }) => beat));
    const story = new Story(this.shown, this.#toldEntries(chapter), chapter);
    for (const [index, step] of steps.entries()) {
      if (index === boundary) await this.#pause(story);
      await this.#tellStep(story, step);
      if (this.#stopped) return;
    }
  }

  /** @param {Story} story @param {Step} step */
  async #tellStep(story, { beat, entry }) {
    const { time, moves } = this.manner();
    const told = time > 0 && !this.#skipping && this.#queue.length <= MAX_BEHIND;
    const plan = told ? planFlights(story.state, beat.events) : null;
    const pace = beat.kind === "deal" ? time * 0.6 : time;
    if (plan && moves && plan.flights.length) {
      this.#show(story.before(beat));
      await rendered();
      await this.#wait(this.theatre.fly(plan, story.state.game, pace));
    }
    story.tell(beat, entry);
    if (!plan) return;
    this.theatre.sound(beat.events);
    const scored = plan.points.length > 0;
    // Nothing is counted for a reader in a hurry.
    const looks = scored && !this.#skipping;
    this.#show(story.shown(beat, looks ? new Set(plan.lit) : NOTHING_LIT));
    await rendered();
    this.theatre.clear();
    if (!looks) return;
    const look = Math.max(LEAST_LOOK, time * (beat.ending ? 2.6 : 1.4));
    this.theatre.arrive(plan, look);
    await this.#wait(look);
  }

  /** The summary of a round, until it goes on. @param {Story} story */
  async #pause(story) {
    const { pause } = this.manner();
    this.#skipping = false;
    if (pause <= 0) return;
    story.ending = true;
    this.#show({ ...story.shown(null, NOTHING_LIT), telling: "round", summary: story.summary() });
    await this.#wait(pause);
    this.#skipping = false;
  }

  /** @param {number} milliseconds */
  #wait(milliseconds) {
    if (milliseconds <= 0 || this.#skipping) return undefined;
    return new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      const timer = milliseconds === Infinity ? undefined : setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Told up to here, and nothing going on. @param {Position} update @param {AnyEntry[]} entries @returns {Shown} */
export function still(update, entries) {
  return { update, entries, fresh: [], lit: NOTHING_LIT, telling: "", summary: null };
}

/** A state that was set is rendered in a microtask. */
function rendered() {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** The state and the log in the middle of a chapter. */
class Story {
  /** @param {Shown} shown @param {AnyEntry[]} entries   told before @param {Chapter} chapter */
  constructor(shown, entries, chapter) {
    this.position = shown.update;
    this.state = shown.update.state;
    this.entries = entries;
    /** @type {AnyEntry[]} */
    this.fresh = [];
    this.chapter = chapter;
    this.ending = false;
  }

  /** Apply a beat. @param {Beat} beat @param {AnyEntry} entry */
  tell(beat, entry) {
    const { retell } = viewsOf(this.state.game);
    this.state = beat.events.reduce(retell, this.state);
    const started = beat.events.find((event) => event.kind === "round-started");
    if (started) {
      const { wild, last_round } = this.chapter.update.state;
      this.state = { ...this.state, wild, last_round };
    }
    const before = this.fresh.filter((told) => told.number < entry.number);
    const known = this.fresh.find((told) => told.number === entry.number);
    const events = known && "events" in known ? (known.events ?? []) : [];
    this.fresh = [...before, /** @type {AnyEntry} */ ({ ...entry, events: [...events, ...beat.events] })];
  }

  /** What is seen while the tiles of a beat fly. @param {Beat} beat */
  before(beat) {
    return this.shown(beat, NOTHING_LIT);
  }

  /** @param {Beat | null} beat @param {ReadonlySet<string>} lit @returns {Shown} */
  shown(beat, lit) {
    this.ending = beat ? beat.ending : this.ending;
    if (this.ending || beat?.kind === "deal") this.state = { ...this.state, to_play: null };
    const update = { ...this.position, state: this.state, options: null, can_undo: false, result: null };
    return {
      update,
      entries: [...this.entries, ...this.fresh],
      fresh: this.fresh,
      lit,
      telling: this.ending ? "round" : "move",
      summary: null,
    };
  }

  summary() {
    return roundSummary([...this.entries, ...this.fresh], this.state.players);
  }
}
