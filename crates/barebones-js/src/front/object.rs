//! Literals of arrays and objects.

use super::Result;
use super::builder::{Generator, boolean, number, text};
use crate::hir::{InstId, Literal, Opcode, Operand, Operator, Value, VariableId};
use oxc_ast::ast::{
    Argument, ArrayExpression, ArrayExpressionElement, Expression, ObjectExpression, ObjectProperty,
    ObjectPropertyKind, PropertyKey, PropertyKind,
};
use oxc_ast_visit::Visit;
use std::collections::{HashMap, HashSet};

/// An element of an array literal or a list of arguments.
enum Element<'a> {
    Hole,
    Value(&'a Expression<'a>),
    Spread(&'a Expression<'a>),
}

/// The key of a property.
pub(super) enum Key<'a> {
    Literal(String),
    Computed(&'a Expression<'a>),
}

/// The last definition of a key in an object literal.
#[derive(Default)]
struct Last<'a> {
    value: Option<usize>,
    getter: Option<&'a ObjectProperty<'a>>,
    setter: Option<&'a ObjectProperty<'a>>,
}

impl<'a> Generator<'a> {
    pub(super) fn array(&mut self, it: &'a ArrayExpression<'a>) -> Result<Value> {
        let elements = it.elements.iter().filter_map(|element| match element {
            ArrayExpressionElement::Elision(_) => Some(Element::Hole),
            ArrayExpressionElement::SpreadElement(it) => Some(Element::Spread(&it.argument)),
            element => element.as_expression().map(Element::Value),
        });
        self.elements(elements.collect())
    }

