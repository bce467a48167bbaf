//! The loop that executes register code.

use super::bytecode::{Helper, NO_SHAPE, Op, Reg};
use super::frames::{Entry, Frame};
use super::generate::Action;
use super::objects::Descriptor;
use super::operators::to_int32;
use super::{Completion, Intrinsic, MAX_FRAMES, Stop, Vm};
use crate::heap::{Attributes, Class, DICTIONARY, Kind, Value};
use crate::hir::Operator;

impl Vm {
    #[inline]
    fn read(&self, frame: &Frame, reg: Reg) -> Value {
        self.stack[frame.registers + usize::from(reg)]
    }

    #[inline]
    pub(super) fn write(&mut self, frame: &Frame, reg: Reg, value: Value) {
        self.stack[frame.registers + usize::from(reg)] = value;
    }

    /// Continues at another operation. Jumps backwards are counted, since they end iterations of loops.
    #[inline]
    fn jump(&mut self, frame: &mut Frame, to: u32) -> Completion<()> {
        if (to as usize) < frame.pc {
            let iterations = &frame.code.iterations;
            iterations.set(iterations.get().wrapping_add(1));
            if self.spend() {
                self.pause_in_loop()?;
                if self.compiles {
                    // The loop may go on in machine code.
                    frame.pc = to as usize;
                    return Err(Stop::OtherCode);
                }
            }
        }
        frame.pc = to as usize;
        Ok(())
    }

    /// Pushes operands of a call, and returns the place of the first.
    #[inline]
    fn push_operands(&mut self, frame: &Frame, start: u32, count: u16) -> usize {
        let base = self.stack.len();
        let operands = &frame.code.operands[start as usize..][..usize::from(count)];
        self.push_undefined(operands.len());
        self.copy_operands(frame, operands, base);
        base
    }

    /// Copies operands of a call to a place on the stack.
    #[inline]
    fn copy_operands(&mut self, frame: &Frame, operands: &[Reg], base: usize) {
        let (below, above) = self.stack.split_at_mut(base);
        for (place, reg) in above.iter_mut().zip(operands) {
            *place = below[frame.registers + usize::from(*reg)];
        }
    }

    /// Begins a call of a closure: what [`Vm::enter`] does for it, in few steps. Returns false if the callee is another value,
    /// or something else is due.
    #[inline]
    fn call_closure(&mut self, frame: &mut Frame, start: u32, count: u16, to: Reg) -> bool {
        let operands = &frame.code.operands[start as usize..][..usize::from(count)];
        let callee = operands.first().map_or(Value::UNDEFINED, |callee| self.read(frame, *callee));
        let Some(Class::Closure { function, .. }) = self.heap.class(callee) else { return false };
        if self.steps_left <= 1 || self.frames.len() >= MAX_FRAMES {
            return false;
        }
        self.steps_left -= 1;
        let code = self.callees[*function as usize];
        code.calls.set(code.calls.get().saturating_add(1));
        let base = self.stack.len();
        let registers = base + operands.len();
        self.push_undefined(operands.len() + code.registers as usize);
        self.copy_operands(frame, operands, base);
        let count = operands.len().saturating_sub(2);
        let callee = Frame { code, pc: 0, base, count, registers, entry: Entry::Call, to };
        self.frames.push(std::mem::replace(frame, callee));
        true
    }

    /// Begins the construction of an object by a closure: what [`Vm::begin_construct`] does for it, in few steps. Returns false if
    /// the callee is another value, or something else is due.
    #[inline]
    fn construct_closure(&mut self, frame: &mut Frame, start: u32, count: u16, to: Reg) -> bool {
        let operands = &frame.code.operands[start as usize..][..usize::from(count)];
        let callee = operands.first().map_or(Value::UNDEFINED, |callee| self.read(frame, *callee));
        let Some(data) = self.heap.object(callee) else { return false };
        let Class::Closure { function, .. } = data.class else { return false };
        if data.shape != self.shapes.closure_with_prototype
            || operands.len() < 2
            || self.steps_left <= 1
            || self.frames.len() >= MAX_FRAMES
        {
            return false;
        }
        let parent = data.slots[2];
        let code = self.callees[function as usize];
        if !code.constructs || self.heap.object(parent).is_none() {
            return false;
        }
        self.steps_left -= 1;
        code.calls.set(code.calls.get().saturating_add(1));
        let this = self.heap.new_object(parent, Class::Plain);
        let base = self.stack.len();
        // `new.target` follows the operands.
        let registers = base + operands.len() + 1;
        self.push_undefined(operands.len() + 1 + code.registers as usize);
        self.copy_operands(frame, operands, base);
        self.stack[base + 1] = this;
        self.stack[registers - 1] = callee;
        let count = operands.len() - 2;
        let callee = Frame { code, pc: 0, base, count, registers, entry: Entry::Construct, to };
        self.frames.push(std::mem::replace(frame, callee));
        true
    }

