//! Calling compiled code as a Rust function.

use super::{Code, HOST_C_CONVENTION, Trap, TrapRecovery, TypeMismatch};
use crate::base::Type;
use std::fmt;

mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

/// A Rust type that compiled code can take and give.
pub trait CValue: Copy + Sealed {
    /// The type that it is in compiled code.
    const TYPE: Type;
}

/// A Rust type that a function can give: a [`CValue`], or nothing.
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

    /// The function at this address.
    ///
    /// # Safety
    ///
    /// There is such a function, for as long as the result is used.
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

/// A procedure as a Rust function: a handle that owns the code and can be called.
///
/// Clones share the code. The last handle of a group, typed or not, frees it.
#[derive(Clone)]
pub struct TypedCode<F> {
    code: Code,
    function: F,
}

impl<F: CFunction> TypedCode<F> {
    /// The handle without the type.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The function itself, to be stored where a plain function is wanted.
    ///
    /// # Safety
    ///
    /// It is called only while a handle to the code's group exists.
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
    /// The procedure as a function of type `F`, for example `extern "C" fn(i64) -> i64`.
    ///
    /// Integers have no sign in compiled code, so `i32` and `u32` are the same, and pointers are 64-bit integers.
    ///
    /// # Errors
    ///
    /// The procedure has other parameters or results, or not the host's C convention.
    ///
    /// # Safety
    ///
    /// Calls through the handle are safe, so the caller of this function answers for all of them: whatever
    /// arguments they pass, also pointers, and on any thread, the code does nothing undefined; what it refers to
    /// outside its group exists as long as the handle. If the code is called by `call_catching`, the host functions
    /// that it calls keep the rules of [`TrapRecovery::catch`]. Code that leaves by exits does what the handler of
    /// its group replies, which was given to the compiler, or by [`Code::set_exit_handler`].
    pub unsafe fn typed<F: CFunction>(&self) -> Result<TypedCode<F>, TypeMismatch> {
        // SAFETY: the caller's.
        unsafe { self.typed_entry(0) }
    }

    /// As [`Code::typed`], at one of the entry points.
    ///
    /// # Errors
    ///
    /// As of [`Code::typed`]; or there is no such entry.
    ///
    /// # Safety
    ///
    /// As for [`Code::typed`].
    pub unsafe fn typed_entry<F: CFunction>(&self, entry: usize) -> Result<TypedCode<F>, TypeMismatch> {
        let convention = self.convention().name;
        if HOST_C_CONVENTION != Some(convention) {
            return Err(TypeMismatch::Convention { expected: convention, found: HOST_C_CONVENTION });
        }
        self.check_types(F::PARAMS, F::RESULTS)?;
        // SAFETY: the entry has these types and this convention, as its signature says; the handle keeps it alive.
        let function = unsafe { F::from_address(self.checked_entry(entry)?) };
        Ok(TypedCode { code: self.clone(), function })
    }

    /// The address of an entry point.
    pub(super) fn checked_entry(&self, entry: usize) -> Result<*const u8, TypeMismatch> {
        let entries = self.entry_count();
        self.entry_at(entry).ok_or(TypeMismatch::NoEntry { entry, entries })
    }

    /// Compares the signature with the types that a caller has.
    pub(super) fn check_types(&self, params: &[Type], results: &[Type]) -> Result<(), TypeMismatch> {
        let signature = self.signature();
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
}

macro_rules! functions {
    ($(($($arg:ident: $ty:ident),*))*) => {
        $(
            impl<$($ty: CValue,)* R: CResult> Sealed for extern "C" fn($($ty),*) -> R {}

            impl<$($ty: CValue,)* R: CResult> CFunction for extern "C" fn($($ty),*) -> R {
                const PARAMS: &'static [Type] = &[$($ty::TYPE),*];
                const RESULTS: &'static [Type] = R::TYPES;

                unsafe fn from_address(address: *const u8) -> Self {
                    // SAFETY: the caller's.
                    unsafe { std::mem::transmute::<*const u8, Self>(address) }
                }
            }

            impl<$($ty: CValue,)* R: CResult> TypedCode<extern "C" fn($($ty),*) -> R> {
                /// Calls the procedure.
                #[allow(clippy::too_many_arguments)] // as many as the procedure has
                pub fn call(&self, $($arg: $ty),*) -> R {
                    (self.function)($($arg),*)
                }

                /// Calls the procedure; a trap is an error.
                ///
                /// # Errors
                ///
                /// The trap.
                #[allow(clippy::too_many_arguments)] // as many as the procedure has
                pub fn call_catching(&self, recovery: TrapRecovery, $($arg: $ty),*) -> Result<R, Trap> {
                    // SAFETY: the closure has nothing to drop, and the functions that the code calls keep the
                    // rules, as whoever made this handle has promised.
                    unsafe { recovery.catch(|| (self.function)($($arg),*)) }
                }
            }
        )*
    };
}

functions! {
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
