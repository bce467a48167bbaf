//! Where a program is: sources, the places of operations, and the stacks of errors.

use super::bytecode::{Code, NO_SHAPE};
use super::frames::Frame;
use super::{Intrinsic, Vm};
use crate::heap::{Attributes, Class, Value};
use crate::hir::{INLINED, Inlined};
use crate::runtime::Sites;
use crate::tier1::CodeRef;
use std::cell::OnceCell;
use std::rc::Rc;

/// Maximum number of frames in the text of a stack.
const MAX_TRACE: usize = 10;

/// Text of a program, with its name.
#[derive(Debug, Default)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
    /// Number of bytes at its start that the program did not write.
    added: usize,
    /// Offsets of the lines.
    lines: OnceCell<Vec<u32>>,
}

impl Source {
    pub(crate) fn new(name: &str, text: &str) -> Rc<Source> {
        Rc::new(Source { name: name.to_string(), text: text.to_string(), ..Source::default() })
    }

    /// Text that is strict because its caller is: with a directive, which no place shows.
    pub(crate) fn with_directive(name: &str, text: &str) -> Rc<Source> {
        let directive = "'use strict';";
        // A line that names an interpreter is a comment only at the start.
        let text = match text.strip_prefix("#!") {
            Some(rest) => format!("{directive}//{rest}"),
            None => format!("{directive}{text}"),
        };
        Rc::new(Source { name: name.to_string(), text, added: directive.len(), ..Source::default() })
    }

    /// Line and column of an offset, from 1; a column is a UTF-16 unit.
    pub(crate) fn position(&self, offset: u32) -> (u32, u32) {
        let lines = self.lines.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect()
        });
        let line = lines.partition_point(|start| *start <= offset).max(1);
        let start = (lines[line - 1] as usize).max(self.added);
        let before = self.text.get(start..offset as usize).unwrap_or("");
        (line as u32, before.encode_utf16().count() as u32 + 1)
    }

    /// The text of a line, from 1.
    pub(crate) fn line(&self, line: u32) -> &str {
        self.text[self.added..].split('\n').nth(line as usize - 1).unwrap_or("").trim_end_matches('\r')
    }
}

/// The frame that a function of the library was called from: place of its operands on the stack, and the next operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct At {
    base: u32,
    pc: u32,
}

impl At {
    /// No frame.
    pub(super) const NONE: At = At { base: u32::MAX, pc: 0 };
}

impl Code {
    /// Offset of the source of an operation.
    pub(super) fn offset(&self, op: usize) -> u32 {
        let place = self.place(op);
        self.inlined_at(place).map_or(place, |inlined| inlined.offset)
    }

    /// Offset of the source of an operation, or the number of one in an inlined function.
    fn place(&self, op: usize) -> u32 {
        let after = self.places.partition_point(|(first, _)| *first as usize <= op);
        after.checked_sub(1).map_or(0, |index| self.places[index].1)
    }

    fn inlined_at(&self, place: u32) -> Option<&Inlined> {
        if place & INLINED == 0 { None } else { self.inlined.get((place & !INLINED) as usize) }
    }

    /// Names and offsets of the function and of those that are inlined in it where an operation is, the innermost first.
    fn calls_at(&self, op: usize) -> Vec<(&str, u32)> {
        let mut calls = Vec::new();
        let mut place = self.place(op);
        while let Some(inlined) = self.inlined_at(place) {
            calls.push((&*inlined.name, inlined.offset));
            place = inlined.call;
        }
        calls.push((&self.name, place));
        calls
    }

    /// Replaces the offsets of all operations by a table that has only changes.
    pub(super) fn set_places(&mut self, offsets: &[u32]) {
        let mut last = None;
        for (op, offset) in offsets.iter().enumerate() {
            if last != Some(offset) {
                self.places.push((op as u32, *offset));
                last = Some(offset);
            }
        }
    }
}

impl Vm {
    /// Records where the program is before an operation that may call, and holds no value.
    #[inline]
    pub(super) fn mark(&mut self, frame: &Frame) {
        self.heap.release_loop();
        self.mark_call(frame);
    }

    /// Records where the program is before a call.
    #[inline]
    pub(super) fn mark_call(&mut self, frame: &Frame) {
        self.at = At { base: frame.base as u32, pc: frame.pc as u32 };
    }

