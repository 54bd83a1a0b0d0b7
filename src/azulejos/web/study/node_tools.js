/** What can be done with a node of the tree: comment, other tiles, promote, delete. */
import { html, useState } from "../html.js";
import { _ } from "../i18n.js";
import { Icon } from "../tiles.js";
import { branchOf, commentOn, ROOT } from "./tree.js";

/** @typedef {import("./explorer.js").Explorer} Explorer */
/** @typedef {import("./explorer.js").View} ExplorerView */

/** Characters of a comment. */
const LONGEST = 2000;

/** @param {{ view: ExplorerView, explorer: Explorer }} props */
export function NodeTools({ view: { tree, at }, explorer }) {
  const known = commentOn(tree, at);
  const [text, setText] = useState(known);
  const save = () => {
    if (text.trim() !== known) explorer.comment(at, text);
  };
  const node = tree.nodes[at];
  return html`<div class="node-tools">
    <label class="field">
      <span class="label">${_("Comment")}</span>
      <textarea
        rows="2"
        maxlength=${LONGEST}
        value=${text}
        onInput=${(/** @type {import("../html.js").InputChange} */ event) => setText(event.currentTarget.value)}
        onBlur=${save}
      ></textarea>
    </label>
    <div class="tray-buttons">
      ${node.kind === "deal" &&
      html`<button type="button" class="button quiet" onClick=${() => void explorer.dealAgain(at)}>
          <${Icon} name="bag" />${_("Draw other tiles")}
        </button>
        <button type="button" class="button quiet" onClick=${() => void explorer.go(node.parent ?? ROOT)}>
          ${_("Choose other tiles")}
        </button>`}
      ${branchOf(tree, at) !== null &&
      html`<button type="button" class="button quiet" onClick=${() => explorer.promote(at)}>
        <${Icon} name="share" />${_("Make this the main line")}
      </button>`}
      ${at !== ROOT &&
      html`<button type="button" class="button quiet danger" onClick=${() => void explorer.remove(at)}>
        <${Icon} name="close" />${_("Delete from here on")}
      </button>`}
    </div>
  </div>`;
}
