//! Cheaper operations for what operations compute: constants folded, algebra, idioms recognized, what bits and bounds
//! of operands decide decided.
//!
//! One walk over the blocks in reverse post-order. A value is looked at with its operands' final form: rules are tried
//! until none fits, or it was changed eight times. What a rule makes is reduced in its turn before it is inserted, so
//! that no second walk is needed for it. A rule is found by the value's opcode, then by its operands', in one `match`
//! each; a file of the folder has the rules of one family, and `rules.rs` has all their pictures.
//!
//! The walk ends because rules approach a normal form, which the files' heads describe: constants on the right and as
//! far out as they go, one negation instead of two, comparisons with 0 rather than with 1, and so on. Where two rules
//! could undo each other the limit on attempts would end it; the tests assert that no sample comes that far.
//!
//! Behind what copies turns of loops, the walk is over the blocks of the copies, and those that lead to them.
//!
//! What is selected better from its whole stays whole: divisions by constants, products with constants but powers of
//! two, minima (which have no opcode for integers). What is computed from a reference is not touched but for the
//! offset of an access, because a new value could live where the old one did not.
//!
//! - Requires: valid IR. No analysis.
//! - Ensures: valid IR that means the same. Ids of blocks stay; what was replaced is Identity, what lost its last user
//!   Nop; a Branch or Switch that goes one way is a Jump, and what it leads to no more is dead code.
//! - Keeps: frequencies. Edges change where a Branch or Switch becomes a Jump, or a Branch is turned round.
//! - Cost: one visit per value, and one per change; a question for known bits or bounds looks back at most four
//!   operations. Uses are counted once, if a rule applies at all.
//! - Source: the rules of B3's reduceStrength, without its fixpoint; Warren, Hacker's Delight.

mod arithmetic;
mod bits;
mod casts;
mod compares;
mod conditions;
mod control;
mod divisions;
mod floats;
mod known;
mod memory;
mod products;
mod recognize;
mod reducer;
mod rules;
mod selects;
mod shifts;
mod sums;
#[cfg(test)]
pub(super) mod tests;

use super::context::Context;
pub(super) use compares::{flipped, inverted};
pub(super) use conditions::is_comparison;

use crate::analysis::ControlFlow;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, Successor, Value, ValueId};
use crate::support::Entity;
use arithmetic::Arithmetic;
use reducer::{Reducer, Room};
use rules::Rule;

/// What rules did.
#[derive(Clone, Debug)]
pub(super) struct Applied {
    /// How often each rule was applied.
    counts: [u32; Rule::COUNT],
    /// How often any was.
    total: u64,
    /// How often a value was looked at.
    visits: u64,
    /// Values made.
    made: u64,
    /// Whether an edge changed.
    edges: bool,
    /// Values that were left though a rule may have fitted.
    unsettled: u32,
}

impl Default for Applied {
    fn default() -> Applied {
        Applied { counts: [0; Rule::COUNT], total: 0, visits: 0, made: 0, edges: false, unsettled: 0 }
    }
}

impl Applied {
    fn of(&self, rule: Rule) -> u32 {
        self.counts[rule as usize]
    }
}

/// The memory of the pass.
#[derive(Debug, Default)]
pub(super) struct Work {
    room: Room,
    applied: Applied,
}

/// Runs the pass.
pub(super) fn reduce_strength(proc: &mut Procedure, cx: &mut Context) {
    reduce_from(proc, cx, 0);
}

/// Runs the pass for copies of turns alone, and for what leads to them.
pub(super) fn reduce_copies(proc: &mut Procedure, cx: &mut Context) {
    reduce_from(proc, cx, cx.first_copy);
}

/// Runs the pass for the blocks from this one on, and for those that lead to them.
fn reduce_from(proc: &mut Procedure, cx: &mut Context, first: usize) {
    let references = cx.contents.contains(Contents::REFERENCES);
    run(proc, Arithmetic::REAL, &mut cx.flow, &mut cx.strength, references, first);
    let applied = &cx.strength.applied;
    cx.work += applied.visits;
    if applied.total != 0 {
        cx.contents |= Contents::LEFTOVERS;
    }
    if applied.made != 0 {
        cx.contents |= Contents::INT32 | Contents::INT64;
    }
    if applied.of(Rule::UModLarge) != 0 {
        cx.contents |= Contents::SELECTS;
    }
    let edges = applied.edges;
    if edges {
        cx.edges_changed();
    }
}

