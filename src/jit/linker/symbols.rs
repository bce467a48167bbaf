//! The symbols of a linker: their names, what they refer to, and which of them are alive.

use super::data::Contents;
use super::error::HOST_SYMBOL;
use super::slots::Slot;
use super::undefined::UndefinedSlot;
use super::{LinkerError, Place};
use crate::base::{CallConv, Signature};
use crate::jit::Code;
use crate::jit::ownership::Ownership;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// All symbols, by number and by name.
#[derive(Default)]
pub(super) struct Symbols {
    /// Only queried, never iterated.
    names: FxHashMap<Arc<str>, u32>,
    /// Addresses of host symbols. Only queried, too.
    hosts: FxHashMap<Arc<str>, usize>,
    /// By the number of the node in `ownership`.
    symbols: Vec<Option<Symbol>>,
    ownership: Ownership,
}

pub(super) struct Symbol {
    pub(super) name: Arc<str>,
    pub(super) kind: Kind,
    /// References of a function's current definition.
    uses: Vec<Use>,
}

pub(super) enum Kind {
    Function(FunctionSymbol),
    Data(Arc<Contents>),
}

pub(super) struct FunctionSymbol {
    pub(super) signature: Arc<Signature>,
    pub(super) convention: &'static CallConv,
    pub(super) slot: Slot,
    /// What the slot's handler gets while the function is undefined.
    _context: Box<UndefinedSlot>,
    pub(super) body: Body,
}

pub(super) enum Body {
    Undefined,
    Code(Code),
    /// The accessor of a thread-local object.
    ThreadLocal,
}

/// A reference of a definition to a symbol.
pub(super) struct Use {
    pub(super) symbol: u32,
    pub(super) value: Option<u32>,
    pub(super) is_call: bool,
}

/// A function that is declared but not defined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndefinedFunction {
    /// Its name.
    pub name: String,
    /// The places in current definitions that refer to it.
    pub places: Vec<Place>,
}

impl FunctionSymbol {
    pub(super) fn address(&self) -> *const u8 {
        match self.body {
            Body::ThreadLocal => self.slot.accessor(),
            Body::Undefined | Body::Code(_) => self.slot.address(),
        }
    }

    pub(super) fn types(&self) -> String {
        LinkerError::types(&self.signature, self.convention.name)
    }
}

impl Symbol {
    /// The kind, for errors.
    fn description(&self) -> &'static str {
        match &self.kind {
            Kind::Function(FunctionSymbol { body: Body::ThreadLocal, .. }) => "a thread-local object",
            Kind::Function(_) => "a function",
            Kind::Data(_) => "a data object",
        }
    }

    /// The address to which the symbol resolves.
    pub(super) fn address(&self) -> *const u8 {
        match &self.kind {
            Kind::Function(function) => function.address(),
            Kind::Data(contents) => contents.bytes().cast(),
        }
    }
}

impl Symbols {
    /// A symbol for which a handle exists, or that an alive symbol refers to.
    pub(super) fn get(&self, number: u32) -> &Symbol {
        self.symbols[number as usize].as_ref().expect("alive")
    }

    pub(super) fn function_mut(&mut self, number: u32) -> Option<&mut FunctionSymbol> {
        match &mut self.symbols[number as usize].as_mut()?.kind {
            Kind::Function(function) => Some(function),
            Kind::Data(_) => None,
        }
    }

