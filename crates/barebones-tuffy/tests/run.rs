//! Functions called by name, with arguments as text.

use barebones::OptLevel;
use barebones_tuffy::run::{Engine, parse_value, run};
use barebones_tuffy::testing::Plan;
use barebones_tuffy::{Value, parse, validate};

const ENGINES: [Engine; 5] = [
    Engine::Oracle,
    Engine::Interpreter,
    Engine::Compiled(OptLevel::O0),
    Engine::Compiled(OptLevel::O1),
    Engine::Compiled(OptLevel::O2),
];

/// The outcome of a call in each engine, which must be the same.
fn outcome(text: &str, name: &str, args: &[&str], plan: &Plan) -> String {
    let module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(validate(&module), []);
    let args: Vec<String> = args.iter().map(|arg| arg.to_string()).collect();
    let outcomes = ENGINES.map(|engine| match run(&module, name, &args, engine, plan) {
        Ok((text, _)) => text,
        Err(error) => error,
    });
    assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]), "{outcomes:?}");
    outcomes[0].clone()
}

#[test]
fn all_engines_run_the_programs() {
    let plan = Plan::everything();
    let factorial = include_str!("programs/factorial.tuffy");
    assert_eq!(outcome(factorial, "factorial", &["12"], &plan), "returned 479001600");
    assert_eq!(outcome(factorial, "factorial", &["-0x5"], &plan), "returned 1");
    assert_eq!(outcome(factorial, "factorial", &[], &plan), "@factorial takes 1 arguments, found 0");
    assert_eq!(outcome(factorial, "other", &[], &plan), "there is no function @other");
    assert_eq!(outcome(factorial, "factorial", &["1.5"], &plan), "found `1.5`, expected a value of type int");
    let calls = include_str!("programs/calls.tuffy");
    for (args, expected) in [
        (["1000", "2.5"], "returned 321"),
        (["-1", "7"], "returned 340"),
        (["2147483647", "-1e3"], "returned -684"),
        (["255", "0x4010000000000000"], "returned 340"),
    ] {
        assert_eq!(outcome(calls, "main", &args, &plan), expected, "{args:?}");
    }
}

#[test]
fn values_are_read_by_their_types() {
    use barebones_tuffy::ir::Type;
    use barebones_tuffy::table::FloatType;
    assert_eq!(parse_value("-0x10", &Type::Int), Some(Value::int(-16)));
    assert_eq!(parse_value("--1", &Type::Int), None);
    assert_eq!(parse_value("true", &Type::Bool), Some(Value::Bool(true)));
    assert_eq!(parse_value("1", &Type::Bool), None);
    assert_eq!(
        parse_value("0x3c00", &Type::Float(FloatType::F16)),
        Some(Value::Float(FloatType::F16, 0x3C00))
    );
    assert_eq!(parse_value("0x13c00", &Type::Float(FloatType::F16)), None);
    assert_eq!(parse_value("-1.5", &Type::Float(FloatType::F32)), Some(Value::f32(-1.5)));
    assert_eq!(parse_value("poison", &Type::Ptr), Some(Value::Poison));
    assert_eq!(parse_value("1", &Type::Ptr), None);
}
