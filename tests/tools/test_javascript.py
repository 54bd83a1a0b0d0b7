"""Messages and untranslated text in JavaScript sources."""

from __future__ import annotations

import pytest

from tools import javascript

NASTY = r"""
/* _("in a comment") */ // gettext("in another")
import { _ as say } from "./i18n.js";
export function gettext(id, values) { return id; }
const a = "_(\"in a string\")", b = '_("in single quotes")';
const c = `_("in a template")`;
const d = /_\("in a regex [/"'`]"\)/.test(x) ? _("after a regex") : 1;
const e = x / 2 / _("between divisions") / 3;
if (x) /"/.exec(y), _("after a condition");
const f = (x) / 2 + "/" + _('single quotes');
return /[`]/g;
html`<p title=${_("in markup")}>${rows.map((row) => html`<i>${{ a: { b: _("deep") } }.a.b}
  ${row.map((x) => `${x ? `${rich("deeper", { t: html`<b>${_("deepest")}</b>` })}` : "}"}`)}</i>`)}
  ${/* } ` */ n_("{n} tile", "{n} tiles", n)} $ { } \` \${_("escaped")} it's</p>`;
ngettext("one", "many", n, { a: _("inner") });
richPlural(
  "It's \"quoted\" \u00e9 \x41 \u{1F600}\n",
  'and ' + "joined " + `up`,
  n,
);
words.gettext(`plain template`);
obj.return / 2; _("after a property");
i++ / 2; _("after an increment");
function f() {} /_("in a regex after a block")/.test(x);
_("with a trailing comma",);
underscore_("not ours"); _.map("neither"); n$_("nor this");
"""


def test_messages_are_found_wherever_they_hide() -> None:
    assert [found.ids for found in javascript.messages(NASTY)] == [
        ("after a regex",),
        ("between divisions",),
        ("after a condition",),
        ("single quotes",),
        ("in markup",),
        ("deep",),
        ("deeper",),
        ("deepest",),
        ("{n} tile", "{n} tiles"),
        ("one", "many"),
        ("inner",),
        ('It\'s "quoted" é A 😀\n', "and joined up"),
        ("plain template",),
        ("after a property",),
        ("after an increment",),
        ("with a trailing comma",),
    ]


def test_messages_know_their_lines() -> None:
    lines = {found.ids[0]: found.line for found in javascript.messages(NASTY)}
    source = NASTY.split("\n")
    for text in ("after a regex", "deepest", "{n} tile", "after an increment"):
        assert f'"{text}"' in source[lines[text] - 1]


@pytest.mark.parametrize(
    "source",
    [
        "_(name)",
        "_(`to ${name}`)",
        '_("a" + b)',
        'ngettext("one", many, n)',
        "rich()",
        "html`${`never closed",
        "x = (1]",
        "'broken\nstring'",
    ],
)
def test_what_cannot_be_shown_to_translators_is_an_error(source: str) -> None:
    with pytest.raises(javascript.UnclearSource, match=r"^\d+: "):
        list(javascript.messages(source))


def test_the_page_s_own_translator_may_hand_messages_on() -> None:
    source = 'rich(id, values); _("blue")'
    found = javascript.messages(source, literals_only=False)
    assert [message.ids for message in found] == [("blue",)]


def test_english_in_markup_is_found() -> None:
    source = """
    html`<p class="not this" title="a title">Hello ${_("fine")} &nbsp; + 2</p>`;
    html`<a alt=${`x`} aria-label='spoken'>${ok ? html`<b>nested</b>` : "not this"}</a>`;
    css`not markup`;
    """
    assert list(javascript.bare_texts(source)) == [
        (2, "Hello"),
        (2, "a title"),
        (3, "nested"),
        (3, "spoken"),
    ]
