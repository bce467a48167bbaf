//! Decoding of exit states. The input is not trusted: anything that the writer does not produce is an error.

use super::bytes::{Cursor, ExitTableError};
use super::{ExitKind, GROUP, MIXED_TYPES, RecordEntry, WITH_VECTORS, change, entry, place, record, site};
use crate::base::{ExitId, ObjectId, Reg, Type, Width};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The encoded exit states of one procedure's code. Empty if it has none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExitTable {
    bytes: Box<[u8]>,
}

/// The place of a value when an exit is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitPlace {
    /// In this register.
    Register(Reg),
    /// In memory at this offset in bytes from the frame pointer.
    Stack(i32),
    /// In the area of outgoing arguments, at this offset in bytes from the stack pointer.
    StackArgument(i32),
    /// A constant; its bits, zero-extended.
    Constant(u64),
}

/// An entry of a frame or object, and the place of its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DescribedEntry {
    /// Not needed.
    Dead,
    /// A scalar of this type, or a vector.
    Scalar(Type, ExitPlace),
    /// A reference: an address, with the type of its size.
    Reference(Type, ExitPlace),
    /// An object to materialize: one of [`ExitDescription::objects`].
    Object(ObjectId),
}

/// A frame to rebuild.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DescribedFrame {
    /// The client's number for the function.
    pub function: u32,
    /// The client's number for the place in the function.
    pub pc: u32,
    /// Number of entries that are locals; those of the stack follow. `None` if the client did not tell them apart.
    /// At most the number of entries.
    pub local_count: Option<u32>,
    /// The values.
    pub entries: Vec<DescribedEntry>,
}

/// An object to materialize.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DescribedObject {
    /// Its id in the procedure.
    pub id: ObjectId,
    /// The client's number for its shape.
    pub shape: u32,
    /// The values.
    pub fields: Vec<DescribedEntry>,
}

/// The place in the code of a site that is found by offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SitePlace {
    /// The kind of the site; not a check.
    pub kind: ExitKind,
    /// Its offset; for a call, the return address.
    pub offset: u32,
    /// End of a generator's code; for other kinds `offset`.
    pub end: u32,
    /// The id of the exit.
    pub exit: ExitId,
}

/// Complete description of an exit, without the contents of registers and memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExitDescription {
    /// The id of the exit.
    pub exit: ExitId,
    /// The kind of its site.
    pub kind: ExitKind,
    /// The offset of its site and the end of a generator's code; empty for a check.
    pub range: Range<u32>,
    /// The frames, innermost first.
    pub frames: Vec<DescribedFrame>,
    /// The objects that the frames refer to, each once, in order of first reference.
    pub objects: Vec<DescribedObject>,
}

/// The decoded header of the stream.
struct Layout {
    sites: u32,
    records: u32,
    values: u32,
    /// The type of all values, if they share one.
    uniform: Option<Type>,
    /// Types of a byte of the list of types: 4, or 2 if some are vectors.
    types_per_byte: u32,
    types: usize,
    record_groups: Groups,
    site_groups: Groups,
}

/// The groups of one of the two sequences.
struct Groups {
    /// Offset of the table of the groups' offsets.
    table: usize,
    /// Bytes per offset in that table.
    width: usize,
    /// Offset of the sequence in the stream, and its length.
    start: usize,
    len: usize,
}

/// What only frames have.
#[derive(Clone, Copy)]
struct FrameLinks {
    /// `None` for the outermost.
    parent: Option<u32>,
    local_count: Option<u32>,
}

/// A decoded frame or object.
struct Record {
    /// A frame's function and pc; an object's id and shape.
    words: [u32; 2],
    /// `None` for an object.
    frame: Option<FrameLinks>,
    entries: Range<usize>,
}

/// The records of a group, up to the last one requested.
#[derive(Default)]
struct RecordGroup {
    first: u32,
    records: Vec<Record>,
    /// Number of records, from the first, whose entries were dropped.
    dropped: usize,
    entries: Vec<RecordEntry>,
    /// Offset of each record, and number of values named before it.
    starts: Vec<[u32; 2]>,
}

