//! Encoding of exit states.

use super::bytes::{put, put_signed};
use super::{ExitKind, ExitTable, GROUP, MIXED_TYPES, WITH_VECTORS, change, entry, place, record, site};
use crate::base::{ObjectId, Type, ValueRep};

/// An entry of a record, as input of the writer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordEntry {
    /// Not needed.
    Dead,
    /// The value of this number.
    Value(u32),
    /// The value of this number, which is a reference.
    Reference(u32),
    /// A constant of a scalar type.
    Constant(Type, u64),
    /// A constant that is a reference.
    ConstantReference(u64),
    /// The object whose record has this number.
    Object(u32),
}

/// A frame that can be the base of a delta of a later frame of its group.
#[derive(Debug)]
struct DeltaBase {
    record: u32,
    parent: Option<u32>,
    function: u32,
    pc: u32,
    local_count: Option<u32>,
    /// In [`ExitTableWriter::kept_entries`].
    entries: std::ops::Range<usize>,
}

/// Encodes an exit table. Reused between procedures for its memory.
///
/// Values and records are numbered from 0 in the order in which they are added. An unknown number is the caller's
/// error: it never panics here, but gives a table that cannot be read.
#[derive(Debug, Default)]
pub struct ExitTableWriter {
    types: Vec<Type>,
    records: Vec<u8>,
    record_groups: Vec<u32>,
    record_count: u32,
    /// Number of values named by records.
    named: u32,
    sites: Vec<u8>,
    site_groups: Vec<u32>,
    site_count: u32,
    /// Number of values placed by sites.
    placed: u32,
    last_frame: u32,
    last_offset: u32,
    /// By value: its place, and the group in which it was recorded.
    places: Vec<(ValueRep, u32)>,
    kept: Vec<DeltaBase>,
    kept_entries: Vec<RecordEntry>,
    changes: Vec<u32>,
    best: Vec<u32>,
    moved: Vec<u32>,
}

impl ExitTableWriter {
    /// Creates an empty writer.
    pub fn new() -> ExitTableWriter {
        ExitTableWriter::default()
    }

    /// Clears everything but keeps the memory.
    pub fn clear(&mut self) {
        self.types.clear();
        self.records.clear();
        self.record_groups.clear();
        self.sites.clear();
        self.site_groups.clear();
        self.places.clear();
        self.kept.clear();
        self.kept_entries.clear();
        (self.record_count, self.named, self.site_count, self.placed) = (0, 0, 0, 0);
        (self.last_frame, self.last_offset) = (0, 0);
    }

    /// Adds a value, a scalar or a vector, and returns its number.
    pub fn add_value(&mut self, ty: Type) -> u32 {
        self.types.push(ty);
        self.types.len() as u32 - 1
    }

    /// The number of the next record.
    pub fn next_record(&self) -> u32 {
        self.record_count
    }

    fn begin_record(&mut self) {
        if (self.record_count as usize).is_multiple_of(GROUP) {
            self.kept.clear();
            self.kept_entries.clear();
            self.record_groups.push(self.records.len() as u32);
            put(&mut self.records, u64::from(self.named));
        }
        self.record_count += 1;
    }

    /// Adds a frame of a function at a pc, whose parent was added before. Its first `local_count` entries are locals,
    /// if the client told them apart from the stack. Values must have ascending numbers in order of first use: in
    /// record order, and in each record from the last entry to the first.
    pub fn add_frame(
        &mut self,
        parent: Option<u32>,
        [function, pc]: [u32; 2],
        local_count: Option<u32>,
        entries: &[RecordEntry],
    ) -> u32 {
        self.begin_record();
        let number = self.record_count - 1;
        match self.find_base(parent, function, local_count, entries) {
            Some(base) => self.put_delta_frame(number, base, pc, entries),
            None => {
                self.put_head(record::FRAME, entries.len());
                put(&mut self.records, u64::from(function));
                put(&mut self.records, u64::from(pc));
                let back = parent.map_or(0, |parent| u64::from(number.wrapping_sub(parent)));
                put(&mut self.records, back << 1 | u64::from(local_count.is_some()));
                if let Some(count) = local_count {
                    put(&mut self.records, u64::from(count));
                }
                entries.iter().rev().for_each(|entry| self.put_entry(number, *entry));
            }
        }
        let start = self.kept_entries.len();
        self.kept_entries.extend_from_slice(entries);
        let entries = start..self.kept_entries.len();
        self.kept.push(DeltaBase { record: number, parent, function, pc, local_count, entries });
        number
    }

