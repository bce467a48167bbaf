//! Source that a running program gives, and the variables that its scripts share.

use super::compile::{First, compile};
use super::objects::Key;
use super::{Completion, Intrinsic, RunError, Stop, Vm, prepare};
use crate::front::{FrontError, Goal, Options, translate};
use crate::heap::{Attributes, Value};
use crate::hir::Module;

/// A variable of `let`, `const` or a class of an earlier script.
pub(super) struct Lexical {
    pub(super) environment: Value,
    slot: u32,
    constant: bool,
}

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
        self.load(source, Goal::Eval)
    }

    /// As [`Vm::load_script`], for any kind of source.
    pub(crate) fn load(&mut self, source: &str, goal: Goal) -> Completion<Value> {
        let strict = if goal == Goal::StrictEval { "'use strict';" } else { "" };
        let mut module = match translate(&format!("{strict}{source}"), Options { goal, ..Options::default() })
        {
            Ok(module) => module,
            Err(FrontError::Syntax { message, .. }) => {
                return self.throw_error(Intrinsic::SyntaxErrorPrototype, &message);
            }
            Err(error) => return Err(Stop::Unsupported(error.to_string())),
        };
        self.check_declarations(&module)?;
        prepare(&mut module, self.options);
        let first = First { function: self.codes.len() as u32, constant: self.constants.len() as u32 };
        let (codes, constants) = match compile(&module, &mut self.heap, first) {
            Ok(compiled) => compiled,
            Err(error) => return Err(unsupported(error)),
        };
        self.constants.extend(constants);
        self.codes.extend(codes.into_iter().map(Into::into));
        let global = self.intrinsic(Intrinsic::Global);
        let configurable = matches!(goal, Goal::Eval | Goal::StrictEval);
        for name in &module.globals {
            let atom = self.heap.atom(name);
            if !self.has_own(global, Key::Name(atom))? {
                self.define(global, atom, Value::UNDEFINED, Attributes { configurable, ..Attributes::ALL });
            }
        }
        Ok(self.new_closure(first.function, Value::NULL))
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
