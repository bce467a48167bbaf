//! Locals, globals, constants, and operators that only move operands.

use super::{Function, heap};
use barebones::base::Type;
use barebones::ir::ValueId;
use wasmparser::Operator;

impl Function<'_> {
    /// Translates an operator of this family; returns false for other operators.
    #[inline(always)]
    pub(super) fn variable(&mut self, operator: &Operator<'_>) -> bool {
        match *operator {
            Operator::LocalGet { local_index } => {
                let local = self.local(local_index);
                let value = self.ssa.use_var(&mut self.proc, local, self.at);
                self.push(value);
            }
            Operator::LocalSet { local_index } => {
                let (value, local) = (self.pop(), self.local(local_index));
                self.ssa.define(local, self.at, value);
            }
            Operator::LocalTee { local_index } => {
                let value = self.s.stack.last().copied().unwrap_or_default();
                let local = self.local(local_index);
                self.ssa.define(local, self.at, value);
            }
            Operator::GlobalGet { global_index } => self.global_get(global_index),
            Operator::GlobalSet { global_index } => {
                let value = self.pop();
                let (address, offset) = self.global(global_index);
                self.store(value, address, offset, heap::GLOBALS);
            }
            Operator::I32Const { value } => {
                let value = self.const32(value);
                self.push(value);
            }
            Operator::I64Const { value } => {
                let value = self.const64(value);
                self.push(value);
            }
            Operator::F32Const { value } => {
                let value = self.cursor().constant(Type::Float, value.bits().into());
                self.push(value);
            }
            Operator::F64Const { value } => {
                let value = self.cursor().constant(Type::Double, value.bits());
                self.push(value);
            }
            Operator::Drop => _ = self.pop(),
            Operator::Select | Operator::TypedSelect { .. } => {
                let (condition, is_negated) = self.pop_condition();
                let [a, b] = self.pop2();
                let [then, otherwise] = if is_negated { [b, a] } else { [a, b] };
                let value = self.cursor().select(condition, then, otherwise);
                self.push(value);
            }
            _ => return false,
        }
        true
    }

    fn global_get(&mut self, global: u32) {
        let ty = self.info.globals[global as usize];
        let (address, offset) = self.global(global);
        let value = if ty.mutable {
            self.load(ty.content.machine(), address, offset, heap::GLOBALS)
        } else {
            self.constant_load(ty.content.machine(), address, offset)
        };
        self.push(value);
    }

    /// The address of a global, and an offset to add.
    fn global(&mut self, global: u32) -> (ValueId, i32) {
        let info = self.info;
        let layout = &info.layout;
        match global.checked_sub(self.info.imported_globals as u32) {
            Some(own) => (self.context(), layout.own_global(own)),
            None => {
                let (context, offset) = (self.context(), layout.imported_global(global));
                (self.constant_load(Type::Int64, context, offset), 0)
            }
        }
    }
}
