"""Files that version 0.1 wrote still load: traces, saves, and a test that was written from a counterexample."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pytest

from cli.running import record_of, run

OLD = Path(__file__).parent / "version_0_1"
TRACES = {path.name: path.name.split("-default-")[0].split("-flight-")[0] for path in OLD.glob("*.itf.json")}


@pytest.mark.parametrize(("file", "model"), sorted(TRACES.items()))
def test_its_traces_are_taken_again(file: str, model: str) -> None:
    record = record_of("replay", model, str(OLD / file))
    assert (record["status"], record["transitions"]) == ("holds", 2)


def test_its_counterexample_is_still_one_for_the_faulty_model() -> None:
    trace = str(OLD / "card-table-default-custody.itf.json")
    assert record_of("replay", f"{OLD / 'faulty.py'}:keeping", trace)["exit_code"] == 1


@pytest.mark.parametrize("save", sorted(path.name for path in OLD.glob("*.save.json")))
def test_its_saves_are_accepted(save: str) -> None:
    model, _, scenario = save.removesuffix(".save.json").replace("dune-", "dune:").partition(":")
    name = f"{model}:{scenario}" if scenario else "card-table"
    assert run("validate", name, str(OLD / save))[0] == 0


def test_the_test_that_it_wrote_fails_for_the_faulty_model(tmp_path: Path) -> None:
    shutil.copy(OLD / "faulty.py", tmp_path)
    written = tmp_path / "test_written_custody.py"
    shutil.copy(OLD / "written_custody.py", written)
    spec = importlib.util.spec_from_file_location("test_written_custody", written)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(AssertionError):
        module.test_custody_is_kept()
