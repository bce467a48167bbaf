//! Translates atomic accesses. Cranelift's are sequentially consistent.

use super::Result;
use super::translate::Translator;
use crate::base::{Type, Width};
use crate::ir::{Opcode, ValueId};
use cranelift_codegen::ir as clif;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{AtomicRmwOp, InstBuilder};

impl Translator<'_> {
    pub(super) fn atomic(&mut self, id: ValueId) -> Result {
        let value = *self.proc.value(id);
        let Some(access) = value.atomic() else { return self.unsupported(value.opcode().name()) };
        let flags = self.memory_flags(id)?;
        let children = self.proc.children(id).to_vec();
        let mut operands = Vec::new();
        for &child in &children {
            operands.push(self.get(child)?);
        }
        let Some(base) = operands.pop() else { return self.unsupported(value.opcode().name()) };
        let address = match access.offset {
            0 => base,
            offset => {
                let offset = self.builder.ins().iconst(I64, i64::from(offset));
                self.builder.ins().iadd(base, offset)
            }
        };
        let ty = match access.width {
            Width::W8 => I8,
            Width::W16 => I16,
            Width::W32 => I32,
            _ => I64,
        };
        let is_wide = self.proc.atomic_type(&value) == Type::Int64;
        let is_narrow = ty == I8 || ty == I16;
        let narrow: Vec<clif::Value> = operands
            .iter()
            .map(|operand| if is_narrow { self.builder.ins().ireduce(ty, *operand) } else { *operand })
            .collect();
        let ins = self.builder.ins();
        let old = match (value.opcode(), &narrow[..]) {
            (Opcode::AtomicLoad, _) => ins.atomic_load(ty, flags, address),
            (Opcode::AtomicStore, &[stored, ..]) => {
                ins.atomic_store(flags, stored, address);
                return Ok(());
            }
            (Opcode::AtomicWeakCAS | Opcode::AtomicStrongCAS, &[expected, new, ..]) => {
                ins.atomic_cas(flags, address, expected, new)
            }
            (opcode, &[operand, ..]) => {
                let change = match opcode {
                    Opcode::AtomicXchg => AtomicRmwOp::Xchg,
                    Opcode::AtomicXchgAdd => AtomicRmwOp::Add,
                    Opcode::AtomicXchgSub => AtomicRmwOp::Sub,
                    Opcode::AtomicXchgAnd => AtomicRmwOp::And,
                    Opcode::AtomicXchgOr => AtomicRmwOp::Or,
                    _ => AtomicRmwOp::Xor,
                };
                ins.atomic_rmw(ty, flags, change, address, operand)
            }
            (opcode, _) => return self.unsupported(opcode.name()),
        };
        let result = match (value.opcode(), is_narrow) {
            (Opcode::AtomicWeakCAS, _) => {
                let same = self.builder.ins().icmp(IntCC::Equal, old, narrow[0]);
                self.builder.ins().uextend(I32, same)
            }
            (_, true) => self.builder.ins().uextend(if is_wide { I64 } else { I32 }, old),
            _ => old,
        };
        self.define(id, result);
        Ok(())
    }
}
