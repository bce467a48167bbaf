//! Callbacks of replaceable code: lazy compilation and tier-up.

use super::Store;
use super::store::address_of;
use crate::error::Error;

impl Store {
    /// Returns the code address of the function with these words; compiles it if it has no code.
    pub(crate) fn compile_function(&self, instance: usize, function: u64) -> Result<u64, Error> {
        let data = &self.instances[instance];
        let info = &data.sections().info;
        let offset = function.checked_sub(address_of(&data.context));
        let index = offset.and_then(|offset| info.layout.function_at(offset));
        let own = index.and_then(|index| index.checked_sub(info.imported_functions as u32));
        data.module.inner.compile_on_call(own.ok_or(Error::WrongStore)?)
    }

    /// Requests better code for a function.
    pub(crate) fn request_tier_up(&self, instance: usize, function: u32) {
        let module = &self.instances[instance].module.inner;
        if let Some(own) = function.checked_sub(module.sections.info.imported_functions as u32) {
            module.request_better_code(own);
        }
    }
}
