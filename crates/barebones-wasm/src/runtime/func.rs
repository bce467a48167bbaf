//! Functions of WebAssembly and of the host.

use super::host::{Caller, RawHostFunc};
use super::store::StoreId;
use super::{HostFunc, Store, TypedFunc, Val, WasmParams, WasmResults};
use crate::error::{Error, HostError};
use crate::types::{FuncType, FuncTypeId, ValType};
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
        let id = store.engine.func_type_id(&ty)?;
        store.add_host(ty, id, function)
    }

    /// Creates a host function whose type is known only at run time. The closure takes a [`Caller`] and values of the
    /// parameter types, and returns values of the result types. If their types are wrong, the call fails with
    /// [`Error::Type`].
    ///
    /// # Errors
    /// There is no memory for code, or the type refers to a function type of another engine.
    pub fn new(
        store: &mut Store,
        ty: FuncType,
        function: impl Fn(&mut Caller<'_>, &[Val]) -> Result<Vec<Val>, HostError> + Send + Sync + 'static,
    ) -> Result<Func, Error> {
        let id = store.engine.func_type_id(&ty)?;
        Func::of_type(store, id, function)
    }

    /// The same with a type that a module may have declared in a recursion group, or with supertypes, see
    /// [`crate::Module::func_type_id`].
    ///
    /// # Errors
    /// There is no memory for code, or the type belongs to another engine.
    pub fn of_type(
        store: &mut Store,
        id: FuncTypeId,
        function: impl Fn(&mut Caller<'_>, &[Val]) -> Result<Vec<Val>, HostError> + Send + Sync + 'static,
    ) -> Result<Func, Error> {
        let ty = store.engine.func_type(id).ok_or(Error::WrongEngine)?;
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
        store.add_host(ty, id, function)
    }

    /// Returns its type.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn ty(&self, store: &Store) -> Result<FuncType, Error> {
        store.check(self.store)?;
        Ok(store.function(self.address)?.1.clone())
    }

    /// Returns its type as the engine knows it.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn type_id(&self, store: &Store) -> Result<FuncTypeId, Error> {
        store.check(self.store)?;
        store.type_of_function(self.address)
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
        let signature = store.engine.signature(self.type_id(store)?, &ty)?;
        store.call_words(self.address, &signature, &mut values)?;
        let words = &mut values.into_iter();
        Ok(ty.results.iter().map(|ty| store.read(*ty, words)).collect())
    }

    /// Converts it to a function with static types, which is faster to call. Parameters may have subtypes of those of the
    /// function, and results supertypes: a function that returns `(ref func)` may have the static result `Option<Func>`.
    /// No static type is a reference to functions of one type, so functions with such parameters are only for
    /// [`Func::call`].
    ///
    /// # Errors
    /// Its type is different.
    pub fn typed<P: WasmParams, R: WasmResults>(&self, store: &Store) -> Result<TypedFunc<P, R>, Error> {
        let found = self.ty(store)?;
        let expected = FuncType { params: P::types().into(), results: R::types().into() };
        let types = store.engine.types();
        let fit = |given: &[ValType], wanted: &[ValType]| {
            given.len() == wanted.len()
                && given.iter().zip(wanted).all(|(ty, wanted)| types.matches(*ty, *wanted))
        };
        if !fit(&expected.params, &found.params) || !fit(&found.results, &expected.results) {
            return Err(Error::Type { expected: expected.to_string(), found: found.to_string() });
        }
        Ok(TypedFunc::new(*self, store.engine.signature(self.type_id(store)?, &found)?))
    }
}
