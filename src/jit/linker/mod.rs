//! Linking over time: functions that are compiled one at a time, and redefined while other threads run them.
//!
//! A [`Linker`] has symbols: functions, data objects, and the addresses of host symbols. Callers call a function's
//! *slot*, a jump to the address in a word of data (`slots.rs`). So a function can be called before it is defined, and a
//! definition redirects all callers at once. `docs/linking.md` is the guide; the measured cost of a slot is there, too.
//!
//! A symbol is alive while a handle to it exists, or the current definition of an alive function refers to it
//! (`ownership.rs`). Code and slots that are replaced or dead are freed when each registered thread has passed a
//! quiescent point (`quiescence.rs`): until then a thread may be executing them.

mod data;
mod error;
mod handles;
mod names;
mod slots;
mod symbols;
mod undefined;

pub use error::{LinkerError, Place};
pub use handles::{DataObject, Function, TypedFunction};
pub use names::KnownSymbol;
pub use symbols::UndefinedFunction;

use super::exits::ExitHandler;
use super::{Code, CodeMemory, LinkError, Linkable, Quiescence, RegisteredThread, Resolved, link};
use crate::base::{CallConv, Signature, SymbolId, Type};
use crate::isa::RelocTarget;
use crate::support::Entity;
use data::Contents;
use handles::Handle;
use slots::{Slot, Slots};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use symbols::{Body, FunctionSymbol, Kind, Symbol, Symbols, Use};

/// Links functions one at a time, and replaces them. Clones share the symbols, which live as long as any clone or handle.
///
/// All methods may be called from several threads, also while compiled code is running, and by host functions that
/// compiled code calls.
#[derive(Clone)]
pub struct Linker {
    shared: Arc<Shared>,
}

struct Shared {
    memory: Arc<CodeMemory>,
    quiescence: Quiescence,
    slots: Arc<Slots>,
    symbols: Mutex<Symbols>,
    resolver: Mutex<Option<Arc<Resolver>>>,
}

type Resolver = dyn Fn(&str) -> Option<*const u8> + Send + Sync;

/// The compiled code of a function, for [`Linker::define`].
#[derive(Clone, Copy)]
pub struct Definition<'a> {
    /// The procedure. Its name is the function's.
    pub procedure: Linkable<'a>,
    /// The names of the procedure's symbols, by [`SymbolId`].
    pub symbols: &'a [&'a str],
    /// The values that refer to symbols, for checks and messages. It may be incomplete.
    pub uses: &'a [SymbolUse],
    /// Called when the code takes an exit, see [`Code::set_exit_handler`].
    pub exit_handler: Option<&'a ExitHandler>,
}

/// A value of a procedure that refers to a symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolUse {
    /// The symbol.
    pub symbol: SymbolId,
    /// The value's number.
    pub value: u32,
    /// The types of the fixed arguments and the results, and the convention, if the value is a call. `None` if it takes
    /// the address.
    pub call: Option<(Signature, &'static CallConv)>,
}

/// Handles to the symbols that a definition refers to, while it is being linked.
struct HeldSymbols<'a> {
    linker: &'a Linker,
    symbols: Vec<u32>,
}

impl Drop for HeldSymbols<'_> {
    fn drop(&mut self) {
        self.linker.release(&self.symbols);
    }
}

impl Linker {
    /// Creates a linker without symbols, which places code in this memory.
    pub fn new(memory: Arc<CodeMemory>) -> Linker {
        let slots = Slots::new(memory.clone());
        let (quiescence, symbols, resolver) = (Quiescence::new(), Mutex::default(), Mutex::default());
        Linker { shared: Arc::new(Shared { memory, quiescence, slots, symbols, resolver }) }
    }

    /// The memory in which code is placed.
    pub fn memory(&self) -> &Arc<CodeMemory> {
        &self.shared.memory
    }

    /// Registers a thread that will run functions of this linker. See [`RegisteredThread`].
    pub fn register_thread(&self) -> RegisteredThread {
        self.shared.quiescence.register_thread()
    }

    /// The domain in which replaced code waits for registered threads.
    pub fn quiescence(&self) -> &Quiescence {
        &self.shared.quiescence
    }

    fn lock(&self) -> MutexGuard<'_, Symbols> {
        // While the lock is held, no function of a client is called but `Mapper::set_writing`. No panic leaves the symbols
        // inconsistent.
        self.shared.symbols.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the symbols. If this fails because of a symbol that may be dead, in a cycle that is not collected yet,
    /// collects all and tries again.
    fn change<R>(
        &self,
        mut change: impl FnMut(&mut Symbols) -> Result<R, LinkerError>,
    ) -> Result<R, LinkerError> {
        let result = change(&mut self.lock());
        match result {
            Err(LinkerError::NameTaken { .. } | LinkerError::WrongSignature { .. }) => {
                self.collect();
                change(&mut self.lock())
            }
            other => other,
        }
    }

