//! Induction variables of loops, the exit conditions on them, trip counts, and where they do not wrap.
//!
//! A basic induction variable is a header Phi that the only latch sets to the Phi plus a constant, the step. All of
//! them count the iterations of their loop. So one exit condition that bounds the trip count bounds every one of them,
//! if its start values are known: in each iteration it is the number of a known interval that it equals modulo 2^bits.
//! A variable whose interval fits into the signed or the unsigned numbers of its type does not wrap as such.
//!
//! Loops are added one by one; [`Induction::bound_loop`] of outer loops comes first, because start values and limits of
//! inner loops may depend on the variables of outer ones.
//!
//! - Cost: the last [`UPSILON_WINDOW`] values of the latch and of the blocks that enter the loop; to bound a loop, at
//!   most [`MAX_EXITS`] branches.
//! - Source: the part of LLVM's ScalarEvolution that handles `{start,+,step}` with constant steps.

#[cfg(test)]
mod tests;

use crate::analysis::{ControlFlow, LoopId, Loops};
use crate::base::Type;
use crate::ir::{BlockId, Opcode, Procedure, Successor, ValueId};
use crate::opt::context::{KIND, resolve};
use crate::opt::scalar::reduce_strength::{flipped, inverted, is_comparison};
use crate::support::Entity;
use std::ops::Range;

/// Maximum number of exits, and of blocks on the dominator path to the latch, examined per loop: loops have few.
const MAX_EXITS: u32 = 8;
/// Maximum number of induction variables recorded per loop: registers hold no more.
const MAX_VARIABLES: usize = 16;
/// Maximum number of operations between a variable and a value computed from it: addresses need an offset and a shift.
const MAX_OPERATIONS: u32 = 4;
/// Maximum shift of a variable in a value computed from it: the largest scale of an address.
const MAX_SHIFT: u32 = 3;
/// Number of values at the end of a block that are searched for Upsilons: front ends put them last.
pub(in crate::opt) const UPSILON_WINDOW: usize = 64;

/// Value that is not related to a variable, in [`Induction::variable_of_value`].
const NONE: u32 = u32::MAX;

/// Integers from `min` to `max`, of which a value is one modulo 2^bits. Ends may lie outside of the type's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::opt) struct Interval {
    pub(in crate::opt) min: i128,
    pub(in crate::opt) max: i128,
}

impl Interval {
    /// The interval of one number.
    pub(in crate::opt) fn of(number: i64) -> Interval {
        Interval { min: number.into(), max: number.into() }
    }

