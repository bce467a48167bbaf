//! Inlining in tier 2: the operations of a small function that a site has always called are translated in place of the call. The
//! callee has no frame. Its registers are above those of the caller, where its frame would have them, so an exit only has to
//! make the frame: its state has a frame of the callee in one of the caller, which goes on after the call. Calls of the callee are
//! inlined, too, so there may be several such frames.
//!
//! An operation that needs the virtual machine (a collection is due, a function of the library is called, a loop pauses, something
//! is thrown) makes the frames first, and removes them when the virtual machine has returned. So its cells may move meanwhile: the
//! callee reads its operands from their places, which are roots then. A function without such operations is a leaf: all its rare
//! cases leave the code.

use super::Flags;
use super::calls::{MANY_CALLEES, NO_CALLEE};
use super::entries::find_blocks;
use super::facts::{Numbers, find_numbers};
use super::kinds::{Kind, MAX_PARAMETERS, Rules};
use super::numbers::comparison;
use super::raw::{CLOSURE, CLOSURE_FUNCTION, MAX_OPERANDS, status};
use super::speculate::Speculation;
use super::translate::Translator;
use crate::heap::Value;
use crate::hir::Operator;
use crate::interp::Key;
use crate::interp::bytecode::{Code, NO_SHAPE, Op, Reg};
use crate::interp::frames::Entry;
use barebones::base::{StateId, Type};
use barebones::ir::{BlockId, Successor, ValueId, VariableId};

/// Maximum number of operations of a function that is inlined, and of all that are inlined in one.
const MAX_INLINED: usize = 40;
const MAX_ALL_INLINED: usize = 300;

/// Maximum number of calls that are inlined in one another.
const MAX_LEVELS: usize = 3;

/// The call that is translated in place.
pub(super) struct Inlined<'a> {
    /// Number of the function.
    function: u32,
    /// The function that has the call, and the call's operation.
    caller: &'a Code,
    at: usize,
    /// The caller's register of the result, and its place from the first register of the frame.
    to: Reg,
    to_place: i32,
    entry: Entry,
    /// Callee, `this` and arguments, which are at places from this one on.
    operands: Vec<ValueId>,
    place: i32,
    /// True if cells may move while the function is active: it is no leaf.
    moves: bool,
    /// Arguments that are numbers in machine registers.
    numbers: Vec<Option<ValueId>>,
    /// The caller after the call.
    pub(super) outer: StateId,
    /// Its numbers that are read then, with the places of their registers.
    outer_numbers: Vec<(i32, Kind, ValueId)>,
    result: VariableId,
    done: BlockId,
}

impl Inlined<'_> {
    /// What an exit state has of the call: the function, the number of operands, the caller's register of the result below the kind
    /// of the call.
    pub(super) fn words(&self) -> [i32; 3] {
        let kind = (self.entry as i32) << 16 | i32::from(self.to);
        [self.function.cast_signed(), self.operands.len() as i32, kind]
    }

    /// The number of an argument that is in a machine register.
    pub(super) fn number(&self, index: u16) -> Option<ValueId> {
        self.numbers.get(usize::from(index)).copied().flatten()
    }
}

/// A function that can be translated in place of a call.
struct Candidate<'a> {
    code: &'a Code,
    /// Number of its operations, and of those that are inlined in it.
    size: usize,
    moves: bool,
}

impl<'a> Translator<'a> {
    /// The function that is inlined at the current call, if one is, with its number.
    fn inlined_function(&self, operands: &[Reg], entry: Entry) -> Option<(u32, Candidate<'a>)> {
        if !self.inlines || !self.exits() {
            return None;
        }
        let number = self.code.compiled.callee(self.at)?;
        let mut active: Vec<&Code> = self.calls.iter().map(|call| call.caller).collect();
        active.push(self.code);
        let candidate = self.candidate(number, entry, &mut active)?;
        let first = self.calls.first().map_or(self.code, |call| call.caller);
        let above = self.offset as usize + self.code.registers as usize - first.registers as usize;
        let fits = self.inlined_operations + candidate.size <= MAX_ALL_INLINED
            && above + operands.len() + 1 + candidate.code.registers as usize <= MAX_OPERANDS
            && operands.len() <= MAX_PARAMETERS + 2;
        fits.then_some((number, candidate))
    }

