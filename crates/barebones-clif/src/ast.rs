//! Functions as plain data, as the text has them.
//!
//! Entities keep the numbers of the text: `v7` is value 7. Everything that is declared once is in a map by its number.

pub use crate::entity::{Entity, EntityMap};
use crate::table::Opcode;
use crate::types::Type;
use std::collections::BTreeMap;
use std::fmt;

/// A position in the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

macro_rules! entities {
    ($($(#[doc = $doc:literal])* $name:ident = $prefix:literal;)*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
            pub struct $name(pub u32);

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(f, concat!($prefix, "{}"), self.0)
                }
            }

            impl Entity for $name {
                fn with_number(number: u32) -> $name {
                    $name(number)
                }
                fn number(self) -> u32 {
                    self.0
                }
            }
        )*
    };
}

entities! {
    /// A value.
    Value = "v";
    /// A block. The document calls it `ebb0`.
    Block = "block";
    /// A stack slot.
    Slot = "ss";
    /// A dynamic stack slot.
    DynamicSlot = "dss";
    /// A dynamic vector type.
    DynamicType = "dt";
    /// A global value.
    Global = "gv";
    /// A heap.
    Heap = "heap";
    /// A signature.
    Sig = "sig";
    /// A function.
    Func = "fn";
    /// A jump table.
    JumpTable = "jt";
    /// A constant.
    Constant = "const";
    /// A region of memory that is disjoint from the others.
    Region = "region";
}

/// The name of a function or symbol.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Name {
    /// `%name`, without the percent sign; quoted if it has other characters than letters, digits and `_`.
    Text(String),
    /// `u0:1`.
    User(u32, u32),
}

impl Name {
    /// The symbol that procedures of this name have.
    pub fn symbol(&self) -> String {
        match self {
            Name::Text(text) => text.clone(),
            Name::User(space, index) => format!("u{space}:{index}"),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Text(text)
                if !text.is_empty()
                    && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') =>
            {
                write!(f, "%{text}")
            }
            Name::Text(text) => write!(f, "%\"{text}\""),
            Name::User(space, index) => write!(f, "u{space}:{index}"),
        }
    }
}

/// A promise about the bits above a narrow parameter or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Extension {
    /// They are unspecified.
    #[default]
    None,
    /// They are zeros.
    Zero,
    /// They are copies of the sign.
    Sign,
}

/// The purpose of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Purpose {
    /// A value.
    #[default]
    Normal,
    /// The address of memory for the results.
    StructReturn,
    /// The address of the virtual machine's context.
    VmContext,
    /// The caller's link register, frame pointer, or a callee-saved register: written by later stages of Cretonne.
    Machine(MachinePurpose),
    /// A structure of this many bytes, passed by value on the stack.
    StructArgument(u32),
}

/// Parameters that stand for registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MachinePurpose {
    /// The link register.
    Link,
    /// The frame pointer.
    FramePointer,
    /// A callee-saved register.
    CalleeSaved,
}

/// A parameter or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// Its type.
    pub ty: Type,
    /// The bits above it.
    pub extension: Extension,
    /// Its purpose.
    pub purpose: Purpose,
}

/// A calling convention.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)] // as their names in the text
pub enum CallConv {
    /// The default.
    #[default]
    Fast,
    Tail,
    SystemV,
    WindowsFastcall,
    AppleAarch64,
    Probestack,
    Winch,
    PreserveAll,
    /// The document's name for the system's convention.
    Native,
    /// The document's convention of SpiderMonkey.
    Spiderwasm,
}

impl CallConv {
    /// All conventions, with their names.
    pub const NAMES: [(&'static str, CallConv); 10] = [
        ("fast", CallConv::Fast),
        ("tail", CallConv::Tail),
        ("system_v", CallConv::SystemV),
        ("windows_fastcall", CallConv::WindowsFastcall),
        ("apple_aarch64", CallConv::AppleAarch64),
        ("probestack", CallConv::Probestack),
        ("winch", CallConv::Winch),
        ("preserve_all", CallConv::PreserveAll),
        ("native", CallConv::Native),
        ("spiderwasm", CallConv::Spiderwasm),
    ];

    /// The convention with this name. `cold`, `baldrdash` and others of intermediate versions have none.
    pub fn from_name(name: &str) -> Option<CallConv> {
        CallConv::NAMES.iter().find(|(known, _)| *known == name).map(|(_, conv)| *conv)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        CallConv::NAMES.iter().find(|(_, conv)| *conv == self).map_or("fast", |(name, _)| name)
    }
}

/// A signature.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    /// The parameters.
    pub params: Vec<Param>,
    /// The results.
    pub results: Vec<Param>,
    /// The convention.
    pub conv: CallConv,
}

