/**
 * The line to a live table: what the server says, what this device asks, and coming back after a
 * break. Messages that were not answered are sent again with the same id, so nothing is lost and
 * nothing happens twice.
 */
import { useEffect, useMemo, useState } from "./html.js";
import { get } from "./api.js";
import { acceptToken, learn, tokensOf } from "./storage.js";
import { preferences } from "./preferences.js";

/**
 * @typedef {object} TableView    what a page sees of a live table
 * @property {"connecting" | "open" | "lost" | "missing"} status
 * @property {any} update      the latest update of the server, or null
 * @property {any[]} entries   the whole log so far, by number
 * @property {any[]} fresh     what is new in the latest update; nothing in the first one
 * @property {{ bot: string, option: any } | null} hint
 * @property {{ code: string, text: string, parameters: any } | null} error
 */

/** Waiting times before trying again, in milliseconds; the last one is kept. */
const PATIENCE = [300, 800, 2000, 4000, 8000, 15000];
/** An answer that takes longer than this means that the line is dead, whatever it says. */
const ANSWER_WITHIN = 10_000;
/** Phones let a line die silently while the page sleeps. */
const SLEPT_LONG = 30_000;
/** How long to wait after the server found us too fast. */
const SLOW_DOWN = 1500;
/** The code with which the server closes the line to a table that it does not know. */
const MISSING = 4404;
/** What a token looks like; any other piece of an address is none. */
const TOKEN = /^[\w-]{20,64}$/;

export class TableLine {
  /** @type {TableView} */
  view = { status: "connecting", update: null, entries: [], fresh: [], hint: null, error: null };
  /** @type {WebSocket | null} */
  #socket = null;
  /** Questions without an answer, in the order in which they were asked. @type {Map<string, any>} */
  #open = new Map();
  #failures = 0;
  #closed = false;
  #hiddenSince = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watch;

  /**
   * @param {string} id
   * @param {(view: TableView) => void} onChange
   */
  constructor(id, onChange) {
    this.id = id;
    this.onChange = onChange;
  }

