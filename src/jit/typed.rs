//! Typed calls: compiled code as a Rust function.

use super::{Code, HOST_C_CONVENTION, Trap, TrapRecovery, TypeMismatch};
use crate::base::{Signature, Type};
use crate::isa::masm::CallValue;
use std::fmt;
use std::ptr::NonNull;

pub(super) mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

/// A Rust type that compiled code can take and return.
///
/// | Rust | compiled code |
/// |---|---|
/// | `bool`, `i8`, `u8`, `i16`, `u16` | Int32; see [below](#narrow-types) |
/// | `i32`, `u32` | Int32 |
/// | `i64`, `u64` | Int64 |
/// | `f32`, `f64` | Float, Double |
/// | `isize`, `usize`, `*const T`, `*mut T`, `NonNull<T>`, `&T`, `&mut T` | Int64 |
/// | `extern "C" fn(..) -> ..` with `unsafe` and as `"C-unwind"`, of any types without lifetimes of their own | Int64 |
/// | `Option` of `NonNull`, a reference or a function | Int64; `None` is 0 |
///
/// # Narrow types
///
/// The C conventions disagree about bits above 8 or 16: on System V and Apple's systems the sender extends a value to
/// 32 bits, on Windows and AAPCS64 the receiver does. A handle extends in both directions, so one procedure is right on
/// all systems: it receives `i8` and `i16` sign-extended, the unsigned types zero-extended, and `bool` as 0 or 1. Of a
/// result only the low bits count; a `bool` is true if any of the 32 bits is set.
pub trait CValue: Sealed {
    /// The corresponding type of compiled code.
    const TYPE: Type = <Self::Passed as Scalar>::TYPE;
    /// The type that is passed to and from the procedure.
    #[doc(hidden)]
    type Passed: Scalar;

    #[doc(hidden)]
    fn pass(self) -> Self::Passed;

    /// # Safety
    /// The value is valid for this type: a pointer is not null, for example.
    #[doc(hidden)]
    unsafe fn receive(passed: Self::Passed) -> Self;
}

/// A Rust type that a function can return: a [`CValue`], nothing, or a pair of values for the two results of a
/// procedure.
///
/// Each result of a pair is in the register in which the procedure returns it, so the convention must return a pair of
/// C in the same registers. It does for any two types on System V (x86-64), and for two integers, two `f32` or `f64` on
/// AArch64. Other pairs, and all on Windows, are [`TypeMismatch::PairOfResults`]; for these, and for more than two
/// results, use [`Code::call_raw`].
pub trait CResult: Sealed {
    /// The types of the results: at most two.
    const TYPES: &'static [Type];
    /// The type that is returned by the procedure.
    #[doc(hidden)]
    type Returned;

    /// # Safety
    /// As for [`CValue::receive`].
    #[doc(hidden)]
    unsafe fn receive_result(returned: Self::Returned) -> Self;
}

/// A Rust type that a host function can return to compiled code: a [`CValue`], or nothing.
pub trait HostResult: CResult {
    /// The type that is passed to compiled code; all zeros are valid.
    #[doc(hidden)]
    type Passed: Copy;

    #[doc(hidden)]
    fn pass_result(self) -> Self::Passed;
}

