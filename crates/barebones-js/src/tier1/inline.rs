//! Inlining in tier 2: the operations of a small function that a site has always called are translated in place of the call. The
//! callee has no frame. Its registers are above those of the caller, where its frame would have them, so an exit only has to
//! make the frame: its state has a frame of the callee in one of the caller, which goes on after the call.

use super::calls::NO_CALLEE;
use super::facts::{Numbers, find_numbers};
use super::kinds::{Kind, MAX_PARAMETERS, Rules, find_live};
use super::numbers::comparison;
use super::raw::{CLOSURE, CLOSURE_FUNCTION, MAX_OPERANDS};
use super::speculate::Speculation;
use super::translate::{Translator, find_blocks};
use crate::heap::Value;
use crate::hir::Operator;
use crate::interp::Key;
use crate::interp::bytecode::{Code, NO_SHAPE, Op, Reg};
use barebones::base::{StateId, Type};
use barebones::ir::{BlockId, ValueId, VariableId};

/// Maximum number of operations of a function that is inlined, and of all that are inlined in one.
const MAX_INLINED: usize = 40;
const MAX_ALL_INLINED: usize = 300;

/// The call that is translated in place.
pub(super) struct Inlined {
    /// Number of the function.
    pub(super) function: u32,
    /// The caller's register of the result.
    pub(super) to: Reg,
    /// Callee, `this` and arguments.
    operands: Vec<ValueId>,
    /// Arguments that are numbers in machine registers.
    numbers: Vec<Option<ValueId>>,
    /// The caller after the call.
    pub(super) outer: StateId,
    result: VariableId,
    done: BlockId,
}

impl Inlined {
    /// Number of operands.
    pub(super) fn count(&self) -> i32 {
        self.operands.len() as i32
    }

    pub(super) fn operand(&self, index: usize) -> Option<ValueId> {
        self.operands.get(index).copied()
    }

    /// The number of an argument that is in a machine register.
    pub(super) fn number(&self, index: u16) -> Option<ValueId> {
        self.numbers.get(usize::from(index)).copied().flatten()
    }
}

impl<'a> Translator<'a> {
    /// The function that is inlined at the current call, if one is, with its number.
    fn inlined_function(&self, operands: &[Reg]) -> Option<(u32, &'a Code)> {
        if !self.inlines || !self.exits() || self.inlined.is_some() {
            return None;
        }
        let number = self.code.compiled.callee(self.at).filter(|number| *number != NO_CALLEE)?;
        let code: &'a Code = self.callees.get(number as usize)?;
        let flags = code.compiled.speculated.flags.get()?;
        let fits = code.ops.len() <= MAX_INLINED
            && self.inlined_operations + code.ops.len() <= MAX_ALL_INLINED
            && operands.len() + code.registers as usize <= MAX_OPERANDS
            && operands.len() <= MAX_PARAMETERS + 2
            && code.handlers.is_empty()
            && !(code.generator || code.is_async);
        let plain = |(at, op): (usize, &Op)| !flags.is_rare(at) && self.can_inline(code, at, *op);
        // No register is read before it is written.
        let is_closed = || find_live(code).first().is_some_and(|live| live.iter().all(|word| *word == 0));
        (fits && code.ops.iter().enumerate().all(plain) && is_closed()).then_some((number, code))
    }

    /// True for operations whose rare cases can all leave the code.
    fn can_inline(&self, code: &Code, at: usize, mut op: Op) -> bool {
        if op.target().is_some_and(|to| *to as usize <= at) {
            return false;
        }
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
    pub(super) fn inline(&mut self, to: Reg, operands: &'a [Reg]) -> bool {
        let Some((number, code)) = self.inlined_function(operands) else { return false };
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
        self.check_callee(operands[0], number);
        let numbers = operands[2..].iter().map(|operand| self.number_of_register(*operand)).collect();
        let operands = self.pass(operands);
        let offset = self.code.registers as i32 + operands.len() as i32;
        let (outer, result, done) =
            (self.state_after_call(to), self.add_variable(Type::Int64), self.new_block());
        self.inlined_operations += code.ops.len();
        self.inlined = Some(Inlined { function: number, to, operands, numbers, outer, result, done });
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
        self.inlined = None;
        self.go_on(done);
        let value = self.cursor().get(result);
        self.write(to, value);
        true
    }

    /// Leaves the code if a register has another value than a closure of a function.
    fn check_callee(&mut self, register: Reg, number: u32) {
        let callee = self.read(register);
        let closure = self.object(callee);
        self.check_is(closure, CLOSURE);
        let offset = self.layout.object.class + CLOSURE_FUNCTION;
        let mut b = self.cursor();
        let found = b.load(Type::Int32, closure, offset);
        let expected = b.const32(number.cast_signed());
        let other = b.not_equal(found, expected);
        self.slow_if(other);
    }

    /// An operand of the call that is translated in place; undefined if it is missing.
    pub(super) fn inlined_operand(&mut self, index: usize) -> Option<ValueId> {
        let known = self.inlined.as_ref()?.operand(index);
        Some(match known {
            Some(value) => value,
            None => self.constant(Value::UNDEFINED),
        })
    }

    /// Ends a function that is translated in place with the value of a register. False if the function is another one.
    pub(super) fn return_in_place(&mut self, register: Reg) -> bool {
        let Some((result, done)) = self.inlined.as_ref().map(|call| (call.result, call.done)) else {
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
