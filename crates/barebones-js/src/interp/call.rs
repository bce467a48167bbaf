//! Calls and constructions, of whatever can be called.

use super::{Arguments, Completion, Intrinsic, MAX_DEPTH, Vm};
use crate::heap::{Class, Value};

impl Vm {
    /// Calls the function whose operands are on the top of the stack, and removes them.
    pub(crate) fn call(&mut self, arguments: Arguments) -> Completion<Value> {
        let result = self.enter(arguments);
        self.stack.truncate(arguments.base);
        result
    }

    /// Calls the function whose operands are on the top of the stack.
    fn enter(&mut self, arguments: Arguments) -> Completion<Value> {
        if self.depth >= MAX_DEPTH {
            return self.throw_error(Intrinsic::RangeErrorPrototype, "Maximum call stack size exceeded");
        }
        self.depth += 1;
        let callee = self.stack[arguments.base];
        let result = match self.heap.class(callee) {
            Some(Class::Closure { function, environment }) => {
                let (function, environment) = (*function, *environment);
                self.run_closure(function, environment, arguments)
            }
            Some(Class::Native(index) | Class::Captured { native: index, .. }) => {
                let native = self.natives[*index as usize];
                self.pinned += 1;
                let result = native(self, arguments);
                self.pinned -= 1;
                result
            }
            Some(Class::Bound { target, this, arguments: first }) => {
                let (target, this) = (*target, *this);
                let mut all = first.clone();
                all.extend(self.operands(arguments));
                self.call_function(target, this, &all)
            }
            Some(Class::Proxy { callable: true, .. }) => {
                let (this, list) = (self.this(arguments), self.operands(arguments));
                self.pinned += 1;
                let result = self.proxy_call(callee, this, &list);
                self.pinned -= 1;
                result
            }
            _ => {
                let text = self.type_name(callee);
                self.type_error(&format!("{text} is not a function"))
            }
        };
        self.depth -= 1;
        result
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

    /// Calls a function from the library.
    pub(crate) fn call_function(
        &mut self,
        callee: Value,
        this: Value,
        arguments: &[Value],
    ) -> Completion<Value> {
        let base = self.stack.len();
        self.stack.extend([callee, this]);
        self.stack.extend_from_slice(arguments);
        self.pinned += 1;
        let result = self.call(Arguments { base, count: arguments.len(), new_target: false });
        self.pinned -= 1;
        result
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
        let base = self.stack.len();
        self.stack.extend([callee, Value::UNDEFINED]);
        self.stack.extend_from_slice(arguments);
        self.stack.push(new_target);
        self.pinned += 1;
        let result = self.construct_target(base, arguments.len());
        self.pinned -= 1;
        result
    }

    /// As [`Vm::construct`], with `new.target` after the arguments.
    pub(super) fn construct_target(&mut self, base: usize, count: usize) -> Completion<Value> {
        let result = self.enter_constructor(Arguments { base, count, new_target: true });
        self.stack.truncate(base);
        result
    }

    fn enter_constructor(&mut self, arguments: Arguments) -> Completion<Value> {
        let callee = self.stack[arguments.base];
        let new_target = self.new_target(arguments);
        if !self.is_constructor(callee) {
            let text = self.type_name(callee);
            return self.type_error(&format!("{text} is not a constructor"));
        }
        match self.heap.class(callee) {
            Some(Class::Closure { .. }) => {
                let prototype = self.prototype_for(new_target, Intrinsic::ObjectPrototype)?;
                let this = self.heap.new_object(prototype, Class::Plain);
                self.stack[arguments.base + 1] = this;
                let result = self.enter(arguments)?;
                // The object may have moved, but its place on the stack has not.
                let this = self.stack[arguments.base + 1];
                Ok(if self.heap.object(result).is_some() { result } else { this })
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
                if self.depth >= MAX_DEPTH {
                    let message = "Maximum call stack size exceeded";
                    return self.throw_error(Intrinsic::RangeErrorPrototype, message);
                }
                self.depth += 1;
                self.pinned += 1;
                let result = self.proxy_construct(callee, &list, new_target);
                self.pinned -= 1;
                self.depth -= 1;
                result
            }
            _ => self.enter(arguments),
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
