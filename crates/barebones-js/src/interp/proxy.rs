//! Internal methods of proxies: each calls a trap of the handler, and checks its answer against the target.

use super::objects::{Descriptor, Key, Property};
use super::{Completion, Vm};
use crate::heap::{Attributes, Cell, Class, Value};
use std::collections::HashSet;

/// Maximum depth of proxies in proxies.
const MAX_PROXIES: u32 = 2000;

impl Vm {
    /// Target and handler of a proxy, and the trap of a name, which is undefined if there is none.
    fn trap(&mut self, proxy: Value, name: &str) -> Completion<(Value, Value, Value)> {
        let Some(Class::Proxy { target, handler, .. }) = self.heap.class(proxy) else {
            return self.type_error("not a proxy");
        };
        let (target, handler) = (*target, *handler);
        if handler == Value::NULL {
            return self.type_error(&format!("Cannot perform '{name}' on a proxy that has been revoked"));
        }
        // The proxy may be revoked while a trap runs.
        self.heap.keep(target);
        self.heap.keep(handler);
        let atom = self.heap.atom(name);
        let trap = self.method_of(handler, atom)?;
        Ok((target, handler, trap))
    }

    /// Runs a step into a target, which may be a proxy itself.
    fn nested<T>(&mut self, step: impl FnOnce(&mut Vm) -> Completion<T>) -> Completion<T> {
        if self.proxies == MAX_PROXIES {
            return self.too_deep();
        }
        self.check_stack()?;
        self.proxies += 1;
        let result = step(self);
        self.proxies -= 1;
        result
    }

    fn invariant<T>(&mut self, trap: &str) -> Completion<T> {
        self.type_error(&format!("the proxy's trap '{trap}' contradicts its target"))
    }

    pub(super) fn proxy_prototype(&mut self, proxy: Value) -> Completion<Value> {
        let (target, handler, trap) = self.trap(proxy, "getPrototypeOf")?;
        if trap == Value::UNDEFINED {
            return self.nested(|vm| vm.prototype_of(target));
        }
        let prototype = self.call_function(trap, handler, &[target])?;
        if prototype != Value::NULL && self.heap.object(prototype).is_none() {
            return self.invariant("getPrototypeOf");
        }
        if !self.is_extensible(target)? && self.prototype_of(target)? != prototype {
            return self.invariant("getPrototypeOf");
        }
        Ok(prototype)
    }

    pub(super) fn proxy_set_prototype(&mut self, proxy: Value, prototype: Value) -> Completion<bool> {
        let (target, handler, trap) = self.trap(proxy, "setPrototypeOf")?;
        if trap == Value::UNDEFINED {
            return self.nested(|vm| vm.set_prototype(target, prototype));
        }
        let done = self.call_function(trap, handler, &[target, prototype])?;
        if !self.truthy(done) {
            return Ok(false);
        }
        if !self.is_extensible(target)? && self.prototype_of(target)? != prototype {
            return self.invariant("setPrototypeOf");
        }
        Ok(true)
    }

    pub(super) fn proxy_is_extensible(&mut self, proxy: Value) -> Completion<bool> {
        let (target, handler, trap) = self.trap(proxy, "isExtensible")?;
        if trap == Value::UNDEFINED {
            return self.nested(|vm| vm.is_extensible(target));
        }
        let answer = self.call_function(trap, handler, &[target])?;
        let answer = self.truthy(answer);
        if self.is_extensible(target)? != answer {
            return self.invariant("isExtensible");
        }
        Ok(answer)
    }

    pub(super) fn proxy_prevent_extensions(&mut self, proxy: Value) -> Completion<bool> {
        let (target, handler, trap) = self.trap(proxy, "preventExtensions")?;
        if trap == Value::UNDEFINED {
            return self.nested(|vm| vm.prevent_extensions(target));
        }
        let answer = self.call_function(trap, handler, &[target])?;
        let answer = self.truthy(answer);
        if answer && self.is_extensible(target)? {
            return self.invariant("preventExtensions");
        }
        Ok(answer)
    }

    pub(super) fn proxy_own_property(&mut self, proxy: Value, key: Key) -> Completion<Option<Property>> {
        let (target, handler, trap) = self.trap(proxy, "getOwnPropertyDescriptor")?;
        if trap == Value::UNDEFINED {
            return self.nested(|vm| vm.own_property(target, key));
        }
        let name = self.key_value(key);
        let answer = self.call_function(trap, handler, &[target, name])?;
        let known = self.own_property(target, key)?;
        if answer == Value::UNDEFINED {
            let Some(known) = known else { return Ok(None) };
            if !known.attributes.configurable || !self.is_extensible(target)? {
                return self.invariant("getOwnPropertyDescriptor");
            }
            return Ok(None);
        }
        if self.heap.object(answer).is_none() {
            return self.invariant("getOwnPropertyDescriptor");
        }
        let extensible = self.is_extensible(target)?;
        let descriptor = self.read_descriptor(answer)?;
        let Some(found) = self.merge(None, descriptor, true) else { return Ok(None) };
        let Some(complete) = self.full_descriptor(found) else { return Ok(None) };
        if self.merge(known, complete, extensible).is_none() {
            return self.invariant("getOwnPropertyDescriptor");
        }
        if !found.attributes.configurable {
            let stays = known.is_some_and(|known| {
                !known.attributes.configurable
                    && (found.attributes.accessor || found.attributes.writable || !known.attributes.writable)
            });
            if !stays {
                return self.invariant("getOwnPropertyDescriptor");
            }
        }
        Ok(Some(found))
    }

