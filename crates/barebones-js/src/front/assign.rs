//! References: names, properties and patterns as targets of assignments and declarations.

use super::Result;
use super::builder::{Binding, Generator, text, undefined};
use super::function::unbound;
use super::site::NameKind;
use crate::hir::{Literal, Opcode, Operator, Value};
use oxc_ast::ast::{
    AssignmentExpression, AssignmentOperator, AssignmentTarget, BindingPattern, Expression,
    SimpleAssignmentTarget, UpdateExpression, UpdateOperator,
};
use oxc_span::GetSpan;
use std::rc::Rc;

/// A target of an assignment whose operands are evaluated.
pub(super) enum Reference<'a> {
    /// A name; `declares` if the assignment initialises it.
    Name { name: Rc<str>, declares: bool },
    /// A name that the object of a stack variable may have.
    Scoped { base: crate::hir::InstId, name: Rc<str>, declares: bool },
    /// A property.
    Property { object: Value, key: Value },
    /// A property of the parent of the object that has the method.
    Super { home: Value, this: Value, key: Value },
    /// As `Super`, of a parent that is found before the key becomes a primitive.
    SuperOf { parent: Value, this: Value, key: Value },
    /// A private element.
    Private { object: Value, name: Value },
    /// A pattern that declares names.
    Binding(&'a BindingPattern<'a>),
    /// A pattern of targets.
    Pattern(&'a AssignmentTarget<'a>),
}

impl Reference<'_> {
    /// The name that a function without one gets.
    pub(super) fn name(&self) -> Rc<str> {
        match self {
            Reference::Name { name, .. } | Reference::Scoped { name, .. } => name.clone(),
            _ => Rc::from(""),
        }
    }
}

impl<'a> Generator<'a> {
    /// Reads a variable. `quiet`: a global that does not exist reads as undefined, as `typeof` does.
    pub(super) fn load_name(&mut self, name: &str, quiet: bool) -> Result<Value> {
        match self.lookup(name).cloned() {
            Some(binding) => self.load_binding(&binding, name),
            None if quiet && !self.options.hermes_compat => {
                Ok(self.builtin("globalOrUndefined", vec![text(name)]))
            }
            None if quiet => Ok(self.load_global(Opcode::LoadProperty, name)),
            None => Ok(self.load_global(Opcode::TryLoadGlobalProperty, name)),
        }
    }

    /// Reads the variable of a binding.
    pub(super) fn load_binding(&mut self, binding: &Binding, name: &str) -> Result<Value> {
        match binding {
            Binding::Variable { id, dead_zone, .. } => {
                let value = self.load_frame(*id);
                if *dead_zone {
                    return Ok(self.value(Opcode::ThrowIfEmpty, vec![value.into()]));
                }
                Ok(value)
            }
            Binding::Outer { index, .. } => self.load_outer(*index),
            Binding::Global => Ok(self.load_global(Opcode::LoadProperty, name)),
            Binding::Absent => Err(unbound(name)),
        }
    }

    fn load_global(&mut self, opcode: Opcode, name: &str) -> Value {
        self.value(opcode, vec![Value::GlobalObject.into(), text(name).into()])
    }

    /// Writes a variable.
    pub(super) fn store_name(&mut self, name: &str, value: Value, declares: bool) -> Result<()> {
        let binding = self.lookup(name).cloned();
        self.store_binding(binding, name, value, declares)
    }

    /// Writes the variable of a binding.
    pub(super) fn store_binding(
        &mut self,
        binding: Option<Binding>,
        name: &str,
        value: Value,
        declares: bool,
    ) -> Result<()> {
        match binding {
            Some(
                Binding::Variable { own_name: true, .. } | Binding::Outer { kind: NameKind::OwnName, .. },
            ) => {
                if self.is_strict() {
                    self.constant_assignment(name);
                }
            }
            Some(Binding::Variable { id, dead_zone, constant, .. }) => {
                if dead_zone && !declares {
                    let old = self.load_frame(id);
                    self.emit(Opcode::ThrowIfEmpty, vec![old.into()]);
                }
                if constant && !declares {
                    self.constant_assignment(name);
                }
                self.store_frame(value, id);
            }
            Some(Binding::Outer { index, .. }) => self.store_outer(index, value)?,
            Some(Binding::Global) => self.store_global(Opcode::StoreProperty, name, value),
            Some(Binding::Absent) => return Err(unbound(name)),
            // `hermesc` declares no names that its global object has.
            None if declares && !self.declares_outside() && !self.options.hermes_compat => {
                return Err(unbound(name));
            }
            None if self.is_strict() => self.store_global(Opcode::TryStoreGlobalProperty, name, value),
            None => self.store_global(Opcode::StoreProperty, name, value),
        }
        Ok(())
    }

    fn constant_assignment(&mut self, name: &str) {
        let message = format!("assignment to constant variable '{name}'");
        self.builtin("throwTypeError", vec![text(&message)]);
    }

    pub(super) fn store_global(&mut self, opcode: Opcode, name: &str, value: Value) {
        self.emit(opcode, vec![value.into(), Value::GlobalObject.into(), text(name).into()]);
    }

