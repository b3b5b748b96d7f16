"""Structures as arrays: readers, bonds, atom types, hydrogen bonds."""
