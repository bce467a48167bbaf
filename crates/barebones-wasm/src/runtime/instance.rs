//! Instances of modules.

use super::global::GlobalData;
use super::memory::LinearMemory;
use super::store::{Owner, StoreId, Words, address_of, word, words};
use super::{Func, Global, Memory, Store, Table, Tag};
use crate::error::{Error, TrapKind};
use crate::layout::{WORD, context, func, memory};
use crate::module::{Const, ConstOp, Import, Item, Module, Placement, Sections};
use crate::types::{ExternType, Limits, MemoryType, TableType};
use std::cell::Cell;

/// An import or export.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extern {
    /// A function.
    Func(Func),
    /// A table.
    Table(Table),
    /// A linear memory.
    Memory(Memory),
    /// A global.
    Global(Global),
    /// A tag of exceptions.
    Tag(Tag),
}

impl Extern {
    /// Returns its type, with the current size of a table or memory.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn ty(&self, store: &Store) -> Result<ExternType, Error> {
        Ok(match self {
            Extern::Func(func) => ExternType::Func(func.ty(store)?),
            Extern::Table(table) => ExternType::Table(table.ty(store)?),
            Extern::Memory(memory) => ExternType::Memory(memory.ty(store)?),
            Extern::Global(global) => ExternType::Global(global.ty(store)?),
            Extern::Tag(tag) => ExternType::Tag(tag.ty(store)?),
        })
    }
}

/// An instance in a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instance {
    pub(super) store: StoreId,
    pub(super) index: usize,
}

/// Data of an instance: module, context, and indices of its parts in the store.
pub(super) struct InstanceData {
    pub(super) module: Module,
    pub(super) context: Words,
    pub(super) memories: Vec<usize>,
    pub(super) tables: Vec<usize>,
    pub(super) globals: Vec<usize>,
    pub(super) tags: Vec<usize>,
    /// For each segment, whether it was dropped.
    pub(super) dropped_data: Vec<bool>,
    pub(super) dropped_elements: Vec<bool>,
}

impl InstanceData {
    pub(super) fn sections(&self) -> &Sections {
        &self.module.inner.sections
    }

    /// Address of a function's [`func`] words.
    pub(super) fn function(&self, function: u32) -> u64 {
        let info = &self.sections().info;
        let offset = info.layout.function(function);
        if (function as usize) < info.imported_functions {
            word(&self.context, offset + func::ADDRESS).get()
        } else {
            address_of(&self.context) + offset as u64
        }
    }
}

impl Instance {
    /// Instantiates a module with its imports, in order, and runs the start function.
    ///
    /// # Errors
    /// The module and the store have different engines ([`Error::WrongEngine`]), an import is missing or has an
    /// incompatible type, memory is exhausted, or a segment or the start function traps. After a trap the store keeps
    /// the instance, because other instances may refer to it.
    pub fn new(store: &mut Store, module: &Module, imports: &[Extern]) -> Result<Instance, Error> {
        // Signature numbers and trap handling are specific to an engine.
        if !module.inner.engine.is(&store.engine) {
            return Err(Error::WrongEngine);
        }
        let sections = &module.inner.sections;
        for (i, import) in sections.imports.iter().enumerate() {
            let (module, name) = (import.module.to_string(), import.name.to_string());
            let given = imports.get(i).ok_or(Error::UnknownImport { module, name })?;
            check_import(store, import, given)?;
        }
        let index = store.allocate(module, imports)?;
        let copied = store.run_segments(index);
        // After a trap, too: other instances may already have references to functions.
        store.fill_code_tables(index);
        copied?;
        if let Some(start) = sections.start {
            let start = Func { store: store.id, address: store.instances[index].function(start) };
            start.call(store, &[])?;
        }
        Ok(Instance { store: store.id, index })
    }

