//! Async generators, and async iterators over the values of ordinary ones.
//!
//! The front end makes an ordinary generator of the body, which yields arrays: whether it awaits, and the value. The
//! object of the program has a queue of requests, and resumes that generator for one after the other.

use super::promise::{Capability, capability, perform_then, promise_resolve};
use super::{Row, method, tag};
use crate::heap::{AsyncGenerator, Attributes, Class, Request, Value, WellKnown};
use crate::interp::{Action, Arguments, Completion, Intrinsic, Key, Stop, Vm};

const PROTOTYPE: &[Row] = &[
    method("next", 1, |vm, arguments| request(vm, arguments, Action::Next)),
    method("return", 1, |vm, arguments| request(vm, arguments, Action::Return)),
    method("throw", 1, |vm, arguments| request(vm, arguments, Action::Throw)),
    tag("AsyncGenerator"),
];
const FUNCTION: &[Row] = &[tag("AsyncGeneratorFunction")];

pub(super) fn install(vm: &mut Vm) {
    let generator =
        vm.prototype_object(Intrinsic::AsyncGeneratorPrototype, Intrinsic::AsyncIteratorPrototype);
    vm.install(generator, PROTOTYPE);
    let function =
        vm.prototype_object(Intrinsic::AsyncGeneratorFunctionPrototype, Intrinsic::FunctionPrototype);
    vm.install(function, FUNCTION);
    vm.define(function, vm.atoms.prototype, generator, Attributes::READ_ONLY);
    vm.define(generator, vm.atoms.constructor, function, Attributes::READ_ONLY);
    super::generator::dynamic(vm, "AsyncGeneratorFunction", function, |vm, arguments| {
        let prototype = Intrinsic::AsyncGeneratorFunctionPrototype;
        super::function::dynamic_function(vm, arguments, "async function*", prototype)
    });
}

/// The state of an async generator.
fn state(vm: &mut Vm, object: Value) -> Option<&mut AsyncGenerator> {
    match vm.heap.class_mut(object) {
        Some(Class::AsyncGenerator(state)) => Some(state),
        _ => None,
    }
}

/// `next`, `return` and `throw`: a promise of what the generator yields for the request.
fn request(vm: &mut Vm, arguments: Arguments, action: Action) -> Completion<Value> {
    let (this, value) = (vm.this(arguments), vm.argument(arguments, 0));
    let constructor = vm.intrinsic(Intrinsic::Promise);
    let capability = capability(vm, constructor)?;
    let Capability { promise, resolve, reject } = capability;
    match state(vm, this) {
        Some(state) => state.queue.push_back(Request { action, value, resolve, reject }),
        None => {
            let _: Completion<()> = vm.type_error("'this' is not an async generator");
            let error = vm.exception;
            vm.call_function(reject, Value::UNDEFINED, &[error])?;
            return Ok(promise);
        }
    }
    serve(vm, this)?;
    Ok(promise)
}

/// Serves requests until one waits, or there are none.
fn serve(vm: &mut Vm, object: Value) -> Completion<()> {
    loop {
        let Some(state) = state(vm, object) else { return Ok(()) };
        let Some(first) = state.queue.front() else { return Ok(()) };
        if state.running {
            return Ok(());
        }
        let (action, value) = (first.action, first.value);
        if !state.started && action != Action::Next {
            state.completed = true;
        }
        if !state.completed {
            state.started = true;
            state.running = true;
            resume(vm, object, action, value)?;
            continue;
        }
        match action {
            Action::Next => finish(vm, object, Ok((Value::UNDEFINED, true)))?,
            Action::Throw => finish(vm, object, Err(value))?,
            Action::Return => {
                state.running = true;
                let returned = vm.captured_function("", 1, returned, vec![object]);
                let failed = vm.captured_function("", 1, failed, vec![object]);
                await_or(vm, value, returned, failed, |vm| {
                    let error = vm.exception;
                    finish(vm, object, Err(error))
                })?;
            }
        }
    }
}

/// Settles the promise of the first request: with a value and whether it is the last, or with an exception.
fn finish(vm: &mut Vm, object: Value, outcome: Result<(Value, bool), Value>) -> Completion<()> {
    let Some(state) = state(vm, object) else { return Ok(()) };
    state.running = false;
    let Some(request) = state.queue.pop_front() else { return Ok(()) };
    let (function, value) = match outcome {
        Ok((value, done)) => (request.resolve, vm.iteration_result(value, done)),
        Err(error) => (request.reject, error),
    };
    vm.call_function(function, Value::UNDEFINED, &[value])?;
    Ok(())
}

