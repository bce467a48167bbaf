//! Calls of C functions with operands in any places.

use super::{Address, Fpr, Gpr, MacroAssembler, Operand, Scratches};
use crate::base::{ArgLocation, Bank, CallConv, Reg, RegSet, Type, ValueRep, Width};
use crate::isa::generator_error::GeneratorError;

/// An operand or result of a call: its place and its type. It may outlive the registers' handles, for a late path of
/// the same patchpoint.
#[derive(Clone, Debug)]
pub struct CallValue(Result<(ValueRep, Bank, Width), GeneratorError>);

impl CallValue {
    pub(crate) fn new(place: Result<(ValueRep, Bank, Width), GeneratorError>) -> CallValue {
        CallValue(place)
    }

    fn constant(ty: Type, bits: u64) -> CallValue {
        let width = if ty.size() == 4 { Width::W32 } else { Width::W64 };
        CallValue(Ok((ValueRep::Constant { bits, width }, ty.bank(), width)))
    }
}

/// All 64 bits.
impl From<Gpr<'_>> for CallValue {
    fn from(reg: Gpr<'_>) -> CallValue {
        CallValue(Ok((ValueRep::Register(reg.reg()), Bank::Gp, Width::W64)))
    }
}

/// All 64 bits; for a float the low 32.
impl From<Fpr<'_>> for CallValue {
    fn from(reg: Fpr<'_>) -> CallValue {
        CallValue(Ok((ValueRep::Register(reg.reg()), Bank::Fp, Width::W64)))
    }
}

impl From<i32> for CallValue {
    fn from(value: i32) -> CallValue {
        CallValue::constant(Type::Int32, u64::from(value as u32))
    }
}

impl From<i64> for CallValue {
    fn from(value: i64) -> CallValue {
        CallValue::constant(Type::Int64, value as u64)
    }
}

impl From<u32> for CallValue {
    fn from(value: u32) -> CallValue {
        CallValue::constant(Type::Int32, u64::from(value))
    }
}

impl From<usize> for CallValue {
    fn from(value: usize) -> CallValue {
        CallValue::from(value as u64)
    }
}

impl From<u64> for CallValue {
    fn from(value: u64) -> CallValue {
        CallValue::constant(Type::Int64, value)
    }
}

impl From<f32> for CallValue {
    fn from(value: f32) -> CallValue {
        CallValue::constant(Type::Float, u64::from(value.to_bits()))
    }
}

impl From<f64> for CallValue {
    fn from(value: f64) -> CallValue {
        CallValue::constant(Type::Double, value.to_bits())
    }
}

/// The address, which is exposed.
impl<T> From<*const T> for CallValue {
    fn from(address: *const T) -> CallValue {
        CallValue::from(address.expose_provenance() as u64)
    }
}

/// The address, which is exposed.
impl<T> From<*mut T> for CallValue {
    fn from(address: *mut T) -> CallValue {
        CallValue::from(address.cast_const())
    }
}

/// The place of a call's result; `()` if there is none or it is not needed.
#[derive(Clone, Debug)]
pub struct CallResult(Option<CallValue>);

impl From<()> for CallResult {
    fn from(_: ()) -> CallResult {
        CallResult(None)
    }
}

impl<T: Into<CallValue>> From<T> for CallResult {
    fn from(value: T) -> CallResult {
        CallResult(Some(value.into()))
    }
}

/// A resolved operand of a call.
#[derive(Clone, Copy)]
struct Value {
    rep: ValueRep,
    bank: Bank,
    width: Width,
}

impl Value {
    fn of(value: &CallValue) -> Result<Value, GeneratorError> {
        let (rep, bank, width) = value.0.clone()?;
        Ok(Value { rep, bank, width })
    }

    fn ty(self) -> Type {
        match (self.bank, self.width) {
            (Bank::Gp, Width::W64) => Type::Int64,
            (Bank::Gp, _) => Type::Int32,
            (Bank::Fp, Width::W32) => Type::Float,
            (Bank::Fp, _) => Type::Double,
        }
    }

    fn reg(self) -> Option<Reg> {
        if let ValueRep::Register(reg) = self.rep { Some(reg) } else { None }
    }

    fn address<'g>(self) -> Option<Address<'g>> {
        match self.rep {
            ValueRep::Stack(offset) => Some(Address::frame(offset)),
            ValueRep::StackArgument(offset) => Some(Address::stack(offset)),
            _ => None,
        }
    }

