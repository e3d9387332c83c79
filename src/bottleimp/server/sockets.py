"""The server's end of a WebSocket, without what nobody asks for once it is open."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class OpenSocket(WebSocketsSansIOProtocol):
    """As uvicorn's own; thousands of them would keep the headers of a handshake long past."""

    def start_keepalive(self) -> None:
        """As uvicorn's own, which calls it when the handshake has been answered."""
        self.request.headers.clear()
        self.response.headers.clear()
        super().start_keepalive()