    /// Returns its module.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn module<'a>(&self, store: &'a Store) -> Result<&'a Module, Error> {
        store.check(self.store)?;
        Ok(&store.instances[self.index].module)
    }

    /// The export with this name.
    pub fn export(&self, store: &Store, name: &str) -> Option<Extern> {
        store.check(self.store).ok()?;
        let exports = &store.instances[self.index].sections().exports;
        let (_, item) = exports.iter().find(|(export, _)| **export == *name)?;
        Some(store.item(self.index, *item))
    }

    /// The exports, in order.
    ///
    /// # Errors
    /// It belongs to another store.
    pub fn exports<'a>(
        &self,
        store: &'a Store,
    ) -> Result<impl Iterator<Item = (&'a str, Extern)> + use<'a>, Error> {
        store.check(self.store)?;
        let index = self.index;
        let exports = store.instances[index].sections().exports.iter();
        Ok(exports.map(move |(name, item)| (&**name, store.item(index, *item))))
    }

    /// The exported function with this name.
    ///
    /// # Errors
    /// There is none.
    pub fn func(&self, store: &Store, name: &str) -> Result<Func, Error> {
        match self.export(store, name) {
            Some(Extern::Func(func)) => Ok(func),
            _ => Err(Error::NoExport { name: name.to_string() }),
        }
    }

    /// The exported linear memory with this name.
    ///
    /// # Errors
    /// There is none.
    pub fn memory(&self, store: &Store, name: &str) -> Result<Memory, Error> {
        match self.export(store, name) {
            Some(Extern::Memory(memory)) => Ok(memory),
            _ => Err(Error::NoExport { name: name.to_string() }),
        }
    }
}

/// Checks that a definition matches the type of an import.
fn check_import(store: &Store, import: &Import, given: &Extern) -> Result<(), Error> {
    let found = given.ty(store)?;
    let types = store.engine.types();
    let id = match given {
        Extern::Func(func) => Some(func.type_id(store)?),
        Extern::Tag(tag) => Some(store.tags[tag.index].id),
        _ => None,
    };
    let fits = match (&import.ty, &found) {
        (ExternType::Func(_), ExternType::Func(_)) => {
            id.zip(import.id).is_some_and(|(id, wanted)| types.is_subtype(id, wanted))
        }
        (ExternType::Tag(_), ExternType::Tag(_)) => id == import.id,
        (ExternType::Global(wanted), ExternType::Global(found)) if !wanted.mutable && !found.mutable => {
            types.matches(found.content, wanted.content)
        }
        (ExternType::Table(wanted), ExternType::Table(TableType { element, limits, table64 })) => {
            *element == wanted.element && *table64 == wanted.table64 && limits.fit(limits.min, wanted.limits)
        }
        (ExternType::Memory(wanted), ExternType::Memory(MemoryType { limits, memory64, shared })) => {
            *memory64 == wanted.memory64 && *shared == wanted.shared && limits.fit(limits.min, wanted.limits)
        }
        (wanted, found) => *wanted == *found,
    };
    if fits {
        return Ok(());
    }
    let (module, name) = (import.module.to_string(), import.name.to_string());
    let (expected, found) = (Box::new(import.ty.clone()), Box::new(found));
    Err(Error::IncompatibleImport { module, name, expected, found })
}

impl Store {
    fn item(&self, instance: usize, item: Item) -> Extern {
        let (store, data) = (self.id, &self.instances[instance]);
        match item {
            Item::Func(i) => Extern::Func(Func { store, address: data.function(i) }),
            Item::Table(i) => Extern::Table(Table { store, index: data.tables[i as usize] }),
            Item::Memory(i) => Extern::Memory(Memory { store, index: data.memories[i as usize] }),
            Item::Global(i) => Extern::Global(Global { store, index: data.globals[i as usize] }),
            Item::Tag(i) => Extern::Tag(Tag { store, index: data.tags[i as usize] }),
        }
    }

