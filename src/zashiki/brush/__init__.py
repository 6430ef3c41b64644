"""How pictures are drawn: templates with shared strokes, macros that are loaded once, regions that are kept."""
