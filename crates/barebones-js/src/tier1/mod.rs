//! Tier 1 and tier 2. Tier 1 is machine code made from the interpreter's register code, operation by operation, at O0.
//!
//! The registers of JavaScript stay where the interpreter has them, on [`Vm::stack`], and all else that is known of a call is in
//! its [`Frame`]. So the collector, handlers of exceptions, generators, stacks of errors and limits are the interpreter's, and
//! execution goes from one tier to the other between any two operations. Compiled code has the frequent cases of frequent
//! operations; for all others it calls the interpreter, which executes one operation.
//!
//! Tier 2 is made by the same translation at O2, and speculates: [`kinds`] finds which registers hold unboxed numbers, and
//! [`speculate`] has its operations. What tier 1 left to the interpreter, and exits, are the profile. Code with too many exits is
//! discarded, and compiled again without what failed.
//!
//! - [`translate`] makes a procedure from the code of a function; [`access`] has its properties and elements, [`allocate`] what creates
//!   objects, [`numbers`] its arithmetic and branches, [`calls`] its calls, [`entries`] its entries, [`rare`] what functions try before
//!   the interpreter. [`facts`] finds registers that need no checks. [`inline`] translates calls in place in tier 2.
//! - [`raw`] has all `unsafe`: the layout of what compiled code reads, and the functions that it calls.

mod access;
mod allocate;
mod background;
mod calls;
mod entries;
mod facts;
mod inline;
mod kinds;
mod numbers;
mod rare;
mod raw;
mod speculate;
mod translate;

use crate::heap::Value;
use crate::interp::bytecode::{Code, Op, Reg};
use crate::interp::frames::Frame;
use crate::interp::{Key, RunOptions, Vm};
use background::{Background, Compilers, Generated};
use barebones::OptLevel;
use barebones::ir::Procedure;
use kinds::{Kind, Live, Rules};
use raw::Layout;
pub(crate) use raw::{CodeRef, Function};
use std::cell::{Cell, OnceCell, RefCell};
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
    /// Each is compiled at its first call to code that speculates, as far as it can; else, and where speculation fails, to code
    /// that does not.
    Speculating,
    /// Functions that run often are compiled, and those that run very often to code that speculates.
    Auto,
}

impl Tier {
    /// The tier with the name that the command line has for it: `0`, `1`, `2` or `auto`.
    pub fn named(name: &str) -> Option<Tier> {
        match name {
            "0" => Some(Tier::Interpreter),
            "1" => Some(Tier::Compiled),
            "2" => Some(Tier::Speculating),
            "auto" => Some(Tier::Auto),
            _ => None,
        }
    }
}

/// Calls, and iterations of loops, after which a function is compiled.
const HOT_CALLS: u32 = 30;
const HOT_ITERATIONS: u32 = 1000;

/// The same for code that speculates.
const VERY_HOT_CALLS: u32 = 500;
const VERY_HOT_ITERATIONS: u32 = 4000;

/// Iterations that a pause of a loop in compiled code stands for.
const PAUSE: u32 = 1000;

/// Maximum number of operations of a compiled function.
const MAX_OPERATIONS: usize = 20_000;

/// Maximum number of yields of a function that speculates after them: each has code of its own.
const MAX_RESUMED: usize = 16;

/// Maximum number of operations of a function that speculates.
const MAX_SPECULATING: usize = 4000;

/// Number of rare cases of an operation after which it is compiled with them; an exit counts as [`EXIT`] of them.
const RARE: u8 = 4;
const EXIT: u8 = 2;

/// Numbers did not fit the representation of the operation's result.
const INEXACT: u8 = 0x80;

/// Number of exits after which code is discarded.
const MAX_EXITS: u32 = 8;

/// Number of times that code of a function is discarded before it is compiled without speculation.
const MAX_DISCARDS: u32 = 6;

