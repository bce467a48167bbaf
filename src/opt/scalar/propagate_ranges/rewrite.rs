//! Decisions of the walk, and their application to the procedure.

use super::fact::{Fact, limits};
use super::transfer::exact;
use super::{Walk, Work};
use crate::base::Type;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, InsertionSet, Opcode, Procedure, Successor, Value, ValueId};
use crate::opt::context::Context;
use crate::opt::scalar::known_bits::low_bits;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// A constant with these bits.
    Constant(u64),
    /// An Identity of this value.
    Copy(ValueId),
    /// A Nop: a check that cannot fail.
    Remove,
    /// This operation on the same operands.
    Become(Opcode),
    /// This operation on the first operand and a constant.
    WithConstant(Opcode, u64),
    /// This operation on 32 bits, zero-extended.
    Narrow(Opcode),
    /// The zero-extended value plus a constant, if the extension has other uses.
    SumOfExtended(ValueId, i64),
    /// A Jump to the successor with this number.
    JumpTo(u32),
}

/// A value, its position, and its replacement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision {
    pub(super) value: ValueId,
    pub(super) block: BlockId,
    pub(super) place: u32,
    pub(super) action: Action,
}

impl Walk<'_> {
    /// Records a cheaper operation with the same result, if the facts of the operands allow one.
    pub(super) fn improve(&mut self, id: ValueId, place: usize, ids: [ValueId; 2], facts: &[Fact; 2]) {
        if let Some(action) = self.cheaper(id, ids, facts) {
            self.record(id, place, action);
        }
    }

    fn cheaper(&self, id: ValueId, ids: [ValueId; 2], facts: &[Fact; 2]) -> Option<Action> {
        use Opcode::*;
        let value = self.proc.value(id);
        let [a, b] = facts;
        let opcode = value.opcode();
        let copy = |of: ValueId| {
            let is_free = !self.references_move && self.is_tracked(self.proc.value(of));
            is_free.then_some(Action::Copy(of))
        };
        match opcode {
            // Turn this: `checkAdd(x, y)`, which does not overflow
            // Into this: `x + y`
            CheckAdd | CheckSub | CheckMul => {
                let (least, most) = exact(opcode, a, b);
                let (min, max) = limits(self.width(id));
                let fits = i128::from(min) <= least && most <= i128::from(max);
                let plain = match opcode {
                    CheckAdd => Add,
                    CheckSub => Sub,
                    _ => Mul,
                };
                fits.then_some(Action::Become(plain))
            }
            // Turn this: `x & mask`, where x has no other bits
            // Into this: `x`
            BitAnd if self.constant(ids[1]).is_some_and(|mask| !a.known.zeros & !mask == 0) => copy(ids[0]),
            // Turn this: `sext8(x)`, `sext16(x)`, where x is in the range of what is extended
            // Into this: `x`
            SExt8 | SExt16 => {
                let (min, max) = limits(if opcode == SExt8 { 8 } else { 16 });
                if min <= a.min && a.max <= max { copy(ids[0]) } else { None }
            }
            // Turn this: `zext32(trunc(x))`, `sext32(trunc(x))`, where x is in the range of what is extended
            // Into this: `x`; and else `sext32(x)`, where x is not negative, into `zext32(x)`.
            ZExt32 | SExt32 => {
                let child = self.proc.value(ids[0]);
                if child.opcode() == Trunc {
                    let wide = self.child(child, 0);
                    let (fact, (min, max)) = (self.fact(wide), limits(32));
                    let fits = match opcode {
                        ZExt32 => fact.high <= low_bits(32),
                        _ => min <= fact.min && fact.max <= max,
                    };
                    if fits && let Some(wide) = copy(wide) {
                        return Some(wide);
                    }
                }
                if opcode == SExt32 {
                    return (a.min >= 0).then_some(Action::Become(ZExt32));
                }
                self.sum_of_extended(child)
            }
            Div | ChillDiv | Mod | ChillMod | UDiv | UMod => {
                self.cheaper_division(opcode, value.ty, ids, facts)
            }
            _ => None,
        }
    }

    /// Turn this: `zext32(x + constant)`, which does not wrap
    /// Into this: `zext32(x) + constant`, where an address adds the constant for free. Done only if the block extends x
    /// anyway, or has another such sum of it.
    fn sum_of_extended(&self, sum: &Value) -> Option<Action> {
        if sum.opcode() != Opcode::Add || self.references_move {
            return None;
        }
        let [x, added] = [0, 1].map(|place| self.child(sum, place));
        let added = i64::from(self.constant(added)? as u32 as i32);
        let fact = self.fact(x);
        let fits = match added < 0 {
            true => fact.low >= added.unsigned_abs(),
            false => fact.high + added as u64 <= low_bits(32),
        };
        (fits && self.is_tracked(self.proc.value(x))).then_some(Action::SumOfExtended(x, added))
    }

    /// Turn this: a signed division of non-negative operands
    /// Into this: a shift or mask for a power of two, otherwise an unsigned division, of 32 bits if both operands fit.
    /// Division by another constant is left to instruction selection, which multiplies.
    fn cheaper_division(
        &self,
        opcode: Opcode,
        ty: Type,
        ids: [ValueId; 2],
        facts: &[Fact; 2],
    ) -> Option<Action> {
        use Opcode::*;
        let [a, b] = facts;
        let gives_quotient = matches!(opcode, Div | ChillDiv | UDiv);
        let is_unsigned = matches!(opcode, UDiv | UMod);
        if let Some(divisor) = self.constant(ids[1]) {
            let is_power = divisor.is_power_of_two() && b.min > 0;
            return match () {
                _ if is_unsigned || a.min < 0 || !is_power => None,
                _ if gives_quotient => Some(Action::WithConstant(ZShr, divisor.trailing_zeros().into())),
                _ => Some(Action::WithConstant(BitAnd, divisor - 1)),
            };
        }
        let is_chill = matches!(opcode, ChillDiv | ChillMod);
        // ChillDiv and ChillMod define division by zero; for all others it is undefined.
        let is_positive = a.min >= 0 && b.min >= i64::from(is_chill);
        if !is_unsigned && !is_positive {
            return None;
        }
        let plain = if gives_quotient { UDiv } else { UMod };
        match ty {
            Type::Int64 if a.high.max(b.high) <= low_bits(32) => Some(Action::Narrow(plain)),
            _ if is_unsigned => None,
            _ => Some(Action::Become(plain)),
        }
    }
}

