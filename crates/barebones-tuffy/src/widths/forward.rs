//! The forward walk: an interval for each integer.

use super::Interval;
use crate::annotation::Annotation;
use crate::ir::{BlockId, Function, Inst, Operand, Payload, Type, ValueId};
use crate::table::{Division, Op};
use crate::validate::{access, reverse_postorder};
use num_bigint::BigInt;
use std::collections::HashMap;

/// Number of times the interval of a block's parameter may grow before an end that grows is unbounded.
const GROWTH: u32 = 3;

/// Number of times that intervals are computed again from their operands, after those that grew became unbounded.
const NARROWING: u32 = 2;

/// The intervals of a function's integers; of other values all integers.
#[derive(Clone, Debug)]
pub struct Intervals {
    /// What the instruction computes, before the result's annotation.
    pub raw: Vec<Interval>,
    /// What is left of it with the annotation: outside is poison.
    pub annotated: Vec<Interval>,
}

impl Intervals {
    /// The interval of a use: an operand outside its annotation makes the instruction poison.
    pub fn of_use(&self, operand: &Operand) -> Interval {
        self.annotated[operand.value.index()].intersect(&Interval::of(&operand.annotation))
    }

    /// The result of an `icmp`, if the intervals of its operands decide it.
    pub(crate) fn decides(&self, inst: &Inst) -> Option<bool> {
        match (&inst.payload, &inst.operands[..]) {
            (Payload::Int(predicate), [a, b]) => self.of_use(a).decides(*predicate, &self.of_use(b)),
            _ => None,
        }
    }
}

/// Computes the intervals of a valid function.
pub fn intervals(function: &Function, division: Division) -> Intervals {
    let order = reverse_postorder(function);
    let mut walk = Walk {
        function,
        division,
        found: vec![None; function.values.len()],
        raw: vec![None; function.values.len()],
        growth: vec![0; function.values.len()],
    };
    let mut changed = true;
    while changed {
        changed = false;
        for block in &order {
            changed |= walk.block(*block);
        }
    }
    for _ in 0..NARROWING {
        walk.narrow(&order);
    }
    let all = |found: Vec<Option<Interval>>| found.into_iter().map(|i| i.unwrap_or(Interval::ALL)).collect();
    Intervals { raw: all(walk.raw), annotated: all(walk.found) }
}

struct Walk<'a> {
    function: &'a Function,
    division: Division,
    /// `None` until a path reaches the definition.
    found: Vec<Option<Interval>>,
    raw: Vec<Option<Interval>>,
    growth: Vec<u32>,
}