    /// Changes the symbols with a function that may take a slot, and returns `None` if it needs one. The slot is allocated
    /// without the lock, because this calls the client's [`Mapper`](super::Mapper).
    fn change_with_slot(
        &self,
        mut change: impl FnMut(&mut Symbols, &mut Option<Slot>) -> Result<Option<u32>, LinkerError>,
    ) -> Result<Function, LinkerError> {
        let mut slot = None;
        loop {
            let changed = self.change(|symbols| {
                let symbol = change(symbols, &mut slot)?;
                Ok(symbol.map(|symbol| self.function_of(symbols, symbol).expect("a function")))
            })?;
            match changed {
                Some(function) => return Ok(function),
                None => slot = Some(self.shared.slots.allocate()?),
            }
        }
    }

    /// Frees symbols that no thread can find any more, once no thread can be using them.
    fn retire(&self, dead: Vec<Symbol>) {
        if !dead.is_empty() {
            self.shared.quiescence.retire(dead);
        }
    }

    fn release(&self, symbols: &[u32]) {
        let dead = self.lock().release(symbols);
        self.retire(dead);
    }

    fn code(&self, symbol: u32) -> Option<Code> {
        match &self.lock().get(symbol).kind {
            Kind::Function(FunctionSymbol { body: Body::Code(code), .. }) => Some(code.clone()),
            _ => None,
        }
    }

    /// Frees functions and data to which only each other refer. Without this call, cycles of more than 64 functions are
    /// freed later: once as many handles were dropped and references replaced as there are functions and data objects.
    pub fn collect(&self) {
        let dead = self.lock().collect();
        self.retire(dead);
        self.shared.quiescence.reclaim();
    }
}

/// Symbols of the host.
impl Linker {
    /// Makes the address of a host function or of data known by a name. Definitions that follow refer to it directly. The
    /// caller of the code vouches for the address, see [`Function::typed`].
    ///
    /// # Errors
    /// [`LinkerError::NameTaken`] if a function or data object has the name.
    pub fn add_host(&self, name: &str, address: *const u8) -> Result<(), LinkerError> {
        self.change(|symbols| symbols.add_host(name, address))
    }

    /// Sets the function that resolves names that are otherwise unknown to addresses of host symbols. Each address is
    /// remembered, as by [`Linker::add_host`]. It may be called on several threads. It may use the linker: a symbol that
    /// it adds or declares itself is found, even if it returns `None`.
    pub fn set_resolver(&self, resolver: impl Fn(&str) -> Option<*const u8> + Send + Sync + 'static) {
        let place = self.shared.resolver.lock();
        let old = place.unwrap_or_else(PoisonError::into_inner).replace(Arc::new(resolver));
        drop(old); // after the lock is released
    }

    fn resolve_host(&self, name: &str) -> Option<*const u8> {
        let resolver = self.shared.resolver.lock().unwrap_or_else(PoisonError::into_inner).clone();
        resolver.and_then(|resolver| resolver(name))
    }
}

/// Functions.
impl Linker {
    fn function_of(&self, symbols: &Symbols, symbol: u32) -> Option<Function> {
        let found = symbols.get(symbol);
        let Kind::Function(function) = &found.kind else { return None };
        let handle = Arc::new(Handle { linker: self.clone(), symbol, name: found.name.clone() });
        let (signature, convention) = (function.signature.clone(), function.convention);
        let address = function.address().expose_provenance();
        Some(Function { handle, signature, convention, address })
    }

    /// Declares a function, so that definitions can refer to it. The function stays declared while it is alive.
    ///
    /// A call of it before it is defined does not return: it ends the innermost
    /// [catching call](super::TrapRecovery::catch) of the thread with [`TrapCode::UndefinedFunction`] and
    /// [`Trap::undefined_function`](super::Trap::undefined_function). Outside of catching calls it writes a message to
    /// the standard error output and aborts the process.
    ///
    /// Declaring a function that exists returns a handle to it.
    ///
    /// [`TrapCode::UndefinedFunction`]: crate::base::TrapCode::UndefinedFunction
    ///
    /// # Errors
    /// Fails if the name belongs to a function with other types, or to another kind of symbol, or if there is no memory.
    pub fn declare(
        &self,
        name: &str,
        signature: &Signature,
        convention: &'static CallConv,
    ) -> Result<Function, LinkerError> {
        let name = name.into();
        self.change_with_slot(|symbols, slot| symbols.declare(slot, &name, signature, convention))
    }

