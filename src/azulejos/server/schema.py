"""Tables of the database; `migrations` lead to them."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("setup", sa.Text, nullable=False),  # game, board, players, options … as JSON
    sa.Column("seats", sa.Text, nullable=False),  # kinds, names, hashes of tokens, as JSON
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("nonce", sa.String(64), nullable=False),
    sa.Column("uploaded", sa.Boolean, nullable=False),
    sa.Column("finished", sa.Boolean, nullable=False),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("options", sa.Text),  # of the table, as JSON; null: those of earlier versions
    sa.Index("ix_games_finished_changed_at", "finished", "changed_at"),
)

log = sa.Table(
    "log",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("message", sa.String(64)),  # idempotency key of the command
    sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    sa.UniqueConstraint("game", "message"),
)

#: Facts about the service, by name.
facts = sa.Table(
    "facts",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

#: Tables with an open seat, and when an owner of another seat was last connected.
open_tables = sa.Table(
    "open_tables",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("free", sa.Integer, nullable=False),  # seats
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False, index=True),
)

#: Times at which no process of the service was running; see `azulejos.server.uptime`.
outages = sa.Table(
    "outages",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("began", sa.DateTime(timezone=True), nullable=False),
    sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
)

#: Uploaded records with their sizes, and what clients uploaded by day; `azulejos.server.uploads`
#: counts them.
uploads = sa.Table(
    "uploads",
    metadata,
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("bytes", sa.Integer, nullable=False),
    sa.Column("at", sa.DateTime(timezone=True), nullable=False, index=True),
)
upload_days = sa.Table(
    "upload_days",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("salt", sa.String(64), nullable=False),
)
upload_quotas = sa.Table(
    "upload_quotas",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("source", sa.String(64), primary_key=True),  # hash of the client
    sa.Column("bytes", sa.Integer, nullable=False),
)

#: Reviews of games that wait, run or are done; `azulejos.server.review_store` keeps them.
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("effort", sa.String(16), primary_key=True),
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("requested_at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),  # its process, at work
    sa.Column("worker", sa.String(32), nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("steps", sa.Integer, nullable=False),
    sa.Column("result", sa.LargeBinary),  # compressed JSON
    sa.Index("ix_reviews_state_requested_at", "state", "requested_at"),
)

#: How phases of rounds began that people play without hints; see `azulejos.server.guards`.
guards = sa.Table(
    "guards",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("key", sa.String(80), nullable=False, index=True),
    sa.Column("standing", sa.Text, nullable=False),
)
