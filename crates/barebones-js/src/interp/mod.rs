//! Tier 0: register code made from Hermes IR, and the loop that executes it.

mod access;
mod allocate;
mod bigint;
pub(crate) mod bytecode;
mod call;
mod classes;
mod compile;
mod emit;
mod exotic;
pub(crate) mod frames;
mod generate;
mod helpers;
mod inspect;
mod iterate;
mod limits;
mod load;
mod objects;
mod operators;
mod proxy;
mod run;
mod test_host;
mod trace;

use crate::front::{FrontError, Goal, Options, translate};
use crate::heap::{Atom, Attributes, Class, Heap, Jobs, Value};
use crate::hir::{Module, ParseError, RuleViolation};
use crate::tier1::{CodeRef, Tier, Tier1};
pub(crate) use bigint::{from_double, to_double};
pub(crate) use call::{Few, InPlace};
pub(crate) use iterate::Iterating;
pub(crate) use objects::{Descriptor, Key, index_of};
pub(crate) use operators::{is_space, string_to_number, to_int32};
pub use test_host::run_in_test_host;

use crate::runtime::{Handles, HostFunction, Output, Phases};
use bytecode::{Code, Hit};
use compile::{First, compile};
pub(crate) use emit::is_scope_of_function;
use frames::Frame;
pub(crate) use generate::{Action, Generator};
use limits::Outer;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
pub(crate) use trace::Source;
use trace::{At, error_name};

/// Why a program ended before its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunError {
    /// The source is not translated.
    Front(FrontError),
    /// The text is no Hermes IR.
    Parse(ParseError),
    /// The IR breaks a rule.
    Rule(RuleViolation),
    /// The program needs what the engine does not have.
    Unsupported(String),
    /// The program threw an exception that nothing caught.
    Uncaught {
        /// The exception as text.
        message: String,
        /// Offset of the source in bytes.
        offset: u32,
        /// The active calls, innermost first, as lines `    at f (file:line:column)`.
        stack: String,
    },
    /// The program was interrupted.
    Interrupted,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Front(error) => write!(f, "{error}"),
            RunError::Parse(error) => write!(f, "{error}"),
            RunError::Rule(violation) => write!(f, "{violation}"),
            RunError::Unsupported(what) => write!(f, "unsupported: {what}"),
            RunError::Uncaught { message, .. } => write!(f, "Uncaught {message}"),
            RunError::Interrupted => write!(f, "interrupted"),
        }
    }
}

impl std::error::Error for RunError {}

/// How a program runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions {
    /// Collect garbage at every safepoint.
    pub gc_stress: bool,
    /// Interpret the IR of the front end as it is, without optimisations and lowering.
    pub unoptimised: bool,
    /// Maximum number of calls and iterations of loops; a program that needs more ends with [`RunError::Unsupported`].
    pub max_steps: Option<u64>,
    /// Maximum number of bytes of the heap; 2 GiB if there is none. A program that needs more gets a `RangeError`.
    pub heap_limit: Option<usize>,
    /// How functions are executed.
    pub tier: Tier,
    /// Compiled code does not use the inline caches.
    pub no_ic: bool,
    /// Compiled code does not speculate.
    pub no_speculation: bool,
    /// Code that speculates is not entered in loops.
    pub no_osr: bool,
    /// Calls are not inlined in compiled code.
    pub no_inlining: bool,
    /// Machine code is made on another thread.
    pub background: bool,
    /// Accesses of properties that inline caches answer are counted.
    pub count_hits: bool,
    /// Takes a line for each exit of code that speculates.
    pub trace_exits: Option<fn(&str)>,
    /// Takes each procedure of the library's IR before it is compiled, and the level at which it will be.
    pub on_procedure: Option<fn(&barebones::ir::Procedure, barebones::OptLevel)>,
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

/// Minimum of the limit of the heap, in bytes: the library itself needs a part of it.
const MIN_HEAP: usize = 4 << 20;

/// Part of that stack that calls may use: the rest is for what does not recurse, and for translation.
const CALLS: usize = STACK - (8 << 20);

