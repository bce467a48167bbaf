//! Destructuring: patterns that declare names, and patterns of targets.

use super::Result;
use super::assign::Reference;
use super::builder::{Cleanup, Generator, boolean, number, text, undefined};
use super::function::pattern_name;
use super::object::Key;
use crate::hir::{BlockId, InstId, Literal, Opcode, Operand, Operator, Type, Value};
use oxc_ast::ast::{
    ArrayAssignmentTarget, AssignmentTarget, AssignmentTargetMaybeDefault, AssignmentTargetProperty,
    BindingPattern, Expression, ObjectAssignmentTarget,
};
use std::rc::Rc;

/// A target of either kind of pattern.
#[derive(Clone, Copy)]
enum Target<'a> {
    Binding(&'a BindingPattern<'a>),
    Assignment(&'a AssignmentTarget<'a>),
    /// An identifier of an object pattern without a colon.
    Name(&'a str),
}

/// A target with its default value.
type Element<'a> = (Target<'a>, Option<&'a Expression<'a>>);

/// The handler that all regions of one pattern share.
struct Shared {
    block: BlockId,
    exception: InstId,
    iterator: InstId,
    done: InstId,
    used: bool,
}

/// The iterator of an array pattern.
#[derive(Clone, Copy)]
struct Iteration {
    iterator: InstId,
    source: InstId,
    done: InstId,
    value: InstId,
}

impl<'a> Generator<'a> {
    /// Initialises the names of a pattern with a value.
    pub(super) fn bind_pattern(
        &mut self,
        pattern: &'a BindingPattern<'a>,
        value: Value,
        declares: bool,
    ) -> Result<()> {
        self.deeper(|this| match pattern {
            BindingPattern::BindingIdentifier(id) => {
                let reference = this.name_reference(id.name.as_str(), declares)?;
                this.store(&reference, value)
            }
            BindingPattern::ObjectPattern(object) => {
                let mut properties = Vec::new();
                for property in &object.properties {
                    let key = this.pattern_key(&property.key, property.computed)?;
                    properties.push((key, binding_element(&property.value)));
                }
                let rest = object.rest.as_ref().map(|rest| Target::Binding(&rest.argument));
                this.object_pattern(properties, rest, value)
            }
            BindingPattern::ArrayPattern(array) => {
                let elements = array.elements.iter().map(|element| element.as_ref().map(binding_element));
                let rest = array.rest.as_ref().map(|rest| Target::Binding(&rest.argument));
                this.array_pattern(elements.collect(), rest, value)
            }
            BindingPattern::AssignmentPattern(it) => {
                let value = this.default_value(value, &it.right, &pattern_name(&it.left))?;
                this.bind_pattern(&it.left, value, declares)
            }
        })
    }

    pub(super) fn assign_array(&mut self, array: &'a ArrayAssignmentTarget<'a>, value: Value) -> Result<()> {
        let elements = array.elements.iter().map(|element| element.as_ref().map(target_element));
        let rest = array.rest.as_ref().map(|rest| Target::Assignment(&rest.target));
        self.array_pattern(elements.collect(), rest, value)
    }

    pub(super) fn assign_object(
        &mut self,
        object: &'a ObjectAssignmentTarget<'a>,
        value: Value,
    ) -> Result<()> {
        let mut properties = Vec::new();
        for property in &object.properties {
            properties.push(match property {
                AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(it) => {
                    let name = it.binding.name.as_str();
                    (Key::Literal(name.to_string()), (Target::Name(name), it.init.as_ref()))
                }
                AssignmentTargetProperty::AssignmentTargetPropertyProperty(it) => {
                    (self.pattern_key(&it.name, it.computed)?, target_element(&it.binding))
                }
            });
        }
        let rest = object.rest.as_ref().map(|rest| Target::Assignment(&rest.target));
        self.object_pattern(properties, rest, value)
    }

    /// Allocates and starts an iterator.
    pub(super) fn iterator(&mut self, value: Value) -> (InstId, InstId) {
        let iterator = self.alloc_stack("iter");
        let source = self.alloc_stack("sourceOrNext");
        self.store_stack(value, source);
        let begun = self.value(Opcode::IteratorBegin, vec![source.into()]);
        self.store_stack(begun, iterator);
        (iterator, source)
    }

    /// True if evaluating the target has no effect.
    fn is_quiet(&self, target: Target<'a>) -> bool {
        match target {
            Target::Binding(BindingPattern::BindingIdentifier(id)) => self.is_variable(id.name.as_str()),
            // `hermesc` protects the evaluation of a pattern, although it has no effect.
            Target::Binding(_) => !self.options.hermes_compat,
            Target::Name(name) => self.is_variable(name),
            Target::Assignment(AssignmentTarget::AssignmentTargetIdentifier(id)) => {
                self.is_variable(id.name.as_str())
            }
            Target::Assignment(target) => {
                target.as_simple_assignment_target().is_none() && !self.options.hermes_compat
            }
        }
    }