    /// Links a function. All calls of it, also those in functions that were linked earlier, call this definition from now
    /// on; it replaces an earlier definition. [`Compiler::define`](crate::Compiler::define) compiles a procedure first.
    ///
    /// A thread that is running the old code finishes it. The old code is freed when each registered thread has passed a
    /// quiescent point.
    ///
    /// # Errors
    /// Fails if the code is inconsistent, refers to a symbol that is neither declared nor known otherwise, calls a
    /// function of other types, or has other types than the function's earlier declaration. Nothing changes then.
    pub fn define(&self, definition: &Definition<'_>) -> Result<Function, LinkerError> {
        self.define_after(definition, |_| ())
    }

    /// As [`Linker::define`], and calls `prepare` with the code before any thread can run it.
    pub(crate) fn define_after(
        &self,
        definition: &Definition<'_>,
        prepare: impl FnOnce(&Code),
    ) -> Result<Function, LinkerError> {
        let procedure = &definition.procedure;
        let function = self.declare(procedure.name, procedure.signature, procedure.convention)?;
        let mut held = HeldSymbols { linker: self, symbols: Vec::new() };
        let (addresses, uses) = self.resolve(definition, &mut held)?;
        let resolve = |_: usize, symbol: SymbolId| {
            let found = addresses.binary_search_by_key(&symbol.number(), |(symbol, _)| symbol.number());
            found.ok().map(|place| Resolved::Address(addresses[place].1))
        };
        let codes = link(&self.shared.memory, &[*procedure], &[], &resolve)?;
        let Some(code) = codes.into_iter().next() else { return Ok(function) };
        if let Some(handler) = definition.exit_handler {
            code.install_exit_handler(handler.clone());
        }
        prepare(&code);
        let (old, dead) = self.lock().define(function.handle.symbol, code, uses)?;
        if matches!(old, Body::Code(_)) || !dead.is_empty() {
            // Together: if retiring drops garbage that panics, nothing is freed early.
            self.shared.quiescence.retire((old, dead));
        }
        Ok(function)
    }

    /// Resolves the symbols that the code of a definition refers to: to addresses by symbol, in order, and to references.
    /// Adds a handle of each to `held`.
    #[allow(clippy::type_complexity, reason = "two lists")]
    fn resolve(
        &self,
        definition: &Definition<'_>,
        held: &mut HeldSymbols<'_>,
    ) -> Result<(Vec<(SymbolId, *const u8)>, Vec<Use>), LinkerError> {
        let procedure = definition.procedure.name;
        let mut referenced: Vec<SymbolId> = Vec::new();
        referenced.extend(definition.procedure.code.relocations.iter().filter_map(|relocation| {
            match relocation.target {
                RelocTarget::Symbol(symbol) => Some(symbol),
                _ => None,
            }
        }));
        referenced.sort_unstable_by_key(|symbol| symbol.number());
        referenced.dedup();
        let (mut addresses, mut all_uses) = (Vec::with_capacity(referenced.len()), Vec::new());
        for symbol in referenced {
            let uses = || definition.uses.iter().filter(|used| used.symbol == symbol);
            let place = |used: Option<&SymbolUse>| Place {
                procedure: procedure.into(),
                value: used.map(|used| used.value),
                is_call: used.is_some_and(|used| used.call.is_some()),
            };
            let Some(&name) = definition.symbols.get(symbol.index()) else {
                return Err(LinkError::UnresolvedSymbol { procedure: procedure.into(), symbol }.into());
            };
            let Some((address, number)) = self.find(name, held) else {
                return Err(LinkerError::NoDefinition { symbol: name.into(), place: place(uses().next()) });
            };
            addresses.push((symbol, address));
            let Some(number) = number else { continue };
            let known = all_uses.len();
            for used in uses() {
                self.check_call(number, used).map_err(|(expected, found)| {
                    let (symbol, place) = (name.into(), place(Some(used)));
                    LinkerError::WrongCall { symbol, place, expected, found }
                })?;
                let is_call = used.call.is_some();
                all_uses.push(Use { symbol: number, value: Some(used.value), is_call });
            }
            if all_uses.len() == known {
                all_uses.push(Use { symbol: number, value: None, is_call: false });
            }
        }
        Ok((addresses, all_uses))
    }

