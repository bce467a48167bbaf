//! Translates the operators of a function to IR, in one pass.
//!
//! Operands and locals are IR values. A `local.get` costs nothing, and a constant is one value per function. Locals
//! and block operands are variables of the SSA builder. The builder receives the locals that loops assign
//! ([`loops`]); at O0, locals stay variables. A comparison with zero is deferred to the next operator, which may be a
//! branch. Unreachable code is validated and skipped. Nothing recurses: the control stack is a vector.
//!
//! Each other file translates a family of operators.

pub(crate) mod adapter;
mod atomic;
mod call;
mod control;
mod convert;
mod exception;
mod known;
mod loops;
mod memory;
mod metering;
mod numeric;
mod pins;
pub(crate) mod profile;
mod reference;
pub(crate) mod replace;
mod signature;
mod simd;
mod table;
mod variable;
mod visit;

use crate::config::{BoundsChecks, Config};
use crate::decode::{TypesOf, machine_type, refuse_objects};
use crate::error::Error;
use crate::info::{ModuleInfo, Surprises};
use crate::layout::{context, runtime};
use barebones::base::{ConvId, HeapRange, Origin, Signature, StackSlotId, SymbolId, Target, TrapCode, Type};
use barebones::ir::{BlockId, Cursor, Procedure, SsaBuilder, SsaVariable, ValueFlags, ValueId};
use control::{Frame, ZeroTest};
use exception::Try;
use known::ValueCache;
use loops::Loops;
use metering::Metering;
use pins::KnownPins;
use profile::{IndirectCall, Known};
use rustc_hash::FxHashMap;
use signature::Abi;
pub(crate) use signature::{HostAbi, Linkage};
use std::sync::Arc;
use visit::{Valid, Visit, visit_frequent};
use wasmparser::{
    BinaryReader, FuncToValidate, FuncValidator, FuncValidatorAllocations, FunctionBody, Operator,
    ValidatorResources,
};

/// Disjoint heap ranges of memory accesses.
mod heap {
    use super::HeapRange;

    /// All linear memories.
    pub(super) const MEMORY: HeapRange = HeapRange::new(0, 1);
    /// Sizes of linear memories.
    pub(super) const SIZES: HeapRange = HeapRange::new(1, 2);
    pub(super) const GLOBALS: HeapRange = HeapRange::new(2, 3);
    /// Tables: addresses, sizes and elements.
    pub(super) const TABLES: HeapRange = HeapRange::new(3, 4);
    /// Results returned in memory.
    pub(super) const RESULTS: HeapRange = HeapRange::new(4, 5);
    /// Contexts and other immutable data.
    pub(super) const CONTEXT: HeapRange = HeapRange::new(5, 6);
    /// Code tables of modules with replaceable code.
    pub(super) const CODES: HeapRange = HeapRange::new(6, 7);
    /// Mutable data of the runtime: fuel and the interrupt word.
    pub(super) const RUNTIME: HeapRange = HeapRange::new(7, 8);
}

/// A translated function.
pub(crate) struct Translated {
    pub(crate) procedure: Box<Procedure>,
    /// The function that each symbol of the procedure refers to.
    pub(crate) callees: Vec<u32>,
    /// Number of operators, including skipped ones.
    pub(crate) operators: u64,
    pub(crate) surprises: Surprises,
    /// The operators that call through tables and references, by their profiles, in code that counts.
    pub(crate) call_sites: Vec<u32>,
    /// The calls of better code that have a profile.
    pub(crate) indirect_calls: Vec<IndirectCall>,
}

/// The module of a function, and how its functions are compiled.
#[derive(Clone, Copy)]
pub(crate) struct Environment<'a> {
    pub(crate) config: &'a Config,
    pub(crate) linkage: Linkage,
    pub(crate) info: &'a ModuleInfo,
    /// Present if a function gets better code.
    pub(crate) known: Option<&'a dyn Known>,
}

/// Translates functions of one module; reuses its memory between functions.
#[derive(Default)]
pub(crate) struct Translator {
    ssa: SsaBuilder,
    validator: FuncValidatorAllocations,
    scratch: Scratch,
    /// A procedure to reuse.
    spare: Option<Box<Procedure>>,
    /// ABIs of the module's function types, computed on demand.
    abis: Vec<Option<Arc<Abi>>>,
    /// True if functions count calls and iterations for tier-up, and the targets of calls.
    counting: bool,
}