/// A stack slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotData {
    /// True for the register allocator's slots, which files of later stages have.
    pub is_spill: bool,
    /// The size in bytes.
    pub size: u32,
    /// The alignment in bytes, if given.
    pub align: Option<u32>,
    /// The number by which a debugger finds it.
    pub key: Option<u64>,
}

/// A function that the preamble declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FuncData {
    /// Its name.
    pub name: Name,
    /// Its signature. One that is written here gets the number after the last one.
    pub signature: Sig,
    /// True if it is near the caller.
    pub colocated: bool,
    /// True if the call can be patched into the code and out of it.
    pub patchable: bool,
}

/// A global value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GlobalData {
    /// The address of the virtual machine's context, plus an offset in the document.
    VmContext(i64),
    /// The value at a global value plus an offset.
    Load {
        /// The address.
        base: Global,
        /// Added to the address.
        offset: i32,
        /// The type of the value.
        ty: Type,
        /// The flags of the access.
        flags: MemFlags,
    },
    /// A global value plus a constant.
    Add {
        /// The global value.
        base: Global,
        /// The constant.
        offset: i64,
        /// Its type.
        ty: Type,
    },
    /// A symbol.
    Symbol {
        /// Its name.
        name: Name,
        /// Added to its address.
        offset: i64,
        /// True if it is near the code.
        colocated: bool,
        /// True if each thread has one.
        tls: bool,
    },
    /// The document's: the pointer stored at a global value, plus an offset.
    Deref {
        /// Where the pointer is.
        base: Global,
        /// Added to the pointer.
        offset: i64,
    },
    /// The scale of a dynamic vector type.
    DynamicScale(Type),
}

/// The base of a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeapBase {
    /// The register that is reserved for it.
    Reserved,
    /// A global value. In the document the address where the base is stored, else the base itself.
    Global(Global),
}

/// The bound of a heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeapBound {
    /// A number of bytes.
    Static(u64),
    /// A global value, as for [`HeapBase::Global`].
    Dynamic(Global),
}

/// A heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapData {
    /// Its base.
    pub base: HeapBase,
    /// Bytes that are always accessible.
    pub min: u64,
    /// Its bound.
    pub bound: HeapBound,
    /// Bytes after the bound of which every access traps.
    pub guard: u64,
    /// The type of offsets, if given.
    pub index: Option<Type>,
}

/// A constant of the preamble.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstantData {
    /// The type, if given.
    pub ty: Option<Type>,
    /// The bytes, the lowest first.
    pub bytes: Vec<u8>,
}

/// Why code traps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // as their names in the text
pub enum TrapCode {
    StackOverflow,
    HeapOutOfBounds,
    IntegerOverflow,
    IntegerDivisionByZero,
    BadConversion,
    Interrupt,
    Unreachable,
    /// A reason of the program's.
    User(u16),
}

impl TrapCode {
    const NAMES: [(&'static str, TrapCode); 7] = [
        ("stk_ovf", TrapCode::StackOverflow),
        ("heap_oob", TrapCode::HeapOutOfBounds),
        ("int_ovf", TrapCode::IntegerOverflow),
        ("int_divz", TrapCode::IntegerDivisionByZero),
        ("bad_toint", TrapCode::BadConversion),
        ("interrupt", TrapCode::Interrupt),
        ("unreachable", TrapCode::Unreachable),
    ];

    /// The code with this name.
    pub fn from_name(name: &str) -> Option<TrapCode> {
        if let Some(number) = name.strip_prefix("user") {
            return number.parse().ok().map(TrapCode::User);
        }
        TrapCode::NAMES.iter().find(|(known, _)| *known == name).map(|(_, code)| *code)
    }
}

impl fmt::Display for TrapCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let TrapCode::User(number) = self {
            return write!(f, "user{number}");
        }
        f.write_str(TrapCode::NAMES.iter().find(|(_, code)| code == self).map_or("", |(name, _)| name))
    }
}

