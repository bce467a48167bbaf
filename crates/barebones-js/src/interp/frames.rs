//! Calls: frames of functions on the stack, constructors, and the search of handlers.

use super::bytecode::Reg;
use super::generate::Action;
use super::limits::Outer;
use super::objects::Key;
use super::{Arguments, Completion, Intrinsic, MAX_FRAMES, Stop, Vm};
use crate::heap::{Attributes, Cell, Class, Kind, UNFINISHED, Value};
use crate::tier1::{CodeRef, Function};

/// How a frame was entered, which determines what its end does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Entry {
    Call,
    /// By `new`: the result is an object.
    Construct,
    /// By the lowered form of `new`, which selects the object itself.
    ConstructWith,
    /// A generator was resumed; it is on the stack below the operands.
    Generator,
    /// The same by an iteration, which gets the values themselves, not objects with them.
    Iteration,
}

impl Entry {
    /// True if the value of `new.target` is on the stack after the arguments.
    fn constructs(self) -> bool {
        matches!(self, Entry::Construct | Entry::ConstructWith)
    }

    /// True if the frame is that of a generator, which is on the stack below the operands.
    pub(super) fn is_generator(self) -> bool {
        matches!(self, Entry::Generator | Entry::Iteration)
    }
}

/// An active call. Compiled code makes and removes frames, so their layout is defined, and they own nothing.
#[repr(C)]
pub(crate) struct Frame {
    pub(crate) code: CodeRef,
    /// The next operation.
    pub(crate) pc: usize,
    /// Place of callee, `this` and arguments on the stack.
    pub(crate) base: usize,
    pub(crate) count: usize,
    /// Place of the first register.
    pub(crate) registers: usize,
    /// The caller's register of the result.
    pub(crate) to: Reg,
    pub(crate) entry: Entry,
}

impl Frame {
    /// Place of the operands.
    pub(super) fn arguments(&self) -> Arguments {
        Arguments { base: self.base, count: self.count, new_target: self.entry.constructs() }
    }

    /// Where the caller's part of the stack ends.
    fn bottom(&self) -> usize {
        self.base - usize::from(self.entry.is_generator())
    }
}

impl Vm {
    /// Runs the global code of a module, whose first function is given.
    pub(super) fn program(&mut self, function: u32) -> Completion<Value> {
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
        let callee = self.new_closure(function, Value::NULL);
        let global = self.intrinsic(Intrinsic::Global);
        self.call_moving(callee, global, &[])
    }

    /// Calls the function whose operands are on the top of the stack, and removes them.
    pub(crate) fn call(&mut self, arguments: Arguments) -> Completion<Value> {
        let entry = if arguments.new_target { Entry::ConstructWith } else { Entry::Call };
        self.call_entry(arguments.base, arguments.count, entry)
    }

    pub(super) fn call_entry(&mut self, base: usize, count: usize, entry: Entry) -> Completion<Value> {
        self.check_entry(base)?;
        self.depth += 1;
        let result = match self.begin(base, count, entry, 0) {
            Ok(Some(frame)) => self.execute(frame),
            Ok(None) => Ok(self.returned),
            Err(stop) => Err(stop),
        };
        self.depth -= 1;
        self.stack.truncate(base);
        result
    }

    /// Calls a function from the library.
    pub(crate) fn call_function(
        &mut self,
        callee: Value,
        this: Value,
        arguments: &[Value],
    ) -> Completion<Value> {
        let mark = self.heap.pin();
        let result = self.call_moving(callee, this, arguments);
        self.heap.unpin(mark);
        self.hold(result)
    }

    /// Calls a function; cells may move meanwhile.
    pub(crate) fn call_moving(
        &mut self,
        callee: Value,
        this: Value,
        arguments: &[Value],
    ) -> Completion<Value> {
        let base = self.stack.len();
        self.stack.extend([callee, this]);
        self.stack.extend_from_slice(arguments);
        self.call(Arguments { base, count: arguments.len(), new_target: false })
    }

    /// Fills in `this` of a constructor's call, whose operands are on the stack.
    pub(super) fn create_this(&mut self, base: usize) -> Completion<()> {
        let callee = self.stack[base];
        if !self.is_constructor(callee) {
            self.stack.truncate(base);
        }
        self.require_constructor(callee)?;
        if let Some(Class::Closure { .. }) = self.heap.class(callee) {
            self.finish_closure(callee);
            let prototype = match self.heap.object(callee) {
                // The class of closures whose properties nothing has changed.
                Some(object) if object.shape == self.shapes.closure_with_prototype => object.slots[2],
                _ => self.get_atom(callee, self.atoms.prototype)?,
            };
            self.stack[base + 1] = self.object_with_parent(prototype);
        }
        Ok(())
    }

