//! The instructions of both dialects, each declared once.
//!
//! A row has: name; format of its operands; controlling type; class of that type; types of the value operands and of
//! the results; dialect; state. Reader, printer, type inference, translation and `docs/cretonne.md` follow the rows, or
//! are tested against them.

use crate::types::{Kind, Type};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::LazyLock;

/// An operand in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A value.
    Value,
    /// Values up to the end, separated by commas.
    Values,
    /// Values in parentheses, without a comma before.
    Arguments,
    /// A 64-bit integer.
    Imm64,
    /// An integer of 8 bits.
    Uimm8,
    /// An integer of 32 bits.
    Uimm32,
    /// A floating-point number of the result's type.
    Float,
    /// `true` or `false`.
    Bool,
    /// A constant of the preamble, or the bits of a vector or 128-bit number.
    Constant,
    /// A byte for each lane.
    Mask,
    /// A condition on integers.
    IntCc,
    /// A condition on floating-point numbers.
    FloatCc,
    /// A block with arguments.
    Block,
    /// Blocks in brackets.
    Table,
    /// A jump table of the preamble; the reader also accepts a default block before it.
    JumpTable,
    /// A function of the preamble.
    Func,
    /// A signature of the preamble.
    Sig,
    /// A stack slot.
    Slot,
    /// A dynamic stack slot.
    DynamicSlot,
    /// A global value.
    Global,
    /// A heap.
    Heap,
    /// Flags of a memory access, without a comma after.
    Flags,
    /// A signed offset, without a comma before; absent if 0.
    Offset,
    /// The operation of an atomic access.
    AtomicOp,
    /// A trap code.
    Code,
    /// A signature, a block, and handlers in brackets.
    Exceptions,
    /// A register.
    Unit,
    /// `->` and a register.
    ToUnit,
    /// `->` and a stack slot.
    ToSlot,
}

macro_rules! formats {
    ($($(#[doc = $doc:literal])? $name:ident = [$($operand:ident),*];)*) => {
        /// The operands of an instruction in the text, in order.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)] // each is the list of its operands
        pub enum Format {
            $($(#[doc = $doc])? $name,)*
        }

        impl Format {
            /// The operands.
            pub fn operands(self) -> &'static [Operand] {
                match self {
                    $(Format::$name => &[$(Operand::$operand),*],)*
                }
            }
        }
    };
}

formats! {
    Nullary = [];
    Unary = [Value];
    UnaryImm = [Imm64];
    Float = [Float];
    Bool = [Bool];
    Const = [Constant];
    Global = [Global];
    Binary = [Value, Value];
    BinaryImm = [Value, Imm64];
    BinaryImm8 = [Value, Uimm8];
    Ternary = [Value, Value, Value];
    /// The document has the immediate before the second value; the reader accepts both.
    TernaryImm8 = [Value, Value, Uimm8];
    MultiAry = [Values];
    Shuffle = [Value, Value, Mask];
    IntCompare = [IntCc, Value, Value];
    IntCompareImm = [IntCc, Value, Imm64];
    FloatCompare = [FloatCc, Value, Value];
    IntCond = [IntCc, Value];
    FloatCond = [FloatCc, Value];
    IntSelect = [IntCc, Value, Value, Value];
    Jump = [Block];
    Branch = [Value, Block];
    BranchIcmp = [IntCc, Value, Value, Block];
    BranchInt = [IntCc, Value, Block];
    BranchFloat = [FloatCc, Value, Block];
    Brif = [Value, Block, Block];
    BranchTable = [Value, Block, Table];
    JumpTable = [Value, JumpTable];
    Call = [Func, Arguments];
    CallIndirect = [Sig, Value, Arguments];
    TryCall = [Func, Arguments, Exceptions];
    TryCallIndirect = [Value, Arguments, Exceptions];
    FuncAddr = [Func];
    Slot = [Slot, Offset];
    StackStore = [Value, Slot, Offset];
    DynamicSlot = [DynamicSlot];
    DynamicStore = [Value, DynamicSlot];
    Load = [Flags, Value, Offset];
    Store = [Flags, Value, Value, Offset];
    LoadNoOffset = [Flags, Value];
    StoreNoOffset = [Flags, Value, Value];
    AtomicRmw = [Flags, AtomicOp, Value, Value];
    AtomicCas = [Flags, Value, Value, Value];
    Heap = [Heap, Value, Uimm32];
    Trap = [Code];
    CondTrap = [Value, Code];
    IntAddTrap = [Value, Value, Code];
    IntTrap = [IntCc, Value, Code];
    FloatTrap = [FloatCc, Value, Code];
    HandlerAddress = [Block, Imm64];
    RegMove = [Value, Unit, ToUnit];
    RegSpill = [Value, Unit, ToSlot];
    RegFill = [Value, Slot, ToUnit];
    CopySpecial = [Unit, ToUnit];
}

/// The source of the controlling type T.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Control {
    /// There is none.
    None,
    /// Written after the name.
    Explicit,
    /// That of the first value operand, unless written.
    Arg0,
    /// That of the second value operand, unless written.
    Arg1,
    /// That of the third value operand, unless written.
    Arg2,
}

/// The types permitted for T.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// All but flags.
    Any,
    /// Integers, and vectors of them.
    Int,
    /// Scalar integers.
    IntScalar,
    /// `i32` and `i64`.
    Addr,
    /// Booleans, and vectors of them.
    Bool,
    /// Floating-point numbers, and vectors of them.
    Float,
    /// Vectors.
    Vector,
}

impl Class {
    /// True if a type belongs to the class.
    pub fn contains(self, ty: Type) -> bool {
        match self {
            Class::Any => !ty.is_flags(),
            Class::Int => ty.kind == Kind::Int,
            Class::IntScalar => ty.is_int(),
            Class::Addr => ty == Type::I32 || ty == Type::I64,
            Class::Bool => ty.kind == Kind::Bool,
            Class::Float => ty.kind == Kind::Float,
            Class::Vector => ty.is_vector(),
        }
    }
}

/// The type of an operand or of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The controlling type.
    T,
    /// All but flags.
    Any,
    /// A scalar integer or boolean.
    Testable,
    /// A scalar integer.
    AnyInt,
    /// A floating-point type with as many lanes.
    AnyFloat,
    /// `i32` or `i64`.
    Addr,
    /// A lane of T.
    Lane,
    /// As T, but with fewer bits.
    Narrower,
    /// As T, but with more bits.
    Wider,
    /// As T, with half the bits.
    Half,
    /// As T, with twice the bits.
    Double,
    /// Half the lanes of T.
    HalfVector,
    /// Twice the lanes of T.
    DoubleVector,
    /// Half the bits of T, twice the lanes.
    Split,
    /// Twice the bits of T, half the lanes.
    Merge,
    /// A dynamic vector at its minimum size.
    Fixed,
    /// The result of a comparison of T: `i8`, or a lane mask; in the document `b1`.
    Truthy,
    /// A carry or truth value: `i8`; in the document `b1`.
    Carry,
    /// `iflags`.
    IntFlags,
    /// `fflags`.
    FloatFlags,
    /// `i8`.
    I8,
    /// `i64`.
    I64,
    /// `f16`.
    F16,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// `f128`.
    F128,
    /// `f32x4`.
    F32x4,
    /// `f64x2`.
    F64x2,
    /// `i16x8`.
    I16x8,
    /// `i32x4`.
    I32x4,
    /// `i64x2`.
    I64x2,
}

