"""Parts of permanent links for what a check finds."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """Lowercase letters, digits and single hyphens; a minus before a digit is spelled out, for −3 is not 3."""
    plain = unicodedata.normalize("NFKD", re.sub(r"^[-−](?=\d)", "minus ", text)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "x"


def distinct(keys: list[str]) -> list[str]:
    """The keys, each once: where one repeats, its later places are numbered."""
    seen: dict[str, int] = {}
    made = []
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
        made.append(key if seen[key] == 1 else f"{key}--{seen[key]}")
    return made
