//! From the operators of a function to IR, in one pass.
//!
//! The operand stack and the locals are values: a `local.get` or a constant costs nothing but the value. Locals,
//! and what blocks take and give, are variables of the SSA builder. Code that cannot be reached is validated and
//! skipped. Nothing recurses: the control stack is a vector.
//!
//! Each file but this one has a family of operators.

pub(crate) mod adapter;
mod call;
mod control;
mod convert;
mod memory;
mod metering;
mod numeric;
mod signature;
mod table;
mod variable;

use crate::engine::{BoundsChecks, Config};
use crate::error::Error;
use crate::layout::{context, runtime};
use crate::module::ModuleInfo;
use barebones::base::{ConvId, HeapRange, Origin, Signature, StackSlotId, SymbolId, Target, TrapCode, Type};
use barebones::ir::{BlockId, Procedure, SsaBuilder, SsaVariable, ValueFlags, ValueId};
use control::Frame;
use metering::Metering;
use rustc_hash::FxHashMap;
use signature::{Abi, CONVENTION};
use wasmparser::{
    FuncToValidate, FuncValidator, FuncValidatorAllocations, FunctionBody, Operator, OperatorsReader,
    ValidatorResources,
};

/// Which memory an access touches: ranges that do not overlap.
mod heap {
    use super::HeapRange;

    /// All linear memories.
    pub(super) const MEMORY: HeapRange = HeapRange::new(0, 1);
    /// Sizes of linear memories.
    pub(super) const SIZES: HeapRange = HeapRange::new(1, 2);
    /// Globals.
    pub(super) const GLOBALS: HeapRange = HeapRange::new(2, 3);
    /// Tables: their places, sizes and elements.
    pub(super) const TABLES: HeapRange = HeapRange::new(3, 4);
    /// Results that come through memory.
    pub(super) const RESULTS: HeapRange = HeapRange::new(4, 5);
    /// The context, and all that never changes.
    pub(super) const CONTEXT: HeapRange = HeapRange::new(5, 6);
    /// What the runtime has for all instances and what changes: fuel, and the word that interrupts.
    pub(super) const RUNTIME: HeapRange = HeapRange::new(6, 7);
}

/// A function as IR.
pub(crate) struct Translated {
    pub(crate) procedure: Procedure,
    /// The functions that the procedure's symbols mean, in their order.
    pub(crate) callees: Vec<u32>,
    /// How many operators it has, the skipped ones too.
    pub(crate) operators: u64,
}

/// Translates functions, and keeps its memory from one to the next.
#[derive(Default)]
pub(crate) struct Translator {
    ssa: SsaBuilder,
    validator: FuncValidatorAllocations,
    scratch: Scratch,
}

/// Memory of the translator that is empty between functions.
#[derive(Default)]
struct Scratch {
    stack: Vec<ValueId>,
    frames: Vec<Frame>,
    /// What frames take and give.
    labels: Vec<SsaVariable>,
    /// Operands that the other branch of an `if` needs again.
    saved: Vec<ValueId>,
    locals: Vec<SsaVariable>,
    symbols: FxHashMap<u32, SymbolId>,
    arguments: Vec<ValueId>,
    /// Cases of a `br_table`.
    cases: Vec<(i64, BlockId)>,
}

/// A function that is being translated.
struct Function<'a> {
    info: &'a ModuleInfo,
    checks: BoundsChecks,
    ssa: &'a mut SsaBuilder,
    proc: Procedure,
    /// The block that is being filled.
    at: BlockId,
    /// Whether `at` can be reached; if not, operators are skipped.
    reachable: bool,
    /// How many frames began in code that is skipped.
    skipped: u32,
    /// The address of the instance's context.
    context: ValueId,
    /// Where results go that come through memory.
    results_address: ValueId,
    /// The first bytes of the memories, and whether somebody asked for them.
    bases: Vec<(ValueId, bool)>,
    /// Where results of callees go that come through memory, and how many bytes of it are needed.
    results_slot: Option<(StackSlotId, u32)>,
    abi: Abi,
    callees: Vec<u32>,
    calls: bool,
    metering: Metering,
    s: Scratch,
}

