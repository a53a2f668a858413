"""`python -m oddsmith` is the program `oddsmith`."""

from oddsmith.cli import main

if __name__ == "__main__":
    main()