    /// Creates an instance without applying its segments.
    fn allocate(&mut self, module: &Module, imports: &[Extern]) -> Result<usize, Error> {
        let sections = &module.inner.sections;
        let (info, layout) = (&sections.info, &sections.info.layout);
        let index = self.instances.len();
        let all = words(layout.words as usize);
        let start = address_of(&all);
        word(&all, context::RUNTIME).set(address_of(&self.runtime));
        word(&all, context::OWNER).set(index as u64);
        for (i, id) in (0..).zip(&info.ids) {
            word(&all, layout.signature(i)).set(id.number.into());
        }
        let mut data = InstanceData {
            module: module.clone(),
            context: all,
            memories: Vec::new(),
            tables: Vec::new(),
            globals: Vec::new(),
            tags: Vec::new(),
            dropped_data: vec![false; sections.data.len()],
            dropped_elements: vec![false; sections.elements.len()],
        };
        let mut functions = 0;
        for import in imports.iter().take(sections.imports.len()) {
            match *import {
                Extern::Func(function) => {
                    let function = self.bind_host(function, index)?;
                    let (words, _) = self.function(function.address)?;
                    let place = layout.function(functions);
                    for part in [func::CODE, func::CONTEXT] {
                        word(&data.context, place + part).set(word(words, part).get());
                    }
                    word(&data.context, place + func::ADDRESS).set(function.address);
                    functions += 1;
                }
                Extern::Table(table) => data.tables.push(table.index),
                Extern::Memory(memory) => data.memories.push(memory.index),
                Extern::Tag(tag) => data.tags.push(tag.index),
                Extern::Global(global) => {
                    let offset = layout.imported_global(data.globals.len() as u32);
                    word(&data.context, offset).set(self.global_address(global.index));
                    data.globals.push(global.index);
                }
            }
        }
        let set = |offset: i32, value: u64| word(&data.context, offset).set(value);
        let own = info.functions[info.imported_functions..].iter();
        for (i, (ty, function)) in own.zip(functions..).enumerate() {
            let place = layout.function(function);
            set(place + func::SIGNATURE, info.ids[*ty as usize].number.into());
            let code = match (&module.inner.replaceable, &module.inner.interpreted) {
                (None, None) => module.codes()[i].entry().expose_provenance() as u64,
                (None, Some(interpreted)) => interpreted.address(i).ok_or(Error::WrongEngine)?,
                (Some(replaceable), _) => {
                    let code = replaceable.table_address() + layout.code(i as u32) as u64;
                    set(place + func::PLACE, code);
                    replaceable.forward(i)
                }
            };
            set(place + func::CODE, code);
            set(place + func::CONTEXT, start);
        }
        if let Some(replaceable) = &module.inner.replaceable {
            set(layout.codes(), replaceable.table_address());
        }
        for ty in &info.memories[info.imported_memories..] {
            data.memories.push(self.memories.len());
            self.memories.push(LinearMemory::new(*ty, self.engine.config())?);
        }
        for (i, place) in (0..).zip(&data.memories) {
            let here = &self.memories[*place];
            word(&data.context, layout.memory(i) + memory::SIZE).set(here.size_address());
            word(&data.context, layout.memory(i) + memory::BASE).set(here.address());
            if i == 0 {
                word(&data.context, context::MEMORY).set(here.address());
            }
        }
        for ty in &info.tags[info.imported_tags..] {
            let ty = *ty as usize;
            data.tags.push(self.add_tag(info.types[ty].clone(), info.ids[ty]));
        }
        for (i, tag) in (0..).zip(&data.tags) {
            word(&data.context, layout.tag(i)).set(self.tags[*tag].address());
        }
        self.owners.insert(start, Owner::Instance(index));
        self.instances.push(data);
        self.add_module(module);
        // Constant expressions refer only to preceding definitions.
        let own_globals = info.globals[info.imported_globals..].iter();
        for (i, (ty, value)) in (0..).zip(own_globals.zip(&sections.global_values)) {
            let offset = layout.own_global(i);
            let place = GlobalData::in_context(*ty, index, (offset / WORD) as usize);
            let bits = self.evaluate_words(index, value);
            let own = &self.instances[index].context[(offset / WORD) as usize..][..ty.content.words()];
            own.iter().zip(bits).for_each(|(word, bits)| word.set(bits));
            self.instances[index].globals.push(self.globals.len());
            self.globals.push(place);
        }
        for (ty, value) in info.tables[info.imported_tables..].iter().zip(&sections.table_values) {
            let element = value.as_ref().map_or(0, |value| self.evaluate(index, value));
            self.instances[index].tables.push(self.tables.len());
            self.add_table(*ty, element)?;
        }
        for i in 0..info.tables.len() {
            let table = self.tables[self.instances[index].tables[i]].address();
            word(&self.instances[index].context, layout.table(i as u32)).set(table);
        }
        Ok(index)
    }