    /// A TypeError if `new` does not accept a value.
    pub(super) fn require_constructor(&mut self, value: Value) -> Completion<()> {
        if self.is_constructor(value) {
            return Ok(());
        }
        let text = self.type_name(value);
        self.type_error(&format!("{text} is not a constructor"))
    }

    /// A new object; the parent is the default one if it is no object.
    pub(super) fn object_with_parent(&mut self, parent: Value) -> Value {
        let valid = self.heap.object(parent).is_some();
        let parent = if valid { parent } else { self.intrinsic(Intrinsic::ObjectPrototype) };
        self.heap.new_object(parent, Class::Plain)
    }

    pub(super) fn new_closure(&mut self, function: u32, environment: Value) -> Value {
        let code = &self.codes[function as usize];
        let kind = match (code.generator, code.is_async) {
            (false, false) => Intrinsic::FunctionPrototype,
            (true, true) => Intrinsic::AsyncGeneratorFunctionPrototype,
            (true, false) => Intrinsic::GeneratorFunctionPrototype,
            (false, true) => Intrinsic::AsyncFunctionPrototype,
        };
        let shape = if code.constructs || code.generator { UNFINISHED } else { self.shapes.closure };
        let slots = [Value::number(f64::from(code.length)), self.constants[code.name_constant as usize]];
        let prototype = self.intrinsic(kind);
        let closure = self.heap.new_object(prototype, Class::Closure { function, environment });
        if let Some(object) = self.heap.object_mut(closure) {
            object.shape = shape;
            object.slots.extend(slots);
        }
        closure
    }

    /// Makes the property `prototype` of an object, if it is a closure whose one is not made so far.
    #[inline]
    pub(super) fn finish_closure(&mut self, object: Value) {
        if self.heap.object(object).is_some_and(|data| data.shape == UNFINISHED) {
            self.make_prototype(object);
        }
    }

    #[cold]
    fn make_prototype(&mut self, closure: Value) {
        let Some(Class::Closure { function, .. }) = self.heap.class(closure) else { return };
        let code = &self.codes[*function as usize];
        let constructs = code.constructs;
        let parent = match (code.generator, code.is_async) {
            (true, true) => Intrinsic::AsyncGeneratorPrototype,
            (true, false) => Intrinsic::GeneratorPrototype,
            _ => Intrinsic::ObjectPrototype,
        };
        let object = self.heap.new_object(self.intrinsic(parent), Class::Plain);
        if let Some(data) = self.heap.object_mut(object)
            && constructs
        {
            data.shape = self.shapes.prototype;
            data.slots.push(closure);
        }
        if let Some(data) = self.heap.object_mut(closure) {
            data.shape = self.shapes.closure_with_prototype;
            data.slots.push(object);
        }
    }

    /// Begins a call of the operands on the top of the stack. Returns its frame; or none for a function of the library,
    /// whose result is then in [`Vm::returned`].
    pub(super) fn begin(
        &mut self,
        base: usize,
        count: usize,
        entry: Entry,
        to: Reg,
    ) -> Completion<Option<Frame>> {
        if self.spend() {
            self.pause()?;
        }
        let mut count = count;
        // The target of a bound function replaces it on the stack.
        while entry == Entry::Call
            && let Some(Class::Bound { target, this, arguments }) = self.heap.class(self.stack[base])
        {
            let (target, this, first) = (*target, *this, arguments.clone());
            self.stack[base] = target;
            self.stack[base + 1] = this;
            count += first.len();
            self.stack.splice(base + 2..base + 2, first);
        }
        let callee = self.stack[base];
        match self.heap.class(callee) {
            Some(Class::Closure { function, .. }) => {
                let code = self.callees[*function as usize];
                code.calls.set(code.calls.get().saturating_add(1));
                if self.frames.len() >= MAX_FRAMES {
                    self.stack.truncate(base);
                    return self
                        .throw_error(Intrinsic::RangeErrorPrototype, "Maximum call stack size exceeded");
                }
                let registers = self.stack.len();
                self.stack.resize(registers + code.registers as usize, Value::UNDEFINED);
                Ok(Some(Frame { code, pc: 0, base, count, registers, entry, to }))
            }
            Some(Class::Native(index)) if let Some(action) = self.generator_method(*index) => {
                self.resume(base, count, action, to)
            }
            Some(Class::Native(index) | Class::Captured { native: index, .. }) => {
                let native = self.natives[*index as usize];
                let mark = self.heap.pin();
                let result = native(self, Arguments { base, count, new_target: entry.constructs() });
                self.heap.unpin(mark);
                self.finish_native(base, result)
            }
            Some(Class::Bound { .. } | Class::Proxy { constructs: true, .. }) if entry.constructs() => {
                let result = self.construct_target(base, count);
                self.finish_native(base, result)
            }
            Some(Class::Proxy { callable: true, .. }) if entry == Entry::Call => {
                let arguments = Arguments { base, count, new_target: false };
                let (this, list) = (self.this(arguments), self.operands(arguments));
                let mark = self.heap.pin();
                let result = self.proxy_call(callee, this, &list);
                self.heap.unpin(mark);
                self.finish_native(base, result)
            }
            _ => {
                let text = self.type_name(callee);
                self.stack.truncate(base);
                self.type_error(&format!("{text} is not a function"))
            }
        }
    }

