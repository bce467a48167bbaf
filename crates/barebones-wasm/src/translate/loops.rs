//! Finds the locals that each loop assigns, for the SSA builder, before the loop is translated.
//!
//! At an outermost loop, a scan reads ahead to its end, once, and records the results for the inner loops too. The
//! scan reads code that is not validated yet. It only decodes whether an operator assigns a local, where it ends, and
//! whether it begins or ends a frame. At an operator of an unsupported proposal, the scan stops without a result.
//!
//! Cost: one pass over the code of loops, plus a step for each pair of a loop and a local that it assigns. Very
//! deeply nested loops get no result, which limits these pairs to a few per byte.

use std::ops::Range;

/// Maximum number of entries: a constant plus a number per byte of code.
const MAX_ENTRIES: usize = 1000;
const MAX_ENTRIES_PER_BYTE: usize = 4;

/// A frame of the scanned code.
enum Frame {
    Other,
    Loop {
        /// Index of the loop.
        number: u32,
        /// Index of its first entry in [`Loops::open`].
        first: u32,
        /// The mark of the enclosing loop.
        enclosing: u32,
    },
}

struct Loop {
    /// Offset of its operator.
    offset: u64,
    /// Its range in [`Loops::assigned`]; `None` if unknown.
    assigned: Option<Range<usize>>,
}

/// Results for the loops of a function.
#[derive(Default)]
pub(super) struct Loops {
    /// In the order of their operators.
    loops: Vec<Loop>,
    /// The first loop that has not been translated.
    next: usize,
    /// Assigned locals, loop by loop.
    assigned: Vec<u32>,
    /// Offset at which the last scan ended.
    end: u64,
    frames: Vec<Frame>,
    /// Locals assigned by the open loops, those of the innermost loop last, with their previous marks.
    open: Vec<(u32, u32)>,
    /// For each local, the mark of the innermost open loop with an entry for it: the index of the loop plus one.
    marks: Vec<u32>,
    /// The mark of the innermost loop.
    mark: u32,
    /// True if the maximum number of entries is reached.
    is_full: bool,
}

impl Loops {
    pub(super) fn clear(&mut self) {
        self.loops.clear();
        self.assigned.clear();
        self.marks.clear();
        (self.next, self.end) = (0, 0);
    }

    /// The locals that the loop at `offset` assigns, each once; `None` if unknown. `code` is the function body, which
    /// begins at offset `start`.
    pub(super) fn assigned(
        &mut self,
        (code, start): (&[u8], u64),
        offset: u64,
        locals: usize,
    ) -> Option<&[u32]> {
        if offset >= self.end {
            self.marks.resize(locals, 0);
            (self.is_full, self.mark) = (false, 0);
            let mut code = Code { code, at: (offset - start) as usize };
            // Malformed code is reported by validation later.
            self.end = self.read_ahead(&mut code, start).map_or(u64::MAX, |()| start + code.at as u64);
            self.frames.clear();
            self.open.clear();
        }
        while self.loops.get(self.next).is_some_and(|it| it.offset < offset) {
            self.next += 1;
        }
        let it = self.loops.get(self.next).filter(|it| it.offset == offset)?;
        it.assigned.clone().map(|range| &self.assigned[range])
    }

    /// Scans from the operator of a loop to its end.
    fn read_ahead(&mut self, code: &mut Code<'_>, start: u64) -> Option<()> {
        loop {
            let at = code.at;
            match code.step()? {
                Step::Other => {}
                Step::Assign(local) => self.assign(local),
                Step::Loop => self.enter_loop(start + at as u64),
                Step::Begin => self.frames.push(Frame::Other),
                Step::End => {
                    self.end_frame(code.at);
                    if self.frames.is_empty() {
                        return Some(());
                    }
                }
            }
        }
    }

    fn enter_loop(&mut self, offset: u64) {
        let (number, first) = (self.loops.len() as u32, self.open.len() as u32);
        self.frames.push(Frame::Loop { number, first, enclosing: self.mark });
        self.mark = number + 1;
        self.loops.push(Loop { offset, assigned: None });
    }

    fn assign(&mut self, local: u32) {
        // An index out of range is reported by validation.
        if let Some(mark) = self.marks.get_mut(local as usize).filter(|mark| **mark != self.mark) {
            self.open.push((local, std::mem::replace(mark, self.mark)));
        }
    }

