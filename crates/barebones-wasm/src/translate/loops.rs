//! Which locals the loops of a function assign: what the SSA builder wants to know before it sees them.
//!
//! Where the translation comes to a loop that is in no other, it reads ahead to the end of that loop, once, and
//! remembers the answer for the loops inside too. What is read here is not validated yet.
//!
//! Cost: one reading of what is in loops, and a step for every loop and local that it assigns. Loops that are
//! nested very deeply get no answer, so that these are no more than a few per operator.

use std::ops::Range;
use wasmparser::{OperatorsReader, VisitOperator};

/// How many locals are listed: so many, and so many per operator.
const MOST: usize = 1000;
const MOST_PER_OPERATOR: usize = 8;

/// A frame of the code that is read ahead.
enum Frame {
    Other,
    Loop {
        /// Its number.
        number: u32,
        /// The first entry of [`Loops::open`] that is its own.
        first: u32,
        /// The mark of the loop around.
        around: u32,
    },
}

struct Loop {
    /// Where its operator is.
    offset: u64,
    /// Where its locals are; `None`: nobody knows.
    assigned: Option<Range<usize>>,
}

/// Answers for the loops of a function.
#[derive(Default)]
pub(super) struct Loops {
    /// In the order of their operators.
    loops: Vec<Loop>,
    /// The first loop that the translation has not come to.
    next: usize,
    /// Locals of loops, one loop after the other.
    assigned: Vec<u32>,
    /// How far the code has been read.
    end: u64,
    operators: usize,
    frames: Vec<Frame>,
    /// What the loops around what is being read assign, the innermost loop's last; and the locals' marks before.
    open: Vec<(u32, u32)>,
    /// For each local the number of the innermost loop whose entries have it, plus one.
    marks: Vec<u32>,
    /// The mark of the innermost loop.
    mark: u32,
    /// There are too many entries to go on.
    is_full: bool,
}

impl Loops {
    pub(super) fn clear(&mut self) {
        self.loops.clear();
        self.assigned.clear();
        self.marks.clear();
        (self.next, self.end, self.operators) = (0, 0, 0);
    }

    /// The locals that a loop assigns, each once; `None` if nobody knows. `reader` has just read its operator.
    pub(super) fn assigned(
        &mut self,
        offset: u64,
        reader: &OperatorsReader<'_>,
        locals: usize,
    ) -> Option<&[u32]> {
        if offset >= self.end {
            self.marks.resize(locals, 0);
            self.read_ahead(offset, OperatorsReader::new(reader.get_binary_reader()));
        }
        while self.loops.get(self.next).is_some_and(|it| it.offset < offset) {
            self.next += 1;
        }
        let it = self.loops.get(self.next).filter(|it| it.offset == offset)?;
        it.assigned.clone().map(|range| &self.assigned[range])
    }

    fn read_ahead(&mut self, offset: u64, mut reader: OperatorsReader<'_>) {
        (self.is_full, self.mark) = (false, 0);
        self.enter_loop(offset);
        while !self.frames.is_empty() {
            let offset = reader.original_position();
            self.operators += 1;
            if reader.visit_operator(&mut Visitor { loops: self, offset }).is_err() {
                // Validation says what is wrong when it comes here.
                self.end = u64::MAX;
                break;
            }
        }
        self.end = self.end.max(reader.original_position());
        self.frames.clear();
        self.open.clear();
    }

    fn enter_loop(&mut self, offset: u64) {
        let (number, first) = (self.loops.len() as u32, self.open.len() as u32);
        self.frames.push(Frame::Loop { number, first, around: self.mark });
        self.mark = number + 1;
        self.loops.push(Loop { offset, assigned: None });
    }

    fn assign(&mut self, local: u32) {
        // Another number is no local's, which validation finds.
        if let Some(mark) = self.marks.get_mut(local as usize).filter(|mark| **mark != self.mark) {
            self.open.push((local, std::mem::replace(mark, self.mark)));
        }
    }

    fn leave(&mut self) {
        let Some(Frame::Loop { number, first, around }) = self.frames.pop() else { return };
        self.mark = around;
        let first = first as usize;
        let most = MOST + MOST_PER_OPERATOR * self.operators;
        self.is_full |= self.assigned.len() + self.open.len() - first > most;
        if self.is_full {
            return self.open.truncate(first);
        }
        let begin = self.assigned.len();
        self.assigned.extend(self.open[first..].iter().map(|(local, _)| *local));
        self.loops[number as usize].assigned = Some(begin..self.assigned.len());
        // The loop around gets what it does not have.
        let mut kept = first;
        for i in first..self.open.len() {
            let (local, before) = self.open[i];
            self.marks[local as usize] = around;
            if before != around {
                self.open[kept] = (local, before);
                kept += 1;
            }
        }
        self.open.truncate(kept);
    }
}