    fn is_variable(&self, name: &str) -> bool {
        matches!(self.lookup(name), Some(super::builder::Binding::Variable { .. }))
            && self.dynamic_scopes(name).is_empty()
    }

    fn resolve(&mut self, target: Target<'a>) -> Result<Reference<'a>> {
        match target {
            Target::Binding(BindingPattern::BindingIdentifier(id)) => {
                self.name_reference(id.name.as_str(), true)
            }
            Target::Binding(pattern) => Ok(Reference::Binding(pattern)),
            Target::Name(name) => self.name_reference(name, false),
            Target::Assignment(target) => self.reference(target),
        }
    }

    /// True if a store to the reference has no effect but on a variable.
    fn stores_quietly(&self, reference: &Reference<'a>) -> bool {
        match reference {
            Reference::Name { name, .. } => self.is_variable(name),
            _ => false,
        }
    }

    fn hint(target: Target<'a>) -> Rc<str> {
        match target {
            Target::Binding(pattern) => pattern_name(pattern),
            Target::Name(name) => Rc::from(name),
            Target::Assignment(AssignmentTarget::AssignmentTargetIdentifier(id)) => {
                Rc::from(id.name.as_str())
            }
            Target::Assignment(_) => Rc::from(""),
        }
    }

    /// Emits a region whose handler is that of the pattern.
    fn shared_try(&mut self, shared: &mut Shared, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        shared.used = true;
        let (block, exception) = (shared.block, shared.exception);
        // `hermesc` does not close the iterator if the generator returns in the pattern.
        let cleanup = match self.options.hermes_compat {
            true => Cleanup::None,
            false => Cleanup::Pattern { iterator: shared.iterator, done: shared.done },
        };
        self.protected(
            None,
            cleanup,
            body,
            |_| Ok(()),
            |this, caught| {
                this.store_stack(caught, exception);
                this.branch(block);
                Ok(false)
            },
        )?;
        Ok(())
    }

    fn store_previous(
        &mut self,
        previous: Option<Reference<'a>>,
        shared: &mut Shared,
        value: InstId,
    ) -> Result<()> {
        let Some(previous) = previous else { return Ok(()) };
        if self.stores_quietly(&previous) {
            let value = self.load_stack(value);
            return self.store(&previous, value);
        }
        self.shared_try(shared, |this| {
            let value = this.load_stack(value);
            this.store(&previous, value)
        })
    }

    fn array_pattern(
        &mut self,
        elements: Vec<Option<Element<'a>>>,
        rest: Option<Target<'a>>,
        value: Value,
    ) -> Result<()> {
        let (iterator, source) = self.iterator(value);
        let done = self.alloc_stack("iterDone");
        self.store_stack(undefined(), done);
        let value = self.alloc_stack("iterValue");
        let exception = self.alloc_stack("exc");
        let iteration = Iteration { iterator, source, done, value };
        let block = self.new_block();
        let mut shared = Shared { block, exception, iterator, done, used: false };
        let mut previous: Option<Reference<'a>> = None;
        for (index, element) in elements.iter().enumerate() {
            let (target, init) = match element {
                Some((target, init)) => (Some(*target), *init),
                None => (None, None),
            };
            // `hermesc` protects holes, too.
            let protects = match target {
                Some(target) => !self.is_quiet(target),
                None => self.options.hermes_compat,
            };
            match target {
                _ if protects => {
                    let mut stored = previous.take();
                    if let Some(reference) = stored.take_if(|reference| self.stores_quietly(reference)) {
                        let value = self.load_stack(value);
                        self.store(&reference, value)?;
                    }
                    let mut resolved = None;
                    self.shared_try(&mut shared, |this| {
                        if let Some(reference) = stored {
                            let value = this.load_stack(value);
                            this.store(&reference, value)?;
                        }
                        if let Some(target) = target {
                            resolved = Some(this.resolve(target)?);
                        }
                        Ok(())
                    })?;
                    previous = resolved;
                }
                _ => {
                    let stored = previous.take();
                    self.store_previous(stored, &mut shared, value)?;
                    previous = match target {
                        Some(target) => Some(self.resolve(target)?),
                        None => None,
                    };
                }
            }
            self.step(iteration, index == 0, init, target, &mut shared)?;
        }
        self.store_previous(previous, &mut shared, value)?;
        match rest {
            Some(rest) => self.rest(iteration, rest, &mut shared)?,
            None => self.close(iteration, false),
        }
        let end = self.block();
        self.set_block(block);
        if shared.used {
            self.close(iteration, true);
            let caught = self.load_stack(exception);
            self.emit(Opcode::Throw, vec![caught.into()]);
        } else {
            self.remove_unused(block, exception);
        }
        self.set_block(end);
        Ok(())
    }

    /// Takes the next value of an array pattern.
    fn step(
        &mut self,
        iteration: Iteration,
        first: bool,
        init: Option<&'a Expression<'a>>,
        target: Option<Target<'a>>,
        shared: &mut Shared,
    ) -> Result<()> {
        let Iteration { iterator, source, done, value } = iteration;
        let not_done = self.new_block();
        let new_value = self.new_block();
        let next = self.new_block();
        let with_default = init.map(|init| (init, self.new_block(), self.new_block()));
        self.store_stack(undefined(), value);
        if first {
            self.branch(not_done);
        } else {
            let is_done = self.load_stack(done);
            self.cond_branch(is_done, next, not_done);
        }
        self.set_block(not_done);
        let step = self.value(Opcode::IteratorNext, vec![iterator.into(), source.into()]);
        let state = self.load_stack(iterator);
        let is_done = self.binary(Operator::StrictlyEqual, state, undefined());
        self.store_stack(is_done.clone(), done);
        let at_end = with_default.map_or(next, |(_, default, _)| default);
        self.cond_branch(is_done, at_end, new_value);
        self.set_block(new_value);
        self.store_stack(step, value);
        self.branch(next);
        self.set_block(next);
        if let Some((init, default, store)) = with_default {
            let loaded = self.load_stack(value);
            let defined = self.binary(Operator::StrictlyNotEqual, loaded, undefined());
            self.cond_branch(defined, store, default);
            self.set_block(default);
            let hint = target.map_or(Rc::from(""), Self::hint);
            // `hermesc` does not close the iterator if a default value throws.
            if has_effects(init) && !self.options.hermes_compat {
                self.shared_try(shared, |this| {
                    let initial = this.named_expression(init, &hint)?;
                    this.store_stack(initial, value);
                    Ok(())
                })?;
            } else {
                let initial = self.named_expression(init, &hint)?;
                self.store_stack(initial, value);
            }
            self.branch(store);
            self.set_block(store);
        }
        Ok(())
    }

    /// Collects what is left of an iterator in an array.
    fn rest(&mut self, iteration: Iteration, target: Target<'a>, shared: &mut Shared) -> Result<()> {
        let Iteration { iterator, source, done, .. } = iteration;
        let not_done = self.new_block();
        let new_value = self.new_block();
        let end = self.new_block();
        let mut reference = None;
        if self.is_quiet(target) {
            reference = Some(self.resolve(target)?);
        } else {
            self.shared_try(shared, |this| {
                reference = Some(this.resolve(target)?);
                Ok(())
            })?;
        }
        let array = self.value(Opcode::AllocArray, vec![number(0.0).into()]);
        let count = self.alloc_stack("n");
        self.store_stack(number(0.0), count);
        let is_done = self.load_stack(done);
        self.cond_branch(is_done, end, not_done);
        self.set_block(not_done);
        let step = self.value(Opcode::IteratorNext, vec![iterator.into(), source.into()]);
        let state = self.load_stack(iterator);
        let is_done = self.binary(Operator::StrictlyEqual, state, undefined());
        self.store_stack(is_done.clone(), done);
        self.cond_branch(is_done, end, new_value);
        self.set_block(new_value);
        let index = self.load_stack(count);
        self.set_type(&index, Type::NUMBER);
        let operands = [step, array.clone(), index.clone()].map(Into::into);
        self.shared_try(shared, |this| {
            this.emit(Opcode::StoreProperty, operands.into());
            Ok(())
        })?;
        let next = self.binary(Operator::Add, index, number(1.0));
        self.set_type(&next, Type::NUMBER);
        self.store_stack(next, count);
        self.branch(not_done);
        self.set_block(end);
        let Some(reference) = reference else { return Ok(()) };
        if self.stores_quietly(&reference) {
            return self.store(&reference, array);
        }
        self.shared_try(shared, |this| this.store(&reference, array))
    }

    /// Closes an iterator that is not done.
    fn close(&mut self, iteration: Iteration, ignores_errors: bool) {
        self.close_pattern(iteration.iterator, iteration.done, ignores_errors);
    }

    /// Closes the iterator of an array pattern unless it is done.
    pub(super) fn close_pattern(&mut self, iterator: InstId, done: InstId, ignores_errors: bool) {
        let not_done = self.new_block();
        let end = self.new_block();
        let is_done = self.load_stack(done);
        self.cond_branch(is_done, end, not_done);
        self.set_block(not_done);
        self.emit(Opcode::IteratorClose, vec![iterator.into(), boolean(ignores_errors).into()]);
        self.branch(end);
        self.set_block(end);
    }

    /// Removes the handler of a pattern that has no regions.
    fn remove_unused(&mut self, block: BlockId, exception: InstId) {
        let function = self.function();
        for content in &mut function.blocks {
            content.insts.retain(|inst| *inst != exception);
        }
        self.context().removed.push(block);
    }

    fn object_pattern(
        &mut self,
        properties: Vec<(Key<'a>, Element<'a>)>,
        rest: Option<Target<'a>>,
        source: Value,
    ) -> Result<()> {
        if properties.is_empty() {
            self.ensure_object(&source);
        }
        let mut excluded = Vec::new();
        for (key, (target, init)) in properties {
            let key = match key {
                Key::Literal(name) => text(&name),
                Key::Computed(expression) => self.expression(expression)?,
            };
            excluded.push(key.clone());
            // The standard evaluates the target before it reads the property; `hermesc` does not.
            let early = if self.options.hermes_compat { None } else { Some(self.resolve(target)?) };
            let mut value = self.load_property(source.clone(), key);
            let reference = match early {
                Some(reference) => reference,
                None => self.resolve(target)?,
            };
            if let Some(init) = init {
                value = self.default_value(value, init, &Self::hint(target))?;
            }
            self.store(&reference, value)?;
        }
        if let Some(rest) = rest {
            let reference = self.resolve(rest)?;
            let excluded = self.excluded(excluded);
            let object = vec![number(0.0).into(), Operand::from(Literal::DefaultParent)];
            let object = self.value(Opcode::AllocObject, object);
            let value = self.builtin("copyDataProperties", vec![object, source, excluded]);
            self.store(&reference, value)?;
        }
        Ok(())
    }

    /// An object whose keys the rest of an object pattern leaves out.
    fn excluded(&mut self, keys: Vec<Value>) -> Value {
        if keys.is_empty() {
            return undefined();
        }
        let is_name = |key: &Value| matches!(key, Value::Literal(Literal::String(_)));
        if keys.iter().all(is_name) {
            let operands = keys.into_iter().flat_map(|key| [key.into(), number(0.0).into()]);
            return self.value(Opcode::AllocObjectLiteral, operands.collect());
        }
        if self.options.hermes_compat {
            return self.excluded_as_hermesc(keys);
        }
        let size = number(keys.len() as f64);
        let object = self.value(Opcode::AllocObject, vec![size.into(), Self::null().into()]);
        for key in keys {
            let operands = [number(0.0), object.clone(), key, boolean(true)].map(Into::into);
            self.emit(Opcode::StoreOwnProperty, operands.into());
        }
        object
    }

    /// The same in the order of `hermesc`: keys that are texts first, and stores of the others.
    fn excluded_as_hermesc(&mut self, keys: Vec<Value>) -> Value {
        let (literals, computed): (Vec<_>, Vec<_>) =
            keys.into_iter().partition(|key| matches!(key, Value::Literal(Literal::String(_))));
        let object = if literals.is_empty() {
            let size = number(computed.len() as f64);
            self.value(Opcode::AllocObject, vec![size.into(), Literal::DefaultParent.into()])
        } else {
            let operands = literals.into_iter().flat_map(|key| [key.into(), number(0.0).into()]);
            self.value(Opcode::AllocObjectLiteral, operands.collect())
        };
        for key in computed {
            let operands = [number(0.0), object.clone(), key].map(Into::into);
            self.emit(Opcode::StoreProperty, operands.into());
        }
        object
    }

    fn ensure_object(&mut self, source: &Value) {
        let throw = self.new_block();
        let next = self.new_block();
        let nullish = self.binary(Operator::Equal, source.clone(), Self::null());
        self.cond_branch(nullish, throw, next);
        self.set_block(throw);
        let message = text("Cannot destructure 'undefined' or 'null'.");
        self.builtin("throwTypeError", vec![source.clone(), message]);
        self.emit(Opcode::Return, vec![undefined().into()]);
        self.set_block(next);
    }
}

fn binding_element<'a>(pattern: &'a BindingPattern<'a>) -> Element<'a> {
    match pattern {
        BindingPattern::AssignmentPattern(it) => (Target::Binding(&it.left), Some(&it.right)),
        _ => (Target::Binding(pattern), None),
    }
}

fn target_element<'a>(target: &'a AssignmentTargetMaybeDefault<'a>) -> Element<'a> {
    match target {
        AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(it) => {
            (Target::Assignment(&it.binding), Some(&it.init))
        }
        _ => match target.as_assignment_target() {
            Some(target) => (Target::Assignment(target), None),
            None => (Target::Name(""), None),
        },
    }
}

/// True unless the expression is a literal.
fn has_effects(expression: &Expression<'_>) -> bool {
    !expression.is_literal()
}
