"""Writes: each public function is one transaction; time and dice are passed in."""