    /// Active calls, the innermost first: code, and the operation.
    fn calls(&self) -> Vec<(CodeRef, usize)> {
        let mut calls = Vec::new();
        let (mut at, mut top) = (self.at, self.frames.len());
        for outer in self.outer.iter().rev() {
            let function = match self.stack.get(at.base as usize).and_then(|callee| self.heap.class(*callee))
            {
                Some(Class::Closure { function, .. }) => Some(*function),
                _ => None,
            };
            if let Some(code) = function.and_then(|function| self.callees.get(function as usize)) {
                calls.push((*code, (at.pc as usize).saturating_sub(1)));
            }
            for frame in self.frames.get(outer.floor..top).into_iter().flatten().rev() {
                if calls.len() >= MAX_TRACE {
                    return calls;
                }
                calls.push((frame.code, frame.pc.saturating_sub(1)));
            }
            (at, top) = (outer.at, outer.floor);
        }
        calls.truncate(MAX_TRACE);
        calls
    }

    /// Lines `    at f (file:line:column)` of the active calls, the innermost first.
    pub(crate) fn stack_trace(&self) -> String {
        let mut text = String::new();
        let calls = self.calls();
        let calls =
            calls.iter().flat_map(|(code, op)| code.calls_at(*op).into_iter().map(move |at| (code, at)));
        for (code, (name, offset)) in calls.take(MAX_TRACE) {
            let (line, column) = code.source.position(offset);
            let file = &code.source.name;
            text.push_str(&if name.is_empty() {
                format!("\n    at {file}:{line}:{column}")
            } else {
                format!("\n    at {name} ({file}:{line}:{column})")
            });
        }
        text
    }

    /// Records where an exception was thrown, and gives an error of the library its stack.
    pub(super) fn record_throw(&mut self) {
        self.fresh = false;
        self.thrown_at = self.calls().first().map(|(code, op)| (code.source.clone(), code.offset(*op)));
        if let Some(mut text) = self.bare.take() {
            text.push_str(&self.stack_trace());
            self.define_stack(self.exception, &text);
        }
    }

    /// Records where an exception was thrown that no loop of the interpreter has seen.
    pub(crate) fn finish_throw(&mut self) {
        if self.fresh {
            self.record_throw();
        }
    }

    /// What the inline caches have seen.
    pub(crate) fn count_sites(&self) -> Sites {
        let [own, inherited, added] = &self.hits;
        let (own_hits, inherited_hits, added_hits) = (own.get(), inherited.get(), added.get());
        let mut counts = Sites { own_hits, inherited_hits, added_hits, ..Sites::default() };
        for site in self.codes.iter().flat_map(|code| &code.sites) {
            counts.all += 1;
            counts.cached += usize::from(site.shape.get() != NO_SHAPE);
            counts.misses += u64::from(site.misses.get());
        }
        counts
    }

    /// Number of functions that were translated to register code.
    pub(crate) fn function_count(&self) -> usize {
        self.codes.len()
    }

    /// Defines `stack` of an error.
    pub(crate) fn define_stack(&mut self, error: Value, text: &str) {
        let text = self.heap.text(text);
        let name = self.heap.atom("stack");
        self.define(error, name, text, Attributes::HIDDEN);
    }
}

/// The name of the errors that have a prototype of the library.
pub(super) fn error_name(prototype: Intrinsic) -> &'static str {
    match prototype {
        Intrinsic::TypeErrorPrototype => "TypeError",
        Intrinsic::ReferenceErrorPrototype => "ReferenceError",
        Intrinsic::RangeErrorPrototype => "RangeError",
        Intrinsic::SyntaxErrorPrototype => "SyntaxError",
        Intrinsic::EvalErrorPrototype => "EvalError",
        Intrinsic::UriErrorPrototype => "URIError",
        Intrinsic::AggregateErrorPrototype => "AggregateError",
        _ => "Error",
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, Source};

    #[test]
    fn tables_of_places_have_changes_only() {
        let mut code = Code::default();
        assert_eq!(code.offset(3), 0);
        code.set_places(&[7, 7, 7, 9, 9, 2]);
        assert_eq!(code.places, [(0, 7), (3, 9), (5, 2)]);
        assert_eq!([0, 2, 3, 4, 5, 9].map(|op| code.offset(op)), [7, 7, 9, 9, 2, 2]);
    }

    #[test]
    fn columns_are_units() {
        let source = Source::new("f.js", "a\n\u{1f600}b\r\n");
        assert_eq!(source.position(0), (1, 1));
        assert_eq!(source.position(2), (2, 1));
        assert_eq!(source.position(6), (2, 3));
        assert_eq!(source.position(99), (3, 1));
        assert_eq!(source.line(2), "\u{1f600}b");
    }
}
