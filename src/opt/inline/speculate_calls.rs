//! Speculates on the targets of calls through addresses.
//!
//! Turn this:
//!
//! ```text
//!     r = CCall(address, a, b)
//! ```
//! Into this:
//! ```text
//!     Branch(Equal(address, SymbolAddress(f)), #direct:90, #other:10)
//! #direct:
//!     CCall f(a, b)
//! #other:
//!     CCall(address, a, b)
//! #next:
//!     r = Phi(of both calls)
//! ```
//! The direct call needs no load of an address and no indirect branch, and [`inline_calls`](super::inline_calls) may
//! copy its callee. The client has counted the targets, so it runs this before the pipeline; it may also replace the
//! comparison, or prove the target by a check of its own that leaves through an exit state.
//!
//! - Requires: valid IR.
//! - Ensures: valid IR that means the same if each guard implies that the call reaches its target.
//! - Keeps: ids; the values before a call in its block.
//! - Changes: edges; appends blocks.
//! - Cost: one visit of each value, and one copy of the values between a changed call and the next one.
//! - Source: Hölzle and Ungar 1994, "Optimizing dynamically-dispatched calls with run-time type feedback", PLDI.

use crate::base::{SymbolId, Type};
use crate::ir::{BlockId, CallData, Callee, Cursor, Opcode, Procedure, Successor, ValueId};
use smallvec::SmallVec;

/// The number of targets of one call that [`speculate_calls`] compares with.
pub const MAX_CALL_TARGETS: usize = 2;

/// The parts that weights and shares are divided into.
const PARTS: u32 = 1000;

/// A frequent target of a call through an address.
#[derive(Clone, PartialEq, Debug)]
pub struct CallTarget {
    /// The name that direct calls use.
    pub name: String,
    /// The part of all executions of the call that reaches it, from 0 to 1. Other numbers count as the nearest.
    pub share: f64,
}

/// What implies that a call reaches a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallGuard {
    /// The call reaches the target if this Int32 is not zero.
    If(ValueId),
    /// The values appended leave the procedure unless the call reaches the target, for example a Check with an exit
    /// state. Other targets, and the call through the address, are not needed.
    Proven,
}

/// Values of the block of a call that only the call through the address needs, for example those that switch to what the
/// target runs in, and back. No other value may use them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Surroundings {
    /// Values before the call, in order.
    pub before: SmallVec<[ValueId; 4]>,
    /// Values after the call, in order. Must be empty for tail calls, and for calls with an exceptional successor.
    pub after: SmallVec<[ValueId; 4]>,
}

/// The targets that a client has counted.
pub trait CallProfile {
    /// Returns the frequent targets of a call (`CCall` or `TailCall`) through an address, the most frequent first.
    /// Those after the first [`MAX_CALL_TARGETS`] are not used. Empty: the call stays as it is.
    fn targets(&mut self, proc: &Procedure, call: ValueId) -> Vec<CallTarget>;

    /// Appends the guard of a target where the call stood. By default it compares the address of the call with that of
    /// the target's name. A call has its address as first child, then its arguments.
    fn guard(&mut self, b: &mut Cursor<'_>, call: ValueId, target: &CallTarget) -> CallGuard {
        let symbol = b.proc.symbol(&target.name);
        let address = b.proc.children(call).first().copied().unwrap_or(ValueId::INVALID);
        let expected = b.symbol_address(symbol);
        CallGuard::If(b.equal(address, expected))
    }

    /// Returns the values that direct calls do not need (default: none). They move to the block of the call through the
    /// address.
    fn surroundings(&mut self, _proc: &Procedure, _call: ValueId) -> Surroundings {
        Surroundings::default()
    }
}

/// What [`speculate_calls`] did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SpeculationStats {
    /// Number of calls through addresses.
    pub calls: u32,
    /// Number of these that have a direct call now.
    pub speculated: u32,
    /// Number of direct calls added.
    pub direct: u32,
}