/// What the compiler to machine code has done.
#[derive(Clone, Debug, Default)]
pub struct CompileStatistics {
    /// Number of compiled functions.
    pub functions: usize,
    /// Number of compilations to code that speculates.
    pub speculating: usize,
    /// Number of operations that were translated in place of calls.
    pub inlined: usize,
    /// Number of times that such code was discarded, since its exits were taken too often.
    pub discarded: usize,
    /// Exits that were taken, by reason.
    pub exits: BTreeMap<&'static str, u64>,
    /// Bytes of their code.
    pub code_bytes: usize,
    /// Time of the translation to procedures.
    pub translation: Duration,
    /// Time from procedures to code that runs, on the program's thread.
    pub generation: Duration,
    /// The same on the thread in the background.
    pub background: Duration,
    /// Reasons why functions stay in the interpreter, with their numbers.
    pub refused: BTreeMap<String, usize>,
}

/// Machine code that speculates, for one entry of a function.
struct Fast {
    function: Function,
    /// Index of the operation at which it is entered.
    entry: usize,
    /// Registers that must hold numbers there.
    required: Vec<(Reg, Kind)>,
    /// Keeps the machine code.
    _code: barebones::jit::Code,
}

/// What rare cases each operation of a function had.
#[derive(Default)]
struct Flags(Box<[Cell<u8>]>);

impl Flags {
    fn new(operations: usize, all: u8) -> Flags {
        Flags((0..operations).map(|_| Cell::new(all)).collect())
    }

    fn get(&self, at: usize) -> u8 {
        self.0.get(at).map_or(0, Cell::get)
    }

    /// True if an operation has rare cases.
    fn is_rare(&self, at: usize) -> bool {
        self.get(at) & !INEXACT >= RARE
    }

    fn note(&self, at: usize, count: u8) {
        if let Some(flags) = self.0.get(at)
            && flags.get() & !INEXACT < RARE
        {
            flags.set(flags.get() + count);
        }
    }

    fn note_inexact(&self, at: usize) {
        if let Some(flags) = self.0.get(at) {
            flags.set(flags.get() | INEXACT);
        }
    }
}

/// Speculative code of a function, its profile and its exits.
#[derive(Default)]
struct Speculated {
    codes: RefCell<Vec<Fast>>,
    flags: OnceCell<Flags>,
    /// Targets of jumps backwards, in order.
    loops: OnceCell<Box<[usize]>>,
    /// Where the function goes on after a yield, in order.
    resumed: OnceCell<Box<[usize]>>,
    /// What the call at each operation has called.
    callees: OnceCell<Box<[Cell<u32>]>>,
    exits: Cell<u32>,
    discards: Cell<u32>,
    /// True if the function never speculates.
    refused: Cell<bool>,
    /// The registers that are read from each operation on.
    live: OnceCell<Vec<Live>>,
    /// Entries whose code is being made.
    pending: RefCell<Vec<usize>>,
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
pub(crate) struct State {
    compiled: OnceCell<Option<Compiled>>,
    /// True if its code was asked for.
    requested: Cell<bool>,
    speculated: Speculated,
    /// The best code that calls enter.
    direct: Cell<Option<Function>>,
    /// Number of calls by compiled code until one looks for code that speculates.
    left: Cell<u32>,
}

/// No code that speculates is due.
const NEVER: u32 = u32::MAX;

impl State {
    /// Machine code of the function for a call, if it has any, and if better code is not due. Its entry 0 is the first operation.
    #[inline]
    pub(crate) fn called_function(&self) -> Option<Function> {
        let function = self.direct.get()?;
        self.left.set(self.left.get().checked_sub(1)?);
        Some(function)
    }

    /// Makes calls enter other code, or none.
    fn set_called_function(&self, function: Option<Function>, left: u32) {
        self.direct.set(function);
        self.left.set(left);
    }

    /// The function that a call has always called, if it has called any.
    fn callee(&self, at: usize) -> Option<u32> {
        self.speculated.callees.get()?.get(at).map(Cell::get)
    }

