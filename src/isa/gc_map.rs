//! Maps of references: for each safepoint, which slots of the frame hold references while the garbage collector runs.
//!
//! # The bytes
//!
//! Numbers are LEB128; signed ones are zigzagged. There is a *section* for each procedure in the code. It has
//!
//! - the number of its sites, the offset from the frame pointer of its first root in words, the number of roots and of
//!   derived roots. The n-th root is n words below the first. The last roots are the derived ones: for each, the root
//!   of its base follows;
//! - its sites in ascending order. A site starts with four times the distance from the previous site's offset, plus 1 if
//!   the set of roots is that of the previous site, plus 2 if the site is a range of code; then the length of the range;
//!   then, unless it is the same, the set: one bit per root.
//!
//! So most sites take two bytes.

use super::{CodeBuffer, EmitError};
use crate::support::error_type;

/// The error for malformed bytes of a map.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct GcMapError {
    /// Offset in the bytes.
    pub offset: usize,
    /// What was expected there.
    pub expected: &'static str,
}

error_type!(GcMapError {
    GcMapError { offset, expected } => "maps of references: at byte {offset}: expected {expected}";
});

/// Maximum distance of a root from the frame pointer, in words.
const MAX_WORDS: i32 = 1 << 27;

/// Number of sites between two entries of the index.
const STRIDE: usize = 32;

/// The maps of all safepoints of some code.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GcMap {
    bytes: Vec<u8>,
    /// The state of the decoder before every [`STRIDE`]-th site.
    index: Vec<State>,
    sites: u32,
}

/// The state of the decoder before a site.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct State {
    /// Offset in the bytes.
    at: u32,
    /// Offset in the code of the previous site.
    code: u32,
    /// Offset in the bytes of the previous site's set.
    set: u32,
    /// Sites of the section that are left.
    left: u32,
    layout: Layout,
}

/// The roots of a section.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Layout {
    /// Words between the frame pointer and the first root.
    first: i32,
    roots: u32,
    derived: u32,
    /// Offset in the bytes of the bases.
    bases: u32,
}

/// The roots of one safepoint.
#[derive(Clone, Copy, Debug)]
pub struct GcSite<'a> {
    bytes: &'a [u8],
    layout: Layout,
    set: u32,
    /// First offset of the site. For a call, the offset after it.
    pub start: u32,
    /// Last offset: a patchpoint is a range, in which return addresses of its calls are.
    pub end: u32,
}

/// A reader of the bytes.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn number(&mut self) -> Result<u32, GcMapError> {
        let wrong = GcMapError { offset: self.at, expected: "a number of 32 bits" };
        let mut value = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = *self.bytes.get(self.at).ok_or(wrong)?;
            self.at += 1;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return u32::try_from(value).map_err(|_| wrong);
            }
        }
        Err(wrong)
    }

    /// The layout at the start of a section, and its number of sites.
    fn section(&mut self) -> Result<(Layout, u32), GcMapError> {
        let sites = self.number()?;
        let first = self.number()?;
        let first = (first >> 1) as i32 ^ -((first & 1) as i32);
        let (roots, derived) = (self.number()?, self.number()?);
        let bases = self.at as u32;
        for _ in 0..derived {
            if self.number()? >= roots.saturating_sub(derived) {
                return Err(GcMapError { offset: self.at, expected: "the root of a reference" });
            }
        }
        let is_in_frame = |words: i32| (-MAX_WORDS..=MAX_WORDS).contains(&words);
        let last = first.checked_sub_unsigned(roots);
        if roots < derived || !is_in_frame(first) || !last.is_some_and(is_in_frame) {
            return Err(GcMapError { offset: self.at, expected: "roots in a frame" });
        }
        Ok((Layout { first, roots, derived, bases }, sites))
    }
}

impl State {
    /// Decodes the next site; `None` at the end.
    fn next<'a>(&mut self, bytes: &'a [u8]) -> Result<Option<GcSite<'a>>, GcMapError> {
        let mut cursor = Cursor { bytes, at: self.at as usize };
        while self.left == 0 {
            if cursor.at >= bytes.len() {
                return Ok(None);
            }
            (self.layout, self.left) = cursor.section()?;
            self.set = u32::MAX;
        }
        let head = cursor.number()?;
        let wrong = |cursor: &Cursor<'_>, expected| GcMapError { offset: cursor.at, expected };
        let end = self.code.checked_add(head >> 2).ok_or(wrong(&cursor, "an offset in code"))?;
        let len = if head & 2 != 0 { cursor.number()? } else { 0 };
        let start = end.checked_sub(len).ok_or(wrong(&cursor, "the length of a range"))?;
        if head & 1 == 0 {
            self.set = cursor.at as u32;
            cursor.at += self.layout.roots.div_ceil(8) as usize;
        }
        if self.set == u32::MAX || cursor.at > bytes.len() {
            return Err(wrong(&cursor, "a set of roots"));
        }
        (self.code, self.left, self.at) = (end, self.left - 1, cursor.at as u32);
        Ok(Some(GcSite { bytes, layout: self.layout, set: self.set, start, end }))
    }
}

