//! Modules: contents of the sections and code of the functions.

mod compile;
mod constant_tables;
pub(crate) mod parse;
mod profile;
mod replaceable;
mod saved;

pub use replaceable::{Tier, TierStats};

use crate::engine::Engine;
use crate::error::Error;
use crate::info::{Body, ModuleInfo};
use crate::raw::Interpreted;
use crate::translate;
use crate::types::{ExternType, FuncTypeId};
use crate::worker::{CompileStats, inline};
use barebones::base::Origin;
use barebones::jit::Code;
use replaceable::Replaceable;
use std::sync::Arc;

/// An entity of a module: kind and index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    Func(u32),
    Table(u32),
    Memory(u32),
    Global(u32),
    Tag(u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Import {
    pub(crate) module: Box<str>,
    pub(crate) name: Box<str>,
    pub(crate) ty: ExternType,
    /// What the engine knows the type of a function or tag as.
    pub(crate) id: Option<FuncTypeId>,
}

/// An operator of a constant expression, evaluated on a stack.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ConstOp {
    /// The bits of a number, or null as 0.
    Bits(u64),
    /// The words of a vector, the low half first.
    Vector([u64; 2]),
    Global(u32),
    Func(u32),
    Add32,
    Sub32,
    Mul32,
    Add64,
    Sub64,
    Mul64,
}

/// A constant expression.
pub(crate) type Const = Box<[ConstOp]>;

/// Where a segment is copied to at instantiation.
#[derive(Clone, Debug)]
pub(crate) enum Placement {
    /// To this memory or table, at this offset.
    Active(u32, Const),
    /// Nowhere; `memory.init` or `table.init` copies it.
    Passive,
    /// Nowhere; it only declares function references.
    Declared,
}

#[derive(Debug)]
pub(crate) struct DataSegment {
    pub(crate) placement: Placement,
    pub(crate) bytes: Box<[u8]>,
}

#[derive(Debug)]
pub(crate) struct ElementSegment {
    pub(crate) placement: Placement,
    pub(crate) items: Box<[Const]>,
}

/// Contents of the sections, except for function bodies.
#[derive(Debug, Default)]
pub(crate) struct Sections {
    pub(crate) info: ModuleInfo,
    pub(crate) imports: Vec<Import>,
    pub(crate) exports: Vec<(Box<str>, Item)>,
    /// Initial values of the defined globals.
    pub(crate) global_values: Vec<Const>,
    /// Initial values of the elements of defined tables.
    pub(crate) table_values: Vec<Option<Const>>,
    pub(crate) start: Option<u32>,
    pub(crate) elements: Vec<ElementSegment>,
    pub(crate) data: Vec<DataSegment>,
    /// Function names, sorted by index.
    pub(crate) names: Vec<(u32, Box<str>)>,
}

/// A compiled module, which any number of stores may instantiate. Clones share the code.
#[derive(Clone)]
pub struct Module {
    pub(crate) inner: Arc<ModuleInner>,
}

pub(crate) struct ModuleInner {
    pub(crate) engine: Engine,
    pub(crate) sections: Sections,
    /// Code of the defined functions, at ascending addresses. Empty if functions are compiled at their first call.
    pub(crate) codes: Vec<Code>,
    /// What was inlined into each of them.
    copies: Vec<inline::Copies>,
    pub(crate) stats: CompileStats,
    /// Present if code can be replaced.
    pub(crate) replaceable: Option<Replaceable>,
    /// Present if functions are interpreted; then there is no code.
    pub(crate) interpreted: Option<Interpreted>,
}

impl Module {
    /// Parses, validates and compiles a module in the binary format. With [`Config::lazy`](crate::Config::lazy)
    /// functions are compiled at their first call.
    ///
    /// # Errors
    /// The module is invalid or unsupported, or memory is exhausted.
    pub fn new(engine: &Engine, bytes: &[u8]) -> Result<Module, Error> {
        Module::with_progress(engine, bytes, &|_, _| {})
    }

