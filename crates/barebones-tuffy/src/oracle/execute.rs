//! Executes one instruction.

use super::integer::{NoValue, evaluate, modulo};
use super::memory::Kind;
use super::{
    Byte, Frame, Limit, Next, Oracle, Pointer, PoisonSource, Stop, UndefinedReason, Value, float, integer,
    keeps_effects, place_of,
};
use crate::annotation::Annotation;
use crate::ir::{Inst, Payload, Type};
use crate::table::{Op, RmwOp};
use crate::validate::access;
use num_bigint::{BigInt, Sign};

/// The operands of an instruction, read by the kind that the rules guarantee; other kinds read as zeros.
struct Operands(Vec<Value>);

impl Operands {
    fn value(&self, index: usize) -> Value {
        self.0.get(index).cloned().unwrap_or(Value::Poison)
    }

    fn is_poison(&self, index: usize) -> bool {
        matches!(self.0.get(index), Some(Value::Poison))
    }

    fn int(&self, index: usize) -> BigInt {
        match self.0.get(index) {
            Some(Value::Int(value)) => value.clone(),
            _ => BigInt::ZERO,
        }
    }

    fn bool(&self, index: usize) -> bool {
        self.0.get(index) == Some(&Value::Bool(true))
    }

    fn float(&self, index: usize) -> u128 {
        match self.0.get(index) {
            Some(Value::Float(_, bits)) => *bits,
            _ => 0,
        }
    }

    /// The pointer of a memory access.
    fn address(&self, index: usize) -> Result<Pointer, Stop> {
        match self.0.get(index) {
            Some(Value::Ptr(pointer)) => Ok(*pointer),
            _ => Err(UndefinedReason::PoisonAddress.into()),
        }
    }

    fn pointer(&self, index: usize) -> Pointer {
        match self.0.get(index) {
            Some(Value::Ptr(pointer)) => *pointer,
            _ => Pointer { allocation: None, address: 0 },
        }
    }
}

/// The low 64 bits of an integer.
fn low64(value: &BigInt) -> u64 {
    u64::try_from(modulo(value, 64)).unwrap_or(0)
}