/// Reusable memory, empty between functions.
#[derive(Default)]
struct Scratch {
    stack: Vec<ValueId>,
    frames: Vec<Frame>,
    /// Variables of block operands.
    labels: Vec<SsaVariable>,
    /// Operands of `if`s, for their second branch.
    saved: Vec<ValueId>,
    /// Variables of locals; invalid if unused so far.
    locals: Vec<SsaVariable>,
    /// Types of locals, as runs: the end of each run and its type. Parameters come first.
    local_types: Vec<(u32, Type)>,
    symbols: FxHashMap<u32, SymbolId>,
    /// Buffer for a symbol name.
    name: String,
    arguments: Vec<ValueId>,
    /// Cases of a `br_table`.
    cases: Vec<(i64, BlockId)>,
    loops: Loops,
    /// Variables that the current loop assigns, if known.
    assigned: Vec<SsaVariable>,
    /// Constants to place at the start of the function.
    constants: Vec<ValueId>,
    /// References to functions that the module defines.
    references: FxHashMap<ValueId, u32>,
    is_assigned_known: bool,
    known: ValueCache,
}

/// The owner of the frame in which a function runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FrameOf {
    /// The function itself, which checks the stack.
    Itself,
    /// The caller into which it is inlined, which has checked the stack.
    Caller,
}

/// State of the translation of a function.
struct Function<'a> {
    info: &'a ModuleInfo,
    index: u32,
    /// Its body, and the offset of the body in the module.
    code: (&'a [u8], u64),
    counting: bool,
    sampling: bool,
    interpreted: bool,
    known: Option<&'a dyn Known>,
    frame_of: FrameOf,
    checks: BoundsChecks,
    ssa: &'a mut SsaBuilder,
    proc: Box<Procedure>,
    /// The current block.
    at: BlockId,
    /// True if `at` is reachable; otherwise operators are skipped.
    reachable: bool,
    /// Number of open frames in skipped code.
    skipped: u32,
    /// A pending comparison with zero, which is the topmost operand.
    zero_test: Option<ZeroTest>,
    /// True if the type of the topmost operand excludes null. Valid at an operator that tests the operand for null.
    is_non_null: bool,
    linkage: Linkage,
    /// Address of the instance's context, if it is not pinned.
    context: ValueId,
    known_pins: KnownPins,
    /// Address for results that are returned in memory.
    results_address: ValueId,
    /// Base addresses of the memories, and whether they are used.
    bases: Vec<(ValueId, bool)>,
    /// Stack slot for results that callees return in memory, and its size in bytes.
    results_slot: Option<(StackSlotId, u32)>,
    abi: Arc<Abi>,
    abis: &'a mut Vec<Option<Arc<Abi>>>,
    callees: Vec<u32>,
    calls: bool,
    /// Number of operands passed by branches.
    moved: u64,
    /// Maximum number of values, including Phi operands and operands passed by branches.
    max: u64,
    operators: u64,
    /// Number of `br_table`s so far.
    tables: u32,
    surprises: Surprises,
    call_sites: Vec<u32>,
    indirect_calls: Vec<IndirectCall>,
    metering: Metering,
    /// The open `try_table`s, innermost last.
    tries: Vec<Try>,
    s: &'a mut Scratch,
}

impl Translator {
    /// `counting`: functions count down a budget for tier-up. `keeping`: locals stay variables.
    pub(crate) fn new(counting: bool, keeping: bool) -> Translator {
        let mut translator = Translator { counting, ..Translator::default() };
        translator.ssa.keep_variables(keeping);
        translator
    }

