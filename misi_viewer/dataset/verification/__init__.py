"""Verifying pictures: drawn again and compared, and the hidden choices of other renderers found out."""