    /// A function, if it can be translated in place of a call in the last of the active ones.
    fn candidate(&self, number: u32, entry: Entry, active: &mut Vec<&'a Code>) -> Option<Candidate<'a>> {
        let code: &'a Code = self.callees.get(number as usize)?;
        let flags = code.compiled.speculated.flags.get()?;
        let fits = active.len() <= MAX_LEVELS
            && !active.iter().any(|other| std::ptr::eq(*other, code))
            && code.ops.len() <= MAX_INLINED
            && code.handlers.is_empty()
            && !(code.generator || code.is_async)
            && (entry == Entry::Call || code.constructs);
        // No register is read before it is written.
        let is_closed =
            || code.compiled.live(code).first().is_some_and(|live| live.iter().all(|word| *word == 0));
        if !fits || !is_closed() {
            return None;
        }
        let mut candidate = Candidate { code, size: code.ops.len(), moves: false };
        active.push(code);
        for (at, mut op) in code.ops.iter().copied().enumerate() {
            let loops = op.target().is_some_and(|to| *to as usize <= at);
            // The site's arguments are known, whatever others there were.
            let is_rare = flags.is_rare(at) && !matches!(op, Op::Param(..));
            if !loops && !is_rare && self.is_plain(code, op) {
                continue;
            }
            candidate.moves = true;
            candidate.size += self.size_with_frames(code, flags, at, active)?;
            // No call has room for it, so the rest is not counted.
            if candidate.size > MAX_ALL_INLINED {
                return None;
            }
        }
        active.pop();
        Some(candidate)
    }

    /// Number of operations that are inlined at an operation that may need frames; none if it prevents inlining.
    fn size_with_frames(
        &self,
        code: &'a Code,
        flags: &Flags,
        at: usize,
        active: &mut Vec<&'a Code>,
    ) -> Option<usize> {
        let op = code.ops[at];
        let fits = match op {
            Op::Call(..) | Op::Construct(..) => {
                let entry = if matches!(op, Op::Call(..)) { Entry::Call } else { Entry::Construct };
                return match code.compiled.callee(at) {
                    // It was not executed so far, or has called functions of the library only.
                    None | Some(NO_CALLEE) => Some(0),
                    // To make frames for each call costs what the call costs otherwise.
                    Some(MANY_CALLEES) => None,
                    Some(_) if flags.is_rare(at) => None,
                    Some(number) => self.candidate(number, entry, active).map(|inner| inner.size),
                };
            }
            // The virtual machine is rarely needed, or it does not need a frame.
            Op::NewEnvironment(_)
            | Op::NewScope(..)
            | Op::Closure(..)
            | Op::NewObject(_)
            | Op::NewLiteral(..)
            | Op::NewArray(..)
            | Op::DefineValue(_, _, _, true)
            | Op::Add(..)
            | Op::Throw(_)
            | Op::Unreachable => true,
            _ if flags.is_rare(at) => false,
            // It was not executed so far.
            Op::GetName(_, _, site) | Op::PutName(_, _, site) | Op::TryGetGlobal(_, site) => {
                let site = &code.sites[site as usize];
                self.caches && site.misses.get() == 0 && matches!(site.key, Key::Name(_))
            }
            Op::Unary(..)
            | Op::Binary(..)
            | Op::Compare(..)
            | Op::AddEmptyString(..)
            | Op::DefineName(..) => true,
            op => self.is_plain(code, op),
        };
        fits.then_some(0)
    }

    /// True for operations whose rare cases can all leave the code.
    fn is_plain(&self, code: &Code, op: Op) -> bool {
        let compares = |operator| {
            matches!(operator, Operator::Equal | Operator::NotEqual) || comparison(operator).is_some()
        };
        match op {
            Op::Compare(operator, ..) | Op::Binary(operator, ..) => compares(operator),
            Op::GetName(_, _, site) | Op::PutName(_, _, site) | Op::TryGetGlobal(_, site) => {
                let site = &code.sites[site as usize];
                self.caches
                    && (site.key == self.length || site.shape.get() != NO_SHAPE)
                    && matches!(site.key, Key::Name(_))
            }
            Op::Move(..)
            | Op::Constant(..)
            | Op::Int(..)
            | Op::Param(..)
            | Op::RawThis(_)
            | Op::This(_)
            | Op::Global(_)
            | Op::Jump(_)
            | Op::If(..)
            | Op::Unless(..)
            | Op::Less(..)
            | Op::NotLess(..)
            | Op::LessEqual(..)
            | Op::NotLessEqual(..)
            | Op::Same(..)
            | Op::NotSame(..)
            | Op::Return(_)
            | Op::OuterEnvironment(..)
            | Op::LoadSlot(..)
            | Op::StoreSlot(..)
            | Op::LoadOuter(..)
            | Op::StoreOuter(..)
            | Op::Add(..)
            | Op::Subtract(..)
            | Op::Multiply(..)
            | Op::Divide(..)
            | Op::Modulo(..)
            | Op::And(..)
            | Op::Or(..)
            | Op::Xor(..)
            | Op::ShiftLeft(..)
            | Op::ShiftRight(..)
            | Op::UnsignedShiftRight(..)
            | Op::Increment(..)
            | Op::Decrement(..)
            | Op::Not(..)
            | Op::AsNumber(..)
            | Op::AsNumeric(..)
            | Op::AsInt32(..)
            | Op::ThrowIfEmpty(..)
            | Op::GetValue(..)
            | Op::PutValue(..) => true,
            _ => false,
        }
    }

    /// Translates a call in place, if the site has always called one small function. False if it has not.
    pub(super) fn inline(&mut self, to: Reg, operands: &'a [Reg], entry: Entry) -> bool {
        let Some((number, Candidate { code, moves, .. })) = self.inlined_function(operands, entry) else {
            return false;
        };
        let mut parameters = [Kind::Boxed; MAX_PARAMETERS];
        for (kind, operand) in parameters.iter_mut().zip(&operands[2..]) {
            *kind = self.kind(*operand);
        }
        let (starts, _) = find_blocks(code, self.procedure());
        let begins: Vec<bool> = starts.iter().map(Option::is_some).collect();
        let flags = code.compiled.speculated.flags.get();
        let Some(flags) = flags else { return false };
        let (constants, length) = (self.constants, self.length);
        let rules = Rules { code, constants, flags, length, arguments: &[], parameters: Some(parameters) };
        let first = vec![Kind::Boxed; code.registers as usize];
        let Ok(speculation) = Speculation::new(rules, &begins, 0, &first) else { return false };
        let closure = self.check_callee(operands[0], number);
        let place = self.offset + self.code.registers as i32;
        let numbers = operands[2..].iter().map(|operand| self.number_of_register(*operand)).collect();
        let mut values = self.pass(operands);
        let constructs = entry == Entry::Construct;
        if constructs {
            self.branch_in_rare_cases(true);
            let this = self.new_this(closure);
            self.branch_in_rare_cases(false);
            values[1] = this;
            let target = self.read(operands[0]);
            self.store_place(place + 1, this);
            self.store_place(place + values.len() as i32, target);
        }
        let generic = self.take_slow();
        let offset = place + values.len() as i32 + i32::from(constructs);
        let (outer, outer_numbers) = self.state_after_call(to);
        let outer_numbers = outer_numbers
            .into_iter()
            .map(|(register, kind, value)| (self.offset + i32::from(register), kind, value));
        let call = Inlined {
            function: number,
            caller: self.code,
            at: self.at,
            to,
            to_place: self.offset + i32::from(to),
            entry,
            operands: values,
            place,
            moves,
            numbers,
            outer,
            outer_numbers: outer_numbers.collect(),
            result: self.add_variable(Type::Int64),
            done: self.new_block(),
        };
        let (result, done) = (call.result, call.done);
        self.inlined_operations += code.ops.len();
        self.calls.push(call);
        let facts = find_numbers(code, self.constants, &begins);
        let mut callee = Outer {
            code,
            starts,
            begins,
            facts,
            numbers: Numbers::none(code.registers),
            at: 0,
            speculation: Some(speculation),
            offset,
        };
        self.exchange(&mut callee);
        self.operations();
        self.exchange(&mut callee);
        self.calls.pop();
        self.go_on(done);
        let mut value = self.cursor().get(result);
        if constructs {
            // A value that is no object is replaced by `this`.
            let this = self.load_place(place + 1);
            value = self.object_or(value, this);
        }
        self.write(to, value);
        if generic.is_some() {
            self.put_slow(generic);
            self.end_with(self.layout.call);
        }
        true
    }

    /// Makes the frames of the calls that are translated in place, for the virtual machine. The registers have their numbers.
    pub(super) fn make_inlined_frames(&mut self) {
        let function = self.layout.enter_inlined;
        for level in 0..self.calls.len() {
            let call = &self.calls[level];
            let [number, operands, kind] = call.words();
            let (next, to) = (call.at as i32 + 1, call.to_place);
            let at = self.calls.get(level + 1).map_or(self.at, |inner| inner.at + 1) as i32;
            if level > 0 {
                // The register has nothing so far, but belongs to a frame from here on.
                let undefined = self.constant(Value::UNDEFINED);
                self.store_place(to, undefined);
            }
            let context = self.context_address();
            let mut b = self.cursor();
            let function = b.const64(function);
            let [next, number, operands, kind, at] =
                [next, number, operands, kind, at].map(|word| b.const32(word));
            b.ccall(Type::Void, function, &[context, next, number, operands, kind, at]);
        }
    }

    /// Writes the numbers of the callers to memory, for the virtual machine.
    pub(super) fn write_back_callers(&mut self) {
        let numbers = self.calls.iter().flat_map(|call| call.outer_numbers.clone());
        for (place, kind, value) in numbers.collect::<Vec<_>>() {
            let bits = self.boxed_value(kind, value);
            self.store_place(place, bits);
        }
    }

    /// Goes on after the virtual machine has returned a status: removes the frames of calls that are translated in place, unless the
    /// code is left with them.
    pub(super) fn returned(&mut self, result: ValueId) {
        if self.calls.is_empty() {
            return;
        }
        let (function, count) = (self.layout.leave_inlined, self.calls.len() as i32);
        let (leave, stays) = (self.leave_block(), self.new_block());
        let mut b = self.cursor();
        let left = b.const32(status::LEAVE as i32);
        let is_left = b.equal(result, left);
        b.branch(is_left, Successor::rare(leave), stays);
        self.go_on(stays);
        let context = self.context_address();
        let mut b = self.cursor();
        let (function, count) = (b.const64(function), b.const32(count));
        b.ccall(Type::Void, function, &[context, count]);
    }

    /// True if the current operation belongs to a function that is translated in place and is a leaf: there are no frames for a step
    /// of the virtual machine.
    pub(super) fn is_in_leaf(&self) -> bool {
        self.calls.last().is_some_and(|call| !call.moves)
    }

    /// Leaves the code if a register has another value than a closure of a function. Returns the closure's address.
    fn check_callee(&mut self, register: Reg, number: u32) -> ValueId {
        let callee = self.read(register);
        let closure = self.object(callee);
        self.check_is(closure, CLOSURE);
        let offset = self.layout.object.class + CLOSURE_FUNCTION;
        let mut b = self.cursor();
        let found = b.load(Type::Int32, closure, offset);
        let expected = b.const32(number.cast_signed());
        let other = b.not_equal(found, expected);
        self.slow_if(other);
        closure
    }

    /// An operand of the call that is translated in place; undefined if it is missing.
    pub(super) fn inlined_operand(&mut self, index: usize) -> Option<ValueId> {
        let call = self.calls.last()?;
        let (known, place) = (call.operands.get(index).copied(), call.place + index as i32);
        let moves = call.moves;
        Some(match known {
            Some(_) if moves => self.load_place(place),
            Some(value) => value,
            None => self.constant(Value::UNDEFINED),
        })
    }

    /// Ends a function that is translated in place with the value of a register. False if the function is another one.
    pub(super) fn return_in_place(&mut self, register: Reg) -> bool {
        let Some((result, done)) = self.calls.last().map(|call| (call.result, call.done)) else {
            return false;
        };
        let value = self.read(register);
        let mut b = self.cursor();
        b.set(value, result);
        b.jump(done);
        self.end();
        true
    }
}

/// The state of a translation that concerns one function.
pub(super) struct Outer<'a> {
    pub(super) code: &'a Code,
    pub(super) starts: Vec<Option<BlockId>>,
    pub(super) begins: Vec<bool>,
    pub(super) facts: Vec<Option<Numbers>>,
    pub(super) numbers: Numbers,
    pub(super) at: usize,
    pub(super) speculation: Option<Speculation<'a>>,
    pub(super) offset: i32,
}
