/** Section of the rules: how to play on this page, the same for all games. */
import { html } from "../html.js";
import { _ } from "../i18n.js";
import { heading, items, section, table, text } from "./parts.js";

/** @typedef {import("../html.js").View} View */

const key = (/** @type {string} */ name) => html`<kbd>${name}</kbd>`;

/** The keys of the table and what they do. @returns {[View, View][]} */
export function keyRows() {
  return [
    [key("Esc"), _("Go back one step")],
    [key("U"), _("Undo")],
    [key("H"), _("Hint")],
    [[key("Y"), " ", key("N")], _("Agree to taking back a move, or refuse")],
    [[key("S"), " ", key(_("Space"))], _("Skip the bots' pauses")],
    [key("L"), _("Open or close the log")],
    [[key("1"), " … ", key("4")], _("Enlarge this player's board")],
    [key("W"), _("Go to the dark places and see why they're closed")],
    [[key("←"), " ", key("↑"), " ", key("→"), " ", key("↓")], _("Go to the next tile or space")],
    [key("?"), _("Open this list")],
    [_("any"), _("Continue after a round")],
  ];
}

export function playingSection() {
  return section(
    "playing",
    _("Playing here"),
    text(
      items(
        _(
          "Every move takes two steps: pick tiles or a space to see what's possible, then pick a target to play it.",
        ),
        _("Every option shows what it scores and costs before you pick it."),
        _("You get a warning before a move that costs more than you might expect."),
        _("You can undo your last move as long as you see the Undo button."),
        _("A hint shows the move a bot would play. The choice is still yours."),
        _("No need to wait for bots: skip, and they play instantly until it's a person's turn."),
        _("You can reach everything with Tab and select it with Enter."),
      ),
      heading(_("Keys")),
      table(
        [_("Key"), _("Action")],
        keyRows(),
      ),
    ),
  );
}
