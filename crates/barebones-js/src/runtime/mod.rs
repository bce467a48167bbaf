//! Embedding: a runtime with host functions, values that the host keeps, limits and interruption.

mod context;
mod error;
mod handle;
mod value;

pub use context::Context;
pub use error::{ErrorKind, Exception, Place, ScriptError};
pub use handle::Handle;
pub(crate) use handle::Handles;
pub use value::Value;

use crate::interp::{RunOptions, Vm};
use crate::tier1::{CompileStatistics, Tier};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A function of the host: receives `this` and the arguments.
pub(crate) type HostFunction = Rc<dyn Fn(&mut Context<'_>, &Value, &[Value]) -> Result<Value, ScriptError>>;

/// Takes text that a program prints.
pub type Output = Box<dyn FnMut(&str)>;

/// How a [`Runtime`] works.
pub struct Options {
    /// Maximum number of bytes of the heap, at least 4 MiB: the library of the language has a part of it. A program that
    /// needs more gets a `RangeError`. Default: 2 GiB.
    pub heap_limit: usize,
    /// Bytes of the thread's stack that a program may use, from where the host calls the runtime. A deeper recursion is a
    /// `RangeError`. The thread needs 256 KiB more. Default: 1.5 MiB, for threads with 2 MiB.
    pub stack: usize,
    /// Maximum number of calls and iterations of loops, summed over all programs of the runtime. Default: none.
    pub max_steps: Option<u64>,
    /// Collect garbage at every safepoint, to find faults.
    pub gc_stress: bool,
    /// Interpret the IR of the front end as it is, without optimisations and lowering.
    pub unoptimised: bool,
    /// How functions are executed.
    pub tier: Tier,
    /// Compiled code does not use the inline caches, to find faults.
    pub no_ic: bool,
    /// Compiled code does not speculate, to find faults.
    pub no_speculation: bool,
    /// Code that speculates is not entered in loops, to find faults.
    pub no_osr: bool,
    /// Calls are not inlined in compiled code, to find faults.
    pub no_inlining: bool,
    /// Machine code is made on another thread, and the program goes on in the lower tier meanwhile: when functions reach a tier
    /// depends on time then. Default: false.
    pub background: bool,
    /// Accesses of properties that inline caches answer are counted, which takes time. Default: false.
    pub count_hits: bool,
    /// Takes a line for each exit of code that speculates.
    pub trace_exits: Option<fn(&str)>,
    /// Takes each procedure of the library's IR before it is compiled, and the level at which it will be.
    pub on_procedure: Option<fn(&barebones::ir::Procedure, barebones::OptLevel)>,
    /// Takes what programs print, line by line. Default: [`Runtime::take_output`] returns it.
    pub output: Option<Output>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            heap_limit: crate::heap::DEFAULT_BYTES,
            stack: 3 << 19,
            max_steps: None,
            gc_stress: false,
            unoptimised: false,
            tier: Tier::default(),
            no_ic: false,
            no_speculation: false,
            no_osr: false,
            no_inlining: false,
            background: false,
            count_hits: false,
            trace_exits: None,
            on_procedure: None,
            output: None,
        }
    }
}

/// What a runtime has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Bytes of the heap in use, at most: garbage since the last collection is among them.
    pub heap_bytes: usize,
    /// Number of collections.
    pub collections: u64,
    /// Number of those that were of the nursery only.
    pub nursery_collections: u64,
    /// What they have looked at beside the cells that they copied or freed: values of stacks and queued jobs, and of old cells that may
    /// have changed.
    pub visits: usize,
    /// Number of functions that were translated to the code of the interpreter.
    pub functions: usize,
    /// How long that took.
    pub phases: Phases,
    /// What the inline caches have seen.
    pub sites: Sites,
}

/// Time of the steps from sources to the code of the interpreter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Phases {
    /// From a source to the intermediate representation.
    pub front: Duration,
    /// Passes, and lowering.
    pub optimisation: Duration,
    /// From there to the code.
    pub code: Duration,
}

/// Accesses of properties by name in programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sites {
    /// Number of places in programs.
    pub all: usize,
    /// Those whose cache knows a hidden class.
    pub cached: usize,
    /// Number of accesses that searched the property, and could fill a cache.
    pub misses: u64,
    /// Number of accesses of an object's own property that a cache answered. Zero without [`Options::count_hits`], as the next two.
    pub own_hits: u64,
    /// The same for properties of prototypes.
    pub inherited_hits: u64,
    /// The same for stores that added a property.
    pub added_hits: u64,
}

/// Ends the program that a runtime runs, from any thread.
#[derive(Clone, Debug)]
pub struct InterruptHandle(Arc<AtomicBool>);

