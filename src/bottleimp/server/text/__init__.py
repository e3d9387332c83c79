"""Languages, and the words for what people meet."""
