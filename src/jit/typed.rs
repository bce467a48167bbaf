//! Typed calls: compiled code as a Rust function.

use super::{Code, HOST_C_CONVENTION, Trap, TrapRecovery, TypeMismatch};
use crate::base::{Signature, Type};
use std::fmt;

mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

/// A Rust type that compiled code can take and return.
pub trait CValue: Copy + Sealed {
    /// The corresponding type of compiled code.
    const TYPE: Type;
}

/// A Rust type that a function can return: a [`CValue`], or nothing.
pub trait CResult: Sealed {
    /// The types of the results: one or none.
    const TYPES: &'static [Type];
}

/// The type of a function with the host's C convention, `extern "C" fn(..) -> ..`: up to twelve parameters.
pub trait CFunction: Copy + Sealed {
    /// The types of its parameters.
    const PARAMS: &'static [Type];
    /// The types of its results.
    const RESULTS: &'static [Type];

    /// Converts an address to a function.
    ///
    /// # Safety
    /// A function of this type is at the address, for as long as the result is used.
    unsafe fn from_address(address: *const u8) -> Self;
}

macro_rules! c_values {
    ($([$($generics:tt)*] $rust:ty = $ty:expr;)*) => {
        $(
            impl<$($generics)*> Sealed for $rust {}
            impl<$($generics)*> CValue for $rust {
                const TYPE: Type = $ty;
            }
            impl<$($generics)*> CResult for $rust {
                const TYPES: &'static [Type] = &[$ty];
            }
        )*
    };
}

c_values! {
    [] i32 = Type::Int32;
    [] u32 = Type::Int32;
    [] i64 = Type::Int64;
    [] u64 = Type::Int64;
    [] f32 = Type::Float;
    [] f64 = Type::Double;
    [] isize = WORD;
    [] usize = WORD;
    [T] *const T = WORD;
    [T] *mut T = WORD;
}

/// The type of addresses.
const WORD: Type = if size_of::<usize>() == 8 { Type::Int64 } else { Type::Int32 };

impl Sealed for () {}
impl CResult for () {
    const TYPES: &'static [Type] = &[];
}

/// A callable handle to a procedure as a Rust function; it owns the code.
///
/// Clones share the code. Dropping the last handle of a group, typed or not, frees it.
#[derive(Clone)]
pub struct TypedCode<F> {
    code: Code,
    function: F,
}

impl<F: CFunction> TypedCode<F> {
    /// The untyped handle.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The plain function, for use where a function pointer is needed.
    ///
    /// # Safety
    /// It is only called while a handle to the code's group exists.
    pub unsafe fn as_fn(&self) -> F {
        self.function
    }
}

impl<F> fmt::Debug for TypedCode<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} as {}", self.code, std::any::type_name::<F>())
    }
}

impl Code {
    /// Returns the procedure as a function of type `F`, for example `extern "C" fn(i64) -> i64`.
    ///
    /// Integers have no sign in compiled code, so `i32` and `u32` are the same, and pointers are 64-bit integers.
    ///
    /// # Errors
    /// Fails if the procedure has other parameters or results, or does not use the host's C convention.
    ///
    /// # Safety
    /// Calls through the handle are safe, so the caller of this function must guarantee for all of them:
    /// - The code's behaviour is defined, for all arguments, including pointers, and on any thread.
    /// - Everything outside the group that the code refers to exists as long as the handle.
    /// - If the code is called by `call_catching`, the host functions that it calls follow the rules of
    ///   [`TrapRecovery::catch`].
    ///
    /// The behaviour of code with exits includes the replies of its group's exit handler, which was given to the
    /// compiler or to [`Code::set_exit_handler`].
    pub unsafe fn typed<F: CFunction>(&self) -> Result<TypedCode<F>, TypeMismatch> {
        // SAFETY: guaranteed by the caller.
        unsafe { self.typed_entry(0) }
    }

