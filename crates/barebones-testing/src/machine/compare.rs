//! Compares the interpreter of Air with the interpreter of the IR.

use super::{End, Machine, Procedure};
use crate::differential::{Call, Effect, Report, interpret};
use crate::exits::{self, Execution, ExitSummary};
use crate::externs;
use crate::generate::MAIN;
use barebones::air::Code;
use barebones::base::{Target, TrapCode, Type};
use barebones::interp::{Exit, SandboxHost};
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
    /// Exits among them.
    pub exits: u64,
    /// Operands and entries of these exits.
    pub exit_values: u64,
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
        self.exits += other.exits;
        self.exit_values += other.exit_values;
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

/// A call, and how the interpreter of the IR executes it.
struct Expected<'e> {
    call: &'e Call,
    end: ExpectedEnd<'e>,
    buffer: &'e [u8],
    /// The contents of the module's data, if they are known.
    data: &'e [Vec<u8>],
}

enum ExpectedEnd<'e> {
    Returned(&'e [u64]),
    /// In the procedure with this name, if that is known.
    Trapped(TrapCode, Option<&'e str>),
    Exited(&'e Exit),
}

impl fmt::Display for ExpectedEnd<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpectedEnd::Returned(results) => write!(f, "Returned {results:x?}"),
            ExpectedEnd::Trapped(code, name) => write!(f, "Trapped {code:?} {name:?}"),
            ExpectedEnd::Exited(exit) => write!(f, "Exited {exit:x?}"),
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
    let mut report = Report::default();
    let (calls, interpreted) =
        interpret(module, calls, &mut report).map_err(|(_, what)| before_selection(what))?;
    let mut expected = Vec::new();
    for (call, found) in calls.iter().zip(&interpreted) {
        let end = match &found.effect {
            Effect::Returned(results) => ExpectedEnd::Returned(results),
            // A procedure may have been inlined into the one that traps.
            Effect::Trapped(code, name) => {
                ExpectedEnd::Trapped(*code, Some(name.as_str()).filter(|_| level != OptLevel::O2))
            }
            Effect::Crashed(what) => return Err(before_selection(what.clone())),
        };
        let returned = matches!(end, ExpectedEnd::Returned(_));
        let data = if returned { &found.data[..] } else { &[] };
        expected.push(Expected { call, end, buffer: &found.buffer, data });
    }
    compare(module, &expected, target, level, false)
}

/// Like [`check`], with each check of the module made to fail at each of its executions, up to `exits` of a call: see
/// [`crate::exits`]. Compares the operands and states of exits too.
///
/// # Errors
///
/// Those of [`check`].
pub fn check_exits(
    module: &Module,
    calls: &[Call],
    exits: u64,
    target: Target,
    level: OptLevel,
) -> Result<Checked, Box<Difference>> {
    let interpreted = crate::exits::interpret(module, calls, exits, &mut ExitSummary::default())
        .map_err(|(_, what)| before_selection(what))?;
    let mut expected = Vec::new();
    for found in &interpreted {
        let end = match (&found.execution.end, &found.exit) {
            (_, Some(exit)) => ExpectedEnd::Exited(exit),
            (exits::End::Returned(results), _) => ExpectedEnd::Returned(results),
            (exits::End::Trapped(code), _) => ExpectedEnd::Trapped(*code, None),
            (other, _) => return Err(before_selection(format!("{other:?}"))),
        };
        let Execution { buffer, data, .. } = &found.execution;
        expected.push(Expected { call: &found.call, end, buffer, data });
    }
    compare(module, &expected, target, level, true)
}

fn before_selection(what: String) -> Box<Difference> {
    Box::new(Difference { place: None, what, code: String::new() })
}

/// Compiles a module, and returns its procedures after selection and after allocation.
fn compile(
    module: &Module,
    target: Target,
    level: OptLevel,
) -> Result<[(Place, Vec<Procedure>); 2], Box<Difference>> {
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
        compiled.map_err(|error| before_selection(error.to_string()))?;
        let symbols: Vec<String> = proc.symbols().values().map(|symbol| symbol.name.clone()).collect();
        for ((_, procedures), code) in places.iter_mut().zip([recorder.selected, recorder.allocated]) {
            let Some(code) = code else {
                return Err(before_selection(String::from("no machine code was observed")));
            };
            let (name, symbols, results) = (proc.name.clone(), symbols.clone(), results.clone());
            procedures.push(Procedure { name, code, symbols, results, ir: proc.clone() });
        }
    }
    Ok(places)
}

/// The memory and functions of one execution. With `exits`, invalidation points exit once the module has invalidated
/// itself.
fn new_host(module: &Module, exits: bool) -> SandboxHost {
    let mut host = SandboxHost::with_stack(1 << 18);
    host.add_data(module);
    externs::register(&mut host);
    host.set_exits_by_generators(exits);
    if exits {
        exits::add_invalidation(&mut host);
    }
    host
}

fn compare(
    module: &Module,
    expected: &[Expected<'_>],
    target: Target,
    level: OptLevel,
    exits: bool,
) -> Result<Checked, Box<Difference>> {
    let places = compile(module, target, level)?;
    let mut checked = Checked::default();
    for (place, procedures) in &places {
        for Expected { call, end: wanted, buffer: wanted_buffer, data } in expected {
            let difference = |what: String| {
                let code: Vec<String> =
                    procedures.iter().map(|it| format!("{}:\n{}", it.name, it.code)).collect();
                Box::new(Difference { place: Some(*place), what, code: code.join("\n") })
            };
            let mut host = new_host(module, exits);
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
            let same = match (wanted, &end) {
                (ExpectedEnd::Returned(expected), End::Returned) => **expected == results[..],
                (ExpectedEnd::Trapped(expected, name), End::Trapped(code, number)) => {
                    expected == code && name.is_none_or(|name| procedures[*number].name == name)
                }
                (ExpectedEnd::Exited(expected), End::Exited(exit)) => {
                    checked.exits += 1;
                    checked.exit_values += values_of(exit);
                    exits::is_same_exit(expected, exit)
                }
                _ => false,
            };
            if !same {
                return Err(difference(format!("IR: {wanted}\nAir: {end:x?} {results:x?}")));
            }
            let memory = &machine.host().memory;
            if memory.bytes(buffer, size).ok() != Some(*wanted_buffer) {
                return Err(difference(String::from("the buffer differs")));
            }
            for (data, expected) in module.data.iter().zip(*data) {
                let address = machine.host().data_address(&data.name).unwrap_or_default();
                let found = machine.host().memory.bytes(address, expected.len() as u64).ok();
                if found != Some(&expected[..]) {
                    return Err(difference(format!("{} differs", data.name)));
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

/// The number of operands and entries of an exit.
fn values_of(exit: &Exit) -> u64 {
    let frames = exit.frames.iter().map(|frame| frame.entries.len());
    let objects = exit.objects.iter().map(|object| object.fields.len());
    (exit.operands.len() + frames.chain(objects).sum::<usize>()) as u64
}