    /// Makes room on the stack.
    #[inline]
    fn push_undefined(&mut self, count: usize) {
        const BLOCK: [Value; 24] = [Value::UNDEFINED; 24];
        match BLOCK.get(..count) {
            Some(block) => self.stack.extend_from_slice(block),
            None => self.stack.resize(self.stack.len() + count, Value::UNDEFINED),
        }
    }

    /// Executes the operation of a call. True if execution goes on in another frame.
    #[inline]
    pub(crate) fn begin_call(
        &mut self,
        frame: &mut Frame,
        to: Reg,
        start: u32,
        count: u16,
    ) -> Completion<bool> {
        self.safepoint()?;
        if self.call_closure(frame, start, count, to) {
            return Ok(true);
        }
        let base = self.push_operands(frame, start, count);
        self.enter(frame, base, Entry::Call, to)
    }

    /// Executes the operation of `new`. True if execution goes on in another frame.
    #[inline]
    pub(crate) fn begin_construct(
        &mut self,
        frame: &mut Frame,
        to: Reg,
        start: u32,
        count: u16,
    ) -> Completion<bool> {
        self.safepoint()?;
        if self.construct_closure(frame, start, count, to) {
            return Ok(true);
        }
        let base = self.push_operands(frame, start, count);
        self.create_this(base)?;
        self.stack.push(self.stack[base]);
        self.enter(frame, base, Entry::Construct, to)
    }

