//! Records the operands and states of exits of compiled code as words.
#![allow(unsafe_code)] // setting an exit handler is unsafe: it determines results of code

use super::record_exit::record_exit;
use crate::native;
use barebones::base::{ExitId, TrapCode};
use barebones::interp::{Exit, ExitEntry, ExitFrame, ExitObject};
use barebones::ir::Module;
use barebones::jit::{Code, CodeMemory, Continuation, ExitLinkError, ExitReply, TakenExit};
use barebones::patchpoint::GeneratorRegistry;
use std::error::Error;

/// The trap with which generators and handlers end the execution.
pub const EXIT: TrapCode = TrapCode::User(0xe817);

/// The number of exits without a generator, whose states a handler records.
pub const STATE: u64 = u64::MAX;

/// Encodes the frames and objects of an exit as words.
fn encode(frames: &[ExitFrame], objects: &[ExitObject]) -> Vec<u64> {
    let mut words = vec![frames.len() as u64];
    let add = |words: &mut Vec<u64>, entries: &[ExitEntry]| {
        words.push(entries.len() as u64);
        for entry in entries {
            let encoded = match *entry {
                ExitEntry::Dead => [0, 0],
                ExitEntry::Scalar(ty, bits) => {
                    [1 + u64::from(ty.is_float()) + 2 * u64::from(ty.size()), bits]
                }
                ExitEntry::Vector(bits) => {
                    words.extend([102, bits as u64]);
                    [103, (bits >> 64) as u64]
                }
                ExitEntry::Reference(bits) => [100, bits],
                ExitEntry::Object(id) => [101, u64::from(id.number())],
            };
            words.extend(encoded);
        }
    };
    for frame in frames {
        words.extend([u64::from(frame.function), u64::from(frame.pc), frame.stack().len() as u64]);
        add(&mut words, &frame.entries);
    }
    // The order of objects is not significant.
    let mut objects: Vec<&ExitObject> = objects.iter().collect();
    objects.sort_by_key(|object| object.id.number());
    for object in objects {
        words.extend([u64::from(object.id.number()), u64::from(object.shape)]);
        add(&mut words, &object.fields);
    }
    words.truncate(Recorder::WORDS - 2);
    words
}

/// Exit handler of code without generators: records the values of the state.
fn take_exit(taken: &TakenExit<'_>, record: u64) -> ExitReply {
    let words = match taken.values() {
        Ok(values) => encode(&values.frames, &values.objects),
        Err(error) => return ExitReply::Trap(TrapCode::BadConversion, Some(Box::new(error.to_string()))),
    };
    native::put(record, &[STATE, words.len() as u64]);
    native::put(record + 16, &words);
    ExitReply::Trap(EXIT, None)
}

/// The number of a generator in a module.
fn exit_number(procedure: usize, generator: usize) -> u64 {
    (procedure as u64) << 32 | generator as u64
}

/// The recorded operands of an exit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    /// Number of the generator in the module, or [`STATE`].
    pub number: u64,
    /// The operands, zero-extended; or the frames and objects of the state.
    pub words: Vec<u64>,
}

/// The record of an exit of the interpreter. `None` if the name of its generator is not that of a test generator.
pub fn left(exit: &Exit) -> Option<Left> {
    if exit.generator.is_empty() {
        return Some(Left { number: STATE, words: encode(&exit.frames, &exit.objects) });
    }
    let number = exit.generator.strip_prefix("exit")?.parse().ok()?;
    let words = exit.operands.iter().map(|(_, bits)| *bits).collect();
    Some(Left { number: exit_number(exit.place.procedure as usize, number), words })
}

/// Writes the operands of exits to memory.
#[derive(Clone, Copy, Debug)]
pub struct Recorder {
    record: u64,
}

impl Recorder {
    /// Maximum number of words of a record: a number, the count of the remaining words, and these words.
    pub const WORDS: usize = 200;

    /// A recorder that writes to this address. The caller of the code answers for the memory there.
    pub fn at(record: u64) -> Recorder {
        Recorder { record }
    }

    /// Sets the generators of a module, which are named `exit` with their number in the procedure. They record their
    /// operands and trap.
    pub fn add_generators(self, module: &mut Module) {
        for (p, proc) in module.procedures.iter_mut().enumerate() {
            let mut registry = GeneratorRegistry::new();
            for (n, generator) in proc.generators().values().enumerate() {
                let number = exit_number(p, n);
                registry
                    .add(&generator.name, move |masm, params| record_exit(masm, params, self.record, number));
            }
            registry.resolve(proc);
        }
    }

    /// Links an exit that was not linked yet to other code that takes its frame.
    pub(super) fn link_exit(
        code: &Code,
        memory: &CodeMemory,
        exit: ExitId,
        target: &Code,
    ) -> Result<(), ExitLinkError> {
        // SAFETY: calls of the code promise nothing that depends on its results, and no stub is replaced.
        unsafe { code.link_exit(memory, exit, target, 0) }.map(|_| ())
    }

    /// Enters other code at each exit of compiled code, in its place. `find` gives this code and its argument.
    pub(super) fn continue_exits(
        code: &Code,
        find: impl Fn(&TakenExit<'_>) -> Result<(Code, u64), Box<dyn Error>> + Send + Sync + 'static,
    ) {
        let handler = move |exit: &mut TakenExit<'_>| {
            let found = find(exit).and_then(|(code, argument)| {
                // SAFETY: the code takes the frame that was left, and the tester holds it.
                Ok(unsafe { Continuation::new(code, 0, vec![argument])? })
            });
            found.map_or_else(|error| std::panic::panic_any(error.to_string()), ExitReply::Continue)
        };
        // SAFETY: calls of the code promise nothing that depends on its results.
        unsafe { code.set_exit_handler(handler) };
    }

    /// Records the exits of compiled code that have no generator.
    pub fn handle_exits(self, code: &Code) {
        // SAFETY: calls of the code promise nothing that depends on its results.
        unsafe { code.set_exit_handler(move |taken| take_exit(taken, self.record)) };
    }
}
