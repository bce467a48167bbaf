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
mod wide;

use crate::ast::*;
use crate::read::call_signature;
use crate::table::{Opcode, State};
use crate::types::Type;
use barebones::base::{self, ConvId, Reg, StackSlotId, Target};
use barebones::ir::{BlockId, Cursor, Extern, Procedure, ValueId};
use barebones_widths::helpers::Helpers;
use barebones_widths::int::{Int, truth};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::fmt;

pub use call::{Abi, abi};
use leaves::core_type;
pub(crate) use leaves::{Leaves, leaf_types};
pub use module::translate_file;

/// What the translation has no meaning for yet, or never.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Missing {
    /// Vectors.
    Vectors,
    /// Vectors whose size the machine decides.
    DynamicVectors,
    /// Operations on vectors of 128-bit lanes, and arithmetic on those of 16-bit floating-point numbers.
    Lanes,
    /// 128-bit integers.
    Int128,
    /// Square roots, fused products and roundings of 128-bit floating-point numbers.
    Float128,
    /// Atomic accesses of 128 bits.
    WideAtomics,
    /// A structure passed by value.
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
            Missing::Lanes => "operations on lanes of f16 or 128 bits",
            Missing::Int128 => "128-bit integers",
            Missing::Float128 => "roots and roundings of 128-bit floating-point numbers",
            Missing::WideAtomics => "atomic accesses of 128 bits",
            Missing::StructArguments => "structures passed by value",
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

/// Settings that all functions of a file share.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The register that `get_pinned_reg` reads, if a function of the file uses it. All conventions are then
    /// `internal`, which shares it.
    pub pinned: Option<Reg>,
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
        Settings { pinned: pinnable.filter(|_| is_used) }
    }
}

