//! The system's unwinder passes frames of compiled code: at every instruction, and with panics and exceptions.
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
#![allow(unsafe_code)] // calls compiled code and the system

mod panics;
mod stepping;

use barebones::ir::parse_module;
use barebones::jit::{Code, CodeMemory, MappingMode, MemoryOptions};
use barebones::{Compiler, OptLevel, host_target, targets};
use barebones_testing::native::{branch_protection, options_at};
use std::sync::Arc;

/// Compiles a module at a level, in memory of this mode.
fn compile(
    text: &str,
    level: OptLevel,
    mode: Option<MappingMode>,
    host: &dyn Fn(&str) -> Option<*const u8>,
) -> Vec<Code> {
    let module = parse_module(text, &targets(host_target().expect("a host"))).expect("parses");
    let mut compiler = Compiler::with_options(options_at(level)).expect("a host");
    let guarded = branch_protection().landing_pads;
    let options = MemoryOptions { reservation: 1 << 20, mode, guarded, placement: None };
    compiler.set_memory(Arc::new(CodeMemory::with_options(options).expect("memory")));
    let codes = compiler.compile_module(module, host);
    codes.unwrap_or_else(|failure| panic!("{level:?}: {}", failure.error))
}

/// A frame that the unwinder found.
#[derive(Clone, Copy)]
#[repr(C)]
struct Seen {
    address: usize,
    /// The stack pointer at the call, or where the frame was interrupted.
    stack_pointer: usize,
    /// The registers that a call preserves: see [`PRESERVED`].
    preserved: [u64; PRESERVED.len()],
}

/// DWARF numbers of the registers that calls preserve; the last is the frame pointer.
#[cfg(target_arch = "x86_64")]
const PRESERVED: [i32; 6] = [3, 12, 13, 14, 15, 6];
#[cfg(target_arch = "aarch64")]
const PRESERVED: [i32; 19] = [19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 72, 73, 74, 75, 76, 77, 78, 79, 29];

#[repr(C)]
struct Context([u8; 0]);

unsafe extern "C" {
    fn _Unwind_Backtrace(visit: extern "C" fn(*mut Context, *mut Frames) -> i32, to: *mut Frames) -> i32;
    fn _Unwind_GetIPInfo(context: *mut Context, is_before: *mut i32) -> usize;
    fn _Unwind_GetCFA(context: *mut Context) -> usize;
    fn _Unwind_GetGR(context: *mut Context, register: i32) -> u64;
}

#[repr(C)]
struct Frames {
    seen: [Seen; 64],
    count: usize,
}

extern "C" fn visit(context: *mut Context, to: *mut Frames) -> i32 {
    let mut is_before = 0;
    // SAFETY: the unwinder passes what `backtrace` gave it. The registers exist on this machine.
    unsafe {
        if let Some(place) = (*to).seen.get_mut((*to).count) {
            *place = Seen {
                address: _Unwind_GetIPInfo(context, &mut is_before),
                stack_pointer: _Unwind_GetCFA(context),
                preserved: PRESERVED.map(|register| _Unwind_GetGR(context, register)),
            };
            (*to).count += 1;
        }
    }
    0
}

/// The frames of this thread, the innermost first. For signal handlers: does not allocate.
fn backtrace() -> Frames {
    let empty = Seen { address: 0, stack_pointer: 0, preserved: [0; PRESERVED.len()] };
    let mut frames = Frames { seen: [empty; 64], count: 0 };
    // SAFETY: the frames live during the call.
    unsafe { _Unwind_Backtrace(visit, &mut frames) };
    frames
}
