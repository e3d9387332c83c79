"""The way to a table: a code or a link, and the server, table or seat that it leads to."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from bottleimp.client.errors import InvalidInvitation
from bottleimp.client.server_api import ServerApi, server_name
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.protocol.table_codes import CODE_LENGTH, bare_code

DEFAULT_SERVER = "http://127.0.0.1:8019"


@dataclass(frozen=True)
class Invitation:
    """A server and what leads to a table there: its code, its id, or with a key one's own seat."""

    server: str
    code: str | None = None
    table: str | None = None
    key: str | None = None

    @classmethod
    def parse(cls, text: str, server: str = DEFAULT_SERVER) -> "Invitation":
        """What a code or a link leads to; raises InvalidInvitation for what is neither.

        `server` is where a code is looked for; `http://` may be left out.
        """
        if "://" not in text:
            code = bare_code(text)
            if not (len(code) == CODE_LENGTH and code.isascii() and code.isalpha()):
                raise InvalidInvitation(f"{text!r} is no link, and no code of five letters.")
            address = server.strip().rstrip("/")
            address = address if "://" in address else f"http://{address}"
            if not address.startswith(("http://", "https://")):
                raise InvalidInvitation(
                    f"{server} is no address of a server; write one such as {DEFAULT_SERVER}."
                )
            return cls(address, code=code)
        try:
            parts = urlsplit(text.strip())
        except ValueError as problem:  # an address in brackets that is none
            raise InvalidInvitation(f"{text} is no link to a table.") from problem
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise InvalidInvitation(f"{text} is no link to a table.")
        at = f"{parts.scheme}://{parts.netloc}"
        match parts.path.strip("/").split("/"):
            case ["j", code]:
                return cls(at, code=code)
            case ["t" | "tables", table]:
                return cls(at, table=table)
            case ["s", table, key]:
                return cls(at, table=table, key=key)
        raise InvalidInvitation(f"{text} is no link to a table.")

    def resolve_table(self, token: str | None = None) -> str:
        """The id of the table, where the guest of the token holds the seat if there was a key.

        Raises Refused where there is no such table or seat, and RequestFailed.
        """
        api = ServerApi(self.server, token)
        if self.table is None:
            code = self.code or ""
            try:
                return api.find_table(code).table
            except Refused as refusal:
                if refusal.code is not RefusalCode.NOT_FOUND:
                    raise
                text = f"No table at {server_name(self.server)} has the code {code.upper()}."
                raise Refused(RefusalCode.NOT_FOUND, text) from refusal
        if self.key is not None:
            api.take_over_seat(self.table, self.key)
        return self.table
