//! `ArrayBuffer`.

use super::{Row, getter, method, tag, this};
use crate::heap::{Class, Value};
use crate::interp::{Arguments, Completion, Intrinsic, Vm};

const STATIC: &[Row] = &[
    method("isView", 1, |vm, arguments| {
        let value = vm.argument(arguments, 0);
        Ok(Value::boolean(matches!(vm.heap.class(value), Some(Class::TypedArray(_) | Class::DataView(_)))))
    }),
    getter("@@species", this),
];

const PROTOTYPE: &[Row] = &[
    getter("byteLength", |vm, arguments| {
        let this = vm.this(arguments);
        match vm.heap.class(this) {
            Some(Class::ArrayBuffer(bytes)) => Ok(Value::number(bytes.as_ref().map_or(0, Vec::len) as f64)),
            _ => vm.type_error("byteLength requires that 'this' be an ArrayBuffer"),
        }
    }),
    method("slice", 2, slice),
    tag("ArrayBuffer"),
];

/// Maximum number of bytes of a buffer.
const MAX_BYTES: f64 = (1u64 << 31) as f64;

pub(super) fn install(vm: &mut Vm) {
    let prototype = vm.prototype_object(Intrinsic::ArrayBufferPrototype, Intrinsic::ObjectPrototype);
    vm.install(prototype, PROTOTYPE);
    let constructor = vm.constructor("ArrayBuffer", 1, array_buffer, prototype);
    vm.install(constructor, STATIC);
}

/// A buffer of zeros.
pub(super) fn allocate(vm: &mut Vm, length: f64, prototype: Value) -> Completion<Value> {
    if length > MAX_BYTES {
        return vm.range_error("Array buffer allocation failed");
    }
    vm.reserve(length as usize)?;
    vm.heap.charge(length as usize);
    Ok(vm.heap.new_object(prototype, Class::ArrayBuffer(Some(vec![0; length as usize]))))
}

fn array_buffer(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    vm.require_new(arguments, "ArrayBuffer")?;
    let length = vm.argument(arguments, 0);
    let length = vm.index_from(length)?;
    let new_target = vm.new_target(arguments);
    let prototype = vm.prototype_for(new_target, Intrinsic::ArrayBufferPrototype)?;
    allocate(vm, length, prototype)
}

/// Number of bytes of a buffer.
///
/// # Errors
/// A TypeError if the value is no buffer, or is detached.
pub(super) fn byte_length(vm: &mut Vm, buffer: Value) -> Completion<usize> {
    match vm.heap.class(buffer) {
        Some(Class::ArrayBuffer(Some(bytes))) => Ok(bytes.len()),
        Some(Class::ArrayBuffer(None)) => vm.type_error("the ArrayBuffer is detached"),
        _ => vm.type_error("an ArrayBuffer is expected"),
    }
}

fn slice(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let this = vm.this(arguments);
    let length = byte_length(vm, this)? as f64;
    let (from, to) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    let from = vm.relative(from, length, 0.0)?;
    let to = vm.relative(to, length, length)?;
    let count = (to - from).max(0.0);
    let prototype = vm.intrinsic(Intrinsic::ArrayBufferPrototype);
    let default = vm.get_atom(prototype, vm.atoms.constructor)?;
    let constructor = vm.species(this, default)?;
    let target = vm.construct_values(constructor, &[Value::number(count)], constructor)?;
    if byte_length(vm, target)? < count as usize || target == this {
        return vm.type_error("the species of the ArrayBuffer made a wrong buffer");
    }
    byte_length(vm, this)?;
    let part = match vm.heap.class(this) {
        Some(Class::ArrayBuffer(Some(bytes))) => {
            let from = (from as usize).min(bytes.len());
            bytes[from..(from + count as usize).min(bytes.len())].to_vec()
        }
        _ => Vec::new(),
    };
    if let Some(Class::ArrayBuffer(Some(bytes))) = vm.heap.class_mut(target) {
        bytes[..part.len()].copy_from_slice(&part);
    }
    Ok(target)
}

impl Vm {
    /// Detaches a buffer: its bytes are gone.
    ///
    /// # Errors
    /// A TypeError if the value is no buffer.
    pub(crate) fn detach_buffer(&mut self, buffer: Value) -> Completion<()> {
        match self.heap.class_mut(buffer) {
            Some(Class::ArrayBuffer(bytes)) => {
                *bytes = None;
                Ok(())
            }
            _ => self.type_error("an ArrayBuffer is expected"),
        }
    }
}
