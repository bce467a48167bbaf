//! Promises: state, reactions, jobs.

use super::{Row, getter, method, tag, this};
use crate::heap::{Class, Promise, Settled, Value};
use crate::interp::{Action, Arguments, Completion, Intrinsic, Stop, Vm};

const PROTOTYPE: &[Row] = &[
    method("catch", 1, |vm, arguments| {
        let (this, rejected) = (vm.this(arguments), vm.argument(arguments, 0));
        let then = vm.atoms.then;
        vm.invoke(this, then, &[Value::UNDEFINED, rejected])
    }),
    method("finally", 1, finally),
    method("then", 2, then),
    tag("Promise"),
];

const SPECIES: &[Row] = &[getter("@@species", this)];

pub(super) fn install(vm: &mut Vm) {
    let prototype = vm.prototype_object(Intrinsic::PromisePrototype, Intrinsic::ObjectPrototype);
    vm.install(prototype, PROTOTYPE);
    let constructor = vm.constructor("Promise", 1, promise, prototype);
    vm.set_intrinsic(Intrinsic::Promise, constructor);
    vm.install(constructor, SPECIES);
    vm.install(constructor, super::promise_static::STATIC);
}

/// A promise, and the functions that settle it.
#[derive(Clone, Copy)]
pub(super) struct Capability {
    pub(super) promise: Value,
    pub(super) resolve: Value,
    pub(super) reject: Value,
}

fn new_promise(vm: &mut Vm, prototype: Value) -> Value {
    let promise =
        Promise { state: Settled::Pending, result: Value::UNDEFINED, reactions: Vec::new(), handled: false };
    vm.heap.new_object(prototype, Class::Promise(Box::new(promise)))
}

/// The functions that resolve and reject a promise; only the first call of one of them counts.
fn resolving_functions(vm: &mut Vm, promise: Value) -> (Value, Value) {
    // Both share an object that says whether one was called.
    let called = vm.captured_function("", 0, super::nothing, vec![Value::FALSE]);
    let resolve = vm.captured_function("", 1, resolve_once, vec![promise, called]);
    let reject = vm.captured_function("", 1, reject_once, vec![promise, called]);
    (resolve, reject)
}

/// True for the first call of a pair of functions.
fn first_call(vm: &mut Vm, arguments: Arguments) -> bool {
    let called = vm.captured(arguments, 1);
    match vm.heap.class_mut(called) {
        Some(Class::Captured { values, .. }) => {
            std::mem::replace(&mut values[0], Value::TRUE) == Value::FALSE
        }
        _ => false,
    }
}

fn resolve_once(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (promise, value) = (vm.captured(arguments, 0), vm.argument(arguments, 0));
    if first_call(vm, arguments) {
        resolve(vm, promise, value)?;
    }
    Ok(Value::UNDEFINED)
}

fn reject_once(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (promise, value) = (vm.captured(arguments, 0), vm.argument(arguments, 0));
    if first_call(vm, arguments) {
        settle(vm, promise, Settled::Rejected, value);
    }
    Ok(Value::UNDEFINED)
}

/// Fulfills a promise, or makes it follow a value that has `then`.
fn resolve(vm: &mut Vm, promise: Value, value: Value) -> Completion<()> {
    if value == promise {
        let _: Completion<()> = vm.type_error("Chaining cycle detected for promise");
        let error = vm.exception;
        settle(vm, promise, Settled::Rejected, error);
        return Ok(());
    }
    if vm.heap.object(value).is_none() {
        settle(vm, promise, Settled::Fulfilled, value);
        return Ok(());
    }
    let name = vm.atoms.then;
    match vm.get_atom(value, name) {
        Ok(then) if vm.is_callable(then) => {
            let job = vm.captured_function("", 0, follow, Vec::new());
            vm.jobs.push_back((job, vec![promise, value, then]));
        }
        Ok(_) => settle(vm, promise, Settled::Fulfilled, value),
        Err(Stop::Thrown) => {
            let error = vm.exception;
            settle(vm, promise, Settled::Rejected, error);
        }
        Err(stop) => return Err(stop),
    }
    Ok(())
}

/// The job that calls `then` of a value that a promise follows.
fn follow(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let [promise, value, then] = [0, 1, 2].map(|index| vm.argument(arguments, index));
    let (resolve, reject) = resolving_functions(vm, promise);
    match vm.call_function(then, value, &[resolve, reject]) {
        Err(Stop::Thrown) => {
            let error = vm.exception;
            vm.call_function(reject, Value::UNDEFINED, &[error])
        }
        result => result,
    }
}

fn settle(vm: &mut Vm, promise: Value, state: Settled, result: Value) {
    let Some(Class::Promise(data)) = vm.heap.class_mut(promise) else { return };
    if data.state != Settled::Pending {
        return;
    }
    data.state = state;
    data.result = result;
    for reaction in std::mem::take(&mut data.reactions) {
        enqueue(vm, reaction, state, result);
    }
}