impl RecordGroup {
    fn clear(&mut self, first: u32) {
        self.first = first;
        self.records.clear();
        self.dropped = 0;
        self.entries.clear();
        self.starts.clear();
    }

    /// A record whose entries are present.
    fn get(&self, number: u32) -> Option<&Record> {
        let index = number.checked_sub(self.first)? as usize;
        self.records.get(index).filter(|_| index >= self.dropped)
    }

    /// Drops the entries of all records that cannot be the base of the next record's delta.
    fn drop_old_entries(&mut self) {
        let kept = self.records.len().saturating_sub(record::REACH).max(self.dropped);
        let cut = self.records.get(kept).map_or(0, |record| record.entries.start);
        self.entries.drain(..cut);
        for record in &mut self.records {
            let Range { start, end } = record.entries;
            record.entries = start.saturating_sub(cut)..end.saturating_sub(cut);
        }
        self.dropped = kept;
    }
}

/// Maximum number of entries kept per byte of the table. Beyond it, the older ones of a group are dropped: a delta
/// can encode many entries in one byte.
const KEPT_PER_BYTE: usize = 4;

struct RawSite {
    kind: ExitKind,
    frame: u32,
    range: Range<u32>,
}

impl ExitTable {
    /// Wraps bytes obtained from [`ExitTable::bytes`]. They are validated when they are read.
    pub fn from_bytes(bytes: Vec<u8>) -> ExitTable {
        ExitTable { bytes: bytes.into() }
    }

    /// The encoded bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// True if there are no exit states.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Number of exits. Ids are below it.
    ///
    /// # Errors
    /// If the bytes are malformed.
    pub fn len(&self) -> Result<u32, ExitTableError> {
        Ok(self.layout()?.sites)
    }

    /// Decodes one exit. The cost is that of decoding one group of sites, and one group of records per frame and
    /// object.
    ///
    /// # Errors
    /// If there is no such exit or the bytes are malformed.
    pub fn describe(&self, exit: ExitId) -> Result<ExitDescription, ExitTableError> {
        let layout = self.layout()?;
        let mut places = FxHashMap::default();
        let mut found = None;
        self.read_sites(&layout, exit.number(), &mut places, |_, site| found = Some(site))?;
        let Some(RawSite { kind, frame, range }) = found else {
            return Err(ExitTableError { offset: self.bytes.len(), what: "no exit has this number" });
        };
        let mut reading = Reading::new(self, layout, places);
        let (frames, objects) = reading.frames_and_objects(frame)?;
        Ok(ExitDescription { exit, kind, range, frames, objects })
    }

    /// The sites that are found by offset, in order of offsets.
    ///
    /// # Errors
    /// If the bytes are malformed.
    pub fn places(&self) -> Result<Vec<SitePlace>, ExitTableError> {
        let layout = self.layout()?;
        let mut found = Vec::new();
        let mut places = FxHashMap::default();
        for first in (0..layout.sites).step_by(GROUP) {
            let last = (first + GROUP as u32 - 1).min(layout.sites - 1);
            places.clear();
            self.read_sites(&layout, last, &mut places, |exit, RawSite { kind, range, .. }| {
                if kind != ExitKind::Check {
                    found.push(SitePlace { kind, offset: range.start, end: range.end, exit });
                }
            })?;
        }
        found.sort_by_key(|place| place.offset);
        Ok(found)
    }

