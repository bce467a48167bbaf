//! The opcodes, each declared once.
//!
//! A row has: meaning; name; operands with their types; type of the result; payload; properties. These are derived from
//! the rows, or tested against them: the enum, the mnemonics, the parser, the builder methods of the first group, the
//! validator, the effects, the generator of random procedures, and the table in `docs/ir.md`.

use super::{Cursor, ValueId};
use crate::base::{EffectFlags, Type};

/// The required type of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The type of the operation: the same for all operands and results with this rule, and in the row's class.
    T,
    /// [`Type::Int32`].
    Int32,
    /// [`Type::Int64`], also for addresses.
    Int64,
    /// [`Type::Float`].
    Float,
    /// [`Type::Double`].
    Double,
    /// `Int32` or `Int64`, independent of other operands.
    AnyInt,
    /// `Float` or `Double`, independent of other operands.
    AnyFloat,
    /// Any tuple.
    AnyTuple,
    /// [`Type::V128`].
    V128,
}

/// The type of the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultRule {
    /// No result.
    Void,
    /// The type of the operation.
    T,
    /// [`Type::Int32`].
    Int32,
    /// [`Type::Int64`].
    Int64,
    /// [`Type::Float`].
    Float,
    /// [`Type::Double`].
    Double,
    /// [`Type::V128`].
    V128,
    /// The scalar type of the other bank with the size of T.
    Opposite,
    /// The scalar type of the same bank with half the size of T.
    Half,
    /// The tuple (T, Int32).
    WithCarry,
    /// Given by the value, within the row's class; the payload may restrict it further.
    Own,
    /// Given by the value: `Void`, a scalar, a vector or a tuple.
    OwnOrVoid,
}

/// The types permitted for T, or for the value's own type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Scalars, vectors and tuples.
    Any,
    /// The four scalars, and vectors.
    Single,
    /// The four scalars.
    Scalar,
    /// `Int32`, `Int64`.
    Int,
    /// `Float`, `Double`.
    Fp,
    /// `Int64`, `Double`.
    Wide,
    /// `Int64`, `Double`, `V128`.
    Whole,
    /// `V128`.
    Vector,
    /// Tuples.
    Tuple,
}

impl Class {
    /// True if a type belongs to the class.
    pub const fn contains(self, ty: Type) -> bool {
        match self {
            Class::Any => ty.is_single() || ty.is_tuple(),
            Class::Single => ty.is_single(),
            Class::Scalar => ty.is_scalar(),
            Class::Int => ty.is_int(),
            Class::Fp => ty.is_float(),
            Class::Wide => ty.is_scalar() && ty.size() == 8,
            Class::Whole => ty.is_single() && ty.size() >= 8,
            Class::Vector => ty.is_vector(),
            Class::Tuple => ty.is_tuple(),
        }
    }
}

/// The data of a value besides its children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payload {
    /// Nothing.
    None,
    /// The bits of a constant.
    Constant,
    /// A stack slot.
    Slot,
    /// A register.
    Register,
    /// A symbol of the procedure.
    Symbol,
    /// A variable.
    Variable,
    /// The Phi that an Upsilon writes.
    Phi,
    /// The index of a tuple element.
    Index,
    /// An offset and a heap range.
    Memory,
    /// A read range and a write range; for a Fence also an order.
    Ranges,
    /// Offset, heap range, width and order of an atomic access.
    Atomic,
    /// An entry of the procedure's table of calls.
    Call,
    /// An entry of the procedure's table of stackmaps.
    Stackmap,
    /// Cases, one for each successor but the last.
    Switch,
    /// A trap code.
    Trap,
    /// 128 bits, an entry of the procedure's table of vectors.
    Vector,
    /// How the operation divides vectors: see [`Lane`](crate::base::Lane).
    Lane,
    /// As `Lane`, and the index of a lane.
    LaneIndex,
}

bitflags::bitflags! {
    /// Properties of an opcode.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Properties: u16 {
        /// The first two operands may be swapped.
        const COMMUTATIVE = 1;
        /// The result depends only on the opcode, type, payload and children. Equal values can be merged, and constants
        /// folded.
        const PURE = 1 << 1;
        /// Ends a block.
        const TERMINAL = 1 << 2;
        /// May trap, exit or throw.
        const EXITS = 1 << 3;
        /// May not be hoisted above its control dependence.
        const CONTROL_DEPENDENT = 1 << 4;
        /// Reads memory in the range of the payload.
        const READS = 1 << 5;
        /// Writes memory in the range of the payload.
        const WRITES = 1 << 6;
        /// Reads a variable or the location of a Phi.
        const READS_LOCAL = 1 << 7;
        /// Writes a variable or the location of a Phi.
        const WRITES_LOCAL = 1 << 8;
        /// The code that continues after the exit may read all memory.
        const EXIT_READS_ALL = 1 << 9;
        /// Has more children than the row's operands.
        const VARIADIC = 1 << 10;
        /// Orders memory accesses.
        const FENCE = 1 << 11;
        /// Reads a pinned register.
        const READS_PINNED = 1 << 12;
        /// Writes a pinned register.
        const WRITES_PINNED = 1 << 13;
        /// Answers requests of other threads.
        const POLLS = 1 << 14;
    }
}

