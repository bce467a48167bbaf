//! Operands of calls, and constructions of whatever can be constructed.

use super::bytecode::Reg;
use super::frames::{Entry, Frame};
use super::{Arguments, Completion, Intrinsic, Vm};
use crate::heap::{Class, Value};

/// `this` and at most two arguments of a call; those that are missing are undefined.
pub(crate) struct Few {
    pub(crate) this: Value,
    pub(crate) count: usize,
    pub(crate) values: [Value; 2],
}

impl Few {
    /// The number that a function of one number has for its argument.
    pub(crate) fn map(&self, function: fn(f64) -> f64) -> Option<Value> {
        Some(Value::number(function(self.values[0].as_number()?)))
    }

    /// The two arguments, if they are numbers.
    pub(crate) fn pair(&self) -> Option<(f64, f64)> {
        Some((self.values[0].as_number()?, self.values[1].as_number()?))
    }
}

/// What a function of the library does in frequent cases; none in others, where nothing has happened.
pub(crate) type InPlace = fn(&mut Vm, &Few) -> Option<Value>;

impl Vm {
    /// Executes the operation of a call of a function of the library that does its work in place. False if it is another call, or if
    /// something else is due.
    pub(crate) fn call_in_place(&mut self, frame: &Frame, to: Reg, start: u32, count: u16) -> bool {
        let operands = &frame.code.operands[start as usize..][..usize::from(count)];
        let [callee, this, arguments @ ..] = operands else { return false };
        let read = |register: Reg| self.stack[frame.registers + usize::from(register)];
        let Some(Class::Native(index)) = self.heap.class(read(*callee)) else { return false };
        let Some(Some(in_place)) = self.in_place.get(*index as usize) else { return false };
        if arguments.len() > 2 || self.steps_left <= 1 || !self.may_allocate() {
            return false;
        }
        let value = |index: usize| arguments.get(index).map_or(Value::UNDEFINED, |register| read(*register));
        let few = Few { this: read(*this), count: arguments.len(), values: [value(0), value(1)] };
        let Some(value) = in_place(self, &few) else { return false };
        self.steps_left -= 1;
        self.stack[frame.registers + usize::from(to)] = value;
        true
    }

    /// All arguments of a call.
    pub(crate) fn operands(&self, arguments: Arguments) -> Vec<Value> {
        let start = arguments.base + 2;
        self.stack[start..start + arguments.count].to_vec()
    }

    /// `new.target` of a call; undefined if it is no construction.
    pub(crate) fn new_target(&self, arguments: Arguments) -> Value {
        if arguments.new_target { self.stack[arguments.base + 2 + arguments.count] } else { Value::UNDEFINED }
    }

    /// True if `new` accepts a value.
    pub(crate) fn is_constructor(&self, value: Value) -> bool {
        match self.heap.class(value) {
            Some(Class::Closure { function, .. }) => self.codes[*function as usize].constructs,
            Some(Class::Native(index)) => self.constructors.contains(index),
            Some(Class::Bound { target, .. }) => self.is_constructor(*target),
            Some(Class::Proxy { constructs, .. }) => *constructs,
            _ => false,
        }
    }

    /// Calls a constructor whose operands are on the top of the stack, with `this` still to be filled in, and removes
    /// them. The constructor is its own `new.target`.
    pub(super) fn construct(&mut self, base: usize, count: usize) -> Completion<Value> {
        let callee = self.stack[base];
        self.stack.push(callee);
        self.construct_target(base, count)
    }

    /// Calls a constructor from the library.
    pub(crate) fn construct_values(
        &mut self,
        callee: Value,
        arguments: &[Value],
        new_target: Value,
    ) -> Completion<Value> {
        let mark = self.heap.pin();
        let result = self.construct_moving(callee, arguments, new_target);
        self.heap.unpin(mark);
        self.hold(result)
    }

    /// Calls a constructor; cells may move meanwhile.
    pub(super) fn construct_moving(
        &mut self,
        callee: Value,
        arguments: &[Value],
        new_target: Value,
    ) -> Completion<Value> {
        let base = self.stack.len();
        self.stack.extend([callee, Value::UNDEFINED]);
        self.stack.extend_from_slice(arguments);
        self.stack.push(new_target);
        self.construct_target(base, arguments.len())
    }

    /// As [`Vm::construct`], with `new.target` after the arguments.
    pub(super) fn construct_target(&mut self, base: usize, count: usize) -> Completion<Value> {
        self.check_entry(base)?;
        self.depth += 1;
        let result = self.enter_constructor(base, count);
        self.depth -= 1;
        self.stack.truncate(base);
        result
    }

    fn enter_constructor(&mut self, base: usize, count: usize) -> Completion<Value> {
        let callee = self.stack[base];
        self.require_constructor(callee)?;
        let arguments = Arguments { base, count, new_target: true };
        let new_target = self.new_target(arguments);
        match self.heap.class(callee) {
            Some(Class::Closure { .. }) => {
                let prototype = self.prototype_for(new_target, Intrinsic::ObjectPrototype)?;
                self.stack[base + 1] = self.heap.new_object(prototype, Class::Plain);
                self.call_entry(base, count, Entry::Construct)
            }
            Some(Class::Bound { target, arguments: first, .. }) => {
                let target = *target;
                let mut all = first.clone();
                all.extend(self.operands(arguments));
                let new_target = if new_target == callee { target } else { new_target };
                self.construct_values(target, &all, new_target)
            }
            Some(Class::Proxy { .. }) => {
                let list = self.operands(arguments);
                let mark = self.heap.pin();
                let result = self.proxy_construct(callee, &list, new_target);
                self.heap.unpin(mark);
                result
            }
            _ => self.call(arguments),
        }
    }

    /// The prototype of what a constructor creates.
    pub(crate) fn prototype_for(&mut self, new_target: Value, default: Intrinsic) -> Completion<Value> {
        if self.heap.object(new_target).is_some() {
            let prototype = self.get_atom(new_target, self.atoms.prototype)?;
            if self.heap.object(prototype).is_some() {
                return Ok(prototype);
            }
        }
        Ok(self.intrinsic(default))
    }

    /// Values that a function of the library has captured.
    pub(crate) fn captured(&self, arguments: Arguments, index: usize) -> Value {
        match self.heap.class(self.stack[arguments.base]) {
            Some(Class::Captured { values, .. }) => values.get(index).copied().unwrap_or(Value::UNDEFINED),
            _ => Value::UNDEFINED,
        }
    }

    /// Replaces a captured value.
    pub(crate) fn set_captured(&mut self, arguments: Arguments, index: usize, value: Value) {
        let callee = self.stack[arguments.base];
        if let Some(Class::Captured { values, .. }) = self.heap.class_mut(callee)
            && let Some(place) = values.get_mut(index)
        {
            *place = value;
        }
    }
}
