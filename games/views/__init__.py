"""HTTP: a request becomes a form, a command, a service call and an answer; no logic lives here."""
