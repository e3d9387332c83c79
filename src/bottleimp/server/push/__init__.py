"""Messages that reach a browser while none of its pages is open, by Web Push (RFC 8030).

They go to the service of the browser's maker, which cannot read them.  Off unless the host names
an address for `push_contact`; what encrypts them comes with the extra `push`.
"""