fn enqueue(vm: &mut Vm, reaction: [Value; 5], state: Settled, result: Value) {
    let [fulfilled, rejected, _, resolve, reject] = reaction;
    let failed = state == Settled::Rejected;
    let handler = if failed { rejected } else { fulfilled };
    let job = vm.captured_function("", 0, react, Vec::new());
    vm.jobs.push_back((job, vec![handler, result, Value::boolean(failed), resolve, reject]));
}

/// The job that calls a handler and settles the promise of `then`.
fn react(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let [handler, result, failed, resolve, reject] =
        [0, 1, 2, 3, 4].map(|index| vm.argument(arguments, index));
    let (value, target) = if handler == Value::UNDEFINED {
        (result, if failed == Value::TRUE { reject } else { resolve })
    } else {
        match vm.call_function(handler, Value::UNDEFINED, &[result]) {
            Ok(value) => (value, resolve),
            Err(Stop::Thrown) => (vm.exception, reject),
            Err(stop) => return Err(stop),
        }
    };
    if target == Value::UNDEFINED {
        return Ok(Value::UNDEFINED);
    }
    vm.call_function(target, Value::UNDEFINED, &[value])
}

fn promise(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    vm.require_new(arguments, "Promise")?;
    let executor = vm.argument(arguments, 0);
    vm.require_callable(executor)?;
    let new_target = vm.new_target(arguments);
    let prototype = vm.prototype_for(new_target, Intrinsic::PromisePrototype)?;
    let promise = new_promise(vm, prototype);
    let (resolve, reject) = resolving_functions(vm, promise);
    match vm.call_function(executor, Value::UNDEFINED, &[resolve, reject]) {
        Ok(_) => {}
        Err(Stop::Thrown) => {
            let error = vm.exception;
            vm.call_function(reject, Value::UNDEFINED, &[error])?;
        }
        Err(stop) => return Err(stop),
    }
    Ok(promise)
}

/// NewPromiseCapability.
pub(super) fn capability(vm: &mut Vm, constructor: Value) -> Completion<Capability> {
    if constructor == vm.intrinsic(Intrinsic::Promise) {
        let prototype = vm.intrinsic(Intrinsic::PromisePrototype);
        let promise = new_promise(vm, prototype);
        let (resolve, reject) = resolving_functions(vm, promise);
        return Ok(Capability { promise, resolve, reject });
    }
    if !vm.is_constructor(constructor) {
        return vm.type_error("Promise resolve or reject function is not callable");
    }
    let executor = vm.captured_function(
        "",
        2,
        |vm, arguments| {
            for index in 0..2 {
                if vm.captured(arguments, index) != Value::UNDEFINED {
                    return vm.type_error(
                        "Promise executor has already been invoked with non-undefined arguments",
                    );
                }
            }
            for index in 0..2 {
                let value = vm.argument(arguments, index);
                vm.set_captured(arguments, index, value);
            }
            Ok(Value::UNDEFINED)
        },
        vec![Value::UNDEFINED; 2],
    );
    let promise = vm.construct_values(constructor, &[executor], constructor)?;
    let (resolve, reject) = match vm.heap.class(executor) {
        Some(Class::Captured { values, .. }) => (values[0], values[1]),
        _ => (Value::UNDEFINED, Value::UNDEFINED),
    };
    vm.require_callable(resolve)?;
    vm.require_callable(reject)?;
    Ok(Capability { promise, resolve, reject })
}

/// PromiseResolve: the value itself if it is a promise of the constructor, else a promise of it.
pub(super) fn promise_resolve(vm: &mut Vm, constructor: Value, value: Value) -> Completion<Value> {
    if matches!(vm.heap.class(value), Some(Class::Promise(_)))
        && vm.get_atom(value, vm.atoms.constructor)? == constructor
    {
        return Ok(value);
    }
    let capability = capability(vm, constructor)?;
    vm.call_function(capability.resolve, Value::UNDEFINED, &[value])?;
    Ok(capability.promise)
}

fn then(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let promise = vm.this(arguments);
    let (fulfilled, rejected) = (vm.argument(arguments, 0), vm.argument(arguments, 1));
    if !matches!(vm.heap.class(promise), Some(Class::Promise(_))) {
        return vm.type_error("Promise.prototype.then requires that 'this' be a promise");
    }
    let default = vm.intrinsic(Intrinsic::Promise);
    let constructor = vm.species(promise, default)?;
    let capability = capability(vm, constructor)?;
    perform_then(vm, promise, fulfilled, rejected, capability);
    Ok(capability.promise)
}

pub(super) fn perform_then(
    vm: &mut Vm,
    promise: Value,
    fulfilled: Value,
    rejected: Value,
    capability: Capability,
) {
    let [fulfilled, rejected] =
        [fulfilled, rejected].map(|handler| if vm.is_callable(handler) { handler } else { Value::UNDEFINED });
    let reaction = [fulfilled, rejected, capability.promise, capability.resolve, capability.reject];
    let Some(Class::Promise(data)) = vm.heap.class_mut(promise) else { return };
    data.handled = true;
    if data.state == Settled::Pending {
        data.reactions.push(reaction);
        return;
    }
    let (state, result) = (data.state, data.result);
    enqueue(vm, reaction, state, result);
}

