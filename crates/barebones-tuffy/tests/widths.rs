//! The width analysis: registers, and refusals with their places.

use barebones::base::Type;
use barebones::interp::{Interpreter, Reply, SandboxHost};
use barebones::{Compiler, OptLevel, host_target};
use barebones_tuffy::testing::{Plan, compare};
use barebones_tuffy::translate::{Feature, Options, translate};
use barebones_tuffy::widths::{Interval, intervals, widths};
use barebones_tuffy::{Annotation, Division, ExternReply, Module, Oracle, Range, Value, parse, validate};

fn module(text: &str) -> Module {
    let module = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(validate(&module), [], "{text}");
    module
}

/// The registers of a function's values, or the refusal.
fn registers(text: &str) -> String {
    let module = module(text);
    match widths(&module, &module.functions[0], Division::Truncating, false) {
        Ok(widths) => widths.registers.iter().map(u32::to_string).collect::<Vec<_>>().join(" "),
        Err(refusal) => refusal.to_string(),
    }
}

/// A chain of squares modulo 2 to the power of 64.
fn squares(count: usize) -> String {
    let squares: String = (1..=count).map(|n| format!(" v{n} = mul v{}, v{}", n - 1, n - 1)).collect();
    format!("func @f(int:u64) -> int:u64 {{ bb0: v0 = param 0{squares} ret v{count} }}")
}

/// Each square has twice as many bits, so exact ends would soon fill the memory.
#[test]
fn chains_of_squares_have_registers() {
    let few = module(&squares(10));
    let ends = intervals(&few.functions[0], Division::Truncating).raw;
    assert_eq!(ends[7].bits(), Some(64 << 7));
    assert_eq!((ends[8].bits(), ends[10].bits(), ends[10].is_natural()), (None, None, true));
    assert_eq!(registers(&squares(1000)), ["64"; 1001].join(" "));
}

#[test]
fn integers_get_the_register_that_they_need() {
    let cases = [
        // A product that nothing bounds, of which 32 bits are read.
        (include_str!("programs/factorial.tuffy"), "32 32 32 32 32 0 32 32"),
        (
            "func @f(int:s32, int:s32) -> int:s64 { bb0: v0 = param 0 v1 = param 1 v2 = add v0, v1 ret v2 }",
            "32 32 64",
        ),
        (
            "func @f(int:s32, int:s32) -> int:s32 { bb0: v0 = param 0 v1 = param 1 v2 = add v0, v1 ret v2 }",
            "32 32 32",
        ),
        (
            "func @f(int:u32) -> int:u8 { bb0: v0 = param 0 v1 = mul v0, v0 v2 = mul v1, v1 v3 = zext v2, 8 ret v3 }",
            "32 32 32 32",
        ),
        ("func @f(int:u32) -> int:u8 { bb0: v0 = param 0 v1 = mul v0, v0 ret v0:u8 }", "32 0"),
        // A counter that a minimum bounds: widening makes it unbounded, narrowing finds the bound.
        (
            "func @f(int:s32) -> int:s32 { bb0: v0 = param 0 v1 = iconst 0 v2 = iconst 1 v3 = iconst 9 br bb1(v1)
            region loop {
                bb1(v4: int): v5 = add v4, v2 v6 = min v5, v3 v7 = icmp.lt v4, v0 brif v7, bb2, bb3
                bb2: continue v6
            }
            bb3: ret v0 }",
            "32 32 32 32 32 32 32 0",
        ),
        (
            "func @f(int:u64) -> int:u64 { bb0: v0 = param 0 v1 = add v0, v0 v2 = icmp.eq v1, v0 ret v0 }",
            "64 128 0",
        ),
        (
            "func @f(int:u64) -> int:u64 { bb0: v0 = param 0 v1 = mul v0, v0 v2 = iconst 64 v3 = shr v1, v2 ret v3 }",
            "64 128 32 64",
        ),
        // A comparison that annotations decide reads nothing.
        (
            "func @f(int:u8) -> bool { bb0: v0 = param 0 v1 = iconst 300 v2 = icmp.lt v0, v1 ret v2 }",
            "0 0 0",
        ),
        (
            "func @f(int:u4096) -> int:u64 { bb0: v0 = param 0 v1 = add v0, v0 v2 = iconst 64 v3 = shr v1, v2 ret v3:u64 }",
            "1:82: v1 has 4097 bits, and `shr` needs all of them; at most 4096 are supported",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(registers(text), expected, "{text}");
    }
}

