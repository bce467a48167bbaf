//! Everything `unsafe`: calls of compiled code, the interpreter on real memory, and the host's functions.

// Compiled code is called through its address, and passes addresses to the host's functions.
#![allow(unsafe_code)]

use crate::translate::{THROW, THROWN};
use barebones::base::Type;
use barebones::interp::{Execution, Interpreter, Limits};
use barebones::jit::{self, Bits, Code, RawHost, TrapRecovery};

/// Bytes of the interpreter's stack.
const STACK_BYTES: usize = 16 << 20;

macro_rules! host_functions {
    ($($name:literal = $function:ident($($param:ident: $ty:ty),*) -> $result:ty $body:block)*) => {
        $(extern "C" fn $function($($param: $ty),*) -> $result $body)*

        /// The address of a function that translated functions may call: Cranelift's library calls by the names of the
        /// text (`CeilF32`, `Memcpy`), and the functions that handlers of exceptions call.
        pub fn host_function(name: &str) -> Option<*const u8> {
            match name {
                $($name => {
                    let function: extern "C" fn($($ty),*) -> $result = $function;
                    Some(function as *const u8)
                })*
                "Memcpy" | "Memmove" => Some(memmove as *const u8),
                "Memset" => Some(memset as *const u8),
                "Memcmp" => Some(memcmp as *const u8),
                THROWN => Some(jit::thrown_function()),
                THROW => jit::throw_function(),
                _ => None,
            }
        }
    };
}

host_functions! {
    "CeilF32" = ceil_f32(x: f32) -> f32 { x.ceil() }
    "CeilF64" = ceil_f64(x: f64) -> f64 { x.ceil() }
    "FloorF32" = floor_f32(x: f32) -> f32 { x.floor() }
    "FloorF64" = floor_f64(x: f64) -> f64 { x.floor() }
    "TruncF32" = trunc_f32(x: f32) -> f32 { x.trunc() }
    "TruncF64" = trunc_f64(x: f64) -> f64 { x.trunc() }
    "NearestF32" = nearest_f32(x: f32) -> f32 { x.round_ties_even() }
    "NearestF64" = nearest_f64(x: f64) -> f64 { x.round_ties_even() }
    "FmaF32" = fma_f32(x: f32, y: f32, z: f32) -> f32 { x.mul_add(y, z) }
    "FmaF64" = fma_f64(x: f64, y: f64, z: f64) -> f64 { x.mul_add(y, z) }
}

/// C's `memmove`, which also serves as `memcpy`.
unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, count: usize) -> *mut u8 {
    // SAFETY: compiled code passes memory of this size, as C requires.
    unsafe { std::ptr::copy(from, to, count) };
    to
}

unsafe extern "C" fn memset(to: *mut u8, byte: i32, count: usize) -> *mut u8 {
    // SAFETY: as for `memmove`.
    unsafe { std::ptr::write_bytes(to, byte as u8, count) };
    to
}

unsafe extern "C" fn memcmp(x: *const u8, y: *const u8, count: usize) -> i32 {
    // SAFETY: as for `memmove`; nothing is written meanwhile.
    let [x, y] = [x, y].map(|start| unsafe { std::slice::from_raw_parts(start, count) });
    x.cmp(y) as i32
}

/// Calls code, and returns its results or why there are none.
pub(crate) fn call(code: &Code, args: &[Bits], recovery: TrapRecovery) -> Result<Vec<u64>, String> {
    // SAFETY: the author of a test file guarantees that its functions are defined for the arguments of its directives,
    // as for any program. The host's functions own nothing when compiled code runs.
    let result = unsafe { code.call_raw_catching(recovery, args) };
    match result {
        Ok(Ok(results)) => Ok(results),
        Ok(Err(trap)) => Err(trap.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// Calls a procedure in the interpreter, on the memory of the process.
pub(crate) fn interpret(
    interpreter: &Interpreter<'_>,
    name: &str,
    args: &[(Type, u64)],
    recovery: TrapRecovery,
) -> Result<Execution, String> {
    // SAFETY: as for `call`. The host's functions have the signatures of C.
    let host = unsafe { RawHost::new(STACK_BYTES, host_function) };
    let mut host = host.map_err(|error| error.to_string())?;
    // SAFETY: the host's functions own nothing when they trap.
    unsafe { host.catch_traps(recovery) };
    interpreter.call(name, args, &mut host, Limits::default()).map_err(|error| error.to_string())
}

/// Calls a function that Cranelift compiled, which reads its arguments from memory and writes its results there.
#[cfg(feature = "cranelift")]
pub(crate) fn call_trampoline(address: *const u8, values: &mut [u128]) {
    // SAFETY: the address is that of a trampoline whose module is alive. As for `call`, the author of the file guarantees
    // that its function is defined for these arguments.
    unsafe {
        let function: extern "C" fn(*mut u128) = std::mem::transmute(address);
        function(values.as_mut_ptr());
    }
}

/// Frees what Cranelift compiled.
#[cfg(feature = "cranelift")]
pub(crate) fn free(module: cranelift_jit::JITModule) {
    // SAFETY: no address of the module is used any more.
    unsafe { module.free_memory() };
}
