"""Answers name their events instead of holding all of their text once more."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_PAGE = 500


def upgrade() -> None:
    """Split each answer into its own fields, and the events that were seen in full."""
    op.add_column("answers", sa.Column("told", sa.Text, nullable=False, server_default=""))
    op.add_column("answers", sa.Column("seen", sa.Text, nullable=False, server_default=""))
    answers = sa.table("answers", *(sa.column(name) for name in ("key", "body", "told", "seen")))
    connection = op.get_bind()
    last = ""
    while True:
        page = sa.select(answers.c.key, answers.c.body).where(answers.c.key > last).order_by(answers.c.key).limit(_PAGE)
        rows = connection.execute(page).all()
        if not rows:
            break
        last = rows[-1].key
        split = (
            sa.update(answers)
            .where(answers.c.key == sa.bindparam("its"))
            .values(told=sa.bindparam("head"), seen=sa.bindparam("letters"))
        )
        connection.execute(split, [{"its": row.key, **_split(row.body)} for row in rows])
    with op.batch_alter_table("answers") as batch:
        batch.drop_column("body")
        batch.alter_column("told", server_default=None)
        batch.alter_column("seen", server_default=None)


def _split(body: str) -> dict[str, str]:
    told = json.loads(body)
    events = told.pop("events")
    head = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return {"head": head, "letters": "".join("1" if "hidden" in event else "0" for event in events)}


def downgrade() -> None:
    """Have the column for the texts of events again; the answers themselves are forgotten."""
    op.execute("DELETE FROM answers")
    with op.batch_alter_table("answers") as batch:
        batch.add_column(sa.Column("body", sa.Text, nullable=False))
        batch.drop_column("told")
        batch.drop_column("seen")
