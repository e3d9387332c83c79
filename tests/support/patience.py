"""How long tests wait before they give something up.

Nothing is gained by giving up early: what is waited for usually comes at once, and on a machine
that does sixteen other things it may take minutes.  So no test fails because a machine is slow.
"""

PATIENCE = 180.0  # seconds, for anything that should happen
PATIENCE_MS = 1000 * int(PATIENCE)
