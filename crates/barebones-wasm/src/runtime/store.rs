//! Stores own the parts of instances and manage calls into compiled code.

use super::code_map::CodeMap;
use super::exception::{Exceptions, TagData};
use super::host::HostData;
use super::instance::InstanceData;
use super::limits::InterruptHandle;
use super::memory::LinearMemory;
use super::table::TableData;
use super::value::{ExternRef, Val};
use super::{Func, global::GlobalData};
use crate::engine::{Engine, Signature};
use crate::error::{Error, HostFailure, Stopped, Trap, TrapFrame, TrapKind};
use crate::layout::{Layout, WORD, func, runtime, vector_of_words, words_of_vector};
use crate::module::Module;
use crate::raw::{self, InterpretedStack};
use crate::types::{Family, FuncType, FuncTypeId, HeapType, RefType, ValType};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};

/// Words that compiled code reads and writes, too.
pub(crate) type Words = Box<[Cell<u64>]>;

/// Allocates zeroed words.
pub(crate) fn words(count: usize) -> Words {
    vec![Cell::new(0); count].into()
}

/// Address of the first word.
pub(crate) fn address_of(words: &[Cell<u64>]) -> u64 {
    words.as_ptr().expose_provenance() as u64
}

/// The word at a byte offset.
pub(crate) fn word(words: &[Cell<u64>], offset: i32) -> &Cell<u64> {
    &words[(offset / WORD) as usize]
}

/// Identifies the store of a handle.
pub(crate) type StoreId = u64;

/// Owns instances with their memories, tables, globals and functions. All of them live as long as the store.
///
/// Handles such as [`Func`] are only numbers, valid with their own store.
pub struct Store {
    pub(super) id: StoreId,
    pub(super) engine: Engine,
    pub(super) runtime: Words,
    pub(super) instances: Vec<InstanceData>,
    pub(super) memories: Vec<LinearMemory>,
    pub(super) tables: Vec<TableData>,
    /// Number of elements of all tables.
    pub(super) table_elements: u64,
    pub(super) globals: Vec<GlobalData>,
    pub(super) tags: Vec<TagData>,
    pub(super) exceptions: Exceptions,
    pub(super) hosts: Vec<HostData>,
    /// Owners of contexts, by the address of the context.
    pub(super) owners: BTreeMap<u64, Owner>,
    code: CodeMap,
    /// Why a host function, or the compilation of a called function, failed; set until the calling code has trapped.
    failure: Option<HostFailure>,
    pub(super) interrupt: InterruptHandle,
    /// The stack of interpreted functions.
    interpreted_stack: InterpretedStack,
}

/// The owner of a context: index of an instance or host function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owner {
    Instance(usize),
    Host(usize),
}

impl Store {
    /// Creates an empty store.
    pub fn new(engine: &Engine) -> Store {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let runtime = words(runtime::WORDS);
        for (i, address) in (0..).zip(raw::addresses()) {
            word(&runtime, runtime::CALL_HOST + i * WORD).set(address);
        }
        let interrupt = InterruptHandle::default();
        word(&runtime, runtime::INTERRUPT).set(interrupt.address());
        Store {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            engine: engine.clone(),
            runtime,
            instances: Vec::new(),
            memories: Vec::new(),
            tables: Vec::new(),
            table_elements: 0,
            globals: Vec::new(),
            tags: Vec::new(),
            exceptions: Exceptions::default(),
            hosts: Vec::new(),
            owners: BTreeMap::new(),
            code: CodeMap::default(),
            failure: None,
            interrupt,
            interpreted_stack: InterpretedStack::default(),
        }
    }

