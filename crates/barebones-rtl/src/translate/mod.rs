//! Translates functions to procedures of the library.
//!
//! A register is a variable for each leaf of its value, an insn the values that its expressions need and then its
//! effects. The address of a label is the number of its insn, so an indirect jump is a Switch over the labels whose
//! addresses are values.

mod effect;
mod field;
mod memory;
mod value;

use crate::check::{Checked, Label, Refusal};
use crate::code::{Mode, StoreFlag};
use crate::externs::signature as extern_signature;
use crate::tree::{Body, Expr, NoteKind};
use barebones::base::{HeapRange, Origin, Signature, Target, TrapCode, Type};
use barebones::ir::{BlockId, Cursor, Data, Extern, Module, Procedure, StackSlotKind, ValueId, VariableId};
use barebones_widths::helpers::Helpers;
use barebones_widths::int::{Int, Sign};
use std::collections::BTreeMap;
use value::Value;

/// What the origins of values are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Origins {
    /// The lines of the `note` insns before them.
    #[default]
    Notes,
    /// The lines of the RTL text.
    Text,
}

/// How functions are translated.
#[derive(Clone, Debug)]
pub struct Options {
    /// The machine.
    pub target: Target,
    /// What a relation that holds is as a value.
    pub store_flag: StoreFlag,
    /// What the origins of values are.
    pub origins: Origins,
}

impl Options {
    /// Relations are 0 or 1, and origins the lines of notes.
    pub fn new(target: Target) -> Options {
        Options { target, store_flag: StoreFlag::One, origins: Origins::Notes }
    }
}

type Result<T> = std::result::Result<T, Refusal>;

/// The types of the leaves of a value.
pub(crate) fn leaf_types(mode: Mode) -> &'static [Type] {
    match mode {
        Mode::Qi | Mode::Hi | Mode::Si => &[Type::Int32],
        Mode::Di => &[Type::Int64],
        Mode::Ti => &[Type::Int64, Type::Int64],
        Mode::Sf => &[Type::Float],
        Mode::Df => &[Type::Double],
        Mode::Void | Mode::Cc | Mode::Blk => &[],
    }
}

/// Translates functions: a procedure for each, then those that long operations call. Their names, and those of their
/// data, must differ.
///
/// # Errors
/// The first function for which the library has no counterpart. Checked functions have one.
pub fn translate(functions: &[&Checked], options: &Options) -> Result<Module> {
    let mut module = Module::default();
    let (mut externs, mut helpers) = (BTreeMap::new(), Helpers::default());
    for checked in functions {
        let mut translator = Translator::new(checked, options);
        translator.translate()?;
        for data in &checked.function.data {
            module.data.push(Data { name: data.name.clone(), bytes: data.bytes.clone() });
        }
        for (uid, label) in &checked.labels {
            if let Label::Table(index) = label {
                module.data.push(Data { name: checked.table_name(*uid), bytes: checked.table(*index) });
            }
        }
        helpers.extend(&translator.helpers);
        externs.append(&mut translator.externs);
        module.procedures.push(translator.proc);
    }
    module.procedures.extend(helpers.procedures(&options.target, &[]));
    let is_extern = |name: &str| {
        !functions.iter().any(|checked| checked.function.name == name)
            && !module.data.iter().any(|data| data.name == name)
    };
    let externs: Vec<Extern> = externs
        .into_iter()
        .filter(|(name, _)| is_extern(name))
        .map(|(name, signature)| Extern { name, signature })
        .collect();
    module.externs = externs;
    Ok(module)
}

struct Translator<'f> {
    checked: &'f Checked,
    options: &'f Options,
    proc: Procedure,
    /// The block that is being filled; `None` where control cannot be.
    block: Option<BlockId>,
    blocks: BTreeMap<u32, BlockId>,
    registers: BTreeMap<u32, Vec<VariableId>>,
    conditions: BTreeMap<Option<u32>, (Mode, Value, Value)>,
    /// The registers that addresses of this insn change, with their new values.
    changed: Vec<(u32, ValueId)>,
    externs: BTreeMap<String, Signature>,
    helpers: Helpers,
}

