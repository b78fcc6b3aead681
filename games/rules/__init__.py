"""The rules of the game: pure values and functions, standard library only.

No clock, no randomness, no input or output: time and dice are parameters.
"""