    pub(super) fn load_property(&mut self, object: Value, key: Value) -> Value {
        self.value(Opcode::LoadProperty, vec![object.into(), key.into()])
    }

    pub(super) fn store(&mut self, reference: &Reference<'a>, value: Value) -> Result<()> {
        match reference {
            Reference::Name { name, declares } => self.store_name(name, value, *declares),
            Reference::Scoped { base, name, declares } => self.store_base(*base, name, value, *declares),
            Reference::Property { object, key } => {
                self.emit(
                    Opcode::StoreProperty,
                    vec![value.into(), object.clone().into(), key.clone().into()],
                );
                Ok(())
            }
            Reference::Super { home, this, key } => {
                let strict = super::builder::boolean(self.is_strict());
                let arguments = vec![home.clone(), key.clone(), value, this.clone(), strict];
                self.builtin("superSet", arguments);
                Ok(())
            }
            Reference::SuperOf { parent, this, key } => {
                let strict = super::builder::boolean(self.is_strict());
                let arguments = vec![parent.clone(), key.clone(), value, this.clone(), strict];
                self.builtin("superSetTo", arguments);
                Ok(())
            }
            Reference::Private { object, name } => {
                self.builtin("privateSet", vec![object.clone(), name.clone(), value]);
                Ok(())
            }
            Reference::Binding(pattern) => self.bind_pattern(pattern, value, true),
            Reference::Pattern(target) => self.assign_target(target, value),
        }
    }

    fn load(&mut self, reference: &Reference<'a>) -> Result<Value> {
        match reference {
            Reference::Name { name, .. } => self.load_name(name, false),
            Reference::Scoped { base, name, .. } => self.load_base(*base, name),
            Reference::Property { object, key } => Ok(self.load_property(object.clone(), key.clone())),
            Reference::Super { home, this, key } => {
                Ok(self.builtin("superGet", vec![home.clone(), key.clone(), this.clone()]))
            }
            Reference::SuperOf { parent, this, key } => {
                Ok(self.builtin("superGetFrom", vec![parent.clone(), key.clone(), this.clone()]))
            }
            Reference::Private { object, name } => {
                Ok(self.builtin("privateGet", vec![object.clone(), name.clone()]))
            }
            Reference::Binding(_) | Reference::Pattern(_) => Ok(undefined()),
        }
    }

