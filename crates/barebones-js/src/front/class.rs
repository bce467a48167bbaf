//! Classes: constructors, methods, fields, private names and `super`.
//!
//! A class is a scope with hidden variables: the prototype, the constructor, the function that initialises fields, and one
//! for each private name. Their bindings have keys that no identifier has.

use super::Result;
use super::builder::{Binding, Generator, boolean, number, text, undefined};
use super::declarations::Info;
use super::object::Key;
use crate::hir::{FunctionKind, Literal, Opcode, Operand, Operator, Value, VariableId};
use oxc_ast::ast::{
    Class, ClassElement, Expression, MethodDefinition, MethodDefinitionKind, PrivateIdentifier,
    PropertyDefinition, PropertyKey,
};
use oxc_ast_visit::Visit;
use oxc_span::Span;
use std::rc::Rc;

/// Binding of the object whose prototype `super` reads.
pub(super) const HOME: &str = "super.home";
const CONSTRUCTOR: &str = "class.constructor";
const FIELDS: &str = "class.fields";

/// What an instance gets before the constructor's own code runs.
enum Member<'a> {
    Method { name: Rc<str>, function: VariableId },
    Accessor { name: Rc<str>, getter: Option<VariableId>, setter: Option<VariableId> },
    Field { key: FieldKey, value: Option<&'a Expression<'a>> },
}

/// The key of a property of `super`.
pub(super) enum SuperKey<'a> {
    Name(&'a str),
    Computed(&'a Expression<'a>),
}

enum FieldKey {
    Literal(String),
    Computed(VariableId),
    Private(Rc<str>),
}

impl<'a> Generator<'a> {
    /// A class; one without a name gets the given one.
    pub(super) fn class(&mut self, it: &'a Class<'a>, name: &str) -> Result<Value> {
        if self.options.hermes_compat {
            return self.unsupported(it.span, "classes");
        }
        if let Some(decorator) = it.decorators.first() {
            return self.unsupported(decorator.span, "decorators");
        }
        self.context().classes += 1;
        self.context().scopes.push(Default::default());
        if self.current().loops > 0 {
            self.begin_environment();
        }
        let class = self.deeper(|this| this.class_in_scope(it, name))?;
        self.end_scope();
        self.context().classes -= 1;
        Ok(class)
    }

    fn hidden_variable(&mut self, key: &str, hint: &str) -> VariableId {
        let name = self.anonymous(hint);
        let id = self.add_scoped_variable(name);
        self.bind(Rc::from(key), Self::plain(id));
        id
    }

    fn class_in_scope(&mut self, it: &'a Class<'a>, name: &str) -> Result<Value> {
        if let Some(id) = &it.id {
            self.declare_variable(Rc::from(id.name.as_str()), true);
        }
        let home = self.hidden_variable(HOME, "home");
        let class = self.hidden_variable(CONSTRUCTOR, "class");
        self.declare_private_names(it)?;
        let has_fields = it.body.body.iter().any(is_instance_member);
        match has_fields {
            true => drop(self.hidden_variable(FIELDS, "fields")),
            false => self.bind(Rc::from(FIELDS), Binding::Absent),
        }
        let parent = match &it.heritage {
            Some(heritage) => Some(self.expression(&heritage.expression)?),
            None => None,
        };
        let prototype_parent = match &parent {
            Some(parent) => self.builtin("classParent", vec![parent.clone()]),
            None => Literal::DefaultParent.into(),
        };
        let operands = vec![number(0.0).into(), prototype_parent.into()];
        let prototype = self.value(Opcode::AllocObject, operands);
        self.store_frame(prototype.clone(), home);
        let constructor = self.class_constructor(it, name, parent.is_some())?;
        let mut arguments = vec![constructor.clone(), prototype.clone()];
        arguments.extend(parent);
        self.builtin("defineClass", arguments);
        self.store_frame(constructor.clone(), class);
        let members = self.class_elements(it, &prototype, &constructor, (home, class))?;
        self.bind(Rc::from(HOME), Self::plain(home));
        if has_fields {
            let closure = self.fields_function(members)?;
            self.store_name(FIELDS, closure, true)?;
        }
        if let Some(id) = &it.id {
            self.store_name(id.name.as_str(), constructor.clone(), true)?;
        }
        self.bind(Rc::from(HOME), Self::plain(class));
        self.static_elements(it, &constructor)?;
        Ok(constructor)
    }