    /// Removes the operands of a call that has no frame, and keeps its result.
    fn finish_native(&mut self, base: usize, result: Completion<Value>) -> Completion<Option<Frame>> {
        self.stack.truncate(base);
        self.returned = result?;
        Ok(None)
    }

    /// Runs a frame to its end.
    pub(super) fn execute(&mut self, frame: Frame) -> Completion<Value> {
        let floor = self.frames.len();
        let heap = self.heap.begin_loop();
        self.outer.push(Outer { at: self.at, floor, heap });
        let result = self.run_frame(frame, floor);
        if let Some(outer) = self.outer.pop() {
            self.at = outer.at;
            self.heap.end_loop(outer.heap);
        }
        result
    }

    fn run_frame(&mut self, mut frame: Frame, floor: usize) -> Completion<Value> {
        loop {
            match self.steps(&mut frame, floor) {
                Ok(value) => return Ok(value),
                Err(Stop::Thrown) => {
                    if self.fresh {
                        self.mark(&frame);
                        self.record_throw();
                    }
                    loop {
                        if let Some(handler) = frame.code.handler(frame.pc - 1) {
                            // Operands of calls that did not end normally are above the registers.
                            self.stack.truncate(frame.registers + frame.code.registers as usize);
                            frame.pc = handler;
                            break;
                        }
                        if frame.entry.is_generator() {
                            self.finish_generator(frame.base - 1);
                        }
                        let iterates = frame.entry == Entry::Iteration;
                        self.stack.truncate(frame.bottom());
                        if self.frames.len() == floor {
                            return Err(Stop::Thrown);
                        }
                        let Some(caller) = self.frames.pop() else { return Err(Stop::Thrown) };
                        frame = caller;
                        if iterates {
                            self.end_iteration(&frame);
                        }
                    }
                }
                Err(stop) => {
                    self.frames.truncate(floor);
                    return Err(stop);
                }
            }
        }
    }

    /// Ends a frame with a value. Returns the value that [`Vm::execute`] returns, if its first frame has ended.
    pub(crate) fn leave(&mut self, frame: &mut Frame, floor: usize, value: Value) -> Option<Value> {
        let value = match frame.entry {
            Entry::Call | Entry::ConstructWith => value,
            Entry::Construct if self.heap.object(value).is_some() => value,
            Entry::Construct => self.stack[frame.base + 1],
            Entry::Generator => {
                self.finish_generator(frame.base - 1);
                self.iteration_result(value, true)
            }
            Entry::Iteration => {
                self.finish_generator(frame.base - 1);
                let ended = self.drop_frame(frame, floor, Value::UNDEFINED);
                self.end_iteration(frame);
                return ended;
            }
        };
        self.drop_frame(frame, floor, value)
    }

    /// Removes a frame, and continues in its caller with a value.
    pub(super) fn drop_frame(&mut self, frame: &mut Frame, floor: usize, value: Value) -> Option<Value> {
        self.stack.truncate(frame.bottom());
        if self.frames.len() == floor {
            return Some(value);
        }
        match self.frames.pop() {
            Some(caller) => {
                let to = frame.to;
                *frame = caller;
                self.stack[frame.registers + usize::from(to)] = value;
                None
            }
            None => Some(value),
        }
    }

    /// Calls operands on the top of the stack from a frame. True if execution goes on in another frame.
    #[inline]
    pub(super) fn enter(
        &mut self,
        frame: &mut Frame,
        base: usize,
        entry: Entry,
        to: Reg,
    ) -> Completion<bool> {
        let count = self.stack.len() - base - 2 - usize::from(entry.constructs());
        self.mark_call(frame);
        match self.begin(base, count, entry, to)? {
            Some(callee) => {
                let caller = std::mem::replace(frame, callee);
                self.frames.push(caller);
                Ok(true)
            }
            None => {
                let value = self.returned;
                self.stack[frame.registers + usize::from(to)] = value;
                Ok(false)
            }
        }
    }

