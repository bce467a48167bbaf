//! Memory instructions, and their effect on the shadow of the stack.

use super::Fault;
use super::machine::{Machine, Step};
use super::program::{AtomicChange, AtomicSite, Slot};
use crate::base::TrapCode;

const VECTOR_BYTES: u32 = 16;

impl Machine<'_, '_> {
    /// Reads a slot used as an address or a count; unspecified bits are undefined behavior.
    fn address(&self, slot: Slot) -> Step<u64> {
        if self.is_unspecified(slot) {
            return self.undefined("access at an unspecified address, or of an unspecified count");
        }
        Ok(self.get(slot))
    }

    #[cold]
    fn fault<T>(&self, fault: Fault, traps: bool) -> Step<T> {
        if traps { self.trap(TrapCode::HeapOutOfBounds) } else { self.undefined(fault.to_string()) }
    }

    /// Reads the word of a Poll.
    pub(super) fn polled(&mut self, address: Slot) -> Step<u64> {
        let address = self.address(address)?;
        match self.host.load(address, 4) {
            Ok(_) if self.shadow.any(address, 4) => self.undefined("a poll of an unspecified word"),
            Ok(bits) => Ok(bits),
            Err(fault) => self.fault(fault, false),
        }
    }

    #[inline]
    pub(super) fn load(
        &mut self,
        to: Slot,
        address: Slot,
        offset: i32,
        bytes: u8,
        signed: bool,
        traps: bool,
    ) -> Step<()> {
        let address = self.address(address)?.wrapping_add_signed(offset.into());
        let mut bits = match self.host.load(address, bytes.into()) {
            Ok(bits) => bits,
            Err(fault) => return self.fault(fault, traps),
        };
        if signed {
            // Bytes and halfwords are sign-extended to 32 bits; wider loads never are.
            let unused = 32 - 8 * u32::from(bytes);
            bits = u64::from((((bits as u32) << unused) as i32 >> unused) as u32);
        }
        let unspecified = self.shadow.any(address, bytes.into());
        self.set(to, bits, unspecified);
        Ok(())
    }

    #[inline]
    pub(super) fn store(
        &mut self,
        value: Slot,
        address: Slot,
        offset: i32,
        bytes: u8,
        traps: bool,
    ) -> Step<()> {
        let address = self.address(address)?.wrapping_add_signed(offset.into());
        self.store_bits(address, bytes, self.scalar(value), traps)
    }

    fn store_bits(
        &mut self,
        address: u64,
        bytes: u8,
        (bits, unspecified): (u64, bool),
        traps: bool,
    ) -> Step<()> {
        if self.shadow.contains(address, bytes.into()) {
            self.mark_slot_unspecified(address, bytes.into());
            self.shadow.set(address, bytes.into(), unspecified);
        } else if unspecified {
            self.observe_unspecified();
        }
        match self.host.store(address, bytes.into(), bits) {
            Ok(()) => Ok(()),
            Err(fault) => self.fault(fault, traps),
        }
    }

    pub(super) fn load_vector(
        &mut self,
        to: Slot,
        address: Slot,
        offset: i32,
        traps: bool,
        is_volatile: bool,
    ) -> Step<()> {
        if is_volatile {
            self.host.volatile(VECTOR_BYTES, false);
        }
        let address = self.address(address)?.wrapping_add_signed(offset.into());
        for word in [0, 1] {
            let at = address.wrapping_add(8 * u64::from(word));
            match self.host.load(at, 8) {
                Ok(bits) => self.set(to + word, bits, self.shadow.any(at, 8)),
                Err(fault) => return self.fault(fault, traps),
            }
        }
        Ok(())
    }

    pub(super) fn store_vector(
        &mut self,
        value: Slot,
        address: Slot,
        offset: i32,
        traps: bool,
        is_volatile: bool,
    ) -> Step<()> {
        if is_volatile {
            self.host.volatile(VECTOR_BYTES, true);
        }
        let address = self.address(address)?.wrapping_add_signed(offset.into());
        let words = [0, 1].map(|word| self.scalar(value + word));
        let on_stack = self.shadow.contains(address, VECTOR_BYTES.into());
        if on_stack {
            self.mark_slot_unspecified(address, VECTOR_BYTES.into());
        } else if words.iter().any(|word| word.1) {
            self.observe_unspecified();
        }
        // A store that faults writes nothing: test the first word before the second is stored.
        if let Err(fault) = self.host.load(address, 8) {
            return self.fault(fault, traps);
        }
        for (word, (bits, unspecified)) in words.into_iter().enumerate().rev() {
            let at = address.wrapping_add(8 * word as u64);
            if on_stack {
                self.shadow.set(at, 8, unspecified);
            }
            if let Err(fault) = self.host.store(at, 8, bits) {
                return self.fault(fault, traps);
            }
        }
        Ok(())
    }

