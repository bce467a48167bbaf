//! Embedding: host functions, handles, limits, interruption, stacks of errors.

use barebones_js::{ErrorKind, Options, Runtime, ScriptError, Value};
use std::time::Duration;

fn runtime() -> Runtime {
    Runtime::new(Options::default())
}

fn stressed() -> Runtime {
    Runtime::new(Options { gc_stress: true, ..Options::default() })
}

/// The message of what a program throws.
fn thrown(runtime: &mut Runtime, source: &str) -> String {
    match runtime.eval(source, "t.js") {
        Err(ScriptError::Thrown(exception)) => exception.message,
        other => panic!("{source}: {other:?}"),
    }
}

#[test]
fn handles_stay_valid_while_cells_move() {
    let mut runtime = stressed();
    let object = runtime.eval("({ list: [1, { deep: 'text' }] })", "a.js").unwrap();
    let clone = object.clone();
    for _ in 0..3 {
        runtime.eval("var a = []; for (var i = 0; i < 50; i++) a.push({ i: i }); a = null", "b.js").unwrap();
    }
    let mut context = runtime.context();
    let list = context.get(&object, "list").unwrap();
    let inner = context.get(&list, "1").unwrap();
    assert_eq!(context.get(&inner, "deep").unwrap(), Value::from("text"));
    assert_eq!(context.keys(&list).unwrap(), ["0", "1"]);
    assert_eq!(object, clone);
    context.set(&object, "more", &list).unwrap();
    assert_eq!(
        context.inspect(&object).unwrap(),
        "{ list: [ 1, { deep: 'text' } ], more: [ 1, { deep: 'text' } ] }"
    );
    drop((object, clone, list, inner));
    // A handle may outlive its runtime.
    let kept = runtime.eval("({})", "c.js").unwrap();
    drop(runtime);
    drop(kept);
}

#[test]
fn dropped_handles_free_what_they_held() {
    let mut runtime = Runtime::new(Options { heap_limit: 16 << 20, ..Options::default() });
    for _ in 0..40 {
        runtime.eval("new Array(100000).fill({})", "a.js").unwrap();
    }
    let held: Result<Vec<Value>, ScriptError> =
        (0..40).map(|_| runtime.eval("new Array(100000).fill({})", "a.js")).collect();
    assert_eq!(held.unwrap_err().to_string(), "Uncaught RangeError: out of memory");
    assert_eq!(runtime.eval("1", "b.js").unwrap(), Value::Number(1.0));
}

#[test]
fn host_functions_call_back_and_raise_errors() {
    let mut runtime = stressed();
    runtime
        .register("each", 2, |context, this, arguments| {
            assert_eq!(*this, Value::Undefined);
            let [list, function] = arguments else {
                return Err(ScriptError::type_error("each(list, function)"));
            };
            let length = context.get(list, "length")?.as_number().unwrap_or(0.0);
            let mut results = Vec::new();
            for index in 0..length as u32 {
                let element = context.get(list, &index.to_string())?;
                results.push(context.call(function, &Value::Null, &[element, Value::from(index)])?);
            }
            context.array(&results)
        })
        .unwrap();
    let source = "each(['a', 'b'], function (x, i) { 'use strict'; return { text: x + i, self: this } })[1]";
    let found = runtime.eval(source, "a.js").unwrap();
    let mut context = runtime.context();
    assert_eq!(context.inspect(&found).unwrap(), "{ text: 'b1', self: null }");
    assert_eq!(thrown(&mut runtime, "each(1)"), "TypeError: each(list, function)");
    // What a program throws goes through the host and back.
    let caught = "try { each([1], () => { throw new RangeError('mine') }) } catch (e) { e.message + (e instanceof RangeError) }";
    assert_eq!(runtime.eval(caught, "b.js").unwrap(), Value::from("minetrue"));
    runtime
        .register("fail", 0, |_, _, _| {
            Err(ScriptError::Raised { kind: ErrorKind::Range, message: String::from("too far") })
        })
        .unwrap();
    let error = runtime.eval("function f() {\n  fail();\n}\nf();", "c.js").unwrap_err();
    let ScriptError::Thrown(exception) = error else { panic!("{error}") };
    assert_eq!(exception.message, "RangeError: too far");
    assert_eq!(exception.stack, "    at f (c.js:2:3)\n    at global (c.js:4:1)");
    assert_eq!(exception.place.map(|place| place.to_string()).as_deref(), Some("c.js:2:3"));
}