/// Replaces calls through addresses by guarded direct calls of their frequent targets, for clients with a profile. Run
/// it before compilation. Calls in the root of a procedure with several entries stay as they are.
///
/// A target must have the convention and the signature of the call; a call by name is linked like any other.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use barebones::ir::{Procedure, ValueId, parse_module};
/// use barebones::opt::{CallProfile, CallTarget, speculate_calls};
///
/// struct Counted;
///
/// impl CallProfile for Counted {
///     fn targets(&mut self, _: &Procedure, _: ValueId) -> Vec<CallTarget> {
///         vec![CallTarget { name: "square".into(), share: 0.9 }]
///     }
/// }
///
/// let text = "barebones 1
/// proc main(Int64, Int64) -> Int64 {
/// #0:
///     Int64 @0 = ArgumentReg(%a0)
///     Int64 @1 = ArgumentReg(%a1)
///     Int64 @2 = CCall(@0, @1)
///     Void @3 = Return(@2)
/// }
/// ";
/// let target = barebones::host_target()?;
/// let mut module = parse_module(text, &barebones::targets(target))?;
/// let stats = speculate_calls(&mut module.procedures[0], &mut Counted);
/// assert_eq!((stats.calls, stats.speculated, stats.direct), (1, 1, 1));
/// # Ok(())
/// # }
/// ```
pub fn speculate_calls(proc: &mut Procedure, profile: &mut dyn CallProfile) -> SpeculationStats {
    let mut stats = SpeculationStats::default();
    let mut calls: Vec<(BlockId, ValueId)> = Vec::new();
    for block in proc.block_ids() {
        let is_entry = block == Procedure::ROOT && proc.entry_count != 1;
        for &call in proc.block_values(block) {
            if call_through_address(proc, call).is_some() {
                stats.calls += 1;
                calls.extend((!is_entry).then_some((block, call)));
            }
        }
    }
    let outer = proc.origin;
    // From the last to the first: the values before a call stay in its block.
    for (block, call) in calls.into_iter().rev() {
        let mut targets = profile.targets(proc, call);
        targets.truncate(MAX_CALL_TARGETS);
        if !targets.is_empty() {
            proc.origin = proc.value(call).origin;
            let direct = speculate(proc, profile, (block, call), &targets);
            stats.speculated += u32::from(direct != 0);
            stats.direct += direct;
        }
    }
    proc.origin = outer;
    stats
}

/// The call data of a CCall or TailCall through an address; `None` for any other value.
fn call_through_address(proc: &Procedure, call: ValueId) -> Option<CallData> {
    let is_call = |opcode| matches!(opcode, Opcode::CCall | Opcode::TailCall);
    let value = proc.get_value(call).filter(|value| is_call(value.opcode()))?;
    proc.calls().get(value.call()).copied().filter(|data| !data.callee.is_valid())
}

/// A call that is being replaced.
struct Replaced {
    call: ValueId,
    opcode: Opcode,
    data: CallData,
    /// Where all copies continue; unused by a tail call.
    next: BlockId,
    /// The exceptional successor, if there is one.
    handler: Option<Successor>,
    surroundings: Surroundings,
    /// The copies with results, and the blocks in which they are known.
    results: SmallVec<[(BlockId, ValueId); 4]>,
}

