//! Source that a running program gives, and the variables that its scripts share.

use super::objects::Key;
use super::{Completion, Intrinsic, RunError, Source, Stop, Vm, prepare};
use crate::front::{FrontError, Goal, Options, too_deep, translate};
use crate::heap::{Attributes, Value};
use crate::hir::Module;

/// A variable of `let`, `const` or a class of an earlier script.
pub(super) struct Lexical {
    pub(super) environment: Value,
    slot: u32,
    constant: bool,
}

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
    /// Translates a text for `eval`, and returns a function that runs it. Its code stays to the end of the program.
    ///
    /// # Errors
    /// A SyntaxError, or a feature that is not supported.
    pub(crate) fn load_script(&mut self, source: &str) -> Completion<Value> {
        self.load(source, "eval", Goal::Eval)
    }

    /// As [`Vm::load_script`], for any kind of source, with the name that stacks of errors show.
    pub(crate) fn load(&mut self, source: &str, name: &str, goal: Goal) -> Completion<Value> {
        let left = self.stack_left();
        let levels = left.saturating_sub(SHALLOW) / LEVEL;
        if left < SHALLOW || (left < DEEP && too_deep(source, levels as u32).is_some()) {
            return self.too_deep();
        }
        let strict = if goal == Goal::StrictEval { "'use strict';" } else { "" };
        let source = Source::new(name, &format!("{strict}{source}"));
        let mut module = match translate(&source.text, Options { goal, ..Options::default() }) {
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
        self.check_declarations(&module)?;
        prepare(&mut module, self.options);
        let function = self.append(&module, &source).map_err(unsupported)?;
        // The text and the code stay, whatever the program does.
        self.heap.charge_permanent(CODE * source.text.len());
        let global = self.intrinsic(Intrinsic::Global);
        let configurable = matches!(goal, Goal::Eval | Goal::StrictEval);
        for name in &module.globals {
            let atom = self.heap.atom(name);
            if !self.has_own(global, Key::Name(atom))? {
                self.define(global, atom, Value::UNDEFINED, Attributes { configurable, ..Attributes::ALL });
            }
        }
        Ok(self.new_closure(function, Value::NULL))
    }

    /// A SyntaxError if a declaration of a script is in conflict with one of an earlier script.
    fn check_declarations(&mut self, module: &Module) -> Completion<()> {
        let global = self.intrinsic(Intrinsic::Global);
        for name in module.globals.iter().chain(&module.lexicals) {
            let atom = self.heap.atom(name);
            let mut conflict = self.lexicals.contains_key(&atom);
            if !conflict && module.lexicals.contains(name) {
                let property = self.own_property(global, Key::Name(atom))?;
                conflict = property.is_some_and(|property| !property.attributes.configurable);
            }
            if conflict {
                let message = format!("Identifier '{name}' has already been declared");
                return self.throw_error(Intrinsic::SyntaxErrorPrototype, &message);
            }
        }
        Ok(())
    }

    /// Runs a text as indirect `eval` does.
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

    /// Remembers the variables of a script: their environment, then for each its name and whether it is constant.
    pub(super) fn declare_lexicals(&mut self, values: &[Value]) -> Completion<Value> {
        let Some((environment, variables)) = values.split_first() else { return Ok(Value::UNDEFINED) };
        for (slot, pair) in variables.chunks_exact(2).enumerate() {
            if let Key::Name(name) = self.key_of(pair[0])? {
                let constant = pair[1] == Value::TRUE;
                let lexical = Lexical { environment: *environment, slot: slot as u32, constant };
                self.lexicals.insert(name, lexical);
            }
        }
        Ok(Value::UNDEFINED)
    }

    /// The value of a variable of an earlier script.
    ///
    /// # Errors
    /// A ReferenceError if it has no value yet.
    pub(super) fn load_lexical(&mut self, key: Key) -> Completion<Option<Value>> {
        let Key::Name(name) = key else { return Ok(None) };
        let Some(lexical) = self.lexicals.get(&name) else { return Ok(None) };
        let value = self.load_slot(lexical.environment, lexical.slot as u16);
        if value != Value::EMPTY {
            return Ok(Some(value));
        }
        let text = self.key_text(key);
        let message = format!("Cannot access '{text}' before initialization");
        self.throw_error(Intrinsic::ReferenceErrorPrototype, &message)
    }

    /// Writes a variable of an earlier script; false if there is none with the name.
    ///
    /// # Errors
    /// A ReferenceError if it has no value yet, a TypeError if it is constant.
    pub(super) fn store_lexical(&mut self, key: Key, value: Value) -> Completion<bool> {
        if self.lexicals.is_empty() || self.load_lexical(key)?.is_none() {
            return Ok(false);
        }
        let Key::Name(name) = key else { return Ok(false) };
        let Some(lexical) = self.lexicals.get(&name) else { return Ok(false) };
        let (environment, slot) = (lexical.environment, lexical.slot as u16);
        if lexical.constant {
            let text = self.key_text(key);
            return self.type_error(&format!("assignment to constant variable '{text}'"));
        }
        self.store_slot(environment, slot, value);
        Ok(true)
    }

    /// What `typeof` reads: a variable of an earlier script, a global property, or undefined.
    pub(super) fn global_or_undefined(&mut self, name: Value) -> Completion<Value> {
        let key = self.key_of(name)?;
        match self.load_lexical(key)? {
            Some(value) => Ok(value),
            None => {
                let global = self.intrinsic(Intrinsic::Global);
                self.get_key(global, key)
            }
        }
    }
}
