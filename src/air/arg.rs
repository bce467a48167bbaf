//! Temporaries and operands.

use super::form::Kinds;
use super::{SlotId, SpecialId, SwitchId};
use crate::base::LibCall;
use crate::base::{Bank, FloatCondition, IntCondition, Reg, SymbolId, TrapCode, VectorId, Width};
use std::fmt;

/// A temporary of a bank, or a machine register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tmp(u32);

const FIRST_VIRTUAL: u32 = Reg::COUNT as u32;

impl Tmp {
    /// The temporary that is this register.
    pub const fn from_reg(reg: Reg) -> Tmp {
        Tmp(reg.index() as u32)
    }

    /// The temporary with this number; numbers are shared by both banks.
    pub const fn new(bank: Bank, number: u32) -> Tmp {
        Tmp(FIRST_VIRTUAL + (number << 1 | bank as u32))
    }

    /// The register, or `None` for a virtual temporary.
    pub const fn reg(self) -> Option<Reg> {
        if self.0 < FIRST_VIRTUAL { Some(Reg::from_index(self.0 as u8)) } else { None }
    }

    /// The temporary with these bits.
    pub(crate) const fn from_bits(bits: u32) -> Tmp {
        Tmp(bits)
    }

    /// Its bit representation; never one of the two largest values.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// The number, or `None` for a register.
    pub const fn number(self) -> Option<u32> {
        if self.0 < FIRST_VIRTUAL { None } else { Some((self.0 - FIRST_VIRTUAL) >> 1) }
    }

    /// The bank.
    pub const fn bank(self) -> Bank {
        match self.reg() {
            Some(reg) => reg.bank(),
            None if self.0 & 1 == 0 => Bank::Gp,
            None => Bank::Fp,
        }
    }
}

/// `%t3`, `%ft3`; registers as `%gp0`, `%fp0`. The printer of the text format writes the target's register names.
impl fmt::Debug for Tmp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.reg(), self.number()) {
            (Some(reg), _) => write!(f, "%{reg:?}"),
            (None, Some(n)) if self.bank() == Bank::Gp => write!(f, "%t{n}"),
            (None, n) => write!(f, "%ft{}", n.unwrap_or(0)),
        }
    }
}

impl From<Reg> for Tmp {
    fn from(reg: Reg) -> Tmp {
        Tmp::from_reg(reg)
    }
}

/// An operand of a machine instruction: 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arg {
    /// A temporary or register.
    Tmp(Tmp),
    /// An immediate. Those of 32-bit operations are sign-extended from 32 bits.
    Imm(i64),
    /// Memory at base + offset.
    Addr {
        /// The base.
        base: Tmp,
        /// Offset in bytes.
        offset: i32,
    },
    /// Memory at base + (index << shift) + offset.
    Index {
        /// The base.
        base: Tmp,
        /// The index.
        index: Tmp,
        /// Shift amount, 0 to 3.
        shift: u8,
        /// How the index is extended before it is shifted.
        extend: IndexExtend,
        /// Offset in bytes.
        offset: i32,
    },
    /// Memory in a slot of the frame.
    Stack {
        /// The slot.
        slot: SlotId,
        /// Offset in bytes from the start of the slot.
        offset: i32,
    },
    /// Memory in the outgoing argument area, relative to the stack pointer.
    CallArg {
        /// Offset in bytes from the stack pointer.
        offset: i32,
    },
    /// A constant in read-only memory near the code.
    Const {
        /// Its bits. A 128-bit constant repeats them.
        bits: u64,
        /// Its width.
        width: Width,
    },
    /// A 128-bit constant in read-only memory near the code: an entry of [`Code::vectors`](super::Code::vectors).
    Vector(VectorId),
    /// The address of a symbol.
    Symbol(SymbolId),
    /// The address of a library function.
    LibCall(LibCall),
    /// A condition on integers.
    IntCondition(IntCondition),
    /// A condition on floats.
    FloatCondition(FloatCondition),
    /// The trap code of a trapping instruction.
    Trap(TrapCode),
    /// The cases of a switch.
    Switch(SwitchId),
    /// The constraints of the operands that follow.
    Special(SpecialId),
}

