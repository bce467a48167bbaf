//! The translation of functions to procedures.
//!
//! **Types.** Integers of 8 and 16 bits and booleans of up to 32 bits are `Int32`, whose bits above the type are
//! unspecified. An operation that depends on them extends its operands first (`zext`, `sext`). A boolean is true if
//! its low bit is set. `f16` is the bits in an `Int32`.
//!
//! **Blocks.** A block becomes one or more: the document's blocks end at each conditional branch. Parameters are Phis,
//! and an edge with arguments from a branch is a block with Upsilons.
//!
//! **Conventions.** `tail` is `internal`. All others are the C convention of the target if the results fit it, else
//! `internal`.
//!
//! **Origins** of values are lines of the text.

mod atomic;
mod call;
mod control;
mod float;
mod int;
mod leaves;
mod memory;
mod module;
mod numbers;
mod vector;
mod whole;
mod wide;

use crate::ast::*;
use crate::read::call_signature;
use crate::table::{Opcode, State};
use crate::types::Type;
use barebones::base::{self, ConvId, Reg, StackSlotId, SymbolId, Target};
use barebones::ir::{BlockId, Cursor, Extern, Procedure, ValueId};
use barebones::support::Entity as _;
use barebones_widths::helpers::Helpers;
use barebones_widths::int::{Int, truth};
use rustc_hash::FxHashMap;
use std::fmt;
use std::rc::Rc;

pub use call::{Abi, abi};
pub(crate) use leaves::{Leaves, is_whole, leaf_types};
use leaves::{Values, core_type};
pub use module::{translate_file, translate_file_with};

/// What the translation has no meaning for yet, or never.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Missing {
    /// Vectors.
    Vectors,
    /// Vectors whose size the machine decides.
    DynamicVectors,
    /// Operations on vectors of 128-bit lanes.
    Lanes,
    /// 128-bit integers.
    Int128,
    /// An instruction that 128-bit floating-point numbers do not have.
    Float128,
    /// Atomic accesses of 128 bits.
    WideAtomics,
    /// A structure passed by value whose size the convention passes otherwise: not a multiple of 8 bytes, more than
    /// 1,024, or so small that it is in registers.
    StructArguments,
    /// A tail call from a function whose convention is not `tail`, or to one.
    TailConvention,
    /// A condition on overflow, between vectors.
    OverflowCondition,
    /// An instruction that is never translated.
    Instruction(&'static str),
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Missing::Vectors => "vectors",
            Missing::DynamicVectors => "dynamic vectors",
            Missing::Lanes => "operations on lanes of 128 bits",
            Missing::Int128 => "128-bit integers",
            Missing::Float128 => "this operation on 128-bit floating-point numbers",
            Missing::WideAtomics => "atomic accesses of 128 bits",
            Missing::StructArguments => "structures of this size passed by value",
            Missing::TailConvention => "tail calls outside the convention `tail`",
            Missing::OverflowCondition => "conditions on overflow",
            Missing::Instruction(name) => name,
        })
    }
}

/// Why a function cannot be translated.
#[derive(Clone, PartialEq, Eq)]
pub enum TranslateError {
    /// It uses something that has no translation.
    Unsupported {
        /// What.
        what: Missing,
        /// Where.
        place: Place,
    },
    /// It breaks a rule of the language that the reader does not check.
    Invalid {
        /// The rule.
        what: String,
        /// Where.
        place: Place,
    },
}

impl fmt::Display for TranslateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TranslateError::Unsupported { what, place } => write!(f, "{place}: unsupported: {what}"),
            TranslateError::Invalid { what, place } => write!(f, "{place}: {what}"),
        }
    }
}

impl fmt::Debug for TranslateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for TranslateError {}

pub(crate) type Result<T> = std::result::Result<T, TranslateError>;

/// A translated function.
#[derive(Clone, Debug)]
pub struct Translated {
    /// The procedure. Its name is the symbol of the function's name.
    pub procedure: Procedure,
    /// The functions that it calls or takes the address of, with the signatures of its declarations.
    pub externs: Vec<Extern>,
    /// Other symbols whose addresses it takes.
    pub symbols: Vec<String>,
    /// The procedures of `barebones_widths` that it calls.
    pub helpers: Helpers,
}

