//! Functions of the virtual machine that classes, `super` and private names lower to.

use super::objects::{Key, Property};
use super::{Action, Completion, Intrinsic, Vm};
use crate::heap::{Attributes, Cell, Class, Value, WellKnown};

/// A function of the virtual machine: receives its arguments.
pub(super) type Builtin = fn(&mut Vm, &[Value]) -> Completion<Value>;

/// The function with a name such as `HermesBuiltin.superGet`.
pub(super) fn named(name: &str) -> Option<Builtin> {
    Some(match name.strip_prefix("HermesBuiltin.")? {
        "classParent" => class_parent,
        "defineClass" => define_class,
        "superConstruct" => super_construct,
        "superGet" => |vm, values| {
            let parent = vm.prototype_of(value(values, 0))?;
            super_get(vm, parent, values)
        },
        "superGetFrom" => |vm, values| super_get(vm, value(values, 0), values),
        "superSet" => |vm, values| {
            let parent = vm.prototype_of(value(values, 0))?;
            super_set(vm, parent, values)
        },
        "superSetTo" => |vm, values| super_set(vm, value(values, 0), values),
        "getPrototype" => |vm, values| vm.prototype_of(value(values, 0)),
        "initialiseThis" => initialise_this,
        "constructorResult" => constructor_result,
        "silentSetPrototypeOf" => |vm, values| {
            let parent = value(values, 1);
            if parent == Value::NULL || vm.heap.object(parent).is_some() {
                vm.set_prototype(value(values, 0), parent)?;
            }
            Ok(Value::UNDEFINED)
        },
        "toPropertyKey" => to_property_key,
        "setFunctionName" => set_function_name,
        "throwReferenceError" => |vm, values| {
            let message = vm.text_of(value(values, 0));
            vm.throw_error(Intrinsic::ReferenceErrorPrototype, &message)
        },
        "getIterator" => get_iterator,
        "mapArguments" => map_arguments,
        "startGenerator" => |vm, values| vm.step_generator(value(values, 0), Action::Next, Value::UNDEFINED),
        "globalLexicals" => |vm, values| vm.declare_lexicals(values),
        "isEval" => |vm, values| Ok(Value::boolean(value(values, 0) == vm.intrinsic(Intrinsic::Eval))),
        "directEval" => |vm, values| vm.eval_at(values),
        "withObject" => |vm, values| vm.with_object(value(values, 0)),
        "scopeHas" => |vm, values| vm.scope_has(value(values, 0), value(values, 1)).map(Value::boolean),
        "scopeGet" => {
            |vm, values| vm.scope_get(value(values, 0), value(values, 1), value(values, 2) == Value::TRUE)
        }
        "scopeSet" => |vm, values| {
            let strict = value(values, 3) == Value::TRUE;
            vm.scope_set(value(values, 0), value(values, 1), value(values, 2), strict)
        },
        "globalOrUndefined" => |vm, values| vm.global_or_undefined(value(values, 0)),
        "asyncGenerator" => |vm, values| vm.async_generator(value(values, 0)),
        "asyncIterator" => |vm, values| vm.async_iterator(value(values, 0)),
        "privateName" => private_name,
        "privateGet" => private_get,
        "privateSet" => private_set,
        "privateAdd" => private_add,
        "privateMethod" => private_method,
        "privateAccessor" => private_accessor,
        "privateHas" => private_has,
        _ => return None,
    })
}

fn value(values: &[Value], index: usize) -> Value {
    values.get(index).copied().unwrap_or(Value::UNDEFINED)
}

/// The object that prototypes of instances inherit from.
fn class_parent(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    let parent = value(values, 0);
    if parent == Value::NULL {
        return Ok(parent);
    }
    if !vm.is_constructor(parent) {
        return vm.type_error("Class extends value is not a constructor or null");
    }
    let prototype = vm.get_atom(parent, vm.atoms.prototype)?;
    if prototype == Value::NULL || vm.heap.object(prototype).is_some() {
        return Ok(prototype);
    }
    vm.type_error("Class extends value does not have valid prototype property")
}

/// Joins constructor and prototype; the third argument is the parent, if there is one.
fn define_class(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    let (constructor, prototype) = (value(values, 0), value(values, 1));
    vm.define(constructor, vm.atoms.prototype, prototype, Attributes::FIXED);
    vm.define(prototype, vm.atoms.constructor, constructor, Attributes::HIDDEN);
    if let Some(parent) = values.get(2)
        && vm.heap.object(*parent).is_some()
    {
        vm.set_prototype(constructor, *parent)?;
    }
    Ok(constructor)
}