fn finally(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (this, function) = (vm.this(arguments), vm.argument(arguments, 0));
    if vm.heap.object(this).is_none() {
        return vm.type_error("Promise.prototype.finally requires that 'this' be an object");
    }
    let default = vm.intrinsic(Intrinsic::Promise);
    let constructor = vm.species(this, default)?;
    let (mut fulfilled, mut rejected) = (function, function);
    if vm.is_callable(function) {
        fulfilled = vm.captured_function(
            "",
            1,
            |vm, arguments| after(vm, arguments, give),
            vec![function, constructor],
        );
        rejected = vm.captured_function(
            "",
            1,
            |vm, arguments| after(vm, arguments, fail),
            vec![function, constructor],
        );
    }
    let then = vm.atoms.then;
    vm.invoke(this, then, &[fulfilled, rejected])
}

/// Calls the function of `finally`, waits for its result, then passes the first result on.
fn after(vm: &mut Vm, arguments: Arguments, end: crate::interp::Native) -> Completion<Value> {
    let (function, constructor) = (vm.captured(arguments, 0), vm.captured(arguments, 1));
    let value = vm.argument(arguments, 0);
    let result = vm.call_function(function, Value::UNDEFINED, &[])?;
    let promise = promise_resolve(vm, constructor, result)?;
    let end = vm.captured_function("", 0, end, vec![value]);
    let then = vm.atoms.then;
    vm.invoke(promise, then, &[end])
}

fn give(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    Ok(vm.captured(arguments, 0))
}

fn fail(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let error = vm.captured(arguments, 0);
    vm.throw(error)
}

impl Vm {
    /// Runs jobs until there are none.
    ///
    /// # Errors
    /// What no handler of a job sees.
    pub(crate) fn run_jobs(&mut self) -> Completion<()> {
        self.kept.clear();
        while let Some((job, values)) = self.jobs.pop_front() {
            // The job is called as the program is, so that collections may happen in it.
            let base = self.stack.len();
            self.stack.extend([job, Value::UNDEFINED]);
            self.stack.extend_from_slice(&values);
            self.call(Arguments { base, count: values.len(), new_target: false })?;
            self.kept.clear();
        }
        Ok(())
    }

    /// Waits for a value: one of two functions of the library is called with what it becomes.
    pub(crate) fn await_value(&mut self, value: Value, fulfilled: Value, rejected: Value) -> Completion<()> {
        let constructor = self.intrinsic(Intrinsic::Promise);
        let promise = promise_resolve(self, constructor, value)?;
        let none = Value::UNDEFINED;
        perform_then(
            self,
            promise,
            fulfilled,
            rejected,
            Capability { promise: none, resolve: none, reject: none },
        );
        Ok(())
    }

    /// Runs a generator as the body of an async function: each value that it yields is awaited. Returns the promise of
    /// its end.
    pub(crate) fn spawn_async(&mut self, generator: Value) -> Completion<Value> {
        let constructor = self.intrinsic(Intrinsic::Promise);
        let capability = capability(self, constructor)?;
        let values = vec![generator, capability.resolve, capability.reject];
        let next =
            self.captured_function("", 1, |vm, arguments| advance(vm, arguments, Action::Next), values);
        self.call_function(next, Value::UNDEFINED, &[Value::UNDEFINED])?;
        Ok(capability.promise)
    }
}

/// Resumes an async function with a value or an exception.
fn advance(vm: &mut Vm, arguments: Arguments, how: Action) -> Completion<Value> {
    let [generator, resolve, reject] = [0, 1, 2].map(|index| vm.captured(arguments, index));
    let value = vm.argument(arguments, 0);
    let step = |vm: &mut Vm| {
        let result = vm.step_generator(generator, how, value)?;
        let done = vm.get_atom(result, vm.atoms.done)?;
        let value = vm.get_atom(result, vm.atoms.value)?;
        if vm.truthy(done) {
            return vm.call_function(resolve, Value::UNDEFINED, &[value]);
        }
        let values = vec![generator, resolve, reject];
        let next =
            vm.captured_function("", 1, |vm, arguments| advance(vm, arguments, Action::Next), values.clone());
        let throw =
            vm.captured_function("", 1, |vm, arguments| advance(vm, arguments, Action::Throw), values);
        if let Err(stop) = vm.await_value(value, next, throw) {
            let Stop::Thrown = stop else { return Err(stop) };
            let error = vm.exception;
            return vm.call_function(throw, Value::UNDEFINED, &[error]);
        }
        Ok(Value::UNDEFINED)
    };
    match step(vm) {
        Err(Stop::Thrown) => {
            let error = vm.exception;
            vm.call_function(reject, Value::UNDEFINED, &[error])
        }
        result => result,
    }
}
