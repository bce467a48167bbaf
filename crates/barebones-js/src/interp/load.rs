//! Source that a running program gives, and the variables that its scripts share.

use super::objects::Key;
use super::{Completion, Intrinsic, RunError, Source, Stop, Vm, prepare};
use crate::front::{FrontError, Goal, Options, Site, too_deep, translate_at};
use crate::heap::{Attributes, Value, WellKnown};
use crate::hir::Module;
use std::rc::Rc;
use std::time::Instant;

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
        let module = self.translate(source, name, goal, None)?;
        self.check_declarations(&module.0)?;
        self.declare_globals(&module.0, goal)?;
        self.finish_load(module)
    }

    /// Translates a text; its source goes with the module.
    fn translate(
        &mut self,
        source: &str,
        name: &str,
        goal: Goal,
        site: Option<Site>,
    ) -> Completion<(Module, Rc<Source>)> {
        let left = self.stack_left();
        let levels = left.saturating_sub(SHALLOW) / LEVEL;
        if left < SHALLOW || (left < DEEP && too_deep(source, levels as u32).is_some()) {
            return self.too_deep();
        }
        let source = match goal {
            Goal::StrictEval => Source::with_directive(name, source),
            _ => Source::new(name, source),
        };
        let start = Instant::now();
        let translated = translate_at(&source.text, Options { goal, ..Options::default() }, site);
        self.phases.front += start.elapsed();
        match translated {
            Ok(module) => Ok((module, source)),
            Err(FrontError::Syntax { offset, message }) => {
                let thrown = self.throw_error(Intrinsic::SyntaxErrorPrototype, &message);
                let (line, column) = source.position(offset);
                self.bare = Some(format!("SyntaxError: {message}\n    at {name}:{line}:{column}"));
                self.record_throw();
                self.thrown_at = Some((source, offset));
                thrown
            }
            Err(error) => {
                let (line, column) = source.position(error.offset());
                Err(Stop::Unsupported(format!("{error} at {name}:{line}:{column}")))
            }
        }
    }

    /// The function that runs a module.
    fn finish_load(&mut self, (mut module, source): (Module, Rc<Source>)) -> Completion<Value> {
        let start = Instant::now();
        prepare(&mut module, self.options);
        let prepared = Instant::now();
        let function = self.append(&module, &source).map_err(unsupported)?;
        self.phases.optimisation += prepared - start;
        self.phases.code += prepared.elapsed();
        // The text and the code stay, whatever the program does.
        self.heap.charge_permanent(CODE * source.text.len());
        Ok(self.new_closure(function, Value::NULL))
    }

    /// Declares the global variables and functions of a script.
    ///
    /// # Errors
    /// A TypeError if the global object does not admit one of them; then none is declared.
    fn declare_globals(&mut self, module: &Module, goal: Goal) -> Completion<()> {
        let global = self.intrinsic(Intrinsic::Global);
        let configurable = matches!(goal, Goal::Eval | Goal::StrictEval);
        let extensible = self.heap.object(global).is_some_and(|data| data.extensible);
        let mut new = Vec::new();
        for name in &module.globals {
            let atom = self.heap.atom(name);
            let known = self.own_property(global, Key::Name(atom))?.map(|property| property.attributes);
            let is_function = module.global_functions.contains(name);
            let allowed = match known {
                None => extensible,
                Some(known) if is_function => {
                    known.configurable || (!known.accessor && known.writable && known.enumerable)
                }
                Some(_) => true,
            };
            if !allowed {
                return self.type_error(&format!("Cannot declare the global '{name}'"));
            }
            if known.is_none_or(|known| is_function && known.configurable) {
                new.push(atom);
            }
        }
        for atom in new {
            self.define(global, atom, Value::UNDEFINED, Attributes { configurable, ..Attributes::ALL });
        }
        Ok(())
    }

    /// A direct `eval`: its text, the description of the names that are visible, the closure that reaches them, `this` and
    /// `new.target`. A value that is no text is its own result.
    pub(super) fn eval_at(&mut self, values: &[Value]) -> Completion<Value> {
        let value = |index: usize| values.get(index).copied().unwrap_or(Value::UNDEFINED);
        if !self.heap.is_string(value(0)) {
            return Ok(value(0));
        }
        let (source, site) = (self.text_of(value(0)), self.text_of(value(1)));
        let site = Site::parse(&site);
        let goal = if site.strict { Goal::StrictEval } else { Goal::Eval };
        let module = self.translate(&source, "eval", goal, Some(site.clone()))?;
        let declared = &module.0.globals;
        if let Some(name) = site.lexical().find(|name| declared.contains(name)) {
            return self.conflict(name);
        }
        let accessor = value(2);
        match site.variables() {
            None => {
                self.check_declarations(&module.0)?;
                self.declare_globals(&module.0, goal)?;
            }
            Some(index) => {
                let index = Value::number(index as f64);
                let object = self.call_function(accessor, Value::UNDEFINED, &[index])?;
                for name in declared.iter().filter(|name| !site.has_variable(name)) {
                    let atom = self.heap.atom(name);
                    if !self.has_own(object, Key::Name(atom))? {
                        self.define(object, atom, Value::UNDEFINED, Attributes::ALL);
                    }
                }
            }
        }
        let closure = self.finish_load(module)?;
        self.call_moving(closure, value(3), &[accessor, value(4)])
    }

    fn conflict<T>(&mut self, name: &str) -> Completion<T> {
        let message = format!("Identifier '{name}' has already been declared");
        self.throw_error(Intrinsic::SyntaxErrorPrototype, &message)
    }

    /// The object of a `with` statement.
    pub(super) fn with_object(&mut self, value: Value) -> Completion<Value> {
        if value.is_nullish() {
            return self.type_error("Cannot convert undefined or null to object");
        }
        Ok(if self.heap.object(value).is_some() { value } else { self.boxed(value) })
    }

    /// True if the object of a scope has a name.
    pub(super) fn scope_has(&mut self, object: Value, name: Value) -> Completion<bool> {
        let key = self.key_of(name)?;
        if !self.has_key(object, key)? {
            return Ok(false);
        }
        let unscopables = self.get_atom(object, WellKnown::Unscopables.atom())?;
        if self.heap.object(unscopables).is_none() {
            return Ok(true);
        }
        let hidden = self.get_key(unscopables, key)?;
        Ok(!self.truthy(hidden))
    }

    /// Reads a name of the object of a scope: it may have gone meanwhile.
    pub(super) fn scope_get(&mut self, object: Value, name: Value, strict: bool) -> Completion<Value> {
        let key = self.key_of(name)?;
        if !self.has_key(object, key)? {
            return if strict { self.not_defined(key) } else { Ok(Value::UNDEFINED) };
        }
        self.get_key(object, key)
    }

    /// Writes a name of the object of a scope.
    pub(super) fn scope_set(
        &mut self,
        object: Value,
        name: Value,
        value: Value,
        strict: bool,
    ) -> Completion<Value> {
        let key = self.key_of(name)?;
        if !self.has_key(object, key)? && strict {
            return self.not_defined(key);
        }
        self.set_key(object, key, value, strict)?;
        Ok(Value::UNDEFINED)
    }

    fn not_defined<T>(&mut self, key: Key) -> Completion<T> {
        let text = self.key_text(key);
        self.throw_error(Intrinsic::ReferenceErrorPrototype, &format!("{text} is not defined"))
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
                return self.conflict(name);
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
