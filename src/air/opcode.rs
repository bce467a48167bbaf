//! The machine operations, each declared once with all its forms.
//!
//! A row has a meaning in words, a name, properties, in brackets what it computes (see [`crate::base::semantics`]) and,
//! for each target, operand signatures with the forms of each. In words, `a`, `b`, `c` and `d` are the inputs in order,
//! and `?` is the condition that the first operand gives.
//!
//! An operand is `role:bank:width`, with `@REG` if the machine fixes the register. Roles: `U` use, `LU` late use, `D`
//! definition, `ZD` definition that zeroes the upper bits, `UD` both read and written, `LUD` memory that is read and
//! written late, `S` scratch, `UA` address that is not accessed, `X` not a location. Banks: `G` general, `F` floating
//! point. Attributes of a signature: `tied(use, def)` saves a move if both get the same register; `commutes()` allows
//! operands 0 and 1 to be swapped; `needs(feature)`; `clobbers(registers)`; `means(effects)` if the operands are not
//! those of the row's effects.
//!
//! Operand kinds in forms: `T` temporary or register, `M` memory, `C` constant in memory, `MC` both, `I32`, `I64`
//! immediates, `TI` temporary or 32-bit immediate, `SH` shift amount, `TS` temporary or shift amount, `SYM` and `LIB`
//! addresses, `IC` and `FC` conditions, `IFC` both, `TR` trap code, `SW` cases.
//!
//! The order of an atomic access or a fence is the number of its [`crate::base::MemoryOrder`]; a number of none is
//! sequentially consistent.
//!
//! The lanes of an operation on vectors are the number of a [`crate::base::Lane`]; another number is that of the first
//! lanes that the operation has: [`semantics::Operator::lanes`].
//!
//! The first form that fits is used, so better forms come first.

use super::form::{Kinds, OperandSpec, Role};
use crate::base::semantics::{self, Meaning};
use crate::base::{Arch, Bank, Features, Reg, Width};

/// One operand signature of an opcode on a target, and its forms.
#[derive(Debug)]
pub struct Signature {
    /// The target.
    pub arch: Arch,
    /// The operands.
    pub operands: &'static [OperandSpec],
    /// For each form, the kinds that each operand admits.
    pub forms: &'static [&'static [Kinds]],
    /// See [`super::Form`].
    pub tied: Option<(u8, u8)>,
    /// See [`super::Form`].
    pub commutes: bool,
    /// See [`super::Form`].
    pub features: Features,
    /// See [`super::Form`].
    pub clobbers: &'static [Reg],
    /// What it computes, if its operands are other than those of the row.
    pub semantics: Option<Meaning>,
}

impl Signature {
    const fn new(
        arch: Arch,
        operands: &'static [OperandSpec],
        forms: &'static [&'static [Kinds]],
    ) -> Signature {
        Signature {
            arch,
            operands,
            forms,
            tied: None,
            commutes: false,
            features: Features::empty(),
            clobbers: &[],
            semantics: None,
        }
    }

    const fn tied(self, user: u8, definition: u8) -> Signature {
        Signature { tied: Some((user, definition)), ..self }
    }

    const fn commutes(self) -> Signature {
        Signature { commutes: true, ..self }
    }

    const fn needs(self, features: Features) -> Signature {
        Signature { features, ..self }
    }

    const fn clobbers(self, clobbers: &'static [Reg]) -> Signature {
        Signature { clobbers, ..self }
    }

    const fn means(self, semantics: Meaning) -> Signature {
        Signature { semantics: Some(semantics), ..self }
    }
}

bitflags::bitflags! {
    /// Properties of a machine operation.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Properties: u8 {
        /// Ends a block.
        const TERMINAL = 1;
        /// Has effects besides writing its operands: traps, calls, orders memory.
        const EFFECTS = 1 << 1;
        /// Copies its first operand to its second, including all bits that a spill slot preserves.
        const MOVE = 1 << 2;
        /// A [`super::Special`] describes the operands.
        const SPECIAL = 1 << 3;
        /// Sets the flags for the next instruction. Moves that allocation inserts in between preserve them.
        const SETS_FLAGS = 1 << 4;
        /// Reads the flags that the previous instruction set.
        const READS_FLAGS = 1 << 5;
    }
}

/// The declaration of a machine operation.
#[derive(Debug)]
pub struct Row {
    /// The opcode.
    pub opcode: Opcode,
    /// The mnemonic in the text format.
    pub name: &'static str,
    /// Its meaning in words.
    pub meaning: &'static str,
    /// What it computes: the numbers are those of operands in its signatures.
    pub semantics: Meaning,
    /// Its properties.
    pub properties: Properties,
    /// Its signatures and forms on all targets.
    pub signatures: &'static [Signature],
}

/// Fixed registers of x86-64 instructions, by number; the target defines their names.
const RAX: Reg = Reg::gp(0);
const RCX: Reg = Reg::gp(1);
const RDX: Reg = Reg::gp(2);

/// The abbreviations in the table.
mod letters {
    use super::{Bank, Kinds, OperandSpec, Reg, Role, Width};

    pub(super) const U: Role = Role::Use;
    pub(super) const LU: Role = Role::LateUse;
    pub(super) const D: Role = Role::Def;
    pub(super) const ZD: Role = Role::ZDef;
    pub(super) const UD: Role = Role::UseDef;
    pub(super) const LUD: Role = Role::LateUseDef;
    pub(super) const S: Role = Role::Scratch;
    pub(super) const UA: Role = Role::UseAddr;
    pub(super) const X: Role = Role::Fixed;
    pub(super) const G: Bank = Bank::Gp;
    pub(super) const F: Bank = Bank::Fp;
    pub(super) const T: Kinds = Kinds::TMP;
    pub(super) const M: Kinds = Kinds::MEMORY;
    pub(super) const C: Kinds = Kinds::CONST;
    pub(super) const MC: Kinds = M.union(C);
    pub(super) const I32: Kinds = Kinds::IMM32;
    pub(super) const I64: Kinds = Kinds::IMM64;
    pub(super) const TI: Kinds = T.union(I32);
    pub(super) const SH: Kinds = Kinds::SHIFT;
    pub(super) const TS: Kinds = T.union(SH);
    pub(super) const SYM: Kinds = Kinds::SYMBOL;
    pub(super) const LIB: Kinds = Kinds::LIB_CALL;
    pub(super) const IC: Kinds = Kinds::INT_CONDITION;
    pub(super) const FC: Kinds = Kinds::FLOAT_CONDITION;
    pub(super) const IFC: Kinds = IC.union(FC);
    pub(super) const TR: Kinds = Kinds::TRAP;
    pub(super) const SW: Kinds = Kinds::SWITCH;

    pub(super) const fn operand(role: Role, bank: Bank, bits: u32, reg: Option<Reg>) -> OperandSpec {
        let width = match bits {
            8 => Width::W8,
            16 => Width::W16,
            32 => Width::W32,
            64 => Width::W64,
            _ => Width::W128,
        };
        match reg {
            Some(reg) => OperandSpec::in_reg(role, reg, width),
            None => OperandSpec::new(role, bank, width),
        }
    }
}

macro_rules! fixed {
    () => {
        None
    };
    ($reg:ident) => {
        Some($reg)
    };
}

