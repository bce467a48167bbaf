//! What all tests of the engine need: modules from text, and calls of exports.

use barebones_wasm::{Error, Instance, Store, Val};

/// The binary format of a module in the text format.
pub(crate) fn bytes(text: &str) -> Vec<u8> {
    let buffer = ::wast::parser::ParseBuffer::new(text).expect("tokens");
    ::wast::parser::parse::<::wast::Wat<'_>>(&buffer).and_then(|mut wat| wat.encode()).expect("a module")
}

/// Calls an exported function.
pub(crate) fn call(
    store: &mut Store,
    instance: Instance,
    name: &str,
    args: &[Val],
) -> Result<Vec<Val>, Error> {
    instance.func(store, name).expect("exported").call(store, args)
}

/// Calls an exported function whose parameters and only result are numbers of 32 bits.
pub(crate) fn call_i32(
    store: &mut Store,
    instance: Instance,
    name: &str,
    args: &[i32],
) -> Result<i32, Error> {
    let args: Vec<Val> = args.iter().map(|arg| Val::I32(*arg)).collect();
    match call(store, instance, name, &args)?[..] {
        [Val::I32(result)] => Ok(result),
        ref other => panic!("{name} gave {other:?}"),
    }
}
