"""Vectors of whole numbers as values inside compiled code: 32 lanes, one to a shoe.

A compiler left to itself makes vectors of very few loops. Here a vector is a type of its own, and
each operation on it is one instruction of LLVM's generic vector code, which LLVM turns into what
the machine has: AVX2, AVX-512, SSE2 or NEON. Nothing depends on the machine, so neither do the
results.

There are three types: `BYTES` and `WORDS` hold 8 and 16 bits for each of the 32 shoes, `LONGS` the
64 bits of eight generators. The operators are those of whole numbers that wrap around; bytes and
words are signed. A comparison gives -1 where it holds and 0 where not, in the type it compares.
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
"""A vector, to a reader: the compiler knows which of the three it is."""


class Vector(types.Type):  # type: ignore[misc]
    """So many whole numbers of so many bits."""

    def __init__(self, bits: int, lanes: int) -> None:
        self.lanes = lanes
        self.element = ir.IntType(bits)
        self.ir = ir.VectorType(self.element, lanes)
        super().__init__(name=f"Vector({lanes} x {bits} bits)")


@register_model(Vector)
class _VectorModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, vector: Vector) -> None:
        super().__init__(manager, vector, vector.ir)


BYTES = Vector(8, LANES)
WORDS = Vector(16, LANES)
LONGS = Vector(64, LANES // 4)

Build = Callable[..., Any]
"""Writes an instruction."""


def _function(typed: Callable[..., Any]) -> Callable[..., Any]:
    """A function on vectors: from the types of its arguments to its signature and `Build`."""
    made: Callable[..., Any] = intrinsic(prefer_literal=True)(typed)
    return made


def _constant(vector: Vector, value: int) -> Any:
    return ir.Constant(vector.ir, [ir.Constant(vector.element, value)] * vector.lanes)


def _shuffled(builder: Any, value: Any, order: list[int]) -> Any:
    """The lanes of a vector in another order, or some of them."""
    places = ir.Constant(ir.VectorType(ir.IntType(32), len(order)), order)
    return builder.shuffle_vector(value, value, places)


def _llvm(builder: Any, name: str, result: Any, values: list[Any]) -> Any:
    """One of LLVM's generic vector functions."""
    kind = ir.FunctionType(result, [value.type for value in values])
    lanes = values[0].type
    full = f"llvm.{name}.v{lanes.count}i{lanes.element.width}"
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, full), values)


def _operator(symbol: Callable[..., Any], arity: int, build: Build) -> None:
    """Give vectors of one type an operator; its result has that type too."""

    @infer_global(symbol)
    class _Typing(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, kws: Any) -> Any:  # noqa: ARG002 - named so by numba
            if len(args) == arity and isinstance(args[0], Vector) and {*args} == {args[0]}:
                return signature(args[0], *args)
            return None

    @lower_builtin(symbol, *[Vector] * arity)  # type: ignore[untyped-decorator]
    def _lower(_context: Any, builder: Any, sig: Any, values: Any) -> Any:
        return build(builder, sig.return_type, *values)


def _compared(symbol: str) -> Build:
    def build(builder: Any, vector: Vector, one: Any, other: Any) -> Any:
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


def _filled(vector: Vector) -> Any:
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
"""The same number in every lane."""


def _place(context: Any, builder: Any, array: Any, values: Any, vector: Vector) -> Any:
    """Where a vector begins: in an array, at a place of it."""
    data = context.make_array(array)(context, builder, values[0]).data
    return builder.bitcast(builder.gep(data, [values[1]]), vector.ir.as_pointer())