impl Translator {
    /// Validates and translates a function.
    pub(crate) fn translate(
        &mut self,
        info: &ModuleInfo,
        config: &Config,
        target: &Target,
        function: FuncToValidate<ValidatorResources>,
        body: &FunctionBody<'_>,
    ) -> Result<Translated, Error> {
        let ty = &info.types[function.ty as usize];
        let index = function.index;
        let mut validator = function.into_validator(std::mem::take(&mut self.validator));
        let mut proc = Procedure::with_convention(target, CONVENTION);
        proc.name = symbol_name(index);
        let abi = Abi::new(target, ty);
        proc.set_signature(abi.signature());
        let at = proc.add_block();
        let mut function = Function {
            info,
            checks: config.bounds_checks,
            ssa: &mut self.ssa,
            proc,
            at,
            reachable: true,
            skipped: 0,
            context: ValueId::INVALID,
            results_address: ValueId::INVALID,
            bases: Vec::new(),
            results_slot: None,
            abi,
            callees: Vec::new(),
            calls: false,
            metering: Metering::default(),
            s: std::mem::take(&mut self.scratch),
        };
        let operators = function.body(config, ty, &mut validator, body);
        let Function { mut s, proc: procedure, callees, .. } = function;
        s.clear();
        self.scratch = s;
        self.validator = validator.into_allocations();
        if operators.is_err() {
            self.ssa = SsaBuilder::new();
        }
        Ok(Translated { procedure, callees, operators: operators? })
    }
}

impl Scratch {
    fn clear(&mut self) {
        self.stack.clear();
        self.frames.clear();
        self.labels.clear();
        self.saved.clear();
        self.locals.clear();
        self.symbols.clear();
        self.arguments.clear();
        self.cases.clear();
    }
}

/// What the linker has to know of a function besides its code: its name, its signature, and its convention.
pub(crate) fn described(
    target: &Target,
    function: u32,
    ty: &crate::types::FuncType,
) -> (String, Signature, ConvId) {
    (symbol_name(function), Abi::new(target, ty).signature(), CONVENTION)
}

/// The name by which functions of a module call each other.
fn symbol_name(function: u32) -> String {
    format!("f{function}")
}

