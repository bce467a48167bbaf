//! Throwing from compiled code, and from functions of the host that it called, to the exceptional successor of a call.
//!
//! What is thrown goes outwards over the frames of compiled code, from the call of what threw, to the first whose
//! call has an exceptional successor, or whose generator named one for it ([`StackmapParams::catch`]). On its way
//! it restores the registers that each frame saved, as if that had returned. It ends at the first caller that is no
//! compiled procedure: a function of the host that called compiled code, or the client's own code in an assembly.
//! Then the innermost catching call of the thread ends with it, see [`Trap::thrown`](super::Trap::thrown); without
//! one the process is aborted, as by [`raise_trap`].
//!
//! No frame of the host is skipped: a function of the host throws by returning ([`throwing`]).
//!
//! [`StackmapParams::catch`]: crate::isa::StackmapParams::catch

use super::typed::{CResult, CValue};
use crate::base::Type;
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
    pub(super) static THROWN: Cell<Thrown> = const { Cell::new(Thrown([0; 2])) };
}

/// What this thread threw last: for a handler, what it has caught, until something else is thrown.
pub fn thrown() -> Thrown {
    THROWN.get()
}

extern "C" fn thrown_word(index: u64) -> u64 {
    thrown().0.get(index as usize).copied().unwrap_or(0)
}

/// The address of a function that compiled code calls in the C convention to read what it has caught: it takes the
/// index of a word, an Int64, and gives that word, an Int64. See [`thrown`].
pub fn thrown_function() -> *const u8 {
    thrown_word as *const u8
}

/// The address of a function that compiled code calls in the C convention to throw two words, which are Int64; it does
/// not return. `None` where the library cannot throw: so far it does on x86-64 and AArch64.
///
/// The interpreter needs a function of the host for it, that answers with
/// [`Reply::Exception`](crate::interp::Reply::Exception).
pub fn throw_function() -> Option<*const u8> {
    #[cfg(target_arch = "x86_64")]
    return Some(super::thunk::x64_throw as *const u8);
    #[cfg(target_arch = "aarch64")]
    return Some(super::thunk::a64_throw as *const u8);
    #[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
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

/// Makes of a Rust function, or of a closure that captures nothing, a function that compiled code can call: `Ok` is
/// what it returns, `Err` is thrown. Everything that the Rust function owns is dropped before. `None` where the
/// library cannot throw, see [`throw_function`].
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

/// As a function of the host returns to [`throwing`]'s code: two registers, the second a general or a
/// floating-point one.
#[repr(C)]
#[derive(Debug)]
#[cfg(any(target_arch = "aarch64", all(target_arch = "x86_64", not(windows))))]
struct Returned<R> {
    threw: u64,
    value: R,
}

/// On Windows, where only one register returns what a function gives: the value; whether it threw is beside.
#[repr(transparent)]
#[derive(Debug)]
#[cfg(all(target_arch = "x86_64", windows))]
struct Returned<R> {
    value: R,
}

#[cfg(any(target_arch = "aarch64", all(target_arch = "x86_64", not(windows))))]
impl<R> Returned<R> {
    fn new(threw: bool, value: R) -> Returned<R> {
        Returned { threw: threw.into(), value }
    }
}

#[cfg(all(target_arch = "x86_64", windows))]
impl<R> Returned<R> {
    fn new(threw: bool, value: R) -> Returned<R> {
        THREW.set(threw);
        Returned { value }
    }
}

#[cfg(all(target_arch = "x86_64", windows))]
thread_local! {
    static THREW: Cell<bool> = const { Cell::new(false) };
}

/// Whether the function of the host threw that returned last.
#[cfg(all(target_arch = "x86_64", windows))]
extern "C" fn threw() -> u64 {
    THREW.get().into()
}

macro_rules! throwing_fn {
    ($($argument:ident),*) => {
        impl<F, R, $($argument),*> ThrowingFn<fn($($argument),*) -> R> for F
        where
            F: Fn($($argument),*) -> Result<R, Thrown> + Copy + Send + Sync + 'static,
            R: CResult,
            $($argument: CValue,)*
        {
            #[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
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
                        Ok(value) => Returned::new(false, value),
                        Err(thrown) => {
                            THROWN.set(thrown);
                            // SAFETY: a number, an address or nothing.
                            Returned::new(true, unsafe { std::mem::zeroed() })
                        }
                    }
                }

                // Arguments are in registers, so it does not matter what is on the stack.
                #[cfg(all(target_arch = "x86_64", not(windows)))]
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

                // The fifth and the sixth argument are on the stack, behind the space that belongs to the callee; if there
                // are fewer, two words of the caller's frame.
                #[cfg(all(target_arch = "x86_64", windows))]
                #[unsafe(naked)]
                unsafe extern "C" fn shim<F, R, $($argument),*>()
                where
                    F: Fn($($argument),*) -> Result<R, Thrown> + Copy,
                    R: CResult,
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
                        "call {threw}",
                        "test rax, rax",
                        "mov rax, [rsp + 48]",
                        "movsd xmm0, [rsp + 56]",
                        "mov rsp, rbp",
                        "pop rbp",
                        "jnz {noted}",
                        "ret",
                        inner = sym inner::<F, R, $($argument),*>,
                        threw = sym threw,
                        noted = sym super::thunk::x64_throw_noted,
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
                        "b {threw}",
                        inner = sym inner::<F, R, $($argument),*>,
                        threw = sym super::thunk::a64_throw_noted,
                    )
                }

                let address = (shim::<F, R, $($argument),*> as *const u8).expose_provenance();
                Some(ThrowingFunction { address, params: &[$(<$argument as CValue>::TYPE),*], results: R::TYPES })
            }

            #[cfg(not(any(target_arch = "aarch64", target_arch = "x86_64")))]
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
