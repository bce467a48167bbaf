//! Translates Tuffy to the library's IR.
//!
//! Every integer has a register of 32 bits, of 64 bits, or of several limbs of 64 bits ([`crate::widths`]) that equals
//! it modulo the register's width; a use extends it by the sign of its interval. Poison is any bits: no emitted
//! operation may trap or be undefined because an operand is poison, so divisions are those that are defined for every
//! operand.

mod atomic;
mod check;
mod float;
mod integer;
mod memory;
mod signature;
mod wide;
mod wide_float;

pub use crate::refusal::{Feature, Refusal};
pub use signature::signature;

use crate::annotation::Annotation;
use crate::ir::{BlockId, Function, Inst, MAX_WIDTH, Module, Operand, Payload, Position, Type, ValueId};
use crate::table::{Division, FloatType, Op};
use crate::validate::reverse_postorder;
use crate::widths::{Interval, Widths, abi_register, definitions, is_pure, widths};
use barebones::base::{ConvId, Effects, Signature, StateId, SymbolId, Target, TrapCode, Type as CoreType};
use barebones::ir::{
    BlockId as CoreBlock, CallData, Cursor, Data, Extern, Module as CoreModule, Procedure,
    ValueId as CoreValue,
};
use barebones_widths::helpers::Helpers;
use barebones_widths::int::{self, Int, Sign, leaf_count};
use num_bigint::BigInt;
use std::collections::HashMap;

/// How modules are translated.
#[derive(Clone, Debug)]
pub struct Options {
    /// The machine.
    pub target: Target,
    /// How `div` and `rem` round.
    pub division: Division,
    /// True for the sanitiser: each annotation, and each other source of poison, is a `TrapIf`. The code of its trap is
    /// `User(n)` for the n-th instruction of the function, from 1.
    pub check_annotations: bool,
}

impl Options {
    /// No checks, and quotients rounded toward zero.
    pub fn new(target: Target) -> Options {
        Options { target, division: Division::Truncating, check_annotations: false }
    }
}

/// The convention of a function with these results: the machine's C convention for at most one.
fn convention(target: &Target, results: &[CoreType]) -> ConvId {
    let internal = (results.len() > 1).then(|| target.convention_by_name("internal")).flatten();
    internal.unwrap_or_else(|| Procedure::new(target).convention())
}

fn call_data(conv: ConvId) -> CallData {
    CallData {
        conv,
        callee: SymbolId::INVALID,
        variadic_start: None,
        effects: Effects::for_call(),
        exceptional: false,
        state: StateId::INVALID,
    }
}

/// Translates a valid module: a procedure for each function, then those that long operations call.
///
/// # Errors
/// The first function that cannot be translated, by its name, and why.
pub fn translate(module: &Module, options: &Options) -> Result<CoreModule, (String, Refusal)> {
    let mut core = CoreModule::default();
    for data in &module.data {
        if !data.relocations.is_empty() {
            let refusal = Refusal::Unsupported { feature: Feature::Relocation, position: data.position };
            return Err((data.name.clone(), refusal));
        }
        core.data.push(Data { name: data.name.clone(), bytes: data.bytes.clone() });
    }
    // `None`: only the address is used.
    let mut externs: HashMap<String, Option<Signature>> = HashMap::new();
    let mut helpers = Helpers::default();
    for function in &module.functions {
        let named = |refusal| (function.name.clone(), refusal);
        let (proc, needed) = translate_function(module, function, options, &mut externs).map_err(named)?;
        core.procedures.push(proc);
        helpers.extend(&needed);
    }
    core.procedures.extend(helpers.procedures(&options.target, &[]));
    let mut externs: Vec<Extern> = externs
        .into_iter()
        .map(|(name, found)| Extern { name, signature: found.unwrap_or_default() })
        .collect();
    externs.sort_by(|a, b| a.name.cmp(&b.name));
    core.externs = externs;
    Ok(core)
}

/// The place of the instruction whose check has this trap code. `None` also for `User(65535)`, the code of all checks
/// from that instruction on.
pub fn check_place(function: &Function, code: TrapCode) -> Option<Position> {
    let TrapCode::User(number) = code else { return None };
    if number == u16::MAX {
        return None;
    }
    let mut insts = function.blocks.iter().flat_map(|block| &block.insts);
    insts.nth(usize::from(number).checked_sub(1)?).map(|inst| inst.position)
}