/// Maximum number of active calls.
pub(crate) const MAX_FRAMES: usize = 20_000;

/// Runs a script in a thread of its own.
pub fn run(source: &str, options: RunOptions) -> Outcome {
    // Only `eval` and `Function` make further scripts that see the variables of this one.
    let further = ["eval", "Function"].iter().any(|name| source.contains(name));
    let goal = if further { Goal::Shared } else { Goal::Script };
    in_thread(|| {
        let mut module = match translate(source, Options { large_stack: true, goal, ..Options::default() }) {
            Ok(module) => module,
            Err(error) => return Outcome::failed(RunError::Front(error)),
        };
        prepare(&mut module, options);
        execute(&module, source, options)
    })
}

/// Optimises and lowers what the front end has translated.
fn prepare(module: &mut Module, options: RunOptions) {
    if !options.unoptimised {
        crate::opt::optimise(module);
        crate::opt::lower(module);
    }
}

/// Runs Hermes IR of any stage, as text. What dumps leave out (strict code, `length` and `name`) comes from lines of our own
/// in the text, or from the source of the program, if there is one.
pub fn run_ir(text: &str, source: Option<&str>, options: RunOptions) -> Outcome {
    in_thread(|| {
        let mut module = match crate::hir::parse(text) {
            Ok(module) => module,
            Err(error) => return Outcome::failed(RunError::Parse(error)),
        };
        if let Some(violation) = crate::hir::validate(&module).into_iter().next() {
            return Outcome::failed(RunError::Rule(violation));
        }
        let front = Options { hermes_compat: true, large_stack: true, ..Options::default() };
        match source.map(|source| translate(source, front)) {
            Some(Ok(translated)) => module.adopt_hidden(&translated),
            Some(Err(error)) => return Outcome::failed(RunError::Front(error)),
            None => {}
        }
        execute(&module, source.unwrap_or(""), options)
    })
}

fn in_thread(work: impl FnOnce() -> Outcome + Send) -> Outcome {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        match thread.spawn_scoped(scope, work).map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_)) => {
                Outcome::failed(RunError::Unsupported(String::from("what led to an internal error")))
            }
            Err(_) => Outcome::failed(RunError::Unsupported(String::from("a thread with a stack of 256 MB"))),
        }
    })
}

impl Outcome {
    fn failed(error: RunError) -> Outcome {
        Outcome { output: String::new(), collections: 0, error: Some(error) }
    }
}

fn execute(module: &Module, source: &str, options: RunOptions) -> Outcome {
    let mut vm = Vm::new(options);
    vm.measure_stack(CALLS);
    vm.globals.clone_from(&module.globals);
    let error = match vm.append(module, &Source::new("program", source)) {
        Ok(first) => vm.program(first).and_then(|_| vm.run_jobs()).err().map(|stop| vm.describe(stop)),
        Err(error) => Some(error),
    };
    Outcome { output: vm.output, collections: vm.heap.collections, error }
}

/// Why execution stops at an operation.
#[derive(Debug)]
pub(crate) enum Stop {
    /// An exception, which is in [`Vm::exception`].
    Thrown,
    /// The program needs what the engine does not have; no handler sees this.
    Unsupported(String),
    /// The program was interrupted; no handler sees this.
    Interrupted,
    /// Nothing: a loop of the interpreter may go on in machine code.
    OtherCode,
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
    SymbolPrototype,
    BigIntPrototype,
    ErrorPrototype,
    TypeErrorPrototype,
    ReferenceErrorPrototype,
    RangeErrorPrototype,
    SyntaxErrorPrototype,
    EvalErrorPrototype,
    UriErrorPrototype,
    AggregateErrorPrototype,
    IteratorPrototype,
    AsyncIteratorPrototype,
    ArrayIteratorPrototype,
    StringIteratorPrototype,
    MapIteratorPrototype,
    SetIteratorPrototype,
    MatchesPrototype,
    GeneratorPrototype,
    GeneratorNext,
    GeneratorReturn,
    GeneratorThrow,
    AsyncGeneratorPrototype,
    AsyncGeneratorFunctionPrototype,
    GeneratorFunctionPrototype,
    AsyncFunctionPrototype,
    RegExpPrototype,
    DatePrototype,
    MapPrototype,
    SetPrototype,
    WeakMapPrototype,
    WeakSetPrototype,
    WeakRefPrototype,
    ArrayBufferPrototype,
    DataViewPrototype,
    TypedArrayPrototype,
    TypedArray,
    PromisePrototype,
    Promise,
    Array,
    ArrayValues,
    ArrayIteratorNext,
    ThrowTypeError,
    Object,
    RegExpExec,
    Eval,
    Last,
}

