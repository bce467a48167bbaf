//! Which machine instruction each part of the code was emitted for.
//!
//! Code records the origin of each of its parts, and origins do not influence it. So each instruction gets its number
//! as its origin before emission, and the origins of the finished code are mapped back. The buffer knows the origins of
//! the numbers, because generators and patchable sites need the client's.

use super::observe::CodeLine;
use crate::air::InstBuffer;
use crate::base::{Origin, Target};
use crate::isa::{CodeBuffer, CompiledCode};

/// The text and the origin of each numbered instruction.
#[derive(Debug, Default)]
pub(super) struct Lines {
    insts: Vec<(String, Origin)>,
}

impl Lines {
    pub(super) fn clear(&mut self) {
        self.insts.clear();
    }

    /// Replaces the origins of instructions by their numbers, which continue those of earlier calls.
    pub(super) fn number(&mut self, insts: &mut InstBuffer, target: &Target, buffer: &mut CodeBuffer) {
        for place in 0..insts.insts.len() {
            let origin = std::mem::replace(&mut insts.insts[place].origin, Origin::NONE);
            let inst = &insts.insts[place];
            let text = inst.display(target, insts.args(inst)).to_string();
            insts.insts[place].origin = Origin(self.insts.len() as u32);
            self.insts.push((text, origin));
        }
        buffer.set_numbered_origins(self.insts.iter().map(|(_, origin)| *origin).collect());
    }

    fn origin(&self, number: Origin) -> Origin {
        self.insts.get(number.0 as usize).map_or(Origin::NONE, |(_, origin)| *origin)
    }

    /// Replaces the numbers in the code by the origins of their instructions. Returns the lines by offset.
    pub(super) fn resolve(&self, code: &mut CompiledCode) -> Vec<CodeLine> {
        let line = |offset: u32, number: Origin| {
            let known = self.insts.get(number.0 as usize);
            let (inst, origin) = known.cloned().unwrap_or_default();
            CodeLine { offset, inst, origin, number: known.map(|_| number.0) }
        };
        let lines = code.origins.iter().map(|part| line(part.offset, part.origin)).collect();
        code.origins.iter_mut().for_each(|part| part.origin = self.origin(part.origin));
        code.origins.dedup_by_key(|part| part.origin);
        code.trap_sites.iter_mut().for_each(|site| site.origin = self.origin(site.origin));
        lines
    }
}