impl Walk<'_> {
    fn of(&self, operand: &Operand) -> Interval {
        let found = self.found[operand.value.index()].clone().unwrap_or(Interval::ALL);
        found.intersect(&Interval::of(&operand.annotation))
    }

    /// Adds what a definition computes to its interval; true if that grows.
    fn define(&mut self, value: ValueId, raw: Interval, is_param: bool) -> bool {
        let index = value.index();
        let annotation = Interval::of(&self.function.values[index].annotation);
        let new = match &self.raw[index] {
            Some(old) => old.hull(&raw),
            None => raw,
        };
        if self.raw[index].as_ref() == Some(&new) {
            return false;
        }
        // Every cycle of definitions has a parameter of a block.
        self.growth[index] += u32::from(is_param);
        let widened = match &self.raw[index] {
            Some(old) if self.growth[index] > GROWTH => Interval {
                low: new.low.clone().filter(|_| new.low == old.low),
                high: new.high.clone().filter(|_| new.high == old.high),
            },
            _ => new,
        };
        self.found[index] = Some(widened.intersect(&annotation));
        self.raw[index] = Some(widened);
        true
    }

    fn block(&mut self, block: BlockId) -> bool {
        let function = self.function;
        let mut changed = false;
        for inst in &function.blocks[block.index()].insts {
            for (index, result) in inst.results.iter().enumerate() {
                if *function.type_of(*result) == Type::Int {
                    let raw = self.result(inst, index).limited();
                    changed |= self.define(*result, raw, false);
                }
            }
            for (to, arguments) in function.branches(block, inst) {
                for (param, argument) in function.blocks[to.index()].params.iter().zip(arguments) {
                    if *function.type_of(*param) == Type::Int {
                        let raw = self.of(argument);
                        changed |= self.define(*param, raw, true);
                    }
                }
            }
        }
        changed
    }

    /// Computes each interval once more from those of its operands: this keeps all of them right, and none grows.
    fn narrow(&mut self, order: &[BlockId]) {
        let function = self.function;
        let mut raw: Vec<Option<Interval>> = vec![None; function.values.len()];
        for block in order {
            for inst in &function.blocks[block.index()].insts {
                for (index, result) in inst.results.iter().enumerate() {
                    raw[result.index()] = Some(self.result(inst, index).limited());
                }
                for (to, arguments) in function.branches(*block, inst) {
                    for (param, argument) in function.blocks[to.index()].params.iter().zip(arguments) {
                        let new = self.of(argument);
                        let old = raw[param.index()].take();
                        raw[param.index()] = Some(old.map_or(new.clone(), |old| old.hull(&new)));
                    }
                }
            }
        }
        for (index, raw) in raw.into_iter().enumerate() {
            if let (Some(raw), Some(_), Type::Int) = (raw, &self.raw[index], &function.values[index].ty) {
                self.found[index] = Some(raw.intersect(&Interval::of(&function.values[index].annotation)));
                self.raw[index] = Some(raw);
            }
        }
    }

    /// What a result can be, given the intervals of the operands.
    fn result(&self, inst: &Inst, index: usize) -> Interval {
        let all = Interval::ALL;
        let operand =
            |index: usize| inst.operands.get(index).map_or(Interval::ALL, |operand| self.of(operand));
        let width = inst.width();
        let (signed, unsigned) = (Interval::width(true, width), Interval::width(false, width));
        let clamp = |interval: Interval, to: &Interval| interval.max(&low_end(to)).min(&high_end(to));
        let (a, b) = (operand(0), operand(1));
        match (inst.op, &inst.payload) {
            (_, Payload::Integer(value)) => Interval::point(value),
            (_, Payload::Param(index)) => {
                self.function.params.get(*index as usize).map_or(all, |param| Interval::of(&param.annotation))
            }
            (Op::Add, _) => a.add(&b),
            (Op::Sub, _) => a.sub(&b),
            (Op::Mul, _) => a.mul(&b),
            (Op::Div, _) => self.quotient(&a, &b),
            (Op::Rem, _) => self.remainder(&a, &b),
            (Op::And | Op::Or | Op::Xor, _) => bitwise(inst.op, &a, &b),
            (Op::Shl, _) => a.shift_left(&b),
            (Op::Shr, _) => a.shift_right(&b),
            (Op::CountOnes | Op::Ctz, _) => match a.intersect(&Interval::natural()).high {
                Some(high) => Interval::new(0, high.bits()),
                None => Interval::natural(),
            },
            (Op::Clz, _) => Interval::new(0, width),
            (Op::BSwap, _) => Interval::width(false, 8 * width),
            (Op::BitReverse | Op::RotL | Op::RotR, _) => unsigned,
            (Op::Merge, _) => {
                let width = Interval::new(width, width);
                a.shift_right(&width).shift_left(&width).add(&unsigned)
            }
            (Op::Split, _) if index == 0 => a.shift_right(&Interval::new(width, width)),
            (Op::Split, _) => unsigned,
            (Op::Clmul, _) => {
                let natural = Interval::natural();
                match (a.intersect(&natural).high, b.intersect(&natural).high) {
                    (Some(a), Some(b)) => {
                        let bits = (a.bits() + b.bits()).saturating_sub(1);
                        Interval::width(false, u32::try_from(bits).unwrap_or(u32::MAX).min(1 << 16))
                    }
                    _ => natural,
                }
            }
            (Op::UAddSat, _) => a.add(&b).min(&high_end(&unsigned)),
            (Op::USubSat, _) => a.sub(&b).max(&Interval::new(0, 0)),
            (Op::SAddSat, _) => clamp(a.add(&b), &signed),
            (Op::SSubSat, _) => clamp(a.sub(&b), &signed),
            (Op::SAddOverflow | Op::SSubOverflow | Op::SMulOverflow | Op::SCarryingMulAdd, _) => signed,
            (Op::UAddOverflow | Op::USubOverflow | Op::UMulOverflow | Op::UCarryingMulAdd, _) => unsigned,
            (Op::Min, _) => a.min(&b),
            (Op::Max, _) => a.max(&b),
            (Op::Select, _) => b.hull(&operand(2)),
            (Op::SExt, _) => a.intersect(&signed),
            (Op::ZExt, _) if a.is_in(&unsigned) => a,
            (Op::ZExt, _) => unsigned,
            (Op::FpToUi, _) => Interval::natural(),
            (Op::PtrDiff, _) => Interval::width(true, 64),
            (Op::PtrToInt | Op::PtrToAddr, _) => Interval::width(false, 64),
            (Op::Load | Op::LoadAtomic | Op::Rmw | Op::CmpXchg, _) => {
                access(self.function, inst).map_or(all, |(_, annotation)| memory(&annotation))
            }
            (Op::ExtractValue, Payload::Indices(path)) => {
                let Some(operand) = inst.operands.first() else { return all };
                let mut found = (self.function.type_of(operand.value), &Annotation::default());
                for index in path {
                    let Some(element) = found.0.element(*index) else { return Interval::ALL };
                    found = element;
                }
                Interval::of(found.1)
            }
            (Op::Bitcast, _) => match inst.operands.first() {
                Some(operand) if *self.function.type_of(operand.value) == Type::Int => a,
                Some(operand) => {
                    let bytes =
                        self.function.type_of(operand.value).bytes(&operand.annotation).unwrap_or(1 << 10);
                    let bits = u32::try_from(8 * bytes).unwrap_or(1 << 13);
                    let signed =
                        inst.results.first().and_then(|r| self.function.values[r.index()].annotation.range());
                    Interval::width(signed.is_some_and(|range| range.signed), bits)
                }
                None => all,
            },
            (_, Payload::Call(Some((_, annotation)), _)) => Interval::of(annotation),
            _ => all,
        }
    }

    fn quotient(&self, a: &Interval, b: &Interval) -> Interval {
        if a.is_natural() && b.is_natural() {
            let least = b.low.clone().unwrap_or_default().max(BigInt::from(1));
            return Interval { low: Some(BigInt::ZERO), high: a.high.clone().map(|high| high / least) };
        }
        let zero = Interval::new(0, 0);
        if b.is_natural() { a.hull(&zero) } else { a.hull(&zero).hull(&a.negate()) }
    }

    fn remainder(&self, a: &Interval, b: &Interval) -> Interval {
        let below = b.magnitude().map(|magnitude| BigInt::max(magnitude - 1i32, BigInt::ZERO));
        let by_divisor = Interval { low: below.clone().map(|below| -below), high: below };
        if self.division == Division::Euclidean {
            return if a.is_natural() { a.clone() } else { Interval::ALL }
                .hull(&Interval::new(0, 0))
                .intersect(&by_divisor)
                .intersect(&Interval::natural());
        }
        a.hull(&Interval::new(0, 0)).intersect(&by_divisor)
    }
}

