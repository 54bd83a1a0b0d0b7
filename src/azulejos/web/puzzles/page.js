/** Page of puzzles: one that fits the person, the puzzle of the day, or one by its name. */
import { errorText } from "../api.js";
import { GAMES } from "../games/facts.js";
import { html, useEffect, useState } from "../html.js";
import { _, n_ } from "../i18n.js";
import { Damaged } from "../own/damaged.js";
import { Segments } from "../pages/segments.js";
import { navigate, useTitle } from "../router.js";
import { Waiting, useAnswer } from "../waiting.js";
import { loadPuzzle, loadPuzzles } from "./api.js";
import { choosePuzzle, themesOf } from "./choose.js";
import { dayStreak, loadProgress, saveProgress, withDay, withTry } from "./progress.js";
import { Solve } from "./solve.js";
import { THEMES, themeName } from "./themes.js";

/** @import { Catalogue, PuzzleList, PuzzleRating } from "../types.d.ts" */
/** @typedef {import("./api.js").PuzzleView} PuzzleView */
/** @typedef {import("./choose.js").Wish} Wish */
/** @typedef {import("./progress.js").Progress} Progress */

/** The address of the puzzle of the day. */
const TODAY = "today";
/** What was chosen last, for the next puzzles. @type {Wish} */
let lastWish = { game: "", theme: "" };

/** @param {{ config: Catalogue, id: string }} props */
export function PuzzlesPage({ config, id }) {
  useTitle(_("Puzzles"));
  const [list, setList] = useState(/** @type {PuzzleList | null} */ (null));
  const [view, setView] = useState(/** @type {PuzzleView | null} */ (null));
  const [progress, setProgress] = useState(loadProgress);
  const [wish, setWish] = useState(lastWish);
  const [error, setError] = useState("");
  const [done, setDone] = useState(false);
  const fail = (/** @type {unknown} */ problem) => setError(errorText(problem));
  useAnswer(loadPuzzles, setList, fail);
  const name = id === TODAY ? list?.today : id;
  useAnswer(list && name ? () => loadPuzzle(name) : null, setView, fail, [list, id]);
  useEffect(() => {
    if (list && !id) next(list, wish);
  }, [list, id]);

  const next = (/** @type {PuzzleList} */ known, /** @type {Wish} */ wanted) => {
    lastWish = wanted;
    const chosen = choosePuzzle(known.puzzles, wanted, loadProgress().tried, progress.rating.rating);
    setDone(!chosen);
    if (chosen) navigate(`/puzzles/${chosen.id}`, { replace: !id });
  };
  const keep = (/** @type {Progress} */ news) => {
    setProgress(news);
    saveProgress(news);
  };
  const choose = (/** @type {Wish} */ wanted) => {
    setWish(wanted);
    if (list) next(list, wanted);
  };

  if (error) return html`<${Trouble} text=${error} />`;
  if (!list) return html`<${Waiting} game=${wish.game} />`;
  const isToday = view?.puzzle.id === list.today;
  return html`<div class="puzzles">
    <div class="puzzles-head">
      <h1>${isToday ? _("Puzzle of the day") : _("Puzzles")}</h1>
      <${Standing} progress=${progress} today=${list.date} />
    </div>
    <${Damaged} />
    ${done && html`<p role="status">${_("You have tried all of these puzzles.")}</p>`}
    ${!view && !done && html`<${Waiting} game=${list.puzzles.find((one) => one.id === name)?.game ?? wish.game} />`}
    ${view &&
    html`<${Solve}
      key=${view.puzzle.id}
      config=${config}
      view=${view}
      rating=${view.puzzle.id in progress.tried ? null : progress.rating}
      onResult=${(/** @type {boolean} */ solved, /** @type {PuzzleRating} */ rating) =>
        keep(withTry(loadProgress(), view.puzzle.id, solved, rating))}
      onEnd=${(/** @type {boolean} */ solved) => {
        if (solved && isToday) keep(withDay(loadProgress(), list.date));
      }}
      onNext=${() => next(list, wish)}
    />`}
    <${Wishes} list=${list} wish=${wish} onChoose=${choose} />
  </div>`;
}

/** @param {{ text: string }} props */
function Trouble({ text }) {
  return html`<section class="notice card">
    <h1>${_("Puzzles")}</h1>
    <p role="alert">${text}</p>
    <div class="actions">
      <a class="button primary" href="/puzzles">${_("Another puzzle")}</a>
    </div>
  </section>`;
}

/** The person's rating and streaks. @param {{ progress: Progress, today: string }} props */
function Standing({ progress, today }) {
  const days = dayStreak(progress.days, today);
  const tried = Object.keys(progress.tried).length;
  return html`<dl class="puzzles-standing">
    <div>
      <dt>${_("Your rating")}</dt>
      <dd>${Math.round(progress.rating.rating)}${tried < 10 ? "?" : ""}</dd>
    </div>
    <div>
      <dt>${_("Solved in a row")}</dt>
      <dd>${_("{count} (best {best})", { count: progress.streak, best: progress.bestStreak })}</dd>
    </div>
    <div>
      <dt>${_("Puzzle of the day")}</dt>
      <dd>${n_("{n} day in a row", "{n} days in a row", days)}</dd>
    </div>
  </dl>`;
}

/** Which puzzles to solve. @param {{ list: PuzzleList, wish: Wish, onChoose: (wish: Wish) => void }} props */
function Wishes({ list, wish, onChoose }) {
  const counts = themesOf(list.puzzles, wish.game);
  const themes = Object.keys(THEMES).filter((theme) => counts.has(theme));
  /** @type {[string, string][]} */
  const games = [["", _("All")], ...Object.values(GAMES).map((game) => /** @type {[string, string]} */ ([game.id, game.title()]))];
  return html`<section class="puzzles-wishes card">
    <h2>${_("Choose puzzles")}</h2>
    <p><a href=${`/puzzles/${TODAY}`}>${_("Puzzle of the day")}</a></p>
    <${Segments}
      legend=${_("Game")}
      name="puzzle-game"
      options=${games}
      value=${wish.game}
      onChange=${(/** @type {string} */ game) => onChoose({ game, theme: "" })}
    />
    <label class="field">
      <span class="label">${_("Themes")}</span>
      <select
        value=${wish.theme}
        onChange=${(/** @type {Event} */ event) =>
          onChoose({ ...wish, theme: /** @type {HTMLSelectElement} */ (event.target).value })}
      >
        <option value="">${_("All themes")}</option>
        ${themes.map((theme) => html`<option key=${theme} value=${theme}>${themeName(theme)}</option>`)}
      </select>
    </label>
  </section>`;
}
