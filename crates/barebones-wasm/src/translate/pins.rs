//! The instance's context and the base address of its first memory: in pinned registers, or as values.
//!
//! Reading a pinned register costs nothing if an address uses it as its base, within the block of the read.

use super::Function;
use super::signature::{call_data, preserving_pins};
use crate::layout::context;
use barebones::base::{ConvId, Reg, Type};
use barebones::ir::{BlockId, CallData, ValueId};

/// Reads of pinned registers in the current block.
#[derive(Clone, Copy, Default)]
pub(super) struct KnownPins {
    block: BlockId,
    context: ValueId,
    memory: ValueId,
}

/// The instance of a callee.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CalleeInstance {
    /// This instance.
    Own,
    /// The instance with this context, possibly this one.
    Other(ValueId),
}

impl Function<'_> {
    /// The address of the instance's context.
    pub(super) fn context(&mut self) -> ValueId {
        let Some(reg) = self.linkage.context else { return self.context };
        if !self.known_pins().context.is_valid() {
            self.known_pins.context = self.cursor().get_pinned(reg);
        }
        self.known_pins.context
    }

    /// The base address of the first memory, if it is pinned.
    pub(super) fn pinned_memory(&mut self) -> Option<ValueId> {
        let reg = self.linkage.memory?;
        if !self.known_pins().memory.is_valid() {
            self.known_pins.memory = self.cursor().get_pinned(reg);
        }
        Some(self.known_pins.memory)
    }

    /// The reads in the current block.
    fn known_pins(&mut self) -> KnownPins {
        if self.known_pins.block != self.at {
            self.known_pins = KnownPins { block: self.at, ..KnownPins::default() };
        }
        self.known_pins
    }

    /// Before a call: sets the pinned registers for a callee of another instance. Returns the context from which to
    /// restore them after the call, if the call may change them.
    pub(super) fn set_callee_pins(&mut self, instance: CalleeInstance) -> Option<ValueId> {
        let reg = self.linkage.context?;
        let saved = match instance {
            CalleeInstance::Own if !self.info.has_cross_instance_tail_calls => return None,
            // Not an earlier read, whose live range would become long.
            _ => self.cursor().get_pinned(reg),
        };
        if let CalleeInstance::Other(context) = instance {
            self.set_pins(reg, context);
        }
        Some(saved)
    }

    /// After a call: restores the pinned registers from the result of [`Function::set_callee_pins`].
    pub(super) fn restore_pins(&mut self, saved: Option<ValueId>) {
        if let (Some(context), Some(reg)) = (saved, self.linkage.context) {
            self.set_pins(reg, context);
        }
    }

    /// Attributes of a call; `saved` is the result of [`Function::set_callee_pins`].
    pub(super) fn call_data_with(&self, conv: ConvId, saved: Option<ValueId>) -> CallData {
        let call = call_data(conv);
        if saved.is_some() { call } else { preserving_pins(call) }
    }

    fn set_pins(&mut self, reg: Reg, context: ValueId) {
        self.cursor().set_pinned(context, reg);
        if let Some(reg) = self.linkage.memory {
            let base = self.constant_load(Type::Int64, context, context::MEMORY);
            self.cursor().set_pinned(base, reg);
        }
        self.known_pins = KnownPins::default();
    }
}
