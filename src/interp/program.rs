//! A procedure decoded for execution: a flat list of instructions on numbered slots.
//!
//! A frame is a row of slots, one per scalar: the parameters, then each value (a tuple has one slot per
//! element), each Phi's location, each variable.

use crate::base::{ArgLocation, CallConv, Reg, TrapCode, Type};
use crate::ir::evaluate::{Checked, Evaluated};
use crate::ir::{Meaning, StackmapId, ValueId};
use crate::support::BitSet;
use std::sync::OnceLock;

/// A slot of a frame.
pub(super) type Slot = u32;

/// A run of entries in one of the program's pools.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    pub(super) start: u32,
    pub(super) len: u32,
}

impl Run {
    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// An instruction. Targets of control flow are places in the list of instructions.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inst {
    Constant {
        to: Slot,
        bits: u64,
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
    /// Frame pointer plus offset.
    FrameAddress {
        to: Slot,
        offset: i64,
    },
    Register {
        to: Slot,
        reg: Reg,
    },
    /// The n-th of the procedure's pinned registers.
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
    /// An operation with no effect here: Fence.
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
        targets: Run,
    },
    Return {
        operands: Run,
    },
    Oops,
}

const _: () = assert!(size_of::<Inst>() <= 32);

/// A Switch: cases in ascending order.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) cases: Vec<(u64, u32)>,
    pub(super) default: u32,
}

/// Whom a call calls.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// A procedure, by its index.
    Procedure(u32),
    /// A function of the host: the index of its name.
    Name(u32),
    /// Whoever is at the address in this slot.
    Address(Slot),
}

/// A CCall or TailCall.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) target: Target,
    pub(super) operands: Run,
    pub(super) conv: &'static CallConv,
    pub(super) variadic_start: Option<u32>,
    pub(super) results: Vec<Type>,
    pub(super) to: Slot,
    /// Where an exceptional call goes: normally, and when the callee throws.
    pub(super) successors: Option<[u32; 2]>,
}

/// A Patchpoint or Check: what its stackmap says.
pub(super) struct Point {
    pub(super) stackmap: StackmapId,
    /// The operands after the opcode's own.
    pub(super) operands: Run,
    pub(super) generator: Option<Generator>,
    pub(super) results: Vec<Type>,
    /// True for a terminal patchpoint, which goes to one of the targets.
    pub(super) terminal: bool,
    pub(super) targets: Run,
}

/// Whose code runs at a point.
pub(super) struct Generator {
    pub(super) name: String,
    pub(super) meaning: Option<Meaning>,
}

/// A stack slot's place, relative to the frame pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anonymous {
    pub(super) offset: i64,
    pub(super) size: u32,
}

/// A decoded procedure.
#[derive(Default)]
pub(super) struct Program {
    pub(super) code: Vec<Inst>,
    /// The value that each instruction came from.
    pub(super) places: Vec<ValueId>,
    /// By value: its first instruction; made when it is needed.
    pub(super) first_of: OnceLock<Vec<u32>>,
    /// How many slots a frame has.
    pub(super) slots: u32,
    /// The first slot of each value; for values without slots, `NO_SLOT`.
    pub(super) slot_of: Vec<Slot>,
    /// Slots of operand lists.
    pub(super) operands: Vec<Slot>,
    /// Types of operand lists, beside [`Program::operands`].
    pub(super) operand_types: Vec<Type>,
    /// Targets of EntrySwitches and terminal patchpoints.
    pub(super) targets: Vec<u32>,
    pub(super) tables: Vec<Table>,
    pub(super) calls: Vec<Call>,
    pub(super) points: Vec<Point>,
    /// Where the parameters come from.
    pub(super) params: Vec<ArgLocation>,
    /// Bytes of the area of incoming arguments.
    pub(super) incoming_bytes: u32,
    /// Bytes between the stack pointer and the frame pointer.
    pub(super) frame_bytes: u64,
    /// Its pinned registers, in order.
    pub(super) pinned: Vec<Reg>,
    /// Whether it has these registers together with its callers.
    pub(super) shares_pinned: bool,
    /// Slots of variables.
    pub(super) variables: Vec<Slot>,
    /// Which values are Phis of scalars; the location of each is the slot behind its own.
    pub(super) phis: BitSet,
    /// Anonymous stack slots, in order of their offsets.
    pub(super) anonymous: Vec<Anonymous>,
}

impl Program {
    /// The call behind which execution goes on at this instruction.
    pub(super) fn call_before(&self, pc: u32) -> Option<&Call> {
        match self.code.get((pc as usize).checked_sub(1)?)? {
            Inst::Call { call } => self.calls.get(*call as usize),
            _ => None,
        }
    }
}

/// No slot: the value has no result, or is in no block.
pub(super) const NO_SLOT: Slot = Slot::MAX;
