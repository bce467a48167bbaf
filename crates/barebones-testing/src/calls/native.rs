//! Compiled code in child processes: whatever it does, the parent learns what it did.

use super::{Call, Outcome, functions};
use barebones::Compiler;
use barebones::base::Origin;
use barebones::error::CompileError;
use barebones::ir::{Data, Module, Procedure};
use barebones::jit::Code;

// Forking, shared memory and calls of code that was just compiled cannot be said in safe Rust.
#[allow(unsafe_code)]
#[cfg_attr(target_os = "linux", path = "native_child.rs")]
#[cfg_attr(not(target_os = "linux"), path = "native_here.rs")]
mod process;

/// A module compiled for this machine, to be called.
pub struct Native {
    codes: Vec<Code>,
    /// The data as it is before a call.
    data: Vec<Data>,
}

impl Native {
    /// Compiles a module. The origin of each value becomes its own number, so that traps name their value.
    ///
    /// # Errors
    /// As [`Compiler::compile_module`].
    pub fn compile(compiler: &mut Compiler, mut module: Module) -> Result<Native, CompileError> {
        module.procedures.iter_mut().for_each(number_origins);
        let data = module.data.clone();
        let codes = compiler.compile_module(module, &functions::address).map_err(|failure| failure.error)?;
        Ok(Native { codes, data })
    }

    /// The code of each procedure.
    pub fn codes(&self) -> &[Code] {
        &self.codes
    }

    /// Makes calls, one after the other, each with the module's data as it was. How each ended.
    ///
    /// They run in a child process, and after a trap in another one. A call that takes longer than `seconds`
    /// has failed.
    pub fn call(&self, calls: &[Call], seconds: u32) -> Vec<Outcome> {
        process::call(self, calls, seconds)
    }

    /// The trap at an address, with its place.
    #[cfg(target_os = "linux")]
    fn trap_at(&self, address: u64) -> Option<Outcome> {
        let address = std::ptr::without_provenance(address as usize);
        let (procedure, site) =
            self.codes.iter().enumerate().find_map(|(index, code)| Some((index, code.trap_at(address)?)))?;
        let place =
            (site.origin != Origin::NONE).then(|| (procedure, barebones::ir::ValueId::new(site.origin.0)));
        Some(Outcome::Trapped { code: site.code, place })
    }
}

/// Makes the origin of each value its own number.
pub fn number_origins(proc: &mut Procedure) {
    for id in proc.value_ids() {
        if let Some(value) = proc.get_value_mut(id) {
            value.origin = Origin(id.number());
        }
    }
}
