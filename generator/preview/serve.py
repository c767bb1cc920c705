"""The preview from its start to Ctrl-C."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from generator.edition import edition_of
from generator.preview.changes import changes, state
from generator.preview.pages import Pages
from generator.preview.server import Preview
from generator.remembering import remembering


def serve(content: Path, port: int, told: Callable[[Pages, str], None]) -> None:
    """Show the pages of `content` at a port of this machine until interrupted; 0 takes any free port.

    `told` hears of each update, with the address. Raises OSError where the port is taken.
    """
    with tempfile.TemporaryDirectory(prefix="dicepress-") as folder, remembering():
        pages = Pages(content, Path(folder), edition_of(content))
        with Preview(pages, port) as server:
            address = f"http://127.0.0.1:{server.server_address[1]}/"
            seen = state(content)
            pages.update()
            told(pages, address)
            answering = threading.Thread(target=server.serve_forever, daemon=True)
            answering.start()
            try:
                server.keep(changes(content, seen), lambda updated: told(updated, address))
            finally:
                server.shutdown()
