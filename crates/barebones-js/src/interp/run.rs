//! The loop that executes register code, and calls.

use super::compile::{Code, Helper, Op, Source};
use super::objects::Key;
use super::{Arguments, Completion, Intrinsic, MAX_DEPTH, Stop, Vm};
use crate::heap::{Attributes, Cell, Class, Kind, Value};
use std::rc::Rc;

/// Where the registers and operands of an active call are.
#[derive(Clone, Copy)]
struct Frame {
    registers: usize,
    /// The register of the environment.
    environment: usize,
    arguments: Arguments,
}

impl Vm {
    /// Runs the global code.
    pub(super) fn program(&mut self) -> Completion<()> {
        let global = self.intrinsic(Intrinsic::Global);
        let declared = Attributes { configurable: false, ..Attributes::ALL };
        for name in std::mem::take(&mut self.globals) {
            let units: Vec<u16> = name.encode_utf16().collect();
            let key = Key::Name(self.heap.intern(&units));
            if !self.has_own(global, key)? {
                let name = self.heap.intern(&units);
                self.define(global, name, Value::UNDEFINED, declared);
            }
        }
        let callee = self.new_closure(0, Value::NULL);
        self.stack.extend([callee, global]);
        self.call(Arguments { base: 0, count: 0, new_target: false })?;
        Ok(())
    }