fn translate_function(
    module: &Module,
    function: &Function,
    options: &Options,
    externs: &mut HashMap<String, Option<Signature>>,
) -> Result<(Procedure, Helpers), Refusal> {
    let signature = signature(function)?;
    let widths = widths(module, function, options.division, options.check_annotations)?;
    let order = reverse_postorder(function);
    let mut proc =
        Procedure::with_convention(&options.target, convention(&options.target, &signature.results));
    proc.name = function.name.clone();
    proc.set_signature(signature);
    let mut blocks = vec![None; function.blocks.len()];
    for block in &order {
        blocks[block.index()] = Some(proc.add_block());
    }
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    let numbers = insts.zip(1u32..).map(|(inst, number)| (std::ptr::from_ref(inst), number)).collect();
    let mut translator = Translator {
        module,
        function,
        options,
        widths,
        definitions: definitions(function),
        second_reads: second_reads(function),
        numbers,
        externs,
        block: blocks.first().copied().flatten().unwrap_or(CoreBlock::INVALID),
        proc,
        blocks,
        leaves: vec![Vec::new(); function.values.len()],
        arguments: Vec::new(),
        seconds: HashMap::new(),
        helpers: Helpers::default(),
    };
    translator.translate(&order)?;
    Ok((translator.proc, translator.helpers))
}

fn second_reads(function: &Function) -> HashMap<ValueId, ValueId> {
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    let mut reads = HashMap::new();
    for inst in insts.filter(|inst| inst.op == Op::CallRet2) {
        if let (Some(token), Some(result)) = (inst.operands.first(), inst.results.first()) {
            reads.entry(token.value).or_insert(*result);
        }
    }
    reads
}

struct Translator<'a> {
    module: &'a Module,
    function: &'a Function,
    options: &'a Options,
    widths: Widths,
    definitions: HashMap<ValueId, &'a Inst>,
    /// The first result of `call_ret2` for each token that one reads.
    second_reads: HashMap<ValueId, ValueId>,
    /// The number of each instruction, for trap codes of checks.
    numbers: HashMap<*const Inst, u32>,
    externs: &'a mut HashMap<String, Option<Signature>>,
    proc: Procedure,
    /// The block that is being filled.
    block: CoreBlock,
    blocks: Vec<Option<CoreBlock>>,
    /// The scalars of each value: none for tokens and for integers that are not read, limbs for wide integers.
    leaves: Vec<Vec<CoreValue>>,
    /// The scalars of each parameter.
    arguments: Vec<Vec<CoreValue>>,
    /// The second results of calls, by their tokens.
    seconds: HashMap<ValueId, CoreValue>,
    helpers: Helpers,
}

/// The library's type of a register, or of its limbs.
fn core_int(bits: u32) -> CoreType {
    if bits > 32 { CoreType::Int64 } else { CoreType::Int32 }
}