    /// Like [`Module::new`], and reports progress. After each function, the thread that compiled it calls `progress`
    /// with the number of compiled functions and their total. Threads do not wait for each other, so numbers may
    /// arrive out of order.
    ///
    /// # Errors
    /// As [`Module::new`].
    pub fn with_progress(
        engine: &Engine,
        bytes: &[u8],
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Module, Error> {
        let config = engine.config();
        let (mut sections, bodies) = parse::parse(config, engine.types(), bytes)?;
        let kept = config.is_replaceable().then(|| Replaceable::new(engine, &sections, &bodies, bytes));
        let mut replaceable = kept.transpose()?;
        if config.interpret {
            let (procedures, stats) = compile::translate(engine, &sections, &bodies, progress)?;
            let interpreted = Some(Interpreted::new(procedures)?);
            let (codes, copies, replaceable) = (Vec::new(), Vec::new(), None);
            let engine = engine.clone();
            let inner = ModuleInner { engine, sections, codes, copies, stats, replaceable, interpreted };
            return Ok(Module { inner: Arc::new(inner) });
        }
        let (codes, copies, call_sites, stats) = if config.lazy {
            sections.info.has_cross_instance_tail_calls = validate(&sections.info, bodies)?;
            (Vec::new(), Vec::new(), Vec::new(), CompileStats::default())
        } else {
            compile::compile(engine, &mut sections, &bodies, progress)?
        };
        if let Some(replaceable) = &mut replaceable {
            replaceable.install_first(&sections, &codes, call_sites);
        }
        let (engine, interpreted) = (engine.clone(), None);
        let inner = ModuleInner { engine, sections, codes, copies, stats, replaceable, interpreted };
        Ok(Module { inner: Arc::new(inner) })
    }

    /// Parses and validates a module without compiling it.
    ///
    /// # Errors
    /// The module is invalid.
    pub fn validate(engine: &Engine, bytes: &[u8]) -> Result<(), Error> {
        let (sections, bodies) = parse::parse(engine.config(), engine.types(), bytes)?;
        validate(&sections.info, bodies)?;
        Ok(())
    }

    /// The engine of the module.
    pub fn engine(&self) -> &Engine {
        &self.inner.engine
    }

    /// The imports in order: module name, name and type.
    pub fn imports(&self) -> impl ExactSizeIterator<Item = (&str, &str, &ExternType)> {
        self.inner.sections.imports.iter().map(|import| (&*import.module, &*import.name, &import.ty))
    }

    /// The exports in order: name and type.
    pub fn exports(&self) -> impl ExactSizeIterator<Item = (&str, ExternType)> {
        self.inner.sections.exports.iter().map(|(name, item)| (&**name, self.inner.sections.type_of(*item)))
    }

    /// The type of a function, by its index; imported functions come first.
    pub fn func_type_id(&self, function: u32) -> Option<FuncTypeId> {
        self.inner.sections.info.id_of(function)
    }

    /// Cost of compiling it in [`Module::new`].
    pub fn stats(&self) -> &CompileStats {
        &self.inner.stats
    }

    /// Code of the defined functions that [`Module::new`] compiled, by index without imported functions.
    pub fn codes(&self) -> &[Code] {
        &self.inner.codes
    }

    /// Expands an origin in the code of `function` to functions and module offsets, innermost first.
    pub(crate) fn frames(
        &self,
        function: u32,
        origin: Origin,
    ) -> impl Iterator<Item = (u32, Option<u32>)> + '_ {
        let own = (function as usize).checked_sub(self.inner.sections.info.imported_functions);
        let copies = own.map_or(&[][..], |own| self.copies(own));
        inline::frames(function, copies, origin)
    }

    /// The index of the function that is exported with this name, or else of one that has this name in the module.
    pub fn function_index(&self, name: &str) -> Option<u32> {
        let sections = &self.inner.sections;
        let exported = sections.exports.iter().find_map(|(known, item)| match item {
            Item::Func(index) if **known == *name => Some(*index),
            _ => None,
        });
        exported
            .or_else(|| sections.names.iter().find(|(_, known)| **known == *name).map(|(index, _)| *index))
    }

    /// Name of a function, if the module has one.
    pub fn function_name(&self, function: u32) -> Option<&str> {
        let names = &self.inner.sections.names;
        names.binary_search_by_key(&function, |(index, _)| *index).ok().map(|i| &*names[i].1)
    }
}

/// Validates function bodies. Returns whether one tail-calls a function that may belong to another instance.
fn validate(info: &ModuleInfo, bodies: Vec<Body<'_>>) -> Result<bool, Error> {
    let mut memory = wasmparser::FuncValidatorAllocations::default();
    let mut has_tail_calls = false;
    for (function, body) in bodies {
        let mut validator = function.into_validator(memory);
        has_tail_calls |= translate::validate(info, &mut validator, &body)?;
        memory = validator.into_allocations();
    }
    Ok(has_tail_calls)
}

impl Sections {
    pub(crate) fn type_of(&self, item: Item) -> ExternType {
        let info = &self.info;
        match item {
            Item::Func(i) => ExternType::Func(info.type_of(i).clone()),
            Item::Table(i) => ExternType::Table(info.tables[i as usize]),
            Item::Memory(i) => ExternType::Memory(info.memories[i as usize]),
            Item::Global(i) => ExternType::Global(info.globals[i as usize]),
            Item::Tag(i) => ExternType::Tag(info.tag_type(i).clone()),
        }
    }
}