/// Applies all decisions.
pub(super) fn apply(proc: &mut Procedure, cx: &mut Context, work: &mut Work) {
    if work.decisions.is_empty() {
        return;
    }
    cx.contents |= Contents::NOPS_AND_IDENTITIES;
    let (mut edges, mut phis) = (false, false);
    let mut at = 0;
    while let Some(&Decision { block, .. }) = work.decisions.get(at).filter(|_| cx.fuel.is_left()) {
        let count = work.decisions[at..].iter().take_while(|decision| decision.block == block).count();
        let decisions = &work.decisions[at..at + count];
        at += count;
        share_extensions(proc, decisions, &mut work.extensions, &mut work.insertions);
        for decision in decisions {
            if !cx.fuel.take() {
                break;
            }
            phis |= proc.value(decision.value).opcode() == Opcode::Phi;
            edges |= matches!(decision.action, Action::JumpTo(_));
            if apply_decision(proc, decision, &work.extensions, &mut work.insertions) {
                cx.contents |= Contents::INT32 | Contents::INT64;
            }
        }
        work.insertions.execute(proc, block);
    }
    if edges {
        cx.edges_changed();
    }
    if phis {
        cx.remove_upsilons_of_no_phi(proc);
    }
}

/// A value that is zero-extended in a block for its sums with constants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extension {
    of: ValueId,
    /// Position of the first sum.
    place: u32,
    sums: u32,
    /// The extension; invalid if it does not pay.
    extended: ValueId,
}

