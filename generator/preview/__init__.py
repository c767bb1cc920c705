"""The preview that `dicepress serve` shows: pages only, made again at every save, with the problems in them."""