    /// Ends a frame; `bytes` have been read so far.
    fn end_frame(&mut self, bytes: usize) {
        let Some(Frame::Loop { number, first, enclosing }) = self.frames.pop() else { return };
        self.mark = enclosing;
        let first = first as usize;
        let max_entries = MAX_ENTRIES + MAX_ENTRIES_PER_BYTE * bytes;
        self.is_full |= self.assigned.len() + self.open.len() - first > max_entries;
        if self.is_full {
            return self.open.truncate(first);
        }
        let begin = self.assigned.len();
        self.assigned.extend(self.open[first..].iter().map(|(local, _)| *local));
        self.loops[number as usize].assigned = Some(begin..self.assigned.len());
        // Passes the locals that it lacks to the enclosing loop.
        let mut kept = first;
        for i in first..self.open.len() {
            let (local, before) = self.open[i];
            self.marks[local as usize] = enclosing;
            if before != enclosing {
                self.open[kept] = (local, before);
                kept += 1;
            }
        }
        self.open.truncate(kept);
    }
}

/// The relevant properties of an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Other,
    /// Assigns this local.
    Assign(u32),
    Loop,
    /// Begins a frame other than a loop.
    Begin,
    End,
}

/// A decoder that skips operators.
struct Code<'a> {
    code: &'a [u8],
    at: usize,
}

