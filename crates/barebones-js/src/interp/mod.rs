//! Tier 0: register code made from Hermes IR, and the loop that executes it.

mod classes;
mod compile;
mod iterate;
mod objects;
mod operators;
mod receiver;
mod run;

use crate::front::{FrontError, Options, translate};
use crate::heap::{Atom, Heap, Value};
use crate::hir::Module;
pub(crate) use operators::to_int32;

use compile::{Code, compile};
use std::fmt;
use std::rc::Rc;

/// Why a program ended before its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunError {
    /// The source is not translated.
    Front(FrontError),
    /// The program needs what the engine does not have.
    Unsupported(String),
    /// The program threw an exception that nothing caught.
    Uncaught {
        /// The exception as text.
        message: String,
        /// Offset of the source in bytes.
        offset: u32,
    },
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Front(error) => write!(f, "{error}"),
            RunError::Unsupported(what) => write!(f, "unsupported: {what}"),
            RunError::Uncaught { message, .. } => write!(f, "Uncaught {message}"),
        }
    }
}

impl std::error::Error for RunError {}

/// How a program runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions {
    /// Collect garbage at every safepoint.
    pub gc_stress: bool,
}

/// What a program did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What it printed.
    pub output: String,
    /// Number of collections.
    pub collections: u64,
    /// Why it ended early.
    pub error: Option<RunError>,
}

/// Stack of the thread that interprets, in bytes: calls of JavaScript recurse.
const STACK: usize = 256 << 20;

/// Maximum depth of calls.
const MAX_DEPTH: u32 = 4000;

/// Runs a script in a thread of its own.
pub fn run(source: &str, options: RunOptions) -> Outcome {
    let failed = |error| Outcome { output: String::new(), collections: 0, error: Some(error) };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let running = thread.spawn_scoped(scope, || match translate(source, Options::default()) {
            Ok(module) => execute(&module, options),
            Err(error) => failed(RunError::Front(error)),
        });
        match running.map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => failed(RunError::Unsupported(String::from("what led to an internal error"))),
            Err(_) => failed(RunError::Unsupported(String::from("a thread with a stack of 256 MB"))),
        }
    })
}

fn execute(module: &Module, options: RunOptions) -> Outcome {
    let mut heap = Heap::new();
    let compiled = compile(module, &mut heap);
    let (codes, constants) = match compiled {
        Ok(compiled) => compiled,
        Err(error) => return Outcome { output: String::new(), collections: 0, error: Some(error) },
    };
    let mut vm = Vm::new(heap, codes, constants, options);
    vm.globals.clone_from(&module.globals);
    let error = vm.program().err();
    let error = error.map(|stop| vm.describe(stop));
    Outcome { output: vm.output, collections: vm.heap.collections, error }
}

/// Why execution stops at an operation.
#[derive(Debug)]
pub(crate) enum Stop {
    /// An exception, which is in [`Vm::exception`].
    Thrown,
    /// The program needs what the engine does not have; no handler sees this.
    Unsupported(String),
}

pub(crate) type Completion<T> = Result<T, Stop>;

/// Objects of the library, by index in [`Vm::intrinsics`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Intrinsic {
    Global,
    ObjectPrototype,
    FunctionPrototype,
    ArrayPrototype,
    StringPrototype,
    NumberPrototype,
    BooleanPrototype,
    ErrorPrototype,
    TypeErrorPrototype,
    ReferenceErrorPrototype,
    RangeErrorPrototype,
    Last,
}

/// A function of the library: receives `this` and arguments on the stack.
pub(crate) type Native = fn(&mut Vm, Arguments) -> Completion<Value>;

/// Place of a call's operands on the stack: callee, `this`, arguments.
#[derive(Clone, Copy)]
pub(crate) struct Arguments {
    pub(crate) base: usize,
    pub(crate) count: usize,
    pub(crate) new_target: bool,
}