/// The order of bytes in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endian {
    /// The lowest byte first.
    Little,
    /// The highest byte first.
    Big,
}

/// Flags of a memory access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemFlags {
    /// The memory is accessible.
    pub notrap: bool,
    /// The address is a multiple of the size.
    pub aligned: bool,
    /// The memory does not change while the function runs.
    pub readonly: bool,
    /// The access may move to where its address is known, past other effects.
    pub can_move: bool,
    /// The order of bytes, if not the machine's.
    pub endian: Option<Endian>,
    /// The reason if the access traps, if not an access outside the heap.
    pub code: Option<TrapCode>,
    /// The region.
    pub region: Option<Region>,
}

/// A comparison of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // as their names in the text
pub enum IntCc {
    Equal,
    NotEqual,
    SignedLess,
    SignedGreaterEqual,
    SignedGreater,
    SignedLessEqual,
    UnsignedLess,
    UnsignedGreaterEqual,
    UnsignedGreater,
    UnsignedLessEqual,
    Overflow,
    NotOverflow,
}

impl IntCc {
    const NAMES: [(&'static str, IntCc); 12] = [
        ("eq", IntCc::Equal),
        ("ne", IntCc::NotEqual),
        ("slt", IntCc::SignedLess),
        ("sge", IntCc::SignedGreaterEqual),
        ("sgt", IntCc::SignedGreater),
        ("sle", IntCc::SignedLessEqual),
        ("ult", IntCc::UnsignedLess),
        ("uge", IntCc::UnsignedGreaterEqual),
        ("ugt", IntCc::UnsignedGreater),
        ("ule", IntCc::UnsignedLessEqual),
        ("of", IntCc::Overflow),
        ("nof", IntCc::NotOverflow),
    ];

    /// The condition with this name.
    pub fn from_name(name: &str) -> Option<IntCc> {
        IntCc::NAMES.iter().find(|(known, _)| *known == name).map(|(_, cc)| *cc)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        IntCc::NAMES.iter().find(|(_, cc)| *cc == self).map_or("", |(name, _)| name)
    }
}

/// A comparison of floating-point numbers: the set of outcomes for which it is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatCc {
    /// True for a smaller first operand.
    pub less: bool,
    /// True for equal operands.
    pub equal: bool,
    /// True for a larger first operand.
    pub greater: bool,
    /// True if an operand is a NaN.
    pub unordered: bool,
}

impl FloatCc {
    const NAMES: [(&'static str, u8); 14] = [
        ("ord", 0b0111),
        ("uno", 0b1000),
        ("eq", 0b0010),
        ("ne", 0b1101),
        ("one", 0b0101),
        ("ueq", 0b1010),
        ("lt", 0b0001),
        ("le", 0b0011),
        ("gt", 0b0100),
        ("ge", 0b0110),
        ("ult", 0b1001),
        ("ule", 0b1011),
        ("ugt", 0b1100),
        ("uge", 0b1110),
    ];

    /// The condition with this name.
    pub fn from_name(name: &str) -> Option<FloatCc> {
        let (_, set) = FloatCc::NAMES.iter().find(|(known, _)| *known == name)?;
        let has = |bit: u8| set >> bit & 1 == 1;
        Some(FloatCc { less: has(0), equal: has(1), greater: has(2), unordered: has(3) })
    }

    /// The name.
    pub fn name(self) -> &'static str {
        FloatCc::NAMES
            .iter()
            .find(|(name, _)| FloatCc::from_name(name) == Some(self))
            .map_or("", |(name, _)| name)
    }
}

/// The operation of an atomic access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // as their names in the text
pub enum AtomicOp {
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Xchg,
    Umin,
    Umax,
    Smin,
    Smax,
}