    fn declare_private_names(&mut self, it: &'a Class<'a>) -> Result<()> {
        for element in &it.body.body {
            if let Some(PropertyKey::PrivateIdentifier(id)) = element.property_key() {
                let key: Rc<str> = Rc::from(format!("#{}", id.name));
                let scope = self.current().scopes.last();
                if scope.is_some_and(|scope| !scope.contains_key(&key)) {
                    let variable = self.hidden_variable(&key, "private");
                    let name = self.builtin("privateName", vec![text(&key)]);
                    self.store_frame(name, variable);
                }
            }
        }
        Ok(())
    }

    fn class_constructor(&mut self, it: &'a Class<'a>, name: &str, derived: bool) -> Result<Value> {
        let name = it.id.as_ref().map_or(name, |id| id.name.as_str());
        let message = format!("Class constructor {name} cannot be invoked without 'new'");
        let start = move |this: &mut Self| {
            let target = this.value(Opcode::GetNewTarget, Vec::new());
            let throw = this.new_block();
            let next = this.new_block();
            let called = this.binary(Operator::StrictlyEqual, target, undefined());
            this.cond_branch(called, throw, next);
            this.set_block(throw);
            this.builtin("throwTypeError", vec![text(&message)]);
            this.emit(Opcode::Return, vec![undefined().into()]);
            this.set_block(next);
            if derived {
                let name = this.anonymous("this");
                let variable = this.add_variable(name);
                this.store_frame(Literal::Empty.into(), variable);
                this.context().this = Some(variable);
            } else {
                this.initialise_fields(Value::This);
            }
        };
        let source = it.body.body.iter().find_map(|element| match element {
            ClassElement::MethodDefinition(it) if it.kind == MethodDefinitionKind::Constructor => {
                Some(&it.value)
            }
            _ => None,
        });
        let id = match source {
            Some(function) => self.constructor_function(name, function, derived, start)?,
            None => self.synthetic_function(FunctionKind::Constructor, name, &Info::new(false), |this| {
                this.context().derived = derived;
                start(this);
                if derived {
                    let parent = this.super_constructor()?;
                    let arguments = this.builtin("copyRestArgs", vec![number(0.0)]);
                    let object = this.finish_super_call(parent, arguments)?;
                    this.emit(Opcode::Return, vec![object.into()]);
                    let next = this.new_block();
                    this.set_block(next);
                }
                Ok(())
            })?,
        };
        Ok(self.closure(id))
    }