/// Names of the host's functions that handlers of exceptions call: [`barebones::jit::thrown_function`] and
/// [`barebones::jit::throw_function`].
pub(crate) const THROWN: &str = "barebones.thrown";
/// See [`THROWN`].
pub(crate) const THROW: &str = "barebones.throw";

/// What vectors of 128 bits become. Vectors of other sizes are always lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vectors {
    /// Values of type V128, which are in vector registers.
    Registers,
    /// A value for each lane: slow, and an oracle of the other form.
    Lanes,
}

impl Vectors {
    /// The form for functions that a target's C convention calls: one that passes vectors by reference has no V128.
    pub fn of(target: &Target) -> Vectors {
        if target.convention(c_convention()).positional { Vectors::Lanes } else { Vectors::Registers }
    }
}

/// Settings that all functions of a file share.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The register that `get_pinned_reg` reads, if a function of the file uses it. All conventions are then
    /// `internal`, which shares it.
    pub pinned: Option<Reg>,
    /// What vectors become.
    pub vectors: Vectors,
}

impl Settings {
    /// The settings of a file for a target.
    pub fn of(functions: &[Function], target: &Target) -> Settings {
        let insts = functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.insts);
        let mut opcodes = insts.map(|inst| inst.opcode);
        let is_used = opcodes.any(|opcode| matches!(opcode, Opcode::GetPinnedReg | Opcode::SetPinnedReg))
            || functions.iter().flat_map(|f| f.heaps.values()).any(|heap| heap.base == HeapBase::Reserved);
        let saved = target.desc.conventions[0].callee_saved;
        let pinnable = (0..32).rev().map(Reg::gp).find(|reg| {
            target.desc.names.contains(*reg) && target.desc.pinnable.contains(*reg) && saved.contains(*reg)
        });
        Settings { pinned: pinnable.filter(|_| is_used), vectors: Vectors::of(target) }
    }
}

/// The first thing, in order of their importance, that a function needs and the translation lacks.
fn first_missing(function: &Function) -> Option<(Missing, Place)> {
    let signatures = function.signatures.values().chain([&function.signature]);
    let mut params = signatures.flat_map(|signature| signature.params.iter().chain(&signature.results));
    let mut insts = function.blocks.iter().flat_map(|block| &block.insts);
    let may_miss = function.types.values().any(|ty| ty.dynamic)
        || params.any(|param| param.ty.dynamic)
        || insts.any(|inst| inst.opcode.row().state != State::Done || inst.ty.is_some_and(|ty| ty.dynamic));
    if !may_miss {
        return None;
    }
    let mut found: Vec<(Missing, Place)> = Vec::new();
    let mut check = |ty: Type, place: Place| {
        if !ty.is_flags()
            && let Err(what) = leaf_types(ty, Vectors::Lanes)
        {
            found.push((what, place));
        }
    };
    for param in function.signature.params.iter().chain(&function.signature.results) {
        check(param.ty, function.place);
    }
    for block in &function.blocks {
        block.params.iter().for_each(|(_, ty)| check(*ty, block.place));
        for inst in &block.insts {
            let values = inst.args.iter().chain(&inst.results);
            values.filter_map(|value| function.type_of(*value)).for_each(|ty| check(ty, inst.place));
            inst.ty.into_iter().for_each(|ty| check(ty, inst.place));
            let signature = call_signature(function, inst);
            let params =
                signature.iter().flat_map(|signature| signature.params.iter().chain(&signature.results));
            params.for_each(|param| check(param.ty, inst.place));
        }
    }
    let rank = |what: Missing| match what {
        Missing::DynamicVectors => 0,
        Missing::Vectors => 1,
        Missing::Float128 => 2,
        Missing::WideAtomics => 4,
        _ => 5,
    };
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    found.extend(insts.filter_map(|inst| {
        let row = inst.opcode.row();
        let what = match row.state {
            State::Done => return None,
            State::DynamicVectors => Missing::DynamicVectors,
            State::Refused => Missing::Instruction(row.name),
        };
        Some((what, inst.place))
    }));
    found.into_iter().min_by_key(|(what, place)| (rank(*what), *place))
}