    /// The number of the symbol with this name. It may be dead, if it is in a cycle that is not collected yet; then it
    /// is alive again once it is acquired.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        self.names.get(name).copied()
    }

    pub(super) fn host(&self, name: &str) -> Option<*const u8> {
        self.hosts.get(name).copied().map(std::ptr::with_exposed_provenance)
    }

    /// Adds a host symbol, or replaces its address for definitions that follow.
    pub(super) fn add_host(&mut self, name: &str, address: *const u8) -> Result<(), LinkerError> {
        if let Some(number) = self.find(name) {
            let kind = self.get(number).description();
            return Err(LinkerError::NameTaken { symbol: name.into(), kind });
        }
        self.hosts.insert(name.into(), address.expose_provenance());
        Ok(())
    }

    /// Adds a symbol with one handle.
    fn add(&mut self, name: &Arc<str>, kind: Kind) -> u32 {
        let number = self.ownership.add();
        let symbol = Some(Symbol { name: name.clone(), kind, uses: Vec::new() });
        match self.symbols.get_mut(number as usize) {
            Some(place) => *place = symbol,
            None => self.symbols.push(symbol),
        }
        self.names.insert(name.clone(), number);
        number
    }

    fn expect_new(&self, name: &str) -> Result<(), LinkerError> {
        let symbol = || String::from(name);
        if let Some(number) = self.find(name) {
            return Err(LinkerError::NameTaken { symbol: symbol(), kind: self.get(number).description() });
        }
        if self.hosts.contains_key(name) {
            return Err(LinkerError::NameTaken { symbol: symbol(), kind: HOST_SYMBOL });
        }
        Ok(())
    }

    pub(super) fn add_data(&mut self, name: &Arc<str>, contents: Arc<Contents>) -> Result<u32, LinkerError> {
        self.expect_new(name)?;
        Ok(self.add(name, Kind::Data(contents)))
    }

    /// Adds a handle to the function with this name. Adds an undefined function if there is none; `None` if it needs a
    /// slot for that.
    pub(super) fn declare(
        &mut self,
        slot: &mut Option<Slot>,
        name: &Arc<str>,
        signature: &Signature,
        convention: &'static CallConv,
    ) -> Result<Option<u32>, LinkerError> {
        let Some(number) = self.find(name) else {
            return self.add_function(slot, name, signature, convention);
        };
        let symbol = self.get(number);
        match &symbol.kind {
            Kind::Function(FunctionSymbol { body: Body::ThreadLocal, .. }) | Kind::Data(_) => {
                Err(LinkerError::NameTaken { symbol: name.to_string(), kind: symbol.description() })
            }
            Kind::Function(known) if *known.signature != *signature || *known.convention != *convention => {
                let (symbol, expected) = (name.to_string(), known.types());
                let found = LinkerError::types(signature, convention.name);
                let place = self.first_use(number).map(Box::new);
                Err(LinkerError::WrongSignature { symbol, expected, found, place })
            }
            Kind::Function(_) => {
                self.ownership.acquire(number);
                Ok(Some(number))
            }
        }
    }

    /// Adds an undefined function with one handle. `None` if there is no slot.
    fn add_function(
        &mut self,
        slot: &mut Option<Slot>,
        name: &Arc<str>,
        signature: &Signature,
        convention: &'static CallConv,
    ) -> Result<Option<u32>, LinkerError> {
        self.expect_new(name)?;
        let context = Box::new(UndefinedSlot { name: name.clone() });
        let word = (&raw const *context).expose_provenance() as u64;
        if slot.as_ref().is_some_and(|slot| !slot.set_undefined(word)) {
            return Err(LinkerError::Forked { symbol: name.to_string() });
        }
        let Some(slot) = slot.take() else { return Ok(None) };
        let signature = Arc::new(signature.clone());
        let (_context, body) = (context, Body::Undefined);
        let function = FunctionSymbol { signature, convention, slot, _context, body };
        Ok(Some(self.add(name, Kind::Function(function))))
    }

    /// Adds a function that passes a word to `accessor`. `None` if there is no slot.
    pub(super) fn add_thread_local(
        &mut self,
        slot: &mut Option<Slot>,
        name: &Arc<str>,
        (signature, convention): (&Signature, &'static CallConv),
        (accessor, context): (*const u8, usize),
    ) -> Result<Option<u32>, LinkerError> {
        let number = self.add_function(slot, name, signature, convention)?;
        if let Some(function) = number.and_then(|number| self.function_mut(number)) {
            // The context of an undefined function was stored in the same cells.
            if function.slot.set_second(context as u64) && function.slot.set_target(accessor) {
                function.body = Body::ThreadLocal;
            }
        }
        Ok(number)
    }

    pub(super) fn acquire(&mut self, number: u32) {
        self.ownership.acquire(number);
    }

    /// Releases one handle of each. Returns the symbols that are dead now.
    #[must_use]
    pub(super) fn release(&mut self, numbers: &[u32]) -> Vec<Symbol> {
        let mut dead = Vec::new();
        for &number in numbers {
            self.ownership.release(number, &mut dead);
        }
        self.remove(dead)
    }

    /// Replaces a function's definition, and redirects its callers. Returns the old code, and the symbols that are dead
    /// now.
    pub(super) fn define(
        &mut self,
        number: u32,
        code: Code,
        uses: Vec<Use>,
    ) -> Result<(Body, Vec<Symbol>), LinkerError> {
        let mut owned: Vec<u32> = uses.iter().map(|used| used.symbol).collect();
        owned.sort_unstable();
        owned.dedup();
        let name = self.get(number).name.clone();
        let mut old = Body::Undefined;
        if let Some(function) = self.function_mut(number) {
            if !function.slot.set_target(code.entry()) {
                return Err(LinkerError::Forked { symbol: name.to_string() });
            }
            old = std::mem::replace(&mut function.body, Body::Code(code));
        }
        if let Some(symbol) = &mut self.symbols[number as usize] {
            symbol.uses = uses;
        }
        let mut dead = Vec::new();
        self.ownership.set_owned(number, owned, &mut dead);
        Ok((old, self.remove(dead)))
    }

    /// Removes all symbols that only refer to each other.
    #[must_use]
    pub(super) fn collect(&mut self) -> Vec<Symbol> {
        let mut dead = Vec::new();
        self.ownership.collect(&mut dead);
        self.remove(dead)
    }

    fn remove(&mut self, dead: Vec<u32>) -> Vec<Symbol> {
        let mut removed = Vec::with_capacity(dead.len());
        for number in dead {
            let Some(symbol) = self.symbols[number as usize].take() else { continue };
            // Another symbol has the name if this one was unbound.
            if self.find(&symbol.name) == Some(number) {
                self.names.remove(&symbol.name);
            }
            removed.push(symbol);
        }
        removed
    }

    /// Makes a name unknown. Its symbol lives on.
    pub(super) fn unbind(&mut self, name: &str) {
        self.names.remove(name);
        self.hosts.remove(name);
    }

    /// The first place in a current definition that refers to a symbol.
    fn first_use(&self, number: u32) -> Option<Place> {
        self.symbols.iter().flatten().find_map(|symbol| {
            let found = symbol.uses.iter().find(|used| used.symbol == number)?;
            let procedure = symbol.name.to_string();
            Some(Place { procedure, value: found.value, is_call: found.is_call })
        })
    }

    pub(super) fn undefined(&self) -> Vec<UndefinedFunction> {
        let mut places: Vec<Vec<Place>> = Vec::new();
        places.resize_with(self.symbols.len(), Vec::new);
        for symbol in self.symbols.iter().flatten() {
            for &Use { symbol: used, value, is_call } in &symbol.uses {
                places[used as usize].push(Place { procedure: symbol.name.to_string(), value, is_call });
            }
        }
        let undefined = self.symbols.iter().zip(places).filter_map(|(symbol, places)| match symbol {
            Some(Symbol {
                name, kind: Kind::Function(FunctionSymbol { body: Body::Undefined, .. }), ..
            }) => Some(UndefinedFunction { name: name.to_string(), places }),
            _ => None,
        });
        let mut undefined: Vec<_> = undefined.collect();
        undefined.sort_by(|a, b| a.name.cmp(&b.name));
        undefined
    }

    /// The number of symbols without host symbols.
    pub(super) fn len(&self) -> usize {
        self.symbols.iter().flatten().count()
    }
}