    pub(super) fn argument_array(&mut self, arguments: &'a [Argument<'a>]) -> Result<Value> {
        let elements = arguments.iter().filter_map(|argument| match argument {
            Argument::SpreadElement(it) => Some(Element::Spread(&it.argument)),
            argument => argument.as_expression().map(Element::Value),
        });
        self.elements(elements.collect())
    }

    fn elements(&mut self, elements: Vec<Element<'a>>) -> Result<Value> {
        let spreads = elements.iter().any(|element| matches!(element, Element::Spread(_)));
        let size = elements.iter().filter(|element| !matches!(element, Element::Spread(_))).count();
        let next_index = spreads.then(|| {
            let stack = self.emit(Opcode::AllocStack, vec![Operand::Label("nextIndex".into())]);
            self.store_stack(number(0.0), stack);
            stack
        });
        let mut prefix: Option<Vec<Operand>> = Some(vec![number(size as f64).into()]);
        let mut array: Option<Value> = None;
        let mut index = 0;
        let mut trailing_hole = false;
        for element in &elements {
            trailing_hole = matches!(element, Element::Hole);
            match element {
                Element::Hole => {
                    // The literals after a hole are stored one by one.
                    if array.is_none() {
                        array = prefix.take().map(|operands| self.value(Opcode::AllocArray, operands));
                    }
                    self.advance(next_index);
                }
                Element::Spread(expression) => {
                    let source = self.expression(expression)?;
                    let array = self.start_array(&mut array, &mut prefix);
                    let Some(stack) = next_index else { continue };
                    let index = self.load_stack(stack);
                    let index = self.builtin("arraySpread", vec![array, source, index]);
                    self.store_stack(index, stack);
                    continue;
                }
                Element::Value(expression) => {
                    let value = self.expression(expression)?;
                    match (&value, &mut prefix) {
                        (Value::Literal(_), Some(operands)) => {
                            operands.push(value.into());
                            self.advance(next_index);
                        }
                        _ => {
                            let array = self.start_array(&mut array, &mut prefix);
                            let key = match next_index {
                                Some(stack) => self.load_stack(stack),
                                None => number(f64::from(index)),
                            };
                            let operands = [value, array, key, boolean(true)].map(Into::into);
                            self.emit(Opcode::StoreOwnProperty, operands.into());
                            self.advance(next_index);
                        }
                    }
                }
            }
            index += 1;
        }
        let array = self.start_array(&mut array, &mut prefix);
        if trailing_hole {
            let length = match next_index {
                Some(stack) => self.load_stack(stack),
                None => number(f64::from(index)),
            };
            let operands = [length, array.clone(), text("length")].map(Into::into);
            self.emit(Opcode::StoreProperty, operands.into());
        }
        Ok(array)
    }

    /// Emits the allocation with the literals so far, unless it is there.
    fn start_array(&mut self, array: &mut Option<Value>, prefix: &mut Option<Vec<Operand>>) -> Value {
        if let Some(operands) = prefix.take() {
            *array = Some(self.value(Opcode::AllocArray, operands));
        }
        array.clone().unwrap_or_else(Self::null)
    }

    fn advance(&mut self, next_index: Option<InstId>) {
        if let Some(stack) = next_index {
            let old = self.load_stack(stack);
            let new = self.binary(Operator::Add, old, number(1.0));
            self.store_stack(new, stack);
        }
    }

    pub(super) fn key(&self, key: &'a PropertyKey<'a>, computed: bool) -> Result<Key<'a>> {
        if computed && let Some(expression) = key.as_expression() {
            return Ok(Key::Computed(expression));
        }
        Ok(Key::Literal(match key {
            PropertyKey::StaticIdentifier(id) => id.name.to_string(),
            PropertyKey::StringLiteral(it) if !it.lone_surrogates => it.value.to_string(),
            PropertyKey::NumericLiteral(it) => crate::hir::number_text(it.value),
            PropertyKey::BigIntLiteral(it) => it.value.to_string(),
            other => return self.unsupported(oxc_span::GetSpan::span(other), "this property name"),
        }))
    }

    /// The key of a property in a pattern. `hermesc` keeps numbers there, and makes names of them in literals of objects.
    pub(super) fn pattern_key(&self, key: &'a PropertyKey<'a>, computed: bool) -> Result<Key<'a>> {
        let number = self.options.hermes_compat && matches!(key, PropertyKey::NumericLiteral(_));
        self.key(key, computed || number)
    }

    pub(super) fn object(&mut self, it: &'a ObjectExpression<'a>) -> Result<Value> {
        if self.options.hermes_compat || !uses_super(it) {
            return self.object_with(it, None);
        }
        // Methods that use `super` need the object.
        self.context().scopes.push(Default::default());
        if self.current().loops > 0 {
            self.begin_environment();
        }
        let name = self.anonymous("home");
        let home = self.add_scoped_variable(name);
        self.bind(std::rc::Rc::from(super::class::HOME), Self::plain(home));
        let object = self.object_with(it, Some(home))?;
        self.end_scope();
        Ok(object)
    }

    fn object_with(&mut self, it: &'a ObjectExpression<'a>, home: Option<VariableId>) -> Result<Value> {
        let mut keys = Vec::new();
        let mut last: HashMap<String, Last<'a>> = HashMap::new();
        let mut plain = !it.properties.is_empty();
        let mut parent = None;
        for (index, property) in it.properties.iter().enumerate() {
            let ObjectPropertyKind::ObjectProperty(property) = property else {
                keys.push(None);
                plain = false;
                continue;
            };
            let key = self.key(&property.key, property.computed)?;
            match &key {
                Key::Computed(_) => plain = false,
                Key::Literal(name) => {
                    let init = property.kind == PropertyKind::Init;
                    if name == "__proto__" && init && !property.shorthand && !property.method {
                        plain = false;
                        parent = Some(index);
                        keys.push(Some(key));
                        continue;
                    }
                    let entry = last.entry(name.clone()).or_default();
                    match property.kind {
                        PropertyKind::Init => *entry = Last { value: Some(index), ..Last::default() },
                        PropertyKind::Get => {
                            entry.value = None;
                            entry.getter = Some(property);
                        }
                        PropertyKind::Set => {
                            entry.value = None;
                            entry.setter = Some(property);
                        }
                    }
                    plain &= property.kind == PropertyKind::Init && entry.value == Some(index);
                }
            }
            keys.push(Some(key));
        }
        let distinct = last.len() == it.properties.len();
        if plain && distinct && parent.is_none() && home.is_none() {
            return self.plain_object(it, &keys);
        }
        self.general_object(it, &keys, &last, parent, home)
    }

    /// An object of distinct literal keys and values.
    fn plain_object(&mut self, it: &'a ObjectExpression<'a>, keys: &[Option<Key<'a>>]) -> Result<Value> {
        let mut operands = Vec::new();
        for (property, key) in it.properties.iter().zip(keys) {
            if let (ObjectPropertyKind::ObjectProperty(property), Some(Key::Literal(name))) = (property, key)
            {
                let value = self.property_value(property, name, "")?;
                operands.extend([text(name).into(), value.into()]);
            }
        }
        Ok(self.value(Opcode::AllocObjectLiteral, operands))
    }

    fn property_value(
        &mut self,
        property: &'a ObjectProperty<'a>,
        name: &str,
        prefix: &str,
    ) -> Result<Value> {
        let name =
            if prefix.is_empty() || name.is_empty() { name.to_string() } else { format!("{prefix} {name}") };
        self.method = (property.method || property.kind != PropertyKind::Init) && !self.options.hermes_compat;
        self.named_expression(&property.value, &name)
    }

    fn general_object(
        &mut self,
        it: &'a ObjectExpression<'a>,
        keys: &[Option<Key<'a>>],
        last: &HashMap<String, Last<'a>>,
        parent: Option<usize>,
        home: Option<VariableId>,
    ) -> Result<Value> {
        let mut proto: Value = Literal::DefaultParent.into();
        let mut start = 0;
        if parent == Some(0)
            && let ObjectPropertyKind::ObjectProperty(property) = &it.properties[0]
        {
            proto = self.expression(&property.value)?;
            start = 1;
        }
        let is_null = |index: usize| match &it.properties[index] {
            ObjectPropertyKind::ObjectProperty(property) => {
                matches!(property.value.without_parentheses(), Expression::NullLiteral(_))
            }
            ObjectPropertyKind::SpreadProperty(_) => false,
        };
        let null = parent.filter(|index| *index > 0 && is_null(*index));
        if null.is_some() {
            proto = Self::null();
        }
        let computed = keys.iter().filter(|key| matches!(key, Some(Key::Computed(_)))).count();
        let size = last.len() + computed;
        let object = self.value(Opcode::AllocObject, vec![number(size as f64).into(), proto.into()]);
        if let Some(home) = home {
            self.store_frame(object.clone(), home);
        }
        let mut computed_seen = false;
        // Keys that have been defined, and those whose accessors have been.
        let mut done: HashSet<&str> = HashSet::new();
        let mut made: HashSet<&str> = HashSet::new();
        for (index, property) in it.properties.iter().enumerate().skip(start) {
            let (property, key) = match (property, &keys[index]) {
                (ObjectPropertyKind::ObjectProperty(property), Some(key)) => (property, key),
                (ObjectPropertyKind::SpreadProperty(spread), _) => {
                    let source = self.expression(&spread.argument)?;
                    self.builtin("copyDataProperties", vec![object.clone(), source]);
                    computed_seen = true;
                    continue;
                }
                _ => continue,
            };
            if null == Some(index) {
                continue;
            }
            if parent == Some(index) {
                let value = self.expression(&property.value)?;
                self.builtin("silentSetPrototypeOf", vec![object.clone(), value]);
                continue;
            }
            match key {
                Key::Computed(expression) => {
                    computed_seen = true;
                    let key = self.expression(expression)?;
                    let prefix = match property.kind {
                        PropertyKind::Init => "",
                        PropertyKind::Get => "get",
                        PropertyKind::Set => "set",
                    };
                    let key = match self.options.hermes_compat {
                        true => key,
                        false => self.builtin("toPropertyKey", vec![key]),
                    };
                    let value = self.property_value(property, "", prefix)?;
                    if !self.options.hermes_compat
                        && (property.kind != PropertyKind::Init
                            || super::class::is_anonymous_function(&property.value))
                    {
                        self.builtin("setFunctionName", vec![value.clone(), key.clone(), text(prefix)]);
                    }
                    self.define(property.kind, value, &object, key);
                }
                Key::Literal(name) => {
                    let Some(entry) = last.get(name) else { continue };
                    let first = done.insert(name);
                    let is_accessor = entry.value.is_none();
                    if property.kind == PropertyKind::Init && !is_accessor && entry.value == Some(index) {
                        let value = self.property_value(property, name, "")?;
                        let new = first && !computed_seen;
                        self.store_own(value, &object, name, new);
                    } else if property.kind == PropertyKind::Init {
                        // A later definition replaces the value, which is computed for its effects.
                        self.property_value(property, name, "")?;
                        if first {
                            self.store_own(Self::null(), &object, name, !computed_seen);
                        }
                    } else if is_accessor && computed_seen && !self.options.hermes_compat {
                        // A key that is computed, or a spread, may have replaced what was there.
                        let prefix = if property.kind == PropertyKind::Get { "get" } else { "set" };
                        let value = self.property_value(property, name, prefix)?;
                        self.define(property.kind, value, &object, text(name));
                    } else if is_accessor {
                        if !made.insert(name) {
                            continue;
                        }
                        let undefined = || Value::Literal(Literal::Undefined);
                        let getter = match entry.getter {
                            Some(getter) => self.property_value(getter, name, "get")?,
                            None => undefined(),
                        };
                        let setter = match entry.setter {
                            Some(setter) => self.property_value(setter, name, "set")?,
                            None => undefined(),
                        };
                        let operands =
                            [getter, setter, object.clone(), text(name), boolean(true)].map(Into::into);
                        self.emit(Opcode::StoreGetterSetter, operands.into());
                    } else if first {
                        self.store_own(Self::null(), &object, name, !computed_seen);
                    }
                }
            }
        }
        Ok(object)
    }

    fn store_own(&mut self, value: Value, object: &Value, name: &str, new: bool) {
        let opcode = if new { Opcode::StoreNewOwnProperty } else { Opcode::StoreOwnProperty };
        self.emit(opcode, [value, object.clone(), text(name), boolean(true)].map(Into::into).into());
    }

    /// Defines a property with a computed key.
    fn define(&mut self, kind: PropertyKind, value: Value, object: &Value, key: Value) {
        let undefined = || Value::Literal(Literal::Undefined);
        let (opcode, operands) = match kind {
            PropertyKind::Init => (Opcode::StoreOwnProperty, vec![value]),
            PropertyKind::Get => (Opcode::StoreGetterSetter, vec![value, undefined()]),
            PropertyKind::Set => (Opcode::StoreGetterSetter, vec![undefined(), value]),
        };
        let operands = operands.into_iter().chain([object.clone(), key, boolean(true)]);
        self.emit(opcode, operands.map(Operand::from).collect());
    }
}

fn uses_super(it: &ObjectExpression<'_>) -> bool {
    struct Uses(bool);
    impl<'a> Visit<'a> for Uses {
        fn visit_super(&mut self, _: &oxc_ast::ast::Super) {
            self.0 = true;
        }
        fn visit_class(&mut self, _: &oxc_ast::ast::Class<'a>) {}
        fn visit_call_expression(&mut self, it: &oxc_ast::ast::CallExpression<'a>) {
            // The text of an `eval` may use it.
            self.0 |= super::dynamic::is_direct_eval(it);
            oxc_ast_visit::walk::walk_call_expression(self, it);
        }
    }
    let methods = it.properties.iter().filter(|property| match property {
        ObjectPropertyKind::ObjectProperty(it) => it.method || it.kind != PropertyKind::Init,
        ObjectPropertyKind::SpreadProperty(_) => false,
    });
    let mut uses = Uses(false);
    methods.for_each(|method| uses.visit_object_property_kind(method));
    uses.0
}
