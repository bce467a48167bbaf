//! Loads and stores of vectors and of their lanes, with the bounds checks of scalar accesses.
//!
//! Lanes of 32 and 64 bits are accessed as floats, which are in vector registers.

use super::super::Function;
use super::super::memory::memory_of;
use barebones::base::{Arch, Lane, Type};
use barebones::ir::{Opcode, ValueId};
use wasmparser::MemArg;

impl Function<'_> {
    /// The address of an access, and an offset to add.
    fn vector_address(&mut self, arg: &MemArg, index: ValueId, size: u64) -> (ValueId, i32, bool) {
        let is_compared = self.is_compared(memory_of(arg));
        let (address, offset) = self.address(arg, index, size, is_compared);
        (address, offset, is_compared)
    }

    fn load_typed(&mut self, arg: &MemArg, index: ValueId, ty: Type) -> ValueId {
        let (address, offset, is_compared) = self.vector_address(arg, index, ty.size().into());
        let value = self.cursor().load(ty, address, offset);
        self.access(value, is_compared);
        value
    }

    /// Loads one lane as a scalar.
    fn load_scalar(&mut self, arg: &MemArg, index: ValueId, lane: Lane) -> ValueId {
        let bytes = lane.bits() / 8;
        if bytes >= 4 {
            return self.load_typed(arg, index, lane.scalar());
        }
        let (address, offset, is_compared) = self.vector_address(arg, index, bytes.into());
        let value = match bytes {
            1 => self.cursor().load8z(address, offset),
            _ => self.cursor().load16z(address, offset),
        };
        self.access(value, is_compared);
        value
    }

    pub(super) fn load_vector(&mut self, arg: &MemArg) {
        let index = self.pop();
        let value = self.load_typed(arg, index, Type::V128);
        self.push(value);
    }

    pub(super) fn load_extended(&mut self, arg: &MemArg, lane: Lane) {
        let index = self.pop();
        let half = self.load_typed(arg, index, Type::Double);
        let both = self.cursor().vector(Opcode::VectorSplat, Lane::F64x2, &[half]);
        let value = self.cursor().vector(Opcode::VectorExtendLow, lane, &[both]);
        self.push(value);
    }

    pub(super) fn load_splat(&mut self, arg: &MemArg, lane: Lane) {
        let index = self.pop();
        let scalar = self.load_scalar(arg, index, lane);
        let value = self.cursor().vector(Opcode::VectorSplat, lane, &[scalar]);
        self.push(value);
    }

    pub(super) fn load_zero(&mut self, arg: &MemArg, lane: Lane) {
        let index = self.pop();
        let scalar = self.load_scalar(arg, index, lane);
        let zero = self.cursor().const128(0);
        let value = self.cursor().vector_at(Opcode::VectorReplaceLane, lane, 0, &[zero, scalar]);
        self.push(value);
    }

    pub(super) fn load_lane(&mut self, arg: &MemArg, lane: Lane, number: u8) {
        let [index, vector] = self.pop2();
        let scalar = self.load_scalar(arg, index, lane);
        let operands = [vector, scalar];
        let value = self.cursor().vector_at(Opcode::VectorReplaceLane, lane, number.into(), &operands);
        self.push(value);
    }

    pub(super) fn store_vector(&mut self, arg: &MemArg) {
        let [index, vector] = self.pop2();
        let (address, offset, is_compared) = self.vector_address(arg, index, Type::V128.size().into());
        if !is_compared && self.proc.target().desc.arch == Arch::A64 {
            // A store that faults in its second half may have written the first one there, so a load faults before it.
            let probe = self.cursor().load(Type::V128, address, offset);
            self.access(probe, is_compared);
        }
        let access = self.cursor().store(vector, address, offset);
        self.access(access, is_compared);
    }

    pub(super) fn store_lane(&mut self, arg: &MemArg, lane: Lane, number: u8) {
        let [index, vector] = self.pop2();
        let bytes = lane.bits() / 8;
        let scalar = self.cursor().vector_at(Opcode::VectorExtractLane, lane, number.into(), &[vector]);
        let (address, offset, is_compared) = self.vector_address(arg, index, bytes.into());
        let access = match bytes {
            1 => self.cursor().store8(scalar, address, offset),
            2 => self.cursor().store16(scalar, address, offset),
            _ => self.cursor().store(scalar, address, offset),
        };
        self.access(access, is_compared);
    }
}
