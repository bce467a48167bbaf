//! Source that a running program gives: indirect `eval` and `Function`.

use super::objects::Key;
use super::{Completion, Intrinsic, RunError, Source, Stop, Vm, prepare};
use crate::front::{FrontError, Options, deeper_than, translate};
use crate::heap::{Attributes, Value};

/// Stack that the translation of source needs that nests nothing, in bytes.
const SHALLOW: usize = 256 << 10;

/// Stack that each level of nesting needs, at most, in bytes.
const LEVEL: usize = 5 << 10;

/// Stack that the translation of any source needs, in bytes.
const DEEP: usize = 9 << 18;

/// Bytes of a program's text and code for each byte of its text, at most nearly always.
const CODE: usize = 16;

fn unsupported(error: RunError) -> Stop {
    match error {
        RunError::Unsupported(what) => Stop::Unsupported(what),
        error => Stop::Unsupported(error.to_string()),
    }
}

impl Vm {
    /// Translates a script, and returns a function that runs it. Its code stays to the end of the program.
    ///
    /// # Errors
    /// A SyntaxError, or a feature that is not supported.
    pub(crate) fn load_script(&mut self, source: &str) -> Completion<Value> {
        self.load_named(source, "eval")
    }

    /// As [`Vm::load_script`], with the name that stacks of errors show.
    pub(crate) fn load_named(&mut self, source: &str, name: &str) -> Completion<Value> {
        let left = self.stack_left();
        let levels = left.saturating_sub(SHALLOW) / LEVEL;
        if left < SHALLOW || (left < DEEP && deeper_than(source, levels as u32).is_some()) {
            return self.too_deep();
        }
        let source = Source::new(name, source);
        let mut module = match translate(&source.text, Options::default()) {
            Ok(module) => module,
            Err(FrontError::Syntax { offset, message }) => {
                let thrown = self.throw_error(Intrinsic::SyntaxErrorPrototype, &message);
                let (line, column) = source.position(offset);
                self.bare = Some(format!("SyntaxError: {message}\n    at {name}:{line}:{column}"));
                self.record_throw();
                self.thrown_at = Some((source, offset));
                return thrown;
            }
            Err(error) => return Err(Stop::Unsupported(error.to_string())),
        };
        let first = prepare(&mut module, self.options).and_then(|()| self.append(&module, &source));
        let function = first.map_err(unsupported)?;
        // The text and the code stay, whatever the program does.
        self.heap.charge_permanent(CODE * source.text.len());
        let global = self.intrinsic(Intrinsic::Global);
        for name in &module.globals {
            let atom = self.heap.atom(name);
            if !self.has_own(global, Key::Name(atom))? {
                self.define(global, atom, Value::UNDEFINED, Attributes::ALL);
            }
        }
        Ok(self.new_closure(function, Value::NULL))
    }

    /// Runs a script as indirect `eval` does.
    pub(crate) fn run_script(&mut self, source: &str) -> Completion<Value> {
        let closure = self.load_script(source)?;
        let global = self.intrinsic(Intrinsic::Global);
        self.call_function(closure, global, &[])
    }

    /// `eval` of a value: a string is a script, others are their own result.
    pub(crate) fn eval_value(&mut self, value: Value) -> Completion<Value> {
        if !self.heap.is_string(value) {
            return Ok(value);
        }
        let source = self.text_of(value);
        self.run_script(&source)
    }
}