    /// Adds an object that the exit materializes. Returns its record number.
    pub fn add_object(&mut self, id: ObjectId, shape: u32, fields: &[RecordEntry]) -> u32 {
        self.begin_record();
        let number = self.record_count - 1;
        self.put_head(record::OBJECT, fields.len());
        put(&mut self.records, u64::from(id.number()));
        put(&mut self.records, u64::from(shape));
        fields.iter().rev().for_each(|entry| self.put_entry(number, *entry));
        number
    }

    /// Adds a site: kind, range, record of its innermost frame, and the places of the values that it needs. These
    /// include all values added since the previous site.
    pub fn add_site(
        &mut self,
        kind: ExitKind,
        [offset, end]: [u32; 2],
        frame: u32,
        places: &[(u32, ValueRep)],
    ) {
        if (self.site_count as usize).is_multiple_of(GROUP) {
            self.site_groups.push(self.sites.len() as u32);
            put(&mut self.sites, u64::from(self.placed));
            put(&mut self.sites, u64::from(self.last_frame));
            put(&mut self.sites, u64::from(self.last_offset));
        }
        self.site_count += 1;
        let group = self.site_groups.len() as u32;
        let first_new = self.placed;
        let nowhere = (ValueRep::Stack(0), 0);
        self.places.resize(self.types.len(), nowhere);
        self.moved.clear();
        for (value, rep) in places {
            let Some(known) = self.places.get_mut(*value as usize) else { continue };
            if *value < first_new && *known != (*rep, group) {
                self.moved.push(*value);
            }
            *known = (*rep, group);
        }
        self.moved.sort_unstable();
        self.moved.dedup();
        let new = self.types.len() as u32 - first_new;
        let next_frame = frame == self.last_frame.wrapping_add(1);
        let few_new = (new as usize).min(usize::from(site::MANY_NEW)) as u8;
        let few_moved = self.moved.len().min(usize::from(site::MANY_MOVED)) as u8;
        let other_frame = if next_frame { 0 } else { site::OTHER_FRAME };
        let kind_number = ExitKind::ALL.iter().position(|other| *other == kind).unwrap_or(0) as u8;
        self.sites
            .push(kind_number | other_frame | few_new << site::NEW_SHIFT | few_moved << site::MOVED_SHIFT);
        if !next_frame {
            put_signed(&mut self.sites, i64::from(frame) - i64::from(self.last_frame));
        }
        if few_new == site::MANY_NEW {
            put(&mut self.sites, u64::from(new - u32::from(site::MANY_NEW)));
        }
        if few_moved == site::MANY_MOVED {
            put(&mut self.sites, (self.moved.len() - usize::from(site::MANY_MOVED)) as u64);
        }
        if kind != ExitKind::Check {
            put_signed(&mut self.sites, i64::from(offset) - i64::from(self.last_offset));
            self.last_offset = offset;
        }
        if kind == ExitKind::Patchpoint {
            put(&mut self.sites, u64::from(end.wrapping_sub(offset)));
        }
        for value in first_new..first_new + new {
            put_place(&mut self.sites, self.places[value as usize].0);
        }
        let mut last = first_new;
        for value in &self.moved {
            put_signed(&mut self.sites, i64::from(*value) - i64::from(last));
            put_place(&mut self.sites, self.places[*value as usize].0);
            last = *value;
        }
        self.placed = first_new + new;
        self.last_frame = frame;
    }

    /// True if the contents fit the table's 32-bit offsets.
    pub fn fits(&self) -> bool {
        [self.records.len(), self.sites.len()].iter().all(|len| u32::try_from(*len).is_ok())
    }

