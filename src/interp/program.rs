//! Decoded procedures: a flat list of instructions on numbered slots.
//!
//! A frame has one slot per scalar and two per vector, the low half first: first the parameters, then the values (a
//! tuple has the slots of its elements) with the locations of Phis, then the variables.

use crate::base::{ArgLocation, CallConv, Reg, TrapCode, Type};
use crate::ir::evaluate::{Checked, Evaluated, VectorPayload};
use crate::ir::{GeneratorSemantics, Opcode, StackmapId, ValueId};
use crate::support::BitSet;
use std::sync::OnceLock;

pub(super) type Slot = u32;

/// A range of entries in one of the program's pools.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PoolRange {
    pub(super) start: u32,
    pub(super) len: u32,
}

impl PoolRange {
    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// An instruction. Branch targets are indices of instructions.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inst {
    Constant {
        to: Slot,
        bits: u64,
    },
    ConstantVector {
        to: Slot,
        low: u64,
        high: u64,
    },
    Copy {
        to: Slot,
        from: Slot,
    },
    CopyTuple {
        to: Slot,
        from: Slot,
        len: u32,
    },
    ZeroTuple {
        to: Slot,
        len: u32,
    },
    Unary {
        to: Slot,
        a: Slot,
        run: fn(u64) -> u64,
    },
    Binary {
        to: Slot,
        a: Slot,
        b: Slot,
        run: fn(u64, u64) -> u64,
    },
    Ternary {
        to: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
        run: fn(u64, u64, u64) -> u64,
    },
    PartialUnary {
        to: Slot,
        a: Slot,
        run: fn(u64) -> Evaluated,
    },
    PartialBinary {
        to: Slot,
        a: Slot,
        b: Slot,
        run: fn(u64, u64) -> Evaluated,
    },
    Pair {
        to: Slot,
        a: Slot,
        b: Slot,
        run: fn(u64, u64) -> (u64, u64),
    },
    Carry {
        to: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
        run: fn(u64, u64, u64) -> (u64, u64),
    },
    Select {
        to: Slot,
        predicate: Slot,
        then: Slot,
        otherwise: Slot,
    },
    SelectVector {
        to: Slot,
        predicate: Slot,
        then: Slot,
        otherwise: Slot,
    },
    /// An operation on vectors, by its number in [`Program::vectors`].
    Vector {
        to: Slot,
        site: u32,
    },
    /// Frame pointer plus offset.
    FrameAddress {
        to: Slot,
        offset: i64,
    },
    /// The stack pointer.
    StackAddress {
        to: Slot,
    },
    Register {
        to: Slot,
        reg: Reg,
    },
    /// The vector in a register whose low half is that of a scalar parameter, or of no parameter.
    VectorRegister {
        to: Slot,
        param: Option<Slot>,
        reg: Reg,
    },
    /// Index of one of the procedure's pinned registers.
    GetPinned {
        to: Slot,
        pin: u8,
    },
    SetPinned {
        from: Slot,
        pin: u8,
    },
    SymbolAddress {
        to: Slot,
        symbol: u32,
    },
    Load {
        to: Slot,
        address: Slot,
        offset: i32,
        bytes: u8,
        signed: bool,
        traps: bool,
    },
    Store {
        value: Slot,
        address: Slot,
        offset: i32,
        bytes: u8,
        traps: bool,
    },
    VolatileLoad {
        to: Slot,
        address: Slot,
        offset: i32,
        bytes: u8,
        signed: bool,
        traps: bool,
    },
    VolatileStore {
        value: Slot,
        address: Slot,
        offset: i32,
        bytes: u8,
        traps: bool,
    },
    LoadVector {
        to: Slot,
        address: Slot,
        offset: i32,
        traps: bool,
        is_volatile: bool,
    },
    StoreVector {
        value: Slot,
        address: Slot,
        offset: i32,
        traps: bool,
        is_volatile: bool,
    },
    MemoryCopy {
        destination: Slot,
        source: Slot,
        count: Slot,
        traps: bool,
    },
    MemoryFill {
        destination: Slot,
        byte: Slot,
        count: Slot,
        traps: bool,
    },
    /// An atomic access, by its number in [`Program::atomics`].
    Atomic {
        to: Slot,
        access: u32,
    },
    /// No effect in the interpreter: Fence.
    Nothing,
    StackLimitCheck {
        limit: Slot,
    },
    TrapIf {
        predicate: Slot,
        code: TrapCode,
    },
    Trap {
        code: TrapCode,
    },
    Check {
        predicate: Slot,
        point: u32,
    },
    InvalidationPoint {
        point: u32,
    },
    CheckArithmetic {
        to: Slot,
        a: Slot,
        b: Slot,
        point: u32,
        run: Checked,
    },
    Patchpoint {
        to: Slot,
        point: u32,
    },
    Call {
        call: u32,
    },
    Poll {
        call: u32,
        word: Slot,
    },
    TailCall {
        call: u32,
    },
    Jump {
        target: u32,
    },
    Branch {
        predicate: Slot,
        taken: u32,
        not_taken: u32,
    },
    Switch {
        selector: Slot,
        table: u32,
    },
    EntrySwitch {
        targets: PoolRange,
    },
    Return {
        operands: PoolRange,
    },
    Oops,
}

const _: () = assert!(size_of::<Inst>() <= 32);

