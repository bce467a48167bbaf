//! Functions with static Rust types.

use super::host::{Caller, RawHostFunc};
use super::value::{ExternRef, Val};
use super::{ExnRef, Func, Store};
use crate::engine::Signature;
use crate::error::{Error, HostError};
use crate::types::{FuncType, HeapType, RefType, ValType};
use std::marker::PhantomData;
use std::sync::Arc;

/// Prevents other crates from implementing the traits of this file. Compiled code trusts these implementations; a
/// wrong reference would give access to arbitrary memory.
mod private {
    /// Seals traits on types.
    pub trait Sealed {}
    /// Seals traits on closures with these arguments.
    pub trait SealedFunc<Args> {}
}

use private::{Sealed, SealedFunc};

/// A Rust type that represents a WebAssembly type. Only this crate implements it.
///
/// ```compile_fail,E0277
/// use barebones_wasm::{Val, ValType, WasmValue};
/// #[derive(Clone, Copy)]
/// struct Mine;
/// impl WasmValue for Mine {
///     const TYPE: ValType = ValType::FUNCREF;
///     fn to_val(self) -> Val { Val::I64(1) }
///     fn from_val(_: Val) -> Option<Mine> { Some(Mine) }
/// }
/// ```
pub trait WasmValue: Sealed + Copy + Send + Sync + 'static {
    /// The WebAssembly type.
    const TYPE: ValType;
    /// Converts to a value.
    fn to_val(self) -> Val;
    /// Converts from a value; `None` if its type is different.
    fn from_val(value: Val) -> Option<Self>;
}

macro_rules! values {
    ($($rust:ty = $static:ident $ty:ident, $to:expr, $from:expr;)*) => {
        $(
            impl Sealed for $rust {}

            impl WasmValue for $rust {
                const TYPE: ValType = ValType::$static;

                fn to_val(self) -> Val {
                    Val::$ty($to(self))
                }

                fn from_val(value: Val) -> Option<Self> {
                    match value {
                        Val::$ty(value) => Some($from(value)),
                        _ => None,
                    }
                }
            }
        )*
    };
}

/// References that are never null.
macro_rules! references {
    ($($rust:ty = $of:ident, $heap:ident;)*) => {
        $(
            impl Sealed for $rust {}

            impl WasmValue for $rust {
                const TYPE: ValType = ValType::Ref(RefType::non_null(HeapType::$heap));

                fn to_val(self) -> Val {
                    Val::$of(Some(self))
                }

                fn from_val(value: Val) -> Option<Self> {
                    match value {
                        Val::$of(value) => value,
                        _ => None,
                    }
                }
            }
        )*
    };
}

references! {
    Func = FuncRef, Func;
    ExternRef = ExternRef, Extern;
    ExnRef = ExnRef, Exn;
}

values! {
    i32 = I32 I32, |v| v, |v| v;
    u32 = I32 I32, |v: u32| v as i32, |v: i32| v as u32;
    i64 = I64 I64, |v| v, |v| v;
    u64 = I64 I64, |v: u64| v as i64, |v: i64| v as u64;
    f32 = F32 F32, f32::to_bits, f32::from_bits;
    f64 = F64 F64, f64::to_bits, f64::from_bits;
    u128 = V128 V128, |v| v, |v| v;
    Option<Func> = FUNCREF FuncRef, |v| v, |v| v;
    Option<ExternRef> = EXTERNREF ExternRef, |v| v, |v| v;
    Option<ExnRef> = EXNREF ExnRef, |v| v, |v| v;
}

/// Arguments: one value, a tuple of values, or `()`. Only this crate implements it.
///
/// ```compile_fail,E0277
/// use barebones_wasm::{Error, Store, ValType, WasmParams};
/// struct Mine;
/// impl WasmParams for Mine {
///     fn types() -> Vec<ValType> { vec![ValType::FUNCREF] }
///     const WORDS: usize = 1;
///     fn store_words(self, _: &Store, words: &mut [u64]) -> Result<(), Error> { words[0] = 1; Ok(()) }
/// }
/// ```
pub trait WasmParams: Sealed + Send + Sync + 'static {
    /// Types of the arguments.
    fn types() -> Vec<ValType>;
    /// Number of 64-bit words of the arguments.
    const WORDS: usize;
    /// Writes the arguments to words.
    ///
    /// # Errors
    /// An argument is a function of another store.
    fn store_words(self, store: &Store, words: &mut [u64]) -> Result<(), Error>;
}

