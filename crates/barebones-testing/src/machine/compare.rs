//! Compares the interpreter of Air with the interpreter of the IR.

use super::{End, Machine, Procedure};
use crate::differential::{Call, Effect, Report, interpret};
use crate::externs;
use crate::generate::MAIN;
use barebones::air::Code;
use barebones::base::{Target, Type};
use barebones::interp::SandboxHost;
use barebones::ir::Module;
use barebones::opt::ModuleCallees;
use barebones::{Compiler, Observer, OptLevel, Options, Progress, Stage};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Instructions that one call may execute.
const STEPS: u64 = 3_000_000;

/// Where the machine code was taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Place {
    /// After selection: its faults are those of passes and selection.
    Selected,
    /// After allocation.
    Allocated,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Place::Selected => "after selection",
            Place::Allocated => "after allocation",
        })
    }
}

/// A difference between the interpreters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Where; `None` before selection.
    pub place: Option<Place>,
    /// What differs.
    pub what: String,
    /// The machine code of all procedures.
    pub code: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "{place}: {}\n{}", self.what, self.code),
            None => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for Difference {}

/// What was compared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Executions whose outcome and memory are equal.
    pub compared: u64,
    /// Executions that the interpreter of Air cannot finish, by the reason.
    pub unsupported: BTreeMap<&'static str, u64>,
    /// Machine instructions executed.
    pub steps: u64,
    /// How often each opcode occurs in the code, by its name.
    pub opcodes: BTreeMap<&'static str, u64>,
}

impl Checked {
    /// Adds the counts of another.
    pub fn add(&mut self, other: &Checked) {
        self.compared += other.compared;
        self.steps += other.steps;
        for (reason, count) in &other.unsupported {
            *self.unsupported.entry(reason).or_default() += count;
        }
        for (name, count) in &other.opcodes {
            *self.opcodes.entry(name).or_default() += count;
        }
    }
}

/// Keeps the machine code of one procedure.
#[derive(Default)]
struct Recorder {
    selected: Option<Code>,
    allocated: Option<Code>,
}

impl Observer for Recorder {
    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        let Progress::Code(code) = progress else { return };
        match stage {
            Stage::Select => self.selected = Some(code.clone()),
            // The last one: the clean-ups are done.
            Stage::Allocate => self.allocated = Some(code.clone()),
            _ => {}
        }
    }
}

/// Executes calls of a module's `main` by the interpreters of the IR and of Air, which may be for any target, and
/// compares outcomes, buffers and data. The level is O1 or O2: at O0 no whole procedure exists in Air.
///
/// # Errors
///
/// A [`Difference`], also if the module is invalid or does not compile.
pub fn check(
    module: &Module,
    calls: &[Call],
    target: Target,
    level: OptLevel,
) -> Result<Checked, Box<Difference>> {
    let failed = |what: String| Box::new(Difference { place: None, what, code: String::new() });
    let mut report = Report::default();
    let (calls, expected) = interpret(module, calls, &mut report).map_err(|(_, what)| failed(what))?;
    // The interpreter is a witness of its own: it finds what the checker of allocation would report.
    let mut options = Options::at(level);
    options.check_allocation = false;
    let mut compiler = Compiler::for_target(target, options);
    if level == OptLevel::O2 {
        compiler.set_callees(Some(Arc::new(ModuleCallees::with_budget(module, crate::passes::BUDGET))));
    }
    let mut places = [(Place::Selected, Vec::new()), (Place::Allocated, Vec::new())];
    for proc in &module.procedures {
        let (mut recorder, mut proc) = (Recorder::default(), proc.clone());
        let results = proc.signature().results.to_vec();
        let compiled = compiler.emit_in_place_observed(&mut proc, &mut recorder);
        compiled.map_err(|error| failed(error.to_string()))?;
        let symbols: Vec<String> = proc.symbols().values().map(|symbol| symbol.name.clone()).collect();
        for ((_, procedures), code) in places.iter_mut().zip([recorder.selected, recorder.allocated]) {
            let Some(code) = code else { return Err(failed(String::from("no machine code was observed"))) };
            let (name, symbols, results) = (proc.name.clone(), symbols.clone(), results.clone());
            procedures.push(Procedure { name, code, symbols, results });
        }
    }
    let mut checked = Checked::default();
    for (place, procedures) in &places {
        for (call, expected) in calls.iter().zip(&expected) {
            let difference = |what: String| {
                let code: Vec<String> =
                    procedures.iter().map(|it| format!("{}:\n{}", it.name, it.code)).collect();
                Box::new(Difference { place: Some(*place), what, code: code.join("\n") })
            };
            let mut host = SandboxHost::with_stack(1 << 18);
            host.add_data(module);
            externs::register(&mut host);
            let size = call.buffer.len() as u64;
            let buffer = host.memory.allocate(call.buffer.len());
            if let Ok(bytes) = host.memory.bytes_mut(buffer, size) {
                bytes.copy_from_slice(&call.buffer);
            }
            let mut args = vec![(Type::Int64, buffer)];
            args.extend(&call.args);
            let mut machine = Machine::new(procedures, target, host, STEPS);
            let (end, results) = machine.call(MAIN, call.entry, &args);
            checked.steps += STEPS - machine.steps_left();
            let reason = match &end {
                End::Unsupported(what) => Some(*what),
                End::StepLimit => Some("the limit of steps"),
                _ => None,
            };
            if let Some(reason) = reason {
                *checked.unsupported.entry(reason).or_default() += 1;
                continue;
            }
            let same = match (&expected.effect, &end) {
                (Effect::Returned(expected), End::Returned) => *expected == results,
                // A procedure may have been inlined into the one that traps.
                (Effect::Trapped(expected, name), End::Trapped(code, number)) => {
                    expected == code && (level == OptLevel::O2 || procedures[*number].name == *name)
                }
                _ => false,
            };
            if !same {
                return Err(difference(format!("IR: {:x?}\nAir: {end:?} {results:x?}", expected.effect)));
            }
            let memory = &machine.host().memory;
            if memory.bytes(buffer, size).ok() != Some(&expected.buffer[..]) {
                return Err(difference(String::from("the buffer differs")));
            }
            if end == End::Returned {
                for (data, expected) in module.data.iter().zip(&expected.data) {
                    let address = machine.host().data_address(&data.name).unwrap_or_default();
                    let found = machine.host().memory.bytes(address, expected.len() as u64).ok();
                    if found != Some(&expected[..]) {
                        return Err(difference(format!("{} differs", data.name)));
                    }
                }
            }
            checked.compared += 1;
        }
        for inst in procedures.iter().flat_map(|procedure| &procedure.code.buffer.insts) {
            *checked.opcodes.entry(inst.opcode.name()).or_default() += 1;
        }
    }
    Ok(checked)
}