#[test]
fn values_convert() {
    let mut runtime = runtime();
    let date = runtime.eval("({ valueOf() { return 7 }, toString() { return 'seven' } })", "a.js").unwrap();
    let mut context = runtime.context();
    assert_eq!(context.to_number(&date).unwrap(), 7.0);
    assert_eq!(context.to_text(&date).unwrap(), "seven");
    assert!(context.is_truthy(&date).unwrap() && !context.is_truthy(&Value::from("")).unwrap());
    assert!(!context.is_function(&date));
    let constructor = context.eval("(class Point { constructor(x) { this.x = x } })", "b.js").unwrap();
    assert!(context.is_function(&constructor));
    let point = context.construct(&constructor, &[Value::from(3)]).unwrap();
    assert_eq!(context.get(&point, "x").unwrap().as_number(), Some(3.0));
    assert!(matches!(context.eval("Symbol('s')", "c.js"), Ok(Value::Symbol(_))));
    let big = context.eval("2n ** 70n", "d.js").unwrap();
    assert_eq!(context.to_text(&big).unwrap(), "1180591620717411303424");
    assert!(context.to_number(&big).is_err());
    assert_eq!(
        context.call(&Value::from(1), &Value::Null, &[]).unwrap_err().to_string(),
        "Uncaught TypeError: number is not a function"
    );
}

#[test]
fn runtimes_are_apart() {
    let (mut one, mut two) = (runtime(), runtime());
    one.set_global("x", &Value::from(1)).unwrap();
    let object = one.eval("({})", "a.js").unwrap();
    assert_eq!(two.eval("typeof x", "a.js").unwrap(), Value::from("undefined"));
    assert!(matches!(two.set_global("x", &object), Err(ScriptError::Foreign(_))));
    assert!(two.register("f", 0, move |_, _, _| Ok(object.clone())).is_ok());
    assert_eq!(thrown(&mut two, "f()"), "TypeError: a handle of another runtime");
}

#[test]
fn jobs_run_after_the_program() {
    let mut runtime = runtime();
    let source = "var log = []; Promise.resolve(1).then(x => log.push('job' + x)); log.push('end'); log";
    let log = runtime.eval(source, "a.js").unwrap();
    assert_eq!(runtime.context().inspect(&log).unwrap(), "[ 'end', 'job1' ]");
    runtime.eval("Promise.resolve().then(() => log.push('after')); throw 1", "b.js").unwrap_err();
    assert_eq!(runtime.context().inspect(&log).unwrap(), "[ 'end', 'job1', 'after' ]");
}

#[test]
fn another_thread_interrupts() {
    let mut runtime = runtime();
    for source in [
        "for (;;);",
        "try { for (;;) [1, 2].forEach(x => x) } finally { for (;;); }",
        "function f() { f() } for (;;) try { f() } catch (e) {}",
    ] {
        let handle = runtime.interrupt_handle();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            handle.interrupt();
        });
        assert_eq!(runtime.eval(source, "a.js"), Err(ScriptError::Interrupted), "{source}");
        thread.join().unwrap();
        assert_eq!(runtime.eval("[3].map(x => x + 1)[0]", "b.js").unwrap(), Value::Number(4.0));
    }
    let mut limited = Runtime::new(Options { max_steps: Some(5000), ..Options::default() });
    assert!(matches!(limited.eval("for (;;);", "a.js"), Err(ScriptError::Unsupported(_))));
}

