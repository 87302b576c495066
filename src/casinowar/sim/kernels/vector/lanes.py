"""Vectors of whole numbers for compiled code: 32 lanes, one for each shoe.

A compiler vectorises very few loops by itself. Here a vector is its own type, and each operation on
it is one instruction of LLVM's generic vector code. LLVM turns that into the instructions of the
machine: AVX2, AVX-512, SSE2 or NEON. The results are the same on every machine.

There are three types: `BYTES` and `WORDS` hold 8 and 16 bits for each of the 32 shoes, `LONGS` the
64 bits of eight generators. Arithmetic wraps around; bytes and words are signed. A comparison gives
-1 for true and 0 for false in each lane, in the type that it compares.
"""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

LANES = 32
_ALIGNED = 64
Lanes = Any
"""Any of the three vector types; only the compiler knows which."""


class LaneVector(types.Type):  # type: ignore[misc]
    """The type of a vector: a number of lanes with a number of bits each."""

    def __init__(self, bits: int, lanes: int) -> None:
        self.lanes = lanes
        self.element = ir.IntType(bits)
        self.ir = ir.VectorType(self.element, lanes)
        super().__init__(name=f"Vector({lanes} x {bits} bits)")


@register_model(LaneVector)
class _VectorModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, vector: LaneVector) -> None:
        super().__init__(manager, vector, vector.ir)


BYTES = LaneVector(8, LANES)
WORDS = LaneVector(16, LANES)
LONGS = LaneVector(64, LANES // 4)

Build = Callable[..., Any]
"""A function that emits instructions."""


def _function(typed: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function on vectors from one that maps argument types to a signature and `Build`."""
    made: Callable[..., Any] = intrinsic(prefer_literal=True)(typed)
    return made


def _constant(vector: LaneVector, value: int) -> Any:
    return ir.Constant(vector.ir, [ir.Constant(vector.element, value)] * vector.lanes)


def _shuffled(builder: Any, value: Any, order: list[int]) -> Any:
    """Return the lanes of a vector in another order, or some of them."""
    places = ir.Constant(ir.VectorType(ir.IntType(32), len(order)), order)
    return builder.shuffle_vector(value, value, places)


def _llvm(builder: Any, name: str, result: Any, values: list[Any]) -> Any:
    """Call one of LLVM's generic vector functions."""
    kind = ir.FunctionType(result, [value.type for value in values])
    lanes = values[0].type
    full = f"llvm.{name}.v{lanes.count}i{lanes.element.width}"
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, full), values)


def _operator(symbol: Callable[..., Any], arity: int, build: Build) -> None:
    """Define an operator on vectors of one type; its result has the same type."""

    @infer_global(symbol)
    class _Typing(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, kws: Any) -> Any:  # noqa: ARG002 - named so by numba
            if len(args) == arity and isinstance(args[0], LaneVector) and {*args} == {args[0]}:
                return signature(args[0], *args)
            return None

    @lower_builtin(symbol, *[LaneVector] * arity)  # type: ignore[untyped-decorator]
    def _lower(_context: Any, builder: Any, sig: Any, values: Any) -> Any:
        return build(builder, sig.return_type, *values)


def _compared(symbol: str) -> Build:
    def build(builder: Any, vector: LaneVector, one: Any, other: Any) -> Any:
        return builder.sext(builder.icmp_signed(symbol, one, other), vector.ir)

    return build


_operator(operator.add, 2, lambda builder, _, one, other: builder.add(one, other))
_operator(operator.sub, 2, lambda builder, _, one, other: builder.sub(one, other))
_operator(operator.mul, 2, lambda builder, _, one, other: builder.mul(one, other))
_operator(operator.and_, 2, lambda builder, _, one, other: builder.and_(one, other))
_operator(operator.or_, 2, lambda builder, _, one, other: builder.or_(one, other))
_operator(operator.xor, 2, lambda builder, _, one, other: builder.xor(one, other))
_operator(operator.invert, 1, lambda builder, _, one: builder.not_(one))
_operator(operator.gt, 2, _compared(">"))
_operator(operator.lt, 2, _compared("<"))
_operator(operator.eq, 2, _compared("=="))


