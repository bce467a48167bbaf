//! Calls compiled code with arguments whose types are only known at run time.

use super::trampoline::{CallState, enter};
use super::{CallError, Code, Trap, TrapRecovery};
use crate::base::{ArgLocation, Bank, CallConv, Reg, StackArgs, Type, Variadic};
use std::convert::Infallible;

/// An argument's type and bits.
///
/// All 64 bits of a 32-bit argument in a register are passed: conventions leave the upper half unspecified, so tests
/// can set it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    /// The type: a scalar.
    pub ty: Type,
    /// The bits, starting at bit 0.
    pub bits: u64,
}

/// Maximum bytes of stack arguments. More would need a check against the end of the thread's stack.
const MAX_STACK_BYTES: u32 = 256 << 10;

impl Code {
    /// Calls the procedure, of any signature and convention, with these arguments. Returns the bits of each result,
    /// zero-extended.
    ///
    /// # Errors
    /// Fails if the arguments do not match the procedure.
    ///
    /// # Safety
    /// With these arguments the code's behaviour must be defined. Everything outside the group that the code refers to
    /// must still exist.
    pub unsafe fn call_raw(&self, args: &[Bits]) -> Result<Vec<u64>, CallError> {
        // SAFETY: guaranteed by the caller.
        unsafe { self.call_raw_entry(0, args) }
    }

    /// Like [`Code::call_raw`], at one of the entry points.
    ///
    /// # Errors
    /// Fails if the arguments do not match the procedure, or the entry does not exist.
    ///
    /// # Safety
    /// As for [`Code::call_raw`].
    pub unsafe fn call_raw_entry(&self, entry: usize, args: &[Bits]) -> Result<Vec<u64>, CallError> {
        let run = |state: &mut CallState| {
            // SAFETY: the state was built for this code; the rest is guaranteed by the caller.
            unsafe { enter(state) };
            Ok(())
        };
        Ok(self.call_with(entry, args, run)?.unwrap_or_else(|never: Infallible| match never {}))
    }

    /// Like [`Code::call_raw`]; returns a trap as an inner error.
    ///
    /// # Errors
    /// Fails if the arguments do not match the procedure. The inner error is the trap.
    ///
    /// # Safety
    /// As for [`Code::call_raw`], except that the code may trap. The host functions that it calls must follow the rules
    /// of [`TrapRecovery::catch`].
    pub unsafe fn call_raw_catching(
        &self,
        recovery: TrapRecovery,
        args: &[Bits],
    ) -> Result<Result<Vec<u64>, Trap>, CallError> {
        self.call_with(0, args, |state: &mut CallState| {
            // SAFETY: the state was built for this code; the closure owns nothing; the rest is guaranteed by the
            // caller.
            unsafe { recovery.catch(|| enter(state)) }
        })
    }

    /// Calls the procedure after checking the argument types against its signature.
    fn call_with<E>(
        &self,
        entry: usize,
        args: &[Bits],
        run: impl FnOnce(&mut CallState) -> Result<(), E>,
    ) -> Result<Result<Vec<u64>, E>, CallError> {
        let types: Vec<Type> = args.iter().map(|arg| arg.ty).collect();
        let results = &self.function_at(entry).1.results;
        self.check_types(entry, &types, results)?;
        let function = self.checked_entry(entry)?;
        let callee = RawCallee {
            name: self.name(),
            function,
            convention: self.convention(),
            params: &types,
            results,
            variadic_start: types.len(),
        };
        callee.call(args.iter().map(|arg| arg.bits), run)
    }
}

/// A function to call, with its signature and convention.
pub(super) struct RawCallee<'a> {
    /// Its name, for errors.
    pub(super) name: &'a str,
    pub(super) function: *const u8,
    pub(super) convention: &'static CallConv,
    /// Types of all arguments, including variadic ones; scalars.
    pub(super) params: &'a [Type],
    pub(super) results: &'a [Type],
    /// The number of non-variadic arguments.
    pub(super) variadic_start: usize,
}

impl RawCallee<'_> {
    /// Places the arguments according to the convention, runs the call, and reads the results.
    pub(super) fn call<E>(
        &self,
        args: impl Iterator<Item = u64> + Clone,
        run: impl FnOnce(&mut CallState) -> Result<(), E>,
    ) -> Result<Result<Vec<u64>, E>, CallError> {
        let RawCallee { convention, params, results, .. } = *self;
        let procedure = || self.name.to_string();
        let assignment = convention.assign(params, results, self.variadic_start).ok_or_else(|| {
            CallError::NoPlaceForResults { procedure: procedure(), convention: convention.name }
        })?;
        if assignment.stack_bytes > MAX_STACK_BYTES {
            let (bytes, limit) = (assignment.stack_bytes, MAX_STACK_BYTES);
            return Err(CallError::TooManyArguments { procedure: procedure(), bytes, limit });
        }

        let mut stack = vec![0u64; assignment.stack_bytes.div_ceil(8) as usize];
        for (i, ((bits, ty), location)) in args.clone().zip(params).zip(&assignment.params).enumerate() {
            if let ArgLocation::Stack(offset) = *location {
                // Variadic arguments are never packed.
                let packed = convention.stack_args == StackArgs::Packed && i < self.variadic_start;
                store(&mut stack, offset, if packed { ty.size() } else { 8 }, bits);
            }
        }
        // The state owns the stack until the call has run.
        let mut state = CallState::new(self.function, &mut stack);
        for (bits, location) in args.clone().zip(&assignment.params) {
            if let ArgLocation::Reg(reg) = *location {
                *register(&mut state, reg) = bits;
            }
        }
        for (parameter, reg) in &assignment.copies {
            *register(&mut state, *reg) = args.clone().nth(*parameter).unwrap_or_default();
        }
        // Functions that are not variadic ignore it.
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

fn register(state: &mut CallState, reg: Reg) -> &mut u64 {
    match reg.bank() {
        Bank::Gp => &mut state.gp[reg.number() as usize],
        Bank::Fp => &mut state.fp[reg.number() as usize],
    }
}

/// Writes the low `size` bytes (4 or 8) of `bits` at a byte offset that is a multiple of `size`.
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