impl<'m> Oracle<'m> {
    pub(super) fn execute(&mut self, frame: &mut Frame<'m>, inst: &'m Inst) -> Result<Next<'m>, Stop> {
        match inst.op {
            Op::Call => return self.callee(frame, inst),
            Op::Br | Op::Continue | Op::RegionYield => {
                let targets = frame.function.branches(frame.block, inst);
                let Some((to, arguments)) = targets.first() else { return Err(Stop::Trap) };
                self.branch(frame, inst, *to, arguments);
                return Ok(Next::Branched);
            }
            Op::Unreachable => return Err(UndefinedReason::Unreachable.into()),
            Op::Trap => return Err(Stop::Trap),
            _ => {}
        }
        let (mut values, mut violated) = (Vec::new(), false);
        for operand in &inst.operands {
            let (value, outside) = self.operand(frame, inst, operand);
            values.push(value);
            violated |= outside;
        }
        match inst.op {
            Op::BrIf => {
                let Some(Value::Bool(condition)) = values.first() else {
                    return Err(UndefinedReason::PoisonCondition.into());
                };
                let target = &inst.targets[usize::from(!condition)];
                self.branch(frame, inst, target.block, &target.arguments);
                return Ok(Next::Branched);
            }
            Op::Ret => {
                values.retain(|value| *value != Value::Token);
                return Ok(Next::Returns(values));
            }
            _ => {}
        }
        let results = if violated && !keeps_effects(inst.op) {
            vec![Value::Poison; inst.results.len()]
        } else {
            self.results(frame, inst, &Operands(values))?
        };
        self.set_results(frame, inst, results);
        Ok(Next::Follows)
    }

    fn results(&mut self, frame: &mut Frame<'m>, inst: &'m Inst, of: &Operands) -> Result<Vec<Value>, Stop> {
        let ty = inst.results.first().map_or(&Type::Int, |result| frame.function.type_of(*result));
        let poisoned = of.0.contains(&Value::Poison);
        let value = match (inst.op, &inst.payload) {
            (_, Payload::Integer(value)) => Value::Int(value.clone()),
            (_, Payload::Bool(value)) => Value::Bool(*value),
            (_, Payload::Float(ty, bits)) => Value::Float(*ty, *bits),
            (_, Payload::Param(index)) => {
                frame.arguments.get(*index as usize).cloned().unwrap_or(Value::Poison)
            }
            (Op::Select, _) if of.is_poison(0) => Value::Poison,
            (Op::Select, _) => of.value(if of.bool(0) { 1 } else { 2 }),
            (Op::InsertValue, Payload::Indices(path)) => {
                let (last, outer) = path.split_last().unwrap_or((&0, &[]));
                let element = crate::types::element(ty, outer).and_then(|ty| ty.element(*last));
                let mut new = of.value(1);
                if element.is_some_and(|(_, annotation)| !new.satisfies(annotation)) {
                    new = self.make_poison(frame, inst, PoisonSource::ResultAnnotation);
                }
                insert(of.value(0), ty, new, path)
            }
            (Op::ExtractValue, Payload::Indices(path)) => extract(of.value(0), path),
            (Op::Bitcast, _) => return Ok(vec![self.bitcast(frame, inst, of)]),
            (Op::CallRet2, _) => {
                let token = inst.operands.first().map(|operand| operand.value);
                let second = token.and_then(|token| frame.second.get(&token)).cloned();
                let second = second.ok_or(UndefinedReason::NoSecondResult)?;
                if !second.is_of(ty) {
                    return Err(UndefinedReason::OtherSignature.into());
                }
                second
            }
            (Op::LandingPad, _) => Value::Ptr(Pointer { allocation: None, address: frame.thrown }),
            (op, _) if is_memory(op) => return self.memory_results(frame, inst, of),
            (op, _) if poisoned => return Ok(vec![Value::Poison; op.row().results.len()]),
            (Op::BAnd, _) => Value::Bool(of.bool(0) & of.bool(1)),
            (Op::BOr, _) => Value::Bool(of.bool(0) | of.bool(1)),
            (Op::BXor, _) => Value::Bool(of.bool(0) ^ of.bool(1)),
            (Op::ICmp, Payload::Int(predicate)) => {
                Value::Bool(integer::compare(*predicate, &of.int(0), &of.int(1)))
            }
            (Op::FCmp, Payload::FloatPredicate(predicate)) => match of.value(0) {
                Value::Float(ty, bits) => Value::Bool(float::compare(*predicate, ty, bits, of.float(1))),
                _ => Value::Poison,
            },
            (Op::FpToSi | Op::FpToUi, _) => match of.value(0) {
                Value::Float(ty, bits) => match float::to_integer(ty, bits) {
                    Some(value) if inst.op == Op::FpToUi && value.sign() == Sign::Minus => {
                        self.make_poison(frame, inst, PoisonSource::NegativeOperand)
                    }
                    Some(value) => Value::Int(value),
                    None => self.make_poison(frame, inst, PoisonSource::NotANumber),
                },
                _ => Value::Poison,
            },
            (Op::UiToFp, _) if of.int(0).sign() == Sign::Minus => {
                self.make_poison(frame, inst, PoisonSource::NegativeOperand)
            }
            (Op::SiToFp | Op::UiToFp, Payload::Type(Type::Float(ty), _)) => {
                Value::Float(*ty, float::from_integer(*ty, &of.int(0)))
            }
            (Op::FpConvert, _) => match (of.value(0), ty) {
                (Value::Float(from, bits), Type::Float(to)) => {
                    Value::Float(*to, float::convert(from, *to, bits))
                }
                _ => Value::Poison,
            },
            (Op::PtrAdd, _) => {
                let pointer = of.pointer(0);
                let address = pointer.address.wrapping_add(low64(&of.int(1)));
                Value::Ptr(Pointer { address, ..pointer })
            }
            (Op::PtrDiff, _) => {
                let (a, b) = (of.pointer(0), of.pointer(1));
                if a.allocation == b.allocation && a.allocation.is_some() {
                    Value::int(a.address.wrapping_sub(b.address) as i64)
                } else {
                    self.make_poison(frame, inst, PoisonSource::OtherAllocation)
                }
            }
            (Op::PtrToInt, _) => {
                self.memory.expose(of.pointer(0));
                Value::int(of.pointer(0).address)
            }
            (Op::PtrToAddr, _) => Value::int(of.pointer(0).address),
            (Op::IntToPtr, _) => Value::Ptr(Pointer { allocation: None, address: low64(&of.int(0)) }),
            (op, _) => match of.value(0) {
                Value::Float(ty, bits) => Value::Float(ty, float::evaluate(op, ty, bits, of.float(1))?),
                _ => {
                    let args: Vec<BigInt> = (0..of.0.len()).map(|index| of.int(index)).collect();
                    return match evaluate(op, inst.width(), &args, self.division) {
                        Ok(values) => Ok(values),
                        Err(NoValue::Limit(limit)) => Err(limit.into()),
                        Err(NoValue::Poison(source)) => {
                            self.poison(source, place_of(frame, inst));
                            Ok(vec![Value::Poison; inst.results.len()])
                        }
                    };
                }
            },
        };
        Ok(vec![value])
    }

    /// Poison, which is recorded.
    fn make_poison(&mut self, frame: &Frame<'m>, inst: &Inst, source: PoisonSource) -> Value {
        self.poison(source, place_of(frame, inst));
        Value::Poison
    }

    /// The bytes of the operand, read as the result's type. An integer has the width of its annotation.
    fn bitcast(&mut self, frame: &Frame<'m>, inst: &Inst, of: &Operands) -> Value {
        let Some((operand, result)) = inst.operands.first().zip(inst.results.first()) else {
            return Value::Poison;
        };
        let (from, to) =
            (&frame.function.values[operand.value.index()], &frame.function.values[result.index()]);
        let own = operand.annotation.bits().is_some();
        let annotation = if own { &operand.annotation } else { &from.annotation };
        if from.ty == to.ty {
            return of.value(0);
        }
        let mut bytes = of.value(0).encode(&from.ty, annotation);
        // An integer without a width has the other type's size.
        if from.ty == Type::Int && annotation.bits().is_none() {
            let bits = u32::try_from(8 * to.ty.bytes(&to.annotation).unwrap_or(0)).unwrap_or(0);
            bytes = of.value(0).encode(&from.ty, &width(bits));
        }
        let bits = u32::try_from(8 * bytes.len()).unwrap_or(0);
        let own = to.annotation.bits().is_some() || to.ty != Type::Int;
        let annotation = if own { to.annotation.clone() } else { width(bits) };
        if to.ty.bytes(&annotation) != Some(bytes.len() as u64) {
            return self.make_poison(frame, inst, PoisonSource::OutsideWidth);
        }
        let place = place_of(frame, inst);
        Value::decode(&bytes, &to.ty, &annotation, &mut |source| self.poison_once(source, &place))
    }

    fn poison_once(&mut self, source: PoisonSource, place: &super::Place) {
        self.poison(source, place.clone());
    }

    /// Reads a value from memory.
    fn load(
        &mut self,
        frame: &Frame<'m>,
        inst: &Inst,
        from: Pointer,
        (ty, annotation): &(Type, Annotation),
    ) -> Result<Value, Stop> {
        let bytes = self.memory.read(from, ty.bytes(annotation).unwrap_or(0))?.to_vec();
        let place = place_of(frame, inst);
        Ok(Value::decode(&bytes, ty, annotation, &mut |source| self.poison_once(source, &place)))
    }

    fn memory_results(
        &mut self,
        frame: &mut Frame<'m>,
        inst: &'m Inst,
        of: &Operands,
    ) -> Result<Vec<Value>, Stop> {
        let accessed = access(frame.function, inst).unwrap_or((Type::Int, Annotation::default()));
        if matches!(inst.op, Op::LoadAtomic | Op::StoreAtomic | Op::Rmw | Op::CmpXchg) {
            let at = of.address(usize::from(inst.op == Op::StoreAtomic))?;
            if !at.address.is_multiple_of(accessed.0.bytes(&accessed.1).unwrap_or(1).max(1)) {
                return Err(UndefinedReason::Misaligned.into());
            }
        }
        Ok(match inst.op {
            Op::Load => vec![self.load(frame, inst, of.address(0)?, &accessed)?],
            Op::LoadAtomic => vec![Value::Token, self.load(frame, inst, of.address(0)?, &accessed)?],
            Op::Store | Op::StoreAtomic => {
                let to = of.address(1)?;
                self.memory.write(to, &of.value(0).encode(&accessed.0, &accessed.1))?;
                vec![Value::Token]
            }
            Op::Rmw => {
                let at = of.address(0)?;
                let old = self.load(frame, inst, at, &accessed)?;
                let Payload::Rmw(op, _) = inst.payload else { return Ok(vec![Value::Token, old]) };
                let new = match (op, &old, of.value(1)) {
                    (RmwOp::Xchg, _, new) => new,
                    (op, Value::Int(a), Value::Int(b)) => Value::Int(match op {
                        RmwOp::Add => a + b,
                        RmwOp::Sub => a - b,
                        RmwOp::And => a & b,
                        RmwOp::Or => a | b,
                        _ => a ^ b,
                    }),
                    (RmwOp::And, Value::Bool(a), Value::Bool(b)) => Value::Bool(a & b),
                    (RmwOp::Or, Value::Bool(a), Value::Bool(b)) => Value::Bool(a | b),
                    (RmwOp::Xor, Value::Bool(a), Value::Bool(b)) => Value::Bool(a ^ b),
                    _ => Value::Poison,
                };
                self.memory.write(at, &new.encode(&accessed.0, &accessed.1))?;
                vec![Value::Token, old]
            }
            Op::CmpXchg => {
                let at = of.address(0)?;
                let old = self.load(frame, inst, at, &accessed)?;
                if old == Value::Poison || of.is_poison(1) {
                    // Whether the exchange happens is not known.
                    self.memory.write(at, &Value::Poison.encode(&accessed.0, &accessed.1))?;
                } else if bits(&old, &accessed) == bits(&of.value(1), &accessed) {
                    self.memory.write(at, &of.value(2).encode(&accessed.0, &accessed.1))?;
                }
                vec![Value::Token, old]
            }
            Op::StackSlot => {
                let bytes = match inst.payload {
                    Payload::Width(bytes) => usize::try_from(bytes).map_err(|_| Limit::Memory)?,
                    _ => 0,
                };
                let pointer = self.memory.allocate(vec![Byte::Uninitialised; bytes], Kind::Data)?;
                frame.slots.push(pointer);
                vec![Value::Ptr(pointer)]
            }
            Op::MemCpy | Op::MemMove => {
                let (to, from, count) = (of.address(0)?, of.address(1)?, self.count(of, 2)?);
                aligned(inst, &[to, from])?;
                let overlap = to.address < from.address.saturating_add(count)
                    && from.address < to.address.saturating_add(count);
                let bytes = self.memory.read(from, count)?.to_vec();
                if inst.op == Op::MemCpy && overlap && count > 0 {
                    return Err(UndefinedReason::Overlap.into());
                }
                self.memory.write(to, &bytes)?;
                vec![Value::Token]
            }
            Op::MemSet => {
                let (to, count) = (of.address(0)?, self.count(of, 2)?);
                aligned(inst, &[to])?;
                let byte = match of.value(1) {
                    Value::Int(value) => Byte::Bits(low64(&value) as u8),
                    _ => Byte::Poison,
                };
                self.memory.read(to, count)?; // bounds first: a count may be huge
                let bytes = vec![byte; usize::try_from(count).map_err(|_| UndefinedReason::OutOfBounds)?];
                self.memory.write(to, &bytes)?;
                vec![Value::Token]
            }
            Op::SymbolAddr | Op::TlsSymbolAddr => {
                let Payload::Symbol(name) = &inst.payload else { return Ok(vec![Value::Poison]) };
                let pointer = match inst.op {
                    Op::SymbolAddr => self.symbol(name)?,
                    _ => self.thread_local(name)?,
                };
                vec![Value::Ptr(pointer)]
            }
            _ => vec![Value::Token],
        })
    }

    /// The count of bytes of an operation on memory.
    fn count(&self, of: &Operands, index: usize) -> Result<u64, Stop> {
        match of.0.get(index) {
            Some(Value::Int(value)) if value.sign() == Sign::Minus => {
                Err(UndefinedReason::NegativeCount.into())
            }
            Some(Value::Int(value)) => Ok(u64::try_from(value).map_err(|_| UndefinedReason::OutOfBounds)?),
            _ => Err(UndefinedReason::PoisonCount.into()),
        }
    }

    /// The instance of thread-local data: a copy of the module's data with this name.
    fn thread_local(&mut self, name: &str) -> Result<Pointer, Limit> {
        if let Some(pointer) = self.thread_local.get(name) {
            return Ok(*pointer);
        }
        let data = self.module.data.iter().find(|data| data.name == name);
        let data = data.ok_or_else(|| Limit::Extern(name.into()))?;
        let bytes = data.bytes.iter().map(|byte| Byte::Bits(*byte)).collect();
        let pointer = self.memory.allocate(bytes, Kind::Data)?;
        self.thread_local.insert(name.into(), pointer);
        Ok(pointer)
    }
}