impl Rule {
    /// The type of a result; `None` if T admits none. `document` selects the dialect.
    pub fn result(self, t: Type, document: bool) -> Option<Type> {
        let vector = |lane: Type, lanes: u16| Some(Type { lanes, ..lane });
        let truth = if document { Type::B1 } else { Type::I8 };
        match self {
            Rule::T => Some(t),
            Rule::Lane => Some(t.lane()),
            Rule::Half => (t.bits >= 16).then(|| t.with_bits(t.bits / 2)),
            Rule::Double => (t.bits <= 64).then(|| t.with_bits(t.bits * 2)),
            Rule::HalfVector => t.is_vector().then_some(Type { lanes: t.lanes / 2, ..t }),
            Rule::DoubleVector => (t.lanes <= 128).then(|| Type { lanes: t.lanes * 2, ..t }),
            Rule::Split => {
                (t.bits >= 16 && t.lanes <= 128).then(|| Type { bits: t.bits / 2, lanes: t.lanes * 2, ..t })
            }
            Rule::Merge => {
                (t.bits <= 64 && t.is_vector()).then(|| Type { bits: t.bits * 2, lanes: t.lanes / 2, ..t })
            }
            Rule::Fixed => Some(Type { dynamic: false, ..t }),
            Rule::Truthy if t.is_vector() && document => Some(Type { kind: Kind::Bool, ..t }),
            Rule::Truthy if t.is_vector() => Some(t.as_int()),
            Rule::Truthy | Rule::Carry => Some(truth),
            Rule::IntFlags => Some(Type::IFLAGS),
            Rule::FloatFlags => Some(Type::FFLAGS),
            Rule::I8 => Some(Type::I8),
            Rule::I64 => Some(Type::I64),
            Rule::F16 => Some(Type::F16),
            Rule::F32 => Some(Type::F32),
            Rule::F64 => Some(Type::F64),
            Rule::F128 => Some(Type::F128),
            Rule::F32x4 => vector(Type::F32, 4),
            Rule::F64x2 => vector(Type::F64, 2),
            Rule::I16x8 => vector(Type::I16, 8),
            Rule::I32x4 => vector(Type::I32, 4),
            Rule::I64x2 => vector(Type::I64, 2),
            Rule::Any | Rule::Testable | Rule::AnyInt | Rule::AnyFloat | Rule::Addr => None,
            Rule::Narrower | Rule::Wider => None,
        }
    }

    /// True if an operand may have this type.
    pub fn admits(self, ty: Type, t: Type) -> bool {
        let same_lanes = ty.kind == t.kind && ty.lanes == t.lanes;
        match self {
            Rule::Any => !ty.is_flags(),
            Rule::Testable => ty.is_int() || ty.is_bool(),
            Rule::AnyInt => ty.is_int(),
            Rule::AnyFloat => ty.kind == Kind::Float && ty.lanes == t.lanes,
            Rule::Addr => ty == Type::I32 || ty == Type::I64,
            Rule::Narrower => same_lanes && ty.bits < t.bits,
            Rule::Wider => same_lanes && ty.bits > t.bits,
            Rule::Carry => ty == Type::I8 || ty == Type::B1,
            rule => rule.result(t, false) == Some(ty),
        }
    }
}

