//! Translates the structure of a procedure: blocks, values, Phis, variables, terminals.

use super::{CraneliftError, Result, SYMBOLS, convention};
use crate::analysis::Order;
use crate::base::{Arch, Bank, Features, Origin, Reg, SymbolId, Target, TrapCode, Type};
use crate::ir::{BlockId, Facts, Opcode, Procedure, ValueId};
use crate::lower::order::BlockOrder;
use crate::support::Entity;
use cranelift_codegen::ir as clif;
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::types::{F32, F64, I8, I8X16, I32, I64};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Switch, Variable};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The CLIF type of a scalar or vector.
pub(super) fn scalar(ty: Type) -> clif::Type {
    match ty {
        Type::Int32 => I32,
        Type::Float => F32,
        Type::Double => F64,
        Type::V128 => I8X16,
        _ => I64,
    }
}

/// The mapping of trap codes of a function to Cranelift's, which have one byte.
///
/// Each pair of trap code and origin gets a code of its own, so that the origin survives Cranelift's optimisations.
/// After half of Cranelift's codes are used, all origins of a trap code share one.
#[derive(Default)]
pub(super) struct Traps {
    meanings: Vec<(TrapCode, Option<Origin>)>,
    numbers: FxHashMap<(TrapCode, Option<Origin>), clif::TrapCode>,
}

/// Maximum number of Cranelift's codes that are used for pairs of trap code and origin.
const WITH_ORIGIN: usize = 125;

impl Traps {
    pub(super) fn clear(&mut self) {
        self.meanings.clear();
        self.numbers.clear();
    }

    /// Cranelift's code for a trap; `None` if none is left.
    pub(super) fn number(&mut self, code: TrapCode, origin: Origin) -> Option<clif::TrapCode> {
        if let Some(number) = self.numbers.get(&(code, Some(origin))) {
            return Some(*number);
        }
        let key = if self.meanings.len() < WITH_ORIGIN { (code, Some(origin)) } else { (code, None) };
        if let Some(number) = self.numbers.get(&key) {
            return Some(*number);
        }
        let next = u8::try_from(self.meanings.len() + 1).ok().and_then(clif::TrapCode::user)?;
        self.meanings.push(key);
        self.numbers.insert(key, next);
        Some(next)
    }

    pub(super) fn meaning(&self, code: clif::TrapCode) -> Option<(TrapCode, Option<Origin>)> {
        self.meanings.get(usize::from(code.as_raw().get()) - 1).copied()
    }
}

/// No variable is declared yet.
const NONE: u32 = u32::MAX;

/// The translation of one procedure.
pub(super) struct Translator<'a> {
    pub(super) proc: &'a Procedure,
    facts: &'a Facts,
    pub(super) builder: FunctionBuilder<'a>,
    traps: &'a mut Traps,
    /// True if the machine moves bytes of vectors to places that another vector has.
    pub(super) shuffles_bytes: bool,
    /// The value being translated.
    current: ValueId,
    /// The translated scalars; comparisons have type I8.
    scalars: Vec<Option<clif::Value>>,
    tuples: FxHashMap<ValueId, Vec<clif::Value>>,
    /// The first variable of each Phi, by value, then of each IR variable.
    shadows: Vec<u32>,
    blocks: Vec<Option<clif::Block>>,
    /// Number of edges into each block from blocks that are not translated yet.
    open_edges: Vec<u32>,
    /// Registers that are parameters of the function, with their parameter index.
    parameters: SmallVec<[(Reg, usize); 8]>,
    entry: clif::Block,
    slots: Vec<clif::StackSlot>,
    pub(super) signatures: FxHashMap<clif::Signature, clif::SigRef>,
    pub(super) functions: FxHashMap<(u32, u32, clif::SigRef), clif::FuncRef>,
    symbols: FxHashMap<SymbolId, clif::GlobalValue>,
}

