//! Cases of the rules of atomic accesses: see [`super::cases`].

use super::cases::{Case, I32, I64, body};
use super::*;
use crate::base::{HeapRange, MemoryOrder, Type, Width};
use crate::ir::{AtomicAccess, Opcode, RangePair, StackSlotKind};

const RELAXED: AtomicAccess = AtomicAccess::of(I32, 0).with_order(MemoryOrder::Relaxed);

/// An access with this order, of the type Int32.
fn access(opcode: Opcode, order: MemoryOrder) -> Procedure {
    body(|p, root, a, b| {
        let children: &[ValueId] = match opcode.arity() {
            Some(1) => &[b],
            Some(2) => &[a, b],
            _ => &[a, a, b],
        };
        let ty = if opcode == Opcode::AtomicStore { Type::Void } else { I32 };
        p.at(root).atomic(opcode, ty, children, RELAXED.with_order(order));
    })
}

pub(super) const CASES: &[Case] = &[
    (Rule::MemoryOrder, |broken| {
        body(|p, root, _, _| {
            let order = if broken { MemoryOrder::Relaxed } else { MemoryOrder::Compiler };
            p.at(root).fence_with(order, RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP });
        })
    }),
    (Rule::MemoryOrder, |broken| {
        body(|p, root, _, _| {
            let id = p.at(root).fence(RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP });
            p.values[id].payload = if broken { 6 } else { 4 };
        })
    }),
    (Rule::MemoryOrder, |broken| {
        access(Opcode::AtomicLoad, if broken { MemoryOrder::Release } else { MemoryOrder::Acquire })
    }),
    (Rule::MemoryOrder, |broken| {
        access(Opcode::AtomicLoad, if broken { MemoryOrder::AcqRel } else { MemoryOrder::SeqCst })
    }),
    (Rule::MemoryOrder, |broken| {
        access(Opcode::AtomicStore, if broken { MemoryOrder::Acquire } else { MemoryOrder::Release })
    }),
    (Rule::MemoryOrder, |broken| {
        access(Opcode::AtomicStore, if broken { MemoryOrder::AcqRel } else { MemoryOrder::SeqCst })
    }),
    (Rule::MemoryOrder, |broken| {
        access(Opcode::AtomicXchg, if broken { MemoryOrder::Compiler } else { MemoryOrder::AcqRel })
    }),
    (Rule::MemoryOrder, |broken| {
        access(Opcode::AtomicWeakCAS, if broken { MemoryOrder::Compiler } else { MemoryOrder::Relaxed })
    }),
    (Rule::AtomicWidth, |broken| {
        body(|p, root, _, b| {
            let width = if broken { Width::W32 } else { Width::W64 };
            p.at(root).atomic_load(I64, b, AtomicAccess::of(I64, 0).with_width(width));
        })
    }),
    (Rule::AtomicWidth, |broken| {
        body(|p, root, a, b| {
            let width = if broken { Width::W64 } else { Width::W8 };
            p.at(root).atomic_strong_cas(a, a, b, RELAXED.with_width(width));
        })
    }),
    (Rule::AtomicWidth, |broken| {
        body(|p, root, a, b| {
            let width = if broken { Width::W128 } else { Width::W16 };
            p.at(root).atomic_store(a, b, RELAXED.with_width(width));
        })
    }),
    (Rule::Ranges, |broken| {
        body(|p, root, a, b| {
            let id = p.at(root).atomic_xchg_add(a, b, RELAXED);
            p.values[id].aux = if broken { 6 } else { 0 };
        })
    }),
    (Rule::SlotAccess, |broken| {
        body(|p, root, a, _| {
            let slot = p.add_stack_slot(8, StackSlotKind::Locked);
            let base = p.at(root).slot_base(slot);
            p.at(root).atomic_xchg_add(a, base, AtomicAccess::of(I32, if broken { 5 } else { 4 }));
        })
    }),
    (Rule::Flags, |broken| {
        body(|p, root, _, b| {
            let id = p.at(root).atomic_load(I32, b, RELAXED);
            let flags = if broken { crate::ir::ValueFlags::IMMUTABLE } else { crate::ir::ValueFlags::TRAPS };
            p.values[id].flags |= flags;
        })
    }),
];