    /// Evaluates a validated constant expression of a type with one word.
    pub(super) fn evaluate(&self, instance: usize, expression: &Const) -> u64 {
        self.evaluate_words(instance, expression)[0]
    }

    /// Evaluates a validated constant expression. Only a vector has the second word.
    fn evaluate_words(&self, instance: usize, expression: &Const) -> [u64; 2] {
        let data = &self.instances[instance];
        let mut stack: Vec<[u64; 2]> = Vec::new();
        for op in expression {
            let value = match *op {
                ConstOp::Bits(bits) => [bits, 0],
                ConstOp::Vector(words) => words,
                ConstOp::Global(i) => {
                    let mut words = self.global_words(data.globals[i as usize]).iter().map(Cell::get);
                    [0; 2].map(|zero| words.next().unwrap_or(zero))
                }
                ConstOp::Func(i) => [data.function(i), 0],
                op => {
                    let [b, a] = [0; 2].map(|_| stack.pop().unwrap_or_default()[0]);
                    let bits = match op {
                        ConstOp::Add32 => (a as u32).wrapping_add(b as u32).into(),
                        ConstOp::Sub32 => (a as u32).wrapping_sub(b as u32).into(),
                        ConstOp::Mul32 => (a as u32).wrapping_mul(b as u32).into(),
                        ConstOp::Add64 => a.wrapping_add(b),
                        ConstOp::Sub64 => a.wrapping_sub(b),
                        _ => a.wrapping_mul(b),
                    };
                    [bits, 0]
                }
            };
            stack.push(value);
        }
        stack.pop().unwrap_or_default()
    }

    /// Copies the addresses of the code in constant tables, and the types of functions, into the context.
    fn fill_code_tables(&self, index: usize) {
        let data = &self.instances[index];
        let info = &data.sections().info;
        for (table, place) in info.constant_tables.iter().zip(&data.tables) {
            let Some((table, code)) = table.as_ref().and_then(|table| Some((table, table.code?))) else {
                continue;
            };
            // The table has at least these elements, and no more: nothing grows it.
            let elements = self.tables[*place].range(0, table.len).into_iter().flatten();
            let stride = code.stride() as usize;
            let words = data.context[(code.offset / WORD) as usize..].chunks_exact(stride);
            for (element, words) in elements.zip(words) {
                let offset = element.get().wrapping_sub(address_of(&data.context));
                let Some(function) = info.layout.function_at(offset) else { continue };
                words[0].set(word(&data.context, offset as i32 + func::CODE).get());
                if let [_, ty] = words {
                    ty.set(info.first_types[info.functions[function as usize] as usize].into());
                }
            }
        }
    }

    /// Copies active segments, in order.
    fn run_segments(&mut self, index: usize) -> Result<(), Error> {
        let module = self.instances[index].module.clone();
        let sections = &module.inner.sections;
        for (i, segment) in (0..).zip(&sections.elements) {
            match &segment.placement {
                Placement::Active(table, offset) => {
                    let mut to = self.evaluate(index, offset);
                    if !sections.info.tables[*table as usize].table64 {
                        to = (to as u32).into();
                    }
                    self.init_table(index, *table, i, to, [0, segment.items.len() as u32])?;
                    self.drop_elements(index, i);
                }
                Placement::Declared => self.drop_elements(index, i),
                Placement::Passive => {}
            }
        }
        for (i, segment) in (0..).zip(&sections.data) {
            if let Placement::Active(memory, offset) = &segment.placement {
                let mut to = self.evaluate(index, offset);
                if !sections.info.memories[*memory as usize].memory64 {
                    to = (to as u32).into();
                }
                let count = u32::try_from(segment.bytes.len()).map_err(|_| TrapKind::MemoryOutOfBounds)?;
                self.init_memory(index, *memory, i, to, [0, count])?;
                self.drop_data(index, i);
            }
        }
        Ok(())
    }
}

/// A minimum size without a maximum.
impl From<u64> for Limits {
    fn from(min: u64) -> Limits {
        Limits { min, max: None }
    }
}
