//! What compiled code finds in memory, and where: the contract between [`crate::translate`] and the runtime.
//!
//! Everything is words of 64 bits. Code gets the address of its instance's *context* in a register or as first
//! argument; from there it reaches all else. Numbers below are offsets in bytes, as loads and stores want them.

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
    /// (address of the function's words) -> address of its code, or 0
    Compile,
    /// (function)
    TierUp,
}

impl Builtin {
    /// All, in order.
    pub(crate) const ALL: [Builtin; 10] = [
        Builtin::MemoryGrow,
        Builtin::MemoryInit,
        Builtin::DataDrop,
        Builtin::TableGrow,
        Builtin::TableFill,
        Builtin::TableCopy,
        Builtin::TableInit,
        Builtin::ElemDrop,
        Builtin::Compile,
        Builtin::TierUp,
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
    /// The address of the first byte of the first memory, which never changes; 0 if there is none.
    pub(crate) const MEMORY: i32 = 2 * WORD;
    /// How many words that are.
    pub(crate) const WORDS: u32 = 3;
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
    /// In contexts of modules whose code may be replaced: where the module has the address of the code that runs
    /// now. There [`CODE`] goes on to that, and gets the address of these words as first argument.
    pub(crate) const PLACE: i32 = 3 * WORD;
    /// How many words that are in such contexts.
    pub(crate) const REPLACEABLE_WORDS: u32 = 4;
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

/// So many words a processor keeps together.
const CACHE_LINE: u32 = 8;

/// Where everything of one module is in the contexts of its instances.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    signatures: u32,
    memories: u32,
    tables: u32,
    imported_globals: u32,
    globals: u32,
    functions: u32,
    function_words: u32,
    codes: u32,
    /// How many functions are the module's own.
    own_functions: u32,
    /// How many words a context has.
    pub(crate) words: u32,
}

/// The numbers of a module that its layout depends on. Each includes the imported ones.
pub(crate) struct Counts {
    pub(crate) types: usize,
    pub(crate) memories: usize,
    pub(crate) tables: usize,
    pub(crate) imported_globals: usize,
    pub(crate) globals: usize,
    pub(crate) functions: usize,
    pub(crate) imported_functions: usize,
    /// Whether the code of functions may be replaced.
    pub(crate) replaceable: bool,
}

impl Layout {
    pub(crate) fn new(counts: &Counts) -> Layout {
        let (function_words, tables_of_codes) =
            if counts.replaceable { (func::REPLACEABLE_WORDS, 1) } else { (func::WORDS, 0) };
        let mut at = context::WORDS;
        let mut place = |count: usize, words: u32| {
            let start = at;
            at += count as u32 * words;
            start
        };
        Layout {
            signatures: place(counts.types, 1),
            memories: place(counts.memories, memory::WORDS),
            tables: place(counts.tables, 1),
            imported_globals: place(counts.imported_globals, 1),
            globals: place(counts.globals - counts.imported_globals, 1),
            functions: place(counts.functions, function_words),
            function_words,
            codes: place(tables_of_codes, 1),
            own_functions: (counts.functions - counts.imported_functions) as u32,
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
        Layout::offset(self.functions + function * self.function_words)
    }

    /// The function at this offset in a context, if one is there.
    pub(crate) fn function_at(&self, offset: u64) -> Option<u32> {
        let words = (offset / WORD as u64).checked_sub(u64::from(self.functions))?;
        let inside = words < u64::from(self.codes - self.functions) && offset.is_multiple_of(WORD as u64);
        let stride = u64::from(self.function_words);
        (inside && words.is_multiple_of(stride)).then_some((words / stride) as u32)
    }

    /// The address of the module's table of codes, if its code may be replaced.
    pub(crate) fn codes(&self) -> i32 {
        Layout::offset(self.codes)
    }

    /// In that table: the address of the code of a function of the module's own.
    pub(crate) fn code(&self, own: u32) -> i32 {
        Layout::offset(own)
    }

    /// In that table: how many calls and iterations of a function of the module's own are left until better code is
    /// asked for, in 32 bits. They are far from the addresses, which all threads read.
    pub(crate) fn budget(&self, own: u32) -> i32 {
        Layout::offset(self.own_functions + CACHE_LINE + own)
    }

    /// How many words that table has.
    pub(crate) fn table_words(&self) -> usize {
        (self.own_functions + CACHE_LINE + self.own_functions) as usize
    }
}