impl<'a> Translator<'a> {
    fn b(&mut self) -> Cursor<'_> {
        let block = self.block;
        self.proc.at(block)
    }

    fn unsupported<T>(&self, feature: Feature, inst: &Inst) -> Result<T, Refusal> {
        Err(Refusal::Unsupported { feature, position: inst.position })
    }

    /// A constant of a register: the integer modulo its width.
    fn constant(&mut self, bits: u32, value: i64) -> CoreValue {
        if bits == 64 { self.b().const64(value) } else { self.b().const32(value as i32) }
    }

    /// A constant of any size: the integer modulo its width.
    fn big_constant(&mut self, bits: u32, value: &BigInt) -> Int {
        let low: BigInt = value & (crate::annotation::power(bits) - 1);
        let limbs = low.magnitude().to_u64_digits();
        int::constant(&mut self.b(), bits, &limbs)
    }

    fn translate(&mut self, order: &[BlockId]) -> Result<(), Refusal> {
        let function = self.function;
        let mut arguments = self.b().arguments().into_iter();
        for param in &function.params {
            let count = signature::scalars(&param.ty, &param.annotation, function.position)?.len();
            self.arguments.push(arguments.by_ref().take(count).collect());
        }
        // Parameters of blocks first: a branch to a later block needs its Phis.
        for block in order {
            let to = self.blocks[block.index()].unwrap_or(CoreBlock::INVALID);
            for param in &function.blocks[block.index()].params {
                let types = self.types_of(*param)?;
                self.leaves[param.index()] = types.into_iter().map(|ty| self.proc.at(to).phi(ty)).collect();
            }
        }
        if self.options.check_annotations {
            self.check_parameters()?;
        }
        for block in order {
            self.block = self.blocks[block.index()].unwrap_or(CoreBlock::INVALID);
            for inst in &function.blocks[block.index()].insts {
                self.instruction(*block, inst)?;
            }
        }
        Ok(())
    }

    /// The library's types of a value's scalars.
    fn types_of(&self, value: ValueId) -> Result<Vec<CoreType>, Refusal> {
        let data = &self.function.values[value.index()];
        match data.ty {
            Type::Int => Ok(match self.widths.registers[value.index()] {
                0 => Vec::new(),
                bits => vec![core_int(bits); leaf_count(bits)],
            }),
            _ => signature::scalars(&data.ty, &data.annotation, data.position),
        }
    }

    // ---- Integers of operands and results -------------------------------------------------------------

    /// An operand in a register of 32 or 64 bits: equal to it modulo the width, and to the integer itself if its
    /// interval at this use fits.
    fn int(&mut self, operand: &Operand, bits: u32) -> CoreValue {
        let from = self.widths.registers[operand.value.index()].min(64);
        let Some(value) = self.leaves[operand.value.index()].first().copied() else {
            return self.constant(bits, 0);
        };
        let interval = self.widths.intervals.of_use(operand);
        self.resize(value, from, bits, &interval)
    }

    /// Like [`Translator::int`], in a register of any number of bits.
    fn wide_int(&mut self, operand: &Operand, bits: u32) -> Int {
        let from = self.widths.registers[operand.value.index()];
        let leaves = self.leaves[operand.value.index()].clone();
        if leaves.is_empty() {
            return int::constant(&mut self.b(), bits, &[]);
        }
        let interval = self.widths.intervals.of_use(operand);
        self.resize_int(&Int::new(from, leaves), bits, &interval)
    }

    /// A register in another one, extended by the sign of an interval.
    fn resize(&mut self, value: CoreValue, from: u32, to: u32, interval: &Interval) -> CoreValue {
        match (from, to) {
            (64, 32) => self.b().trunc(value),
            (32, 64) if interval.is_natural() && interval.fits_unsigned(32) => self.b().zext32(value),
            (32, 64) => self.b().sext32(value),
            _ => value,
        }
    }

    /// Like [`Translator::resize`], for registers of any number of bits.
    fn resize_int(&mut self, value: &Int, to: u32, interval: &Interval) -> Int {
        let natural = interval.is_natural() && interval.fits_unsigned(value.bits());
        let sign = if natural { Sign::Unsigned } else { Sign::Signed };
        int::resized(&mut self.b(), value, to, sign)
    }

    /// The register that a result is computed in; 0 if nothing reads it.
    fn computed(&self, result: ValueId) -> Result<u32, Refusal> {
        let data = &self.function.values[result.index()];
        if !self.options.check_annotations || data.annotation.is_empty() {
            return Ok(self.widths.registers[result.index()]);
        }
        self.fit(&self.widths.intervals.raw[result.index()], result)
    }

    /// The register that an interval fits.
    fn fit(&self, interval: &Interval, value: ValueId) -> Result<u32, Refusal> {
        match crate::widths::fit(interval) {
            bits if bits <= MAX_WIDTH => Ok(bits),
            _ => {
                let position = self.function.values[value.index()].position;
                let op = self.definitions.get(&value).map_or(Op::Br, |inst| inst.op);
                Err(match interval.bits() {
                    Some(bits) => Refusal::TooWide { value, bits, position, op },
                    None => Refusal::Unbounded { value, position, op },
                })
            }
        }
    }

    /// Defines an integer result that was computed in a register of 32 or 64 bits.
    fn define(&mut self, inst: &Inst, index: usize, value: CoreValue, bits: u32) -> Result<(), Refusal> {
        self.define_int(inst, index, &Int::new(bits, [value]))
    }

    /// Defines an integer result that was computed in a register of any number of bits.
    fn define_int(&mut self, inst: &Inst, index: usize, value: &Int) -> Result<(), Refusal> {
        let Some(result) = inst.results.get(index).copied() else { return Ok(()) };
        let raw = self.widths.intervals.raw[result.index()].clone();
        let annotation = &self.function.values[result.index()].annotation;
        self.check_range(self.code(inst), value, &raw, annotation)?;
        let to = self.widths.registers[result.index()];
        if to != 0 {
            let annotated = self.widths.intervals.annotated[result.index()].clone();
            let value = self.resize_int(value, to, &annotated);
            self.leaves[result.index()] = value.into_leaves().to_vec();
        }
        Ok(())
    }

    /// Defines a result that is not an integer.
    fn define_scalar(&mut self, inst: &Inst, index: usize, value: CoreValue) {
        if let Some(result) = inst.results.get(index) {
            self.leaves[result.index()] = vec![value];
        }
    }

    /// The scalar of an operand that is not an integer.
    fn scalar(&mut self, operand: &Operand) -> CoreValue {
        match self.leaves[operand.value.index()].first().copied() {
            Some(value) => value,
            None => self.constant(32, 0),
        }
    }

    fn type_of(&self, operand: &Operand) -> &'a Type {
        self.function.type_of(operand.value)
    }

    /// The scalars of an operand as a type with an annotation has them in a signature.
    fn as_scalars(&mut self, operand: &Operand, bits: u32) -> Vec<CoreValue> {
        match self.type_of(operand) {
            Type::Int if bits == 0 => Vec::new(),
            Type::Int => self.wide_int(operand, bits).into_leaves().to_vec(),
            _ => self.leaves[operand.value.index()].clone(),
        }
    }

    // ---- Instructions ---------------------------------------------------------------------------------

    fn instruction(&mut self, block: BlockId, inst: &'a Inst) -> Result<(), Refusal> {
        self.check_uses(inst)?;
        if self.is_unread(inst)? {
            return Ok(());
        }
        let of = &inst.operands[..];
        match (inst.op, &inst.payload) {
            (_, Payload::Integer(value)) => {
                let bits = self.computed(inst.results[0])?;
                if bits != 0 {
                    let value = self.big_constant(bits, value);
                    self.define_int(inst, 0, &value)?;
                }
            }
            (_, Payload::Bool(value)) => {
                let value = self.b().const32(i32::from(*value));
                self.define_scalar(inst, 0, value);
            }
            (Op::Param, Payload::Param(index)) => {
                let param = &self.function.params[*index as usize];
                let leaves = self.arguments[*index as usize].clone();
                if param.ty == Type::Int {
                    let bits = abi_register(&param.annotation).unwrap_or(64);
                    self.define_int(inst, 0, &Int::new(bits, leaves))?;
                } else {
                    self.leaves[inst.results[0].index()] = leaves;
                    self.check_class(inst)?;
                }
            }
            (Op::BAnd | Op::BOr | Op::BXor, _) => {
                let (x, y) = (self.scalar(&of[0]), self.scalar(&of[1]));
                let mut b = self.b();
                let value = match inst.op {
                    Op::BAnd => b.bit_and(x, y),
                    Op::BOr => b.bit_or(x, y),
                    _ => b.bit_xor(x, y),
                };
                self.define_scalar(inst, 0, value);
            }
            (Op::Select, _) => self.select(inst)?,
            (Op::ExtractValue | Op::InsertValue, Payload::Indices(path)) => self.aggregate(inst, path)?,
            (Op::Bitcast, _) => self.bitcast(inst)?,
            (Op::Br | Op::Continue | Op::RegionYield, _) => {
                for (to, arguments) in self.function.branches(block, inst) {
                    self.upsilons(inst, to, arguments)?;
                    let to = self.core_block(to);
                    self.b().jump(to);
                }
            }
            (Op::BrIf, _) => {
                let condition = self.scalar(&of[0]);
                let mut successors = Vec::new();
                let home = self.block;
                for target in &inst.targets {
                    let to = self.core_block(target.block);
                    if target.arguments.is_empty() {
                        successors.push(to);
                        continue;
                    }
                    self.block = self.proc.add_block();
                    successors.push(self.block);
                    self.upsilons(inst, target.block, &target.arguments)?;
                    self.b().jump(to);
                }
                self.block = home;
                self.b().branch(condition, successors[0], successors[1]);
            }
            (Op::Unreachable, _) => {
                self.b().add_oops();
            }
            (Op::Trap, _) => {
                self.b().trap(TrapCode::Unreachable);
            }
            (Op::Ret, _) => self.ret(inst)?,
            (Op::LandingPad, _) => self.landing_pad(inst)?,
            (op, _) if float::is_float(op) => self.float(inst)?,
            (op, _) if memory::is_memory(op) => self.memory(inst)?,
            _ => self.integer(inst)?,
        }
        Ok(())
    }

    /// True if nothing reads the results of an instruction without effects, which is then not emitted.
    fn is_unread(&self, inst: &Inst) -> Result<bool, Refusal> {
        // With checks, an instruction that may make poison is emitted for its checks.
        let has_checks = match inst.op {
            Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Select | Op::ZExt => false,
            Op::IConst | Op::Param | Op::ExtractValue => false,
            Op::Merge => inst.width() == 0,
            _ => self.options.check_annotations,
        };
        if !is_pure(inst.op) || inst.results.is_empty() || has_checks {
            return Ok(false);
        }
        for result in &inst.results {
            if *self.function.type_of(*result) != Type::Int || self.computed(*result)? != 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn core_block(&self, block: BlockId) -> CoreBlock {
        self.blocks[block.index()].unwrap_or(CoreBlock::INVALID)
    }

    /// Passes arguments to the parameters of a block.
    fn upsilons(&mut self, inst: &Inst, to: BlockId, arguments: &[Operand]) -> Result<(), Refusal> {
        let function = self.function;
        if !inst.targets.is_empty() {
            self.check_arguments(inst, arguments)?;
        }
        for (param, argument) in function.blocks[to.index()].params.iter().zip(arguments) {
            let data = &function.values[param.index()];
            if data.ty == Type::Int && self.options.check_annotations && !data.annotation.is_empty() {
                let interval = self.widths.intervals.of_use(argument);
                let bits = self.fit(&interval, argument.value)?;
                let value = self.wide_int(argument, bits);
                self.check_range(self.code(inst), &value, &interval, &data.annotation)?;
            }
            if let Type::Float(ty) = data.ty {
                let value = self.scalar(argument);
                self.check_float(self.code(inst), value, ty, &data.annotation);
            }
            let values = self.as_scalars(argument, self.widths.registers[param.index()]);
            for (phi, value) in self.leaves[param.index()].clone().into_iter().zip(values) {
                self.b().upsilon(value, phi);
            }
        }
        Ok(())
    }

    fn select(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        let condition = self.scalar(&of[0]);
        if *self.type_of(&of[1]) == Type::Int {
            let bits = self.computed(inst.results[0])?;
            if bits == 0 {
                return Ok(());
            }
            let (then, otherwise) = (self.wide_int(&of[1], bits), self.wide_int(&of[2], bits));
            let value = int::select(&mut self.b(), condition, &then, &otherwise);
            return self.define_int(inst, 0, &value);
        }
        let (then, otherwise) =
            (self.leaves[of[1].value.index()].clone(), self.leaves[of[2].value.index()].clone());
        let pairs = then.into_iter().zip(otherwise);
        let leaves = pairs.map(|(then, otherwise)| self.b().select(condition, then, otherwise)).collect();
        self.leaves[inst.results[0].index()] = leaves;
        self.check_class(inst)
    }

    fn aggregate(&mut self, inst: &Inst, path: &[u32]) -> Result<(), Refusal> {
        let of = &inst.operands;
        // Where the element's scalars begin among those of the aggregate, and how many they are.
        let (mut ty, mut annotation, mut start) = (self.type_of(&of[0]), &Annotation::default(), 0);
        for &index in path {
            for before in 0..index {
                if let Some((ty, annotation)) = ty.element(before) {
                    start += signature::scalars(ty, annotation, inst.position)?.len();
                }
            }
            let Some(element) = ty.element(index) else { break };
            (ty, annotation) = element;
        }
        let count = signature::scalars(ty, annotation, inst.position)?.len();
        let mut leaves = self.leaves[of[0].value.index()].clone();
        let bits = abi_register(annotation).unwrap_or(64);
        if inst.op == Op::InsertValue {
            if *ty == Type::Int && self.options.check_annotations {
                let interval = self.widths.intervals.of_use(&of[1]);
                let wide = self.fit(&interval, of[1].value)?;
                let value = self.wide_int(&of[1], wide);
                self.check_range(self.code(inst), &value, &interval, annotation)?;
            }
            if let Type::Float(ty) = ty {
                let value = self.scalar(&of[1]);
                self.check_float(self.code(inst), value, *ty, annotation);
            }
            let values = self.as_scalars(&of[1], bits);
            leaves.iter_mut().skip(start).zip(values).for_each(|(to, value)| *to = value);
            self.leaves[inst.results[0].index()] = leaves;
            return Ok(());
        }
        let element: Vec<CoreValue> = leaves.into_iter().skip(start).take(count).collect();
        if *ty == Type::Int {
            return self.define_int(inst, 0, &Int::new(bits, element));
        }
        self.leaves[inst.results[0].index()] = element;
        self.check_class(inst)
    }

    /// The bits of a scalar as another type.
    fn bitcast(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let operand = &inst.operands[0];
        let (from, to) = (self.type_of(operand), self.function.type_of(inst.results[0]));
        if from == to && *to != Type::Int {
            self.leaves[inst.results[0].index()] = self.leaves[operand.value.index()].clone();
            return self.check_class(inst);
        }
        // The size of each as an integer's register, and whether it is a float of the library's.
        let shape = |ty: &Type| match ty {
            Type::Ptr => Some((64, false)),
            Type::Float(FloatType::F32) => Some((32, true)),
            Type::Float(FloatType::F64) => Some((64, true)),
            Type::Float(FloatType::F16 | FloatType::BF16) | Type::Bool => Some((32, false)),
            _ => None,
        };
        let integer = match (from, to) {
            (Type::Int, Type::Int) => {
                let bits = self.computed(inst.results[0])?;
                if bits == 0 {
                    return Ok(());
                }
                let value = self.wide_int(operand, bits);
                return self.define_int(inst, 0, &value);
            }
            (Type::Int, _) => {
                let Some((bits, _)) = shape(to) else {
                    return self.unsupported(Feature::AggregateBits, inst);
                };
                self.int(operand, bits)
            }
            (from, _) => match shape(from) {
                Some((_, true)) => {
                    let value = self.scalar(operand);
                    self.b().bitwise_cast(value)
                }
                Some(_) => self.scalar(operand),
                None => return self.unsupported(Feature::AggregateBits, inst),
            },
        };
        match (shape(from), to, shape(to)) {
            (Some((bits, _)), Type::Int, _) => {
                // Fewer bits than the register are extended by the result's sign.
                let size = u32::try_from(8 * from.bytes(&Annotation::default()).unwrap_or(8)).unwrap_or(64);
                let signed = self.function.values[inst.results[0].index()].annotation.range();
                let signed = signed.is_some_and(|range| range.signed);
                let value = self.extend(integer, bits, size, signed);
                self.define(inst, 0, value, bits)
            }
            (_, _, Some((bits, is_float))) => {
                let size = u32::try_from(8 * to.bytes(&Annotation::default()).unwrap_or(8)).unwrap_or(64);
                let value = self.extend(integer, bits, size, false);
                let value = if is_float { self.b().bitwise_cast(value) } else { value };
                self.define_scalar(inst, 0, value);
                self.check_class(inst)
            }
            _ => self.unsupported(Feature::AggregateBits, inst),
        }
    }

    /// The low `size` bits of a register, extended.
    fn extend(&mut self, value: CoreValue, bits: u32, size: u32, signed: bool) -> CoreValue {
        if size >= bits {
            return value;
        }
        if signed {
            let amount = self.b().const32((bits - size) as i32);
            let high = self.b().shl(value, amount);
            return self.b().sshr(high, amount);
        }
        let mask = self.constant(bits, ((1u64 << size) - 1) as i64);
        self.b().bit_and(value, mask)
    }

    fn ret(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let mut results = Vec::new();
        let function = self.function;
        let values = inst.operands.iter().filter(|operand| *function.type_of(operand.value) != Type::Mem);
        for (index, operand) in values.enumerate() {
            let bits = match (&self.function.result, index) {
                (Some((_, annotation)), 0) => {
                    self.check_promise(inst, operand, annotation)?;
                    abi_register(annotation).unwrap_or(64)
                }
                _ => crate::widths::abi_of_use(self.function, operand),
            };
            results.extend(self.as_scalars(operand, bits));
        }
        self.b().ret(results);
        Ok(())
    }
}