impl InterruptHandle {
    /// Ends the running program with [`ScriptError::Interrupted`], at its next calls or iterations; or the next program, if
    /// none runs.
    pub fn interrupt(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True if no program has seen the last interruption.
    pub fn is_pending(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes back an interruption that no program has seen.
    pub fn clear(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// A JavaScript engine with a global object and a heap of its own. Several may be side by side; each stays on its thread.
///
/// ```
/// use barebones_js::{Options, Runtime, ScriptError, Value};
///
/// let mut runtime = Runtime::new(Options::default());
/// runtime.register("double", 1, |_, _, arguments| match arguments {
///     [Value::Number(number), ..] => Ok(Value::Number(2.0 * number)),
///     _ => Err(ScriptError::type_error("a number is expected")),
/// })?;
/// assert_eq!(runtime.eval("double(20) + 2", "rule.js")?, Value::Number(42.0));
///
/// let error = runtime.eval("function f() { double('x') }\nf()", "rule.js").unwrap_err();
/// assert_eq!(error.to_string(), "Uncaught TypeError: a number is expected");
/// # Ok::<(), ScriptError>(())
/// ```
///
/// A value is held by a [`Handle`], which the collector keeps up to date:
///
/// ```
/// use barebones_js::{Options, Runtime, ScriptError, Value};
///
/// let mut runtime = Runtime::new(Options { gc_stress: true, ..Options::default() });
/// let counter = runtime.eval("var count = 0; ({ next() { return ++count } })", "counter.js")?;
/// let mut context = runtime.context();
/// let next = context.get(&counter, "next")?;
/// context.call(&next, &counter, &[])?;
/// assert_eq!(context.call(&next, &counter, &[])?, Value::Number(2.0));
/// # Ok::<(), ScriptError>(())
/// ```
pub struct Runtime {
    vm: Box<Vm>,
    stack: usize,
}

impl Runtime {
    /// A runtime with the library of the language.
    pub fn new(options: Options) -> Runtime {
        let run = RunOptions {
            gc_stress: options.gc_stress,
            unoptimised: options.unoptimised,
            max_steps: options.max_steps,
            heap_limit: Some(options.heap_limit),
            tier: options.tier,
            no_ic: options.no_ic,
            no_speculation: options.no_speculation,
            no_osr: options.no_osr,
            no_inlining: options.no_inlining,
            background: options.background,
            count_hits: options.count_hits,
            trace_exits: options.trace_exits,
            on_procedure: options.on_procedure,
        };
        let mut vm = Box::new(Vm::new(run));
        vm.sink = options.output;
        Runtime { vm, stack: options.stack }
    }

    /// The interface of the runtime, which host functions get, too.
    pub fn context(&mut self) -> Context<'_> {
        self.vm.measure_stack(self.stack);
        Context::new(&mut self.vm)
    }

    /// Runs a script, then the jobs that it has queued. Returns the value of its last expression statement. The name is what
    /// stacks of errors show.
    ///
    /// # Errors
    /// An exception, also a `SyntaxError`; what the engine lacks; or an interruption.
    pub fn eval(&mut self, source: &str, name: &str) -> Result<Value, ScriptError> {
        self.context().eval(source, name)
    }

    /// Calls a function, then runs the jobs that it has queued.
    ///
    /// # Errors
    /// As [`Runtime::eval`]; a `TypeError` if the value is no function.
    pub fn call(
        &mut self,
        function: &Value,
        this: &Value,
        arguments: &[Value],
    ) -> Result<Value, ScriptError> {
        self.context().call(function, this, arguments)
    }

    /// Defines a global function that calls the host, with its number of parameters.
    ///
    /// # Errors
    /// As [`Runtime::set_global`].
    pub fn register(
        &mut self,
        name: &str,
        length: u32,
        function: impl Fn(&mut Context<'_>, &Value, &[Value]) -> Result<Value, ScriptError> + 'static,
    ) -> Result<(), ScriptError> {
        let mut context = self.context();
        let function = context.function(name, length, function);
        let global = context.global();
        context.set(&global, name, &function)
    }

    /// Reads a global property.
    ///
    /// # Errors
    /// What a getter throws.
    pub fn global(&mut self, name: &str) -> Result<Value, ScriptError> {
        let mut context = self.context();
        let global = context.global();
        context.get(&global, name)
    }

    /// Writes a global property.
    ///
    /// # Errors
    /// What a setter throws, a `TypeError` if it is read-only, or [`ScriptError::Foreign`].
    pub fn set_global(&mut self, name: &str, value: &Value) -> Result<(), ScriptError> {
        let mut context = self.context();
        let global = context.global();
        context.set(&global, name, value)
    }

    /// Ends the running program from another thread.
    pub fn interrupt_handle(&self) -> InterruptHandle {
        InterruptHandle(self.vm.interrupt.clone())
    }

    /// What programs have printed since the last call, if [`Options::output`] takes nothing.
    pub fn take_output(&mut self) -> String {
        std::mem::take(&mut self.vm.output)
    }

    /// What the runtime has done so far.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            heap_bytes: self.vm.heap.bytes(),
            collections: self.vm.heap.collections,
            nursery_collections: self.vm.heap.nursery_collections,
            visits: self.vm.heap.visits,
            functions: self.vm.function_count(),
            phases: self.vm.phases,
            sites: self.vm.count_sites(),
        }
    }

    /// What the compiler to machine code has done so far.
    pub fn compile_statistics(&self) -> &CompileStatistics {
        &self.vm.tier1.statistics
    }
}