fn is_memory(op: Op) -> bool {
    matches!(
        op,
        Op::Load
            | Op::Store
            | Op::StackSlot
            | Op::MemCpy
            | Op::MemMove
            | Op::MemSet
            | Op::LoadAtomic
            | Op::StoreAtomic
            | Op::Rmw
            | Op::CmpXchg
            | Op::Fence
            | Op::SymbolAddr
            | Op::TlsSymbolAddr
    )
}

/// The bits that a value has in memory. Pointers are compared by their addresses.
fn bits(value: &Value, (ty, annotation): &(Type, Annotation)) -> Vec<Option<u8>> {
    value.encode(ty, annotation).into_iter().map(Byte::bits).collect()
}

fn width(bits: u32) -> Annotation {
    Annotation { ranges: vec![crate::Range { signed: false, bits }], ..Annotation::default() }
}

fn aligned(inst: &Inst, pointers: &[Pointer]) -> Result<(), UndefinedReason> {
    let align = match inst.payload {
        Payload::Width(align) => align.max(1),
        _ => 1,
    };
    let wrong = pointers.iter().any(|pointer| !pointer.address.is_multiple_of(align));
    if wrong { Err(UndefinedReason::Misaligned) } else { Ok(()) }
}

/// The element at an index path.
fn extract(value: Value, path: &[u32]) -> Value {
    path.iter().fold(value, |value, index| match value {
        Value::Aggregate(elements) => elements.into_iter().nth(*index as usize).unwrap_or(Value::Poison),
        _ => Value::Poison,
    })
}

/// The aggregate with another element at an index path. A poisoned aggregate has elements that are poison.
fn insert(value: Value, ty: &Type, new: Value, path: &[u32]) -> Value {
    let Some((index, rest)) = path.split_first() else { return new };
    let mut elements = match value {
        Value::Aggregate(elements) => elements,
        _ => vec![Value::Poison; ty.element_count() as usize],
    };
    if let (Some(element), Some((ty, _))) = (elements.get_mut(*index as usize), ty.element(*index)) {
        let old = std::mem::replace(element, Value::Poison);
        *element = insert(old, ty, new, rest);
    }
    Value::Aggregate(elements)
}
