"""Quotas of uploads, an index for retention, and facts about the service."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

#: Bytes that a row of the log takes besides its data.
ROW_BYTES = 150


def upgrade() -> None:
    """Make the tables, count the uploads that are there, and replace the index."""
    op.create_table(
        "facts",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "uploads",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_uploads_at", "uploads", ["at"])
    op.create_table(
        "upload_days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("salt", sa.String(64), nullable=False),
    )
    op.create_table(
        "upload_quotas",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("source", sa.String(64), primary_key=True),
        sa.Column("bytes", sa.Integer, nullable=False),
    )
    op.execute(
        "INSERT INTO uploads (game, bytes, at) SELECT id, length(setup) + (SELECT"
        f" COALESCE(SUM(length(data) + {ROW_BYTES}), 0) FROM log WHERE log.game = games.id),"
        " created_at FROM games WHERE uploaded"
    )
    op.create_index("ix_games_finished_changed_at", "games", ["finished", "changed_at"])
    op.drop_index("ix_games_changed_at", "games")


def downgrade() -> None:
    """Remove the tables and restore the index."""
    op.create_index("ix_games_changed_at", "games", ["changed_at"])
    op.drop_index("ix_games_finished_changed_at", "games")
    for table in ("upload_quotas", "upload_days", "uploads", "facts"):
        op.drop_table(table)