/// How an index is extended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum IndexExtend {
    /// All 64 bits.
    #[default]
    Whole,
    /// The low 32 bits, zero-extended; AArch64 only.
    Zero32,
    /// The low 32 bits, sign-extended; AArch64 only.
    Sign32,
}

impl IndexExtend {
    /// All extensions, each with its prefix of the index in the text format.
    pub(super) const ALL: [(IndexExtend, &'static str); 3] =
        [(IndexExtend::Whole, ""), (IndexExtend::Zero32, "zext32"), (IndexExtend::Sign32, "sext32")];
}

const _: () = assert!(size_of::<Arg>() == 16);

impl Arg {
    /// The kinds that this operand matches. An immediate matches every kind whose range contains it.
    #[inline]
    pub fn kinds(&self) -> Kinds {
        match *self {
            Arg::Imm(value) => Kinds::of_immediate(value),
            _ => Arg::KINDS[self.variant()],
        }
    }

    /// The most specific kind of this operand, as a single bit.
    #[inline(always)]
    pub fn narrowest_kind(&self) -> Kinds {
        match *self {
            Arg::Imm(value) => Kinds::narrowest_of_immediate(value),
            _ => Arg::KINDS[self.variant()],
        }
    }

    /// The kind of each variant; for immediates the widest.
    const KINDS: [Kinds; 15] = [
        Kinds::TMP,
        Kinds::IMM64,
        Kinds::ADDR,
        Kinds::INDEX,
        Kinds::STACK,
        Kinds::CALL_ARG,
        Kinds::CONST,
        Kinds::CONST,
        Kinds::SYMBOL,
        Kinds::LIB_CALL,
        Kinds::INT_CONDITION,
        Kinds::FLOAT_CONDITION,
        Kinds::TRAP,
        Kinds::SWITCH,
        Kinds::SPECIAL,
    ];

    /// The number of the variant. The numbers are in declaration order, so this compiles to a read of the discriminant.
    /// (A match that returns kinds would compile to a jump.)
    #[inline(always)]
    const fn variant(&self) -> usize {
        match *self {
            Arg::Tmp(_) => 0,
            Arg::Imm(_) => 1,
            Arg::Addr { .. } => 2,
            Arg::Index { .. } => 3,
            Arg::Stack { .. } => 4,
            Arg::CallArg { .. } => 5,
            Arg::Const { .. } => 6,
            Arg::Vector(_) => 7,
            Arg::Symbol(_) => 8,
            Arg::LibCall(_) => 9,
            Arg::IntCondition(_) => 10,
            Arg::FloatCondition(_) => 11,
            Arg::Trap(_) => 12,
            Arg::Switch(_) => 13,
            Arg::Special(_) => 14,
        }
    }

    /// True for memory operands.
    pub fn is_memory(&self) -> bool {
        self.kinds().intersects(Kinds::MEMORY.union(Kinds::CONST))
    }

    /// The temporary, if this is a `Tmp` operand.
    pub fn as_tmp(&self) -> Option<Tmp> {
        match *self {
            Arg::Tmp(tmp) => Some(tmp),
            _ => None,
        }
    }

    /// True if the operand is the temporary or computes its address from it.
    #[inline]
    pub fn mentions(&self, tmp: Tmp) -> bool {
        match *self {
            Arg::Tmp(other) => other == tmp,
            Arg::Addr { base, .. } => base == tmp,
            Arg::Index { base, index, .. } => base == tmp || index == tmp,
            _ => false,
        }
    }

    /// Calls `f` with each temporary from which a memory operand computes its address.
    #[inline]
    pub fn for_each_address_tmp(&mut self, mut f: impl FnMut(&mut Tmp)) {
        match self {
            Arg::Addr { base, .. } => f(base),
            Arg::Index { base, index, .. } => {
                f(base);
                f(index);
            }
            _ => {}
        }
    }
}

impl From<Tmp> for Arg {
    fn from(tmp: Tmp) -> Arg {
        Arg::Tmp(tmp)
    }
}
