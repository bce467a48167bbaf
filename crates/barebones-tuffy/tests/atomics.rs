//! Atomic accesses and fences in the oracle, the library's interpreter and compiled code.

use barebones::base::MemoryOrder;
use barebones::host_target;
use barebones::ir::Opcode;
use barebones_tuffy::table::{Ordering, RmwOp};
use barebones_tuffy::testing::{Plan, compare};
use barebones_tuffy::translate::{Options, translate};
use barebones_tuffy::{Module, Range, Value, parse, validate};

fn module(text: &str) -> Module {
    let module = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(validate(&module), [], "{text}");
    module
}

/// Both ends of a range, and some integers in it.
fn integers(signed: bool, bits: u32) -> Vec<Value> {
    let range = Range { signed, bits };
    let (low, high) = range.bounds();
    let small = [-1i64, 0, 1, 85].map(num_bigint::BigInt::from);
    let inside = small.into_iter().filter(|value| range.contains(value));
    [low, high].into_iter().chain(inside).map(Value::Int).collect()
}

/// Compares a function of three integers of a range, with and without checks.
fn agree(signed: bool, bits: u32, result: &str, body: &str) {
    let range = format!("{}{bits}", if signed { 's' } else { 'u' });
    let text = format!(
        "func @f(int:{range}, int:{range}, int:{range}) -> {result} {{
            bb0(v0: mem): v1 = param 0 v2 = param 1 v3 = param 2 v4 = stack_slot 16
            v5 = iconst 8 v6 = ptradd v4, v5 v7 = store v1:{range}, v6, v0 {}
        }}",
        body.replace("RANGE", &range)
    );
    let values = integers(signed, bits);
    let count = values.len();
    let calls: Vec<Vec<Value>> = (0..count * count)
        .map(|n| vec![values[n % count].clone(), values[n / count].clone(), values[(n / 2) % count].clone()])
        .collect();
    for check_annotations in [false, true] {
        let plan = Plan { check_annotations, ..Plan::everything() };
        let tally = compare(&module(&text), "f", &calls, &plan)
            .unwrap_or_else(|failure| panic!("{text}\n{failure:?}"));
        assert_eq!(tally.compared as usize, calls.len(), "{text}");
    }
}

const LOADS: [Ordering; 3] = [Ordering::Relaxed, Ordering::Acquire, Ordering::SeqCst];
const STORES: [Ordering; 3] = [Ordering::Relaxed, Ordering::Release, Ordering::SeqCst];

/// The widths of all sizes, and widths that memory rounds up to them.
const WIDTHS: [u32; 7] = [3, 8, 13, 16, 32, 64, 57];

#[test]
fn loads_and_stores_agree() {
    for (signed, bits) in WIDTHS.iter().flat_map(|bits| [(true, *bits), (false, *bits)]) {
        for (load, store) in LOADS.into_iter().zip(STORES) {
            let (load, store) = (load.name(), store.name());
            let body = format!(
                "v8 = store.atomic.{store} v2:RANGE, v6, v7 v9, v10:RANGE = load.atomic.{load} v6, v8 ret v10, v9"
            );
            agree(
                signed,
                bits,
                "int:RANGE".replace("RANGE", if signed { "s64" } else { "u64" }).as_str(),
                &body,
            );
        }
    }
}

#[test]
fn read_modify_writes_agree() {
    for (signed, bits) in WIDTHS.iter().flat_map(|bits| [(true, *bits), (false, *bits)]) {
        for (op, order) in RmwOp::ALL.iter().zip(Ordering::ALL.iter().cycle()) {
            let (op, order) = (op.name(), order.name());
            let wide = if signed { "int:s64" } else { "int:u64" };
            // The old value, then what memory holds.
            for result in ["v9, v8", "v11, v10"] {
                let body = format!(
                    "v8, v9 = rmw.{op}.{order} v6, v2:RANGE, v7 v10 = fence.{order} v8 v11 = load v6, v10 -> int:RANGE ret {result}"
                );
                agree(signed, bits, wide, &body);
            }
        }
    }
}

#[test]
fn compare_and_exchange_agrees() {
    let mut orders = Ordering::ALL.iter().cycle().zip(LOADS.iter().cycle());
    for (signed, bits) in WIDTHS.iter().flat_map(|bits| [(true, *bits), (false, *bits)]) {
        let wide = if signed { "int:s64" } else { "int:u64" };
        for (result, end) in [
            (wide, "ret v9, v8"),
            (wide, "v10 = load v6, v8 -> int:RANGE ret v10, v8"),
            ("bool", "v10 = icmp.eq v9, v2 ret v10, v8"),
        ] {
            let Some((success, failure)) = orders.next() else { continue };
            let (success, failure) = (success.name(), failure.name());
            let exchange = format!("v8, v9 = cmpxchg.{success}.{failure} v6, v2:RANGE, v3:RANGE, v7");
            agree(signed, bits, result, &format!("{exchange} {end}"));
        }
    }
}