    /// Begins a call from compiled code as [`Vm::enter`] does, if the callee is a closure with machine code, which is returned,
    /// and if neither a collection, a pause nor an error is due. Else nothing has happened.
    #[inline]
    pub(crate) fn enter_compiled(
        &mut self,
        frame: &mut Frame,
        to: Reg,
        start: u32,
        count: u16,
    ) -> Option<Function> {
        let operands = frame.code.operands.get(start as usize..start as usize + usize::from(count))?;
        let count = operands.len().checked_sub(2)?;
        let registers = self.stack.get(frame.registers..)?;
        let callee = *registers.get(usize::from(*operands.first()?))?;
        let Class::Closure { function, .. } = self.heap.class(callee)? else { return None };
        let code = *self.callees.get(*function as usize)?;
        let compiled = code.compiled.called_function()?;
        if !self.is_quiet() || self.frames.len() >= MAX_FRAMES {
            return None;
        }
        self.steps_left -= 1;
        let (base, outer) = (self.stack.len(), frame.registers);
        let first = base + operands.len();
        self.stack.resize(first + code.registers as usize, Value::UNDEFINED);
        let (registers, callee) = self.stack.split_at_mut(base);
        let registers = &registers[outer..];
        for (place, operand) in callee.iter_mut().zip(operands) {
            *place = registers[usize::from(*operand)];
        }
        let callee = Frame { code, pc: 0, base, count, registers: first, entry: Entry::Call, to };
        let caller = std::mem::replace(frame, callee);
        self.frames.push(caller);
        Some(compiled)
    }

    /// Ends a frame of compiled code, which another one has called, with a value; its caller goes on.
    #[inline]
    pub(crate) fn leave_compiled(&mut self, frame: &mut Frame, floor: usize, value: Value) {
        if frame.entry != Entry::Call {
            self.leave(frame, floor, value);
        } else if let Some(caller) = self.frames.pop() {
            self.stack.truncate(frame.base);
            let to = frame.to;
            *frame = caller;
            self.stack[frame.registers + usize::from(to)] = value;
        }
    }

    /// The environment around the function of a frame.
    #[inline]
    pub(super) fn outer_environment(&self, base: usize, depth: u16) -> Value {
        let mut environment = match self.heap.object(self.stack[base]).map(|object| &object.class) {
            Some(Class::Closure { environment, .. }) => *environment,
            _ => return Value::UNDEFINED,
        };
        for _ in 1..depth {
            if let Some(Cell::Environment { parent, .. }) = self.heap.cell(environment) {
                environment = *parent;
            }
        }
        environment
    }

    #[inline]
    pub(super) fn load_slot(&self, environment: Value, slot: u16) -> Value {
        match self.heap.cell(environment) {
            Some(Cell::Environment { slots, .. }) => {
                slots.get(usize::from(slot)).copied().unwrap_or(Value::UNDEFINED)
            }
            _ => Value::UNDEFINED,
        }
    }

    #[inline]
    pub(super) fn store_slot(&mut self, environment: Value, slot: u16, value: Value) {
        if let Some(Cell::Environment { slots, .. }) = self.heap.cell_mut(environment)
            && let Some(place) = slots.get_mut(usize::from(slot))
        {
            *place = value;
        }
    }

    /// `this` of sloppy code.
    pub(super) fn sloppy_this(&mut self, this: Value) -> Value {
        match this.kind() {
            Kind::Undefined | Kind::Null | Kind::Empty => self.intrinsic(Intrinsic::Global),
            Kind::Cell if self.heap.object(this).is_some() => this,
            _ => self.boxed(this),
        }
    }

    /// Arguments of a frame from an index.
    pub(super) fn arguments_from(&self, frame: &Frame, from: usize) -> Vec<Value> {
        let all = &self.stack[frame.base + 2..frame.base + 2 + frame.count];
        all.get(from..).unwrap_or(&[]).to_vec()
    }

    pub(super) fn new_arguments(&mut self, frame: &Frame) -> Value {
        let elements = self.arguments_from(frame, 0);
        let prototype = self.intrinsic(Intrinsic::ObjectPrototype);
        let object = self.heap.new_object(prototype, Class::Arguments);
        let count = Value::number(elements.len() as f64);
        if let Some(data) = self.heap.object_mut(object) {
            data.elements = elements;
        }
        self.finish_arguments(object, count, frame.arguments(), frame.code.strict);
        object
    }

    /// What a caller of a generator wants, if a function of the library is a method of generators.
    pub(super) fn generator_method(&self, native: u32) -> Option<Action> {
        let first = self.generator_methods?;
        match native.checked_sub(first)? {
            0 => Some(Action::Next),
            1 => Some(Action::Return),
            2 => Some(Action::Throw),
            _ => None,
        }
    }
}
