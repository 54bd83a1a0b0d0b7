"""Link previews: Open Graph tags for chats and social networks, by kind of page.

All tables have the same preview: it holds nothing of the game, and robots cost no look into the
database. Addresses are made of the configured public one only, never of what a request says, so
that a request cannot make the service name another host.
"""

from __future__ import annotations

from html import escape

from azulejos.i18n import words_in

#: The picture, and its size in pixels.
PICTURE = "/web/icons/preview.png"
WIDTH, HEIGHT = 1200, 630
#: Pages that people are invited to, by the first part of their path.
INVITING = {"table"}


def preview_tags(route: str, language: str, public_url: str) -> list[str]:
    """The tags of a page; those that need an absolute address only with a public one."""
    words = words_in(language)
    if route in INVITING:
        title = words.gettext("You're invited to a game")
        description = words.gettext("Open the link to join the game or to watch it.")
    else:
        title = "Azulejos"
        description = words.gettext("Play Azul and Summer Pavilion with friends or bots.")
    tags = {
        "og:site_name": "Azulejos",
        "og:type": "website",
        "og:title": title,
        "og:description": description,
    }
    if public_url:
        base = public_url.rstrip("/")
        tags |= {
            "og:image": f"{base}{PICTURE}",
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": words.gettext("Glazed tiles with patterns"),
            "twitter:card": "summary_large_image",
        }
    return [f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items()]