    /// The smallest interval that contains both.
    fn hull(self, other: Interval) -> Interval {
        Interval { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Adds a constant to each number.
    fn plus(self, constant: i128) -> Interval {
        Interval { min: self.min + constant, max: self.max + constant }
    }

    /// Multiplies each number by 2^`by`.
    fn shifted(self, by: u32) -> Interval {
        Interval { min: self.min << by, max: self.max << by }
    }

    /// The numbers after `step` was added up to `count` times; `None` if these are more than 2^`bits`.
    fn after(self, step: i64, count: i128, bits: u32) -> Option<Interval> {
        let word = 1_u128 << bits;
        let distance = i128::from(step).checked_mul(count).filter(|all| all.unsigned_abs() < word)?;
        let all = self.hull(self.plus(distance));
        ((all.max - all.min).unsigned_abs() < word).then_some(all)
    }

    /// The multiple of 2^`bits` that moves all numbers between two bounds.
    fn offset_to(self, least: i128, greatest: i128, bits: u32) -> Option<i128> {
        let word = 1 << bits;
        let multiple = (least - self.min).div_euclid(word) * word;
        let multiple = if self.min + multiple < least { multiple + word } else { multiple };
        (self.max + multiple <= greatest).then_some(multiple)
    }

    /// The multiple of 2^`bits` that makes all numbers unsigned numbers of the type. `None` if some sum wraps.
    pub(in crate::opt) fn offset_to_unsigned(self, bits: u32) -> Option<i128> {
        self.offset_to(0, (1 << bits) - 1, bits)
    }

    /// The multiple of 2^`bits` that makes all numbers signed numbers of the type. `None` if some sum wraps.
    pub(in crate::opt) fn offset_to_signed(self, bits: u32) -> Option<i128> {
        let half = 1 << (bits - 1);
        self.offset_to(-half, half - 1, bits)
    }

    /// The same numbers modulo 2^`bits`, as signed or else as unsigned numbers.
    pub(in crate::opt) fn normalized(self, bits: u32) -> Option<Interval> {
        let multiple = self.offset_to_signed(bits).or_else(|| self.offset_to_unsigned(bits))?;
        Some(self.plus(multiple))
    }

    fn is_one_number(self) -> bool {
        self.min == self.max
    }
}

/// How often an exit condition lets a loop continue, from the first iteration on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::opt) struct TripCount {
    /// The maximum.
    pub(in crate::opt) max: i128,
    /// True if it is also the minimum.
    pub(in crate::opt) is_exact: bool,
}

/// Computes how often a variable is related to a limit as the loop requires to continue.
///
/// Returns `None` if that may be forever, or is unknown. The limit may change from one iteration to the next within its
/// interval; unknown start values and limits may be any number of `bits` bits. The count is exact if both are
/// constants.
pub(in crate::opt) fn trip_count(
    relation: Opcode,
    start: Option<Interval>,
    step: i64,
    limit: Option<Interval>,
    bits: u32,
) -> Option<TripCount> {
    use Opcode::*;
    let (word, step) = (1_i128 << bits, i128::from(step));
    let is_one = |interval: &Interval| interval.is_one_number();
    let is_signed = match relation {
        Equal => {
            let ends = step % word != 0 && limit.is_some_and(|limit| is_one(&limit));
            return ends.then_some(TripCount { max: 1, is_exact: false });
        }
        NotEqual => {
            let (start, limit) = (start.filter(is_one)?, limit.filter(is_one)?);
            let distance = if step > 0 { limit.min - start.min } else { start.min - limit.min };
            let distance = distance.rem_euclid(word);
            let ends = step != 0 && distance % step.abs() == 0;
            return ends.then(|| TripCount { max: distance / step.abs(), is_exact: true });
        }
        LessThan | LessEqual | GreaterThan | GreaterEqual => true,
        Below | BelowEqual | Above | AboveEqual => false,
        _ => return None,
    };
    let (least, greatest) = if is_signed { (-word / 2, word / 2 - 1) } else { (0, word - 1) };
    let all = Interval { min: least, max: greatest };
    let normalize = |interval: Option<Interval>| {
        let interval = interval?;
        Some(interval.plus(interval.offset_to(least, greatest, bits)?))
    };
    let (start, limit) = (normalize(start).unwrap_or(all), normalize(limit).unwrap_or(all));
    let is_exact = start.is_one_number() && limit.is_one_number();
    let is_strict = i128::from(matches!(relation, LessThan | GreaterThan | Below | Above));
    // The variable must reach the limit before it wraps.
    let max = match relation {
        LessThan | LessEqual | Below | BelowEqual => {
            let last = limit.max - is_strict;
            let reaches = step > 0 && last + step <= greatest;
            reaches.then(|| if start.min > last { 0 } else { (last - start.min) / step + 1 })
        }
        _ => {
            let last = limit.min + is_strict;
            let reaches = step < 0 && last + step >= least;
            reaches.then(|| if start.max < last { 0 } else { (start.max - last) / -step + 1 })
        }
    };
    max.map(|max| TripCount { max, is_exact })
}

/// A position in a block.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::opt) struct Place {
    pub(in crate::opt) block: BlockId,
    pub(in crate::opt) at: u32,
}

/// A basic induction variable.
#[derive(Debug)]
pub(in crate::opt) struct InductionVariable {
    /// The header Phi, and the sum that it becomes in the next iteration.
    pub(in crate::opt) phi: ValueId,
    pub(in crate::opt) next: ValueId,
    pub(in crate::opt) step: i64,
    pub(in crate::opt) ty: Type,
    pub(in crate::opt) loop_id: LoopId,
    pub(in crate::opt) latch: BlockId,
    /// The Upsilon in the latch.
    pub(in crate::opt) update: ValueId,
    /// Number of entry edges with an Upsilon of a start value, and the last such block.
    pub(in crate::opt) entries_with_start: u32,
    last_entry: BlockId,
    /// Each entry edge has a start value.
    pub(in crate::opt) has_all_starts: bool,
    /// Interval of the start values, if known.
    pub(in crate::opt) start: Option<Interval>,
    /// Interval of the Phi in all iterations, if known.
    pub(in crate::opt) values: Option<Interval>,
}

/// An Upsilon that writes the Phi of a variable, in the latch or on an entry edge.
#[derive(Clone, Copy, Debug)]
pub(in crate::opt) struct Write {
    pub(in crate::opt) variable: u32,
    pub(in crate::opt) upsilon: ValueId,
    pub(in crate::opt) place: Place,
}

