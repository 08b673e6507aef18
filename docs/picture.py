"""Makes `docs/counterexample.svg`, the README's counterexample as a terminal shows it: `python docs/picture.py`."""

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

DOCS = Path(__file__).parent


def shown(game: str) -> str:
    """What `kanly explore` prints about a game, in colour."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "my_game.py").write_text(game, encoding="utf-8")
        command = [sys.executable, "-m", "kanly.explorer.cli", "explore", "my_game.py"]
        colour = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": "80"}
        return subprocess.run(command, cwd=folder, env=colour, capture_output=True, text=True, check=False).stdout


def main() -> None:
    """Write the picture of the part that is the same each time."""
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    game = re.search(r"^```python\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert game is not None
    told = shown(game[1]).strip().split("\n\n")[0]
    lines = [line for line in told.splitlines() if "written to" not in line]
    console = Console(record=True, width=80, file=io.StringIO())
    console.print(Text("$ kanly explore my_game.py", style="bold"))
    console.print(Text.from_ansi("\n".join(lines)))
    console.save_svg(str(DOCS / "counterexample.svg"), title="kanly", unique_id="kanly")


if __name__ == "__main__":
    main()
