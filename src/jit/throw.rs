//! Throwing from compiled code, and from functions of the host that it called, to the exceptional successor of a call.
//!
//! What is thrown goes outwards over the frames of compiled code, from the call of what threw, to the first whose call
//! has an exceptional successor, or whose generator named one for it ([`StackmapParams::catch`]). On its way it restores
//! the registers that each frame saved, as if that had returned. It ends at the first caller that is no compiled
//! procedure: a function of the host that called compiled code, or the client's own code in an assembly. Then the
//! innermost catching call of the thread ends with it, see [`Trap::thrown`](super::Trap::thrown); without one the process
//! is aborted, as by [`raise_trap`].
//!
//! No frame of the host is skipped: a function of the host throws by returning ([`throwing`]).
//!
//! [`StackmapParams::catch`]: crate::isa::StackmapParams::catch

use super::Code;
use super::exits::{go_on, restore_saved};
use super::recovery::raise_trap;
use super::thunk::{FIRST_ARGUMENT, FRAME_POINTER, Machine};
use super::typed::{CResult, CValue};
use crate::base::{TrapCode, Type};
use std::cell::Cell;
use std::fmt;

/// What is thrown: two words, whose meaning is the client's. It owns nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Thrown(pub [u64; 2]);

impl fmt::Display for Thrown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Thrown([first, second]) = self;
        write!(f, "({first:#x}, {second:#x}) was thrown and not caught")
    }
}

impl std::error::Error for Thrown {}

thread_local! {
    static THROWN: Cell<Thrown> = const { Cell::new(Thrown([0; 2])) };
}

/// What this thread threw last: for a handler, what it has caught, until something else is thrown.
pub fn thrown() -> Thrown {
    THROWN.get()
}

extern "C" fn thrown_word(index: u64) -> u64 {
    thrown().0.get(index as usize).copied().unwrap_or(0)
}

/// The address of a function that compiled code calls in the C convention to read what it has caught: it takes the index
/// of a word, an Int64, and gives that word, an Int64. See [`thrown`].
pub fn thrown_function() -> *const u8 {
    thrown_word as *const u8
}

/// The address of a function that compiled code calls in the C convention to throw two words, which are Int64; it does
/// not return. `None` where the library cannot throw: so far it does on x86-64 and AArch64, but not on Windows.
///
/// The interpreter needs a function of the host for it, that answers with
/// [`Reply::Exception`](crate::interp::Reply::Exception).
pub fn throw_function() -> Option<*const u8> {
    #[cfg(all(target_arch = "x86_64", not(windows)))]
    return Some(super::thunk::x64_throw as *const u8);
    #[cfg(target_arch = "aarch64")]
    return Some(super::thunk::a64_throw as *const u8);
    #[cfg(not(any(target_arch = "aarch64", all(target_arch = "x86_64", not(windows)))))]
    None
}

/// A Rust function that compiled code can call and that may throw: see [`throwing`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThrowingFunction {
    address: usize,
    params: &'static [Type],
    results: &'static [Type],
}

impl ThrowingFunction {
    /// What code calls, in the C convention.
    pub fn address(&self) -> *const u8 {
        std::ptr::with_exposed_provenance(self.address)
    }

    /// The types of the arguments.
    pub fn params(&self) -> &'static [Type] {
        self.params
    }

    /// The type of the result, if there is one.
    pub fn results(&self) -> &'static [Type] {
        self.results
    }
}

/// What [`throwing`] takes: functions of up to six arguments of the types that C functions have here, and a result. It
/// cannot be implemented elsewhere.
pub trait ThrowingFn<Signature>: Copy + Send + Sync + 'static {
    #[doc(hidden)]
    fn function() -> Option<ThrowingFunction>;
}

/// Makes of a Rust function, or of a closure that captures nothing, a function that compiled code can call: `Ok` is what
/// it returns, `Err` is thrown. Everything that the Rust function owns is dropped before. `None` where the library cannot
/// throw, see [`throw_function`].
///
/// A panic aborts the process: it cannot pass compiled code.
///
/// ```
/// use barebones::jit::{Thrown, throwing};
///
/// fn divide(a: i64, b: i64) -> Result<i64, Thrown> {
///     a.checked_div(b).ok_or(Thrown([1, 0]))
/// }
///
/// let function = throwing(divide).expect("the library can throw here");
/// assert_eq!(function.params().len(), 2);
/// let address = function.address(); // for what links the code that calls it
/// # _ = address;
/// ```
///
/// ```compile_fail
/// let limit = 7;
/// barebones::jit::throwing(move |a: u64| if a < limit { Ok(a) } else { Err(Default::default()) });
/// ```
pub fn throwing<S, F: ThrowingFn<S>>(_: F) -> Option<ThrowingFunction> {
    const { assert!(size_of::<F>() == 0, "the function captures something") };
    F::function()
}

/// As a function of the host returns to [`throwing`]'s code: two registers, the second a general or a floating-point one.
#[repr(C)]
#[derive(Debug)]
#[cfg(any(target_arch = "aarch64", all(target_arch = "x86_64", not(windows))))]
struct Returned<R> {
    threw: u64,
    value: R,
}