/// The type of a function with the host's C convention and up to 16 parameters: `extern "C" fn(..) -> ..`, or
/// `extern "C-unwind"`, and either with `unsafe`.
///
/// A type with `unsafe` has `unsafe` calls: each caller, not the caller of [`Code::typed`], vouches for the arguments.
///
/// `"C-unwind"` states that a panic of a host function may unwind through the procedure to the caller of the handle.
/// The host function must have the type `extern "C-unwind" fn` too, and the procedure must be described to the system's
/// unwinder: it is by default, see [`CodeMemory::set_unwind_tables`](super::CodeMemory::set_unwind_tables).
///
/// # References
///
/// Each of the first three parameters may be a reference that is valid for its call only: `extern "C" fn(&T, i64)`,
/// which is short for `for<'a> extern "C" fn(&'a T, i64)`.
///
/// ```
/// use barebones::jit::TypedCode;
///
/// struct Engine {
///     step: TypedCode<extern "C" fn(&mut Machine, &[u8; 16], i64) -> i64>,
/// }
///
/// struct Machine {
///     registers: [u64; 4],
/// }
///
/// fn run(engine: &Engine, code: &[u8; 16]) -> i64 {
///     let mut machine = Machine { registers: [0; 4] };
///     engine.step.call(&mut machine, code, 1)
/// }
/// ```
///
/// All other references need one lifetime for all calls: later parameters, results, parameters that share a lifetime, a
/// reference in an `Option`. Write `extern "C" fn(Option<&'a T>)` with a lifetime in scope, or `extern "C" fn(_)`, and
/// the compiler infers it.
pub trait CFunction: Copy + Sealed {
    /// The types of its parameters.
    const PARAMS: &'static [Type];
    /// The types of its results.
    const RESULTS: &'static [Type];

    /// The signature of a procedure that a function of this type calls.
    fn signature() -> Signature {
        Signature { params: Self::PARAMS.to_vec(), results: Self::RESULTS.to_vec() }
    }

    /// Converts an address to a function.
    ///
    /// # Safety
    /// A function of this type is at the address, for as long as the result is used.
    unsafe fn from_address(address: *const u8) -> Self;
}

/// A Rust type with the size and the register of a type of compiled code. Sealed.
#[doc(hidden)]
pub trait Scalar: Copy + Sealed {
    const TYPE: Type;
    /// The type as wide as its register.
    type Wide: Copy;

    /// Takes the value from the low bits of its register.
    fn from_wide(wide: Self::Wide) -> Self;
}

macro_rules! scalars {
    ($($rust:ty as $wide:ty = $ty:expr, $from_wide:expr;)*) => {
        $(
            impl Scalar for $rust {
                const TYPE: Type = $ty;
                type Wide = $wide;

                fn from_wide(wide: $wide) -> $rust {
                    $from_wide(wide)
                }
            }
        )*
    };
}

scalars! {
    u32 as u64 = Type::Int32, |wide| wide as u32;
    u64 as u64 = Type::Int64, |wide| wide;
    f32 as f64 = Type::Float, |wide: f64| f32::from_bits(wide.to_bits() as u32);
    f64 as f64 = Type::Double, |wide| wide;
}

macro_rules! c_values {
    ($([$($generics:tt)*] $rust:ty as $passed:ty, $pass:expr, $receive:expr;)*) => {
        $(
            impl<$($generics)*> Sealed for $rust {}

            impl<$($generics)*> CValue for $rust {
                type Passed = $passed;

                fn pass(self) -> $passed {
                    $pass(self)
                }

                #[allow(unused_unsafe)] // only some conversions are
                unsafe fn receive(passed: $passed) -> Self {
                    // SAFETY: guaranteed by the caller.
                    unsafe { $receive(passed) }
                }
            }
        )*
    };
}

