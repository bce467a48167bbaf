//! Runs functions with the library's interpreter instead of compiling them ([`crate::Config::interpret`]).
//!
//! Every function has an address without code behind it: those of modules belong to their interpreters, and all host
//! functions share one. Functions of one module call each other inside one execution; a call of another module starts
//! an execution inside the first.

use super::Mapping;
use super::callback::{call_runtime, call_store_host, raise, running_store};
use crate::error::{Error, Stopped, Trap, TrapFrame, TrapKind, user};
use crate::layout::{WORD, func, host_status};
use crate::module::Module;
use crate::runtime::{Store, word};
use crate::translate::HostAbi;
use crate::types::ValType;
use barebones::base::{Origin, Reg, TrapCode, Type};
use barebones::interp::{
    Bits, ExternCall, ExternCallee, Fault, Host, HostError, Interpreter, Limits, Outcome, Place, Reply,
};
use barebones::ir::Procedure;
use barebones::jit::RawHost;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The address of all host functions: the context tells them apart.
pub(crate) const HOST_FUNCTION: u64 = 0xba00_0000_0000_0000;

/// First address of the functions of modules, and bytes of addresses for each module.
const MODULES: u64 = 0xbb00_0000_0000_0000;
const MODULE_BYTES: u64 = 1 << 32;

/// Bytes of stack below the limit that functions check, for those that do not check it.
const STACK_RESERVE: usize = 64 << 10;

/// Procedures of a module, decoded for the interpreter.
pub(crate) struct Interpreted {
    /// Borrows `procedures`; dropped before them.
    interpreter: Interpreter<'static>,
    procedures: Arc<[Procedure]>,
}

impl Interpreted {
    /// Decodes the procedures.
    pub(crate) fn new(procedures: Vec<Procedure>) -> Result<Interpreted, Error> {
        static MODULE: AtomicU64 = AtomicU64::new(0);
        let procedures: Arc<[Procedure]> = procedures.into();
        // SAFETY: the slice is immutable and at a fixed address until `procedures` is dropped, after the interpreter.
        // `interpreter` gives out only borrows of `self`.
        let all: &'static [Procedure] = unsafe { &*Arc::as_ptr(&procedures) };
        // The numbers of modules repeat after 2^24, more than a process can hold.
        let number = MODULE.fetch_add(1, Ordering::Relaxed) % (1 << 24);
        let interpreter = Interpreter::of(all).map_err(|error| failed(error.to_string()))?;
        let interpreter = interpreter.with_base(MODULES + number * MODULE_BYTES);
        Ok(Interpreted { interpreter, procedures })
    }

    fn interpreter(&self) -> &Interpreter<'_> {
        &self.interpreter
    }

    /// The address of a defined function, by its index without imported functions.
    pub(crate) fn address(&self, own: usize) -> Option<u64> {
        self.interpreter.address(&self.procedures.get(own)?.name)
    }
}

/// The stack of interpreted functions, and what is in use of it.
#[derive(Default)]
pub(crate) struct InterpretedStack {
    memory: Option<Mapping>,
    /// Lowest address in use; 0 if no execution is active.
    used: u64,
    /// An address on the thread's stack, above the outermost execution.
    thread_stack: usize,
}

fn failed(message: String) -> Error {
    Error::Interpreter { message }
}

/// Calls the function at this address, as [`super::call`] does, which has checked its type and `values`.
pub(super) fn call(store: &mut Store, address: u64, values: &mut [u64]) -> Result<Option<Stopped>, Error> {
    let (words, ty) = store.function(address)?;
    let ty = &ty.clone();
    let [code, context] = [func::CODE, func::CONTEXT].map(|offset| word(words, offset).get());
    let here = (&raw const code).addr();
    let max_stack = store.engine().config().max_stack;
    let stack = store.interpreted_stack();
    if stack.memory.is_none() {
        let page = 64 << 10;
        let bytes = (max_stack + STACK_RESERVE).next_multiple_of(page);
        let mut memory = Mapping::reserve(bytes).ok_or(Error::OutOfMemory { what: "a stack" })?;
        if !memory.commit(bytes) {
            return Err(Error::OutOfMemory { what: "a stack" });
        }
        stack.memory = Some(memory);
    }
    let range = stack.memory.as_ref().map_or(0..0, |memory| {
        let start = memory.address();
        start..start + memory.bytes().len() as u64
    });
    let outer = (stack.used, stack.thread_stack);
    if stack.used == 0 {
        (stack.used, stack.thread_stack) = (range.end, here);
    }
    let used = stack.used;
    // Where the results after those in registers are written.
    let abi = HostAbi::new(store.engine().target(), store.engine().linkage(), ty);
    let in_memory =
        values.as_mut_ptr().expose_provenance() as u64 + (abi.words_in_registers as u64) * WORD as u64;
    let outer_call = store.begin_call(used);
    let mut args = vec![(Type::Int64, context), (Type::Int64, in_memory)];
    args.truncate(abi.hidden_params);
    // A vector is two arguments.
    let types = ty.params.iter().flat_map(|ty| std::iter::repeat_n(ty.machine(), ty.words()));
    args.extend(types.zip(values.iter().copied()));
    let result = run(context, code, &args, range.start..used);
    store.end_call(outer_call);
    (store.interpreted_stack().used, store.interpreted_stack().thread_stack) = outer;
    match result? {
        Ended::Returned(results) => {
            for (value, bits) in values.iter_mut().zip(results) {
                *value = bits;
            }
            Ok(None)
        }
        Ended::Trapped(trap, _) => Ok(Some(Stopped::Trap(trap))),
        Ended::Thrown => Ok(Some(Stopped::Exception)),
    }
}