/// A value computed from a variable: `((phi or next) << shift) + offset`, modulo 2^bits.
#[derive(Clone, Copy, Debug)]
pub(in crate::opt) struct Affine {
    pub(in crate::opt) variable: u32,
    pub(in crate::opt) of_next: bool,
    pub(in crate::opt) shift: u32,
    pub(in crate::opt) offset: i64,
}

/// The Branch at the end of a block that either continues or leaves the loop.
#[derive(Clone, Copy, Debug)]
pub(in crate::opt) struct ExitTest {
    /// The relation between the sides under which the loop continues.
    pub(in crate::opt) relation: Opcode,
    /// Both sides. If a value is compared with zero, both are that value.
    pub(in crate::opt) sides: [ValueId; 2],
    pub(in crate::opt) is_zero_test: bool,
    /// The edge that continues.
    pub(in crate::opt) stays: Successor,
}

/// An exit test of an induction variable.
#[derive(Clone, Copy, Debug)]
pub(in crate::opt) struct ExitCondition {
    /// The tested side, with shift 0.
    pub(in crate::opt) tested: Affine,
    /// The relation of the tested side to the limit under which the loop continues.
    pub(in crate::opt) relation: Opcode,
    /// The other side; `None` for zero.
    pub(in crate::opt) limit: Option<ValueId>,
    /// The edge that continues.
    pub(in crate::opt) stays: Successor,
}

/// The variables of one loop: ranges of [`Induction::variables`] and [`Induction::writes`].
#[derive(Clone, Default, Debug)]
pub(in crate::opt) struct LoopVariables {
    pub(in crate::opt) variables: Range<usize>,
    writes: Range<usize>,
}

/// The analysis: the variables of the loops that were added.
#[derive(Debug, Default)]
pub(in crate::opt) struct Induction {
    /// Those of one loop are contiguous.
    pub(in crate::opt) variables: Vec<InductionVariable>,
    /// Writes of Phis, in the order of their loops.
    pub(in crate::opt) writes: Vec<Write>,
    /// By value: twice the number of the variable whose Phi it is, or one more if it is the sum.
    variable_of_value: Vec<u32>,
}

impl Induction {
    /// Forgets all loops.
    pub(in crate::opt) fn begin(&mut self) {
        self.variables.clear();
        self.writes.clear();
    }

    /// Adds the induction variables of a loop, of one type or of all. A loop with several latches has none.
    pub(in crate::opt) fn add_loop(
        &mut self,
        proc: &Procedure,
        flow: &ControlFlow,
        work: &mut u64,
        of: LoopId,
        only: Option<Type>,
    ) -> LoopVariables {
        let (first, first_write) = (self.variables.len(), self.writes.len());
        let none = LoopVariables { variables: first..first, writes: first_write..first_write };
        let Some(header) = flow.loops.header(of) else { return none };
        let (mut latch, mut latches, mut entries) = (BlockId::INVALID, 0, 0);
        for &from in flow.predecessors.of(header) {
            match flow.dominators.dominates(header, from as usize) {
                true => (latch, latches) = (BlockId::new(from), latches + 1),
                false => entries += 1,
            }
        }
        if latches != 1 {
            return none;
        }
        let header = BlockId::from_index(header);
        for (at, update) in last_upsilons(proc, latch, work) {
            let (phi, next) = written(proc, update);
            // Of several Upsilons of a Phi in a block, the last one counts.
            let is_known = |variables: &[InductionVariable]| variables.iter().any(|other| other.phi == phi);
            if let Some(step) = step_of(proc, phi, next)
                && only.is_none_or(|ty| ty == proc.type_of(phi))
                && self.variables.len() < first + MAX_VARIABLES
                && !is_known(&self.variables[first..])
                && leading_phis(proc, header).contains(&phi)
            {
                self.writes.push(Write {
                    variable: self.variables.len() as u32,
                    upsilon: update,
                    place: Place { block: latch, at },
                });
                self.push(
                    proc,
                    InductionVariable::new(of, [phi, next], step, proc.type_of(phi), (latch, update)),
                );
            }
        }
        let variables = first..self.variables.len();
        if !variables.is_empty() {
            self.add_starts(proc, flow, work, header, first);
            self.variables[first..]
                .iter_mut()
                .for_each(|v| v.has_all_starts = v.entries_with_start == entries);
        }
        LoopVariables { variables, writes: first_write..self.writes.len() }
    }