    /// The address of a symbol and, unless it is one of the host, its number.
    fn find(&self, name: &str, held: &mut HeldSymbols<'_>) -> Option<(*const u8, Option<u32>)> {
        if let Some(known) = self.find_known(name, held) {
            return Some(known);
        }
        if let Some(address) = self.resolve_host(name)
            && self.add_host(name, address).is_ok()
        {
            return Some((address, None));
        }
        // The resolver or another thread may have added a symbol of this name meanwhile.
        self.find_known(name, held)
    }

    fn find_known(&self, name: &str, held: &mut HeldSymbols<'_>) -> Option<(*const u8, Option<u32>)> {
        let mut symbols = self.lock();
        if let Some(number) = symbols.find(name) {
            symbols.acquire(number);
            held.symbols.push(number);
            return Some((symbols.get(number).address(), Some(number)));
        }
        symbols.host(name).map(|address| (address, None))
    }

    /// Compares a call with the types of the function. The error is what was expected, and what was found.
    fn check_call(&self, symbol: u32, used: &SymbolUse) -> Result<(), (String, String)> {
        let Some((signature, convention)) = &used.call else { return Ok(()) };
        let found = || LinkerError::types(signature, convention.name);
        match &self.lock().get(symbol).kind {
            Kind::Data(_) => Err(("no call of a data object".into(), found())),
            Kind::Function(function)
                if *function.signature == *signature && *function.convention == **convention =>
            {
                Ok(())
            }
            Kind::Function(function) => Err((function.types(), found())),
        }
    }

    /// A handle to the function with this name, if it is alive.
    pub fn function(&self, name: &str) -> Option<Function> {
        let mut symbols = self.lock();
        let number = symbols.find(name)?;
        let function = self.function_of(&symbols, number)?;
        symbols.acquire(number);
        Some(function)
    }

    /// The functions that are declared but not defined, by name, with the places that refer to them.
    pub fn undefined(&self) -> Vec<UndefinedFunction> {
        self.lock().undefined()
    }
}

/// Data objects.
impl Linker {
    /// Adds a data object that compiled code may write. It is aligned to 16 bytes, zero-padded to a multiple of 16, and
    /// freed like a function: when no handle and no code refers to it.
    ///
    /// # Errors
    /// [`LinkerError::NameTaken`] if a symbol of this name is alive; [`LinkerError::Memory`].
    pub fn add_data(&self, name: &str, bytes: &[u8]) -> Result<DataObject, LinkerError> {
        self.add_contents(name, Contents::writable(bytes)?)
    }

    /// As [`Linker::add_data`], for an object that cannot be written: a write faults. It is in code memory, where it takes
    /// whole pages in [`MappingMode::Toggling`](super::MappingMode::Toggling).
    ///
    /// # Errors
    /// As for [`Linker::add_data`].
    pub fn add_read_only_data(&self, name: &str, bytes: &[u8]) -> Result<DataObject, LinkerError> {
        self.add_contents(name, Contents::read_only(&self.shared.memory, bytes)?)
    }

    fn add_contents(&self, name: &str, contents: Contents) -> Result<DataObject, LinkerError> {
        let (name, contents) = (Arc::<str>::from(name), Arc::new(contents));
        let symbol = self.change(|symbols| symbols.add_data(&name, contents.clone()))?;
        let handle = Arc::new(Handle { linker: self.clone(), symbol, name });
        Ok(DataObject { handle, contents })
    }

    /// Adds a thread-local object. Compiled code calls the symbol as a function without arguments, `() -> Int64`, with the
    /// host's C convention, and gets the address of the object for the calling thread. The call is passed on to
    /// `resolver`, with this context.
    ///
    /// # Errors
    /// [`LinkerError::NameTaken`] if a symbol of this name exists; [`LinkerError::Memory`].
    pub fn add_thread_local(
        &self,
        name: &str,
        resolver: extern "C" fn(context: usize) -> *mut u8,
        context: usize,
    ) -> Result<Function, LinkerError> {
        let Ok(host) = crate::isa::host_desc() else {
            return Err(super::MemoryError::Unsupported.into());
        };
        let signature = Signature { params: Vec::new(), results: vec![Type::Int64] };
        let types = (&signature, &host.conventions[0]);
        let (name, call) = (name.into(), (resolver as *const u8, context));
        self.change_with_slot(|symbols, slot| symbols.add_thread_local(slot, &name, types, call))
    }
}

impl fmt::Debug for Linker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbols = self.lock().len();
        f.debug_struct("Linker").field("symbols", &symbols).finish_non_exhaustive()
    }
}

impl fmt::Debug for Definition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Definition").field("procedure", &self.procedure.name).finish_non_exhaustive()
    }
}