  start() {
    addEventListener("online", this.#wake);
    addEventListener("pageshow", this.#wake);
    addEventListener("offline", this.#lose);
    document.addEventListener("visibilitychange", this.#look);
    this.#connect();
  }

  stop() {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#watch);
    removeEventListener("online", this.#wake);
    removeEventListener("pageshow", this.#wake);
    removeEventListener("offline", this.#lose);
    document.removeEventListener("visibilitychange", this.#look);
    this.#drop();
  }

  /**
   * Ask for something that must arrive.
   * @param {Record<string, unknown>} message
   */
  ask(message) {
    const id = randomId();
    this.#open.set(id, { ...message, id });
    this.#send(this.#open.get(id));
    this.#expectAnswer();
    return id;
  }

  /** Whether something of a kind has no answer yet. @param {string} type */
  isAsking(type) {
    return [...this.#open.values()].some((message) => message.type === type);
  }

  /** Tell something that may be lost. @param {Record<string, unknown>} message */
  tell(message) {
    this.#send(message);
  }

  get version() {
    return this.view.update?.version ?? 0;
  }

  /** @param {Partial<TableView>} news */
  change(news) {
    if (this.#closed) return;
    this.view = { ...this.view, ...news };
    this.onChange(this.view);
  }

  #connect() {
    clearTimeout(this.#retry);
    if (this.#closed || this.view.status === "missing") return;
    this.#drop();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const path = `/api/games/${encodeURIComponent(this.id)}/live`;
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    this.#socket = socket;
    socket.onopen = () => {
      const tokens = tokensOf(this.id);
      const language = preferences().language || "en";
      this.#send({ type: "hello", tokens, language, version: this.version, options: true });
      this.#sendOpen();
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = (event) => void this.#fail(socket, event.code);
  }

  /** Forget the present socket, without a word from it any more. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** @param {WebSocket} socket @param {number} code */
  async #fail(socket, code) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#watch);
    if (code === MISSING || (!this.view.update && (await this.#isMissing()))) {
      this.change({ status: "missing", error: null });
      return;
    }
    if (this.#closed || this.#socket) return;
    this.change({ status: "lost" });
    const wait = PATIENCE[Math.min(this.#failures, PATIENCE.length - 1)];
    this.#failures += 1;
    // Not all devices at once, when a server comes back.
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  /** A line that never opened does not say why; a plain question is answered. */
  async #isMissing() {
    try {
      await get(`/api/games/${encodeURIComponent(this.id)}`);
      return false;
    } catch (error) {
      const status = /** @type {any} */ (error).status;
      // 422: the address does not even look like one of a table.
      return [404, 410, 422].includes(status);
    }
  }

  #wake = () => {
    if (this.#socket?.readyState === WebSocket.OPEN && this.view.status === "open") return;
    this.#failures = 0;
    this.#connect();
  };

  #lose = () => {
    if (this.view.status === "open") this.change({ status: "lost" });
  };

  #look = () => {
    if (document.hidden) {
      this.#hiddenSince = Date.now();
    } else if (Date.now() - this.#hiddenSince > SLEPT_LONG) {
      this.#failures = 0;
      this.#connect();
    } else {
      this.#wake();
    }
  };

  /** @param {Record<string, unknown>} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Send everything again that has no answer; the server knows it by its id. */
  #sendOpen() {
    for (const message of this.#open.values()) this.#send(message);
    this.#expectAnswer();
  }

  #expectAnswer() {
    clearTimeout(this.#watch);
    if (this.#open.size === 0) return;
    this.#watch = setTimeout(() => {
      if (this.#socket?.readyState !== WebSocket.OPEN) return;
      this.change({ status: "lost" });
      this.#connect();
    }, ANSWER_WITHIN);
  }

  /** @param {any} message */
  #hear(message) {
    switch (message.type) {
      case "update":
        this.#hearUpdate(message);
        break;
      case "presence":
        this.#hearPresence(message);
        break;
      case "hint":
        this.#answered(message.id);
        this.change({ hint: { bot: message.bot, option: message.option } });
        break;
      case "done":
        this.#answered(message.id);
        break;
      case "error":
        this.#hearError(message);
        break;
    }
  }

  /** @param {any} update */
  #hearUpdate(update) {
    const first = this.view.update === null;
    // A server that was set back to an older copy: what we know beyond it never happened.
    const known = update.version < this.version ? [] : this.view.entries;
    const last = known.at(-1)?.number ?? 0;
    const news = update.entries.filter((/** @type {any} */ entry) => entry.number > last);
    this.#failures = 0;
    this.change({
      status: "open",
      update,
      entries: [...known, ...news],
      fresh: first ? [] : news,
      // A hint is about the position it was asked for.
      hint: news.some((/** @type {any} */ entry) => entry.kind !== "say") ? null : this.view.hint,
    });
    learn(update);
  }

  /** @param {{ present: boolean[], replaceable: boolean[] }} news */
  #hearPresence({ present, replaceable }) {
    const { update } = this.view;
    if (!update) return;
    const seats = update.table.seats.map((/** @type {any} */ seat, /** @type {number} */ n) => ({
      ...seat,
      present: present[n] ?? seat.present,
      replaceable: replaceable[n] ?? seat.replaceable,
    }));
    this.change({ update: { ...update, table: { ...update.table, seats } }, fresh: [] });
  }

  /** @param {any} error */
  #hearError(error) {
    const asked = this.#open.get(error.id);
    this.#answered(error.id);
    // Too fast, and it does not say for which message: what is still open is sent once more.
    if (error.code === "too-fast" && !error.id) setTimeout(() => this.#sendOpen(), SLOW_DOWN);
    // Too old only because the answer to an earlier sending was lost: the update shows it all.
    if (error.code === "stale-version" && asked && asked.version < this.version) return;
    this.change({
      error: { code: error.code, text: error.text, parameters: error.parameters ?? {} },
    });
  }

  /** @param {string | null} id */
  #answered(id) {
    if (id) this.#open.delete(id);
    this.#expectAnswer();
  }
}

function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * An invitation `/table/{id}#token`: the token moves from the address into this device's memory,
 * so that an address copied from the bar gives no seat away.
 * @param {string} id
 */
export function takeTokenFromAddress(id) {
  const token = location.hash.slice(1);
  if (!TOKEN.test(token)) return;
  acceptToken(id, token);
  history.replaceState(history.state, "", location.pathname + location.search);
}

/**
 * A live table: what is known of it, and what can be asked.
 * @param {string} id
 */
export function useTable(id) {
  const [view, setView] = useState(() => new TableLine(id, () => {}).view);
  const line = useMemo(() => {
    takeTokenFromAddress(id);
    return new TableLine(id, setView);
  }, [id]);
  useEffect(() => {
    setView(line.view);
    line.start();
    return () => line.stop();
  }, [line]);
  const actions = useMemo(() => actionsOf(line), [line]);
  return { ...view, ...actions };
}

/** @param {TableLine} line */
function actionsOf(line) {
  return {
    /** @param {string} move */
    play: (move) => {
      line.change({ error: null, hint: null });
      line.ask({ type: "play", version: line.version, move });
    },
    undo: () => {
      line.change({ error: null, hint: null });
      line.ask({ type: "undo", version: line.version });
    },
    // A bot thinks about a hint for a moment: whoever asks again meanwhile gets that one.
    askHint: () => {
      if (!line.isAsking("hint")) line.ask({ type: "hint" });
    },
    /** @param {number} seat @param {string} preset */
    say: (seat, preset) => void line.ask({ type: "say", seat, preset }),
    hurry: () => line.tell({ type: "hurry" }),
    /** @param {number} seat @param {string} bot */
    standIn: (seat, bot) => void line.ask({ type: "stand-in", seat, bot }),
    /** @param {number} seat */
    takeBack: (seat) => void line.ask({ type: "return", seat }),
    clearError: () => line.change({ error: null }),
    clearHint: () => line.change({ hint: null }),
  };
}
