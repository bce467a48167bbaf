//! Islands: veneers, constants, jump tables and byte strings in the middle of AArch64 code, for instructions of short
//! range.
//!
//! Conditional branches, literal loads and `adr` of jump tables reach 1 MiB. Their target may be further away or not
//! known yet. Emission therefore checks between instructions whether the oldest such fix-up is about to go out of
//! range, and then emits an island, over which control jumps. An island contains a veneer (an unconditional jump) for
//! each unbound label, and the constants and tables used so far.
//!
//! Branches on a bit reach 32 KiB. They have islands of their own, with veneers of range 128 MiB. Such an island is
//! emitted before every other island, which may be longer than their range.
//!
//! - Requires: no flags and no scratch registers are live where an island may be emitted.
//! - Ensures: a short distance from before an island ends before the island or in it.
//! - Cost: each fix-up is examined by one island.

use super::{CodeBuffer, Fixup, FixupKind, Label, PoolItem, PoolKind, UNBOUND, pool_target};
use crate::isa::unwind::FrameState;
use crate::isa::{RelocKind, Relocation};
use rustc_hash::FxHashMap;

/// Maximum bytes of code between two checks. If a generator emits more, `finish` may fail.
const SLACK: u64 = 256 << 10;

/// Range of the fix-ups that get islands.
const REACH: u64 = 1 << 20;

/// Range of branches on a bit.
const NEAR_REACH: u64 = 1 << 15;

/// Like [`SLACK`], for branches on a bit. Longer code needs a near island before it.
const NEAR_SLACK: u64 = 2 << 10;

/// A short fix-up with an unbound label.
#[derive(Clone, Copy, Debug)]
struct Pending {
    /// Its index.
    fixup: u32,
    /// The frame state of the instruction, which a veneer continues.
    state: Option<FrameState>,
}

/// The short fix-ups with unbound labels.
#[derive(Debug, Default)]
pub(super) struct Islands {
    /// Indices of the fix-ups of branches on a bit, in order of offsets.
    near: Vec<Pending>,
    /// Maximum offset in range of the first of `near`.
    near_end: Option<u64>,
    /// Indices of the other fix-ups, in order of offsets.
    pending: Vec<Pending>,
    /// Maximum offset in range of the first of `pending`.
    end: Option<u64>,
    /// Number of entries of jump tables already placed in islands.
    placed: usize,
}

impl Islands {
    pub(super) fn clear(&mut self) {
        self.near.clear();
        self.near_end = None;
        self.pending.clear();
        self.end = None;
        self.placed = 0;
    }
}

impl CodeBuffer {
    /// Like [`CodeBuffer::add_fixup`], for a range of 1 MiB.
    pub(in crate::isa) fn add_short_fixup(&mut self, offset: u32, kind: FixupKind, label: Label) {
        if self.label_offset(label).is_none() {
            let (fixup, state) = (self.fixups.len() as u32, self.frame_state());
            self.islands.pending.push(Pending { fixup, state });
            self.islands.end.get_or_insert(u64::from(offset) + REACH);
        }
        self.add_fixup(offset, kind, label);
    }

    /// Like [`CodeBuffer::add_fixup`], for a range of 32 KiB. At most [`NEAR_SLACK`] bytes of code may be emitted
    /// between two checks; any number after [`CodeBuffer::emit_near_island`].
    pub(in crate::isa) fn add_near_fixup(&mut self, offset: u32, label: Label) {
        if self.label_offset(label).is_none() {
            let (fixup, state) = (self.fixups.len() as u32, self.frame_state());
            self.islands.near.push(Pending { fixup, state });
            self.islands.near_end.get_or_insert(u64::from(offset) + NEAR_REACH);
        }
        self.add_fixup(offset, FixupKind::A64Branch14, label);
    }

