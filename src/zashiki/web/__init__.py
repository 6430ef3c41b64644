"""Pages and live tables: the record is read, folded, checked and added to here, and shown as each seat may see it."""
