//! The declarations of a module on which the translation of its functions depends.

use crate::layout::{Counts, Layout};
use crate::types::{FuncType, GlobalType, MemoryType, TableType, ValType};
use wasmparser::{FuncToValidate, FunctionBody, ValidatorResources};

/// A function body whose operators are not validated yet.
pub(crate) type Body<'a> = (FuncToValidate<ValidatorResources>, FunctionBody<'a>);

/// Facts about a module that translation uses.
#[derive(Debug, Default)]
pub(crate) struct ModuleInfo {
    /// The types of functions.
    pub(crate) types: Vec<FuncType>,
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
    pub(crate) layout: Layout,
}

impl ModuleInfo {
    /// Returns the type of a function.
    pub(crate) fn type_of(&self, function: u32) -> &FuncType {
        &self.types[self.functions[function as usize] as usize]
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
        }
    }
}
