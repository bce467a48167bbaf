//! The interface of a runtime, which host functions get, too.

use super::{ErrorKind, Exception, Handle, Place, ScriptError, Value};
use crate::front::Goal;
use crate::heap::{Class, Kind, Value as Raw};
use crate::interp::{Arguments, Completion, Intrinsic, Stop, Vm};
use std::rc::Rc;

/// What the host can do with a [`Runtime`](super::Runtime).
pub struct Context<'r> {
    vm: &'r mut Vm,
}

impl<'r> Context<'r> {
    pub(super) fn new(vm: &'r mut Vm) -> Context<'r> {
        Context { vm }
    }

    /// Runs a script; see [`Runtime::eval`](super::Runtime::eval). In a host function, jobs wait for the end of the program.
    ///
    /// # Errors
    /// As there.
    pub fn eval(&mut self, source: &str, name: &str) -> Result<Value, ScriptError> {
        self.run(|vm| {
            let script = vm.load(source, name, Goal::Shared)?;
            let global = vm.intrinsic(Intrinsic::Global);
            vm.call_from_host(script, global, &[])
        })
    }

    /// Calls a function; see [`Runtime::call`](super::Runtime::call).
    ///
    /// # Errors
    /// As there.
    pub fn call(
        &mut self,
        function: &Value,
        this: &Value,
        arguments: &[Value],
    ) -> Result<Value, ScriptError> {
        let (function, this) = (self.lower(function)?, self.lower(this)?);
        let arguments = self.lower_all(arguments)?;
        self.run(|vm| vm.call_from_host(function, this, &arguments))
    }

    /// Calls a constructor with `new`.
    ///
    /// # Errors
    /// As [`Context::call`].
    pub fn construct(&mut self, constructor: &Value, arguments: &[Value]) -> Result<Value, ScriptError> {
        let constructor = self.lower(constructor)?;
        let arguments = self.lower_all(arguments)?;
        self.run(|vm| vm.construct_values(constructor, &arguments, constructor))
    }

    /// A function that calls the host, with its name and its number of parameters. It lives as long as the runtime.
    pub fn function(
        &mut self,
        name: &str,
        length: u32,
        function: impl Fn(&mut Context<'_>, &Value, &[Value]) -> Result<Value, ScriptError> + 'static,
    ) -> Value {
        self.vm.hosts.push(Rc::new(function));
        let index = Raw::number(self.vm.hosts.len() as f64 - 1.0);
        let function = self.vm.captured_function(name, length, call_host, vec![index]);
        self.raise(function)
    }

    /// The global object.
    pub fn global(&mut self) -> Value {
        let global = self.vm.intrinsic(Intrinsic::Global);
        self.raise(global)
    }

    /// A new object without properties.
    pub fn object(&mut self) -> Value {
        let object = self.vm.plain_object();
        self.raise(object)
    }

    /// A new array.
    ///
    /// # Errors
    /// [`ScriptError::Foreign`].
    pub fn array(&mut self, elements: &[Value]) -> Result<Value, ScriptError> {
        let elements = self.lower_all(elements)?;
        let array = self.vm.new_array(elements);
        Ok(self.raise(array))
    }

    /// Reads a property; a name such as `0` is an index.
    ///
    /// # Errors
    /// What a getter throws, a `TypeError` for undefined and null, or [`ScriptError::Foreign`].
    pub fn get(&mut self, object: &Value, name: &str) -> Result<Value, ScriptError> {
        let object = self.lower(object)?;
        self.run(|vm| {
            let key = vm.text_key(name);
            vm.get_key(object, key)
        })
    }

    /// Writes a property; a name such as `0` is an index.
    ///
    /// # Errors
    /// What a setter throws, a `TypeError` if the property is read-only, or [`ScriptError::Foreign`].
    pub fn set(&mut self, object: &Value, name: &str, value: &Value) -> Result<(), ScriptError> {
        let (object, value) = (self.lower(object)?, self.lower(value)?);
        self.run(|vm| {
            let key = vm.text_key(name);
            vm.set_key(object, key, value, true)?;
            Ok(Raw::UNDEFINED)
        })?;
        Ok(())
    }

    /// Names of the enumerable own properties, in order.
    ///
    /// # Errors
    /// What traps of a proxy throw, or [`ScriptError::Foreign`].
    pub fn keys(&mut self, object: &Value) -> Result<Vec<String>, ScriptError> {
        let object = self.lower(object)?;
        let mut names = Vec::new();
        self.run(|vm| {
            let keys = vm.enumerable_keys(object)?;
            names.extend(keys.into_iter().map(|key| vm.key_text(key)));
            Ok(Raw::UNDEFINED)
        })?;
        Ok(names)
    }

    /// The value as a string, as `String(value)`.
    ///
    /// # Errors
    /// What `toString` throws, or [`ScriptError::Foreign`].
    pub fn to_text(&mut self, value: &Value) -> Result<String, ScriptError> {
        if let Value::Text(text) = value {
            return Ok(text.clone());
        }
        let value = self.lower(value)?;
        if let Some(symbol) = value.as_symbol() {
            return Ok(self.vm.key_text(crate::interp::Key::Name(symbol)));
        }
        let mut text = String::new();
        self.run(|vm| {
            let string = vm.string_of(value)?;
            text = vm.text_of(string);
            Ok(Raw::UNDEFINED)
        })?;
        Ok(text)
    }

    /// The value as a number, as `Number(value)` without BigInts.
    ///
    /// # Errors
    /// What `valueOf` throws, a `TypeError` for symbols and BigInts, or [`ScriptError::Foreign`].
    pub fn to_number(&mut self, value: &Value) -> Result<f64, ScriptError> {
        let value = self.lower(value)?;
        let mut number = 0.0;
        self.run(|vm| {
            number = vm.number_of(value)?;
            Ok(Raw::UNDEFINED)
        })?;
        Ok(number)
    }

    /// True unless the value is undefined, null, false, zero, NaN or empty.
    ///
    /// # Errors
    /// [`ScriptError::Foreign`].
    pub fn is_truthy(&mut self, value: &Value) -> Result<bool, ScriptError> {
        let value = self.lower(value)?;
        Ok(self.vm.truthy(value))
    }

    /// True if the value can be called.
    pub fn is_function(&self, value: &Value) -> bool {
        let value = value.handle().and_then(|handle| handle.value_in(&self.vm.handles));
        value.is_some_and(|value| self.vm.is_callable(value))
    }

    /// The value as a person reads it: objects with their properties, to a depth of three. No code of the program runs.
    ///
    /// # Errors
    /// [`ScriptError::Foreign`].
    pub fn inspect(&mut self, value: &Value) -> Result<String, ScriptError> {
        let value = self.lower(value)?;
        Ok(self.vm.inspect(value))
    }

    /// Runs the jobs of promises until there are none, unless a program is running.
    ///
    /// # Errors
    /// As [`Context::eval`].
    pub fn run_jobs(&mut self) -> Result<(), ScriptError> {
        self.run(|_| Ok(Raw::UNDEFINED)).map(|_| ())
    }

    /// Runs a step, and then the jobs if no program is further out: also if the step threw, but not if it was ended.
    fn run(&mut self, step: impl FnOnce(&mut Vm) -> Completion<Raw>) -> Result<Value, ScriptError> {
        let outermost = !self.vm.is_running();
        let result = match step(self.vm) {
            Ok(value) => Ok(self.raise(value)),
            Err(stop) => Err(self.error(stop)),
        };
        if !outermost {
            return result;
        }
        let ended = matches!(result, Err(ScriptError::Unsupported(_) | ScriptError::Interrupted));
        let jobs = if ended { Ok(()) } else { self.vm.run_jobs() };
        let jobs = jobs.map_err(|stop| self.error(stop));
        self.vm.reset();
        let value = result?;
        jobs.map(|()| value)
    }

    /// A value of the host for the program.
    fn lower(&mut self, value: &Value) -> Result<Raw, ScriptError> {
        Ok(match value {
            Value::Undefined => Raw::UNDEFINED,
            Value::Null => Raw::NULL,
            Value::Boolean(value) => Raw::boolean(*value),
            Value::Number(value) => Raw::number(*value),
            Value::Text(text) => self.vm.heap.text(text),
            Value::Object(handle) | Value::Symbol(handle) | Value::BigInt(handle) => {
                match handle.value_in(&self.vm.handles) {
                    Some(value) => value,
                    None => return Err(ScriptError::Foreign(handle.clone())),
                }
            }
        })
    }

    fn lower_all(&mut self, values: &[Value]) -> Result<Vec<Raw>, ScriptError> {
        values.iter().map(|value| self.lower(value)).collect()
    }

    /// A value of the program for the host.
    fn raise(&self, value: Raw) -> Value {
        let handle = || Handle::new(&self.vm.handles, value);
        match value.kind() {
            Kind::Undefined | Kind::Empty => Value::Undefined,
            Kind::Null => Value::Null,
            Kind::Boolean(value) => Value::Boolean(value),
            Kind::Number(value) => Value::Number(value),
            Kind::Symbol(_) => Value::Symbol(handle()),
            Kind::Cell if self.vm.heap.is_string(value) => Value::Text(self.vm.text_of(value)),
            Kind::Cell if self.vm.heap.bigint(value).is_some() => Value::BigInt(handle()),
            Kind::Cell => Value::Object(handle()),
        }
    }

    fn error(&mut self, stop: Stop) -> ScriptError {
        match stop {
            Stop::Unsupported(what) => ScriptError::Unsupported(what),
            Stop::Interrupted | Stop::OtherCode => ScriptError::Interrupted,
            Stop::Thrown => {
                self.vm.finish_throw();
                let exception = self.vm.exception;
                let value = self.raise(exception);
                let place = self.vm.thrown_at.take().map(|(source, offset)| {
                    let (line, column) = source.position(offset);
                    Place { file: source.name.clone(), line, column, text: source.line(line).to_string() }
                });
                let (message, stack) = self.vm.exception_text(exception);
                ScriptError::Thrown(Box::new(Exception { message, stack, place, value }))
            }
        }
    }
}

/// Calls a function of the host, whose number is captured.
fn call_host(vm: &mut Vm, arguments: Arguments) -> Completion<Raw> {
    let index = vm.captured(arguments, 0).as_number().unwrap_or(-1.0);
    let Some(function) = vm.hosts.get(index as usize).cloned() else { return Ok(Raw::UNDEFINED) };
    let this = vm.this(arguments);
    let operands = vm.operands(arguments);
    let mut context = Context::new(vm);
    let this = context.raise(this);
    let operands: Vec<Value> = operands.into_iter().map(|value| context.raise(value)).collect();
    let result = function(&mut context, &this, &operands);
    match result.and_then(|value| context.lower(&value)) {
        Ok(value) => Ok(value),
        Err(ScriptError::Thrown(exception)) => {
            let value = context.lower(&exception.value).unwrap_or(Raw::UNDEFINED);
            vm.throw(value)
        }
        Err(ScriptError::Raised { kind, message }) => vm.throw_error(prototype(kind), &message),
        Err(ScriptError::Unsupported(what)) => Err(Stop::Unsupported(what)),
        Err(ScriptError::Interrupted) => Err(Stop::Interrupted),
        Err(error @ ScriptError::Foreign(_)) => vm.type_error(&error.to_string()),
    }
}

fn prototype(kind: ErrorKind) -> Intrinsic {
    match kind {
        ErrorKind::Error => Intrinsic::ErrorPrototype,
        ErrorKind::Type => Intrinsic::TypeErrorPrototype,
        ErrorKind::Range => Intrinsic::RangeErrorPrototype,
        ErrorKind::Reference => Intrinsic::ReferenceErrorPrototype,
        ErrorKind::Syntax => Intrinsic::SyntaxErrorPrototype,
    }
}

impl Vm {
    /// Calls a function from the host, whose values are all in handles: cells may move if no program is further out.
    fn call_from_host(&mut self, callee: Raw, this: Raw, arguments: &[Raw]) -> Completion<Raw> {
        if matches!(self.heap.class(callee), Some(Class::Closure { .. })) && !self.is_running() {
            return self.call_moving(callee, this, arguments);
        }
        self.call_function(callee, this, arguments)
    }
}