/// Which files have an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The document's and today's.
    Both,
    /// Today's.
    Today,
    /// The document's.
    Document,
    /// The document's, and later files until the instruction was removed.
    Earlier,
    /// Only files between the two.
    Between,
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::Both => "both",
            Dialect::Today => "today's",
            Dialect::Document => "the document's",
            Dialect::Earlier => "the document's and later ones",
            Dialect::Between => "between the two",
        })
    }
}

/// Whether an instruction is translated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// For all scalar types, and vectors of up to 64 bits a lane.
    Done,
    /// Never: it is for vectors whose size the machine decides.
    DynamicVectors,
    /// Never.
    Refused,
}

/// The declaration of an instruction.
#[derive(Debug)]
pub struct Row {
    /// The instruction.
    pub opcode: Opcode,
    /// Its name. Two rows have the same name if their formats differ.
    pub name: &'static str,
    /// Its operands in the text.
    pub format: Format,
    /// The source of the controlling type.
    pub control: Control,
    /// The types permitted for it.
    pub class: Class,
    /// The types of the value operands. A list of arguments has none.
    pub operands: &'static [Rule],
    /// The types of the results. Those of a call are in its signature.
    pub results: &'static [Rule],
    /// Where it occurs.
    pub dialect: Dialect,
    /// Whether it is translated.
    pub state: State,
}

macro_rules! instructions {
    ($($opcode:ident = $name:literal, $format:ident, $control:ident, $class:ident,
        [$($operand:ident),*] -> [$($result:ident),*], $dialect:ident, $state:ident;)*) => {
        /// An instruction.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)] // as its name in the text
        pub enum Opcode {
            $($opcode,)*
        }

        /// All rows, in order of their instructions.
        pub static ROWS: &[Row] = &[
            $(Row {
                opcode: Opcode::$opcode,
                name: $name,
                format: Format::$format,
                control: Control::$control,
                class: Class::$class,
                operands: &[$(Rule::$operand),*],
                results: &[$(Rule::$result),*],
                dialect: Dialect::$dialect,
                state: State::$state,
            },)*
        ];
    };
}

impl Opcode {
    /// The declaration of the instruction.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The instruction with this name. For a name of two rows, the first one.
    pub fn from_name(name: &str) -> Option<Opcode> {
        static NAMES: LazyLock<FxHashMap<&str, Opcode>> =
            LazyLock::new(|| ROWS.iter().rev().map(|row| (row.name, row.opcode)).collect());
        NAMES.get(name).copied()
    }

    /// True if control never reaches the following instruction.
    pub fn is_terminator(self) -> bool {
        matches!(
            self,
            Opcode::Jump
                | Opcode::Brif
                | Opcode::BrTable
                | Opcode::Trap
                | Opcode::Return
                | Opcode::ReturnCall
                | Opcode::ReturnCallIndirect
                | Opcode::TryCall
                | Opcode::TryCallIndirect
                | Opcode::Fallthrough
        )
    }
}

