//! The callees of a bundle: which calls may be inlined, and what is copied.

use super::{Bundle, InlinedCall};
use crate::base::Origin;
use crate::ir::{Module, Opcode, Procedure};
use crate::opt::{Callees, InlineBudget};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What a bundle's calls copy, in place of the client's callees.
pub(super) struct RecordedCallees {
    procedures: BTreeMap<String, Arc<Procedure>>,
    budget: InlineBudget,
    /// True if copied values get the origin of the call.
    at_calls: bool,
}

impl Callees for RecordedCallees {
    fn callee(&self, name: &str) -> Option<Arc<Procedure>> {
        self.procedures.get(name).cloned()
    }

    fn origin(&self, call: Origin, _callee: &str, origin: Origin) -> Origin {
        if self.at_calls { call } else { origin }
    }

    fn budget(&self) -> InlineBudget {
        self.budget
    }
}

/// Changes of the callees that a compilation of a bundle uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CalleeChange {
    /// As the client provided them.
    None,
    /// Copied values have the origin of the call.
    AtCalls,
    /// Generators have no closures.
    WithoutClosures,
}

impl Bundle {
    /// The callees of the compiled procedures, if there was inlining.
    pub(super) fn recorded_callees(&self, change: CalleeChange) -> Option<Arc<dyn Callees>> {
        let budget = self.inlining?;
        let copied = |call: &InlinedCall| {
            let found = self.module.procedures.iter().find(|proc| proc.name == call.procedure)?;
            let mut proc = found.clone();
            proc.name = call.callee.clone();
            if change == CalleeChange::WithoutClosures {
                remove_closures(&mut proc);
            }
            Some((call.callee.clone(), Arc::new(proc)))
        };
        let procedures = self.inlined.iter().filter_map(copied).collect();
        Some(Arc::new(RecordedCallees { procedures, budget, at_calls: change == CalleeChange::AtCalls }))
    }

    /// The names of generators with a closure: of a procedure, and of those that may be copied into it.
    pub(super) fn closures_of(&self, proc: &Procedure) -> Vec<String> {
        let mut reached: Vec<&Procedure> = vec![proc];
        let mut next = 0;
        while let Some(&caller) = reached.get(next) {
            for name in called_names(caller) {
                let call = self.inlined.iter().find(|call| call.callee == name);
                let callee = call
                    .and_then(|call| self.module.procedures.iter().find(|proc| proc.name == call.procedure));
                if let Some(callee) = callee.filter(|callee| reached.iter().all(|r| r.name != callee.name)) {
                    reached.push(callee);
                }
            }
            next += 1;
        }
        let generators = reached.into_iter().flat_map(|proc| proc.generators().values());
        generators.filter(|generator| generator.closure.is_some()).map(|found| found.name.clone()).collect()
    }
}

/// Removes the closures of a procedure's generators.
pub(super) fn remove_closures(proc: &mut Procedure) {
    let ids: Vec<_> = proc.generators().ids().collect();
    for id in ids {
        if let Some(generator) = proc.generator_mut(id) {
            generator.closure = None;
        }
    }
}

/// Adds the callees that some procedures may reach through calls, and returns what each call copies. `own` are names of
/// other things. A callee gets another name if a different procedure has its name.
pub(super) fn add_callees(
    procedures: &mut Vec<Procedure>,
    own: &BTreeSet<String>,
    callees: Option<&Arc<dyn Callees>>,
) -> Vec<InlinedCall> {
    let Some(callees) = callees else { return Vec::new() };
    let mut names: BTreeSet<String> = own.clone();
    names.extend(procedures.iter().map(|proc| proc.name.clone()));
    let (mut asked, mut inlined) = (BTreeSet::new(), Vec::new());
    let mut next = 0;
    while next < procedures.len() {
        for name in called_names(&procedures[next]) {
            if !asked.insert(name.clone()) {
                continue;
            }
            let Some(callee) = callees.callee(&name) else { continue };
            let mut callee = Procedure::clone(&callee);
            callee.name.clone_from(&name);
            let same_name = procedures.iter().find(|proc| proc.name == name);
            let is_known = same_name.is_some_and(|known| known.to_string() == callee.to_string());
            if !is_known {
                let mut number = 0;
                while !names.insert(callee.name.clone()) {
                    number += 1;
                    callee.name = format!("{name}.callee{number}");
                }
            }
            inlined.push(InlinedCall { callee: name, procedure: callee.name.clone() });
            if !is_known {
                procedures.push(callee);
            }
        }
        next += 1;
    }
    inlined
}

/// The names of the callees of a procedure's calls, in order.
fn called_names(proc: &Procedure) -> Vec<String> {
    let values = proc.block_ids().flat_map(|block| proc.block_values(block));
    let name = |id: &crate::ir::ValueId| {
        let value = proc.get_value(*id).filter(|value| value.opcode() == Opcode::CCall)?;
        let callee = proc.calls().get(value.call())?.callee;
        Some(proc.symbols().get(callee)?.name.clone())
    };
    values.filter_map(name).collect()
}

/// Extern functions for all names that procedures use, apart from themselves and `others`.
pub(super) fn externs_of(procedures: &[Procedure], others: &[Procedure]) -> Vec<crate::ir::Extern> {
    let mut externs: Vec<crate::ir::Extern> = Vec::new();
    for proc in procedures {
        for found in Module::of(proc.clone()).externs {
            let mut all = procedures.iter().chain(others);
            let is_procedure = all.any(|proc| proc.name == found.name);
            if !is_procedure && externs.iter().all(|known| known.name != found.name) {
                externs.push(found);
            }
        }
    }
    externs
}
