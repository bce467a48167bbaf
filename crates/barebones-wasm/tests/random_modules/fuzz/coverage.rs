//! Coverage of random modules: operators and events. Reports those that never occurred.

use super::generate::Plan;
use super::rewrite::{Facts, name, operators};
use super::trace::{Event, Stop, Value};
use std::collections::BTreeMap;
use std::fmt;

/// Number of occurrences.
#[derive(Default)]
pub(crate) struct Coverage {
    modules: u64,
    /// Operators in modules with a call that returned, by name.
    operators: BTreeMap<String, u64>,
    /// Results of calls and other events, by name.
    events: BTreeMap<String, u64>,
}

/// Events that must occur.
const EVENTS: [&str; 26] = [
    "returned",
    "returned several",
    "returned a float",
    "returned a vector",
    "function in a table",
    "returned something of the host",
    "failed to start",
    "plain NaNs",
    "fuel paid",
    "frequent target called directly",
    "64-bit addresses",
    "several memories",
    "memory grown",
    "memory changed",
    "table changed",
    "global changed",
    "call of the host",
    "failure of the host",
    "Unreachable",
    "IntegerDivideByZero",
    "IntegerOverflow",
    "InvalidConversion",
    "MemoryOutOfBounds",
    "TableOutOfBounds",
    "UninitializedElement",
    "IndirectCallTypeMismatch",
];

macro_rules! names {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $ty:ty),* })? => $visit:ident ($($ann:tt)*))*) => {
        &[$((stringify!($proposal), stringify!($op))),*]
    };
}

/// Operators with their proposals.
const OPERATORS: &[(&str, &str)] = wasmparser::for_each_visit_operator!(names);

/// Vector instructions with their proposals.
const VECTORS: &[(&str, &str)] = wasmparser::for_each_visit_simd_operator!(names);

/// Proposals with operators that modules have. The results of relaxed SIMD depend on the engine.
const PROPOSALS: [&str; 7] = [
    "mvp",
    "sign_extension",
    "saturating_float_to_int",
    "bulk_memory",
    "reference_types",
    "tail_call",
    "simd",
];

/// Operators that no valid module has: `select` of several values is reserved.
const NEVER: [&str; 1] = ["TypedSelectMulti"];

impl Coverage {
    /// Adds a module and the events of its run.
    pub(crate) fn add(&mut self, plan: &Plan, events: &[Event]) {
        self.modules += 1;
        if !events.iter().any(|event| matches!(event, Event::Called { result: Ok(_), .. })) {
            return self.add_events(plan, events);
        }
        for (operator, _) in Facts::of(&plan.bytes).bodies.iter().flat_map(operators) {
            *self.operators.entry(name(&operator)).or_default() += 1;
        }
        self.add_events(plan, events);
    }

    /// Adds the fuel cost of a module.
    pub(crate) fn add_cost(&mut self, cost: u64) {
        if cost > 0 {
            self.see("fuel paid");
        }
    }

    /// Adds the number of direct calls of frequent targets that a module got.
    pub(crate) fn add_speculated(&mut self, count: u64) {
        if count > 0 {
            self.see("frequent target called directly");
        }
    }

    fn see(&mut self, what: impl Into<String>) {
        *self.events.entry(what.into()).or_default() += 1;
    }

    fn add_events(&mut self, plan: &Plan, events: &[Event]) {
        if plan.plain_nans {
            self.see("plain NaNs");
        }
        let mut before: BTreeMap<&str, &Event> = BTreeMap::new();
        for event in events {
            match event {
                Event::Instantiated(Ok(())) => {}
                Event::Instantiated(Err(_)) => self.see("failed to start"),
                Event::Called { result, .. } => self.add_result(result),
                Event::Host { .. } => self.see("call of the host"),
                Event::Memory { export, size, hash } => match before.insert(export, event) {
                    Some(Event::Memory { size: old, .. }) if old != size => self.see("memory grown"),
                    Some(Event::Memory { hash: old, .. }) if old != hash => self.see("memory changed"),
                    _ => {}
                },
                Event::Global { export, .. } => {
                    let fuel = export == super::generate::FUEL_EXPORT;
                    if before.insert(export, event).is_some_and(|old| old != event && !fuel) {
                        self.see("global changed");
                    }
                }
                Event::Table { export, elements } => {
                    if elements.iter().any(|element| matches!(element, Value::Func(Some(_)))) {
                        self.see("function in a table");
                    }
                    if before.insert(export, event).is_some_and(|old| old != event) {
                        self.see("table changed");
                    }
                }
            }
        }
        if Facts::of(&plan.bytes).has_memory64() {
            self.see("64-bit addresses");
        }
        if before.values().filter(|event| matches!(event, Event::Memory { .. })).count() > 1 {
            self.see("several memories");
        }
    }

    fn add_result(&mut self, result: &Result<Vec<Value>, Stop>) {
        match result {
            Ok(values) => {
                self.see("returned");
                if values.len() > 1 {
                    self.see("returned several");
                }
                for value in values {
                    match value {
                        Value::F32(_) | Value::F64(_) => self.see("returned a float"),
                        Value::V128(_) => self.see("returned a vector"),
                        Value::Func(Some(_)) => self.see("returned a function"),
                        Value::Extern(Some(_)) => self.see("returned something of the host"),
                        _ => {}
                    }
                }
            }
            Err(Stop::Trap(kind)) => self.see(format!("{kind:?}")),
            Err(Stop::Host) => self.see("failure of the host"),
            Err(Stop::Refused(why)) => self.see(format!("refused: {why}")),
        }
    }

    /// Operators and events that must occur and did not.
    pub(crate) fn missing(&self) -> Vec<&str> {
        let operators = OPERATORS
            .iter()
            .chain(VECTORS)
            .filter(|(proposal, _)| PROPOSALS.contains(proposal))
            .map(|(_, name)| *name);
        let operators = operators.filter(|name| !NEVER.contains(name) && !self.operators.contains_key(*name));
        let events = EVENTS.into_iter().filter(|name| !self.events.contains_key(*name));
        operators.chain(events).collect()
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total: u64 = self.operators.values().sum();
        writeln!(
            f,
            "{} modules; {total} operators of {} kinds, the rarest:",
            self.modules,
            self.operators.len()
        )?;
        let mut rarest: Vec<_> = self.operators.iter().map(|(name, count)| (*count, name)).collect();
        rarest.sort();
        for (count, name) in rarest.iter().take(10) {
            writeln!(f, "  {count:>10} {name}")?;
        }
        for (name, count) in &self.events {
            writeln!(f, "  {count:>10} {name}")?;
        }
        Ok(())
    }
}