impl Properties {
    /// The effects implied by the properties alone; memory ranges and effects of calls are in the payload.
    pub const fn effect_flags(self) -> EffectFlags {
        const PAIRS: [(Properties, EffectFlags); 9] = [
            (Properties::TERMINAL, EffectFlags::TERMINAL),
            (Properties::EXITS, EffectFlags::EXITS_SIDEWAYS),
            (Properties::CONTROL_DEPENDENT, EffectFlags::CONTROL_DEPENDENT),
            (Properties::READS_LOCAL, EffectFlags::READS_LOCAL),
            (Properties::WRITES_LOCAL, EffectFlags::WRITES_LOCAL),
            (Properties::FENCE, EffectFlags::FENCE),
            (Properties::READS_PINNED, EffectFlags::READS_PINNED),
            (Properties::WRITES_PINNED, EffectFlags::WRITES_PINNED),
            (Properties::POLLS, EffectFlags::POLLS),
        ];
        let mut flags = EffectFlags::empty();
        let mut i = 0;
        while i < PAIRS.len() {
            if self.contains(PAIRS[i].0) {
                flags = flags.union(PAIRS[i].1);
            }
            i += 1;
        }
        flags
    }
}

/// The declaration of an opcode.
#[derive(Debug)]
pub struct Row {
    /// The opcode.
    pub opcode: Opcode,
    /// The mnemonic in the text format.
    pub name: &'static str,
    /// Its meaning, for documents.
    pub meaning: &'static str,
    /// Types of the operands; with [`Properties::VARIADIC`], those of the first ones.
    pub operands: &'static [Rule],
    /// Type of the result.
    pub result: ResultRule,
    /// The types permitted for T, or for the value's own type.
    pub class: Class,
    /// The kind of its payload.
    pub payload: Payload,
    /// Its properties.
    pub properties: Properties,
}

macro_rules! opcodes {
    (
        built { $(
            #[doc = $bdoc:literal]
            $bname:ident = $bmethod:ident ($($bop:ident: $brule:ident),*) -> $bresult:ident, $bclass:ident
                $(, $bprop:ident)*;
        )* }
        special { $(
            #[doc = $sdoc:literal]
            $sname:ident ($($srule:ident),*) -> $sresult:ident, $sclass:ident, $spayload:ident $(, $sprop:ident)*;
        )* }
    ) => {
        /// The operation of a value.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Opcode {
            $(#[doc = $bdoc] $bname,)*
            $(#[doc = $sdoc] $sname,)*
        }

        /// All rows, in order of their opcodes.
        pub static ROWS: &[Row] = &[
            $(Row {
                opcode: Opcode::$bname,
                name: stringify!($bname),
                meaning: $bdoc.trim_ascii(),
                operands: &[$(Rule::$brule),*],
                result: ResultRule::$bresult,
                class: Class::$bclass,
                payload: Payload::None,
                properties: Properties::empty()$(.union(Properties::$bprop))*,
            },)*
            $(Row {
                opcode: Opcode::$sname,
                name: stringify!($sname),
                meaning: $sdoc.trim_ascii(),
                operands: &[$(Rule::$srule),*],
                result: ResultRule::$sresult,
                class: Class::$sclass,
                payload: Payload::$spayload,
                properties: Properties::empty()$(.union(Properties::$sprop))*,
            },)*
        ];

        /// One method per opcode without payload, which appends a value.
        ///
        /// Operands of wrong types and ids of another procedure result in a value that validation reports.
        impl Cursor<'_> {
            $(#[doc = $bdoc]
            #[inline]
            #[track_caller]
            pub fn $bmethod(&mut self $(, $bop: ValueId)*) -> ValueId {
                let result = const { (ResultRule::$bresult, first_of_t(&[$(Rule::$brule),*])) };
                self.append_simple(Opcode::$bname, result, [$($bop),*])
            })*
        }
    };
}

