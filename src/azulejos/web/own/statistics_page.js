/** Page of the statistics of this device: results, streaks, error rates, where points come from. */
import { html, useMemo, useState } from "../html.js";
import { levelName } from "../bots.js";
import { factsOf } from "../games/facts.js";
import { _, ngettext } from "../i18n.js";
import { boardName } from "../pages/labels.js";
import { Segments } from "../pages/segments.js";
import { decimal, percent } from "../review/words.js";
import { useTitle } from "../router.js";
import { list } from "../storage.js";
import { BackupTools } from "./backup_tools.js";
import { Damaged } from "./damaged.js";
import { levelRates, useMeasuredLevels } from "./levels.js";
import { dueAt, mistakes } from "./mistakes.js";
import { RatePlot } from "./rate_plot.js";
import { errorRates, groupsOf, rememberTables, results, streaksOf, victory } from "./results.js";
import { SourceTable } from "./source_table.js";

/** @import { Catalogue } from "../types.d.ts" */
/** @typedef {import("./results.js").OwnResult} OwnResult */

/** @param {{ config: Catalogue }} props */
export function StatisticsPage({ config }) {
  const all = useMemo(() => {
    rememberTables(list());
    return results();
  }, []);
  const games = Object.keys(config.games).filter((game) => all.some((item) => item.game === game));
  const [game, setGame] = useState("");
  const items = game ? all.filter((item) => item.game === game) : all;
  const levels = config.bots;
  const measured = useMeasuredLevels();
  useTitle(_("Statistics"));
  return html`<div class="review own-page">
    <div class="replay-head"><h1>${_("Statistics")}</h1></div>
    <${Damaged} />
    ${all.length === 0 &&
    html`<p class="nothing-yet card">${_("No finished games yet. Play one and it will count here.")}</p>`}
    ${games.length > 1 &&
    html`<${Segments}
      name="game"
      legend=${_("Game")}
      value=${game}
      options=${[["", _("All games")], ...games.map((each) => [each, factsOf(each).title()])]}
      onChange=${setGame}
    />`}
    ${items.length > 0 && html`<${Summary} items=${items} />`}
    ${items.length > 0 && html`<${ResultTable} items=${items} levels=${levels} />`}
    ${all.length > 0 && html`<${RatePlot} rates=${errorRates(items)} levels=${levelRates(items, measured)} />`}
    ${games
      .filter((each) => !game || each === game)
      .map(
        (each) => html`<${SourceTable}
          key=${each}
          game=${each}
          items=${all.filter((item) => item.game === each)}
          levels=${levels}
          usual=${config.usual_bot}
          measured=${measured}
        />`,
      )}
    <${Repeat} />
    <${BackupTools} />
  </div>`;
}

/** @param {{ items: OwnResult[] }} props */
function Summary({ items }) {
  const won = items.reduce((sum, item) => sum + victory(item), 0);
  const { won: run, longest, days } = streaksOf(items, new Date());
  /** @type {[string, string | number][]} */
  const facts = [
    [_("Games"), items.length],
    [_("Won"), percent(won / items.length)],
    [_("Wins in a row"), run],
    [_("Most wins in a row"), longest],
    [_("Days in a row"), days],
  ];
  return html`<dl class="stat-cards">
    ${facts.map(
      ([label, value]) => html`<div key=${label} class="card">
        <dt>${label}</dt>
        <dd class="numbers">${value}</dd>
      </div>`,
    )}
  </dl>`;
}

/** @param {{ items: OwnResult[], levels: string[] }} props */
function ResultTable({ items, levels }) {
  return html`<section class="card stat-table" aria-labelledby="results-title">
    <h2 id="results-title">${_("Results")}</h2>
    <div class="scroll-x" tabindex="0" role="group" aria-labelledby="results-title">
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">${_("Game")}</th>
            <th scope="col" class="words">${_("Board")}</th>
            <th scope="col">${_("Players")}</th>
            <th scope="col" class="words">${_("Strongest opponent")}</th>
            <th scope="col">${_("Games")}</th>
            <th scope="col">${_("Won")}</th>
            <th scope="col">${_("Average")}</th>
            <th scope="col">${_("Best")}</th>
          </tr>
        </thead>
        <tbody>
          ${groupsOf(items, levels).map(
            (group) => html`<tr key=${JSON.stringify(group)}>
              <th scope="row">${factsOf(group.game).title()}</th>
              <td class="words">${boardName(group.board)}</td>
              <td>${group.players}</td>
              <td class="words">${group.level === null ? _("People") : levelName(group.level)}</td>
              <td>${group.games}</td>
              <td>${percent(group.won / group.games)}</td>
              <td>${decimal(group.average)}</td>
              <td>${group.best}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

/** The way to the mistakes. */
function Repeat() {
  const all = mistakes();
  const due = dueAt(all, new Date()).length;
  return html`<section class="card own-intro" aria-labelledby="mistakes-title">
    <h2 id="mistakes-title">${_("My mistakes")}</h2>
    <p>
      ${all.length === 0
        ? _("No mistakes yet. Play a game and have it reviewed: they will show up here.")
        : ngettext("{n} mistake to practise now.", "{n} mistakes to practise now.", due)}
    </p>
    <div class="actions"><a class="button" href="/mistakes">${_("My mistakes")}</a></div>
  </section>`;
}