macro_rules! throwing_fn {
    ($($argument:ident),*) => {
        impl<F, R, $($argument),*> ThrowingFn<fn($($argument),*) -> R> for F
        where
            F: Fn($($argument),*) -> Result<R, Thrown> + Copy + Send + Sync + 'static,
            R: CResult,
            $($argument: CValue,)*
        {
            #[cfg(any(target_arch = "aarch64", all(target_arch = "x86_64", not(windows))))]
            fn function() -> Option<ThrowingFunction> {
                #[allow(non_snake_case, clippy::too_many_arguments)] // an argument is called as its type is
                #[allow(improper_ctypes_definitions)] // C has no empty value; as a field it is nothing
                extern "C" fn inner<F, R, $($argument),*>($($argument: $argument),*) -> Returned<R>
                where
                    F: Fn($($argument),*) -> Result<R, Thrown> + Copy,
                    R: CResult,
                {
                    // SAFETY: of no size (`throwing` makes sure of that), and may be copied: of one that there was.
                    let function = unsafe { std::mem::zeroed::<F>() };
                    match function($($argument),*) {
                        Ok(value) => Returned { threw: 0, value },
                        Err(thrown) => {
                            THROWN.set(thrown);
                            // SAFETY: a number, an address or nothing.
                            Returned { threw: 1, value: unsafe { std::mem::zeroed() } }
                        }
                    }
                }

                // Arguments are in registers, so it does not matter what is on the stack.
                #[cfg(target_arch = "x86_64")]
                #[unsafe(naked)]
                unsafe extern "C" fn shim<F, R, $($argument),*>()
                where
                    F: Fn($($argument),*) -> Result<R, Thrown> + Copy,
                    R: CResult,
                {
                    std::arch::naked_asm!(
                        "push rbp",
                        "mov rbp, rsp",
                        "call {inner}",
                        "pop rbp",
                        "test rax, rax",
                        "jnz {threw}",
                        "mov rax, rdx",
                        "ret",
                        inner = sym inner::<F, R, $($argument),*>,
                        threw = sym super::thunk::x64_throw_noted,
                    )
                }

                // Here the second register is a general one, whatever the type.
                #[cfg(target_arch = "aarch64")]
                #[unsafe(naked)]
                unsafe extern "C" fn shim<F, R, $($argument),*>()
                where
                    F: Fn($($argument),*) -> Result<R, Thrown> + Copy,
                    R: CResult,
                {
                    std::arch::naked_asm!(
                        "stp x29, x30, [sp, #-16]!",
                        "mov x29, sp",
                        "bl {inner}",
                        "ldp x29, x30, [sp], #16",
                        "cbnz x0, 2f",
                        "mov x0, x1",
                        "fmov d0, x1",
                        "ret",
                        "2:",
                        "b {threw}",
                        inner = sym inner::<F, R, $($argument),*>,
                        threw = sym super::thunk::a64_throw_noted,
                    )
                }

                let address = (shim::<F, R, $($argument),*> as *const u8).expose_provenance();
                Some(ThrowingFunction { address, params: &[$(<$argument as CValue>::TYPE),*], results: R::TYPES })
            }

            #[cfg(not(any(target_arch = "aarch64", all(target_arch = "x86_64", not(windows)))))]
            fn function() -> Option<ThrowingFunction> {
                None
            }
        }
    };
}

throwing_fn!();
throwing_fn!(A);
throwing_fn!(A, B);
throwing_fn!(A, B, C);
throwing_fn!(A, B, C, D);
throwing_fn!(A, B, C, D, E);
throwing_fn!(A, B, C, D, E, G);

/// Called by the thunk: makes of the machine what it shall be at the handler.
///
/// # Safety
///
/// The machine is what the thunk stored when something was thrown: `exit` is where the call of what threw returns to.
#[cfg(any(target_arch = "aarch64", all(target_arch = "x86_64", not(windows))))]
pub(super) unsafe fn unwind(machine: *mut Machine) {
    // SAFETY: the thunk's, which waits.
    let machine = unsafe { &mut *machine };
    if machine.return_address == 0 {
        THROWN.set(Thrown([machine.gp[FIRST_ARGUMENT], machine.gp[SECOND_WORD]]));
    }
    let frame_pointer = machine.gp[FRAME_POINTER] as usize;
    // SAFETY: the caller's.
    if unsafe { find_handler(machine) } {
        return;
    }
    // Unreachable is the code of what should not have come to this.
    let (code, payload) = (TrapCode::Unreachable, Box::new(thrown()));
    // SAFETY: this owns nothing any more; if the frame is no compiled procedure's, nobody is found to have called it.
    unsafe { raise_trap(code, Some(payload), std::ptr::with_exposed_provenance(frame_pointer)) }
}

/// The number of the register with the second word; the first is the first argument.
const SECOND_WORD: usize = if cfg!(target_arch = "aarch64") { 1 } else { 6 };

/// Goes outwards to the next handler; false if there is none.
///
/// # Safety
///
/// As for [`unwind`].
unsafe fn find_handler(machine: &mut Machine) -> bool {
    let mut return_address = machine.exit as usize;
    loop {
        // The end of a call may be the end of the procedure.
        let inside: *const u8 = std::ptr::without_provenance(return_address.wrapping_sub(1));
        let Some(code) = Code::at(inside) else { return false };
        let Some(offset) = code.offset_of(inside) else { return false };
        let Some(piece) = code.piece_at(offset) else { return false };
        if let Some(handler) = code.handler_of_call(offset + 1) {
            let stack_pointer = machine.gp[FRAME_POINTER] as usize - piece.frame.size as usize;
            let place = &raw const code.bytes()[handler as usize] as u64;
            // SAFETY: below that stack pointer are the return address of the call, and whatever was called, of which
            // nothing is needed any more but the machine, which is below both words.
            unsafe { go_on(machine, place, stack_pointer) };
            return true;
        }
        // SAFETY: the frame pointer is that of a frame of this procedure: it has not returned from this call.
        return_address = unsafe { restore_saved(machine, piece) } as usize;
    }
}