opcodes! {
built {
    /// No operation. Passes replace removed values with it.
    Nop = nop() -> Void, Any;
    /// Its operand. Passes replace a value with it instead of rewriting the uses.
    Identity = identity(a: T) -> T, Any, PURE;
    /// Its operand, opaque to all passes.
    Opaque = opaque(a: T) -> T, Any;

    /// The value of the frame pointer.
    FramePointer = frame_pointer() -> Int64, Any, PURE;
    /// The value of the stack pointer between the instructions of the procedure.
    StackPointer = stack_pointer() -> Int64, Any, PURE;

    /// a + b; integers wrap.
    Add = add(a: T, b: T) -> T, Scalar, PURE, COMMUTATIVE;
    /// a - b; integers wrap.
    Sub = sub(a: T, b: T) -> T, Scalar, PURE;
    /// a * b; integers wrap.
    Mul = mul(a: T, b: T) -> T, Scalar, PURE, COMMUTATIVE;
    /// a / b; integers are signed, round toward zero, and x/0 and min/-1 are undefined.
    Div = div(a: T, b: T) -> T, Scalar, PURE, CONTROL_DEPENDENT;
    /// Signed remainder, undefined where Div is; floats as C's fmod.
    Mod = modulo(a: T, b: T) -> T, Scalar, PURE, CONTROL_DEPENDENT;
    /// -a; floats flip the sign bit.
    Neg = neg(a: T) -> T, Scalar, PURE;
    /// Signed division; x/0 is 0 and min/-1 is min.
    ChillDiv = chill_div(a: T, b: T) -> T, Int, PURE, CONTROL_DEPENDENT;
    /// Signed remainder; x%0 and min%-1 are 0.
    ChillMod = chill_mod(a: T, b: T) -> T, Int, PURE, CONTROL_DEPENDENT;
    /// Unsigned division; undefined for a zero divisor.
    UDiv = udiv(a: T, b: T) -> T, Int, PURE, CONTROL_DEPENDENT;
    /// Unsigned remainder; undefined for a zero divisor.
    UMod = umod(a: T, b: T) -> T, Int, PURE, CONTROL_DEPENDENT;
    /// The high half of the signed double-width product.
    MulHigh = mul_high(a: T, b: T) -> T, Int, PURE, COMMUTATIVE;
    /// The high half of the unsigned double-width product.
    UMulHigh = umul_high(a: T, b: T) -> T, Int, PURE, COMMUTATIVE;
    /// (a + b + (c != 0), carry out).
    AddCarry = add_carry(a: T, b: T, c: Int32) -> WithCarry, Int, PURE, COMMUTATIVE;
    /// (a - b - (c != 0), borrow out).
    SubBorrow = sub_borrow(a: T, b: T, c: Int32) -> WithCarry, Int, PURE;
    /// (a + b, 1 on signed overflow, else 0).
    AddOverflow = add_overflow(a: T, b: T) -> WithCarry, Int, PURE, COMMUTATIVE;
    /// (a - b, 1 on signed overflow, else 0).
    SubOverflow = sub_overflow(a: T, b: T) -> WithCarry, Int, PURE;
    /// (a * b, 1 on signed overflow, else 0).
    MulOverflow = mul_overflow(a: T, b: T) -> WithCarry, Int, PURE, COMMUTATIVE;
    /// (a + b, 1 on unsigned overflow, else 0).
    UAddOverflow = uadd_overflow(a: T, b: T) -> WithCarry, Int, PURE, COMMUTATIVE;
    /// (a - b, 1 on unsigned overflow, else 0).
    USubOverflow = usub_overflow(a: T, b: T) -> WithCarry, Int, PURE;
    /// (a * b, 1 on unsigned overflow, else 0).
    UMulOverflow = umul_overflow(a: T, b: T) -> WithCarry, Int, PURE, COMMUTATIVE;
    /// The smaller, signed.
    SMin = smin(a: T, b: T) -> T, Int, PURE, COMMUTATIVE;
    /// The larger, signed.
    SMax = smax(a: T, b: T) -> T, Int, PURE, COMMUTATIVE;
    /// The smaller, unsigned.
    UMin = umin(a: T, b: T) -> T, Int, PURE, COMMUTATIVE;
    /// The larger, unsigned.
    UMax = umax(a: T, b: T) -> T, Int, PURE, COMMUTATIVE;

    /// Bitwise and; floats by their bit patterns.
    BitAnd = bit_and(a: T, b: T) -> T, Scalar, PURE, COMMUTATIVE;
    /// Bitwise or; floats by their bit patterns.
    BitOr = bit_or(a: T, b: T) -> T, Scalar, PURE, COMMUTATIVE;
    /// Bitwise exclusive or; floats by their bit patterns.
    BitXor = bit_xor(a: T, b: T) -> T, Scalar, PURE, COMMUTATIVE;
    /// Shift left; the amount is masked to the width.
    Shl = shl(a: T, amount: Int32) -> T, Int, PURE;
    /// Arithmetic shift right; the amount is masked to the width.
    SShr = sshr(a: T, amount: Int32) -> T, Int, PURE;
    /// Logical shift right; the amount is masked to the width.
    ZShr = zshr(a: T, amount: Int32) -> T, Int, PURE;
    /// Rotate right; the amount is masked to the width.
    RotR = rotr(a: T, amount: Int32) -> T, Int, PURE;
    /// Rotate left; the amount is masked to the width.
    RotL = rotl(a: T, amount: Int32) -> T, Int, PURE;
    /// The number of leading zero bits; the width for 0.
    Clz = clz(a: T) -> T, Int, PURE;
    /// The number of trailing zero bits; the width for 0.
    Ctz = ctz(a: T) -> T, Int, PURE;
    /// The number of one bits.
    PopCount = pop_count(a: T) -> T, Int, PURE;
    /// The bytes in reverse order.
    ByteSwap = byte_swap(a: T) -> T, Int, PURE;
    /// The bits in reverse order.
    BitReverse = bit_reverse(a: T) -> T, Int, PURE;

    /// Clears the sign bit.
    Abs = abs(a: T) -> T, Fp, PURE;
    /// Rounds up.
    Ceil = ceil(a: T) -> T, Fp, PURE;
    /// Rounds down.
    Floor = floor(a: T) -> T, Fp, PURE;
    /// Rounds toward zero.
    FTrunc = ftrunc(a: T) -> T, Fp, PURE;
    /// Rounds to the nearest integer, ties to even.
    Nearest = nearest(a: T) -> T, Fp, PURE;
    /// Square root.
    Sqrt = sqrt(a: T) -> T, Fp, PURE;
    /// The smaller; NaN if either is NaN; -0 is below +0.
    FMin = fmin(a: T, b: T) -> T, Fp, PURE, COMMUTATIVE;
    /// The larger; NaN if either is NaN; -0 is below +0.
    FMax = fmax(a: T, b: T) -> T, Fp, PURE, COMMUTATIVE;
    /// a with the sign bit of b.
    CopySign = copy_sign(magnitude: T, sign: T) -> T, Fp, PURE;
    /// a * b + c with one rounding.
    Fma = fma(a: T, b: T, c: T) -> T, Fp, PURE, COMMUTATIVE;
    /// Replaces any NaN with the canonical quiet one.
    PurifyNaN = purify_nan(a: T) -> T, Fp, PURE;

    /// The same bits in the other bank.
    BitwiseCast = bitwise_cast(a: T) -> Opposite, Scalar, PURE;
    /// Sign-extends the low 8 bits.
    SExt8 = sext8(a: Int32) -> Int32, Any, PURE;
    /// Sign-extends the low 16 bits.
    SExt16 = sext16(a: Int32) -> Int32, Any, PURE;
    /// Sign-extends the low 8 bits to 64.
    SExt8To64 = sext8_to_64(a: Int32) -> Int64, Any, PURE;
    /// Sign-extends the low 16 bits to 64.
    SExt16To64 = sext16_to_64(a: Int32) -> Int64, Any, PURE;
    /// Sign-extends to 64 bits.
    SExt32 = sext32(a: Int32) -> Int64, Any, PURE;
    /// Zero-extends to 64 bits.
    ZExt32 = zext32(a: Int32) -> Int64, Any, PURE;
    /// The low 32 bits; of a Double, the Float with these bits.
    Trunc = trunc(a: T) -> Half, Wide, PURE;
    /// A signed integer as a Double, to nearest even.
    IToD = itod(a: AnyInt) -> Double, Any, PURE;
    /// A signed integer as a Float, to nearest even.
    IToF = itof(a: AnyInt) -> Float, Any, PURE;
    /// An unsigned integer as a Double, to nearest even.
    UToD = utod(a: AnyInt) -> Double, Any, PURE;
    /// An unsigned integer as a Float, to nearest even.
    UToF = utof(a: AnyInt) -> Float, Any, PURE;
    /// A Float as a Double.
    FloatToDouble = float_to_double(a: Float) -> Double, Any, PURE;
    /// A Double as a Float, to nearest even.
    DoubleToFloat = double_to_float(a: Double) -> Float, Any, PURE;
    /// A Double as an Int32, rounded toward zero, modulo 2^32; NaN and infinities become 0: JavaScript's ToInt32.
    DoubleToInt32 = double_to_int32(a: Double) -> Int32, Any, PURE;

    /// a == b; false if either float is a NaN.
    Equal = equal(a: T, b: T) -> Int32, Scalar, PURE, COMMUTATIVE;
    /// a != b; true if either float is a NaN.
    NotEqual = not_equal(a: T, b: T) -> Int32, Scalar, PURE, COMMUTATIVE;
    /// a < b, signed; false if either float is a NaN.
    LessThan = less_than(a: T, b: T) -> Int32, Scalar, PURE;
    /// a > b, signed; false if either float is a NaN.
    GreaterThan = greater_than(a: T, b: T) -> Int32, Scalar, PURE;
    /// a <= b, signed; false if either float is a NaN.
    LessEqual = less_equal(a: T, b: T) -> Int32, Scalar, PURE;
    /// a >= b, signed; false if either float is a NaN.
    GreaterEqual = greater_equal(a: T, b: T) -> Int32, Scalar, PURE;
    /// a > b, unsigned.
    Above = above(a: T, b: T) -> Int32, Int, PURE;
    /// a < b, unsigned.
    Below = below(a: T, b: T) -> Int32, Int, PURE;
    /// a >= b, unsigned.
    AboveEqual = above_equal(a: T, b: T) -> Int32, Int, PURE;
    /// a <= b, unsigned.
    BelowEqual = below_equal(a: T, b: T) -> Int32, Int, PURE;
    /// a == b, or either is a NaN.
    EqualOrUnordered = equal_or_unordered(a: T, b: T) -> Int32, Fp, PURE, COMMUTATIVE;
    /// `then` if the predicate is not zero, else `otherwise`. Branch instead if predictable, above all for addresses.
    Select = select(predicate: AnyInt, then: T, otherwise: T) -> T, Single, PURE;

    /// Traps with StackOverflow if the frame would extend below the limit.
    StackLimitCheck = stack_limit_check(limit: Int64) -> Void, Any, EXITS, EXIT_READS_ALL;

    /// Undefined behavior if reached. Ends the block.
    Oops = add_oops() -> Void, Any, TERMINAL;
}
special {
    /// A 32-bit integer.
    Const32() -> Int32, Any, Constant, PURE;
    /// A 64-bit integer.
    Const64() -> Int64, Any, Constant, PURE;
    /// A 32-bit float.
    ConstFloat() -> Float, Any, Constant, PURE;
    /// A 64-bit float.
    ConstDouble() -> Double, Any, Constant, PURE;
    /// A vector, by the low and the high half of its bits.
    Const128() -> V128, Any, Vector, PURE;
    /// A tuple of zeros.
    BottomTuple() -> Own, Tuple, None, PURE;
    /// The address of a stack slot.
    SlotBase() -> Int64, Any, Slot, PURE;
    /// The value of a register at entry: Int64 for a general register, Double or V128 for a floating-point one.
    ArgumentReg() -> Own, Whole, Register, PURE;
    /// The address of a procedure, an extern function or data of the module.
    SymbolAddress() -> Int64, Any, Symbol, PURE;

    /// A float as a signed integer, rounded toward zero; clamps, and NaN becomes 0.
    FToISat(AnyFloat) -> Own, Int, None, PURE;
    /// A float as an unsigned integer, rounded toward zero; clamps, and NaN becomes 0.
    FToUSat(AnyFloat) -> Own, Int, None, PURE;
    /// A float as a signed integer, rounded toward zero; NaN and values out of range become the minimum, as on x86-64.
    FToIMin(AnyFloat) -> Own, Int, None, PURE;
    /// A float as a signed integer, rounded toward zero; traps: BadConversion for NaN, IntegerOverflow out of range.
    FToITrap(AnyFloat) -> Own, Int, None, EXITS, EXIT_READS_ALL;
    /// A float as an unsigned integer, rounded toward zero; traps: BadConversion for NaN, IntegerOverflow out of range.
    FToUTrap(AnyFloat) -> Own, Int, None, EXITS, EXIT_READS_ALL;

    /// Loads a byte, zero-extended.
    Load8Z(Int64) -> Int32, Any, Memory, READS, CONTROL_DEPENDENT;
    /// Loads a byte, sign-extended.
    Load8S(Int64) -> Int32, Any, Memory, READS, CONTROL_DEPENDENT;
    /// Loads 16 bits, zero-extended.
    Load16Z(Int64) -> Int32, Any, Memory, READS, CONTROL_DEPENDENT;
    /// Loads 16 bits, sign-extended.
    Load16S(Int64) -> Int32, Any, Memory, READS, CONTROL_DEPENDENT;
    /// Loads a value of its type.
    Load(Int64) -> Own, Single, Memory, READS, CONTROL_DEPENDENT;
    /// Stores the low byte of the first operand at the address in the second.
    Store8(Int32, Int64) -> Void, Any, Memory, WRITES, CONTROL_DEPENDENT;
    /// Stores the low 16 bits of the first operand at the address in the second.
    Store16(Int32, Int64) -> Void, Any, Memory, WRITES, CONTROL_DEPENDENT;
    /// Stores the first operand at the address in the second.
    Store(T, Int64) -> Void, Single, Memory, WRITES, CONTROL_DEPENDENT;
    /// Copies bytes (destination, source, count); the ranges may overlap.
    MemoryCopy(Int64, Int64, Int64) -> Void, Any, Ranges, READS, WRITES, CONTROL_DEPENDENT;
    /// Fills bytes (destination, byte, count) with the low byte of the second operand.
    MemoryFill(Int64, Int32, Int64) -> Void, Any, Ranges, WRITES, CONTROL_DEPENDENT;
    /// Orders memory accesses in these ranges with respect to other threads.
    Fence() -> Void, Any, Ranges, READS, WRITES, FENCE;
    /// Loads atomically, zero-extended. The address of an atomic access is aligned to its width.
    AtomicLoad(Int64) -> Own, Int, Atomic, READS, WRITES, CONTROL_DEPENDENT;
    /// Stores the low bits of the first operand atomically at the address in the second.
    AtomicStore(T, Int64) -> Void, Int, Atomic, READS, WRITES, CONTROL_DEPENDENT;
    /// Replaces memory by the first operand, atomically; the old value, zero-extended.
    AtomicXchg(T, Int64) -> T, Int, Atomic, READS, WRITES, CONTROL_DEPENDENT;
    /// Adds the first operand to memory atomically; the old value, zero-extended.
    AtomicXchgAdd(T, Int64) -> T, Int, Atomic, READS, WRITES, CONTROL_DEPENDENT;
    /// Subtracts the first operand from memory atomically; the old value, zero-extended.
    AtomicXchgSub(T, Int64) -> T, Int, Atomic, READS, WRITES, CONTROL_DEPENDENT;
    /// Ands the first operand into memory atomically; the old value, zero-extended.
    AtomicXchgAnd(T, Int64) -> T, Int, Atomic, READS, WRITES, CONTROL_DEPENDENT;
    /// Ors the first operand into memory atomically; the old value, zero-extended.
    AtomicXchgOr(T, Int64) -> T, Int, Atomic, READS, WRITES, CONTROL_DEPENDENT;
    /// Exclusive-ors the first operand into memory atomically; the old value, zero-extended.
    AtomicXchgXor(T, Int64) -> T, Int, Atomic, READS, WRITES, CONTROL_DEPENDENT;
    /// Atomically replaces memory that equals the first operand by the second; 1 if so, else 0. May fail spuriously.
    AtomicWeakCAS(T, T, Int64) -> Int32, Int, Atomic, READS, WRITES, CONTROL_DEPENDENT;
    /// Atomically replaces memory that equals the first operand by the second; the old value, zero-extended.
    AtomicStrongCAS(T, T, Int64) -> T, Int, Atomic, READS, WRITES, CONTROL_DEPENDENT;

    /// a & b.
    VectorAnd(T, T) -> T, Vector, None, PURE, COMMUTATIVE;
    /// a | b.
    VectorOr(T, T) -> T, Vector, None, PURE, COMMUTATIVE;
    /// a ^ b.
    VectorXor(T, T) -> T, Vector, None, PURE, COMMUTATIVE;
    /// a & ~b.
    VectorAndNot(T, T) -> T, Vector, None, PURE;
    /// ~a.
    VectorNot(T) -> T, Vector, None, PURE;
    /// a + b in each lane; integers wrap.
    VectorAdd(T, T) -> T, Vector, Lane, PURE, COMMUTATIVE;
    /// a - b in each lane; integers wrap.
    VectorSub(T, T) -> T, Vector, Lane, PURE;
    /// a * b in each lane; integers wrap.
    VectorMul(T, T) -> T, Vector, Lane, PURE, COMMUTATIVE;
    /// a / b in each lane.
    VectorDiv(T, T) -> T, Vector, Lane, PURE;
    /// -a in each lane; floats flip the sign bit.
    VectorNeg(T) -> T, Vector, Lane, PURE;
    /// The absolute value in each lane; that of the least integer is itself.
    VectorAbs(T) -> T, Vector, Lane, PURE;
    /// The lesser in each lane. Of floats as FMin: -0 is less than 0, and a NaN makes a NaN.
    VectorMin(T, T) -> T, Vector, Lane, PURE, COMMUTATIVE;
    /// The greater in each lane. Of floats as FMax: 0 is greater than -0, and a NaN makes a NaN.
    VectorMax(T, T) -> T, Vector, Lane, PURE, COMMUTATIVE;
    /// b in each lane where b < a, else a.
    VectorPMin(T, T) -> T, Vector, Lane, PURE;
    /// b in each lane where a < b, else a.
    VectorPMax(T, T) -> T, Vector, Lane, PURE;
    /// a + b in each lane, or the bound of the lane that the sum passes.
    VectorAddSat(T, T) -> T, Vector, Lane, PURE, COMMUTATIVE;
    /// a - b in each lane, or the bound of the lane that the difference passes.
    VectorSubSat(T, T) -> T, Vector, Lane, PURE;
    /// (a + b + 1) / 2 in each lane, without overflow.
    VectorAverage(T, T) -> T, Vector, Lane, PURE, COMMUTATIVE;
    /// All ones in each lane where a = b, else zeros.
    VectorEqual(T, T) -> T, Vector, Lane, PURE, COMMUTATIVE;
    /// All ones in each lane where a < b, else zeros.
    VectorLessThan(T, T) -> T, Vector, Lane, PURE;
    /// All ones in each lane where a <= b, else zeros.
    VectorLessEqual(T, T) -> T, Vector, Lane, PURE;
    /// The bits of a where c has ones, and those of b where it has zeros.
    VectorBitSelect(T, T, T) -> T, Vector, None, PURE;
    /// The operand in each lane; of an Int32, the low bits.
    VectorSplat(T) -> V128, Scalar, Lane, PURE;
    /// One lane. One of 8 or 16 bits is sign-extended, or zero-extended if its lanes are unsigned.
    VectorExtractLane(V128) -> Own, Scalar, LaneIndex, PURE;
    /// The first operand with the second one, or its low bits, in one lane.
    VectorReplaceLane(V128, T) -> V128, Scalar, LaneIndex, PURE;
    /// Shift left in each lane; the amount is masked to the width of a lane.
    VectorShl(T, Int32) -> T, Vector, Lane, PURE;
    /// Shift right in each lane, arithmetic or, for unsigned lanes, logical; the amount is masked to the width of a lane.
    VectorShr(T, Int32) -> T, Vector, Lane, PURE;
    /// The number of one bits in each byte.
    VectorPopCount(T) -> T, Vector, None, PURE;
    /// 1 if any bit is set, else 0.
    VectorAnyTrue(T) -> Int32, Vector, None, PURE;
    /// The sign bits of all lanes; bit 0 is that of lane 0.
    VectorBitmask(T) -> Int32, Vector, Lane, PURE;
    /// Bytes by the constant indices of the payload: of the first operand from 0, of the second one from 16, and zeros from 32.
    VectorShuffle(T, T) -> T, Vector, Vector, PURE;
    /// The bytes of the first operand at the indices in the second one; zero for an index of 16 or more.
    VectorSwizzle(T, T) -> T, Vector, None, PURE;
    /// The signed lanes of a and then of b, which are twice as wide, saturated to these lanes.
    VectorNarrow(T, T) -> T, Vector, Lane, PURE;
    /// The low half of the lanes of half the width, extended to these lanes by their sign.
    VectorExtendLow(T) -> T, Vector, Lane, PURE;
    /// The high half of the lanes of half the width, extended to these lanes by their sign.
    VectorExtendHigh(T) -> T, Vector, Lane, PURE;
    /// The sums of adjacent products of signed lanes of 16 bits, in lanes of 32 bits; they wrap.
    VectorDot(T, T) -> T, Vector, None, PURE, COMMUTATIVE;
    /// (a * b + 0x4000) >> 15 in signed lanes of 16 bits, saturated.
    VectorMulQ15(T, T) -> T, Vector, None, PURE, COMMUTATIVE;
    /// Rounds each lane up.
    VectorCeil(T) -> T, Vector, Lane, PURE;
    /// Rounds each lane down.
    VectorFloor(T) -> T, Vector, Lane, PURE;
    /// Rounds each lane toward zero.
    VectorTrunc(T) -> T, Vector, Lane, PURE;
    /// Rounds each lane to the nearest integer, ties to even.
    VectorNearest(T) -> T, Vector, Lane, PURE;
    /// The square root of each lane.
    VectorSqrt(T) -> T, Vector, Lane, PURE;
    /// a * b + c in each lane with one rounding.
    VectorFma(T, T, T) -> T, Vector, Lane, PURE, COMMUTATIVE;
    /// Integers of 32 bits, signed or unsigned, as floats, to nearest even.
    VectorConvert(T) -> T, Vector, Lane, PURE;
    /// The low two integers of 32 bits, signed or unsigned, as doubles.
    VectorConvertLow(T) -> T, Vector, Lane, PURE;
    /// Floats as integers of 32 bits, signed or unsigned, rounded toward zero; clamps, and NaN becomes 0.
    VectorTruncSat(T) -> T, Vector, Lane, PURE;
    /// Doubles as the low two integers, as VectorTruncSat; the high two are zero.
    VectorTruncSatLow(T) -> T, Vector, Lane, PURE;
    /// The low two floats as doubles.
    VectorPromote(T) -> T, Vector, None, PURE;
    /// Doubles as the low two floats, to nearest even; the high two are zero.
    VectorDemote(T) -> T, Vector, None, PURE;

    /// Calls a C function: a symbol in the payload, or the address in the first operand; then come the arguments.
    CCall() -> OwnOrVoid, Any, Call, VARIADIC;
    /// Calls a function that preserves all registers, like CCall, if the 32-bit word at its first argument is not zero.
    Poll() -> Void, Any, Call, VARIADIC, POLLS;
    /// Code emitted by the client's generator, with operands as the stackmap constrains them.
    Patchpoint() -> OwnOrVoid, Any, Stackmap, VARIADIC;
    /// a + b; on signed overflow, exits through the generator. Further operands are passed to the generator.
    CheckAdd(T, T) -> T, Int, Stackmap, VARIADIC, EXITS, EXIT_READS_ALL;
    /// a - b; on signed overflow, exits through the generator. Further operands are passed to the generator.
    CheckSub(T, T) -> T, Int, Stackmap, VARIADIC, EXITS, EXIT_READS_ALL;
    /// a * b; on signed overflow, exits through the generator. Further operands are passed to the generator.
    CheckMul(T, T) -> T, Int, Stackmap, VARIADIC, EXITS, EXIT_READS_ALL;
    /// Exits through the generator if the first operand is not zero. Further operands are passed to the generator.
    Check(AnyInt) -> Void, Any, Stackmap, VARIADIC, EXITS, EXIT_READS_ALL;
    /// A point that is patched to exit when an assumption is invalidated.
    InvalidationPoint() -> Void, Any, Stackmap, VARIADIC, EXITS, EXIT_READS_ALL;
    /// Traps with the code if the operand is not zero.
    TrapIf(AnyInt) -> Void, Any, Trap, EXITS, EXIT_READS_ALL;

    /// Stores the operand to the location of the Phi.
    Upsilon(T) -> Void, Any, Phi, WRITES_LOCAL;
    /// Loads from its location, to which Upsilons store; unspecified bits if none did.
    Phi() -> Own, Any, None, READS_LOCAL;
    /// The value of a variable.
    Get() -> Own, Any, Variable, READS_LOCAL;
    /// Sets a variable.
    Set(T) -> Void, Any, Variable, WRITES_LOCAL;
    /// The value of a pinned register: Int64 for a general register, Double for a floating-point one.
    GetPinned() -> Own, Wide, Register, READS_PINNED;
    /// Sets a pinned register.
    SetPinned(T) -> Void, Wide, Register, WRITES_PINNED;
    /// An element of a tuple.
    Extract(AnyTuple) -> Own, Single, Index, PURE;

    /// Branches to its successor.
    Jump() -> Void, Any, None, TERMINAL;
    /// Branches to the first successor if the operand is not zero, else to the second.
    Branch(AnyInt) -> Void, Any, None, TERMINAL;
    /// Branches to the successor of the case that equals the operand, else to the last.
    Switch(T) -> Void, Int, Switch, TERMINAL;
    /// Returns from the procedure with its operands as results.
    Return() -> Void, Any, None, TERMINAL, VARIADIC;
    /// Traps with the code.
    Trap() -> Void, Any, Trap, TERMINAL, EXITS, EXIT_READS_ALL;
    /// Tail-calls another procedure.
    TailCall() -> Void, Any, Call, TERMINAL, VARIADIC;
    /// Ends the root: branches to the n-th successor if the procedure was entered at its n-th entry.
    EntrySwitch() -> Void, Any, None, TERMINAL;
}
}

