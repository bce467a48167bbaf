//! Stackmaps of patchpoints and checks.

use super::tables::{first_taken, is_free};
use super::walk::Walk;
use super::{Rule, UseFlags};
use crate::base::{Bank, Reg, StateId, Type, ValueRep};
use crate::ir::{BlockId, Opcode, Stackmap, Value, ValueFlags, ValueId};
use smallvec::SmallVec;

/// The value for which each register is required by a constraint.
struct FixedRegisters {
    taken: [Option<ValueId>; Reg::COUNT],
}

/// Locations in the area of outgoing arguments: offset and size in bytes, and value.
type StackArguments = SmallVec<[(i32, u32, ValueId); 8]>;

/// Describes two overlapping locations, if any. `may_share`: whether two values may have the same location.
fn overlap(places: &mut StackArguments, may_share: impl Fn(ValueId, ValueId) -> bool) -> Option<String> {
    places.sort_unstable();
    // If any overlap, two neighbors do, because equal starts are sorted by their ends.
    places.windows(2).find_map(|pair| {
        let [(start, size, one), (next, next_size, other)] = *pair else { return None };
        let apart = i64::from(start) + i64::from(size) <= i64::from(next);
        let shared = start == next && size == next_size && may_share(one, other);
        let message = || format!("the stack arguments of {one} at {start} and {other} at {next} overlap");
        (!apart && !shared).then(message)
    })
}

