/** Page of rules: contents, the rules of a game, and how to play it here. */
import { html, useEffect } from "../html.js";
import { useTitle } from "../router.js";
import { _ } from "../i18n.js";
import { factsOf, GAMES } from "../games/facts.js";
import { playingSection } from "./playing.js";

/** @typedef {import("./parts.js").RulesSection} RulesSection */

/**
 * The component of a game's page of rules, with its sections loaded.
 * @param {string} game
 */
export async function loadRulesPage(game) {
  const sections = [...(await factsOf(game).loadRules()), playingSection()];
  return () => html`<${RulesPage} game=${game} sections=${sections} />`;
}

/** @param {{ game: string, sections: RulesSection[] }} props */
function RulesPage({ game, sections }) {
  const title = factsOf(game).rulesTitle();
  const others = Object.values(GAMES).filter((other) => other.id !== game);
  const about = _("In our own words, and exactly as the game plays here.");
  useTitle(title);
  // The browser looked for the address's anchor before the sections were there.
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [game]);
  return html`<div class="rules">
    <article class="rules-page" key=${game}>
      <header class="rules-head">
        <h1>${title}</h1>
        <p>${about}</p>
        ${others.map(
          (other) =>
            html`<p class="rules-other" key=${other.id}>
              <a href=${`/rules/${other.id}`}>${other.rulesLink()}</a>
            </p>`,
        )}
      </header>
      <${Contents} sections=${sections} />
      <div class="rules-body">${sections.map((part) => html`<${Section} ...${part} />`)}</div>
    </article>
  </div>`;
}

/** @param {{ sections: RulesSection[] }} props */
function Contents({ sections }) {
  const title = _("On this page");
  return html`<nav class="rules-contents" aria-labelledby="rules-contents">
    <h2 id="rules-contents">${title}</h2>
    <ol>
      ${sections.map(({ id, title: name }) => html`<li><a href=${`#${id}`}>${name}</a></li>`)}
    </ol>
  </nav>`;
}

/** @param {RulesSection} props */
function Section({ id, title, blocks }) {
  return html`<section id=${id} aria-labelledby=${`${id}-title`}>
    <h2 id=${`${id}-title`}>${title}</h2>
    ${blocks}
  </section>`;
}
