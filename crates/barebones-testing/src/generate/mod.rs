//! Generates random programs that are defined: they terminate, have no undefined behaviour, and do not expose
//! unspecified bits.
//!
//! A [`Recipe`] is a list of numbers, and [`build()`] gives every recipe a meaning. So failures are minimized by
//! removing and zeroing numbers ([`Minimizer`]).

mod atomic;
mod body;
mod branches;
mod checks;
mod choices;
mod control;
mod counted_loop;
mod counters;
mod dispatch;
mod early_return;
mod flow;
mod idioms;
mod memory;
mod minimize;
mod narrow;
mod operands;
mod outside_counts;
mod outside_slot;
mod patchpoint;
mod pinned;
mod random;
mod recipe;
mod small_loops;
mod steps;
mod vectors;
mod words;

pub use checks::COUNTDOWN;
pub use control::is_reserved;
pub use counted_loop::LoopCounts;
pub use minimize::{Minimizer, Recipes};
pub use random::Random;
pub use recipe::{BlockRecipe, End, ProcedureRecipe, Recipe, Shape, Step};

use crate::externs::{EXTERNS, INVALIDATE};
use barebones::base::{ConvId, Signature, Target, TrapCode, Type};
use barebones::ir::{Data, Extern, Module};
use body::Body;

/// Size in bytes of the buffer that is the first argument of every procedure.
pub const BUFFER_BYTES: usize = 384;
/// Offset in the buffer of the number of loop iterations left: an Int32.
pub const FUEL: i32 = 0;
/// Offset in the buffer of the digest of values: an Int64.
const DIGEST: i32 = 8;
/// Offset in the buffer of room for a vector.
const VECTOR: i32 = 48;
/// Offset in the buffer of the memory that programs use: 256 bytes, followed by unused ones.
const BUFFER_START: u32 = 64;
/// Name and size of writable data.
const DATA: (&str, u32) = ("data", 128);
/// Name and size of read-only data.
const FROZEN: (&str, u32) = ("frozen", 64);
/// The name of the procedure that is called.
pub const MAIN: &str = "main";

/// The convention of a procedure, mostly the C convention. One in which the callee pops arguments only if `internal`.
fn convention(recipe: &ProcedureRecipe, target: &Target, internal: bool) -> ConvId {
    let wanted = [0, 0, 0, 1, 1, 2, 2, 1][(recipe.flags >> 1) as usize % 8];
    let usable =
        target.desc.conventions.get(wanted).is_some_and(|convention| internal || !convention.callee_pops);
    ConvId::new(if usable { wanted as u32 } else { 0 })
}

/// The result types of a procedure, limited to those that its convention can return.
fn results(recipe: &ProcedureRecipe, target: &Target, conv: ConvId, vectors: bool) -> Vec<Type> {
    let passes = vectors && target.convention(conv).passes_vectors;
    let ty = |word: &u16| if passes { body::single(*word) } else { body::scalar(*word) };
    let mut results: Vec<Type> = recipe.results.iter().map(ty).collect();
    while target.convention(conv).assign(&[], &results, 0).is_none() {
        results.pop();
    }
    results
}

/// A trap code; half of the results are codes that only explicit traps have.
fn trap_code(word: u16) -> TrapCode {
    const ONLY_HERE: [TrapCode; 3] =
        [TrapCode::HeapOutOfBounds, TrapCode::NullReference, TrapCode::Unreachable];
    const OTHERS: [TrapCode; 6] = [
        TrapCode::IntegerDivisionByZero,
        TrapCode::IntegerOverflow,
        TrapCode::BadConversion,
        TrapCode::User(0),
        TrapCode::User(7),
        TrapCode::User(u16::MAX),
    ];
    // Words are mostly small numbers; mixing spreads them.
    let mixed = u32::from(word).wrapping_mul(0x9E37_79B1) >> 16;
    let number = mixed as usize / 2;
    if mixed % 2 == 0 { ONLY_HERE[number % ONLY_HERE.len()] } else { OTHERS[number % OTHERS.len()] }
}

/// Builds the module of a recipe, deterministically.
pub fn build(recipe: &Recipe, target: &Target) -> Module {
    build_counted(recipe, target, &mut LoopCounts::default())
}

/// Like [`build()`], and counts the small loops of the module.
pub fn build_counted(recipe: &Recipe, target: &Target, loops: &mut LoopCounts) -> Module {
    let mut module = Module::default();
    for function in EXTERNS.iter().chain([&INVALIDATE]) {
        let results = if function.result == Type::Void { Vec::new() } else { vec![function.result] };
        let signature = Signature { params: function.params.to_vec(), results };
        module.externs.push(Extern { name: function.name.to_string(), signature });
    }
    for (name, size) in [DATA, FROZEN] {
        let bytes = (0..size).map(|i| (i * 37 + 11) as u8).collect();
        module.data.push(Data { name: name.to_string(), bytes });
    }
    let pins = pinned::Pins::new(recipe, target);
    let none = ProcedureRecipe::default();
    let (last, others) = recipe.procedures.split_last().unwrap_or((&none, &[]));
    for (i, procedure) in others.iter().enumerate() {
        let proc = Body::new(procedure, recipe, target, &module, &pins).build(&format!("f{i}"), loops);
        module.procedures.push(proc);
    }
    let main = Body::new(last, recipe, target, &module, &pins).build(MAIN, loops);
    module.procedures.push(main);
    let used = |name: &str| {
        module.procedures.iter().any(|proc| proc.symbols().iter().any(|(_, symbol)| symbol.name == name))
    };
    let externs = module.externs.iter().map(|function| used(&function.name)).collect::<Vec<_>>();
    let data = module.data.iter().map(|data| used(&data.name)).collect::<Vec<_>>();
    retain(&mut module.externs, &externs);
    retain(&mut module.data, &data);
    module
}

fn retain<T>(items: &mut Vec<T>, keep: &[bool]) {
    let mut keep = keep.iter();
    items.retain(|_| keep.next() == Some(&true));
}

/// Contents of the buffer before a call.
pub fn buffer(seed: u64, fuel: u32) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut bytes: Vec<u8> = (0..BUFFER_BYTES / 8).flat_map(|_| random.bits().to_le_bytes()).collect();
    // Small and awkward numbers among the random ones.
    let start = BUFFER_START as usize;
    for (i, ty) in Type::SCALARS.into_iter().enumerate() {
        let table = crate::awkward::awkward(ty);
        for j in 0..4 {
            let bits = table[random.below(table.len() as u64) as usize];
            bytes[start + 64 * i + 8 * j..][..8].copy_from_slice(&bits.to_le_bytes());
        }
    }
    bytes[..8].copy_from_slice(&u64::from(fuel).to_le_bytes());
    bytes[8..16].fill(0);
    bytes
}