    fn layout(&self) -> Result<Layout, ExitTableError> {
        if self.bytes.is_empty() {
            let groups = || Groups { table: 0, width: 2, start: 0, len: 0 };
            let (record_groups, site_groups) = (groups(), groups());
            let uniform = Some(Type::Int32);
            return Ok(Layout {
                sites: 0,
                records: 0,
                values: 0,
                uniform,
                types_per_byte: 4,
                types: 0,
                record_groups,
                site_groups,
            });
        }
        let mut cursor = Cursor::new(&self.bytes, 0);
        let [sites, records, values] = [cursor.u32()?, cursor.u32()?, cursor.u32()?];
        let [record_len, site_len] = [cursor.u32()? as usize, cursor.u32()? as usize];
        if sites as usize > site_len {
            return cursor.wrong("more sites than bytes of sites");
        }
        let types_per_byte = match self.bytes.get(cursor.offset()) {
            Some(&WITH_VECTORS) => 2,
            _ => 4,
        };
        let uniform = match cursor.byte()? {
            MIXED_TYPES | WITH_VECTORS => None,
            number => match Type::SCALARS.get(usize::from(number)) {
                Some(ty) => Some(*ty),
                None => return cursor.wrong("an unknown scalar type"),
            },
        };
        let types = cursor.offset();
        if uniform.is_none() {
            cursor.bytes(values.div_ceil(types_per_byte) as usize)?;
        }
        let mut groups = |count: u32, len: usize| -> Result<Groups, ExitTableError> {
            let width = if len > usize::from(u16::MAX) { 4 } else { 2 };
            let table = cursor.offset();
            let groups = (count as usize).div_ceil(GROUP).saturating_sub(1);
            cursor.bytes(groups.saturating_mul(width))?;
            Ok(Groups { table, width, start: 0, len })
        };
        let mut record_groups = groups(records, record_len)?;
        let mut site_groups = groups(sites, site_len)?;
        record_groups.start = cursor.offset();
        cursor.bytes(record_len)?;
        site_groups.start = cursor.offset();
        cursor.bytes(site_len)?;
        if cursor.offset() != self.bytes.len() {
            return cursor.wrong("more bytes than the header specifies");
        }
        Ok(Layout { sites, records, values, uniform, types_per_byte, types, record_groups, site_groups })
    }

    /// A cursor from the start of an item's group to the end of its sequence.
    fn group(&self, groups: &Groups, item: u32) -> Result<Cursor<'_>, ExitTableError> {
        let group = item as usize / GROUP;
        let start = match group.checked_sub(1) {
            None => 0,
            Some(index) => {
                let mut cursor = Cursor::new(&self.bytes, groups.table + index * groups.width);
                let field = cursor.bytes(groups.width)?;
                field.iter().rev().fold(0, |value, byte| value << 8 | usize::from(*byte))
            }
        };
        let end = groups.start + groups.len;
        match self.bytes.get(..end) {
            Some(bytes) if start <= groups.len => Ok(Cursor::new(bytes, groups.start + start)),
            _ => Cursor::new(&self.bytes, groups.table).wrong("a group begins after the end"),
        }
    }

    /// Decodes the sites of a group up to `last`. Afterwards `places` holds the places of values there.
    fn read_sites(
        &self,
        layout: &Layout,
        last: u32,
        places: &mut FxHashMap<u32, ExitPlace>,
        mut visit: impl FnMut(ExitId, RawSite),
    ) -> Result<(), ExitTableError> {
        if last >= layout.sites {
            return Ok(());
        }
        let mut cursor = self.group(&layout.site_groups, last)?;
        let mut placed = cursor.u32()?;
        let mut frame = cursor.u32()?;
        let mut offset = cursor.u32()?;
        for number in last - last % GROUP as u32..=last {
            let head = cursor.byte()?;
            let kind = ExitKind::ALL[usize::from(head & 3)];
            frame = match head & site::OTHER_FRAME {
                0 => frame.wrapping_add(1),
                _ => cursor.relative(frame)?,
            };
            let mut count = |shift: u32, many: u8| -> Result<u64, ExitTableError> {
                match head >> shift & many {
                    few if few < many => Ok(u64::from(few)),
                    _ => Ok(cursor.number()?.saturating_add(u64::from(many))),
                }
            };
            let new = count(site::NEW_SHIFT, site::MANY_NEW)?;
            let moved = count(site::MOVED_SHIFT, site::MANY_MOVED)?;
            let mut range = 0..0;
            if kind != ExitKind::Check {
                offset = cursor.relative(offset)?;
                range = offset..offset;
            }
            if kind == ExitKind::Patchpoint {
                let at = cursor;
                match cursor.u32()?.checked_add(offset) {
                    Some(end) => range.end = end,
                    None => return at.wrong("an end offset that is too large"),
                }
            }
            let first_new = placed;
            for _ in 0..new {
                if placed >= layout.values {
                    return cursor.wrong("the place of a value that does not exist");
                }
                places.insert(placed, read_place(&mut cursor)?);
                placed += 1;
            }
            let mut value = first_new;
            for _ in 0..moved {
                value = cursor.relative(value)?;
                if value >= layout.values {
                    return cursor.wrong("the place of a value that does not exist");
                }
                places.insert(value, read_place(&mut cursor)?);
            }
            visit(ExitId::new(number), RawSite { kind, frame, range });
        }
        Ok(())
    }
}

