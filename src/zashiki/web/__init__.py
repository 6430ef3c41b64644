"""Pages and live tables: each is shown as its reader may see it, and sends what changes."""