/// Translates a function for a target.
///
/// # Errors
/// [`TranslateError::Unsupported`] if it uses something that has no translation, [`TranslateError::Invalid`] if it
/// breaks a rule. The procedure may still break rules of the IR that follow from the function's (dominance, slots that
/// are too small): its validation reports those.
pub fn translate(function: &Function, target: &Target, settings: Settings) -> Result<Translated> {
    if let Some((what, place)) = first_missing(function) {
        return Err(TranslateError::Unsupported { what, place });
    }
    let own = abi(target, &function.signature, settings)
        .map_err(|what| TranslateError::Unsupported { what, place: function.place })?;
    let procedure = Procedure::with_convention(target, own.conv);
    let mut translator = Translator {
        function,
        settings,
        proc: procedure,
        own,
        block: BlockId::INVALID,
        place: function.place,
        values: Values::new(function),
        flags: EntityMap::new(),
        blocks: EntityMap::new(),
        phis: Vec::new(),
        slots: EntityMap::new(),
        aligned: EntityMap::new(),
        vmctx: None,
        struct_return: None,
        used_bits: Vec::new(),
        extended: FxHashMap::default(),
        callees: EntityMap::new(),
        abis: EntityMap::new(),
        externs: Vec::new(),
        symbols: Vec::new(),
        helpers: Helpers::default(),
        has_other: function.types.values().any(|ty| matches!(*ty, Type::I128 | Type::F16 | Type::F128)),
        has_vector: has_vector(function),
    };
    translator.run()?;
    let Translator { proc: procedure, externs, symbols, helpers, .. } = translator;
    Ok(Translated { procedure, externs, symbols, helpers })
}

/// More bits than a value of the procedure has: nothing is known of them.
const ALL_BITS: u8 = u8::MAX;

/// A block of the procedure, and the Phis of its parameters in [`Translator::phis`].
#[derive(Clone, Copy)]
struct BlockTarget {
    id: BlockId,
    phis_start: usize,
    phis_end: usize,
}

/// The blocks of a function that control may reach.
struct Order {
    /// Their indices in reverse postorder: each follows those that dominate it.
    blocks: Vec<usize>,
    /// By index of a block.
    is_reached: Vec<bool>,
    /// True if something branches to the first block.
    entry_is_target: bool,
}

/// The operands of a comparison whose result is in flags.
#[derive(Clone)]
struct Flags {
    x: Leaves,
    y: Leaves,
    ty: Type,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Extended {
    Zero(u16),
    Sign(u16),
}

/// True if a value of the function, or the controlling type of an instruction, is a vector.
fn has_vector(function: &Function) -> bool {
    let mut types = function.blocks.iter().flat_map(|block| &block.insts).filter_map(|inst| inst.ty);
    function.types.values().any(|ty| ty.is_vector()) || types.any(Type::is_vector)
}

struct Translator<'f> {
    function: &'f Function,
    settings: Settings,
    proc: Procedure,
    own: Abi,
    /// The block to which values are appended.
    block: BlockId,
    /// The instruction that is translated.
    place: Place,
    values: Values,
    flags: EntityMap<Value, Flags>,
    blocks: EntityMap<Block, BlockTarget>,
    /// The Phis of all blocks' parameters: their leaves, in order.
    phis: Vec<ValueId>,
    slots: EntityMap<Slot, StackSlotId>,
    /// Addresses of slots whose alignment a frame does not give.
    aligned: EntityMap<Slot, ValueId>,
    vmctx: Option<ValueId>,
    struct_return: Option<ValueId>,
    /// By value of the procedure: the number of low bits that may be set, or [`ALL_BITS`].
    used_bits: Vec<u8>,
    /// Extended values of the block.
    extended: FxHashMap<(ValueId, Extended), ValueId>,
    /// The symbols of the functions that are called.
    callees: EntityMap<Func, SymbolId>,
    /// The meanings of the signatures that are called.
    abis: EntityMap<Sig, Rc<Abi>>,
    externs: Vec<Extern>,
    symbols: Vec<String>,
    helpers: Helpers,
    /// True if a value of the function is `i128`, `f16` or `f128`.
    has_other: bool,
    /// True if a type of the function is a vector.
    has_vector: bool,
}

