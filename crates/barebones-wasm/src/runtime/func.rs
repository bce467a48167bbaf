//! Functions of WebAssembly and of the host.

use super::host::{Caller, RawHostFunc};
use super::store::StoreId;
use super::{HostFunc, Store, TypedFunc, Val, WasmParams, WasmResults};
use crate::error::{Error, HostError};
use crate::types::FuncType;
use std::sync::Arc;

/// A function of a store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Func {
    pub(super) store: StoreId,
    /// Address of its [`crate::layout::func`] words.
    pub(super) address: u64,
}

impl Func {
    /// Creates a host function from a closure. The closure takes a [`super::Caller`] and up to twelve values. It
    /// returns one value, a tuple of values, `()`, or a `Result` of these.
    ///
    /// # Errors
    /// There is no memory for code.
    pub fn wrap<Args>(store: &mut Store, function: impl HostFunc<Args>) -> Result<Func, Error> {
        let (ty, function) = function.into_host();
        store.add_host(ty, function)
    }

    /// Creates a host function whose type is known only at run time. The closure takes a [`Caller`] and values of the
    /// parameter types, and returns values of the result types. If their types are wrong, the call fails with
    /// [`Error::Type`].
    ///
    /// # Errors
    /// There is no memory for code.
    pub fn new(
        store: &mut Store,
        ty: FuncType,
        function: impl Fn(&mut Caller<'_>, &[Val]) -> Result<Vec<Val>, HostError> + Send + Sync + 'static,
    ) -> Result<Func, Error> {
        let FuncType { params, results } = ty.clone();
        let function: RawHostFunc = Arc::new(move |caller, words| {
            let given = &mut words.iter().copied();
            let args: Vec<Val> = params.iter().map(|ty| caller.read(*ty, given)).collect();
            let given = function(caller, &args)?;
            if given.len() != results.len() {
                let (expected, found) = (results.len(), given.len());
                return Err(Box::new(Error::count("results", expected, found)));
            }
            let words = &mut words.iter_mut();
            results.iter().zip(given).try_for_each(|(ty, value)| caller.write_of(*ty, value, words))?;
            Ok(())
        });
        store.add_host(ty, function)
    }

    /// Returns its type.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn ty(&self, store: &Store) -> Result<FuncType, Error> {
        store.check(self.store)?;
        Ok(store.function(self.address)?.1.clone())
    }

    /// Calls it with dynamically typed arguments.
    ///
    /// # Errors
    /// The arguments do not match its parameters, it traps, or a host function fails.
    pub fn call(&self, store: &mut Store, args: &[Val]) -> Result<Vec<Val>, Error> {
        let ty = self.ty(store)?;
        if ty.params.len() != args.len() {
            return Err(Error::count("arguments", ty.params.len(), args.len()));
        }
        let mut values = vec![0; ty.words()];
        let words = &mut values.iter_mut();
        ty.params.iter().zip(args).try_for_each(|(ty, arg)| store.write_of(*ty, *arg, words))?;
        let signature = store.engine.signature(&ty)?;
        store.call_words(self.address, &signature, &mut values)?;
        let words = &mut values.into_iter();
        Ok(ty.results.iter().map(|ty| store.read(*ty, words)).collect())
    }

    /// Converts it to a function with static types, which is faster to call.
    ///
    /// # Errors
    /// Its type is different.
    pub fn typed<P: WasmParams, R: WasmResults>(&self, store: &Store) -> Result<TypedFunc<P, R>, Error> {
        let found = self.ty(store)?;
        let expected = FuncType { params: P::types().into(), results: R::types().into() };
        if expected != found {
            return Err(Error::Type { expected: expected.to_string(), found: found.to_string() });
        }
        Ok(TypedFunc::new(*self, store.engine.signature(&found)?))
    }
}
