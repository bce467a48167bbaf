//! Random patchpoints.

use super::body::{Body, scalar};
use super::recipe::{End, Step};
use crate::hostile::Spec;
use barebones::base::{Bank, Effects, Reg, Type, ValueRep};
use barebones::ir::Successor;

/// Number of registers per bank that operands, results and clobbers may need, besides those of the hostile generator.
const NEEDED: usize = 11;

/// A sequence of choices, derived from the numbers of a step.
struct Choices(u64);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }
}

impl Body<'_> {
    /// A patchpoint of the hostile generator with random operands, results and clobbers.
    pub(super) fn patchpoint_step(&mut self, step: &Step) {
        let Some(spec) = self.patchpoint_spec(step) else { return };
        let value = spec.append(&mut self.proc, self.block);
        let ty = self.proc.type_of(value);
        if ty.is_tuple() {
            self.push(value, true);
            self.push_elements(value);
        } else if ty != Type::Void {
            self.push(value, true);
        }
    }

    /// A terminal patchpoint. Its results are visible in the blocks that this one dominates.
    pub(super) fn patchpoint_end(&mut self, successors: Vec<Successor>, end: &End) {
        let step = Step { operands: end.operands, ty: end.kind, detail: end.detail, ..Step::default() };
        let spec = self.patchpoint_spec(&step).unwrap_or_default();
        let value = Spec { successors, effects: None, ..spec }.append(&mut self.proc, self.block);
        if self.proc.type_of(value) != Type::Void {
            self.push(value, true);
        }
    }

    fn patchpoint_spec(&mut self, step: &Step) -> Option<Spec> {
        let target = *self.proc.target();
        let env = &target.convention(self.proc.convention()).env;
        let free = |bank: Bank| -> Vec<Reg> {
            let regs = env.allocatable[bank as usize].iter().copied();
            regs.filter(|reg| !self.proc.pinned.contains(*reg)).collect()
        };
        let mut regs = [free(Bank::Gp), free(Bank::Fp)];
        if !self.patchpoints || regs.iter().any(|regs| regs.len() < NEEDED) {
            return None;
        }
        let mut choices = Choices(u64::from(step.detail) << 16 | u64::from(step.ty));
        // No register is used twice.
        let mut take = |choices: &mut Choices, bank: Bank| {
            let regs = &mut regs[bank as usize];
            regs.swap_remove(choices.below(regs.len()))
        };
        let mut spec = Spec::default();
        let mut offset = 0;
        for n in 0..choices.below(6) {
            let ty = scalar(choices.below(4) as u16);
            let word = step.operands[n % 3].rotate_left(5 * (n / 3) as u32);
            let value = self.exact_operand(ty, word);
            let constraint = match choices.below(11) {
                0 => ValueRep::WarmAny,
                1 => ValueRep::ColdAny,
                2 => ValueRep::LateColdAny,
                3 => ValueRep::SomeRegisterWithClobber,
                4 => ValueRep::SomeLateRegister,
                5 => ValueRep::Register(take(&mut choices, ty.bank())),
                6 => ValueRep::LateRegister(take(&mut choices, ty.bank())),
                7 => {
                    offset += 8;
                    ValueRep::StackArgument(offset - 8)
                }
                8 => ValueRep::WarmAny,
                _ => ValueRep::SomeRegister,
            };
            spec.inputs.push((value, constraint));
        }
        for _ in 0..choices.below(4) {
            let ty = scalar(choices.below(4) as u16);
            let constraint = match choices.below(6) {
                0 => ValueRep::SomeEarlyRegister,
                1 => ValueRep::Register(take(&mut choices, ty.bank())),
                2 => {
                    offset += 8;
                    ValueRep::StackArgument(offset - 8)
                }
                _ => ValueRep::SomeRegister,
            };
            spec.results.push((ty, constraint));
        }
        for bank in [Bank::Gp, Bank::Fp] {
            for _ in 0..choices.below(2) {
                spec.early.push(take(&mut choices, bank));
            }
            for _ in 0..choices.below(3) {
                spec.late.push(take(&mut choices, bank));
            }
        }
        spec.effects = (choices.below(2) == 0).then_some(Effects::NONE);
        Some(spec)
    }
}
