"""`python -m zashiki`: the program without its start script."""

from zashiki.cli.main import main

if __name__ == "__main__":
    main()
