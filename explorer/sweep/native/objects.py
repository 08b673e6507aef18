"""Machine code: text of LLVM's intermediate language to object code, kept on disk, loaded and called by address.

llvmlite carries no types, so the type checker reads this file leniently; the names it exports are typed.
"""
# pyright: basic

from __future__ import annotations

import ctypes
import functools
import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import llvmlite
import llvmlite.binding as llvm

from .cache import Cache

OPTIMISATION = 2
"""Level of the code generator. The passes before it are few: the text has its loop invariants and choices in place."""

LONG = 2_000
"""Modules of more lines are generated without optimisation, which takes a quarter of the time: rules that long are
mostly guards, and one that fails early ends them."""


class Library:
    """Loaded machine code. Addresses are valid as long as the library lives."""

    def __init__(self, objects: Sequence[bytes]) -> None:
        _initialise()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())  # which then owns the machine
        for content in objects:
            self._engine.add_object_file(llvm.ObjectFileRef.from_data(content))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """The address of a function. Raises `KeyError`."""
        found = self._engine.get_function_address(name)
        if not found:
            raise KeyError(name)
        return found


def object_code(text: str, cache: Cache) -> bytes:
    """The object code for a module, from the cache where it is there."""
    return object_code_of(text, lambda: text, cache)


def object_code_of(identity: str, text: Callable[[], str], cache: Cache) -> bytes:
    """The object code for the module that goes by that identity; its text is asked for when the cache lacks it."""
    key = hashlib.sha256("\n".join((_machine_name(), identity)).encode()).hexdigest()
    found = cache.get(key)
    if found is None:
        found = _compiled(text())
        cache.put(key, found)
    return found


def parameters_of(text: str, function: str) -> list[str]:
    """The types of the parameters of a function in a module."""
    return [str(parameter.type) for parameter in llvm.parse_assembly(text).get_function(function).arguments]


def function_at(address: int, arguments: int) -> Callable[..., int]:
    """The function at an address, to be called with that many addresses; it returns a word."""
    return ctypes.CFUNCTYPE(ctypes.c_uint64, *[ctypes.c_void_p] * arguments)(address)


@functools.cache
def _initialise() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


def _machine(level: int = OPTIMISATION) -> Any:
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=_features(), opt=level, codemodel="jitdefault", jit=True
    )


@functools.cache
def _features() -> str:
    return llvm.get_host_cpu_features().flatten()


@functools.cache
def _machine_name() -> str:
    """Everything besides the text that object code depends on."""
    version = ".".join(map(str, llvm.llvm_version_info))
    machine = (llvm.get_default_triple(), llvm.get_host_cpu_name(), _features())
    return "\n".join((llvmlite.__version__, version, *machine, str(OPTIMISATION), str(LONG)))


def _compiled(text: str) -> bytes:
    _initialise()
    machine = _machine(0 if text.count("\n") > LONG else OPTIMISATION)
    module = llvm.parse_assembly(text)
    module.verify()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=1))
    passes = llvm.create_new_function_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)
    return machine.emit_object(module)
