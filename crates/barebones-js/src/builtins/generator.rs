//! Prototypes of generators and of the functions that make them.

use super::{Row, method, tag};
use crate::heap::{Attributes, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Vm};

/// Properties of generators.
const PROTOTYPE: &[Row] = &[
    method("next", 1, resumed),
    method("return", 1, resumed),
    method("throw", 1, resumed),
    tag("Generator"),
];
const FUNCTION: &[Row] = &[tag("GeneratorFunction")];
const ASYNC_FUNCTION: &[Row] = &[tag("AsyncFunction")];

pub(super) fn install(vm: &mut Vm) {
    let generator = vm.prototype_object(Intrinsic::GeneratorPrototype, Intrinsic::IteratorPrototype);
    vm.generator_methods = Some(vm.natives.len() as u32);
    vm.install(generator, PROTOTYPE);
    for (intrinsic, name) in [
        (Intrinsic::GeneratorNext, "next"),
        (Intrinsic::GeneratorReturn, "return"),
        (Intrinsic::GeneratorThrow, "throw"),
    ] {
        let name = vm.heap.atom(name);
        let method = vm.get_atom(generator, name).unwrap_or(Value::UNDEFINED);
        vm.set_intrinsic(intrinsic, method);
    }
    let function = vm.prototype_object(Intrinsic::GeneratorFunctionPrototype, Intrinsic::FunctionPrototype);
    vm.install(function, FUNCTION);
    vm.define(function, vm.atoms.prototype, generator, Attributes::READ_ONLY);
    vm.define(generator, vm.atoms.constructor, function, Attributes::READ_ONLY);
    dynamic(vm, "GeneratorFunction", function, |vm, arguments| {
        super::function::dynamic_function(vm, arguments, "function*", Intrinsic::GeneratorFunctionPrototype)
    });
    let function = vm.prototype_object(Intrinsic::AsyncFunctionPrototype, Intrinsic::FunctionPrototype);
    vm.install(function, ASYNC_FUNCTION);
    dynamic(vm, "AsyncFunction", function, |vm, arguments| {
        super::function::dynamic_function(vm, arguments, "async function", Intrinsic::AsyncFunctionPrototype)
    });
}

/// Never executed: a call of one of the methods resumes the frame of the generator instead.
fn resumed(_: &mut Vm, _: Arguments) -> Completion<Value> {
    Ok(Value::UNDEFINED)
}

/// A constructor that is no global name.
pub(super) fn dynamic(vm: &mut Vm, name: &str, prototype: Value, native: crate::interp::Native) {
    let constructor = vm.native(name, 1, native);
    vm.constructors.insert(vm.natives.len() as u32 - 1);
    let global = vm.intrinsic(Intrinsic::Global);
    let key = vm.heap.atom("Function");
    let parent = vm.get_atom(global, key).unwrap_or(Value::NULL);
    if let Some(object) = vm.heap.object_mut(constructor) {
        object.prototype = parent;
    }
    vm.define(constructor, vm.atoms.prototype, prototype, Attributes::FIXED);
    vm.define(prototype, vm.atoms.constructor, constructor, Attributes::READ_ONLY);
}
