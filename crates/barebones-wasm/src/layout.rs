//! Memory layout of the data that compiled code reads: the contract between [`crate::translate`] and the runtime.
//!
//! All data are 64-bit words. Code receives the address of its instance's *context* in a register or as its first
//! argument, and reaches all other data from there. Constants and results below are byte offsets, for use in loads
//! and stores.

/// Size of a word in bytes.
pub(crate) const WORD: i32 = 8;

/// The words of a vector: the low half first.
pub(crate) fn words_of_vector(bits: u128) -> [u64; 2] {
    [bits as u64, (bits >> 64) as u64]
}

/// The vector with these words.
pub(crate) fn vector_of_words([low, high]: [u64; 2]) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// Data of a store, shared by all its instances; `context[RUNTIME]` is its address.
pub(crate) mod runtime {
    use super::WORD;

    /// Lowest address that a frame may use.
    pub(crate) const STACK_LIMIT: i32 = 0;
    /// Address of the store, for host functions.
    pub(crate) const STORE: i32 = WORD;
    /// Fuel left. It precedes the functions because offsets below 128 have short encodings.
    pub(crate) const FUEL: i32 = 2 * WORD;
    /// Address of a word that other threads set to a nonzero value to interrupt the code.
    pub(crate) const INTERRUPT: i32 = 3 * WORD;
    /// Address of the current exception: the one thrown last.
    pub(crate) const EXCEPTION: i32 = 4 * WORD;
    /// Address of the function that calls host functions: (context, values) -> [`super::host_status`].
    pub(crate) const CALL_HOST: i32 = 5 * WORD;
    /// Addresses of the [`super::Builtin`]s, in order.
    pub(crate) const BUILTINS: i32 = 6 * WORD;
    pub(crate) const WORDS: usize = 6 + super::Builtin::ALL.len();
}

/// How a host function ended.
pub(crate) mod host_status {
    pub(crate) const RETURNED: u32 = 0;
    pub(crate) const FAILED: u32 = 1;
    /// The store has the exception.
    pub(crate) const THREW: u32 = 2;
}

/// Functions of the runtime that compiled code calls. Their first argument is the context, followed by those listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    /// (memory, pages: 64 bits) -> pages before, or -1: 64 bits
    MemoryGrow,
    /// (memory, segment, to: 64 bits, from, count) -> failed
    MemoryInit,
    /// (segment)
    DataDrop,
    /// (table, element, count: 64 bits) -> elements before, or -1: 64 bits
    TableGrow,
    /// (table, to: 64 bits, element, count: 64 bits) -> failed
    TableFill,
    /// (to table, from table, to: 64 bits, from: 64 bits, count: 64 bits) -> failed
    TableCopy,
    /// (table, segment, to: 64 bits, from, count) -> failed
    TableInit,
    /// (segment)
    ElemDrop,
    /// (address of the function's words) -> address of its code, or 0
    Compile,
    /// (function)
    TierUp,
    /// (tag, address of the values: 64 bits) -> failed; the new exception is the current one
    Throw,
    /// (unused: 64 bits); throws the current exception to the caller of the function
    Raise,
    /// (change and width, address: 64 bits, operand: 64 bits, new value: 64 bits) -> old value: 64 bits. Only for
    /// interpreted code.
    Atomic,
    /// (memory, bytes, index: 64 bits, expected: 64 bits, timeout: 64 bits) -> one of the constants below
    Wait,
    /// (memory, count, index: 64 bits) -> number of woken threads
    Notify,
    /// (number of a function type: 64 bits, number of another: 64 bits) -> 1 unless the first one is a subtype
    IsOtherType,
}

/// What an atomic access does to memory, by its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    Load,
    Store,
    Add,
    Sub,
    And,
    Or,
    Xor,
    Xchg,
    /// Replaces what equals the operand.
    Cmpxchg,
}

impl Change {
    pub(crate) const ALL: [Change; 9] = [
        Change::Load,
        Change::Store,
        Change::Add,
        Change::Sub,
        Change::And,
        Change::Or,
        Change::Xor,
        Change::Xchg,
        Change::Cmpxchg,
    ];
}

impl Builtin {
    pub(crate) const ALL: [Builtin; 16] = [
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
        Builtin::Throw,
        Builtin::Raise,
        Builtin::Atomic,
        Builtin::Wait,
        Builtin::Notify,
        Builtin::IsOtherType,
    ];

