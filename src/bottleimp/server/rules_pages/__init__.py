"""The rules of every edition as pages, made from the edition's own data."""
