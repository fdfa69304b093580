from __future__ import annotations

from pathlib import Path

import pytest

from mud.files import FileMissing, Files


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "site" / "mud"
    folder.mkdir(parents=True)
    return folder


def test_a_checkout_has_its_folders_beside_the_package(package: Path) -> None:
    put(package.parent / "config" / "words" / "en.toml", "beside")
    (package.parent / "cypher").mkdir()
    files = Files(package=package)
    assert files.config_text("words/en.toml") == "beside"
    assert files.cypher() == package.parent / "cypher"


def test_an_installed_package_carries_its_own_copy_and_takes_it_first(package: Path) -> None:
    put(package.parent / "config" / "words" / "en.toml", "beside")
    put(package / "config" / "words" / "en.toml", "carried")
    (package.parent / "cypher").mkdir()
    (package / "cypher").mkdir()
    files = Files(package=package)
    assert files.config_text("words/en.toml") == "carried"
    assert files.cypher() == package / "cypher"


def test_an_operators_folder_is_laid_over_config_file_by_file(package: Path, tmp_path: Path) -> None:
    put(package / "config" / "words" / "en.toml", "ours")
    put(package / "config" / "words" / "ko.toml", "우리 것")
    theirs = put(tmp_path / "operator" / "words" / "ko.toml", "운영자의 것")
    files = Files(tmp_path / "operator", package=package)
    assert files.config("words/ko.toml") == theirs
    assert files.config_text("words/ko.toml") == "운영자의 것"
    assert files.config_text("words/en.toml") == "ours"
    assert files.shipped("words/ko.toml").read_text(encoding="utf-8") == "우리 것"


def test_an_overlay_that_does_not_exist_changes_nothing(package: Path, tmp_path: Path) -> None:
    put(package / "config" / "castle.toml", "ours")
    assert Files(tmp_path / "nowhere", package=package).config_text("castle.toml") == "ours"


def test_what_is_missing_is_named(package: Path) -> None:
    (package / "config").mkdir()
    files = Files(package=package)
    with pytest.raises(FileMissing) as missing:
        files.config("words/xx.toml")
    assert missing.value.values == {"path": package / "config" / "words" / "xx.toml"}
    with pytest.raises(FileMissing, match="cypher"):
        files.cypher()


def test_this_very_package_finds_its_files() -> None:
    files = Files()
    assert files.cypher().name == "cypher"
    assert files.config("words/en.toml").is_file()
