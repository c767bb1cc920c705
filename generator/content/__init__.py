"""From the text of `content/` to definitions that know where each of their words stands."""
