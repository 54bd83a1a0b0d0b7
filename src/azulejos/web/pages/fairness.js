/** Proof of a fair deal: the commitment to the seed, and its check. */
import { html, useEffect, useState } from "../html.js";
import { _ } from "../i18n.js";

/** @import { TableView } from "../types.d.ts" */

/** @param {{ table: TableView }} props */
export function FairDealing({ table }) {
  const matches = useCheck(table);
  // The draws of an uploaded record were not made here.
  if (table.uploaded || !table.commitment) return null;
  return html`<details class="fairness">
    <summary>${_("Check the shuffle")}</summary>
    <p>
      ${_(
        "Before the first tile was drawn, this table published the fingerprint of its secret seed. Now that the game is over, you can check it: SHA-256 of the seed followed by the nonce gives the same fingerprint.",
      )}
    </p>
    <dl class="secrets">
      <${Secret} name=${_("Fingerprint")} value=${table.commitment} />
      ${table.reveal && html`<${Secret} name=${_("Seed")} value=${table.reveal.seed} />`}
      ${table.reveal && html`<${Secret} name=${_("Nonce")} value=${table.reveal.nonce} />`}
    </dl>
    ${matches === true && html`<p>${_("Your browser has checked it: they match.")}</p>`}
    ${matches === false && html`<p class="error-text">${_("They don't match: don't trust this game.")}</p>`}
  </details>`;
}

/**
 * Whether the fingerprint matches the revealed secrets; null where it cannot be checked.
 * @param {TableView} table
 */
function useCheck({ commitment, reveal }) {
  const [matches, setMatches] = useState(/** @type {boolean | null} */ (null));
  useEffect(() => {
    // `crypto.subtle` exists on secure origins only.
    if (!reveal || !globalThis.crypto?.subtle) return;
    const bytes = [...(reveal.seed + reveal.nonce).matchAll(/../g)].map(([hex]) => parseInt(hex, 16));
    crypto.subtle.digest("SHA-256", new Uint8Array(bytes)).then((digest) => {
      const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0"));
      setMatches(hex.join("") === commitment);
    });
  }, [commitment, reveal]);
  return matches;
}

/** @param {{ name: string, value: string }} props */
function Secret({ name, value }) {
  return html`<div>
    <dt>${name}</dt>
    <dd><code>${value}</code></dd>
  </div>`;
}