    /// A name as a target: if objects may have it, they are asked now.
    pub(super) fn name_reference(&mut self, name: &str, declares: bool) -> Result<Reference<'a>> {
        let scopes = self.dynamic_scopes(name);
        let name: Rc<str> = Rc::from(name);
        if scopes.is_empty() {
            return Ok(Reference::Name { name, declares });
        }
        let base = self.dynamic_base(&scopes, &name)?;
        Ok(Reference::Scoped { base, name, declares })
    }

    /// Evaluates the operands of a target.
    pub(super) fn reference(&mut self, target: &'a AssignmentTarget<'a>) -> Result<Reference<'a>> {
        match target.as_simple_assignment_target() {
            Some(simple) => self.simple_reference(simple),
            None => Ok(Reference::Pattern(target)),
        }
    }

    fn simple_reference(&mut self, target: &'a SimpleAssignmentTarget<'a>) -> Result<Reference<'a>> {
        match target {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(id) => {
                self.name_reference(id.name.as_str(), false)
            }
            SimpleAssignmentTarget::StaticMemberExpression(member)
                if matches!(member.object, Expression::Super(_)) =>
            {
                let (home, this) = self.super_base(member.span)?;
                Ok(Reference::Super { home, this, key: text(&member.property.name) })
            }
            SimpleAssignmentTarget::ComputedMemberExpression(member)
                if matches!(member.object, Expression::Super(_)) =>
            {
                let (home, this) = self.super_base(member.span)?;
                let key = self.expression(&member.expression)?;
                let parent = self.builtin("getPrototype", vec![home]);
                Ok(Reference::SuperOf { parent, this, key })
            }
            SimpleAssignmentTarget::PrivateFieldExpression(member) => {
                let object = self.expression(&member.object)?;
                let name = self.private_name(&member.field)?;
                Ok(Reference::Private { object, name })
            }
            SimpleAssignmentTarget::StaticMemberExpression(member) => {
                let object = self.expression(&member.object)?;
                Ok(Reference::Property { object, key: text(&member.property.name) })
            }
            SimpleAssignmentTarget::ComputedMemberExpression(member) => {
                let object = self.expression(&member.object)?;
                let key = self.expression(&member.expression)?;
                Ok(Reference::Property { object, key })
            }
            other => self.unsupported(other.span(), "this target of an assignment"),
        }
    }

    /// A target that is read and then written: its key becomes a primitive once.
    fn with_key(&mut self, reference: Reference<'a>) -> Reference<'a> {
        match reference {
            Reference::Property { object, key }
                if !self.options.hermes_compat && !matches!(key, Value::Literal(_)) =>
            {
                let key = self.builtin("referenceKey", vec![object.clone(), key]);
                Reference::Property { object, key }
            }
            Reference::SuperOf { parent, this, key } => {
                let key = self.builtin("toPropertyKey", vec![key]);
                Reference::SuperOf { parent, this, key }
            }
            other => other,
        }
    }

    /// Assigns a value to a target that is evaluated now.
    pub(super) fn assign_target(&mut self, target: &'a AssignmentTarget<'a>, value: Value) -> Result<()> {
        match target {
            AssignmentTarget::ArrayAssignmentTarget(array) => self.assign_array(array, value),
            AssignmentTarget::ObjectAssignmentTarget(object) => self.assign_object(object, value),
            _ => {
                let reference = self.reference(target)?;
                self.store(&reference, value)
            }
        }
    }

    pub(super) fn assignment(&mut self, it: &'a AssignmentExpression<'a>) -> Result<Value> {
        if it.operator == AssignmentOperator::Assign {
            if it.left.as_simple_assignment_target().is_none() {
                let value = self.expression(&it.right)?;
                self.assign_target(&it.left, value.clone())?;
                return Ok(value);
            }
            let reference = self.reference(&it.left)?;
            // A name in parentheses is none for a function.
            let covered = it.span.start != it.left.span().start;
            let hint = if covered { Rc::from("") } else { reference.name() };
            let value = self.named_expression(&it.right, &hint)?;
            self.store(&reference, value.clone())?;
            return Ok(value);
        }
        let reference = self.reference(&it.left)?;
        let reference = self.with_key(reference);
        let hint = reference.name();
        if it.operator.is_logical() {
            return self.logical_assignment(it, &reference, &hint);
        }
        let old = self.load(&reference)?;
        let right = self.expression(&it.right)?;
        let Some(operator) = compound(it.operator) else {
            return self.unsupported(it.span, "this assignment operator");
        };
        let value = self.binary(operator, old, right);
        self.store(&reference, value.clone())?;
        Ok(value)
    }

    fn logical_assignment(
        &mut self,
        it: &'a AssignmentExpression<'a>,
        reference: &Reference<'a>,
        hint: &str,
    ) -> Result<Value> {
        let old = self.load(reference)?;
        let start = self.block();
        let assign = self.new_block();
        let next = self.new_block();
        match it.operator {
            AssignmentOperator::LogicalOr => self.cond_branch(old.clone(), next, assign),
            AssignmentOperator::LogicalAnd => self.cond_branch(old.clone(), assign, next),
            _ => {
                let nullish = self.binary(Operator::Equal, old.clone(), Literal::Null.into());
                self.cond_branch(nullish, assign, next);
            }
        }
        self.set_block(assign);
        let value = self.named_expression(&it.right, hint)?;
        self.store(reference, value.clone())?;
        let end = self.block();
        self.branch(next);
        self.set_block(next);
        Ok(self.phi(vec![(old, start), (value, end)]))
    }

    pub(super) fn update(&mut self, it: &'a UpdateExpression<'a>) -> Result<Value> {
        let reference = self.simple_reference(&it.argument)?;
        let reference = self.with_key(reference);
        let operator = match it.operator {
            UpdateOperator::Increment => Operator::Increment,
            UpdateOperator::Decrement => Operator::Decrement,
        };
        let old = self.load(&reference)?;
        let old = if it.prefix { old } else { self.value(Opcode::AsNumeric, vec![old.into()]) };
        let new = self.unary(operator, old.clone());
        self.store(&reference, new.clone())?;
        Ok(if it.prefix { new } else { old })
    }

    /// The value, or that of an expression if the value is undefined.
    pub(super) fn default_value(
        &mut self,
        value: Value,
        initializer: &'a Expression<'a>,
        hint: &str,
    ) -> Result<Value> {
        let start = self.block();
        let default = self.new_block();
        let next = self.new_block();
        let defined = self.binary(Operator::StrictlyNotEqual, value.clone(), undefined());
        self.cond_branch(defined, next, default);
        self.set_block(default);
        let other = self.named_expression(initializer, hint)?;
        let end = self.block();
        self.branch(next);
        self.set_block(next);
        Ok(self.phi(vec![(value, start), (other, end)]))
    }
}

/// The operator of a compound assignment.
fn compound(operator: AssignmentOperator) -> Option<Operator> {
    Some(match operator {
        AssignmentOperator::Addition => Operator::Add,
        AssignmentOperator::Subtraction => Operator::Subtract,
        AssignmentOperator::Multiplication => Operator::Multiply,
        AssignmentOperator::Division => Operator::Divide,
        AssignmentOperator::Remainder => Operator::Modulo,
        AssignmentOperator::Exponential => Operator::Exponent,
        AssignmentOperator::ShiftLeft => Operator::ShiftLeft,
        AssignmentOperator::ShiftRight => Operator::ShiftRight,
        AssignmentOperator::ShiftRightZeroFill => Operator::UnsignedShiftRight,
        AssignmentOperator::BitwiseOR => Operator::Or,
        AssignmentOperator::BitwiseXOR => Operator::Xor,
        AssignmentOperator::BitwiseAnd => Operator::And,
        _ => return None,
    })
}
