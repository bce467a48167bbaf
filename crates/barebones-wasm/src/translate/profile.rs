//! Profiles of calls through tables and references: collected in code that counts, used when a function gets better code.
//!
//! Code that counts stores the last targets of each such call ([`call_site`]). Better code compares with the frequent ones,
//! which the library's pass does ([`barebones::opt::speculate_calls`]); the translation records what the pass must know of a
//! call. It calls a function by its symbol, which allows inlining, if the linker can bind the symbol well ([`Known::is_direct`]).
//! Other calls load the address of the current code.

use super::pins::CalleeInstance;
use super::{Function, heap};
use crate::layout::call_site;
use barebones::base::Type;
use barebones::ir::ValueId;
use barebones::opt::Surroundings;
use std::ops::Range;

/// Facts that the translation of better code uses: which calls are direct, and the frequent targets of the others.
pub(crate) trait Known {
    /// True if calls of a defined function use its symbol.
    fn is_direct(&self, function: u32) -> bool;

    /// The frequent targets of the call at an offset of the module, the most frequent first: functions that the module
    /// defines, and their parts of all calls there.
    fn targets(&self, offset: u32) -> Vec<(u32, f64)>;
}

/// A call through a table or a reference in better code.
#[derive(Clone, Debug)]
pub(crate) struct IndirectCall {
    pub(crate) call: ValueId,
    /// The type of its targets.
    pub(crate) ty: u32,
    /// The context of the caller's instance, available before the call.
    pub(crate) context: ValueId,
    /// The values that set the pinned registers for another instance, and back.
    pub(crate) surroundings: Surroundings,
}

impl Function<'_> {
    /// In code that counts: records the target of a call, the function with these words.
    pub(super) fn sample(&mut self, function: ValueId) {
        if !self.sampling {
            return;
        }
        let at = self.call_sites.len() as i32 * call_site::SIZE;
        self.call_sites.push(self.proc.origin.0);
        let own = self.index - self.info.imported_functions as u32;
        let (table, offset) = (self.codes(), self.info.layout.call_sites(own));
        let sites = self.load(Type::Int64, table, offset, heap::CODES);
        let before = self.load(Type::Int32, sites, at + call_site::COUNT, heap::CODES);
        let one = self.const32(1);
        let after = self.cursor().add(before, one);
        self.store(after, sites, at + call_site::COUNT, heap::CODES);
        let (mask, shift) = (self.const32(call_site::KEPT as i32 - 1), self.const32(2));
        let place = self.cursor().bit_and(before, mask);
        let place = self.widen(place);
        let distance = self.cursor().shl(place, shift);
        let place = self.cursor().add(sites, distance);
        let context = self.context();
        let target = self.cursor().sub(function, context);
        let target = self.cursor().trunc(target);
        self.store(target, place, at + call_site::TARGETS, heap::CODES);
    }

    /// In better code: the context of this instance, before a call that has a profile. Such a call is through a table or a
    /// reference, so its target may be of another instance.
    pub(super) fn profiled(&mut self, instance: CalleeInstance) -> Option<ValueId> {
        let (known, CalleeInstance::Other(_)) = (self.known?, instance) else { return None };
        (!known.targets(self.proc.origin.0).is_empty()).then(|| self.context())
    }

    /// Number of values of the current block.
    pub(super) fn block_len(&self) -> usize {
        self.proc.block_values(self.at).len()
    }

    /// In better code: notes a call that has a profile. The values `before` it and `after` it, by their places in its block,
    /// switch to the callee's instance and back.
    pub(super) fn note_indirect_call(
        &mut self,
        (call, ty): (ValueId, u32),
        context: ValueId,
        before: Range<usize>,
        after: Range<usize>,
    ) {
        let values = self.proc.block_values(self.at);
        // A call that may throw is the last value of another block, and restores the registers behind it. A function of
        // this instance may leave by a tail call to another one, too.
        let is_own_enough = !self.info.has_cross_instance_tail_calls || after.is_empty();
        let surroundings = match values.get(before.end) == Some(&call) && is_own_enough {
            true => Surroundings { before: values[before].into(), after: values[after].into() },
            false => Surroundings::default(),
        };
        self.indirect_calls.push(IndirectCall { call, ty, context, surroundings });
    }
}