impl AtomicOp {
    const NAMES: [(&'static str, AtomicOp); 11] = [
        ("add", AtomicOp::Add),
        ("sub", AtomicOp::Sub),
        ("and", AtomicOp::And),
        ("nand", AtomicOp::Nand),
        ("or", AtomicOp::Or),
        ("xor", AtomicOp::Xor),
        ("xchg", AtomicOp::Xchg),
        ("umin", AtomicOp::Umin),
        ("umax", AtomicOp::Umax),
        ("smin", AtomicOp::Smin),
        ("smax", AtomicOp::Smax),
    ];

    /// The operation with this name.
    pub fn from_name(name: &str) -> Option<AtomicOp> {
        AtomicOp::NAMES.iter().find(|(known, _)| *known == name).map(|(_, op)| *op)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        AtomicOp::NAMES.iter().find(|(_, op)| *op == self).map_or("", |(name, _)| name)
    }
}

/// An argument of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockArg {
    /// A value.
    Value(Value),
    /// A result of the call that ends the block, on its normal edge.
    Result(u32),
    /// A word of the exception, on an edge to a handler.
    Exception(u32),
}

/// A block to branch to, with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockCall {
    /// The block.
    pub block: Block,
    /// Its arguments.
    pub args: Vec<BlockArg>,
}

/// An item of an exception table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Handler {
    /// Takes exceptions with this tag.
    Tag(u32, BlockCall),
    /// Takes all others.
    Default(BlockCall),
    /// The context in which the following tags are compared.
    Context(Value),
}

/// What an instruction has besides its values and blocks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Immediate {
    /// Nothing.
    #[default]
    None,
    /// An integer, as written.
    Int(i64),
    /// The bits of a floating-point number.
    Float(u64),
    /// A truth value.
    Bool(bool),
    /// A constant of the preamble.
    Constant(Constant),
    /// The bytes of a constant or mask, the lowest first.
    Bytes(Vec<u8>),
    /// A function.
    Func(Func),
    /// A signature.
    Sig(Sig),
    /// A stack slot with an offset.
    Slot(Slot, i32),
    /// A dynamic stack slot.
    DynamicSlot(DynamicSlot),
    /// A global value.
    Global(Global),
    /// A heap, and the size of the access.
    Heap(Heap, u32),
    /// A jump table.
    JumpTable(JumpTable),
    /// An offset of an address.
    Offset(i32),
    /// An atomic operation.
    AtomicOp(AtomicOp),
    /// The signature of a call that may throw, and its handlers. The blocks have the normal successor only.
    Exceptions(Sig, Vec<Handler>),
    /// The function of a call that may throw, as for [`Immediate::Exceptions`].
    FuncExceptions(Func, Sig, Vec<Handler>),
    /// Registers.
    Units(Vec<String>),
    /// A register and a stack slot.
    UnitSlot(String, Slot),
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inst {
    /// The instruction.
    pub opcode: Opcode,
    /// The controlling type; `None` if it has none.
    pub ty: Option<Type>,
    /// True if the text has the type.
    pub is_typed: bool,
    /// The results.
    pub results: Vec<Value>,
    /// The value operands, in order.
    pub args: Vec<Value>,
    /// The blocks, in order: for a table, the default is first.
    pub blocks: Vec<BlockCall>,
    /// The condition on integers.
    pub int_cc: Option<IntCc>,
    /// The condition on floating-point numbers.
    pub float_cc: Option<FloatCc>,
    /// The trap code.
    pub code: Option<TrapCode>,
    /// The flags of a memory access.
    pub flags: MemFlags,
    /// The rest.
    pub imm: Immediate,
    /// Where it is.
    pub place: Place,
}

