//! What annotations tell the library's passes, and what they must not.

use barebones::host_target;
use barebones::ir::{Opcode, Procedure, validate as validate_core};
use barebones::opt::{Levels, Optimizer, PassSet};
use barebones_tuffy::table::IntPredicate;
use barebones_tuffy::testing::{Plan, compare};
use barebones_tuffy::translate::{Options, translate};
use barebones_tuffy::widths::Interval;
use barebones_tuffy::{Module, Value, parse, validate};

fn module(text: &str) -> Module {
    let module = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(validate(&module), [], "{text}");
    module
}

/// The opcodes of the first function after the passes of O2.
fn optimized(text: &str) -> Vec<Opcode> {
    let options = Options::new(host_target().expect("a target"));
    let core = translate(&module(text), &options).unwrap_or_else(|(_, refusal)| panic!("{text}\n{refusal}"));
    let mut proc: Procedure = core.procedures[0].clone();
    let facts = validate_core(&proc).unwrap_or_else(|errors| panic!("{errors:?}"));
    Optimizer::new().run(&mut proc, facts.contents(), Levels::O2, PassSet::default(), None);
    proc.block_ids().flat_map(|block| proc.block_values(block)).map(|id| proc.value(*id).opcode()).collect()
}

/// A check that an annotation of the parameter, of a result or of a use decides is removed with its branch and its
/// trap.
#[test]
fn annotations_remove_checks() {
    let bounds = |param: &str, index: &str| {
        format!(
            "func @f(int:{param}) -> int:u32 {{
                bb0: v0 = param 0 v1 = iconst 300 v2 = icmp.lt {index}, v1 brif v2, bb1, bb2
                bb1: ret v0 bb2: trap }}"
        )
    };
    let overflow = |param: &str| {
        format!(
            "func @f(int:{param}, int:{param}) -> int:s32 {{
                bb0: v0 = param 0 v1 = param 1 v2, v3 = sadd_overflow.32 v0, v1 brif v3, bb2, bb1
                bb1: ret v2 bb2: trap }}"
        )
    };
    let sum = |annotation: &str| {
        format!(
            "func @f(int:s32) -> int:s32 {{
                bb0: v0 = param 0 v1 = iconst 5 v2{annotation} = add v0, v1 v3 = iconst 200 v4 = icmp.ge v2, v3
                brif v4, bb2, bb1 bb1: ret v2 bb2: trap }}"
        )
    };
    let cases = [
        (bounds("u8", "v0"), bounds("u16", "v0")),
        (bounds("u32", "v0:u8"), bounds("u32", "v0:u9")),
        (overflow("s31"), overflow("s32")),
        (sum(":s8"), sum(":s9")),
        (bounds("u200", "v0:u8"), bounds("u200", "v0")),
    ];
    for (decided, open) in cases {
        assert!(
            !optimized(&decided).iter().any(|op| matches!(op, Opcode::Trap | Opcode::Branch)),
            "{decided}"
        );
        assert!(optimized(&open).contains(&Opcode::Branch), "{open}");
    }
}

/// A violated annotation is poison, not undefined: the other results, memory and traps are those of the oracle.
#[test]
fn poison_invents_nothing() {
    let bodies = [
        // The annotation decides the comparison; the choice of poison is not returned.
        "v2:u8 = add v0, v1 v3 = iconst 256 v4 = icmp.lt v2, v3 v5 = select v4, v0, v1 v6 = add v0, v1 ret v6:s32, v7",
        // A division by poison, a shift by poison, a conversion of poison.
        "v2:u8 = sub v0, v1 v3 = div v0, v2 v4 = shl v0, v2 v5: f64 = si_to_fp v3 v6 = xor v0, v1 ret v6, v7",
        // A poison index of an access that does not happen.
        "v2:u3 = add v0, v1 v8 = stack_slot 8 v9 = ptradd v8, v2 v3 = icmp.lt v0, v1 brif v3, bb1, bb2
            bb1: ret v0, v7 bb2: v10 = store v1:u8, v8, v7 ret v1, v10",
        // Poison is stored and not read; what is read is next to it.
        "v2:u8 = add v0, v1 v8 = stack_slot 8 v3 = iconst 4 v9 = ptradd v8, v3 v4 = store v0:s32, v9, v7
            v5 = store v2:u32, v8, v4 v6:s32 = load v9, v5 ret v6, v5",
        // A trap after poison happens.
        "v2:s4 = mul v0, v1 v3 = icmp.lt v0, v1 brif v3, bb1, bb2 bb1: trap bb2: ret v0, v7",
    ];
    let numbers = [-2147483648i64, -129, -1, 0, 1, 7, 255, 2147483647];
    let calls: Vec<Vec<Value>> = numbers
        .iter()
        .flat_map(|a| numbers.iter().map(move |b| vec![Value::int(*a), Value::int(*b)]))
        .collect();
    for body in bodies {
        let text = format!(
            "func @f(int:s32, int:s32) -> int:s32 {{ bb0(v7: mem): v0 = param 0 v1 = param 1 {body} }}"
        );
        let text = text
            .replace("= si_to_fp v3", "= si_to_fp v3 -> f64")
            .replace("load v9, v5", "load v9, v5 -> int");
        let tally = compare(&module(&text), "f", &calls, &Plan::everything());
        let tally = tally.unwrap_or_else(|failure| panic!("{text}\n{failure:?}"));
        assert!(tally.compared > 0, "{text}");
    }
}

/// A comparison that intervals decide has that result for all their integers.
#[test]
fn intervals_decide_comparisons() {
    let all: Vec<(i64, i64)> = (-3..=3).flat_map(|low| (low..=3).map(move |high| (low, high))).collect();
    for ((a, b), predicate) in all
        .iter()
        .flat_map(|a| all.iter().map(move |b| (*a, *b)))
        .flat_map(|pair| IntPredicate::ALL.iter().map(move |predicate| (pair, *predicate)))
    {
        let holds = |x: i64, y: i64| match predicate {
            IntPredicate::Eq => x == y,
            IntPredicate::Ne => x != y,
            IntPredicate::Lt => x < y,
            IntPredicate::Le => x <= y,
            IntPredicate::Gt => x > y,
            IntPredicate::Ge => x >= y,
        };
        let found: Vec<bool> =
            (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y))).map(|(x, y)| holds(x, y)).collect();
        let expected = found.iter().all(|holds| *holds == found[0]).then_some(found[0]);
        let decided = Interval::new(a.0, a.1).decides(predicate, &Interval::new(b.0, b.1));
        assert_eq!(decided, expected, "{a:?} {predicate:?} {b:?}");
    }
    let open = Interval { low: None, high: Some(0.into()) };
    assert_eq!(open.decides(IntPredicate::Lt, &Interval::new(1, 9)), Some(true));
    assert_eq!(open.decides(IntPredicate::Lt, &Interval::new(0, 9)), None);
}
