//! A host for tests, with memory of its own and functions written in Rust.

use super::{ExternCall, ExternCallee, Fault, Host, HostError, Place, Reply, SandboxMemory};
use crate::base::{Reg, Type};
use crate::ir::Module;
use rustc_hash::FxHashMap;
use std::fmt;
use std::ops::Range;

/// A host function: takes the memory and the bits of the arguments, and returns its outcome. A fault makes the call
/// undefined behavior, as in C.
pub type Function = Box<dyn FnMut(&mut SandboxMemory, &[u64]) -> Result<Reply, Fault>>;

/// Base of the addresses of functions; no memory is mapped there.
const FUNCTIONS: u64 = 0x0000_5400_0000_0000;
const FUNCTION_BYTES: u64 = 16;

/// Default size of the stack in bytes, as of a typical thread.
const STACK_BYTES: usize = 8 << 20;

/// A host with a [`SandboxMemory`] and registered functions, so that a program behaves the same on all machines.
///
/// By default it has these C functions: `memcpy`, `memmove`, `memset`, `memcmp`, `strlen`, `abs`, `labs`, `llabs`.
pub struct SandboxHost {
    /// The memory.
    pub memory: SandboxMemory,
    /// A digest of the sequence of volatile accesses: of their number, sizes and directions.
    pub volatile_accesses: u64,
    functions: Vec<Function>,
    /// The index of the function with each name.
    names: FxHashMap<String, usize>,
    generators: FxHashMap<String, Function>,
    data: FxHashMap<String, u64>,
    registers: [Option<u64>; Reg::COUNT],
    is_invalidated: Box<dyn FnMut(Place) -> bool>,
    exits_by_generators: bool,
}

impl SandboxHost {
    /// A host with the default functions and 8 MiB of stack.
    pub fn new() -> SandboxHost {
        SandboxHost::with_stack(STACK_BYTES)
    }

    /// A host with the default functions and this many bytes of stack.
    pub fn with_stack(bytes: usize) -> SandboxHost {
        let mut host = SandboxHost {
            memory: SandboxMemory::new(bytes),
            volatile_accesses: 0,
            functions: Vec::new(),
            names: FxHashMap::default(),
            generators: FxHashMap::default(),
            data: FxHashMap::default(),
            registers: [None; Reg::COUNT],
            is_invalidated: Box::new(|_| false),
            exits_by_generators: false,
        };
        for (name, function) in C_FUNCTIONS {
            host.add_function(name, Box::new(*function));
        }
        host
    }

    /// A host with the default functions and the module's data.
    pub fn for_module(module: &Module) -> SandboxHost {
        let mut host = SandboxHost::new();
        host.add_data(module);
        host
    }

    /// Maps the module's data, each item at a new address.
    pub fn add_data(&mut self, module: &Module) {
        for data in &module.data {
            let address = self.memory.add_data(&data.bytes);
            self.data.insert(data.name.clone(), address);
        }
    }

    /// Registers a function; replaces any with the same name.
    pub fn add_function(&mut self, name: &str, function: Function) {
        self.names.insert(name.to_string(), self.functions.len());
        self.functions.push(function);
    }

    /// Registers the behavior of the generators with this name.
    pub fn add_generator(&mut self, name: &str, function: Function) {
        self.generators.insert(name.to_string(), function);
    }

    /// Sets whether checks that fail exit by the code of their generators (default: the generators have no code).
    pub fn set_exits_by_generators(&mut self, exits: bool) {
        self.exits_by_generators = exits;
    }

    /// Sets the value at entry of a register that holds no argument.
    pub fn set_register(&mut self, reg: Reg, bits: u64) {
        self.registers[reg.index()] = Some(bits);
    }

    /// Sets which invalidation points exit when they are reached (default: none).
    pub fn set_invalidation(&mut self, is_invalidated: impl FnMut(Place) -> bool + 'static) {
        self.is_invalidated = Box::new(is_invalidated);
    }

    /// The address of the data with this name.
    pub fn data_address(&self, name: &str) -> Option<u64> {
        self.data.get(name).copied()
    }

    fn function_at(&self, address: u64) -> Option<usize> {
        let offset = address.checked_sub(FUNCTIONS)?;
        let index = (offset / FUNCTION_BYTES) as usize;
        (offset % FUNCTION_BYTES == 0 && index < self.functions.len()).then_some(index)
    }
}

impl Default for SandboxHost {
    fn default() -> SandboxHost {
        SandboxHost::new()
    }
}

impl fmt::Debug for SandboxHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SandboxHost({} functions, {} data)", self.functions.len(), self.data.len())
    }
}

/// Runs a function, and records its writes to the stack.
fn run(function: &mut Function, memory: &mut SandboxMemory, args: &[u64]) -> Reply {
    memory.stack_writes.get_or_insert_default();
    function(memory, args).unwrap_or_else(|fault| Reply::Undefined(fault.to_string()))
}

impl Host for SandboxHost {
    fn load(&mut self, address: u64, bytes: u32) -> Result<u64, Fault> {
        self.memory.load(address, bytes)
    }