/// Values.
impl Translator<'_> {
    fn b(&mut self) -> Cursor<'_> {
        self.proc.at(self.block)
    }

    fn invalid<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(TranslateError::Invalid { what: what.into(), place: self.place })
    }

    fn unsupported<T>(&self, what: Missing) -> Result<T> {
        Err(TranslateError::Unsupported { what, place: self.place })
    }

    fn ty(&self, value: Value) -> Result<Type> {
        match self.function.type_of(value) {
            Some(ty) => Ok(ty),
            None => self.invalid(format!("{value} has no type")),
        }
    }

    fn arg_type(&self, inst: &Inst, index: usize) -> Result<Type> {
        match inst.args.get(index) {
            Some(value) => self.ty(*value),
            None => self.invalid("an operand is missing"),
        }
    }

    fn core(&self, ty: Type) -> Result<base::Type> {
        core_type(ty).or_else(|what| self.unsupported(what))
    }

    /// A constant of an integer type; narrow ones are zero-extended.
    fn int_const(&mut self, bits: u16, value: i64) -> ValueId {
        if bits == 64 {
            return self.b().const64(value);
        }
        let value = if bits < 32 { value & ((1 << bits) - 1) } else { value };
        let id = self.b().const32(value as i32);
        if bits < 32 {
            self.limit_bits(id, bits);
        }
        id
    }

    /// The number of low bits of a value that may be set.
    fn used_bits(&self, id: ValueId) -> u16 {
        u16::from(self.used_bits.get(id.index()).copied().unwrap_or(ALL_BITS))
    }

    /// Records that only this many low bits of a value may be set.
    fn limit_bits(&mut self, id: ValueId, bits: u16) {
        if bits >= 32 {
            return;
        }
        if self.used_bits.len() <= id.index() {
            self.used_bits.resize(id.index() + 1, ALL_BITS);
        }
        self.used_bits[id.index()] = bits as u8;
    }

    /// The value with zeros above this many bits.
    fn zext(&mut self, id: ValueId, bits: u16) -> ValueId {
        if bits >= 32 || self.used_bits(id) <= bits {
            return id;
        }
        if let Some(extended) = self.extended.get(&(id, Extended::Zero(bits))) {
            return *extended;
        }
        let mut b = self.b();
        let mask = b.const32((1 << bits) - 1);
        let extended = b.bit_and(id, mask);
        self.limit_bits(extended, bits);
        self.extended.insert((id, Extended::Zero(bits)), extended);
        extended
    }

    /// The value with copies of the sign above this many bits.
    fn sext(&mut self, id: ValueId, bits: u16) -> ValueId {
        if bits >= 32 || self.used_bits(id) < bits {
            return id;
        }
        if let Some(extended) = self.extended.get(&(id, Extended::Sign(bits))) {
            return *extended;
        }
        let mut b = self.b();
        let extended = match bits {
            8 => b.sext8(id),
            16 => b.sext16(id),
            _ => {
                let shift = b.const32(32 - i32::from(bits));
                let high = b.shl(id, shift);
                b.sshr(high, shift)
            }
        };
        self.extended.insert((id, Extended::Sign(bits)), extended);
        extended
    }

    /// A value that is zero if and only if a scalar integer or boolean is.
    fn truth(&mut self, value: Value) -> Result<ValueId> {
        let ty = self.ty(value)?;
        if ty == Type::I128 {
            let x = Int::new(128, self.leaves(value)?.iter().copied());
            return Ok(truth(&mut self.b(), &x));
        }
        let id = self.get(value)?;
        Ok(self.zext(id, ty.bits))
    }

    /// Records that an Int32 is 0 or 1.
    fn bit(&mut self, id: ValueId) -> ValueId {
        self.limit_bits(id, 1);
        id
    }

    /// The opposite of a value that is 0 or 1.
    fn not(&mut self, id: ValueId) -> ValueId {
        let mut b = self.b();
        let zero = b.const32(0);
        let opposite = b.equal(id, zero);
        self.bit(opposite)
    }

    /// The low 32 bits of an integer of any width, of which those above the width are unspecified.
    fn low(&mut self, value: Value) -> Result<ValueId> {
        let ty = self.ty(value)?;
        let id = if ty == Type::I128 { self.leaves(value)?[0] } else { self.get(value)? };
        Ok(if ty.bits >= 64 { self.b().trunc(id) } else { id })
    }

    /// An integer of up to 32 bits as the unsigned 64-bit one.
    fn wide(&mut self, value: Value) -> Result<ValueId> {
        let (id, ty) = (self.get(value)?, self.ty(value)?);
        if ty.bits == 64 {
            return Ok(id);
        }
        let extended = self.zext(id, ty.bits);
        Ok(self.b().zext32(extended))
    }

    /// Continues in another block.
    fn switch_to(&mut self, block: BlockId) {
        self.block = block;
        self.extended.clear();
    }
}