def _filled(vector: LaneVector) -> Any:
    @_function
    def fill(_typing: Any, number: Any) -> Any:
        def build(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            given = context.cast(builder, values[0], sig.args[0], types.int64)
            lane = given if vector is LONGS else builder.trunc(given, vector.element)
            nothing = ir.Constant(vector.ir, ir.Undefined)
            first = builder.insert_element(nothing, lane, ir.Constant(ir.IntType(32), 0))
            return _shuffled(builder, first, [0] * vector.lanes)

        return vector(number), build

    return fill


all_bytes, all_words, all_longs = _filled(BYTES), _filled(WORDS), _filled(LONGS)
"""Functions that return a vector with the same number in every lane."""


def _place(context: Any, builder: Any, array: Any, values: Any, vector: LaneVector) -> Any:
    """Return a pointer to the vector that begins at a place of an array."""
    data = context.make_array(array)(context, builder, values[0]).data
    return builder.bitcast(builder.gep(data, [values[1]]), vector.ir.as_pointer())


def loader(vector: LaneVector) -> Callable[..., Any]:
    """Return a function that loads the vector at a place of an array."""

    @_function
    def load(_typing: Any, array: Any, _at: Any) -> Any:
        def build(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            place = _place(context, builder, sig.args[0], values, vector)
            return builder.load(place, align=vector.element.width // 8)

        return vector(array, types.intp), build

    return load


load_bytes, load_longs = loader(BYTES), loader(LONGS)


@_function
def store(_typing: Any, array: Any, _at: Any, vector: Any) -> Any:
    """Write a vector to an array, starting at a place."""

    def build(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        place = _place(context, builder, sig.args[0], values, sig.args[2])
        builder.store(values[2], place, align=sig.args[2].element.width // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, vector), build


@_function
def select(_typing: Any, mask: Any, one: Any, other: Any) -> Any:
    """Select lane by lane: `one` if the mask is -1, `other` if it is 0."""

    def build(_context: Any, builder: Any, sig: Any, values: Any) -> Any:
        chosen = builder.icmp_signed("<", values[0], _constant(sig.return_type, 0))
        return builder.select(chosen, *values[1:])

    return one(mask, one, other), build


@_function
def any_lane(_typing: Any, vector: Any) -> Any:
    """Tell whether any lane is not 0."""

    def build(_context: Any, builder: Any, sig: Any, values: Any) -> Any:
        element = sig.args[0].element
        merged = _llvm(builder, "vector.reduce.or", element, [values[0]])
        return builder.icmp_unsigned("!=", merged, ir.Constant(element, 0))

    return types.boolean(vector), build


@_function
def shift_left(_typing: Any, vector: Any, bits: Any) -> Any:
    """Shift all lanes left by a number of bits known at compile time."""

    def build(_context: Any, builder: Any, sig: Any, values: Any) -> Any:
        return builder.shl(values[0], _constant(sig.return_type, sig.args[1].literal_value))

    return vector(vector, bits), build


@_function
def shift_right(_typing: Any, vector: Any, bits: Any) -> Any:
    """Shift all lanes right by a number of bits known at compile time, filling in zeros."""

    def build(_context: Any, builder: Any, sig: Any, values: Any) -> Any:
        return builder.lshr(values[0], _constant(sig.return_type, sig.args[1].literal_value))

    return vector(vector, bits), build


@_function
def as_words(_typing: Any, longs: Any) -> Any:
    """Return the same bits as 16-bit words, four for each long."""

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return builder.bitcast(values[0], WORDS.ir)

    return WORDS(longs), build


@_function
def high_product(_typing: Any, one: Any, other: Any) -> Any:
    """Return the upper 16 bits of the products of unsigned words."""

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        wide = LaneVector(32, LANES)
        one, other = (builder.zext(value, wide.ir) for value in values)
        upper = builder.lshr(builder.mul(one, other), _constant(wide, 16))
        return builder.trunc(upper, WORDS.ir)

    return WORDS(one, other), build


@_function
def shortfall(_typing: Any, words: Any, least: Any) -> Any:
    """Return by how much unsigned words are below others; 0 if they are not."""

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return _llvm(builder, "usub.sat", WORDS.ir, [values[1], values[0]])

    return WORDS(words, least), build


@_function
def small_products(_typing: Any, counts: Any, number: Any) -> Any:
    """Multiply bytes by a number, two at a time as words: products up to 255 do not carry."""

    def build(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        wide = ir.VectorType(ir.IntType(16), LANES // 2)
        given = context.cast(builder, values[1], sig.args[1], types.int64)
        factor = builder.trunc(given, wide.element)
        first = ir.Constant(wide, ir.Undefined)
        first = builder.insert_element(first, factor, ir.Constant(ir.IntType(32), 0))
        factors = _shuffled(builder, first, [0] * wide.count)
        return builder.bitcast(builder.mul(builder.bitcast(values[0], wide), factors), BYTES.ir)

    return BYTES(counts, number), build


_PACKED = [*range(8), *range(16, 24), *range(8, 16), *range(24, 32)]
"""The order in which AVX2 packs words into bytes. Any order would do, and this one is free."""


@_function
def squeeze(_typing: Any, words: Any) -> Any:
    """Convert words to bytes, capped at the byte range; the lanes take the packed order."""

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        value = _llvm(builder, "smax", WORDS.ir, [values[0], _constant(WORDS, -128)])
        value = _llvm(builder, "smin", WORDS.ir, [value, _constant(WORDS, 127)])
        return _shuffled(builder, builder.trunc(value, BYTES.ir), _PACKED)

    return BYTES(words), build


@_function
def difference_in_turn(_typing: Any, one: Any, other: Any) -> Any:
    """Subtract bytes, capped at the ends of their range.

    LLVM therefore keeps a series of them in the written order. It would regroup a plain sum and
    keep all its terms alive at once, which costs more than the sum.
    """

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return _llvm(builder, "ssub.sat", BYTES.ir, [*values])

    return BYTES(one, other), build


@_function
def total(_typing: Any, counts: Any) -> Any:
    """Return the sum of all lanes, with bytes taken as 0 to 255."""

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        words = builder.zext(values[0], WORDS.ir)
        added = _llvm(builder, "vector.reduce.add", WORDS.element, [words])
        return builder.zext(added, ir.IntType(64))

    return types.int64(counts), build


@_function
def as_numbers(_typing: Any, counts: Any) -> Any:
    """Convert bytes to words, taken as 0 to 255."""

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return builder.zext(values[0], WORDS.ir)

    return WORDS(counts), build


@_function
def frame_address(_typing: Any) -> Any:
    """Return the end of this function's frame, which holds vectors that are not in registers."""

    def build(_context: Any, builder: Any, _sig: Any, _values: Any) -> Any:
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(pointer, [number])
        name = "llvm.frameaddress.p0"
        address = cgutils.get_or_insert_function(builder.module, kind, name)
        return builder.ptrtoint(builder.call(address, [number(0)]), ir.IntType(64))

    return types.int64(), build


@_function
def align_stack(_typing: Any) -> Any:
    """Align this function's stack, so that a vector on it is read in one go."""

    def build(context: Any, builder: Any, _sig: Any, _values: Any) -> Any:
        attributes = builder.function.attributes
        attributes.alignstack = _ALIGNED
        attributes.add("nounwind")  # llvmlite writes the alignment only beside another attribute
        return context.get_dummy_value()

    return types.void(), build