    /// Calls the function whose operands are on the top of the stack, and removes them.
    pub(crate) fn call(&mut self, arguments: Arguments) -> Completion<Value> {
        if self.depth == MAX_DEPTH {
            self.stack.truncate(arguments.base);
            return self.throw_error(Intrinsic::RangeErrorPrototype, "Maximum call stack size exceeded");
        }
        self.depth += 1;
        let callee = self.stack[arguments.base];
        let result = match self.heap.object(callee).map(|object| &object.class) {
            Some(Class::Closure { function, environment }) => {
                let (function, environment) = (*function, *environment);
                self.run_closure(function, environment, arguments)
            }
            Some(Class::Native(index)) => {
                let native = self.natives[*index as usize].0;
                self.pinned += 1;
                let result = native(self, arguments);
                self.pinned -= 1;
                result
            }
            _ => {
                let text = self.type_name(callee);
                self.type_error(&format!("{text} is not a function"))
            }
        };
        self.depth -= 1;
        self.stack.truncate(arguments.base);
        result
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

    /// Calls a constructor whose operands are on the top of the stack, with `this` still to be filled in.
    pub(super) fn construct(&mut self, base: usize, count: usize) -> Completion<Value> {
        let callee = self.stack[base];
        self.construct_for(base, count, callee)
    }

    /// The same for operands that `new.target` follows.
    pub(super) fn construct_target(&mut self, arguments: Arguments) -> Completion<Value> {
        let base = arguments.base;
        let callee = self.stack[base];
        match self.heap.object(callee).map(|object| &object.class) {
            Some(Class::Closure { function, .. }) if self.codes[*function as usize].constructs => {
                let key = self.atoms.prototype;
                let target = self.stack[base + 2 + arguments.count];
                let mut prototype = self.get_atom(target, key)?;
                if self.heap.object(prototype).is_none() {
                    prototype = self.intrinsic(Intrinsic::ObjectPrototype);
                }
                let this = self.heap.new_object(prototype, Class::Plain);
                self.stack[base + 1] = this;
                // The object stays on the stack below the operands, where a collection finds it.
                self.stack.insert(base, this);
                let result = self.call(Arguments { base: base + 1, ..arguments });
                let this = self.stack.pop().unwrap_or(Value::UNDEFINED);
                let result = result?;
                Ok(if self.heap.object(result).is_some() { result } else { this })
            }
            Some(Class::Native(_)) => self.call(arguments),
            _ => {
                let text = self.type_name(callee);
                self.stack.truncate(base);
                self.type_error(&format!("{text} is not a constructor"))
            }
        }
    }

    pub(super) fn new_closure(&mut self, function: u32, environment: Value) -> Value {
        let prototype = self.intrinsic(Intrinsic::FunctionPrototype);
        let closure = self.heap.new_object(prototype, Class::Closure { function, environment });
        let code = self.codes[function as usize].clone();
        let hidden = Attributes { writable: false, ..Attributes::HIDDEN };
        self.define(closure, self.atoms.length, Value::number(f64::from(code.length)), hidden);
        let name = self.heap.text(&code.name);
        self.define(closure, self.atoms.name, name, hidden);
        if code.constructs {
            let parent = self.intrinsic(Intrinsic::ObjectPrototype);
            let object = self.heap.new_object(parent, Class::Plain);
            self.define(object, self.atoms.constructor, closure, Attributes::HIDDEN);
            let attributes = Attributes { configurable: false, ..Attributes::HIDDEN };
            self.define(closure, self.atoms.prototype, object, attributes);
        }
        closure
    }

    fn run_closure(&mut self, function: u32, parent: Value, arguments: Arguments) -> Completion<Value> {
        let code = self.codes[function as usize].clone();
        if !code.strict && !code.arrow {
            let this = self.stack[arguments.base + 1];
            self.stack[arguments.base + 1] = self.sloppy_this(this);
        }
        let slots = vec![Value::UNDEFINED; code.variables as usize];
        let environment = self.heap.allocate(Cell::Environment { parent, slots });
        let registers = self.stack.len();
        self.stack.resize(registers + code.registers as usize, Value::UNDEFINED);
        self.stack.push(environment);
        for index in 0..(code.param_count as usize).min(arguments.count) {
            self.stack[registers + code.params as usize + index] = self.stack[arguments.base + 2 + index];
        }
        let frame = Frame { registers, environment: registers + code.registers as usize, arguments };
        let mut handlers = Vec::new();
        let mut pc = 0;
        loop {
            match self.steps(&code, frame, &mut pc, &mut handlers) {
                Ok(value) => return Ok(value),
                Err(Stop::Thrown) => {
                    if std::mem::take(&mut self.fresh) {
                        self.offset = code.offsets[pc - 1];
                    }
                    // Operands of calls that did not end normally are above the environment.
                    self.stack.truncate(frame.environment + 1);
                    match handlers.pop() {
                        Some(handler) => pc = handler as usize,
                        None => return Err(Stop::Thrown),
                    }
                }
                Err(stop) => return Err(stop),
            }
        }
    }

    fn sloppy_this(&mut self, this: Value) -> Value {
        match this.kind() {
            Kind::Undefined | Kind::Null | Kind::Empty => self.intrinsic(Intrinsic::Global),
            Kind::Cell if self.heap.object(this).is_some() => this,
            _ => self.boxed(this),
        }
    }

    /// The object of a primitive that is not undefined or null.
    pub(crate) fn boxed(&mut self, value: Value) -> Value {
        let prototype = match value.kind() {
            Kind::Number(_) => Intrinsic::NumberPrototype,
            Kind::Boolean(_) => Intrinsic::BooleanPrototype,
            _ => Intrinsic::StringPrototype,
        };
        let prototype = self.intrinsic(prototype);
        self.heap.new_object(prototype, Class::Boxed(value))
    }

    fn read(&self, frame: Frame, source: Source) -> Value {
        match source {
            Source::Register(register) => self.stack[frame.registers + register as usize],
            Source::Constant(constant) => self.constants[constant as usize],
            Source::This => self.stack[frame.arguments.base + 1],
            Source::Global => self.intrinsic(Intrinsic::Global),
        }
    }

    fn write(&mut self, frame: Frame, register: u32, value: Value) {
        self.stack[frame.registers + register as usize] = value;
    }

    /// The environment some functions outwards.
    fn environment(&self, frame: Frame, depth: u32) -> Value {
        let mut environment = self.stack[frame.environment];
        for _ in 0..depth {
            if let Some(Cell::Environment { parent, .. }) = self.heap.cell(environment) {
                environment = *parent;
            }
        }
        environment
    }

    fn arguments_array(&mut self, frame: Frame, from: usize) -> Vec<Value> {
        let start = frame.arguments.base + 2;
        let end = start + frame.arguments.count;
        self.stack[(start + from).min(end)..end].to_vec()
    }

    /// Executes operations until the function returns or throws.
    fn steps(
        &mut self,
        code: &Rc<Code>,
        frame: Frame,
        pc: &mut usize,
        handlers: &mut Vec<u32>,
    ) -> Completion<Value> {
        loop {
            let op = &code.ops[*pc];
            *pc += 1;
            match op {
                Op::Jump(to) => *pc = *to as usize,
                Op::Return(value) => return Ok(self.read(frame, *value)),
                Op::Branch(value, yes, no) => {
                    let value = self.read(frame, *value);
                    *pc = if self.truthy(value) { *yes } else { *no } as usize;
                }
                Op::Compare(operator, a, b, yes, no) => {
                    let (a, b) = (self.read(frame, *a), self.read(frame, *b));
                    let value = self.binary(*operator, a, b)?;
                    *pc = if self.truthy(value) { *yes } else { *no } as usize;
                }
                Op::Switch(value, default, cases) => {
                    let value = self.read(frame, *value);
                    let found = cases.iter().find(|(case, _)| {
                        let case = self.read(frame, *case);
                        self.strictly_equal(value, case)
                    });
                    *pc = found.map_or(*default, |(_, to)| *to) as usize;
                }
                Op::Throw(value) => {
                    let value = self.read(frame, *value);
                    return self.throw(value);
                }
                Op::GetNames { base, names, index, size, empty, some } => {
                    self.safepoint();
                    let base = self.read(frame, *base);
                    if base.is_nullish() {
                        *pc = *empty as usize;
                        continue;
                    }
                    let all = self.enumerate(base)?;
                    let count = all.len();
                    let array = self.new_array(all);
                    self.write(frame, *names, array);
                    self.write(frame, *index, Value::number(0.0));
                    self.write(frame, *size, Value::number(count as f64));
                    *pc = *some as usize;
                }
                Op::NextName { name, base, names, index, size, last, some } => {
                    let base = self.read(frame, *base);
                    let names = self.read(frame, Source::Register(*names));
                    let size = self.read(frame, Source::Register(*size)).as_number().unwrap_or(0.0);
                    let mut next = self.read(frame, Source::Register(*index)).as_number().unwrap_or(0.0);
                    let mut found = None;
                    while found.is_none() && next < size {
                        let candidate = self.get(names, Value::number(next))?;
                        next += 1.0;
                        // A name that was deleted meanwhile is left out.
                        if self.has(base, candidate)? {
                            found = Some(candidate);
                        }
                    }
                    self.write(frame, *index, Value::number(next));
                    *pc = *last as usize;
                    if let Some(found) = found {
                        self.write(frame, *name, found);
                        *pc = *some as usize;
                    }
                }
                Op::IteratorBegin(to, source) => {
                    let value = self.read(frame, Source::Register(*source));
                    let array = self.iterable(value)?;
                    self.write(frame, *source, array);
                    self.write(frame, *to, Value::number(0.0));
                }
                Op::IteratorNext(to, iterator, source) => {
                    let array = self.read(frame, Source::Register(*source));
                    let index = self.read(frame, Source::Register(*iterator)).as_number();
                    let length = self.array_length(array) as f64;
                    let (value, next) = match index.filter(|index| *index < length) {
                        Some(index) => (self.get(array, Value::number(index))?, Value::number(index + 1.0)),
                        None => (Value::UNDEFINED, Value::UNDEFINED),
                    };
                    self.write(frame, *iterator, next);
                    self.write(frame, *to, value);
                }
                Op::Catch(to) => {
                    let exception = std::mem::replace(&mut self.exception, Value::UNDEFINED);
                    self.write(frame, *to, exception);
                }
                Op::TryStart(handler) => handlers.push(*handler),
                Op::TryEnd => drop(handlers.pop()),
                Op::Move(to, from) => {
                    let value = self.read(frame, *from);
                    self.write(frame, *to, value);
                }
                Op::LoadFrame(to, depth, index) => {
                    let environment = self.environment(frame, *depth);
                    let value = match self.heap.cell(environment) {
                        Some(Cell::Environment { slots, .. }) => slots[*index as usize],
                        _ => Value::UNDEFINED,
                    };
                    self.write(frame, *to, value);
                }
                Op::StoreFrame(value, depth, index) => {
                    let value = self.read(frame, *value);
                    let environment = self.environment(frame, *depth);
                    if let Some(Cell::Environment { slots, .. }) = self.heap.cell_mut(environment) {
                        slots[*index as usize] = value;
                    }
                }
                Op::AsNumber(to, value) => {
                    let value = self.read(frame, *value);
                    let number = self.number_of(value)?;
                    self.write(frame, *to, Value::number(number));
                }
                Op::AddEmptyString(to, value) => {
                    let value = self.read(frame, *value);
                    let primitive = self.primitive_of(value, false)?;
                    let text = self.string_of(primitive)?;
                    self.write(frame, *to, text);
                }
                Op::Binary(to, operator, a, b) => {
                    self.safepoint();
                    let (a, b) = (self.read(frame, *a), self.read(frame, *b));
                    let value = self.binary(*operator, a, b)?;
                    self.write(frame, *to, value);
                }
                Op::Unary(to, operator, value) => {
                    let value = self.read(frame, *value);
                    let value = self.unary(*operator, value)?;
                    self.write(frame, *to, value);
                }
                Op::ThrowIfEmpty(to, value) => {
                    let value = self.read(frame, *value);
                    if value == Value::EMPTY {
                        let message = "Cannot access a variable before its initialization";
                        return self.throw_error(Intrinsic::ReferenceErrorPrototype, message);
                    }
                    self.write(frame, *to, value);
                }
                Op::NewTarget(to) => {
                    let called = frame.arguments;
                    let value = if called.new_target {
                        self.stack[called.base + 2 + called.count]
                    } else {
                        Value::UNDEFINED
                    };
                    self.write(frame, *to, value);
                }
                Op::CreateFunction(to, function) => {
                    self.safepoint();
                    let environment = self.stack[frame.environment];
                    let closure = self.new_closure(*function, environment);
                    self.write(frame, *to, closure);
                }
                Op::CreateScope(to, count, parent) => {
                    self.safepoint();
                    let parent = match parent {
                        Some(parent) => self.read(frame, *parent),
                        None => self.stack[frame.environment],
                    };
                    let slots = vec![Value::UNDEFINED; *count as usize];
                    let environment = self.heap.allocate(Cell::Environment { parent, slots });
                    self.write(frame, *to, environment);
                }
                Op::CreateScopedFunction(to, function, environment) => {
                    self.safepoint();
                    let environment = self.read(frame, *environment);
                    let closure = self.new_closure(*function, environment);
                    self.write(frame, *to, closure);
                }
                Op::LoadScope(to, environment, index) => {
                    let environment = self.read(frame, *environment);
                    let value = match self.heap.cell(environment) {
                        Some(Cell::Environment { slots, .. }) => slots[*index as usize],
                        _ => Value::UNDEFINED,
                    };
                    self.write(frame, *to, value);
                }
                Op::StoreScope(value, environment, index) => {
                    let (value, environment) = (self.read(frame, *value), self.read(frame, *environment));
                    if let Some(Cell::Environment { slots, .. }) = self.heap.cell_mut(environment) {
                        slots[*index as usize] = value;
                    }
                }
                Op::Builtin(to, builtin, operands) => {
                    let values: Vec<Value> =
                        operands.iter().map(|operand| self.read(frame, *operand)).collect();
                    let value = builtin(self, &values)?;
                    self.write(frame, *to, value);
                }
                Op::Call(to, operands) => {
                    self.safepoint();
                    let base = self.stack.len();
                    for operand in operands {
                        let value = self.read(frame, *operand);
                        self.stack.push(value);
                    }
                    let count = operands.len() - 2;
                    let value = self.call(Arguments { base, count, new_target: false })?;
                    self.write(frame, *to, value);
                }
                Op::Construct(to, operands) => {
                    self.safepoint();
                    let base = self.stack.len();
                    for operand in operands {
                        let value = self.read(frame, *operand);
                        self.stack.push(value);
                    }
                    let value = self.construct(base, operands.len() - 2)?;
                    self.write(frame, *to, value);
                }
                Op::Helper(to, helper, operands) => {
                    let values: Vec<Value> =
                        operands.iter().map(|operand| self.read(frame, *operand)).collect();
                    let value = self.helper(*helper, &values, frame)?;
                    self.write(frame, *to, value);
                }
                Op::CreateArguments(to) => {
                    self.safepoint();
                    let elements = self.arguments_array(frame, 0);
                    let prototype = self.intrinsic(Intrinsic::ObjectPrototype);
                    let object = self.heap.new_object(prototype, Class::Arguments);
                    for (index, element) in elements.iter().enumerate() {
                        let name = self.heap.atom(&index.to_string());
                        self.define(object, name, *element, Attributes::ALL);
                    }
                    let count = Value::number(elements.len() as f64);
                    self.define(object, self.atoms.length, count, Attributes::HIDDEN);
                    self.write(frame, *to, object);
                }
                Op::Load(to, object, key) => {
                    let (object, key) = (self.read(frame, *object), self.read(frame, *key));
                    let value = self.get(object, key)?;
                    self.write(frame, *to, value);
                }
                Op::TryLoadGlobal(to, key) => {
                    let (global, key) = (self.intrinsic(Intrinsic::Global), self.read(frame, *key));
                    if !self.has(global, key)? {
                        let message = format!("{} is not defined", self.text_of(key));
                        return self.throw_error(Intrinsic::ReferenceErrorPrototype, &message);
                    }
                    let value = self.get(global, key)?;
                    self.write(frame, *to, value);
                }
                Op::Store(value, object, key) => {
                    let value = self.read(frame, *value);
                    let (object, key) = (self.read(frame, *object), self.read(frame, *key));
                    self.set(object, key, value, code.strict)?;
                }
                Op::TryStoreGlobal(value, key) => {
                    let value = self.read(frame, *value);
                    let (global, key) = (self.intrinsic(Intrinsic::Global), self.read(frame, *key));
                    if !self.has(global, key)? {
                        let message = format!("{} is not defined", self.text_of(key));
                        return self.throw_error(Intrinsic::ReferenceErrorPrototype, &message);
                    }
                    self.set(global, key, value, true)?;
                }
                Op::Delete(to, object, key) => {
                    let (object, key) = (self.read(frame, *object), self.read(frame, *key));
                    let deleted = self.delete(object, key)?;
                    if !deleted && code.strict {
                        return self.type_error("Cannot delete property");
                    }
                    self.write(frame, *to, Value::boolean(deleted));
                }
                Op::StoreOwn(value, object, key, enumerable) => {
                    let value = self.read(frame, *value);
                    let (object, key) = (self.read(frame, *object), self.read(frame, *key));
                    let attributes = Attributes { enumerable: *enumerable, ..Attributes::ALL };
                    self.define_key(object, key, value, attributes)?;
                }
                Op::StoreAccessor(operands, enumerable) => {
                    let [mut getter, mut setter, object, key] =
                        operands.map(|operand| self.read(frame, operand));
                    // A half that is not given stays as it is.
                    let name = self.key_of(key)?;
                    let old = self.own_slot(object, name).filter(|(_, attributes)| attributes.accessor);
                    if let Some(Cell::Accessor { getter: old_getter, setter: old_setter }) =
                        old.and_then(|(old, _)| self.heap.cell(old))
                    {
                        getter = if getter == Value::UNDEFINED { *old_getter } else { getter };
                        setter = if setter == Value::UNDEFINED { *old_setter } else { setter };
                    }
                    let accessor = self.heap.allocate(Cell::Accessor { getter, setter });
                    let attributes =
                        Attributes { enumerable: *enumerable, accessor: true, ..Attributes::ALL };
                    self.define_key(object, key, accessor, attributes)?;
                }
                Op::AllocObject(to, parent) => {
                    self.safepoint();
                    let default = self.intrinsic(Intrinsic::ObjectPrototype);
                    let parent = parent.map_or(default, |parent| self.read(frame, parent));
                    let valid = parent == Value::NULL || self.heap.object(parent).is_some();
                    let object = self.heap.new_object(if valid { parent } else { default }, Class::Plain);
                    self.write(frame, *to, object);
                }
                Op::AllocObjectLiteral(to, pairs) => {
                    self.safepoint();
                    let prototype = self.intrinsic(Intrinsic::ObjectPrototype);
                    let object = self.heap.new_object(prototype, Class::Plain);
                    for (key, value) in pairs {
                        let (key, value) = (self.read(frame, *key), self.read(frame, *value));
                        self.define_key(object, key, value, Attributes::ALL)?;
                    }
                    self.write(frame, *to, object);
                }
                Op::AllocArray(to, literals) => {
                    self.safepoint();
                    let elements = literals.iter().map(|literal| self.read(frame, *literal)).collect();
                    let array = self.new_array(elements);
                    self.write(frame, *to, array);
                }
            }
        }
    }

    pub(crate) fn new_array(&mut self, elements: Vec<Value>) -> Value {
        let prototype = self.intrinsic(Intrinsic::ArrayPrototype);
        self.heap.new_object(prototype, Class::Array(elements))
    }

    fn helper(&mut self, helper: Helper, values: &[Value], frame: Frame) -> Completion<Value> {
        let value = |index: usize| values.get(index).copied().unwrap_or(Value::UNDEFINED);
        match helper {
            Helper::CopyRestArgs => {
                let from = value(0).as_number().unwrap_or(0.0) as usize;
                let elements = self.arguments_array(frame, from);
                Ok(self.new_array(elements))
            }
            Helper::ThrowTypeError => {
                let message = values.iter().rev().find(|value| self.heap.string(**value).is_some());
                let message = message.map_or_else(String::new, |message| self.text_of(*message));
                self.type_error(&message)
            }
            Helper::EnsureObject => {
                if self.heap.object(value(0)).is_some() {
                    return Ok(value(0));
                }
                let message = self.text_of(value(1));
                self.type_error(&message)
            }
            Helper::Apply => self.apply_array(value(0), value(1), values.get(2).copied()),
            Helper::ArraySpread => self.spread(value(0), value(1), value(2)),
            Helper::CopyDataProperties => self.copy_properties(value(0), value(1), value(2)),
        }
    }
}