def loader(vector: Vector) -> Callable[..., Any]:
    """A function that gives the vector which begins at a place of an array."""

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
    """Write a vector to an array, from a place on."""

    def build(context: Any, builder: Any, sig: Any, values: Any) -> Any:
        place = _place(context, builder, sig.args[0], values, sig.args[2])
        builder.store(values[2], place, align=sig.args[2].element.width // 8)
        return context.get_dummy_value()

    return types.void(array, types.intp, vector), build


@_function
def select(_typing: Any, mask: Any, one: Any, other: Any) -> Any:
    """Lane by lane: the one where the mask is -1, the other where it is 0."""

    def build(_context: Any, builder: Any, sig: Any, values: Any) -> Any:
        chosen = builder.icmp_signed("<", values[0], _constant(sig.return_type, 0))
        return builder.select(chosen, *values[1:])

    return one(mask, one, other), build


@_function
def any_lane(_typing: Any, vector: Any) -> Any:
    """Whether any lane is not 0."""

    def build(_context: Any, builder: Any, sig: Any, values: Any) -> Any:
        element = sig.args[0].element
        merged = _llvm(builder, "vector.reduce.or", element, [values[0]])
        return builder.icmp_unsigned("!=", merged, ir.Constant(element, 0))

    return types.boolean(vector), build


@_function
def shift_left(_typing: Any, vector: Any, bits: Any) -> Any:
    """All bits moved up by a number known beforehand."""

    def build(_context: Any, builder: Any, sig: Any, values: Any) -> Any:
        return builder.shl(values[0], _constant(sig.return_type, sig.args[1].literal_value))

    return vector(vector, bits), build


@_function
def shift_right(_typing: Any, vector: Any, bits: Any) -> Any:
    """All bits moved down by a number known beforehand, zeros filled in."""

    def build(_context: Any, builder: Any, sig: Any, values: Any) -> Any:
        return builder.lshr(values[0], _constant(sig.return_type, sig.args[1].literal_value))

    return vector(vector, bits), build


@_function
def as_words(_typing: Any, longs: Any) -> Any:
    """The same bits as 16-bit words: four of each long."""

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return builder.bitcast(values[0], WORDS.ir)

    return WORDS(longs), build


@_function
def high_product(_typing: Any, one: Any, other: Any) -> Any:
    """The upper 16 bits of the products of unsigned words."""

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        wide = Vector(32, LANES)
        one, other = (builder.zext(value, wide.ir) for value in values)
        upper = builder.lshr(builder.mul(one, other), _constant(wide, 16))
        return builder.trunc(upper, WORDS.ir)

    return WORDS(one, other), build


@_function
def shortfall(_typing: Any, words: Any, least: Any) -> Any:
    """By how much unsigned words fall short of others; 0 where they do not."""

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return _llvm(builder, "usub.sat", WORDS.ir, [values[1], values[0]])

    return WORDS(words, least), build


@_function
def small_products(_typing: Any, counts: Any, number: Any) -> Any:
    """Bytes times a number, none of them above 255: two at a time as words, as nothing carries."""

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
"""The order in which AVX2 packs words to bytes. Any order is as good, and this one is free."""


@_function
def squeeze(_typing: Any, words: Any) -> Any:
    """Words as bytes, those out of range as the nearest byte; the lanes take the packed order."""

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        value = _llvm(builder, "smax", WORDS.ir, [values[0], _constant(WORDS, -128)])
        value = _llvm(builder, "smin", WORDS.ir, [value, _constant(WORDS, 127)])
        return _shuffled(builder, builder.trunc(value, BYTES.ir), _PACKED)

    return BYTES(words), build


@_function
def difference_in_turn(_typing: Any, one: Any, other: Any) -> Any:
    """A difference of bytes that stops at the ends of their range.

    LLVM therefore leaves a row of them in the order in which they are written. A plain sum it
    regroups, and keeps all its terms alive at once, which costs more than the sum.
    """

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return _llvm(builder, "ssub.sat", BYTES.ir, [*values])

    return BYTES(one, other), build


@_function
def total(_typing: Any, counts: Any) -> Any:
    """The sum of all lanes, bytes taken as 0 to 255."""

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        words = builder.zext(values[0], WORDS.ir)
        added = _llvm(builder, "vector.reduce.add", WORDS.element, [words])
        return builder.zext(added, ir.IntType(64))

    return types.int64(counts), build


@_function
def as_numbers(_typing: Any, counts: Any) -> Any:
    """Bytes as words, taken as 0 to 255."""

    def build(_context: Any, builder: Any, _sig: Any, values: Any) -> Any:
        return builder.zext(values[0], WORDS.ir)

    return WORDS(counts), build


@_function
def frame_address(_typing: Any) -> Any:
    """Where the frame of this function ends: below it lie vectors that no register holds."""

    def build(_context: Any, builder: Any, _sig: Any, _values: Any) -> Any:
        pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(pointer, [number])
        name = "llvm.frameaddress.p0"
        address = cgutils.get_or_insert_function(builder.module, kind, name)
        return builder.ptrtoint(builder.call(address, [number(0)]), ir.IntType(64))

    return types.int64(), build


@_function
def align_stack(_typing: Any) -> Any:
    """Let this function keep vectors at places from which they are read in one go."""

    def build(context: Any, builder: Any, _sig: Any, _values: Any) -> Any:
        attributes = builder.function.attributes
        attributes.alignstack = _ALIGNED
        attributes.add("nounwind")  # llvmlite writes the alignment only beside another attribute
        return context.get_dummy_value()

    return types.void(), build