    /// Returns the table of all sites added since the last `clear`. Requires [`fits`](ExitTableWriter::fits).
    pub fn finish(&self) -> ExitTable {
        if self.site_count == 0 {
            return ExitTable::default();
        }
        let mut out = Vec::with_capacity(self.records.len() + self.sites.len() + self.types.len() / 4 + 32);
        for number in [self.site_count, self.record_count, self.types.len() as u32] {
            put(&mut out, u64::from(number));
        }
        put(&mut out, self.records.len() as u64);
        put(&mut out, self.sites.len() as u64);
        let first = self.types.first().copied().unwrap_or(Type::Int32);
        let uniform = self.types.iter().all(|ty| *ty == first);
        let has_vectors = self.types.iter().any(|ty| ty.is_vector());
        if has_vectors {
            out.push(WITH_VECTORS);
            for types in self.types.chunks(2) {
                let number = |ty: &Type| if ty.is_vector() { WITH_VECTORS } else { scalar_number(*ty) };
                out.push(number(&types[0]) | types.get(1).map_or(0, number) << 4);
            }
        } else {
            out.push(if uniform { scalar_number(first) } else { MIXED_TYPES });
        }
        let is_mixed = !uniform && !has_vectors;
        for types in self.types.chunks(4).take_while(|_| is_mixed) {
            let numbers = types.iter().map(|ty| scalar_number(*ty));
            out.push(numbers.enumerate().fold(0, |byte, (i, number)| byte | number << (2 * i)));
        }
        for (groups, len) in
            [(&self.record_groups, self.records.len()), (&self.site_groups, self.sites.len())]
        {
            let bytes = if len > usize::from(u16::MAX) { 4 } else { 2 };
            // The first group starts at offset 0.
            for start in groups.iter().skip(1) {
                out.extend_from_slice(&start.to_le_bytes()[..bytes]);
            }
        }
        out.extend_from_slice(&self.records);
        out.extend_from_slice(&self.sites);
        ExitTable::from_bytes(out)
    }

    // ---- Records --------------------------------------------------------------------------------------

    fn put_head(&mut self, kind: u8, len: usize) {
        let few = len.min(usize::from(record::MANY)) as u8;
        self.records.push(kind | few << record::LEN_SHIFT);
        if few == record::MANY {
            put(&mut self.records, (len - usize::from(record::MANY)) as u64);
        }
    }

    /// Index in `kept` of the frame from which this one differs least; the indices of the differences are in `best`.
    fn find_base(
        &mut self,
        parent: Option<u32>,
        function: u32,
        local_count: Option<u32>,
        entries: &[RecordEntry],
    ) -> Option<usize> {
        let mut found = None;
        for (index, kept) in self.kept.iter().enumerate().rev() {
            if self.record_count - 1 - kept.record > record::REACH as u32 {
                break;
            }
            if (kept.parent, kept.function, kept.local_count) != (parent, function, local_count) {
                continue;
            }
            let old = &self.kept_entries[kept.entries.clone()];
            self.changes.clear();
            let common = old.iter().zip(entries).enumerate();
            self.changes.extend(common.filter(|(_, (old, new))| old != new).map(|(i, _)| i as u32));
            if found.is_none() || self.changes.len() < self.best.len() {
                found = Some(index);
                std::mem::swap(&mut self.changes, &mut self.best);
            }
        }
        // With too many differences, full encoding is better.
        found.filter(|_| 2 * self.best.len() <= entries.len() + 1)
    }

    fn put_delta_frame(&mut self, number: u32, base: usize, pc: u32, entries: &[RecordEntry]) {
        let kept = &self.kept[base];
        let back = number - kept.record;
        let old_len = kept.entries.len();
        let longer = entries.len() as i64 - old_len as i64;
        let further = i64::from(pc) - i64::from(kept.pc);
        let few = self.best.len().min(usize::from(record::MANY_CHANGES)) as u8;
        let (length_follows, pc_follows);
        if back == 1 {
            let length = match longer {
                0 => 0,
                1 => 1,
                -1 => 2,
                _ => record::OTHER_LENGTH,
            };
            let near_pc = match further {
                1..=3 => further as u8 - 1,
                _ => record::OTHER_PC,
            };
            (length_follows, pc_follows) = (length == record::OTHER_LENGTH, near_pc == record::OTHER_PC);
            let counts = few << record::CHANGES_SHIFT | length << record::LENGTH_SHIFT;
            self.records.push(record::NEXT | counts | near_pc << record::PC_SHIFT);
        } else {
            (length_follows, pc_follows) = (longer != 0, true);
            let length = if length_follows { record::FAR_LENGTH } else { 0 };
            let place = (back - 2) as u8;
            let counts = place << record::BACK_SHIFT | few << record::FAR_CHANGES_SHIFT;
            self.records.push(record::FAR | counts | length);
        }
        if few == record::MANY_CHANGES {
            put(&mut self.records, (self.best.len() - usize::from(record::MANY_CHANGES)) as u64);
        }
        if length_follows {
            put_signed(&mut self.records, longer);
        }
        if pc_follows {
            put_signed(&mut self.records, further);
        }
        for new in entries.iter().skip(old_len).rev() {
            self.put_change(number, base, 0, *new);
        }
        let mut behind = entries.len().min(old_len) as u32;
        for i in (0..self.best.len()).rev() {
            let index = self.best[i];
            self.put_change(number, base, behind - index - 1, entries[index as usize]);
            behind = index;
        }
    }

