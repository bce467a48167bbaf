//! Function types with references that are valid for one call, such as `extern "C" fn(&T, i64)`.
//!
//! `for<'a> extern "C" fn(&'a T)` is another type than `extern "C" fn(A)` with any `A`, so it needs implementations of
//! its own. It is also a subtype of `extern "C" fn(&'x T)`, so the methods of handles are found without.

use super::typed::{CFunction, CResult, CValue, function_types, sealed::Sealed};
use crate::base::Type;
use crate::isa::masm::CallValue;

/// Invokes a macro for each choice of references among the first three parameters of a function: shared, mutable or
/// none, each with a lifetime of its own, and at least one.
///
/// A parameter is `(T [bound] [type] [a type of the same representation without the lifetime])`.
macro_rules! with_references {
    ($macro:ident $unsafe:tt $abi:literal ($($arg:ident: $ty:ident),*)) => {
        with_references!($macro $unsafe $abi [] [] ['a 'b 'c] [$($ty)*]);
    };
    ($macro:ident $unsafe:tt $abi:literal [$($used:lifetime)*] [$($done:tt)*]
        [$next:lifetime $($free:lifetime)*] [$ty:ident $($rest:ident)*]) => {
        with_references!($macro $unsafe $abi [$($used)*] [$($done)* ($ty [CValue] [$ty] [$ty])]
            [$($free)*] [$($rest)*]);
        with_references!($macro $unsafe $abi [$($used)* $next] [$($done)* ($ty [Sized] [&$next $ty] [*const $ty])]
            [$($free)*] [$($rest)*]);
        with_references!($macro $unsafe $abi [$($used)* $next] [$($done)* ($ty [Sized] [&$next mut $ty] [*const $ty])]
            [$($free)*] [$($rest)*]);
    };
    ($macro:ident $unsafe:tt $abi:literal [] $done:tt $free:tt $rest:tt) => {};
    ($macro:ident $unsafe:tt $abi:literal $used:tt [$($done:tt)*] $free:tt [$($rest:ident)*]) => {
        $macro!($unsafe $abi $used $($done)* $(($rest [CValue] [$rest] [$rest]))*);
    };
}

/// Implements [`CFunction`] for a function with references of any lifetime.
macro_rules! reference_function {
    ([$($unsafe:tt)?] $abi:literal [$($lifetime:lifetime)*]
        $(($ty:ident [$bound:ident] [$($param:tt)*] [$($same:tt)*]))*) => {
        impl<$($ty,)* R> Sealed for for<$($lifetime),*> $($unsafe)? extern $abi fn($($($param)*),*) -> R {}

        impl<$($ty: $bound,)* R: CResult> CFunction
            for for<$($lifetime),*> $($unsafe)? extern $abi fn($($($param)*),*) -> R
        {
            const PARAMS: &'static [Type] = &[$(<$($same)* as CValue>::TYPE),*];
            const RESULTS: &'static [Type] = R::TYPES;

            unsafe fn from_address(address: *const u8) -> Self {
                // SAFETY: guaranteed by the caller.
                unsafe { std::mem::transmute::<*const u8, Self>(address) }
            }
        }

        /// The address of the function, which is exposed.
        impl<$($ty,)* R> From<for<$($lifetime),*> $($unsafe)? extern $abi fn($($($param)*),*) -> R> for CallValue {
            fn from(function: for<$($lifetime),*> $($unsafe)? extern $abi fn($($($param)*),*) -> R) -> CallValue {
                CallValue::from(function as *const ())
            }
        }
    };
}

macro_rules! reference_functions {
    ($($function:tt)*) => {
        with_references!(reference_function $($function)*);
    };
}

function_types!(reference_functions);
