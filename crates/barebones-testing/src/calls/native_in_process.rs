//! Calls in this process, on systems where child processes do not report traps. If traps cannot be caught either, a
//! trap ends the process.

use super::Native;
use crate::calls::{Argument, Call, Outcome, Scalar};
use barebones::base::Origin;
use barebones::ir::ValueId;
use barebones::jit::{Bits, CodeLocation, TrapRecovery};

/// Whether a trap ends the process: here it never does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Traps {
    End,
    Catch,
}

pub(super) fn call(native: &Native, calls: &[Call], _seconds: u32, _traps: Traps) -> Vec<Outcome> {
    calls.iter().map(|call| call_in_process(native, call)).collect()
}

fn call_in_process(native: &Native, call: &Call) -> Outcome {
    let code = &native.codes[call.procedure];
    for (index, data) in native.data.iter().enumerate() {
        if let Some(memory) = code.data(index) {
            // SAFETY: the data has the size of the module's, and no code that uses it is running.
            unsafe { memory.cast::<u8>().copy_from_nonoverlapping(data.bytes.as_ptr(), data.bytes.len()) };
        }
    }
    let mut copies: Vec<Vec<u8>> = Vec::new();
    let mut args = Vec::new();
    for (ty, argument) in &call.args {
        let bits = match argument {
            Argument::Bits(bits) => *bits,
            Argument::Data(index) => code.data(*index).map_or(0, |memory| memory.cast::<u8>() as u64),
            Argument::Bytes(bytes) => {
                copies.push(bytes.to_vec());
                copies.last_mut().map_or(0, |copy| copy.as_mut_ptr() as u64)
            }
        };
        args.push(Bits { ty: *ty, bits });
    }
    let entry = call.entry as usize;
    // SAFETY: the caller answers for what the code does. If it traps, objects owned by functions that it calls are
    // not used again.
    let ended = unsafe {
        match TrapRecovery::install() {
            Ok(recovery) => recovery.catch(|| code.call_raw_entry(entry, &args)),
            Err(_) => Ok(code.call_raw_entry(entry, &args)),
        }
    };
    match ended {
        Ok(Ok(results)) => {
            let types = super::word_types(&code.signature().results);
            Outcome::Returned(types.zip(results).map(|(ty, bits)| Scalar { ty, bits }).collect())
        }
        Ok(Err(error)) => Outcome::Failed(error.to_string()),
        Err(trap) => {
            let site = trap.site.filter(|site| site.origin != Origin::NONE);
            let index =
                |site: &CodeLocation| native.codes.iter().position(|code| code.start() == site.code.start());
            let place = site.and_then(|site| Some((index(&site)?, ValueId::new(site.origin.0))));
            Outcome::Trapped { code: trap.code, place }
        }
    }
}
