"""What a change of tables writes, statement by statement, within the writer's transaction."""

from sqlalchemy import Connection, delete, insert, select, update

from bottleimp.protocol.refusals import WriteConflict
from bottleimp.server.state.storage_interface import (
    PLAYING,
    AppendEvents,
    ClaimTurnNotice,
    DropSubscription,
    Guest,
    NewGame,
    ReleaseTurnNotice,
    SaveSubscription,
    SetPlaceKey,
    StorageWrite,
)
from bottleimp.server.storage.append import append_events
from bottleimp.server.storage.schema import game, guest, place_key, seat, secret
from bottleimp.server.storage.subscriptions import (
    claim_turn_notice,
    drop_subscription,
    release_turn_notice,
    save_subscription,
)


def apply_writes(connection: Connection, writes: tuple[StorageWrite, ...]) -> None:
    """Makes the changes in order; WriteConflict or IntegrityError when another was first."""
    for each in writes:
        match each:
            case AppendEvents():
                if each.new_game is not None:
                    write_game(connection, each.new_game, each.events[0].at)
                append_events(connection, each)
                write_places(connection, each)
            case SetPlaceKey():
                write_place_key(connection, each)
            case SaveSubscription():
                save_subscription(connection, each)
            case DropSubscription():
                drop_subscription(connection, each)
            case ClaimTurnNotice():
                claim_turn_notice(connection, each)
            case ReleaseTurnNotice():
                release_turn_notice(connection, each)


def write_place_key(connection: Connection, key: SetPlaceKey) -> None:
    """Puts the hash in the place of the one before.

    WriteConflict where the guest has given the place up: the key would open it to somebody else's.
    """
    # Not while another server gives the place to somebody else.
    connection.execute(select(game.c.id).where(game.c.id == key.game).with_for_update())
    held = select(seat.c.guest_id).where(seat.c.game_id == key.game, seat.c.player == key.player)
    if connection.execute(held).scalar() != key.guest:
        raise WriteConflict(f"the guest does not hold place {key.player} of {key.game}")
    place = place_key.c.game_id == key.game, place_key.c.player == key.player
    connection.execute(delete(place_key).where(*place))
    connection.execute(
        insert(place_key).values(game_id=key.game, player=key.player, key_hash=key.key_hash)
    )


def write_places(connection: Connection, append: AppendEvents) -> None:
    """Inserts guests not known yet, and says who holds which place now."""
    for each in append.guests:
        write_guest(connection, each, append.events[0].at)
    for player in append.vacated_places:
        place = place_key.c.game_id == append.game, place_key.c.player == player
        connection.execute(delete(place_key).where(*place))
    if append.holders is None:
        return
    connection.execute(delete(seat).where(seat.c.game_id == append.game))
    for player, holder in append.holders.items():
        connection.execute(insert(seat).values(game_id=append.game, player=player, guest_id=holder))


def write_game(connection: Connection, new: NewGame, at: int) -> None:
    """Inserts a game without events, its seeds and holders, and guests not known yet."""
    connection.execute(
        insert(game).values(
            id=new.id, edition=new.edition, status=PLAYING, round=0, created_at=at, changed_at=at
        )
    )
    connection.execute(
        insert(secret),
        [
            {"game_id": new.id, "round": number, "seed": seed.hex()}
            for number, seed in enumerate(new.seeds, start=1)
        ],
    )
    for player, holder in new.holders.items():
        write_guest(connection, holder, at)
        connection.execute(insert(seat).values(game_id=new.id, player=player, guest_id=holder.id))


def write_guest(connection: Connection, who: Guest, at: int) -> None:
    """Keeps the name that the guest gave last; inserts a guest who is not known yet."""
    known = connection.execute(update(guest).where(guest.c.id == who.id).values(name=who.name))
    if not known.rowcount:
        connection.execute(
            insert(guest).values(id=who.id, token_hash=who.token_hash, name=who.name, created_at=at)
        )