    /// Encodes an entry of a delta.
    fn put_change(&mut self, number: u32, base: usize, stay: u32, new: RecordEntry) {
        let old = &self.kept_entries[self.kept[base].entries.clone()];
        let copied = old.iter().take(usize::from(change::END - change::COPY)).position(|entry| *entry == new);
        let what = match new {
            RecordEntry::Dead => change::DEAD,
            RecordEntry::Value(value) if value == self.named => change::NEXT,
            _ => match (copied, new) {
                (Some(index), _) => change::COPY + index as u8,
                (None, RecordEntry::Value(value)) => match self.named.wrapping_sub(value).wrapping_sub(1) {
                    back if back < u32::from(change::COPY - change::NEAR) => change::NEAR + back as u8,
                    _ => change::ENTRY,
                },
                _ => change::ENTRY,
            },
        };
        let near = stay.min(u32::from(change::FAR)) as u8;
        self.records.push(near | what << change::SHIFT);
        if near == change::FAR {
            put(&mut self.records, u64::from(stay - u32::from(change::FAR)));
        }
        match what {
            change::ENTRY => self.put_entry(number, new),
            change::NEXT => self.named += 1,
            _ => {}
        }
    }

    fn put_entry(&mut self, number: u32, new: RecordEntry) {
        match new {
            RecordEntry::Dead => self.records.push(entry::DEAD),
            RecordEntry::Value(value) => {
                self.put_value(value, [entry::NEXT, entry::VALUE, entry::NEAR_VALUE], entry::NEAR_REFERENCE);
            }
            RecordEntry::Reference(value) => {
                let codes = [entry::NEXT_REFERENCE, entry::REFERENCE, entry::NEAR_REFERENCE];
                self.put_value(value, codes, u8::MAX);
            }
            RecordEntry::Constant(ty, bits) => {
                self.records.push(entry::CONSTANT + scalar_number(ty));
                put_signed(&mut self.records, sign_extend(bits, ty.size() * 8));
            }
            RecordEntry::ConstantReference(bits) => {
                self.records.push(entry::CONSTANT_REFERENCE);
                put_signed(&mut self.records, bits as i64);
            }
            RecordEntry::Object(object) => {
                self.records.push(entry::OBJECT);
                put_signed(&mut self.records, i64::from(object) - i64::from(number));
            }
        }
    }

    /// Encodes a value entry: as the next new one, near, or far back.
    fn put_value(&mut self, value: u32, [next, far, near]: [u8; 3], near_end: u8) {
        if value == self.named {
            self.named += 1;
            return self.records.push(next);
        }
        let back = u64::from(self.named.wrapping_sub(value).wrapping_sub(1));
        if back < u64::from(near_end - near) {
            self.records.push(near + back as u8);
        } else {
            self.records.push(far);
            put(&mut self.records, back);
        }
    }
}

fn scalar_number(ty: Type) -> u8 {
    Type::SCALARS.iter().position(|scalar| *scalar == ty).unwrap_or(0) as u8
}

/// The low bits of a number, sign-extended, so that small negative numbers have a short encoding.
fn sign_extend(bits: u64, width: u32) -> i64 {
    let unused = 64u32.saturating_sub(width);
    (bits << unused) as i64 >> unused
}

fn put_place(out: &mut Vec<u8>, rep: ValueRep) {
    let words = |offset: i32, count: u8| {
        (offset >= 0 && offset % 8 == 0 && offset / 8 < i32::from(count)).then_some((offset / 8) as u8)
    };
    match rep {
        ValueRep::Register(reg) => out.push(reg.index() as u8),
        ValueRep::Stack(offset) => {
            match words((-8i32).wrapping_sub(offset), place::ARGUMENT - place::STACK) {
                Some(word) => out.push(place::STACK + word),
                None => {
                    out.push(place::ANY_STACK);
                    put_signed(out, i64::from(offset));
                }
            }
        }
        ValueRep::StackArgument(offset) => match words(offset, place::CONSTANT - place::ARGUMENT) {
            Some(word) => out.push(place::ARGUMENT + word),
            None => {
                out.push(place::ANY_ARGUMENT);
                put_signed(out, i64::from(offset));
            }
        },
        ValueRep::Constant { bits, width } => {
            out.push(place::CONSTANT + width as u8);
            put_signed(out, sign_extend(bits, width.bits()));
        }
        // Rejected when the site was recorded.
        _ => out.push(u8::MAX),
    }
}
