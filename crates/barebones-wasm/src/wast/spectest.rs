//! The module `spectest` that scripts import.

use crate::types::{GlobalType, Limits, MemoryType, TableType, ValType};
use crate::{Caller, Error, Extern, Global, Linker, Memory, Store, Table, Val};

pub(super) fn define(store: &mut Store, linker: &mut Linker) -> Result<(), Error> {
    const NAME: &str = "spectest";
    linker.wrap(store, NAME, "print", |_: &mut Caller<'_>| {})?;
    linker.wrap(store, NAME, "print_i32", |_: &mut Caller<'_>, _: i32| {})?;
    linker.wrap(store, NAME, "print_i64", |_: &mut Caller<'_>, _: i64| {})?;
    linker.wrap(store, NAME, "print_f32", |_: &mut Caller<'_>, _: f32| {})?;
    linker.wrap(store, NAME, "print_f64", |_: &mut Caller<'_>, _: f64| {})?;
    linker.wrap(store, NAME, "print_i32_f32", |_: &mut Caller<'_>, _: i32, _: f32| {})?;
    linker.wrap(store, NAME, "print_f64_f64", |_: &mut Caller<'_>, _: f64, _: f64| {})?;
    let globals = [
        ("global_i32", Val::from(666i32)),
        ("global_i64", Val::from(666i64)),
        ("global_f32", Val::from(666.6f32)),
        ("global_f64", Val::from(666.6f64)),
    ];
    for (name, value) in globals {
        let global = Global::new(store, GlobalType { content: value.ty(), mutable: false }, value)?;
        linker.define(NAME, name, Extern::Global(global));
    }
    for (name, table64) in [("table", false), ("table64", true)] {
        let limits = Limits { min: 10, max: Some(20) };
        let ty = TableType { table64, ..TableType::new(ValType::FUNCREF, limits) };
        let table = Table::new(store, ty, Val::FuncRef(None))?;
        linker.define(NAME, name, Extern::Table(table));
    }
    for (name, shared) in [("memory", false), ("shared_memory", true)] {
        let ty = MemoryType { shared, ..MemoryType::new(Limits { min: 1, max: Some(2) }) };
        linker.define(NAME, name, Extern::Memory(Memory::new(store, ty)?));
    }
    Ok(())
}