    /// Emits an island if a fix-up is about to go out of range. Only allocatable registers may be live.
    #[inline]
    pub(in crate::isa) fn emit_island_if_needed(&mut self) {
        if let Some(end) = self.islands.near_end
            && u64::from(self.offset()) + 4 * self.islands.near.len() as u64 + NEAR_SLACK > end
        {
            self.emit_near_island();
        }
        if let Some(end) = self.islands.end {
            let tables = 4 * (self.table_targets.len() - self.islands.placed) as u64;
            let size = 16 * self.islands.pending.len() as u64 + tables + self.blob_bytes;
            if u64::from(self.offset()) + size + SLACK > end {
                // The island and the following code may exceed the range of branches on a bit.
                self.emit_near_island();
                self.emit_island();
            }
        }
    }

    /// Emits an island for all branches on a bit with unbound labels; required before code of any length. Only
    /// allocatable registers may be live.
    pub(in crate::isa) fn emit_near_island(&mut self) {
        self.islands.near_end = None;
        if self.islands.near.is_empty() {
            return;
        }
        let mut near = std::mem::take(&mut self.islands.near);
        near.retain(|pending| self.unbound_target(*pending).is_some());
        if !near.is_empty() {
            let (over, here) = (self.new_label(), self.frame_state());
            self.jump(over);
            let mut veneers = Vec::new();
            for pending in near {
                if let Some(label) = self.unbound_target(pending) {
                    self.redirect_to_veneer(pending, label, &mut veneers);
                }
            }
            self.bind(over);
            self.set_frame_state(here);
        }
    }

    /// The label of a fix-up, if it is not bound yet.
    fn unbound_target(&self, pending: Pending) -> Option<Label> {
        let fixup = self.fixups.get(pending.fixup as usize)?;
        self.label_offset(fixup.label).is_none().then_some(fixup.label)
    }

    /// Redirects a fix-up to a new or recent veneer for its label. `veneers` holds pairs of label and veneer.
    fn redirect_to_veneer(&mut self, from: Pending, label: Label, veneers: &mut Vec<(Label, Label)>) {
        let known = veneers.iter().rev().take(8).find(|(to, _)| *to == label);
        let veneer = match known {
            Some((_, veneer)) => *veneer,
            None => {
                let veneer = self.new_label();
                self.bind(veneer);
                self.set_frame_state(from.state);
                self.jump(label);
                veneers.push((label, veneer));
                veneer
            }
        };
        if let Some(fixup) = self.fixups.get_mut(from.fixup as usize) {
            fixup.label = veneer;
        }
    }

    #[cold]
    fn emit_island(&mut self) {
        let pending = std::mem::take(&mut self.islands.pending);
        self.islands.end = None;
        if !pending.iter().any(|pending| self.unbound_target(*pending).is_some()) {
            return;
        }
        // Keeps constants aligned after the prologue is placed before the body.
        self.require_alignment(16);
        let (over, here) = (self.new_label(), self.frame_state());
        self.jump(over);
        let constants: FxHashMap<Label, usize> =
            self.pool.iter().enumerate().map(|(place, item)| (item.label, place)).collect();
        let mut veneers: Vec<(Label, Label)> = Vec::new();
        let mut others = Vec::new();
        for pending in pending {
            let Some(label) = self.unbound_target(pending) else { continue };
            if let Some(item) = constants.get(&label).and_then(|place| self.pool.get(*place)) {
                self.place_constant(*item);
                continue;
            }
            if self.place_table(label) {
                continue;
            }
            if self.has_blob(label) {
                others.push(label);
                continue;
            }
            self.redirect_to_veneer(pending, label, &mut veneers);
        }
        // The longest are last: all others are near.
        others.into_iter().for_each(|label| self.place_blob(label));
        self.bind(over);
        self.set_frame_state(here);
        let labels = &self.labels;
        self.pool.retain(|item| labels.get(item.label).is_none_or(|place| place == UNBOUND));
    }

    fn jump(&mut self, label: Label) {
        self.add_fixup(self.offset(), FixupKind::A64Branch26, label);
        self.put_word(0x1400_0000);
    }

    fn place_constant(&mut self, item: PoolItem) {
        // The next use gets a new constant.
        self.pool_labels.remove(&(item.kind, item.bits));
        let size = item.kind.size();
        while !self.offset().is_multiple_of(size) {
            self.put_word(0);
        }
        self.bind(item.label);
        let mut bits = item.bits;
        if let PoolKind::Address(target) = item.kind {
            let (offset, addend) = (self.offset(), bits as u64 as i64);
            let target = pool_target(target);
            self.relocations.push(Relocation { offset, kind: RelocKind::Abs64, target, addend });
            bits = 0;
        }
        self.put(bits, size);
    }