c_values! {
    [] bool as u32, u32::from, |bits| bits != 0;
    [] i8 as u32, |value| value as u32, |bits| bits as i8;
    [] u8 as u32, u32::from, |bits| bits as u8;
    [] i16 as u32, |value| value as u32, |bits| bits as i16;
    [] u16 as u32, u32::from, |bits| bits as u16;
    [] i32 as u32, |value| value as u32, |bits| bits as i32;
    [] u32 as u32, |value| value, |bits| bits;
    [] i64 as u64, |value| value as u64, |bits| bits as i64;
    [] u64 as u64, |value| value, |bits| bits;
    [] f32 as f32, |value| value, |value| value;
    [] f64 as f64, |value| value, |value| value;
    [] isize as Word, |value| value as Word, |bits| bits as isize;
    [] usize as Word, |value| value as Word, |bits| bits as usize;
    [T] *const T as Word, |pointer: *const T| pointer.expose_provenance() as Word, pointer;
    [T] *mut T as Word, |pointer: *mut T| pointer.expose_provenance() as Word, pointer;
    [T] NonNull<T> as Word, |pointer: NonNull<T>| pointer.as_ptr().pass(), |bits| NonNull::new_unchecked(pointer(bits));
    [T] Option<NonNull<T>> as Word, |option: Option<NonNull<T>>| option.map_or(0, CValue::pass), |bits| NonNull::new(pointer(bits));
    ['a, T] &'a T as Word, |reference: &T| (&raw const *reference).pass(), |bits| &*pointer(bits);
    ['a, T] &'a mut T as Word, |reference: &mut T| (&raw mut *reference).pass(), |bits| &mut *pointer(bits);
    ['a, T] Option<&'a T> as Word, |option: Option<&T>| option.map_or(0, CValue::pass), |bits| pointer::<T>(bits).as_ref();
    ['a, T] Option<&'a mut T> as Word, |option: Option<&mut T>| option.map_or(0, CValue::pass), |bits| pointer::<T>(bits).as_mut();
}

/// The type of addresses.
#[cfg(target_pointer_width = "64")]
type Word = u64;
#[cfg(not(target_pointer_width = "64"))]
type Word = u32;

fn pointer<T>(bits: Word) -> *mut T {
    std::ptr::with_exposed_provenance_mut(bits as usize)
}

impl Sealed for () {}
impl CResult for () {
    const TYPES: &'static [Type] = &[];
    type Returned = ();

    unsafe fn receive_result(returned: ()) -> Self {
        returned
    }
}

impl HostResult for () {
    type Passed = ();

    fn pass_result(self) -> Self::Passed {
        self
    }
}

impl<T: CValue> CResult for T {
    const TYPES: &'static [Type] = &[T::TYPE];
    type Returned = T::Passed;

    unsafe fn receive_result(returned: T::Passed) -> Self {
        // SAFETY: guaranteed by the caller.
        unsafe { T::receive(returned) }
    }
}

impl<T: CValue> HostResult for T {
    type Passed = <T as CValue>::Passed;

    fn pass_result(self) -> <T as CValue>::Passed {
        self.pass()
    }
}

/// Two results as they are in their registers.
#[doc(hidden)]
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Pair<A, B>(A, B);

type WideOf<T> = <<T as CValue>::Passed as Scalar>::Wide;

impl<A: CValue, B: CValue> Sealed for (A, B) {}
impl<A: CValue, B: CValue> CResult for (A, B) {
    const TYPES: &'static [Type] = &[A::TYPE, B::TYPE];
    type Returned = Pair<WideOf<A>, WideOf<B>>;

    unsafe fn receive_result(Pair(a, b): Self::Returned) -> Self {
        // SAFETY: guaranteed by the caller.
        unsafe { (A::receive(Scalar::from_wide(a)), B::receive(Scalar::from_wide(b))) }
    }
}

/// True if the C convention of the host returns a [`Pair`] of these types in the registers of two results.
fn returns_pairs(first: Type, second: Type) -> bool {
    if cfg!(windows) {
        return false;
    }
    // AArch64 returns a structure in registers of one bank.
    cfg!(target_arch = "x86_64") || cfg!(target_arch = "aarch64") && first.bank() == second.bank()
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
    ///
    /// The conversions of a handle are missing:
    /// - A function that returns a pair is not called: the layout of a Rust tuple is unspecified.
    /// - A procedure with [narrow](CValue#narrow-types) parameters extends them itself if the system is Windows, or uses
    ///   AAPCS64. It returns narrow results extended to 32 bits, `bool` as 0 or 1.
    /// - On Apple's AArch64 no narrow parameter is on the stack, where C packs them: after the eighth integer.
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
    /// Integers have no sign in compiled code, so `i32` and `u32` are the same, and pointers are 64-bit integers:
    /// [`CValue`] has the table, [`CFunction`] the accepted function types. For a signature known only at run time use
    /// [`Code::call_raw`], or compile a procedure that makes the call, as `examples/any_signature.rs` does.
    ///
    /// # Errors
    /// Fails if the procedure has other parameters or results, or does not use the host's C convention.
    ///
    /// # Safety
    /// Calls through the handle are safe unless the type is `unsafe`, so the caller of this function must guarantee for
    /// all of them:
    /// - The code's behaviour is defined, for all arguments, including pointers, and on any thread.
    /// - Results are valid for their Rust types: references, functions and `NonNull` are not null, for example.
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
        let (name, signature) = self.function_at(entry);
        check_function::<F>(name, signature, self.convention().name)?;
        // SAFETY: the entry has these types and this convention, which were checked; the handle keeps it alive.
        let function = unsafe { F::from_address(self.checked_entry(entry)?) };
        Ok(TypedCode { code: self.clone(), function })
    }

    /// The address of an entry point, or an error if it does not exist.
    pub(super) fn checked_entry(&self, entry: usize) -> Result<*const u8, TypeMismatch> {
        let entries = self.entry_count();
        let procedure = || self.name().into();
        self.entry_at(entry).ok_or_else(|| TypeMismatch::NoEntry { procedure: procedure(), entry, entries })
    }

    /// Checks the signature against a caller's types.
    pub(super) fn check_types(
        &self,
        entry: usize,
        params: &[Type],
        results: &[Type],
    ) -> Result<(), TypeMismatch> {
        let (name, signature) = self.function_at(entry);
        check_types(name, signature, params, results)
    }
}

/// Checks that a function of type `F` can call a procedure.
pub(super) fn check_function<F: CFunction>(
    name: &str,
    signature: &Signature,
    convention: &'static str,
) -> Result<(), TypeMismatch> {
    if HOST_C_CONVENTION != Some(convention) {
        let (procedure, expected) = (name.into(), convention);
        return Err(TypeMismatch::Convention { procedure, expected, found: HOST_C_CONVENTION });
    }
    check_types(name, signature, F::PARAMS, F::RESULTS)?;
    match *F::RESULTS {
        [first, second] if !returns_pairs(first, second) => {
            let procedure = name.into();
            Err(TypeMismatch::PairOfResults { procedure, convention, results: [first, second] })
        }
        _ => Ok(()),
    }
}

/// Checks a signature against a caller's types.
fn check_types(
    name: &str,
    signature: &Signature,
    params: &[Type],
    results: &[Type],
) -> Result<(), TypeMismatch> {
    let procedure = || name.to_string();
    if signature.params.len() != params.len() {
        let (expected, found) = (signature.params.len(), params.len());
        return Err(TypeMismatch::ParameterCount { procedure: procedure(), expected, found });
    }
    for (index, (&expected, &found)) in signature.params.iter().zip(params).enumerate() {
        if expected != found {
            return Err(TypeMismatch::Parameter { procedure: procedure(), index, expected, found });
        }
    }
    if signature.results != results {
        let (expected, found) = (signature.results.clone(), results.into());
        return Err(TypeMismatch::Results { procedure: procedure(), expected, found });
    }
    Ok(())
}

/// Implements the traits for a function type; `unsafe` first if it has it.
macro_rules! function_type {
    ([$($unsafe:tt)?] $abi:literal ($($arg:ident: $ty:ident),*)) => {
        impl<$($ty,)* R> Sealed for $($unsafe)? extern $abi fn($($ty),*) -> R {}
        impl<$($ty,)* R> Sealed for Option<$($unsafe)? extern $abi fn($($ty),*) -> R> {}

        impl<$($ty,)* R> CValue for $($unsafe)? extern $abi fn($($ty),*) -> R {
            type Passed = Word;

            fn pass(self) -> Word {
                (self as *const u8).expose_provenance() as Word
            }

            unsafe fn receive(passed: Word) -> Self {
                // SAFETY: guaranteed by the caller.
                unsafe { std::mem::transmute::<*mut u8, Self>(pointer(passed)) }
            }
        }

        impl<$($ty,)* R> CValue for Option<$($unsafe)? extern $abi fn($($ty),*) -> R> {
            type Passed = Word;

            fn pass(self) -> Word {
                self.map_or(0, CValue::pass)
            }

            unsafe fn receive(passed: Word) -> Self {
                // SAFETY: guaranteed by the caller; null is `None`.
                unsafe { std::mem::transmute::<*mut u8, Self>(pointer(passed)) }
            }
        }

        impl<$($ty: CValue,)* R: CResult> CFunction for $($unsafe)? extern $abi fn($($ty),*) -> R {
            const PARAMS: &'static [Type] = &[$($ty::TYPE),*];
            const RESULTS: &'static [Type] = R::TYPES;

            unsafe fn from_address(address: *const u8) -> Self {
                // SAFETY: guaranteed by the caller.
                unsafe { std::mem::transmute::<*const u8, Self>(address) }
            }
        }

        #[allow(clippy::too_many_arguments)] // as many as the procedure has
        impl<$($ty: CValue,)* R: CResult> TypedCode<$($unsafe)? extern $abi fn($($ty),*) -> R> {
            /// The function with the types that are passed.
            #[inline]
            fn passing(&self) -> extern $abi fn($($ty::Passed),*) -> R::Returned {
                // SAFETY: both are function pointers. `typed_entry` checked the procedure against the types that are
                // passed, and the host's way to return a pair.
                unsafe { std::mem::transmute(self.function) }
            }

            /// Calls the procedure.
            ///
            /// # Safety
            /// If the type is `unsafe`: the code's behaviour is defined for these arguments.
            #[allow(clippy::missing_safety_doc)] // shared by types that are not `unsafe`
            #[inline]
            pub $($unsafe)? fn call(&self, $($arg: $ty),*) -> R {
                let returned = self.passing()($($arg.pass()),*);
                // SAFETY: the caller of `typed` guarantees valid results.
                unsafe { R::receive_result(returned) }
            }

            /// Calls the procedure; returns a trap as an error. A panic that leaves the procedure, of a type with
            /// `"C-unwind"`, continues in the caller of this call.
            ///
            /// # Errors
            /// Returns the trap.
            ///
            /// # Safety
            /// If the type is `unsafe`: as for `call`.
            pub $($unsafe)? fn call_catching(&self, recovery: TrapRecovery, $($arg: $ty),*) -> Result<R, Trap> {
                let function = self.passing();
                $(let $arg = $arg.pass();)*
                // SAFETY: the closure has nothing to drop. The functions that the code calls follow the rules, as
                // guaranteed by the caller of `typed`.
                let returned = unsafe { recovery.catch(|| function($($arg),*)) }?;
                // SAFETY: as for `call`.
                Ok(unsafe { R::receive_result(returned) })
            }
        }
    };
}

/// Invokes a macro for the functions with these parameters, and with the first ones of them.
macro_rules! function_types {
    ($macro:ident; $($arg:ident: $ty:ident,)*; $next:ident: $next_ty:ident, $($rest:tt)*) => {
        function_types!($macro; $($arg: $ty,)*;);
        function_types!($macro; $($arg: $ty,)* $next: $next_ty,; $($rest)*);
    };
    ($macro:ident; $($arg:ident: $ty:ident,)*;) => {
        $macro!([] "C" ($($arg: $ty),*));
        $macro!([unsafe] "C" ($($arg: $ty),*));
        $macro!([] "C-unwind" ($($arg: $ty),*));
        $macro!([unsafe] "C-unwind" ($($arg: $ty),*));
    };
    ($macro:ident) => {
        function_types! {
            $macro;; a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H, i: I, j: J, k: K, l: L, m: M, n: N, o: O, p: P,
        }
    };
}
pub(super) use function_types;

function_types!(function_type);

/// `[unsafe] ABI (argument: type, ..)`: a function pointer as the callee or an argument of a call of the macro assembler.
macro_rules! call_value {
    ([$($unsafety:ident)?] $abi:literal ($($arg:ident: $ty:ident),*)) => {
        /// The address of the function, which is exposed.
        impl<R, $($ty),*> From<$($unsafety)? extern $abi fn($($ty),*) -> R> for CallValue {
            fn from(function: $($unsafety)? extern $abi fn($($ty),*) -> R) -> CallValue {
                CallValue::from(function as *const ())
            }
        }
    };
}

function_types!(call_value);
