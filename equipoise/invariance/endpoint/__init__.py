"""An endpoint that a stranger named: how it is spoken to, and how not."""
