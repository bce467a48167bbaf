//! The table of instructions: names, operands and results.

use std::fmt;

/// How `div` and `rem` round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Division {
    /// The quotient is rounded toward zero.
    #[default]
    Truncating,
    /// The remainder is not negative.
    Euclidean,
}

/// How the operands of an instruction are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Syntax {
    /// Operands separated by commas.
    Plain,
    /// `.N` after the name: a width in bits, or a number of bytes.
    Width,
    /// Optional rewrite flags before the operands.
    Flags,
    /// An integer.
    Integer,
    /// `true` or `false`.
    Bool,
    /// A float type and its bits.
    Float,
    /// An index or `%name`.
    Param,
    /// An integer predicate after the name.
    IntPredicate,
    /// A float predicate after the name.
    FloatPredicate,
    /// `-> TYPE` after the operands.
    Load,
    /// `-> FLOAT TYPE` after the operands.
    ToFloat,
    /// A number of bytes.
    Slot,
    /// Three operands, `align=N`, the token.
    Align,
    /// An ordering after the name.
    Order,
    /// An operation and an ordering after the name.
    Rmw,
    /// Two orderings after the name.
    CmpXchg,
    /// An operand and a number of bits.
    Bits,
    /// Operands and an index path.
    Indices,
    /// `@name`.
    Symbol,
    /// `callee(arguments), token [-> TYPE] [cleanup bbN]`.
    Call,
    /// Any number of operands.
    List,
    /// A block with arguments.
    Jump,
    /// A condition and two blocks with arguments.
    Branch,
}

/// A row of the table.
#[derive(Debug)]
pub struct Row {
    /// The instruction.
    pub op: Op,
    /// Its name in the text, without suffixes.
    pub name: &'static str,
    /// How it is written.
    pub syntax: Syntax,
    /// A letter for each operand: `i` int, `b` bool, `f` float (all of one type), `p` pointer, `m` memory token,
    /// `t` any data type (all of one type), `a` any data type, `*` further operands.
    pub operands: &'static str,
    /// A letter for each result: as for operands; `d` is the declared type, or the one after `->`.
    pub results: &'static str,
    /// What it becomes in the library's IR.
    pub becomes: &'static str,
}

macro_rules! table {
    ($($op:ident $name:literal $syntax:ident $operands:literal $results:literal $becomes:literal;)*) => {
        /// An instruction.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "each variant is an instruction of the document")]
        pub enum Op { $($op),* }

        /// All instructions, in the order of the document.
        pub const ROWS: &[Row] = &[$(Row {
            op: Op::$op,
            name: $name,
            syntax: Syntax::$syntax,
            operands: $operands,
            results: $results,
            becomes: $becomes,
        }),*];
    };
}

