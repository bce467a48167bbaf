//! Maps code addresses to functions of modules.

use crate::module::Module;
use std::sync::Arc;

/// The modules whose code a store may run, for lookup by code address.
#[derive(Default)]
pub(super) struct CodeMap {
    /// Modules with complete code, sorted by the address of their first function.
    modules: Vec<(u64, Module)>,
    /// Modules with replaceable code, whose code changes over time.
    growing: Vec<Module>,
}

impl CodeMap {
    pub(super) fn add(&mut self, module: &Module) {
        if module.inner.replaceable.is_some() {
            if !self.growing.iter().any(|other| Arc::ptr_eq(&other.inner, &module.inner)) {
                self.growing.push(module.clone());
            }
            return;
        }
        let Some(first) = module.codes().first() else { return };
        let start = first.start() as u64;
        let place = self.modules.partition_point(|(other, _)| *other < start);
        if self.modules.get(place).is_none_or(|(other, _)| *other != start) {
            self.modules.insert(place, (start, module.clone()));
        }
    }

    /// Finds the function whose code contains an address: its module and index.
    pub(super) fn find(&self, address: u64) -> Option<(&Module, u32)> {
        self.find_complete(address).or_else(|| {
            self.growing.iter().find_map(|module| {
                let own = module.inner.replaceable.as_ref()?.find(address)?;
                Some((module, module.inner.sections.info.imported_functions as u32 + own))
            })
        })
    }

    /// Like [`CodeMap::find`], for modules with complete code only.
    fn find_complete(&self, address: u64) -> Option<(&Module, u32)> {
        let after = self.modules.partition_point(|(start, _)| *start <= address);
        let (_, module) = self.modules[..after].last()?;
        let codes = module.codes();
        let start_of = |code: &barebones::jit::Code| code.start() as u64;
        let index = codes.partition_point(|code| start_of(code) <= address).checked_sub(1)?;
        let inside = address - start_of(&codes[index]) < codes[index].size() as u64;
        let function = (module.inner.sections.info.imported_functions + index) as u32;
        inside.then_some((module, function))
    }
}