/// A block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockData {
    /// Its number.
    pub block: Block,
    /// Its parameters.
    pub params: Vec<(Value, Type)>,
    /// True if it is rarely executed.
    pub cold: bool,
    /// Its instructions.
    pub insts: Vec<Inst>,
    /// Where it is.
    pub place: Place,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its signature.
    pub signature: Signature,
    /// True if it is in the document's dialect, in which comparisons are `b1`.
    pub document: bool,
    /// Stack slots.
    pub slots: BTreeMap<Slot, SlotData>,
    /// Dynamic stack slots.
    pub dynamic_slots: BTreeMap<DynamicSlot, DynamicType>,
    /// Dynamic vector types: the vector that is scaled, and the scale.
    pub dynamic_types: BTreeMap<DynamicType, (Type, Global)>,
    /// Global values.
    pub globals: BTreeMap<Global, GlobalData>,
    /// Heaps.
    pub heaps: BTreeMap<Heap, HeapData>,
    /// Signatures.
    pub signatures: BTreeMap<Sig, Signature>,
    /// Functions.
    pub funcs: BTreeMap<Func, FuncData>,
    /// Jump tables: `None` for an absent entry.
    pub jump_tables: BTreeMap<JumpTable, Vec<Option<Block>>>,
    /// Constants.
    pub constants: BTreeMap<Constant, ConstantData>,
    /// Regions: the program's number and description.
    pub regions: BTreeMap<Region, (u32, String)>,
    /// The global value with the end of the stack.
    pub stack_limit: Option<Global>,
    /// Blocks, in the order of the text. The first is the entry.
    pub blocks: Vec<BlockData>,
    /// Other names of values.
    pub aliases: EntityMap<Value, Value>,
    /// The types of all values.
    pub types: EntityMap<Value, Type>,
    /// Where it is.
    pub place: Place,
}

impl Function {
    /// Resolves aliases: returns the value that an instruction or block defines.
    pub fn resolve(&self, mut value: Value) -> Value {
        // There are no cycles, because an alias is declared after its target.
        while let Some(target) = self.aliases.get(value) {
            value = *target;
        }
        value
    }

    /// The type of a value.
    pub fn type_of(&self, value: Value) -> Option<Type> {
        self.types.get(self.resolve(value)).copied()
    }

    /// The signature of a declared function.
    pub fn func_signature(&self, func: Func) -> Option<&Signature> {
        self.signatures.get(&self.funcs.get(&func)?.signature)
    }

    /// The number of instructions.
    pub fn inst_count(&self) -> usize {
        self.blocks.iter().map(|block| block.insts.len()).sum()
    }
}

/// A line `target NAME FLAGS..`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TargetLine {
    /// The machine.
    pub name: String,
    /// The settings.
    pub flags: Vec<String>,
}

/// A value of a directive, by its bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataValue {
    /// Its type; a dynamic vector at its minimum size.
    pub ty: Type,
    /// Its bits. An integer is cut to its width.
    pub bits: u128,
}

/// What is expected of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// These results.
    Equal(Vec<DataValue>),
    /// Other results than these.
    NotEqual(Vec<DataValue>),
    /// Nothing: the results are printed.
    Print,
    /// A result that is not zero.
    True,
}

/// A directive `run` or `print`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directive {
    /// The index of the function that it follows.
    pub function: usize,
    /// The name of the function to call.
    pub callee: Name,
    /// The arguments.
    pub args: Vec<DataValue>,
    /// What is expected.
    pub expected: Expectation,
    /// Where it is.
    pub place: Place,
}

/// A file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct File {
    /// The lines `test ..`, without that word.
    pub tests: Vec<String>,
    /// The lines `set ..`, without that word.
    pub settings: Vec<String>,
    /// The lines `feature ..`, without that word.
    pub features: Vec<String>,
    /// The lines `target ..`.
    pub targets: Vec<TargetLine>,
    /// The functions.
    pub functions: Vec<Function>,
    /// The directives.
    pub directives: Vec<Directive>,
}

impl File {
    /// The index of the function that a directive calls, which names one and follows another.
    ///
    /// In a file with `test run` it is the one before the directive, even if the name differs, as in Cranelift. Without
    /// that line it is the one with the name, if there is one.
    pub(crate) fn called(&self, before: usize, name: &Name) -> usize {
        let is_run = self.tests.iter().any(|line| line.split_ascii_whitespace().next() == Some("run"));
        if is_run || self.functions.get(before).is_some_and(|function| function.name == *name) {
            return before;
        }
        self.functions.iter().position(|function| function.name == *name).unwrap_or(before)
    }
}