#[test]
fn an_unbounded_integer_is_refused_with_its_use() {
    let text = "func @f(int:s32) -> int:s32 {
        bb0: v0 = param 0 br bb1(v0)
        region loop {
            bb1(v1: int): v2 = add v1, v1 v3 = icmp.gt v2, v0 brif v3, bb3, bb2
            bb2: continue v2
        }
        bb3: ret v0
    }";
    assert_eq!(registers(text), "4:43: v2 is unbounded, and `icmp` needs all of it: annotate it");
}

#[test]
fn refusals_have_names() {
    let cases = [
        ("func @f(int) { bb0: ret }", "1:1: an integer has no width: annotate it"),
        ("func @f(f128) { bb0: ret }", "1:1: f128 is not supported"),
        (
            "func @f(ptr) { bb0(v0: mem): v1 = param 0 v2, v3:u24 = load.atomic.seqcst v1, v0 ret v2 }",
            "1:43: an atomic access is not of one scalar of 1, 2, 4 or 8 bytes",
        ),
        (
            "func @f() { bb0: br bb1 region loop { bb1: v0 = stack_slot 8 continue } }",
            "1:44: a stack slot is in a loop",
        ),
        ("func @f(byte(65)) { bb0: ret }", "1:1: more than 64 raw bytes in one value are not supported"),
        ("data @d = \"01234567\" relocs [0: @d]", "1:6: addresses in static data are not supported"),
        (
            "func @f() { bb0(v0: mem): v1 = symbol_addr @g v2 = call v1(), v0 v3 = call v1(v1), v2 ret v3 }",
            "1:66: calls of one outside function have different signatures",
        ),
        (
            "func @f(bool) -> bool { bb0: v0 = param 0 brif v0, bb1, bb2 bb1: ret v0 bb2: ret v0, v0 }",
            "1:78: second results are of different types, or of several scalars",
        ),
        (
            "func @f([bool; 4]) -> int:u32 { bb0: v0 = param 0 v1:u32 = bitcast v0 ret v1 }",
            "1:51: bits of aggregates are not read as another type",
        ),
    ];
    for feature in Feature::ALL {
        assert!(cases.iter().any(|(_, message)| message.ends_with(&feature.to_string())), "{feature:?}");
    }
    let options = Options::new(host_target().expect("a target"));
    for (text, expected) in cases {
        let refusal = translate(&module(text), &options).map(|core| core.to_string()).expect_err(text);
        assert_eq!(refusal.1.to_string(), expected, "{text}");
    }
}

#[test]
fn intervals_contain_what_is_computed() {
    let small: Vec<(i64, i64)> = (-4..=4).flat_map(|low| (low..=4).map(move |high| (low, high))).collect();
    for (a, b) in small.iter().flat_map(|a| small.iter().map(move |b| (*a, *b))) {
        let (x, y) = (Interval::new(a.0, a.1), Interval::new(b.0, b.1));
        for (left, right) in (a.0..=a.1).flat_map(|l| (b.0..=b.1).map(move |r| (l, r))) {
            let inside = |interval: &Interval, value: i64| {
                assert!(Interval::new(value, value).is_in(interval), "{interval} {value}")
            };
            inside(&x.add(&y), left + right);
            inside(&x.sub(&y), left - right);
            inside(&x.mul(&y), left * right);
            inside(&x.min(&y), left.min(right));
            inside(&x.max(&y), left.max(right));
            inside(&x.hull(&y), left);
            if right >= 0 {
                inside(&x.shift_right(&y), left >> right);
                inside(&x.shift_left(&y), left << right);
            }
        }
    }
    let annotation = Annotation { ranges: vec![Range { signed: false, bits: 8 }], ..Annotation::default() };
    assert_eq!(Interval::of(&annotation).to_string(), "0..255");
    assert_eq!(
        (Interval::new(-128, 127).bits(), Interval::new(0, 255).bits(), Interval::ALL.bits()),
        (Some(8), Some(8), None)
    );
}