/// How a function ended.
enum Ended {
    Returned(Bits),
    /// The trap, and its code.
    Trapped(Trap, TrapCode),
    /// The store has the exception.
    Thrown,
}

/// Calls the function at an address with its context, in the stack memory `stack`. The context's store is running.
fn run(context: u64, code: u64, args: &[(Type, u64)], stack: Range<u64>) -> Result<Ended, Error> {
    let here = (&raw const context).addr();
    // SAFETY: the context belongs to the running store, which nothing else uses until this borrow ends.
    let (store, owner) = unsafe { running_store(context) };
    // Executions inside others use the thread's stack, too.
    let above = store.interpreted_stack().thread_stack.saturating_sub(here);
    if above > store.engine().config().max_stack {
        return Ok(Ended::trapped(TrapCode::StackOverflow, Vec::new()));
    }
    // SAFETY: translated functions access only memory of the store: with explicit checks, the bytes of linear memories
    // that exist, tables, globals and contexts; and the stack and the arguments. The addresses are exposed. The host
    // below makes all calls itself.
    let memory = unsafe { RawHost::new(0, |_| None) };
    let mut host = InterpretedHost {
        memory: memory.map_err(|_| Error::OutOfMemory { what: "the interpreter" })?,
        stack: stack.clone(),
    };
    if code == HOST_FUNCTION {
        let bits: Vec<u64> = args.iter().map(|(_, bits)| *bits).collect();
        return match host.call_host(&bits) {
            Ok(Reply::Results(results)) => Ok(Ended::Returned(results)),
            Ok(Reply::Exception) => Ok(Ended::Thrown),
            Ok(_) => Ok(Ended::trapped(user::HOST, Vec::new())),
            Err(error) => Err(failed(error.message)),
        };
    }
    let module = store.module_of(owner).cloned().ok_or(Error::WrongStore)?;
    let interpreted = module.inner.interpreted.as_ref().ok_or(Error::WrongStore)?;
    let limits = Limits { steps: u64::MAX, depth: u32::MAX };
    let interpreter = interpreted.interpreter();
    let execution = interpreter.call_address(code, args, &mut host, limits);
    let execution = execution.map_err(|error| failed(error.to_string()))?;
    match &execution.outcome {
        Outcome::Returned(results) => Ok(Ended::Returned(results.iter().map(|(_, bits)| *bits).collect())),
        Outcome::Trap { code, place } => {
            Ok(Ended::trapped(*code, backtrace(&module, interpreter, *place, &execution.callers)))
        }
        Outcome::Exception(_) => Ok(Ended::Thrown),
        Outcome::HostError { error, .. } => Err(failed(error.message.clone())),
        other => Err(failed(format!("{other:?}"))),
    }
}

impl Ended {
    fn trapped(code: TrapCode, backtrace: Vec<TrapFrame>) -> Ended {
        // A code without a kind means that the store has the cause.
        let kind = TrapKind::of(code).unwrap_or(TrapKind::Unreachable);
        Ended::Trapped(Trap { kind, backtrace }, code)
    }
}

/// The frames of a trap at `place`.
fn backtrace(
    module: &Module,
    interpreter: &Interpreter<'_>,
    place: Place,
    callers: &[Place],
) -> Vec<TrapFrame> {
    let imported = module.inner.sections.info.imported_functions as u32;
    let mut frames = Vec::new();
    for place in std::iter::once(&place).chain(callers) {
        let Some(proc) = interpreter.procedure(*place) else { continue };
        let origin = if place.value.is_valid() { proc.value(place.value).origin } else { Origin::NONE };
        frames.extend(module.frames(imported + place.procedure, origin).map(|(function, offset)| {
            let name = module.function_name(function).map(str::to_string);
            TrapFrame { function, name, offset }
        }));
    }
    frames
}

