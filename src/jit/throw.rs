//! Throws exceptions from compiled code, and from host functions that it called, to the exceptional successor of a
//! call.
//!
//! Unwinding starts at the call that threw, and passes frames of compiled code up to the first whose call has an
//! exceptional successor, or a handler named by its generator ([`StackmapParams::catch`]). It restores the callee-saved
//! registers of each frame, as its return would. It ends at the first caller that is not a compiled procedure: a host
//! function that called compiled code, or the client's own code in an assembly. Then it ends the innermost catching
//! call of the thread, see [`Trap::thrown`](super::Trap::thrown). Without one the process is aborted, as by
//! [`raise_trap`].
//!
//! No frame of the host is skipped: a host function throws by returning ([`throwing`]).
//!
//! [`StackmapParams::catch`]: crate::isa::StackmapParams::catch

use super::host_function::{Given, HostFunction};
use super::typed::{CValue, HostResult};
use crate::support::error_type;
use std::cell::Cell;
use std::fmt;

/// A thrown exception: two words, whose meaning is defined by the client. It owns nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Thrown(pub [u64; 2]);

impl fmt::Display for Thrown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Thrown([first, second]) = self;
        write!(f, "({first:#x}, {second:#x}) was thrown but not caught")
    }
}

error_type!(Thrown);

thread_local! {
    pub(super) static THROWN: Cell<Thrown> = const { Cell::new(Thrown([0; 2])) };
}

/// The exception that this thread threw last. In a handler it is the caught one, until another is thrown.
pub fn thrown() -> Thrown {
    THROWN.get()
}

extern "C" fn thrown_word(index: u64) -> u64 {
    thrown().0.get(index as usize).copied().unwrap_or(0)
}

/// The address of a function with the C convention that returns the caught exception to compiled code. It takes the
/// index of a word, an Int64, and returns that word, an Int64. See [`thrown`].
pub fn thrown_function() -> *const u8 {
    thrown_word as *const u8
}

/// The address of a function with the C convention that throws its two arguments, of type Int64, from compiled code. It
/// does not return. `None` where the library does not support throwing: so far on all but x86-64 and AArch64, and on a
/// thread that uses a shadow stack of the processor, which the library does not adjust.
///
/// In the interpreter, use a host function that replies with [`Reply::Exception`](crate::interp::Reply::Exception)
/// instead.
pub fn throw_function() -> Option<*const u8> {
    if super::shadow_stack::forbids_other_returns() {
        return None;
    }
    #[cfg(target_arch = "x86_64")]
    return Some(super::thunk::x64_throw as *const u8);
    #[cfg(target_arch = "aarch64")]
    return Some(super::thunk::a64_throw as *const u8);
    #[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
    None
}

/// Functions that [`throwing`] accepts: up to six arguments of the types of C functions here, and a
/// [`HostResult`]. Sealed.
pub trait ThrowingFn<Signature>: Copy + Send + Sync + 'static {
    #[doc(hidden)]
    fn function(given: Given<Self>) -> Option<HostFunction>;
}

/// Turns a Rust function, or a closure without captures, into a function that compiled code can call: `Ok` is returned,
/// `Err` is thrown. Everything that the Rust function owns is dropped before the throw. `None` where the library does
/// not support throwing, see [`throw_function`].
///
/// A panic aborts the process: the function has the ABI `"C"`, through which nothing unwinds.
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
///
/// A function pointer is not a function, since it has a value:
///
/// ```compile_fail,E0080
/// use barebones::jit::Thrown;
///
/// fn identity(a: u64) -> Result<u64, Thrown> {
///     Ok(a)
/// }
/// barebones::jit::throwing(identity as fn(u64) -> Result<u64, Thrown>);
/// ```
///
/// ```compile_fail,E0061
/// use barebones::jit::{Thrown, ThrowingFn};
///
/// // Without a value, which may not exist.
/// <fn(u64) -> Result<u64, Thrown> as ThrowingFn<fn(u64) -> u64>>::function();
/// ```
pub fn throwing<S, F: ThrowingFn<S>>(function: F) -> Option<HostFunction> {
    throw_function()?;
    F::function(Given::new(&function))
}

/// The result that a host function passes to its shim: two registers, the second a general or a floating-point one.
#[repr(C)]
#[derive(Debug)]
#[cfg(any(target_arch = "aarch64", all(target_arch = "x86_64", not(windows))))]
struct Returned<R> {
    is_exception: u64,
    value: R,
}

/// On Windows only one register returns a result: the value. The flag is passed in `IS_EXCEPTION`.
#[repr(transparent)]
#[derive(Debug)]
#[cfg(all(target_arch = "x86_64", windows))]
struct Returned<R> {
    value: R,
}

#[cfg(any(target_arch = "aarch64", all(target_arch = "x86_64", not(windows))))]
impl<R> Returned<R> {
    fn new(is_exception: bool, value: R) -> Returned<R> {
        Returned { is_exception: is_exception.into(), value }
    }
}

#[cfg(all(target_arch = "x86_64", windows))]
impl<R> Returned<R> {
    fn new(is_exception: bool, value: R) -> Returned<R> {
        IS_EXCEPTION.set(is_exception);
        Returned { value }
    }
}