/// The state of decoding one exit.
struct Reading<'a> {
    table: &'a ExitTable,
    layout: Layout,
    places: FxHashMap<u32, ExitPlace>,
    group: RecordGroup,
    /// By group: offset of each record, and number of values named before it. This allows random access to objects,
    /// which are always encoded in full and may refer to each other in any order.
    starts: FxHashMap<u32, Vec<[u32; 2]>>,
    #[cfg(test)]
    groups_read: usize,
}

impl<'a> Reading<'a> {
    fn new(table: &'a ExitTable, layout: Layout, places: FxHashMap<u32, ExitPlace>) -> Reading<'a> {
        Reading {
            table,
            layout,
            places,
            group: RecordGroup::default(),
            starts: FxHashMap::default(),
            #[cfg(test)]
            groups_read: 0,
        }
    }

    fn frames_and_objects(
        &mut self,
        innermost: u32,
    ) -> Result<(Vec<DescribedFrame>, Vec<DescribedObject>), ExitTableError> {
        // Object records, in order of first reference.
        let mut met: Vec<u32> = Vec::new();
        let mut seen: FxHashMap<u32, ObjectId> = FxHashMap::default();
        let mut frames = Vec::new();
        let mut at = Some(innermost);
        // Terminates: a parent frame has a smaller number.
        while let Some(number) = at {
            let ([function, pc], frame, entries) = self.record(number)?;
            let Some(FrameLinks { parent, local_count }) = frame else {
                return self.wrong("an object, expected a frame");
            };
            if local_count.is_some_and(|count| count as usize > entries.len()) {
                return self.wrong("a frame with more locals than entries");
            }
            let entries = self.entries(&entries, &mut met, &mut seen)?;
            frames.push(DescribedFrame { function, pc, local_count, entries });
            at = parent;
        }
        let mut objects = Vec::new();
        let mut next = 0;
        while let Some(&number) = met.get(next) {
            let (words, fields) = self.object(number)?;
            let fields = self.entries(&fields, &mut met, &mut seen)?;
            objects.push(DescribedObject { id: ObjectId::new(words[0]), shape: words[1], fields });
            next += 1;
        }
        Ok((frames, objects))
    }

    /// An error in the sequence of records.
    fn wrong<T>(&self, what: &'static str) -> Result<T, ExitTableError> {
        Err(ExitTableError { offset: self.layout.record_groups.start, what })
    }

    /// A record: words, parent, entries.
    #[allow(clippy::type_complexity)] // used twice, above
    fn record(
        &mut self,
        number: u32,
    ) -> Result<([u32; 2], Option<FrameLinks>, Vec<RecordEntry>), ExitTableError> {
        if self.group.get(number).is_none() {
            self.read_group(number)?;
        }
        let group = &self.group;
        match group.get(number) {
            Some(record) => Ok((record.words, record.frame, group.entries[record.entries.clone()].to_vec())),
            None => self.wrong("a frame or object that does not exist"),
        }
    }

    /// An object: words and fields. Each group is decoded at most once for all objects.
    fn object(&mut self, number: u32) -> Result<([u32; 2], Vec<RecordEntry>), ExitTableError> {
        if number >= self.layout.records {
            return self.wrong("a frame or object that does not exist");
        }
        let (group, index) = (number / GROUP as u32, number as usize % GROUP);
        if !self.starts.contains_key(&group) {
            let last = (group * GROUP as u32).saturating_add(GROUP as u32 - 1);
            self.read_group(last.min(self.layout.records - 1))?;
            self.starts.insert(group, self.group.starts.clone());
        }
        let Some(&[offset, mut named]) = self.starts.get(&group).and_then(|starts| starts.get(index)) else {
            return self.wrong("a frame or object that does not exist");
        };
        let groups = &self.layout.record_groups;
        let end = (groups.start + groups.len).min(self.table.bytes.len());
        let mut cursor = Cursor::new(&self.table.bytes[..end], offset as usize);
        let head = cursor.byte()?;
        if head & 3 != record::OBJECT {
            return self.wrong("a frame, expected an object");
        }
        let Layout { records, values, .. } = self.layout;
        let mut context = Entries { number, records, values, named: &mut named };
        let mut fields = Vec::new();
        let (words, _) = context.read_full(head, &mut cursor, &mut fields)?;
        Ok((words, fields))
    }

    fn entries(
        &mut self,
        entries: &[RecordEntry],
        met: &mut Vec<u32>,
        seen: &mut FxHashMap<u32, ObjectId>,
    ) -> Result<Vec<DescribedEntry>, ExitTableError> {
        let mut out = Vec::with_capacity(entries.len());
        for entry in entries {
            out.push(match *entry {
                RecordEntry::Dead => DescribedEntry::Dead,
                RecordEntry::Value(value) => {
                    let (ty, place) = self.place(value)?;
                    DescribedEntry::Scalar(ty, place)
                }
                RecordEntry::Reference(value) => {
                    let (ty, place) = self.place(value)?;
                    DescribedEntry::Reference(ty, place)
                }
                RecordEntry::Constant(ty, bits) => DescribedEntry::Scalar(ty, ExitPlace::Constant(bits)),
                RecordEntry::ConstantReference(bits) => {
                    DescribedEntry::Reference(Type::Int64, ExitPlace::Constant(bits))
                }
                RecordEntry::Object(record) => {
                    let id = match seen.get(&record) {
                        Some(id) => *id,
                        None => {
                            let (words, _) = self.object(record)?;
                            let id = ObjectId::new(words[0]);
                            seen.insert(record, id);
                            met.push(record);
                            id
                        }
                    };
                    DescribedEntry::Object(id)
                }
            });
        }
        Ok(out)
    }

    /// The type and place of a value.
    fn place(&self, value: u32) -> Result<(Type, ExitPlace), ExitTableError> {
        let Some(place) = self.places.get(&value) else {
            return Err(ExitTableError {
                offset: self.layout.site_groups.start,
                what: "a frame needs a value that has no place",
            });
        };
        let per_byte = self.layout.types_per_byte;
        let at = self.layout.types + (value / per_byte) as usize;
        let byte = self.table.bytes.get(at).copied().unwrap_or(0);
        let bits = 8 / per_byte;
        let number = byte >> (value % per_byte * bits) & (u8::MAX >> (8 - bits));
        let ty = match (self.layout.uniform, Type::SCALARS.get(usize::from(number))) {
            (Some(ty), _) | (None, Some(&ty)) => ty,
            (None, None) if number == WITH_VECTORS => Type::V128,
            (None, None) => {
                return Err(ExitTableError { offset: at, what: "an unknown type of a value" });
            }
        };
        let place = match *place {
            ExitPlace::Constant(bits) => ExitPlace::Constant(cut(bits, ty.size() * 8)),
            place => place,
        };
        Ok((ty, place))
    }

    /// Decodes the records from the start of a group up to this one.
    fn read_group(&mut self, last: u32) -> Result<(), ExitTableError> {
        if last >= self.layout.records {
            return self.wrong("a frame or object that does not exist");
        }
        let mut cursor = self.table.group(&self.layout.record_groups, last)?;
        #[cfg(test)]
        {
            self.groups_read += 1;
        }
        let group = &mut self.group;
        group.clear(last - last % GROUP as u32);
        let limit = KEPT_PER_BYTE * self.table.bytes.len();
        let mut named = cursor.u32()?;
        for number in group.first..=last {
            group.starts.push([cursor.offset() as u32, named]);
            if group.entries.len() > limit {
                group.drop_old_entries();
            }
            let head = cursor.byte()?;
            let start = group.entries.len();
            let mut context = Entries {
                number,
                records: self.layout.records,
                values: self.layout.values,
                named: &mut named,
            };
            let (words, frame) = match head & 3 {
                record::FRAME | record::OBJECT => context.read_full(head, &mut cursor, &mut group.entries)?,
                kind => {
                    let back = match kind {
                        record::NEXT => 1,
                        _ => usize::from(head >> record::BACK_SHIFT & 7) + 2,
                    };
                    let base =
                        group.records.len().checked_sub(back).and_then(|index| group.records.get(index));
                    let Some(Record { words, frame: Some(frame), entries }) = base else {
                        return cursor.wrong("the base frame of a delta does not exist");
                    };
                    let (words, frame, old) = (*words, *frame, entries.clone());
                    let pc = context.read_delta(head, &mut cursor, words[1], old, &mut group.entries)?;
                    ([words[0], pc], Some(frame))
                }
            };
            group.records.push(Record { words, frame, entries: start..group.entries.len() });
        }
        Ok(())
    }
}

/// The state of decoding a record's entries.
struct Entries<'a> {
    number: u32,
    records: u32,
    values: u32,
    /// Number of values named so far.
    named: &'a mut u32,
}