/// The first thing, in order of their importance, that a function needs and the translation lacks.
fn first_missing(function: &Function) -> Option<(Missing, Place)> {
    let mut found: Vec<(Missing, Place)> = Vec::new();
    let mut check = |ty: Type, place: Place| {
        if !ty.is_flags()
            && let Err(what) = leaf_types(ty)
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
        values: FxHashMap::default(),
        flags: FxHashMap::default(),
        blocks: FxHashMap::default(),
        phis: FxHashMap::default(),
        slots: BTreeMap::new(),
        aligned: BTreeMap::new(),
        vmctx: None,
        struct_return: None,
        known: FxHashMap::default(),
        extended: FxHashMap::default(),
        externs: Vec::new(),
        symbols: Vec::new(),
        helpers: Helpers::default(),
        has_other: function.types.values().any(|ty| matches!(*ty, Type::I128 | Type::F16 | Type::F128)),
    };
    translator.run()?;
    let Translator { proc: procedure, externs, symbols, helpers, .. } = translator;
    Ok(Translated { procedure, externs, symbols, helpers })
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

struct Translator<'f> {
    function: &'f Function,
    settings: Settings,
    proc: Procedure,
    own: Abi,
    /// The block to which values are appended.
    block: BlockId,
    /// The instruction that is translated.
    place: Place,
    values: FxHashMap<Value, Leaves>,
    flags: FxHashMap<Value, Flags>,
    blocks: FxHashMap<Block, BlockId>,
    /// The Phis of a block's parameters: their leaves, in order.
    phis: FxHashMap<Block, Vec<ValueId>>,
    slots: BTreeMap<Slot, StackSlotId>,
    /// Addresses of slots whose alignment a frame does not give.
    aligned: BTreeMap<Slot, ValueId>,
    vmctx: Option<ValueId>,
    struct_return: Option<ValueId>,
    /// Values of which only this many low bits may be set.
    known: FxHashMap<ValueId, u16>,
    /// Extended values of the block.
    extended: FxHashMap<(ValueId, Extended), ValueId>,
    externs: Vec<Extern>,
    symbols: Vec<String>,
    helpers: Helpers,
    /// True if a value of the function is `i128`, `f16` or `f128`.
    has_other: bool,
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
            self.known.insert(id, bits);
        }
        id
    }

    /// The value with zeros above this many bits.
    fn zext(&mut self, id: ValueId, bits: u16) -> ValueId {
        if bits >= 32 || self.known.get(&id).is_some_and(|known| *known <= bits) {
            return id;
        }
        if let Some(extended) = self.extended.get(&(id, Extended::Zero(bits))) {
            return *extended;
        }
        let mut b = self.b();
        let mask = b.const32((1 << bits) - 1);
        let extended = b.bit_and(id, mask);
        self.known.insert(extended, bits);
        self.extended.insert((id, Extended::Zero(bits)), extended);
        extended
    }

    /// The value with copies of the sign above this many bits.
    fn sext(&mut self, id: ValueId, bits: u16) -> ValueId {
        if bits >= 32 || self.known.get(&id).is_some_and(|known| *known < bits) {
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
        self.known.insert(id, 1);
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
        let needs_vmctx = function.globals.values().any(|data| matches!(data, GlobalData::VmContext(_)));
        let mut leaf = 0;
        for param in &function.signature.params {
            match param.purpose {
                Purpose::VmContext => self.vmctx = arguments.get(leaf).copied(),
                Purpose::StructReturn => self.struct_return = arguments.get(leaf).copied(),
                _ => {}
            }
            leaf += self.leaf_types(param.ty)?.len();
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
        self.declare_blocks(entry.block, &arguments)?;
        for index in self.order() {
            let data = &function.blocks[index];
            let block = self.blocks[&data.block];
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
    fn declare_blocks(&mut self, entry: Block, arguments: &[ValueId]) -> Result<()> {
        let function = self.function;
        let targets: FxHashSet<Block> =
            function.blocks.iter().flat_map(|block| &block.insts).flat_map(|i| self.targets(i)).collect();
        let order: FxHashSet<usize> = self.order().into_iter().collect();
        let root = self.block;
        for (index, data) in function.blocks.iter().enumerate() {
            if !order.contains(&index) {
                continue;
            }
            if data.block == entry && !targets.contains(&entry) {
                self.blocks.insert(entry, root);
                let mut rest = arguments.iter().copied();
                for (value, ty) in &data.params {
                    let count = self.leaf_types(*ty)?.len();
                    self.values.insert(*value, rest.by_ref().take(count).collect());
                }
                continue;
            }
            let block = self.proc.add_block();
            self.blocks.insert(data.block, block);
            if data.cold {
                self.proc.set_cold(block, true);
            }
            let mut phis = Vec::with_capacity(data.params.len());
            for (value, ty) in &data.params {
                let mut leaves = Leaves::new();
                for ty in self.leaf_types(*ty)? {
                    leaves.push(self.proc.at(block).phi(ty));
                }
                phis.extend_from_slice(&leaves);
                self.values.insert(*value, leaves);
            }
            self.phis.insert(data.block, phis);
        }
        if targets.contains(&entry) {
            let phis = self.phis.get(&entry).cloned().unwrap_or_default();
            let block = self.blocks[&entry];
            let mut b = self.proc.at(root);
            for (phi, argument) in phis.iter().zip(arguments) {
                b.upsilon(*argument, *phi);
            }
            b.jump(block);
        }
        Ok(())
    }

    /// The blocks to which an instruction may branch.
    fn targets(&self, inst: &Inst) -> Vec<Block> {
        let mut targets: Vec<Block> = inst.blocks.iter().map(|call| call.block).collect();
        match &inst.imm {
            Immediate::JumpTable(table) => {
                targets.extend(self.function.jump_tables.get(table).into_iter().flatten().flatten());
            }
            Immediate::Exceptions(_, handlers) | Immediate::FuncExceptions(_, _, handlers) => {
                targets.extend(handlers.iter().filter_map(|handler| match handler {
                    Handler::Tag(_, call) | Handler::Default(call) => Some(call.block),
                    Handler::Context(_) => None,
                }));
            }
            _ => {}
        }
        targets
    }

    /// The indices of the blocks that control may reach, in reverse postorder: each follows those that dominate it.
    fn order(&self) -> Vec<usize> {
        let blocks = &self.function.blocks;
        let index: FxHashMap<Block, usize> =
            blocks.iter().enumerate().map(|(i, data)| (data.block, i)).collect();
        let successors = |block: usize| -> Vec<usize> {
            let targets = blocks[block].insts.iter().flat_map(|inst| self.targets(inst));
            targets.filter_map(|target| index.get(&target).copied()).collect()
        };
        let mut seen = vec![false; blocks.len()];
        let mut postorder = Vec::with_capacity(blocks.len());
        let mut stack = vec![(0, successors(0).into_iter())];
        seen[0] = true;
        while let Some((block, next)) = stack.last_mut() {
            match next.next() {
                Some(target) if !seen[target] => {
                    seen[target] = true;
                    stack.push((target, successors(target).into_iter()));
                }
                Some(_) => {}
                None => {
                    postorder.push(*block);
                    stack.pop();
                }
            }
        }
        postorder.reverse();
        postorder
    }

    /// Translates the instructions of a block; false if none of them ends it.
    fn instructions(&mut self, data: &BlockData) -> Result<bool> {
        for inst in &data.insts {
            self.place = inst.place;
            self.proc.origin = base::Origin(inst.place.line);
            let moves = self.control(inst)? || self.call(inst)? || self.memory(inst)? || self.atomic(inst)?;
            let done = moves || self.vector(inst)? || self.float(inst)?;
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
