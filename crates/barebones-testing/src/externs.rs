//! Extern functions of random modules: as C functions for compiled code, and as Rust functions for the interpreter.

// Compiled code passes a pointer to the buffer.
#![allow(unsafe_code)]

use barebones::base::Type;
use barebones::interp::{Fault, Function, Reply, SandboxHost};
use barebones::jit::{self, Code, HostFunction, Thrown};
use std::cell::Cell;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A function that random programs call.
pub struct ExternFunction {
    /// The name.
    pub name: &'static str,
    /// Types of the parameters.
    pub params: &'static [Type],
    /// Type of the result, or `Void`.
    pub result: Type,
    /// True if the first parameter is the buffer.
    pub takes_buffer: bool,
    /// True if it has no side effects.
    pub pure: bool,
    /// Whether it throws, or reads exceptions.
    pub kind: ExternKind,
    native: fn() -> *const u8,
    sandbox: fn() -> Function,
}

impl ExternFunction {
    /// Address of the C function.
    pub fn address(&self) -> *const u8 {
        (self.native)()
    }
}

/// Relation of a function to exceptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExternKind {
    /// None.
    Plain,
    /// It throws for some arguments.
    Throws,
    /// It returns a word of the last exception.
    Thrown,
}

/// Defines a C function on bits, and its equivalent for the interpreter.
macro_rules! externs {
    ($($name:ident ($($param:ident : $ty:ident),*) -> $result:ident, $native:ty => $body:expr;)*) => {
        $(extern "C" fn $name($($param: native!($ty)),*) -> $native {
            $(let $param = bits!($ty, $param);)*
            value!($result, $body)
        })*

        /// All functions.
        pub static EXTERNS: &[ExternFunction] = &[
            $(ExternFunction {
                name: stringify!($name),
                params: &[$(Type::$ty),*],
                result: Type::$result,
                takes_buffer: false,
                pure: true,
                kind: ExternKind::Plain,
                native: || $name as *const u8,
                sandbox: || Box::new(|_, args| {
                    let [$($param),*] = *args else { return Err(Fault { address: 0 }) };
                    let bits: u64 = $body;
                    Ok(Reply::result(if Type::$result.size() == 4 { bits & 0xffff_ffff } else { bits }))
                }),
            },)*
            ExternFunction {
                name: "touch",
                params: &[Type::Int64, Type::Int32, Type::Double],
                result: Type::Void,
                takes_buffer: true,
                pure: false,
                kind: ExternKind::Plain,
                native: || touch as *const u8,
                sandbox: || Box::new(|memory, args| {
                    let [buffer, index, value] = *args else { return Err(Fault { address: 0 }) };
                    let address = buffer + touched(index as u32) as u64;
                    let old = memory.load(address, 8)?;
                    memory.store(address, 8, old.wrapping_add(value))?;
                    Ok(Reply::nothing())
                }),
            },
            ExternFunction {
                name: "throw_int",
                params: &[Type::Int32, Type::Int64],
                result: Type::Int64,
                takes_buffer: false,
                pure: false,
                kind: ExternKind::Throws,
                native: || native_thrower(jit::throwing(|a: u32, b: u64| throwing(&[u64::from(a), b]))),
                sandbox: || Box::new(|_, args| Ok(sandbox_thrower(args))),
            },
            ExternFunction {
                name: "throw_double",
                params: &[Type::Double, Type::Float, Type::Int32],
                result: Type::Double,
                takes_buffer: false,
                pure: false,
                kind: ExternKind::Throws,
                native: || {
                    native_thrower(jit::throwing(|a: f64, b: f32, c: u32| {
                        let words = [a.to_bits(), u64::from(b.to_bits()), u64::from(c)];
                        throwing(&words).map(f64::from_bits)
                    }))
                },
                sandbox: || Box::new(|_, args| Ok(sandbox_thrower(args))),
            },
            ExternFunction {
                name: THROWN_WORD,
                params: &[Type::Int64],
                result: Type::Int64,
                takes_buffer: false,
                pure: false,
                kind: ExternKind::Thrown,
                native: jit::thrown_function,
                sandbox: || Box::new(|_, args| {
                    Ok(Reply::result(THROWN.get().get(args[0] as usize).copied().unwrap_or(0)))
                }),
            },
        ];
    };
}

macro_rules! native {
    (Int32) => {
        u32
    };
    (Int64) => {
        u64
    };
    (Float) => {
        f32
    };
    (Double) => {
        f64
    };
}

macro_rules! bits {
    (Float, $value:ident) => {
        u64::from($value.to_bits())
    };
    (Double, $value:ident) => {
        $value.to_bits()
    };
    ($ty:ident, $value:ident) => {
        u64::from($value)
    };
}