/// Finds or creates the extensions in a block that several sums share.
fn share_extensions(
    proc: &mut Procedure,
    decisions: &[Decision],
    extensions: &mut Vec<Extension>,
    insertions: &mut InsertionSet,
) {
    extensions.clear();
    for decision in decisions {
        if let Action::SumOfExtended(of, _) = decision.action {
            let (place, extended) = (decision.place, ValueId::INVALID);
            extensions.push(Extension { of, place, sums: 1, extended });
        }
    }
    let Some(block) = decisions.first().filter(|_| !extensions.is_empty()).map(|decision| decision.block)
    else {
        return;
    };
    extensions.sort_unstable_by_key(|extension| (extension.of, extension.place));
    extensions.dedup_by(|next, first| {
        let same = next.of == first.of;
        first.sums += u32::from(same);
        same
    });
    // An extension that exists in the block before the first sum.
    for (id, place) in proc.block_values(block).iter().zip(0..) {
        if proc.value(*id).opcode() == Opcode::ZExt32
            && let Ok(at) = extensions.binary_search_by_key(&proc.children(*id)[0], |extension| extension.of)
            && place < extensions[at].place
        {
            extensions[at].extended = *id;
        }
    }
    for extension in extensions.iter_mut().filter(|it| it.sums > 1 && !it.extended.is_valid()) {
        let new = proc.detached_for(extension.of).apply_typed(Opcode::ZExt32, Type::Int64, &[extension.of]);
        insertions.insert(extension.place as usize, new);
        extension.extended = new;
    }
}

/// Applies a decision. Returns true if it created values.
fn apply_decision(
    proc: &mut Procedure,
    decision: &Decision,
    extensions: &[Extension],
    insertions: &mut InsertionSet,
) -> bool {
    let Decision { value: id, block, place, action } = *decision;
    let mut insert = |new: ValueId| {
        insertions.insert(place as usize, new);
        new
    };
    match action {
        Action::Constant(bits) => proc.replace_with_constant(id, bits),
        Action::Copy(other) => proc.replace_with_identity(id, other),
        Action::Remove => proc.replace_with_nop(id),
        Action::Become(opcode) => {
            let operands = first_two(proc, id);
            let count = opcode.arity().unwrap_or(2);
            proc.replace(id, opcode, &operands[..count]);
        }
        Action::WithConstant(opcode, bits) => {
            let ty = if opcode == Opcode::ZShr { Type::Int32 } else { proc.type_of(id) };
            let constant = proc.detached_for(id).constant(ty, bits);
            insert(constant);
            let operand = proc.children(id)[0];
            proc.replace(id, opcode, &[operand, constant]);
            return true;
        }
        Action::Narrow(opcode) => {
            let operands = first_two(proc, id).map(|operand| {
                let low = match proc.value(operand).int() {
                    Some(number) => proc.detached_for(id).constant(Type::Int32, number as u64 & low_bits(32)),
                    None => proc.detached_for(id).apply_typed(Opcode::Trunc, Type::Int32, &[operand]),
                };
                insert(low)
            });
            let narrow = proc.detached_for(id).apply_typed(opcode, Type::Int32, &operands);
            insert(narrow);
            proc.replace(id, Opcode::ZExt32, &[narrow]);
            return true;
        }
        Action::SumOfExtended(of, added) => {
            let found = extensions.binary_search_by_key(&of, |extension| extension.of);
            let extended = found.map_or(ValueId::INVALID, |at| extensions[at].extended);
            if extended.is_valid() {
                let constant = proc.detached_for(id).constant(Type::Int64, added as u64);
                insert(constant);
                proc.replace(id, Opcode::Add, &[extended, constant]);
                return true;
            }
        }
        Action::JumpTo(slot) => {
            if let Some(to) = proc.successors(block).get(slot as usize).copied() {
                proc.replace(id, Opcode::Jump, &[]);
                proc.set_successors(block, &[Successor::new(to.block())]);
            }
        }
    }
    false
}

fn first_two(proc: &Procedure, id: ValueId) -> [ValueId; 2] {
    let children = proc.children(id);
    [children[0], *children.get(1).unwrap_or(&ValueId::INVALID)]
}
