"""Pages and plots made from results."""