fn super_construct(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    let (parent, target, array) = (value(values, 0), value(values, 1), value(values, 2));
    if !vm.is_constructor(parent) {
        return vm.type_error("Super constructor is not a constructor");
    }
    let mut arguments = Vec::new();
    for index in 0..vm.array_length(array) {
        arguments.push(vm.get_key(array, Key::Index(index as u32))?);
    }
    vm.construct_moving(parent, &arguments, target)
}

/// Home object or the parent itself, key, `this`.
fn super_get(vm: &mut Vm, parent: Value, values: &[Value]) -> Completion<Value> {
    let key = vm.key_of(value(values, 1))?;
    if parent.is_nullish() {
        return vm.type_error("Cannot read properties of null through super");
    }
    vm.get_with(parent, key, value(values, 2))
}

/// Home object or the parent itself, key, value, `this`, and whether the code is strict.
fn super_set(vm: &mut Vm, parent: Value, values: &[Value]) -> Completion<Value> {
    let key = vm.key_of(value(values, 1))?;
    if parent.is_nullish() {
        return vm.type_error("Cannot set properties of null through super");
    }
    let written = vm.set_with(parent, key, value(values, 2), value(values, 3))?;
    if !written && value(values, 4) == Value::TRUE {
        return vm.type_error("Cannot assign to a read only property through super");
    }
    Ok(Value::UNDEFINED)
}

/// Connects the elements of an arguments object with parameters: the object, the environment, and for each parameter
/// its variable there, or undefined.
fn map_arguments(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    let environment = value(values, 1);
    let variables = values.get(2..).unwrap_or(&[]).iter();
    let variables = variables.map(|slot| slot.as_number().map(|slot| slot as u32));
    if let Some(object) = vm.heap.object_mut(value(values, 0)) {
        let variables = variables.take(object.elements.len()).collect();
        object.class = Class::MappedArguments { environment, variables };
    }
    Ok(Value::UNDEFINED)
}

fn initialise_this(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    if value(values, 0) != Value::EMPTY {
        let message = "Super constructor may only be called once";
        return vm.throw_error(Intrinsic::ReferenceErrorPrototype, message);
    }
    Ok(Value::UNDEFINED)
}

/// What a derived constructor returns: its value if that is an object, else `this`.
fn constructor_result(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    let (result, this) = (value(values, 0), value(values, 1));
    if vm.heap.object(result).is_some() {
        return Ok(result);
    }
    if result != Value::UNDEFINED {
        return vm.type_error("Derived constructors may only return object or undefined");
    }
    if this == Value::EMPTY {
        let message = "Must call super constructor in derived class before accessing 'this' or returning from derived constructor";
        return vm.throw_error(Intrinsic::ReferenceErrorPrototype, message);
    }
    Ok(this)
}

fn to_property_key(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    let key = value(values, 0);
    if vm.heap.object(key).is_none() {
        return Ok(key);
    }
    let primitive = vm.primitive_of(key, true)?;
    vm.key_of(primitive)?;
    Ok(primitive)
}

/// Names a function after a computed key, unless it has a name: function, key, prefix.
fn set_function_name(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    let (function, key) = (value(values, 0), value(values, 1));
    let old = vm.get_atom(function, vm.atoms.name)?;
    if !vm.heap.is_string(old) || vm.heap.string_length(old) > 0 {
        return Ok(Value::UNDEFINED);
    }
    let prefix = vm.text_of(value(values, 2));
    let name = vm.function_name_of(key)?;
    let name = if prefix.is_empty() { name } else { format!("{prefix} {name}") };
    let name = vm.heap.text(&name);
    vm.define(function, vm.atoms.name, name, Attributes::READ_ONLY);
    Ok(Value::UNDEFINED)
}

fn get_iterator(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    let source = value(values, 0);
    let method = vm.get_atom(source, WellKnown::Iterator.atom())?;
    if !vm.is_callable(method) {
        let kind = vm.type_name(source);
        return vm.type_error(&format!("{kind} is not iterable"));
    }
    let iterator = vm.call_function(method, source, &[])?;
    match vm.heap.object(iterator) {
        Some(_) => Ok(iterator),
        None => vm.type_error("Result of the Symbol.iterator method is not an object"),
    }
}

