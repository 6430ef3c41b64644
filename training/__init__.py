"""How the nets of the games were made. Beside the rules this needs numpy; Samurai Spirit's training needs torch too, and `training.shinobi.hiding` scipy."""