#[test]
fn a_loop_without_bounds_is_unbounded() {
    let module = module(include_str!("programs/factorial.tuffy"));
    let found = intervals(&module.functions[0], Division::Truncating);
    assert_eq!(found.annotated[0].to_string(), "-2147483648..2147483647");
    assert_eq!(found.annotated[3].to_string(), "unbounded..unbounded");
}

/// Ends of widths, where the exact result of an operation needs 65 bits and more.
#[test]
fn operations_of_64_bits_agree_at_the_ends() {
    let ends = |signed: bool| -> Vec<Value> {
        let (low, high) = Range { signed, bits: 64 }.bounds();
        let middle = [-1i64, 0, 1, 2, 63, 64].map(Value::int);
        let inside = |value: &Value| matches!(value, Value::Int(v) if Range { signed, bits: 64 }.contains(v));
        let all =
            [Value::Int(low.clone()), Value::Int(low + 1), Value::Int(high.clone() - 1), Value::Int(high)];
        all.into_iter().chain(middle.into_iter().filter(inside)).collect()
    };
    let operations = [
        ("sadd_overflow.64", true, true),
        ("ssub_overflow.64", true, true),
        ("smul_overflow.64", true, true),
        ("uadd_overflow.64", false, true),
        ("usub_overflow.64", false, true),
        ("umul_overflow.64", false, true),
        ("sadd_sat.64", true, false),
        ("ssub_sat.64", true, false),
        ("uadd_sat.64", false, false),
        ("usub_sat.64", false, false),
        ("rotl.64", true, false),
        ("rotr.64", false, false),
        ("rotl.33", false, false),
        ("shl", false, false),
        ("shr", false, false),
        ("clmul", false, false),
        ("merge.40", true, false),
        ("div", false, false),
        ("rem", false, false),
        ("rem", true, false),
        ("mul", true, false),
    ];
    for (op, signed, flag) in operations {
        let kind = if signed { "s64" } else { "u64" };
        let mut texts = vec![format!(
            "func @f(int:{kind}, int:{kind}) -> int:{kind} {{ bb0: v0 = param 0 v1 = param 1 v2{} = {op} v0, v1 ret v2 }}",
            if flag { ", v3" } else { "" }
        )];
        if flag {
            texts.push(format!("func @f(int:{kind}, int:{kind}) -> bool {{ bb0: v0 = param 0 v1 = param 1 v2, v3 = {op} v0, v1 ret v3 }}"));
        }
        let calls: Vec<Vec<Value>> = ends(signed)
            .iter()
            .flat_map(|a| ends(signed).into_iter().map(move |b| vec![a.clone(), b]))
            .collect();
        for text in texts {
            let tally = compare(&module(&text), "f", &calls, &Plan::everything());
            let tally = tally.unwrap_or_else(|failure| panic!("{text}: {failure:?}"));
            assert!(tally.compared > 0, "{text}");
        }
    }
    for (op, signed) in [("scarrying_mul_add.64", true), ("ucarrying_mul_add.64", false)] {
        let kind = if signed { "s64" } else { "u64" };
        for result in ["v4", "v5"] {
            let text = format!(
                "func @f(int:{kind}, int:{kind}, int:{kind}, int:{kind}) -> int:{kind} {{ bb0: v0 = param 0 v1 = param 1 v2 = param 2 v3 = param 3 v4, v5 = {op} v0, v1, v2, v3 ret {result} }}"
            );
            let values = ends(signed);
            let calls: Vec<Vec<Value>> = (0..values.len() * values.len())
                .map(|n| {
                    (0..4).map(|k| values[(n * (k * 7 + 3) + n / 5 + k) % values.len()].clone()).collect()
                })
                .collect();
            compare(&module(&text), "f", &calls, &Plan::everything())
                .unwrap_or_else(|failure| panic!("{failure:?}"));
        }
    }
}