impl Entries<'_> {
    /// Appends the entries of a frame or object encoded in full. Returns its words, and the links of a frame.
    fn read_full(
        &mut self,
        head: u8,
        cursor: &mut Cursor<'_>,
        entries: &mut Vec<RecordEntry>,
    ) -> Result<([u32; 2], Option<FrameLinks>), ExitTableError> {
        let mut len = u64::from(head >> record::LEN_SHIFT);
        if len == u64::from(record::MANY) {
            len = len.saturating_add(cursor.number()?);
        }
        let words = [cursor.u32()?, cursor.u32()?];
        let frame = match head & 3 {
            record::OBJECT => None,
            _ => {
                let at = *cursor;
                let link = cursor.number()?;
                let back = u32::try_from(link >> 1).ok();
                let parent = match back.and_then(|back| self.number.checked_sub(back)) {
                    Some(parent) => (parent != self.number).then_some(parent),
                    None => return at.wrong("a parent frame that does not exist"),
                };
                let local_count = if link & 1 == 0 { None } else { Some(cursor.u32()?) };
                Some(FrameLinks { parent, local_count })
            }
        };
        let start = entries.len();
        for _ in 0..len {
            let entry = self.read(cursor)?;
            entries.push(entry);
        }
        entries[start..].reverse();
        Ok((words, frame))
    }

    fn next(&mut self, cursor: &Cursor<'_>) -> Result<u32, ExitTableError> {
        let value = *self.named;
        if value >= self.values {
            return cursor.wrong("a value that does not exist");
        }
        *self.named += 1;
        Ok(value)
    }

    fn back(&self, cursor: &Cursor<'_>, back: u64) -> Result<u32, ExitTableError> {
        match u64::from(*self.named).checked_sub(1).and_then(|last| last.checked_sub(back)) {
            Some(value) if value < u64::from(self.values) => Ok(value as u32),
            _ => cursor.wrong("a value that does not exist"),
        }
    }

    fn read(&mut self, cursor: &mut Cursor<'_>) -> Result<RecordEntry, ExitTableError> {
        Ok(match cursor.byte()? {
            entry::DEAD => RecordEntry::Dead,
            entry::NEXT => RecordEntry::Value(self.next(cursor)?),
            entry::NEXT_REFERENCE => RecordEntry::Reference(self.next(cursor)?),
            entry::OBJECT => {
                let object = cursor.relative(self.number)?;
                if object >= self.records {
                    return cursor.wrong("an object that does not exist");
                }
                RecordEntry::Object(object)
            }
            entry::VALUE => {
                let back = cursor.number()?;
                RecordEntry::Value(self.back(cursor, back)?)
            }
            entry::REFERENCE => {
                let back = cursor.number()?;
                RecordEntry::Reference(self.back(cursor, back)?)
            }
            code @ entry::CONSTANT..entry::CONSTANT_REFERENCE => {
                let ty = Type::SCALARS[usize::from(code - entry::CONSTANT)];
                RecordEntry::Constant(ty, cut(cursor.signed()? as u64, ty.size() * 8))
            }
            entry::CONSTANT_REFERENCE => RecordEntry::ConstantReference(cursor.signed()? as u64),
            code @ entry::NEAR_VALUE..entry::NEAR_REFERENCE => {
                RecordEntry::Value(self.back(cursor, u64::from(code - entry::NEAR_VALUE))?)
            }
            code @ entry::NEAR_REFERENCE.. => {
                RecordEntry::Reference(self.back(cursor, u64::from(code - entry::NEAR_REFERENCE))?)
            }
            _ => return cursor.wrong("an unknown kind of entry"),
        })
    }

    /// Decodes an entry of a delta. `old` are the entries of the base frame.
    fn change(
        &mut self,
        head: u8,
        cursor: &mut Cursor<'_>,
        old: &[RecordEntry],
    ) -> Result<RecordEntry, ExitTableError> {
        Ok(match head >> change::SHIFT {
            change::ENTRY => self.read(cursor)?,
            change::DEAD => RecordEntry::Dead,
            change::NEXT => RecordEntry::Value(self.next(cursor)?),
            near if near < change::COPY => {
                RecordEntry::Value(self.back(cursor, u64::from(near - change::NEAR))?)
            }
            copied => match old.get(usize::from(copied - change::COPY)) {
                Some(entry) => *entry,
                None => return cursor.wrong("a copy of an entry that the base frame does not have"),
            },
        })
    }

    /// Appends the entries of a frame encoded as a delta to `old`. Returns its pc.
    fn read_delta(
        &mut self,
        head: u8,
        cursor: &mut Cursor<'_>,
        old_pc: u32,
        old: Range<usize>,
        entries: &mut Vec<RecordEntry>,
    ) -> Result<u32, ExitTableError> {
        let is_next = head & 3 == record::NEXT;
        let shift = if is_next { record::CHANGES_SHIFT } else { record::FAR_CHANGES_SHIFT };
        let mut changes = u64::from(head >> shift & record::MANY_CHANGES);
        if changes == u64::from(record::MANY_CHANGES) {
            changes = changes.saturating_add(cursor.number()?);
        }
        let length = match is_next {
            true => head >> record::LENGTH_SHIFT & record::OTHER_LENGTH,
            false if head & record::FAR_LENGTH != 0 => record::OTHER_LENGTH,
            false => 0,
        };
        let longer = match length {
            0 => 0,
            1 => 1,
            2 => -1,
            _ => i64::from(cursor.i32()?),
        };
        let pc = match head >> record::PC_SHIFT {
            near if is_next && near < record::OTHER_PC => match old_pc.checked_add(u32::from(near) + 1) {
                Some(pc) => pc,
                None => return cursor.wrong("a pc that is too large"),
            },
            _ => cursor.relative(old_pc)?,
        };
        let kept = match (old.len() as i64).checked_add(longer) {
            Some(len) if len >= 0 => (len as usize).min(old.len()),
            _ => return cursor.wrong("a frame with a negative number of entries"),
        };
        let start = entries.len();
        entries.extend_from_within(old.start..old.start + kept);
        // Added entries are stored in reverse order.
        for _ in 0..longer.max(0) {
            let head = cursor.byte()?;
            let entry = self.change(head, cursor, &entries[old.clone()])?;
            entries.push(entry);
        }
        entries[start + kept..].reverse();
        let mut behind = kept as u64;
        for _ in 0..changes {
            let head = cursor.byte()?;
            let mut stay = u64::from(head & change::FAR);
            if stay == u64::from(change::FAR) {
                stay = stay.saturating_add(cursor.number()?);
            }
            let new = self.change(head, cursor, &entries[old.clone()])?;
            match behind.checked_sub(stay).and_then(|behind| behind.checked_sub(1)) {
                Some(index) => {
                    entries[start + index as usize] = new;
                    behind = index;
                }
                None => return cursor.wrong("a change before the start of a frame"),
            }
        }
        Ok(pc)
    }
}

