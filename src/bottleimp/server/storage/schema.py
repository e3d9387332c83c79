"""The tables of the database and how older ones become like them.

`MIGRATIONS` lists, for each version, the statements that lead to it from the version before; an
empty database has version 0.  A step that was released is never edited: a new one is added.
"""

from sqlalchemy import BigInteger, Column, Integer, MetaData, String, Table, Text

Migration = tuple[str, ...]

MIGRATIONS: tuple[Migration, ...] = (
    (
        (
            "CREATE TABLE game (id VARCHAR(32) PRIMARY KEY, edition TEXT NOT NULL,"
            " status VARCHAR(16) NOT NULL, round INTEGER NOT NULL,"
            " created_at BIGINT NOT NULL, changed_at BIGINT NOT NULL)"
        ),
        (
            "CREATE TABLE event (game_id VARCHAR(32) NOT NULL REFERENCES game (id),"
            " seq INTEGER NOT NULL, at BIGINT NOT NULL, actor VARCHAR(64) NOT NULL,"
            " cmd_id VARCHAR(64), v INTEGER NOT NULL, kind VARCHAR(16) NOT NULL,"
            " body TEXT NOT NULL,"
            " PRIMARY KEY (game_id, seq), UNIQUE (game_id, actor, cmd_id))"
        ),
        (
            "CREATE TABLE guest (id VARCHAR(32) PRIMARY KEY,"
            " token_hash VARCHAR(64) NOT NULL UNIQUE,"
            " name TEXT NOT NULL, created_at BIGINT NOT NULL)"
        ),
        (
            "CREATE TABLE seat (game_id VARCHAR(32) NOT NULL REFERENCES game (id),"
            " player INTEGER NOT NULL, guest_id VARCHAR(32) NOT NULL REFERENCES guest (id),"
            " PRIMARY KEY (game_id, player))"
        ),
        "CREATE INDEX seat_guest ON seat (guest_id)",
        "CREATE INDEX game_status ON game (status, changed_at)",
        (
            "CREATE TABLE secret (game_id VARCHAR(32) NOT NULL REFERENCES game (id),"
            " round INTEGER NOT NULL, seed VARCHAR(64) NOT NULL, PRIMARY KEY (game_id, round))"
        ),
    ),
    # The key from which the seeds of new tables follow; it has one row.
    ("CREATE TABLE seed_key (id INTEGER PRIMARY KEY, value VARCHAR(64) NOT NULL)",),
    # What lists of tables say, and the hashes of the keys with which people move to other devices.
    (
        "ALTER TABLE game ADD COLUMN code VARCHAR(8)",
        "ALTER TABLE game ADD COLUMN listed INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE game ADD COLUMN free INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE game ADD COLUMN people INTEGER NOT NULL DEFAULT 1",
        "CREATE UNIQUE INDEX game_code ON game (code)",
        "CREATE INDEX game_listed ON game (listed, status, changed_at)",
        (
            "CREATE TABLE place_key (game_id VARCHAR(32) NOT NULL REFERENCES game (id),"
            " player INTEGER NOT NULL, key_hash VARCHAR(64) NOT NULL,"
            " PRIMARY KEY (game_id, player))"
        ),
    ),
    # Which logs were rewritten, one after another: whoever has read them must read them anew.
    (
        (
            "CREATE TABLE rewritten (number INTEGER PRIMARY KEY AUTOINCREMENT,"
            " game_id VARCHAR(32) NOT NULL REFERENCES game (id))"
        ),
    ),
    # Servers that share a database: when each was alive, who is connected to each, in ms since
    # 1970, and when none of them was alive.
    (
        (
            "CREATE TABLE server (id VARCHAR(32) PRIMARY KEY, seen_at BIGINT NOT NULL,"
            " ended INTEGER NOT NULL)"
        ),
        (
            "CREATE TABLE presence (game_id VARCHAR(32) NOT NULL, server_id VARCHAR(32) NOT NULL,"
            " guest_id VARCHAR(32) NOT NULL, connections INTEGER NOT NULL,"
            " PRIMARY KEY (game_id, server_id, guest_id))"
        ),
        "CREATE INDEX presence_server ON presence (server_id)",
        "CREATE INDEX rewritten_game ON rewritten (game_id)",
        "CREATE TABLE outage (began_at BIGINT PRIMARY KEY, ended_at BIGINT NOT NULL)",
    ),
    # Where browsers take messages while no page is open, and of which turn people were told last.
    (
        (
            "CREATE TABLE push_subscription (endpoint VARCHAR(1000) PRIMARY KEY,"
            " guest_id VARCHAR(32) NOT NULL REFERENCES guest (id),"
            " receiver_key VARCHAR(128) NOT NULL, auth_secret VARCHAR(128) NOT NULL,"
            " language VARCHAR(16) NOT NULL, saved_at BIGINT NOT NULL)"
        ),
        "CREATE INDEX push_subscription_guest ON push_subscription (guest_id)",
        (
            "CREATE TABLE turn_notice (game_id VARCHAR(32) NOT NULL REFERENCES game (id),"
            " guest_id VARCHAR(32) NOT NULL, turn VARCHAR(64) NOT NULL,"
            " PRIMARY KEY (game_id, guest_id))"
        ),
        "CREATE INDEX turn_notice_guest ON turn_notice (guest_id)",
    ),
    # What was reported is found without reading every log.
    ("CREATE INDEX event_report ON event (at) WHERE kind = 'report'",),
)