impl Function<'_> {
    /// Everything between the first and the last byte; gives the number of operators.
    fn body(
        &mut self,
        config: &Config,
        ty: &crate::types::FuncType,
        validator: &mut FuncValidator<ValidatorResources>,
        body: &FunctionBody<'_>,
    ) -> Result<u64, Error> {
        self.proc.origin = Origin(body.range().start as u32);
        let limit_check = self.prologue(ty);
        self.begin_metering(config.fuel, config.interruption);
        let mut reader = body.get_binary_reader();
        reader.set_features(*validator.features());
        for _ in 0..reader.read_var_u32()? {
            let offset = reader.original_position();
            let (count, ty) = (reader.read()?, reader.read()?);
            validator.define_locals(offset, count, ty)?;
            let ty = crate::types::ValType::of(ty, offset)?.machine();
            for _ in 0..count {
                let local = self.ssa.declare(ty);
                self.s.locals.push(local);
            }
        }
        let mut operators = 0;
        let mut reader = OperatorsReader::new(reader);
        while !reader.eof() {
            let offset = reader.original_position();
            let operator = reader.read()?;
            validator.op(offset, &operator)?;
            operators += 1;
            self.proc.origin = Origin(offset as u32);
            self.operator(&operator, offset)?;
        }
        reader.finish()?;
        self.end_metering();
        if !self.calls && self.proc.value_count() < SMALL {
            limit_check.into_iter().for_each(|value| self.proc.replace_with_nop(value));
        }
        self.drop_unused_bases();
        if let Some((slot, size)) = self.results_slot
            && let Some(slot) = self.proc.stack_slot_mut(slot)
        {
            slot.size = size;
        }
        let sealed = self.ssa.finish(&mut self.proc);
        debug_assert_eq!(sealed, Ok(()));
        Ok(operators)
    }

    /// Arguments, and the check of the stack; its values, which a small function that calls nobody can do without.
    fn prologue(&mut self, ty: &crate::types::FuncType) -> [ValueId; 3] {
        let arguments = self.proc.add_arguments(self.at);
        let (own, given) = arguments.split_at(self.abi.hidden_params());
        self.context = own[0];
        self.results_address = own.get(1).copied().unwrap_or(ValueId::INVALID);
        for (value, ty) in given.iter().zip(&ty.params) {
            let local = self.ssa.declare(ty.machine());
            self.ssa.define(local, self.at, *value);
            self.s.locals.push(local);
        }
        let runtime = self.constant_load(Type::Int64, self.context, context::RUNTIME);
        let limit = self.constant_load(Type::Int64, runtime, runtime::STACK_LIMIT);
        let check = self.proc.stack_limit_check(self.at, limit);
        self.load_bases();
        self.s.frames.push(Frame::function(ty.results.len() as u32));
        self.ssa.seal(&mut self.proc, self.at);
        [check, limit, runtime]
    }

    fn operator(&mut self, operator: &Operator<'_>, offset: u64) -> Result<(), Error> {
        if !self.reachable {
            return self.skip(operator);
        }
        self.meter(operator);
        if self.control(operator)?
            || self.variable(operator)
            || self.memory_access(operator)
            || self.numeric(operator)
            || self.convert(operator)
            || self.call(operator)
            || self.table(operator)
        {
            return Ok(());
        }
        Err(Error::unsupported("an operator", offset))
    }

    // ---- What all families use --------------------------------------------------------------------------

    fn push(&mut self, value: ValueId) {
        self.s.stack.push(value);
    }

    /// The topmost operand. Validated code has one.
    fn pop(&mut self) -> ValueId {
        self.s.stack.pop().unwrap_or_default()
    }

    fn pop2(&mut self) -> [ValueId; 2] {
        let b = self.pop();
        [self.pop(), b]
    }

    fn pop3(&mut self) -> [ValueId; 3] {
        let c = self.pop();
        let [a, b] = self.pop2();
        [a, b, c]
    }

    fn const32(&mut self, value: i32) -> ValueId {
        self.proc.add_const32(self.at, value)
    }

    fn const64(&mut self, value: i64) -> ValueId {
        self.proc.add_const64(self.at, value)
    }

    /// An unsigned 32-bit number as a 64-bit one.
    fn widen(&mut self, value: ValueId) -> ValueId {
        match self.proc.value(value).int() {
            Some(constant) => self.const64(i64::from(constant as u32)),
            None => self.proc.zext32(self.at, value),
        }
    }

    /// Traps if the condition is not zero.
    fn trap_if(&mut self, condition: ValueId, code: TrapCode) {
        self.proc.trap_if(self.at, condition, code);
    }

    /// A load of what never changes while the function runs.
    fn constant_load(&mut self, ty: Type, address: ValueId, offset: i32) -> ValueId {
        let load = self.proc.load(self.at, ty, address, offset);
        self.proc.set_range(load, heap::CONTEXT);
        if let Some(value) = self.proc.get_value_mut(load) {
            value.flags |= ValueFlags::IMMUTABLE | ValueFlags::NOT_CONTROL_DEPENDENT;
        }
        load
    }

    /// A load of the runtime's own data.
    fn load(&mut self, ty: Type, address: ValueId, offset: i32, range: HeapRange) -> ValueId {
        let load = self.proc.load(self.at, ty, address, offset);
        self.proc.set_range(load, range);
        load
    }

    /// A store to the runtime's own data.
    fn store(&mut self, value: ValueId, address: ValueId, offset: i32, range: HeapRange) {
        let store = self.proc.store(self.at, value, address, offset);
        self.proc.set_range(store, range);
    }
}

/// A function of fewer values has a frame that fits below the limit of the stack.
const SMALL: usize = 1000;
