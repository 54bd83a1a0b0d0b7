"""Reviews of games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "reviews",
        sa.Column(
            "game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("effort", sa.String(16), primary_key=True),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("requested_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("worker", sa.String(32), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sa.Column("result", sa.LargeBinary),
    )
    op.create_index("ix_reviews_state_requested_at", "reviews", ["state", "requested_at"])


def downgrade() -> None:
    """Remove the table."""
    op.drop_table("reviews")