instructions! {
    // Control flow
    Jump = "jump", Jump, None, Any, [] -> [], Both, Done;
    Brif = "brif", Brif, None, Any, [Testable] -> [], Today, Done;
    BrTable = "br_table", BranchTable, None, Any, [AnyInt] -> [], Today, Done;
    Debugtrap = "debugtrap", Nullary, None, Any, [] -> [], Today, Refused;
    Trap = "trap", Trap, None, Any, [] -> [], Both, Done;
    Trapz = "trapz", CondTrap, None, Any, [Testable] -> [], Both, Done;
    Trapnz = "trapnz", CondTrap, None, Any, [Testable] -> [], Both, Done;
    ResumableTrap = "resumable_trap", Trap, None, Any, [] -> [], Between, Done;
    ResumableTrapnz = "resumable_trapnz", CondTrap, None, Any, [Testable] -> [], Between, Done;
    Return = "return", MultiAry, None, Any, [] -> [], Both, Done;
    Call = "call", Call, None, Any, [] -> [], Both, Done;
    CallIndirect = "call_indirect", CallIndirect, None, Any, [Addr] -> [], Both, Done;
    ReturnCall = "return_call", Call, None, Any, [] -> [], Today, Done;
    ReturnCallIndirect = "return_call_indirect", CallIndirect, None, Any, [Addr] -> [], Today, Done;
    FuncAddr = "func_addr", FuncAddr, Explicit, Addr, [] -> [T], Both, Done;
    TryCall = "try_call", TryCall, None, Any, [] -> [], Today, Done;
    TryCallIndirect = "try_call_indirect", TryCallIndirect, None, Any, [Addr] -> [], Today, Done;
    Fallthrough = "fallthrough", Jump, None, Any, [] -> [], Document, Done;
    Brz = "brz", Branch, None, Any, [Testable] -> [], Earlier, Done;
    Brnz = "brnz", Branch, None, Any, [Testable] -> [], Earlier, Done;
    BrIcmp = "br_icmp", BranchIcmp, Arg0, IntScalar, [T, T] -> [], Earlier, Done;
    BrifFlags = "brif", BranchInt, None, Any, [IntFlags] -> [], Earlier, Done;
    Brff = "brff", BranchFloat, None, Any, [FloatFlags] -> [], Earlier, Done;
    BrTableDeclared = "br_table", JumpTable, None, Any, [AnyInt] -> [], Earlier, Done;
    Trapif = "trapif", IntTrap, None, Any, [IntFlags] -> [], Earlier, Done;
    Trapff = "trapff", FloatTrap, None, Any, [FloatFlags] -> [], Earlier, Done;
    // Lanes
    Splat = "splat", Unary, Explicit, Vector, [Lane] -> [T], Both, Done;
    Swizzle = "swizzle", Binary, Arg0, Vector, [T, T] -> [T], Today, Done;
    X86Pshufb = "x86_pshufb", Binary, Arg0, Vector, [T, T] -> [T], Today, Done;
    Insertlane = "insertlane", TernaryImm8, Arg0, Vector, [T, Lane] -> [T], Both, Done;
    Extractlane = "extractlane", BinaryImm8, Arg0, Vector, [T] -> [Lane], Both, Done;
    Vconst = "vconst", Const, Explicit, Vector, [] -> [T], Today, Done;
    Shuffle = "shuffle", Shuffle, Arg0, Vector, [T, T] -> [T], Today, Done;
    ScalarToVector = "scalar_to_vector", Unary, Explicit, Vector, [Lane] -> [T], Today, Done;
    VanyTrue = "vany_true", Unary, Arg0, Vector, [T] -> [I8], Today, Done;
    VallTrue = "vall_true", Unary, Arg0, Vector, [T] -> [I8], Today, Done;
    VhighBits = "vhigh_bits", Unary, Explicit, IntScalar, [Any] -> [T], Today, Done;
    Blendv = "blendv", Ternary, Arg1, Vector, [T, T, T] -> [T], Today, Done;
    ExtractVector = "extract_vector", BinaryImm8, Arg0, Vector, [T] -> [Fixed], Today, DynamicVectors;
    Snarrow = "snarrow", Binary, Arg0, Vector, [T, T] -> [Split], Today, Done;
    Unarrow = "unarrow", Binary, Arg0, Vector, [T, T] -> [Split], Today, Done;
    Uunarrow = "uunarrow", Binary, Arg0, Vector, [T, T] -> [Split], Today, Done;
    SwidenLow = "swiden_low", Unary, Arg0, Vector, [T] -> [Merge], Today, Done;
    SwidenHigh = "swiden_high", Unary, Arg0, Vector, [T] -> [Merge], Today, Done;
    UwidenLow = "uwiden_low", Unary, Arg0, Vector, [T] -> [Merge], Today, Done;
    UwidenHigh = "uwiden_high", Unary, Arg0, Vector, [T] -> [Merge], Today, Done;
    IaddPairwise = "iadd_pairwise", Binary, Arg0, Vector, [T, T] -> [T], Today, Done;
    X86Pmaddubsw = "x86_pmaddubsw", Binary, Arg0, Vector, [T, T] -> [Merge], Today, Done;
    WideningPairwiseDotProductS = "widening_pairwise_dot_product_s", Binary, None, Any, [I16x8, I16x8] -> [I32x4], Between, Done;
    FcvtLowFromSint = "fcvt_low_from_sint", Unary, None, Any, [I32x4] -> [F64x2], Between, Done;
    Fvdemote = "fvdemote", Unary, None, Any, [Any] -> [F32x4], Today, Done;
    FvpromoteLow = "fvpromote_low", Unary, None, Any, [Any] -> [F64x2], Today, Done;
    AvgRound = "avg_round", Binary, Arg0, Vector, [T, T] -> [T], Today, Done;
    UaddSat = "uadd_sat", Binary, Arg0, Vector, [T, T] -> [T], Today, Done;
    SaddSat = "sadd_sat", Binary, Arg0, Vector, [T, T] -> [T], Today, Done;
    UsubSat = "usub_sat", Binary, Arg0, Vector, [T, T] -> [T], Today, Done;
    SsubSat = "ssub_sat", Binary, Arg0, Vector, [T, T] -> [T], Today, Done;
    SqmulRoundSat = "sqmul_round_sat", Binary, Arg0, Vector, [T, T] -> [T], Today, Done;
    X86Pmulhrsw = "x86_pmulhrsw", Binary, Arg0, Vector, [T, T] -> [T], Today, Done;
    Uload8x8 = "uload8x8", Load, None, Any, [Addr] -> [I16x8], Today, Done;
    Sload8x8 = "sload8x8", Load, None, Any, [Addr] -> [I16x8], Today, Done;
    Uload16x4 = "uload16x4", Load, None, Any, [Addr] -> [I32x4], Today, Done;
    Sload16x4 = "sload16x4", Load, None, Any, [Addr] -> [I32x4], Today, Done;
    Uload32x2 = "uload32x2", Load, None, Any, [Addr] -> [I64x2], Today, Done;
    Sload32x2 = "sload32x2", Load, None, Any, [Addr] -> [I64x2], Today, Done;
    DynamicStackAddr = "dynamic_stack_addr", DynamicSlot, Explicit, Addr, [] -> [T], Today, DynamicVectors;
    DynamicStackLoad = "dynamic_stack_load", DynamicSlot, Explicit, Any, [] -> [T], Between, DynamicVectors;
    DynamicStackStore = "dynamic_stack_store", DynamicStore, Arg0, Any, [T] -> [], Between, DynamicVectors;
    Vselect = "vselect", Ternary, Arg1, Vector, [Any, T, T] -> [T], Earlier, Done;
    Vsplit = "vsplit", Unary, Arg0, Vector, [T] -> [HalfVector, HalfVector], Earlier, Done;
    Vconcat = "vconcat", Binary, Arg0, Any, [T, T] -> [DoubleVector], Earlier, Done;
    // Memory
    Load = "load", Load, Explicit, Any, [Addr] -> [T], Both, Done;
    Store = "store", Store, Arg0, Any, [T, Addr] -> [], Both, Done;
    Uload8 = "uload8", Load, Explicit, IntScalar, [Addr] -> [T], Both, Done;
    Sload8 = "sload8", Load, Explicit, IntScalar, [Addr] -> [T], Both, Done;
    Istore8 = "istore8", Store, Arg0, IntScalar, [T, Addr] -> [], Both, Done;
    Uload16 = "uload16", Load, Explicit, IntScalar, [Addr] -> [T], Both, Done;
    Sload16 = "sload16", Load, Explicit, IntScalar, [Addr] -> [T], Both, Done;
    Istore16 = "istore16", Store, Arg0, IntScalar, [T, Addr] -> [], Both, Done;
    Uload32 = "uload32", Load, None, Any, [Addr] -> [I64], Both, Done;
    Sload32 = "sload32", Load, None, Any, [Addr] -> [I64], Both, Done;
    Istore32 = "istore32", Store, Arg0, IntScalar, [T, Addr] -> [], Both, Done;
    StackAddr = "stack_addr", Slot, Explicit, Addr, [] -> [T], Both, Done;
    StackLoad = "stack_load", Slot, Explicit, Any, [] -> [T], Earlier, Done;
    StackStore = "stack_store", StackStore, Arg0, Any, [T] -> [], Earlier, Done;
    StackCheck = "stack_check", Global, None, Any, [] -> [], Document, Done;
    SymbolValue = "symbol_value", Global, Explicit, Any, [] -> [T], Today, Done;
    TlsValue = "tls_value", Global, Explicit, Any, [] -> [T], Today, Done;
    GlobalValue = "global_value", Global, Explicit, Any, [] -> [T], Between, Done;
    GlobalAddr = "global_addr", Global, Explicit, Addr, [] -> [T], Document, Done;
    GlobalsymAddr = "globalsym_addr", Global, Explicit, Addr, [] -> [T], Document, Done;
    HeapAddr = "heap_addr", Heap, Explicit, Addr, [AnyInt] -> [T], Earlier, Done;
    AtomicRmw = "atomic_rmw", AtomicRmw, Explicit, IntScalar, [Addr, T] -> [T], Today, Done;
    AtomicCas = "atomic_cas", AtomicCas, Arg2, IntScalar, [Addr, T, T] -> [T], Today, Done;
    AtomicLoad = "atomic_load", LoadNoOffset, Explicit, IntScalar, [Addr] -> [T], Today, Done;
    AtomicStore = "atomic_store", StoreNoOffset, Arg0, IntScalar, [T, Addr] -> [], Today, Done;
    Fence = "fence", Nullary, None, Any, [] -> [], Today, Done;
    // The machine
    GetPinnedReg = "get_pinned_reg", Nullary, Explicit, Addr, [] -> [T], Today, Done;
    SetPinnedReg = "set_pinned_reg", Unary, Arg0, Addr, [T] -> [], Today, Done;
    GetFramePointer = "get_frame_pointer", Nullary, Explicit, Addr, [] -> [T], Today, Done;
    GetStackPointer = "get_stack_pointer", Nullary, Explicit, Addr, [] -> [T], Today, Done;
    GetReturnAddress = "get_return_address", Nullary, Explicit, Addr, [] -> [T], Today, Done;
    GetExceptionHandlerAddress = "get_exception_handler_address", HandlerAddress, Explicit, Addr, [] -> [T], Today, Refused;
    StackSwitch = "stack_switch", Ternary, Arg0, Addr, [T, T, T] -> [T], Today, Refused;
    SequencePoint = "sequence_point", Nullary, None, Any, [] -> [], Today, Done;
    Nop = "nop", Nullary, None, Any, [] -> [], Today, Done;
    AdjustSpImm = "adjust_sp_imm", UnaryImm, None, Any, [] -> [], Document, Refused;
    // Constants and copies
    Iconst = "iconst", UnaryImm, Explicit, Int, [] -> [T], Both, Done;
    F16const = "f16const", Float, None, Any, [] -> [F16], Today, Done;
    F32const = "f32const", Float, None, Any, [] -> [F32], Both, Done;
    F64const = "f64const", Float, None, Any, [] -> [F64], Both, Done;
    F128const = "f128const", Const, None, Any, [] -> [F128], Today, Done;
    Bconst = "bconst", Bool, Explicit, Bool, [] -> [T], Earlier, Done;
    Copy = "copy", Unary, Arg0, Any, [T] -> [T], Earlier, Done;
    Spill = "spill", Unary, Arg0, Any, [T] -> [T], Document, Done;
    Fill = "fill", Unary, Arg0, Any, [T] -> [T], Document, Done;
    Regmove = "regmove", RegMove, Arg0, Any, [T] -> [], Document, Done;
    Regspill = "regspill", RegSpill, Arg0, Any, [T] -> [], Document, Done;
    Regfill = "regfill", RegFill, Arg0, Any, [T] -> [], Document, Done;
    CopySpecial = "copy_special", CopySpecial, None, Any, [] -> [], Document, Refused;
    Select = "select", Ternary, Arg1, Any, [Testable, T, T] -> [T], Both, Done;
    SelectSpectreGuard = "select_spectre_guard", Ternary, Arg1, Any, [Testable, T, T] -> [T], Today, Done;
    Selectif = "selectif", IntSelect, Arg1, Any, [IntFlags, T, T] -> [T], Earlier, Done;
    Bitselect = "bitselect", Ternary, Arg0, Any, [T, T, T] -> [T], Today, Done;
    // Integers
    Icmp = "icmp", IntCompare, Arg0, Int, [T, T] -> [Truthy], Both, Done;
    IcmpImm = "icmp_imm", IntCompareImm, Arg0, IntScalar, [T] -> [Truthy], Earlier, Done;
    Ifcmp = "ifcmp", Binary, Arg0, IntScalar, [T, T] -> [IntFlags], Earlier, Done;
    IfcmpImm = "ifcmp_imm", BinaryImm, Arg0, IntScalar, [T] -> [IntFlags], Earlier, Done;
    IfcmpSp = "ifcmp_sp", Unary, Arg0, Addr, [T] -> [IntFlags], Document, Done;
    Iadd = "iadd", Binary, Arg0, Int, [T, T] -> [T], Both, Done;
    Isub = "isub", Binary, Arg0, Int, [T, T] -> [T], Both, Done;
    Ineg = "ineg", Unary, Arg0, Int, [T] -> [T], Today, Done;
    Iabs = "iabs", Unary, Arg0, Int, [T] -> [T], Today, Done;
    Imul = "imul", Binary, Arg0, Int, [T, T] -> [T], Both, Done;
    Umulhi = "umulhi", Binary, Arg0, Int, [T, T] -> [T], Both, Done;
    Smulhi = "smulhi", Binary, Arg0, Int, [T, T] -> [T], Both, Done;
    Udiv = "udiv", Binary, Arg0, Int, [T, T] -> [T], Both, Done;
    Sdiv = "sdiv", Binary, Arg0, Int, [T, T] -> [T], Both, Done;
    Urem = "urem", Binary, Arg0, Int, [T, T] -> [T], Both, Done;
    Srem = "srem", Binary, Arg0, Int, [T, T] -> [T], Both, Done;
    Smin = "smin", Binary, Arg0, Int, [T, T] -> [T], Today, Done;
    Umin = "umin", Binary, Arg0, Int, [T, T] -> [T], Today, Done;
    Smax = "smax", Binary, Arg0, Int, [T, T] -> [T], Today, Done;
    Umax = "umax", Binary, Arg0, Int, [T, T] -> [T], Today, Done;
    SaddOverflowCin = "sadd_overflow_cin", Ternary, Arg1, IntScalar, [T, T, Carry] -> [T, Carry], Today, Done;
    UaddOverflowCin = "uadd_overflow_cin", Ternary, Arg1, IntScalar, [T, T, Carry] -> [T, Carry], Today, Done;
    UaddOverflow = "uadd_overflow", Binary, Arg0, IntScalar, [T, T] -> [T, Carry], Today, Done;
    SaddOverflow = "sadd_overflow", Binary, Arg0, IntScalar, [T, T] -> [T, Carry], Today, Done;
    UsubOverflow = "usub_overflow", Binary, Arg0, IntScalar, [T, T] -> [T, Carry], Today, Done;
    SsubOverflow = "ssub_overflow", Binary, Arg0, IntScalar, [T, T] -> [T, Carry], Today, Done;
    UmulOverflow = "umul_overflow", Binary, Arg0, IntScalar, [T, T] -> [T, Carry], Today, Done;
    SmulOverflow = "smul_overflow", Binary, Arg0, IntScalar, [T, T] -> [T, Carry], Today, Done;
    UaddOverflowTrap = "uadd_overflow_trap", IntAddTrap, Arg0, IntScalar, [T, T] -> [T], Today, Done;
    SsubOverflowBin = "ssub_overflow_bin", Ternary, Arg1, IntScalar, [T, T, Carry] -> [T, Carry], Today, Done;
    UsubOverflowBin = "usub_overflow_bin", Ternary, Arg1, IntScalar, [T, T, Carry] -> [T, Carry], Today, Done;
    IaddCin = "iadd_cin", Ternary, Arg1, IntScalar, [T, T, Carry] -> [T], Earlier, Done;
    IaddCout = "iadd_cout", Binary, Arg0, IntScalar, [T, T] -> [T, Carry], Earlier, Done;
    IaddCarry = "iadd_carry", Ternary, Arg1, IntScalar, [T, T, Carry] -> [T, Carry], Earlier, Done;
    IsubBin = "isub_bin", Ternary, Arg1, IntScalar, [T, T, Carry] -> [T], Earlier, Done;
    IsubBout = "isub_bout", Binary, Arg0, IntScalar, [T, T] -> [T, Carry], Earlier, Done;
    IsubBorrow = "isub_borrow", Ternary, Arg1, IntScalar, [T, T, Carry] -> [T, Carry], Earlier, Done;
    IaddImm = "iadd_imm", BinaryImm, Arg0, IntScalar, [T] -> [T], Earlier, Done;
    ImulImm = "imul_imm", BinaryImm, Arg0, IntScalar, [T] -> [T], Earlier, Done;
    IrsubImm = "irsub_imm", BinaryImm, Arg0, IntScalar, [T] -> [T], Earlier, Done;
    UdivImm = "udiv_imm", BinaryImm, Arg0, IntScalar, [T] -> [T], Earlier, Done;
    SdivImm = "sdiv_imm", BinaryImm, Arg0, IntScalar, [T] -> [T], Earlier, Done;
    UremImm = "urem_imm", BinaryImm, Arg0, IntScalar, [T] -> [T], Earlier, Done;
    SremImm = "srem_imm", BinaryImm, Arg0, IntScalar, [T] -> [T], Earlier, Done;
    BandImm = "band_imm", BinaryImm, Arg0, IntScalar, [T] -> [T], Earlier, Done;
    BorImm = "bor_imm", BinaryImm, Arg0, IntScalar, [T] -> [T], Earlier, Done;
    BxorImm = "bxor_imm", BinaryImm, Arg0, IntScalar, [T] -> [T], Earlier, Done;
    RotlImm = "rotl_imm", BinaryImm, Arg0, Int, [T] -> [T], Earlier, Done;
    RotrImm = "rotr_imm", BinaryImm, Arg0, Int, [T] -> [T], Earlier, Done;
    IshlImm = "ishl_imm", BinaryImm, Arg0, Int, [T] -> [T], Earlier, Done;
    UshrImm = "ushr_imm", BinaryImm, Arg0, Int, [T] -> [T], Earlier, Done;
    SshrImm = "sshr_imm", BinaryImm, Arg0, Int, [T] -> [T], Earlier, Done;
    Band = "band", Binary, Arg0, Any, [T, T] -> [T], Both, Done;
    Bor = "bor", Binary, Arg0, Any, [T, T] -> [T], Both, Done;
    Bxor = "bxor", Binary, Arg0, Any, [T, T] -> [T], Both, Done;
    Bnot = "bnot", Unary, Arg0, Any, [T] -> [T], Both, Done;
    BandNot = "band_not", Binary, Arg0, Any, [T, T] -> [T], Earlier, Done;
    BorNot = "bor_not", Binary, Arg0, Any, [T, T] -> [T], Earlier, Done;
    BxorNot = "bxor_not", Binary, Arg0, Any, [T, T] -> [T], Earlier, Done;
    Rotl = "rotl", Binary, Arg0, Int, [T, AnyInt] -> [T], Both, Done;
    Rotr = "rotr", Binary, Arg0, Int, [T, AnyInt] -> [T], Both, Done;
    Ishl = "ishl", Binary, Arg0, Int, [T, AnyInt] -> [T], Both, Done;
    Ushr = "ushr", Binary, Arg0, Int, [T, AnyInt] -> [T], Both, Done;
    Sshr = "sshr", Binary, Arg0, Int, [T, AnyInt] -> [T], Both, Done;
    Bitrev = "bitrev", Unary, Arg0, IntScalar, [T] -> [T], Today, Done;
    Clz = "clz", Unary, Arg0, IntScalar, [T] -> [T], Both, Done;
    Cls = "cls", Unary, Arg0, IntScalar, [T] -> [T], Both, Done;
    Ctz = "ctz", Unary, Arg0, IntScalar, [T] -> [T], Both, Done;
    Bswap = "bswap", Unary, Arg0, IntScalar, [T] -> [T], Today, Done;
    Popcnt = "popcnt", Unary, Arg0, Int, [T] -> [T], Both, Done;
    Trueif = "trueif", IntCond, None, Any, [IntFlags] -> [Carry], Earlier, Done;
    Trueff = "trueff", FloatCond, None, Any, [FloatFlags] -> [Carry], Earlier, Done;
    // Floating point
    Fcmp = "fcmp", FloatCompare, Arg0, Float, [T, T] -> [Truthy], Both, Done;
    Ffcmp = "ffcmp", Binary, Arg0, Float, [T, T] -> [FloatFlags], Earlier, Done;
    Fadd = "fadd", Binary, Arg0, Float, [T, T] -> [T], Both, Done;
    Fsub = "fsub", Binary, Arg0, Float, [T, T] -> [T], Both, Done;
    Fmul = "fmul", Binary, Arg0, Float, [T, T] -> [T], Both, Done;
    Fdiv = "fdiv", Binary, Arg0, Float, [T, T] -> [T], Both, Done;
    Sqrt = "sqrt", Unary, Arg0, Float, [T] -> [T], Both, Done;
    Fma = "fma", Ternary, Arg1, Float, [T, T, T] -> [T], Both, Done;
    Fneg = "fneg", Unary, Arg0, Float, [T] -> [T], Both, Done;
    Fabs = "fabs", Unary, Arg0, Float, [T] -> [T], Both, Done;
    Fcopysign = "fcopysign", Binary, Arg0, Float, [T, T] -> [T], Both, Done;
    Fmin = "fmin", Binary, Arg0, Float, [T, T] -> [T], Both, Done;
    Fmax = "fmax", Binary, Arg0, Float, [T, T] -> [T], Both, Done;
    FminPseudo = "fmin_pseudo", Binary, Arg0, Float, [T, T] -> [T], Between, Done;
    FmaxPseudo = "fmax_pseudo", Binary, Arg0, Float, [T, T] -> [T], Between, Done;
    Ceil = "ceil", Unary, Arg0, Float, [T] -> [T], Both, Done;
    Floor = "floor", Unary, Arg0, Float, [T] -> [T], Both, Done;
    Trunc = "trunc", Unary, Arg0, Float, [T] -> [T], Both, Done;
    Nearest = "nearest", Unary, Arg0, Float, [T] -> [T], Both, Done;
    // Conversions
    Bitcast = "bitcast", LoadNoOffset, Explicit, Any, [Any] -> [T], Both, Done;
    RawBitcast = "raw_bitcast", Unary, Explicit, Any, [Any] -> [T], Between, Done;
    Bmask = "bmask", Unary, Explicit, Any, [Any] -> [T], Both, Done;
    Bint = "bint", Unary, Explicit, Int, [Any] -> [T], Earlier, Done;
    Breduce = "breduce", Unary, Explicit, Bool, [Any] -> [T], Earlier, Done;
    Bextend = "bextend", Unary, Explicit, Bool, [Any] -> [T], Earlier, Done;
    Ireduce = "ireduce", Unary, Explicit, Int, [Wider] -> [T], Both, Done;
    Uextend = "uextend", Unary, Explicit, Int, [Narrower] -> [T], Both, Done;
    Sextend = "sextend", Unary, Explicit, Int, [Narrower] -> [T], Both, Done;
    Fpromote = "fpromote", Unary, Explicit, Float, [Narrower] -> [T], Both, Done;
    Fdemote = "fdemote", Unary, Explicit, Float, [Wider] -> [T], Both, Done;
    FcvtToUint = "fcvt_to_uint", Unary, Explicit, Int, [AnyFloat] -> [T], Both, Done;
    FcvtToSint = "fcvt_to_sint", Unary, Explicit, Int, [AnyFloat] -> [T], Both, Done;
    FcvtToUintSat = "fcvt_to_uint_sat", Unary, Explicit, Int, [AnyFloat] -> [T], Today, Done;
    FcvtToSintSat = "fcvt_to_sint_sat", Unary, Explicit, Int, [AnyFloat] -> [T], Today, Done;
    X86Cvtt2dq = "x86_cvtt2dq", Unary, Explicit, Int, [AnyFloat] -> [T], Today, Done;
    FcvtFromUint = "fcvt_from_uint", Unary, Explicit, Float, [Any] -> [T], Both, Done;
    FcvtFromSint = "fcvt_from_sint", Unary, Explicit, Float, [Any] -> [T], Both, Done;
    Isplit = "isplit", Unary, Arg0, Int, [T] -> [Half, Half], Both, Done;
    Iconcat = "iconcat", Binary, Arg0, Int, [T, T] -> [Double], Both, Done;
    // Intel's, in the document
    X86Sdivmodx = "x86_sdivmodx", Ternary, Arg1, IntScalar, [T, T, T] -> [T, T], Document, Done;
    X86Udivmodx = "x86_udivmodx", Ternary, Arg1, IntScalar, [T, T, T] -> [T, T], Document, Done;
    X86Smulx = "x86_smulx", Binary, Arg0, IntScalar, [T, T] -> [T, T], Document, Done;
    X86Umulx = "x86_umulx", Binary, Arg0, IntScalar, [T, T] -> [T, T], Document, Done;
    X86Cvtt2si = "x86_cvtt2si", Unary, Explicit, Int, [AnyFloat] -> [T], Document, Done;
    X86Fmin = "x86_fmin", Binary, Arg0, Float, [T, T] -> [T], Document, Done;
    X86Fmax = "x86_fmax", Binary, Arg0, Float, [T, T] -> [T], Document, Done;
    X86Bsf = "x86_bsf", Unary, Arg0, IntScalar, [T] -> [T, IntFlags], Document, Done;
    X86Bsr = "x86_bsr", Unary, Arg0, IntScalar, [T] -> [T, IntFlags], Document, Done;
    X86Push = "x86_push", Unary, Arg0, IntScalar, [T] -> [], Document, Refused;
    X86Pop = "x86_pop", Nullary, Explicit, IntScalar, [] -> [T], Document, Refused;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_consistent() {
        for (index, row) in ROWS.iter().enumerate() {
            assert_eq!(row.opcode as usize, index);
            let values = row.format.operands().iter().filter(|operand| **operand == Operand::Value).count();
            assert_eq!(values, row.operands.len(), "{}", row.name);
            let needed = match row.control {
                Control::None | Control::Explicit => 0,
                Control::Arg0 => 1,
                Control::Arg1 => 2,
                Control::Arg2 => 3,
            };
            assert!(needed <= values, "{}", row.name);
            let same = ROWS.iter().filter(|other| other.name == row.name);
            let mut formats: Vec<Format> = same.map(|other| other.format).collect();
            formats.dedup();
            assert!(formats.len() <= 2 && Opcode::from_name(row.name).is_some());
        }
    }
}