    /// Defines methods and accessors, evaluates computed keys, and returns what instances get.
    fn class_elements(
        &mut self,
        it: &'a Class<'a>,
        prototype: &Value,
        constructor: &Value,
        (home, class): (VariableId, VariableId),
    ) -> Result<Vec<Member<'a>>> {
        let mut members = Vec::new();
        let mut fields = Vec::new();
        for element in &it.body.body {
            match element {
                ClassElement::MethodDefinition(method)
                    if method.kind != MethodDefinitionKind::Constructor =>
                {
                    let (owner, object) =
                        if method.r#static { (class, constructor) } else { (home, prototype) };
                    self.bind(Rc::from(HOME), Self::plain(owner));
                    if let Some(member) = self.class_method(method, object)? {
                        add_private_method(&mut members, member);
                    }
                }
                ClassElement::PropertyDefinition(field) => {
                    let key = self.field_key(field)?;
                    if field.r#static {
                        if let FieldKey::Computed(variable) = key {
                            let start = field.span.start;
                            self.bind(Rc::from(format!("class.key.{start}")), Self::plain(variable));
                        }
                    } else {
                        fields.push(Member::Field { key, value: field.value.as_ref() });
                    }
                }
                ClassElement::AccessorProperty(it) => return self.unsupported(it.span, "`accessor` fields"),
                _ => {}
            }
        }
        members.extend(fields);
        Ok(members)
    }

    fn class_method(
        &mut self,
        method: &'a MethodDefinition<'a>,
        object: &Value,
    ) -> Result<Option<Member<'a>>> {
        let prefix = match method.kind {
            MethodDefinitionKind::Get => "get ",
            MethodDefinitionKind::Set => "set ",
            _ => "",
        };
        if let PropertyKey::PrivateIdentifier(id) = &method.key {
            return self.private_method(method, id, prefix, object);
        }
        let (key, name) = match self.key(&method.key, method.computed)? {
            Key::Literal(name) => (text(&name), Some(format!("{prefix}{name}"))),
            Key::Computed(expression) => {
                let key = self.expression(expression)?;
                (self.builtin("toPropertyKey", vec![key]), None)
            }
        };
        self.method = true;
        let function = self.create_function(&method.value, name.as_deref().unwrap_or(""))?;
        if name.is_none() {
            self.builtin("setFunctionName", vec![function.clone(), key.clone(), text(prefix.trim_end())]);
        }
        let (opcode, values) = match method.kind {
            MethodDefinitionKind::Get => (Opcode::StoreGetterSetter, vec![function, undefined()]),
            MethodDefinitionKind::Set => (Opcode::StoreGetterSetter, vec![undefined(), function]),
            _ => (Opcode::StoreOwnProperty, vec![function]),
        };
        let operands = values.into_iter().chain([object.clone(), key, boolean(false)]);
        self.emit(opcode, operands.map(Operand::from).collect());
        Ok(None)
    }

    fn private_method(
        &mut self,
        method: &'a MethodDefinition<'a>,
        id: &'a PrivateIdentifier<'a>,
        prefix: &str,
        object: &Value,
    ) -> Result<Option<Member<'a>>> {
        let key: Rc<str> = Rc::from(format!("#{}", id.name));
        self.method = true;
        let function = self.create_function(&method.value, &format!("{prefix}{key}"))?;
        if method.r#static {
            let name = self.load_name(&key, false)?;
            let (builtin, values) = match method.kind {
                MethodDefinitionKind::Get => ("privateAccessor", vec![function, undefined()]),
                MethodDefinitionKind::Set => ("privateAccessor", vec![undefined(), function]),
                _ => ("privateMethod", vec![function]),
            };
            let arguments = [object.clone(), name].into_iter().chain(values);
            self.builtin(builtin, arguments.collect());
            return Ok(None);
        }
        let name = self.anonymous("method");
        let variable = self.add_scoped_variable(name);
        self.store_frame(function, variable);
        Ok(Some(match method.kind {
            MethodDefinitionKind::Get => Member::Accessor { name: key, getter: Some(variable), setter: None },
            MethodDefinitionKind::Set => Member::Accessor { name: key, getter: None, setter: Some(variable) },
            _ => Member::Method { name: key, function: variable },
        }))
    }

    fn field_key(&mut self, field: &'a PropertyDefinition<'a>) -> Result<FieldKey> {
        if let PropertyKey::PrivateIdentifier(id) = &field.key {
            return Ok(FieldKey::Private(Rc::from(format!("#{}", id.name))));
        }
        Ok(match self.key(&field.key, field.computed)? {
            Key::Literal(name) => FieldKey::Literal(name),
            Key::Computed(expression) => {
                let key = self.expression(expression)?;
                let key = self.builtin("toPropertyKey", vec![key]);
                let name = self.anonymous("key");
                let variable = self.add_scoped_variable(name);
                self.store_frame(key, variable);
                FieldKey::Computed(variable)
            }
        })
    }

    /// The function that gives an instance its private methods and fields.
    fn fields_function(&mut self, members: Vec<Member<'a>>) -> Result<Value> {
        let mut info = Info::new(false);
        for member in &members {
            if let Member::Field { value: Some(value), .. } = member {
                info.visit_expression(value);
            }
        }
        let id = self.synthetic_function(FunctionKind::Method, "", &info, |this| {
            this.context().no_arguments = true;
            members.into_iter().try_for_each(|member| this.add_member(member))
        })?;
        Ok(self.closure(id))
    }

    fn add_member(&mut self, member: Member<'a>) -> Result<()> {
        match member {
            Member::Method { name, function } => {
                let name = self.load_name(&name, false)?;
                let function = self.load_frame(function);
                self.builtin("privateMethod", vec![Value::This, name, function]);
            }
            Member::Accessor { name, getter, setter } => {
                let name = self.load_name(&name, false)?;
                let getter = getter.map_or_else(undefined, |getter| self.load_frame(getter));
                let setter = setter.map_or_else(undefined, |setter| self.load_frame(setter));
                self.builtin("privateAccessor", vec![Value::This, name, getter, setter]);
            }
            Member::Field { key, value } => self.define_field(key, value)?,
        }
        Ok(())
    }

    fn define_field(&mut self, key: FieldKey, value: Option<&'a Expression<'a>>) -> Result<()> {
        let name = match &key {
            FieldKey::Literal(name) => name.as_str(),
            FieldKey::Private(name) => name,
            FieldKey::Computed(_) => "",
        };
        let initial = match value {
            Some(value) => self.named_expression(value, name)?,
            None => undefined(),
        };
        let key = match key {
            FieldKey::Private(name) => {
                let name = self.load_name(&name, false)?;
                self.builtin("privateAdd", vec![Value::This, name, initial]);
                return Ok(());
            }
            FieldKey::Literal(name) => text(&name),
            FieldKey::Computed(variable) => {
                let key = self.load_frame(variable);
                if value.is_some_and(is_anonymous_function) {
                    self.builtin("setFunctionName", vec![initial.clone(), key.clone(), text("")]);
                }
                key
            }
        };
        let operands = [initial, Value::This, key, boolean(true)].map(Into::into);
        self.emit(Opcode::StoreOwnProperty, operands.into());
        Ok(())
    }

    /// Runs static fields and blocks in order, each as a method of the class.
    fn static_elements(&mut self, it: &'a Class<'a>, constructor: &Value) -> Result<()> {
        for element in &it.body.body {
            let id = match element {
                ClassElement::StaticBlock(block) => self.static_block(&block.body)?,
                ClassElement::PropertyDefinition(field) if field.r#static => {
                    let mut info = Info::new(false);
                    if let Some(value) = &field.value {
                        info.visit_expression(value);
                    }
                    let key = match &field.key {
                        PropertyKey::PrivateIdentifier(id) => {
                            FieldKey::Private(Rc::from(format!("#{}", id.name)))
                        }
                        key if field.computed => {
                            let computed = format!("class.key.{}", field.span.start);
                            match (self.lookup(&computed), self.key(key, true)?) {
                                (Some(Binding::Variable { id, .. }), Key::Computed(_)) => {
                                    FieldKey::Computed(*id)
                                }
                                (_, Key::Literal(name)) => FieldKey::Literal(name),
                                _ => return self.unsupported(field.span, "this property name"),
                            }
                        }
                        key => match self.key(key, false)? {
                            Key::Literal(name) => FieldKey::Literal(name),
                            Key::Computed(_) => return self.unsupported(field.span, "this property name"),
                        },
                    };
                    self.synthetic_function(FunctionKind::Method, "", &info, |this| {
                        this.context().no_arguments = true;
                        this.define_field(key, field.value.as_ref())
                    })?
                }
                _ => continue,
            };
            let closure = self.closure(id);
            self.emit(Opcode::Call, vec![closure.into(), constructor.clone().into()]);
        }
        Ok(())
    }

    fn initialise_fields(&mut self, object: Value) {
        if let Some(Binding::Variable { id, .. }) = self.lookup(FIELDS).cloned() {
            let function = self.load_frame(id);
            self.emit(Opcode::Call, vec![function.into(), object.into()]);
        }
    }

    /// The parent of the class whose constructor runs.
    pub(super) fn super_constructor(&mut self) -> Result<Value> {
        let class = self.load_name(CONSTRUCTOR, false)?;
        Ok(self.builtin("getPrototype", vec![class]))
    }

    /// Constructs the parent with an array of arguments, which gives `this` its value.
    pub(super) fn finish_super_call(&mut self, parent: Value, arguments: Value) -> Result<Value> {
        let target = self.new_target();
        let object = self.builtin("superConstruct", vec![parent, target, arguments]);
        let Some(this) = self.current().this else {
            return self.unsupported(Span::default(), "`super()` here");
        };
        let old = self.load_frame(this);
        self.builtin("initialiseThis", vec![old]);
        self.store_frame(object.clone(), this);
        self.initialise_fields(object.clone());
        Ok(object)
    }

    /// The object whose prototype `super` reads, and `this`.
    pub(super) fn super_base(&mut self, span: Span) -> Result<(Value, Value)> {
        let this = self.this_value();
        match self.lookup(HOME) {
            Some(Binding::Variable { .. } | Binding::Outer { .. }) => {
                Ok((self.load_name(HOME, false)?, this))
            }
            _ => self.unsupported(span, "`super` here"),
        }
    }

    /// `super.key`, and `this`.
    pub(super) fn super_property(&mut self, span: Span, key: SuperKey<'a>) -> Result<(Value, Value)> {
        let (home, this) = self.super_base(span)?;
        let key = match key {
            SuperKey::Name(name) => text(name),
            SuperKey::Computed(expression) => self.expression(expression)?,
        };
        let value = self.builtin("superGet", vec![home, key, this.clone()]);
        Ok((value, this))
    }

    /// The value of a private name.
    pub(super) fn private_name(&mut self, id: &PrivateIdentifier<'a>) -> Result<Value> {
        let key = format!("#{}", id.name);
        match self.lookup(&key) {
            Some(Binding::Variable { .. } | Binding::Outer { .. }) => self.load_name(&key, false),
            _ => self.unsupported(id.span, "a private name outside of its class"),
        }
    }

    /// Reads a private element.
    pub(super) fn private_get(&mut self, object: Value, id: &PrivateIdentifier<'a>) -> Result<Value> {
        let name = self.private_name(id)?;
        Ok(self.builtin("privateGet", vec![object, name]))
    }
}

/// Joins a getter and a setter of one private name.
fn add_private_method<'a>(members: &mut Vec<Member<'a>>, member: Member<'a>) {
    if let Member::Accessor { name, getter, setter } = &member {
        for known in members.iter_mut() {
            if let Member::Accessor { name: other, getter: other_getter, setter: other_setter } = known
                && name == other
            {
                *other_getter = getter.or(*other_getter);
                *other_setter = setter.or(*other_setter);
                return;
            }
        }
    }
    members.push(member);
}

fn is_instance_member(element: &ClassElement<'_>) -> bool {
    match element {
        ClassElement::PropertyDefinition(it) => !it.r#static,
        ClassElement::MethodDefinition(it) => {
            !it.r#static && matches!(it.key, PropertyKey::PrivateIdentifier(_))
        }
        _ => false,
    }
}

/// True for a function or a class without a name, which gets that of its place.
pub(super) fn is_anonymous_function(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::FunctionExpression(it) => it.id.is_none(),
        Expression::ClassExpression(it) => it.id.is_none(),
        Expression::ArrowFunctionExpression(_) => true,
        Expression::ParenthesizedExpression(it) => is_anonymous_function(&it.expression),
        _ => false,
    }
}