/// Programs with memory, calls, aggregates and floats, in all engines.
#[test]
fn programs_agree_in_all_engines() {
    let regions = module(include_str!("programs/regions.tuffy"));
    let factorial = module(include_str!("programs/factorial.tuffy"));
    let memory = module(&include_str!("programs/memory.tuffy").replace("relocs [0: @text]", ""));
    let pairs = |values: &[i64]| -> Vec<Vec<Value>> {
        values.iter().flat_map(|a| values.iter().map(move |b| vec![Value::int(*a), Value::int(*b)])).collect()
    };
    let numbers = [-2147483648, -7, -1, 0, 1, 5, 255, 2147483647];
    let singles: Vec<Vec<Value>> = numbers.iter().map(|value| vec![Value::int(*value)]).collect();
    let plan = Plan { limits: barebones_tuffy::Limits { steps: 5000, depth: 50 }, ..Plan::everything() };
    for (module, name, calls) in [
        (&regions, "f", pairs(&numbers)),
        (&factorial, "factorial", singles),
        (&memory, "main", pairs(&numbers)),
    ] {
        for check_annotations in [false, true] {
            // With checks the factorial's product needs bounds.
            if check_annotations && name == "factorial" {
                continue;
            }
            let plan = Plan { check_annotations, ..plan.clone() };
            let tally =
                compare(module, name, &calls, &plan).unwrap_or_else(|failure| panic!("{name}: {failure:?}"));
            assert!(tally.compared > 0, "{name}");
        }
    }
}

/// Single instructions that random programs do not have.
#[test]
fn instructions_agree_in_all_engines() {
    let cases: &[(&str, &[&[f64]], &str)] = &[
        (
            "f64, f64",
            &[&[1.5, -0.0], &[f64::NAN, 2.0], &[-3.0, f64::INFINITY]],
            "bool { bb0: v0 = param 0 v1 = param 1 v2 = fcmp.ugt v0, v1 v3 = fcmp.ord v0, v1 v4 = fcmp.one v1, v0 v5 = bxor v2, v3 v6 = bxor v4, v5 ret v6 }",
        ),
        (
            "f64",
            &[&[1.5], &[-3.9], &[1e300], &[f64::NAN], &[-0.5]],
            "int:u16 { bb0: v0 = param 0 v1:u16 = fp_to_ui v0 ret v1 }",
        ),
        (
            "f64",
            &[&[1.5], &[-3.9], &[1e300], &[f64::NAN], &[9.3e18]],
            "int:s64 { bb0: v0 = param 0 v1:s64 = fp_to_si v0 ret v1 }",
        ),
        (
            "f64",
            &[&[1.5], &[-3.9], &[1e300], &[-0.0], &[f64::NAN]],
            "f64 { bb0: v0 = param 0 v1: f32 = fp_convert v0 v2:nofpclass(nzero inf) = fneg v1 v3: f64 = fp_convert v2 ret v3 }",
        ),
        (
            "f64",
            &[&[1.5], &[-3.9]],
            "int:s64 { bb0: v0 = param 0 v1:s64 = bitcast v0 v2 = iconst 1 v3:s64 = shr v1, v2 ret v3 }",
        ),
        (
            "f64, f64",
            &[&[1.5, -0.0], &[f64::NAN, 2.0], &[5.5, -2.0]],
            "f64 { bb0: v0 = param 0 v1 = param 1 v2 = fminnum v0, v1 v3 = fmaxnum v2, v1 v4 = frem v0, v3 v5 = copysign v4, v1 ret v5 }",
        ),
    ];
    for (params, calls, body) in cases {
        let text = format!("func @f({params}) -> {body}");
        let calls: Vec<Vec<Value>> =
            calls.iter().map(|call| call.iter().map(|x| Value::f64(*x)).collect()).collect();
        for check_annotations in [false, true] {
            let plan = Plan { check_annotations, ..Plan::everything() };
            compare(&module(&text), "f", &calls, &plan)
                .unwrap_or_else(|failure| panic!("{text}: {failure:?}"));
        }
    }
}