    /// Executes an atomic access. A weak compare-and-swap never fails without reason.
    pub(super) fn atomic(&mut self, to: Slot, site: AtomicSite) -> Step<()> {
        let AtomicSite { change, address, offset, bytes, traps } = site;
        if let AtomicChange::Store { value } = change {
            return self.store(value, address, offset, bytes, traps);
        }
        let at = self.address(address)?.wrapping_add_signed(offset.into());
        let old = match self.host.load(at, bytes.into()) {
            Ok(bits) => bits,
            Err(fault) => return self.fault(fault, traps),
        };
        let unspecified = self.shadow.any(at, bytes.into());
        match change {
            AtomicChange::Load | AtomicChange::Store { .. } => self.set(to, old, unspecified),
            AtomicChange::Update { operand, run } => {
                let (bits, of_operand) = self.scalar(operand);
                self.store_bits(at, bytes, (run(old, bits), unspecified | of_operand), traps)?;
                self.set(to, old, unspecified);
            }
            AtomicChange::CompareAndSwap { expected, new, weak } => {
                let mask = u64::MAX >> (64 - 8 * u32::from(bytes));
                let ((bits, of_expected), stored) = (self.scalar(expected), self.scalar(new));
                if unspecified | of_expected {
                    self.observe_unspecified();
                }
                let is_equal = old == bits & mask;
                if is_equal {
                    self.store_bits(at, bytes, stored, traps)?;
                }
                match weak {
                    true => self.set(to, u64::from(is_equal), unspecified | of_expected),
                    false => self.set(to, old, unspecified),
                }
            }
        }
        Ok(())
    }

    /// Before a partial store to an anonymous slot of this frame: the rest of the slot becomes unspecified.
    fn mark_slot_unspecified(&mut self, address: u64, bytes: u64) {
        let slots = &self.program().anonymous;
        let offset = address.wrapping_sub(self.frame.frame_pointer) as i64;
        let Some(i) = slots.partition_point(|slot| slot.offset <= offset).checked_sub(1) else { return };
        let slot = slots[i];
        let within = offset - slot.offset < i64::from(slot.size);
        if within && bytes < u64::from(slot.size) {
            let start = self.frame.frame_pointer.wrapping_add_signed(slot.offset);
            self.clear_slots(start, slot.size.into());
        }
    }

    /// Fills memory of the stack with unspecified zeros.
    pub(super) fn clear_slots(&mut self, start: u64, bytes: u64) {
        self.shadow.set(start, bytes, true);
        // The host guarantees this memory; if it is missing, the next access faults.
        let _ = self.host.fill(start, 0, bytes);
    }

    pub(super) fn memory_copy(
        &mut self,
        destination: Slot,
        source: Slot,
        count: Slot,
        traps: bool,
    ) -> Step<()> {
        let (to, from) = (self.address(destination)?, self.address(source)?);
        let count = self.address(count)?;
        if count == 0 {
            return Ok(());
        }
        if let Err(fault) = self.host.copy(to, from, count) {
            return self.fault(fault, traps);
        }
        if !self.shadow.contains(to, count) && self.shadow.any(from, count) {
            self.observe_unspecified();
        }
        self.shadow.copy(to, from, count);
        Ok(())
    }

    pub(super) fn memory_fill(
        &mut self,
        destination: Slot,
        byte: Slot,
        count: Slot,
        traps: bool,
    ) -> Step<()> {
        let (to, count) = (self.address(destination)?, self.address(count)?);
        let (byte, unspecified) = self.scalar(byte);
        if count == 0 {
            return Ok(());
        }
        if let Err(fault) = self.host.fill(to, byte as u8, count) {
            return self.fault(fault, traps);
        }
        if unspecified && !self.shadow.contains(to, count) {
            self.observe_unspecified();
        }
        self.shadow.set(to, count, unspecified);
        Ok(())
    }
}