/// Number of kinds of typed arrays; their prototypes and constructors follow the other objects of the library.
pub(crate) const TYPED_ARRAYS: usize = 11;

/// A function of the library: receives `this` and arguments on the stack.
pub(crate) type Native = fn(&mut Vm, Arguments) -> Completion<Value>;

/// Place of a call's operands on the stack: callee, `this`, arguments.
#[derive(Clone, Copy)]
pub(crate) struct Arguments {
    pub(crate) base: usize,
    pub(crate) count: usize,
    pub(crate) new_target: bool,
}

/// Source and flags of a regular expression.
type PatternKey = (Rc<[u16]>, Rc<[u16]>);

/// State of a running program.
pub(crate) struct Vm {
    pub(crate) heap: Heap,
    codes: Vec<Rc<Code>>,
    /// The same, as compiled code reads it.
    pub(crate) callees: Vec<CodeRef>,
    pub(crate) constants: Vec<Value>,
    /// Names of the globals that the program declares.
    globals: Vec<Rc<str>>,
    /// Variables of `let`, `const` and classes of earlier scripts.
    lexicals: HashMap<Atom, load::Lexical>,
    /// Registers of all active calls, and operands of calls.
    pub(crate) stack: Vec<Value>,
    pub(crate) intrinsics: Vec<Value>,
    pub(crate) natives: Vec<Native>,
    /// What they do in place, by the same numbers.
    pub(crate) in_place: Vec<Option<InPlace>>,
    /// Functions of the library that are constructors.
    pub(crate) constructors: HashSet<u32>,
    /// Number of proxies in whose targets a step is.
    proxies: u32,
    pub(crate) jobs: Jobs,
    /// Programs of regular expressions by source and flags.
    pub(crate) patterns: HashMap<PatternKey, Rc<regress::Regex>>,
    /// State of `Math.random`; zero before its first use.
    pub(crate) random: u64,
    /// Targets of weak references that stay alive until the current job ends.
    pub(crate) kept: Vec<Value>,
    pub(crate) exception: Value,
    /// What the program printed, if there is no `sink`.
    pub(crate) output: String,
    /// Takes what the program prints.
    pub(crate) sink: Option<Output>,
    options: RunOptions,
    depth: u32,
    /// Number of calls and iterations until the next pause.
    pub(crate) steps_left: u64,
    /// Number of calls and iterations that are left after it.
    steps_rest: u64,
    /// Set by another thread to end the program.
    pub(crate) interrupt: Arc<AtomicBool>,
    /// Where the stack of the thread was when the program began, and how much of it calls may use.
    stack_base: usize,
    stack_size: usize,
    /// Values that handles outside keep alive.
    pub(crate) handles: Rc<RefCell<Handles>>,
    /// Functions of the host.
    pub(crate) hosts: Vec<HostFunction>,
    /// The frame that called the active function of the library.
    at: At,
    /// The active loops of the interpreter, but for what is in `at`.
    outer: Vec<Outer>,
    /// Where the last exception was thrown.
    pub(crate) thrown_at: Option<(Rc<Source>, u32)>,
    /// Text of an error of the library that has no stack so far.
    bare: Option<String>,
    /// Callers of the active call, but for those whose loop is further out.
    pub(crate) frames: Vec<Frame>,
    /// Result of the last function of the library.
    returned: Value,
    pub(crate) shapes: KnownShapes,
    /// Index of the first method of generators among the functions of the library.
    pub(crate) generator_methods: Option<u32>,
    /// Places of tagged templates, with their arrays.
    templates: Vec<(usize, u32)>,
    template_objects: Vec<Value>,
    /// Texts of `typeof`.
    type_names: Vec<Value>,
    /// True while the place of the exception is not recorded.
    fresh: bool,
    /// Arrays that become text, from the outermost.
    pub(crate) joining: Vec<Value>,
    pub(crate) atoms: Atoms,
    /// True if functions are compiled to machine code.
    pub(crate) compiles: bool,
    pub(crate) tier1: Box<Tier1>,
    pub(crate) phases: Phases,
    /// Numbers of accesses that caches have answered, by kind, if they are counted. Compiled code adds to them.
    pub(crate) hits: [Cell<u64>; Hit::KINDS],
}

