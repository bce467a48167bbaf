//! What compiled code finds in memory, and where: the contract between [`crate::translate`] and the runtime.
//!
//! Everything is words of 64 bits. Code gets the address of its instance's *context* as first argument; from
//! there it reaches all else. Numbers below are offsets in bytes, as loads and stores want them.

use crate::module::ModuleInfo;

/// A word.
pub(crate) const WORD: i32 = 8;

/// What every store has once, for all its instances: `context[RUNTIME]` is its address.
pub(crate) mod runtime {
    use super::WORD;

    /// No frame may reach below this address.
    pub(crate) const STACK_LIMIT: i32 = 0;
    /// The store, for functions of the host.
    pub(crate) const STORE: i32 = WORD;
    /// The address of what calls functions of the host: (context, values) -> failed.
    pub(crate) const CALL_HOST: i32 = 2 * WORD;
    /// The addresses of [`super::Builtin`]s, in their order.
    pub(crate) const BUILTINS: i32 = 3 * WORD;
    /// How much fuel is left.
    pub(crate) const FUEL: i32 = BUILTINS + super::Builtin::ALL.len() as i32 * WORD;
    /// The address of the word that interrupts if it is not zero. Other threads write it.
    pub(crate) const INTERRUPT: i32 = FUEL + WORD;
    /// How many words there are.
    pub(crate) const WORDS: usize = 5 + super::Builtin::ALL.len();
}

/// Functions of the runtime that compiled code calls. Arguments: the context, then what is said here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    /// (memory, pages: 64 bits) -> pages before, or -1: 64 bits
    MemoryGrow,
    /// (memory, segment, to: 64 bits, from, count) -> failed
    MemoryInit,
    /// (segment)
    DataDrop,
    /// (table, element, count) -> elements before, or -1
    TableGrow,
    /// (table, to, element, count) -> failed
    TableFill,
    /// (to table, from table, to, from, count) -> failed
    TableCopy,
    /// (table, segment, to, from, count) -> failed
    TableInit,
    /// (segment)
    ElemDrop,
}

impl Builtin {
    /// All, in order.
    pub(crate) const ALL: [Builtin; 8] = [
        Builtin::MemoryGrow,
        Builtin::MemoryInit,
        Builtin::DataDrop,
        Builtin::TableGrow,
        Builtin::TableFill,
        Builtin::TableCopy,
        Builtin::TableInit,
        Builtin::ElemDrop,
    ];

    /// Where its address is.
    pub(crate) fn offset(self) -> i32 {
        runtime::BUILTINS + self as i32 * WORD
    }
}

/// What every context has: of instances and of functions of the host.
pub(crate) mod context {
    use super::WORD;

    /// The address of [`super::runtime`].
    pub(crate) const RUNTIME: i32 = 0;
    /// The number of the instance, or of the function of the host.
    pub(crate) const OWNER: i32 = WORD;
    /// How many words that are.
    pub(crate) const WORDS: u32 = 2;
}

/// A function that can be called from anywhere; a reference to it is its address.
pub(crate) mod func {
    use super::WORD;

    /// The address of its code.
    pub(crate) const CODE: i32 = 0;
    /// The context it wants.
    pub(crate) const CONTEXT: i32 = WORD;
    /// The number of its signature. In the place of an imported function: the address of the function.
    pub(crate) const SIGNATURE: i32 = 2 * WORD;
    /// In the place of an imported function.
    pub(crate) const ADDRESS: i32 = SIGNATURE;
    /// How many words that are.
    pub(crate) const WORDS: u32 = 3;
}

/// A linear memory, as a context has it.
pub(crate) mod memory {
    use super::WORD;

    /// The address of its size in bytes.
    pub(crate) const SIZE: i32 = 0;
    /// The address of its first byte, which never changes.
    pub(crate) const BASE: i32 = WORD;
    /// How many words that are.
    pub(crate) const WORDS: u32 = 2;
}

/// A table: a context has its address.
pub(crate) mod table {
    use super::WORD;

    /// The address of its first element.
    pub(crate) const BASE: i32 = 0;
    /// How many elements it has.
    pub(crate) const LEN: i32 = WORD;
}

/// Where everything of one module is in the contexts of its instances.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    signatures: u32,
    memories: u32,
    tables: u32,
    imported_globals: u32,
    globals: u32,
    functions: u32,
    /// How many words a context has.
    pub(crate) words: u32,
}

impl Layout {
    pub(crate) fn new(info: &ModuleInfo) -> Layout {
        let mut at = context::WORDS;
        let mut place = |count: usize, words: u32| {
            let start = at;
            at += count as u32 * words;
            start
        };
        Layout {
            signatures: place(info.types.len(), 1),
            memories: place(info.memories.len(), memory::WORDS),
            tables: place(info.tables.len(), 1),
            imported_globals: place(info.imported_globals, 1),
            globals: place(info.globals.len() - info.imported_globals, 1),
            functions: place(info.functions.len(), func::WORDS),
            words: at,
        }
    }

    fn offset(word: u32) -> i32 {
        word as i32 * WORD
    }

    /// The number of a signature.
    pub(crate) fn signature(&self, ty: u32) -> i32 {
        Layout::offset(self.signatures + ty)
    }

    /// A linear memory.
    pub(crate) fn memory(&self, memory: u32) -> i32 {
        Layout::offset(self.memories + memory * memory::WORDS)
    }

    /// The address of a table.
    pub(crate) fn table(&self, table: u32) -> i32 {
        Layout::offset(self.tables + table)
    }

    /// The address of an imported global.
    pub(crate) fn imported_global(&self, global: u32) -> i32 {
        Layout::offset(self.imported_globals + global)
    }

    /// A global of the instance's own; counted without the imported ones.
    pub(crate) fn own_global(&self, global: u32) -> i32 {
        Layout::offset(self.globals + global)
    }

    /// A function.
    pub(crate) fn function(&self, function: u32) -> i32 {
        Layout::offset(self.functions + function * func::WORDS)
    }

    /// The function at this offset in a context, if one is there.
    pub(crate) fn function_at(&self, offset: u64) -> Option<u32> {
        let words = (offset / WORD as u64).checked_sub(u64::from(self.functions))?;
        let inside = offset < u64::from(self.words) * WORD as u64 && offset.is_multiple_of(WORD as u64);
        (inside && words.is_multiple_of(u64::from(func::WORDS)))
            .then_some((words / u64::from(func::WORDS)) as u32)
    }
}