impl GcMap {
    /// Reads maps from their bytes.
    ///
    /// # Errors
    /// Fails if the bytes are malformed.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<GcMap, GcMapError> {
        let (mut index, mut sites) = (Vec::new(), 0);
        let mut state = State::default();
        loop {
            let before = state;
            if state.next(&bytes)?.is_none() {
                break;
            }
            if (sites as usize).is_multiple_of(STRIDE) {
                index.push(before);
            }
            sites += 1;
        }
        index.shrink_to_fit();
        Ok(GcMap { bytes, index, sites })
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// True if no safepoint has references.
    pub fn is_empty(&self) -> bool {
        self.sites == 0
    }

    /// The number of safepoints.
    pub fn len(&self) -> usize {
        self.sites as usize
    }

    /// All safepoints, by offset.
    pub fn sites(&self) -> impl Iterator<Item = GcSite<'_>> {
        let mut state = State::default();
        // The bytes were read once without error.
        std::iter::from_fn(move || state.next(&self.bytes).unwrap_or(None))
    }

    /// The safepoint with a call that returns to this offset. Neither locks nor allocates.
    pub fn site_at(&self, return_offset: u32) -> Option<GcSite<'_>> {
        let after = self.index.partition_point(|state| state.code < return_offset);
        let mut state = *self.index.get(after.checked_sub(1)?)?;
        loop {
            let site = state.next(&self.bytes).ok().flatten()?;
            if return_offset <= site.end {
                return (site.start <= return_offset).then_some(site);
            }
        }
    }
}

impl<'a> GcSite<'a> {
    fn has(&self, root: u32) -> bool {
        let byte = self.bytes.get(self.set as usize + root as usize / 8);
        byte.is_some_and(|byte| byte >> (root % 8) & 1 != 0)
    }

    fn offset(&self, root: u32) -> i32 {
        (self.layout.first - root as i32) * 8
    }

    /// The offsets from the frame pointer of the slots that hold references, in bytes.
    pub fn references(self) -> impl Iterator<Item = i32> + 'a {
        let references = self.layout.roots - self.layout.derived;
        (0..references).filter(move |root| self.has(*root)).map(move |root| self.offset(root))
    }

    /// The offsets from the frame pointer of the slots that hold derived pointers, each with that of its base.
    pub fn derived(self) -> impl Iterator<Item = (i32, i32)> + 'a {
        let references = self.layout.roots - self.layout.derived;
        let mut cursor = Cursor { bytes: self.bytes, at: self.layout.bases as usize };
        (references..self.layout.roots).filter_map(move |root| {
            let base = cursor.number().ok()?;
            self.has(root).then(|| (self.offset(root), self.offset(base)))
        })
    }
}

/// The safepoints of a buffer, in emission order.
#[derive(Debug, Default)]
pub(super) struct Safepoints {
    sections: Vec<Section>,
    sites: Vec<Safepoint>,
    roots: Vec<u32>,
}

#[derive(Debug)]
struct Section {
    first_offset: i32,
    roots: u32,
    /// The bases of the last roots.
    bases: Vec<u32>,
}

#[derive(Debug)]
struct Safepoint {
    section: u32,
    start: u32,
    end: u32,
    roots: std::ops::Range<u32>,
}

impl Safepoints {
    pub(super) fn clear(&mut self) {
        self.sections.clear();
        self.sites.clear();
        self.roots.clear();
    }

    /// Encodes the maps; `place` maps offsets from emission order to the finished code.
    pub(super) fn finished(&mut self, place: impl Fn(u32) -> u32) -> Result<GcMap, EmitError> {
        if self.sites.is_empty() {
            return Ok(GcMap::default());
        }
        for site in &mut self.sites {
            (site.start, site.end) = (place(site.start), place(site.end));
        }
        self.sites.sort_by_key(|site| (site.end, site.start));
        let mut bytes = Vec::new();
        let mut previous = 0;
        // Sections do not overlap, so the sites of each are adjacent.
        for sites in self.sites.chunk_by(|a, b| a.section == b.section) {
            let Some(section) = sites.first().and_then(|site| self.sections.get(site.section as usize))
            else {
                continue;
            };
            put(&mut bytes, sites.len() as u32);
            let first = section.first_offset / 8;
            put(&mut bytes, (first << 1 ^ first >> 31) as u32);
            put(&mut bytes, section.roots);
            put(&mut bytes, section.bases.len() as u32);
            section.bases.iter().for_each(|base| put(&mut bytes, *base));
            let mut last: Option<&[u32]> = None;
            for site in sites {
                let set = &self.roots[site.roots.start as usize..site.roots.end as usize];
                let (same, range) = (last == Some(set), site.start != site.end);
                put(&mut bytes, (site.end - previous) << 2 | u32::from(range) << 1 | u32::from(same));
                if range {
                    put(&mut bytes, site.end - site.start);
                }
                if !same {
                    let at = bytes.len();
                    bytes.resize(at + section.roots.div_ceil(8) as usize, 0);
                    set.iter().for_each(|root| bytes[at + *root as usize / 8] |= 1 << (root % 8));
                }
                (previous, last) = (site.end, Some(set));
            }
        }
        // Fails only if the roots are not in a frame.
        let wrong = |error: GcMapError| EmitError::InvalidOperand {
            offset: 0,
            expected: error.expected,
            operation: None,
        };
        GcMap::from_bytes(bytes).map_err(wrong)
    }
}

