"""View models: every word, number and CSS state that a template shows is decided here."""