    fn push(&mut self, proc: &Procedure, variable: InductionVariable) {
        if self.variables.is_empty() {
            self.variable_of_value.clear();
        }
        // Passes may have created values since the last loop was added.
        self.variable_of_value.resize(proc.value_count(), NONE);
        let n = self.variables.len() as u32;
        self.variable_of_value[variable.phi.index()] = 2 * n;
        self.variable_of_value[variable.next.index()] = 2 * n + 1;
        self.variables.push(variable);
    }

    /// Finds the start values of the variables of the last loop on its entry edges.
    fn add_starts(
        &mut self,
        proc: &Procedure,
        flow: &ControlFlow,
        work: &mut u64,
        header: BlockId,
        first: usize,
    ) {
        let latch = self.variables[first].latch;
        for &from in flow.predecessors.of(header.index()) {
            let block = BlockId::new(from);
            if block == latch {
                continue;
            }
            for (at, upsilon) in last_upsilons(proc, block, work) {
                let phi = proc.value(upsilon).phi();
                let mut variables = (first as u32..).zip(&mut self.variables[first..]);
                let Some((variable, v)) = variables.find(|(_, v)| v.phi == phi) else { continue };
                // An earlier Upsilon of the same block has no effect: count such a block as unknown.
                v.entries_with_start =
                    if v.last_entry == block { u32::MAX } else { v.entries_with_start.saturating_add(1) };
                v.last_entry = block;
                self.writes.push(Write { variable, upsilon, place: Place { block, at } });
            }
        }
    }

    /// Computes the intervals of the start values of a loop's variables.
    pub(in crate::opt) fn find_starts(&mut self, proc: &Procedure, of: &LoopVariables) {
        for n in of.variables.clone() {
            let latch = self.variables[n].latch;
            let writes = self.writes[of.writes.clone()].iter();
            let starts = writes.filter(|write| write.variable as usize == n && write.place.block != latch);
            let mut intervals = starts.map(|write| self.interval(proc, written(proc, write.upsilon).1));
            let first = intervals.next().flatten();
            let start = intervals.fold(first, |all, one| all.zip(one).map(|(all, one)| all.hull(one)));
            self.variables[n].start = start;
        }
    }

    /// Computes the intervals of a loop's variables in all iterations. Outer loops come before inner ones.
    pub(in crate::opt) fn bound_loop(
        &mut self,
        proc: &Procedure,
        flow: &ControlFlow,
        work: &mut u64,
        of: &LoopVariables,
    ) {
        self.find_starts(proc, of);
        let Some(&InductionVariable { loop_id, latch, .. }) = self.variables.get(of.variables.start) else {
            return;
        };
        let count = self.trip_count(proc, flow, work, (loop_id, latch));
        for v in self.variables[of.variables.clone()].iter_mut().filter(|v| v.has_all_starts) {
            v.values =
                v.start.zip(count).and_then(|(start, count)| start.after(v.step, count.max, bits(v.ty)));
        }
    }

    /// The smallest trip count that an exit of the loop determines. All exits are examined that each iteration reaches.
    fn trip_count(
        &self,
        proc: &Procedure,
        flow: &ControlFlow,
        work: &mut u64,
        (of, latch): (LoopId, BlockId),
    ) -> Option<TripCount> {
        let (mut block, mut least) = (latch, None);
        for _ in 0..MAX_EXITS {
            *work += 1;
            if flow.loops.innermost(block.index()) == Some(of) {
                let conditions = self.exit_conditions(proc, flow, of, block).into_iter().flatten();
                let counts = conditions.filter_map(|condition| self.trip_count_of(proc, &condition));
                least = least.into_iter().chain(counts).min();
            }
            if flow.loops.header(of) == Some(block.index()) {
                break;
            }
            block = BlockId::from_index(flow.dominators.immediate_dominator(block.index())?);
        }
        least
    }

    /// How often an exit condition lets its loop continue. Start values must be known ([`Induction::find_starts`]).
    pub(in crate::opt) fn trip_count_of(
        &self,
        proc: &Procedure,
        condition: &ExitCondition,
    ) -> Option<TripCount> {
        let ExitCondition { tested, relation, limit, .. } = *condition;
        let v = &self.variables[tested.variable as usize];
        let of_next = if tested.of_next { v.step } else { 0 };
        let start = v.start.map(|start| start.plus(i128::from(of_next) + i128::from(tested.offset)));
        let limit = limit.map_or(Some(Interval::of(0)), |limit| self.interval(proc, limit));
        trip_count(relation, start, v.step, limit, bits(v.ty))
    }