#[cfg(all(target_arch = "x86_64", windows))]
thread_local! {
    static IS_EXCEPTION: Cell<bool> = const { Cell::new(false) };
}

/// True if the host function that returned last threw.
#[cfg(all(target_arch = "x86_64", windows))]
extern "C" fn is_exception() -> u64 {
    IS_EXCEPTION.get().into()
}

macro_rules! throwing_fn {
    ($($argument:ident),*) => {
        impl<F, R, $($argument),*> ThrowingFn<fn($($argument),*) -> R> for F
        where
            F: Fn($($argument),*) -> Result<R, Thrown> + Copy + Send + Sync + 'static,
            R: HostResult,
            $($argument: CValue,)*
        {
            #[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
            fn function(_: Given<F>) -> Option<HostFunction> {
                const { assert!(size_of::<F>() == 0, "the function captures something") };
                #[allow(non_snake_case, clippy::too_many_arguments)] // arguments are named like their types
                #[allow(improper_ctypes_definitions)] // a C type cannot be empty; as a field, `()` takes no space
                extern "C" fn inner<F, R, $($argument),*>($($argument: $argument::Passed),*) -> Returned<R::Passed>
                where
                    F: Fn($($argument),*) -> Result<R, Thrown> + Copy,
                    R: HostResult,
                    $($argument: CValue,)*
                {
                    // SAFETY: compiled code passes arguments that are valid for their types.
                    $(let $argument = unsafe { $argument::receive($argument) };)*
                    // SAFETY: zero-sized (checked by `function`) and `Copy`; a value of the type exists, as `Given`
                    // proves.
                    let function = unsafe { std::mem::zeroed::<F>() };
                    match function($($argument),*) {
                        Ok(value) => Returned::new(false, value.pass_result()),
                        Err(thrown) => {
                            THROWN.set(thrown);
                            // SAFETY: a number or `()`: valid when zeroed.
                            Returned::new(true, unsafe { std::mem::zeroed() })
                        }
                    }
                }

                // All arguments are in registers, so the changed stack does not matter.
                #[cfg(all(target_arch = "x86_64", not(windows)))]
                #[unsafe(naked)]
                unsafe extern "C" fn shim<F, R, $($argument),*>()
                where
                    F: Fn($($argument),*) -> Result<R, Thrown> + Copy,
                    R: HostResult,
                    $($argument: CValue,)*
                {
                    std::arch::naked_asm!(
                        "push rbp",
                        "mov rbp, rsp",
                        "call {inner}",
                        "pop rbp",
                        "test rax, rax",
                        "jnz {throw}",
                        "mov rax, rdx",
                        "ret",
                        inner = sym inner::<F, R, $($argument),*>,
                        throw = sym super::thunk::x64_throw_recorded,
                    )
                }

                // Copies the fifth and the sixth argument, which are on the stack after the shadow space. If there are
                // fewer, it copies two words of the caller's frame.
                #[cfg(all(target_arch = "x86_64", windows))]
                #[unsafe(naked)]
                unsafe extern "C" fn shim<F, R, $($argument),*>()
                where
                    F: Fn($($argument),*) -> Result<R, Thrown> + Copy,
                    R: HostResult,
                    $($argument: CValue,)*
                {
                    std::arch::naked_asm!(
                        "push rbp",
                        "mov rbp, rsp",
                        "sub rsp, 64",
                        "mov rax, [rbp + 48]",
                        "mov [rsp + 32], rax",
                        "mov rax, [rbp + 56]",
                        "mov [rsp + 40], rax",
                        "call {inner}",
                        "mov [rsp + 48], rax",
                        "movsd [rsp + 56], xmm0",
                        "call {is_exception}",
                        "test rax, rax",
                        "mov rax, [rsp + 48]",
                        "movsd xmm0, [rsp + 56]",
                        "mov rsp, rbp",
                        "pop rbp",
                        "jnz {throw}",
                        "ret",
                        inner = sym inner::<F, R, $($argument),*>,
                        is_exception = sym is_exception,
                        throw = sym super::thunk::x64_throw_recorded,
                    )
                }

                // Here the second register is a general one, for every type.
                #[cfg(target_arch = "aarch64")]
                #[unsafe(naked)]
                unsafe extern "C" fn shim<F, R, $($argument),*>()
                where
                    F: Fn($($argument),*) -> Result<R, Thrown> + Copy,
                    R: HostResult,
                    $($argument: CValue,)*
                {
                    std::arch::naked_asm!(
                        "hint #34", // bti c
                        "stp x29, x30, [sp, #-16]!",
                        "mov x29, sp",
                        "bl {inner}",
                        "ldp x29, x30, [sp], #16",
                        "cbnz x0, 2f",
                        "mov x0, x1",
                        "fmov d0, x1",
                        "ret",
                        "2:",
                        "b {throw}",
                        inner = sym inner::<F, R, $($argument),*>,
                        throw = sym super::thunk::a64_throw_recorded,
                    )
                }

                let address = (shim::<F, R, $($argument),*> as *const u8).expose_provenance();
                Some(HostFunction { address, params: &[$(<$argument as CValue>::TYPE),*], results: R::TYPES })
            }

            #[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
            fn function(_: Given<F>) -> Option<HostFunction> {
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