    /// Validates and translates a function.
    pub(crate) fn translate(
        &mut self,
        environment: &Environment<'_>,
        target: &Target,
        (function, body): (FuncToValidate<ValidatorResources>, &FunctionBody<'_>),
        frame_of: FrameOf,
    ) -> Result<Translated, Error> {
        let &Environment { config, linkage, info, known } = environment;
        let ty = &info.types[function.ty as usize];
        let (index, type_index) = (function.index, function.ty);
        let mut validator = function.into_validator(std::mem::take(&mut self.validator));
        let mut proc = match self.spare.take() {
            Some(mut spare) => {
                spare.reset(target, linkage.convention);
                spare
            }
            None => Box::new(Procedure::with_convention(target, linkage.convention)),
        };
        put_symbol_name(&mut proc.name, index);
        linkage.pin(&mut proc);
        let abi = abi_of(&mut self.abis, info, linkage, target, type_index);
        proc.set_signature(abi.signature());
        let at = proc.add_block();
        let mut function = Function {
            info,
            index,
            code: (body.as_bytes(), body.range().start),
            counting: self.counting,
            sampling: self.counting && config.speculate_calls,
            interpreted: config.interpret,
            known,
            frame_of,
            checks: config.bounds_checks,
            ssa: &mut self.ssa,
            proc,
            at,
            reachable: true,
            skipped: 0,
            zero_test: None,
            is_non_null: false,
            linkage,
            context: ValueId::INVALID,
            known_pins: KnownPins::default(),
            results_address: ValueId::INVALID,
            bases: Vec::new(),
            results_slot: None,
            abi,
            abis: &mut self.abis,
            callees: Vec::new(),
            calls: false,
            moved: 0,
            max: MAX_VALUES + MAX_VALUES_PER_BYTE * (body.range().end - body.range().start),
            operators: 0,
            tables: 0,
            surprises: Surprises::default(),
            call_sites: Vec::new(),
            indirect_calls: Vec::new(),
            metering: Metering::default(),
            tries: Vec::new(),
            s: &mut self.scratch,
        };
        let translated = function.body(config, ty, &mut validator, body);
        let Function { proc: procedure, callees, operators, surprises, .. } = function;
        let Function { call_sites, indirect_calls, .. } = function;
        self.scratch.clear();
        self.validator = validator.into_allocations();
        if let Err(error) = translated {
            self.ssa.clear();
            return Err(error);
        }
        Ok(Translated { procedure, callees, operators, surprises, call_sites, indirect_calls })
    }

    /// Drops state that belongs to the current module.
    pub(crate) fn forget_module(&mut self) {
        self.abis.clear();
    }

    /// Takes a procedure back for reuse of its memory.
    pub(crate) fn recycle(&mut self, procedure: Box<Procedure>) {
        self.spare = Some(procedure);
    }
}

/// The ABI of a function type.
fn abi_of(
    abis: &mut Vec<Option<Arc<Abi>>>,
    info: &ModuleInfo,
    linkage: Linkage,
    target: &Target,
    ty: u32,
) -> Arc<Abi> {
    let ty = ty as usize;
    if abis.len() <= ty {
        abis.resize(ty + 1, None);
    }
    abis[ty].get_or_insert_with(|| Arc::new(Abi::new(target, linkage, &info.types[ty]))).clone()
}

impl Scratch {
    fn clear(&mut self) {
        self.stack.clear();
        self.frames.clear();
        self.labels.clear();
        self.saved.clear();
        self.locals.clear();
        self.local_types.clear();
        self.symbols.clear();
        self.arguments.clear();
        self.cases.clear();
        self.loops.clear();
        self.assigned.clear();
        self.constants.clear();
        self.references.clear();
        self.known.clear();
    }
}

/// Name, signature and convention of a function, for the linker.
pub(crate) fn describe_function(
    target: &Target,
    linkage: Linkage,
    function: u32,
    ty: &crate::types::FuncType,
) -> (String, Signature, ConvId) {
    (symbol_name(function), Abi::new(target, linkage, ty).signature(), linkage.convention)
}

/// The symbol name of a function: `f` and its index.
pub(crate) fn symbol_name(function: u32) -> String {
    let mut name = String::new();
    put_symbol_name(&mut name, function);
    name
}

/// Sets a string to that name. Avoids slow formatting: each function builds a name per callee.
fn put_symbol_name(name: &mut String, function: u32) {
    name.clear();
    name.push('f');
    for place in (0..=function.checked_ilog10().unwrap_or(0)).rev() {
        name.push(char::from(b'0' + (function / 10u32.pow(place) % 10) as u8));
    }
}

/// Parses a symbol name: the inverse of [`symbol_name`].
pub(crate) fn function_of_symbol(name: &str) -> Option<u32> {
    name.strip_prefix('f')?.parse().ok()
}

impl Function<'_> {
    /// The end of the current block.
    fn cursor(&mut self) -> Cursor<'_> {
        self.proc.at(self.at)
    }

    /// Translates the body of a function.
    fn body(
        &mut self,
        config: &Config,
        ty: &crate::types::FuncType,
        validator: &mut FuncValidator<ValidatorResources>,
        body: &FunctionBody<'_>,
    ) -> Result<(), Error> {
        self.proc.origin = Origin(body.range().start as u32);
        let limit_check = self.prologue(ty);
        self.begin_metering(config.fuel, config.interruption);
        let mut reader = body.get_binary_reader();
        reader.set_features(*validator.features());
        read_locals(&mut reader, validator, |count, ty| {
            let before = self.local_count();
            self.s.local_types.push((before + count, ty));
        })?;
        let (bytes, begin) = self.code;
        while let Some(code @ [opcode, ..]) = bytes.get((reader.original_position() - begin) as usize..) {
            let offset = reader.original_position();
            let translate = Translate { function: &mut *self, offset };
            let visited =
                visit_frequent(&mut reader, code, &mut Valid(validator.visitor(offset), translate))?;
            if let Some(visited) = visited {
                visited?;
                continue;
            }
            if reference::tests_null(*opcode) {
                self.is_non_null = reference::has_non_null_operand(validator);
            }
            let translate = Translate { function: &mut *self, offset };
            reader.visit_operator(&mut Valid(validator.visitor(offset), translate))??;
        }
        reader.finish_expression(&validator.visitor(reader.original_position()))?;
        self.end_metering();
        if self.frame_of == FrameOf::Caller || !self.calls && self.proc.value_count() < SMALL {
            limit_check.into_iter().for_each(|value| self.proc.replace_with_nop(value));
        }
        self.drop_unused_bases();
        self.place_constants();
        if let Some((slot, size)) = self.results_slot
            && let Some(slot) = self.proc.stack_slot_mut(slot)
        {
            slot.size = size;
        }
        let sealed = self.ssa.finish_in_order(&mut self.proc);
        debug_assert_eq!(sealed, Ok(()));
        Ok(())
    }

    /// Emits arguments and the stack check. Returns the values of the check, which small leaf functions do not need.
    fn prologue(&mut self, ty: &crate::types::FuncType) -> [ValueId; 3] {
        let arguments = self.cursor().arguments();
        let (own, given) = arguments.split_at(self.abi.hidden_params());
        if self.abi.results_in_memory() {
            self.results_address = own.last().copied().unwrap_or_default();
        }
        if self.linkage.context.is_none() {
            self.context = self.context_of(own[0]);
        }
        for (value, ty) in given.iter().zip(&ty.params) {
            let local = self.ssa.declare(ty.machine());
            self.ssa.define(local, self.at, *value);
            self.s.locals.push(local);
            self.s.local_types.push((self.s.locals.len() as u32, ty.machine()));
        }
        let context = self.context();
        let runtime = self.constant_load(Type::Int64, context, context::RUNTIME);
        let limit = self.constant_load(Type::Int64, runtime, runtime::STACK_LIMIT);
        let check = self.cursor().stack_limit_check(limit);
        self.load_bases();
        self.s.frames.push(Frame::function(ty.results.len() as u32));
        self.ssa.seal(&mut self.proc, self.at);
        self.count();
        [check, limit, runtime]
    }

    /// Number of locals, including parameters.
    fn local_count(&self) -> u32 {
        self.s.local_types.last().map_or(0, |(end, _)| *end)
    }

    /// The variable of a valid local.
    fn local(&mut self, local: u32) -> SsaVariable {
        match self.s.locals.get(local as usize) {
            Some(variable) if variable.is_valid() => *variable,
            _ => self.declare_local(local),
        }
    }

    /// Declares the variable of a local at its first use: a function may have many unused locals.
    #[cold]
    fn declare_local(&mut self, local: u32) -> SsaVariable {
        let types = &self.s.local_types;
        let ty =
            types.get(types.partition_point(|(end, _)| *end <= local)).map_or(Type::Int32, |(_, ty)| *ty);
        if self.s.locals.len() <= local as usize {
            self.s.locals.resize(local as usize + 1, SsaVariable::INVALID);
        }
        let variable = self.ssa.declare(ty);
        self.s.locals[local as usize] = variable;
        variable
    }

    /// Translates a validated operator. It is inlined where the operator is known, like the methods of all families,
    /// so that only the code for that operator remains.
    #[inline(always)]
    fn operator(&mut self, operator: &Operator<'_>, offset: u64) -> Result<(), Box<Error>> {
        self.operators += 1;
        refuse_objects(operator, offset)?;
        self.proc.origin = Origin(offset as u32);
        if !self.reachable {
            self.skip(operator)?;
        } else {
            self.meter(operator);
            if self.zero_test.is_some() && !control::takes_condition(operator) {
                self.push_zero_test();
            }
            let is_known = self.variable(operator)
                || self.control(operator, offset)?
                || self.memory_access(operator)
                || self.numeric(operator)
                || self.convert(operator)
                || self.call(operator)
                || self.table(operator)
                || self.reference(operator, offset)?
                || self.atomic(operator);
            if !is_known {
                return Err(Box::new(Error::unsupported("an operator", offset)));
            }
        }
        if is_small(operator) { Ok(()) } else { self.check_size(None) }
    }

    /// Fails if there are too many values, including the Phi operands that sealing `to_be_sealed` would add.
    fn check_size(&self, to_be_sealed: Option<BlockId>) -> Result<(), Box<Error>> {
        let values = self.proc.value_count() as u64 + self.ssa.phi_operands(to_be_sealed) + self.moved;
        if values > self.max { Err(self.too_large()) } else { Ok(()) }
    }

    #[cold]
    fn too_large(&self) -> Box<Error> {
        Box::new(Error::Limit { what: "values", max: self.max, offset: self.proc.origin.0.into() })
    }

    // ---- Helpers of all families ------------------------------------------------------------------------

    fn push(&mut self, value: ValueId) {
        self.s.stack.push(value);
    }

    /// Pops the topmost operand, which validated code has.
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
        self.int(Type::Int32, u64::from(value as u32))
    }

    fn const64(&mut self, value: i64) -> ValueId {
        self.int(Type::Int64, value as u64)
    }

    /// An integer constant, cached and placed at the start of the function.
    fn int(&mut self, ty: Type, bits: u64) -> ValueId {
        let bits = if ty == Type::Int32 { u64::from(bits as u32) } else { bits };
        let known = self.s.known.constant(ty, bits);
        if !known.is_valid() {
            *known = self.proc.at(BlockId::INVALID).constant(ty, bits);
            self.s.constants.push(*known);
        }
        *known
    }

    /// Places the constants at the start of the function.
    fn place_constants(&mut self) {
        self.s.constants.extend_from_slice(self.proc.block_values(Procedure::ROOT));
        self.proc.set_block_values(Procedure::ROOT, &self.s.constants);
    }

    /// Zero-extends a 32-bit value to 64 bits.
    fn widen(&mut self, value: ValueId) -> ValueId {
        match self.proc.value(value).int() {
            Some(constant) => self.const64(i64::from(constant as u32)),
            None => self.cursor().zext32(value),
        }
    }

    fn trap_if(&mut self, condition: ValueId, code: TrapCode) {
        self.cursor().trap_if(condition, code);
    }

    /// Loads data that is immutable while the function runs.
    fn constant_load(&mut self, ty: Type, address: ValueId, offset: i32) -> ValueId {
        let load = self.cursor().load(ty, address, offset);
        self.proc.set_range(load, heap::CONTEXT);
        if let Some(value) = self.proc.get_value_mut(load) {
            value.flags |= ValueFlags::IMMUTABLE | ValueFlags::NOT_CONTROL_DEPENDENT;
        }
        load
    }

    /// Loads data of the runtime.
    fn load(&mut self, ty: Type, address: ValueId, offset: i32, range: HeapRange) -> ValueId {
        let load = self.cursor().load(ty, address, offset);
        self.proc.set_range(load, range);
        load
    }

    /// Stores data of the runtime.
    fn store(&mut self, value: ValueId, address: ValueId, offset: i32, range: HeapRange) {
        let store = self.cursor().store(value, address, offset);
        self.proc.set_range(store, range);
    }
}

