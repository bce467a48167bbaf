//! Calls compiled code in child processes, so that the parent learns the outcome whatever the code does.

use super::{Call, Outcome, functions};
use barebones::Compiler;
use barebones::base::{Origin, Type};
use barebones::error::CompileError;
use barebones::ir::{Data, Module, Procedure};
use barebones::jit::Code;
use barebones::saved_code::SavedCode;

// Forking, shared memory and calls of compiled code need unsafe code.
#[allow(unsafe_code)]
#[cfg_attr(target_os = "linux", path = "native_child.rs")]
#[cfg_attr(not(target_os = "linux"), path = "native_in_process.rs")]
mod process;

/// A module compiled for this machine.
pub struct Native {
    codes: Vec<Code>,
    /// The initial data.
    data: Vec<Data>,
}

impl Native {
    /// Compiles a module. The origin of each value is set to its number, so that traps report their value.
    ///
    /// # Errors
    /// As [`Compiler::compile_module`].
    pub fn compile(compiler: &mut Compiler, mut module: Module) -> Result<Native, CompileError> {
        module.procedures.iter_mut().for_each(number_origins);
        let data = module.data.clone();
        let codes = compiler.compile_module(module, &functions::address).map_err(|failure| failure.error)?;
        Ok(Native { codes, data })
    }

    /// Compiles a module to be saved, as [`Native::compile`] does to be run.
    ///
    /// # Errors
    /// As [`Compiler::save_module`].
    pub fn save(compiler: &mut Compiler, module: &Module) -> Result<SavedCode, CompileError> {
        let mut module = module.clone();
        module.procedures.iter_mut().for_each(number_origins);
        compiler.save_module(&module)
    }

    /// Links what [`Native::save`] compiled.
    ///
    /// # Errors
    /// As [`Compiler::link_saved`].
    pub fn link(compiler: &mut Compiler, saved: &SavedCode) -> Result<Native, CompileError> {
        let data = saved.data.iter();
        let data = data.map(|data| Data { name: data.name.clone(), bytes: data.bytes.clone() }).collect();
        Ok(Native { codes: compiler.link_saved(saved, &functions::address)?, data })
    }

    /// The code of each procedure.
    pub fn codes(&self) -> &[Code] {
        &self.codes
    }

    /// Executes calls in order, each with the module's initial data, and returns their outcomes.
    ///
    /// They run in a child process, and in a new one after a trap. A call that takes longer than `seconds` fails.
    pub fn call(&self, calls: &[Call], seconds: u32) -> Vec<Outcome> {
        process::call(self, calls, seconds, process::Traps::End)
    }

    /// Like [`Native::call`], but the child catches traps and continues, which is faster if many calls trap.
    pub fn call_catching(&self, calls: &[Call], seconds: u32) -> Vec<Outcome> {
        process::call(self, calls, seconds, process::Traps::Catch)
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

/// Sets the origin of each value to its number.
pub fn number_origins(proc: &mut Procedure) {
    for id in proc.value_ids() {
        if let Some(value) = proc.get_value_mut(id) {
            value.origin = Origin(id.number());
        }
    }
}

/// The type of each word of values of these types: a vector has two words.
fn word_types(types: &[Type]) -> impl Iterator<Item = Type> + '_ {
    types.iter().flat_map(|ty| std::iter::repeat_n(*ty, ty.words()))
}
