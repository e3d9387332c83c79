"""The table in the browser: storage, the table service, the wire and the pages."""