fn put(bytes: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

impl CodeBuffer {
    /// Begins a procedure with these roots: the offset of the first from the frame pointer, their number, and the bases
    /// of the last ones, which are derived.
    pub(super) fn begin_roots(&mut self, first_offset: i32, roots: u32, bases: Vec<u32>) {
        self.safepoints.sections.push(Section { first_offset, roots, bases });
    }

    /// Adds a safepoint from an offset to the next byte. For a call, the offset is that of the next byte.
    pub(super) fn add_safepoint(&mut self, start: u32, roots: &[u32]) {
        let end = self.offset();
        let Some(section) = self.safepoints.sections.len().checked_sub(1) else { return };
        let first = self.safepoints.roots.len() as u32;
        self.safepoints.roots.extend_from_slice(roots);
        let roots = first..self.safepoints.roots.len() as u32;
        self.safepoints.sites.push(Safepoint { section: section as u32, start, end, roots });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three_sites() -> GcMap {
        let mut safepoints = Safepoints::default();
        safepoints.sections.push(Section { first_offset: -24, roots: 3, bases: vec![1] });
        safepoints.sections.push(Section { first_offset: -8, roots: 1, bases: vec![] });
        safepoints.roots = vec![0, 1, 2, 1, 0];
        let site = |section, start, end, roots| Safepoint { section, start, end, roots };
        safepoints.sites = vec![
            site(1, 900, 900, 4..5),
            site(0, 40, 50, 3..4),
            site(0, 20, 20, 0..3),
            site(0, 60, 60, 3..4),
        ];
        safepoints.finished(|offset| offset + 100).expect("written by this library")
    }

    #[test]
    fn sites_are_found_by_return_offset() {
        let map = three_sites();
        assert_eq!(map.len(), 4);
        let references = |at| map.site_at(at).map(|site| site.references().collect::<Vec<_>>());
        assert_eq!(references(120), Some(vec![-24, -32]));
        assert_eq!(references(140), Some(vec![-32]));
        assert_eq!(references(150), Some(vec![-32]));
        assert_eq!(references(160), Some(vec![-32]));
        assert_eq!(references(1000), Some(vec![-8]));
        for missing in [0, 119, 121, 139, 151, 999, 1001, u32::MAX] {
            assert_eq!(references(missing), None, "{missing}");
        }
        let derived: Vec<Vec<_>> = map.sites().map(|site| site.derived().collect()).collect();
        assert_eq!(derived, [vec![(-40, -32)], vec![], vec![], vec![]]);
        // Two headers of 5 and 4 bytes; sites of 3, 3, 1 and 3.
        assert_eq!(map.bytes().len(), 19, "{:?}", map.bytes());
    }

    #[test]
    fn lookups_start_at_the_index() {
        let mut safepoints = Safepoints::default();
        safepoints.sections.push(Section { first_offset: -8, roots: 9, bases: vec![] });
        for n in 0..1000u32 {
            let first = safepoints.roots.len() as u32;
            safepoints.roots.extend((0..9).filter(|root| n >> root & 1 != 0));
            let roots = first..safepoints.roots.len() as u32;
            safepoints.sites.push(Safepoint { section: 0, start: n * 5, end: n * 5, roots });
        }
        let map = safepoints.finished(|offset| offset + 7).expect("written by this library");
        for n in 0..1000u32 {
            let found = map.site_at(n * 5 + 7).expect("it was added");
            let expected: Vec<i32> = (0..9).filter(|r| n >> r & 1 != 0).map(|r| -8 - 8 * r).collect();
            assert_eq!(found.references().collect::<Vec<_>>(), expected);
            assert!(map.site_at(n * 5 + 8).is_none());
        }
        assert_eq!(GcMap::from_bytes(map.bytes().to_vec()), Ok(map));
    }

    #[test]
    fn malformed_bytes_are_errors() {
        let bytes = three_sites().bytes().to_vec();
        let mut refused = 0;
        for len in 0..bytes.len() {
            refused += usize::from(GcMap::from_bytes(bytes[..len].to_vec()).is_err());
        }
        assert!(refused > bytes.len() / 2, "{refused}");
        for at in 0..bytes.len() {
            for byte in 0..=255 {
                let mut bytes = bytes.clone();
                bytes[at] = byte;
                if let Ok(map) = GcMap::from_bytes(bytes) {
                    // Reading ends and does not panic.
                    let sites: Vec<_> = map.sites().collect();
                    assert_eq!(sites.len(), map.len());
                    sites.iter().for_each(|site| _ = (site.references().count(), site.derived().count()));
                }
            }
        }
    }
}
