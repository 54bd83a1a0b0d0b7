/** Page of the mistakes over all games: those that are due, one after another. */
import { html, useMemo, useState } from "../html.js";
import { _, ngettext } from "../i18n.js";
import { shortDate } from "../pages/labels.js";
import { Session } from "../review/session.js";
import { useTitle } from "../router.js";
import { Icon } from "../tiles.js";
import { Damaged } from "./damaged.js";
import { dueAt, isDone, mistakes, rememberTry } from "./mistakes.js";

/** @import { Catalogue } from "../types.d.ts" */

/** @param {{ config: Catalogue }} props */
export function MistakesPage({ config }) {
  const [started, setStarted] = useState(false);
  const all = useMemo(() => mistakes(), [started]);
  const due = useMemo(() => dueAt(all, new Date()), [all]);
  useTitle(_("My mistakes"));
  const back = html`<a class="button" href="/statistics">${_("Statistics")}</a>`;
  if (started) {
    return html`<${Session}
      config=${config}
      title=${_("My mistakes")}
      mistakes=${due}
      onEnd=${rememberTry}
      empty=${_("Nothing to practise today.")}
      back=${back}
    />`;
  }
  const open = all.filter((mistake) => !isDone(mistake));
  const next = open.map(({ due: date }) => date).sort()[0];
  return html`<div class="review own-page">
    <h1>${_("My mistakes")}</h1>
    <${Damaged} />
    <section class="card own-intro">
      <p>
        ${_("Mistakes from all your reviewed games on this device. Each one comes back at growing intervals until you've solved it four times in a row.")}
      </p>
      ${all.length === 0 &&
      html`<p class="nothing-yet">
        ${_("No mistakes yet. Play a game and have it reviewed: they will show up here.")}
      </p>`}
      ${all.length > 0 &&
      html`<dl class="figures">
        <div><dt>${_("Due now")}</dt><dd class="numbers">${due.length}</dd></div>
        <div><dt>${_("Later")}</dt><dd class="numbers">${open.length - due.length}</dd></div>
        <div><dt>${_("Solved for good")}</dt><dd class="numbers">${all.length - open.length}</dd></div>
      </dl>`}
      ${due.length === 0 &&
      next &&
      html`<p role="status">${_("Nothing to practise today. The next one is due: {date}", { date: shortDate(next) })}</p>`}
      <div class="actions">
        ${due.length > 0 &&
        html`<button type="button" class="button primary" onClick=${() => setStarted(true)}>
          <${Icon} name="play" />${ngettext("Practise {n} mistake", "Practise {n} mistakes", due.length)}
        </button>`}
        ${back}
      </div>
    </section>
  </div>`;
}
