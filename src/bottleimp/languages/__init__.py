"""The languages that tables speak: which there are, which one a person gets, and its messages."""
