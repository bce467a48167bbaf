//! Bundles of linked code: from an address back to the procedure that it was compiled from.

use super::{Bundle, Outcome};
use crate::base::Target;
use crate::ir::{Module, Procedure};
use crate::jit::Code;
use crate::opt::Callees;
use crate::options::Options;
use std::sync::Arc;

/// What linked code was compiled from. The code keeps it if [`Options::keep_source`] is set.
pub(crate) struct Source {
    pub(crate) input: SourceInput,
    pub(crate) target: Target,
    pub(crate) options: Options,
    pub(crate) callees: Option<Arc<dyn Callees>>,
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
    /// `None` if the code was compiled without [`Options::keep_source`]. The bundle has no place if the address is in
    /// none of the procedures that were linked together, or if the new code has another size: closures for one
    /// compilation ([`LocalGenerators`](crate::patchpoint::LocalGenerators)) are not kept.
    pub fn bundle(&self, address: *const u8) -> Option<Bundle> {
        let source = self.source()?;
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