    /// Results of [`Builtin::Wait`].
    pub(crate) const WAIT_WOKEN: u32 = 0;
    pub(crate) const WAIT_NOT_EQUAL: u32 = 1;
    pub(crate) const WAIT_TIMED_OUT: u32 = 2;
    pub(crate) const WAIT_INTERRUPTED: u32 = 3;

    /// Offset of its address in [`runtime`].
    pub(crate) fn offset(self) -> i32 {
        runtime::BUILTINS + self as i32 * WORD
    }
}

/// First words of every context, both of instances and of host functions.
pub(crate) mod context {
    use super::WORD;

    /// Address of the [`super::runtime`] data.
    pub(crate) const RUNTIME: i32 = 0;
    /// Number of the instance or host function.
    pub(crate) const OWNER: i32 = WORD;
    /// Address of the first byte of memory 0, which never changes; 0 if there is none.
    pub(crate) const MEMORY: i32 = 2 * WORD;
    pub(crate) const WORDS: u32 = 3;
}

/// An exception; a reference to it is the address of these words, and null is 0.
pub(crate) mod exception {
    use super::WORD;

    /// Address that identifies the tag.
    pub(crate) const TAG: i32 = 0;
    /// Who may refer to it: nothing, or the sum of [`REFERENCED`] and [`KEPT`].
    pub(crate) const STATE: i32 = WORD;
    /// Words of the values.
    pub(crate) const VALUES: i32 = 2 * WORD;
    /// WebAssembly may refer to the exception.
    pub(crate) const REFERENCED: u64 = 1;
    /// The host may refer to the exception.
    pub(crate) const KEPT: u64 = 2;
}

/// A function reference: the address of these words.
pub(crate) mod func {
    use super::WORD;

    /// Address of the code.
    pub(crate) const CODE: i32 = 0;
    /// Context that the code expects.
    pub(crate) const CONTEXT: i32 = WORD;
    /// Number of the signature. In the entry of an imported function: the address of the function.
    pub(crate) const SIGNATURE: i32 = 2 * WORD;
    /// In the entry of an imported function: the address of its words.
    pub(crate) const ADDRESS: i32 = SIGNATURE;
    pub(crate) const WORDS: u32 = 3;
    /// Only in contexts of modules with replaceable code, and of host functions: address of the word that has the address of
    /// the current code, in the module's code table, or [`CODE`] of a host function. In modules, [`CODE`] forwards to that
    /// code, with the address of these words as its first argument.
    pub(crate) const PLACE: i32 = 3 * WORD;
    /// Number of words in such contexts.
    pub(crate) const REPLACEABLE_WORDS: u32 = 4;
}

/// The profile of a call through a table or a reference, in code that counts: the last targets. 32-bit words, without
/// synchronization between threads.
pub(crate) mod call_site {
    /// Number of calls so far, which wraps.
    pub(crate) const COUNT: i32 = 0;
    /// The last targets, in a ring: offsets of their words in the context of the caller's instance. The word of a
    /// target of another instance has no meaning.
    pub(crate) const TARGETS: i32 = 4;
    /// Number of targets that are kept: a power of two.
    pub(crate) const KEPT: u32 = 8;
    /// Size in bytes.
    pub(crate) const SIZE: i32 = TARGETS + 4 * KEPT as i32;
    pub(crate) const WORDS: usize = SIZE as usize / 4;
}

/// A linear memory, as part of a context.
pub(crate) mod memory {
    use super::WORD;

    /// Address of the memory's size in bytes.
    pub(crate) const SIZE: i32 = 0;
    /// Address of its first byte, which never changes.
    pub(crate) const BASE: i32 = WORD;
    pub(crate) const WORDS: u32 = 2;
}

/// A table; a context has its address.
pub(crate) mod table {
    use super::WORD;

    /// Address of its first element.
    pub(crate) const BASE: i32 = 0;
    /// Number of elements.
    pub(crate) const LEN: i32 = WORD;
}

/// Words in a cache line.
const CACHE_LINE: u32 = 8;

/// Layout of the contexts of a module's instances.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    signatures: u32,
    memories: u32,
    tables: u32,
    tags: u32,
    imported_globals: u32,
    globals: u32,
    /// Number of words of each defined global: two if one of them is a vector.
    global_words: u32,
    functions: u32,
    function_words: u32,
    codes: u32,
    code_tables: u32,
    /// Number of functions that the module defines.
    own_functions: u32,
    /// Number of words of a context.
    pub(crate) words: u32,
}