/// Reduces the blocks that can be reached, from this one on, and those that lead to them. `references`: there may be some.
fn run(
    proc: &mut Procedure,
    arithmetic: Arithmetic,
    flow: &mut ControlFlow,
    work: &mut Work,
    references: bool,
    first: usize,
) {
    work.applied = Applied::default();
    flow.find_order(proc);
    let mut reducer = Reducer::new(proc, arithmetic, &mut work.room, &mut work.applied, references);
    for block in flow.order.nodes() {
        let block = BlockId::from_index(block);
        let leads = |edge: &Successor| edge.block().index() >= first;
        if block.index() >= first || reducer.proc.successors(block).iter().any(leads) {
            reducer.reduce_block(block);
        }
    }
}

impl Reducer<'_> {
    /// Applies a rule for the value's opcode; false if none fits.
    #[inline(never)]
    fn reduce(&mut self, id: ValueId, value: &Value) -> bool {
        use Opcode::*;
        match value.opcode() {
            Add if value.ty.is_int() => sums::add(self, id),
            Sub if value.ty.is_int() => sums::sub(self, id),
            Neg if value.ty.is_int() => sums::neg(self, id),
            Mul if value.ty.is_int() => products::mul(self, id),
            Add => floats::add(self, id),
            Sub => floats::sub(self, id),
            Neg => floats::neg(self, id),
            Mul => floats::mul(self, id),
            MulHigh | UMulHigh => products::mul_high(self, id),
            Div | Mod | ChillDiv | ChillMod | UDiv | UMod if value.ty.is_int() => divisions::divide(self, id),
            Div => floats::div(self, id),
            BitAnd => bits::and(self, id),
            BitOr => bits::or(self, id),
            BitXor => bits::xor(self, id),
            Shl | SShr | ZShr | RotL | RotR => shifts::shift(self, id),
            Clz | Ctz | PopCount | ByteSwap | BitReverse => shifts::unary(self, id),
            Abs => floats::abs(self, id),
            Ceil | Floor | FTrunc | Nearest => floats::round(self, id),
            FMin | FMax => floats::extreme(self, id),
            CopySign => floats::copy_sign(self, id),
            Fma => floats::fma(self, id),
            PurifyNaN => floats::purify(self, id),
            BitwiseCast => casts::bitwise_cast(self, id),
            SExt8 | SExt16 | SExt8To64 | SExt16To64 => casts::sign_extend_narrow(self, id),
            SExt32 => casts::sext32(self, id),
            ZExt32 => casts::zext32(self, id),
            Trunc => casts::trunc(self, id),
            IToD | IToF | UToD | UToF => casts::from_integer(self, id),
            FToISat | FToUSat | FToITrap | FToUTrap => casts::to_integer(self, id),
            DoubleToFloat => floats::double_to_float(self, id),
            Equal | NotEqual | LessThan | GreaterThan | LessEqual | GreaterEqual | Above | Below
            | AboveEqual | BelowEqual | EqualOrUnordered => compares::compare(self, id),
            Select => selects::select(self, id),
            Load | Load8Z | Load8S | Load16Z | Load16S => memory::access(self, id, value, 0),
            Store | Store8 | Store16 => memory::access(self, id, value, 1) || memory::stored(self, id),
            MemoryCopy => memory::copy(self, id, value),
            MemoryFill => memory::fill(self, id, value),
            Check | TrapIf => control::check(self, id),
            CheckAdd | CheckSub | CheckMul => control::checked(self, id),
            Branch => control::branch(self, id),
            Switch => control::switch(self, id),
            _ => false,
        }
    }

    /// Applies a rule to a value that has to do with a reference.
    fn reduce_address(&mut self, id: ValueId, value: &Value) -> bool {
        use Opcode::*;
        match value.opcode() {
            Load | Load8Z | Load8S | Load16Z | Load16S => memory::access(self, id, value, 0),
            Store | Store8 | Store16 => memory::access(self, id, value, 1),
            _ => false,
        }
    }
}