/// An atomic access. `to` is of no use for a store.
#[derive(Clone, Copy, Debug)]
pub(super) struct AtomicSite {
    pub(super) change: AtomicChange,
    pub(super) address: Slot,
    pub(super) offset: i32,
    pub(super) bytes: u8,
    pub(super) traps: bool,
}

/// An operation on vectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct VectorSite {
    pub(super) opcode: Opcode,
    pub(super) payload: VectorPayload,
    /// The first slot of each operand, and true if it is a vector.
    pub(super) args: [(Slot, bool); 3],
    pub(super) arg_count: u8,
    /// True if the result is a vector.
    pub(super) is_wide: bool,
}

/// The type of each word of a scalar or vector.
pub(super) fn words(ty: &Type) -> impl Iterator<Item = Type> + use<> {
    std::iter::repeat_n(*ty, ty.words())
}

/// What an atomic access does with the memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum AtomicChange {
    Load,
    Store {
        value: Slot,
    },
    /// Stores what `run` computes from the old value and the operand; the result is the old value.
    Update {
        operand: Slot,
        run: fn(u64, u64) -> u64,
    },
    /// The result is the old value or, if `weak`, whether it stored.
    CompareAndSwap {
        expected: Slot,
        new: Slot,
        weak: bool,
    },
}

/// A Switch, with ascending cases.
#[derive(Debug)]
pub(super) struct SwitchTable {
    pub(super) cases: Vec<(u64, u32)>,
    pub(super) default: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// A procedure, by index.
    Procedure(u32),
    /// A host function, by the number of its name.
    Name(u32),
    /// The function at the address in this slot.
    Address(Slot),
}

/// A CCall or TailCall.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) target: Target,
    pub(super) operands: PoolRange,
    /// The types of the operands.
    pub(super) types: PoolRange,
    pub(super) conv: &'static CallConv,
    pub(super) variadic_start: Option<u32>,
    pub(super) results: Vec<Type>,
    pub(super) to: Slot,
    /// The normal and the exceptional successor of an exceptional call.
    pub(super) successors: Option<[u32; 2]>,
}

/// Size of the saved frame pointer and return address, between a frame and its incoming arguments.
pub(super) const LINK_BYTES: u64 = 16;

/// The stackmap of a Patchpoint or check.
pub(super) struct StackmapSite {
    pub(super) stackmap: StackmapId,
    /// The operands after the opcode's own.
    pub(super) operands: PoolRange,
    /// Their types.
    pub(super) types: PoolRange,
    pub(super) generator: Option<Generator>,
    /// It has an exit state.
    pub(super) has_state: bool,
    pub(super) results: Vec<Type>,
    /// True for a terminal patchpoint, which branches to one of the targets.
    pub(super) terminal: bool,
    pub(super) targets: PoolRange,
}

pub(super) struct Generator {
    pub(super) name: String,
    pub(super) meaning: Option<GeneratorSemantics>,
}

/// The range of an anonymous stack slot, relative to the frame pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anonymous {
    pub(super) offset: i64,
    pub(super) size: u32,
}

#[derive(Default)]
pub(super) struct Program {
    pub(super) atomics: Vec<AtomicSite>,
    pub(super) vectors: Vec<VectorSite>,
    pub(super) code: Vec<Inst>,
    /// The value of each instruction.
    pub(super) places: Vec<ValueId>,
    /// The first instruction of each value; built on demand.
    pub(super) first_of: OnceLock<Vec<u32>>,
    pub(super) slots: u32,
    /// The first slot of each value; `NO_SLOT` if it has none.
    pub(super) slot_of: Vec<Slot>,
    /// Pool of operand slots: one for each word.
    pub(super) operands: Vec<Slot>,
    /// Pool of types of operands: one for each operand.
    pub(super) operand_types: Vec<Type>,
    /// Pool of targets of EntrySwitches and terminal patchpoints.
    pub(super) targets: Vec<u32>,
    pub(super) tables: Vec<SwitchTable>,
    pub(super) calls: Vec<Call>,
    pub(super) points: Vec<StackmapSite>,
    /// The location and the size in bytes of each word of the parameters. Both words of a vector in a register have its
    /// location.
    pub(super) params: Vec<(ArgLocation, u32)>,
    /// Size of the area of incoming arguments, in bytes.
    pub(super) incoming_bytes: u32,
    /// Bytes between the stack pointer and the frame pointer.
    pub(super) frame_bytes: u64,
    /// The pinned registers, in order.
    pub(super) pinned: Vec<Reg>,
    /// True if it shares the pinned registers with its callers.
    pub(super) shares_pinned: bool,
    /// The first slot of each variable.
    pub(super) variables: Vec<Slot>,
    /// The values that are Phis of scalars; the slot of a Phi's location follows the Phi's own slot.
    pub(super) phis: BitSet,
    /// Anonymous stack slots, ascending by offset.
    pub(super) anonymous: Vec<Anonymous>,
}

impl Program {
    /// The call after which execution continues at this instruction.
    pub(super) fn call_before(&self, pc: u32) -> Option<&Call> {
        match self.code.get((pc as usize).checked_sub(1)?)? {
            Inst::Call { call } | Inst::Poll { call, .. } => self.calls.get(*call as usize),
            _ => None,
        }
    }
}

/// No slot: the value has no result, or is in no block.
pub(super) const NO_SLOT: Slot = Slot::MAX;
