"""Machine code on disk: used when it is sound, ignored when it is not."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from kanly.explorer.sweep.native import cache, objects
from kanly.explorer.sweep.native.cache import SECRET, Cache, user_cache
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
    (entry,) = (path for path in tmp_path.iterdir() if path.name != SECRET)
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


def test_entries_that_were_not_used_for_longest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_ENTRIES", 3)
    kept = Cache(tmp_path)
    for number, name in enumerate("abc"):
        kept.put(name, b"")
        os.utime(tmp_path / name, ns=(number, number))
    assert kept.get("a") == b""
    kept.put("d", b"")
    assert {path.name for path in tmp_path.iterdir()} == {SECRET, "a", "c", "d"}


def test_entries_go_that_take_too_many_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_BYTES", 2_000)
    kept = Cache(tmp_path)
    for number, name in enumerate("abc"):
        kept.put(name, b"x" * 900)
        os.utime(tmp_path / name, ns=(number, number))
    assert [kept.get(name) is not None for name in "abc"] == [False, True, True]


def opened(folder: Path) -> None:
    folder.chmod(0o777)


def shared_with_a_group(folder: Path) -> None:
    folder.chmod(0o770)


def linked(folder: Path) -> None:
    folder.rename(folder.parent / "elsewhere")
    folder.symlink_to(folder.parent / "elsewhere")


def secret_known_to_others(folder: Path) -> None:
    (folder / SECRET).chmod(0o644)


def secret_cut(folder: Path) -> None:
    (folder / SECRET).write_bytes(b"")


def secret_linked(folder: Path) -> None:
    (folder / SECRET).rename(folder / "other")
    (folder / SECRET).symlink_to(folder / "other")


@pytest.mark.parametrize(
    "change", [opened, shared_with_a_group, linked, secret_known_to_others, secret_cut, secret_linked]
)
def test_a_folder_that_others_may_have_written_to_is_done_without(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    folder = tmp_path / "code"
    Cache(folder).put("key", b"content")
    assert Cache(folder).get("key") == b"content"
    change(folder)
    assert Cache(folder).get("key") is None
    Cache(folder).put("more", b"content")
    assert not (folder / "more").exists()
    assert answer(object_code(TEXT, Cache(folder))) == 42


@pytest.mark.skipif(os.getuid() != 0, reason="only root gives files away")
def test_the_folder_of_somebody_else_is_done_without(tmp_path: Path) -> None:
    Cache(tmp_path).put("key", b"content")
    os.chown(tmp_path, 12345, -1)
    assert Cache(tmp_path).get("key") is None


def test_an_entry_made_without_the_secret_is_not_used(tmp_path: Path) -> None:
    kept, foreign = Cache(tmp_path / "own"), Cache(tmp_path / "foreign")
    kept.put("key", b"content")
    foreign.put("key", b"forged")
    (tmp_path / "own" / "key").write_bytes((tmp_path / "foreign" / "key").read_bytes())
    assert kept.get("key") is None


def test_the_cache_is_where_the_user_wants_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    user_cache().put("key", b"content")
    assert (tmp_path / "kanly" / "code" / "key").exists()
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    user_cache().put("key", b"content")
    assert (tmp_path / "home" / ".cache" / "kanly" / "code" / "key").exists()