    /// The conditions on variables of a loop under which it continues at the end of a block: with the left side as the
    /// tested one, and with the right one. The innermost loop of the block is `of`.
    pub(in crate::opt) fn exit_conditions(
        &self,
        proc: &Procedure,
        flow: &ControlFlow,
        of: LoopId,
        block: BlockId,
    ) -> [Option<ExitCondition>; 2] {
        let Some(test) = exit_test(proc, &flow.loops, of, block) else { return [None; 2] };
        let [left, right] = test.sides;
        let condition = |tested, relation, limit| {
            let tested = self.affine(proc, tested).filter(|tested| tested.shift == 0)?;
            let v = &self.variables[tested.variable as usize];
            (v.loop_id == of && v.has_all_starts).then_some(ExitCondition {
                tested,
                relation,
                limit,
                stays: test.stays,
            })
        };
        if test.is_zero_test {
            return [condition(left, test.relation, None), None];
        }
        [condition(left, test.relation, Some(right)), condition(right, flipped(test.relation), Some(left))]
    }

    /// The variable whose Phi or sum a value is, and whether it is the sum.
    pub(in crate::opt) fn name(&self, id: ValueId) -> Option<(u32, bool)> {
        let name = *self.variable_of_value.get(id.index()).filter(|_| !self.variables.is_empty())?;
        (name != NONE).then_some((name / 2, name % 2 == 1))
    }

    /// The Phi or the sum of a variable as a value computed from it; looks through Identities.
    pub(in crate::opt) fn variable(&self, proc: &Procedure, id: ValueId) -> Option<Affine> {
        let (variable, of_next) = self.name(resolve(proc, id))?;
        Some(Affine { variable, of_next, shift: 0, offset: 0 })
    }

    /// Expresses an integer by a variable and constants.
    pub(in crate::opt) fn affine(&self, proc: &Procedure, id: ValueId) -> Option<Affine> {
        let (mut id, mut shift, mut offset) = (resolve(proc, id), 0, 0_i64);
        for _ in 0..=MAX_OPERATIONS {
            if let Some(variable) = self.variable(proc, id) {
                let is_narrow = self.variables[variable.variable as usize].ty == Type::Int32;
                let offset = if is_narrow { i64::from(offset as i32) } else { offset };
                return Some(Affine { shift, offset, ..variable });
            }
            let value = proc.value(id);
            let [a, b] = *proc.children_of(value) else { return None };
            let constant = proc.value(resolve(proc, b)).int()?;
            match value.opcode() {
                Opcode::Add => offset = offset.wrapping_add(constant << shift),
                Opcode::Sub => offset = offset.wrapping_sub(constant << shift),
                Opcode::Shl => shift += constant as u32 & (bits(value.ty) - 1),
                _ => return None,
            }
            if shift > MAX_SHIFT {
                return None;
            }
            id = resolve(proc, a);
        }
        None
    }

    /// An interval of integers of which an integer is one, modulo 2^bits.
    pub(in crate::opt) fn interval(&self, proc: &Procedure, id: ValueId) -> Option<Interval> {
        let id = resolve(proc, id);
        let value = proc.value(id);
        if let Some(constant) = value.int() {
            return Some(Interval::of(constant));
        }
        let bits = bits(value.ty);
        if let Some(affine) = self.affine(proc, id) {
            return self.interval_of(&affine)?.normalized(bits);
        }
        let unsigned = |max| Interval { min: 0, max };
        let constant = |place: usize| proc.value(resolve(proc, *proc.children_of(value).get(place)?)).int();
        match value.opcode() {
            Opcode::Load8Z => Some(unsigned(0xff)),
            Opcode::Load16Z => Some(unsigned(0xffff)),
            Opcode::BitAnd => constant(1).filter(|mask| *mask >= 0).map(|mask| unsigned(mask.into())),
            Opcode::ZShr => constant(1).map(|by| unsigned(((1 << bits) - 1) >> (by as u32 & (bits - 1)))),
            opcode if is_comparison(opcode) => Some(unsigned(1)),
            _ => None,
        }
    }

    /// The interval of a value computed from a variable, with one number for each number of the variable.
    pub(in crate::opt) fn interval_of(&self, affine: &Affine) -> Option<Interval> {
        let v = &self.variables[affine.variable as usize];
        let of_next = if affine.of_next { v.step } else { 0 };
        Some(v.values?.plus(of_next.into()).shifted(affine.shift).plus(affine.offset.into()))
    }
}

