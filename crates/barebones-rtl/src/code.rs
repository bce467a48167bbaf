//! The tables of expression codes and machine modes.

use std::fmt;

/// A machine mode: the kind and the size of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    /// No mode is written, or none applies.
    Void,
    /// An integer of 8 bits.
    Qi,
    /// An integer of 16 bits.
    Hi,
    /// An integer of 32 bits, the manual's word.
    Si,
    /// An integer of 64 bits, the mode of addresses (`Pmode`).
    Di,
    /// An integer of 128 bits.
    Ti,
    /// A float of 32 bits.
    Sf,
    /// A float of 64 bits.
    Df,
    /// The result of a comparison.
    Cc,
    /// A block of bytes whose size is given beside it.
    Blk,
}

impl Mode {
    /// All modes with their names.
    pub const ALL: [(Mode, &'static str); 10] = [
        (Mode::Void, "VOID"),
        (Mode::Qi, "QI"),
        (Mode::Hi, "HI"),
        (Mode::Si, "SI"),
        (Mode::Di, "DI"),
        (Mode::Ti, "TI"),
        (Mode::Sf, "SF"),
        (Mode::Df, "DF"),
        (Mode::Cc, "CC"),
        (Mode::Blk, "BLK"),
    ];

    /// The mode of addresses.
    pub const POINTER: Mode = Mode::Di;

    /// The mode with this name.
    pub fn named(name: &str) -> Option<Mode> {
        Mode::ALL.iter().find(|(_, known)| *known == name).map(|(mode, _)| *mode)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        Mode::ALL.iter().find(|(mode, _)| *mode == self).map_or("", |(_, name)| name)
    }

    /// The size in bits; 0 for modes without a size.
    pub const fn bits(self) -> u32 {
        match self {
            Mode::Qi => 8,
            Mode::Hi => 16,
            Mode::Si | Mode::Sf => 32,
            Mode::Di | Mode::Df => 64,
            Mode::Ti => 128,
            Mode::Void | Mode::Cc | Mode::Blk => 0,
        }
    }

    /// The size in bytes; 0 for modes without a size.
    pub const fn bytes(self) -> u32 {
        self.bits() / 8
    }

    /// The number of words that an argument of this mode takes.
    pub const fn words(self) -> u32 {
        self.bits().div_ceil(32)
    }

    /// True for the fixed-point modes.
    pub const fn is_int(self) -> bool {
        matches!(self, Mode::Qi | Mode::Hi | Mode::Si | Mode::Di | Mode::Ti)
    }

    /// True for the floating-point modes.
    pub const fn is_float(self) -> bool {
        matches!(self, Mode::Sf | Mode::Df)
    }

    /// True for modes of values that registers hold.
    pub const fn is_scalar(self) -> bool {
        self.is_int() || self.is_float()
    }

    /// The bits of a value of the mode.
    pub const fn mask(self) -> u128 {
        match self.bits() {
            0 => 0,
            bits => u128::MAX >> (128 - bits),
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a relation that holds is as a value (`STORE_FLAG_VALUE`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum StoreFlag {
    /// 1, as the manual has it for expressions.
    #[default]
    One,
    /// -1, as the manual has it for the standard names `sCOND`.
    MinusOne,
}

/// What kind of expression a code is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Class {
    /// A constant.
    Constant,
    /// A register or memory, or a part of one.
    Place,
    /// An operation with one operand of the same mode.
    Unary,
    /// An operation with two operands of the same mode.
    Binary,
    /// A shift or rotation.
    Shift,
    /// A relation.
    Comparison,
    /// Another value.
    Value,
    /// A conversion between modes.
    Conversion,
    /// An assertion about its operand.
    Declaration,
    /// An address that changes its register.
    Increment,
    /// A side effect, or the body of an insn.
    Effect,
    /// An element of the chain of a function.
    Insn,
    /// A chain of related insns or of facts about registers.
    List,
    /// A code that is read by name and refused, because functions do not contain it or nothing can execute it.
    Refused,
}

/// A row of the table of codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The code.
    pub code: Code,
    /// The name.
    pub name: &'static str,
    /// The operands: `e` an expression, `E` a vector of expressions, `i` a number, `w` the value of an integer constant,
    /// `d` the value of a `const_double`, `s` a string.
    pub format: &'static str,
    /// The kind.
    pub class: Class,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $code:ident $name:literal $format:literal $class:ident;)*) => {
        /// An expression code.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Code {
            $($(#[doc = $doc])* $code,)*
        }

        /// All codes, in the order of [`Code`].
        pub const ROWS: &[Row] = &[
            $(Row { code: Code::$code, name: $name, format: $format, class: Class::$class },)*
        ];
    };
}

codes! {
    /// An integer, valid in every fixed-point mode.
    ConstInt "const_int" "w" Constant;
    /// A float, or an integer of two words, the low one first.
    ConstDouble "const_double" "d" Constant;
    /// The address of data or of a function.
    SymbolRef "symbol_ref" "s" Constant;
    /// The address of a label, by the number of its insn.
    LabelRef "label_ref" "i" Constant;
    /// A constant expression.
    Const "const" "e" Constant;
    /// A pseudo register.
    Reg "reg" "i" Place;
    /// A part of a register in another mode, from a word of it.
    Subreg "subreg" "ei" Place;
    /// A register that an insn needs for itself.
    Scratch "scratch" "" Place;
    /// Memory at an address.
    Mem "mem" "e" Place;
    /// A part of a register, the rest of which is kept.
    StrictLowPart "strict_low_part" "e" Place;
    /// The address of the next insn.
    Pc "pc" "" Place;
    /// The condition codes.
    Cc0 "cc0" "" Place;
    /// The difference of two values, exact, for a condition.
    Compare "compare" "ee" Value;
    /// a + b
    Plus "plus" "ee" Binary;
    /// a - b
    Minus "minus" "ee" Binary;
    /// -a
    Neg "neg" "e" Unary;
    /// a * b, or a signed product that is wider than a and b
    Mult "mult" "ee" Binary;
    /// a * b, or an unsigned product that is wider than a and b
    Umult "umult" "ee" Binary;
    /// The signed quotient, rounded toward zero, or that of floats.
    Div "div" "ee" Binary;
    /// The unsigned quotient.
    Udiv "udiv" "ee" Binary;
    /// The signed remainder.
    Mod "mod" "ee" Binary;
    /// The unsigned remainder.
    Umod "umod" "ee" Binary;
    /// Bitwise and.
    And "and" "ee" Binary;
    /// Bitwise inclusive or.
    Ior "ior" "ee" Binary;
    /// Bitwise exclusive or.
    Xor "xor" "ee" Binary;
    /// Bitwise complement.
    Not "not" "e" Unary;
    /// Arithmetic shift left.
    Ashift "ashift" "ee" Shift;
    /// Logical shift left, the same as the arithmetic one.
    Lshift "lshift" "ee" Shift;
    /// Arithmetic shift right.
    Ashiftrt "ashiftrt" "ee" Shift;
    /// Logical shift right.
    Lshiftrt "lshiftrt" "ee" Shift;
    /// Rotation to the left.
    Rotate "rotate" "ee" Shift;
    /// Rotation to the right.
    Rotatert "rotatert" "ee" Shift;
    /// The absolute value.
    Abs "abs" "e" Unary;
    /// The square root.
    Sqrt "sqrt" "e" Unary;
    /// One plus the index of the lowest bit that is set; 0 for 0.
    Ffs "ffs" "e" Unary;
    /// a == b
    Eq "eq" "ee" Comparison;
    /// a != b
    Ne "ne" "ee" Comparison;
    /// a > b, signed or of floats
    Gt "gt" "ee" Comparison;
    /// a > b, unsigned
    Gtu "gtu" "ee" Comparison;
    /// a < b, signed or of floats
    Lt "lt" "ee" Comparison;
    /// a < b, unsigned
    Ltu "ltu" "ee" Comparison;
    /// a >= b, signed or of floats
    Ge "ge" "ee" Comparison;
    /// a >= b, unsigned
    Geu "geu" "ee" Comparison;
    /// a <= b, signed or of floats
    Le "le" "ee" Comparison;
    /// a <= b, unsigned
    Leu "leu" "ee" Comparison;
    /// A choice by a condition.
    IfThenElse "if_then_else" "eee" Value;
    /// A signed bit field: place, size, position of the lowest bit.
    SignExtract "sign_extract" "eee" Place;
    /// An unsigned bit field: place, size, position of the lowest bit.
    ZeroExtract "zero_extract" "eee" Place;
    /// A wider integer, signed.
    SignExtend "sign_extend" "e" Conversion;
    /// A wider integer, unsigned.
    ZeroExtend "zero_extend" "e" Conversion;
    /// A wider float.
    FloatExtend "float_extend" "e" Conversion;
    /// A narrower integer.
    Truncate "truncate" "e" Conversion;
    /// A narrower float, rounded to nearest even.
    FloatTruncate "float_truncate" "e" Conversion;
    /// A signed integer as a float.
    Float "float" "e" Conversion;
    /// A float as a signed integer, rounded toward zero and clamped.
    Fix "fix" "e" Conversion;
    /// Memory whose accesses are neither removed nor merged.
    Volatile "volatile" "e" Declaration;
    /// A register whose value does not change.
    Unchanging "unchanging" "e" Declaration;
    /// An address: the register after it was decreased by the size of the access.
    PreDec "pre_dec" "e" Increment;
    /// An address: the register after it was increased by the size of the access.
    PreInc "pre_inc" "e" Increment;
    /// An address: the register before it is decreased by the size of the access.
    PostDec "post_dec" "e" Increment;
    /// An address: the register before it is increased by the size of the access.
    PostInc "post_inc" "e" Increment;
    /// An assignment: place, value.
    Set "set" "ee" Effect;
    /// A return from the function.
    Return "return" "" Effect;
    /// A call: memory at the function's address, number of words of arguments.
    Call "call" "ee" Effect;
    /// A place gets an unpredictable value.
    Clobber "clobber" "e" Effect;
    /// A value is needed here.
    Use "use" "e" Effect;
    /// Several side effects; all values are computed before any effect.
    Parallel "parallel" "E" Effect;
    /// Assembler code. Only the empty string is accepted: a barrier for the compiler.
    AsmInput "asm_input" "s" Effect;
    /// A table of addresses of labels.
    AddrVec "addr_vec" "E" Effect;
    /// A table of differences of labels from a base.
    AddrDiffVec "addr_diff_vec" "eE" Effect;
    /// An instruction that does not branch.
    Insn "insn" "" Insn;
    /// An instruction that may branch, or a table.
    JumpInsn "jump_insn" "" Insn;
    /// A call.
    CallInsn "call_insn" "" Insn;
    /// A label.
    CodeLabel "code_label" "" Insn;
    /// The end of a path: what precedes it never continues.
    Barrier "barrier" "" Insn;
    /// A line of the source, or a mark.
    Note "note" "" Insn;
    /// Insns that set registers which this insn is the first to use.
    InsnList "insn_list" "" List;
    /// Facts about registers of an insn.
    ExprList "expr_list" "" List;
    /// Assembler code with operands.
    AsmOperands "asm_operands" "*" Refused;
    /// An operand of a pattern of a machine description.
    MatchOperand "match_operand" "*" Refused;
    /// The same operand of a pattern again.
    MatchDup "match_dup" "*" Refused;
    /// An operand of a pattern that is an address.
    Address "address" "*" Refused;
    /// A pattern of a machine description.
    DefineInsn "define_insn" "*" Refused;
}

impl Code {
    /// The code with this name.
    pub fn named(name: &str) -> Option<Code> {
        ROWS.iter().find(|row| row.name == name).map(|row| row.code)
    }

    /// The row of the table.
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The name.
    pub fn name(self) -> &'static str {
        self.row().name
    }
}