/// Results: one value, a tuple of values, or `()`. Only this crate implements it.
///
/// ```compile_fail,E0277
/// use barebones_wasm::{Error, Store, ValType, WasmResults};
/// struct Mine;
/// impl WasmResults for Mine {
///     fn types() -> Vec<ValType> { vec![ValType::FUNCREF] }
///     const WORDS: usize = 1;
///     fn load_words(_: &Store, _: &[u64]) -> Option<Mine> { Some(Mine) }
///     fn store_results(self, _: &Store, words: &mut [u64]) -> Result<(), Error> { words[0] = 1; Ok(()) }
/// }
/// ```
pub trait WasmResults: Sealed + Sized + Send + Sync + 'static {
    /// Types of the results.
    fn types() -> Vec<ValType>;
    /// Number of 64-bit words of the results.
    const WORDS: usize;
    /// Reads the results from words.
    fn load_words(store: &Store, words: &[u64]) -> Option<Self>;
    /// Writes the results to words.
    ///
    /// # Errors
    /// A result is a function of another store.
    fn store_results(self, store: &Store, words: &mut [u64]) -> Result<(), Error>;
}

impl<T: WasmValue> WasmParams for T {
    fn types() -> Vec<ValType> {
        vec![T::TYPE]
    }

    const WORDS: usize = T::TYPE.words();

    fn store_words(self, store: &Store, words: &mut [u64]) -> Result<(), Error> {
        store.write(self.to_val(), &mut words.iter_mut())
    }
}

impl<T: WasmValue> WasmResults for T {
    fn types() -> Vec<ValType> {
        vec![T::TYPE]
    }

    const WORDS: usize = T::TYPE.words();

    fn load_words(store: &Store, words: &[u64]) -> Option<T> {
        T::from_val(store.read(T::TYPE, &mut words.iter().copied()))
    }

    fn store_results(self, store: &Store, words: &mut [u64]) -> Result<(), Error> {
        self.store_words(store, words)
    }
}

/// The return type of a host function: results, or a `Result` of them.
pub trait HostResult {
    /// The results.
    type Results: WasmResults;
    /// Converts to a `Result`.
    ///
    /// # Errors
    /// The error that the host function returned.
    fn into_result(self) -> Result<Self::Results, HostError>;
}

impl<R: WasmResults> HostResult for R {
    type Results = R;

    fn into_result(self) -> Result<R, HostError> {
        Ok(self)
    }
}

impl<R: WasmResults, E: Into<HostError>> HostResult for Result<R, E> {
    type Results = R;

    fn into_result(self) -> Result<R, HostError> {
        self.map_err(Into::into)
    }
}

/// A closure that can be a host function. Only this crate implements it.
///
/// ```compile_fail,E0277
/// use barebones_wasm::{Caller, FuncType, HostError, HostFunc};
/// use std::sync::Arc;
/// struct Mine;
/// impl HostFunc<()> for Mine {
///     fn into_host(
///         self,
///     ) -> (FuncType, Arc<dyn Fn(&mut Caller<'_>, &mut [u64]) -> Result<(), HostError> + Send + Sync>) {
///         (FuncType::new(&[], &[]), Arc::new(|_, _| Ok(())))
///     }
/// }
/// ```
pub trait HostFunc<Args>: SealedFunc<Args> + Send + Sync + 'static {
    /// Its type, and an equivalent function on words.
    #[doc(hidden)]
    #[allow(private_interfaces)] // only this crate calls or implements it
    fn into_host(self) -> (FuncType, RawHostFunc);
}