/// Scalars of other types, by their bits; -0 and +0 are different.
#[test]
fn other_scalars_agree() {
    let bodies = [
        "bool { bb0(v0: mem): v1 = param 0 v2 = param 1 v3 = stack_slot 8 v4 = store v1, v3, v0
            v5, v6 = rmw.xor.acqrel v3, v2, v4 v7, v8: bool = load.atomic.acquire v3, v5 v9 = band v6, v8 ret v9, v7 }",
        "f32 { bb0(v0: mem): v1 = param 0 v2 = param 1 v3 = stack_slot 8 v4 = store.atomic.release v1, v3, v0
            v5, v6 = rmw.xchg.seqcst v3, v2, v4 v7, v8:nofpclass(inf) = rmw.xchg.relaxed v3, v6, v5 v9 = fadd v6, v8 ret v9, v7 }",
        "f64 { bb0(v0: mem): v1 = param 0 v2 = param 1 v3 = stack_slot 8 v4 = store v1, v3, v0
            v5, v6 = cmpxchg.acqrel.acquire v3, v2, v1, v4 v7, v8: f64 = load.atomic.seqcst v3, v5 v9 = fsub v6, v8 ret v9, v7 }",
        "bool { bb0(v0: mem): v1 = param 0 v2 = param 1 v3 = stack_slot 16 v4 = stack_slot 8 v5 = store v3, v3, v0
            v6, v7 = cmpxchg.seqcst.relaxed v3, v3, v4, v5 v13 = iconst 8 v14 = ptradd v7, v13 v8 = store v1, v14, v6
            v9 = store v2, v4, v8 v10, v11: ptr = load.atomic.acquire v3, v9 v12 = load v11, v10 -> bool ret v12, v10 }",
    ];
    let numbers = [0.0f32, -0.0, 1.5, f32::INFINITY, f32::NAN];
    for (ty, body) in ["bool", "f32", "f64", "bool"].into_iter().zip(bodies) {
        let values: Vec<Value> = match ty {
            "bool" => [false, true].map(Value::Bool).to_vec(),
            "f32" => numbers.map(Value::f32).to_vec(),
            _ => numbers.map(|number| Value::f64(f64::from(number))).to_vec(),
        };
        let pairs = values.iter().flat_map(|a| values.iter().map(move |b| vec![a.clone(), b.clone()]));
        let calls: Vec<Vec<Value>> = pairs.collect();
        let module = module(&format!("func @f({ty}, {ty}) -> {body}"));
        for check_annotations in [false, true] {
            let plan = Plan { check_annotations, ..Plan::everything() };
            let tally =
                compare(&module, "f", &calls, &plan).unwrap_or_else(|failure| panic!("{body}\n{failure:?}"));
            assert!(tally.compared > 0, "{body}");
        }
    }
}

/// The orders reach the library's IR; a relaxed fence is nothing.
#[test]
fn orders_are_kept() {
    let text = "func @f(ptr, int:u16) {
        bb0(v0: mem): v1 = param 0 v2 = param 1
        v3, v4:u16 = load.atomic.acquire v1, v0
        v5 = store.atomic.release v2:u16, v1, v3
        v6, v7 = rmw.sub.relaxed v1, v2:u16, v5
        v8, v9 = cmpxchg.release.acquire v1, v2:u16, v2, v6
        v10 = fence.acqrel v8
        v11 = fence.relaxed v10
        ret v11
    }";
    let core =
        translate(&module(text), &Options::new(host_target().expect("a target"))).expect("a translation");
    let proc = &core.procedures[0];
    let values = proc.value_ids().map(|id| proc.value(id));
    let found: Vec<(Opcode, Option<MemoryOrder>)> = values
        .filter(|value| value.opcode().is_atomic() || value.opcode() == Opcode::Fence)
        .map(|value| match value.opcode() {
            Opcode::Fence => (Opcode::Fence, value.fence_order()),
            opcode => (opcode, value.atomic().map(|access| access.order)),
        })
        .collect();
    let expected = [
        (Opcode::AtomicLoad, MemoryOrder::Acquire),
        (Opcode::AtomicStore, MemoryOrder::Release),
        (Opcode::AtomicXchgSub, MemoryOrder::Relaxed),
        (Opcode::AtomicStrongCAS, MemoryOrder::AcqRel),
        (Opcode::Fence, MemoryOrder::AcqRel),
    ];
    assert_eq!(found, expected.map(|(opcode, order)| (opcode, Some(order))));
}

/// An access that is not aligned to its size is undefined; a read-modify-write of a type without the operation is
/// refused.
#[test]
fn wrong_accesses_have_names() {
    let text =
        "func @f(int:s64) -> int:s32 { bb0(v0: mem): v1 = param 0 v2 = stack_slot 16 v3 = ptradd v2, v1
        v4, v5:s32 = load.atomic.relaxed v3, v0 ret v5, v4 }";
    let module = module(text);
    let mut oracle = barebones_tuffy::Oracle::new(&module);
    let outcomes = [4, 2].map(|offset| oracle.call("f", &[Value::int(offset)]).to_string());
    assert_eq!(outcomes[0], "returned poison");
    assert!(outcomes[1].ends_with("an address without the alignment that is promised"), "{}", outcomes[1]);
    let text = "func @f(ptr, f32) { bb0(v0: mem): v1 = param 0 v2 = param 1 v3, v4 = rmw.add.relaxed v1, v2, v0 ret v3 }";
    let violations = validate(&parse(text).expect("a module"));
    assert_eq!(violations[0].to_string(), "1:61: @f: `rmw.add` cannot be of type f32 (T3)");
}