VERSION_TABLE = "CREATE TABLE IF NOT EXISTS storage (version INTEGER NOT NULL)"

metadata = MetaData()

schema_version = Table("storage", metadata, Column("version", Integer))

game = Table(
    "game",
    metadata,
    Column("id", String, primary_key=True),
    Column("edition", Text),
    Column("status", String),
    Column("round", Integer),
    Column("created_at", BigInteger),
    Column("changed_at", BigInteger),
    Column("code", String),
    Column("listed", Integer),
    Column("free", Integer),
    Column("people", Integer),
)

event = Table(
    "event",
    metadata,
    Column("game_id", String, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger),
    Column("actor", String),
    Column("cmd_id", String),
    Column("v", Integer),
    Column("kind", String),
    Column("body", Text),
)

guest = Table(
    "guest",
    metadata,
    Column("id", String, primary_key=True),
    Column("token_hash", String),
    Column("name", Text),
    Column("created_at", BigInteger),
)

seat = Table(
    "seat",
    metadata,
    Column("game_id", String, primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("guest_id", String),
)

place_key = Table(
    "place_key",
    metadata,
    Column("game_id", String, primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("key_hash", String),
)

seed_key = Table(
    "seed_key",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("value", String),
)

rewritten_log = Table(
    "rewritten",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("game_id", String),
)

secret = Table(
    "secret",
    metadata,
    Column("game_id", String, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("seed", String),
)

server = Table(
    "server",
    metadata,
    Column("id", String, primary_key=True),
    Column("seen_at", BigInteger),
    Column("ended", Integer),
)

presence = Table(
    "presence",
    metadata,
    Column("game_id", String, primary_key=True),
    Column("server_id", String, primary_key=True),
    Column("guest_id", String, primary_key=True),
    Column("connections", Integer),
)

outage = Table(
    "outage",
    metadata,
    Column("began_at", BigInteger, primary_key=True),
    Column("ended_at", BigInteger),
)

push_subscription = Table(
    "push_subscription",
    metadata,
    Column("endpoint", String, primary_key=True),
    Column("guest_id", String),
    Column("receiver_key", String),
    Column("auth_secret", String),
    Column("language", String),
    Column("saved_at", BigInteger),
)

turn_notice = Table(
    "turn_notice",
    metadata,
    Column("game_id", String, primary_key=True),
    Column("guest_id", String, primary_key=True),
    Column("turn", String),
)