/// State of a running program.
pub(crate) struct Vm {
    pub(crate) heap: Heap,
    codes: Vec<Rc<Code>>,
    constants: Vec<Value>,
    /// Names of the globals that the program declares.
    globals: Vec<Rc<str>>,
    /// Registers of all active calls, and operands of calls.
    pub(crate) stack: Vec<Value>,
    pub(crate) intrinsics: Vec<Value>,
    pub(crate) natives: Vec<(Native, &'static str)>,
    pub(crate) exception: Value,
    pub(crate) output: String,
    options: RunOptions,
    depth: u32,
    /// Number of active library functions: while there is one, no cell moves.
    pub(crate) pinned: u32,
    /// Source offset of the last exception.
    offset: u32,
    /// True while the place of the exception is not recorded.
    fresh: bool,
    /// Arrays that become text, from the outermost.
    pub(crate) joining: Vec<Value>,
    pub(crate) atoms: Atoms,
    /// Number of private names so far.
    private_names: u64,
}

/// Names that the engine itself uses.
pub(crate) struct Atoms {
    pub(crate) length: Atom,
    pub(crate) prototype: Atom,
    pub(crate) constructor: Atom,
    pub(crate) name: Atom,
    pub(crate) message: Atom,
    pub(crate) value_of: Atom,
    pub(crate) to_string: Atom,
}

impl Vm {
    fn new(mut heap: Heap, codes: Vec<Code>, constants: Vec<Value>, options: RunOptions) -> Vm {
        let atoms = Atoms {
            length: heap.atom("length"),
            prototype: heap.atom("prototype"),
            constructor: heap.atom("constructor"),
            name: heap.atom("name"),
            message: heap.atom("message"),
            value_of: heap.atom("valueOf"),
            to_string: heap.atom("toString"),
        };
        let mut vm = Vm {
            heap,
            codes: codes.into_iter().map(Rc::new).collect(),
            constants,
            globals: Vec::new(),
            stack: Vec::new(),
            intrinsics: vec![Value::NULL; Intrinsic::Last as usize],
            natives: Vec::new(),
            exception: Value::UNDEFINED,
            output: String::new(),
            options,
            depth: 0,
            pinned: 0,
            offset: 0,
            fresh: false,
            joining: Vec::new(),
            atoms,
            private_names: 0,
        };
        crate::builtins::install(&mut vm);
        vm
    }

    pub(crate) fn intrinsic(&self, intrinsic: Intrinsic) -> Value {
        self.intrinsics[intrinsic as usize]
    }

    pub(crate) fn set_intrinsic(&mut self, intrinsic: Intrinsic, value: Value) {
        self.intrinsics[intrinsic as usize] = value;
    }

    /// Collects if it is due and no library function is active.
    fn safepoint(&mut self) {
        if self.pinned == 0 && (self.options.gc_stress || self.heap.is_full()) {
            let roots = self.stack.iter_mut().chain(&mut self.intrinsics).chain(&mut self.constants);
            self.heap.collect(roots.chain(std::iter::once(&mut self.exception)));
        }
    }

    fn describe(&mut self, stop: Stop) -> RunError {
        match stop {
            Stop::Unsupported(what) => RunError::Unsupported(what),
            Stop::Thrown => {
                let offset = self.offset;
                let exception = self.exception;
                let text = match self.string_of(exception) {
                    Ok(text) => self.text_of(text),
                    Err(_) => String::from("an exception that has no text"),
                };
                RunError::Uncaught { message: text, offset }
            }
        }
    }

    /// A string as text; lone surrogates are replaced.
    pub(crate) fn text_of(&self, value: Value) -> String {
        self.heap.string(value).map_or_else(String::new, |units| String::from_utf16_lossy(units))
    }

    /// Throws a value.
    pub(crate) fn throw<T>(&mut self, value: Value) -> Completion<T> {
        self.exception = value;
        self.fresh = true;
        Err(Stop::Thrown)
    }

    /// Throws an error of the library.
    pub(crate) fn throw_error<T>(&mut self, prototype: Intrinsic, message: &str) -> Completion<T> {
        let prototype = self.intrinsic(prototype);
        let error = self.heap.new_object(prototype, crate::heap::Class::Error);
        let message = self.heap.text(message);
        let name = self.atoms.message;
        self.define(error, name, message, crate::heap::Attributes::HIDDEN);
        self.throw(error)
    }

    pub(crate) fn type_error<T>(&mut self, message: &str) -> Completion<T> {
        self.throw_error(Intrinsic::TypeErrorPrototype, message)
    }
}