/// A callee outside the module throws: the oracle and the library's interpreter enter the cleanup block, with the word.
#[test]
fn exceptions_enter_cleanup_blocks() {
    let module = module(
        "func @f(int:s32) -> int:s64 {
            bb0(v0: mem): v1 = param 0 v2 = symbol_addr @outside
            v3, v4: int:s32 = call v2(v1), v0 -> int:s32 cleanup bb1
            v5 = add v4, v1 ret v5, v3
            bb1(v6: mem): v7 = landing_pad v8 = ptrtoaddr v7 v9 = add v8, v1 ret v9:s64, v6
        }",
    );
    let core = translate(&module, &Options::new(host_target().expect("a target"))).expect("a translation");
    let interpreter = Interpreter::new(&core).expect("a valid module");
    for (argument, word, expected) in [(5, None, 11), (-5, Some(42), 37)] {
        let mut oracle = Oracle::new(&module);
        oracle.define("outside", move |args| match (args, word) {
            ([Value::Int(value)], None) => ExternReply::Returns(vec![Value::Int(value + 1)]),
            (_, word) => ExternReply::Throws(word.unwrap_or(0)),
        });
        let outcome = oracle.call("f", &[Value::int(argument)]);
        assert_eq!(outcome.to_string(), format!("returned {expected}"));
        let mut host = SandboxHost::for_module(&core);
        host.add_function(
            "outside",
            Box::new(move |_, args| {
                Ok(match word {
                    None => Reply::result(u64::from((args[0] as u32).wrapping_add(1))),
                    Some(_) => Reply::Exception,
                })
            }),
        );
        host.add_function("thrown", Box::new(move |_, _| Ok(Reply::result(word.unwrap_or(0)))));
        let args = [(Type::Int32, u64::from(argument as u32))];
        let limits = barebones::interp::Limits { steps: 1000, depth: 10 };
        let found = interpreter.call("f", &args, &mut host, limits).expect("a call").outcome;
        assert_eq!(found, barebones::interp::Outcome::Returned(vec![(Type::Int64, expected as u64)]));
    }
    for level in [OptLevel::O0, OptLevel::O1, OptLevel::O2] {
        let mut options = barebones::Options::default();
        options.opt_level = level;
        let mut compiler = Compiler::for_target(host_target().expect("a target"), options);
        let somewhere = |_: &str| Some(std::ptr::dangling::<u8>());
        assert!(compiler.compile_module(core.clone(), &somewhere).is_ok());
    }
}

/// An access outside a slot is undefined when it is executed: the program is compiled, and runs if it is not reached.
#[test]
fn accesses_outside_slots_are_compiled() {
    let bodies = [
        "v3 = iconst 0 v4 = ptradd v2, v3 v5:s32 = load v4, v0 -> int ret v5, v0",
        "v5:s32 = load v2, v0 -> int ret v5, v0",
        "v3 = iconst 1 v4 = ptradd v2, v3 v6 = store v3:u16, v4, v0 ret v3, v6",
        "v3 = bconst true v4 = select v3, v2, v2 v5:s32 = load v4, v0 -> int ret v5, v0",
        "br bb3(v2) bb3(v4: ptr): v5:s32 = load v4, v0 -> int ret v5, v0",
    ];
    for body in bodies {
        let text = format!(
            "func @f(bool) -> int:s32 {{ bb0(v0: mem): v1 = param 0 v2 = stack_slot 2 brif v1, bb1, bb2 bb1: {body} bb2: v9 = iconst 7 ret v9 }}"
        );
        let calls = [vec![Value::Bool(false)], vec![Value::Bool(true)]];
        let tally = compare(&module(&text), "f", &calls, &Plan::everything());
        let tally = tally.unwrap_or_else(|failure| panic!("{failure:?}"));
        assert_eq!((tally.compared, tally.undefined), (1, 1), "{text}");
    }
}