/// Hidden classes of objects that the engine itself creates.
pub(crate) struct KnownShapes {
    /// Closures that have no property `prototype`.
    pub(crate) closure: u32,
    pub(crate) closure_with_prototype: u32,
    /// Prototypes that closures begin with.
    prototype: u32,
    /// Results of iterators.
    result: u32,
}

impl KnownShapes {
    fn new(heap: &mut Heap, atoms: &Atoms) -> KnownShapes {
        let fixed = Attributes { configurable: false, ..Attributes::HIDDEN };
        let mut after = |shape, name, attributes| heap.shapes.with(shape, name, attributes).unwrap_or(0);
        let closure = after(0, atoms.length, Attributes::READ_ONLY);
        let closure = after(closure, atoms.name, Attributes::READ_ONLY);
        let result = after(0, atoms.value, Attributes::ALL);
        let shapes = KnownShapes {
            closure,
            closure_with_prototype: after(closure, atoms.prototype, fixed),
            prototype: after(0, atoms.constructor, Attributes::HIDDEN),
            result: after(result, atoms.done, Attributes::ALL),
        };
        heap.shapes.set_unfinished(closure);
        shapes
    }
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
    pub(crate) next: Atom,
    pub(crate) done: Atom,
    pub(crate) value: Atom,
    pub(crate) index: Atom,
    pub(crate) last_index: Atom,
    pub(crate) to_json: Atom,
    pub(crate) then: Atom,
}

impl Vm {
    pub(crate) fn new(options: RunOptions) -> Vm {
        let mut heap = Heap::new();
        let atoms = Atoms {
            length: heap.atom("length"),
            prototype: heap.atom("prototype"),
            constructor: heap.atom("constructor"),
            name: heap.atom("name"),
            message: heap.atom("message"),
            value_of: heap.atom("valueOf"),
            to_string: heap.atom("toString"),
            next: heap.atom("next"),
            done: heap.atom("done"),
            value: heap.atom("value"),
            index: heap.atom("index"),
            last_index: heap.atom("lastIndex"),
            to_json: heap.atom("toJSON"),
            then: heap.atom("then"),
        };
        let shapes = KnownShapes::new(&mut heap, &atoms);
        let mut vm = Vm {
            heap,
            codes: Vec::new(),
            callees: Vec::new(),
            constants: Vec::new(),
            globals: Vec::new(),
            lexicals: HashMap::new(),
            stack: Vec::new(),
            intrinsics: vec![Value::NULL; Intrinsic::Last as usize + 2 * TYPED_ARRAYS],
            natives: Vec::new(),
            in_place: Vec::new(),
            constructors: HashSet::new(),
            proxies: 0,
            jobs: Jobs::new(),
            patterns: HashMap::new(),
            random: 0,
            kept: Vec::new(),
            exception: Value::UNDEFINED,
            output: String::new(),
            sink: None,
            options,
            depth: 0,
            steps_left: 0,
            steps_rest: options.max_steps.map_or(u64::MAX, |steps| steps.saturating_add(1)),
            interrupt: Arc::default(),
            stack_base: 0,
            stack_size: usize::MAX,
            handles: Rc::default(),
            hosts: Vec::new(),
            at: At::NONE,
            outer: Vec::new(),
            thrown_at: None,
            bare: None,
            frames: Vec::new(),
            returned: Value::UNDEFINED,
            shapes,
            generator_methods: None,
            templates: Vec::new(),
            template_objects: Vec::new(),
            type_names: Vec::new(),
            fresh: false,
            joining: Vec::new(),
            atoms,
            compiles: false,
            tier1: Box::new(Tier1::new(&options)),
            phases: Phases::default(),
            hits: Default::default(),
        };
        vm.compiles = vm.tier1.is_on();
        vm.heap.set_stressed(options.gc_stress);
        vm.next_slice();
        crate::builtins::install(&mut vm);
        if let Some(bytes) = options.heap_limit {
            vm.heap.set_max_bytes(bytes.max(MIN_HEAP));
        }
        vm
    }

