"""How rounds began that people play without hints: positions of them are not analysed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "guards",
        sa.Column(
            "game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
    )
    op.create_index("ix_guards_key", "guards", ["key"])


def downgrade() -> None:
    """Remove the table."""
    op.drop_table("guards")
