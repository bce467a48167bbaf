//! Rules between the procedures of a module.

use super::{MAX_VIOLATIONS, Report, Rule, Validator, Violation};
use crate::base::{RegSet, Signature, Type};
use crate::ir::opcode::Payload;
use crate::ir::{BlockId, CallData, Module, Opcode, Procedure, Value, ValueId};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy)]
enum Definition<'a> {
    Procedure(&'a Procedure),
    Extern(&'a Signature),
    Data,
}

/// Checks the rules of every procedure and of the module.
///
/// # Errors
/// The violations, in order of the procedures; those of the module itself come first.
pub fn validate_module(module: &Module) -> Result<(), Vec<Violation>> {
    check(module, Some(&mut Validator::new()))
}

/// Checks only the rules of the module, for callers that validate each procedure separately.
pub(crate) fn validate_links(module: &Module) -> Result<(), Vec<Violation>> {
    check(module, None)
}

/// Checks the calls of a procedure of itself, for a client that compiles it alone.
pub(crate) fn validate_own_calls(proc: &Procedure) -> Result<(), Vec<Violation>> {
    if !proc.symbols().values().any(|symbol| symbol.name == proc.name) {
        return Ok(());
    }
    let own = FxHashMap::from_iter([(proc.name.as_str(), Definition::Procedure(proc))]);
    let mut report = Report::default();
    check_calls(proc, &own, &mut report);
    if report.violations.is_empty() { Ok(()) } else { Err(report.violations) }
}

fn check(module: &Module, mut validator: Option<&mut Validator>) -> Result<(), Vec<Violation>> {
    let mut violations = Vec::new();
    let definitions = define(module, &mut violations);
    for proc in &module.procedures {
        let own = validator.as_mut().and_then(|validator| validator.validate(proc).err());
        let mut own = own.unwrap_or_default();
        let mut report = Report::default();
        let target = module.procedures[0].target();
        if proc.target() != target {
            let message =
                format!("the target is {:?}, and the first procedure's is {target:?}", proc.target());
            report.add(proc, Rule::SameTarget, None, None, message);
        }
        check_symbols(proc, &definitions, &mut report);
        own.append(&mut report.violations);
        for violation in &mut own {
            violation.procedure = Some(proc.name.clone());
        }
        violations.append(&mut own);
    }
    violations.truncate(MAX_VIOLATIONS);
    if violations.is_empty() { Ok(()) } else { Err(violations) }
}

fn define<'a>(module: &'a Module, violations: &mut Vec<Violation>) -> FxHashMap<&'a str, Definition<'a>> {
    let externs = module.externs.iter().map(|e| (e.name.as_str(), Definition::Extern(&e.signature)));
    let data = module.data.iter().map(|data| (data.name.as_str(), Definition::Data));
    let procedures = module.procedures.iter().map(|proc| (proc.name.as_str(), Definition::Procedure(proc)));
    let mut definitions = FxHashMap::default();
    for (name, definition) in externs.chain(data).chain(procedures) {
        if definitions.insert(name, definition).is_some() {
            violations.push(Violation {
                rule: Rule::UniqueName,
                procedure: None,
                block: None,
                value: None,
                text: String::new(),
                message: format!("the name {name:?} is defined twice"),
                place: None,
            });
        }
    }
    definitions
}

fn check_symbols(proc: &Procedure, definitions: &FxHashMap<&str, Definition<'_>>, report: &mut Report) {
    for symbol in proc.symbols().values() {
        if !definitions.contains_key(symbol.name.as_str()) {
            let message = format!("the module defines no {:?}", symbol.name);
            report.add(proc, Rule::DefinedSymbol, None, None, message);
        }
    }
    check_calls(proc, definitions, report);
}

/// Checks the calls of functions that are defined.
fn check_calls(proc: &Procedure, definitions: &FxHashMap<&str, Definition<'_>>, report: &mut Report) {
    for block in proc.block_ids() {
        for &id in proc.block_values(block) {
            let Some(value) = proc.get_value(id).filter(|v| v.opcode().row().payload == Payload::Call) else {
                continue;
            };
            let Some(call) = proc.calls().get(value.call()) else { continue };
            let Some(symbol) = proc.symbols().get(call.callee) else { continue };
            if let Some(definition) = definitions.get(symbol.name.as_str()) {
                check_call(proc, block, id, value, call, *definition, report);
            }
        }
    }
}

/// Checks a call by name; its children are the arguments.
fn check_call(
    proc: &Procedure,
    block: BlockId,
    id: ValueId,
    value: &Value,
    call: &CallData,
    definition: Definition<'_>,
    report: &mut Report,
) {
    let mut wrong = |message| report.add(proc, Rule::CallAgrees, Some(block), Some(id), message);
    let (signature, conv) = match definition {
        Definition::Procedure(_) if value.opcode() == Opcode::Poll => {
            return wrong(String::from("a Poll calls a procedure, which does not preserve registers"));
        }
        Definition::Procedure(callee) => (callee.signature(), Some(callee.convention())),
        Definition::Extern(signature) => (signature, None),
        Definition::Data => return wrong(String::from("it calls data")),
    };
    let arguments: Vec<Type> = proc.children(id).iter().map(|argument| proc.type_of(*argument)).collect();
    let fixed = match call.variadic_start {
        Some(_) if conv.is_some() => return wrong(String::from("only extern functions are variadic")),
        Some(start) => &arguments[..arguments.len().min(start as usize)],
        None => &arguments[..],
    };
    let results = match value.opcode() {
        Opcode::TailCall => &proc.signature().results,
        _ => proc.scalars(value.ty),
    };
    let found = Signature { params: fixed.to_vec(), results: results.to_vec() };
    if found != *signature {
        wrong(format!("it calls {found}, and the function is {signature}"));
    }
    if let Some(conv) = conv
        && conv != call.conv
    {
        let name = |conv| proc.target().convention(conv).name;
        wrong(format!("it calls in {}, and the procedure is in {}", name(call.conv), name(conv)));
    }
    if let Definition::Procedure(callee) = definition
        && proc.target().convention(call.conv).shares_pinned
        && callee.pinned != proc.pinned
    {
        let names = |set: RegSet| {
            let names = set.iter().map(|reg| format!("%{}", proc.target().desc.names.name(reg)));
            names.collect::<Vec<_>>().join(", ")
        };
        let (own, others) = (names(proc.pinned), names(callee.pinned));
        let message = format!("its procedure has pinned {{{own}}}, and {:?} has {{{others}}}", callee.name);
        report.add(proc, Rule::PinnedShared, Some(block), Some(id), message);
    }
}