/// Reads and validates the declarations of a function's locals: numbers of them, and their types.
fn read_locals(
    reader: &mut BinaryReader<'_>,
    validator: &mut FuncValidator<ValidatorResources>,
    mut declared: impl FnMut(u32, Type),
) -> Result<(), Error> {
    for _ in 0..reader.read_var_u32()? {
        let offset = reader.original_position();
        let (count, ty) = (reader.read()?, reader.read()?);
        validator.define_locals(offset, count, ty)?;
        declared(count, machine_type(ty, offset)?);
    }
    Ok(())
}

/// A visitor that translates an operator.
struct Translate<'f, 'a> {
    function: &'f mut Function<'a>,
    offset: u64,
}

impl Visit for Translate<'_, '_> {
    #[inline(always)]
    fn visit(&mut self, operator: &Operator<'_>) -> Result<(), Box<Error>> {
        self.function.operator(operator, self.offset)
    }

    fn visit_vector(&mut self, operator: &Operator<'_>) -> Result<(), Box<Error>> {
        self.function.vector_operator(operator, self.offset)
    }
}

/// Validates a function, and refuses what translation would refuse. Returns whether it may tail-call a function of another
/// instance.
pub(crate) fn validate(
    info: &ModuleInfo,
    validator: &mut FuncValidator<ValidatorResources>,
    body: &FunctionBody<'_>,
) -> Result<bool, Error> {
    let mut reader = body.get_binary_reader();
    reader.set_features(*validator.features());
    read_locals(&mut reader, validator, |_, _| {})?;
    let mut found = TailCallFinder { info, offset: 0, found: false };
    while !reader.eof() {
        let offset = reader.original_position();
        found.offset = offset;
        reader.visit_operator(&mut Valid(validator.visitor(offset), &mut found))??;
    }
    reader.finish_expression(&validator.visitor(reader.original_position()))?;
    Ok(found.found)
}

