//! The declarations of a module on which the translation of its functions depends.

use crate::layout::{Counts, Layout, WORD};
use crate::types::{FuncType, FuncTypeId, GlobalType, MemoryType, TableType, ValType};
use std::ops::Range;
use wasmparser::{FuncToValidate, FunctionBody, ValidatorResources};

/// A function body whose operators are not validated yet.
pub(crate) type Body<'a> = (FuncToValidate<ValidatorResources>, FunctionBody<'a>);

/// The bodies of the functions that a module defines, as candidates for inlining.
pub(crate) trait Bodies {
    /// The place of a body in the module; `None` for a function that is not a candidate.
    fn range(&self, own: usize) -> Option<Range<u64>>;

    /// A body.
    fn body(&self, own: usize) -> Option<Body<'_>>;
}

impl Bodies for &[Body<'_>] {
    fn range(&self, own: usize) -> Option<Range<u64>> {
        self.get(own).map(|(_, body)| body.range())
    }

    fn body(&self, own: usize) -> Option<Body<'_>> {
        self.get(own).map(|(function, body)| (copy_of(function), body.clone()))
    }
}

/// A copy of what validates a function.
pub(crate) fn copy_of(function: &FuncToValidate<ValidatorResources>) -> FuncToValidate<ValidatorResources> {
    let FuncToValidate { resources, index, ty, features } = function;
    FuncToValidate { resources: resources.clone(), index: *index, ty: *ty, features: *features }
}

/// Facts about a module that translation uses.
#[derive(Debug, Default)]
pub(crate) struct ModuleInfo {
    /// The types of functions.
    pub(crate) types: Vec<FuncType>,
    /// What the engine knows each of them as.
    pub(crate) ids: Vec<FuncTypeId>,
    /// Whether each of them may have subtypes.
    pub(crate) open: Vec<bool>,
    /// The type of each function, by index. In all index spaces imports come first.
    pub(crate) functions: Vec<u32>,
    pub(crate) tables: Vec<TableType>,
    pub(crate) memories: Vec<MemoryType>,
    pub(crate) globals: Vec<GlobalType>,
    /// The function type of each tag, by index.
    pub(crate) tags: Vec<u32>,
    pub(crate) imported_functions: usize,
    pub(crate) imported_tables: usize,
    pub(crate) imported_memories: usize,
    pub(crate) imported_globals: usize,
    pub(crate) imported_tags: usize,
    /// Whether calls between functions allow their code to be replaced.
    pub(crate) replaceable: bool,
    /// Whether a function contains a tail call that may reach a function of another instance.
    pub(crate) has_cross_instance_tail_calls: bool,
    /// For each table, what is constant if no function of the module writes it. Empty if nothing is.
    pub(crate) constant_tables: Vec<Option<ConstantTable>>,
    /// Whether a function writes one of these tables; then none is taken for constant.
    pub(crate) has_table_writes: bool,
    /// For each type, the first type that is equal; empty if there are no constant tables.
    pub(crate) first_types: Vec<u32>,
    pub(crate) layout: Layout,
}

/// What a function does that other functions of its module may have been compiled without.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Surprises {
    /// It has a tail call that may reach a function of another instance.
    pub(crate) cross_instance_tail_call: bool,
    /// It writes a table of [`ModuleInfo::constant_tables`].
    pub(crate) table_write: bool,
}

/// A table of functions that nothing outside of its module can write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConstantTable {
    /// Number of elements.
    pub(crate) len: u64,
    /// Present if all elements are null or functions that the module defines, some of them functions.
    pub(crate) code: Option<CodeTable>,
}

/// A copy of a constant table in each context: the address of the code of each element, 0 for null.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CodeTable {
    pub(crate) ty: EntryType,
    /// Offset in the context.
    pub(crate) offset: i32,
}

/// How a call finds out the type of a function in a [`CodeTable`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EntryType {
    /// All functions have this type, the first that is equal.
    All(u32),
    /// Each address is followed by the number of the first type that is equal to the function's.
    Beside,
}

impl CodeTable {
    /// Number of words of an element.
    pub(crate) fn stride(&self) -> u32 {
        if self.ty == EntryType::Beside { 2 } else { 1 }
    }
}

impl ModuleInfo {
    /// True if functions of two types have equal parameters and results in the machine.
    pub(crate) fn is_like(&self, one: u32, other: u32) -> bool {
        let [one, other] = [one, other].map(|ty| &self.types[ty as usize]);
        let are_like = |one: &[ValType], other: &[ValType]| {
            one.iter().map(|ty| ty.machine()).eq(other.iter().map(|ty| ty.machine()))
        };
        are_like(&one.params, &other.params) && are_like(&one.results, &other.results)
    }

    /// Returns the type of a function.
    pub(crate) fn type_of(&self, function: u32) -> &FuncType {
        &self.types[self.functions[function as usize] as usize]
    }

    /// What the engine knows the type of a function as.
    pub(crate) fn id_of(&self, function: u32) -> Option<FuncTypeId> {
        self.ids.get(*self.functions.get(function as usize)? as usize).copied()
    }

    /// True if functions may have been compiled under an assumption that this contradicts.
    pub(crate) fn contradicts(&self, surprises: Surprises) -> bool {
        surprises.cross_instance_tail_call && !self.has_cross_instance_tail_calls
            || surprises.table_write && !self.has_table_writes
    }

    /// Ends the assumptions that this contradicts.
    pub(crate) fn admit(&mut self, surprises: Surprises) {
        self.has_cross_instance_tail_calls |= surprises.cross_instance_tail_call;
        self.has_table_writes |= surprises.table_write;
    }

    /// What is constant about a table, unless a function writes one of these tables.
    pub(crate) fn constant_table(&self, table: u32) -> Option<&ConstantTable> {
        let found = self.constant_tables.get(table as usize)?.as_ref();
        found.filter(|_| !self.has_table_writes)
    }

    /// Sets the offsets of code tables, which are at the end of the context.
    pub(crate) fn place_code_tables(&mut self) {
        let mut offset = self.layout.code_tables();
        for table in self.constant_tables.iter_mut().flatten() {
            if let Some(code) = &mut table.code {
                code.offset = offset;
                offset += code.stride() as i32 * table.len as i32 * WORD;
            }
        }
    }

    /// Number of words of all code tables.
    fn code_table_words(&self) -> u32 {
        let words = |table: &ConstantTable| table.code.map_or(0, |code| code.stride() * table.len as u32);
        self.constant_tables.iter().flatten().map(words).sum()
    }

    /// Returns the type of a tag.
    pub(crate) fn tag_type(&self, tag: u32) -> &FuncType {
        &self.types[self.tags[tag as usize] as usize]
    }

    /// Returns the counts on which the layout depends.
    pub(crate) fn counts(&self) -> Counts {
        Counts {
            types: self.types.len(),
            memories: self.memories.len(),
            tables: self.tables.len(),
            tags: self.tags.len(),
            imported_globals: self.imported_globals,
            globals: self.globals.len(),
            vector_globals: self.globals[self.imported_globals..]
                .iter()
                .any(|ty| ty.content == ValType::V128),
            functions: self.functions.len(),
            imported_functions: self.imported_functions,
            replaceable: self.replaceable,
            code_table_words: self.code_table_words(),
        }
    }
}
