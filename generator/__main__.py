"""`python -m generator` is the same command as `dicepress`."""

from generator.cli import main

if __name__ == "__main__":
    main()
