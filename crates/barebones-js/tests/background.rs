//! Machine code that another thread makes: the same answers, and the program goes on meanwhile.

use barebones_js::{Options, Runtime, Tier, Value};
use std::time::{Duration, Instant};

fn in_background(tier: Tier, gc_stress: bool) -> Runtime {
    Runtime::new(Options { tier, gc_stress, background: true, ..Options::default() })
}

/// Evaluates until a function of the statistics is true.
fn eval_until(runtime: &mut Runtime, source: &str, expected: &Value, done: impl Fn(&Runtime) -> bool) {
    let start = Instant::now();
    while !done(runtime) {
        assert_eq!(runtime.eval(source, "t.js").unwrap(), *expected);
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", runtime.compile_statistics());
    }
}

const WORK: &str = "function P(x) { this.x = x } P.prototype.get = function () { return this.x };
    function work(n) { var s = 0; for (var i = 0; i < n; i++) s += new P(i).get() % 7; return s }
    work(3000) + work(2)";

#[test]
fn functions_reach_both_tiers() {
    for gc_stress in [false, true] {
        let mut runtime = in_background(Tier::Auto, gc_stress);
        eval_until(&mut runtime, WORK, &Value::Number(8995.0), |runtime| {
            let statistics = runtime.compile_statistics();
            statistics.functions > 1 && statistics.speculating > 1
        });
        let statistics = runtime.compile_statistics();
        assert!(statistics.background > Duration::ZERO, "{statistics:?}");
        assert_eq!(statistics.generation, Duration::ZERO, "{statistics:?}");
        assert!(statistics.refused.is_empty(), "{statistics:?}");
    }
}

#[test]
fn a_loop_goes_on_in_code_that_was_made_meanwhile() {
    let mut runtime = in_background(Tier::Auto, false);
    // One program, which is long enough for both tiers.
    let source = "var s = 0, end = Date.now() + 2000; while (Date.now() < end) { for (var i = 0; i < 20000; i++) s = (s + i) | 0; s = 0 } s";
    assert_eq!(runtime.eval(source, "t.js").unwrap(), Value::Number(0.0));
    let statistics = runtime.compile_statistics();
    assert!(statistics.functions > 0 && statistics.speculating > 0, "{statistics:?}");
}

#[test]
fn exits_and_discarded_code_do_not_depend_on_the_thread() {
    let functions = "function add(a, b) { return a + b }
        function work(n, odd) { var s = 0; for (var i = 0; i < n; i++) s = add(i, i == 1500 ? odd : 1); return s }";
    let calls = "var out = []; for (var odd of ['x', 2147483647, 1.5, null, 7n]) try { out.push(work(1600, odd)) } catch (e) { out.push(e.name) }
        out.join()";
    let mut interpreter = Runtime::new(Options::default());
    interpreter.eval(functions, "f.js").unwrap();
    let expected = interpreter.eval(calls, "t.js").unwrap();
    for tier in [Tier::Compiled, Tier::Speculating, Tier::Auto] {
        let mut runtime = in_background(tier, false);
        runtime.eval(functions, "f.js").unwrap();
        let start = Instant::now();
        loop {
            assert_eq!(runtime.eval(calls, "t.js").unwrap(), expected, "{tier:?}");
            let statistics = runtime.compile_statistics();
            // There are three entries for code that speculates: both functions, and the loop. So one was compiled again.
            if tier != Tier::Auto || statistics.discarded > 0 && statistics.speculating > 3 {
                break;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{statistics:?}");
        }
    }
}

#[test]
fn runtimes_end_while_code_is_made() {
    for _ in 0..20 {
        let mut runtime = in_background(Tier::Compiled, false);
        assert_eq!(runtime.eval(WORK, "t.js").unwrap(), Value::Number(8995.0));
    }
}