macro_rules! tuples {
    ($(($($name:ident $index:tt),*))*) => {
        $(
            impl<$($name: WasmValue,)*> Sealed for ($($name,)*) {}

            #[allow(unused_variables, non_snake_case)] // empty tuples
            impl<$($name: WasmValue,)*> WasmParams for ($($name,)*) {
                fn types() -> Vec<ValType> {
                    vec![$($name::TYPE),*]
                }

                const WORDS: usize = 0 $(+ $name::TYPE.words())*;

                fn store_words(self, store: &Store, words: &mut [u64]) -> Result<(), Error> {
                    let words = &mut words.iter_mut();
                    $(store.write(self.$index.to_val(), words)?;)*
                    Ok(())
                }
            }

            #[allow(unused_variables, non_snake_case)] // empty tuples
            impl<$($name: WasmValue,)*> WasmResults for ($($name,)*) {
                fn types() -> Vec<ValType> {
                    vec![$($name::TYPE),*]
                }

                const WORDS: usize = 0 $(+ $name::TYPE.words())*;

                fn load_words(store: &Store, words: &[u64]) -> Option<Self> {
                    let words = &mut words.iter().copied();
                    Some(($($name::from_val(store.read($name::TYPE, words))?,)*))
                }

                fn store_results(self, store: &Store, words: &mut [u64]) -> Result<(), Error> {
                    self.store_words(store, words)
                }
            }

            impl<$($name: WasmValue,)* R, F> SealedFunc<($($name,)*)> for F
            where
                R: HostResult,
                F: Fn(&mut Caller<'_>, $($name),*) -> R + Send + Sync + 'static,
            {
            }

            #[allow(unused_variables, non_snake_case)] // empty tuples
            impl<$($name: WasmValue,)* R, F> HostFunc<($($name,)*)> for F
            where
                R: HostResult,
                F: Fn(&mut Caller<'_>, $($name),*) -> R + Send + Sync + 'static,
            {
                #[allow(private_interfaces)] // only this crate calls or implements it
                fn into_host(self) -> (FuncType, RawHostFunc) {
                    let ty = FuncType::new(&[$($name::TYPE),*], &R::Results::types());
                    let function: RawHostFunc = Arc::new(move |caller, words| {
                        let given = &mut words.iter().copied();
                        $(
                            let value = caller.read($name::TYPE, given);
                            let $name = $name::from_val(value).ok_or("a word of another type")?;
                        )*
                        let results = self(caller, $($name),*).into_result()?;
                        Ok(results.store_results(caller, words)?)
                    });
                    (ty, function)
                }
            }
        )*
    };
}

tuples! {
    ()
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, G 5)
    (A 0, B 1, C 2, D 3, E 4, G 5, H 6)
    (A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7)
    (A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7, J 8)
    (A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7, J 8, K 9)
    (A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7, J 8, K 9, L 10)
    (A 0, B 1, C 2, D 3, E 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11)
}

/// A function with static types.
pub struct TypedFunc<P, R> {
    func: Func,
    signature: Signature,
    types: PhantomData<fn(P) -> R>,
}

impl<P, R> Clone for TypedFunc<P, R> {
    fn clone(&self) -> Self {
        TypedFunc { func: self.func, signature: self.signature.clone(), types: PhantomData }
    }
}

impl<P: WasmParams, R: WasmResults> TypedFunc<P, R> {
    pub(super) fn new(func: Func, signature: Signature) -> TypedFunc<P, R> {
        TypedFunc { func, signature, types: PhantomData }
    }

    /// The function without static types.
    pub fn func(&self) -> Func {
        self.func
    }

    /// Calls it.
    ///
    /// # Errors
    /// It traps, or a host function fails.
    pub fn call(&self, store: &mut Store, args: P) -> Result<R, Error> {
        store.check(self.func.store)?;
        let count = P::WORDS.max(R::WORDS);
        let (mut few, mut many) = ([0; 12], Vec::new());
        let words = if count <= few.len() {
            &mut few[..count]
        } else {
            many.resize(count, 0);
            &mut many[..]
        };
        args.store_words(store, words)?;
        store.call_words(self.func.address, &self.signature, words)?;
        R::load_words(store, words).ok_or(Error::WrongStore)
    }
}