/// The integers that memory of an annotated width holds: whole bytes.
fn memory(annotation: &Annotation) -> Interval {
    let signed = annotation.range().is_some_and(|range| range.signed);
    match annotation.bits() {
        Some(bits) => Interval::width(signed, 8 * crate::ir::int_bytes(bits)),
        None => Interval::ALL,
    }
}

fn low_end(of: &Interval) -> Interval {
    Interval { low: of.low.clone(), high: of.low.clone() }
}

fn high_end(of: &Interval) -> Interval {
    Interval { low: of.high.clone(), high: of.high.clone() }
}

fn bitwise(op: Op, a: &Interval, b: &Interval) -> Interval {
    let bits = |interval: &Interval| interval.high.as_ref().map(BigInt::bits);
    match (a.is_natural(), b.is_natural()) {
        (true, true) if op == Op::And => a.min(b).hull(&Interval::new(0, 0)),
        (true, false) if op == Op::And => a.hull(&Interval::new(0, 0)),
        (false, true) if op == Op::And => b.hull(&Interval::new(0, 0)),
        (true, true) => match (bits(a), bits(b)) {
            (Some(a), Some(b)) => Interval::width(false, u32::try_from(a.max(b)).unwrap_or(1 << 16)),
            _ => Interval::natural(),
        },
        _ => {
            // One bit more than the wider one, because one may be read unsigned.
            let width = |interval: &Interval| interval.hull(&Interval::new(-1, 0)).bits();
            match (width(a), width(b)) {
                (Some(a), Some(b)) => Interval::width(true, a.max(b)),
                _ => Interval::ALL,
            }
        }
    }
}

/// The blocks' parameters and the arguments of each branch to them, which the backward walk needs.
pub(super) fn arguments(function: &Function) -> HashMap<ValueId, Vec<&Operand>> {
    let mut found: HashMap<ValueId, Vec<&Operand>> = HashMap::new();
    for block in reverse_postorder(function) {
        for inst in &function.blocks[block.index()].insts {
            for (to, arguments) in function.branches(block, inst) {
                for (param, argument) in function.blocks[to.index()].params.iter().zip(arguments) {
                    found.entry(*param).or_default().push(argument);
                }
            }
        }
    }
    found
}