    fn bits(self) -> Option<u64> {
        if let ValueRep::Constant { bits, .. } = self.rep { Some(bits) } else { None }
    }

    /// The value as an integer operand. The upper half of 32 bits in memory is read, too: the callee ignores it.
    fn operand<'g>(self) -> Result<Operand<'g>, GeneratorError> {
        match (self.reg(), self.address(), self.bits()) {
            (Some(reg), ..) if reg.is_gp() => Ok(Operand::Reg(Gpr::new(reg))),
            (_, Some(address), _) => Ok(Operand::Mem(address)),
            (_, _, Some(bits)) if self.width == Width::W32 => Ok(Operand::Imm(i64::from(bits as i32))),
            (_, _, Some(bits)) => Ok(Operand::Imm(bits as i64)),
            _ => Err(GeneratorError::new(format!("{:?} is no place of an integer", self.rep))),
        }
    }
}

#[cold]
fn no_register() -> GeneratorError {
    GeneratorError::new("the convention passes arguments in all caller-saved registers")
}

impl<'g> MacroAssembler<'g> {
    /// The target's C convention.
    pub(crate) fn c_convention(&self) -> &'static CallConv {
        &self.target.desc.conventions[0]
    }

    /// Calls a function with the C convention: moves the arguments from any places to those of the convention, in
    /// parallel, and the result to its place. `function` is an address, in a register or a constant, or a function
    /// pointer: a function itself is made one by its type, `f as extern "C" fn(u64) -> u64`.
    ///
    /// The call may write all caller-saved registers: the patchpoint must have declared them, see
    /// [`calls_c`](crate::patchpoint::StackmapBuilder::calls_c); or use
    /// [`StackmapParams::call_c`](crate::isa::StackmapParams::call_c), which preserves the others. Stack arguments are
    /// stored below the frame.
    ///
    /// In code of your own, call it inside [`MacroAssembler::function`]: the stack pointer must be aligned, and on
    /// AArch64 the call overwrites the return address in x30. Shadow space and stack arguments are reserved here.
    ///
    /// For a call that may throw to a handler of the patchpoint, use [`MacroAssembler::call`]:
    /// [`StackmapParams::catch`](crate::isa::StackmapParams::catch) belongs directly after it.
    ///
    /// # Errors
    /// If an operand does not exist, a float is in a general register or the reverse, or the convention leaves no
    /// caller-saved register without an argument where one is needed.
    #[track_caller]
    pub fn call_c(
        &mut self,
        function: impl Into<CallValue>,
        arguments: &[CallValue],
        result: impl Into<CallResult>,
    ) -> Result<(), GeneratorError> {
        self.begin("call_c");
        let conv = self.c_convention();
        let function = Value::of(&function.into())?;
        let result = result.into().0.as_ref().map(Value::of).transpose()?;
        let values = arguments.iter().map(Value::of).collect::<Result<Vec<Value>, _>>()?;
        let params: Vec<Type> = values.iter().map(|value| value.ty()).collect();
        let results: Vec<Type> = result.iter().map(|value| value.ty()).collect();
        let places = conv.assign(&params, &results, params.len());
        let places = places.ok_or_else(|| GeneratorError::new("a result that a C function cannot return"))?;

        let sources: RegSet = values.iter().chain([&function]).filter_map(|value| value.reg()).collect();
        let in_register =
            |place: &ArgLocation| if let ArgLocation::Reg(reg) = *place { Some(reg) } else { None };
        let targets: RegSet = places.params.iter().filter_map(in_register).collect();
        // Caller-saved registers that hold no argument at the call; those without an operand first. The others are
        // free once the operands in registers are placed.
        let is_spare = |reg: &Reg| conv.clobbered.contains(*reg) && !targets.contains(*reg);
        let spare = conv.env.allocatable[Bank::Gp as usize].iter().copied().filter(is_spare);
        let mut spare: Vec<Reg> = spare.collect();
        spare.sort_by_key(|reg| sources.contains(*reg));
        let given = self.scratches;
        let lowered = places.stack_bytes.next_multiple_of(conv.stack_align.max(16)) as i32;
        if lowered != 0 {
            self.emit([], |backend| backend.move_stack_pointer(-lowered));
            self.buffer.lower_stack(lowered);
        }
        let called = self.place_and_call(function, &values, &places.params, (&spare, sources));
        if lowered != 0 {
            self.buffer.lower_stack(-lowered);
            self.emit([], |backend| backend.move_stack_pointer(lowered));
        }
        self.scratches = given;
        called?;
        match (result, places.results.first()) {
            (Some(result), Some(ArgLocation::Reg(reg))) => self.take_result(result, *reg),
            _ => Ok(()),
        }
    }

    /// Places the arguments and calls. The stack pointer was lowered. `spare` are registers that hold no argument at
    /// the call, some of which are among the `sources`: the operands in registers.
    #[track_caller]
    fn place_and_call(
        &mut self,
        function: Value,
        values: &[Value],
        places: &[ArgLocation],
        (spare, sources): (&[Reg], RegSet),
    ) -> Result<(), GeneratorError> {
        let lowered = self.buffer.lowered_bytes();
        let stack = |offset: u32| Address::stack(offset as i32 - lowered);
        let (target, spare_after) = match (function.bits(), spare) {
            (Some(_), _) => (None, spare),
            (None, [target, after @ ..]) => (Some(Gpr::new(*target)), after),
            (None, []) => return Err(no_register()),
        };
        self.scratches = Scratches::of(spare_after).without(sources);
        // First the operands in registers: those for the stack, then those for registers.
        let (mut general, mut floats) = (Vec::new(), Vec::new());
        for (value, place) in values.iter().zip(places) {
            match (*place, value.reg()) {
                (ArgLocation::Stack(offset), Some(reg)) if reg.is_gp() => {
                    self.store64(stack(offset), Gpr::new(reg));
                }
                (ArgLocation::Stack(offset), Some(reg)) => self.store_double(stack(offset), Fpr::new(reg)),
                (ArgLocation::Reg(reg), _) if reg.is_gp() => {
                    general.push((Gpr::new(reg), value.operand()?));
                }
                (ArgLocation::Reg(_), Some(from)) if from.is_gp() => {
                    return Err(GeneratorError::new("a float in a general register"));
                }
                (ArgLocation::Reg(reg), Some(from)) => floats.push((Fpr::new(reg), Fpr::new(from))),
                (_, None) => {}
            }
        }
        if let Some(target) = target {
            general.push((target, function.operand()?));
        }
        self.set_arguments(&general);
        self.set_float_arguments(&floats);
        // Then those in memory and constants: no other register is an operand any more.
        self.scratches = Scratches::of(spare_after);
        for (value, place) in values.iter().zip(places) {
            match *place {
                ArgLocation::Stack(offset) if value.reg().is_none() => {
                    let scratch = self.scratches.take_gp().map(Gpr::new).ok_or_else(no_register)?;
                    self.mov(scratch, value.operand()?);
                    self.store64(stack(offset), scratch);
                    self.scratches = Scratches::of(spare_after);
                }
                ArgLocation::Reg(reg) if !reg.is_gp() => self.set_float_argument(Fpr::new(reg), *value),
                _ => {}
            }
        }
        let clobbered = self.c_convention().clobbered;
        match target {
            Some(target) => self.call(target, clobbered),
            None => self.call(function.operand()?, clobbered),
        }
        Ok(())
    }

    /// Sets a float argument from memory or a constant.
    #[track_caller]
    fn set_float_argument(&mut self, dst: Fpr<'g>, value: Value) {
        match (value.address(), value.bits(), value.width) {
            (Some(address), _, Width::W32) => self.load_float(dst, address),
            (Some(address), ..) => self.load_double(dst, address),
            (_, Some(bits), Width::W32) => self.move_float_constant(dst, f32::from_bits(bits as u32)),
            (_, Some(bits), _) => self.move_double_constant(dst, f64::from_bits(bits)),
            _ => {}
        }
    }

    #[track_caller]
    fn take_result(&mut self, result: Value, found: Reg) -> Result<(), GeneratorError> {
        match (result.reg(), result.address(), found.bank()) {
            (Some(reg), _, Bank::Gp) if reg.is_gp() => self.mov(Gpr::new(reg), Gpr::new(found)),
            (Some(reg), _, Bank::Fp) if !reg.is_gp() => self.move_double(Fpr::new(reg), Fpr::new(found)),
            (_, Some(place), Bank::Gp) if result.width == Width::W32 => self.store32(place, Gpr::new(found)),
            (_, Some(place), Bank::Gp) => self.store64(place, Gpr::new(found)),
            (_, Some(place), Bank::Fp) if result.width == Width::W32 => {
                self.store_float(place, Fpr::new(found));
            }
            (_, Some(place), Bank::Fp) => self.store_double(place, Fpr::new(found)),
            _ => return Err(GeneratorError::new(format!("{:?} cannot take a result", result.rep))),
        }
        Ok(())
    }
}
