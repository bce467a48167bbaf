//! Comparisons, fused with the instructions that use them.
//!
//! A comparison may be repeated for each of its users; a load may not.

use super::combinations::Rule;
use super::fold::Operand;
use super::select::{Lowering, Result};
use crate::air::{Arg, InstFlags, Opcode as Air, SplitEdge, Tmp};
use crate::base::{Arch, Bank, FloatCondition, ImmediateOf, IntCondition, Type};
use crate::ir::{Opcode, ValueId};

/// The kind of comparison, which selects the machine operation in a family.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Int8,
    Int16,
    Int32,
    Int64,
    Test8,
    Test32,
    Test64,
    Bit32,
    Bit64,
    Float,
    Double,
}

/// A condition and its operands before emission.
pub(super) struct Comparison {
    pub(super) kind: Kind,
    pub(super) condition: Arg,
    pub(super) a: Arg,
    pub(super) b: Arg,
    /// The flags that a folded load requires.
    pub(super) flags: InstFlags,
}

/// The machine operations that use a comparison, by [`Kind`].
type Family = [Air; 11];

pub(super) const SET: Family = [
    Air::Compare8,
    Air::Compare16,
    Air::Compare32,
    Air::Compare64,
    Air::Test8,
    Air::Test32,
    Air::Test64,
    Air::TestBit32,
    Air::TestBit64,
    Air::CompareFloat,
    Air::CompareDouble,
];
const BRANCH: Family = [
    Air::Branch8,
    Air::Branch16,
    Air::Branch32,
    Air::Branch64,
    Air::BranchTest8,
    Air::BranchTest32,
    Air::BranchTest64,
    Air::BranchTestBit32,
    Air::BranchTestBit64,
    Air::BranchFloat,
    Air::BranchDouble,
];
const TRAP_IF: Family = [
    Air::TrapIf8,
    Air::TrapIf16,
    Air::TrapIf32,
    Air::TrapIf64,
    Air::TrapIfTest8,
    Air::TrapIfTest32,
    Air::TrapIfTest64,
    Air::TrapIfTestBit32,
    Air::TrapIfTestBit64,
    Air::TrapIfFloat,
    Air::TrapIfDouble,
];
const MOVE: Family = [
    Air::MoveConditionally8,
    Air::MoveConditionally16,
    Air::MoveConditionally32,
    Air::MoveConditionally64,
    Air::MoveConditionallyTest8,
    Air::MoveConditionallyTest32,
    Air::MoveConditionallyTest64,
    Air::MoveConditionallyTestBit32,
    Air::MoveConditionallyTestBit64,
    Air::MoveConditionallyFloat,
    Air::MoveConditionallyDouble,
];
const MOVE_DOUBLE: Family = [
    Air::MoveDoubleConditionally8,
    Air::MoveDoubleConditionally16,
    Air::MoveDoubleConditionally32,
    Air::MoveDoubleConditionally64,
    Air::MoveDoubleConditionallyTest8,
    Air::MoveDoubleConditionallyTest32,
    Air::MoveDoubleConditionallyTest64,
    Air::MoveDoubleConditionallyTestBit32,
    Air::MoveDoubleConditionallyTestBit64,
    Air::MoveDoubleConditionallyFloat,
    Air::MoveDoubleConditionallyDouble,
];

impl Comparison {
    /// The machine operation that branches on it.
    pub(super) fn branch(&self) -> Air {
        BRANCH[self.kind as usize]
    }
}

fn int_condition(opcode: Opcode) -> Option<IntCondition> {
    Some(match opcode {
        Opcode::Equal => IntCondition::Equal,
        Opcode::NotEqual => IntCondition::NotEqual,
        Opcode::LessThan => IntCondition::LessThan,
        Opcode::GreaterThan => IntCondition::GreaterThan,
        Opcode::LessEqual => IntCondition::LessEqual,
        Opcode::GreaterEqual => IntCondition::GreaterEqual,
        Opcode::Above => IntCondition::Above,
        Opcode::Below => IntCondition::Below,
        Opcode::AboveEqual => IntCondition::AboveEqual,
        Opcode::BelowEqual => IntCondition::BelowEqual,
        _ => return None,
    })
}