    /// Executes a frame and those that it calls, in the interpreter or in machine code, until the first one returns or an
    /// exception is thrown.
    #[inline]
    pub(super) fn steps(&mut self, frame: &mut Frame, floor: usize) -> Completion<Value> {
        loop {
            let ended = match self.compiled_entry(frame) {
                Some((function, entry)) => self.run_compiled(frame, floor, function, entry),
                None => self.interpret::<false>(frame, floor),
            };
            match ended {
                Ok(Some(value)) => return Ok(value),
                Ok(None) | Err(Stop::OtherCode) => {}
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Interprets one operation if `ONE`, else up to the end of the first frame, whose value it returns. Returns none if
    /// execution goes on: after that one operation, or in another frame, for which there may be machine code.
    pub(crate) fn interpret<const ONE: bool>(
        &mut self,
        frame: &mut Frame,
        floor: usize,
    ) -> Completion<Option<Value>> {
        // An operation on two numbers, or else on any values.
        macro_rules! arithmetic {
            ($to:expr, $a:expr, $b:expr, $operator:expr, |$x:ident, $y:ident| $result:expr) => {{
                let (a, b) = (self.read(frame, $a), self.read(frame, $b));
                let value = match (a.as_number(), b.as_number()) {
                    (Some($x), Some($y)) => Value::number($result),
                    _ => {
                        self.mark(frame);
                        self.binary($operator, a, b)?
                    }
                };
                self.write(frame, $to, value);
            }};
        }
        macro_rules! branch {
            ($a:expr, $b:expr, $to:expr, $sense:expr, $operator:expr, |$x:ident, $y:ident| $test:expr) => {{
                let (a, b) = (self.read(frame, $a), self.read(frame, $b));
                let holds = match (a.as_number(), b.as_number()) {
                    (Some($x), Some($y)) => $test,
                    _ => {
                        self.mark(frame);
                        self.binary($operator, a, b)? == Value::TRUE
                    }
                };
                if holds == $sense {
                    self.jump(frame, $to)?;
                }
            }};
        }
        loop {
            let pc = frame.pc;
            frame.pc += 1;
            // Each arm reads the fields that it needs: a copy of the operation would read them all.
            match frame.code.ops[pc] {
                Op::Move(to, from) => {
                    let value = self.read(frame, from);
                    self.write(frame, to, value);
                }
                Op::Constant(to, constant) => {
                    let value = self.constants[constant as usize];
                    self.write(frame, to, value);
                }
                Op::Int(to, value) => self.write(frame, to, Value::number(f64::from(value))),
                Op::Param(to, index) => {
                    let index = usize::from(index);
                    let value = if index < frame.count {
                        self.stack[frame.base + 2 + index]
                    } else {
                        Value::UNDEFINED
                    };
                    self.write(frame, to, value);
                }
                Op::RawThis(to) => {
                    let value = self.stack[frame.base + 1];
                    self.write(frame, to, value);
                }
                Op::This(to) => {
                    let mut value = self.stack[frame.base + 1];
                    if !frame.code.strict && !frame.code.arrow {
                        value = self.sloppy_this(value);
                        self.stack[frame.base + 1] = value;
                    }
                    self.write(frame, to, value);
                }
                Op::Global(to) => {
                    let value = self.intrinsic(Intrinsic::Global);
                    self.write(frame, to, value);
                }
                Op::NewTarget(to) => {
                    let value = self.new_target(frame.arguments());
                    self.write(frame, to, value);
                }
                Op::Jump(to) => self.jump(frame, to)?,
                Op::If(value, to) => {
                    let value = self.read(frame, value);
                    if value == Value::TRUE || (value != Value::FALSE && self.truthy(value)) {
                        self.jump(frame, to)?;
                    }
                }
                Op::Unless(value, to) => {
                    let value = self.read(frame, value);
                    if value == Value::FALSE || (value != Value::TRUE && !self.truthy(value)) {
                        self.jump(frame, to)?;
                    }
                }
                Op::Compare(operator, sense, a, b, to) => {
                    let (a, b) = (self.read(frame, a), self.read(frame, b));
                    let holds = match (operator, a.as_number(), b.as_number()) {
                        (Operator::Greater, Some(a), Some(b)) => a > b,
                        (Operator::GreaterEqual, Some(a), Some(b)) => a >= b,
                        (Operator::Equal, Some(a), Some(b)) => a == b,
                        (Operator::NotEqual, Some(a), Some(b)) => a != b,
                        _ => {
                            self.mark(frame);
                            self.binary(operator, a, b)? == Value::TRUE
                        }
                    };
                    if holds == sense {
                        self.jump(frame, to)?;
                    }
                }
                Op::Less(a, b, to) => branch!(a, b, to, true, Operator::Less, |x, y| x < y),
                Op::NotLess(a, b, to) => branch!(a, b, to, false, Operator::Less, |x, y| x < y),
                Op::LessEqual(a, b, to) => branch!(a, b, to, true, Operator::LessEqual, |x, y| x <= y),
                Op::NotLessEqual(a, b, to) => branch!(a, b, to, false, Operator::LessEqual, |x, y| x <= y),
                Op::Same(a, b, to) => {
                    if self.strictly_equal(self.read(frame, a), self.read(frame, b)) {
                        self.jump(frame, to)?;
                    }
                }
                Op::NotSame(a, b, to) => {
                    if !self.strictly_equal(self.read(frame, a), self.read(frame, b)) {
                        self.jump(frame, to)?;
                    }
                }
                Op::Switch(value, table) => {
                    let value = self.read(frame, value);
                    let to = self.switch_target(frame, value, table);
                    self.jump(frame, to)?;
                }
                Op::Return(value) => {
                    let value = self.read(frame, value);
                    if frame.entry == Entry::Call
                        && self.frames.len() > floor
                        && let Some(caller) = self.frames.pop()
                    {
                        self.stack.truncate(frame.base);
                        let to = frame.to;
                        *frame = caller;
                        self.write(frame, to, value);
                        if self.compiles {
                            return Ok(None);
                        }
                        continue;
                    }
                    if let Some(value) = self.leave(frame, floor, value) {
                        return Ok(Some(value));
                    }
                    if self.compiles {
                        return Ok(None);
                    }
                }
                Op::Throw(value) => {
                    let value = self.read(frame, value);
                    return self.throw(value);
                }
                Op::Catch(to) => {
                    let exception = std::mem::replace(&mut self.exception, Value::UNDEFINED);
                    self.write(frame, to, exception);
                }
                Op::Unreachable => {
                    return Err(Stop::Unsupported(String::from("unreachable code that is reached")));
                }
                Op::NewEnvironment(to) => {
                    self.safepoint()?;
                    let parent = self.outer_environment(frame.base, 1);
                    let environment = self.heap.new_environment(parent, frame.code.slots as usize);
                    self.write(frame, to, environment);
                }
                Op::NewScope(to, parent, count) => {
                    self.safepoint()?;
                    let parent = self.read(frame, parent);
                    let environment = self.heap.new_environment(parent, usize::from(count));
                    self.write(frame, to, environment);
                }
                Op::OuterEnvironment(to, depth) => {
                    let environment = self.outer_environment(frame.base, depth);
                    self.write(frame, to, environment);
                }
                Op::LoadSlot(to, environment, slot) => {
                    let value = self.load_slot(self.read(frame, environment), slot);
                    self.write(frame, to, value);
                }
                Op::StoreSlot(value, environment, slot) => {
                    let (value, environment) = (self.read(frame, value), self.read(frame, environment));
                    self.store_slot(environment, slot, value);
                }
                Op::LoadOuter(to, depth, slot) => {
                    let value = self.load_slot(self.outer_environment(frame.base, depth), slot);
                    self.write(frame, to, value);
                }
                Op::StoreOuter(value, depth, slot) => {
                    let value = self.read(frame, value);
                    let environment = self.outer_environment(frame.base, depth);
                    self.store_slot(environment, slot, value);
                }
                Op::Closure(to, environment, function) => {
                    self.safepoint()?;
                    let environment = self.read(frame, environment);
                    let closure = self.new_closure(function, environment);
                    self.write(frame, to, closure);
                }
                Op::CreateGenerator(to, environment, function) => {
                    self.safepoint()?;
                    let environment = self.read(frame, environment);
                    let generator = self.new_generator(frame, function, environment)?;
                    self.write(frame, to, generator);
                }
                Op::Add(to, left, right) => {
                    let (a, b) = (self.read(frame, left), self.read(frame, right));
                    let value = match (a.as_number(), b.as_number()) {
                        (Some(a), Some(b)) => Value::number(a + b),
                        _ => {
                            self.safepoint()?;
                            self.mark(frame);
                            // Read again, for cells may have moved.
                            let (a, b) = (self.read(frame, left), self.read(frame, right));
                            self.binary(Operator::Add, a, b)?
                        }
                    };
                    self.write(frame, to, value);
                }
                Op::Subtract(to, a, b) => arithmetic!(to, a, b, Operator::Subtract, |x, y| x - y),
                Op::Multiply(to, a, b) => arithmetic!(to, a, b, Operator::Multiply, |x, y| x * y),
                Op::Divide(to, a, b) => arithmetic!(to, a, b, Operator::Divide, |x, y| x / y),
                Op::Modulo(to, a, b) => arithmetic!(to, a, b, Operator::Modulo, |x, y| remainder(x, y)),
                Op::And(to, a, b) => {
                    arithmetic!(to, a, b, Operator::And, |x, y| f64::from(int(x) & int(y)));
                }
                Op::Or(to, a, b) => {
                    arithmetic!(to, a, b, Operator::Or, |x, y| f64::from(int(x) | int(y)));
                }
                Op::Xor(to, a, b) => {
                    arithmetic!(to, a, b, Operator::Xor, |x, y| f64::from(int(x) ^ int(y)));
                }
                Op::ShiftLeft(to, a, b) => {
                    arithmetic!(to, a, b, Operator::ShiftLeft, |x, y| f64::from(int(x) << (int(y) & 31)));
                }
                Op::ShiftRight(to, a, b) => {
                    arithmetic!(to, a, b, Operator::ShiftRight, |x, y| f64::from(int(x) >> (int(y) & 31)));
                }
                Op::UnsignedShiftRight(to, a, b) => {
                    let operator = Operator::UnsignedShiftRight;
                    arithmetic!(to, a, b, operator, |x, y| f64::from(int(x) as u32 >> (int(y) & 31)));
                }
                Op::Binary(operator, to, a, b) => {
                    self.safepoint()?;
                    self.mark(frame);
                    let (a, b) = (self.read(frame, a), self.read(frame, b));
                    let value = self.binary(operator, a, b)?;
                    self.write(frame, to, value);
                }
                Op::Increment(to, value) => {
                    let value = self.read(frame, value);
                    let value = match value.as_number() {
                        Some(number) => Value::number(number + 1.0),
                        None => self.unary(Operator::Increment, value)?,
                    };
                    self.write(frame, to, value);
                }
                Op::Decrement(to, value) => {
                    let value = self.read(frame, value);
                    let value = match value.as_number() {
                        Some(number) => Value::number(number - 1.0),
                        None => self.unary(Operator::Decrement, value)?,
                    };
                    self.write(frame, to, value);
                }
                Op::Not(to, value) => {
                    let value = Value::boolean(!self.truthy(self.read(frame, value)));
                    self.write(frame, to, value);
                }
                Op::Unary(operator, to, value) => {
                    self.mark(frame);
                    let value = self.read(frame, value);
                    let value = self.unary(operator, value)?;
                    self.write(frame, to, value);
                }
                Op::AsNumber(to, value) => {
                    let value = self.read(frame, value);
                    let value = match value.as_number() {
                        Some(_) => value,
                        None => Value::number(self.number_of(value)?),
                    };
                    self.write(frame, to, value);
                }
                Op::AsNumeric(to, value) => {
                    let value = self.read(frame, value);
                    let value = match value.as_number() {
                        Some(_) => value,
                        None => self.numeric_of(value)?,
                    };
                    self.write(frame, to, value);
                }
                Op::AsInt32(to, value) => {
                    let number = self.number_of(self.read(frame, value))?;
                    self.write(frame, to, Value::number(f64::from(int(number))));
                }
                Op::AddEmptyString(to, value) => {
                    self.mark(frame);
                    self.safepoint()?;
                    let value = self.read(frame, value);
                    let primitive = self.default_primitive(value)?;
                    let text = self.string_of(primitive)?;
                    self.write(frame, to, text);
                }
                Op::CoerceThis(to, value) => {
                    let value = self.read(frame, value);
                    let value = self.sloppy_this(value);
                    self.write(frame, to, value);
                }
                Op::ThrowIfEmpty(to, value) => {
                    let value = self.read(frame, value);
                    if value == Value::EMPTY {
                        let message = "Cannot access a variable before its initialization";
                        return self.throw_error(Intrinsic::ReferenceErrorPrototype, message);
                    }
                    self.write(frame, to, value);
                }
                Op::Key(to, object, key) => {
                    let mut value = self.read(frame, key);
                    if self.heap.object(value).is_some() {
                        self.mark(frame);
                        value = self.reference_key(self.read(frame, object), value)?;
                    }
                    self.write(frame, to, value);
                }
                Op::Call(to, start, count) => {
                    if self.begin_call(frame, to, start, count)? && self.compiles {
                        return Ok(None);
                    }
                }
                Op::Construct(to, start, count) => {
                    if self.begin_construct(frame, to, start, count)? && self.compiles {
                        return Ok(None);
                    }
                }
                Op::ConstructWith(to, start, count) => {
                    self.safepoint()?;
                    let base = self.push_operands(frame, start, count);
                    self.stack.push(self.stack[base]);
                    if self.enter(frame, base, Entry::ConstructWith, to)? && self.compiles {
                        return Ok(None);
                    }
                }
                Op::CreateThis(to, prototype, constructor) => {
                    self.safepoint()?;
                    let (prototype, constructor) =
                        (self.read(frame, prototype), self.read(frame, constructor));
                    self.require_constructor(constructor)?;
                    let object = self.object_with_parent(prototype);
                    self.write(frame, to, object);
                }
                Op::SelectObject(to, this, result) => {
                    let result = self.read(frame, result);
                    let value =
                        if self.heap.object(result).is_some() { result } else { self.read(frame, this) };
                    self.write(frame, to, value);
                }
                Op::Helper(to, helper, start, count) => {
                    self.mark(frame);
                    self.safepoint()?;
                    let values: Vec<Value> = (0..usize::from(count))
                        .map(|index| self.read(frame, frame.code.operands[start as usize + index]))
                        .collect();
                    let value = self.helper(frame, helper, &values)?;
                    self.write(frame, to, value);
                }
                Op::BuiltinClosure(to, helper) => {
                    let value = match &{ frame.code }.helpers[usize::from(helper)] {
                        Helper::Library(path) => self.library(path)?.1,
                        _ => Value::UNDEFINED,
                    };
                    self.write(frame, to, value);
                }
                Op::DirectEval(to, value) => {
                    self.mark(frame);
                    let value = self.read(frame, value);
                    let value = self.direct_eval(value, frame.code.strict)?;
                    self.write(frame, to, value);
                }
                Op::CreateArguments(to) => {
                    self.safepoint()?;
                    let object = self.new_arguments(frame);
                    self.write(frame, to, object);
                }
                Op::ArgumentsLength(to, object) => {
                    let object = self.read(frame, object);
                    let value = if object == Value::UNDEFINED {
                        Value::number(frame.count as f64)
                    } else {
                        let length = self.atoms.length;
                        self.get_atom(object, length)?
                    };
                    self.write(frame, to, value);
                }
                Op::ArgumentsAt(to, key, object) => {
                    let (key, mut object) = (self.read(frame, key), self.read(frame, object));
                    let index = key.as_number().filter(|number| {
                        object == Value::UNDEFINED
                            && (0.0..frame.count as f64).contains(number)
                            && number.fract() == 0.0
                    });
                    let value = match index {
                        Some(index) => self.stack[frame.base + 2 + index as usize],
                        None => {
                            if object == Value::UNDEFINED {
                                object = self.new_arguments(frame);
                            }
                            self.get(object, key)?
                        }
                    };
                    self.write(frame, to, value);
                }
                Op::ReifyArguments(stack) => {
                    if self.read(frame, stack) == Value::UNDEFINED {
                        self.safepoint()?;
                        let object = self.new_arguments(frame);
                        self.write(frame, stack, object);
                    }
                }
                Op::GetName(to, object, site) => {
                    let object = self.read(frame, object);
                    let value = match self.cached_own(object, &frame.code.sites[site as usize]) {
                        Some(value) => value,
                        None => self.get_name(object, frame, site)?,
                    };
                    self.write(frame, to, value);
                }
                Op::GetValue(to, object, key) => {
                    let (object, key) = (self.read(frame, object), self.read(frame, key));
                    let value = self.get_element(object, key, frame)?;
                    self.write(frame, to, value);
                }
                Op::TryGetGlobal(to, site) => {
                    let value = self.get_global(frame, site)?;
                    self.write(frame, to, value);
                }
                Op::PutName(value, object, site) => {
                    let (value, object) = (self.read(frame, value), self.read(frame, object));
                    if !self.put_cached_own(object, value, &frame.code.sites[site as usize]) {
                        self.put_name(object, value, frame, site)?;
                    }
                }
                Op::PutValue(value, object, key) => {
                    let value = self.read(frame, value);
                    let (object, key) = (self.read(frame, object), self.read(frame, key));
                    self.put_element(object, key, value, frame)?;
                }
                Op::TryPutGlobal(value, site) => {
                    let value = self.read(frame, value);
                    let key = frame.code.sites[site as usize].key;
                    self.mark(frame);
                    if !self.store_lexical(key, value)? {
                        self.check_global(key)?;
                        let global = self.intrinsic(Intrinsic::Global);
                        self.put_name(global, value, frame, site)?;
                    }
                }
                Op::Delete(to, object, key) => {
                    self.mark(frame);
                    let (object, key) = (self.read(frame, object), self.read(frame, key));
                    let deleted = self.delete(object, key)?;
                    if !deleted && frame.code.strict {
                        return self.type_error("Cannot delete property");
                    }
                    self.write(frame, to, Value::boolean(deleted));
                }
                Op::DefineName(value, object, site, enumerable) => {
                    let (value, object) = (self.read(frame, value), self.read(frame, object));
                    self.define_name(object, value, &frame.code.sites[site as usize], enumerable)?;
                }
                Op::DefineValue(value, object, key, enumerable) => {
                    let value = self.read(frame, value);
                    let (object, key) = (self.read(frame, object), self.read(frame, key));
                    if !(enumerable && self.append_element(object, key, value)) {
                        self.mark(frame);
                        let attributes = Attributes { enumerable, ..Attributes::ALL };
                        self.define_key(object, key, value, attributes)?;
                    }
                }
                Op::DefineAccessor(getter, setter, object, key, enumerable) => {
                    let (getter, setter) = (self.read(frame, getter), self.read(frame, setter));
                    let (object, key) = (self.read(frame, object), self.read(frame, key));
                    let key = self.key_of(key)?;
                    // A half that is not given stays as it is.
                    let accessor = Descriptor {
                        getter: (getter != Value::UNDEFINED).then_some(getter),
                        setter: (setter != Value::UNDEFINED).then_some(setter),
                        enumerable: Some(enumerable),
                        configurable: Some(true),
                        ..Descriptor::default()
                    };
                    self.define_or_throw(object, key, accessor)?;
                }
                Op::NewObject(to) => {
                    self.safepoint()?;
                    let parent = self.intrinsic(Intrinsic::ObjectPrototype);
                    let object = self.heap.new_object(parent, Class::Plain);
                    self.write(frame, to, object);
                }
                Op::NewObjectWithParent(to, parent) => {
                    self.safepoint()?;
                    let parent = self.read(frame, parent);
                    let object = if parent == Value::NULL {
                        self.heap.new_object(parent, Class::Plain)
                    } else {
                        self.object_with_parent(parent)
                    };
                    self.write(frame, to, object);
                }
                Op::NewLiteral(to, literal, start) => {
                    self.safepoint()?;
                    let object = self.new_literal(frame, usize::from(literal), start as usize)?;
                    self.write(frame, to, object);
                }
                Op::NewArray(to, literals) => {
                    self.safepoint()?;
                    let array = self.array_of_constants(frame, literals);
                    self.write(frame, to, array);
                }
                Op::NewRegExp(to, literals) => {
                    self.mark(frame);
                    self.safepoint()?;
                    let literals = &frame.code.arrays[literals as usize];
                    let [pattern, flags] = [0, 1].map(|index| self.constants[literals[index] as usize]);
                    let value = self.regexp_literal(pattern, flags)?;
                    self.write(frame, to, value);
                }
                Op::GetNames(start, empty) => {
                    self.mark(frame);
                    self.safepoint()?;
                    let [names, base, index, size] =
                        [0, 1, 2, 3].map(|index| frame.code.operands[start as usize + index]);
                    let object = self.read(frame, base);
                    if object.is_nullish() {
                        self.jump(frame, empty)?;
                    } else {
                        let all = self.enumerate(object)?;
                        let count = all.len();
                        let array = self.new_array(all);
                        self.write(frame, names, array);
                        self.write(frame, index, Value::number(0.0));
                        self.write(frame, size, Value::number(count as f64));
                    }
                }
                Op::NextName(start, last) => {
                    self.mark(frame);
                    let [name, base, index, size, names] =
                        [0, 1, 2, 3, 4].map(|index| frame.code.operands[start as usize + index]);
                    let (base, names) = (self.read(frame, base), self.read(frame, names));
                    let size = self.read(frame, size).as_number().unwrap_or(0.0);
                    let mut next = self.read(frame, index).as_number().unwrap_or(0.0);
                    let mut found = None;
                    while found.is_none() && next < size {
                        let candidate = self.get(names, Value::number(next))?;
                        next += 1.0;
                        // A name that was deleted meanwhile is left out.
                        if self.has(base, candidate)? {
                            found = Some(candidate);
                        }
                    }
                    self.write(frame, index, Value::number(next));
                    match found {
                        Some(found) => self.write(frame, name, found),
                        None => self.jump(frame, last)?,
                    }
                }
                Op::CheckHasInstance(to, value, constructor, yes) => {
                    self.mark(frame);
                    let (value, constructor) = (self.read(frame, value), self.read(frame, constructor));
                    let holds = self.binary(Operator::InstanceOf, value, constructor)?;
                    self.write(frame, to, holds);
                    if holds == Value::TRUE {
                        self.jump(frame, yes)?;
                    }
                }
                Op::IteratorBegin(to, source) => {
                    self.mark(frame);
                    self.safepoint()?;
                    let value = self.read(frame, source);
                    let (iterator, next) = self.iterator_begin(value)?;
                    self.write(frame, source, next);
                    self.write(frame, to, iterator);
                }
                Op::IteratorNext(to, iterator, source) => {
                    self.mark(frame);
                    self.safepoint()?;
                    let (position, next) = (self.read(frame, iterator), self.read(frame, source));
                    if self.enter_iteration(frame, to, position, next)? {
                        if self.compiles {
                            return Ok(None);
                        }
                        continue;
                    }
                    let step = self.iterator_next(position, next);
                    if step.is_err() {
                        // An iterator that throws has ended.
                        self.write(frame, iterator, Value::UNDEFINED);
                    }
                    let (value, position) = step?;
                    // An iterator object that goes on stays where it is, since the call may have moved it.
                    if let Some(position) = position {
                        self.write(frame, iterator, position);
                    }
                    self.write(frame, to, value);
                }
                Op::IteratorClose(iterator, quiet) => {
                    self.mark(frame);
                    let iterator = self.read(frame, iterator);
                    self.iterator_end(iterator, quiet)?;
                }
                Op::StartGenerator => {}
                Op::Yield(value, next, saved) => {
                    let value = self.read(frame, value);
                    let value = self.suspend(frame, value, next, saved);
                    if let Some(value) = self.drop_frame(frame, floor, value) {
                        return Ok(Some(value));
                    }
                    if self.compiles {
                        return Ok(None);
                    }
                }
                Op::Resume(to, is_return) => {
                    let (action, sent) = self.resumption(frame);
                    if action == Action::Throw {
                        return self.throw(sent);
                    }
                    self.write(frame, is_return, Value::boolean(action == Action::Return));
                    self.write(frame, to, sent);
                }
            }
            if ONE {
                return Ok(None);
            }
        }
    }

    /// Executes an operation that creates something, if no collection is due and nothing else happens. Returns false if it did not.
    pub(crate) fn create_in_place(&mut self, frame: &Frame, op: Op) -> bool {
        if !self.may_allocate() {
            return false;
        }
        let (to, value) = match op {
            Op::NewObject(to) => {
                let parent = self.intrinsic(Intrinsic::ObjectPrototype);
                (to, self.heap.new_object(parent, Class::Plain))
            }
            Op::NewLiteral(to, literal, start) => {
                match self.known_literal(frame, usize::from(literal), start as usize) {
                    Some(object) => (to, object),
                    None => return false,
                }
            }
            Op::NewArray(to, literals) => (to, self.array_of_constants(frame, literals)),
            Op::Closure(to, environment, function) => {
                let environment = self.read(frame, environment);
                (to, self.new_closure(function, environment))
            }
            Op::NewEnvironment(to) => {
                let parent = self.outer_environment(frame.base, 1);
                (to, self.heap.new_environment(parent, frame.code.slots as usize))
            }
            Op::NewScope(to, parent, count) => {
                let parent = self.read(frame, parent);
                (to, self.heap.new_environment(parent, usize::from(count)))
            }
            _ => return false,
        };
        self.write(frame, to, value);
        true
    }

    /// A new array of constants.
    fn array_of_constants(&mut self, frame: &Frame, literals: u32) -> Value {
        let literals = &frame.code.arrays[literals as usize];
        let prototype = self.intrinsic(Intrinsic::ArrayPrototype);
        let class = Class::Array { length: literals.len() as u32, writable: true };
        let array = self.heap.new_object(prototype, class);
        if let Some(data) = self.heap.object_mut(array) {
            data.elements.extend(literals.iter().map(|literal| self.constants[*literal as usize]));
        }
        array
    }

    /// A new object of a literal whose hidden class is known.
    #[inline]
    fn known_literal(&mut self, frame: &Frame, literal: usize, start: usize) -> Option<Value> {
        let code = frame.code;
        let shape = code.literal_shapes[literal].get();
        if shape == NO_SHAPE {
            return None;
        }
        let operands = &code.operands[start..start + code.literals[literal].len()];
        let prototype = self.intrinsic(Intrinsic::ObjectPrototype);
        let object = self.heap.new_object(prototype, Class::Plain);
        if let Some(data) = self.heap.object_mut(object) {
            data.shape = shape;
            data.slots.extend(operands.iter().map(|reg| self.stack[frame.registers + usize::from(*reg)]));
        }
        Some(object)
    }

    fn switch_target(&self, frame: &Frame, value: Value, table: u32) -> u32 {
        let table = &frame.code.switches[table as usize];
        if !table.dense.is_empty() {
            let Some(number) = value.as_number() else { return table.default };
            let int = number as i32;
            let index = i64::from(int) - i64::from(table.first);
            if f64::from(int) == number
                && let Some(target) = usize::try_from(index).ok().and_then(|index| table.dense.get(index))
                && *target != u32::MAX
            {
                return *target;
            }
            return table.default;
        }
        let found =
            table.cases.iter().find(|(case, _)| self.strictly_equal(value, self.constants[*case as usize]));
        found.map_or(table.default, |(_, target)| *target)
    }

    fn new_literal(&mut self, frame: &Frame, literal: usize, start: usize) -> Completion<Value> {
        if let Some(object) = self.known_literal(frame, literal, start) {
            return Ok(object);
        }
        let prototype = self.intrinsic(Intrinsic::ObjectPrototype);
        let object = self.heap.new_object(prototype, Class::Plain);
        let code = &frame.code;
        let (keys, shape) = (&code.literals[literal], &code.literal_shapes[literal]);
        for (index, key) in keys.iter().enumerate() {
            let value = self.read(frame, code.operands[start + index]);
            self.create_data(object, *key, value)?;
        }
        // Names that are all different have slots in their order.
        if let Some(data) = self.heap.object(object)
            && data.shape != DICTIONARY
            && data.slots.len() == keys.len()
        {
            shape.set(data.shape);
        }
        Ok(object)
    }

    pub(crate) fn new_array(&mut self, elements: Vec<Value>) -> Value {
        let prototype = self.intrinsic(Intrinsic::ArrayPrototype);
        let length = elements.len() as u32;
        let array = self.heap.new_object(prototype, Class::Array { length, writable: true });
        if let Some(data) = self.heap.object_mut(array) {
            data.elements = elements;
        }
        array
    }

    pub(crate) fn boxed(&mut self, value: Value) -> Value {
        let prototype = match value.kind() {
            Kind::Number(_) => Intrinsic::NumberPrototype,
            Kind::Boolean(_) => Intrinsic::BooleanPrototype,
            Kind::Symbol(_) => Intrinsic::SymbolPrototype,
            _ if self.heap.bigint(value).is_some() => Intrinsic::BigIntPrototype,
            _ => Intrinsic::StringPrototype,
        };
        let prototype = self.intrinsic(prototype);
        self.heap.new_object(prototype, Class::Boxed(value))
    }
}

/// ToInt32 of a number.
#[inline]
fn int(number: f64) -> i32 {
    let int = number as i32;
    if f64::from(int) == number { int } else { to_int32(number) }
}

/// The remainder with the sign of the dividend.
#[inline]
fn remainder(a: f64, b: f64) -> f64 {
    let (x, y) = (a as i32, b as i32);
    if f64::from(x) == a && f64::from(y) == b && x >= 0 && y > 0 && (x != 0 || a.is_sign_positive()) {
        return f64::from(x % y);
    }
    a % b
}
