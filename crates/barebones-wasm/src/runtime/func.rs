//! Functions, of WebAssembly or of the host.

use super::store::StoreId;
use super::{Caller, HostFunc, Store, TypedFunc, Val, WasmParams, WasmResults};
use crate::error::{Error, HostError};
use crate::types::FuncType;
use std::sync::Arc;

/// A function of a store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Func {
    pub(super) store: StoreId,
    /// Where its words are.
    pub(super) address: u64,
}

impl Func {
    /// A function of the host: a closure that takes a [`super::Caller`] and up to twelve values, and gives a
    /// value, several as a tuple, or none; or a `Result` of that.
    ///
    /// # Errors
    /// There is no memory for code.
    pub fn wrap<Args>(store: &mut Store, function: impl HostFunc<Args>) -> Result<Func, Error> {
        let (ty, function) = function.into_host();
        store.add_host(ty, function)
    }

    /// A function of the host with a type that is known only when the program runs. A closure that gives results
    /// of other types, or another number of them, has failed.
    ///
    /// # Errors
    /// There is no memory for code.
    pub fn new(
        store: &mut Store,
        ty: FuncType,
        function: impl Fn(&mut Caller<'_>, &[Val]) -> Result<Vec<Val>, HostError> + Send + Sync + 'static,
    ) -> Result<Func, Error> {
        let FuncType { params, results } = ty.clone();
        let on_words = move |caller: &mut Caller<'_>, words: &mut [u64]| {
            let args: Vec<Val> =
                params.iter().zip(&*words).map(|(ty, bits)| caller.value(*ty, *bits)).collect();
            let values = function(caller, &args)?;
            if values.len() != results.len() {
                let (expected, found) = (results.len(), values.len());
                return Err(HostError::from(Error::Type {
                    expected: format!("{expected} results"),
                    found: format!("{found} results"),
                }));
            }
            for ((word, value), ty) in words.iter_mut().zip(values).zip(&results) {
                *word = caller.bits_of(*ty, value)?;
            }
            Ok(())
        };
        store.add_host(ty, Arc::new(on_words))
    }

    /// Its type.
    ///
    /// # Errors
    /// It is of another store.
    pub fn ty(&self, store: &Store) -> Result<FuncType, Error> {
        store.check(self.store)?;
        Ok(store.function(self.address)?.1.clone())
    }

    /// Calls it with arguments of any types.
    ///
    /// # Errors
    /// The arguments have other types than its parameters, it traps, or a function of the host fails.
    pub fn call(&self, store: &mut Store, args: &[Val]) -> Result<Vec<Val>, Error> {
        let ty = self.ty(store)?;
        if ty.params.len() != args.len() {
            let (expected, found) = (ty.params.len(), args.len());
            return Err(Error::Type {
                expected: format!("{expected} arguments"),
                found: format!("{found} arguments"),
            });
        }
        let mut values = vec![0; ty.params.len().max(ty.results.len())];
        for ((value, arg), ty) in values.iter_mut().zip(args).zip(&ty.params) {
            *value = store.bits_of(*ty, *arg)?;
        }
        let signature = store.engine.signature(&ty)?;
        store.call_words(self.address, &signature, &mut values)?;
        Ok(ty.results.iter().zip(values).map(|(ty, bits)| store.value(*ty, bits)).collect())
    }

    /// The function with types that are known when Rust is compiled, which is faster to call.
    ///
    /// # Errors
    /// It has other types.
    pub fn typed<P: WasmParams, R: WasmResults>(&self, store: &Store) -> Result<TypedFunc<P, R>, Error> {
        let found = self.ty(store)?;
        let expected = FuncType { params: P::types().into(), results: R::types().into() };
        if expected != found {
            return Err(Error::Type { expected: expected.to_string(), found: found.to_string() });
        }
        Ok(TypedFunc::new(*self, store.engine.signature(&found)?))
    }
}