    /// The registers that are read from each operation of the function on.
    fn live(&self, code: &Code) -> &[Live] {
        self.speculated.live.get_or_init(|| kinds::find_live(code))
    }

    /// Address of where that is noted.
    fn callee_place(&self, at: usize) -> Option<i64> {
        let place = self.speculated.callees.get()?.get(at)?;
        Some(std::ptr::from_ref(place).addr() as i64)
    }

    /// Notes a rare case of an operation.
    #[inline]
    fn note_rare(&self, at: usize, count: u8) {
        if let Some(flags) = self.speculated.flags.get() {
            flags.note(at, count);
        }
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.compiled.get() {
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
    no_speculation: bool,
    no_osr: bool,
    no_inlining: bool,
    count_hits: bool,
    trace_exits: Option<fn(&str)>,
    on_procedure: Option<fn(&Procedure, OptLevel)>,
    compilers: Compilers,
    /// The thread that compiles, if it is not the program's.
    background: Option<Background>,
    /// Code that is not entered any more.
    discarded: Vec<Fast>,
    layout: Option<Layout>,
    pub(crate) statistics: CompileStatistics,
}

impl Tier1 {
    pub(crate) fn new(options: &RunOptions) -> Tier1 {
        let tier = options.tier;
        let layout = if tier == Tier::Interpreter { None } else { Layout::measure() };
        Tier1 {
            tier,
            no_ic: options.no_ic,
            no_speculation: options.no_speculation,
            no_osr: options.no_osr,
            no_inlining: options.no_inlining,
            count_hits: options.count_hits,
            trace_exits: options.trace_exits,
            on_procedure: options.on_procedure,
            compilers: Compilers::default(),
            background: (options.background && layout.is_some()).then(Background::start).flatten(),
            discarded: Vec::new(),
            layout,
            statistics: CompileStatistics::default(),
        }
    }

    /// True if there is code that speculates.
    fn speculates(&self) -> bool {
        matches!(self.tier, Tier::Speculating | Tier::Auto)
    }

    /// True if functions may be compiled.
    pub(crate) fn is_on(&self) -> bool {
        self.layout.is_some()
    }

    /// Translates the code of a function for tier 1.
    fn translate_first(
        &mut self,
        constants: &Constants<'_>,
        code: &Code,
    ) -> Result<(Procedure, Goal), String> {
        if code.ops.len() > MAX_OPERATIONS {
            return Err(format!("more than {MAX_OPERATIONS} operations"));
        }
        let layout = self.layout.as_ref().ok_or("the layout of the heap is not known")?;
        let start = Instant::now();
        let target = self.compilers.at(OptLevel::O0)?.target();
        let counts = matches!(self.tier, Tier::Speculating | Tier::Auto);
        if counts {
            let unknown = || (0..code.ops.len()).map(|_| Cell::new(calls::NO_CALLEE)).collect();
            code.compiled.speculated.callees.get_or_init(unknown);
        }
        let translated = translate::translate(code, constants, layout, target, !self.no_ic, counts, None)?;
        self.statistics.translation += start.elapsed();
        Ok((translated.procedure, Goal::First(translated.entries)))
    }

    /// Translates code that speculates: for an entry at which registers have these values, in a call with these arguments.
    fn translate_fast(
        &mut self,
        constants: &Constants<'_>,
        code: &Code,
        entry: usize,
        registers: &[Value],
        arguments: &[Value],
    ) -> Result<(Procedure, Goal), String> {
        let layout = self.layout.as_ref().ok_or("the layout of the heap is not known")?;
        let target = self.compilers.at(OptLevel::O2)?.target();
        let start = Instant::now();
        let state = &code.compiled.speculated;
        let all = Flags::new(code.ops.len(), INEXACT | RARE);
        let some = state.flags.get_or_init(|| Flags::new(code.ops.len(), 0));
        let is_general = self.no_speculation || state.discards.get() >= MAX_DISCARDS;
        let rules = Rules {
            code,
            constants: constants.values,
            flags: if is_general { &all } else { some },
            length: constants.length,
            arguments,
            parameters: None,
        };
        // At the first operation, registers have no values.
        let first: Vec<Kind> =
            registers.iter().map(|value| if entry == 0 { Kind::Boxed } else { Kind::of(*value) }).collect();
        let profile = translate::Profile { rules, entry, first: &first };
        let translated =
            translate::translate(code, constants, layout, target, !self.no_ic, false, Some(profile))?;
        self.statistics.translation += start.elapsed();
        self.statistics.inlined += translated.inlined;
        Ok((translated.procedure, Goal::Fast { entry, required: translated.required }))
    }

    /// Uses machine code of a function, or notes why there is none.
    fn publish(&mut self, code: &Code, goal: Goal, result: Result<Generated, String>) {
        let state = &code.compiled;
        let generated = match result {
            Ok(generated) => generated,
            Err(reason) => return self.refuse(code, &goal, reason),
        };
        self.statistics.code_bytes += generated.code.size();
        match goal {
            Goal::First(entries) => {
                self.statistics.functions += 1;
                let mut left = NEVER;
                if self.speculates() && !state.speculated.refused.get() {
                    left = if self.tier == Tier::Auto { VERY_HOT_CALLS } else { 0 };
                    state.speculated.flags.get_or_init(|| Flags::new(code.ops.len(), 0));
                }
                // Code that speculates needs a profile, which this code makes.
                code.calls.set(code.calls.get().min(HOT_CALLS));
                code.iterations.set(code.iterations.get().min(HOT_ITERATIONS));
                // It may be there already.
                if state.direct.get().is_none() {
                    state.set_called_function(Some(generated.function), left);
                }
                let compiled = Compiled { function: generated.function, entries, _code: generated.code };
                _ = state.compiled.set(Some(compiled));
            }
            Goal::Fast { entry, required } => {
                self.statistics.speculating += 1;
                state.speculated.pending.borrow_mut().retain(|pending| *pending != entry);
                if entry == 0 {
                    state.set_called_function(Some(generated.function), NEVER);
                }
                let fast = Fast { function: generated.function, entry, required, _code: generated.code };
                state.speculated.codes.borrow_mut().push(fast);
            }
        }
    }

    /// Notes that a function stays in a lower tier.
    fn refuse(&mut self, code: &Code, goal: &Goal, reason: String) {
        *self.statistics.refused.entry(reason).or_default() += 1;
        match goal {
            Goal::First(_) => _ = code.compiled.compiled.set(None),
            Goal::Fast { .. } => {
                code.compiled.speculated.refused.set(true);
                code.compiled.left.set(NEVER);
            }
        }
    }
}

/// What machine code is made for.
enum Goal {
    /// Tier 1, with the numbers of its entries.
    First(Box<[u32]>),
    /// Speculation from an entry, where registers must hold numbers.
    Fast { entry: usize, required: Vec<(Reg, Kind)> },
}

impl Goal {
    fn level(&self) -> OptLevel {
        match self {
            Goal::First(_) => OptLevel::O0,
            Goal::Fast { .. } => OptLevel::O2,
        }
    }
}

/// What code refers to outside of it.
struct Constants<'a> {
    values: &'a [crate::heap::Value],
    /// The key `length`.
    length: Key,
    /// The hidden class of closures that have the property `prototype`.
    finished_closure: u32,
    /// That of closures without it.
    plain_closure: u32,
    /// All functions, by number.
    callees: &'a [CodeRef],
    inlines: bool,
    counts_hits: bool,
}

impl Vm {
    /// Machine code for the rest of a frame, and its entry, if there is any.
    #[inline]
    pub(crate) fn compiled_entry(&mut self, frame: &Frame) -> Option<(Function, u32)> {
        if self.compiles { self.find_compiled(frame) } else { None }
    }