/// A symbol that no program sees.
fn private_name(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    let text = vm.heap.string(value(values, 0)).cloned().unwrap_or_else(|| [].into());
    Ok(Value::symbol(vm.heap.new_private(text)))
}

/// The key of a private member, and the member if an object has it. No trap of a proxy sees either.
fn private_member(vm: &mut Vm, values: &[Value]) -> Completion<(Key, Option<Property>)> {
    let key = vm.key_of(value(values, 1))?;
    Ok((key, vm.ordinary_property(value(values, 0), key)))
}

fn missing<T>(vm: &mut Vm, what: &str) -> Completion<T> {
    vm.type_error(&format!("Cannot {what} a private member of an object whose class did not declare it"))
}

fn private_get(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    let object = value(values, 0);
    let Some(member) = private_member(vm, values)?.1 else { return missing(vm, "read") };
    match vm.heap.cell(member.value) {
        Some(Cell::Accessor { getter, .. }) if member.attributes.accessor => {
            let getter = *getter;
            if getter == Value::UNDEFINED {
                return vm.type_error("A private accessor has no getter");
            }
            vm.call_function(getter, object, &[])
        }
        _ => Ok(member.value),
    }
}

fn private_set(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    let (object, new) = (value(values, 0), value(values, 2));
    let (key, member) = private_member(vm, values)?;
    let Some(member) = member else { return missing(vm, "write") };
    match vm.heap.cell(member.value) {
        Some(Cell::Accessor { setter, .. }) if member.attributes.accessor => {
            let setter = *setter;
            if setter == Value::UNDEFINED {
                return vm.type_error("A private accessor has no setter");
            }
            vm.call_function(setter, object, &[new])?;
        }
        _ if !member.attributes.writable => return vm.type_error("A private method is not writable"),
        _ => vm.put(object, key, Property { value: new, ..member }),
    }
    Ok(Value::UNDEFINED)
}

fn private_define(
    vm: &mut Vm,
    values: &[Value],
    element: Value,
    attributes: Attributes,
) -> Completion<Value> {
    let object = value(values, 0);
    let (key, member) = private_member(vm, values)?;
    if member.is_some() {
        return vm.type_error("Cannot initialize a private member twice on the same object");
    }
    vm.put(object, key, Property { value: element, attributes });
    Ok(Value::UNDEFINED)
}

fn private_add(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    private_define(vm, values, value(values, 2), Attributes { configurable: false, ..Attributes::HIDDEN })
}

fn private_method(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    private_define(vm, values, value(values, 2), Attributes::FIXED)
}

/// Object, name, getter, setter.
fn private_accessor(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    let (mut getter, mut setter) = (value(values, 2), value(values, 3));
    let (key, member) = private_member(vm, values)?;
    // A static accessor gets its two functions one after the other.
    if let Some(member) = member
        && let Some(Cell::Accessor { getter: old_getter, setter: old_setter }) = vm.heap.cell(member.value)
        && member.attributes.accessor
        && (getter == Value::UNDEFINED || *old_getter == Value::UNDEFINED)
        && (setter == Value::UNDEFINED || *old_setter == Value::UNDEFINED)
    {
        getter = if getter == Value::UNDEFINED { *old_getter } else { getter };
        setter = if setter == Value::UNDEFINED { *old_setter } else { setter };
        let accessor = vm.heap.allocate(Cell::Accessor { getter, setter });
        vm.put(value(values, 0), key, Property { value: accessor, ..member });
        return Ok(Value::UNDEFINED);
    }
    let accessor = vm.heap.allocate(Cell::Accessor { getter, setter });
    private_define(vm, values, accessor, Attributes { accessor: true, ..Attributes::FIXED })
}

fn private_has(vm: &mut Vm, values: &[Value]) -> Completion<Value> {
    if vm.heap.object(value(values, 0)).is_none() {
        return vm.type_error("Cannot use 'in' operator to search for a private name in a primitive");
    }
    Ok(Value::boolean(private_member(vm, values)?.1.is_some()))
}

impl Vm {
    /// The name of a function that is the value of a key.
    fn function_name_of(&mut self, key: Value) -> Completion<String> {
        match self.key_of(key)? {
            Key::Name(name) if name.is_symbol() => {
                let text = self.heap.description(name);
                let text = text.map(|units| String::from_utf16_lossy(&units)).unwrap_or_default();
                Ok(if text.is_empty() || self.heap.is_private(name) { text } else { format!("[{text}]") })
            }
            key => Ok(self.key_text(key)),
        }
    }
}