/// Squares of squares, whose intervals would have more bits than memory.
#[test]
fn intervals_are_limited() {
    let squares: String = (1..200).map(|n| format!(" v{n} = mul v{}, v{}", n - 1, n - 1)).collect();
    let shifts: String = (201..400).map(|n| format!(" v{n} = shl v{}, v200", n - 1)).collect();
    let text = format!(
        "func @f(int:s64) -> int:u8 {{ bb0: v0 = param 0{squares} v200 = iconst 4096{shifts} v400 = add v199, v399 ret v400 }}"
    );
    let module = module(&text);
    let calls: Vec<Vec<Value>> = [0i64, 1, -1].map(|n| vec![Value::int(n)]).to_vec();
    let core = translate(&module, &Options::new(host_target().expect("a target"))).expect("a translation");
    assert!(core.procedures[0].value_ids().count() < 2000);
    compare(&module, "f", &calls, &Plan::everything()).unwrap_or_else(|failure| panic!("{failure:?}"));
}

/// The annotation of a call's type is one of its result: outside is poison, and in code with checks a trap at the call.
#[test]
fn annotations_of_calls_agree() {
    let results = [("u32", "s32"), ("s32", "u32"), ("s64", "s8"), ("s8", "s64"), ("u128", "s65")];
    // The result may have a wider annotation of its own.
    for ((own, wanted), defined) in results.into_iter().flat_map(|pair| [(pair, ""), (pair, ":s200")]) {
        let text = format!(
            "func @f(int:s64) -> int:s200 {{
                bb0(v0: mem): v1 = param 0 v2 = symbol_addr @g v3, v4{defined} = call v2(v1), v0 -> int:{wanted} ret v4:s130, v3
            }}
            func @g(int:s64) -> int:{own} {{ bb0(v0: mem): v1 = param 0 v2 = zext v1, {bits} ret v2, v0 }}",
            bits = own[1..].parse::<u32>().expect("a number"),
        );
        let numbers = [0i64, 1, 5, 127, 128, 255, 2147483648, 4294967295, -1, -129, i64::MAX];
        let calls: Vec<Vec<Value>> = numbers.iter().map(|n| vec![Value::int(*n)]).collect();
        for check_annotations in [false, true] {
            let plan = Plan { check_annotations, ..Plan::everything() };
            let tally = compare(&module(&text), "f", &calls, &plan);
            assert!(tally.unwrap_or_else(|failure| panic!("{text}\n{failure:?}")).compared > 0, "{text}");
        }
    }
}

/// An argument outside the callee's annotation is reported at the call.
#[test]
fn arguments_are_checked_at_the_call() {
    let text = "func @f(int:s64) -> int:s32 {
        bb0(v0: mem): v1 = param 0 v2 = symbol_addr @g
        v3, v4 = call v2(v1), v0 -> int:s32 ret v4, v3
    }
    func @g(int:s8) -> int:s32 { bb0: v0 = param 0 ret v0 }";
    let module = module(text);
    let mut oracle = Oracle::new(&module);
    oracle.stop_at_poison = true;
    let outcome = oracle.call("f", &[Value::int(128)]).to_string();
    assert_eq!(outcome, "poison at 3:9 of @f, `call`: an argument outside the parameter's annotation");
    let plan = Plan { check_annotations: true, ..Plan::everything() };
    let calls = [127i64, 128, -129, 1 << 40].map(|n| vec![Value::int(n)]);
    let tally = compare(&module, "f", &calls, &plan).unwrap_or_else(|failure| panic!("{failure:?}"));
    assert_eq!((tally.compared, tally.poison), (4, 3));
}
