//! Value numbering of registers and slots at a point of allocated code.

use crate::air::{Arg, FormId, SlotId};
use crate::base::{Reg, RegSet};
use crate::regalloc::registers::Place;
use crate::support::Entity;

/// Maximum number of constants remembered.
const MAX_CONSTANTS: usize = 8;

/// A value number; each definition creates one.
type Value = u32;

#[derive(Clone, Copy, Debug)]
struct SlotContent {
    /// The other fields are valid if this is the current epoch.
    epoch: u32,
    value: Value,
    /// The register that it was last copied to or from.
    reg: Reg,
}

/// A rematerialized constant.
#[derive(Clone, Copy, Debug)]
struct KnownConstant {
    form: FormId,
    arg: Arg,
    value: Value,
}

/// The values of all registers and slots.
#[derive(Debug)]
pub(super) struct Contents {
    values: [Value; Reg::COUNT],
    /// Registers with a valid value number.
    known: RegSet,
    /// Registers whose upper half is zero.
    zeroed: RegSet,
    slots: Vec<SlotContent>,
    epoch: u32,
    next: Value,
    made: Vec<KnownConstant>,
}

impl Default for Contents {
    fn default() -> Contents {
        Contents {
            values: [0; Reg::COUNT],
            known: RegSet::EMPTY,
            zeroed: RegSet::EMPTY,
            slots: Vec::new(),
            epoch: 0,
            next: 0,
            made: Vec::new(),
        }
    }
}

impl Contents {
    /// Resets the state for code with `slots` slots.
    pub(super) fn begin(&mut self, slots: usize) {
        let reg = Reg::from_index(0);
        self.slots.clear();
        self.slots.resize(slots, SlotContent { epoch: 0, value: 0, reg });
        (self.epoch, self.next) = (0, 0);
        self.forget();
    }

    /// Invalidates everything.
    pub(super) fn forget(&mut self) {
        self.known = RegSet::EMPTY;
        self.epoch += 1;
        self.enter_block();
    }

    /// Keeps the values from the previous block, except facts that the checker proves only within a block.
    pub(super) fn enter_block(&mut self) {
        self.zeroed = RegSet::EMPTY;
        self.made.clear();
    }

    #[inline]
    fn new_value(&mut self) -> Value {
        self.next += 1;
        self.next
    }

    /// The value number of a register, if it is valid.
    #[inline]
    fn known(&self, reg: Reg) -> Option<Value> {
        self.known.contains(reg).then(|| self.values[reg.index()])
    }

    fn slot(&self, slot: SlotId) -> Option<&SlotContent> {
        self.slots.get(slot.index()).filter(|content| content.epoch == self.epoch)
    }

    fn set(&mut self, reg: Reg, value: Value) {
        self.values[reg.index()] = value;
        self.known.insert(reg);
    }
    pub(super) fn are_equal(&self, a: Place, b: Place) -> bool {
        let value = |place| match place {
            Place::Reg(reg) => self.known(reg),
            Place::Slot(slot) => self.slot(slot).map(|content| content.value),
        };
        value(a).is_some() && value(a) == value(b)
    }

    /// A register that holds the value of a slot.
    pub(super) fn reg_of(&self, slot: SlotId) -> Option<Reg> {
        let content = self.slot(slot)?;
        (self.known(content.reg) == Some(content.value)).then_some(content.reg)
    }

    /// Records a move of a complete value.
    pub(super) fn copy(&mut self, from: Place, to: Place) {
        let (value, zeroed) = match from {
            Place::Reg(reg) => {
                let value = self.known(reg).unwrap_or_else(|| self.new_value());
                self.set(reg, value);
                (value, self.zeroed.contains(reg))
            }
            Place::Slot(slot) => match self.slot(slot).copied() {
                Some(content) => (content.value, false),
                None => {
                    let value = self.new_value();
                    if let (Place::Reg(reg), Some(content)) = (to, self.slots.get_mut(slot.index())) {
                        *content = SlotContent { epoch: self.epoch, value, reg };
                    }
                    (value, false)
                }
            },
        };
        match to {
            Place::Reg(to) => {
                self.set(to, value);
                self.set_zeroed(to, zeroed);
                if let Place::Slot(slot) = from
                    && let Some(content) = self.slots.get_mut(slot.index())
                {
                    content.reg = to;
                }
            }
            Place::Slot(slot) => {
                if let (Place::Reg(reg), Some(content)) = (from, self.slots.get_mut(slot.index())) {
                    *content = SlotContent { epoch: self.epoch, value, reg };
                }
            }
        }
    }
    #[inline]
    pub(super) fn define(&mut self, reg: Reg, zeroed: bool) {
        self.known.remove(reg);
        self.set_zeroed(reg, zeroed);
    }

    #[inline]
    fn set_zeroed(&mut self, reg: Reg, zeroed: bool) {
        match zeroed {
            true => self.zeroed.insert(reg),
            false => self.zeroed.remove(reg),
        }
    }
    pub(super) fn is_zeroed(&self, reg: Reg) -> bool {
        self.zeroed.contains(reg)
    }
    #[inline]
    pub(super) fn clobber(&mut self, regs: RegSet) {
        self.known = self.known.difference(regs);
        self.zeroed = self.zeroed.difference(regs);
    }

    /// Records a write of a slot, or of part of it.
    pub(super) fn write_slot(&mut self, slot: SlotId) {
        if let Some(content) = self.slots.get_mut(slot.index()) {
            content.epoch = 0;
        }
    }

    /// True if the register already holds the constant of this instruction.
    pub(super) fn made(&self, form: FormId, arg: Arg, reg: Reg) -> bool {
        let known = self.known(reg);
        self.made.iter().any(|made| (made.form, made.arg) == (form, arg) && known == Some(made.value))
    }

    /// Records that a register gets the constant of this instruction.
    pub(super) fn make(&mut self, form: FormId, arg: Arg, reg: Reg) {
        let value = self.new_value();
        self.set(reg, value);
        self.set_zeroed(reg, false);
        if self.made.len() == MAX_CONSTANTS {
            self.made.remove(0);
        }
        self.made.push(KnownConstant { form, arg, value });
    }
}