    /// Like [`Code::typed`], at one of the entry points.
    ///
    /// # Errors
    /// As for [`Code::typed`]. Also fails if the entry does not exist.
    ///
    /// # Safety
    /// As for [`Code::typed`].
    pub unsafe fn typed_entry<F: CFunction>(&self, entry: usize) -> Result<TypedCode<F>, TypeMismatch> {
        let convention = self.convention().name;
        if HOST_C_CONVENTION != Some(convention) {
            return Err(TypeMismatch::Convention { expected: convention, found: HOST_C_CONVENTION });
        }
        self.check_types(F::PARAMS, F::RESULTS)?;
        // SAFETY: the entry has these types and this convention, which were checked; the handle keeps it alive.
        let function = unsafe { F::from_address(self.checked_entry(entry)?) };
        Ok(TypedCode { code: self.clone(), function })
    }

    /// The address of an entry point, or an error if it does not exist.
    pub(super) fn checked_entry(&self, entry: usize) -> Result<*const u8, TypeMismatch> {
        let entries = self.entry_count();
        self.entry_at(entry).ok_or(TypeMismatch::NoEntry { entry, entries })
    }

    /// Checks the signature against a caller's types.
    pub(super) fn check_types(&self, params: &[Type], results: &[Type]) -> Result<(), TypeMismatch> {
        check_types(self.signature(), params, results)
    }
}

/// Checks a signature against a caller's types.
pub(super) fn check_types(
    signature: &Signature,
    params: &[Type],
    results: &[Type],
) -> Result<(), TypeMismatch> {
    if signature.params.len() != params.len() {
        let (expected, found) = (signature.params.len(), params.len());
        return Err(TypeMismatch::ParameterCount { expected, found });
    }
    for (index, (&expected, &found)) in signature.params.iter().zip(params).enumerate() {
        if expected != found {
            return Err(TypeMismatch::Parameter { index, expected, found });
        }
    }
    if signature.results != results {
        let (expected, found) = (signature.results.clone(), results.into());
        return Err(TypeMismatch::Results { expected, found });
    }
    Ok(())
}

macro_rules! functions {
    ($(($($arg:ident: $ty:ident),*))*) => {
        $(
            impl<$($ty: CValue,)* R: CResult> Sealed for extern "C" fn($($ty),*) -> R {}

            impl<$($ty: CValue,)* R: CResult> CFunction for extern "C" fn($($ty),*) -> R {
                const PARAMS: &'static [Type] = &[$($ty::TYPE),*];
                const RESULTS: &'static [Type] = R::TYPES;

                unsafe fn from_address(address: *const u8) -> Self {
                    // SAFETY: guaranteed by the caller.
                    unsafe { std::mem::transmute::<*const u8, Self>(address) }
                }
            }

            impl<$($ty: CValue,)* R: CResult> TypedCode<extern "C" fn($($ty),*) -> R> {
                /// Calls the procedure.
                #[allow(clippy::too_many_arguments)] // as many as the procedure has
                pub fn call(&self, $($arg: $ty),*) -> R {
                    (self.function)($($arg),*)
                }

                /// Calls the procedure; returns a trap as an error.
                ///
                /// # Errors
                /// Returns the trap.
                #[allow(clippy::too_many_arguments)] // as many as the procedure has
                pub fn call_catching(&self, recovery: TrapRecovery, $($arg: $ty),*) -> Result<R, Trap> {
                    // SAFETY: the closure has nothing to drop. The functions that the code calls follow the rules, as
                    // guaranteed by the caller of `typed`.
                    unsafe { recovery.catch(|| (self.function)($($arg),*)) }
                }
            }
        )*
    };
}

/// Invokes a macro with the parameter lists of all supported function types.
macro_rules! with_arities {
    ($macro:ident) => {
        $macro! {
            ()
            (a: A)
            (a: A, b: B)
            (a: A, b: B, c: C)
            (a: A, b: B, c: C, d: D)
            (a: A, b: B, c: C, d: D, e: E)
            (a: A, b: B, c: C, d: D, e: E, f: F)
            (a: A, b: B, c: C, d: D, e: E, f: F, g: G)
            (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H)
            (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I)
            (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I, j: J)
            (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I, j: J, k: K)
            (a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I, j: J, k: K, l: L)
        }
    };
}
pub(super) use with_arities;

with_arities!(functions);