impl InductionVariable {
    fn new(
        loop_id: LoopId,
        [phi, next]: [ValueId; 2],
        step: i64,
        ty: Type,
        (latch, update): (BlockId, ValueId),
    ) -> InductionVariable {
        InductionVariable {
            phi,
            next,
            step,
            ty,
            loop_id,
            latch,
            update,
            entries_with_start: 0,
            last_entry: BlockId::INVALID,
            has_all_starts: false,
            start: None,
            values: None,
        }
    }
}

/// The Branch of a block that either continues or leaves the block's innermost loop.
pub(in crate::opt) fn exit_test(
    proc: &Procedure,
    loops: &Loops,
    of: LoopId,
    block: BlockId,
) -> Option<ExitTest> {
    let terminal = proc.value(proc.terminal(block)?);
    let [taken, otherwise] = *proc.successors(block) else { return None };
    let stays = [taken, otherwise].map(|edge| edge_stays(loops, of, edge.block()));
    if terminal.opcode() != Opcode::Branch || stays[0] == stays[1] {
        return None;
    }
    let tested = resolve(proc, proc.children_of(terminal)[0]);
    let value = proc.value(tested);
    let (relation, sides, is_zero_test) = match *proc.children_of(value) {
        [a, b] if is_comparison(value.opcode()) => {
            (value.opcode(), [a, b].map(|side| resolve(proc, side)), false)
        }
        _ => (Opcode::NotEqual, [tested; 2], true),
    };
    let ty = proc.type_of(sides[0]);
    let relation = if stays[0] { relation } else { inverted(relation, ty)? };
    ty.is_int().then_some(ExitTest {
        relation,
        sides,
        is_zero_test,
        stays: if stays[0] { taken } else { otherwise },
    })
}

/// True if an edge from a block whose innermost loop is `of` stays in that loop: it can only enter one more loop.
pub(in crate::opt) fn edge_stays(loops: &Loops, of: LoopId, target: BlockId) -> bool {
    loops.innermost(target.index()).is_some_and(|inner| inner == of || loops.parent(inner) == Some(of))
}

/// The Phis at the beginning of a block, with the Identities and Nops among them.
pub(in crate::opt) fn leading_phis(proc: &Procedure, block: BlockId) -> &[ValueId] {
    let values = proc.block_values(block);
    let is_other =
        |id: &ValueId| !matches!(proc.value(*id).opcode(), Opcode::Phi | Opcode::Identity | Opcode::Nop);
    &values[..values.iter().position(is_other).unwrap_or(values.len())]
}

/// The Upsilons at the end of a block with their positions, the last one first.
pub(in crate::opt) fn last_upsilons<'a>(
    proc: &'a Procedure,
    block: BlockId,
    work: &mut u64,
) -> impl Iterator<Item = (u32, ValueId)> + use<'a> {
    let values = proc.block_values(block);
    *work += values.len().min(UPSILON_WINDOW) as u64;
    let window = (0..values.len() as u32).zip(values).rev().take(UPSILON_WINDOW);
    window.filter(|(_, id)| proc.value(**id).opcode() == Opcode::Upsilon).map(|(at, id)| (at, *id))
}

/// The Phi that an Upsilon writes, and the value.
pub(in crate::opt) fn written(proc: &Procedure, upsilon: ValueId) -> (ValueId, ValueId) {
    let value = proc.value(upsilon);
    (value.phi(), resolve(proc, proc.children_of(value)[0]))
}

/// The constant that is added to a Phi, if the sum is one of the Phi and a constant. Neither may be a reference.
pub(in crate::opt) fn step_of(proc: &Procedure, phi: ValueId, sum: ValueId) -> Option<i64> {
    let (variable, value) = (proc.get_value(phi)?, proc.value(sum));
    let is_integer = matches!(variable.ty, Type::Int32 | Type::Int64);
    if !is_integer || variable.opcode() != Opcode::Phi || (variable.flags | value.flags).intersects(KIND) {
        return None;
    }
    let [a, b] = *proc.children_of(value) else { return None };
    let constant = proc.value(resolve(proc, b)).int()?;
    match value.opcode() {
        _ if resolve(proc, a) != phi => None,
        Opcode::Add => Some(constant),
        Opcode::Sub => Some(constant.wrapping_neg()),
        _ => None,
    }
}

/// Width of an integer type.
pub(in crate::opt) fn bits(ty: Type) -> u32 {
    if ty == Type::Int64 { 64 } else { 32 }
}
