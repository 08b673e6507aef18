"""What numba does not offer by itself: calls to machine code by address, cache hints and atomic exchange.

Numba and llvmlite carry no types, so this is the one file of the sweep that the type checker reads leniently; the
names it exports are typed.
"""
# pyright: basic

import re
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from .arrays import Words

Function = TypeVar("Function", bound=Callable[..., Any])

FREE = "define internal void @NRT_MemInfo_call_dtor(ptr %owner) {\n  ret void\n}"

WORD = ir.IntType(64)
BYTE = ir.IntType(8)
FLAG = ir.IntType(32)


def compiled(function: Function) -> Function:
    """Let `function` be called by other compiled functions; `calling` makes it known to Python.

    It runs without the interpreter lock. Numba compiles it when the first that needs it is compiled.
    """
    options = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return cast(Function, numba.njit(**options)(function))


def lowered(function: Any, arguments: tuple[object, ...], entry: str) -> str:
    """A compiled function for arguments of such types, in LLVM's language: `i32 entry(results, trouble, arguments)`.

    The arrays lie over memory that NumPy owns, so nothing is ever freed: what would do it is left empty.
    """
    signature = tuple(numba.typeof(argument) for argument in arguments)
    function.compile(signature)
    name = function.overloads[signature].fndesc.llvm_func_name
    text = function.inspect_llvm(signature)
    text = re.sub(r"^declare void @NRT_MemInfo_call_dtor\(.*$", FREE, text, flags=re.MULTILINE)
    return re.sub(rf'@"?{re.escape(name)}"?(?=\()', f"@{entry}", text)


def _signed(value: Any) -> Any:
    return np.int64(value)


def _cell(context, builder, array_type, array, index):
    """Address of `array[index]`."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.gep(data, [index])


def _function_at(builder, address, result, arguments):
    return builder.inttoptr(address, ir.FunctionType(result, arguments).as_pointer())


@intrinsic
def _call_expand(_typing, function, states, state, successors, successor, labels, label):
    signature = types.int64(types.int64, states, types.int64, successors, types.int64, labels, types.int64)

    def generate(context, builder, signature, arguments):
        address, states, state, successors, successor, labels, label = arguments
        source = _cell(context, builder, signature.args[1], states, state)
        target = _cell(context, builder, signature.args[3], successors, successor)
        notes = _cell(context, builder, signature.args[5], labels, label)
        call = _function_at(builder, address, WORD, [source.type, target.type, notes.type])
        return builder.call(call, [source, target, notes])

    return signature, generate


@intrinsic
def _call_observe(_typing, function, states, state):
    signature = types.uint64(types.int64, states, types.int64)

    def generate(context, builder, signature, arguments):
        address, states, state = arguments
        source = _cell(context, builder, signature.args[1], states, state)
        return builder.call(_function_at(builder, address, WORD, [source.type]), [source])

    return signature, generate


@intrinsic
def _call_project(_typing, function, states, state, words, word):
    signature = types.int64(types.int64, states, types.int64, words, types.int64)

    def generate(context, builder, signature, arguments):
        address, states, state, words, word = arguments
        source = _cell(context, builder, signature.args[1], states, state)
        target = _cell(context, builder, signature.args[3], words, word)
        return builder.call(_function_at(builder, address, WORD, [source.type, target.type]), [source, target])

    return signature, generate


@intrinsic
def _prefetch(_typing, array, index):
    signature = types.void(array, types.int64)

    def generate(context, builder, signature, arguments):
        cell = _cell(context, builder, signature.args[0], *arguments)
        line = builder.bitcast(cell, BYTE.as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [line.type, FLAG, FLAG, FLAG])
        hint = builder.module.declare_intrinsic("llvm.prefetch", [line.type], kind)
        builder.call(hint, [line, ir.Constant(FLAG, 0), ir.Constant(FLAG, 3), ir.Constant(FLAG, 1)])
        return context.get_dummy_value()

    return signature, generate


@intrinsic
def _exchange(_typing, array, index, expected, desired):
    signature = types.uint64(array, types.int64, types.uint64, types.uint64)

    def generate(context, builder, signature, arguments):
        array, index, expected, desired = arguments
        cell = _cell(context, builder, signature.args[0], array, index)
        outcome = builder.cmpxchg(cell, expected, desired, "acq_rel", "acquire")
        return builder.extract_value(outcome, 0)

    return signature, generate


signed: Callable[[np.unsignedinteger[Any]], int] = compiled(_signed)
"""An unsigned number as an index. Numba would turn a sum of signed and unsigned into a float."""

call_expand: Callable[[int, Words, int, Words, int, Words, int], int] = cast(Any, _call_expand)
"""`call_expand(address, states, i, successors, j, labels, k)`: expand the state at word `i`; write from `j`, `k` on."""

call_observe: Callable[[int, Words, int], np.uint64] = cast(Any, _call_observe)
"""`call_observe(address, states, i)`: the observation bits of the state at word `i`."""

call_project: Callable[[int, Words, int, Words, int], int] = cast(Any, _call_project)
"""`call_project(address, states, i, words, j)`: write what a projection tells of the state at word `i`, from `j` on."""

prefetch: Callable[[Words, int], None] = cast(Any, _prefetch)
"""Ask for the cache line of `array[index]` without waiting for it."""

exchange: Callable[[Words, int, np.uint64, np.uint64], np.uint64] = cast(Any, _exchange)
"""Atomically: if `array[index]` is the third argument, store the fourth. Returns what was there before."""
