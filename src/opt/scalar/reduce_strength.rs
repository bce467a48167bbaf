//! Strength reduction and algebraic simplification: folds constants, applies algebraic rules, recognizes idioms, and
//! uses known bits and bounds of operands.
//!
//! One walk over the blocks in reverse post-order. A value is visited after its operands have their final form: rules
//! are tried until none applies, or the value was changed eight times. Values that a rule creates are reduced before
//! they are inserted, so no second walk is needed. Rules are selected by the value's opcode, then by its operands'
//! opcodes, in one `match` each. Each file of the folder has the rules of one family; `rules.rs` has the pictures of
//! all of them.
//!
//! The walk terminates because the rules approach a normal form, described at the head of each file: constants on the
//! right and as far out as possible, one negation instead of two, comparisons with 0 rather than with 1, and so on. If
//! two rules could undo each other, the limit on attempts would stop them; the tests assert that no sample reaches it.
//!
//! After passes that copy loop iterations, the walk covers only the copied blocks and their predecessors.
//!
//! Operations that instruction selection handles better as a unit are left alone: divisions by constants, products with
//! constants other than powers of two, minima (which have no opcode for integers). In values computed from a reference
//! only the offset of an access changes, because a new value could be live where the old one was not.
//!
//! - Requires: valid IR. No analysis.
//! - Ensures: valid IR that means the same. Ids of blocks stay; a replaced value is an Identity, one that lost its last
//!   use a Nop, a decided Branch or Switch a Jump; blocks that become unreachable remain as dead code.
//! - Keeps: frequencies. Edges change where a Branch or Switch becomes a Jump, or a Branch is inverted.
//! - Cost: one visit per value and per change; a query for known bits or bounds follows at most four operations. Uses
//!   are counted once, if any rule applies.
//! - Source: the rules of B3's reduceStrength, without its fixpoint; Warren, Hacker's Delight.

mod arithmetic;
mod bits;
mod casts;
mod compares;
mod conditions;
mod control;
mod divisions;
mod extremes;
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
pub(in crate::opt) mod tests;

use crate::opt::context::{Context, Fuel};
pub(in crate::opt) use compares::{flipped, inverted};
pub(in crate::opt) use conditions::is_comparison;

use crate::analysis::ControlFlow;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, Successor, Value, ValueId};
use crate::support::Entity;
use arithmetic::Arithmetic;
use reducer::{Reducer, Scratch};
use rules::Rule;

/// Statistics of one run.
#[derive(Clone, Debug)]
pub(in crate::opt) struct Applied {
    /// Number of applications of each rule.
    counts: [u32; Rule::COUNT],
    /// Number of applications of all rules.
    total: u64,
    /// Number of attempts to reduce a value.
    visits: u64,
    /// Number of values created.
    created: u64,
    /// True if an edge changed.
    edges: bool,
    /// Number of values left at the limit of attempts.
    hit_limit: u32,
    fuel: Fuel,
}

impl Default for Applied {
    fn default() -> Applied {
        Applied {
            counts: [0; Rule::COUNT],
            total: 0,
            visits: 0,
            created: 0,
            edges: false,
            hit_limit: 0,
            fuel: Fuel::default(),
        }
    }
}

impl Applied {
    fn of(&self, rule: Rule) -> u32 {
        self.counts[rule as usize]
    }
}

/// Reusable working memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct Work {
    scratch: Scratch,
    applied: Applied,
    /// Rewrites that are left when the pass begins.
    fuel: Fuel,
}

pub(in crate::opt) fn reduce_strength(proc: &mut Procedure, cx: &mut Context) {
    reduce_from(proc, cx, 0);
}

/// Runs the pass on copied loop iterations and their predecessors only.
pub(in crate::opt) fn reduce_copied_blocks(proc: &mut Procedure, cx: &mut Context) {
    reduce_from(proc, cx, cx.first_copy);
}

/// Runs the pass on the blocks from this one on, and on their predecessors.
fn reduce_from(proc: &mut Procedure, cx: &mut Context, first: usize) {
    let references = cx.contents.contains(Contents::REFERENCES);
    let mut work = cx.scratch.take::<Work>();
    work.fuel = cx.fuel;
    run(proc, Arithmetic::REAL, &mut cx.flow, &mut work, references, first);
    let applied = &work.applied;
    cx.fuel = applied.fuel;
    cx.work += applied.visits;
    if applied.total != 0 {
        cx.contents |= Contents::NOPS_AND_IDENTITIES;
    }
    if applied.created != 0 {
        cx.contents |= Contents::INT32 | Contents::INT64;
    }
    if applied.of(Rule::UModLarge) != 0 {
        cx.contents |= Contents::SELECTS;
    }
    let edges = applied.edges;
    cx.scratch.put(work);
    if edges {
        cx.edges_changed();
    }
}

/// Reduces the reachable blocks from `first` on, and their predecessors. `references`: there may be references.
fn run(
    proc: &mut Procedure,
    arithmetic: Arithmetic,
    flow: &mut ControlFlow,
    work: &mut Work,
    references: bool,
    first: usize,
) {
    work.applied = Applied { fuel: work.fuel, ..Applied::default() };
    flow.find_order(proc);
    let mut reducer = Reducer::new(proc, arithmetic, &mut work.scratch, &mut work.applied, references);
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
            SMin | SMax | UMin | UMax => extremes::extreme(self, id),
            Extract => extremes::of_constants(self, id),
            CopySign => floats::copy_sign(self, id),
            Fma => floats::fma(self, id),
            PurifyNaN => floats::purify(self, id),
            BitwiseCast => casts::bitwise_cast(self, id),
            SExt8 | SExt16 | SExt8To64 | SExt16To64 => casts::sign_extend_narrow(self, id),
            SExt32 => casts::sext32(self, id),
            ZExt32 => casts::zext32(self, id),
            Trunc => casts::trunc(self, id),
            IToD | IToF | UToD | UToF => casts::from_integer(self, id),
            FToISat | FToUSat | FToIMin | FToITrap | FToUTrap => casts::to_integer(self, id),
            DoubleToInt32 => casts::double_to_int32(self, id),
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

    /// Applies a rule to a value that is, uses or is computed from a reference; false if none applies.
    fn reduce_address(&mut self, id: ValueId, value: &Value) -> bool {
        use Opcode::*;
        match value.opcode() {
            Load | Load8Z | Load8S | Load16Z | Load16S => memory::access(self, id, value, 0),
            Store | Store8 | Store16 => memory::access(self, id, value, 1),
            _ => false,
        }
    }
}
