"""What a client raises beside `protocol.refusals.Refused`, which is a refusal of the table."""

from bottleimp.errors import BottleImpError
from bottleimp.protocol.messages import CommandRefused
from bottleimp.protocol.refusals import RefusalCode, Refused


class ClientError(BottleImpError):
    """Anything below that keeps a client from going on."""


class RequestFailed(ClientError):
    """There was no usable answer: the server was not reached, was too slow, or is another one.

    The message is one plain sentence.
    """


class ConnectionRejected(ClientError):
    """The server does not accept this guest at this table, now or later; has .status, of HTTP."""

    def __init__(self, status: int) -> None:
        super().__init__(f"The server does not let us in ({status}).")
        self.status = status


class ProtocolError(ClientError):
    """The server sent something that the protocol does not allow."""


class InvalidInvitation(ClientError):
    """A text is neither the code of a table nor a link to one."""


class NoRoundInProgress(ClientError):
    """A card or a choice was sent before a round was dealt."""


def refusal_error(reply: CommandRefused) -> BottleImpError:
    """The refusal as an error to raise: Refused, or ProtocolError for a code of a later version."""
    try:
        return Refused(RefusalCode(reply.code), reply.text)
    except ValueError:
        return ProtocolError(f"{reply.code}: {reply.text}")
