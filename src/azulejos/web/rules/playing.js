/** Section of the rules: how to play on this page, the same for all games. */
import { html } from "../html.js";
import { _ } from "../i18n.js";
import { heading, items, section, table, text } from "./parts.js";

const key = (/** @type {string} */ name) => html`<kbd>${name}</kbd>`;

export function playingSection() {
  return section(
    "playing",
    _("At this table"),
    text(
      items(
        _(
          "A move has two steps: choose tiles or a space, and the table shows what is possible; then choose what you want, and it is played.",
        ),
        _("Whatever you can choose shows beforehand what it brings and what it costs."),
        _("Before a move that costs you more than you may expect, the table warns you."),
        _("You can take your last move back for as long as the undo button is there."),
        _("A hint shows what a bot would play in your place. You decide."),
        _("You need not wait for bots: skip, and they answer at once until a person's turn comes."),
        _("Everything can be reached with the Tab key and chosen with Enter."),
      ),
      heading(_("Keys")),
      table(
        [_("Key"), _("What it does")],
        [
          [key("Esc"), _("One step back")],
          [key("U"), _("Undo")],
          [key("H"), _("Hint")],
          [[key("S"), " ", key(_("Space"))], _("Skip the bots' pauses")],
          [key("L"), _("Open or close the log")],
          [[key("1"), " … ", key("4")], _("Enlarge the board of this seat")],
          [[key("←"), " ", key("↑"), " ", key("→"), " ", key("↓")], _("Go to the next tile or space")],
          [_("any"), _("Go on after a round")],
        ],
      ),
    ),
  );
}