fn float_condition(opcode: Opcode) -> Option<FloatCondition> {
    Some(match opcode {
        Opcode::Equal => FloatCondition::EqualAndOrdered,
        Opcode::NotEqual => FloatCondition::NotEqualOrUnordered,
        Opcode::LessThan => FloatCondition::LessThanAndOrdered,
        Opcode::GreaterThan => FloatCondition::GreaterThanAndOrdered,
        Opcode::LessEqual => FloatCondition::LessEqualAndOrdered,
        Opcode::GreaterEqual => FloatCondition::GreaterEqualAndOrdered,
        Opcode::EqualOrUnordered => FloatCondition::EqualOrUnordered,
        _ => return None,
    })
}

/// The condition that is true when this one is false.
pub(super) fn inverted(condition: Arg) -> Arg {
    match condition {
        Arg::IntCondition(condition) => Arg::IntCondition(condition.inverted()),
        Arg::FloatCondition(condition) => Arg::FloatCondition(condition.inverted()),
        other => other,
    }
}

/// True for conditions that x86-64 can test only with swapped operands.
fn is_backward(arch: Arch, condition: FloatCondition) -> bool {
    use FloatCondition::*;
    let backward = [LessThanAndOrdered, LessEqualAndOrdered, GreaterThanOrUnordered, GreaterEqualOrUnordered];
    arch == Arch::X64 && backward.contains(&condition)
}