impl Walk<'_> {
    pub(super) fn check_stackmap(&mut self, block: BlockId, id: ValueId, value: &Value) {
        let proc = self.proc;
        let Some(map) = proc.stackmaps.get(value.stackmap()) else {
            let message = format!("{} does not exist", value.stackmap());
            return self.wrong(Rule::Stackmap, block, id, message);
        };
        if map.generator.is_valid() && !proc.generators.contains(map.generator) {
            self.wrong(Rule::Stackmap, block, id, format!("{} does not exist", map.generator));
        }
        if map.state.is_valid() {
            if proc.states.contains(map.state) {
                self.check_state(block, id, map.state);
            } else {
                self.wrong(Rule::Stackmap, block, id, format!("{} does not exist", map.state));
            }
        }
        if value.opcode == Opcode::Patchpoint {
            self.check_effects(block, id, map.effects);
        }
        self.check_reps(block, id, value, map);
        self.check_clobbers(block, id, map);
    }

    /// Checks the values of an exit state. A frame is visited only once per block: what dominates one value of the
    /// block dominates the later ones too.
    pub(super) fn check_state(&mut self, block: BlockId, id: ValueId, state: StateId) {
        let mut marks = std::mem::take(self.marks);
        marks.each_value(self.proc, state, block.number() + 1, |used, is_reference| {
            self.check_state_value(block, id, used, is_reference);
        });
        *self.marks = marks;
    }

    fn check_state_value(&mut self, block: BlockId, id: ValueId, used: ValueId, is_reference: bool) {
        self.operand(block, id, used, Rule::StateValue);
        self.mark(used, UseFlags::IN_STATE);
        let Some(value) = self.proc.get_value(used) else { return };
        if !value.ty.is_single() {
            let message =
                format!("{used} in the exit state has type {}, expected a scalar or V128", value.ty);
            self.wrong(Rule::StateValue, block, id, message);
        } else if is_reference && !value.flags.contains(ValueFlags::REFERENCE) && !value.opcode.is_constant()
        {
            let message = format!("{used} is a reference in the exit state and is not marked as one");
            self.wrong(Rule::StateValue, block, id, message);
        }
    }

    fn check_reps(&mut self, block: BlockId, id: ValueId, value: &Value, map: &Stackmap) {
        let proc = self.proc;
        let own = value.opcode.row().operands.len();
        let children = proc.children_of(value);
        let operands = children.get(own..).unwrap_or(&[]);
        if map.reps.len() > operands.len() {
            let message = format!("{} constraints for {} operands", map.reps.len(), operands.len());
            self.wrong(Rule::RepCount, block, id, message);
        }
        let scalar = [value.ty];
        let results = match value.ty {
            Type::Void => &[][..],
            ty if ty.is_tuple() => proc.tuple_elements(ty),
            _ => &scalar[..],
        };
        if map.results.len() > results.len() {
            let message = format!("{} constraints for {} results", map.results.len(), results.len());
            self.wrong(Rule::RepCount, block, id, message);
        }
        if map.reps.is_empty() && map.results.is_empty() {
            return;
        }
        let is_patchpoint = value.opcode == Opcode::Patchpoint;
        let mut early = FixedRegisters { taken: [None; Reg::COUNT] };
        let mut late = FixedRegisters { taken: [None; Reg::COUNT] };
        let mut stack = StackArguments::new();
        for (rep, operand) in map.reps.iter().zip(operands) {
            let bank = proc.type_of(*operand).bank();
            let message = match *rep {
                ValueRep::WarmAny | ValueRep::ColdAny | ValueRep::LateColdAny | ValueRep::SomeRegister => {
                    None
                }
                ValueRep::SomeRegisterWithClobber | ValueRep::SomeLateRegister if is_patchpoint => None,
                ValueRep::SomeRegisterWithClobber | ValueRep::SomeLateRegister => {
                    Some(format!("{rep:?} is for patchpoints"))
                }
                ValueRep::Register(reg) => self.wrong_reg(reg, bank).or_else(|| early.take(reg, *operand)),
                ValueRep::LateRegister(reg)
                    if is_patchpoint && map.clobber_early.union(map.clobber_late).contains(reg) =>
                {
                    let name = proc.target().desc.names.name(reg);
                    Some(format!("%{name} is clobbered before it is read late"))
                }
                ValueRep::LateRegister(reg) => {
                    let wrong = self.wrong_reg(reg, bank).or_else(|| early.take(reg, *operand));
                    wrong.or_else(|| late.take(reg, *operand))
                }
                ValueRep::StackArgument(offset) if offset >= 0 => {
                    stack.push((offset, proc.type_of(*operand).size(), *operand));
                    None
                }
                ValueRep::StackArgument(offset) => Some(format!("the stack argument is at {offset}")),
                ValueRep::SomeEarlyRegister | ValueRep::Stack(_) | ValueRep::Constant { .. } => {
                    Some(format!("{rep:?} is no constraint of an operand"))
                }
            };
            if let Some(message) = message {
                self.wrong(Rule::Rep, block, id, format!("operand {operand}: {message}"));
            }
        }
        // One value may be passed twice in the same location.
        if let Some(message) = overlap(&mut stack, |one, other| one == other) {
            self.wrong(Rule::Rep, block, id, message);
        }
        stack.clear();
        for (rep, ty) in map.results.iter().zip(results) {
            let message = match *rep {
                ValueRep::SomeRegister => None,
                _ if !is_patchpoint => Some(format!("{rep:?} is for patchpoints")),
                ValueRep::SomeEarlyRegister => None,
                ValueRep::Register(reg) => {
                    self.wrong_reg(reg, ty.bank()).or_else(|| late.take_result(reg, id))
                }
                ValueRep::StackArgument(offset) if offset >= 0 => {
                    stack.push((offset, ty.size(), id));
                    None
                }
                _ => Some(format!("{rep:?} is no constraint of a result")),
            };
            if let Some(message) = message {
                self.wrong(Rule::Rep, block, id, format!("result of type {ty}: {message}"));
            }
        }
        if let Some(message) = overlap(&mut stack, |_, _| false) {
            self.wrong(Rule::Rep, block, id, format!("results: {message}"));
        }
    }

    /// Describes why a register cannot hold a value of a bank; `None` if it can.
    fn wrong_reg(&self, reg: Reg, bank: Bank) -> Option<String> {
        let target = self.proc.target();
        let name = target.desc.names.name(reg);
        if !is_free(target, reg) {
            Some(format!("%{name} ({reg:?}) is not a register for values"))
        } else if self.proc.pinned.contains(reg) {
            Some(format!("%{name} is pinned"))
        } else if reg.bank() != bank {
            Some(format!("%{name} is of the other bank"))
        } else {
            None
        }
    }

    fn check_clobbers(&mut self, block: BlockId, id: ValueId, map: &Stackmap) {
        let desc = self.proc.target().desc;
        if let Some(reg) = first_taken(self.proc.target(), map.clobber_early.union(map.clobber_late)) {
            let message = format!("%{} ({reg:?}) cannot be clobbered", desc.names.name(reg));
            self.wrong(Rule::Clobber, block, id, message);
        }
        if let Some(reg) = map.clobber_early.union(map.clobber_late).intersection(self.proc.pinned).first() {
            let message = format!("%{} is pinned and cannot be clobbered", desc.names.name(reg));
            self.wrong(Rule::Clobber, block, id, message);
        }
        let env = &self.proc.target().convention(self.proc.convention()).env;
        let [gp, fp] = env.allocatable.map(<[Reg]>::len);
        if usize::from(map.scratch_gp) > gp || usize::from(map.scratch_fp) > fp {
            let message = format!(
                "{} and {} scratch registers, and the target has {gp} and {fp} of the two banks",
                map.scratch_gp, map.scratch_fp
            );
            self.wrong(Rule::Clobber, block, id, message);
        }
    }
}

impl FixedRegisters {
    /// Requires a register for an operand; returns an error if another operand has it.
    fn take(&mut self, reg: Reg, operand: ValueId) -> Option<String> {
        let other = self.taken[reg.index()].replace(operand).filter(|other| *other != operand)?;
        Some(format!("{other} requires {reg:?} too"))
    }

    /// Requires a register for a result; returns an error if anything else has it.
    fn take_result(&mut self, reg: Reg, id: ValueId) -> Option<String> {
        self.taken[reg.index()].replace(id).map(|_| format!("another constraint requires {reg:?} too"))
    }
}
