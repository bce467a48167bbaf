//! `Proxy`.

use super::{Row, method};
use crate::heap::{Attributes, Class, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Vm};

const STATIC: &[Row] = &[method("revocable", 2, revocable)];

pub(super) fn install(vm: &mut Vm) {
    let constructor = vm.native("Proxy", 2, |vm, arguments| {
        vm.require_new(arguments, "Proxy")?;
        create(vm, arguments)
    });
    vm.constructors.insert(vm.natives.len() as u32 - 1);
    vm.install(constructor, STATIC);
    let global = vm.intrinsic(Intrinsic::Global);
    vm.hidden(global, "Proxy", constructor);
}

fn create(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (target, handler) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    if vm.heap.object(target).is_none() || vm.heap.object(handler).is_none() {
        return vm.type_error("Cannot create proxy with a non-object as target or handler");
    }
    let (callable, constructs) = (vm.is_callable(target), vm.is_constructor(target));
    Ok(vm.heap.new_object(Value::NULL, Class::Proxy { target, handler, callable, constructs }))
}

fn revocable(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let proxy = create(vm, arguments)?;
    let revoke = vm.captured_function("", 0, revoke, vec![proxy]);
    let result = vm.plain_object();
    for (name, value) in [("proxy", proxy), ("revoke", revoke)] {
        let name = vm.heap.atom(name);
        vm.define(result, name, value, Attributes::ALL);
    }
    Ok(result)
}

fn revoke(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let proxy = vm.captured(arguments, 0);
    if let Some(Class::Proxy { target, handler, .. }) = vm.heap.class_mut(proxy) {
        *target = Value::NULL;
        *handler = Value::NULL;
    }
    Ok(Value::UNDEFINED)
}