/// Awaits a value, or does something else if that throws.
fn await_or(
    vm: &mut Vm,
    value: Value,
    fulfilled: Value,
    rejected: Value,
    otherwise: impl FnOnce(&mut Vm) -> Completion<()>,
) -> Completion<()> {
    match vm.await_value(value, fulfilled, rejected) {
        Err(Stop::Thrown) => otherwise(vm),
        result => result,
    }
}

fn returned(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, value) = (vm.captured(arguments, 0), vm.argument(arguments, 0));
    finish(vm, object, Ok((value, true)))?;
    serve(vm, object)?;
    Ok(Value::UNDEFINED)
}

fn failed(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let (object, value) = (vm.captured(arguments, 0), vm.argument(arguments, 0));
    finish(vm, object, Err(value))?;
    serve(vm, object)?;
    Ok(Value::UNDEFINED)
}

/// Resumes the generator of the body until it awaits, yields or ends.
fn resume(vm: &mut Vm, object: Value, action: Action, value: Value) -> Completion<()> {
    let (mut action, mut value) = (action, value);
    loop {
        let Some(state) = state(vm, object) else { return Ok(()) };
        let generator = state.generator;
        let result = match vm.step_generator(generator, action, value) {
            Ok(result) => result,
            Err(Stop::Thrown) => {
                let error = vm.exception;
                complete(vm, object);
                return finish(vm, object, Err(error));
            }
            Err(stop) => return Err(stop),
        };
        let done = vm.get_atom(result, vm.atoms.done)?;
        let yielded = vm.get_atom(result, vm.atoms.value)?;
        if vm.truthy(done) {
            complete(vm, object);
            return finish(vm, object, Ok((yielded, true)));
        }
        let awaits = vm.get_key(yielded, Key::Index(0))?;
        let inner = vm.get_key(yielded, Key::Index(1))?;
        if awaits != Value::TRUE {
            return finish(vm, object, Ok((inner, false)));
        }
        let next = vm.captured_function("", 1, |vm, it| resumed(vm, it, Action::Next), vec![object]);
        let throw = vm.captured_function("", 1, |vm, it| resumed(vm, it, Action::Throw), vec![object]);
        match vm.await_value(inner, next, throw) {
            Err(Stop::Thrown) => (action, value) = (Action::Throw, vm.exception),
            result => return result,
        }
    }
}

fn complete(vm: &mut Vm, object: Value) {
    if let Some(state) = state(vm, object) {
        state.completed = true;
    }
}

/// Goes on after an `await`.
fn resumed(vm: &mut Vm, arguments: Arguments, action: Action) -> Completion<Value> {
    let (object, value) = (vm.captured(arguments, 0), vm.argument(arguments, 0));
    resume(vm, object, action, value)?;
    serve(vm, object)?;
    Ok(Value::UNDEFINED)
}

impl Vm {
    /// The async generator whose body an ordinary generator executes.
    pub(crate) fn async_generator(&mut self, generator: Value) -> Completion<Value> {
        let mut prototype = self.prototype_of(generator)?;
        // The function has no object as its `prototype`.
        if prototype == self.intrinsic(Intrinsic::GeneratorPrototype) {
            prototype = self.intrinsic(Intrinsic::AsyncGeneratorPrototype);
        }
        let state = AsyncGenerator {
            generator,
            queue: Default::default(),
            started: false,
            running: false,
            completed: false,
        };
        Ok(self.heap.new_object(prototype, Class::AsyncGenerator(Box::new(state))))
    }

    /// Resumes a generator, whatever programs made of the methods of generators.
    pub(crate) fn step_generator(
        &mut self,
        generator: Value,
        action: Action,
        value: Value,
    ) -> Completion<Value> {
        let method = self.intrinsic(match action {
            Action::Next => Intrinsic::GeneratorNext,
            Action::Return => Intrinsic::GeneratorReturn,
            Action::Throw => Intrinsic::GeneratorThrow,
        });
        self.call_function(method, generator, &[value])
    }