    /// The descriptor with all that a property has.
    pub(crate) fn full_descriptor(&self, property: Property) -> Option<Descriptor> {
        let attributes = property.attributes;
        if !attributes.accessor {
            return Some(Descriptor::data(property.value, attributes));
        }
        match self.heap.cell(property.value) {
            Some(Cell::Accessor { getter, setter }) => Some(Descriptor {
                getter: Some(*getter),
                setter: Some(*setter),
                enumerable: Some(attributes.enumerable),
                configurable: Some(attributes.configurable),
                ..Descriptor::default()
            }),
            _ => None,
        }
    }

    pub(super) fn proxy_define(&mut self, proxy: Value, key: Key, new: Descriptor) -> Completion<bool> {
        let (target, handler, trap) = self.trap(proxy, "defineProperty")?;
        if trap == Value::UNDEFINED {
            return self.nested(|vm| vm.define_own(target, key, new));
        }
        let name = self.key_value(key);
        let object = self.descriptor_object(new)?;
        let answer = self.call_function(trap, handler, &[target, name, object])?;
        if !self.truthy(answer) {
            return Ok(false);
        }
        let known = self.own_property(target, key)?;
        let extensible = self.is_extensible(target)?;
        let fixes = new.configurable == Some(false);
        let right = match known {
            None => extensible && !fixes,
            Some(known) => {
                let hides = !known.attributes.accessor
                    && !known.attributes.configurable
                    && known.attributes.writable
                    && new.writable == Some(false);
                self.merge(Some(known), new, extensible).is_some()
                    && !(fixes && known.attributes.configurable)
                    && !hides
            }
        };
        if right { Ok(true) } else { self.invariant("defineProperty") }
    }

    pub(super) fn proxy_has(&mut self, proxy: Value, key: Key) -> Completion<bool> {
        let (target, handler, trap) = self.trap(proxy, "has")?;
        if trap == Value::UNDEFINED {
            return self.nested(|vm| vm.has_key(target, key));
        }
        let name = self.key_value(key);
        let answer = self.call_function(trap, handler, &[target, name])?;
        let answer = self.truthy(answer);
        if !answer
            && let Some(known) = self.own_property(target, key)?
            && (!known.attributes.configurable || !self.is_extensible(target)?)
        {
            return self.invariant("has");
        }
        Ok(answer)
    }

    pub(super) fn proxy_get(&mut self, proxy: Value, key: Key, receiver: Value) -> Completion<Value> {
        let (target, handler, trap) = self.trap(proxy, "get")?;
        if trap == Value::UNDEFINED {
            return self.nested(|vm| vm.get_with(target, key, receiver));
        }
        let name = self.key_value(key);
        let answer = self.call_function(trap, handler, &[target, name, receiver])?;
        if let Some(known) = self.own_property(target, key)?
            && !known.attributes.configurable
        {
            let wrong = match self.heap.cell(known.value) {
                Some(Cell::Accessor { getter, .. }) if known.attributes.accessor => {
                    *getter == Value::UNDEFINED && answer != Value::UNDEFINED
                }
                _ => !known.attributes.writable && !self.same_value(answer, known.value),
            };
            if wrong {
                return self.invariant("get");
            }
        }
        Ok(answer)
    }

    pub(super) fn proxy_set(
        &mut self,
        proxy: Value,
        key: Key,
        value: Value,
        receiver: Value,
    ) -> Completion<bool> {
        let (target, handler, trap) = self.trap(proxy, "set")?;
        if trap == Value::UNDEFINED {
            return self.nested(|vm| vm.set_with(target, key, value, receiver));
        }
        let name = self.key_value(key);
        let answer = self.call_function(trap, handler, &[target, name, value, receiver])?;
        if !self.truthy(answer) {
            return Ok(false);
        }
        if let Some(known) = self.own_property(target, key)?
            && !known.attributes.configurable
        {
            let wrong = match self.heap.cell(known.value) {
                Some(Cell::Accessor { setter, .. }) if known.attributes.accessor => {
                    *setter == Value::UNDEFINED
                }
                _ => !known.attributes.writable && !self.same_value(value, known.value),
            };
            if wrong {
                return self.invariant("set");
            }
        }
        Ok(true)
    }