macro_rules! value {
    (Int32, $bits:expr) => {
        $bits as u32
    };
    (Int64, $bits:expr) => {
        $bits
    };
    (Float, $bits:expr) => {
        f32::from_bits($bits as u32)
    };
    (Double, $bits:expr) => {
        f64::from_bits($bits)
    };
}

fn mix(words: &[u64]) -> u64 {
    words.iter().fold(0, |sum: u64, word| sum.rotate_left(7) ^ word.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

externs! {
    zero() -> Int64, u64 => 0x1234_5678_9abc_def0;
    mix_int(a: Int32) -> Int32, u32 => mix(&[a]);
    mix_ints(a: Int64, b: Int32, c: Int64, d: Int32, e: Int64, f: Int32, g: Int64, h: Int32, i: Int32) -> Int64, u64
        => mix(&[a, b, c, d, e, f, g, h, i]);
    mix_doubles(a: Double, b: Float, c: Double, d: Double, e: Float, f: Double, g: Double, h: Double, i: Double, j: Float)
        -> Double, f64 => mix(&[a, b, c, d, e, f, g, h, i, j]);
    mix_all(a: Int32, b: Double, c: Int64, d: Float, e: Int32) -> Float, f32 => mix(&[a, b, c, d, e]);
}

/// Invalidates the program if its argument is nonzero. Called by programs with checks. Users of the interpreter
/// replace the function, which does nothing there.
pub static INVALIDATE: ExternFunction = ExternFunction {
    name: "invalidate",
    params: &[Type::Int32],
    result: Type::Void,
    takes_buffer: false,
    pure: false,
    kind: ExternKind::Plain,
    native: || invalidate as *const u8,
    sandbox: || Box::new(|_, _| Ok(Reply::nothing())),
};

/// The running program.
static RUNNING: Mutex<Option<Code>> = Mutex::new(None);

/// Held while a program is running.
static EXECUTION: Mutex<()> = Mutex::new(());

/// The execution of a program in this process. There is one at a time.
pub struct Running(#[expect(dead_code, reason = "held until the drop")] MutexGuard<'static, ()>);

/// Waits until no other program is running, and sets the code that the function `invalidate` invalidates.
pub fn run(code: Code) -> Running {
    let running = Running(EXECUTION.lock().unwrap_or_else(PoisonError::into_inner));
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some(code);
    running
}

impl Drop for Running {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

extern "C" fn invalidate(due: u32) {
    if due == 0 {
        return;
    }
    if let Some(code) = &*RUNNING.lock().unwrap_or_else(PoisonError::into_inner) {
        // If this fails, the program does not exit, which the comparison detects.
        code.siblings().iter().for_each(|code| _ = code.invalidate());
    }
}

/// Name of the function that reads the last exception.
pub const THROWN_WORD: &str = "thrown_word";

thread_local! {
    /// The last exception in the interpreter.
    static THROWN: Cell<[u64; 2]> = const { Cell::new([0; 2]) };
}

/// Throws for a third of the arguments.
fn throwing(args: &[u64]) -> Result<u64, Thrown> {
    let word = mix(args);
    if word.is_multiple_of(3) { Err(Thrown([word, !args[0]])) } else { Ok(word ^ 0x77) }
}

fn sandbox_thrower(args: &[u64]) -> Reply {
    match throwing(args) {
        Ok(bits) => Reply::result(bits),
        Err(Thrown(words)) => {
            THROWN.set(words);
            Reply::Exception
        }
    }
}

/// A null address if the host does not support exceptions; programs that throw are not compiled then.
fn native_thrower(function: Option<HostFunction>) -> *const u8 {
    function.map_or(std::ptr::null(), |function| function.address())
}

/// Offset in the buffer that `touch` changes.
fn touched(index: u32) -> usize {
    64 + 8 * (index % 32) as usize
}

extern "C" fn touch(buffer: *mut u8, index: u32, value: f64) {
    // SAFETY: random programs pass the buffer, and the offset is inside it; it may be unaligned.
    unsafe {
        let place = buffer.add(touched(index)).cast::<u64>();
        place.write_unaligned(place.read_unaligned().wrapping_add(value.to_bits()));
    }
}

/// Address of the C function with this name.
pub fn address(name: &str) -> Option<*const u8> {
    EXTERNS.iter().chain([&INVALIDATE]).find(|function| function.name == name).map(ExternFunction::address)
}

/// Adds the functions to a host of the interpreter.
pub fn register(host: &mut SandboxHost) {
    for function in EXTERNS {
        host.add_function(function.name, (function.sandbox)());
    }
}