/// The function.
impl Translator<'_> {
    fn run(&mut self) -> Result<()> {
        let function = self.function;
        self.proc.name = function.name.symbol();
        if let Some(reg) = self.settings.pinned {
            self.proc.pin_register(reg);
        }
        let Some(entry) = function.blocks.first() else { return self.invalid("the function has no block") };
        self.proc.set_signature(base::Signature {
            params: self.own.params.clone(),
            results: self.own.results.clone(),
        });
        let root = self.proc.add_block();
        self.switch_to(root);
        let arguments = self.b().arguments();
        let arguments = self.incoming(arguments);
        let needs_vmctx = function.globals.values().any(|data| matches!(data, GlobalData::VmContext(_)));
        let mut leaf = 0;
        for param in &function.signature.params {
            match param.purpose {
                Purpose::VmContext => self.vmctx = arguments.get(leaf).copied(),
                Purpose::StructReturn => self.struct_return = arguments.get(leaf).copied(),
                _ => {}
            }
            leaf += self.leaf_count(param.ty);
        }
        if self.vmctx.is_none() && needs_vmctx {
            // The document's hidden argument: it follows all others.
            self.vmctx = Some(self.b().argument(base::Type::Int64));
        }
        self.declare_slots()?;
        if let Some(limit) = function.stack_limit {
            let limit = self.global(limit)?;
            self.b().stack_limit_check(limit);
        }
        let order = self.order();
        self.declare_blocks(entry.block, &arguments, &order)?;
        for index in order.blocks {
            let data = &function.blocks[index];
            let block = self.target(data.block)?;
            self.switch_to(block);
            self.place = data.place;
            if !self.instructions(data)? {
                self.place = data.place;
                return self.invalid(format!("{} does not end with a terminator", data.block));
            }
        }
        Ok(())
    }

    /// Adds the blocks and the Phis of their parameters. The entry is the root unless something branches to it.
    fn declare_blocks(&mut self, entry: Block, arguments: &[ValueId], order: &Order) -> Result<()> {
        let function = self.function;
        let root = self.block;
        self.blocks = EntityMap::with_numbers(function.blocks.len());
        for (data, _) in function.blocks.iter().zip(&order.is_reached).filter(|(_, is_reached)| **is_reached)
        {
            let phis_start = self.phis.len();
            if data.block == entry && !order.entry_is_target {
                self.blocks.insert(entry, BlockTarget { id: root, phis_start, phis_end: phis_start });
                let mut rest = arguments.iter().copied();
                for (value, ty) in &data.params {
                    let leaves = rest.by_ref().take(self.leaf_count(*ty)).collect();
                    self.values.set(*value, leaves);
                }
                continue;
            }
            let block = self.proc.add_block();
            if data.cold {
                self.proc.set_cold(block, true);
            }
            for (value, ty) in &data.params {
                let mut leaves = Leaves::new();
                for ty in self.leaf_types(*ty)? {
                    leaves.push(self.proc.at(block).phi(ty));
                }
                self.phis.extend_from_slice(&leaves);
                self.values.set(*value, leaves);
            }
            self.blocks.insert(data.block, BlockTarget { id: block, phis_start, phis_end: self.phis.len() });
        }
        if order.entry_is_target
            && let Some(target) = self.blocks.get(entry)
        {
            let mut b = self.proc.at(root);
            for (phi, argument) in self.phis[target.phis_start..target.phis_end].iter().zip(arguments) {
                b.upsilon(*argument, *phi);
            }
            b.jump(target.id);
        }
        Ok(())
    }

    /// Calls a function with the blocks to which an instruction may branch.
    fn for_each_target(&self, inst: &Inst, mut each: impl FnMut(Block)) {
        inst.blocks.iter().for_each(|call| each(call.block));
        match &inst.imm {
            Immediate::JumpTable(table) => {
                let blocks = self.function.jump_tables.get(table).into_iter().flatten();
                blocks.flatten().for_each(|block| each(*block));
            }
            Immediate::Exceptions(_, handlers) | Immediate::FuncExceptions(_, _, handlers) => {
                for handler in handlers {
                    if let Handler::Tag(_, call) | Handler::Default(call) = handler {
                        each(call.block);
                    }
                }
            }
            _ => {}
        }
    }

    /// The blocks that control may reach.
    fn order(&self) -> Order {
        let blocks = &self.function.blocks;
        let mut index: EntityMap<Block, u32> = EntityMap::with_numbers(blocks.len());
        for (number, data) in (0..).zip(blocks) {
            index.insert(data.block, number);
        }
        // The successors of block `i` are those from `ends[i - 1]` to `ends[i]`.
        let mut successors: Vec<u32> = Vec::with_capacity(2 * blocks.len());
        let mut ends: Vec<u32> = Vec::with_capacity(blocks.len());
        for data in blocks {
            for inst in &data.insts {
                self.for_each_target(inst, |block| successors.extend(index.get(block)));
            }
            ends.push(successors.len() as u32);
        }
        let start = |block: usize| if block == 0 { 0 } else { ends[block - 1] };
        let mut is_reached = vec![false; blocks.len()];
        let mut postorder = Vec::with_capacity(blocks.len());
        let mut stack = vec![(0, start(0))];
        is_reached[0] = true;
        while let Some((block, next)) = stack.last_mut() {
            if *next == ends[*block] {
                postorder.push(*block);
                stack.pop();
                continue;
            }
            let target = successors[*next as usize] as usize;
            *next += 1;
            if !std::mem::replace(&mut is_reached[target], true) {
                stack.push((target, start(target)));
            }
        }
        postorder.reverse();
        Order { blocks: postorder, is_reached, entry_is_target: successors.contains(&0) }
    }

    /// Translates the instructions of a block; false if none of them ends it.
    fn instructions(&mut self, data: &BlockData) -> Result<bool> {
        for inst in &data.insts {
            self.place = inst.place;
            self.proc.origin = base::Origin(inst.place.line);
            let moves = self.control(inst)? || self.call(inst)? || self.memory(inst)? || self.atomic(inst)?;
            let done = moves || (self.has_vector && self.vector(inst)?) || self.float(inst)?;
            if !done && !self.int(inst)? {
                return self.unsupported(Missing::Instruction(inst.opcode.row().name));
            }
            let has_default = inst.opcode == Opcode::BrTableDeclared && !inst.blocks.is_empty();
            if inst.opcode.is_terminator() || has_default {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The id of the C convention of a target.
fn c_convention() -> ConvId {
    ConvId::new(0)
}
