"""Where browsers take messages while no page is open, and of which turn people were told last."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select, update

from bottleimp.protocol.refusals import WriteConflict
from bottleimp.server.state.storage_interface import (
    ClaimTurnNotice,
    DropSubscription,
    ReleaseTurnNotice,
    SaveSubscription,
    StoredSubscription,
)
from bottleimp.server.storage.database import Database
from bottleimp.server.storage.schema import guest, push_subscription, turn_notice

MAX_SUBSCRIPTIONS = 10  # of one guest: devices, and browsers on them


def subscriptions(database: Database, guest_id: str) -> Sequence[StoredSubscription]:
    """Those of a guest, the latest first."""
    wanted = (
        select(push_subscription)
        .where(push_subscription.c.guest_id == guest_id)
        .order_by(push_subscription.c.saved_at.desc())
    )
    with database.read_engine.begin() as connection:
        return [
            StoredSubscription(row.endpoint, row.receiver_key, row.auth_secret, row.language)
            for row in connection.execute(wanted)
        ]


def save_subscription(connection: Connection, save: SaveSubscription) -> None:
    """Keeps it in place of what was known of this address; drops the oldest of too many.

    WriteConflict where there is no such guest, or no longer.
    """
    require_guest(connection, save.guest)
    new = save.subscription
    values = {
        "guest_id": save.guest,
        "receiver_key": new.receiver_key,
        "auth_secret": new.auth_secret,
        "language": new.language,
        "saved_at": save.at,
    }
    of_address = push_subscription.c.endpoint == new.endpoint
    changed = connection.execute(update(push_subscription).where(of_address).values(values))
    if not changed.rowcount:
        connection.execute(insert(push_subscription).values(endpoint=new.endpoint, **values))
    of_guest = push_subscription.c.guest_id == save.guest
    latest_first = push_subscription.c.saved_at.desc()
    found = select(push_subscription.c.endpoint).where(of_guest).order_by(latest_first)
    for endpoint in connection.execute(found).scalars().all()[MAX_SUBSCRIPTIONS:]:
        connection.execute(
            delete(push_subscription).where(push_subscription.c.endpoint == endpoint)
        )


def drop_subscription(connection: Connection, drop: DropSubscription) -> None:
    """Forgets an address, whether it is known or not."""
    unwanted = delete(push_subscription).where(push_subscription.c.endpoint == drop.endpoint)
    if drop.guest is not None:
        unwanted = unwanted.where(push_subscription.c.guest_id == drop.guest)
    connection.execute(unwanted)


def claim_turn_notice(connection: Connection, claim: ClaimTurnNotice) -> None:
    """Notes that a guest is told of a turn; WriteConflict or IntegrityError if somebody has.

    WriteConflict too where there is no such guest, or no longer.
    """
    require_guest(connection, claim.guest)
    row = turn_notice.c.game_id == claim.game, turn_notice.c.guest_id == claim.guest
    told = connection.execute(
        update(turn_notice).where(*row, turn_notice.c.turn != claim.turn).values(turn=claim.turn)
    )
    if told.rowcount:
        return
    if connection.execute(select(turn_notice.c.turn).where(*row)).scalar() is not None:
        raise WriteConflict("the guest was told of this turn")
    connection.execute(
        insert(turn_notice).values(game_id=claim.game, guest_id=claim.guest, turn=claim.turn)
    )


def release_turn_notice(connection: Connection, release: ReleaseTurnNotice) -> None:
    """Takes the note back that a guest is told of a turn; of a later turn it stays."""
    connection.execute(
        delete(turn_notice).where(
            turn_notice.c.game_id == release.game,
            turn_notice.c.guest_id == release.guest,
            turn_notice.c.turn == release.turn,
        )
    )


def require_guest(connection: Connection, guest_id: str) -> None:
    """Keeps the guest from being erased until the transaction ends.

    WriteConflict where there is no such guest, or no longer.
    """
    known = select(guest.c.id).where(guest.c.id == guest_id)
    held = known.with_for_update(key_share=True, read=True)  # as one whom a row refers to
    if connection.execute(held).scalar() is None:
        raise WriteConflict(f"there is no guest {guest_id}")


def forget_subscriptions(connection: Connection, guest_id: str) -> None:
    """Takes out all that is here of a guest."""
    connection.execute(delete(push_subscription).where(push_subscription.c.guest_id == guest_id))
    connection.execute(delete(turn_notice).where(turn_notice.c.guest_id == guest_id))