table! {
    IConst "iconst" Integer "" "i" "`Const32`, `Const64`";
    BConst "bconst" Bool "" "b" "`Const32`";
    FConst "fconst" Float "" "d" "`ConstFloat`, `ConstDouble`; f16 and bf16: bits in a `Const32`";
    Param "param" Param "" "d" "`ArgumentReg`";
    Add "add" Plain "ii" "i" "`Add`, modulo the width";
    Sub "sub" Plain "ii" "i" "`Sub`, modulo the width";
    Mul "mul" Plain "ii" "i" "`Mul`, modulo the width";
    Div "div" Plain "ii" "i" "`ChillDiv`; `UDiv` of a divisor that is not 0";
    Rem "rem" Plain "ii" "i" "`ChillMod`; `UMod` of a divisor that is not 0";
    And "and" Plain "ii" "i" "`BitAnd`";
    Or "or" Plain "ii" "i" "`BitOr`";
    Xor "xor" Plain "ii" "i" "`BitXor`";
    BAnd "band" Plain "bb" "b" "`BitAnd`";
    BOr "bor" Plain "bb" "b" "`BitOr`";
    BXor "bxor" Plain "bb" "b" "`BitXor`";
    Shl "shl" Plain "ii" "i" "`Shl`; `Select` of 0 where the amount may reach the width";
    Shr "shr" Plain "ii" "i" "`SShr` or `ZShr`, the amount clamped where it may reach the width";
    CountOnes "count_ones" Plain "i" "i" "`PopCount`";
    Clz "clz" Width "i" "i" "`Clz` of the operand, shifted to the top";
    Ctz "ctz" Plain "i" "i" "`Ctz`";
    BSwap "bswap" Width "i" "i" "`ByteSwap`, `ZShr`";
    BitReverse "bitreverse" Width "i" "i" "`BitReverse`, `ZShr`";
    RotL "rotl" Width "ii" "i" "`RotL`; other widths: two shifts";
    RotR "rotr" Width "ii" "i" "`RotR`; other widths: two shifts";
    Merge "merge" Width "ii" "i" "`BitAnd`, `BitOr`";
    Split "split" Width "i" "ii" "a shift and a mask";
    Clmul "clmul" Plain "ii" "i" "shifts, masks and `BitXor`";
    UAddSat "uadd_sat" Width "ii" "i" "`Add`, `Select`";
    USubSat "usub_sat" Width "ii" "i" "`Sub`, `Select`";
    SAddSat "sadd_sat" Width "ii" "i" "`Add`, `Select`";
    SSubSat "ssub_sat" Width "ii" "i" "`Sub`, `Select`";
    SAddOverflow "sadd_overflow" Width "ii" "ib" "`AddOverflow`, or `Add` and a comparison";
    UAddOverflow "uadd_overflow" Width "ii" "ib" "`UAddOverflow`, or `Add` and a comparison";
    SSubOverflow "ssub_overflow" Width "ii" "ib" "`SubOverflow`, or `Sub` and a comparison";
    USubOverflow "usub_overflow" Width "ii" "ib" "`USubOverflow`, or `Sub` and a comparison";
    SMulOverflow "smul_overflow" Width "ii" "ib" "`MulOverflow`, or `Mul` and a comparison";
    UMulOverflow "umul_overflow" Width "ii" "ib" "`UMulOverflow`, or `Mul` and a comparison";
    SCarryingMulAdd "scarrying_mul_add" Width "iiii" "ii" "`Mul`, `MulHigh`, `AddCarry`";
    UCarryingMulAdd "ucarrying_mul_add" Width "iiii" "ii" "`Mul`, `UMulHigh`, `AddCarry`";
    Min "min" Plain "ii" "i" "a comparison, `Select`";
    Max "max" Plain "ii" "i" "a comparison, `Select`";
    FAdd "fadd" Flags "ff" "f" "`Add`";
    FSub "fsub" Flags "ff" "f" "`Sub`";
    FMul "fmul" Flags "ff" "f" "`Mul`";
    FDiv "fdiv" Flags "ff" "f" "`Div`";
    FMinNum "fminnum" Plain "ff" "f" "`FMin`, `Select` where an operand is a NaN";
    FMaxNum "fmaxnum" Plain "ff" "f" "`FMax`, `Select` where an operand is a NaN";
    FNeg "fneg" Plain "f" "f" "`Neg`; f16 and bf16: `BitXor`";
    FAbs "fabs" Plain "f" "f" "`Abs`; f16 and bf16: `BitAnd`";
    CopySign "copysign" Plain "ff" "f" "`CopySign`; f16 and bf16: masks";
    FRem "frem" Plain "ff" "f" "`Mod`";
    FCmp "fcmp" FloatPredicate "ff" "b" "the comparisons and their opposites";
    ICmp "icmp" IntPredicate "ii" "b" "a comparison, signed or unsigned by the ranges";
    Select "select" Plain "btt" "t" "`Select` of each leaf";
    Load "load" Load "pm" "d" "a load of each leaf";
    Store "store" Plain "apm" "m" "a store of each leaf";
    StackSlot "stack_slot" Slot "" "p" "a locked slot, `SlotBase`";
    MemCpy "memcpy" Align "ppim" "m" "`MemoryCopy`";
    MemMove "memmove" Align "ppim" "m" "`MemoryCopy`";
    MemSet "memset" Align "piim" "m" "`MemoryFill`";
    LoadAtomic "load.atomic" Order "pm" "md" "`AtomicLoad`";
    StoreAtomic "store.atomic" Order "apm" "m" "`AtomicStore`";
    Rmw "rmw" Rmw "pam" "md" "`AtomicXchg`, `AtomicXchgAdd`, `Sub`, `And`, `Or`, `Xor`";
    CmpXchg "cmpxchg" CmpXchg "pttm" "mt" "`AtomicStrongCAS`";
    Fence "fence" Order "m" "m" "`Fence`; nothing if relaxed";
    Bitcast "bitcast" Plain "a" "d" "`BitwiseCast`, or the same value";
    SExt "sext" Bits "i" "i" "the same value";
    ZExt "zext" Bits "i" "i" "`BitAnd`";
    FpToSi "fp_to_si" Plain "f" "i" "`FToISat`";
    FpToUi "fp_to_ui" Plain "f" "i" "`FToUSat`";
    SiToFp "si_to_fp" ToFloat "i" "d" "`IToF`, `IToD`";
    UiToFp "ui_to_fp" ToFloat "i" "d" "`UToF`, `UToD`";
    FpConvert "fp_convert" Plain "f" "d" "`FloatToDouble`, `DoubleToFloat`";
    PtrAdd "ptradd" Plain "pi" "p" "`Add`";
    PtrDiff "ptrdiff" Plain "pp" "i" "`Sub`";
    PtrToInt "ptrtoint" Plain "p" "i" "the same value";
    PtrToAddr "ptrtoaddr" Plain "p" "i" "the same value";
    IntToPtr "inttoptr" Plain "i" "p" "the same value";
    ExtractValue "extractvalue" Indices "a" "d" "nothing: an aggregate is the list of its leaves";
    InsertValue "insertvalue" Indices "aa" "d" "nothing: another list of leaves";
    SymbolAddr "symbol_addr" Symbol "" "p" "`SymbolAddress`";
    TlsSymbolAddr "tls_symbol_addr" Symbol "" "p" "`CCall` of the host's `tls_address`";
    Call "call" Call "p*m" "m*" "`CCall`";
    CallRet2 "call_ret2" Plain "m" "d" "`Extract` of the call's second result";
    Ret "ret" List "*" "" "`Return`";
    Br "br" Jump "" "" "`Jump`, `Upsilon`";
    BrIf "brif" Branch "b" "" "`Branch`, `Upsilon`";
    Continue "continue" List "*" "" "`Jump` to the header";
    RegionYield "region_yield" List "*" "" "`Jump` to the block after the region";
    Unreachable "unreachable" Plain "" "" "`Oops`";
    Trap "trap" Plain "" "" "`Trap(Unreachable)`";
    LandingPad "landing_pad" Plain "" "p" "`CCall` of the host's `thrown`";
}