#[test]
fn memory_is_a_range_error() {
    // Garbage is collected while functions of the library are active: the programs of the first list end.
    let mut runtime = Runtime::new(Options { heap_limit: 12 << 20, ..Options::default() });
    for source in [
        "[1].forEach(() => { for (var i = 0; i < 300000; i++) ({ i: i, text: 'a' + i }) })",
        "Array.from({ length: 300000 }, (x, i) => ({ i: i }) && 0).length",
        "for (var n = 0; n < 20; n++) JSON.parse(JSON.stringify(Array.from({ length: 5000 }, (x, i) => ({ i: i }))))",
        "var s = 'ab'.repeat(20000).replace(/a/g, () => ({ text: 'x'.repeat(40) }).text.length)",
        "[3, 1, 2].sort((a, b) => { for (var i = 0; i < 60000; i++) [i]; return a - b })",
        "[...Array(60000).keys()].reduce((sum, x) => 'x' + x, '')",
        "(async () => { for (var i = 0; i < 300000; i++) ({ i: i }) })()",
        "JSON.stringify({ toJSON() { for (var i = 0; i < 200000; i++) [i]; return 1 } })",
        "var p = new Proxy({}, { get() { for (var i = 0; i < 200000; i++) [i]; return 1 } }); p.x",
        "'' + { toString() { for (var i = 0; i < 200000; i++) [i]; return 'x' } }",
        "for (var i = 0; i < 3000; i++) new Uint8Array(100000)",
        "for (var i = 0; i < 3000; i++) 'x'.repeat(100000 + i)",
    ] {
        let result = runtime.eval(source, "a.js");
        println!("{source}: {:?}", runtime.statistics());
        assert!(result.is_ok(), "{source}: {result:?}");
    }
    for source in [
        "var a = []; for (;;) a.push({})",
        "var a = []; for (var i = 0; ; i++) a[i] = i",
        "var a = []; for (;;) a.push(1, 2, 3)",
        "var o = {}; for (var i = 0; ; i++) o['k' + i] = i",
        "var m = new Map; for (var i = 0; ; i++) m.set(i, i)",
        "var s = new Set; for (var i = 0; ; i++) s.add('t' + i)",
        "var a = 'x'; for (;;) a += a",
        "new ArrayBuffer(100000000)",
        "new Array(50000000).fill(0)",
        "Array.from({ length: 50000000 }, (x, i) => i)",
        "JSON.parse('[' + '{},'.repeat(200000) + '{}]')",
        "var list = []; [1].forEach(() => { for (;;) list.push([]) })",
        "Array.from({ [Symbol.iterator]() { return { next: () => ({ done: false, value: {} }) } } })",
        "new Array(400000).join('xy').split('x')",
        "'ab'.repeat(300000).match(/a/g)",
        "var n = 1n; for (;;) n *= n + 12345678901234567890n",
        "function* g() { for (;;) yield {} } [...g()]",
        "var all = []; for (var i = 0; ; i++) all.push(() => i)",
        "var p = Promise.resolve(); for (;;) p.then(() => 1)",
    ] {
        let mut runtime = Runtime::new(Options { heap_limit: 12 << 20, ..Options::default() });
        let message = thrown(&mut runtime, source);
        assert!(message.starts_with("RangeError: "), "{source}: {message}");
        assert!(runtime.statistics().heap_bytes < 40 << 20, "{source}: {:?}", runtime.statistics());
        // A program can catch it.
        let caught = format!(
            "try {{ (0, eval)({source:?}) }} catch (e) {{ a = o = m = s = list = all = p = n = null; e instanceof RangeError }}"
        );
        assert_eq!(runtime.eval(&caught, "b.js").unwrap(), Value::Boolean(true), "{source}");
    }
}

#[test]
fn recursion_is_a_range_error() {
    let mut runtime = runtime();
    for source in [
        "function f() { return f() + 1 } f()",
        "function f() { [1].forEach(f) } f()",
        "function f() { return [2, 1].sort(f) } f()",
        "function f() { return 'a'.replace(/a/, f) } f()",
        "var o = { get x() { return this.x } }; o.x",
        "var o = { set x(v) { this.x = v } }; o.x = 1",
        "var o = { toString() { return '' + this } }; '' + o",
        "var o = { toJSON() { return JSON.stringify(o) } }; JSON.stringify(o)",
        "var a = []; for (var i = 0; i < 100000; i++) a = [a]; JSON.stringify(a)",
        "JSON.parse('['.repeat(100000) + ']'.repeat(100000))",
        "var a = []; for (var i = 0; i < 100000; i++) a = [a]; a.flat(Infinity)",
        "var a = []; for (var i = 0; i < 100000; i++) a = [a]; a.toString()",
        "var p = {}; for (var i = 0; i < 100000; i++) p = new Proxy(p, {}); p.x",
        "var p = new Proxy({}, { get(t, k, r) { return r[k] } }); p.x",
        "class A { constructor() { new A } } new A",
        "var f = Function.prototype.call.bind(() => f()); f()",
        "function f() { return Reflect.construct(f, []) } f()",
        "function* g() { yield* g() } [...g()]",
        "function f() { eval('f()') } f()",
        "function f() { new Function('f()')() } f()",
        "var o = {}; o[Symbol.iterator] = () => { [...o] }; [...o]",
        "function f(s = f()) { return s } f()",
        "function f(...a) { return f(...a, 1) } f()",
    ] {
        let message = thrown(&mut runtime, source);
        assert_eq!(message, "RangeError: Maximum call stack size exceeded", "{source}");
        let caught = format!("try {{ (0, eval)({source:?}) }} catch (e) {{ e instanceof RangeError }}");
        assert_eq!(runtime.eval(&caught, "b.js").unwrap(), Value::Boolean(true), "{source}");
    }
    // Patterns and source that nest deeply are refused.
    for source in [
        "new RegExp('('.repeat(100000) + ')'.repeat(100000))",
        "eval('['.repeat(100000) + ']'.repeat(100000))",
    ] {
        assert!(runtime.eval(source, "a.js").is_err());
    }
}