impl<'a> Translator<'a> {
    /// Prepares the function: declares its signature and its stack slots.
    pub(super) fn new(
        proc: &'a Procedure,
        facts: &'a Facts,
        func: &'a mut clif::Function,
        context: &'a mut FunctionBuilderContext,
        traps: &'a mut Traps,
        target: &Target,
    ) -> Result<Translator<'a>> {
        let mut builder = FunctionBuilder::new(func, context);
        let entry = builder.create_block();
        let mut translator = Translator {
            proc,
            facts,
            builder,
            traps,
            // The feature stands for SSSE3 too.
            shuffles_bytes: target.desc.arch != Arch::X64 || target.features.contains(Features::SSE41),
            current: proc.terminal(Procedure::ROOT).unwrap_or_default(),
            scalars: vec![None; proc.value_count()],
            tuples: FxHashMap::default(),
            shadows: vec![NONE; proc.value_count() + proc.variables().len()],
            blocks: vec![None; proc.block_count()],
            open_edges: vec![0; proc.block_count()],
            parameters: SmallVec::new(),
            entry,
            slots: Vec::new(),
            signatures: FxHashMap::default(),
            functions: FxHashMap::default(),
            symbols: FxHashMap::default(),
        };
        if !proc.pinned.is_empty() {
            return translator.unsupported("a procedure with pinned registers");
        }
        translator.declare_signature()?;
        translator.declare_slots()?;
        Ok(translator)
    }

    pub(super) fn unsupported<T>(&self, what: &str) -> Result<T> {
        Err(CraneliftError::Unsupported { value: self.current, what: what.to_string() })
    }

    /// Declares the argument registers that ArgumentReg may read as the function's parameters. Stack arguments are read
    /// from the caller's frame, as in the main backend.
    fn declare_signature(&mut self) -> Result {
        let proc = self.proc;
        let conv = proc.target().convention(proc.convention());
        let Some(clif_conv) = convention(conv) else {
            return self.unsupported("a procedure in a convention where the callee pops");
        };
        let signature = proc.signature();
        let types = &signature.params;
        let Some(assignment) = conv.assign(types, &signature.results, types.len()) else {
            return self.unsupported("more results than the convention has registers");
        };
        // Registers with the type of the parameter in them.
        let mut wanted: Vec<(Reg, Type)> = Vec::new();
        for (location, ty) in assignment.params.iter().zip(types) {
            if let crate::base::ArgLocation::Reg(reg) = location {
                wanted.push((*reg, *ty));
            }
        }
        for id in proc.value_ids() {
            let value = proc.value(id);
            let is_read = value.opcode() == Opcode::ArgumentReg
                && self.facts.value(id).block().is_valid()
                && self.facts.value(id).uses() > 0;
            if is_read && !wanted.iter().any(|(reg, _)| *reg == value.reg()) {
                wanted.push((value.reg(), value.ty));
            }
        }
        let mut params: SmallVec<[(Reg, Type); 8]> = SmallVec::new();
        let types_of = |reg: Reg| wanted.iter().find(|(r, _)| *r == reg).map(|(_, ty)| *ty);
        if conv.positional {
            let used = |i: usize| wanted.iter().any(|(r, _)| *r == conv.args_gp[i] || *r == conv.args_fp[i]);
            let count = (0..conv.args_gp.len()).rev().find(|&i| used(i)).map_or(0, |last| last + 1);
            for i in 0..count {
                let (gp, fp) = (conv.args_gp[i], conv.args_fp[i]);
                let is_fp = match types.get(i) {
                    Some(ty) => ty.bank() == Bank::Fp,
                    None => types_of(gp).is_none() && types_of(fp).is_some(),
                };
                let (reg, other) = if is_fp { (fp, Type::Double) } else { (gp, Type::Int64) };
                params.push((reg, types_of(reg).unwrap_or(other)));
            }
        } else {
            for (regs, ty) in [(conv.args_gp, Type::Int64), (conv.args_fp, Type::Double)] {
                let last = regs.iter().rposition(|reg| types_of(*reg).is_some());
                let used = &regs[..last.map_or(0, |last| last + 1)];
                params.extend(used.iter().map(|reg| (*reg, types_of(*reg).unwrap_or(ty))));
            }
        }
        let mut declared = clif::Signature::new(clif_conv);
        for (n, (reg, ty)) in params.iter().enumerate() {
            // All 64 bits of a general register can be read.
            let ty = if reg.bank() == Bank::Gp { I64 } else { scalar(*ty) };
            declared.params.push(clif::AbiParam::new(ty));
            self.parameters.push((*reg, n));
        }
        let results = signature.results.iter().map(|ty| clif::AbiParam::new(scalar(*ty)));
        declared.returns.extend(results);
        self.builder.func.signature = declared;
        Ok(())
    }

    fn declare_slots(&mut self) -> Result {
        for (id, slot) in self.proc.stack_slots().iter() {
            if slot.forced_offset.is_some() {
                return self.unsupported(&format!("the forced frame offset of {id}"));
            }
            let align = slot.align.max(1).trailing_zeros() as u8;
            let data = clif::StackSlotData::new(clif::StackSlotKind::ExplicitSlot, slot.size, align);
            self.slots.push(self.builder.create_sized_stack_slot(data));
        }
        Ok(())
    }

    /// Translates all blocks.
    pub(super) fn run(mut self, order: &Order, layout: &BlockOrder, config: TargetFrontendConfig) -> Result {
        let proc = self.proc;
        let blocks = || order.nodes().map(BlockId::from_index);
        for block in blocks() {
            // Cranelift's entry block must have no predecessors.
            let is_entry = block == Procedure::ROOT && !layout.has_entry_block();
            let made = if is_entry { self.entry } else { self.builder.create_block() };
            self.blocks[block.index()] = Some(made);
            if layout.place(block).is_some_and(|place| layout.is_cold(place)) && !is_entry {
                self.builder.set_cold_block(made);
            }
            for successor in proc.successors(block) {
                self.open_edges[successor.block().index()] += 1;
            }
        }
        self.builder.append_block_params_for_function_params(self.entry);
        if layout.has_entry_block() {
            let root = self.block(Procedure::ROOT)?;
            self.builder.switch_to_block(self.entry);
            self.builder.seal_block(self.entry);
            self.builder.ins().jump(root, &[]);
        }
        for block in blocks() {
            let made = self.block(block)?;
            self.builder.switch_to_block(made);
            if made == self.entry {
                self.builder.seal_block(made);
            }
            for &id in proc.block_values(block) {
                let wanted = self.facts.value(id).uses() > 0;
                if wanted || proc.effects_of(proc.value(id)).must_execute() {
                    self.current = id;
                    self.builder.set_srcloc(clif::SourceLoc::new(id.number()));
                    self.value(id)?;
                }
            }
            self.close_edges(block)?;
        }
        self.builder.finalize(config);
        Ok(())
    }

    /// Removes the outgoing edges of a translated block from `open_edges`. Seals blocks without open edges.
    fn close_edges(&mut self, block: BlockId) -> Result {
        for successor in self.proc.successors(block) {
            let open = &mut self.open_edges[successor.block().index()];
            *open -= 1;
            if *open == 0 {
                let made = self.block(successor.block())?;
                self.builder.seal_block(made);
            }
        }
        Ok(())
    }

    fn block(&self, block: BlockId) -> Result<clif::Block> {
        match self.blocks.get(block.index()).copied().flatten() {
            Some(made) => Ok(made),
            None => self.unsupported("an edge to a missing block"),
        }
    }

    fn successor(&self, n: usize) -> Result<clif::Block> {
        let block = self.facts.value(self.current).block();
        match self.proc.successors(block).get(n) {
            Some(successor) => self.block(successor.block()),
            None => self.unsupported("a missing successor"),
        }
    }

    // ---- Values -----------------------------------------------------------------------------------------

    pub(super) fn child(&self, id: ValueId, n: usize) -> ValueId {
        self.proc.children(id)[n]
    }

    /// The value that `id` is a copy of.
    fn through_copies(&self, mut id: ValueId) -> ValueId {
        /// Maximum number of copies looked through, so that many users of a long chain take linear time.
        const MAX_COPIES: usize = 8;
        for _ in 0..MAX_COPIES {
            match self.proc.value(id).opcode() {
                Opcode::Identity | Opcode::Opaque => id = self.child(id, 0),
                _ => break,
            }
        }
        id
    }

    pub(super) fn define(&mut self, id: ValueId, value: clif::Value) {
        self.scalars[id.index()] = Some(value);
    }

    pub(super) fn define_tuple(&mut self, id: ValueId, elements: &[clif::Value]) {
        self.tuples.insert(id, elements.to_vec());
    }

    /// A scalar for use at the current place; materializes constants and addresses.
    pub(super) fn get(&mut self, id: ValueId) -> Result<clif::Value> {
        let value = self.proc.value(id);
        let ins = self.builder.ins();
        Ok(match value.opcode() {
            Opcode::Const128 => self.vector_constant(self.proc.vector_bits(value)),
            Opcode::Const32 => ins.iconst(I32, value.bits() as i64),
            Opcode::Const64 => ins.iconst(I64, value.bits() as i64),
            Opcode::ConstFloat => ins.f32const(clif::immediates::Ieee32::with_bits(value.bits() as u32)),
            Opcode::ConstDouble => ins.f64const(clif::immediates::Ieee64::with_bits(value.bits())),
            Opcode::FramePointer => ins.get_frame_pointer(I64),
            Opcode::SlotBase => match self.slots.get(value.slot().number() as usize) {
                Some(slot) => ins.stack_addr(I64, *slot, 0),
                None => return self.unsupported("a missing stack slot"),
            },
            Opcode::SymbolAddress => {
                let symbol = self.symbol(value.symbol());
                self.builder.ins().symbol_value(I64, symbol)
            }
            Opcode::ArgumentReg => return self.argument(value.reg()),
            _ => {
                let found = self.scalar_of(id)?;
                if self.builder.func.dfg.value_type(found) == I8 {
                    return Ok(self.builder.ins().uextend(I32, found));
                }
                found
            }
        })
    }

    fn scalar_of(&self, id: ValueId) -> Result<clif::Value> {
        match self.scalars.get(id.index()).copied().flatten() {
            Some(value) => Ok(value),
            None => Err(super::internal(&format!("{id} is used before it is translated"))),
        }
    }

    /// An integer that is zero or not; for a comparison its I8 value.
    pub(super) fn condition(&mut self, id: ValueId) -> Result<clif::Value> {
        let id = self.through_copies(id);
        match self.scalars[id.index()] {
            Some(value) if self.builder.func.dfg.value_type(value) == I8 => Ok(value),
            _ => self.get(id),
        }
    }

    /// The elements of a tuple, or a single scalar.
    pub(super) fn elements(&mut self, id: ValueId) -> Result<SmallVec<[clif::Value; 2]>> {
        let value = self.proc.value(id);
        if !value.ty.is_tuple() {
            return Ok(SmallVec::from_elem(self.get(id)?, 1));
        }
        if value.opcode() == Opcode::BottomTuple {
            let types = self.proc.scalars(value.ty);
            return Ok(types.iter().map(|ty| self.zero(*ty)).collect());
        }
        match self.tuples.get(&id) {
            Some(elements) => Ok(SmallVec::from_slice(elements)),
            None => Err(super::internal(&format!("{id} is used before it is translated"))),
        }
    }

    fn zero(&mut self, ty: Type) -> clif::Value {
        match ty {
            Type::Float => self.builder.ins().f32const(0.0),
            Type::Double => self.builder.ins().f64const(0.0),
            Type::V128 => self.vector_constant(0),
            ty => self.builder.ins().iconst(scalar(ty), 0),
        }
    }

    /// The value of a register at entry.
    fn argument(&mut self, reg: Reg) -> Result<clif::Value> {
        let value = self.parameter(reg)?;
        if self.builder.func.dfg.value_type(value) != F32 {
            return Ok(value);
        }
        // The upper half of the register is unspecified.
        let bits = self.bitcast(I32, value);
        let wide = self.builder.ins().uextend(I64, bits);
        Ok(self.bitcast(F64, wide))
    }

    fn parameter(&self, reg: Reg) -> Result<clif::Value> {
        match self.parameters.iter().find(|(parameter, _)| *parameter == reg) {
            Some((_, n)) => Ok(self.builder.func.dfg.block_params(self.entry)[*n]),
            None => {
                let name = self.proc.target().desc.names.name(reg);
                self.unsupported(&format!("the value of %{name} at entry"))
            }
        }
    }

    /// The 32-bit parameter of which the value is the low half, if it is one.
    pub(super) fn float_argument(&self, id: ValueId) -> Option<clif::Value> {
        let value = self.proc.value(self.through_copies(id));
        let is_argument = value.opcode() == Opcode::ArgumentReg;
        let parameter = if is_argument { self.parameter(value.reg()).ok()? } else { return None };
        (self.builder.func.dfg.value_type(parameter) == F32).then_some(parameter)
    }

    /// The address of a symbol is an 8-byte constant in the code, because data may be at any distance.
    fn symbol(&mut self, id: SymbolId) -> clif::GlobalValue {
        if let Some(symbol) = self.symbols.get(&id) {
            return *symbol;
        }
        let name = clif::UserExternalName::new(SYMBOLS, id.number());
        let name = self.builder.func.declare_imported_user_function(name);
        let symbol = self.builder.create_global_value(clif::GlobalValueData::Symbol {
            name: clif::ExternalName::user(name),
            offset: 0.into(),
            colocated: false,
            tls: false,
        });
        self.symbols.insert(id, symbol);
        symbol
    }

    /// Cranelift's code for a trap of the value being translated.
    pub(super) fn trap_code(&mut self, code: TrapCode) -> Result<clif::TrapCode> {
        let origin = self.proc.value(self.current).origin;
        match self.traps.number(code, origin) {
            Some(number) => Ok(number),
            None => self.unsupported("a procedure with more than 125 trap codes"),
        }
    }

    // ---- Phis and variables -----------------------------------------------------------------------------

    /// The variable of one element of a Phi or IR variable.
    fn shadow(&mut self, index: usize, ty: Type, element: usize) -> Variable {
        if self.shadows[index] == NONE {
            for (n, ty) in self.proc.scalars(ty).iter().enumerate() {
                let made = self.builder.declare_var(scalar(*ty));
                if n == 0 {
                    self.shadows[index] = made.as_u32();
                }
            }
        }
        Variable::from_u32(self.shadows[index] + element as u32)
    }

    /// Translates Upsilon and Set.
    fn write_shadow(&mut self, id: ValueId, index: usize) -> Result {
        let child = self.child(id, 0);
        let ty = self.proc.type_of(child);
        for (n, element) in self.elements(child)?.into_iter().enumerate() {
            let variable = self.shadow(index, ty, n);
            self.builder.def_var(variable, element);
        }
        Ok(())
    }

    /// Translates Phi and Get: zero if nothing was written.
    fn read_shadow(&mut self, id: ValueId, index: usize) {
        let ty = self.proc.type_of(id);
        let count = self.proc.scalars(ty).len();
        let mut elements: SmallVec<[clif::Value; 2]> = SmallVec::new();
        for n in 0..count {
            let variable = self.shadow(index, ty, n);
            elements.push(self.builder.use_var(variable));
        }
        self.define_elements(id, &elements);
    }

    pub(super) fn define_elements(&mut self, id: ValueId, elements: &[clif::Value]) {
        match elements {
            [one] if !self.proc.type_of(id).is_tuple() => self.define(id, *one),
            _ => self.define_tuple(id, elements),
        }
    }

    // ---- One value --------------------------------------------------------------------------------------

    fn value(&mut self, id: ValueId) -> Result {
        use Opcode::*;
        let value = self.proc.value(id);
        match value.opcode() {
            // Materialized at their uses.
            Nop | Const32 | Const64 | ConstFloat | ConstDouble | Const128 | SlotBase | SymbolAddress
            | FramePointer | ArgumentReg | BottomTuple => {}
            Identity | Opaque => {
                let elements = self.elements(self.child(id, 0))?;
                self.define_elements(id, &elements);
            }
            Extract => {
                let elements = self.elements(self.child(id, 0))?;
                match elements.get(value.index()) {
                    Some(element) => self.define(id, *element),
                    None => return self.unsupported("a missing tuple element"),
                }
            }
            Upsilon => self.write_shadow(id, value.phi().index())?,
            Set => self.write_shadow(id, self.proc.value_count() + value.variable().index())?,
            Phi => self.read_shadow(id, id.index()),
            Get => self.read_shadow(id, self.proc.value_count() + value.variable().index()),

            CCall | Poll => self.call(id)?,
            Jump => {
                let to = self.successor(0)?;
                self.builder.ins().jump(to, &[]);
            }
            Branch => {
                let condition = self.condition(self.child(id, 0))?;
                let (then, otherwise) = (self.successor(0)?, self.successor(1)?);
                self.builder.ins().brif(condition, then, &[], otherwise, &[]);
            }
            Switch => self.switch(id)?,
            Return => {
                let mut results: SmallVec<[clif::Value; 2]> = SmallVec::new();
                for &child in self.proc.children(id) {
                    results.push(self.get(child)?);
                }
                self.builder.ins().return_(&results);
            }
            Trap | Oops => {
                let code = value.trap_code().filter(|_| value.opcode() == Trap);
                let code = self.trap_code(code.unwrap_or(TrapCode::Unreachable))?;
                self.builder.ins().trap(code);
            }
            Patchpoint | CheckAdd | CheckSub | CheckMul | Check | InvalidationPoint | TailCall
            | EntrySwitch => return self.unsupported(value.opcode().name()),
            _ => self.operation(id)?,
        }
        Ok(())
    }

    fn switch(&mut self, id: ValueId) -> Result {
        let selector = self.get(self.child(id, 0))?;
        let cases = self.proc.switch_cases(self.proc.value(id));
        let narrow = self.proc.type_of(self.child(id, 0)) == Type::Int32;
        let mut switch = Switch::new();
        for (n, case) in cases.iter().enumerate() {
            let bits = if narrow { u128::from(*case as u32) } else { u128::from(*case as u64) };
            switch.set_entry(bits, self.successor(n)?);
        }
        let otherwise = self.successor(cases.len())?;
        switch.emit(&mut self.builder, selector, otherwise);
        Ok(())
    }
}
