//! Direct calls of the frequent targets of calls through tables and references, in better code.
//!
//! The library's pass makes them ([`speculate_calls`]). A function of this instance is recognised by the address of its words,
//! which is at a fixed distance from the context. Such a call needs no other values in the pinned registers.

use crate::info::ModuleInfo;
use crate::translate::profile::{IndirectCall, Known};
use crate::translate::symbol_name;
use barebones::ir::{Cursor, Procedure, ValueId};
use barebones::opt::{CallGuard, CallProfile, CallTarget, SpeculationStats, Surroundings, speculate_calls};

/// The profiles of the calls of a function.
struct Profiles<'a> {
    info: &'a ModuleInfo,
    known: &'a dyn Known,
    /// In the order of their ids.
    calls: &'a [IndirectCall],
}

/// Adds direct calls of frequent targets to better code.
pub(super) fn speculate(
    proc: &mut Procedure,
    info: &ModuleInfo,
    known: &dyn Known,
    calls: &[IndirectCall],
) -> SpeculationStats {
    if calls.is_empty() {
        return SpeculationStats::default();
    }
    speculate_calls(proc, &mut Profiles { info, known, calls })
}

impl Profiles<'_> {
    fn get(&self, call: ValueId) -> Option<&IndirectCall> {
        let place = self.calls.binary_search_by_key(&call, |noted| noted.call).ok()?;
        self.calls.get(place)
    }
}

impl CallProfile for Profiles<'_> {
    fn targets(&mut self, proc: &Procedure, call: ValueId) -> Vec<CallTarget> {
        let Some(noted) = self.get(call) else { return Vec::new() };
        let targets = self.known.targets(proc.value(call).origin.0).into_iter();
        // A number of another instance's function can look like any function.
        let is_callable = |function: u32| self.info.is_like(self.info.functions[function as usize], noted.ty);
        let targets = targets.filter(|(function, _)| is_callable(*function));
        targets.map(|(function, share)| CallTarget { name: symbol_name(function), share }).collect()
    }

    fn guard(&mut self, b: &mut Cursor<'_>, call: ValueId, target: &CallTarget) -> CallGuard {
        let function = crate::translate::function_of_symbol(&target.name).unwrap_or_default();
        let context = self.get(call).map_or(ValueId::INVALID, |noted| noted.context);
        // A call has the address of its code as first child, then the address of the target's words.
        let words = b.proc.children(call).get(1).copied().unwrap_or(ValueId::INVALID);
        let offset = b.const64(self.info.layout.function(function).into());
        let expected = b.add(context, offset);
        CallGuard::If(b.equal(words, expected))
    }

    fn surroundings(&mut self, _proc: &Procedure, call: ValueId) -> Surroundings {
        self.get(call).map(|noted| noted.surroundings.clone()).unwrap_or_default()
    }
}