/// Maximum number of nested comparisons with zero that are looked through.
const MAX_INVERSIONS: usize = 8;

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// The comparison that is true exactly when `predicate` is not zero.
    pub(super) fn condition(&mut self, predicate: ValueId) -> Result<Comparison> {
        self.condition_of(predicate, true)
    }

    /// Like [`Lowering::condition`]. `folds` is true if loads and variables in slots may be folded.
    pub(super) fn condition_of(&mut self, predicate: ValueId, folds: bool) -> Result<Comparison> {
        let mut id = self.through_copies(predicate);
        let mut inverted = false;
        // True while nothing else computes the values that are folded here.
        let mut may_fold = folds && id == predicate;
        for _ in 0..MAX_INVERSIONS {
            if !self.is_in_block(id) {
                break;
            }
            let Some((inner, inverts)) = self.wrapped_condition(id) else { break };
            self.took_comparison(id);
            may_fold = may_fold && self.is_used_only_here(id);
            id = self.through_copies(inner);
            may_fold &= id == inner;
            inverted ^= inverts;
        }
        if self.is_in_block(id) {
            let folds = may_fold && self.is_used_only_here(id);
            if let Some(comparison) = self.comparison(id, inverted, folds)? {
                self.took_comparison(id);
                return Ok(comparison);
            }
        }
        let wide = self.proc.type_of(id) == Type::Int64;
        let condition = if inverted { IntCondition::Equal } else { IntCondition::NotEqual };
        let may_fold = may_fold && self.state.folds_loads;
        if may_fold && let Some(comparison) = self.narrow_load_with(id, condition, Arg::Imm(0))? {
            return Ok(comparison);
        }
        let condition = Arg::IntCondition(condition);
        if may_fold && self.is_foldable_load(id) {
            let kind = if wide { Kind::Int64 } else { Kind::Int32 };
            self.took(Rule::LoadInComparison, &[id]);
            let Operand { arg: a, flags } = self.fold_load(id)?;
            return Ok(Comparison { kind, condition, a, b: Arg::Imm(0), flags });
        }
        let kind = if wide { Kind::Test64 } else { Kind::Test32 };
        let tmp = Arg::Tmp(self.tmp(id)?);
        Ok(Comparison { kind, condition, a: tmp, b: tmp, flags: InstFlags::empty() })
    }

    /// True if the value is computed only for the value being selected.
    fn is_used_only_here(&self, id: ValueId) -> bool {
        id == self.current || self.is_used_once(id)
    }

    /// For `x == 0`, `x != 0` and `comparison ^ 1`: x, and whether the condition is inverted.
    fn wrapped_condition(&self, id: ValueId) -> Option<(ValueId, bool)> {
        let value = self.proc.value(id);
        let children = self.proc.children(id);
        match value.opcode() {
            Opcode::Equal | Opcode::NotEqual if self.proc.type_of(children[0]).is_int() => {
                let zero = self.immediate(children[1]) == Some(Arg::Imm(0));
                zero.then_some((children[0], value.opcode() == Opcode::Equal))
            }
            Opcode::BitXor if value.ty.is_int() && self.immediate(children[1]) == Some(Arg::Imm(1)) => {
                let inner = self.proc.value(self.through_copies(children[0])).opcode();
                let is_bool = int_condition(inner).is_some() || inner == Opcode::EqualOrUnordered;
                let is_bool = is_bool || self.is_one_bit(self.through_copies(children[0]));
                is_bool.then_some((children[0], true))
            }
            _ => None,
        }
    }

    /// The comparison of a value of this block, if it is one. `folds` as in [`Lowering::condition_of`].
    fn comparison(&mut self, id: ValueId, inverted: bool, folds: bool) -> Result<Option<Comparison>> {
        let opcode = self.proc.value(id).opcode();
        if opcode == Opcode::BitAnd && self.proc.value(id).ty.is_int() {
            if self.patterns && id != self.current && self.is_needed(id) {
                return Ok(None); // extending the live ranges of its operands is not worth it
            }
            let condition = if inverted { IntCondition::Equal } else { IntCondition::NotEqual };
            if self.patterns
                && let Some(comparison) = self.bit_test(id, condition, folds)?
            {
                return Ok(Some(comparison));
            }
            let wide = self.proc.value(id).ty == Type::Int64;
            let condition = Arg::IntCondition(condition);
            let (a, b, flags) = self.int_operands(id, folds)?.0;
            let kind = if wide { Kind::Test64 } else { Kind::Test32 };
            return Ok(Some(Comparison { kind, condition, a, b, flags }));
        }
        let Some(&[left, right]) = self.proc.children(id).first_chunk::<2>() else { return Ok(None) };
        match self.proc.type_of(left) {
            ty @ (Type::Int32 | Type::Int64) => {
                let Some(condition) = int_condition(opcode) else { return Ok(None) };
                let narrow = if inverted { condition.inverted() } else { condition };
                if folds
                    && self.state.folds_loads
                    && let Some(comparison) = self.narrow_comparison([left, right], narrow)?
                {
                    return Ok(Some(comparison));
                }
                if self.patterns
                    && let Some(comparison) = self.sign_test([left, right], narrow)?
                {
                    return Ok(Some(comparison));
                }
                let ((a, b, flags), flipped) = self.int_operands(id, folds)?;
                let condition = if flipped { condition.flipped() } else { condition };
                let condition = if inverted { condition.inverted() } else { condition };
                let kind = if ty == Type::Int32 { Kind::Int32 } else { Kind::Int64 };
                Ok(Some(Comparison { kind, condition: Arg::IntCondition(condition), a, b, flags }))
            }
            ty => {
                let Some(condition) = float_condition(opcode) else { return Ok(None) };
                let mut condition = if inverted { condition.inverted() } else { condition };
                let (mut a, mut b) = (left, right);
                if is_backward(self.arch, condition) {
                    condition = condition.flipped();
                    std::mem::swap(&mut a, &mut b);
                }
                let b = if folds { self.load_constant_or_tmp(b)? } else { Arg::Tmp(self.tmp(b)?).into() };
                let a = Arg::Tmp(self.tmp(a)?);
                let kind = if ty == Type::Float { Kind::Float } else { Kind::Double };
                let condition = Arg::FloatCondition(condition);
                Ok(Some(Comparison { kind, condition, a, b: b.arg, flags: b.flags }))
            }
        }
    }

    /// The operands of an integer comparison, a constant second, and whether they were swapped.
    fn int_operands(&mut self, id: ValueId, folds: bool) -> Result<((Arg, Arg, InstFlags), bool)> {
        let [left, right] = [self.child(id, 0), self.child(id, 1)];
        let is_test = self.proc.value(id).opcode() == Opcode::BitAnd;
        let of = if is_test { ImmediateOf::Logic } else { ImmediateOf::Comparison };
        let immediate = self.immediate(right);
        let other = if immediate.is_none() { self.immediate(left) } else { None };
        let flip = other.is_some();
        let (left, right) = if flip { (right, left) } else { (left, right) };
        let immediate = immediate.or(other);
        if folds && self.is_foldable_load(left) {
            self.took(Rule::LoadInComparison, &[left]);
            let Operand { arg, flags } = self.fold_load(left)?;
            return Ok(((arg, self.immediate_or_tmp(immediate, right, of)?, flags), flip));
        }
        if folds && let Some(slot) = self.slot_of_get(left) {
            return Ok(((slot, self.immediate_or_tmp(immediate, right, of)?, InstFlags::empty()), flip));
        }
        let a = Arg::Tmp(self.tmp(left)?);
        if folds && let Some(slot) = self.slot_of_get(right) {
            return Ok(((a, slot, InstFlags::empty()), flip));
        }
        if folds && self.is_foldable_load(right) {
            self.took(Rule::LoadInComparison, &[right]);
            let Operand { arg, flags } = self.fold_load(right)?;
            return Ok(((a, arg, flags), flip));
        }
        Ok(((a, self.immediate_or_tmp(immediate, right, of)?, InstFlags::empty()), flip))
    }

    fn emit_comparison(&mut self, family: &Family, comparison: &Comparison, rest: &[Arg]) -> Result {
        let &Comparison { kind, condition, a, b, flags } = comparison;
        let opcode = family[kind as usize];
        match *rest {
            [] => self.emit_flagged(opcode, &[condition, a, b], flags),
            [x] => self.emit_flagged(opcode, &[condition, a, b, x], flags),
            [x, y, z] => self.emit_flagged(opcode, &[condition, a, b, x, y, z], flags),
            _ => self.unsupported(opcode.name()),
        }
    }

    /// Selects a comparison with a 0 or 1 result.
    pub(super) fn compare_to_register(&mut self, id: ValueId) -> Result {
        let comparison = match self.patterns {
            true => Some(self.condition(id)?),
            false => self.comparison(id, false, true)?,
        };
        let Some(comparison) = comparison else {
            return self.unsupported(self.proc.value(id).opcode().name());
        };
        let to = self.tmp(id)?;
        self.set_comparison(&comparison, to)
    }

    /// Emits a comparison with a 0 or 1 result.
    fn set_comparison(&mut self, comparison: &Comparison, to: Tmp) -> Result {
        let to = Arg::Tmp(to);
        if matches!(comparison.kind, Kind::Float | Kind::Double) {
            let &Comparison { kind, condition, a, b, flags } = comparison;
            return self.emit_with_scratches(SET[kind as usize], &[condition, a, b, to], flags);
        }
        self.emit_comparison(&SET, comparison, &[to])
    }

    /// The temporary of an Int32 that is 0 exactly if the predicate is.
    pub(super) fn truth(&mut self, predicate: ValueId) -> Result<Tmp> {
        if self.proc.type_of(predicate) == Type::Int32 {
            return self.tmp(predicate);
        }
        let comparison = self.condition_of(predicate, false)?;
        let to = self.scratch(Bank::Gp);
        self.set_comparison(&comparison, to)?;
        Ok(to)
    }

    pub(super) fn select_value(&mut self, id: ValueId) -> Result {
        if self.select_on_flags(id)? {
            return Ok(());
        }
        let [predicate, then, otherwise] = [self.child(id, 0), self.child(id, 1), self.child(id, 2)];
        if let Some((joined, [a, b])) = self.compound_condition(predicate) {
            self.took(Rule::SelectOnBoth, &[predicate]);
            return self.select_compound(id, joined, [a, b]);
        }
        let rest = [self.tmp(then)?, self.tmp(otherwise)?, self.tmp(id)?];
        self.select_if(id, predicate, rest)
    }

    /// Emits a select between the first two temporaries into the third, for a value of the type of `id`.
    fn select_if(&mut self, id: ValueId, predicate: ValueId, rest: [Tmp; 3]) -> Result {
        let comparison = self.condition(predicate)?;
        let family = if self.proc.type_of(id).bank() == Bank::Gp { &MOVE } else { &MOVE_DOUBLE };
        self.emit_comparison(family, &comparison, &rest.map(Arg::Tmp))
    }

    /// Turn this: `(a && b) ? x : y`, `(a || b) ? x : y`
    /// Into this: `a ? (b ? x : y) : y`, `a ? x : (b ? x : y)`, which materialize no 0 or 1.
    fn select_compound(&mut self, id: ValueId, joined: Opcode, [a, b]: [ValueId; 2]) -> Result {
        let (then, otherwise) = (self.tmp(self.child(id, 1))?, self.tmp(self.child(id, 2))?);
        let (inner, to) = (self.scratch(self.proc.type_of(id).bank()), self.tmp(id)?);
        self.select_if(id, b, [then, otherwise, inner])?;
        match joined {
            Opcode::BitAnd => self.select_if(id, a, [inner, otherwise, to]),
            _ => self.select_if(id, a, [then, inner, to]),
        }
    }

    /// The comparisons that a predicate joins by And or Or, if none of the three has another user.
    fn compound_condition(&self, predicate: ValueId) -> Option<(Opcode, [ValueId; 2])> {
        let opcode = self.proc.value(predicate).opcode();
        if !self.patterns
            || !matches!(opcode, Opcode::BitAnd | Opcode::BitOr)
            || !self.is_used_once(predicate)
        {
            return None;
        }
        let parts = [self.child(predicate, 0), self.child(predicate, 1)];
        parts.iter().all(|id| self.is_single_use_comparison(*id)).then_some((opcode, parts))
    }

    /// True for a comparison without other users.
    pub(super) fn is_single_use_comparison(&self, id: ValueId) -> bool {
        let opcode = self.proc.value(id).opcode();
        (int_condition(opcode).is_some() || opcode == Opcode::EqualOrUnordered) && self.is_used_once(id)
    }

    pub(super) fn branch(&mut self, id: ValueId) -> Result {
        let predicate = self.child(id, 0);
        if self.patterns && self.branch_on_cas(predicate)? {
            return Ok(());
        }
        if self.is_predictable()
            && let Some((joined, [a, b])) = self.compound_condition(predicate)
        {
            self.took(Rule::BranchOnBoth, &[predicate]);
            return self.branch_compound(joined, [a, b]);
        }
        if self.branch_on_flags(predicate)? {
            return Ok(());
        }
        let comparison = self.condition(predicate)?;
        self.emit_comparison(&BRANCH, &comparison, &[])
    }

    /// Turn this: `if (a && b) go to x else y`, `if (a || b) go to x else y`
    /// Into this: `if a go on else go to y`, `if a go to x else go on`, and a new block `if b go to x else y`
    ///
    /// All operands are computed before the first branch. Only comparison b is skipped if a decides.
    fn branch_compound(&mut self, joined: Opcode, [a, b]: [ValueId; 2]) -> Result {
        let first = self.condition(a)?;
        self.emit_comparison(&BRANCH, &first, &[])?;
        // Not folded: a load, and its trap, would be skipped if a decides.
        let second = self.condition_of(b, false)?;
        self.emit_comparison(&BRANCH, &second, &[])?;
        self.state.split = Some(if joined == Opcode::BitAnd { SplitEdge::Second } else { SplitEdge::First });
        Ok(())
    }

    /// True if one successor is much more frequent. Then two branches, the first of which usually decides, cost less
    /// than computing and joining two conditions. Otherwise a single branch is mispredicted less often.
    fn is_predictable(&self) -> bool {
        const MUCH_MORE: f64 = 8.0;
        let [a, b] = *self.proc.successors(self.block) else { return false };
        let [x, y] = [a, b].map(|edge| self.proc.frequency(edge.block()));
        a.is_rare() != b.is_rare() || x > y * MUCH_MORE || y > x * MUCH_MORE
    }

    pub(super) fn trap_if(&mut self, id: ValueId) -> Result {
        let (predicate, code) = (self.child(id, 0), self.trap_code(id));
        if self.trap_on_flags(predicate, code)? {
            return Ok(());
        }
        for (number, part) in self.alternatives(predicate).into_iter().enumerate() {
            // Not folded: a load, and its trap, would be skipped if an earlier condition traps.
            let comparison = self.condition_of(part, number == 0)?;
            self.emit_comparison(&TRAP_IF, &comparison, &[code])?;
        }
        Ok(())
    }
}
