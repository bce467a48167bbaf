//! `Array`: constructor, creation, iteration. Methods are in `array_change` and `array_search`.

use super::iterator::new_iterator;
use super::{Row, getter, method, this};
use crate::heap::{Attributes, Class, IterationKind, Part, Value, WellKnown};
use crate::interp::{Arguments, Completion, Descriptor, Intrinsic, Key, Vm};

const STATIC: &[Row] = &[
    method("from", 1, from),
    method("isArray", 1, |vm, arguments| {
        let value = vm.argument(arguments, 0);
        super::object::is_array(vm, value).map(Value::boolean)
    }),
    method("of", 0, of),
    getter("@@species", this),
];

const PROTOTYPE: &[Row] = &[
    method("entries", 0, |vm, arguments| iterator(vm, arguments, Part::Entries)),
    method("keys", 0, |vm, arguments| iterator(vm, arguments, Part::Keys)),
    method("values", 0, |vm, arguments| iterator(vm, arguments, Part::Values)),
];

/// Names that `with` statements do not see.
const UNSCOPABLES: &str = "at copyWithin entries fill find findIndex findLast findLastIndex flat flatMap includes keys \
                           values";

pub(super) fn install(vm: &mut Vm) {
    let object = vm.intrinsic(Intrinsic::ObjectPrototype);
    let prototype = vm.heap.new_object(object, Class::Array { length: 0, writable: true });
    vm.set_intrinsic(Intrinsic::ArrayPrototype, prototype);
    let constructor = vm.constructor("Array", 1, array, prototype);
    vm.set_intrinsic(Intrinsic::Array, constructor);
    vm.install(constructor, STATIC);
    vm.install(prototype, super::array_search::PROTOTYPE);
    vm.install(prototype, super::array_change::PROTOTYPE);
    vm.install(prototype, PROTOTYPE);
    let name = vm.heap.atom("values");
    if let Ok(values) = vm.get_atom(prototype, name) {
        vm.define(prototype, WellKnown::Iterator.atom(), values, Attributes::HIDDEN);
        vm.set_intrinsic(Intrinsic::ArrayValues, values);
    }
    let names = vm.heap.new_object(Value::NULL, Class::Plain);
    for name in UNSCOPABLES.split(' ') {
        let name = vm.heap.atom(name);
        vm.define(names, name, Value::TRUE, Attributes::ALL);
    }
    vm.define(prototype, WellKnown::Unscopables.atom(), names, Attributes::READ_ONLY);
}

fn iterator(vm: &mut Vm, arguments: Arguments, part: Part) -> Completion<Value> {
    let this = vm.this(arguments);
    let object = vm.object_of(this)?;
    Ok(new_iterator(vm, object, IterationKind::Array(part)))
}

/// A new array of a length, without elements.
pub(super) fn sized_array(vm: &mut Vm, length: f64, prototype: Value) -> Completion<Value> {
    if !(0.0..=4_294_967_295.0).contains(&length) || length.fract() != 0.0 {
        return vm.range_error("Invalid array length");
    }
    Ok(vm.heap.new_object(prototype, Class::Array { length: length as u32, writable: true }))
}

fn array(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let new_target = vm.new_target(arguments);
    let prototype = if new_target == vm.intrinsic(Intrinsic::Array) {
        vm.intrinsic(Intrinsic::ArrayPrototype)
    } else {
        vm.prototype_for(new_target, Intrinsic::ArrayPrototype)?
    };
    let values = vm.operands(arguments);
    if let [length] = values[..]
        && let Some(length) = length.as_number()
    {
        return sized_array(vm, length, prototype);
    }
    let array = vm.new_array(values);
    if let Some(array) = vm.heap.object_mut(array) {
        array.prototype = prototype;
    }
    Ok(array)
}

/// ArraySpeciesCreate: the array that a method of another makes.
pub(super) fn species_create(vm: &mut Vm, original: Value, length: f64) -> Completion<Value> {
    let prototype = vm.intrinsic(Intrinsic::ArrayPrototype);
    if !super::object::is_array(vm, original)? {
        return sized_array(vm, length, prototype);
    }
    let mut constructor = vm.get_atom(original, vm.atoms.constructor)?;
    if vm.heap.object(constructor).is_some() {
        constructor = vm.get_atom(constructor, WellKnown::Species.atom())?;
        if constructor == Value::NULL {
            constructor = Value::UNDEFINED;
        }
    }
    if constructor == Value::UNDEFINED || constructor == vm.intrinsic(Intrinsic::Array) {
        return sized_array(vm, length, prototype);
    }
    if !vm.is_constructor(constructor) {
        return vm.type_error("the species of the array is not a constructor");
    }
    vm.construct_values(constructor, &[Value::number(length)], constructor)
}

/// Sets the length of an object.
pub(super) fn set_length(vm: &mut Vm, object: Value, length: f64) -> Completion<()> {
    vm.set_atom(object, vm.atoms.length, Value::number(length))
}

fn of(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let constructor = vm.this(arguments);
    let values = vm.operands(arguments);
    if constructor == vm.intrinsic(Intrinsic::Array) || !vm.is_constructor(constructor) {
        return Ok(vm.new_array(values));
    }
    let count = values.len() as f64;
    let object = vm.construct_values(constructor, &[Value::number(count)], constructor)?;
    for (index, value) in values.into_iter().enumerate() {
        vm.create_data(object, Key::Index(index as u32), value)?;
    }
    set_length(vm, object, count)?;
    Ok(object)
}

fn from(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let constructor = vm.this(arguments);
    let (items, map, receiver) =
        (vm.argument(arguments, 0), vm.argument(arguments, 1), vm.argument(arguments, 2));
    if map != Value::UNDEFINED {
        vm.require_callable(map)?;
    }
    let constructs = vm.is_constructor(constructor);
    if items.is_nullish() {
        return vm.type_error("Array.from requires an array-like object");
    }
    let method = vm.method_of(items, WellKnown::Iterator.atom())?;
    if method == Value::UNDEFINED {
        let source = vm.object_of(items)?;
        let length = vm.length_of(source)?;
        let target = if constructs {
            vm.construct_values(constructor, &[Value::number(length)], constructor)?
        } else {
            let prototype = vm.intrinsic(Intrinsic::ArrayPrototype);
            sized_array(vm, length, prototype)?
        };
        let mut index = 0.0;
        while index < length {
            let held = vm.held();
            let key = vm.index_key(index);
            let mut value = vm.get_key(source, key)?;
            if map != Value::UNDEFINED {
                value = vm.call_function(map, receiver, &[value, Value::number(index)])?;
            }
            vm.create_data(target, key, value)?;
            vm.release(held, Value::UNDEFINED);
            index += 1.0;
        }
        set_length(vm, target, length)?;
        return Ok(target);
    }
    let target = if constructs {
        vm.construct_values(constructor, &[], constructor)?
    } else {
        vm.new_array(Vec::new())
    };
    let iterating = vm.iterate_by(items, method)?;
    let mut index = 0.0;
    let held = vm.held();
    while let Some(value) = vm.iterator_step(iterating)? {
        let key = vm.index_key(index);
        let store = |vm: &mut Vm| {
            let mut value = value;
            if map != Value::UNDEFINED {
                value = vm.call_function(map, receiver, &[value, Value::number(index)])?;
            }
            vm.define_or_throw(target, key, Descriptor::data(value, Attributes::ALL))
        };
        let result = store(vm);
        vm.or_close(iterating.iterator, result)?;
        vm.release(held, Value::UNDEFINED);
        index += 1.0;
    }
    set_length(vm, target, index)?;
    Ok(target)
}
