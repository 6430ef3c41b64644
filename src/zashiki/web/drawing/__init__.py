"""What goes out: boards, regions, stories and lists as they are drawn, in the words of the reader."""
