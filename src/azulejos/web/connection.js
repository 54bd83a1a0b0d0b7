/**
 * WebSocket connection to a table, with reconnection. Requests without an answer are sent again
 * with the same id, and the server carries out an id once: nothing is lost or done twice.
 */
import { useEffect, useMemo, useState } from "./html.js";
import { errorStatus, get } from "./api.js";
import { newToken } from "./seat_links.js";
import { expectToken, rememberUpdate, settleToken, tokensOf } from "./storage.js";
import { preferences } from "./preferences.js";
import { withDelta } from "./delta.js";
import { heardClock } from "./table/clock.js";

/** @import { ClientMessage, Delta, Entry, ErrorBody, ErrorMessage, Option, Presence, Say } from "./types.d.ts" */
/** @import { ServerMessage, Update } from "./types.d.ts" */

/**
 * @typedef {object} ConnectionState
 * @property {"connecting" | "open" | "lost" | "missing" | "private"} status   private: for its players only
 * @property {Update | null} update   the latest update of the server
 * @property {Entry[]} entries   the whole log so far, by number
 * @property {Entry[]} fresh     the entries of the latest update; none of the first one
 * @property {{ bot: string, option: Option } | null} hint
 * @property {import("./table/clock.js").HeardClock | null} clock
 * @property {ErrorBody | null} error
 *
 * @typedef {Extract<ClientMessage, { id: string }>} Request   a message that is answered
 * @typedef {Request extends infer R ? R extends Request ? Omit<R, "id"> : never : never} NewRequest
 * @typedef {ReturnType<typeof useTable>} Live   a connection as components use it
 */

/** Delays before reconnecting, in milliseconds; the last one is repeated. */
const RETRY_DELAYS = [300, 800, 2000, 4000, 8000, 15000];
/** Milliseconds in which a socket has to open; some proxies neither refuse nor accept. */
const OPEN_TIMEOUT = 10_000;
/** Milliseconds without an answer after which a connection counts as dead. */
const ANSWER_TIMEOUT = 10_000;
/** Milliseconds in the background after which a phone's connection may have died silently. */
const SLEEP_LIMIT = 30_000;
/** Milliseconds to wait after the error "too-fast". */
const RATE_LIMIT_DELAY = 1500;
/** Close codes of the server: for an unknown table, and for one that only its players see. */
const UNKNOWN_TABLE = 4404;
const PRIVATE_TABLE = 4403;
/** Entries after which the position is another one. */
const MOVES = new Set(["move", "deal", "undo"]);

export class TableConnection {
  /** @type {ConnectionState} */
  view = { status: "connecting", update: null, entries: [], fresh: [], hint: null, clock: null, error: null };
  /** @type {WebSocket | null} */
  #socket = null;
  /** Requests without an answer, in order, by id. @type {Map<string, Request>} */
  #pending = new Map();
  /** What follows when a request is carried out or refused, by id. @type {Map<string, (done: boolean) => void>} */
  #followUps = new Map();
  #failures = 0;
  #closed = false;
  #hiddenSince = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retryTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #answerTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #openTimer;

  /**
   * @param {string} id
   * @param {(view: ConnectionState) => void} onChange
   */
  constructor(id, onChange) {
    this.id = id;
    this.onChange = onChange;
  }