fn cut(bits: u64, width: u32) -> u64 {
    if width >= 64 { bits } else { bits & ((1 << width) - 1) }
}

fn read_place(cursor: &mut Cursor<'_>) -> Result<ExitPlace, ExitTableError> {
    Ok(match cursor.byte()? {
        code @ ..place::STACK => ExitPlace::Register(Reg::from_index(code)),
        code @ place::STACK..place::ARGUMENT => ExitPlace::Stack(-8 - 8 * i32::from(code - place::STACK)),
        code @ place::ARGUMENT..place::CONSTANT => {
            ExitPlace::StackArgument(8 * i32::from(code - place::ARGUMENT))
        }
        code @ place::CONSTANT..place::ANY_STACK => {
            let width = Width::ALL[usize::from(code - place::CONSTANT)];
            ExitPlace::Constant(cut(cursor.signed()? as u64, width.bits()))
        }
        place::ANY_STACK => ExitPlace::Stack(cursor.i32()?),
        place::ANY_ARGUMENT => ExitPlace::StackArgument(cursor.i32()?),
        _ => return cursor.wrong("an unknown kind of place"),
    })
}

#[cfg(test)]
mod tests {
    use super::super::ExitTableWriter;
    use super::*;

    fn reading(table: &ExitTable) -> Reading<'_> {
        Reading::new(table, table.layout().expect("the writer's"), FxHashMap::default())
    }

    #[test]
    fn entries_of_repeated_frames_are_dropped() {
        const ENTRIES: usize = 5000;
        let mut writer = ExitTableWriter::default();
        writer.clear();
        for pc in 0..GROUP as u32 {
            writer.add_frame(None, [1, pc], Some(3), &vec![RecordEntry::Dead; ENTRIES]);
        }
        writer.add_site(ExitKind::Check, [0, 0], 0, &[]);
        let table = writer.finish();
        assert!(table.bytes.len() < ENTRIES + 4 * GROUP, "{} bytes", table.bytes.len());
        let mut reading = reading(&table);
        for number in [63, 62, 54, 5, 0, 40, 63] {
            let (words, frame, entries) = reading.record(number).expect("the writer's");
            let FrameLinks { parent, local_count } = frame.expect("a frame");
            assert_eq!((words, parent, local_count), ([1, number], None, Some(3)));
            assert_eq!(entries.len(), ENTRIES);
            let kept = reading.group.entries.len();
            let most = (KEPT_PER_BYTE + 1).max(record::REACH + 2);
            assert!(kept <= most * table.bytes.len(), "{kept} entries of {} bytes", table.bytes.len());
        }
    }

    #[test]
    fn nested_objects_are_read_once() {
        // Objects in several groups; each refers to one in the next group.
        const GROUPS: u32 = 40;
        let count = GROUPS * GROUP as u32;
        let mut writer = ExitTableWriter::default();
        writer.clear();
        let order = |n: u32| n % GROUPS * GROUP as u32 + n / GROUPS;
        let mut next_of = vec![None; count as usize];
        (1..count).for_each(|n| next_of[order(n - 1) as usize] = Some(order(n)));
        for (number, next) in (0..count).zip(&next_of) {
            let fields: Vec<RecordEntry> = next.map(RecordEntry::Object).into_iter().collect();
            writer.add_object(ObjectId::new(number), 7, &fields);
        }
        let frame = writer.add_frame(None, [1, 1], None, &[]);
        writer.add_site(ExitKind::Check, [0, 0], frame, &[]);
        let table = writer.finish();
        let mut reading = reading(&table);
        let (mut met, mut seen) = (Vec::new(), FxHashMap::default());
        reading.entries(&[RecordEntry::Object(order(0))], &mut met, &mut seen).expect("the writer's");
        let mut next = 0;
        while let Some(&number) = met.get(next) {
            let (words, fields) = reading.object(number).expect("the writer's");
            assert_eq!(words, [order(next as u32), 7]);
            reading.entries(&fields, &mut met, &mut seen).expect("the writer's");
            next += 1;
        }
        assert_eq!((next as u32, reading.groups_read as u32), (count, GROUPS));
    }
}