    /// Compiles a module, and returns its first function. Its code stays to the end.
    fn append(&mut self, module: &Module, source: &Rc<Source>) -> Result<u32, RunError> {
        let first = First { function: self.codes.len() as u32, constant: self.constants.len() as u32 };
        let (codes, constants) = compile(module, &mut self.heap, first)?;
        self.constants.extend(constants);
        for code in codes {
            let code = Rc::new(Code { source: source.clone(), ..code });
            self.callees.push(CodeRef::of(&code));
            self.codes.push(code);
        }
        Ok(first.function)
    }

    pub(crate) fn intrinsic(&self, intrinsic: Intrinsic) -> Value {
        self.intrinsics[intrinsic as usize]
    }

    pub(crate) fn set_intrinsic(&mut self, intrinsic: Intrinsic, value: Value) {
        self.intrinsics[intrinsic as usize] = value;
    }

    fn describe(&mut self, stop: Stop) -> RunError {
        match stop {
            Stop::Unsupported(what) => RunError::Unsupported(what),
            Stop::Interrupted | Stop::OtherCode => RunError::Interrupted,
            Stop::Thrown => {
                let offset = self.thrown_at.take().map_or(0, |(_, offset)| offset);
                let exception = self.exception;
                let (message, stack) = self.exception_text(exception);
                RunError::Uncaught { message, offset, stack }
            }
        }
    }

    /// An exception as text, and the lines of its stack.
    pub(crate) fn exception_text(&mut self, exception: Value) -> (String, String) {
        let text = match self.string_of(exception) {
            Ok(text) => self.text_of(text),
            Err(_) => String::from("an exception that has no text"),
        };
        let name = Key::Name(self.heap.atom("stack"));
        let stack = match self.heap.class(exception) {
            Some(Class::Error) => self.ordinary_property(exception, name),
            _ => None,
        };
        let stack = stack.map_or_else(String::new, |stack| self.text_of(stack.value));
        let lines = stack.find("\n    at ").map_or("", |start| &stack[start + 1..]);
        (text, lines.to_string())
    }

    /// Prints text.
    pub(crate) fn write_output(&mut self, text: &str) {
        match &mut self.sink {
            Some(sink) => sink(text),
            None => self.output.push_str(text),
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
        self.bare = None;
        Err(Stop::Thrown)
    }

    /// Throws an error of the library.
    pub(crate) fn throw_error<T>(&mut self, prototype: Intrinsic, message: &str) -> Completion<T> {
        let kind = error_name(prototype);
        let prototype = self.intrinsic(prototype);
        let error = self.heap.new_object(prototype, Class::Error);
        let text = self.heap.text(message);
        let name = self.atoms.message;
        self.define(error, name, text, Attributes::HIDDEN);
        let thrown = self.throw(error);
        self.bare = Some(format!("{kind}: {message}"));
        thrown
    }

    pub(crate) fn type_error<T>(&mut self, message: &str) -> Completion<T> {
        self.throw_error(Intrinsic::TypeErrorPrototype, message)
    }
}
