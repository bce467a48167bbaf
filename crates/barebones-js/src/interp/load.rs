//! Source that a running program gives: indirect `eval` and `Function`.

use super::compile::{First, compile};
use super::objects::Key;
use super::{Completion, Intrinsic, RunError, Stop, Vm, prepare};
use crate::front::{FrontError, Options, translate};
use crate::heap::{Attributes, Value};

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
        let mut module = match translate(source, Options::default()) {
            Ok(module) => module,
            Err(FrontError::Syntax { message, .. }) => {
                return self.throw_error(Intrinsic::SyntaxErrorPrototype, &message);
            }
            Err(error) => return Err(Stop::Unsupported(error.to_string())),
        };
        prepare(&mut module, self.options);
        let first = First { function: self.codes.len() as u32, constant: self.constants.len() as u32 };
        let (codes, constants) = match compile(&module, &mut self.heap, first) {
            Ok(compiled) => compiled,
            Err(error) => return Err(unsupported(error)),
        };
        self.constants.extend(constants);
        self.codes.extend(codes.into_iter().map(Into::into));
        let global = self.intrinsic(Intrinsic::Global);
        for name in &module.globals {
            let atom = self.heap.atom(name);
            if !self.has_own(global, Key::Name(atom))? {
                self.define(global, atom, Value::UNDEFINED, Attributes::ALL);
            }
        }
        Ok(self.new_closure(first.function, Value::NULL))
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
