//! Gives each integer a machine width.
//!
//! The forward walk ([`intervals`]) finds what each integer can be; the backward walk here finds how many of its low
//! bits are read. A register holds an integer if its interval fits, or if no use reads more bits: ring operations,
//! stores and uses with an annotation read low bits only, so that a product that nothing bounds needs 32 bits if `ret
//! v4:s32` is its use. In both cases the register equals the integer modulo its width, and a use whose interval fits
//! the register recovers the integer. Registers have 32 or 64 bits, or are several limbs of 64 bits.

mod forward;
mod interval;

pub use forward::{Intervals, intervals};
pub use interval::Interval;

use crate::annotation::Annotation;
use crate::ir::{Function, Inst, MAX_WIDTH, Module, Operand, Payload, Position, Type, ValueId};
use crate::refusal::Refusal;
use crate::table::{Division, Op};
use crate::validate::{access, reverse_postorder};
use std::collections::HashMap;

/// More than [`MAX_WIDTH`] bits.
const WIDE: u32 = u32::MAX;

/// What the translation of a function is based on.
#[derive(Clone, Debug)]
pub struct Widths {
    /// The interval of each integer.
    pub intervals: Intervals,
    /// The register of each integer that is read: 32 bits, or a multiple of 64; 0 for other values and those that are
    /// not read.
    pub registers: Vec<u32>,
}

/// The register of a number of bits: 32, or a multiple of 64; [`WIDE`] for more than [`MAX_WIDTH`].
pub(crate) fn register(bits: u32) -> u32 {
    match bits {
        0 => 0,
        1..=32 => 32,
        33..=MAX_WIDTH => bits.next_multiple_of(64),
        _ => WIDE,
    }
}

/// The register that an interval fits, extended by its sign.
pub(crate) fn fit(interval: &Interval) -> u32 {
    interval.bits().map_or(WIDE, |bits| register(bits.max(1)))
}

/// The register of an integer in a signature or a call, by its annotation.
pub(crate) fn abi_register(annotation: &Annotation) -> Option<u32> {
    annotation.bits().map(register).filter(|bits| *bits != 0 && *bits != WIDE)
}

/// Finds the register of each integer.
///
/// # Errors
/// [`Refusal::Unbounded`] or [`Refusal::TooWide`] for an integer of more than [`MAX_WIDTH`] bits, with the use that
/// needs all of it.
pub fn widths(
    module: &Module,
    function: &Function,
    division: Division,
    check_annotations: bool,
) -> Result<Widths, Refusal> {
    let intervals = intervals(function, division);
    let mut walk = Walk {
        module,
        function,
        intervals: &intervals,
        definitions: definitions(function),
        checked: check_annotations,
        demand: vec![0; function.values.len()],
        because: vec![None; function.values.len()],
    };
    walk.run();
    let (demand, because) = (walk.demand, walk.because);
    let mut registers = vec![0; function.values.len()];
    for (index, value) in function.values.iter().enumerate() {
        if value.ty != Type::Int {
            continue;
        }
        registers[index] = held(&intervals.annotated[index], demand[index]);
    }
    // The use that is reported is one that needs all bits by itself, if there is one.
    let passes_on = |index: &usize| because[*index].is_none_or(|(_, op)| is_ring(op));
    let wide = |index: &usize| registers[*index] == WIDE;
    let all = || (0..registers.len()).filter(wide);
    if let Some(index) = all().find(|index| !passes_on(index)).or_else(|| all().next()) {
        let (position, op) = because[index].unwrap_or((function.values[index].position, Op::Br));
        let value = ValueId(u32::try_from(index).unwrap_or(u32::MAX));
        return Err(match intervals.annotated[index].bits() {
            Some(bits) => Refusal::TooWide { value, bits, position, op },
            None => Refusal::Unbounded { value, position, op },
        });
    }
    Ok(Widths { intervals, registers })
}

/// The register that holds what is read of an integer.
fn held(interval: &Interval, demand: u32) -> u32 {
    if demand == 0 { 0 } else { fit(interval).min(register(demand)) }
}

