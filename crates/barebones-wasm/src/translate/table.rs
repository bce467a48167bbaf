//! Tables.

use super::{Function, heap};
use crate::error::user;
use crate::layout::{Builtin, WORD, table};
use barebones::base::{TrapCode, Type};
use barebones::ir::ValueId;
use wasmparser::Operator;

impl Function<'_> {
    /// Translates an operator of this family; returns false for other operators.
    #[inline(always)]
    pub(super) fn table(&mut self, operator: &Operator<'_>) -> bool {
        match *operator {
            Operator::TableGet { table } => {
                let index = self.pop();
                let address = self.element(table, index, user::TABLE_OUT_OF_BOUNDS);
                let element = self.load(Type::Int64, address, 0, heap::TABLES);
                self.push(element);
            }
            Operator::TableSet { table } => {
                self.note_write(table);
                let [index, element] = self.pop2();
                let address = self.element(table, index, user::TABLE_OUT_OF_BOUNDS);
                self.store(element, address, 0, heap::TABLES);
            }
            Operator::TableSize { table } => {
                let is_64 = self.is_table64(table);
                let address = self.table_address(table);
                let len = self.table_len(table, address);
                self.push_count(is_64, len);
            }
            Operator::TableGrow { table } => {
                self.note_write(table);
                let [element, count] = self.pop2();
                let (is_64, count) = (self.is_table64(table), self.index(count));
                let table = self.const32(table as i32);
                let before = self.call_builtin(Builtin::TableGrow, Type::Int64, &[table, element, count]);
                self.push_count(is_64, before);
            }
            Operator::TableFill { table } => {
                self.note_write(table);
                let [to, element, count] = self.pop3();
                let [to, count] = [to, count].map(|operand| self.index(operand));
                let table = self.const32(table as i32);
                self.call_table_builtin(Builtin::TableFill, &[table, to, element, count]);
            }
            Operator::TableCopy { dst_table, src_table } => {
                self.note_write(dst_table);
                let [to, from, count] = self.pop3().map(|operand| self.index(operand));
                let tables = [self.const32(dst_table as i32), self.const32(src_table as i32)];
                self.call_table_builtin(Builtin::TableCopy, &[tables[0], tables[1], to, from, count]);
            }
            Operator::TableInit { elem_index, table } => {
                self.note_write(table);
                let [to, from, count] = self.pop3();
                let to = self.index(to);
                let which = [self.const32(table as i32), self.const32(elem_index as i32)];
                self.call_table_builtin(Builtin::TableInit, &[which[0], which[1], to, from, count]);
            }
            Operator::ElemDrop { elem_index } => {
                let segment = self.const32(elem_index as i32);
                self.call_builtin(Builtin::ElemDrop, Type::Void, &[segment]);
            }
            _ => return false,
        }
        true
    }

    fn call_table_builtin(&mut self, builtin: Builtin, arguments: &[ValueId]) {
        self.call_checked_builtin(builtin, arguments, user::TABLE_OUT_OF_BOUNDS);
    }

    fn is_table64(&self, table: u32) -> bool {
        self.info.tables[table as usize].table64
    }

    /// Pushes a number of elements, in the index width of the table.
    fn push_count(&mut self, is_64: bool, count: ValueId) {
        let count = if is_64 { count } else { self.cursor().trunc(count) };
        self.push(count);
    }

    fn table_address(&mut self, table: u32) -> ValueId {
        let (context, offset) = (self.context(), self.info.layout.table(table));
        self.constant_load(Type::Int64, context, offset)
    }

    /// Traps if the index is out of bounds of the table. Returns the address of the element.
    pub(super) fn element(&mut self, table: u32, index: ValueId, code: TrapCode) -> ValueId {
        let address = self.table_address(table);
        let index = self.index(index);
        let len = self.table_len(table, address);
        self.trap_unless_below(index, len, code);
        let base = match self.info.constant_table(table) {
            Some(_) => self.constant_load(Type::Int64, address, table::BASE),
            None => self.load(Type::Int64, address, table::BASE, heap::TABLES),
        };
        let shift = self.const32(WORD.trailing_zeros() as i32);
        let distance = self.cursor().shl(index, shift);
        self.cursor().add(base, distance)
    }

    /// Traps if the index is not below the number of elements.
    pub(super) fn trap_unless_below(&mut self, index: ValueId, len: ValueId, code: TrapCode) {
        let outside = self.cursor().above_equal(index, len);
        self.trap_if(outside, code);
    }

    /// Number of elements of a table.
    fn table_len(&mut self, table: u32, address: ValueId) -> ValueId {
        match self.info.constant_table(table) {
            Some(constant) => self.const64(constant.len as i64),
            None => self.load(Type::Int64, address, table::LEN, heap::TABLES),
        }
    }

    /// Notes that the function writes a table, which others may take for constant.
    fn note_write(&mut self, table: u32) {
        let constant = self.info.constant_tables.get(table as usize);
        self.surprises.table_write |= constant.is_some_and(Option::is_some);
    }
}