    fn find_compiled(&mut self, frame: &Frame) -> Option<(Function, u32)> {
        let code = &frame.code;
        if self.tier1.speculates()
            && let Some(function) = self.find_fast(frame)
        {
            return Some((function, 0));
        }
        let compiled = match code.compiled.compiled.get() {
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
    fn compile_function<'c>(&mut self, code: &'c CodeRef) -> Option<&'c Compiled> {
        if code.compiled.requested.replace(true) {
            self.publish_finished();
        } else {
            let translated = self.with_constants(|tier1, constants| tier1.translate_first(constants, code));
            self.generate(*code, Goal::First(Box::default()), translated);
        }
        code.compiled.compiled.get()?.as_ref()
    }

    /// Makes machine code of what was translated, and uses it when it is there.
    fn generate(&mut self, code: CodeRef, goal: Goal, translated: Result<(Procedure, Goal), String>) {
        let done = match translated {
            Ok((procedure, goal)) => self.tier1.generate(code, goal, procedure),
            Err(reason) => Some((goal, Err(reason))),
        };
        if let Some((goal, result)) = done {
            self.tier1.publish(&code, goal, result);
        }
    }

    fn with_constants<T>(&mut self, step: impl FnOnce(&mut Tier1, &Constants<'_>) -> T) -> T {
        let constants = Constants {
            values: &self.constants,
            length: Key::Name(self.atoms.length),
            finished_closure: self.shapes.closure_with_prototype,
            plain_closure: self.shapes.closure,
            callees: &self.callees,
            inlines: !self.tier1.no_inlining && !self.tier1.no_speculation,
            counts_hits: self.tier1.count_hits,
        };
        step(&mut self.tier1, &constants)
    }

    /// Code that speculates, for the rest of a frame.
    fn find_fast(&mut self, frame: &Frame) -> Option<Function> {
        let (code, entry) = (&frame.code, frame.pc);
        let state = &code.compiled.speculated;
        if state.refused.get() {
            code.compiled.left.set(NEVER);
            return None;
        }
        let is_loop = |entry| !self.tier1.no_osr && state.is_loop(code, entry);
        if entry > 0 && !is_loop(entry) && !state.is_resumed(code, entry) {
            return None;
        }
        if let Some(known) = self.known_fast(frame) {
            return known;
        }
        if code.compiled.requested.get() && code.compiled.compiled.get().is_none() {
            return None;
        }
        let is_due = code.compiled.direct.get().is_some() && code.compiled.left.get() == 0;
        let hot =
            is_due || code.calls.get() >= VERY_HOT_CALLS || code.iterations.get() >= VERY_HOT_ITERATIONS;
        if self.tier1.tier == Tier::Auto && !hot {
            return None;
        }
        self.compile_fast(frame)
    }

    #[cold]
    fn compile_fast(&mut self, frame: &Frame) -> Option<Function> {
        let (code, entry) = (frame.code, frame.pc);
        let state = &code.compiled.speculated;
        if state.is_pending(entry) {
            self.publish_finished();
        } else {
            let goal = Goal::Fast { entry, required: Vec::new() };
            let translated = self.translate_fast(frame);
            if translated.is_ok() {
                state.pending.borrow_mut().push(entry);
                // Calls look for better code when it is there.
                code.compiled.left.set(NEVER);
            }
            self.generate(code, goal, translated);
        }
        self.known_fast(frame).flatten()
    }

    /// Code that speculates for the rest of a frame, if there is code for its entry and the registers are as it requires.
    fn known_fast(&self, frame: &Frame) -> Option<Option<Function>> {
        let code = &frame.code;
        let codes = code.compiled.speculated.codes.borrow();
        let fast = codes.iter().find(|fast| fast.entry == frame.pc)?;
        if frame.pc == 0 {
            code.compiled.left.set(NEVER);
        }
        let registers = self.stack.get(frame.registers..frame.registers + code.registers as usize)?;
        let admits = |(register, kind): &(Reg, Kind)| kind.admits(registers[usize::from(*register)]);
        Some(fast.required.iter().all(admits).then_some(fast.function))
    }

    fn translate_fast(&mut self, frame: &Frame) -> Result<(Procedure, Goal), String> {
        let code = frame.code;
        if code.ops.len() > MAX_SPECULATING {
            return Err(format!("not speculated on: more than {MAX_SPECULATING} operations"));
        }
        let registers = self.stack[frame.registers..frame.registers + code.registers as usize].to_vec();
        let arguments = self.stack[frame.base + 2..frame.base + 2 + frame.count].to_vec();
        self.with_constants(|tier1, constants| {
            tier1.translate_fast(constants, &code, frame.pc, &registers, &arguments)
        })
    }

    /// True if a loop, which compiled code executes, should go on in code that speculates.
    fn loop_is_due(&self, code: &Code, target: u32) -> bool {
        code.iterations.set(code.iterations.get().saturating_add(PAUSE));
        let state = &code.compiled.speculated;
        let hot = self.tier1.tier == Tier::Speculating || code.iterations.get() >= VERY_HOT_ITERATIONS;
        self.tier1.speculates()
            && hot
            && !self.tier1.no_osr
            && !state.refused.get()
            && state.is_loop(code, target as usize)
            && !state.is_pending(target as usize)
    }

    /// Notes an exit of a frame. Code with too many is discarded.
    ///
    /// The code is that of the function itself, or of one in which it was inlined.
    fn exited(&mut self, frame: &Frame, owner: CodeRef, reason: u32) {
        let (code, at) = (&frame.code, frame.pc);
        let is_inexact = reason == u32::from(INEXACT);
        if is_inexact {
            code.compiled.speculated.flags.get().into_iter().for_each(|flags| flags.note_inexact(at));
        } else {
            code.compiled.note_rare(at, EXIT);
        }
        let text =
            if is_inexact { "a number that does not fit" } else { "another type, hidden class or element" };
        *self.tier1.statistics.exits.entry(text).or_default() += 1;
        if let Some(trace) = self.tier1.trace_exits {
            trace(&format!("exit: {} at {at}: {:?}: {text}", code.name, code.ops[at]));
        }
        let state = &owner.compiled.speculated;
        state.exits.set(state.exits.get() + 1);
        if state.exits.get() >= MAX_EXITS {
            state.exits.set(0);
            state.discards.set(state.discards.get() + 1);
            let compiled = owner.compiled.compiled.get().and_then(Option::as_ref);
            owner.compiled.set_called_function(compiled.map(|compiled| compiled.function), 0);
            self.tier1.discarded.append(&mut state.codes.borrow_mut());
            self.tier1.statistics.discarded += 1;
        }
    }
}

impl Speculated {
    /// True if the code of an entry is being made.
    fn is_pending(&self, entry: usize) -> bool {
        self.pending.borrow().contains(&entry)
    }

    /// True if a loop begins at an operation.
    fn is_loop(&self, code: &Code, at: usize) -> bool {
        let loops = self.loops.get_or_init(|| {
            let mut ops = code.ops.clone();
            let targets = ops.iter_mut().enumerate().filter_map(|(at, op)| {
                let to = *op.target()? as usize;
                (to <= at).then_some(to)
            });
            sorted(targets)
        });
        loops.binary_search(&at).is_ok()
    }

    /// True if a generator goes on at an operation, of which there are few.
    fn is_resumed(&self, code: &Code, at: usize) -> bool {
        let resumed = self.resumed.get_or_init(|| {
            let targets = code.ops.iter().filter_map(|op| match op {
                Op::Yield(_, next, _) => Some(code.resumed_at(*next)),
                _ => None,
            });
            sorted(targets)
        });
        resumed.len() <= MAX_RESUMED && resumed.binary_search(&at).is_ok()
    }
}

/// Numbers in order, each once.
fn sorted(numbers: impl Iterator<Item = usize>) -> Box<[usize]> {
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_boxed_slice()
}