impl<'f> Translator<'f> {
    fn new(checked: &'f Checked, options: &'f Options) -> Translator<'f> {
        let mut proc = Procedure::new(&options.target);
        proc.name = checked.function.name.clone();
        Translator {
            checked,
            options,
            proc,
            block: None,
            blocks: BTreeMap::new(),
            registers: BTreeMap::new(),
            conditions: BTreeMap::new(),
            changed: Vec::new(),
            externs: BTreeMap::new(),
            helpers: Helpers::default(),
        }
    }

    /// The end of the current block.
    fn b(&mut self) -> Cursor<'_> {
        let block = self.block.unwrap_or(BlockId::INVALID);
        self.proc.at(block)
    }

    fn translate(&mut self) -> Result<()> {
        let function = &self.checked.function;
        let modes = |regs: &[Expr]| regs.iter().flat_map(|reg| leaf_types(reg.mode)).copied().collect();
        let result = function.result.as_slice();
        self.proc.set_signature(Signature { params: modes(&function.params), results: modes(result) });
        let root = self.proc.add_block();
        self.block = Some(root);
        for (reg, mode) in &self.checked.registers {
            let variables = leaf_types(*mode).iter().map(|ty| self.proc.add_variable(*ty)).collect();
            self.registers.insert(*reg, variables);
        }
        for (uid, label) in &self.checked.labels {
            if let Label::Code(_) = label {
                let block = self.proc.add_block();
                self.blocks.insert(*uid, block);
            }
        }
        self.entry();
        let first = self.proc.add_block();
        self.b().jump(first);
        self.block = Some(first);
        for (index, insn) in function.insns.iter().enumerate() {
            match &insn.body {
                Body::Note(NoteKind::Line(_, line)) if self.options.origins == Origins::Notes => {
                    self.proc.origin = Origin(*line);
                }
                Body::Label(_) => {
                    if let Some(block) = self.blocks.get(&insn.uid).copied() {
                        if self.block.is_some() {
                            self.b().jump(block);
                        }
                        self.block = Some(block);
                    }
                }
                Body::Pattern { pattern, .. } if self.block.is_some() => {
                    if self.options.origins == Origins::Text {
                        self.proc.origin = Origin(pattern.position.line);
                    }
                    self.insn(index, pattern)?;
                }
                _ => {}
            }
        }
        if self.block.is_some() {
            self.ret();
        }
        Ok(())
    }

    /// Gives every register its value at entry: an argument, the address of the frame, or zero.
    fn entry(&mut self) {
        let function = &self.checked.function;
        let mut arguments = self.b().arguments().into_iter();
        for param in &function.params {
            let leaves = arguments.by_ref().take(leaf_types(param.mode).len()).collect();
            self.set_leaves(param.reg().unwrap_or(0), leaves);
        }
        if let Some((reg, size)) = &function.frame {
            let slot = self.proc.add_stack_slot((*size).max(1), StackSlotKind::Locked);
            let mut b = self.b();
            let address = b.slot_base(slot);
            let (zero, count) = (b.const32(0), b.const64(i64::from(*size)));
            b.memory_fill(address, zero, count, HeapRange::TOP);
            self.set_leaves(reg.reg().unwrap_or(0), vec![address]);
        }
        let params = function.params.iter().chain(function.frame.iter().map(|(reg, _)| reg));
        let set: Vec<u32> = params.filter_map(Expr::reg).collect();
        for (reg, mode) in self.checked.registers.iter().filter(|(reg, _)| !set.contains(reg)) {
            let zeros = leaf_types(*mode).iter().map(|ty| self.b().constant(*ty, 0)).collect();
            self.set_leaves(*reg, zeros);
        }
    }

    fn set_leaves(&mut self, reg: u32, leaves: Vec<ValueId>) {
        let variables = self.registers.get(&reg).cloned().unwrap_or_default();
        for (variable, leaf) in variables.into_iter().zip(leaves) {
            self.b().set(leaf, variable);
        }
    }

    fn set_register(&mut self, reg: u32, value: Value) {
        let leaves = match value {
            Value::Int(int) => int.into_leaves().to_vec(),
            Value::Float(value) => vec![value],
        };
        self.set_leaves(reg, leaves);
    }

    fn register(&mut self, reg: u32) -> Value {
        let mode = self.checked.registers.get(&reg).copied().unwrap_or(Mode::Void);
        let variables = self.registers.get(&reg).cloned().unwrap_or_default();
        let leaves: Vec<ValueId> = variables.into_iter().map(|variable| self.b().get(variable)).collect();
        self.of_leaves(mode, leaves)
    }

    /// The value of a mode with these leaves, as a register, an argument or a result has it.
    fn of_leaves(&mut self, mode: Mode, leaves: Vec<ValueId>) -> Value {
        match leaves.first() {
            Some(leaf) if mode.is_float() => Value::Float(*leaf),
            _ => Value::Int(Int::new(mode.bits().max(1), leaves)),
        }
    }

    /// The leaves of a value as a caller or callee expects them: narrow integers are sign-extended.
    fn passed(&mut self, value: Value) -> Vec<ValueId> {
        match value {
            Value::Float(value) => vec![value],
            Value::Int(int) => {
                let int = barebones_widths::int::extended(&mut self.b(), &int, Sign::Signed);
                int.into_leaves().to_vec()
            }
        }
    }

    fn ret(&mut self) {
        let result = self.checked.function.result.as_ref().and_then(Expr::reg);
        let leaves = match result {
            Some(reg) => {
                let value = self.register(reg);
                self.passed(value)
            }
            None => Vec::new(),
        };
        self.b().ret(leaves);
        self.block = None;
    }

    /// A block that traps: where a jump to no label goes.
    fn trap_block(&mut self) -> BlockId {
        let block = self.proc.add_block();
        self.proc.at(block).trap(TrapCode::Unreachable);
        block
    }

    /// Records a function that is not of the module, or data, which is filtered out later.
    fn use_symbol(&mut self, name: &str, signature: Option<Signature>) {
        let known = extern_signature(name).map(|(params, result)| Signature {
            params: params.iter().flat_map(|mode| leaf_types(*mode)).copied().collect(),
            results: leaf_types(result).to_vec(),
        });
        let found = known.or(signature);
        let entry = self.externs.entry(name.to_string()).or_default();
        if let Some(found) = found {
            *entry = found;
        }
    }
}