/// What interpreted functions access: memory by its address, functions of the runtime and of the host.
struct InterpretedHost {
    memory: RawHost<'static>,
    stack: Range<u64>,
}

impl InterpretedHost {
    /// Calls a function of the host with the arguments that WebAssembly passes.
    fn call_host(&mut self, args: &[u64]) -> Result<Reply, HostError> {
        let unknown = || HostError::new("no such host function");
        let context = *args.first().ok_or_else(unknown)?;
        // SAFETY: as in `run`.
        let (store, owner) = unsafe { running_store(context) };
        let ty = store.host_type(owner).ok_or_else(unknown)?.clone();
        let abi = HostAbi::new(store.engine().target(), store.engine().linkage(), &ty);
        let given = args.get(abi.hidden_params..).ok_or_else(unknown)?;
        let mut values = vec![0; ty.words()];
        values.iter_mut().zip(given).for_each(|(value, arg)| *value = *arg);
        match call_store_host(context, &mut values) {
            host_status::RETURNED => {}
            host_status::THREW => return Ok(Reply::Exception),
            _ => return Ok(Reply::Trap(user::HOST)),
        }
        let words = ValType::words_of(&ty.results);
        let (in_registers, in_memory) = values[..words].split_at(abi.words_in_registers);
        let types = ty.results[abi.in_registers..].iter();
        let sizes =
            types.flat_map(|ty| std::iter::repeat_n(ty.machine().size().min(WORD as u32), ty.words()));
        for ((i, bits), size) in (0..).zip(in_memory).zip(sizes) {
            let address = args[abi.hidden_params - 1] + i * WORD as u64;
            let stored = self.memory.store(address, size, *bits);
            stored.map_err(|fault| HostError::new(fault.to_string()))?;
        }
        Ok(Reply::Results(Bits::from_slice(in_registers)))
    }

    /// Runs a call from interpreted code while the stack below `stack_pointer` is free.
    fn call_at(&mut self, address: u64, call: &ExternCall<'_>) -> Result<Reply, HostError> {
        if address == HOST_FUNCTION {
            return self.call_host(call.args);
        }
        if address == raise() {
            return Ok(Reply::Exception);
        }
        if let Some(result) = call_runtime(address, call.args) {
            let results = if call.results.is_empty() { &[][..] } else { &[result][..] };
            return Ok(Reply::Results(Bits::from_slice(results)));
        }
        let Some(context) = call.args.first() else {
            return Err(HostError::new(format!("no function at {address:#x}")));
        };
        let types =
            call.params.iter().flat_map(|ty| std::iter::repeat_n(*ty, if ty.is_vector() { 2 } else { 1 }));
        let args: Vec<(Type, u64)> = types.zip(call.args.iter().copied()).collect();
        match run(*context, address, &args, self.stack.start..call.stack_pointer) {
            Ok(Ended::Returned(results)) => Ok(Reply::Results(results)),
            Ok(Ended::Trapped(_, code)) => Ok(Reply::Trap(code)),
            Ok(Ended::Thrown) => Ok(Reply::Exception),
            Err(error) => Err(HostError::new(error.to_string())),
        }
    }
}

impl Host for InterpretedHost {
    fn load(&mut self, address: u64, bytes: u32) -> Result<u64, Fault> {
        self.memory.load(address, bytes)
    }

    fn store(&mut self, address: u64, bytes: u32, bits: u64) -> Result<(), Fault> {
        self.memory.store(address, bytes, bits)
    }

    fn copy(&mut self, destination: u64, source: u64, count: u64) -> Result<(), Fault> {
        self.memory.copy(destination, source, count)
    }

    fn fill(&mut self, destination: u64, byte: u8, count: u64) -> Result<(), Fault> {
        self.memory.fill(destination, byte, count)
    }

    fn stack(&self) -> Range<u64> {
        self.stack.clone()
    }

    fn symbol(&mut self, _name: &str) -> Option<u64> {
        None
    }

    fn call(&mut self, call: &ExternCall<'_>) -> Result<Reply, HostError> {
        let (ExternCallee::Address(address), Some(context)) = (call.callee, call.args.first()) else {
            return Err(HostError::new("a call without an address or a context"));
        };
        let (context, used) = (*context, call.stack_pointer);
        // SAFETY: as in `run`; every function's first argument is a context.
        let outer = unsafe { running_store(context) }.0.interpreted_stack().replace_used(used);
        let reply = self.call_at(address, call);
        // SAFETY: as above.
        unsafe { running_store(context) }.0.interpreted_stack().replace_used(outer);
        reply
    }

    fn register(&mut self, _reg: Reg) -> Option<u64> {
        None
    }
}

impl InterpretedStack {
    fn replace_used(&mut self, used: u64) -> u64 {
        std::mem::replace(&mut self.used, used)
    }
}
