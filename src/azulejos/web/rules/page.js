/** A page of rules: its contents, the rules of the game, and how to play it here. */
import { html, useEffect } from "../html.js";
import { useTitle } from "../router.js";
import { _ } from "../i18n.js";
import { azulSections } from "./azul.js";
import { pavilionSections } from "./pavilion.js";
import { playingSection } from "./playing.js";

/** @param {{game: "azul"|"summer-pavilion"}} props */
export function RulesPage({ game }) {
  const azul = game === "azul";
  const title = azul ? _("The rules of Azul") : _("The rules of Summer Pavilion");
  const other = azul ? _("Read the rules of Summer Pavilion") : _("Read the rules of Azul");
  const otherPage = azul ? "/rules/summer-pavilion" : "/rules/azul";
  const about = _("In our own words, and exactly as this table plays them.");
  const sections = [...(azul ? azulSections() : pavilionSections()), playingSection()];
  useTitle(title);
  // The browser looks for the anchor of an address before there is anything to find.
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [game]);
  return html`<div class="rules">
    <article class="rules-page" key=${game}>
      <header class="rules-head">
        <h1>${title}</h1>
        <p>${about}</p>
        <p class="rules-other"><a href=${otherPage}>${other}</a></p>
      </header>
      <${Contents} sections=${sections} />
      <div class="rules-body">${sections.map((part) => html`<${Section} ...${part} />`)}</div>
    </article>
  </div>`;
}

function Contents({ sections }) {
  const title = _("On this page");
  return html`<nav class="rules-contents" aria-labelledby="rules-contents">
    <h2 id="rules-contents">${title}</h2>
    <ol>
      ${sections.map(({ id, title: name }) => html`<li><a href=${`#${id}`}>${name}</a></li>`)}
    </ol>
  </nav>`;
}

function Section({ id, title, blocks }) {
  return html`<section id=${id} aria-labelledby=${`${id}-title`}>
    <h2 id=${`${id}-title`}>${title}</h2>
    ${blocks}
  </section>`;
}