/// Sees an operator after the other.
struct Visitor<'a> {
    loops: &'a mut Loops,
    offset: u64,
}

macro_rules! visit {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $ty:ty),* })? => $visit:ident ($($arity:tt)*))*) => {
        $(
            #[inline]
            fn $visit(&mut self $($(, $arg: $ty)*)?) {
                $($(let _ = $arg;)*)?
                visit!(self $op $($($arg)*)?);
            }
        )*
    };
    ($visitor:ident LocalSet $local:ident) => { $visitor.loops.assign($local) };
    ($visitor:ident LocalTee $local:ident) => { $visitor.loops.assign($local) };
    ($visitor:ident Loop $ty:ident) => { $visitor.loops.enter_loop($visitor.offset) };
    ($visitor:ident Block $ty:ident) => { $visitor.loops.frames.push(Frame::Other) };
    ($visitor:ident If $ty:ident) => { $visitor.loops.frames.push(Frame::Other) };
    ($visitor:ident TryTable $table:ident) => { $visitor.loops.frames.push(Frame::Other) };
    ($visitor:ident Try $ty:ident) => { $visitor.loops.frames.push(Frame::Other) };
    ($visitor:ident Delegate $depth:ident) => { $visitor.loops.leave() };
    ($visitor:ident End) => { $visitor.loops.leave() };
    ($visitor:ident $op:ident $($arg:ident)*) => {};
}

impl<'a> VisitOperator<'a> for Visitor<'_> {
    type Output = ();

    wasmparser::for_each_visit_operator!(visit);
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasmparser::BinaryReader;

    /// The answers for the loops at these places of some code.
    fn answers(code: &[u8], locals: usize, offsets: &[usize]) -> (Loops, Vec<Option<Vec<u32>>>) {
        let mut loops = Loops::default();
        let found = offsets.iter().map(|offset| {
            let reader = OperatorsReader::new(BinaryReader::new(&code[offset + 2..], *offset as u64 + 2));
            loops.assigned(*offset as u64, &reader, locals).map(<[u32]>::to_vec)
        });
        let found = found.collect();
        (loops, found)
    }

    #[test]
    fn a_loop_assigns_what_the_loops_in_it_assign() {
        #[rustfmt::skip]
        let code = [
            3, 0x40, 0x20, 0, 0x21, 1, 2, 0x40, // loop, local.get 0, local.set 1, block
            3, 0x40, 0x41, 0, 0x22, 2, 0x1A, 0x41, 0, 0x21, 1, 0x0B, // loop, i32.const, local.tee 2, drop, local.set 1
            0x0B, 0x41, 0, 0x21, 2, 0x41, 0, 0x21, 9, 0x0B, // end, local.set 2, local.set 9 (there is none), end
            3, 0x40, 0x0B, 0x0B, // loop, end
        ];
        let (_, found) = answers(&code, 3, &[0, 8, 30]);
        assert_eq!(found, [Some(vec![1, 2]), Some(vec![2, 1]), Some(vec![])]);
        // The inner one is not asked for if it cannot be reached; what is no loop has no answer.
        let (_, found) = answers(&code, 3, &[0, 6, 30]);
        assert_eq!(found, [Some(vec![1, 2]), None, Some(vec![])]);
    }

    #[test]
    fn code_that_ends_too_early_has_no_answer_and_is_read_once() {
        let code = [3, 0x40, 3, 0x40, 0x41, 0, 0x21, 0, 0x0B];
        let (loops, found) = answers(&code, 1, &[0, 2]);
        assert_eq!(found, [None, Some(vec![0])]);
        assert_eq!((loops.end, loops.operators), (u64::MAX, 5));
    }

    #[test]
    fn loops_in_loops_do_not_cost_more_than_they_say() {
        const DEPTH: usize = 3000;
        let mut code = [3, 0x40].repeat(DEPTH);
        (0..100).for_each(|local| code.extend([0x41, 0, 0x21, local]));
        code.extend([0x0B].repeat(DEPTH + 1));
        let (loops, found) = answers(&code, 100, &[0, 2 * (DEPTH - 1)]);
        assert_eq!(found[0], None);
        assert_eq!(found[1].as_ref().map(Vec::len), Some(100));
        assert!(loops.assigned.len() <= MOST + MOST_PER_OPERATOR * loops.operators);
    }
}
