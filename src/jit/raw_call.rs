//! Calling compiled code with arguments whose types are known only at run time.

use super::trampoline::{MachineState, enter};
use super::{CallError, Code, Trap, TrapRecovery};
use crate::base::{ArgLocation, Bank, CallConv, Reg, StackArgs, Type, Variadic};
use std::convert::Infallible;

/// The bits of an argument.
///
/// Of a 32-bit argument in a register, all 64 bits are passed: conventions leave the upper half unspecified, and
/// so a test can put there what it likes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    /// Its type: a scalar.
    pub ty: Type,
    /// Its bits, from the lowest.
    pub bits: u64,
}

/// The most that a call puts on the stack; more would need a check against the end of the thread's stack.
const MAX_STACK_BYTES: u32 = 256 << 10;

impl Code {
    /// Calls the procedure with these arguments, of any signature and convention, and gives its results: the
    /// bits of each, zero-extended.
    ///
    /// # Errors
    ///
    /// The arguments are not those of the procedure.
    ///
    /// # Safety
    ///
    /// With these arguments the code does nothing undefined, and nothing outside the group that it refers to is
    /// gone.
    pub unsafe fn call_raw(&self, args: &[Bits]) -> Result<Vec<u64>, CallError> {
        // SAFETY: the caller's.
        unsafe { self.call_raw_entry(0, args) }
    }

    /// As [`Code::call_raw`], at one of the entry points.
    ///
    /// # Errors
    ///
    /// The arguments are not those of the procedure, or it has no such entry.
    ///
    /// # Safety
    ///
    /// As for [`Code::call_raw`].
    pub unsafe fn call_raw_entry(&self, entry: usize, args: &[Bits]) -> Result<Vec<u64>, CallError> {
        let run = |state: &mut MachineState| {
            // SAFETY: the state is one for this code; the rest is the caller's.
            unsafe { enter(state) };
            Ok(())
        };
        Ok(self.call_with(entry, args, run)?.unwrap_or_else(|never: Infallible| match never {}))
    }

    /// As [`Code::call_raw`]; a trap is an error of its own.
    ///
    /// # Errors
    ///
    /// The arguments are not those of the procedure. Inside, the trap.
    ///
    /// # Safety
    ///
    /// As for [`Code::call_raw`]; a trap is not undefined, and the host functions that the code calls keep the
    /// rules of [`TrapRecovery::catch`].
    pub unsafe fn call_raw_catching(
        &self,
        recovery: TrapRecovery,
        args: &[Bits],
    ) -> Result<Result<Vec<u64>, Trap>, CallError> {
        self.call_with(0, args, |state: &mut MachineState| {
            // SAFETY: the state is one for this code; the closure owns nothing; the rest is the caller's.
            unsafe { recovery.catch(|| enter(state)) }
        })
    }

    /// Calls the procedure with arguments that are compared with its signature.
    fn call_with<E>(
        &self,
        entry: usize,
        args: &[Bits],
        run: impl FnOnce(&mut MachineState) -> Result<(), E>,
    ) -> Result<Result<Vec<u64>, E>, CallError> {
        let types: Vec<Type> = args.iter().map(|arg| arg.ty).collect();
        let results = &self.signature().results;
        self.check_types(&types, results)?;
        let function = self.checked_entry(entry)?;
        let callee = RawCallee {
            function,
            convention: self.convention(),
            params: &types,
            results,
            variadic_start: types.len(),
        };
        callee.call(args.iter().map(|arg| arg.bits), run)
    }
}

/// A function, and how it is called.
pub(super) struct RawCallee<'a> {
    pub(super) function: *const u8,
    pub(super) convention: &'static CallConv,
    /// Types of all arguments; scalars.
    pub(super) params: &'a [Type],
    pub(super) results: &'a [Type],
    /// How many arguments the function surely has.
    pub(super) variadic_start: usize,
}

impl RawCallee<'_> {
    /// Puts arguments where the convention wants them, runs, and gets results from where it leaves them.
    pub(super) fn call<E>(
        &self,
        args: impl Iterator<Item = u64> + Clone,
        run: impl FnOnce(&mut MachineState) -> Result<(), E>,
    ) -> Result<Result<Vec<u64>, E>, CallError> {
        let RawCallee { convention, params, results, .. } = *self;
        let assignment = convention
            .assign(params, results, self.variadic_start)
            .ok_or(CallError::NoPlaceForResults { convention: convention.name })?;
        if assignment.stack_bytes > MAX_STACK_BYTES {
            let (bytes, limit) = (assignment.stack_bytes, MAX_STACK_BYTES);
            return Err(CallError::TooManyArguments { bytes, limit });
        }

        let mut stack = vec![0u64; assignment.stack_bytes.div_ceil(8) as usize];
        for (i, ((bits, ty), location)) in args.clone().zip(params).zip(&assignment.params).enumerate() {
            if let ArgLocation::Stack(offset) = *location {
                // What is variable is never packed.
                let packed = convention.stack_args == StackArgs::Packed && i < self.variadic_start;
                store(&mut stack, offset, if packed { ty.size() } else { 8 }, bits);
            }
        }
        // Until it has run, the stack is the state's alone.
        let mut state = MachineState::new(self.function, &mut stack);
        for (bits, location) in args.clone().zip(&assignment.params) {
            if let ArgLocation::Reg(reg) = *location {
                *register(&mut state, reg) = bits;
            }
        }
        for (parameter, reg) in &assignment.copies {
            *register(&mut state, *reg) = args.clone().nth(*parameter).unwrap_or_default();
        }
        // A function that counts nothing does not mind.
        if let Variadic::CountFp(reg) = convention.variadic {
            *register(&mut state, reg) = u64::from(assignment.fp_args);
        }
        if let Err(error) = run(&mut state) {
            return Ok(Err(error));
        }
        let results = results.iter().zip(&assignment.results).map(|(ty, location)| {
            let bits = match *location {
                ArgLocation::Reg(reg) => *register(&mut state, reg),
                ArgLocation::Stack(offset) => stack[offset as usize / 8],
            };
            if ty.size() == 4 { bits & u64::from(u32::MAX) } else { bits }
        });
        Ok(Ok(results.collect()))
    }
}

fn register(state: &mut MachineState, reg: Reg) -> &mut u64 {
    match reg.bank() {
        Bank::Gp => &mut state.gp[reg.number() as usize],
        Bank::Fp => &mut state.fp[reg.number() as usize],
    }
}

/// Writes the low `size` bytes of `bits` at an offset in bytes that is a multiple of `size`, which is 4 or 8.
fn store(stack: &mut [u64], offset: u32, size: u32, bits: u64) {
    let word = &mut stack[offset as usize / 8];
    if size == 8 {
        *word = bits;
    } else {
        let shift = offset % 8 * 8;
        let mask = u64::from(u32::MAX) << shift;
        *word = *word & !mask | bits << shift & mask;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_arguments_do_not_touch_their_neighbours() {
        let mut stack = [u64::MAX; 2];
        store(&mut stack, 4, 4, 0xAAAA_AAAA_1234_5678);
        assert_eq!(stack, [0x1234_5678_FFFF_FFFF, u64::MAX]);
        store(&mut stack, 0, 4, 0);
        store(&mut stack, 8, 8, 7);
        assert_eq!(stack, [0x1234_5678_0000_0000, 7]);
    }
}