    /// Places the jump table with this label here. Returns false if there is none.
    fn place_table(&mut self, label: Label) -> bool {
        let Some(place) = self.tables.iter().position(|table| table.label == label) else { return false };
        let table = self.tables.remove(place);
        self.islands.placed += table.len as usize;
        self.bind(label);
        for entry in 0..table.len {
            let target = self.table_targets[(table.start + entry) as usize];
            // `finish` adds the field's contents, so that the distance is relative to the table's start.
            let fixup = Fixup { offset: self.offset(), label: target, kind: FixupKind::X64Rel32 };
            self.fixups.push(fixup);
            self.put_word(4 * entry);
        }
        true
    }

    /// True if the label is bound and out of range for a branch on a bit from here.
    pub(in crate::isa) fn is_beyond_near_range(&self, label: Label) -> bool {
        self.backward_distance(label).is_some_and(|distance| i64::from(distance) < 16 - NEAR_REACH as i64)
    }

    /// True if the label is bound and out of range for a short distance from here.
    pub(in crate::isa) fn is_beyond_range(&self, label: Label) -> bool {
        self.backward_distance(label).is_some_and(|distance| i64::from(distance) < 16 - REACH as i64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Arch, LibCall};
    use crate::isa::a64::{Access, Assembler, Cond, Mem, registers::*};
    use crate::isa::{FrameInfo, RelocTarget};

    fn word(bytes: &[u8], offset: usize) -> u32 {
        u32::from_le_bytes(bytes[offset..offset + 4].try_into().expect("inside"))
    }

    /// The target of the branch or load at an offset.
    fn branch_target(bytes: &[u8], offset: usize) -> usize {
        let word = word(bytes, offset);
        let signed = |bits: u32, shift: u32| ((word >> shift << (32 - bits)) as i32 >> (32 - bits)) * 4;
        let distance = if word >> 26 == 5 { signed(26, 0) } else { signed(19, 5) };
        offset.wrapping_add_signed(distance as isize)
    }

    fn fill(buffer: &mut CodeBuffer, bytes: u32) {
        for _ in 0..bytes / 4 {
            buffer.emit_island_if_needed();
            Assembler::new(buffer).nop();
        }
    }

    #[test]
    fn far_forward_branches_use_islands() {
        let mut buffer = CodeBuffer::new(Arch::A64);
        let far = buffer.new_label();
        let constant = buffer.constant8(0x1122_3344_5566_7788);
        let address = buffer.address_constant(RelocTarget::LibCall(LibCall::Fmod), 4);
        let mut asm = Assembler::new(&mut buffer);
        asm.b_cond(Cond::Eq, far);
        asm.access(Access::Load64, X1, Mem::Label(constant));
        asm.access(Access::Load64, X2, Mem::Label(address));
        asm.cbz(crate::base::Width::W64, X3, far);
        fill(&mut buffer, 3 << 20);
        // The same constant, of which the first copy is out of range.
        let again = buffer.constant8(0x1122_3344_5566_7788);
        assert_ne!(constant, again);
        let last = buffer.offset() as usize;
        Assembler::new(&mut buffer).access(Access::Load64, X1, Mem::Label(again));
        buffer.bind(far);
        let end = buffer.offset() as usize;
        buffer.add_entry(far);
        let code = buffer.finish(FrameInfo::default()).expect("everything is in reach");
        let value =
            |place: usize| u64::from_le_bytes(code.bytes[place..place + 8].try_into().expect("inside"));
        assert_eq!(value(branch_target(&code.bytes, 4)), 0x1122_3344_5566_7788);
        assert_eq!(value(branch_target(&code.bytes, last)), 0x1122_3344_5566_7788);
        assert_eq!(code.relocations.len(), 1);
        assert_eq!(code.relocations[0].offset as usize, branch_target(&code.bytes, 8));
        assert!(branch_target(&code.bytes, 4).is_multiple_of(8));
        for branch in [0, 12] {
            let veneer = branch_target(&code.bytes, branch);
            assert!(veneer < 1 << 20, "{veneer:#x}");
            assert_eq!(branch_target(&code.bytes, veneer), end);
        }
    }

    /// The target of the branch on a bit at an offset.
    fn bit_branch_target(bytes: &[u8], offset: usize) -> usize {
        let distance = (word(bytes, offset) >> 5 << 18) as i32 >> 18;
        offset.wrapping_add_signed(distance as isize * 4)
    }

    #[test]
    fn branches_on_bits_reach_far_targets() {
        for bytes in [0, 28 << 10, 40 << 10, 2 << 20] {
            let mut buffer = CodeBuffer::new(Arch::A64);
            let (start, near, far) = (buffer.bind_new_label(), buffer.new_label(), buffer.new_label());
            let mut asm = Assembler::new(&mut buffer);
            asm.branch_on_bit(X1, 33, true, far);
            asm.branch_on_bit(X1, 33, false, near);
            asm.branch_on_bit(X2, 3, false, far);
            buffer.bind(near);
            fill(&mut buffer, bytes);
            buffer.bind(far);
            let end = buffer.offset() as usize;
            Assembler::new(&mut buffer).branch_on_bit(X3, 5, true, start);
            buffer.add_entry(far);
            let code = buffer.finish(FrameInfo::default()).expect("everything is in reach");
            assert_eq!(bit_branch_target(&code.bytes, 4), 12);
            for branch in [0, 8] {
                let place = bit_branch_target(&code.bytes, branch);
                let place = if bytes > 30 << 10 { branch_target(&code.bytes, place) } else { place };
                assert_eq!(place, end, "over {bytes} bytes");
            }
            match bytes > 30 << 10 {
                false => assert_eq!(bit_branch_target(&code.bytes, end), 0),
                true => {
                    // Inverted, over a jump.
                    assert_eq!(word(&code.bytes, end) >> 24, 0x36, "tbz");
                    let found = (bit_branch_target(&code.bytes, end), branch_target(&code.bytes, end + 4));
                    assert_eq!(found, (end + 8, 0));
                }
            }
        }
    }

    /// An island that exceeds the range of a branch on a bit: of veneers, or of a jump table.
    #[test]
    fn branches_on_bits_reach_over_other_islands() {
        for is_table in [false, true] {
            let mut buffer = CodeBuffer::new(Arch::A64);
            let far = buffer.new_label();
            let labels: Vec<Label> = (0..10_000).map(|_| buffer.new_label()).collect();
            let table = buffer.jump_table(labels.iter().copied());
            match is_table {
                true => Assembler::new(&mut buffer).adr(X1, table),
                false => labels.iter().for_each(|label| Assembler::new(&mut buffer).b_cond(Cond::Eq, *label)),
            }
            let bits: Vec<usize> = (0..300)
                .map(|_| {
                    fill(&mut buffer, 4096);
                    let at = buffer.offset() as usize;
                    Assembler::new(&mut buffer).branch_on_bit(X1, 33, true, far);
                    at
                })
                .collect();
            buffer.bind(far);
            let end = buffer.offset() as usize;
            labels.iter().for_each(|label| buffer.bind(*label));
            Assembler::new(&mut buffer).nop();
            buffer.add_entry(far);
            let code = buffer.finish(FrameInfo::default()).expect("everything is in reach");
            let follow = |mut at: usize| {
                while word(&code.bytes, at) >> 26 == 5 {
                    at = branch_target(&code.bytes, at);
                }
                at
            };
            for at in bits {
                assert_eq!(follow(bit_branch_target(&code.bytes, at)), end, "at {at:#x}, table: {is_table}");
            }
        }
    }

    #[test]
    fn code_of_any_length_may_follow_an_island() {
        let mut buffer = CodeBuffer::new(Arch::A64);
        let far = buffer.new_label();
        Assembler::new(&mut buffer).branch_on_bit(X1, 0, true, far);
        buffer.emit_near_island();
        (0..20_000).for_each(|_| Assembler::new(&mut buffer).nop());
        buffer.bind(far);
        let end = buffer.offset() as usize;
        buffer.add_entry(far);
        let code = buffer.finish(FrameInfo::default()).expect("everything is in reach");
        assert_eq!(branch_target(&code.bytes, bit_branch_target(&code.bytes, 0)), end);
    }

    #[test]
    fn tables_are_in_islands_too() {
        let mut buffer = CodeBuffer::new(Arch::A64);
        let targets = [(); 3].map(|()| buffer.new_label());
        let table = buffer.jump_table(targets);
        Assembler::new(&mut buffer).adr(X1, table);
        buffer.bind(targets[0]);
        fill(&mut buffer, 2 << 20);
        buffer.bind(targets[1]);
        Assembler::new(&mut buffer).nop();
        buffer.bind(targets[2]);
        buffer.add_entry(targets[0]);
        let code = buffer.finish(FrameInfo::default()).expect("everything is in reach");
        let places = targets.map(|label| buffer.label_offset(label).expect("bound"));
        let table = buffer.label_offset(table).expect("placed");
        assert!(table < 1 << 20);
        for (n, place) in places.into_iter().enumerate() {
            assert_eq!(table.wrapping_add(word(&code.bytes, table as usize + 4 * n)), place);
        }
    }

    /// Byte strings are placed last in an island, so that they put nothing else out of reach. Of many the last one begins
    /// far behind the first.
    #[test]
    fn byte_strings_are_in_reach_and_last_in_islands() {
        for (fills, count) in [(0, 2), (500 << 10, 2), (2 << 20, 2), (2 << 20, 15)] {
            let (mut buffer, size) = (CodeBuffer::new(Arch::A64), (480 << 10) / count);
            let far = buffer.new_label();
            let strings: Vec<(Label, u8)> =
                (0..count as u8).map(|byte| (buffer.constant_bytes(&vec![byte; size], 1), byte)).collect();
            let mut asm = Assembler::new(&mut buffer);
            strings.iter().for_each(|(string, _)| asm.adr(X1, *string));
            asm.b_cond(Cond::Eq, far);
            fill(&mut buffer, fills);
            buffer.bind(far);
            let end = buffer.offset() as usize;
            buffer.add_entry(far);
            let code = buffer.finish(FrameInfo::default()).expect("everything is in reach");
            let place_of = |string| buffer.label_offset(string).expect("placed") as usize;
            for (string, byte) in &strings {
                assert!(code.bytes[place_of(*string)..][..size].iter().all(|found| found == byte));
            }
            let mut place = branch_target(&code.bytes, 4 * count);
            if place != end {
                assert!(place < place_of(strings[0].0), "{fills}");
                place = branch_target(&code.bytes, place);
            }
            assert_eq!(place, end);
        }
    }

    #[test]
    fn too_long_byte_strings_are_refused() {
        for arch in [Arch::A64, Arch::X64] {
            let mut buffer = CodeBuffer::new(arch);
            for _ in 0..3 {
                buffer.constant_bytes(&vec![1; 240 << 10], 16);
            }
            assert_eq!(buffer.error().is_some(), arch == Arch::A64);
        }
    }

    #[test]
    fn far_backward_branches_use_a_jump() {
        let mut buffer = CodeBuffer::new(Arch::A64);
        let start = buffer.bind_new_label();
        fill(&mut buffer, 3 << 20);
        let branches = buffer.offset() as usize;
        let mut asm = Assembler::new(&mut buffer);
        asm.b_cond(Cond::Eq, start);
        asm.cbnz(crate::base::Width::W32, X3, start);
        buffer.add_entry(start);
        let code = buffer.finish(FrameInfo::default()).expect("everything is in reach");
        for branch in [branches, branches + 8] {
            assert_eq!(
                (branch_target(&code.bytes, branch), branch_target(&code.bytes, branch + 4)),
                (branch + 8, 0)
            );
        }
        assert_eq!(word(&code.bytes, branches) & 15, Cond::Ne as u32);
        assert_eq!(word(&code.bytes, branches + 8) >> 24, 0x34, "cbz");
    }
}