    /// The async iterator of a value, or one over the values of its ordinary iterator.
    pub(crate) fn async_iterator(&mut self, value: Value) -> Completion<Value> {
        let method = self.method_of(value, WellKnown::AsyncIterator.atom())?;
        if method != Value::UNDEFINED {
            let iterator = self.call_function(method, value, &[])?;
            if self.heap.object(iterator).is_none() {
                return self.type_error("the result of [Symbol.asyncIterator] is not an object");
            }
            return Ok(iterator);
        }
        let method = self.method_of(value, WellKnown::Iterator.atom())?;
        if method == Value::UNDEFINED {
            return self.type_error("the value is not iterable");
        }
        let iterator = self.call_function(method, value, &[])?;
        if self.heap.object(iterator).is_none() {
            return self.type_error("the result of [Symbol.iterator] is not an object");
        }
        let next = self.get_atom(iterator, self.atoms.next)?;
        let object = self.heap.new_object(Value::NULL, Class::Plain);
        let functions: [(&str, crate::interp::Native); 3] = [
            ("next", |vm, arguments| forward(vm, arguments, Action::Next)),
            ("return", |vm, arguments| forward(vm, arguments, Action::Return)),
            ("throw", |vm, arguments| forward(vm, arguments, Action::Throw)),
        ];
        for (name, native) in functions {
            let function = self.captured_function(name, 1, native, vec![iterator, next]);
            let atom = self.heap.atom(name);
            self.define(object, atom, function, Attributes::HIDDEN);
        }
        Ok(object)
    }
}

/// A method of an async iterator over an ordinary one.
fn forward(vm: &mut Vm, arguments: Arguments, action: Action) -> Completion<Value> {
    let constructor = vm.intrinsic(Intrinsic::Promise);
    let capability = capability(vm, constructor)?;
    match forward_to(vm, arguments, action, capability) {
        Ok(()) => {}
        Err(Stop::Thrown) => {
            let error = vm.exception;
            vm.call_function(capability.reject, Value::UNDEFINED, &[error])?;
        }
        Err(stop) => return Err(stop),
    }
    Ok(capability.promise)
}

fn forward_to(vm: &mut Vm, arguments: Arguments, action: Action, capability: Capability) -> Completion<()> {
    let (iterator, next) = (vm.captured(arguments, 0), vm.captured(arguments, 1));
    let sent = vm.operands(arguments);
    let sent = sent.get(..1).unwrap_or(&[]);
    let method = match action {
        Action::Next => next,
        Action::Return | Action::Throw => {
            let name = if action == Action::Return { "return" } else { "throw" };
            let name = vm.heap.atom(name);
            vm.method_of(iterator, name)?
        }
    };
    if method == Value::UNDEFINED {
        if action == Action::Throw {
            close(vm, iterator)?;
            return vm.type_error("the iterator has no throw method");
        }
        let value = sent.first().copied().unwrap_or(Value::UNDEFINED);
        let result = vm.iteration_result(value, true);
        vm.call_function(capability.resolve, Value::UNDEFINED, &[result])?;
        return Ok(());
    }
    let result = vm.call_function(method, iterator, sent)?;
    if vm.heap.object(result).is_none() {
        return vm.type_error("the result of the iterator is not an object");
    }
    let done = vm.get_atom(result, vm.atoms.done)?;
    let done = vm.truthy(done);
    let value = vm.get_atom(result, vm.atoms.value)?;
    let closes = !done && action != Action::Return;
    let constructor = vm.intrinsic(Intrinsic::Promise);
    let promise = match promise_resolve(vm, constructor, value) {
        Err(Stop::Thrown) if closes => {
            let error = vm.exception;
            if let Err(stop @ Stop::Unsupported(_)) = close(vm, iterator) {
                return Err(stop);
            }
            return vm.throw(error);
        }
        promise => promise?,
    };
    let values = vec![Value::boolean(done)];
    let fulfilled = vm.captured_function(
        "",
        1,
        |vm, arguments| {
            let (value, done) = (vm.argument(arguments, 0), vm.captured(arguments, 0));
            Ok(vm.iteration_result(value, done == Value::TRUE))
        },
        values,
    );
    let mut rejected = Value::UNDEFINED;
    if closes {
        rejected = vm.captured_function(
            "",
            1,
            |vm, arguments| {
                let (iterator, error) = (vm.captured(arguments, 0), vm.argument(arguments, 0));
                if let Err(stop @ Stop::Unsupported(_)) = close(vm, iterator) {
                    return Err(stop);
                }
                vm.throw(error)
            },
            vec![iterator],
        );
    }
    perform_then(vm, promise, fulfilled, rejected, capability);
    Ok(())
}

/// Calls `return` of an iterator, whose result must be an object.
fn close(vm: &mut Vm, iterator: Value) -> Completion<()> {
    let name = vm.heap.atom("return");
    let method = vm.method_of(iterator, name)?;
    if method == Value::UNDEFINED {
        return Ok(());
    }
    let result = vm.call_function(method, iterator, &[])?;
    if vm.heap.object(result).is_none() {
        return vm.type_error("the result of the iterator's return is not an object");
    }
    Ok(())
}
