"""Games as text: ids of positions, records of matches. Pure: standard library and games.rules only."""