/// The arity in [`ARITIES`] of opcodes whose children are a list.
pub(super) const LIST: u8 = u8::MAX;

/// Arities, or [`LIST`]; outside the rows because every access to children needs them.
static ARITIES: [u8; ROWS.len()] = {
    let mut arities = [0; ROWS.len()];
    let mut i = 0;
    while i < ROWS.len() {
        let variadic = ROWS[i].properties.contains(Properties::VARIADIC);
        arities[i] = if variadic { LIST } else { ROWS[i].operands.len() as u8 };
        i += 1;
    }
    arities
};

/// The index of the first operand of type T; `u8::MAX` if there is none.
pub(super) const fn first_of_t(operands: &[Rule]) -> u8 {
    let mut operand = 0;
    while operand < operands.len() {
        if let Rule::T = operands[operand] {
            return operand as u8;
        }
        operand += 1;
    }
    u8::MAX
}

/// The effects of each row, and whether the payload changes them; outside the rows because passes and instruction
/// selection need them for every value.
static EFFECTS: [(EffectFlags, bool); ROWS.len()] = {
    use Payload::{Atomic, Call, Memory, Ranges, Stackmap};
    let mut effects = [(EffectFlags::empty(), false); ROWS.len()];
    let mut i = 0;
    while i < ROWS.len() {
        let Row { payload, properties, .. } = &ROWS[i];
        let carries = matches!(payload, Memory | Ranges | Atomic | Call | Stackmap);
        effects[i] = (properties.effect_flags(), carries || properties.contains(Properties::EXIT_READS_ALL));
        i += 1;
    }
    effects
};