macro_rules! opcodes {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident $(, $property:ident)* [$($semantics:tt)*] {
            $($arch:ident ($($role:ident : $bank:ident : $width:literal $(@ $reg:ident)?),*)
                $(, $attribute:ident ($($value:expr),*))* { $($($kind:ident)* ;)* })*
        }
    )*) => {
        /// A machine operation.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u16)]
        pub enum Opcode {
            $($(#[doc = $doc])+ $name,)*
        }

        /// All rows, in order of their opcodes.
        pub static ROWS: &[Row] = {
            use letters::*;
            &[$(Row {
                opcode: Opcode::$name,
                name: stringify!($name),
                meaning: concat!($($doc),+).trim_ascii(),
                semantics: semantics::meaning!($($semantics)*),
                properties: Properties::empty()$(.union(Properties::$property))*,
                signatures: &[$(
                    Signature::new(
                        Arch::$arch,
                        &[$(operand($role, $bank, $width, fixed!($($reg)?))),*],
                        &[$(&[$($kind),*]),*],
                    )$(.$attribute($($value),*))*
                ),*],
            }),*]
        };
    };
}

opcodes! {
    /// No operation.
    Nop [] {
    }

    // ---- Moves -----------------------------------------------------------------------------------------

    /// Copies 64 bits, or sets a register to a constant or an address.
    Move, MOVE [(set 1 0)] {
        X64 (U:G:64, D:G:64) { T T; M T; I64 T; T M; I32 M; SYM T; LIB T; }
        A64 (U:G:64, D:G:64) { T T; M T; I64 T; T M; I32 M; SYM T; LIB T; }
    }
    /// Copies 32 bits.
    Move32 [(set 1 0)] {
        X64 (U:G:32, ZD:G:32) { T T; M T; I32 T; T M; I32 M; }
        A64 (U:G:32, ZD:G:32) { T T; M T; I32 T; T M; I32 M; }
    }
    /// Copies a float.
    MoveFloat, MOVE [(set 1 0)] {
        X64 (U:F:32, D:F:32) { T T; MC T; T M; }
        A64 (U:F:32, D:F:32) { T T; MC T; T M; }
    }
    /// Copies a double.
    MoveDouble, MOVE [(set 1 0)] {
        X64 (U:F:64, D:F:64) { T T; MC T; T M; }
        A64 (U:F:64, D:F:64) { T T; MC T; T M; }
    }
    /// Sets a floating-point register to +0.
    MoveZeroToDouble [(set 0 zero)] {
        X64 (D:F:64) { T; }
        A64 (D:F:64) { T; }
    }
    /// Copies a vector.
    MoveVector, MOVE [(set 1 0)] {
        X64 (U:F:128, D:F:128) { T T; MC T; T M; }
        A64 (U:F:128, D:F:128) { T T; MC T; T M; }
    }
    /// Sets a vector to zeros.
    MoveZeroToVector [(set 0 zero)] {
        X64 (D:F:128) { T; }
        A64 (D:F:128) { T; }
    }
    /// The address of the memory operand.
    Lea64 [(set 1 (address 0))] {
        X64 (UA:G:64, D:G:64) { M T; }
        A64 (UA:G:64, D:G:64) { M T; }
    }
    /// The low 32 bits of the address of the memory operand.
    Lea32 [(set 1 (low32 (address 0)))] {
        X64 (UA:G:32, ZD:G:32) { M T; }
        A64 (UA:G:32, ZD:G:32) { M T; }
    }
    /// Zero-extends 8 bits to 32.
    ZeroExtend8To32 [(set 1 (zext32 0))] {
        X64 (U:G:8, ZD:G:32) { T T; M T; }
        A64 (U:G:8, ZD:G:32) { T T; M T; }
    }
    /// Sign-extends 8 bits to 32.
    SignExtend8To32 [(set 1 (sext32 0))] {
        X64 (U:G:8, ZD:G:32) { T T; M T; }
        A64 (U:G:8, ZD:G:32) { T T; M T; }
    }
    /// Zero-extends 16 bits to 32.
    ZeroExtend16To32 [(set 1 (zext32 0))] {
        X64 (U:G:16, ZD:G:32) { T T; M T; }
        A64 (U:G:16, ZD:G:32) { T T; M T; }
    }
    /// Sign-extends 16 bits to 32.
    SignExtend16To32 [(set 1 (sext32 0))] {
        X64 (U:G:16, ZD:G:32) { T T; M T; }
        A64 (U:G:16, ZD:G:32) { T T; M T; }
    }
    /// Sign-extends 8 bits to 64.
    SignExtend8To64 [(set 1 (sext64 0))] {
        X64 (U:G:8, D:G:64) { T T; M T; }
        A64 (U:G:8, D:G:64) { T T; M T; }
    }
    /// Sign-extends 16 bits to 64.
    SignExtend16To64 [(set 1 (sext64 0))] {
        X64 (U:G:16, D:G:64) { T T; M T; }
        A64 (U:G:16, D:G:64) { T T; M T; }
    }
    /// Sign-extends 32 bits to 64.
    SignExtend32To64 [(set 1 (sext64 0))] {
        X64 (U:G:32, D:G:64) { T T; M T; }
        A64 (U:G:32, D:G:64) { T T; M T; }
    }
    /// Stores the low byte.
    Store8 [(set 1 0)] {
        X64 (U:G:8, D:G:8) { T M; I32 M; }
        A64 (U:G:8, D:G:8) { T M; I32 M; }
    }
    /// Stores the low 16 bits.
    Store16 [(set 1 0)] {
        X64 (U:G:16, D:G:16) { T M; I32 M; }
        A64 (U:G:16, D:G:16) { T M; I32 M; }
    }
    /// The bits of an integer as a float.
    Move32ToFloat [(set 1 0)] {
        X64 (U:G:32, D:F:32) { T T; M T; }
        A64 (U:G:32, D:F:32) { T T; M T; }
    }
    /// The bits of an integer as a double.
    Move64ToDouble [(set 1 0)] {
        X64 (U:G:64, D:F:64) { T T; M T; }
        A64 (U:G:64, D:F:64) { T T; M T; }
    }
    /// The bits of a float as an integer.
    MoveFloatTo32 [(set 1 0)] {
        X64 (U:F:32, ZD:G:32) { T T; M T; }
        A64 (U:F:32, ZD:G:32) { T T; M T; }
    }
    /// The bits of a double as an integer.
    MoveDoubleTo64 [(set 1 0)] {
        X64 (U:F:64, D:G:64) { T T; M T; }
        A64 (U:F:64, D:G:64) { T T; M T; }
    }

    // ---- Integer arithmetic ----------------------------------------------------------------------------

    /// a + b, 32 bits.
    Add32 [(set 2 (add 0 1))] {
        X64 (U:G:32, U:G:32, ZD:G:32), tied(0, 2), commutes() { T T T; M T T; }
        X64 (U:G:32, U:G:32, ZD:G:32), tied(0, 2) { T I32 T; M I32 T; }
        X64 (U:G:32, LU:G:32, ZD:G:32), tied(0, 2) { T M T; }
        X64 (U:G:32, UD:G:32), means(semantics::meaning![(set 1 (add 1 0))]) { T M; I32 M; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T TI T; }
    }
    /// a + b, 64 bits.
    Add64 [(set 2 (add 0 1))] {
        X64 (U:G:64, U:G:64, D:G:64), tied(0, 2), commutes() { T T T; M T T; }
        X64 (U:G:64, U:G:64, D:G:64), tied(0, 2) { T I32 T; M I32 T; }
        X64 (U:G:64, LU:G:64, D:G:64), tied(0, 2) { T M T; }
        X64 (U:G:64, UD:G:64), means(semantics::meaning![(set 1 (add 1 0))]) { T M; I32 M; }
        A64 (U:G:64, U:G:64, D:G:64) { T TI T; }
    }
    /// a & b, 32 bits.
    And32 [(set 2 (and 0 1))] {
        X64 (U:G:32, U:G:32, ZD:G:32), tied(0, 2), commutes() { T T T; M T T; }
        X64 (U:G:32, U:G:32, ZD:G:32), tied(0, 2) { T I32 T; M I32 T; }
        X64 (U:G:32, LU:G:32, ZD:G:32), tied(0, 2) { T M T; }
        X64 (U:G:32, UD:G:32), means(semantics::meaning![(set 1 (and 1 0))]) { T M; I32 M; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T TI T; }
    }
    /// a & b, 64 bits.
    And64 [(set 2 (and 0 1))] {
        X64 (U:G:64, U:G:64, D:G:64), tied(0, 2), commutes() { T T T; M T T; }
        X64 (U:G:64, U:G:64, D:G:64), tied(0, 2) { T I32 T; M I32 T; }
        X64 (U:G:64, LU:G:64, D:G:64), tied(0, 2) { T M T; }
        X64 (U:G:64, UD:G:64), means(semantics::meaning![(set 1 (and 1 0))]) { T M; I32 M; }
        A64 (U:G:64, U:G:64, D:G:64) { T TI T; }
    }
    /// a | b, 32 bits.
    Or32 [(set 2 (or 0 1))] {
        X64 (U:G:32, U:G:32, ZD:G:32), tied(0, 2), commutes() { T T T; M T T; }
        X64 (U:G:32, U:G:32, ZD:G:32), tied(0, 2) { T I32 T; M I32 T; }
        X64 (U:G:32, LU:G:32, ZD:G:32), tied(0, 2) { T M T; }
        X64 (U:G:32, UD:G:32), means(semantics::meaning![(set 1 (or 1 0))]) { T M; I32 M; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T TI T; }
    }
    /// a | b, 64 bits.
    Or64 [(set 2 (or 0 1))] {
        X64 (U:G:64, U:G:64, D:G:64), tied(0, 2), commutes() { T T T; M T T; }
        X64 (U:G:64, U:G:64, D:G:64), tied(0, 2) { T I32 T; M I32 T; }
        X64 (U:G:64, LU:G:64, D:G:64), tied(0, 2) { T M T; }
        X64 (U:G:64, UD:G:64), means(semantics::meaning![(set 1 (or 1 0))]) { T M; I32 M; }
        A64 (U:G:64, U:G:64, D:G:64) { T TI T; }
    }
    /// a ^ b, 32 bits.
    Xor32 [(set 2 (xor 0 1))] {
        X64 (U:G:32, U:G:32, ZD:G:32), tied(0, 2), commutes() { T T T; M T T; }
        X64 (U:G:32, U:G:32, ZD:G:32), tied(0, 2) { T I32 T; M I32 T; }
        X64 (U:G:32, LU:G:32, ZD:G:32), tied(0, 2) { T M T; }
        X64 (U:G:32, UD:G:32), means(semantics::meaning![(set 1 (xor 1 0))]) { T M; I32 M; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T TI T; }
    }
    /// a ^ b, 64 bits.
    Xor64 [(set 2 (xor 0 1))] {
        X64 (U:G:64, U:G:64, D:G:64), tied(0, 2), commutes() { T T T; M T T; }
        X64 (U:G:64, U:G:64, D:G:64), tied(0, 2) { T I32 T; M I32 T; }
        X64 (U:G:64, LU:G:64, D:G:64), tied(0, 2) { T M T; }
        X64 (U:G:64, UD:G:64), means(semantics::meaning![(set 1 (xor 1 0))]) { T M; I32 M; }
        A64 (U:G:64, U:G:64, D:G:64) { T TI T; }
    }
    /// a - b, 32 bits.
    Sub32 [(set 2 (sub 0 1))] {
        X64 (U:G:32, LU:G:32, ZD:G:32), tied(0, 2) { T T T; T M T; M T T; }
        X64 (U:G:32, U:G:32, ZD:G:32), tied(0, 2) { T I32 T; M I32 T; }
        X64 (U:G:32, UD:G:32), means(semantics::meaning![(set 1 (sub 1 0))]) { T M; I32 M; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T TI T; }
    }
    /// a - b, 64 bits.
    Sub64 [(set 2 (sub 0 1))] {
        X64 (U:G:64, LU:G:64, D:G:64), tied(0, 2) { T T T; T M T; M T T; }
        X64 (U:G:64, U:G:64, D:G:64), tied(0, 2) { T I32 T; M I32 T; }
        X64 (U:G:64, UD:G:64), means(semantics::meaning![(set 1 (sub 1 0))]) { T M; I32 M; }
        A64 (U:G:64, U:G:64, D:G:64) { T TI T; }
    }
    /// b + a in memory, 8 bits.
    Add8 [(set 1 (add 1 0))] {
        X64 (U:G:8, UD:G:8) { T M; I32 M; }
    }
    /// b + a in memory, 16 bits.
    Add16 [(set 1 (add 1 0))] {
        X64 (U:G:16, UD:G:16) { T M; I32 M; }
    }
    /// b & a in memory, 8 bits.
    And8 [(set 1 (and 1 0))] {
        X64 (U:G:8, UD:G:8) { T M; I32 M; }
    }
    /// b & a in memory, 16 bits.
    And16 [(set 1 (and 1 0))] {
        X64 (U:G:16, UD:G:16) { T M; I32 M; }
    }
    /// b | a in memory, 8 bits.
    Or8 [(set 1 (or 1 0))] {
        X64 (U:G:8, UD:G:8) { T M; I32 M; }
    }
    /// b | a in memory, 16 bits.
    Or16 [(set 1 (or 1 0))] {
        X64 (U:G:16, UD:G:16) { T M; I32 M; }
    }
    /// b ^ a in memory, 8 bits.
    Xor8 [(set 1 (xor 1 0))] {
        X64 (U:G:8, UD:G:8) { T M; I32 M; }
    }
    /// b ^ a in memory, 16 bits.
    Xor16 [(set 1 (xor 1 0))] {
        X64 (U:G:16, UD:G:16) { T M; I32 M; }
    }
    /// b - a in memory, 8 bits.
    Sub8 [(set 1 (sub 1 0))] {
        X64 (U:G:8, UD:G:8) { T M; I32 M; }
    }
    /// b - a in memory, 16 bits.
    Sub16 [(set 1 (sub 1 0))] {
        X64 (U:G:16, UD:G:16) { T M; I32 M; }
    }
    /// a * b, the low 32 bits.
    Mul32 [(set 2 (mul 0 1))] {
        X64 (U:G:32, U:G:32, ZD:G:32), tied(0, 2), commutes() { T T T; M T T; }
        X64 (U:G:32, U:G:32, ZD:G:32) { T I32 T; M I32 T; }
        X64 (U:G:32, LU:G:32, ZD:G:32), tied(0, 2) { T M T; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T TI T; }
    }
    /// a * b, the low 64 bits.
    Mul64 [(set 2 (mul 0 1))] {
        X64 (U:G:64, U:G:64, D:G:64), tied(0, 2), commutes() { T T T; M T T; }
        X64 (U:G:64, U:G:64, D:G:64) { T I32 T; M I32 T; }
        X64 (U:G:64, LU:G:64, D:G:64), tied(0, 2) { T M T; }
        A64 (U:G:64, U:G:64, D:G:64) { T TI T; }
    }
    /// -a, 32 bits.
    Neg32 [(set 1 (neg 0))] {
        X64 (U:G:32, ZD:G:32), tied(0, 1) { T T; M T; }
        A64 (U:G:32, ZD:G:32) { T T; }
    }
    /// -a, 64 bits.
    Neg64 [(set 1 (neg 0))] {
        X64 (U:G:64, D:G:64), tied(0, 1) { T T; M T; }
        A64 (U:G:64, D:G:64) { T T; }
    }
    /// ~a, 32 bits.
    Not32 [(set 1 (not 0))] {
        X64 (U:G:32, ZD:G:32), tied(0, 1) { T T; M T; }
        A64 (U:G:32, ZD:G:32) { T T; }
    }
    /// ~a, 64 bits.
    Not64 [(set 1 (not 0))] {
        X64 (U:G:64, D:G:64), tied(0, 1) { T T; M T; }
        A64 (U:G:64, D:G:64) { T T; }
    }
    /// ~a & b, 32 bits.
    AndNot32 [(set 2 (and (not 0) 1))] {
        X64 (U:G:32, U:G:32, ZD:G:32), needs(Features::BMI1) { T T T; T M T; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T T T; }
    }
    /// ~a & b, 64 bits.
    AndNot64 [(set 2 (and (not 0) 1))] {
        X64 (U:G:64, U:G:64, D:G:64), needs(Features::BMI1) { T T T; T M T; }
        A64 (U:G:64, U:G:64, D:G:64) { T T T; }
    }
    /// a & -a: isolates the lowest set bit, 32 bits.
    LowestBit32 [(set 1 (and 0 (neg 0)))] {
        X64 (U:G:32, ZD:G:32), needs(Features::BMI1) { T T; M T; }
    }
    /// a & -a: isolates the lowest set bit, 64 bits.
    LowestBit64 [(set 1 (and 0 (neg 0)))] {
        X64 (U:G:64, D:G:64), needs(Features::BMI1) { T T; M T; }
    }
    /// a & (a - 1): clears the lowest set bit, 32 bits.
    ClearLowestBit32 [(set 1 (and 0 (sub 0 one)))] {
        X64 (U:G:32, ZD:G:32), needs(Features::BMI1) { T T; M T; }
    }
    /// a & (a - 1): clears the lowest set bit, 64 bits.
    ClearLowestBit64 [(set 1 (and 0 (sub 0 one)))] {
        X64 (U:G:64, D:G:64), needs(Features::BMI1) { T T; M T; }
    }
    /// Shifts left, 32 bits; the amount is masked.
    Lshift32 [(set 2 (shl 0 1))] {
        X64 (U:G:32, U:G:8, ZD:G:32), tied(0, 2) { T SH T; M SH T; }
        X64 (U:G:32, U:G:32, ZD:G:32), needs(Features::BMI2) { T T T; M T T; }
        X64 (U:G:32, LU:G:8 @RCX, ZD:G:32), tied(0, 2) { T T T; }
        A64 (U:G:32, U:G:8, ZD:G:32) { T SH T; T T T; }
    }
    /// Shifts left, 64 bits; the amount is masked.
    Lshift64 [(set 2 (shl 0 1))] {
        X64 (U:G:64, U:G:8, D:G:64), tied(0, 2) { T SH T; M SH T; }
        X64 (U:G:64, U:G:64, D:G:64), needs(Features::BMI2) { T T T; M T T; }
        X64 (U:G:64, LU:G:8 @RCX, D:G:64), tied(0, 2) { T T T; }
        A64 (U:G:64, U:G:8, D:G:64) { T SH T; T T T; }
    }
    /// Shifts right arithmetically, 32 bits; the amount is masked.
    Rshift32 [(set 2 (sshr 0 1))] {
        X64 (U:G:32, U:G:8, ZD:G:32), tied(0, 2) { T SH T; M SH T; }
        X64 (U:G:32, U:G:32, ZD:G:32), needs(Features::BMI2) { T T T; M T T; }
        X64 (U:G:32, LU:G:8 @RCX, ZD:G:32), tied(0, 2) { T T T; }
        A64 (U:G:32, U:G:8, ZD:G:32) { T SH T; T T T; }
    }
    /// Shifts right arithmetically, 64 bits; the amount is masked.
    Rshift64 [(set 2 (sshr 0 1))] {
        X64 (U:G:64, U:G:8, D:G:64), tied(0, 2) { T SH T; M SH T; }
        X64 (U:G:64, U:G:64, D:G:64), needs(Features::BMI2) { T T T; M T T; }
        X64 (U:G:64, LU:G:8 @RCX, D:G:64), tied(0, 2) { T T T; }
        A64 (U:G:64, U:G:8, D:G:64) { T SH T; T T T; }
    }
    /// Shifts right logically, 32 bits; the amount is masked.
    Urshift32 [(set 2 (ushr 0 1))] {
        X64 (U:G:32, U:G:8, ZD:G:32), tied(0, 2) { T SH T; M SH T; }
        X64 (U:G:32, U:G:32, ZD:G:32), needs(Features::BMI2) { T T T; M T T; }
        X64 (U:G:32, LU:G:8 @RCX, ZD:G:32), tied(0, 2) { T T T; }
        A64 (U:G:32, U:G:8, ZD:G:32) { T SH T; T T T; }
    }
    /// Shifts right logically, 64 bits; the amount is masked.
    Urshift64 [(set 2 (ushr 0 1))] {
        X64 (U:G:64, U:G:8, D:G:64), tied(0, 2) { T SH T; M SH T; }
        X64 (U:G:64, U:G:64, D:G:64), needs(Features::BMI2) { T T T; M T T; }
        X64 (U:G:64, LU:G:8 @RCX, D:G:64), tied(0, 2) { T T T; }
        A64 (U:G:64, U:G:8, D:G:64) { T SH T; T T T; }
    }
    /// Rotates right, 32 bits; the amount is masked.
    RotateRight32 [(set 2 (rotr 0 1))] {
        X64 (U:G:32, U:G:8, ZD:G:32), needs(Features::BMI2) { T SH T; M SH T; }
        X64 (U:G:32, U:G:8, ZD:G:32), tied(0, 2) { T SH T; M SH T; }
        X64 (U:G:32, LU:G:8 @RCX, ZD:G:32), tied(0, 2) { T T T; }
        A64 (U:G:32, U:G:8, ZD:G:32) { T SH T; T T T; }
    }
    /// Rotates right, 64 bits; the amount is masked.
    RotateRight64 [(set 2 (rotr 0 1))] {
        X64 (U:G:64, U:G:8, D:G:64), needs(Features::BMI2) { T SH T; M SH T; }
        X64 (U:G:64, U:G:8, D:G:64), tied(0, 2) { T SH T; M SH T; }
        X64 (U:G:64, LU:G:8 @RCX, D:G:64), tied(0, 2) { T T T; }
        A64 (U:G:64, U:G:8, D:G:64) { T SH T; T T T; }
    }
    /// Rotates left, 32 bits; the amount is masked.
    RotateLeft32 [(set 2 (rotl 0 1))] {
        X64 (U:G:32, U:G:8, ZD:G:32), needs(Features::BMI2) { T SH T; M SH T; }
        X64 (U:G:32, U:G:8, ZD:G:32), tied(0, 2) { T SH T; M SH T; }
        X64 (U:G:32, LU:G:8 @RCX, ZD:G:32), tied(0, 2) { T T T; }
        A64 (U:G:32, U:G:8, ZD:G:32) { T SH T; T T T; }
    }
    /// Rotates left, 64 bits; the amount is masked.
    RotateLeft64 [(set 2 (rotl 0 1))] {
        X64 (U:G:64, U:G:8, D:G:64), needs(Features::BMI2) { T SH T; M SH T; }
        X64 (U:G:64, U:G:8, D:G:64), tied(0, 2) { T SH T; M SH T; }
        X64 (U:G:64, LU:G:8 @RCX, D:G:64), tied(0, 2) { T T T; }
        A64 (U:G:64, U:G:8, D:G:64) { T SH T; T T T; }
    }
    /// Signed a / b; faults where the result is undefined.
    Div32, EFFECTS [(set 2 (sdiv 0 1))] {
        X64 (U:G:32 @RAX, LU:G:32, ZD:G:32 @RAX), clobbers(&[RDX]) { T T T; T M T; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T T T; }
    }
    /// Signed a / b; faults where the result is undefined.
    Div64, EFFECTS [(set 2 (sdiv 0 1))] {
        X64 (U:G:64 @RAX, LU:G:64, D:G:64 @RAX), clobbers(&[RDX]) { T T T; T M T; }
        A64 (U:G:64, U:G:64, D:G:64) { T T T; }
    }
    /// Unsigned a / b; faults for a zero divisor.
    UDiv32, EFFECTS [(set 2 (udiv 0 1))] {
        X64 (U:G:32 @RAX, LU:G:32, ZD:G:32 @RAX), clobbers(&[RDX]) { T T T; T M T; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T T T; }
    }
    /// Unsigned a / b; faults for a zero divisor.
    UDiv64, EFFECTS [(set 2 (udiv 0 1))] {
        X64 (U:G:64 @RAX, LU:G:64, D:G:64 @RAX), clobbers(&[RDX]) { T T T; T M T; }
        A64 (U:G:64, U:G:64, D:G:64) { T T T; }
    }
    /// Signed remainder; faults where the result is undefined.
    Mod32, EFFECTS [(set 2 (srem 0 1))] {
        X64 (U:G:32 @RAX, LU:G:32, ZD:G:32 @RDX), clobbers(&[RAX]) { T T T; T M T; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T T T; }
    }
    /// Signed remainder; faults where the result is undefined.
    Mod64, EFFECTS [(set 2 (srem 0 1))] {
        X64 (U:G:64 @RAX, LU:G:64, D:G:64 @RDX), clobbers(&[RAX]) { T T T; T M T; }
        A64 (U:G:64, U:G:64, D:G:64) { T T T; }
    }
    /// Unsigned remainder; faults for a zero divisor.
    UMod32, EFFECTS [(set 2 (urem 0 1))] {
        X64 (U:G:32 @RAX, LU:G:32, ZD:G:32 @RDX), clobbers(&[RAX]) { T T T; T M T; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T T T; }
    }
    /// Unsigned remainder; faults for a zero divisor.
    UMod64, EFFECTS [(set 2 (urem 0 1))] {
        X64 (U:G:64 @RAX, LU:G:64, D:G:64 @RDX), clobbers(&[RAX]) { T T T; T M T; }
        A64 (U:G:64, U:G:64, D:G:64) { T T T; }
    }
    /// Signed a / b; x/0 is 0 and min/-1 is min.
    ChillDiv32 [(set 2 (sdiv_chill 0 1))] {
        X64 (U:G:32 @RAX, LU:G:32, ZD:G:32 @RAX), clobbers(&[RDX]) { T T T; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T T T; }
    }
    /// Signed a / b; x/0 is 0 and min/-1 is min.
    ChillDiv64 [(set 2 (sdiv_chill 0 1))] {
        X64 (U:G:64 @RAX, LU:G:64, D:G:64 @RAX), clobbers(&[RDX]) { T T T; }
        A64 (U:G:64, U:G:64, D:G:64) { T T T; }
    }
    /// Signed remainder; x%0 and min%-1 are 0.
    ChillMod32 [(set 2 (srem_chill 0 1))] {
        X64 (U:G:32 @RAX, LU:G:32, ZD:G:32 @RDX), clobbers(&[RAX]) { T T T; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T T T; }
    }
    /// Signed remainder; x%0 and min%-1 are 0.
    ChillMod64 [(set 2 (srem_chill 0 1))] {
        X64 (U:G:64 @RAX, LU:G:64, D:G:64 @RDX), clobbers(&[RAX]) { T T T; }
        A64 (U:G:64, U:G:64, D:G:64) { T T T; }
    }
    /// The quotient and the remainder of signed a / b, 32 bits; faults where the result is undefined.
    DivMod32, EFFECTS [(set 2 (sdiv 0 1)) (set 3 (srem 0 1))] {
        X64 (U:G:32 @RAX, LU:G:32, ZD:G:32 @RAX, ZD:G:32 @RDX) { T T T T; T M T T; }
    }
    /// The quotient and the remainder of signed a / b, 64 bits; faults where the result is undefined.
    DivMod64, EFFECTS [(set 2 (sdiv 0 1)) (set 3 (srem 0 1))] {
        X64 (U:G:64 @RAX, LU:G:64, D:G:64 @RAX, D:G:64 @RDX) { T T T T; T M T T; }
    }
    /// The quotient and the remainder of unsigned a / b, 32 bits; faults for a zero divisor.
    UDivMod32, EFFECTS [(set 2 (udiv 0 1)) (set 3 (urem 0 1))] {
        X64 (U:G:32 @RAX, LU:G:32, ZD:G:32 @RAX, ZD:G:32 @RDX) { T T T T; T M T T; }
    }
    /// The quotient and the remainder of unsigned a / b, 64 bits; faults for a zero divisor.
    UDivMod64, EFFECTS [(set 2 (udiv 0 1)) (set 3 (urem 0 1))] {
        X64 (U:G:64 @RAX, LU:G:64, D:G:64 @RAX, D:G:64 @RDX) { T T T T; T M T T; }
    }
    /// The quotient and the remainder of signed a / b, 32 bits; both are 0 if b is 0, and min/-1 is min.
    ChillDivMod32 [(set 2 (sdiv_chill 0 1)) (set 3 (srem_chill 0 1))] {
        X64 (U:G:32 @RAX, LU:G:32, ZD:G:32 @RAX, ZD:G:32 @RDX) { T T T T; }
    }
    /// The quotient and the remainder of signed a / b, 64 bits; both are 0 if b is 0, and min/-1 is min.
    ChillDivMod64 [(set 2 (sdiv_chill 0 1)) (set 3 (srem_chill 0 1))] {
        X64 (U:G:64 @RAX, LU:G:64, D:G:64 @RAX, D:G:64 @RDX) { T T T T; }
    }
    /// The high half of the signed product, 32 bits.
    MulHigh32 [(set 2 (smulh 0 1))] {
        X64 (U:G:32 @RAX, U:G:32, ZD:G:32 @RDX), clobbers(&[RAX]) { T T T; T M T; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T T T; }
    }
    /// The high half of the signed product, 64 bits.
    MulHigh64 [(set 2 (smulh 0 1))] {
        X64 (U:G:64 @RAX, U:G:64, D:G:64 @RDX), clobbers(&[RAX]) { T T T; T M T; }
        A64 (U:G:64, U:G:64, D:G:64) { T T T; }
    }
    /// The high half of the unsigned product, 32 bits.
    UMulHigh32 [(set 2 (umulh 0 1))] {
        X64 (U:G:32 @RAX, U:G:32, ZD:G:32 @RDX), clobbers(&[RAX]) { T T T; T M T; }
        A64 (U:G:32, U:G:32, ZD:G:32) { T T T; }
    }
    /// The high half of the unsigned product, 64 bits.
    UMulHigh64 [(set 2 (umulh 0 1))] {
        X64 (U:G:64 @RAX, U:G:64, D:G:64 @RDX), clobbers(&[RAX]) { T T T; T M T; }
        A64 (U:G:64, U:G:64, D:G:64) { T T T; }
    }
    /// The product of unsigned a and b, 64 bits: the low half, then the high half.
    UMulWide32 [(set 2 (mul 0 1)) (set 3 (umulh 0 1))] {
        X64 (U:G:32 @RDX, U:G:32, ZD:G:32, ZD:G:32), needs(Features::BMI2) { T T T T; }
        X64 (U:G:32 @RAX, U:G:32, ZD:G:32 @RAX, ZD:G:32 @RDX) { T T T T; }
    }
    /// The product of signed a and b, 64 bits: the low half, then the high half.
    MulWide32 [(set 2 (mul 0 1)) (set 3 (smulh 0 1))] {
        X64 (U:G:32 @RAX, U:G:32, ZD:G:32 @RAX, ZD:G:32 @RDX) { T T T T; T M T T; }
    }
    /// The product of unsigned a and b, 128 bits: the low half, then the high half.
    UMulWide64 [(set 2 (mul 0 1)) (set 3 (umulh 0 1))] {
        X64 (U:G:64 @RDX, U:G:64, D:G:64, D:G:64), needs(Features::BMI2) { T T T T; }
        X64 (U:G:64 @RAX, U:G:64, D:G:64 @RAX, D:G:64 @RDX) { T T T T; }
    }
    /// The product of signed a and b, 128 bits: the low half, then the high half.
    MulWide64 [(set 2 (mul 0 1)) (set 3 (smulh 0 1))] {
        X64 (U:G:64 @RAX, U:G:64, D:G:64 @RAX, D:G:64 @RDX) { T T T T; T M T T; }
    }
    /// a with bit n set, 32 bits; n is masked.
    SetBit32 [(set 2 (or 0 (shl (zext32 one) 1)))] {
        X64 (U:G:32, LU:G:8, ZD:G:32), tied(0, 2) { T T T; T SH T; }
    }
    /// a with bit n set, 64 bits; n is masked.
    SetBit64 [(set 2 (or 0 (shl (zext64 one) 1)))] {
        X64 (U:G:64, LU:G:8, D:G:64), tied(0, 2) { T T T; T SH T; }
    }
    /// a with bit n cleared, 32 bits; n is masked.
    ClearBit32 [(set 2 (and 0 (not (shl (zext32 one) 1))))] {
        X64 (U:G:32, LU:G:8, ZD:G:32), tied(0, 2) { T T T; T SH T; }
    }
    /// a with bit n cleared, 64 bits; n is masked.
    ClearBit64 [(set 2 (and 0 (not (shl (zext64 one) 1))))] {
        X64 (U:G:64, LU:G:8, D:G:64), tied(0, 2) { T T T; T SH T; }
    }
    /// a with bit n inverted, 32 bits; n is masked.
    ComplementBit32 [(set 2 (xor 0 (shl (zext32 one) 1)))] {
        X64 (U:G:32, LU:G:8, ZD:G:32), tied(0, 2) { T T T; T SH T; }
    }
    /// a with bit n inverted, 64 bits; n is masked.
    ComplementBit64 [(set 2 (xor 0 (shl (zext64 one) 1)))] {
        X64 (U:G:64, LU:G:8, D:G:64), tied(0, 2) { T T T; T SH T; }
    }
    /// The upper half of the concatenation of a and b shifted left by n, 32 bits; n is masked, and 0 gives a.
    ShiftLeftDouble32 [(set 3 (funnel_left 0 1 2))] {
        X64 (U:G:32, LU:G:32, U:G:8, ZD:G:32), tied(0, 3) { T T SH T; }
    }
    /// The upper half of the concatenation of a and b shifted left by n, 64 bits; n is masked, and 0 gives a.
    ShiftLeftDouble64 [(set 3 (funnel_left 0 1 2))] {
        X64 (U:G:64, LU:G:64, U:G:8, D:G:64), tied(0, 3) { T T SH T; }
    }
    /// a + b + (c != 0) and the carry, 32 bits.
    AddCarry32 [(set 3 (add_carry 0 1 2)) (set 4 (carry 0 1 2))] {
        X64 (U:G:32, LU:G:32, LU:G:32, ZD:G:32, ZD:G:32), tied(0, 3) { T T T T T; T T I32 T T; }
        A64 (U:G:32, U:G:32, U:G:32, ZD:G:32, ZD:G:32) { T T T T T; T T I32 T T; }
    }
    /// a + b + (c != 0) and the carry, 64 bits.
    AddCarry64 [(set 3 (add_carry 0 1 2)) (set 4 (carry 0 1 2))] {
        X64 (U:G:64, LU:G:64, LU:G:32, D:G:64, ZD:G:32), tied(0, 3) { T T T T T; T T I32 T T; }
        A64 (U:G:64, U:G:64, U:G:32, D:G:64, ZD:G:32) { T T T T T; T T I32 T T; }
    }
    /// a - b - (c != 0) and the borrow, 32 bits.
    SubBorrow32 [(set 3 (sub_borrow 0 1 2)) (set 4 (borrow 0 1 2))] {
        X64 (U:G:32, LU:G:32, LU:G:32, ZD:G:32, ZD:G:32), tied(0, 3) { T T T T T; T T I32 T T; }
        A64 (U:G:32, U:G:32, U:G:32, ZD:G:32, ZD:G:32) { T T T T T; T T I32 T T; }
    }
    /// a - b - (c != 0) and the borrow, 64 bits.
    SubBorrow64 [(set 3 (sub_borrow 0 1 2)) (set 4 (borrow 0 1 2))] {
        X64 (U:G:64, LU:G:64, LU:G:32, D:G:64, ZD:G:32), tied(0, 3) { T T T T T; T T I32 T T; }
        A64 (U:G:64, U:G:64, U:G:32, D:G:64, ZD:G:32) { T T T T T; T T I32 T T; }
    }
    /// Two limbs of 32 bits, a + b with e != 0 carried in, then c + d with the carry of that; both results and the
    /// carry.
    AddCarries32 [(set 5 (add_carry 0 1 4)) (set 6 (add_carry 2 3 (carry 0 1 4))) (set 7 (carry 2 3 (carry 0 1 4)))] {
        X64 (U:G:32, LU:G:32, LU:G:32, LU:G:32, LU:G:32, ZD:G:32, ZD:G:32, ZD:G:32), tied(0, 5) { T T T T T T T T; T T T T I32 T T T; }
        A64 (U:G:32, U:G:32, LU:G:32, LU:G:32, U:G:32, ZD:G:32, ZD:G:32, ZD:G:32) { T T T T T T T T; T T T T I32 T T T; }
    }
    /// Two limbs of 32 bits, a + b, then c + d with the carry of that; both results.
    AddWide32 [(set 4 (add 0 1)) (set 5 (add_carry 2 3 (carry 0 1 zero)))] {
        X64 (U:G:32, LU:G:32, LU:G:32, LU:G:32, ZD:G:32, ZD:G:32), tied(0, 4) { T T T T T T; }
        A64 (U:G:32, U:G:32, LU:G:32, LU:G:32, ZD:G:32, ZD:G:32) { T T T T T T; }
    }
    /// Two limbs of 32 bits, a - b with e != 0 carried in, then c - d with the carry of that; both results and the
    /// carry.
    SubBorrows32 [(set 5 (sub_borrow 0 1 4)) (set 6 (sub_borrow 2 3 (borrow 0 1 4))) (set 7 (borrow 2 3 (borrow 0 1 4)))] {
        X64 (U:G:32, LU:G:32, LU:G:32, LU:G:32, LU:G:32, ZD:G:32, ZD:G:32, ZD:G:32), tied(0, 5) { T T T T T T T T; T T T T I32 T T T; }
        A64 (U:G:32, U:G:32, LU:G:32, LU:G:32, U:G:32, ZD:G:32, ZD:G:32, ZD:G:32) { T T T T T T T T; T T T T I32 T T T; }
    }
    /// Two limbs of 32 bits, a - b, then c - d with the carry of that; both results.
    SubWide32 [(set 4 (sub 0 1)) (set 5 (sub_borrow 2 3 (borrow 0 1 zero)))] {
        X64 (U:G:32, LU:G:32, LU:G:32, LU:G:32, ZD:G:32, ZD:G:32), tied(0, 4) { T T T T T T; }
        A64 (U:G:32, U:G:32, LU:G:32, LU:G:32, ZD:G:32, ZD:G:32) { T T T T T T; }
    }
    /// Two limbs of 64 bits, a + b with e != 0 carried in, then c + d with the carry of that; both results and the
    /// carry.
    AddCarries64 [(set 5 (add_carry 0 1 4)) (set 6 (add_carry 2 3 (carry 0 1 4))) (set 7 (carry 2 3 (carry 0 1 4)))] {
        X64 (U:G:64, LU:G:64, LU:G:64, LU:G:64, LU:G:32, D:G:64, D:G:64, ZD:G:32), tied(0, 5) { T T T T T T T T; T T T T I32 T T T; }
        A64 (U:G:64, U:G:64, LU:G:64, LU:G:64, U:G:32, D:G:64, D:G:64, ZD:G:32) { T T T T T T T T; T T T T I32 T T T; }
    }
    /// Two limbs of 64 bits, a + b, then c + d with the carry of that; both results.
    AddWide64 [(set 4 (add 0 1)) (set 5 (add_carry 2 3 (carry 0 1 zero)))] {
        X64 (U:G:64, LU:G:64, LU:G:64, LU:G:64, D:G:64, D:G:64), tied(0, 4) { T T T T T T; }
        A64 (U:G:64, U:G:64, LU:G:64, LU:G:64, D:G:64, D:G:64) { T T T T T T; }
    }
    /// Two limbs of 64 bits, a - b with e != 0 carried in, then c - d with the carry of that; both results and the
    /// carry.
    SubBorrows64 [(set 5 (sub_borrow 0 1 4)) (set 6 (sub_borrow 2 3 (borrow 0 1 4))) (set 7 (borrow 2 3 (borrow 0 1 4)))] {
        X64 (U:G:64, LU:G:64, LU:G:64, LU:G:64, LU:G:32, D:G:64, D:G:64, ZD:G:32), tied(0, 5) { T T T T T T T T; T T T T I32 T T T; }
        A64 (U:G:64, U:G:64, LU:G:64, LU:G:64, U:G:32, D:G:64, D:G:64, ZD:G:32) { T T T T T T T T; T T T T I32 T T T; }
    }
    /// Two limbs of 64 bits, a - b, then c - d with the carry of that; both results.
    SubWide64 [(set 4 (sub 0 1)) (set 5 (sub_borrow 2 3 (borrow 0 1 zero)))] {
        X64 (U:G:64, LU:G:64, LU:G:64, LU:G:64, D:G:64, D:G:64), tied(0, 4) { T T T T T T; }
        A64 (U:G:64, U:G:64, LU:G:64, LU:G:64, D:G:64, D:G:64) { T T T T T T; }
    }
    /// a + b, 32 bits, and 1 if it overflows, signed, else 0.
    AddOverflow32 [(set 2 (add 0 1)) (set 3 (sadd_overflows 0 1))] {
        X64 (U:G:32, LU:G:32, ZD:G:32, ZD:G:32), tied(0, 2) { T T T T; T I32 T T; }
        A64 (U:G:32, U:G:32, ZD:G:32, ZD:G:32) { T TI T T; }
    }
    /// a + b, 64 bits, and 1 if it overflows, signed, else 0.
    AddOverflow64 [(set 2 (add 0 1)) (set 3 (sadd_overflows 0 1))] {
        X64 (U:G:64, LU:G:64, D:G:64, ZD:G:32), tied(0, 2) { T T T T; T I32 T T; }
        A64 (U:G:64, U:G:64, D:G:64, ZD:G:32) { T TI T T; }
    }
    /// a + b, 32 bits, and 1 if it overflows, unsigned, else 0.
    UAddOverflow32 [(set 2 (add 0 1)) (set 3 (uadd_overflows 0 1))] {
        X64 (U:G:32, LU:G:32, ZD:G:32, ZD:G:32), tied(0, 2) { T T T T; T I32 T T; }
        A64 (U:G:32, U:G:32, ZD:G:32, ZD:G:32) { T TI T T; }
    }
    /// a + b, 64 bits, and 1 if it overflows, unsigned, else 0.
    UAddOverflow64 [(set 2 (add 0 1)) (set 3 (uadd_overflows 0 1))] {
        X64 (U:G:64, LU:G:64, D:G:64, ZD:G:32), tied(0, 2) { T T T T; T I32 T T; }
        A64 (U:G:64, U:G:64, D:G:64, ZD:G:32) { T TI T T; }
    }
    /// a - b, 32 bits, and 1 if it overflows, signed, else 0.
    SubOverflow32 [(set 2 (sub 0 1)) (set 3 (ssub_overflows 0 1))] {
        X64 (U:G:32, LU:G:32, ZD:G:32, ZD:G:32), tied(0, 2) { T T T T; T I32 T T; }
        A64 (U:G:32, U:G:32, ZD:G:32, ZD:G:32) { T TI T T; }
    }
    /// a - b, 64 bits, and 1 if it overflows, signed, else 0.
    SubOverflow64 [(set 2 (sub 0 1)) (set 3 (ssub_overflows 0 1))] {
        X64 (U:G:64, LU:G:64, D:G:64, ZD:G:32), tied(0, 2) { T T T T; T I32 T T; }
        A64 (U:G:64, U:G:64, D:G:64, ZD:G:32) { T TI T T; }
    }
    /// a - b, 32 bits, and 1 if it overflows, unsigned, else 0.
    USubOverflow32 [(set 2 (sub 0 1)) (set 3 (usub_overflows 0 1))] {
        X64 (U:G:32, LU:G:32, ZD:G:32, ZD:G:32), tied(0, 2) { T T T T; T I32 T T; }
        A64 (U:G:32, U:G:32, ZD:G:32, ZD:G:32) { T TI T T; }
    }
    /// a - b, 64 bits, and 1 if it overflows, unsigned, else 0.
    USubOverflow64 [(set 2 (sub 0 1)) (set 3 (usub_overflows 0 1))] {
        X64 (U:G:64, LU:G:64, D:G:64, ZD:G:32), tied(0, 2) { T T T T; T I32 T T; }
        A64 (U:G:64, U:G:64, D:G:64, ZD:G:32) { T TI T T; }
    }
    /// a * b, 32 bits, and 1 if it overflows, signed, else 0.
    MulOverflow32 [(set 2 (mul 0 1)) (set 3 (smul_overflows 0 1))] {
        X64 (U:G:32, LU:G:32, ZD:G:32, ZD:G:32), tied(0, 2) { T T T T; }
        A64 (U:G:32, U:G:32, ZD:G:32, ZD:G:32) { T T T T; }
    }
    /// a * b, 64 bits, and 1 if it overflows, signed, else 0.
    MulOverflow64 [(set 2 (mul 0 1)) (set 3 (smul_overflows 0 1))] {
        X64 (U:G:64, LU:G:64, D:G:64, ZD:G:32), tied(0, 2) { T T T T; }
        A64 (U:G:64, U:G:64, D:G:64, ZD:G:32) { T T T T; }
    }
    /// a * b, 32 bits, and 1 if it overflows, unsigned, else 0.
    UMulOverflow32 [(set 2 (mul 0 1)) (set 3 (umul_overflows 0 1))] {
        X64 (U:G:32 @RAX, U:G:32, ZD:G:32 @RAX, ZD:G:32), clobbers(&[RDX]) { T T T T; }
        A64 (U:G:32, U:G:32, ZD:G:32, ZD:G:32) { T T T T; }
    }
    /// a * b, 64 bits, and 1 if it overflows, unsigned, else 0.
    UMulOverflow64 [(set 2 (mul 0 1)) (set 3 (umul_overflows 0 1))] {
        X64 (U:G:64 @RAX, U:G:64, D:G:64 @RAX, ZD:G:32), clobbers(&[RDX]) { T T T T; }
        A64 (U:G:64, U:G:64, D:G:64, ZD:G:32) { T T T T; }
    }
    /// Number of leading zero bits, 32 bits.
    Clz32 [(set 1 (clz 0))] {
        X64 (U:G:32, ZD:G:32), needs(Features::LZCNT) { T T; M T; }
        X64 (U:G:32, ZD:G:32, S:G:32) { T T T; }
        A64 (U:G:32, ZD:G:32) { T T; }
    }
    /// Number of leading zero bits, 64 bits.
    Clz64 [(set 1 (clz 0))] {
        X64 (U:G:64, D:G:64), needs(Features::LZCNT) { T T; M T; }
        X64 (U:G:64, D:G:64, S:G:64) { T T T; }
        A64 (U:G:64, D:G:64) { T T; }
    }
    /// Number of trailing zero bits, 32 bits.
    Ctz32 [(set 1 (ctz 0))] {
        X64 (U:G:32, ZD:G:32), needs(Features::BMI1) { T T; M T; }
        X64 (U:G:32, ZD:G:32, S:G:32) { T T T; }
        A64 (U:G:32, ZD:G:32) { T T; }
    }
    /// Number of trailing zero bits, 64 bits.
    Ctz64 [(set 1 (ctz 0))] {
        X64 (U:G:64, D:G:64), needs(Features::BMI1) { T T; M T; }
        X64 (U:G:64, D:G:64, S:G:64) { T T T; }
        A64 (U:G:64, D:G:64) { T T; }
    }
    /// Number of set bits, 32 bits.
    PopCount32 [(set 1 (popcount 0))] {
        X64 (U:G:32, ZD:G:32), needs(Features::POPCNT) { T T; M T; }
        A64 (U:G:32, ZD:G:32, S:F:64) { T T T; }
    }
    /// Number of set bits, 64 bits.
    PopCount64 [(set 1 (popcount 0))] {
        X64 (U:G:64, D:G:64), needs(Features::POPCNT) { T T; M T; }
        A64 (U:G:64, D:G:64, S:F:64) { T T T; }
    }
    /// Reverses the bytes, 32 bits.
    ByteSwap32 [(set 1 (bswap 0))] {
        X64 (U:G:32, ZD:G:32), tied(0, 1) { T T; }
        A64 (U:G:32, ZD:G:32) { T T; }
    }
    /// Reverses the bytes, 64 bits.
    ByteSwap64 [(set 1 (bswap 0))] {
        X64 (U:G:64, D:G:64), tied(0, 1) { T T; }
        A64 (U:G:64, D:G:64) { T T; }
    }
    /// Reverses the bits, 32 bits.
    ReverseBits32 [(set 1 (bitrev 0))] {
        A64 (U:G:32, ZD:G:32) { T T; }
    }
    /// Reverses the bits, 64 bits.
    ReverseBits64 [(set 1 (bitrev 0))] {
        A64 (U:G:64, D:G:64) { T T; }
    }

    // ---- Fused operations and bitfields ----------------------------------------------------------------

    /// c + a * b, the low 32 bits.
    MulAdd32 [(set 3 (add 2 (mul 0 1)))] {
        A64 (U:G:32, U:G:32, U:G:32, ZD:G:32) { T T T T; }
    }
    /// c + a * b, the low 64 bits.
    MulAdd64 [(set 3 (add 2 (mul 0 1)))] {
        A64 (U:G:64, U:G:64, U:G:64, D:G:64) { T T T T; }
    }
    /// c - a * b, the low 32 bits.
    MulSub32 [(set 3 (sub 2 (mul 0 1)))] {
        A64 (U:G:32, U:G:32, U:G:32, ZD:G:32) { T T T T; }
    }
    /// c - a * b, the low 64 bits.
    MulSub64 [(set 3 (sub 2 (mul 0 1)))] {
        A64 (U:G:64, U:G:64, U:G:64, D:G:64) { T T T T; }
    }
    /// -(a * b), the low 32 bits.
    MulNeg32 [(set 2 (neg (mul 0 1)))] {
        A64 (U:G:32, U:G:32, ZD:G:32) { T T T; }
    }
    /// -(a * b), the low 64 bits.
    MulNeg64 [(set 2 (neg (mul 0 1)))] {
        A64 (U:G:64, U:G:64, D:G:64) { T T T; }
    }
    /// a * b of 32-bit operands sign-extended to 64 bits.
    MulSignExtend32 [(set 2 (mul (sext64 0) (sext64 1)))] {
        A64 (U:G:32, U:G:32, D:G:64) { T T T; }
    }
    /// a * b of 32-bit operands zero-extended to 64 bits.
    MulZeroExtend32 [(set 2 (mul (zext64 0) (zext64 1)))] {
        A64 (U:G:32, U:G:32, D:G:64) { T T T; }
    }
    /// c + a * b of 32-bit a and b sign-extended to 64 bits.
    MulAddSignExtend32 [(set 3 (add 2 (mul (sext64 0) (sext64 1))))] {
        A64 (U:G:32, U:G:32, U:G:64, D:G:64) { T T T T; }
    }
    /// c + a * b of 32-bit a and b zero-extended to 64 bits.
    MulAddZeroExtend32 [(set 3 (add 2 (mul (zext64 0) (zext64 1))))] {
        A64 (U:G:32, U:G:32, U:G:64, D:G:64) { T T T T; }
    }
    /// c - a * b of 32-bit a and b sign-extended to 64 bits.
    MulSubSignExtend32 [(set 3 (sub 2 (mul (sext64 0) (sext64 1))))] {
        A64 (U:G:32, U:G:32, U:G:64, D:G:64) { T T T T; }
    }
    /// c - a * b of 32-bit a and b zero-extended to 64 bits.
    MulSubZeroExtend32 [(set 3 (sub 2 (mul (zext64 0) (zext64 1))))] {
        A64 (U:G:32, U:G:32, U:G:64, D:G:64) { T T T T; }
    }
    /// a + (b << n), 32 bits.
    AddLeftShift32 [(set 3 (add 0 (shl 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a + (b << n), 64 bits.
    AddLeftShift64 [(set 3 (add 0 (shl 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a + (b >> n), arithmetic shift, 32 bits.
    AddRightShift32 [(set 3 (add 0 (sshr 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a + (b >> n), arithmetic shift, 64 bits.
    AddRightShift64 [(set 3 (add 0 (sshr 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a + (b >> n), logical shift, 32 bits.
    AddUnsignedRightShift32 [(set 3 (add 0 (ushr 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a + (b >> n), logical shift, 64 bits.
    AddUnsignedRightShift64 [(set 3 (add 0 (ushr 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a - (b << n), 32 bits.
    SubLeftShift32 [(set 3 (sub 0 (shl 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a - (b << n), 64 bits.
    SubLeftShift64 [(set 3 (sub 0 (shl 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a - (b >> n), arithmetic shift, 32 bits.
    SubRightShift32 [(set 3 (sub 0 (sshr 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a - (b >> n), arithmetic shift, 64 bits.
    SubRightShift64 [(set 3 (sub 0 (sshr 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a - (b >> n), logical shift, 32 bits.
    SubUnsignedRightShift32 [(set 3 (sub 0 (ushr 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a - (b >> n), logical shift, 64 bits.
    SubUnsignedRightShift64 [(set 3 (sub 0 (ushr 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a & (b << n), 32 bits.
    AndLeftShift32 [(set 3 (and 0 (shl 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a & (b << n), 64 bits.
    AndLeftShift64 [(set 3 (and 0 (shl 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a & (b >> n), arithmetic shift, 32 bits.
    AndRightShift32 [(set 3 (and 0 (sshr 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a & (b >> n), arithmetic shift, 64 bits.
    AndRightShift64 [(set 3 (and 0 (sshr 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a & (b >> n), logical shift, 32 bits.
    AndUnsignedRightShift32 [(set 3 (and 0 (ushr 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a & (b >> n), logical shift, 64 bits.
    AndUnsignedRightShift64 [(set 3 (and 0 (ushr 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a & (b rotated right by n), 32 bits.
    AndRotateRight32 [(set 3 (and 0 (rotr 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a & (b rotated right by n), 64 bits.
    AndRotateRight64 [(set 3 (and 0 (rotr 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a | (b << n), 32 bits.
    OrLeftShift32 [(set 3 (or 0 (shl 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a | (b << n), 64 bits.
    OrLeftShift64 [(set 3 (or 0 (shl 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a | (b >> n), arithmetic shift, 32 bits.
    OrRightShift32 [(set 3 (or 0 (sshr 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a | (b >> n), arithmetic shift, 64 bits.
    OrRightShift64 [(set 3 (or 0 (sshr 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a | (b >> n), logical shift, 32 bits.
    OrUnsignedRightShift32 [(set 3 (or 0 (ushr 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a | (b >> n), logical shift, 64 bits.
    OrUnsignedRightShift64 [(set 3 (or 0 (ushr 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a | (b rotated right by n), 32 bits.
    OrRotateRight32 [(set 3 (or 0 (rotr 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a | (b rotated right by n), 64 bits.
    OrRotateRight64 [(set 3 (or 0 (rotr 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a ^ (b << n), 32 bits.
    XorLeftShift32 [(set 3 (xor 0 (shl 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a ^ (b << n), 64 bits.
    XorLeftShift64 [(set 3 (xor 0 (shl 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a ^ (b >> n), arithmetic shift, 32 bits.
    XorRightShift32 [(set 3 (xor 0 (sshr 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a ^ (b >> n), arithmetic shift, 64 bits.
    XorRightShift64 [(set 3 (xor 0 (sshr 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a ^ (b >> n), logical shift, 32 bits.
    XorUnsignedRightShift32 [(set 3 (xor 0 (ushr 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a ^ (b >> n), logical shift, 64 bits.
    XorUnsignedRightShift64 [(set 3 (xor 0 (ushr 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a ^ (b rotated right by n), 32 bits.
    XorRotateRight32 [(set 3 (xor 0 (rotr 1 2)))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// a ^ (b rotated right by n), 64 bits.
    XorRotateRight64 [(set 3 (xor 0 (rotr 1 2)))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }
    /// a + (b << n) of 64 bits, b sign-extended from 32 bits; n is at most 4.
    AddSignExtend32 [(set 3 (add 0 (shl (sext64 1) 2)))] {
        A64 (U:G:64, U:G:32, U:G:8, D:G:64) { T T SH T; }
    }
    /// a + (b << n) of 64 bits, b zero-extended from 32 bits; n is at most 4.
    AddZeroExtend32 [(set 3 (add 0 (shl (zext64 1) 2)))] {
        A64 (U:G:64, U:G:32, U:G:8, D:G:64) { T T SH T; }
    }
    /// a - (b << n) of 64 bits, b sign-extended from 32 bits; n is at most 4.
    SubSignExtend32 [(set 3 (sub 0 (shl (sext64 1) 2)))] {
        A64 (U:G:64, U:G:32, U:G:8, D:G:64) { T T SH T; }
    }
    /// a - (b << n) of 64 bits, b zero-extended from 32 bits; n is at most 4.
    SubZeroExtend32 [(set 3 (sub 0 (shl (zext64 1) 2)))] {
        A64 (U:G:64, U:G:32, U:G:8, D:G:64) { T T SH T; }
    }
    /// a | ~b, 32 bits.
    OrNot32 [(set 2 (or 0 (not 1)))] {
        A64 (U:G:32, U:G:32, ZD:G:32) { T T T; }
    }
    /// a | ~b, 64 bits.
    OrNot64 [(set 2 (or 0 (not 1)))] {
        A64 (U:G:64, U:G:64, D:G:64) { T T T; }
    }
    /// a ^ ~b, 32 bits.
    XorNot32 [(set 2 (xor 0 (not 1)))] {
        A64 (U:G:32, U:G:32, ZD:G:32) { T T T; }
    }
    /// a ^ ~b, 64 bits.
    XorNot64 [(set 2 (xor 0 (not 1)))] {
        A64 (U:G:64, U:G:64, D:G:64) { T T T; }
    }
    /// Bits n to n + w - 1 of a, zero-extended to 32 bits; operands are a, n and w.
    ExtractUnsignedBitfield32 [(set 3 (zero_extract 0 1 2))] {
        A64 (U:G:32, U:G:8, U:G:8, ZD:G:32) { T SH SH T; }
    }
    /// Bits n to n + w - 1 of a, zero-extended to 64 bits; operands are a, n and w.
    ExtractUnsignedBitfield64 [(set 3 (zero_extract 0 1 2))] {
        A64 (U:G:64, U:G:8, U:G:8, D:G:64) { T SH SH T; }
    }
    /// Bits n to n + w - 1 of a, sign-extended to 32 bits; operands are a, n and w.
    ExtractSignedBitfield32 [(set 3 (sign_extract 0 1 2))] {
        A64 (U:G:32, U:G:8, U:G:8, ZD:G:32) { T SH SH T; }
    }
    /// Bits n to n + w - 1 of a, sign-extended to 64 bits; operands are a, n and w.
    ExtractSignedBitfield64 [(set 3 (sign_extract 0 1 2))] {
        A64 (U:G:64, U:G:8, U:G:8, D:G:64) { T SH SH T; }
    }
    /// The low w bits of a, zero-extended to 32 bits, << n; operands are a, n and w.
    InsertUnsignedBitfieldInZero32 [(set 3 (shl (zero_extract 0 zero 2) 1))] {
        A64 (U:G:32, U:G:8, U:G:8, ZD:G:32) { T SH SH T; }
    }
    /// The low w bits of a, zero-extended to 64 bits, << n; operands are a, n and w.
    InsertUnsignedBitfieldInZero64 [(set 3 (shl (zero_extract 0 zero 2) 1))] {
        A64 (U:G:64, U:G:8, U:G:8, D:G:64) { T SH SH T; }
    }
    /// The low w bits of a, sign-extended to 32 bits, << n; operands are a, n and w.
    InsertSignedBitfieldInZero32 [(set 3 (shl (sign_extract 0 zero 2) 1))] {
        A64 (U:G:32, U:G:8, U:G:8, ZD:G:32) { T SH SH T; }
    }
    /// The low w bits of a, sign-extended to 64 bits, << n; operands are a, n and w.
    InsertSignedBitfieldInZero64 [(set 3 (shl (sign_extract 0 zero 2) 1))] {
        A64 (U:G:64, U:G:8, U:G:8, D:G:64) { T SH SH T; }
    }
    /// d with bits n to n + w - 1 replaced by the low w bits of a, 32 bits; operands are a, n, w and d.
    InsertBitField32 [(set 4 (insert 3 0 1 2))] {
        A64 (LU:G:32, U:G:8, U:G:8, U:G:32, ZD:G:32), tied(3, 4) { T SH SH T T; }
    }
    /// d with bits n to n + w - 1 replaced by the low w bits of a, 64 bits; operands are a, n, w and d.
    InsertBitField64 [(set 4 (insert 3 0 1 2))] {
        A64 (LU:G:64, U:G:8, U:G:8, U:G:64, D:G:64), tied(3, 4) { T SH SH T T; }
    }
    /// d with its low w bits replaced by bits n to n + w - 1 of a, 32 bits; operands are a, n, w and d.
    ExtractInsertBitfieldAtLowEnd32 [(set 4 (insert 3 (zero_extract 0 1 2) zero 2))] {
        A64 (LU:G:32, U:G:8, U:G:8, U:G:32, ZD:G:32), tied(3, 4) { T SH SH T T; }
    }
    /// d with its low w bits replaced by bits n to n + w - 1 of a, 64 bits; operands are a, n, w and d.
    ExtractInsertBitfieldAtLowEnd64 [(set 4 (insert 3 (zero_extract 0 1 2) zero 2))] {
        A64 (LU:G:64, U:G:8, U:G:8, U:G:64, D:G:64), tied(3, 4) { T SH SH T T; }
    }
    /// The 32 bits from bit n of a:b, the concatenation of a (high) and b (low).
    ExtractRegister32 [(set 3 (funnel_right 0 1 2))] {
        A64 (U:G:32, U:G:32, U:G:8, ZD:G:32) { T T SH T; }
    }
    /// The 64 bits from bit n of a:b, the concatenation of a (high) and b (low).
    ExtractRegister64 [(set 3 (funnel_right 0 1 2))] {
        A64 (U:G:64, U:G:64, U:G:8, D:G:64) { T T SH T; }
    }

    // ---- Floating point --------------------------------------------------------------------------------

    /// a + b.
    AddFloat [(set 2 (fadd 0 1))] {
        X64 (U:F:32, U:F:32, D:F:32), needs(Features::AVX) { T T T; T MC T; }
        X64 (U:F:32, U:F:32, D:F:32), tied(0, 2), commutes() { T T T; MC T T; }
        X64 (U:F:32, LU:F:32, D:F:32), tied(0, 2) { T MC T; }
        A64 (U:F:32, U:F:32, D:F:32) { T T T; }
    }
    /// a + b.
    AddDouble [(set 2 (fadd 0 1))] {
        X64 (U:F:64, U:F:64, D:F:64), needs(Features::AVX) { T T T; T MC T; }
        X64 (U:F:64, U:F:64, D:F:64), tied(0, 2), commutes() { T T T; MC T T; }
        X64 (U:F:64, LU:F:64, D:F:64), tied(0, 2) { T MC T; }
        A64 (U:F:64, U:F:64, D:F:64) { T T T; }
    }
    /// a * b.
    MulFloat [(set 2 (fmul 0 1))] {
        X64 (U:F:32, U:F:32, D:F:32), needs(Features::AVX) { T T T; T MC T; }
        X64 (U:F:32, U:F:32, D:F:32), tied(0, 2), commutes() { T T T; MC T T; }
        X64 (U:F:32, LU:F:32, D:F:32), tied(0, 2) { T MC T; }
        A64 (U:F:32, U:F:32, D:F:32) { T T T; }
    }
    /// a * b.
    MulDouble [(set 2 (fmul 0 1))] {
        X64 (U:F:64, U:F:64, D:F:64), needs(Features::AVX) { T T T; T MC T; }
        X64 (U:F:64, U:F:64, D:F:64), tied(0, 2), commutes() { T T T; MC T T; }
        X64 (U:F:64, LU:F:64, D:F:64), tied(0, 2) { T MC T; }
        A64 (U:F:64, U:F:64, D:F:64) { T T T; }
    }
    /// a - b.
    SubFloat [(set 2 (fsub 0 1))] {
        X64 (U:F:32, U:F:32, D:F:32), needs(Features::AVX) { T T T; T MC T; }
        X64 (U:F:32, LU:F:32, D:F:32), tied(0, 2) { T T T; T MC T; }
        A64 (U:F:32, U:F:32, D:F:32) { T T T; }
    }
    /// a - b.
    SubDouble [(set 2 (fsub 0 1))] {
        X64 (U:F:64, U:F:64, D:F:64), needs(Features::AVX) { T T T; T MC T; }
        X64 (U:F:64, LU:F:64, D:F:64), tied(0, 2) { T T T; T MC T; }
        A64 (U:F:64, U:F:64, D:F:64) { T T T; }
    }
    /// a / b.
    DivFloat [(set 2 (fdiv 0 1))] {
        X64 (U:F:32, U:F:32, D:F:32), needs(Features::AVX) { T T T; T MC T; }
        X64 (U:F:32, LU:F:32, D:F:32), tied(0, 2) { T T T; T MC T; }
        A64 (U:F:32, U:F:32, D:F:32) { T T T; }
    }
    /// a / b.
    DivDouble [(set 2 (fdiv 0 1))] {
        X64 (U:F:64, U:F:64, D:F:64), needs(Features::AVX) { T T T; T MC T; }
        X64 (U:F:64, LU:F:64, D:F:64), tied(0, 2) { T T T; T MC T; }
        A64 (U:F:64, U:F:64, D:F:64) { T T T; }
    }
    /// a & b on bit patterns, of floats too.
    AndDouble [(set 2 (and 0 1))] {
        X64 (U:F:64, U:F:64, D:F:64), needs(Features::AVX) { T T T; T C T; }
        X64 (U:F:64, U:F:64, D:F:64), tied(0, 2), commutes() { T T T; T C T; }
        A64 (U:F:64, U:F:64, D:F:64) { T T T; }
    }
    /// a | b on bit patterns, of floats too.
    OrDouble [(set 2 (or 0 1))] {
        X64 (U:F:64, U:F:64, D:F:64), needs(Features::AVX) { T T T; T C T; }
        X64 (U:F:64, U:F:64, D:F:64), tied(0, 2), commutes() { T T T; T C T; }
        A64 (U:F:64, U:F:64, D:F:64) { T T T; }
    }
    /// a ^ b on bit patterns, of floats too.
    XorDouble [(set 2 (xor 0 1))] {
        X64 (U:F:64, U:F:64, D:F:64), needs(Features::AVX) { T T T; T C T; }
        X64 (U:F:64, U:F:64, D:F:64), tied(0, 2), commutes() { T T T; T C T; }
        A64 (U:F:64, U:F:64, D:F:64) { T T T; }
    }
    /// Square root.
    SqrtFloat [(set 1 (fsqrt 0))] {
        X64 (U:F:32, D:F:32) { T T; MC T; }
        A64 (U:F:32, D:F:32) { T T; }
    }
    /// Square root.
    SqrtDouble [(set 1 (fsqrt 0))] {
        X64 (U:F:64, D:F:64) { T T; MC T; }
        A64 (U:F:64, D:F:64) { T T; }
    }
    /// Rounds up.
    CeilFloat [(set 1 (fceil 0))] {
        X64 (U:F:32, D:F:32), needs(Features::SSE41) { T T; MC T; }
        A64 (U:F:32, D:F:32) { T T; }
    }
    /// Rounds up.
    CeilDouble [(set 1 (fceil 0))] {
        X64 (U:F:64, D:F:64), needs(Features::SSE41) { T T; MC T; }
        A64 (U:F:64, D:F:64) { T T; }
    }
    /// Rounds down.
    FloorFloat [(set 1 (ffloor 0))] {
        X64 (U:F:32, D:F:32), needs(Features::SSE41) { T T; MC T; }
        A64 (U:F:32, D:F:32) { T T; }
    }
    /// Rounds down.
    FloorDouble [(set 1 (ffloor 0))] {
        X64 (U:F:64, D:F:64), needs(Features::SSE41) { T T; MC T; }
        A64 (U:F:64, D:F:64) { T T; }
    }
    /// Rounds toward zero.
    TruncFloat [(set 1 (ftrunc 0))] {
        X64 (U:F:32, D:F:32), needs(Features::SSE41) { T T; MC T; }
        A64 (U:F:32, D:F:32) { T T; }
    }
    /// Rounds toward zero.
    TruncDouble [(set 1 (ftrunc 0))] {
        X64 (U:F:64, D:F:64), needs(Features::SSE41) { T T; MC T; }
        A64 (U:F:64, D:F:64) { T T; }
    }
    /// Rounds to nearest, ties to even.
    NearestFloat [(set 1 (fnearest 0))] {
        X64 (U:F:32, D:F:32), needs(Features::SSE41) { T T; MC T; }
        A64 (U:F:32, D:F:32) { T T; }
    }
    /// Rounds to nearest, ties to even.
    NearestDouble [(set 1 (fnearest 0))] {
        X64 (U:F:64, D:F:64), needs(Features::SSE41) { T T; MC T; }
        A64 (U:F:64, D:F:64) { T T; }
    }
    /// Minimum; NaN if either operand is NaN; -0 is less than +0.
    FMinFloat [(set 2 (fmin 0 1))] {
        X64 (U:F:32, LU:F:32, D:F:32), tied(0, 2) { T T T; }
        A64 (U:F:32, U:F:32, D:F:32) { T T T; }
    }
    /// Minimum; NaN if either operand is NaN; -0 is less than +0.
    FMinDouble [(set 2 (fmin 0 1))] {
        X64 (U:F:64, LU:F:64, D:F:64), tied(0, 2) { T T T; }
        A64 (U:F:64, U:F:64, D:F:64) { T T T; }
    }
    /// Maximum; NaN if either operand is NaN; -0 is less than +0.
    FMaxFloat [(set 2 (fmax 0 1))] {
        X64 (U:F:32, LU:F:32, D:F:32), tied(0, 2) { T T T; }
        A64 (U:F:32, U:F:32, D:F:32) { T T T; }
    }
    /// Maximum; NaN if either operand is NaN; -0 is less than +0.
    FMaxDouble [(set 2 (fmax 0 1))] {
        X64 (U:F:64, LU:F:64, D:F:64), tied(0, 2) { T T T; }
        A64 (U:F:64, U:F:64, D:F:64) { T T T; }
    }
    /// a * b + c with one rounding.
    MulAddFloat [(set 3 (fma 0 1 2))] {
        X64 (U:F:32, LU:F:32, LU:F:32, D:F:32), tied(0, 3), needs(Features::FMA) { T T T T; T T MC T; }
        A64 (U:F:32, U:F:32, U:F:32, D:F:32) { T T T T; }
    }
    /// a * b + c with one rounding.
    MulAddDouble [(set 3 (fma 0 1 2))] {
        X64 (U:F:64, LU:F:64, LU:F:64, D:F:64), tied(0, 3), needs(Features::FMA) { T T T T; T T MC T; }
        A64 (U:F:64, U:F:64, U:F:64, D:F:64) { T T T T; }
    }
    /// Replaces any NaN by the canonical NaN.
    PurifyNaNFloat [(set 1 (fpurify 0))] {
        X64 (U:F:32, D:F:32), tied(0, 1) { T T; }
        A64 (U:F:32, D:F:32) { T T; }
    }
    /// Replaces any NaN by the canonical NaN.
    PurifyNaNDouble [(set 1 (fpurify 0))] {
        X64 (U:F:64, D:F:64), tied(0, 1) { T T; }
        A64 (U:F:64, D:F:64) { T T; }
    }
    /// -a: the sign bit is inverted.
    NegFloat [(set 1 (fneg 0))] {
        A64 (U:F:32, D:F:32) { T T; }
    }
    /// -a: the sign bit is inverted.
    NegDouble [(set 1 (fneg 0))] {
        A64 (U:F:64, D:F:64) { T T; }
    }
    /// The absolute value: the sign bit is cleared.
    AbsFloat [(set 1 (fabs 0))] {
        A64 (U:F:32, D:F:32) { T T; }
    }
    /// The absolute value: the sign bit is cleared.
    AbsDouble [(set 1 (fabs 0))] {
        A64 (U:F:64, D:F:64) { T T; }
    }
    /// a with the sign of b.
    CopySignFloat [(set 2 (fcopysign 0 1))] {
        A64 (U:F:32, U:F:32, D:F:32, S:F:32) { T T T T; }
    }
    /// a with the sign of b.
    CopySignDouble [(set 2 (fcopysign 0 1))] {
        A64 (U:F:64, U:F:64, D:F:64, S:F:64) { T T T T; }
    }

    // ---- Vectors ---------------------------------------------------------------------------------------

    /// The vector b if a is not 0, else c.
    SelectVector [(set 3 (if 0 1 2))] {
        X64 (U:G:32, U:F:128, LU:F:128, D:F:128), tied(1, 3) { T T T T; }
        A64 (U:G:32, U:F:128, LU:F:128, D:F:128), tied(1, 3) { T T T T; }
    }
    /// a & b.
    VectorAnd [(set 2 (and 0 1))] {
        X64 (U:F:128, U:F:128, D:F:128), needs(Features::AVX) { T T T; T MC T; }
        X64 (U:F:128, U:F:128, D:F:128), tied(0, 2), commutes() { T T T; T C T; }
        A64 (U:F:128, U:F:128, D:F:128) { T T T; }
    }
    /// a | b.
    VectorOr [(set 2 (or 0 1))] {
        X64 (U:F:128, U:F:128, D:F:128), needs(Features::AVX) { T T T; T MC T; }
        X64 (U:F:128, U:F:128, D:F:128), tied(0, 2), commutes() { T T T; T C T; }
        A64 (U:F:128, U:F:128, D:F:128) { T T T; }
    }
    /// a ^ b.
    VectorXor [(set 2 (xor 0 1))] {
        X64 (U:F:128, U:F:128, D:F:128), needs(Features::AVX) { T T T; T MC T; }
        X64 (U:F:128, U:F:128, D:F:128), tied(0, 2), commutes() { T T T; T C T; }
        A64 (U:F:128, U:F:128, D:F:128) { T T T; }
    }
    /// a & ~b.
    VectorAndNot [(set 2 (and 0 (not 1)))] {
        X64 (U:F:128, U:F:128, D:F:128), needs(Features::AVX) { T T T; MC T T; }
        X64 (LU:F:128, U:F:128, D:F:128), tied(1, 2) { T T T; C T T; }
        A64 (U:F:128, U:F:128, D:F:128) { T T T; }
    }
    /// ~a.
    VectorNot [(set 1 (not 0))] {
        A64 (U:F:128, D:F:128) { T T; }
    }
    /// a + b in each lane.
    VectorAdd [(set 3 (vadd 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; T MC SH T; }
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), tied(0, 3), commutes() { T T SH T; T C SH T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// a - b in each lane.
    VectorSub [(set 3 (vsub 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; T MC SH T; }
        X64 (U:F:128, LU:F:128, U:G:8, D:F:128), tied(0, 3) { T T SH T; T C SH T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// The low half of a * b in each lane.
    VectorMul [(set 3 (vmul 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; T MC SH T; }
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), tied(0, 3), commutes(), needs(Features::SSE41) { T T SH T; T C SH T; }
        X64 (LU:F:128, LU:F:128, U:G:8, D:F:128, S:F:128) { T T SH T T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// The low half of a * b in each lane of 64 bits.
    VectorMul64 [(set 2 (vmul64 0 1))] {
        X64 (LU:F:128, LU:F:128, D:F:128, S:F:128, S:F:128) { T T T T T; }
        A64 (LU:F:128, LU:F:128, D:F:128, S:G:64, S:G:64, S:G:64) { T T T T T T; }
    }
    /// a / b in each lane.
    VectorDiv [(set 3 (vdiv 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; T MC SH T; }
        X64 (U:F:128, LU:F:128, U:G:8, D:F:128), tied(0, 3) { T T SH T; T C SH T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// -a in each lane.
    VectorNeg [(set 2 (vneg 0 1))] {
        A64 (U:F:128, U:G:8, D:F:128) { T SH T; }
    }
    /// The absolute value in each lane.
    VectorAbs [(set 2 (vabs 0 1))] {
        A64 (U:F:128, U:G:8, D:F:128) { T SH T; }
    }
    /// The lesser integer in each lane.
    VectorMin [(set 3 (vmin 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; T MC SH T; }
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), tied(0, 3), commutes(), needs(Features::SSE41) { T T SH T; T C SH T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// The greater integer in each lane.
    VectorMax [(set 3 (vmax 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; T MC SH T; }
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), tied(0, 3), commutes(), needs(Features::SSE41) { T T SH T; T C SH T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// The lesser float in each lane; -0 is less than 0, and a NaN makes a NaN.
    VectorFMin [(set 3 (vfmin 0 1 2))] {
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// The greater float in each lane; 0 is greater than -0, and a NaN makes a NaN.
    VectorFMax [(set 3 (vfmax 0 1 2))] {
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// b in each lane where b < a, else a.
    VectorPMin [(set 3 (vpmin 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; MC T SH T; }
        X64 (LU:F:128, U:F:128, U:G:8, D:F:128), tied(1, 3) { T T SH T; C T SH T; }
    }
    /// b in each lane where a < b, else a.
    VectorPMax [(set 3 (vpmax 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; MC T SH T; }
        X64 (LU:F:128, U:F:128, U:G:8, D:F:128), tied(1, 3) { T T SH T; C T SH T; }
    }
    /// a + b in each lane, or the nearest integer of the lane.
    VectorAddSat [(set 3 (vaddsat 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; T MC SH T; }
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), tied(0, 3), commutes() { T T SH T; T C SH T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// a - b in each lane, or the nearest integer of the lane.
    VectorSubSat [(set 3 (vsubsat 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; T MC SH T; }
        X64 (U:F:128, LU:F:128, U:G:8, D:F:128), tied(0, 3) { T T SH T; T C SH T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// (a + b + 1) / 2 in each lane, without overflow.
    VectorAverage [(set 3 (vavg 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; T MC SH T; }
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), tied(0, 3), commutes() { T T SH T; T C SH T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// All ones in each lane where a = b, else zeros.
    VectorEqual [(set 3 (veq 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; T MC SH T; }
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), tied(0, 3), commutes(), needs(Features::SSE41) { T T SH T; T C SH T; }
        X64 (LU:F:128, LU:F:128, U:G:8, D:F:128, S:F:128) { T T SH T T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// All ones in each lane where a < b, else zeros.
    VectorLessThan [(set 3 (vlt 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; }
        X64 (LU:F:128, LU:F:128, U:G:8, D:F:128, S:F:128) { T T SH T T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// All ones in each lane where a < b as unsigned integers, else zeros.
    VectorBelow [(set 3 (vult 0 1 2))] {
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// All ones in each lane where the float a <= b, else zeros.
    VectorLessEqual [(set 3 (vle 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; T MC SH T; }
        X64 (U:F:128, LU:F:128, U:G:8, D:F:128), tied(0, 3) { T T SH T; T C SH T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// All ones in each lane where the integer a <= b, else zeros.
    VectorNotGreater [(set 3 (vnotgt 0 1 2))] {
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// The bits of a where c has ones, and those of b where it has zeros.
    VectorBitSelect [(set 3 (or (and 0 2) (and 1 (not 2))))] {
        A64 (LU:F:128, LU:F:128, U:F:128, D:F:128), tied(2, 3) { T T T T; }
    }
    /// The low bits of an integer in each lane.
    VectorSplat [(set 2 (vsplat 0 1))] {
        A64 (U:G:64, U:G:8, D:F:128) { T SH T; }
    }
    /// One lane in each lane.
    VectorSplatLane [(set 3 (vsplatlane 0 1 2))] {
        A64 (U:F:128, U:G:8, U:G:8, D:F:128) { T SH SH T; }
    }
    /// A lane as an integer, zero-extended.
    VectorExtract [(set 3 (vextract 0 1 2))] {
        X64 (U:F:128, U:G:8, U:G:8, D:G:64), needs(Features::SSE41) { T SH SH T; }
        X64 (U:F:128, U:G:8, U:G:8, D:G:64, S:F:128) { T SH SH T T; }
        A64 (U:F:128, U:G:8, U:G:8, D:G:64) { T SH SH T; }
    }
    /// a with the low bits of the integer b as one lane.
    VectorInsert [(set 4 (vinsert 0 1 2 3))] {
        X64 (U:F:128, U:G:64, U:G:8, U:G:8, D:F:128), tied(0, 4), needs(Features::SSE41) { T T SH SH T; }
        X64 (LU:F:128, LU:G:64, U:G:8, U:G:8, D:F:128, S:F:128, S:G:64, S:G:64) { T T SH SH T T T T; }
        A64 (U:F:128, U:G:64, U:G:8, U:G:8, D:F:128), tied(0, 4) { T T SH SH T; }
    }
    /// a with the float or double b as one lane.
    VectorInsertFirst [(set 4 (vinsertf 0 1 2 3))] {
        X64 (U:F:128, LU:F:128, U:G:8, U:G:8, D:F:128), tied(0, 4), needs(Features::SSE41) { T T SH SH T; }
        X64 (LU:F:128, LU:F:128, U:G:8, U:G:8, D:F:128, S:F:128, S:G:64) { T T SH SH T T T; }
        A64 (U:F:128, LU:F:128, U:G:8, U:G:8, D:F:128), tied(0, 4) { T T SH SH T; }
    }
    /// The lanes of the low halves of a and b, alternating.
    VectorInterleaveLow [(set 3 (vzipl 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; }
        X64 (U:F:128, LU:F:128, U:G:8, D:F:128), tied(0, 3) { T T SH T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// The lanes of the high halves of a and b, alternating.
    VectorInterleaveHigh [(set 3 (vziph 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; }
        X64 (U:F:128, LU:F:128, U:G:8, D:F:128), tied(0, 3) { T T SH T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// Bytes of a, by the low four bits of each byte of b; zero if its sign bit is set.
    VectorLookup [(set 2 (vlookup 0 1))] {
        X64 (U:F:128, U:F:128, D:F:128), needs(Features::AVX) { T T T; T C T; }
        X64 (U:F:128, LU:F:128, D:F:128), tied(0, 2), needs(Features::SSE41) { T T T; T C T; }
    }
    /// Bytes of a, by the bytes of b; zero from 16.
    VectorTable [(set 2 (vtable 0 1))] {
        A64 (U:F:128, U:F:128, D:F:128) { T T T; }
    }
    /// The bytes of a from an index, and those of b up to it.
    VectorConcat [(set 3 (vconcat 0 1 2))] {
        X64 (U:F:128, U:F:128, U:G:8, D:F:128), needs(Features::AVX) { T T SH T; }
        X64 (LU:F:128, U:F:128, U:G:8, D:F:128), tied(1, 3), needs(Features::SSE41) { T T SH T; }
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// The signed lanes of a and b, saturated to half the width.
    VectorNarrow [(set 3 (vnarrow 0 1 2))] {
        X64 (U:F:128, LU:F:128, U:G:8, D:F:128), tied(0, 3), needs(Features::SSE41) { T T SH T; }
        X64 (LU:F:128, LU:F:128, U:G:8, D:F:128, S:F:128, S:F:128) { T T SH T T T; }
        A64 (U:F:128, LU:F:128, U:G:8, D:F:128) { T T SH T; }
    }
    /// The low half of the lanes, extended to twice the width.
    VectorExtendLow [(set 2 (vextl 0 1))] {
        X64 (U:F:128, U:G:8, D:F:128), needs(Features::SSE41) { T SH T; }
        A64 (U:F:128, U:G:8, D:F:128) { T SH T; }
    }
    /// The high half of the lanes, extended to twice the width.
    VectorExtendHigh [(set 2 (vexth 0 1))] {
        A64 (U:F:128, U:G:8, D:F:128) { T SH T; }
    }
    /// The sums of adjacent products of signed lanes of 16 bits.
    VectorDot [(set 2 (vdot 0 1))] {
        X64 (U:F:128, U:F:128, D:F:128), needs(Features::AVX) { T T T; }
        X64 (U:F:128, U:F:128, D:F:128), tied(0, 2), commutes() { T T T; }
        A64 (LU:F:128, LU:F:128, D:F:128, S:F:128) { T T T T; }
    }
    /// The upper half of twice the product of signed lanes of 16 bits, rounded and saturated.
    VectorMulQ15 [(set 2 (vmulq15 0 1))] {
        X64 (LU:F:128, LU:F:128, D:F:128, S:F:128), needs(Features::SSE41) { T T T T; }
        A64 (U:F:128, U:F:128, D:F:128) { T T T; }
    }
    /// Rounds each lane: to nearest even, down, up, or toward zero.
    VectorRound [(set 3 (vround 0 1 2))] {
        X64 (U:F:128, U:G:8, U:G:8, D:F:128), needs(Features::SSE41) { T SH SH T; }
        A64 (U:F:128, U:G:8, U:G:8, D:F:128) { T SH SH T; }
    }
    /// The square root of each lane.
    VectorSqrt [(set 2 (vsqrt 0 1))] {
        X64 (U:F:128, U:G:8, D:F:128) { T SH T; }
        A64 (U:F:128, U:G:8, D:F:128) { T SH T; }
    }
    /// a * b + c in each lane with one rounding.
    VectorFma [(set 4 (vfma 0 1 2 3))] {
        X64 (U:F:128, LU:F:128, LU:F:128, U:G:8, D:F:128), tied(0, 4), needs(Features::FMA) { T T T SH T; }
        A64 (LU:F:128, LU:F:128, U:F:128, U:G:8, D:F:128), tied(2, 4) { T T T SH T; }
    }
    /// Signed lanes of 32 bits as floats.
    VectorInt32ToFloats [(set 1 (vs32tof 0))] {
        X64 (U:F:128, D:F:128) { T T; }
        A64 (U:F:128, D:F:128) { T T; }
    }
    /// Unsigned lanes of 32 bits as floats.
    VectorUInt32ToFloats [(set 1 (vu32tof 0))] {
        A64 (U:F:128, D:F:128) { T T; }
    }
    /// The low two signed lanes of 32 bits as doubles.
    VectorInt32ToDoubles [(set 1 (vs32tod 0))] {
        X64 (U:F:128, D:F:128) { T T; }
        A64 (U:F:128, D:F:128) { T T; }
    }
    /// The low two unsigned lanes of 32 bits as doubles.
    VectorUInt32ToDoubles [(set 1 (vu32tod 0))] {
        A64 (U:F:128, D:F:128) { T T; }
    }
    /// Floats as signed lanes of 32 bits, saturated.
    VectorFloatsToInt32 [(set 1 (vftos32 0))] {
        A64 (U:F:128, D:F:128) { T T; }
    }
    /// Floats as unsigned lanes of 32 bits, saturated.
    VectorFloatsToUInt32 [(set 1 (vftou32 0))] {
        A64 (U:F:128, D:F:128) { T T; }
    }
    /// Floats as signed lanes of 32 bits; the minimum if out of range.
    VectorFloatsToInt32Min [(set 1 (vftos32_min 0))] {
        X64 (U:F:128, D:F:128) { T T; }
    }
    /// Doubles as the low two signed lanes of 32 bits, saturated.
    VectorDoublesToInt32 [(set 1 (vdtos32 0))] {
        A64 (U:F:128, D:F:128) { T T; }
    }
    /// Doubles as the low two unsigned lanes of 32 bits, saturated.
    VectorDoublesToUInt32 [(set 1 (vdtou32 0))] {
        A64 (U:F:128, D:F:128) { T T; }
    }
    /// Doubles as the low two signed lanes of 32 bits; the minimum if out of range.
    VectorDoublesToInt32Min [(set 1 (vdtos32_min 0))] {
        X64 (U:F:128, D:F:128) { T T; }
    }
    /// The low two floats as doubles.
    VectorFloatsToDoubles [(set 1 (vftod 0))] {
        X64 (U:F:128, D:F:128) { T T; }
        A64 (U:F:128, D:F:128) { T T; }
    }
    /// Doubles as the low two floats.
    VectorDoublesToFloats [(set 1 (vdtof 0))] {
        X64 (U:F:128, D:F:128) { T T; }
        A64 (U:F:128, D:F:128) { T T; }
    }
    /// Lanes of 32 bits, by the pairs of bits of a constant.
    VectorShuffle32 [(set 2 (vshuf32 0 1))] {
        X64 (U:F:128, U:G:8, D:F:128) { T I32 T; }
    }
    /// a << b in each lane, modulo its bits.
    VectorShl [(set 3 (vshl 0 1 2))] {
        X64 (LU:F:128, U:G:32, U:G:8, D:F:128, S:F:128, S:F:128) { T SH SH T T T; }
        X64 (LU:F:128, U:G:32, U:G:8, D:F:128, S:F:128, S:F:128, S:F:128, S:G:32) { T T SH T T T T T; }
        A64 (U:F:128, U:G:32, U:G:8, D:F:128) { T SH SH T; }
        A64 (LU:F:128, U:G:32, U:G:8, D:F:128, S:G:32) { T T SH T T; }
    }
    /// a >> b in each lane, modulo its bits: with signs unless the lanes are unsigned.
    VectorShr [(set 3 (vshr 0 1 2))] {
        X64 (LU:F:128, U:G:32, U:G:8, D:F:128, S:F:128, S:F:128) { T SH SH T T T; }
        X64 (LU:F:128, U:G:32, U:G:8, D:F:128, S:F:128, S:F:128, S:F:128, S:G:32) { T T SH T T T T T; }
        A64 (U:F:128, U:G:32, U:G:8, D:F:128) { T SH SH T; }
        A64 (LU:F:128, U:G:32, U:G:8, D:F:128, S:G:32) { T T SH T T; }
    }
    /// The number of one bits in each byte.
    VectorPopCount [(set 1 (vpopcnt 0))] {
        A64 (U:F:128, D:F:128) { T T; }
    }
    /// The sign bits of all lanes.
    VectorBitmask [(set 2 (vbitmask 0 1))] {
        X64 (U:F:128, U:G:8, D:G:64, S:F:128) { T SH T T; }
    }
    /// The sums of adjacent lanes, of a and then of b.
    VectorAddPairs [(set 3 (vaddp 0 1 2))] {
        A64 (U:F:128, U:F:128, U:G:8, D:F:128) { T T SH T; }
    }

    // ---- Conversions -----------------------------------------------------------------------------------

    /// A signed integer as a float.
    ConvertInt32ToFloat [(set 1 (stof32 0))] {
        X64 (U:G:32, D:F:32) { T T; M T; }
        A64 (U:G:32, D:F:32) { T T; }
    }
    /// A signed integer as a double.
    ConvertInt32ToDouble [(set 1 (stof64 0))] {
        X64 (U:G:32, D:F:64) { T T; M T; }
        A64 (U:G:32, D:F:64) { T T; }
    }
    /// A signed integer as a float.
    ConvertInt64ToFloat [(set 1 (stof32 0))] {
        X64 (U:G:64, D:F:32) { T T; M T; }
        A64 (U:G:64, D:F:32) { T T; }
    }
    /// A signed integer as a double.
    ConvertInt64ToDouble [(set 1 (stof64 0))] {
        X64 (U:G:64, D:F:64) { T T; M T; }
        A64 (U:G:64, D:F:64) { T T; }
    }
    /// An unsigned integer as a float.
    ConvertUInt64ToFloat [(set 1 (utof32 0))] {
        X64 (U:G:64, D:F:32, S:G:64, S:G:64) { T T T T; }
        A64 (U:G:64, D:F:32) { T T; }
    }
    /// An unsigned integer as a double.
    ConvertUInt64ToDouble [(set 1 (utof64 0))] {
        X64 (U:G:64, D:F:64, S:G:64, S:G:64) { T T T T; }
        A64 (U:G:64, D:F:64) { T T; }
    }
    /// A float as a double.
    ConvertFloatToDouble [(set 1 (fpromote 0))] {
        X64 (U:F:32, D:F:64) { T T; MC T; }
        A64 (U:F:32, D:F:64) { T T; }
    }
    /// A double as a float.
    ConvertDoubleToFloat [(set 1 (fdemote 0))] {
        X64 (U:F:64, D:F:32) { T T; MC T; }
        A64 (U:F:64, D:F:32) { T T; }
    }
    /// A float truncated to signed 32 bits; saturating, 0 for a NaN.
    TruncateFloatToInt32Sat [(set 1 (ftos32_sat 0))] {
        X64 (U:F:32, ZD:G:32, S:F:32, S:G:64) { T T T T; }
        A64 (U:F:32, ZD:G:32) { T T; }
    }
    /// A double truncated to signed 32 bits; saturating, 0 for a NaN.
    TruncateDoubleToInt32Sat [(set 1 (ftos32_sat 0))] {
        X64 (U:F:64, ZD:G:32, S:F:64, S:G:64) { T T T T; }
        A64 (U:F:64, ZD:G:32) { T T; }
    }
    /// A float truncated to signed 64 bits; saturating, 0 for a NaN.
    TruncateFloatToInt64Sat [(set 1 (ftos64_sat 0))] {
        X64 (U:F:32, D:G:64, S:F:32, S:G:64) { T T T T; }
        A64 (U:F:32, D:G:64) { T T; }
    }
    /// A double truncated to signed 64 bits; saturating, 0 for a NaN.
    TruncateDoubleToInt64Sat [(set 1 (ftos64_sat 0))] {
        X64 (U:F:64, D:G:64, S:F:64, S:G:64) { T T T T; }
        A64 (U:F:64, D:G:64) { T T; }
    }
    /// A float truncated to unsigned 32 bits; saturating, 0 for a NaN.
    TruncateFloatToUInt32Sat [(set 1 (ftou32_sat 0))] {
        X64 (U:F:32, ZD:G:32, S:F:32, S:G:64) { T T T T; }
        A64 (U:F:32, ZD:G:32) { T T; }
    }
    /// A double truncated to unsigned 32 bits; saturating, 0 for a NaN.
    TruncateDoubleToUInt32Sat [(set 1 (ftou32_sat 0))] {
        X64 (U:F:64, ZD:G:32, S:F:64, S:G:64) { T T T T; }
        A64 (U:F:64, ZD:G:32) { T T; }
    }
    /// A float truncated to unsigned 64 bits; saturating, 0 for a NaN.
    TruncateFloatToUInt64Sat [(set 1 (ftou64_sat 0))] {
        X64 (U:F:32, D:G:64, S:F:32, S:G:64) { T T T T; }
        A64 (U:F:32, D:G:64) { T T; }
    }
    /// A double truncated to unsigned 64 bits; saturating, 0 for a NaN.
    TruncateDoubleToUInt64Sat [(set 1 (ftou64_sat 0))] {
        X64 (U:F:64, D:G:64, S:F:64, S:G:64) { T T T T; }
        A64 (U:F:64, D:G:64) { T T; }
    }
    /// A float truncated to signed 32 bits; traps with BadConversion or IntegerOverflow.
    TruncateFloatToInt32Trap, EFFECTS [(set 1 (ftos32_trap 0))] {
        X64 (U:F:32, ZD:G:32, S:F:32, S:G:64) { T T T T; }
        A64 (U:F:32, ZD:G:32, S:F:32) { T T T; }
    }
    /// A double truncated to signed 32 bits; traps with BadConversion or IntegerOverflow.
    TruncateDoubleToInt32Trap, EFFECTS [(set 1 (ftos32_trap 0))] {
        X64 (U:F:64, ZD:G:32, S:F:64, S:G:64) { T T T T; }
        A64 (U:F:64, ZD:G:32, S:F:64) { T T T; }
    }
    /// A float truncated to signed 64 bits; traps with BadConversion or IntegerOverflow.
    TruncateFloatToInt64Trap, EFFECTS [(set 1 (ftos64_trap 0))] {
        X64 (U:F:32, D:G:64, S:F:32, S:G:64) { T T T T; }
        A64 (U:F:32, D:G:64, S:F:32) { T T T; }
    }
    /// A double truncated to signed 64 bits; traps with BadConversion or IntegerOverflow.
    TruncateDoubleToInt64Trap, EFFECTS [(set 1 (ftos64_trap 0))] {
        X64 (U:F:64, D:G:64, S:F:64, S:G:64) { T T T T; }
        A64 (U:F:64, D:G:64, S:F:64) { T T T; }
    }
    /// A float truncated to unsigned 32 bits; traps with BadConversion or IntegerOverflow.
    TruncateFloatToUInt32Trap, EFFECTS [(set 1 (ftou32_trap 0))] {
        X64 (U:F:32, ZD:G:32, S:F:32, S:G:64) { T T T T; }
        A64 (U:F:32, ZD:G:32, S:F:32) { T T T; }
    }
    /// A double truncated to unsigned 32 bits; traps with BadConversion or IntegerOverflow.
    TruncateDoubleToUInt32Trap, EFFECTS [(set 1 (ftou32_trap 0))] {
        X64 (U:F:64, ZD:G:32, S:F:64, S:G:64) { T T T T; }
        A64 (U:F:64, ZD:G:32, S:F:64) { T T T; }
    }
    /// A float truncated to unsigned 64 bits; traps with BadConversion or IntegerOverflow.
    TruncateFloatToUInt64Trap, EFFECTS [(set 1 (ftou64_trap 0))] {
        X64 (U:F:32, D:G:64, S:F:32, S:G:64) { T T T T; }
        A64 (U:F:32, D:G:64, S:F:32) { T T T; }
    }
    /// A double truncated to unsigned 64 bits; traps with BadConversion or IntegerOverflow.
    TruncateDoubleToUInt64Trap, EFFECTS [(set 1 (ftou64_trap 0))] {
        X64 (U:F:64, D:G:64, S:F:64, S:G:64) { T T T T; }
        A64 (U:F:64, D:G:64, S:F:64) { T T T; }
    }
    /// A float truncated to signed 32 bits; the minimum if out of range or a NaN.
    TruncateFloatToInt32Min [(set 1 (ftos32_min 0))] {
        X64 (U:F:32, ZD:G:32) { T T; MC T; }
        A64 (U:F:32, ZD:G:32, S:F:32) { T T T; }
    }
    /// A double truncated to signed 32 bits; the minimum if out of range or a NaN.
    TruncateDoubleToInt32Min [(set 1 (ftos32_min 0))] {
        X64 (U:F:64, ZD:G:32) { T T; MC T; }
        A64 (U:F:64, ZD:G:32, S:F:64) { T T T; }
    }
    /// A float truncated to signed 64 bits; the minimum if out of range or a NaN.
    TruncateFloatToInt64Min [(set 1 (ftos64_min 0))] {
        X64 (U:F:32, D:G:64) { T T; MC T; }
        A64 (U:F:32, D:G:64, S:F:32) { T T T; }
    }
    /// A double truncated to signed 64 bits; the minimum if out of range or a NaN.
    TruncateDoubleToInt64Min [(set 1 (ftos64_min 0))] {
        X64 (U:F:64, D:G:64) { T T; MC T; }
        A64 (U:F:64, D:G:64, S:F:64) { T T T; }
    }
    /// A double truncated to an integer modulo 2^32; 0 for a NaN or an infinity.
    TruncateDoubleToInt32Wrap [(set 1 (ftos32_wrap 0))] {
        X64 (U:F:64, ZD:G:32, S:F:64) { T T T; }
        A64 (U:F:64, ZD:G:32), needs(Features::JSCVT) { T T; }
        A64 (U:F:64, ZD:G:32, S:F:64, S:F:64) { T T T T; }
    }

    // ---- Comparisons and their users -------------------------------------------------------------------

    /// 1 if a ? b, 32 bits, else 0.
    Compare32 [(set 3 (holds 0 1 2))] {
        X64 (X:G:8, U:G:32, U:G:32, ZD:G:32) { IC T TI T; IC T M T; IC M TI T; }
        A64 (X:G:8, U:G:32, U:G:32, ZD:G:32) { IC T TI T; }
    }
    /// 1 if a ? b, 64 bits, else 0.
    Compare64 [(set 3 (holds 0 1 2))] {
        X64 (X:G:8, U:G:64, U:G:64, ZD:G:32) { IC T TI T; IC T M T; IC M TI T; }
        A64 (X:G:8, U:G:64, U:G:64, ZD:G:32) { IC T TI T; }
    }
    /// 1 if (a & b) ? 0, 32 bits, else 0.
    Test32 [(set 3 (holds 0 (and 1 2) zero))] {
        X64 (X:G:8, U:G:32, U:G:32, ZD:G:32) { IC T TI T; IC T M T; IC M TI T; }
        A64 (X:G:8, U:G:32, U:G:32, ZD:G:32) { IC T TI T; }
    }
    /// 1 if (a & b) ? 0, 64 bits, else 0.
    Test64 [(set 3 (holds 0 (and 1 2) zero))] {
        X64 (X:G:8, U:G:64, U:G:64, ZD:G:32) { IC T TI T; IC T M T; IC M TI T; }
        A64 (X:G:8, U:G:64, U:G:64, ZD:G:32) { IC T TI T; }
    }
    /// 1 if a ? b, 8 bits, else 0.
    Compare8 [(set 3 (holds 0 1 2))] {
        X64 (X:G:8, U:G:8, U:G:8, ZD:G:32) { IC M TI T; }
    }
    /// 1 if a ? b, 16 bits, else 0.
    Compare16 [(set 3 (holds 0 1 2))] {
        X64 (X:G:8, U:G:16, U:G:16, ZD:G:32) { IC M TI T; }
    }
    /// 1 if (a & b) ? 0, 8 bits, else 0.
    Test8 [(set 3 (holds 0 (and 1 2) zero))] {
        X64 (X:G:8, U:G:8, U:G:8, ZD:G:32) { IC M TI T; }
    }
    /// 1 if bit b of a ? 0, 32 bits, else 0.
    TestBit32 [(set 3 (holds 0 (and (ushr 1 2) one) zero))] {
        X64 (X:G:8, U:G:32, U:G:8, ZD:G:32) { IC T T T; IC T SH T; }
        A64 (X:G:8, U:G:32, U:G:8, ZD:G:32) { IC T T T; IC T SH T; }
    }
    /// 1 if bit b of a ? 0, 64 bits, else 0.
    TestBit64 [(set 3 (holds 0 (and (ushr 1 2) one) zero))] {
        X64 (X:G:8, U:G:64, U:G:8, ZD:G:32) { IC T T T; IC T SH T; }
        A64 (X:G:8, U:G:64, U:G:8, ZD:G:32) { IC T T T; IC T SH T; }
    }
    /// 1 if floats a ? b, else 0.
    CompareFloat [(set 3 (holds 0 1 2))] {
        X64 (X:G:8, U:F:32, U:F:32, ZD:G:32, S:G:32) { FC T T T T; FC T MC T T; }
        A64 (X:G:8, U:F:32, U:F:32, ZD:G:32) { FC T T T; }
    }
    /// 1 if doubles a ? b, else 0.
    CompareDouble [(set 3 (holds 0 1 2))] {
        X64 (X:G:8, U:F:64, U:F:64, ZD:G:32, S:G:32) { FC T T T T; FC T MC T T; }
        A64 (X:G:8, U:F:64, U:F:64, ZD:G:32) { FC T T T; }
    }
    /// Branches to the first successor if a ? b, 32 bits, else to the second.
    Branch32, TERMINAL [(branch (holds 0 1 2))] {
        X64 (X:G:8, U:G:32, U:G:32) { IC T TI; IC T M; IC M TI; }
        A64 (X:G:8, U:G:32, U:G:32) { IC T TI; }
    }
    /// Branches to the first successor if a ? b, 64 bits, else to the second.
    Branch64, TERMINAL [(branch (holds 0 1 2))] {
        X64 (X:G:8, U:G:64, U:G:64) { IC T TI; IC T M; IC M TI; }
        A64 (X:G:8, U:G:64, U:G:64) { IC T TI; }
    }
    /// Branches to the first successor if (a & b) ? 0, 32 bits, else to the second.
    BranchTest32, TERMINAL [(branch (holds 0 (and 1 2) zero))] {
        X64 (X:G:8, U:G:32, U:G:32) { IC T TI; IC T M; IC M TI; }
        A64 (X:G:8, U:G:32, U:G:32) { IC T TI; }
    }
    /// Branches to the first successor if (a & b) ? 0, 64 bits, else to the second.
    BranchTest64, TERMINAL [(branch (holds 0 (and 1 2) zero))] {
        X64 (X:G:8, U:G:64, U:G:64) { IC T TI; IC T M; IC M TI; }
        A64 (X:G:8, U:G:64, U:G:64) { IC T TI; }
    }
    /// Branches to the first successor if a ? b, 8 bits, else to the second.
    Branch8, TERMINAL [(branch (holds 0 1 2))] {
        X64 (X:G:8, U:G:8, U:G:8) { IC M TI; }
    }
    /// Branches to the first successor if a ? b, 16 bits, else to the second.
    Branch16, TERMINAL [(branch (holds 0 1 2))] {
        X64 (X:G:8, U:G:16, U:G:16) { IC M TI; }
    }
    /// Branches to the first successor if (a & b) ? 0, 8 bits, else to the second.
    BranchTest8, TERMINAL [(branch (holds 0 (and 1 2) zero))] {
        X64 (X:G:8, U:G:8, U:G:8) { IC M TI; }
    }
    /// Branches to the first successor if bit b of a ? 0, 32 bits, else to the second.
    BranchTestBit32, TERMINAL [(branch (holds 0 (and (ushr 1 2) one) zero))] {
        X64 (X:G:8, U:G:32, U:G:8) { IC T T; IC T SH; }
        A64 (X:G:8, U:G:32, U:G:8) { IC T T; IC T SH; }
    }
    /// Branches to the first successor if bit b of a ? 0, 64 bits, else to the second.
    BranchTestBit64, TERMINAL [(branch (holds 0 (and (ushr 1 2) one) zero))] {
        X64 (X:G:8, U:G:64, U:G:8) { IC T T; IC T SH; }
        A64 (X:G:8, U:G:64, U:G:8) { IC T T; IC T SH; }
    }
    /// Branches to the first successor if floats a ? b, else to the second.
    BranchFloat, TERMINAL [(branch (holds 0 1 2))] {
        X64 (X:G:8, U:F:32, U:F:32) { FC T T; FC T MC; }
        A64 (X:G:8, U:F:32, U:F:32) { FC T T; }
    }
    /// Branches to the first successor if doubles a ? b, else to the second.
    BranchDouble, TERMINAL [(branch (holds 0 1 2))] {
        X64 (X:G:8, U:F:64, U:F:64) { FC T T; FC T MC; }
        A64 (X:G:8, U:F:64, U:F:64) { FC T T; }
    }
    /// Traps if a ? b, 32 bits.
    TrapIf32, EFFECTS [(trap (holds 0 1 2) 3)] {
        X64 (X:G:8, U:G:32, U:G:32, X:G:8) { IC T TI TR; IC T M TR; IC M TI TR; }
        A64 (X:G:8, U:G:32, U:G:32, X:G:8) { IC T TI TR; }
    }
    /// Traps if a ? b, 64 bits.
    TrapIf64, EFFECTS [(trap (holds 0 1 2) 3)] {
        X64 (X:G:8, U:G:64, U:G:64, X:G:8) { IC T TI TR; IC T M TR; IC M TI TR; }
        A64 (X:G:8, U:G:64, U:G:64, X:G:8) { IC T TI TR; }
    }
    /// Traps if (a & b) ? 0, 32 bits.
    TrapIfTest32, EFFECTS [(trap (holds 0 (and 1 2) zero) 3)] {
        X64 (X:G:8, U:G:32, U:G:32, X:G:8) { IC T TI TR; IC T M TR; IC M TI TR; }
        A64 (X:G:8, U:G:32, U:G:32, X:G:8) { IC T TI TR; }
    }
    /// Traps if (a & b) ? 0, 64 bits.
    TrapIfTest64, EFFECTS [(trap (holds 0 (and 1 2) zero) 3)] {
        X64 (X:G:8, U:G:64, U:G:64, X:G:8) { IC T TI TR; IC T M TR; IC M TI TR; }
        A64 (X:G:8, U:G:64, U:G:64, X:G:8) { IC T TI TR; }
    }
    /// Traps if a ? b, 8 bits.
    TrapIf8, EFFECTS [(trap (holds 0 1 2) 3)] {
        X64 (X:G:8, U:G:8, U:G:8, X:G:8) { IC M TI TR; }
    }
    /// Traps if a ? b, 16 bits.
    TrapIf16, EFFECTS [(trap (holds 0 1 2) 3)] {
        X64 (X:G:8, U:G:16, U:G:16, X:G:8) { IC M TI TR; }
    }
    /// Traps if (a & b) ? 0, 8 bits.
    TrapIfTest8, EFFECTS [(trap (holds 0 (and 1 2) zero) 3)] {
        X64 (X:G:8, U:G:8, U:G:8, X:G:8) { IC M TI TR; }
    }
    /// Traps if bit b of a ? 0, 32 bits.
    TrapIfTestBit32, EFFECTS [(trap (holds 0 (and (ushr 1 2) one) zero) 3)] {
        X64 (X:G:8, U:G:32, U:G:8, X:G:8) { IC T T TR; IC T SH TR; }
        A64 (X:G:8, U:G:32, U:G:8, X:G:8) { IC T T TR; IC T SH TR; }
    }
    /// Traps if bit b of a ? 0, 64 bits.
    TrapIfTestBit64, EFFECTS [(trap (holds 0 (and (ushr 1 2) one) zero) 3)] {
        X64 (X:G:8, U:G:64, U:G:8, X:G:8) { IC T T TR; IC T SH TR; }
        A64 (X:G:8, U:G:64, U:G:8, X:G:8) { IC T T TR; IC T SH TR; }
    }
    /// Traps if floats a ? b.
    TrapIfFloat, EFFECTS [(trap (holds 0 1 2) 3)] {
        X64 (X:G:8, U:F:32, U:F:32, X:G:8) { FC T T TR; FC T MC TR; }
        A64 (X:G:8, U:F:32, U:F:32, X:G:8) { FC T T TR; }
    }
    /// Traps if doubles a ? b.
    TrapIfDouble, EFFECTS [(trap (holds 0 1 2) 3)] {
        X64 (X:G:8, U:F:64, U:F:64, X:G:8) { FC T T TR; FC T MC TR; }
        A64 (X:G:8, U:F:64, U:F:64, X:G:8) { FC T T TR; }
    }
    /// c if a ? b, 32 bits, else d.
    MoveConditionally32 [(set 5 (if (holds 0 1 2) 3 4))] {
        X64 (X:G:8, U:G:32, U:G:32, U:G:64, U:G:64, D:G:64), tied(4, 5) { IC T TI T T T; IC T M T T T; IC M TI T T T; }
        A64 (X:G:8, U:G:32, U:G:32, U:G:64, U:G:64, D:G:64) { IC T TI T T T; }
    }
    /// c if a ? b, 64 bits, else d.
    MoveConditionally64 [(set 5 (if (holds 0 1 2) 3 4))] {
        X64 (X:G:8, U:G:64, U:G:64, U:G:64, U:G:64, D:G:64), tied(4, 5) { IC T TI T T T; IC T M T T T; IC M TI T T T; }
        A64 (X:G:8, U:G:64, U:G:64, U:G:64, U:G:64, D:G:64) { IC T TI T T T; }
    }
    /// c if (a & b) ? 0, 32 bits, else d.
    MoveConditionallyTest32 [(set 5 (if (holds 0 (and 1 2) zero) 3 4))] {
        X64 (X:G:8, U:G:32, U:G:32, U:G:64, U:G:64, D:G:64), tied(4, 5) { IC T TI T T T; IC T M T T T; IC M TI T T T; }
        A64 (X:G:8, U:G:32, U:G:32, U:G:64, U:G:64, D:G:64) { IC T TI T T T; }
    }
    /// c if (a & b) ? 0, 64 bits, else d.
    MoveConditionallyTest64 [(set 5 (if (holds 0 (and 1 2) zero) 3 4))] {
        X64 (X:G:8, U:G:64, U:G:64, U:G:64, U:G:64, D:G:64), tied(4, 5) { IC T TI T T T; IC T M T T T; IC M TI T T T; }
        A64 (X:G:8, U:G:64, U:G:64, U:G:64, U:G:64, D:G:64) { IC T TI T T T; }
    }
    /// c if a ? b, 8 bits, else d.
    MoveConditionally8 [(set 5 (if (holds 0 1 2) 3 4))] {
        X64 (X:G:8, U:G:8, U:G:8, U:G:64, U:G:64, D:G:64), tied(4, 5) { IC M TI T T T; }
    }
    /// c if a ? b, 16 bits, else d.
    MoveConditionally16 [(set 5 (if (holds 0 1 2) 3 4))] {
        X64 (X:G:8, U:G:16, U:G:16, U:G:64, U:G:64, D:G:64), tied(4, 5) { IC M TI T T T; }
    }
    /// c if (a & b) ? 0, 8 bits, else d.
    MoveConditionallyTest8 [(set 5 (if (holds 0 (and 1 2) zero) 3 4))] {
        X64 (X:G:8, U:G:8, U:G:8, U:G:64, U:G:64, D:G:64), tied(4, 5) { IC M TI T T T; }
    }
    /// c if bit b of a ? 0, 32 bits, else d.
    MoveConditionallyTestBit32 [(set 5 (if (holds 0 (and (ushr 1 2) one) zero) 3 4))] {
        X64 (X:G:8, U:G:32, U:G:8, U:G:64, U:G:64, D:G:64), tied(4, 5) { IC T T T T T; IC T SH T T T; }
        A64 (X:G:8, U:G:32, U:G:8, U:G:64, U:G:64, D:G:64) { IC T T T T T; IC T SH T T T; }
    }
    /// c if bit b of a ? 0, 64 bits, else d.
    MoveConditionallyTestBit64 [(set 5 (if (holds 0 (and (ushr 1 2) one) zero) 3 4))] {
        X64 (X:G:8, U:G:64, U:G:8, U:G:64, U:G:64, D:G:64), tied(4, 5) { IC T T T T T; IC T SH T T T; }
        A64 (X:G:8, U:G:64, U:G:8, U:G:64, U:G:64, D:G:64) { IC T T T T T; IC T SH T T T; }
    }
    /// c if floats a ? b, else d.
    MoveConditionallyFloat [(set 5 (if (holds 0 1 2) 3 4))] {
        X64 (X:G:8, U:F:32, U:F:32, U:G:64, U:G:64, D:G:64), tied(4, 5) { FC T T T T T; FC T MC T T T; }
        A64 (X:G:8, U:F:32, U:F:32, U:G:64, U:G:64, D:G:64) { FC T T T T T; }
    }
    /// c if doubles a ? b, else d.
    MoveConditionallyDouble [(set 5 (if (holds 0 1 2) 3 4))] {
        X64 (X:G:8, U:F:64, U:F:64, U:G:64, U:G:64, D:G:64), tied(4, 5) { FC T T T T T; FC T MC T T T; }
        A64 (X:G:8, U:F:64, U:F:64, U:G:64, U:G:64, D:G:64) { FC T T T T T; }
    }
    /// The floating-point c if a ? b, 32 bits, else d.
    MoveDoubleConditionally32 [(set 5 (if (holds 0 1 2) 3 4))] {
        X64 (X:G:8, U:G:32, U:G:32, U:F:64, U:F:64, D:F:64), tied(4, 5) { IC T TI T T T; IC T M T T T; IC M TI T T T; }
        A64 (X:G:8, U:G:32, U:G:32, U:F:64, U:F:64, D:F:64) { IC T TI T T T; }
    }
    /// The floating-point c if a ? b, 64 bits, else d.
    MoveDoubleConditionally64 [(set 5 (if (holds 0 1 2) 3 4))] {
        X64 (X:G:8, U:G:64, U:G:64, U:F:64, U:F:64, D:F:64), tied(4, 5) { IC T TI T T T; IC T M T T T; IC M TI T T T; }
        A64 (X:G:8, U:G:64, U:G:64, U:F:64, U:F:64, D:F:64) { IC T TI T T T; }
    }
    /// The floating-point c if (a & b) ? 0, 32 bits, else d.
    MoveDoubleConditionallyTest32 [(set 5 (if (holds 0 (and 1 2) zero) 3 4))] {
        X64 (X:G:8, U:G:32, U:G:32, U:F:64, U:F:64, D:F:64), tied(4, 5) { IC T TI T T T; IC T M T T T; IC M TI T T T; }
        A64 (X:G:8, U:G:32, U:G:32, U:F:64, U:F:64, D:F:64) { IC T TI T T T; }
    }
    /// The floating-point c if (a & b) ? 0, 64 bits, else d.
    MoveDoubleConditionallyTest64 [(set 5 (if (holds 0 (and 1 2) zero) 3 4))] {
        X64 (X:G:8, U:G:64, U:G:64, U:F:64, U:F:64, D:F:64), tied(4, 5) { IC T TI T T T; IC T M T T T; IC M TI T T T; }
        A64 (X:G:8, U:G:64, U:G:64, U:F:64, U:F:64, D:F:64) { IC T TI T T T; }
    }
    /// The floating-point c if a ? b, 8 bits, else d.
    MoveDoubleConditionally8 [(set 5 (if (holds 0 1 2) 3 4))] {
        X64 (X:G:8, U:G:8, U:G:8, U:F:64, U:F:64, D:F:64), tied(4, 5) { IC M TI T T T; }
    }
    /// The floating-point c if a ? b, 16 bits, else d.
    MoveDoubleConditionally16 [(set 5 (if (holds 0 1 2) 3 4))] {
        X64 (X:G:8, U:G:16, U:G:16, U:F:64, U:F:64, D:F:64), tied(4, 5) { IC M TI T T T; }
    }
    /// The floating-point c if (a & b) ? 0, 8 bits, else d.
    MoveDoubleConditionallyTest8 [(set 5 (if (holds 0 (and 1 2) zero) 3 4))] {
        X64 (X:G:8, U:G:8, U:G:8, U:F:64, U:F:64, D:F:64), tied(4, 5) { IC M TI T T T; }
    }
    /// The floating-point c if bit b of a ? 0, 32 bits, else d.
    MoveDoubleConditionallyTestBit32 [(set 5 (if (holds 0 (and (ushr 1 2) one) zero) 3 4))] {
        X64 (X:G:8, U:G:32, U:G:8, U:F:64, U:F:64, D:F:64), tied(4, 5) { IC T T T T T; IC T SH T T T; }
        A64 (X:G:8, U:G:32, U:G:8, U:F:64, U:F:64, D:F:64) { IC T T T T T; IC T SH T T T; }
    }
    /// The floating-point c if bit b of a ? 0, 64 bits, else d.
    MoveDoubleConditionallyTestBit64 [(set 5 (if (holds 0 (and (ushr 1 2) one) zero) 3 4))] {
        X64 (X:G:8, U:G:64, U:G:8, U:F:64, U:F:64, D:F:64), tied(4, 5) { IC T T T T T; IC T SH T T T; }
        A64 (X:G:8, U:G:64, U:G:8, U:F:64, U:F:64, D:F:64) { IC T T T T T; IC T SH T T T; }
    }
    /// The floating-point c if floats a ? b, else d.
    MoveDoubleConditionallyFloat [(set 5 (if (holds 0 1 2) 3 4))] {
        X64 (X:G:8, U:F:32, U:F:32, U:F:64, U:F:64, D:F:64), tied(4, 5) { FC T T T T T; FC T MC T T T; }
        A64 (X:G:8, U:F:32, U:F:32, U:F:64, U:F:64, D:F:64) { FC T T T T T; }
    }
    /// The floating-point c if doubles a ? b, else d.
    MoveDoubleConditionallyDouble [(set 5 (if (holds 0 1 2) 3 4))] {
        X64 (X:G:8, U:F:64, U:F:64, U:F:64, U:F:64, D:F:64), tied(4, 5) { FC T T T T T; FC T MC T T T; }
        A64 (X:G:8, U:F:64, U:F:64, U:F:64, U:F:64, D:F:64) { FC T T T T T; }
    }

    // ---- Flags shared by several instructions ----------------------------------------------------------

    /// Sets the flags by comparing a and b, 32 bits.
    CompareOnFlags32, EFFECTS, SETS_FLAGS [(flags (compare 0 1))] {
        A64 (U:G:32, U:G:32) { T TI; }
    }
    /// Sets the flags by comparing a and b, 64 bits.
    CompareOnFlags64, EFFECTS, SETS_FLAGS [(flags (compare 0 1))] {
        A64 (U:G:64, U:G:64) { T TI; }
    }
    /// Sets the flags by comparing a & b with 0, 32 bits, for equality and signed conditions.
    TestOnFlags32, EFFECTS, SETS_FLAGS [(flags (test 0 1))] {
        A64 (U:G:32, U:G:32) { T TI; }
    }
    /// Sets the flags by comparing a & b with 0, 64 bits, for equality and signed conditions.
    TestOnFlags64, EFFECTS, SETS_FLAGS [(flags (test 0 1))] {
        A64 (U:G:64, U:G:64) { T TI; }
    }
    /// Sets the flags by comparing floats a and b.
    CompareFloatOnFlags, EFFECTS, SETS_FLAGS [(flags (fcompare 0 1))] {
        A64 (U:F:32, U:F:32) { T T; }
    }
    /// Sets the flags by comparing doubles a and b.
    CompareDoubleOnFlags, EFFECTS, SETS_FLAGS [(flags (fcompare 0 1))] {
        A64 (U:F:64, U:F:64) { T T; }
    }
    /// If the flags satisfy the first condition, compares a and b, 32 bits. Otherwise sets the flags so that the last
    /// condition holds.
    CompareConditionallyOnFlags32, EFFECTS, SETS_FLAGS, READS_FLAGS [(flags (if (holds_in 0 flags) (compare 1 2) (satisfying 3)))] {
        A64 (X:G:8, U:G:32, U:G:32, X:G:8) { IFC T TI IC; }
    }
    /// If the flags satisfy the first condition, compares a and b, 64 bits. Otherwise sets the flags so that the last
    /// condition holds.
    CompareConditionallyOnFlags64, EFFECTS, SETS_FLAGS, READS_FLAGS [(flags (if (holds_in 0 flags) (compare 1 2) (satisfying 3)))] {
        A64 (X:G:8, U:G:64, U:G:64, X:G:8) { IFC T TI IC; }
    }
    /// If the flags satisfy the first condition, compares floats a and b. Otherwise sets the flags so that the last
    /// condition holds.
    CompareFloatConditionallyOnFlags, EFFECTS, SETS_FLAGS, READS_FLAGS [(flags (if (holds_in 0 flags) (fcompare 1 2) (satisfying 3)))] {
        A64 (X:G:8, U:F:32, U:F:32, X:G:8) { IFC T T FC; }
    }
    /// If the flags satisfy the first condition, compares doubles a and b. Otherwise sets the flags so that the last
    /// condition holds.
    CompareDoubleConditionallyOnFlags, EFFECTS, SETS_FLAGS, READS_FLAGS [(flags (if (holds_in 0 flags) (fcompare 1 2) (satisfying 3)))] {
        A64 (X:G:8, U:F:64, U:F:64, X:G:8) { IFC T T FC; }
    }
    /// 1 if the flags satisfy the condition, else 0.
    SetOnFlags, READS_FLAGS [(set 1 (holds_in 0 flags))] {
        A64 (X:G:8, ZD:G:32) { IFC T; }
    }
    /// Branches to the first successor if the flags satisfy the condition, else to the second.
    BranchOnFlags, TERMINAL, READS_FLAGS [(branch (holds_in 0 flags))] {
        A64 (X:G:8) { IFC; }
    }
    /// Traps if the flags satisfy the condition.
    TrapIfOnFlags, EFFECTS, READS_FLAGS [(trap (holds_in 0 flags) 1)] {
        A64 (X:G:8, X:G:8) { IFC TR; }
    }
    /// a if the flags satisfy the condition, else b.
    MoveConditionallyOnFlags, READS_FLAGS [(set 3 (if (holds_in 0 flags) 1 2))] {
        A64 (X:G:8, U:G:64, U:G:64, D:G:64) { IFC TS TS T; }
    }
    /// The floating-point a if the flags satisfy the condition, else b.
    MoveDoubleConditionallyOnFlags, READS_FLAGS [(set 3 (if (holds_in 0 flags) 1 2))] {
        A64 (X:G:8, U:F:64, U:F:64, D:F:64) { IFC T T T; }
    }
    /// a if the flags satisfy the condition, else b + 1, 32 bits.
    MoveOrIncrementOnFlags32, READS_FLAGS [(set 3 (if (holds_in 0 flags) 1 (add 2 one)))] {
        A64 (X:G:8, U:G:32, U:G:32, ZD:G:32) { IFC TS TS T; }
    }
    /// a if the flags satisfy the condition, else b + 1, 64 bits.
    MoveOrIncrementOnFlags64, READS_FLAGS [(set 3 (if (holds_in 0 flags) 1 (add 2 one)))] {
        A64 (X:G:8, U:G:64, U:G:64, D:G:64) { IFC TS TS T; }
    }
    /// a if the flags satisfy the condition, else !b, 32 bits.
    MoveOrInvertOnFlags32, READS_FLAGS [(set 3 (if (holds_in 0 flags) 1 (not 2)))] {
        A64 (X:G:8, U:G:32, U:G:32, ZD:G:32) { IFC TS TS T; }
    }
    /// a if the flags satisfy the condition, else !b, 64 bits.
    MoveOrInvertOnFlags64, READS_FLAGS [(set 3 (if (holds_in 0 flags) 1 (not 2)))] {
        A64 (X:G:8, U:G:64, U:G:64, D:G:64) { IFC TS TS T; }
    }
    /// a if the flags satisfy the condition, else -b, 32 bits.
    MoveOrNegateOnFlags32, READS_FLAGS [(set 3 (if (holds_in 0 flags) 1 (neg 2)))] {
        A64 (X:G:8, U:G:32, U:G:32, ZD:G:32) { IFC TS TS T; }
    }
    /// a if the flags satisfy the condition, else -b, 64 bits.
    MoveOrNegateOnFlags64, READS_FLAGS [(set 3 (if (holds_in 0 flags) 1 (neg 2)))] {
        A64 (X:G:8, U:G:64, U:G:64, D:G:64) { IFC TS TS T; }
    }

    // ---- Control ---------------------------------------------------------------------------------------

    /// Branches to its successor.
    Jump, TERMINAL [(jump)] {
        X64 () { ; }
        A64 () { ; }
    }
    /// Terminal of the first block: branches to the n-th successor when the procedure is entered at its n-th entry.
    EntrySwitch, TERMINAL ["chooses the successor by the entry that was called"] {
        X64 () { ; }
        A64 () { ; }
    }
    /// Branches to the successor of the case that equals the operand, else to the last successor.
    Switch32, TERMINAL [(switch 0 1)] {
        X64 (X:G:8, U:G:32, S:G:64, S:G:64) { SW T T T; }
        A64 (X:G:8, U:G:32) { SW T; }
    }
    /// Branches to the successor of the case that equals the operand, else to the last successor.
    Switch64, TERMINAL [(switch 0 1)] {
        X64 (X:G:8, U:G:64, S:G:64, S:G:64) { SW T T T; }
        A64 (X:G:8, U:G:64) { SW T; }
    }
    /// The address of the jump table of a TableSwitch.
    TableAddress [(set 1 (table 0))] {
        X64 (X:G:8, D:G:64) { SW T; }
    }
    /// Like Switch32, through one jump table for all cases, whose address is the third operand.
    TableSwitch32, TERMINAL [(switch 0 1)] {
        X64 (X:G:8, U:G:32, U:G:64, S:G:64) { SW T T T; }
    }
    /// Like Switch64, through one jump table for all cases, whose address is the third operand.
    TableSwitch64, TERMINAL [(switch 0 1)] {
        X64 (X:G:8, U:G:64, U:G:64, S:G:64) { SW T T T; }
    }
    /// The first instruction of an entry: defines its operands in the registers that its special specifies. No code.
    Entry, SPECIAL ["its special says in which registers each argument arrives"] {
    }
    /// Returns from the procedure; its special specifies the result registers.
    Ret, TERMINAL, SPECIAL ["its special says in which registers each result leaves"] {
    }
    /// Calls the first operand; its special specifies the other operands.
    Call, EFFECTS, SPECIAL ["the callee decides"] {
    }
    /// Like Call, at the end of its block: continues at the first successor when the callee returns, at the second when
    /// it throws. Landing at the first successor defines its results. On the exceptional edge there are none, and
    /// registers hold the same values as if the callee had returned.
    Invoke, TERMINAL, EFFECTS, SPECIAL ["the callee decides"] {
    }
    /// Tail-calls the first operand. Stack arguments replace the procedure's own, ending where those end, if they need
    /// no more space. Otherwise they are in the outgoing argument area.
    TailCall, TERMINAL, SPECIAL ["the callee decides"] {
    }
    /// Code of the client's generator. Its special describes results, operands and scratches, in this order.
    Patch, EFFECTS, SPECIAL ["the client's generator decides"] {
    }
    /// Code of the client's generator that branches to one of the block's successors. Its results are in fixed
    /// registers; Landing at the successors defines them.
    TerminalPatch, TERMINAL, EFFECTS, SPECIAL ["the client's generator decides"] {
    }
    /// Defines its operands as the results of the terminals that branch here, in the registers that its special
    /// specifies. All predecessors are such terminals. Only moves that allocation inserts may precede it in its block.
    /// No code.
    Landing, SPECIAL ["its special says in which registers the results of the terminal arrive"] {
    }
    /// Executes its hidden instruction, whose operands come first, and exits through out-of-line code if that overflows
    /// or its condition is true.
    Check, EFFECTS, SPECIAL ["the meaning of its hidden instruction, and an exit"] {
    }
    /// A point that exits through out-of-line code once the code is invalidated; its special describes the exit state.
    InvalidationPoint, EFFECTS, SPECIAL ["an exit once the code is invalidated"] {
    }
    /// Traps.
    Trap, TERMINAL [(trap one 0)] {
        X64 (X:G:8) { TR; }
        A64 (X:G:8) { TR; }
    }
    /// Traps if the stack pointer is below the limit.
    StackLimitCheck, EFFECTS [(trap (usub_overflows sp 0) 1)] {
        X64 (U:G:64, X:G:8) { T TR; M TR; }
        A64 (U:G:64, X:G:8) { T TR; M TR; }
    }
    /// Orders memory accesses against other threads, in the order a.
    Fence, EFFECTS [(order 0)] {
        X64 (U:G:8) { SH; }
        A64 (U:G:8) { SH; }
    }

    // ---- Atomic accesses -------------------------------------------------------------------------------

    /// Loads 8 bits in the order a; zero-extended.
    AtomicLoad8, EFFECTS [(order 0) (set 2 (zext32 1))] {
        X64 (U:G:8, U:G:8, ZD:G:32) { SH M T; }
        A64 (U:G:8, U:G:8, ZD:G:32) { SH M T; }
    }
    /// Loads 16 bits in the order a; zero-extended.
    AtomicLoad16, EFFECTS [(order 0) (set 2 (zext32 1))] {
        X64 (U:G:8, U:G:16, ZD:G:32) { SH M T; }
        A64 (U:G:8, U:G:16, ZD:G:32) { SH M T; }
    }
    /// Loads 32 bits in the order a; zero-extended.
    AtomicLoad32, EFFECTS [(order 0) (set 2 1)] {
        X64 (U:G:8, U:G:32, ZD:G:32) { SH M T; }
        A64 (U:G:8, U:G:32, ZD:G:32) { SH M T; }
    }
    /// Loads 64 bits in the order a; zero-extended.
    AtomicLoad64, EFFECTS [(order 0) (set 2 1)] {
        X64 (U:G:8, U:G:64, D:G:64) { SH M T; }
        A64 (U:G:8, U:G:64, D:G:64) { SH M T; }
    }
    /// Stores the low 8 bits of b in the order a.
    AtomicStore8, EFFECTS [(order 0) (set 2 1)] {
        X64 (U:G:8, U:G:8, D:G:8) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:8, D:G:8) { SH T M; }
    }
    /// Stores the low 16 bits of b in the order a.
    AtomicStore16, EFFECTS [(order 0) (set 2 1)] {
        X64 (U:G:8, U:G:16, D:G:16) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:16, D:G:16) { SH T M; }
    }
    /// Stores the low 32 bits of b in the order a.
    AtomicStore32, EFFECTS [(order 0) (set 2 1)] {
        X64 (U:G:8, U:G:32, D:G:32) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:32, D:G:32) { SH T M; }
    }
    /// Stores the low 64 bits of b in the order a.
    AtomicStore64, EFFECTS [(order 0) (set 2 1)] {
        X64 (U:G:8, U:G:64, D:G:64) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:64, D:G:64) { SH T M; }
    }
    /// Exchanges b and 8 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchg8, EFFECTS [(order 0) (set 2 1) (set 3 (zext32 2))] {
        X64 (U:G:8, U:G:8, LUD:G:8, ZD:G:32), tied(1, 3) { SH T M T; }
        A64 (U:G:8, U:G:8, UD:G:8, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:8, LUD:G:8, ZD:G:32) { SH T M T; }
    }
    /// Exchanges b and 16 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchg16, EFFECTS [(order 0) (set 2 1) (set 3 (zext32 2))] {
        X64 (U:G:8, U:G:16, LUD:G:16, ZD:G:32), tied(1, 3) { SH T M T; }
        A64 (U:G:8, U:G:16, UD:G:16, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:16, LUD:G:16, ZD:G:32) { SH T M T; }
    }
    /// Exchanges b and 32 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchg32, EFFECTS [(order 0) (set 2 1) (set 3 2)] {
        X64 (U:G:8, U:G:32, LUD:G:32, ZD:G:32), tied(1, 3) { SH T M T; }
        A64 (U:G:8, U:G:32, UD:G:32, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:32, LUD:G:32, ZD:G:32) { SH T M T; }
    }
    /// Exchanges b and 64 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchg64, EFFECTS [(order 0) (set 2 1) (set 3 2)] {
        X64 (U:G:8, U:G:64, LUD:G:64, D:G:64), tied(1, 3) { SH T M T; }
        A64 (U:G:8, U:G:64, UD:G:64, D:G:64), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:64, LUD:G:64, D:G:64) { SH T M T; }
    }
    /// Adds b to 8 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgAdd8, EFFECTS [(order 0) (set 2 (add 2 1)) (set 3 (zext32 2))] {
        X64 (U:G:8, U:G:8, LUD:G:8, ZD:G:32), tied(1, 3) { SH T M T; }
        A64 (U:G:8, U:G:8, UD:G:8, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:8, LUD:G:8, ZD:G:32, S:G:64) { SH T M T T; }
    }
    /// Adds b to 16 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgAdd16, EFFECTS [(order 0) (set 2 (add 2 1)) (set 3 (zext32 2))] {
        X64 (U:G:8, U:G:16, LUD:G:16, ZD:G:32), tied(1, 3) { SH T M T; }
        A64 (U:G:8, U:G:16, UD:G:16, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:16, LUD:G:16, ZD:G:32, S:G:64) { SH T M T T; }
    }
    /// Adds b to 32 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgAdd32, EFFECTS [(order 0) (set 2 (add 2 1)) (set 3 2)] {
        X64 (U:G:8, U:G:32, LUD:G:32, ZD:G:32), tied(1, 3) { SH T M T; }
        A64 (U:G:8, U:G:32, UD:G:32, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:32, LUD:G:32, ZD:G:32, S:G:64) { SH T M T T; }
    }
    /// Adds b to 64 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgAdd64, EFFECTS [(order 0) (set 2 (add 2 1)) (set 3 2)] {
        X64 (U:G:8, U:G:64, LUD:G:64, D:G:64), tied(1, 3) { SH T M T; }
        A64 (U:G:8, U:G:64, UD:G:64, D:G:64), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:64, LUD:G:64, D:G:64, S:G:64) { SH T M T T; }
    }
    /// Ands b into 8 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgAnd8, EFFECTS [(order 0) (set 2 (and 2 1)) (set 3 (zext32 2))] {
        X64 (U:G:8, LU:G:8, LUD:G:8, ZD:G:32 @RAX, S:G:64) { SH T M T T; SH I32 M T T; }
        A64 (U:G:8, U:G:8, UD:G:8, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:8, LUD:G:8, ZD:G:32, S:G:64) { SH T M T T; }
    }
    /// Ands b into 16 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgAnd16, EFFECTS [(order 0) (set 2 (and 2 1)) (set 3 (zext32 2))] {
        X64 (U:G:8, LU:G:16, LUD:G:16, ZD:G:32 @RAX, S:G:64) { SH T M T T; SH I32 M T T; }
        A64 (U:G:8, U:G:16, UD:G:16, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:16, LUD:G:16, ZD:G:32, S:G:64) { SH T M T T; }
    }
    /// Ands b into 32 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgAnd32, EFFECTS [(order 0) (set 2 (and 2 1)) (set 3 2)] {
        X64 (U:G:8, LU:G:32, LUD:G:32, ZD:G:32 @RAX, S:G:64) { SH T M T T; SH I32 M T T; }
        A64 (U:G:8, U:G:32, UD:G:32, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:32, LUD:G:32, ZD:G:32, S:G:64) { SH T M T T; }
    }
    /// Ands b into 64 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgAnd64, EFFECTS [(order 0) (set 2 (and 2 1)) (set 3 2)] {
        X64 (U:G:8, LU:G:64, LUD:G:64, D:G:64 @RAX, S:G:64) { SH T M T T; SH I32 M T T; }
        A64 (U:G:8, U:G:64, UD:G:64, D:G:64), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:64, LUD:G:64, D:G:64, S:G:64) { SH T M T T; }
    }
    /// Ors b into 8 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgOr8, EFFECTS [(order 0) (set 2 (or 2 1)) (set 3 (zext32 2))] {
        X64 (U:G:8, LU:G:8, LUD:G:8, ZD:G:32 @RAX, S:G:64) { SH T M T T; SH I32 M T T; }
        A64 (U:G:8, U:G:8, UD:G:8, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:8, LUD:G:8, ZD:G:32, S:G:64) { SH T M T T; }
    }
    /// Ors b into 16 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgOr16, EFFECTS [(order 0) (set 2 (or 2 1)) (set 3 (zext32 2))] {
        X64 (U:G:8, LU:G:16, LUD:G:16, ZD:G:32 @RAX, S:G:64) { SH T M T T; SH I32 M T T; }
        A64 (U:G:8, U:G:16, UD:G:16, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:16, LUD:G:16, ZD:G:32, S:G:64) { SH T M T T; }
    }
    /// Ors b into 32 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgOr32, EFFECTS [(order 0) (set 2 (or 2 1)) (set 3 2)] {
        X64 (U:G:8, LU:G:32, LUD:G:32, ZD:G:32 @RAX, S:G:64) { SH T M T T; SH I32 M T T; }
        A64 (U:G:8, U:G:32, UD:G:32, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:32, LUD:G:32, ZD:G:32, S:G:64) { SH T M T T; }
    }
    /// Ors b into 64 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgOr64, EFFECTS [(order 0) (set 2 (or 2 1)) (set 3 2)] {
        X64 (U:G:8, LU:G:64, LUD:G:64, D:G:64 @RAX, S:G:64) { SH T M T T; SH I32 M T T; }
        A64 (U:G:8, U:G:64, UD:G:64, D:G:64), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:64, LUD:G:64, D:G:64, S:G:64) { SH T M T T; }
    }
    /// Exclusive-ors b into 8 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgXor8, EFFECTS [(order 0) (set 2 (xor 2 1)) (set 3 (zext32 2))] {
        X64 (U:G:8, LU:G:8, LUD:G:8, ZD:G:32 @RAX, S:G:64) { SH T M T T; SH I32 M T T; }
        A64 (U:G:8, U:G:8, UD:G:8, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:8, LUD:G:8, ZD:G:32, S:G:64) { SH T M T T; }
    }
    /// Exclusive-ors b into 16 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgXor16, EFFECTS [(order 0) (set 2 (xor 2 1)) (set 3 (zext32 2))] {
        X64 (U:G:8, LU:G:16, LUD:G:16, ZD:G:32 @RAX, S:G:64) { SH T M T T; SH I32 M T T; }
        A64 (U:G:8, U:G:16, UD:G:16, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:16, LUD:G:16, ZD:G:32, S:G:64) { SH T M T T; }
    }
    /// Exclusive-ors b into 32 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgXor32, EFFECTS [(order 0) (set 2 (xor 2 1)) (set 3 2)] {
        X64 (U:G:8, LU:G:32, LUD:G:32, ZD:G:32 @RAX, S:G:64) { SH T M T T; SH I32 M T T; }
        A64 (U:G:8, U:G:32, UD:G:32, ZD:G:32), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:32, LUD:G:32, ZD:G:32, S:G:64) { SH T M T T; }
    }
    /// Exclusive-ors b into 64 bits of memory in the order a; the result is the old value, zero-extended.
    AtomicXchgXor64, EFFECTS [(order 0) (set 2 (xor 2 1)) (set 3 2)] {
        X64 (U:G:8, LU:G:64, LUD:G:64, D:G:64 @RAX, S:G:64) { SH T M T T; SH I32 M T T; }
        A64 (U:G:8, U:G:64, UD:G:64, D:G:64), needs(Features::LSE) { SH T M T; }
        A64 (U:G:8, LU:G:64, LUD:G:64, D:G:64, S:G:64) { SH T M T T; }
    }
    /// Adds b to 8 bits of memory in the order a.
    AtomicAdd8, EFFECTS [(order 0) (set 2 (add 2 1))] {
        X64 (U:G:8, U:G:8, UD:G:8) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:8, UD:G:8), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:8, LUD:G:8, S:G:64) { SH T M T; }
    }
    /// Adds b to 16 bits of memory in the order a.
    AtomicAdd16, EFFECTS [(order 0) (set 2 (add 2 1))] {
        X64 (U:G:8, U:G:16, UD:G:16) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:16, UD:G:16), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:16, LUD:G:16, S:G:64) { SH T M T; }
    }
    /// Adds b to 32 bits of memory in the order a.
    AtomicAdd32, EFFECTS [(order 0) (set 2 (add 2 1))] {
        X64 (U:G:8, U:G:32, UD:G:32) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:32, UD:G:32), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:32, LUD:G:32, S:G:64) { SH T M T; }
    }
    /// Adds b to 64 bits of memory in the order a.
    AtomicAdd64, EFFECTS [(order 0) (set 2 (add 2 1))] {
        X64 (U:G:8, U:G:64, UD:G:64) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:64, UD:G:64), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:64, LUD:G:64, S:G:64) { SH T M T; }
    }
    /// Subtracts b from 8 bits of memory in the order a.
    AtomicSub8, EFFECTS [(order 0) (set 2 (sub 2 1))] {
        X64 (U:G:8, U:G:8, UD:G:8) { SH T M; SH I32 M; }
    }
    /// Subtracts b from 16 bits of memory in the order a.
    AtomicSub16, EFFECTS [(order 0) (set 2 (sub 2 1))] {
        X64 (U:G:8, U:G:16, UD:G:16) { SH T M; SH I32 M; }
    }
    /// Subtracts b from 32 bits of memory in the order a.
    AtomicSub32, EFFECTS [(order 0) (set 2 (sub 2 1))] {
        X64 (U:G:8, U:G:32, UD:G:32) { SH T M; SH I32 M; }
    }
    /// Subtracts b from 64 bits of memory in the order a.
    AtomicSub64, EFFECTS [(order 0) (set 2 (sub 2 1))] {
        X64 (U:G:8, U:G:64, UD:G:64) { SH T M; SH I32 M; }
    }
    /// Ands b into 8 bits of memory in the order a.
    AtomicAnd8, EFFECTS [(order 0) (set 2 (and 2 1))] {
        X64 (U:G:8, U:G:8, UD:G:8) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:8, UD:G:8), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:8, LUD:G:8, S:G:64) { SH T M T; }
    }
    /// Ands b into 16 bits of memory in the order a.
    AtomicAnd16, EFFECTS [(order 0) (set 2 (and 2 1))] {
        X64 (U:G:8, U:G:16, UD:G:16) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:16, UD:G:16), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:16, LUD:G:16, S:G:64) { SH T M T; }
    }
    /// Ands b into 32 bits of memory in the order a.
    AtomicAnd32, EFFECTS [(order 0) (set 2 (and 2 1))] {
        X64 (U:G:8, U:G:32, UD:G:32) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:32, UD:G:32), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:32, LUD:G:32, S:G:64) { SH T M T; }
    }
    /// Ands b into 64 bits of memory in the order a.
    AtomicAnd64, EFFECTS [(order 0) (set 2 (and 2 1))] {
        X64 (U:G:8, U:G:64, UD:G:64) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:64, UD:G:64), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:64, LUD:G:64, S:G:64) { SH T M T; }
    }
    /// Ors b into 8 bits of memory in the order a.
    AtomicOr8, EFFECTS [(order 0) (set 2 (or 2 1))] {
        X64 (U:G:8, U:G:8, UD:G:8) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:8, UD:G:8), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:8, LUD:G:8, S:G:64) { SH T M T; }
    }
    /// Ors b into 16 bits of memory in the order a.
    AtomicOr16, EFFECTS [(order 0) (set 2 (or 2 1))] {
        X64 (U:G:8, U:G:16, UD:G:16) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:16, UD:G:16), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:16, LUD:G:16, S:G:64) { SH T M T; }
    }
    /// Ors b into 32 bits of memory in the order a.
    AtomicOr32, EFFECTS [(order 0) (set 2 (or 2 1))] {
        X64 (U:G:8, U:G:32, UD:G:32) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:32, UD:G:32), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:32, LUD:G:32, S:G:64) { SH T M T; }
    }
    /// Ors b into 64 bits of memory in the order a.
    AtomicOr64, EFFECTS [(order 0) (set 2 (or 2 1))] {
        X64 (U:G:8, U:G:64, UD:G:64) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:64, UD:G:64), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:64, LUD:G:64, S:G:64) { SH T M T; }
    }
    /// Exclusive-ors b into 8 bits of memory in the order a.
    AtomicXor8, EFFECTS [(order 0) (set 2 (xor 2 1))] {
        X64 (U:G:8, U:G:8, UD:G:8) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:8, UD:G:8), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:8, LUD:G:8, S:G:64) { SH T M T; }
    }
    /// Exclusive-ors b into 16 bits of memory in the order a.
    AtomicXor16, EFFECTS [(order 0) (set 2 (xor 2 1))] {
        X64 (U:G:8, U:G:16, UD:G:16) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:16, UD:G:16), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:16, LUD:G:16, S:G:64) { SH T M T; }
    }
    /// Exclusive-ors b into 32 bits of memory in the order a.
    AtomicXor32, EFFECTS [(order 0) (set 2 (xor 2 1))] {
        X64 (U:G:8, U:G:32, UD:G:32) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:32, UD:G:32), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:32, LUD:G:32, S:G:64) { SH T M T; }
    }
    /// Exclusive-ors b into 64 bits of memory in the order a.
    AtomicXor64, EFFECTS [(order 0) (set 2 (xor 2 1))] {
        X64 (U:G:8, U:G:64, UD:G:64) { SH T M; SH I32 M; }
        A64 (U:G:8, U:G:64, UD:G:64), needs(Features::LSE) { SH T M; }
        A64 (U:G:8, LU:G:64, LUD:G:64, S:G:64) { SH T M T; }
    }
    /// Sets 8 bits of memory to c if they are b, in the order a; the result is the old value, zero-extended.
    AtomicStrongCAS8, EFFECTS [(order 0) (set 3 (if (equal 3 1) 2 3)) (set 4 (zext32 3))] {
        X64 (U:G:8, U:G:8 @RAX, U:G:8, UD:G:8, ZD:G:32 @RAX) { SH T T M T; }
        A64 (U:G:8, U:G:8, LU:G:8, LUD:G:8, ZD:G:32), needs(Features::LSE), tied(1, 4) { SH T T M T; }
        A64 (U:G:8, LU:G:8, LU:G:8, LUD:G:8, ZD:G:32) { SH T T M T; }
    }
    /// Sets 16 bits of memory to c if they are b, in the order a; the result is the old value, zero-extended.
    AtomicStrongCAS16, EFFECTS [(order 0) (set 3 (if (equal 3 1) 2 3)) (set 4 (zext32 3))] {
        X64 (U:G:8, U:G:16 @RAX, U:G:16, UD:G:16, ZD:G:32 @RAX) { SH T T M T; }
        A64 (U:G:8, U:G:16, LU:G:16, LUD:G:16, ZD:G:32), needs(Features::LSE), tied(1, 4) { SH T T M T; }
        A64 (U:G:8, LU:G:16, LU:G:16, LUD:G:16, ZD:G:32) { SH T T M T; }
    }
    /// Sets 32 bits of memory to c if they are b, in the order a; the result is the old value, zero-extended.
    AtomicStrongCAS32, EFFECTS [(order 0) (set 3 (if (equal 3 1) 2 3)) (set 4 3)] {
        X64 (U:G:8, U:G:32 @RAX, U:G:32, UD:G:32, ZD:G:32 @RAX) { SH T T M T; }
        A64 (U:G:8, U:G:32, LU:G:32, LUD:G:32, ZD:G:32), needs(Features::LSE), tied(1, 4) { SH T T M T; }
        A64 (U:G:8, LU:G:32, LU:G:32, LUD:G:32, ZD:G:32) { SH T T M T; }
    }
    /// Sets 64 bits of memory to c if they are b, in the order a; the result is the old value, zero-extended.
    AtomicStrongCAS64, EFFECTS [(order 0) (set 3 (if (equal 3 1) 2 3)) (set 4 3)] {
        X64 (U:G:8, U:G:64 @RAX, U:G:64, UD:G:64, D:G:64 @RAX) { SH T T M T; }
        A64 (U:G:8, U:G:64, LU:G:64, LUD:G:64, D:G:64), needs(Features::LSE), tied(1, 4) { SH T T M T; }
        A64 (U:G:8, LU:G:64, LU:G:64, LUD:G:64, D:G:64) { SH T T M T; }
    }
    /// Sets 8 bits of memory to c if they are b, in the order a; the result is 1 if they were, else 0.
    SetAtomicCAS8, EFFECTS [(order 0) (set 3 (if (equal 3 1) 2 3)) (set 4 (equal 3 1))] {
        X64 (U:G:8, U:G:8 @RAX, U:G:8, UD:G:8, ZD:G:32), clobbers(&[RAX]) { SH T T M T; }
        A64 (U:G:8, LU:G:8, LU:G:8, LUD:G:8, ZD:G:32) { SH T T M T; }
    }
    /// Sets 16 bits of memory to c if they are b, in the order a; the result is 1 if they were, else 0.
    SetAtomicCAS16, EFFECTS [(order 0) (set 3 (if (equal 3 1) 2 3)) (set 4 (equal 3 1))] {
        X64 (U:G:8, U:G:16 @RAX, U:G:16, UD:G:16, ZD:G:32), clobbers(&[RAX]) { SH T T M T; }
        A64 (U:G:8, LU:G:16, LU:G:16, LUD:G:16, ZD:G:32) { SH T T M T; }
    }
    /// Sets 32 bits of memory to c if they are b, in the order a; the result is 1 if they were, else 0.
    SetAtomicCAS32, EFFECTS [(order 0) (set 3 (if (equal 3 1) 2 3)) (set 4 (equal 3 1))] {
        X64 (U:G:8, U:G:32 @RAX, U:G:32, UD:G:32, ZD:G:32), clobbers(&[RAX]) { SH T T M T; }
        A64 (U:G:8, LU:G:32, LU:G:32, LUD:G:32, ZD:G:32) { SH T T M T; }
    }
    /// Sets 64 bits of memory to c if they are b, in the order a; the result is 1 if they were, else 0.
    SetAtomicCAS64, EFFECTS [(order 0) (set 3 (if (equal 3 1) 2 3)) (set 4 (equal 3 1))] {
        X64 (U:G:8, U:G:64 @RAX, U:G:64, UD:G:64, ZD:G:32), clobbers(&[RAX]) { SH T T M T; }
        A64 (U:G:8, LU:G:64, LU:G:64, LUD:G:64, ZD:G:32) { SH T T M T; }
    }
    /// Sets 8 bits of memory to c if they are b, in the order a. Branches to the first successor if they were, else to
    /// the second.
    BranchAtomicCAS8, TERMINAL, EFFECTS [(order 0) (set 4 (if (equal 4 2) 3 4)) (branch (xor (equal 4 2) (differs 1 zero)))] {
        X64 (U:G:8, U:G:8, U:G:8 @RAX, U:G:8, UD:G:8), clobbers(&[RAX]) { SH SH T T M; }
        A64 (U:G:8, U:G:8, LU:G:8, LU:G:8, LUD:G:8) { SH SH T T M; }
    }
    /// Sets 16 bits of memory to c if they are b, in the order a. Branches to the first successor if they were, else to
    /// the second.
    BranchAtomicCAS16, TERMINAL, EFFECTS [(order 0) (set 4 (if (equal 4 2) 3 4)) (branch (xor (equal 4 2) (differs 1 zero)))] {
        X64 (U:G:8, U:G:8, U:G:16 @RAX, U:G:16, UD:G:16), clobbers(&[RAX]) { SH SH T T M; }
        A64 (U:G:8, U:G:8, LU:G:16, LU:G:16, LUD:G:16) { SH SH T T M; }
    }
    /// Sets 32 bits of memory to c if they are b, in the order a. Branches to the first successor if they were, else to
    /// the second.
    BranchAtomicCAS32, TERMINAL, EFFECTS [(order 0) (set 4 (if (equal 4 2) 3 4)) (branch (xor (equal 4 2) (differs 1 zero)))] {
        X64 (U:G:8, U:G:8, U:G:32 @RAX, U:G:32, UD:G:32), clobbers(&[RAX]) { SH SH T T M; }
        A64 (U:G:8, U:G:8, LU:G:32, LU:G:32, LUD:G:32) { SH SH T T M; }
    }
    /// Sets 64 bits of memory to c if they are b, in the order a. Branches to the first successor if they were, else to
    /// the second.
    BranchAtomicCAS64, TERMINAL, EFFECTS [(order 0) (set 4 (if (equal 4 2) 3 4)) (branch (xor (equal 4 2) (differs 1 zero)))] {
        X64 (U:G:8, U:G:8, U:G:64 @RAX, U:G:64, UD:G:64), clobbers(&[RAX]) { SH SH T T M; }
        A64 (U:G:8, U:G:8, LU:G:64, LU:G:64, LUD:G:64) { SH SH T T M; }
    }
}

/// The range of each opcode's forms in [`super::FORMS`], by [`Arch`]: first and end. In a row, the signatures of X64
/// precede those of A64.
pub(super) static OPCODE_FORMS: [[(u16, u16); 2]; ROWS.len()] = {
    let mut ranges = [[(0, 0); 2]; ROWS.len()];
    let mut next = 0;
    let mut row = 0;
    while row < ROWS.len() {
        let signatures = ROWS[row].signatures;
        let mut s = 0;
        let mut arch = 0;
        while arch < 2 {
            let first = next;
            while s < signatures.len() && signatures[s].arch as usize == arch {
                next += signatures[s].forms.len() as u16;
                s += 1;
            }
            ranges[row][arch] = (first, next);
            arch += 1;
        }
        assert!(s == signatures.len(), "the signatures of a row are in order of their targets");
        row += 1;
    }
    ranges
};

const _: () = assert!(Arch::X64 as usize == 0 && Arch::A64 as usize == 1);

impl Opcode {
    /// The declaration.
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
}