    /// The engine of the store.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    pub(super) fn add_module(&mut self, module: &Module) {
        self.code.add(module);
    }

    pub(crate) fn id(&self) -> StoreId {
        self.id
    }

    /// Checks that a handle belongs to this store.
    pub(super) fn check(&self, id: StoreId) -> Result<(), Error> {
        if id == self.id { Ok(()) } else { Err(Error::WrongStore) }
    }

    /// Records a failure until the calling code has trapped.
    pub(crate) fn fail(&mut self, failure: HostFailure) {
        self.failure = Some(failure);
    }

    pub(crate) fn interpreted_stack(&mut self) -> &mut InterpretedStack {
        &mut self.interpreted_stack
    }

    /// The module of an instance, by the instance's number.
    pub(crate) fn module_of(&self, instance: usize) -> Option<&Module> {
        self.instances.get(instance).map(|instance| &instance.module)
    }

    /// The type of a host function, by its number.
    pub(crate) fn host_type(&self, function: usize) -> Option<&FuncType> {
        self.hosts.get(function).map(|host| &host.ty)
    }

    // ---- Functions --------------------------------------------------------------------------------------

    /// The words and the type of the function at an address.
    pub(crate) fn function(&self, address: u64) -> Result<(&[Cell<u64>], &FuncType), Error> {
        let (start, owner) = self.owners.range(..=address).next_back().ok_or(Error::WrongStore)?;
        let offset = address - start;
        match *owner {
            Owner::Instance(index) => {
                let instance = &self.instances[index];
                let info = &instance.module.inner.sections.info;
                let layout: &Layout = &info.layout;
                let function = layout.function_at(offset).ok_or(Error::WrongStore)?;
                let words = &instance.context[(offset / WORD as u64) as usize..][..func::WORDS as usize];
                Ok((words, info.type_of(function)))
            }
            Owner::Host(index) => {
                let host = &self.hosts[index];
                Ok((host.function(), &host.ty))
            }
        }
    }

    /// The type of the function at an address.
    pub(crate) fn type_of_function(&self, address: u64) -> Result<FuncTypeId, Error> {
        let (words, _) = self.function(address)?;
        Ok(self.engine.types().id(word(words, func::SIGNATURE).get()))
    }

    /// Calls a function. `values` has the words of the arguments, and receives those of the results.
    pub(super) fn call_words(
        &mut self,
        address: u64,
        signature: &Signature,
        values: &mut [u64],
    ) -> Result<(), Error> {
        let result = raw::call(self, address, signature, values)?;
        let failure = self.failure.take();
        match (result, failure) {
            (_, Some(HostFailure::Panic(panic))) => resume_unwind(panic),
            (Some(Stopped::Exception), _) => Err(self
                .current_exception()
                .map_or(Error::WrongStore, |thrown| Error::Exception(Box::new(thrown)))),
            (Some(_), Some(HostFailure::Error(error))) => Err(match error.downcast::<Error>() {
                Ok(own) => *own,
                Err(error) => Error::Host(error),
            }),
            (Some(Stopped::Trap(trap)), Some(HostFailure::Compile(error))) => {
                let trap = Trap { kind: TrapKind::CompilationFailed, ..trap };
                Err(Error::CompileOnCall { error: Box::new(error), trap })
            }
            (None, _) => Ok(()),
            (Some(Stopped::Trap(trap)), None) => Err(Error::Trap(trap)),
        }
    }

    /// Sets the current store and the stack limit, relative to the address `here` on the stack, before code runs.
    /// Returns the previous values for [`Store::end_call`].
    pub(crate) fn begin_call(&mut self, here: u64) -> [u64; 2] {
        let limit = here.saturating_sub(self.engine.config().max_stack as u64);
        let this = std::ptr::from_mut(self).expose_provenance() as u64;
        let set = |offset: i32, value: u64| word(&self.runtime, offset).replace(value);
        let outer_store = set(runtime::STORE, this);
        // Nested calls keep the limit of the outermost one.
        let outer_limit = if outer_store == 0 { set(runtime::STACK_LIMIT, limit) } else { 0 };
        if outer_store == 0 {
            self.sweep_exceptions();
        }
        [outer_store, outer_limit]
    }

    /// Restores the values from [`Store::begin_call`] after the code has returned or trapped.
    pub(crate) fn end_call(&mut self, [outer_store, outer_limit]: [u64; 2]) {
        word(&self.runtime, runtime::STORE).set(outer_store);
        if outer_store == 0 {
            word(&self.runtime, runtime::STACK_LIMIT).set(outer_limit);
        }
    }

    /// Converts a trap of compiled code.
    pub(crate) fn trap(&self, trap: &barebones::jit::Trap) -> Trap {
        let kind = TrapKind::of(trap.code).unwrap_or(TrapKind::Unreachable);
        let mut backtrace = Vec::new();
        for place in trap.places() {
            let Some((module, function)) = self.code.find(place.code.entry() as u64) else { continue };
            backtrace.extend(module.frames(function, place.origin).map(|(function, offset)| {
                let name = module.function_name(function).map(str::to_string);
                TrapFrame { function, name, offset }
            }));
        }
        Trap { kind, backtrace }
    }

    // ---- Values -----------------------------------------------------------------------------------------

    /// Converts a value to its words in compiled code. Only a vector has the second one.
    pub(crate) fn words_of(&self, value: Val) -> Result<[u64; 2], Error> {
        let bits = match value {
            Val::V128(bits) => return Ok(words_of_vector(bits)),
            Val::I32(value) => u64::from(value as u32),
            Val::I64(value) => value as u64,
            Val::F32(bits) => bits.into(),
            Val::F64(bits) => bits,
            Val::FuncRef(None) | Val::ExternRef(None) | Val::ExnRef(None) => 0,
            Val::FuncRef(Some(func)) => {
                self.check(func.store)?;
                func.address
            }
            Val::ExternRef(Some(ExternRef(number))) => u64::from(number) + 1,
            Val::ExnRef(Some(reference)) => {
                self.check(reference.store)?;
                debug_assert!(self.has_exception(reference.address), "kept for the host");
                reference.address
            }
        };
        Ok([bits, 0])
    }

    /// Writes a value to the next words.
    pub(crate) fn write(&self, value: Val, words: &mut std::slice::IterMut<'_, u64>) -> Result<(), Error> {
        let given = self.words_of(value)?;
        given[..value.ty().words()].iter().zip(words).for_each(|(bits, word)| *word = *bits);
        Ok(())
    }

    /// Like [`Store::write`], and checks the type.
    pub(crate) fn write_of(
        &self,
        ty: ValType,
        value: Val,
        words: &mut std::slice::IterMut<'_, u64>,
    ) -> Result<(), Error> {
        self.check_type(ty, value)?;
        self.write(value, words)
    }

    /// Reads a value from the next words. There are as many as the type has.
    pub(crate) fn read(&self, ty: ValType, words: &mut impl Iterator<Item = u64>) -> Val {
        let bits = words.next().unwrap_or(0);
        match ty {
            ValType::V128 => Val::V128(vector_of_words([bits, words.next().unwrap_or(0)])),
            _ => self.value(ty, bits),
        }
    }

    /// Converts the low word of the representation in compiled code to a value.
    pub(crate) fn value(&self, ty: ValType, bits: u64) -> Val {
        match ty {
            ValType::V128 => Val::V128(bits.into()),
            ValType::I32 => Val::I32(bits as i32),
            ValType::I64 => Val::I64(bits as i64),
            ValType::F32 => Val::F32(bits as u32),
            ValType::F64 => Val::F64(bits),
            ValType::Ref(ty) => match ty.heap.family() {
                Family::Func => Val::FuncRef((bits != 0).then_some(Func { store: self.id, address: bits })),
                Family::Extern => Val::ExternRef(bits.checked_sub(1).map(|number| ExternRef(number as u32))),
                Family::Exn => Val::ExnRef(self.exception_reference(bits)),
            },
        }
    }

    /// Converts a value of this type to its low word in compiled code.
    pub(crate) fn bits_of(&self, ty: ValType, value: Val) -> Result<u64, Error> {
        self.check_type(ty, value)?;
        Ok(self.words_of(value)?[0])
    }

    /// Fails if a value has another type. Code relies on the types of references: it calls a function without comparing
    /// types.
    pub(super) fn check_type(&self, ty: ValType, value: Val) -> Result<(), Error> {
        let fits = match (ty, value) {
            (ValType::Ref(RefType { nullable: true, heap }), Val::FuncRef(None)) => {
                heap.family() == Family::Func
            }
            (ValType::Ref(RefType { nullable: true, heap }), Val::ExternRef(None)) => {
                heap.family() == Family::Extern
            }
            (ValType::Ref(RefType { nullable: true, heap }), Val::ExnRef(None)) => {
                heap.family() == Family::Exn
            }
            (ValType::Ref(RefType { heap: HeapType::Type(wanted), .. }), Val::FuncRef(Some(func))) => {
                self.engine.types().is_subtype(func.type_id(self)?, wanted)
            }
            (ValType::Ref(RefType { heap, .. }), Val::FuncRef(Some(_))) => heap == HeapType::Func,
            (ValType::Ref(RefType { heap, .. }), Val::ExternRef(Some(_))) => heap == HeapType::Extern,
            (ValType::Ref(RefType { heap, .. }), Val::ExnRef(Some(_))) => heap == HeapType::Exn,
            (ty, value) => value.ty() == ty,
        };
        if fits {
            return Ok(());
        }
        let found = match value {
            Val::FuncRef(None) | Val::ExternRef(None) | Val::ExnRef(None) => String::from("null"),
            Val::FuncRef(Some(func)) => {
                ValType::Ref(RefType::non_null(HeapType::Type(func.type_id(self)?))).to_string()
            }
            other => other.ty().to_string(),
        };
        Err(Error::Type { expected: ty.to_string(), found })
    }
}