impl Op {
    /// The row of this instruction.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The instruction with this name.
    pub fn named(name: &str) -> Option<Op> {
        ROWS.iter().find(|row| row.name == name).map(|row| row.op)
    }

    /// True if the instruction ends a block.
    pub fn is_terminator(self) -> bool {
        matches!(
            self,
            Op::Ret | Op::Br | Op::BrIf | Op::Continue | Op::RegionYield | Op::Unreachable | Op::Trap
        )
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)
    }
}

/// Defines an enumeration whose variants have names in the text.
macro_rules! names {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $type { $($(#[$variant_doc])* $variant),* }

        impl $type {
            /// All, in the document's order.
            pub const ALL: &[$type] = &[$($type::$variant),*];

            /// The name in the text.
            pub fn name(self) -> &'static str {
                match self { $($type::$variant => $name),* }
            }

            /// The one with this name.
            pub fn named(name: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|known| known.name() == name)
            }
        }
    };
}

names! {
    /// A predicate of `icmp`.
    IntPredicate {
        /// Equal.
        Eq "eq",
        /// Not equal.
        Ne "ne",
        /// Less than.
        Lt "lt",
        /// Less than or equal.
        Le "le",
        /// Greater than.
        Gt "gt",
        /// Greater than or equal.
        Ge "ge",
    }
}

names! {
    /// A predicate of `fcmp`.
    FloatPredicate {
        /// Always false.
        False "false",
        /// Ordered and equal.
        Oeq "oeq",
        /// Ordered and greater.
        Ogt "ogt",
        /// Ordered and greater or equal.
        Oge "oge",
        /// Ordered and less.
        Olt "olt",
        /// Ordered and less or equal.
        Ole "ole",
        /// Ordered and not equal.
        One "one",
        /// Neither operand is a NaN.
        Ord "ord",
        /// An operand is a NaN.
        Uno "uno",
        /// Unordered or equal.
        Ueq "ueq",
        /// Unordered or greater.
        Ugt "ugt",
        /// Unordered or greater or equal.
        Uge "uge",
        /// Unordered or less.
        Ult "ult",
        /// Unordered or less or equal.
        Ule "ule",
        /// Unordered or not equal.
        Une "une",
        /// Always true.
        True "true",
    }
}

names! {
    /// A memory ordering.
    Ordering {
        /// No ordering.
        Relaxed "relaxed",
        /// Later reads see the releasing thread's writes.
        Acquire "acquire",
        /// Earlier writes are visible to the acquiring thread.
        Release "release",
        /// Both.
        AcqRel "acqrel",
        /// One total order.
        SeqCst "seqcst",
    }
}

names! {
    /// The operation of an `rmw`.
    RmwOp {
        /// Exchange.
        Xchg "xchg",
        /// Addition.
        Add "add",
        /// Subtraction.
        Sub "sub",
        /// Bitwise and.
        And "and",
        /// Bitwise or.
        Or "or",
        /// Bitwise exclusive or.
        Xor "xor",
    }
}

names! {
    /// A floating-point type.
    FloatType {
        /// Eight exponent bits, seven fraction bits.
        BF16 "bf16",
        /// IEEE 754 half.
        F16 "f16",
        /// IEEE 754 single.
        F32 "f32",
        /// IEEE 754 double.
        F64 "f64",
        /// IEEE 754 quadruple.
        F128 "f128",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_instructions_of_the_document() {
        assert_eq!(ROWS.len(), 92);
        for (index, row) in ROWS.iter().enumerate() {
            assert_eq!((row.op as usize, Op::named(row.name)), (index, Some(row.op)));
            assert_eq!(row.op.row().name, row.name);
        }
        assert_eq!(FloatPredicate::ALL.len(), 16);
    }
}