#[test]
fn stacks_have_lines_and_columns() {
    let mut runtime = runtime();
    let source = "function inner(x) {\n  return x.y.z;\n}\nfunction outer() {\n  return [1].map(() => inner({}))[0];\n}\nouter();";
    let Err(ScriptError::Thrown(exception)) = runtime.eval(source, "dir/a.js") else {
        panic!("an exception")
    };
    assert_eq!(
        exception.report(),
        "dir/a.js:2:14: Uncaught TypeError: Cannot read properties of undefined (reading 'z')\n  return x.y.z;\n             ^\n    at inner (dir/a.js:2:14)\n    at dir/a.js:5:24\n    at outer (dir/a.js:5:10)\n    at global (dir/a.js:7:1)"
    );
    // An error has its stack from its creation, getters and conversions included.
    let source = "var o = { get g() {\n  return new Error('made').stack } };\nfunction f() {\n  return o.g }\nfunction t() { return { toString() { return f() } } }\n'' + t()";
    let stack = runtime.eval(source, "b.js").unwrap();
    assert_eq!(
        stack.as_text().unwrap(),
        "Error: made\n    at get g (b.js:2:20)\n    at f (b.js:4:12)\n    at toString (b.js:5:45)\n    at global (b.js:6:6)"
    );
    let Err(ScriptError::Thrown(exception)) = runtime.eval("let a;\n  let a;", "c.js") else {
        panic!("a syntax error")
    };
    let report = exception.report();
    assert!(
        report.starts_with("c.js:2:7: Uncaught SyntaxError: ")
            || report.starts_with("c.js:1:5: Uncaught SyntaxError: "),
        "{report}"
    );
    assert!(report.contains("let a;\n") && report.contains('^'), "{report}");
    // What is no error has a place, but no stack.
    let Err(ScriptError::Thrown(exception)) = runtime.eval("\n\tthrow 7", "d.js") else {
        panic!("an exception")
    };
    assert_eq!(exception.report(), "d.js:2:8: Uncaught 7\n\tthrow 7\n\t      ^");
    // Errors of the library that library functions catch have a stack, too.
    runtime
        .eval("var found; Promise.resolve('{').then(JSON.parse).catch(e => { found = e.stack })", "e.js")
        .unwrap();
    let found = runtime.global("found").unwrap();
    assert!(found.as_text().unwrap().starts_with("SyntaxError: "), "{found:?}");
}

#[test]
fn values_are_shown() {
    let mut runtime = runtime();
    for (source, text) in [
        ("'it\\'s'", "'it\\'s'"),
        ("[1, , 'x', null, -0]", "[ 1, 'x', null, -0 ]"),
        (
            "({ a: { b: { c: { d: 1 } } }, 'x-y': 1n, get g() { return 1 } })",
            "{ a: { b: { c: [Object] } }, 'x-y': 1n, g: [Getter] }",
        ),
        ("(function f() {})", "[Function: f]"),
        ("var o = {}; o.self = o; o", "{ self: [Circular] }"),
        ("new TypeError('t')", "TypeError: t"),
        ("/a+/gi", "/a+/gi"),
        ("Promise.resolve({ a: 1 })", "[Promise: { a: 1 }]"),
        ("new Map([[1, 2]])", "[Map: 1 entries]"),
    ] {
        let value = runtime.eval(source, "a.js").unwrap();
        assert_eq!(runtime.context().inspect(&value).unwrap(), text, "{source}");
    }
}

#[test]
fn output_goes_to_the_host() {
    let lines = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let sink = lines.clone();
    let output = Box::new(move |text: &str| sink.borrow_mut().push(text.to_string()));
    let mut with_sink = Runtime::new(Options { output: Some(output), ..Options::default() });
    with_sink.eval("print(1, 'a'); console.log({})", "a.js").unwrap();
    assert_eq!(*lines.borrow(), ["1 a\n", "[object Object]\n"]);
    let mut without = runtime();
    without.eval("print(1)", "a.js").unwrap();
    assert_eq!(without.take_output(), "1\n");
    assert_eq!(without.take_output(), "");
    assert!(without.statistics().functions > 0);
}