/// A visitor that looks for tail calls to functions that may belong to another instance, and for operators that are not
/// supported.
struct TailCallFinder<'a> {
    info: &'a ModuleInfo,
    offset: u64,
    found: bool,
}

impl Visit for &mut TailCallFinder<'_> {
    #[inline(always)]
    fn visit(&mut self, operator: &Operator<'_>) -> Result<(), Box<Error>> {
        refuse_objects(operator, self.offset)?;
        if let Operator::RefNull { hty } = operator {
            TypesOf(&self.info.ids).heap(*hty, self.offset)?;
        }
        self.found |= match operator {
            Operator::ReturnCall { function_index } => {
                (*function_index as usize) < self.info.imported_functions
            }
            Operator::ReturnCallIndirect { .. } | Operator::ReturnCallRef { .. } => true,
            _ => false,
        };
        Ok(())
    }

    fn visit_vector(&mut self, _: &Operator<'_>) -> Result<(), Box<Error>> {
        Ok(())
    }
}

/// True for frequent operators that add fewer values than the limit grows by their bytes. Only after other operators
/// the limit is checked.
#[inline(always)]
fn is_small(operator: &Operator<'_>) -> bool {
    use Operator::*;
    matches!(
        operator,
        LocalSet { .. }
            | LocalTee { .. }
            | I32Const { .. }
            | I64Const { .. }
            | I32Load { .. }
            | I64Load { .. }
            | I32Store { .. }
            | I64Store { .. }
            | I32Add
            | I32Sub
            | I32And
            | I32Shl
    )
}

/// Maximum number of values of a function: a constant plus a number per byte of its code. Phi operands and branch
/// operands count as values. Compilers generate less than one value per byte. But a branch of two bytes may have a
/// thousand operands, and a loop needs a Phi for each local that it assigns, with an operand per predecessor.
const MAX_VALUES: u64 = 1 << 16;
const MAX_VALUES_PER_BYTE: u64 = 32;

/// A leaf function with fewer values needs no stack check: its frame fits into the reserve below the stack limit.
const SMALL: usize = 1000;

/// Deterministic pseudo-random numbers below a bound, for tests.
#[cfg(test)]
fn random_numbers() -> impl FnMut(u64) -> u64 {
    let mut state = 1u64;
    move |below| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn functions_are_named_by_their_numbers() {
        for number in [0, 1, 9, 10, 11, 99, 100, 4096, 999_999_999, 1_000_000_000, u32::MAX] {
            assert_eq!(super::symbol_name(number), format!("f{number}"));
            assert_eq!(super::function_of_symbol(&super::symbol_name(number)), Some(number));
        }
    }
}