impl Opcode {
    /// The declaration of the opcode.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The mnemonic in the text format.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The opcode with this mnemonic.
    pub fn from_name(name: &str) -> Option<Opcode> {
        ROWS.iter().find(|row| row.name == name).map(|row| row.opcode)
    }

    /// All opcodes, in order.
    pub fn all() -> impl Iterator<Item = Opcode> {
        ROWS.iter().map(|row| row.opcode)
    }

    /// True if the opcode has this property.
    pub fn has(self, property: Properties) -> bool {
        self.row().properties.contains(property)
    }

    /// The number of children; `None` if it varies.
    pub fn arity(self) -> Option<usize> {
        match ARITIES[self as usize] {
            LIST => None,
            arity => Some(arity as usize),
        }
    }

    /// The effects of the row, and whether the payload changes them.
    #[inline]
    pub(super) fn effects(self) -> (EffectFlags, bool) {
        EFFECTS[self as usize]
    }

    #[inline]
    pub(super) fn raw_arity(self) -> u8 {
        ARITIES[self as usize]
    }

    /// True for the constants of the four scalars.
    pub fn is_constant(self) -> bool {
        matches!(self, Opcode::Const32 | Opcode::Const64 | Opcode::ConstFloat | Opcode::ConstDouble)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_consistent() {
        for (i, row) in ROWS.iter().enumerate() {
            assert_eq!(row.opcode as usize, i);
            assert_eq!(Opcode::from_name(row.name), Some(row.opcode));
            assert!(!row.meaning.is_empty());
            let has = |property| row.properties.contains(property);
            let may_have_state = matches!(row.payload, Payload::Call | Payload::Stackmap);
            assert!(!may_have_state || has(Properties::VARIADIC), "{}", row.name);
            if has(Properties::COMMUTATIVE) {
                assert_eq!(row.operands[0], row.operands[1], "{}", row.name);
            }
            if has(Properties::PURE) {
                let impure = Properties::READS.union(Properties::WRITES).union(Properties::EXITS);
                assert!(!row.properties.intersects(impure), "{}", row.name);
                assert_ne!(row.result, ResultRule::Void, "{}", row.name);
            }
            if has(Properties::READS) || has(Properties::WRITES) {
                let has_range = matches!(row.payload, Payload::Memory | Payload::Ranges | Payload::Atomic);
                assert!(has_range, "{}", row.name);
            }
            assert!(row.operands.len() <= 3, "{}: three children fit a value", row.name);
        }
    }
}