impl Code<'_> {
    /// Skips an operator. `None` if its length is unknown.
    #[inline(always)]
    fn step(&mut self) -> Option<Step> {
        match self.byte()? {
            // Indices of locals, functions or blocks, and integers.
            0x08
            | 0x0C
            | 0x0D
            | 0x10
            | 0x12
            | 0x14
            | 0x15
            | 0x20
            | 0x23..=0x26
            | 0x3F..=0x42
            | 0xD2
            | 0xD5
            | 0xD6 => self.skip_number()?,
            0x21 | 0x22 => return self.number().map(Step::Assign),
            0x00 | 0x01 | 0x05 | 0x0A | 0x0F | 0x1A | 0x1B | 0x45..=0xC4 | 0xD1 | 0xD4 => {}
            0x28..=0x3E => self.skip_memory_argument()?,
            0x02 | 0x04 => return self.skip_type().map(|()| Step::Begin),
            0x03 => return self.skip_type().map(|()| Step::Loop),
            0x0B => return Some(Step::End),
            0x0E => {
                let targets = self.number()?;
                (0..=targets).try_for_each(|_| self.skip_number())?;
            }
            0x11 | 0x13 => self.skip_numbers(2)?,
            0x1F => {
                self.skip_type()?;
                let clauses = self.number()?;
                (0..clauses).try_for_each(|_| self.skip_clause())?;
                return Some(Step::Begin);
            }
            0x1C => {
                let types = self.number()?;
                (0..types).try_for_each(|_| self.skip_type())?;
            }
            0x43 => self.at += 4,
            0x44 => self.at += 8,
            0xD0 => self.skip_heap_type()?,
            0xFC => match self.number()? {
                0..=7 => {}
                9 | 11 | 13 | 15..=17 => self.skip_number()?,
                8 | 10 | 12 | 14 => self.skip_numbers(2)?,
                _ => return None,
            },
            0xFD => self.skip_vector()?,
            0xFE => match self.number()? {
                3 => self.skip_bytes(1)?,
                0..=2 | 0x10..=0x4E => self.skip_memory_argument()?,
                _ => return None,
            },
            _ => return None,
        }
        Some(Step::Other)
    }

    /// Skips a clause of a `try_table`.
    fn skip_clause(&mut self) -> Option<()> {
        match self.byte()? {
            0 | 1 => self.skip_numbers(2),
            2 | 3 => self.skip_number(),
            _ => None,
        }
    }

    /// Skips the rest of a vector instruction.
    fn skip_vector(&mut self) -> Option<()> {
        match self.number()? {
            0..=11 | 92 | 93 => self.skip_memory_argument(),
            12 | 13 => self.skip_bytes(16),
            21..=34 => self.skip_bytes(1),
            84..=91 => {
                self.skip_memory_argument()?;
                self.skip_bytes(1)
            }
            14..0x114 => Some(()),
            _ => None,
        }
    }

    fn skip_bytes(&mut self, count: usize) -> Option<()> {
        self.at += count;
        Some(())
    }

    #[inline(always)]
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.code.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// Decodes a number of at most 32 bits; the result for a longer one is arbitrary.
    #[inline(always)]
    fn number(&mut self) -> Option<u32> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            number |= u32::from(byte & 0x7F).unbounded_shl(shift);
            if byte & 0x80 == 0 {
                return Some(number);
            }
            shift += 7;
        }
    }

    #[inline(always)]
    fn skip_number(&mut self) -> Option<()> {
        while self.byte()? & 0x80 != 0 {}
        Some(())
    }

    #[inline(always)]
    fn skip_numbers(&mut self, count: u32) -> Option<()> {
        (0..count).try_for_each(|_| self.skip_number())
    }

    /// Skips a block type, value type or reference type: one number, or a prefix and a heap type.
    #[inline(always)]
    fn skip_type(&mut self) -> Option<()> {
        match *self.code.get(self.at)? {
            0x63 | 0x64 => {
                self.at += 1;
                self.skip_heap_type()
            }
            _ => self.skip_heap_type(),
        }
    }

    /// Skips a heap type, encoded as one number. Exact and shared types are not supported.
    #[inline(always)]
    fn skip_heap_type(&mut self) -> Option<()> {
        match *self.code.get(self.at)? {
            0x62 | 0x65 => None,
            _ => self.skip_number(),
        }
    }

    #[inline(always)]
    fn skip_memory_argument(&mut self) -> Option<()> {
        match self.byte()? {
            0..0x10 => self.skip_number(),
            // The index of the memory precedes the offset.
            0x40..0x50 => self.skip_numbers(2),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasmparser::{BinaryReader, OperatorsReader, VisitOperator, VisitSimdOperator, WasmFeatures};

    /// The results for the loops at these offsets.
    fn answers(code: &[u8], locals: usize, offsets: &[usize]) -> (Loops, Vec<Option<Vec<u32>>>) {
        let mut loops = Loops::default();
        let found = offsets.iter().map(|offset| {
            // As if other functions preceded it.
            loops.assigned((code, 1000), 1000 + *offset as u64, locals).map(<[u32]>::to_vec)
        });
        let found = found.collect();
        (loops, found)
    }

    #[test]
    fn loops_assign_locals_of_inner_loops() {
        #[rustfmt::skip]
        let code = [
            3, 0x40, 0x20, 0, 0x21, 1, 2, 0x40, // loop, local.get 0, local.set 1, block
            3, 0x40, 0x41, 0, 0x22, 2, 0x1A, 0x41, 0, 0x21, 1, 0x0B, // loop, i32.const, local.tee 2, drop, local.set 1
            0x0B, 0x41, 0, 0x21, 2, 0x41, 0, 0x21, 9, 0x0B, // end, local.set 2, local.set 9 (there is none), end
            3, 0x40, 0x0B, 0x0B, // loop, end
        ];
        let (_, found) = answers(&code, 3, &[0, 8, 30]);
        assert_eq!(found, [Some(vec![1, 2]), Some(vec![2, 1]), Some(vec![])]);
        // An unreachable inner loop is not queried; an offset without a loop has no result.
        let (_, found) = answers(&code, 3, &[0, 6, 30]);
        assert_eq!(found, [Some(vec![1, 2]), None, Some(vec![])]);
    }

    /// The reference: what wasmparser decodes.
    struct Oracle(Step);

    macro_rules! visit {
        ($(@$proposal:ident $op:ident $({ $($arg:ident: $ty:ty),* })? => $visit:ident ($($arity:tt)*))*) => {
            $(
                fn $visit(&mut self $($(, $arg: $ty)*)?) {
                    $($(let _ = &$arg;)*)?
                    self.0 = visit!($op $($($arg)*)?);
                }
            )*
        };
        (LocalSet $local:ident) => { Step::Assign($local) };
        (LocalTee $local:ident) => { Step::Assign($local) };
        (Loop $ty:ident) => { Step::Loop };
        (Block $ty:ident) => { Step::Begin };
        (If $ty:ident) => { Step::Begin };
        (TryTable $ty:ident) => { Step::Begin };
        (End) => { Step::End };
        ($op:ident $($arg:ident)*) => { Step::Other };
    }

    impl<'a> VisitOperator<'a> for Oracle {
        type Output = ();

        fn simd_visitor(&mut self) -> Option<&mut dyn VisitSimdOperator<'a, Output = Self::Output>> {
            Some(self)
        }

        wasmparser::for_each_visit_operator!(visit);
    }

    impl VisitSimdOperator<'_> for Oracle {
        wasmparser::for_each_visit_simd_operator!(visit);
    }

    fn is_supported(opcode: u8) -> bool {
        matches!(
            opcode,
            0..=5 | 8 | 0x0A..=0x15 | 0x1A..=0x1C | 0x1F | 0x20..=0x26 | 0x28..=0xC4 | 0xD0..=0xD2 | 0xD4..=0xD6 | 0xFC..=0xFE
        )
    }

    /// True if `step` must decode these bytes. It may refuse supported operators with invalid or overlong flags of
    /// accesses, or with types of other proposals.
    fn must_step(code: &[u8]) -> bool {
        match *code {
            [0x28..=0x3E, flags, ..] => flags & !0x40 < 8,
            [0x02..=0x04 | 0x1C | 0x1F | 0xD0, ..] => !code.iter().any(|byte| matches!(byte, 0x62 | 0x65)),
            [0xFC, which, ..] => which < 18,
            // Those without an argument of an access.
            [0xFD, 12..0x54, ..] => true,
            // Fences, and accesses with valid flags.
            [0xFE, 3, 0, ..] => true,
            [0xFE, 0x10..0x4F, flags, ..] => flags & !0x40 < 8,
            [0xFD | 0xFE, ..] => false,
            [opcode, ..] => is_supported(opcode),
            [] => false,
        }
    }

    /// `step` decodes every supported operator with arbitrary immediates, and decodes no operator differently than
    /// wasmparser.
    #[test]
    fn steps_match_wasmparser() {
        let mut random = super::super::random_numbers();
        let mut read = [0; 256];
        for iteration in 0..400_000 {
            let opcode = (iteration % 256) as u8;
            let mut code = vec![opcode];
            // Small numbers, types, and numbers of several bytes.
            code.extend((0..24).map(|_| match random(4) {
                0 => random(4) as u8,
                1 => 0x6F + random(0x11) as u8,
                _ => random(256) as u8,
            }));
            for features in [crate::config::SUPPORTED, WasmFeatures::all()] {
                let mut oracle = Oracle(Step::Other);
                let mut reader = BinaryReader::new(&code, 0);
                reader.set_features(features);
                let mut reader = OperatorsReader::new(reader);
                let is_read = reader.visit_operator(&mut oracle).is_ok();
                let mut stepped = Code { code: &code, at: 0 };
                match stepped.step() {
                    Some(step) if is_read => {
                        assert_eq!(
                            (step, stepped.at as u64),
                            (oracle.0, reader.original_position()),
                            "{code:?}"
                        );
                        read[usize::from(opcode)] += 1;
                    }
                    None if is_read => assert!(!must_step(&code), "{code:x?}"),
                    _ => {}
                }
            }
        }
        // `else` is invalid without an `if`.
        let missing = (0..=0xFF).filter(|opcode| is_supported(*opcode) && read[usize::from(*opcode)] == 0);
        let missing: Vec<u8> = missing.collect();
        assert_eq!(missing, [5]);
    }

    #[test]
    fn truncated_code_has_no_result_and_is_scanned_once() {
        let code = [3, 0x40, 3, 0x40, 0x41, 0, 0x21, 0, 0x0B];
        let (loops, found) = answers(&code, 1, &[0, 2]);
        assert_eq!(found, [None, Some(vec![0])]);
        assert_eq!((loops.end, loops.loops.len()), (u64::MAX, 2));
    }

    #[test]
    fn nested_loops_have_bounded_cost() {
        const DEPTH: usize = 3000;
        let mut code = [3, 0x40].repeat(DEPTH);
        (0..100).for_each(|local| code.extend([0x41, 0, 0x21, local]));
        code.extend([0x0B].repeat(DEPTH + 1));
        let (loops, found) = answers(&code, 100, &[0, 2 * (DEPTH - 1)]);
        assert_eq!(found[0], None);
        assert_eq!(found[1].as_ref().map(Vec::len), Some(100));
        assert!(loops.assigned.len() <= MAX_ENTRIES + MAX_ENTRIES_PER_BYTE * code.len());
    }
}
