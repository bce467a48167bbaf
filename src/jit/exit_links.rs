//! Exits that lead to the OSR entry of other code, without the handler.
//!
//! The linker emits a *stub*: it writes the exit state to a buffer on the stack and calls the entry. The slot of the
//! exit has the address of the stub, and the exit thunk resumes there. So an exit is linked and unlinked by one store,
//! while other threads take it, also where code cannot be changed.

use super::link::{Linkable, link};
use super::{Code, CodeMemory, LinkError};
use crate::base::{ArgLocation, ExitId, OsrLayout, OsrSlot, Type};
use crate::interp::{ExitEntry, ExitFrame, OsrEntryError};
use crate::isa::{
    CodeBuffer, DescribedEntry, EmitError, ExitDescription, ExitKind, ExitPlace, ExitStub, ExitTableError,
    MAX_WORDS, WordMove, emit_exit_stub,
};
use crate::support::error_type;
use std::sync::atomic::Ordering::SeqCst;

/// Why an exit was not linked. It calls the handler as before.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExitLinkError {
    /// The procedure has no exit of this number that code takes.
    NoExit {
        /// The procedure.
        procedure: String,
        /// The number.
        exit: ExitId,
    },
    /// The exit states of the procedure are malformed.
    Malformed(ExitTableError),
    /// The exit is in an assembly of several procedures.
    Assembly {
        /// The assembly.
        procedure: String,
    },
    /// The entry is no OSR entry, or has other parameters than its buffer.
    NoOsrEntry {
        /// The code to enter.
        target: String,
        /// The number of the entry.
        entry: usize,
    },
    /// The frames of the exit do not fit the entry. An object that the exit materializes fits none.
    Frames(OsrEntryError),
    /// The results or the convention of the two procedures differ.
    Signature {
        /// The procedure that exits.
        procedure: String,
        /// The code to enter.
        target: String,
    },
    /// The procedure returns results on the stack, or pops too many arguments.
    Stack {
        /// The procedure that exits.
        procedure: String,
    },
    /// The buffer of the entry is too large to be on the stack.
    Buffer {
        /// Its length in words.
        words: usize,
    },
    /// The stub could not be emitted.
    Emit(EmitError),
    /// The stub could not be linked, for example for lack of memory.
    Link(LinkError),
}

error_type!(ExitLinkError {
    ExitLinkError::NoExit { procedure, exit } => "`{procedure}` has no {exit} that its code takes";
    ExitLinkError::Malformed(error) => "{error}";
    ExitLinkError::Assembly { procedure } => "the exits of `{procedure}`, an assembly, cannot be linked";
    ExitLinkError::NoOsrEntry { target, entry } =>
        "entry {entry} of `{target}` is no OSR entry with a buffer as its only parameter";
    ExitLinkError::Frames(error) => "{error}";
    ExitLinkError::Signature { procedure, target } =>
        "an exit of `{procedure}` cannot enter `{target}`: the results or the convention differ";
    ExitLinkError::Stack { procedure } =>
        "an exit of `{procedure}` cannot be linked: its results are on the stack, or its arguments are too many";
    ExitLinkError::Buffer { words } => "an OSR entry with a buffer of {words} words, more than an exit can pass";
    ExitLinkError::Emit(error) => "{error}";
    ExitLinkError::Link(error) => "{error}";
});

impl From<ExitTableError> for ExitLinkError {
    fn from(error: ExitTableError) -> ExitLinkError {
        ExitLinkError::Malformed(error)
    }
}

impl Code {
    /// Links an exit to an OSR entry of other code: from now on threads that take the exit enter there, with the state of
    /// the exit, and the handler is not called. What the entered code returns, the procedure returns. Its frame stays on
    /// the stack until then. The context of the call stays set.
    ///
    /// The code of the stub is allocated in `memory`. It keeps the target alive, and this code the stub, until the exit is
    /// unlinked or linked again. The handle to the previous stub is returned.
    ///
    /// Threads may take the exit meanwhile: each uses the old or the new link. An exit of an instruction that traps is
    /// only taken if there is an exit handler.
    ///
    /// # Errors
    /// The exit or the entry does not exist, they do not fit, or there is no memory. Nothing was changed.
    ///
    /// # Safety
    /// The target, entered with the state of the exit, returns what the procedure should return.
    ///
    /// The returned handle may be the last one: it is dropped only when no thread runs the stub or its target any more.
    /// [`Quiescence::retire`](super::Quiescence::retire) drops it when each registered thread has left the code.
    pub unsafe fn link_exit(
        &self,
        memory: &CodeMemory,
        exit: ExitId,
        target: &Code,
        entry: usize,
    ) -> Result<Option<Code>, ExitLinkError> {
        let no_exit = || ExitLinkError::NoExit { procedure: self.name().into(), exit };
        let slot = self.exit_slots().get(self.exits(), exit).ok_or_else(no_exit)?;
        let description = slot.description(self.exits(), exit)?;
        if description.kind == ExitKind::Call {
            return Err(no_exit());
        }
        let stub = self.exit_stub(memory, description, target, entry)?;
        stub.set_link_target(STUB_TARGET, Some(target), || {});
        let key = slot.link_key(&self.group().links);
        let place = stub.entry().cast_mut();
        Ok(self.set_link_target(key, Some(&stub), || slot.set_link(Some(place))))
    }

    /// Makes an exit call the handler again. Returns the handle to its stub; `None` if it was not linked.
    ///
    /// # Safety
    /// As for the handle that [`Code::link_exit`] returns.
    pub unsafe fn unlink_exit(&self, exit: ExitId) -> Option<Code> {
        let slot = self.exit_slots().get(self.exits(), exit)?;
        let key = slot.link_key(&self.group().links);
        self.set_link_target(key, None, || slot.set_link(None))
    }