struct Walk<'a> {
    module: &'a Module,
    function: &'a Function,
    intervals: &'a Intervals,
    definitions: HashMap<ValueId, &'a Inst>,
    checked: bool,
    /// How many low bits of each integer are read.
    demand: Vec<u32>,
    /// The use that demands most.
    because: Vec<Option<(Position, Op)>>,
}

impl Walk<'_> {
    fn run(&mut self) {
        let mut order = reverse_postorder(self.function);
        order.reverse();
        let function = self.function;
        let arguments = forward::arguments(function);
        let mut changed = true;
        while changed {
            changed = false;
            for block in &order {
                let data = &function.blocks[block.index()];
                for inst in data.insts.iter().rev() {
                    changed |= self.instruction(inst);
                    changed |= self.annotations(inst);
                }
                for param in &data.params {
                    let needed = held(&self.intervals.annotated[param.index()], self.demand[param.index()]);
                    let needed = self.with_check(*param, needed);
                    for argument in arguments.get(param).into_iter().flatten() {
                        changed |= self.read(argument, needed, (data.position, Op::Br));
                    }
                }
            }
        }
    }

    /// The register that a result's operation is computed in: with checks, one that holds it before its annotation.
    fn with_check(&self, value: ValueId, needed: u32) -> u32 {
        let annotation = &self.function.values[value.index()].annotation;
        let checked = self.checked && !annotation.is_empty() && self.function.type_of(value) == &Type::Int;
        if checked { fit(&self.intervals.raw[value.index()]) } else { needed }
    }

    /// Records that a use reads low bits; true if these are more than before.
    fn read(&mut self, operand: &Operand, bits: u32, place: (Position, Op)) -> bool {
        let index = operand.value.index();
        if self.function.values[index].ty != Type::Int || bits <= self.demand[index] {
            return false;
        }
        // A use that reads more than its interval needs reads what the interval needs.
        let bits = bits.min(fit(&self.intervals.of_use(operand)));
        if bits <= self.demand[index] {
            return false;
        }
        self.demand[index] = bits;
        self.because[index] = Some(place);
        true
    }

    /// With checks, annotations of uses need the whole value.
    fn annotations(&mut self, inst: &Inst) -> bool {
        let mut changed = false;
        if !self.checked {
            return false;
        }
        for operand in inst.uses().filter(|operand| !operand.annotation.is_empty()) {
            let index = operand.value.index();
            let needed = fit(&self.intervals.annotated[index]);
            if self.function.values[index].ty == Type::Int && needed > self.demand[index] {
                (self.demand[index], self.because[index]) = (needed, Some((inst.position, inst.op)));
                changed = true;
            }
        }
        changed
    }

    fn instruction(&mut self, inst: &Inst) -> bool {
        let place = (inst.position, inst.op);
        let needed: Vec<u32> = inst
            .results
            .iter()
            .map(|result| {
                let needed = held(&self.intervals.annotated[result.index()], self.demand[result.index()]);
                self.with_check(*result, needed)
            })
            .collect();
        let first = needed.first().copied().unwrap_or(0);
        let width = register(inst.width());
        let mut reads = vec![WIDE; inst.operands.len()];
        match inst.op {
            Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Merge | Op::Clmul => {
                reads.fill(first)
            }
            Op::Shl => reads[0] = first,
            Op::Select => reads[1..].fill(first),
            Op::Clz | Op::BitReverse => reads[0] = width,
            Op::ZExt if !self.checked => reads[0] = width.min(first),
            Op::BSwap => reads[0] = register(inst.width().saturating_mul(8)),
            Op::RotL | Op::RotR => reads[0] = width,
            Op::Split if first == 0 => reads[0] = width,
            Op::PtrAdd => reads[1] = 64,
            Op::IntToPtr => reads[0] = 64,
            Op::MemSet => reads[1] = 32,
            Op::Store | Op::StoreAtomic | Op::Rmw | Op::CmpXchg => {
                let bits = access(self.function, inst).and_then(|(_, annotation)| annotation.bits());
                reads.fill(register(bits.unwrap_or(WIDE)));
            }
            Op::Bitcast => {
                let result = inst.results.first().map(|result| &self.function.values[result.index()]);
                let bytes = result.and_then(|value| value.ty.bytes(&value.annotation));
                let bits = bytes.and_then(|bytes| u32::try_from(8 * bytes).ok()).map_or(WIDE, register);
                let same = result.is_some_and(|value| value.ty == Type::Int);
                reads.fill(if same { first } else { bits });
            }
            Op::InsertValue => {
                if let (Payload::Indices(path), Some(operand)) = (&inst.payload, inst.operands.first()) {
                    let ty = self.function.type_of(operand.value);
                    let (last, outer) = path.split_last().unwrap_or((&0, &[]));
                    let element = crate::types::element(ty, outer).and_then(|ty| ty.element(*last));
                    let bits = element.and_then(|(_, annotation)| abi_register(annotation));
                    reads.fill(bits.filter(|_| !self.checked).unwrap_or(WIDE));
                }
            }
            Op::Ret => {
                let result =
                    self.function.result.as_ref().and_then(|(_, annotation)| abi_register(annotation));
                let result = result.filter(|_| !self.checked);
                for (index, operand) in inst.operands.iter().enumerate() {
                    reads[index] =
                        if index == 0 { result.unwrap_or(WIDE) } else { abi_of_use(self.function, operand) };
                }
            }
            Op::Call => {
                let callee = callee(self.module, &self.definitions, inst);
                for (index, operand) in inst.operands.iter().enumerate().skip(1) {
                    let declared = callee.and_then(|callee| callee.params.get(index - 1));
                    let declared = declared.and_then(|param| abi_register(&param.annotation));
                    let declared = declared.map(|bits| if self.checked { WIDE } else { bits });
                    reads[index] = declared.unwrap_or_else(|| abi_of_use(self.function, operand));
                }
            }
            Op::Br | Op::Continue | Op::RegionYield => reads.fill(0), // the target's parameters decide
            Op::ICmp if self.intervals.decides(inst).is_some() => reads.fill(0),
            // An operation whose results nothing reads is not emitted.
            op if !op.row().results.is_empty() && self.is_dead(inst) && is_pure(op) => reads.fill(0),
            _ => {}
        }
        let mut changed = false;
        for (operand, bits) in inst.operands.iter().zip(reads) {
            if bits > 0 {
                changed |= self.read(operand, bits, place);
            }
        }
        changed
    }

    /// True if all results are integers of which nothing is read.
    fn is_dead(&self, inst: &Inst) -> bool {
        let unread =
            |value: &ValueId| self.function.type_of(*value) == &Type::Int && self.demand[value.index()] == 0;
        // With checks, an instruction may be emitted for these alone.
        !self.checked && inst.results.iter().all(unread)
    }
}