/// The numbers of a module that its layout depends on. Each includes the imported ones.
pub(crate) struct Counts {
    pub(crate) types: usize,
    pub(crate) memories: usize,
    pub(crate) tables: usize,
    pub(crate) tags: usize,
    pub(crate) imported_globals: usize,
    pub(crate) globals: usize,
    /// Whether a global that the module defines is a vector.
    pub(crate) vector_globals: bool,
    pub(crate) functions: usize,
    pub(crate) imported_functions: usize,
    /// Whether the code of functions may be replaced.
    pub(crate) replaceable: bool,
    /// Number of words of the code tables of constant tables.
    pub(crate) code_table_words: u32,
}

impl Layout {
    pub(crate) fn new(counts: &Counts) -> Layout {
        let (function_words, tables_of_codes) =
            if counts.replaceable { (func::REPLACEABLE_WORDS, 1) } else { (func::WORDS, 0) };
        let global_words = if counts.vector_globals { 2 } else { 1 };
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
            tags: place(counts.tags, 1),
            imported_globals: place(counts.imported_globals, 1),
            globals: place(counts.globals - counts.imported_globals, global_words),
            global_words,
            functions: place(counts.functions, function_words),
            function_words,
            codes: place(tables_of_codes, 1),
            code_tables: place(counts.code_table_words as usize, 1),
            own_functions: (counts.functions - counts.imported_functions) as u32,
            words: at,
        }
    }

    fn offset(word: u32) -> i32 {
        word as i32 * WORD
    }

    /// Offset of the number of a signature.
    pub(crate) fn signature(&self, ty: u32) -> i32 {
        Layout::offset(self.signatures + ty)
    }

    /// Offset of a linear memory.
    pub(crate) fn memory(&self, memory: u32) -> i32 {
        Layout::offset(self.memories + memory * memory::WORDS)
    }

    /// Offset of the address of a table.
    pub(crate) fn table(&self, table: u32) -> i32 {
        Layout::offset(self.tables + table)
    }

    /// Offset of the address that identifies a tag.
    pub(crate) fn tag(&self, tag: u32) -> i32 {
        Layout::offset(self.tags + tag)
    }

    /// Offset of the address of an imported global.
    pub(crate) fn imported_global(&self, global: u32) -> i32 {
        Layout::offset(self.imported_globals + global)
    }

    /// Offset of a global that the module defines; `global` does not count imported ones.
    pub(crate) fn own_global(&self, global: u32) -> i32 {
        Layout::offset(self.globals + global * self.global_words)
    }

    /// Offset of the entry of a function.
    pub(crate) fn function(&self, function: u32) -> i32 {
        Layout::offset(self.functions + function * self.function_words)
    }

    /// The function whose entry is at this offset of a context.
    pub(crate) fn function_at(&self, offset: u64) -> Option<u32> {
        let words = (offset / WORD as u64).checked_sub(u64::from(self.functions))?;
        let inside = words < u64::from(self.codes - self.functions) && offset.is_multiple_of(WORD as u64);
        let stride = u64::from(self.function_words);
        (inside && words.is_multiple_of(stride)).then_some((words / stride) as u32)
    }

    /// Offset of the address of the module's code table, if its code is replaceable.
    pub(crate) fn codes(&self) -> i32 {
        Layout::offset(self.codes)
    }

    /// Offset of the first code table of a constant table.
    pub(crate) fn code_tables(&self) -> i32 {
        Layout::offset(self.code_tables)
    }

    /// Offset in the code table of the address of a defined function's code.
    pub(crate) fn code(&self, own: u32) -> i32 {
        Layout::offset(own)
    }

    /// Offset in the code table of a defined function's budget: the calls and iterations left until tier-up is
    /// requested, in 32 bits. Budgets do not share a cache line with the addresses, which all threads read.
    pub(crate) fn budget(&self, own: u32) -> i32 {
        Layout::offset(self.own_functions + CACHE_LINE + own)
    }

    /// Offset in the code table of the address of a defined function's call sites ([`call_site`]), while its code
    /// counts.
    pub(crate) fn call_sites(&self, own: u32) -> i32 {
        Layout::offset(2 * self.own_functions + CACHE_LINE + own)
    }

    /// Number of words of the code table.
    pub(crate) fn table_words(&self) -> usize {
        (self.own_functions + CACHE_LINE + 2 * self.own_functions) as usize
    }
}
