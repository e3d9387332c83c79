"""The words for what people meet, in their language."""