    pub(super) fn proxy_delete(&mut self, proxy: Value, key: Key) -> Completion<bool> {
        let (target, handler, trap) = self.trap(proxy, "deleteProperty")?;
        if trap == Value::UNDEFINED {
            return self.nested(|vm| vm.delete_key(target, key));
        }
        let name = self.key_value(key);
        let answer = self.call_function(trap, handler, &[target, name])?;
        if !self.truthy(answer) {
            return Ok(false);
        }
        if let Some(known) = self.own_property(target, key)?
            && (!known.attributes.configurable || !self.is_extensible(target)?)
        {
            return self.invariant("deleteProperty");
        }
        Ok(true)
    }

    pub(super) fn proxy_keys(&mut self, proxy: Value) -> Completion<Vec<Key>> {
        let (target, handler, trap) = self.trap(proxy, "ownKeys")?;
        if trap == Value::UNDEFINED {
            return self.nested(|vm| vm.own_keys(target));
        }
        let list = self.call_function(trap, handler, &[target])?;
        let values = self.list_of(list)?;
        let mut keys = Vec::new();
        let mut seen = HashSet::new();
        for value in values {
            if !self.heap.is_string(value) && value.as_symbol().is_none() {
                return self.invariant("ownKeys");
            }
            let key = self.key_of(value)?;
            if !seen.insert(key) {
                return self.invariant("ownKeys");
            }
            keys.push(key);
        }
        let extensible = self.is_extensible(target)?;
        let mut fixed = 0;
        let known = self.own_keys(target)?;
        let count = known.len();
        for key in known {
            let stays = !self.own_property(target, key)?.is_none_or(|known| known.attributes.configurable);
            if stays || !extensible {
                fixed += 1;
                if !seen.contains(&key) {
                    return self.invariant("ownKeys");
                }
            }
        }
        if !extensible && (keys.len() != count || fixed != count) {
            return self.invariant("ownKeys");
        }
        Ok(keys)
    }

    /// Calls a proxy.
    pub(super) fn proxy_call(&mut self, proxy: Value, this: Value, arguments: &[Value]) -> Completion<Value> {
        let (target, handler, trap) = self.trap(proxy, "apply")?;
        if trap == Value::UNDEFINED {
            return self.call_function(target, this, arguments);
        }
        let list = self.new_array(arguments.to_vec());
        self.call_function(trap, handler, &[target, this, list])
    }

    /// Constructs by a proxy.
    pub(super) fn proxy_construct(
        &mut self,
        proxy: Value,
        arguments: &[Value],
        new_target: Value,
    ) -> Completion<Value> {
        let (target, handler, trap) = self.trap(proxy, "construct")?;
        if trap == Value::UNDEFINED {
            return self.construct_values(target, arguments, new_target);
        }
        let list = self.new_array(arguments.to_vec());
        let result = self.call_function(trap, handler, &[target, list, new_target])?;
        if self.heap.object(result).is_none() {
            return self.invariant("construct");
        }
        Ok(result)
    }

    /// The descriptor that an object describes.
    pub(crate) fn read_descriptor(&mut self, object: Value) -> Completion<Descriptor> {
        if self.heap.object(object).is_none() {
            return self.type_error("Property description must be an object");
        }
        let mut fields = [None; 6];
        let names = ["enumerable", "configurable", "value", "writable", "get", "set"];
        for (field, name) in fields.iter_mut().zip(names) {
            let key = Key::Name(self.heap.atom(name));
            if self.has_key(object, key)? {
                *field = Some(self.get_key(object, key)?);
            }
        }
        let [enumerable, configurable, value, writable, getter, setter] = fields;
        for function in [getter, setter].into_iter().flatten() {
            if function != Value::UNDEFINED && !self.is_callable(function) {
                return self.type_error("Getter and setter must be functions");
            }
        }
        if (getter.is_some() || setter.is_some()) && (value.is_some() || writable.is_some()) {
            return self.type_error("A property cannot have both accessors and a value");
        }
        let flag = |field: Option<Value>| field.map(|field| self.truthy(field));
        let [writable, enumerable, configurable] = [flag(writable), flag(enumerable), flag(configurable)];
        Ok(Descriptor { value, getter, setter, writable, enumerable, configurable })
    }

    /// An object that describes a property.
    pub(crate) fn descriptor_object(&mut self, descriptor: Descriptor) -> Completion<Value> {
        let prototype = self.intrinsic(super::Intrinsic::ObjectPrototype);
        let object = self.heap.new_object(prototype, Class::Plain);
        let flag = |flag: Option<bool>| flag.map(Value::boolean);
        for (name, field) in [
            ("value", descriptor.value),
            ("writable", flag(descriptor.writable)),
            ("get", descriptor.getter),
            ("set", descriptor.setter),
            ("enumerable", flag(descriptor.enumerable)),
            ("configurable", flag(descriptor.configurable)),
        ] {
            if let Some(field) = field {
                let name = self.heap.atom(name);
                self.define(object, name, field, Attributes::ALL);
            }
        }
        Ok(object)
    }
}
