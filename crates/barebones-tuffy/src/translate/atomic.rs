//! Atomic accesses and fences.

use super::{CoreValue, Translator, core_int};
use crate::annotation::Annotation;
use crate::ir::{Inst, Operand, Payload, Type, int_bytes};
use crate::refusal::{Feature, Refusal};
use crate::table::{FloatType, Op, Ordering, RmwOp};
use crate::validate::access;
use barebones::base::{HeapRange, MemoryOrder, Type as CoreType, Width};
use barebones::ir::{AtomicAccess, RangePair};

/// The scalar of an atomic access.
struct Scalar {
    ty: Type,
    annotation: Annotation,
    /// Its size in memory.
    bytes: u32,
}

impl Scalar {
    /// The register of its bits.
    fn bits(&self) -> u32 {
        if self.bytes == 8 { 64 } else { 32 }
    }

    /// True if its values are floats of the library.
    fn is_core_float(&self) -> bool {
        matches!(self.ty, Type::Float(FloatType::F32 | FloatType::F64))
    }
}

fn core_order(order: Ordering) -> MemoryOrder {
    match order {
        Ordering::Relaxed => MemoryOrder::Relaxed,
        Ordering::Acquire => MemoryOrder::Acquire,
        Ordering::Release => MemoryOrder::Release,
        Ordering::AcqRel => MemoryOrder::AcqRel,
        Ordering::SeqCst => MemoryOrder::SeqCst,
    }
}

/// The weakest order that orders as much as both: the library's compare-and-swap has one order.
fn both(success: Ordering, failure: Ordering) -> MemoryOrder {
    let (success, failure) = (core_order(success), core_order(failure));
    if success == MemoryOrder::Release && failure == MemoryOrder::Acquire {
        return MemoryOrder::AcqRel;
    }
    success.max(failure)
}

impl Translator<'_> {
    pub(super) fn fence(&mut self, inst: &Inst) {
        // A relaxed fence orders nothing.
        if let Payload::Order(order) = inst.payload
            && order != Ordering::Relaxed
        {
            let ranges = RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP };
            self.b().fence_with(core_order(order), ranges);
        }
    }

    /// `load.atomic`, `store.atomic`, `rmw` and `cmpxchg`.
    pub(super) fn atomic(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let scalar = self.atomic_scalar(inst)?;
        let of = &inst.operands;
        let place = if inst.op == Op::StoreAtomic { 1 } else { 0 };
        let address = self.accessed(inst, place);
        let ty = core_int(scalar.bits());
        let order = match inst.payload {
            Payload::Order(order) | Payload::Rmw(_, order) => core_order(order),
            Payload::CmpXchg(success, failure) => both(success, failure),
            _ => MemoryOrder::SeqCst,
        };
        let width = match scalar.bytes {
            1 => Width::W8,
            2 => Width::W16,
            4 => Width::W32,
            _ => Width::W64,
        };
        let access = AtomicAccess::of(ty, 0).with_width(width).with_order(order);
        let old = match inst.payload {
            Payload::Rmw(op, _) => {
                let value = self.atomic_operand(&of[1], &scalar);
                let mut b = self.b();
                match op {
                    RmwOp::Xchg => b.atomic_xchg(value, address, access),
                    RmwOp::Add => b.atomic_xchg_add(value, address, access),
                    RmwOp::Sub => b.atomic_xchg_sub(value, address, access),
                    RmwOp::And => b.atomic_xchg_and(value, address, access),
                    RmwOp::Or => b.atomic_xchg_or(value, address, access),
                    RmwOp::Xor => b.atomic_xchg_xor(value, address, access),
                }
            }
            Payload::CmpXchg(..) => {
                let expected = self.atomic_operand(&of[1], &scalar);
                let new = self.atomic_operand(&of[2], &scalar);
                self.b().atomic_strong_cas(expected, new, address, access)
            }
            _ if inst.op == Op::StoreAtomic => {
                let value = self.atomic_operand(&of[0], &scalar);
                self.b().atomic_store(value, address, access);
                return Ok(());
            }
            _ => self.b().atomic_load(ty, address, access),
        };
        if scalar.ty == Type::Int {
            let signed = scalar.annotation.range().is_some_and(|range| range.signed);
            let old = if signed { self.extend(old, scalar.bits(), 8 * scalar.bytes, true) } else { old };
            return self.define(inst, 1, old, scalar.bits());
        }
        let old = if scalar.is_core_float() { self.b().bitwise_cast(old) } else { old };
        self.define_scalar(inst, 1, old);
        self.check_class(inst)
    }

    /// What an atomic access reads or writes: one scalar of a size that the machine accesses at once.
    fn atomic_scalar(&self, inst: &Inst) -> Result<Scalar, Refusal> {
        let (ty, annotation) = access(self.function, inst).unwrap_or((Type::Int, Annotation::default()));
        let bytes = match ty {
            Type::Int => annotation.bits().map_or(0, int_bytes),
            Type::Bool | Type::Ptr | Type::Float(_) => {
                ty.bytes(&annotation).and_then(|bytes| u32::try_from(bytes).ok()).unwrap_or(0)
            }
            _ => 0,
        };
        match bytes {
            1 | 2 | 4 | 8 => Ok(Scalar { ty, annotation, bytes }),
            _ => self.unsupported(Feature::AtomicSize, inst),
        }
    }

    /// The bits of an operand.
    fn atomic_operand(&mut self, operand: &Operand, scalar: &Scalar) -> CoreValue {
        if scalar.ty == Type::Int {
            return self.int(operand, scalar.bits());
        }
        let value = self.scalar(operand);
        match self.proc.type_of(value) {
            CoreType::Float | CoreType::Double => self.b().bitwise_cast(value),
            _ => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_order_covers_success_and_failure() {
        use Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
        for (success, failure, expected) in [
            (Relaxed, Relaxed, MemoryOrder::Relaxed),
            (Relaxed, Acquire, MemoryOrder::Acquire),
            (Release, Acquire, MemoryOrder::AcqRel),
            (Release, Relaxed, MemoryOrder::Release),
            (AcqRel, Acquire, MemoryOrder::AcqRel),
            (Acquire, SeqCst, MemoryOrder::SeqCst),
        ] {
            assert_eq!(both(success, failure), expected, "{success:?} {failure:?}");
        }
    }
}
