"""Options of tables, tables with an open seat, and times without the service."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; tables of earlier versions have no options. Make the two tables."""
    op.add_column("games", sa.Column("options", sa.Text))
    op.create_table(
        "open_tables",
        sa.Column(
            "game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_open_tables_seen_at", "open_tables", ["seen_at"])
    op.create_table(
        "outages",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("began", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Remove the tables and the column."""
    for table in ("outages", "open_tables"):
        op.drop_table(table)
    op.drop_column("games", "options")
