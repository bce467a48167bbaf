//! Handles to the symbols of a linker.

use super::Linker;
use super::data::Contents;
use crate::base::{CallConv, Signature};
use crate::jit::typed::{self, function_types};
use crate::jit::{CFunction, CResult, CValue, Code, RegisteredThread, Trap, TrapRecovery, TypeMismatch};
use std::fmt;
use std::sync::Arc;

/// Keeps a symbol alive.
pub(super) struct Handle {
    pub(super) linker: Linker,
    pub(super) symbol: u32,
    pub(super) name: Arc<str>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.linker.release(&[self.symbol]);
    }
}

/// A handle to a function of a [`Linker`], defined or only declared. Clones refer to the same function.
///
/// It keeps alive the function's current definition and everything that it refers to, over any number of calls.
#[derive(Clone)]
pub struct Function {
    pub(super) handle: Arc<Handle>,
    pub(super) signature: Arc<Signature>,
    pub(super) convention: &'static CallConv,
    /// An integer, so that handles can be sent between threads.
    pub(super) address: usize,
}

impl Function {
    /// The function's name.
    pub fn name(&self) -> &str {
        &self.handle.name
    }

    /// The types of its parameters and results.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Its calling convention.
    pub fn convention(&self) -> &'static CallConv {
        self.convention
    }

    /// The linker.
    pub fn linker(&self) -> &Linker {
        &self.handle.linker
    }

    /// The address for callers. It stays the same: what is called is the current definition.
    pub fn address(&self) -> *const u8 {
        std::ptr::with_exposed_provenance(self.address)
    }

    /// The code of the current definition, to be inspected. `None` if the function is only declared, or is the accessor
    /// of a thread-local object.
    ///
    /// The handle keeps the memory of this code, not what it refers to. To call it, use [`Function::typed`].
    pub fn code(&self) -> Option<Code> {
        self.handle.linker.code(self.handle.symbol)
    }

    /// Returns the function as a Rust function of type `F`, for example `extern "C" fn(i64) -> i64`. A call runs the
    /// definition that is current then.
    ///
    /// # Errors
    /// Fails if the function has other parameters or results, or does not use the host's C convention.
    ///
    /// # Safety
    /// - For this and all later definitions of the function and of its callees: as for [`Code::typed`].
    /// - The host symbols that they refer to exist as long as the handle.
    /// - Each call is passed a thread that is registered with this linker.
    pub unsafe fn typed<F: CFunction>(&self) -> Result<TypedFunction<F>, TypeMismatch> {
        typed::check_function::<F>(self.name(), &self.signature, self.convention.name)?;
        // SAFETY: the function has these types and this convention, which were checked, and so has each definition of
        // it; the handle keeps the slot alive.
        let function = unsafe { F::from_address(self.address()) };
        Ok(TypedFunction { symbol: self.clone(), function })
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Function({}{})", self.name(), self.signature)
    }
}

/// A callable handle to a function of a [`Linker`], as a Rust function. It keeps the function alive.
#[derive(Clone)]
pub struct TypedFunction<F> {
    symbol: Function,
    function: F,
}

impl<F> TypedFunction<F> {
    /// The untyped handle.
    pub fn function(&self) -> &Function {
        &self.symbol
    }

    /// With debug assertions, panics if the thread is registered with another domain.
    #[inline]
    fn check_thread(&self, thread: &RegisteredThread) {
        debug_assert!(
            self.symbol.linker().quiescence().has(thread),
            "a call of `{}` with a thread that is not registered with its linker",
            self.symbol.name()
        );
    }
}

impl<F> fmt::Debug for TypedFunction<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} as {}", self.symbol, std::any::type_name::<F>())
    }
}

/// Implements calls for a function type; `unsafe` first if it has it.
macro_rules! calls {
    ([$($unsafe:tt)?] $abi:literal ($($arg:ident: $ty:ident),*)) => {
        #[allow(clippy::too_many_arguments)] // as many as the function has
        impl<$($ty: CValue,)* R: CResult> TypedFunction<$($unsafe)? extern $abi fn($($ty),*) -> R> {
            /// The function with the types that are passed.
            #[inline]
            fn passing(&self) -> extern $abi fn($($ty::Passed),*) -> R::Returned {
                // SAFETY: as for `TypedCode`.
                unsafe { std::mem::transmute(self.function) }
            }

            /// Calls the current definition. The thread cannot pass a quiescent point meanwhile.
            ///
            /// # Panics
            /// With debug assertions, if the thread is not registered with the linker.
            ///
            /// # Safety
            /// If the type is `unsafe`: the code's behaviour is defined for these arguments.
            #[allow(clippy::missing_safety_doc)] // shared by types that are not `unsafe`
            #[inline]
            pub $($unsafe)? fn call(&self, thread: &RegisteredThread, $($arg: $ty),*) -> R {
                self.check_thread(thread);
                let returned = self.passing()($($arg.pass()),*);
                // SAFETY: the caller of `typed` guarantees valid results.
                unsafe { R::receive_result(returned) }
            }

            /// Calls the current definition; returns a trap as an error. A panic that reaches this call aborts the
            /// process.
            ///
            /// # Errors
            /// Returns the trap.
            ///
            /// # Panics
            /// As for `call`.
            ///
            /// # Safety
            /// If the type is `unsafe`: as for `call`.
            pub $($unsafe)? fn call_catching(
                &self,
                thread: &RegisteredThread,
                recovery: TrapRecovery,
                $($arg: $ty),*
            ) -> Result<R, Trap> {
                self.check_thread(thread);
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
function_types!(calls);

/// A handle to a data object of a [`Linker`]. Clones refer to the same object.
#[derive(Clone)]
pub struct DataObject {
    /// Only keeps the object alive.
    pub(super) handle: Arc<Handle>,
    pub(super) contents: Arc<Contents>,
}

impl DataObject {
    /// The object's name.
    pub fn name(&self) -> &str {
        &self.handle.name
    }

    /// The address of its first byte, a multiple of 16.
    pub fn address(&self) -> *const u8 {
        self.contents.bytes().cast()
    }

    /// Its bytes. Compiled code may be changing those of a writable object; those of a read-only object must not be
    /// written.
    pub fn bytes(&self) -> *mut [u8] {
        self.contents.bytes()
    }

    /// True if compiled code may write it.
    pub fn is_writable(&self) -> bool {
        self.contents.is_writable()
    }
}

impl fmt::Debug for DataObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_writable() { "writable" } else { "read-only" };
        write!(f, "DataObject({}, {} bytes, {kind})", self.name(), self.bytes().len())
    }
}
