"""Finds the files that are edited rather than programmed: the queries in `cypher/` and everything in `config/`.

An installed wheel carries both folders inside the package; a checkout has them beside it. An operator's own folder may be laid over
`config/`, file by file.
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent


class FileMissing(Exception):
    """A file or folder that the castle needs is not there. Values: `path`."""

    key = "files.missing"

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is missing")
        self.values = {"path": path}


class Files:
    """Where the castle's own files are.

    `overlay` is the operator's folder: a file in it stands in for the file of the same name below `config/`. `package` is the folder of
    the package itself.
    """

    def __init__(self, overlay: Path | None = None, *, package: Path = PACKAGE) -> None:
        self._overlay = overlay
        self._package = package

    def cypher(self) -> Path:
        """The folder of the queries. Raises `FileMissing`."""
        return self._folder("cypher")

    def config(self, name: str) -> Path:
        """The file of that name below `config/`, such as "words/en.toml": the operator's, else ours. Raises `FileMissing`."""
        if self._overlay is not None and (self._overlay / name).is_file():
            return self._overlay / name
        return self.shipped(name)

    def shipped(self, name: str) -> Path:
        """The file of that name below `config/` as it came with the castle, whatever the operator put over it. Raises `FileMissing`."""
        path = self._folder("config") / name
        if not path.is_file():
            raise FileMissing(path)
        return path

    def config_text(self, name: str) -> str:
        """What `config(name)` holds, read as UTF-8. Raises `FileMissing`, and `OSError` or `UnicodeDecodeError` if it cannot be read."""
        return self.config(name).read_text(encoding="utf-8")

    def _folder(self, name: str) -> Path:
        carried = self._package / name
        folder = carried if carried.is_dir() else self._package.parent / name
        if not folder.is_dir():
            raise FileMissing(folder)
        return folder
