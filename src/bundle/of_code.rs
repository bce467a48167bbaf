//! Bundles of linked code: from an address back to the procedure that it was compiled from.

use super::{Bundle, Outcome};
use crate::base::Target;
use crate::ir::{Module, Procedure};
use crate::jit::Code;
use crate::opt::Callees;
use crate::options::Options;
use crate::pipeline::{Attached, Pipeline};
use std::ops::Range;
use std::sync::Arc;

/// What linked code was compiled from. The code keeps it if [`Options::keep_source`] is set.
pub(crate) struct Source {
    pub(crate) input: SourceInput,
    pub(crate) target: Target,
    pub(crate) options: Options,
    pub(crate) callees: Option<Arc<dyn Callees>>,
}

/// What the procedures of an assembly were compiled from, in the order of their code.
pub(crate) struct AssembledSource(pub(crate) Vec<PieceOf>);

/// A procedure of an assembly.
pub(crate) struct PieceOf {
    /// Its instructions in the code.
    pub(crate) range: Range<u32>,
    /// [`CompiledCode::marks_in`](crate::isa::CompiledCode::marks_in) of the range.
    pub(crate) marks: Vec<u32>,
    pub(crate) source: Arc<Source>,
}

impl AssembledSource {
    /// The bundle of the procedure at this offset, with the place; of the first procedure if the offset is in none.
    fn bundle(&self, offset: Option<u32>) -> Option<Bundle> {
        let at = offset.and_then(|offset| self.0.iter().find(|piece| piece.range.contains(&offset)));
        let mut bundle = at.or(self.0.first())?.source.bundle();
        if let (Some(piece), Some(offset)) = (at, offset)
            && piece.has_code_of(&bundle)
        {
            bundle.set_fault(0, offset - piece.range.start);
        }
        Some(bundle)
    }
}

impl PieceOf {
    /// True if the instructions are those of the compilation in the bundle. They have another address, where loops may
    /// have another padding.
    fn has_code_of(&self, bundle: &Bundle) -> bool {
        let Some(proc) = bundle.module.procedures.first() else { return false };
        let mut pipeline = Pipeline::new(self.source.target, self.source.options.clone());
        pipeline.callees = self.source.callees.clone();
        let Ok(code) = pipeline.compile(&mut proc.clone(), Attached::default()) else { return false };
        let whole = 0..code.code_size;
        whole.len() == self.range.len() && code.marks_in(&whole) == self.marks
    }
}

/// The input of a compilation, at entry.
pub(crate) enum SourceInput {
    Procedure(Box<Procedure>),
    Module(Box<Module>),
}

impl Source {
    pub(crate) fn bundle(&self) -> Bundle {
        let Source { input, target, options, callees } = self;
        match input {
            SourceInput::Procedure(proc) => Bundle::of_procedure(proc, *target, options, callees.as_ref()),
            SourceInput::Module(module) => Bundle::of_module(module, *target, options, callees.as_ref()),
        }
    }
}

impl Code {
    /// Compiles the procedure or module of this code again, and returns a bundle that says what is at an address: the
    /// machine instruction, the value of the IR, and its origin. For a return address, give the address before it.
    ///
    /// Of an assembly, the bundle has the procedure that contains the address, or the first one.
    ///
    /// `None` if the code was compiled without [`Options::keep_source`]. The bundle has no place if the address is in
    /// none of the procedures that were linked together, or if the new code has another size: closures for one
    /// compilation ([`LocalGenerators`](crate::patchpoint::LocalGenerators)) are not kept.
    pub fn bundle(&self, address: *const u8) -> Option<Bundle> {
        let source = self.source()?;
        if let Some(assembled) = source.downcast_ref::<AssembledSource>() {
            return assembled.bundle(
                (address as usize).checked_sub(self.start() as usize).and_then(|at| u32::try_from(at).ok()),
            );
        }
        let mut bundle = source.downcast_ref::<Source>()?.bundle();
        let codes = self.siblings();
        for (index, code) in codes.iter().enumerate() {
            let offset = (address as usize).checked_sub(code.start() as usize);
            let offset = offset.filter(|offset| *offset < code.size());
            let size = match bundle.procedures.get(index).map(|record| &record.outcome) {
                Some(Outcome::Compiled { bytes, .. }) => bytes.len(),
                _ => 0,
            };
            if let Some(offset) = offset.filter(|_| size == code.size()) {
                bundle.set_fault(index, offset as u32);
            }
        }
        Some(bundle)
    }
}
