//! Prepared procedures: compiled as far as allocated machine code, and emitted later, any number of times.

use super::Result;
use super::back_end::BackEnd;
use super::error::{CompileError, emission_error};
use super::observe::Stage;
use crate::air::{self, Code as Air};
use crate::air_opt::Placed;
use crate::base::Origin;
use crate::ir::ValueId;
use crate::isa::{CodeBuffer, FrameInfo, Label};
use crate::patchpoint::Closures;

/// Everything that emission needs of a procedure.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) code: Air,
    pub(crate) frame: FrameInfo,
    /// Blocks in order of emission.
    placed: Vec<Placed>,
    /// Patchpoints by their specials.
    patchpoints: Vec<(air::SpecialId, ValueId)>,
}

impl BackEnd<'_, '_> {
    /// Compiles up to allocated code. The frame is created at the entry, because prologues come first in an assembly.
    pub(super) fn prepare(mut self) -> Result<Parts> {
        let mut code = Air::new(self.target);
        self.order_blocks();
        self.begin_selection(&mut code)?;
        self.whole_procedure(&mut code)?;
        self.begin(Stage::Emit);
        self.work.shrink_wrap.clear();
        self.place_blocks(&mut code);
        let mut frame = self.emitter.frame_info(&code).map_err(CompileError::emission)?;
        frame.signs_return_address = self.options.branch_protection.sign_return_address;
        let placed = self.work.placed.clone();
        let patchpoints = self.work.selector.patchpoints().to_vec();
        Ok(Parts { code, frame, placed, patchpoints })
    }

    /// Emits prologues, blocks and out-of-line code at the current position. Returns the entries.
    pub(super) fn emit_prepared(mut self, parts: &Parts, buffer: &mut CodeBuffer) -> Result<Vec<Label>> {
        self.begin(Stage::Emit);
        self.work.shrink_wrap.clear();
        self.begin_emission(&parts.code, buffer);
        let entries = self.emitter.emit_prologues(buffer, &parts.code, &parts.frame, &self.work.bodies);
        self.emit_blocks(&parts.placed, &parts.code, buffer)?;
        let generators = &mut Closures { proc: self.proc, local: self.generators.as_deref_mut() };
        self.emitter.emit_cold(buffer, &mut self.work.emission, &parts.code, generators);
        buffer.set_origin(Origin::NONE);
        buffer.take_written();
        buffer.end_procedure();
        match buffer.error() {
            Some(error) => Err(emission_error(self.proc, &parts.patchpoints, error.clone())),
            None => Ok(entries),
        }
    }
}