  start() {
    addEventListener("online", this.#onWake);
    addEventListener("pageshow", this.#onWake);
    addEventListener("offline", this.#onOffline);
    document.addEventListener("visibilitychange", this.#onVisibility);
    this.#connect();
  }

  stop() {
    this.#closed = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#answerTimer);
    clearTimeout(this.#openTimer);
    removeEventListener("online", this.#onWake);
    removeEventListener("pageshow", this.#onWake);
    removeEventListener("offline", this.#onOffline);
    document.removeEventListener("visibilitychange", this.#onVisibility);
    this.#drop();
  }

  /**
   * Send a message that must arrive.
   * @param {NewRequest} message
   * @param {(done: boolean) => void} [followUp]
   */
  request(message, followUp) {
    const id = randomId();
    if (followUp) this.#followUps.set(id, followUp);
    const request = { ...message, id };
    this.#pending.set(id, request);
    this.#send(request);
    this.#expectAnswer();
    return id;
  }

  /** Whether a request of a type has no answer yet. @param {Request["type"]} type */
  isPending(type) {
    return [...this.#pending.values()].some((message) => message.type === type);
  }

  /** Send a message that may be lost. @param {ClientMessage} message */
  send(message) {
    this.#send(message);
  }

  get version() {
    return this.view.update?.version ?? 0;
  }

  /** @param {Partial<ConnectionState>} news */
  change(news) {
    if (this.#closed) return;
    this.view = { ...this.view, ...news };
    this.onChange(this.view);
  }

  #connect() {
    clearTimeout(this.#retryTimer);
    if (this.#closed || ["missing", "private"].includes(this.view.status)) return;
    this.#drop();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const path = `/api/games/${encodeURIComponent(this.id)}/live`;
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    this.#socket = socket;
    this.#openTimer = setTimeout(() => this.#giveUp(socket), OPEN_TIMEOUT);
    socket.onopen = () => {
      clearTimeout(this.#openTimer);
      const tokens = tokensOf(this.id);
      const language = preferences().language || "en";
      this.#send({ type: "hello", tokens, language, version: this.version, options: true, deltas: true });
      this.#sendPending();
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = (event) => void this.#onClose(socket, event.code);
  }

  /** A socket that does not open in time counts as refused. @param {WebSocket} socket */
  #giveUp(socket) {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    void this.#onClose(socket, 0);
  }

  /** Connect now instead of after the delay. */
  retry() {
    this.#failures = 0;
    this.change({ status: "connecting" });
    this.#connect();
  }

  /** Close the current socket without hearing from it. */
  #drop() {
    clearTimeout(this.#openTimer);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** @param {WebSocket} socket @param {number} code */
  async #onClose(socket, code) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#answerTimer);
    clearTimeout(this.#openTimer);
    if (code === PRIVATE_TABLE) {
      this.change({ status: "private", error: null });
      return;
    }
    if (code === UNKNOWN_TABLE || (!this.view.update && (await this.#isMissing()))) {
      this.change({ status: "missing", error: null });
      return;
    }
    if (this.#closed || this.#socket) return;
    this.change({ status: "lost" });
    const wait = RETRY_DELAYS[Math.min(this.#failures, RETRY_DELAYS.length - 1)];
    this.#failures += 1;
    // Jitter: not all devices at once when a server comes back.
    this.#retryTimer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  /** A WebSocket that never opened does not say why; an HTTP request does. */
  async #isMissing() {
    try {
      await get(`/api/games/${encodeURIComponent(this.id)}`);
      return false;
    } catch (error) {
      // 422: the id is malformed.
      return [404, 410, 422].includes(errorStatus(error));
    }
  }

  #onWake = () => {
    if (this.#socket?.readyState === WebSocket.OPEN && this.view.status === "open") return;
    this.#failures = 0;
    this.#connect();
  };

  #onOffline = () => {
    if (this.view.status === "open") this.change({ status: "lost" });
  };

  #onVisibility = () => {
    if (document.hidden) {
      this.#hiddenSince = Date.now();
    } else if (Date.now() - this.#hiddenSince > SLEEP_LIMIT) {
      this.#failures = 0;
      this.#connect();
    } else {
      this.#onWake();
    }
  };

  /** @param {ClientMessage} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Send all pending requests again; the server recognises their ids. */
  #sendPending() {
    for (const message of this.#pending.values()) this.#send(message);
    this.#expectAnswer();
  }

  #expectAnswer() {
    clearTimeout(this.#answerTimer);
    if (this.#pending.size === 0) return;
    this.#answerTimer = setTimeout(() => {
      if (this.#socket?.readyState !== WebSocket.OPEN) return;
      this.change({ status: "lost" });
      this.#connect();
    }, ANSWER_TIMEOUT);
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    switch (message.type) {
      case "update":
        this.#receiveUpdate(message);
        break;
      case "delta":
        this.#receiveDelta(message);
        break;
      case "presence":
        this.#receivePresence(message);
        break;
      case "hint":
        this.#settle(message.id);
        this.change({ hint: { bot: message.bot, option: message.option } });
        break;
      case "done":
        this.#settle(message.id);
        break;
      case "error":
        this.#receiveError(message);
        break;
    }
  }

  /** @param {Update} update */
  #receiveUpdate(update) {
    const first = this.view.update === null;
    // A server restored from an older backup: later entries never happened.
    const known = update.version < this.version ? [] : this.view.entries;
    const last = known.at(-1)?.number ?? 0;
    const news = update.entries.filter((entry) => entry.number > last);
    this.#failures = 0;
    this.change({
      status: "open",
      update,
      entries: [...known, ...news],
      fresh: first ? [] : news,
      // A hint is about the position it was asked for.
      hint: news.some((entry) => MOVES.has(entry.kind)) ? null : this.view.hint,
      clock: heardClock(update.clock),
    });
    rememberUpdate(update);
  }

  /** Only changes are sent; after a gap, connecting again brings all. @param {Delta} delta */
  #receiveDelta(delta) {
    const update = withDelta(this.view.update, delta);
    if (update) this.#receiveUpdate(update);
    else this.#connect();
  }

  /** @param {Presence} message */
  #receivePresence({ present, replaceable }) {
    const { update } = this.view;
    if (!update) return;
    const seats = update.table.seats.map((seat, n) => ({
      ...seat,
      present: present[n] ?? seat.present,
      replaceable: replaceable[n] ?? seat.replaceable,
    }));
    this.change({ update: { ...update, table: { ...update.table, seats } }, fresh: [] });
  }

  /** @param {ErrorMessage} error */
  #receiveError(error) {
    const asked = this.#pending.get(error.id ?? "");
    this.#settle(error.id, false);
    // Without an id it is unknown which message was refused: send all pending ones again.
    if (error.code === "too-fast" && !error.id) setTimeout(() => this.#sendPending(), RATE_LIMIT_DELAY);
    // The answer to an earlier sending was lost: the update has shown the result.
    const stale = asked && "version" in asked && asked.version < this.version;
    if (error.code === "stale-version" && stale) return;
    // Who moves before the hint has come needs none any more.
    if (error.code === "not-your-turn" && asked?.type === "hint") return;
    this.change({
      error: { code: error.code, text: error.text, parameters: error.parameters ?? {} },
    });
  }

  /** @param {string | null} id @param {boolean} [done] */
  #settle(id, done = true) {
    if (id) {
      this.#pending.delete(id);
      this.#followUps.get(id)?.(done);
      this.#followUps.delete(id);
    }
    this.#expectAnswer();
  }
}

function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The connection to a table as a hook: its state and its actions.
 * @param {string} id
 */
export function useTable(id) {
  const [view, setView] = useState(() => new TableConnection(id, () => {}).view);
  const connection = useMemo(() => new TableConnection(id, setView), [id]);
  useEffect(() => {
    setView(connection.view);
    connection.start();
    return () => connection.stop();
  }, [connection]);
  const actions = useMemo(() => actionsOf(connection), [connection]);
  return { ...view, ...actions };
}

/** @param {TableConnection} connection */
function actionsOf(connection) {
  return {
    /** @param {string} move */
    play: (move) => {
      connection.change({ error: null, hint: null });
      connection.request({ type: "play", version: connection.version, move });
    },
    undo: () => {
      connection.change({ error: null, hint: null });
      connection.request({ type: "undo", version: connection.version });
    },
    /** @param {number} request @param {boolean} agree   the player who asked withdraws with false */
    answerUndo: (request, agree) => void connection.request({ type: "undo-answer", request, agree }),
    // A bot thinks for a moment: asking again meanwhile gives the same hint.
    askHint: () => {
      if (!connection.isPending("hint")) connection.request({ type: "hint" });
    },
    /** @param {number} seat @param {Say["preset"]} preset */
    say: (seat, preset) => void connection.request({ type: "say", seat, preset }),
    /** The rule that forbids a move now, as a sentence. @param {string} move */
    why: async (move) => {
      const path = `/api/games/${encodeURIComponent(connection.id)}/why?move=${encodeURIComponent(move)}`;
      const { reason } = await get(path, { token: tokensOf(connection.id).join(".") || undefined });
      return /** @type {string} */ (reason?.text ?? "");
    },
    hurry: () => connection.send({ type: "hurry" }),
    /** @param {number} seat @param {string} name */
    rename: (seat, name) => void connection.request({ type: "name", seat, name }),
    /** Another token for one of my seats: the old link stops working. @param {number} seat */
    replaceToken: (seat) => {
      const token = newToken();
      expectToken(connection.id, token);
      connection.request({ type: "new-token", seat, token }, (done) => {
        settleToken(connection.id, seat, token, done);
        connection.change({});
      });
    },
    /** @param {number} seat @param {string} bot */
    standIn: (seat, bot) => void connection.request({ type: "stand-in", seat, bot }),
    /** @param {number} seat */
    takeBack: (seat) => void connection.request({ type: "return", seat }),
    retry: () => connection.retry(),
    clearError: () => connection.change({ error: null }),
    clearHint: () => connection.change({ hint: null }),
  };
}
