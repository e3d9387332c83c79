"""What each viewer is shown of a table: the projection, and exports."""
