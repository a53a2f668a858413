"""Tables, their events, and answers to commands."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_ONLY_GROWS = "a log only grows"


def upgrade() -> None:
    """Make all that there is, and let the log refuse any change of what is written."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("by", sa.String(16)),
        sa.Column("roll", sa.String(16)),
        sa.Column("visibility", sa.String(16), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hidden", sa.Text),
        sa.Column("salt", sa.String(64)),
        sa.Column("sealed", sa.String(64)),
        sa.Column("secret", sa.Text),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.create_index("events_by_roll", "events", ["table_id", "roll"])
    op.create_table(
        "answers",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("command", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("minted", sa.Text),
    )
    op.create_index("answers_by_age", "answers", ["at"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION events_only_grow() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{_ONLY_GROWS}'; END $$"
        )
        op.execute(
            "CREATE TRIGGER events_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON events "
            "FOR EACH STATEMENT EXECUTE FUNCTION events_only_grow()"
        )
    else:
        for change in ("update", "delete"):
            op.execute(
                f"CREATE TRIGGER events_no_{change} BEFORE {change} ON events "
                f"BEGIN SELECT RAISE(ABORT, '{_ONLY_GROWS}'); END"
            )


def downgrade() -> None:
    """Take it all away."""
    for table in ("answers", "events", "tables"):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION events_only_grow()")
