//! Calls compiled code with arguments whose types are only known at run time.

use super::trampoline::{CallState, enter};
use super::{CallError, Code, Trap, TrapRecovery};
use crate::base::{ArgLocation, Bank, CallConv, Reg, StackArgs, Type, Variadic};
use std::convert::Infallible;

/// A word of an argument, with the argument's type and its bits. A vector has two, the low half first.
///
/// All 64 bits of a 32-bit argument in a register are passed: conventions leave the upper half unspecified, so tests
/// can set it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bits {
    /// The type: a scalar or V128.
    pub ty: Type,
    /// The bits, starting at bit 0.
    pub bits: u64,
}

/// Maximum bytes of stack arguments. More would need a check against the end of the thread's stack.
const MAX_STACK_BYTES: u32 = 256 << 10;

impl Code {
    /// Calls the procedure, of any signature and convention, with these arguments. Returns the bits of each result,
    /// zero-extended; a vector has two words, the low half first.
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
        let mut types: Vec<Type> = Vec::with_capacity(args.len());
        let mut words = args.iter().map(|arg| arg.ty).peekable();
        while let Some(ty) = words.next() {
            let is_whole = !ty.is_vector() || words.next_if_eq(&ty).is_some();
            types.push(if is_whole { ty } else { Type::Void });
        }
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
    /// Types of all arguments, including variadic ones; scalars and vectors.
    pub(super) params: &'a [Type],
    pub(super) results: &'a [Type],
    /// The number of non-variadic arguments.
    pub(super) variadic_start: usize,
}

impl RawCallee<'_> {
    /// Places the arguments according to the convention, runs the call, and reads the results. A vector has two words.
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
        let mut words = args.clone();
        let values: Vec<[u64; 2]> =
            params.iter().map(|ty| [0, 1].map(|word| next_word(&mut words, word < ty.words()))).collect();
        for (i, (([bits, high], ty), location)) in
            values.iter().zip(params).zip(&assignment.params).enumerate()
        {
            if let ArgLocation::Stack(offset) = *location {
                // Variadic arguments are never packed.
                let packed = convention.stack_args == StackArgs::Packed && i < self.variadic_start;
                store(&mut stack, offset, if packed { ty.size().min(8) } else { 8 }, *bits);
                if ty.is_vector() {
                    store(&mut stack, offset + 8, 8, *high);
                }
            }
        }
        // The state owns the stack until the call has run.
        let mut state = CallState::new(self.function, &mut stack);
        for (bits, location) in values.iter().zip(&assignment.params) {
            if let ArgLocation::Reg(reg) = *location {
                set_register(&mut state, reg, *bits);
            }
        }
        for (parameter, reg) in &assignment.copies {
            set_register(&mut state, *reg, values.get(*parameter).copied().unwrap_or_default());
        }
        // Functions that are not variadic ignore it.
        if let Variadic::CountFp(reg) = convention.variadic {
            set_register(&mut state, reg, [u64::from(assignment.fp_args), 0]);
        }
        if let Err(error) = run(&mut state) {
            return Ok(Err(error));
        }
        let mut words = Vec::with_capacity(results.len());
        for (ty, location) in results.iter().zip(&assignment.results) {
            let [low, high] = match *location {
                ArgLocation::Reg(reg) => register(&state, reg),
                ArgLocation::Stack(offset) => {
                    let at = offset as usize / 8;
                    [stack[at], stack.get(at + 1).copied().unwrap_or(0)]
                }
            };
            words.push(if ty.size() == 4 { low & u64::from(u32::MAX) } else { low });
            words.extend(ty.is_vector().then_some(high));
        }
        Ok(Ok(words))
    }
}

/// The next word of the arguments, if the argument has it.
fn next_word(words: &mut impl Iterator<Item = u64>, has: bool) -> u64 {
    if has { words.next().unwrap_or_default() } else { 0 }
}

/// The content of a register, the low half first.
fn register(state: &CallState, reg: Reg) -> [u64; 2] {
    match reg.bank() {
        Bank::Gp => [state.gp[reg.number() as usize], 0],
        Bank::Fp => state.fp[reg.number() as usize],
    }
}

fn set_register(state: &mut CallState, reg: Reg, bits: [u64; 2]) {
    match reg.bank() {
        Bank::Gp => state.gp[reg.number() as usize] = bits[0],
        Bank::Fp => state.fp[reg.number() as usize] = bits,
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
