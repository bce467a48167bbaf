//! Inline caches: a loop over objects reads a property whose slot depends on each object's shape. A closure on a
//! patchpoint emits the check for the shapes seen before, and the load from the slot. Out of line it calls the runtime,
//! which looks the property up and records the shape. A loop that misses too often is recompiled for the recorded
//! shapes.
//!
//! ```sh
//! cargo run --release --example inline_cache
//! ```

// Calling compiled code is unsafe: only this program can guarantee what the code does.
#![allow(unsafe_code)]

use barebones::base::{IntCondition, Type};
use barebones::ir::{Cursor, Procedure, ValueId};
use barebones::isa::masm::Address;
use barebones::jit::TypedCode;
use barebones::patchpoint::Constraint;
use barebones::{Compiler, host_target};
use std::error::Error;
use std::mem::offset_of;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// An object of the language; its shape determines the slots of its properties.
#[repr(C)]
struct Object {
    shape: u32,
    slots: [i64; 3],
}

/// The slot of `price` in objects of each shape; a runtime has this in its tables.
const SLOT_OF_PRICE: [usize; 3] = [0, 2, 1];

/// The runtime's data about one access in the source.
#[derive(Default)]
struct Site {
    /// Bitset of the shapes that were looked up here.
    seen: AtomicU32,
    misses: AtomicU64,
}

/// The slow path: looks the property up, and records the shape.
///
/// # Safety
/// Both pointers are valid during the call.
unsafe extern "C" fn lookup(object: *const Object, site: *const Site) -> i64 {
    // SAFETY: guaranteed by the caller.
    let (object, site) = unsafe { (&*object, &*site) };
    site.seen.fetch_or(1 << object.shape, Relaxed);
    site.misses.fetch_add(1, Relaxed);
    object.slots[SLOT_OF_PRICE[object.shape as usize]]
}

/// Reads the property of `object`, a pointer. Objects of these shapes take the fast path.
fn load_price(b: &mut Cursor<'_>, object: ValueId, shapes: &[u32], site: &'static Site) -> ValueId {
    let shapes = shapes.to_vec();
    b.patchpoint(Type::Int64)
        .input(object, Constraint::SomeRegister)
        .result(Constraint::SomeRegister)
        .calls_c()
        .scratch_gprs(1)
        .generator("load price", move |masm, params| {
            let (value, object) = (params.result(0).gpr()?, params.input(0).gpr()?);
            masm.give_scratch(params.gp_scratch(0)?);
            let arguments = [object.into(), std::ptr::from_ref(site).into()];
            let slow = params.slow_call(masm, lookup as *const (), &arguments, value);
            for shape in &shapes {
                let other = masm.new_label();
                let place = Address::new(object, offset_of!(Object, shape) as i32);
                masm.branch32(IntCondition::NotEqual, place, *shape as i32, other);
                let slot = offset_of!(Object, slots) + 8 * SLOT_OF_PRICE[*shape as usize];
                masm.load64(value, Address::new(object, slot as i32));
                masm.jump(slow.done);
                masm.bind(other);
            }
            masm.jump(slow.entry);
            masm.bind(slow.done);
            Ok(())
        })
        .append()
}

/// Sums the prices of `count` objects: `fn(objects: *const *const Object, count: i64) -> i64`.
fn compile_total(
    compiler: &mut Compiler,
    shapes: &[u32],
    site: &'static Site,
) -> Result<Total, Box<dyn Error>> {
    let mut proc = Procedure::new(&host_target()?);
    let [root, head, body, end] = std::array::from_fn(|_| proc.add_block());
    let mut b = proc.at(root);
    let (objects, count) = (b.argument(Type::Int64), b.argument(Type::Int64));
    let (zero, one, eight) = (b.const64(0), b.const64(1), b.const64(8));

    // The loop's index and the sum so far.
    let mut b = proc.at(head);
    let (index, total) = (b.phi(Type::Int64), b.phi(Type::Int64));
    let more = b.less_than(index, count);
    b.branch(more, body, end);

    let mut b = proc.at(root);
    b.upsilon(zero, index);
    b.upsilon(zero, total);
    b.jump(head);

    let mut b = proc.at(body);
    let offset = b.mul(index, eight);
    let address = b.add(objects, offset);
    let object = b.load(Type::Int64, address, 0);
    let price = load_price(&mut b, object, shapes, site);
    let sum = b.add(total, price);
    let next = b.add(index, one);
    b.upsilon(sum, total);
    b.upsilon(next, index);
    b.jump(head);

    proc.at(end).ret([total]);
    // SAFETY: the code only reads the objects passed by `Cached::total`, and calls `lookup` with them.
    Ok(unsafe { compiler.compile(proc)?.typed()? })
}

type Total = TypedCode<extern "C" fn(*const *const Object, i64) -> i64>;

/// A function with its cache: compiled for the shapes seen so far, and recompiled when it misses too often.
struct Cached {
    compiler: Compiler,
    code: Total,
    site: &'static Site,
    compiled: u32,
}

impl Cached {
    /// Compiles the function for no shape.
    fn new() -> Result<Cached, Box<dyn Error>> {
        static SITE: Site = Site { seen: AtomicU32::new(0), misses: AtomicU64::new(0) };
        let mut compiler = Compiler::host()?;
        let code = compile_total(&mut compiler, &[], &SITE)?;
        Ok(Cached { compiler, code, site: &SITE, compiled: 1 })
    }

    /// Returns the total, and the number of accesses that missed.
    fn total(&mut self, objects: &[&Object]) -> Result<(i64, u64), Box<dyn Error>> {
        let before = self.site.misses.load(Relaxed);
        // A reference to an object has the layout of a pointer.
        let total = self.code.call(objects.as_ptr().cast(), objects.len() as i64);
        let misses = self.site.misses.load(Relaxed) - before;
        if misses * 10 > objects.len() as u64 {
            let seen = self.site.seen.load(Relaxed);
            let shapes: Vec<u32> = (0..u32::BITS).filter(|shape| seen >> shape & 1 != 0).collect();
            // The old code is freed here; no call of it is active.
            self.code = compile_total(&mut self.compiler, &shapes, self.site)?;
            self.compiled += 1;
        }
        Ok((total, misses))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let objects: Vec<Object> =
        (0..1000).map(|n| Object { shape: n % 3, slots: [n.into(), 2000, 4000] }).collect();
    let of =
        |shapes: &[u32]| objects.iter().filter(|it| shapes.contains(&it.shape)).collect::<Vec<&Object>>();
    let mut cached = Cached::new()?;
    let mut found = Vec::new();
    for (what, shapes) in [
        ("one shape", &[0][..]),
        ("one shape", &[0]),
        ("three shapes", &[0, 1, 2]),
        ("three shapes", &[0, 1, 2]),
    ] {
        let objects = of(shapes);
        let expected: i64 = objects.iter().map(|it| it.slots[SLOT_OF_PRICE[it.shape as usize]]).sum();
        let (total, misses) = cached.total(&objects)?;
        println!("{what}: {} accesses, {misses} missed", objects.len());
        assert_eq!(total, expected);
        found.push(misses);
    }
    println!("compiled {} times", cached.compiled);
    // Unknown; known; two of three unknown; known.
    assert_eq!(found, [334, 0, 666, 0]);
    assert_eq!(cached.compiled, 3);
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn recompiled_loops_hit_for_recorded_shapes() {
        super::main().expect("runs");
    }
}
