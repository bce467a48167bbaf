//! Tier 1: machine code made from the interpreter's register code, operation by operation, at O0.
//!
//! The registers of JavaScript stay where the interpreter has them, on [`Vm::stack`], and all else that is known of a call is in
//! its [`Frame`]. So the collector, handlers of exceptions, generators, stacks of errors and limits are the interpreter's, and
//! execution goes from one tier to the other between any two operations. Compiled code has the frequent cases of frequent
//! operations; for all others it calls the interpreter, which executes one operation.
//!
//! - [`translate`] makes a procedure from the code of a function; [`access`] has its properties and elements, [`numbers`] its
//!   arithmetic and branches. [`facts`] finds registers that need no checks.
//! - [`raw`] has all `unsafe`: the layout of what compiled code reads, and the functions that it calls.

mod access;
mod facts;
mod numbers;
mod raw;
mod translate;

use crate::interp::bytecode::Code;
use crate::interp::frames::Frame;
use crate::interp::{Key, Vm};
use barebones::{Compiler, OptLevel, Options};
pub(crate) use raw::Function;
use raw::Layout;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

/// How functions are executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tier {
    /// All are interpreted.
    #[default]
    Interpreter,
    /// Each is compiled at its first call.
    Compiled,
    /// Functions that run often are compiled.
    Auto,
}

impl Tier {
    /// The tier with the name that the command line has for it: `0`, `1` or `auto`.
    pub fn named(name: &str) -> Option<Tier> {
        match name {
            "0" => Some(Tier::Interpreter),
            "1" => Some(Tier::Compiled),
            "auto" => Some(Tier::Auto),
            _ => None,
        }
    }
}

/// Calls, and iterations of loops, after which a function is compiled.
const HOT_CALLS: u32 = 30;
const HOT_ITERATIONS: u32 = 1000;

/// Maximum number of operations of a compiled function.
const MAX_OPERATIONS: usize = 20_000;

/// What the compiler to machine code has done.
#[derive(Clone, Debug, Default)]
pub struct CompileStatistics {
    /// Number of compiled functions.
    pub functions: usize,
    /// Bytes of their code.
    pub code_bytes: usize,
    /// Time of the translation to procedures.
    pub translation: Duration,
    /// Time from procedures to code that runs.
    pub generation: Duration,
    /// Reasons why functions stay in the interpreter, with their numbers.
    pub refused: BTreeMap<String, usize>,
}

/// Machine code of a function.
struct Compiled {
    function: Function,
    /// Number of the entry at each operation; [`NO_ENTRY`] where there is none.
    entries: Box<[u32]>,
    /// Keeps the machine code.
    _code: barebones::jit::Code,
}

/// The operation is no entry.
const NO_ENTRY: u32 = u32::MAX;

/// Whether a function has machine code: not known so far, refused, or the code.
#[derive(Default)]
pub(crate) struct State(OnceCell<Option<Compiled>>);

impl State {
    /// Machine code of the function, if it has any. Its entry 0 is the first operation.
    #[inline]
    pub(crate) fn function(&self) -> Option<Function> {
        self.0.get()?.as_ref().map(|compiled| compiled.function)
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.get() {
            None => "not compiled",
            Some(None) => "refused",
            Some(Some(_)) => "compiled",
        })
    }
}

/// The compiler of a virtual machine.
pub(crate) struct Tier1 {
    tier: Tier,
    no_ic: bool,
    /// None before the first compilation.
    compiler: Option<Compiler>,
    layout: Option<Layout>,
    pub(crate) statistics: CompileStatistics,
}

impl Tier1 {
    pub(crate) fn new(tier: Tier, no_ic: bool) -> Tier1 {
        let layout = if tier == Tier::Interpreter { None } else { Layout::measure() };
        Tier1 { tier, no_ic, compiler: None, layout, statistics: CompileStatistics::default() }
    }

    /// True if functions may be compiled.
    pub(crate) fn is_on(&self) -> bool {
        self.layout.is_some()
    }

    fn compile(&mut self, constants: &Constants<'_>, code: &Code) -> Result<Compiled, String> {
        if code.ops.len() > MAX_OPERATIONS {
            return Err(format!("more than {MAX_OPERATIONS} operations"));
        }
        let layout = self.layout.as_ref().ok_or("the layout of the heap is not known")?;
        let compiler = match &mut self.compiler {
            Some(compiler) => compiler,
            none => {
                let mut options = Options::default();
                options.opt_level = OptLevel::O0;
                none.insert(Compiler::with_options(options).map_err(|error| error.to_string())?)
            }
        };
        let start = Instant::now();
        let translated = translate::translate(code, constants, layout, compiler.target(), !self.no_ic)?;
        let middle = Instant::now();
        let linked = compiler.compile(translated.procedure).map_err(|failure| failure.to_string())?;
        let function = raw::function(&linked).ok_or("a procedure of another type")?;
        self.statistics.translation += middle - start;
        self.statistics.generation += middle.elapsed();
        self.statistics.functions += 1;
        self.statistics.code_bytes += linked.size();
        Ok(Compiled { function, entries: translated.entries, _code: linked })
    }
}

/// What code refers to outside of it.
struct Constants<'a> {
    values: &'a [crate::heap::Value],
    /// The key `length`.
    length: Key,
}

impl Vm {
    /// Machine code for the rest of a frame, and its entry, if there is any.
    #[inline]
    pub(crate) fn compiled_entry(&mut self, frame: &Frame) -> Option<(Function, u32)> {
        if self.compiles { self.find_compiled(frame) } else { None }
    }

    fn find_compiled(&mut self, frame: &Frame) -> Option<(Function, u32)> {
        let code = &frame.code;
        let compiled = match code.compiled.0.get() {
            Some(compiled) => compiled.as_ref()?,
            None => {
                let hot = code.calls.get() >= HOT_CALLS || code.iterations.get() >= HOT_ITERATIONS;
                if self.tier1.tier == Tier::Auto && !hot {
                    return None;
                }
                self.compile_function(code)?
            }
        };
        let entry = *compiled.entries.get(frame.pc)?;
        (entry != NO_ENTRY).then_some((compiled.function, entry))
    }

    #[cold]
    fn compile_function<'c>(&mut self, code: &'c Code) -> Option<&'c Compiled> {
        let constants = Constants { values: &self.constants, length: Key::Name(self.atoms.length) };
        let compiled = self.tier1.compile(&constants, code);
        let compiled =
            compiled.map_err(|reason| *self.tier1.statistics.refused.entry(reason).or_default() += 1);
        code.compiled.0.get_or_init(|| compiled.ok()).as_ref()
    }
}