    fn store(&mut self, address: u64, bytes: u32, bits: u64) -> Result<(), Fault> {
        self.memory.store(address, bytes, bits)
    }

    fn volatile(&mut self, bytes: u32, stores: bool) {
        let access = u64::from(bytes) << 1 | u64::from(stores);
        // FNV-1a.
        self.volatile_accesses =
            (self.volatile_accesses ^ access).wrapping_mul(0x0100_0000_01b3).wrapping_add(1);
    }

    fn copy(&mut self, destination: u64, source: u64, count: u64) -> Result<(), Fault> {
        self.memory.copy(destination, source, count)
    }

    fn fill(&mut self, destination: u64, byte: u8, count: u64) -> Result<(), Fault> {
        self.memory.fill(destination, byte, count)
    }

    fn stack(&self) -> Range<u64> {
        self.memory.stack()
    }

    fn symbol(&mut self, name: &str) -> Option<u64> {
        let function = |i: &usize| FUNCTIONS + *i as u64 * FUNCTION_BYTES;
        self.data.get(name).copied().or_else(|| self.names.get(name).map(function))
    }

    fn call(&mut self, call: &ExternCall<'_>) -> Result<Reply, HostError> {
        let index = match call.callee {
            ExternCallee::Name(name) => match self.names.get(name) {
                Some(index) => *index,
                None => return Err(HostError::new(format!("no function {name:?}"))),
            },
            ExternCallee::Address(address) => match self.function_at(address) {
                Some(index) => index,
                None => return Ok(Reply::Undefined(format!("call of {address:#x}, which is no function"))),
            },
        };
        Ok(run(&mut self.functions[index], &mut self.memory, call.args))
    }

    /// Unregistered generators trap, as in code compiled without their closures.
    fn patchpoint(&mut self, generator: &str, args: &[u64], _: &[Type]) -> Result<Reply, HostError> {
        Ok(match self.generators.get_mut(generator) {
            Some(function) => run(function, &mut self.memory, args),
            None => Reply::Trap(crate::base::TrapCode::Unreachable),
        })
    }

    fn exits_by(&mut self, _: &str) -> bool {
        self.exits_by_generators
    }

    fn is_invalidated(&mut self, point: Place) -> bool {
        (self.is_invalidated)(point)
    }

    fn register(&mut self, reg: Reg) -> Option<u64> {
        self.registers[reg.index()]
    }

    fn take_stack_writes(&mut self) -> Option<Vec<(u64, u64)>> {
        Some(self.memory.stack_writes.take().unwrap_or_default())
    }
}

type CFunction = fn(&mut SandboxMemory, &[u64]) -> Result<Reply, Fault>;

const C_FUNCTIONS: &[(&str, CFunction)] = &[
    ("memcpy", memmove), // overlapping copies, undefined in C, work
    ("memmove", memmove),
    ("memset", memset),
    ("memcmp", memcmp),
    ("strlen", strlen),
    ("abs", abs),
    ("labs", labs),
    ("llabs", labs),
];

/// Binds the arguments, or returns `Undefined` if there are too few.
macro_rules! arguments {
    ($args:expr, $($name:ident),+) => {
        let &[$($name),+, ..] = $args else {
            return Ok(Reply::Undefined("too few arguments".to_string()));
        };
    };
}

fn memmove(memory: &mut SandboxMemory, args: &[u64]) -> Result<Reply, Fault> {
    arguments!(args, destination, source, count);
    memory.copy(destination, source, count)?;
    Ok(Reply::result(destination))
}

fn memset(memory: &mut SandboxMemory, args: &[u64]) -> Result<Reply, Fault> {
    arguments!(args, destination, byte, count);
    memory.fill(destination, byte as u8, count)?;
    Ok(Reply::result(destination))
}

/// Returns -1, 0 or 1; C specifies only the sign.
fn memcmp(memory: &mut SandboxMemory, args: &[u64]) -> Result<Reply, Fault> {
    arguments!(args, a, b, count);
    if count == 0 {
        return Ok(Reply::result(0));
    }
    let order = memory.bytes(a, count)?.cmp(memory.bytes(b, count)?);
    Ok(Reply::result(u64::from(order as i32 as u32)))
}

fn strlen(memory: &mut SandboxMemory, args: &[u64]) -> Result<Reply, Fault> {
    arguments!(args, string);
    Ok(Reply::result(memory.string(string)?.len() as u64))
}

fn abs(_: &mut SandboxMemory, args: &[u64]) -> Result<Reply, Fault> {
    arguments!(args, a);
    Ok(match (a as i32).checked_abs() {
        Some(a) => Reply::result(a as u64),
        None => Reply::Undefined("abs of the smallest integer".to_string()),
    })
}

fn labs(_: &mut SandboxMemory, args: &[u64]) -> Result<Reply, Fault> {
    arguments!(args, a);
    Ok(match (a as i64).checked_abs() {
        Some(a) => Reply::result(a as u64),
        None => Reply::Undefined("labs of the smallest integer".to_string()),
    })
}