/// True if the low bits of the result need the low bits of the operands only.
fn is_ring(op: Op) -> bool {
    let arithmetic = matches!(op, Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Shl);
    arithmetic || matches!(op, Op::Merge | Op::Clmul | Op::Select | Op::Br)
}

/// True if an instruction computes with its operands only.
pub(crate) fn is_pure(op: Op) -> bool {
    !op.is_terminator() && !op.row().operands.contains('m') && op != Op::StackSlot
}

/// The register of an argument or a second result: by the annotation of the use, else that of the definition.
pub(crate) fn abi_of_use(function: &Function, operand: &Operand) -> u32 {
    let own = abi_register(&operand.annotation);
    own.or_else(|| abi_register(&function.values[operand.value.index()].annotation)).unwrap_or(WIDE)
}

/// The function of the module that a call names directly.
pub(crate) fn callee<'m>(
    module: &'m Module,
    definitions: &HashMap<ValueId, &Inst>,
    call: &Inst,
) -> Option<&'m Function> {
    let symbol = definitions.get(&call.operands.first()?.value)?;
    match &symbol.payload {
        Payload::Symbol(name) if symbol.op == Op::SymbolAddr => module.function(name),
        _ => None,
    }
}

/// The instructions that define the values of a function.
pub(crate) fn definitions(function: &Function) -> HashMap<ValueId, &Inst> {
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    insts.flat_map(|inst| inst.results.iter().map(move |result| (*result, inst))).collect()
}