    /// True if the exit leads to other code, not to the handler.
    pub fn is_exit_linked(&self, exit: ExitId) -> bool {
        self.exit_slots().existing(exit).is_some_and(|slot| slot.link().is_some())
    }

    /// Links the code between an exit and an entry.
    fn exit_stub(
        &self,
        memory: &CodeMemory,
        description: &ExitDescription,
        target: &Code,
        entry: usize,
    ) -> Result<Code, ExitLinkError> {
        let (from, to) = (|| self.name().to_string(), || target.name().to_string());
        let piece = self.only_piece().ok_or_else(|| ExitLinkError::Assembly { procedure: from() })?;
        let no_entry = || ExitLinkError::NoOsrEntry { target: to(), entry };
        let address = target.entry_at(entry).ok_or_else(no_entry)?;
        let number = u32::try_from(entry).map_err(|_| no_entry())?;
        let layout = target.osr_layout(number).ok_or_else(no_entry)?;
        let (_, signature) = target.function_at(entry);
        let convention = target.convention();
        if signature.results != piece.signature.results || piece.convention.name != convention.name {
            return Err(ExitLinkError::Signature { procedure: from(), target: to() });
        }
        let needed = convention.assign(&signature.params, &signature.results, signature.params.len());
        let needed = needed.filter(|_| signature.params == [Type::Int64]).ok_or_else(no_entry)?;
        let Some(&ArgLocation::Reg(argument)) = needed.params.first() else { return Err(no_entry()) };
        let own = piece.assignment();
        if own.results.iter().any(|location| matches!(location, ArgLocation::Stack(_))) {
            return Err(ExitLinkError::Stack { procedure: from() });
        }
        let words = layout.word_count();
        let words = u32::try_from(words)
            .ok()
            .filter(|words| *words <= MAX_WORDS)
            .ok_or(ExitLinkError::Buffer { words })?;
        let moves = word_moves(layout, description).map_err(ExitLinkError::Frames)?;
        let stub = ExitStub {
            frame: &piece.frame,
            convention: piece.convention,
            popped: if piece.convention.callee_pops { own.param_bytes } else { 0 },
            moves: &moves,
            words,
            outgoing: needed.stack_bytes,
            argument,
            entry: address.expose_provenance() as u64,
        };
        let Some(arch) = super::host_arch() else { return Err(ExitLinkError::Stack { procedure: from() }) };
        let mut buffer = CodeBuffer::new(arch);
        let frame = emit_exit_stub(&mut buffer, memory.is_guarded(), &stub);
        let frame = frame.ok_or_else(|| ExitLinkError::Stack { procedure: from() })?;
        let code = buffer.finish(frame).map_err(ExitLinkError::Emit)?;
        let name = format!("{} of {}", description.exit, self.name());
        let stub =
            Linkable { name: &name, code: &code, signature: &piece.signature, convention: piece.convention };
        let mut codes = link(memory, &[stub], &[], &|_, _| None).map_err(ExitLinkError::Link)?;
        Ok(codes.swap_remove(0))
    }
}

/// The key of the target of a stub, in the targets of its group.
const STUB_TARGET: u32 = 1 << 31;

impl super::exit_slots::ExitSlot {
    /// The key of the exit's stub in the targets of its group: unique in the group, and no offset of a cell.
    fn link_key(&self, numbers: &std::sync::atomic::AtomicU32) -> u32 {
        if self.link_number.load(SeqCst) == 0 {
            let new = numbers.fetch_add(1, SeqCst) + 1;
            // Another thread may have been faster.
            _ = self.link_number.compare_exchange(0, new, SeqCst, SeqCst);
        }
        STUB_TARGET | self.link_number.load(SeqCst)
    }
}

/// The words of an entry's buffer, and where the exit finds their values.
fn word_moves(layout: &OsrLayout, exit: &ExitDescription) -> Result<Vec<WordMove>, OsrEntryError> {
    // The frames with the number of a place for each value: the words get these numbers.
    let mut places = Vec::new();
    let mut frames = Vec::new();
    for (n, frame) in exit.frames.iter().enumerate() {
        let slots = layout.frames.get(n).map_or(&[][..], |frame| &frame.slots);
        let entries = frame.entries.iter().enumerate().map(|(n, entry)| match (*entry, slots.get(n)) {
            (DescribedEntry::Dead, _) => ExitEntry::Dead,
            (DescribedEntry::Object(id), _) => ExitEntry::Object(id),
            // A constant of the code to enter must be one of the exit, too.
            (DescribedEntry::Scalar(ty, ExitPlace::Constant(bits)), Some(OsrSlot::Constant(..))) => {
                ExitEntry::Scalar(ty, bits)
            }
            (DescribedEntry::Scalar(ty, _), Some(OsrSlot::Constant(_, bits))) => ExitEntry::Scalar(ty, !bits),
            (DescribedEntry::Scalar(ty, place), _) => {
                places.push((ty, place));
                ExitEntry::Scalar(ty, places.len() as u64 - 1)
            }
            (DescribedEntry::Reference(ty, place), _) => {
                places.push((ty, place));
                ExitEntry::Reference(places.len() as u64 - 1)
            }
        });
        let entries = entries.collect();
        frames.push(ExitFrame {
            function: frame.function,
            pc: frame.pc,
            local_count: frame.local_count,
            entries,
        });
    }
    const UNUSED: u64 = u64::MAX;
    let mut words = vec![UNUSED; layout.word_count()];
    layout.fill(&frames, &mut words)?;
    let moves = (0..).zip(&words).filter_map(|(word, number)| {
        let &(ty, from) = places.get(usize::try_from(*number).ok()?)?;
        Some(WordMove { from, ty, word })
    });
    Ok(moves.collect())
}
