//! Pinned registers of random programs, the same in all procedures of a module.
//!
//! One holds an address in the buffer, which may change; the others hold values. A procedure sets them at its entry,
//! unless its convention shares them with the caller.

use super::body::Body;
use super::memory::{Base, Region, common_regions, pick};
use super::recipe::{Recipe, Step};
use super::{BUFFER_START, MAIN};
use barebones::base::{Bank, ConvId, Reg, Target, Type};
use barebones::ir::Opcode;

/// Mask of the flags of the last procedure: registers are pinned if all bits are set.
const PINNED: u16 = 3 << 11;

/// Mask of the flags of the last procedure: one of them is a floating-point register.
const FLOAT: u16 = 3 << 13;

/// Maximum distance of the pinned address from the start of the programs' memory, and the number of bytes that are
/// accessible from there.
const DISTANCE: u32 = 64;
const BYTES: u32 = 128;

/// The pinned registers of a module.
#[derive(Clone, Debug, Default)]
pub(super) struct Pins {
    /// Holds an address.
    pub(super) base: Option<Reg>,
    /// Hold values.
    pub(super) values: Vec<Reg>,
    /// True if a convention clobbers one of them. Then only procedures that share them are called.
    pub(super) only_shared: bool,
}

impl Pins {
    /// Chooses the pinned registers of a recipe's module; mostly none.
    pub(super) fn new(recipe: &Recipe, target: &Target) -> Pins {
        let flags = recipe.procedures.last().map_or(0, |last| last.flags);
        if flags & PINNED != PINNED || !recipe.internal {
            return Pins::default();
        }
        let conventions = target.desc.conventions;
        let passed = conventions
            .iter()
            .fold(barebones::base::RegSet::EMPTY, |all, conv| all.union(conv.passing_registers()));
        let free = target.desc.pinnable.difference(passed);
        let mut kept = free.intersection(conventions[0].callee_saved).in_bank(Bank::Gp).iter();
        let base = kept.next();
        let mut values: Vec<Reg> =
            kept.skip(flags as usize >> 4 & 1).take(1 + (flags as usize & 1)).collect();
        let mut only_shared = false;
        if flags & FLOAT == FLOAT
            && let Some(reg) = free.in_bank(Bank::Fp).iter().nth(flags as usize >> 5 & 3)
        {
            values.push(reg);
            only_shared = conventions.iter().any(|conv| !conv.shares_pinned && conv.clobbered.contains(reg));
        }
        Pins { base, values, only_shared }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Reg> + '_ {
        self.base.into_iter().chain(self.values.iter().copied())
    }

    /// The convention of a procedure: `wanted`, unless it must share the pinned registers.
    pub(super) fn convention(&self, wanted: ConvId, is_main: bool, target: &Target) -> ConvId {
        let shared = target.desc.conventions.iter().position(|convention| convention.shares_pinned);
        match shared {
            Some(shared) if self.only_shared && !is_main => ConvId::new(shared as u32),
            _ => wanted,
        }
    }
}

/// True for operations that may be lowered to library calls.
pub(super) fn may_call_library(opcode: Opcode, ty: Type) -> bool {
    use Opcode::*;
    match opcode {
        VectorFma => true,
        Mod | Ceil | Floor | FTrunc | Nearest | Fma => ty.is_float(),
        _ => false,
    }
}

impl Body<'_> {
    /// Pins the module's registers, and sets them at the entry unless the caller shares them.
    pub(super) fn enter_pinned(&mut self) {
        for reg in self.pins.all().collect::<Vec<_>>() {
            self.proc.pin_register(reg);
        }
        let Some(base) = self.pins.base else { return };
        let [buffer, ..] = common_regions();
        self.regions.push(Region { base: Base::Pinned(base), start: 0, size: BYTES, ..buffer });
        let shared = self.proc.target().convention(self.proc.convention()).shares_pinned;
        if shared && self.proc.name != MAIN {
            return;
        }
        self.set_base(base, self.recipe.flags);
        for (i, reg) in self.pins.values.clone().into_iter().enumerate() {
            self.set_value(reg, self.recipe.flags.rotate_left(i as u32));
        }
    }

    fn set_base(&mut self, base: Reg, word: u16) {
        let offset = BUFFER_START + DISTANCE * u32::from(word & 1);
        let offset = self.proc.at(self.block).const64(i64::from(offset));
        let address = self.proc.at(self.block).add(self.buffer, offset);
        self.proc.at(self.block).set_pinned(address, base);
    }

    fn set_value(&mut self, reg: Reg, word: u16) {
        let ty = if reg.bank() == Bank::Gp { Type::Int64 } else { Type::Double };
        let value = self.exact_operand(ty, word);
        self.proc.at(self.block).set_pinned(value, reg);
    }

    /// Reads or sets a pinned register. Returns false if there are none or the step selects another action.
    pub(super) fn pinned_step(&mut self, step: &Step, sets: bool) -> bool {
        if step.ty & 1 != 0 || self.pins.base.is_none() {
            return false;
        }
        match (self.pins.base, pick(&self.pins.values, step.detail).copied()) {
            (Some(base), _) if sets && step.detail & 0x300 == 0 => self.set_base(base, step.operands[1]),
            (_, Some(reg)) if sets => self.set_value(reg, step.operands[0]),
            (_, Some(reg)) => {
                let id = self.proc.at(self.block).get_pinned(reg);
                self.push(id, true);
            }
            (_, None) => {}
        }
        true
    }
}