/// Adds direct calls of these targets. Returns their number.
fn speculate(
    proc: &mut Procedure,
    profile: &mut dyn CallProfile,
    (block, call): (BlockId, ValueId),
    targets: &[CallTarget],
) -> u32 {
    let Some(data) = call_through_address(proc, call) else { return 0 };
    let Some(position) = proc.block_values(block).iter().rposition(|id| *id == call) else { return 0 };
    let surroundings = profile.surroundings(proc, call);
    let (before, after) = (&surroundings.before, &surroundings.after);
    let values = proc.block_values(block);
    let first = before.first().and_then(|first| values[..position].iter().rposition(|id| id == first));
    let first = first.unwrap_or(position);
    // Only what follows is copied: of many calls in a block, the last one is replaced first.
    let [kept, rest]: [Vec<ValueId>; 2] = [(first..position, before), (position..values.len(), after)]
        .map(|(range, moved)| values[range].iter().filter(|id| !moved.contains(id)).copied().collect());
    let edges: SmallVec<[Successor; 4]> = proc.successors(block).into();
    let weights: SmallVec<[u32; 4]> = proc.weights(block).into();
    let frequency = proc.frequency(block);
    let opcode = proc.value(call).opcode();
    proc.truncate_block(block, first);
    proc.extend_block(block, &kept);
    proc.set_successors(block, &[]);
    let next = match opcode {
        Opcode::TailCall => BlockId::INVALID,
        _ => proc.add_block_with_frequency(frequency),
    };
    let handler = edges.get(1).copied().filter(|_| data.exceptional);
    let results = SmallVec::new();
    let mut replaced = Replaced { call, opcode, data, next, handler, surroundings, results };

    let (mut at, mut left, mut direct) = (block, 1.0_f64, 0);
    let mut is_proven = false;
    for target in targets {
        let guard = profile.guard(&mut proc.at(at), call, target);
        let symbol = proc.symbol(&target.name);
        direct += 1;
        let condition = match guard {
            CallGuard::If(condition) => condition,
            CallGuard::Proven => {
                replaced.append(proc, at, Some(symbol));
                is_proven = true;
                break;
            }
        };
        let share = if target.share.is_nan() { 0.0 } else { target.share.clamp(0.0, left) };
        let taken = proc.add_block_with_frequency(frequency * share);
        let other = proc.add_block_with_frequency(frequency * (left - share));
        let part = (share / left.max(f64::MIN_POSITIVE) * f64::from(PARTS)) as u32;
        let mut b = proc.at(at);
        b.branch(condition, taken, other);
        // A weight of 0 would say that the other calls are rare, which the client has not said.
        b.weights([part.clamp(1, PARTS - 1), PARTS - part.clamp(1, PARTS - 1)]);
        replaced.append(proc, taken, Some(symbol));
        (at, left) = (other, left - share);
    }
    if is_proven {
        let Surroundings { before, after } = std::mem::take(&mut replaced.surroundings);
        before.into_iter().chain(after).for_each(|id| proc.replace_with_nop(id));
    } else {
        replaced.append(proc, at, None);
    }
    if opcode == Opcode::TailCall {
        proc.replace_with_nop(call);
        return direct;
    }
    replaced.finish(proc);
    if data.exceptional {
        proc.set_block_values(next, &[call]);
        proc.at(next).jump(edges[0]);
    } else {
        proc.set_block_values(next, &rest);
        proc.set_successors(next, &edges);
        proc.set_weights(next, &weights);
    }
    direct
}

impl Replaced {
    /// Appends a copy of the call to a block and ends it: a call of this symbol, or else of the address.
    fn append(&mut self, proc: &mut Procedure, block: BlockId, symbol: Option<SymbolId>) {
        let value = *proc.value(self.call);
        let children: SmallVec<[ValueId; 16]> = proc.children(self.call).into();
        let arguments = children.get(1..).unwrap_or_default();
        let callee: Callee = match symbol {
            Some(symbol) => symbol.into(),
            None => {
                proc.extend_block(block, &self.surroundings.before);
                children.first().copied().unwrap_or(ValueId::INVALID).into()
            }
        };
        let mut b = proc.at(block);
        let copy = match (self.opcode, self.handler) {
            (Opcode::TailCall, _) => {
                b.tail_call(callee, arguments, self.data);
                return;
            }
            (_, Some(handler)) => {
                let known = b.proc.add_block_with_frequency(b.proc.frequency(block));
                let successors = [known.into(), handler];
                let copy =
                    proc.at(block).throwing_ccall_with(value.ty, callee, arguments, self.data, successors);
                self.results.push((known, copy));
                copy
            }
            (_, None) => {
                let copy = b.ccall_with(value.ty, callee, arguments, self.data);
                if symbol.is_none() {
                    proc.extend_block(block, &self.surroundings.after);
                }
                self.results.push((block, copy));
                copy
            }
        };
        if let Some(copy) = proc.get_value_mut(copy) {
            copy.flags = value.flags;
        }
    }

    /// Turns the call into the Phi of its copies, or into a Nop if it has no result, and continues after it.
    fn finish(&self, proc: &mut Procedure) {
        let has_result = proc.type_of(self.call) != Type::Void;
        if has_result {
            proc.replace(self.call, Opcode::Phi, &[]);
        } else {
            proc.replace_with_nop(self.call);
        }
        for &(block, copy) in &self.results {
            let mut b = proc.at(block);
            if has_result {
                b.upsilon(copy, self.call);
            }
            b.jump(self.next);
        }
    }
}
