//! A module that calls a host function: `cargo run --release -p barebones-wasm --example host_function`.

use barebones_wasm::{Caller, Config, Engine, Error, Linker, Module, Store};

/// (module
///   (import "host" "square" (func $square (param i32) (result i32)))
///   (func (export "sum_of_squares") (param $n i32) (result i32) (local $sum i32)
///     (loop $more
///       (local.set $sum (i32.add (local.get $sum) (call $square (local.get $n))))
///       (br_if $more (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
///     (local.get $sum)))
const MODULE: &[u8] = b"\0asm\x01\0\0\0\x01\x06\x01\x60\x01\x7f\x01\x7f\x02\x0f\x01\x04host\x06square\0\0\
    \x03\x02\x01\0\x07\x12\x01\x0esum_of_squares\0\x01\x0a\x1d\x01\x1b\x01\x01\x7f\x03\x40\x20\x01\x20\0\x10\0\
    \x6a\x21\x01\x20\0\x41\x01\x6b\x22\0\x0d\0\x0b\x20\x01\x0b";

fn main() -> Result<(), Error> {
    let engine = Engine::new(Config::default())?;
    let module = Module::new(&engine, MODULE)?;
    let mut store = Store::new(&engine);
    let mut linker = Linker::new();
    linker.wrap(&mut store, "host", "square", |_: &mut Caller<'_>, x: i32| x.wrapping_mul(x))?;
    let instance = linker.instantiate(&mut store, &module)?;
    let sum = instance.func(&store, "sum_of_squares")?.typed::<i32, i32>(&store)?;
    println!("{}", sum.call(&mut store, 10)?);
    Ok(())
}
