"""The server as clients meet it: real files, real sockets."""
