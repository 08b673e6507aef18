"""Machine code on disk: used when it is sound, ignored when it is not."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kanly.explorer.sweep.native import cache, objects
from kanly.explorer.sweep.native.cache import Cache, user_cache
from kanly.explorer.sweep.native.objects import Library, function_at, object_code

TEXT = "define i64 @answer() {\n  ret i64 42\n}\n"


def answer(code: bytes) -> int:
    library = Library([code])
    return function_at(library.address("answer"), 0)()


def test_code_is_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Cache(tmp_path / "code")
    code = object_code(TEXT, kept)
    monkeypatch.setattr(objects, "_compiled", None)
    assert object_code(TEXT, kept) == code
    assert answer(code) == 42


def test_other_text_is_other_code(tmp_path: Path) -> None:
    kept = Cache(tmp_path)
    object_code(TEXT, kept)
    assert answer(object_code(TEXT.replace("42", "43"), kept)) == 43


def shortened(entry: bytes) -> bytes:
    return entry[:-1]


def emptied(entry: bytes) -> bytes:
    return entry[:0]


def flipped(entry: bytes) -> bytes:
    return entry[:40] + bytes([entry[40] ^ 1]) + entry[41:]


@pytest.mark.parametrize("damage", [shortened, emptied, flipped])
def test_damaged_entries_are_made_anew(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    kept = Cache(tmp_path)
    code = object_code(TEXT, kept)
    (entry,) = tmp_path.iterdir()
    entry.write_bytes(damage(entry.read_bytes()))
    assert kept.get(entry.name) is None
    assert object_code(TEXT, kept) == code
    assert kept.get(entry.name) == code


def test_an_entry_under_a_foreign_name_is_not_used(tmp_path: Path) -> None:
    kept = Cache(tmp_path)
    kept.put("one", b"content")
    (tmp_path / "one").rename(tmp_path / "two")
    assert kept.get("two") is None


def test_a_folder_that_cannot_be_made_is_put_up_with(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    kept = Cache(tmp_path / "file" / "code")
    assert answer(object_code(TEXT, kept)) == 42
    assert kept.get("anything") is None


def test_old_entries_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_ENTRIES", 3)
    kept = Cache(tmp_path)
    for name in "abcdef":
        kept.put(name, b"")
    assert len(list(tmp_path.iterdir())) == 3
    assert kept.get("f") == b""


def test_the_cache_is_where_the_user_wants_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    user_cache().put("key", b"content")
    assert (tmp_path / "kanly" / "code" / "key").exists()
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    user_cache().put("key", b"content")
    assert (tmp_path / "home" / ".cache" / "kanly" / "code" / "key").exists()
