//! Language implementations: QuickJS and SQLite.

use crate::guest::{Guest, Memories, define_environment, define_resize};
use crate::{Counts, module};
use barebones_wasm::{Caller, Extern, ExternType, Linker, Memory, Store};

/// A program that covers much of the language, and its output in V8.
const SCRIPT: &str = include_str!("script.js");
const ANSWER: &str = include_str!("script.answer");

#[test]
fn quickjs() {
    module("quickjs", Counts { functions: 1321, operators: 193_181 }, |engine, module| {
        let (mut store, mut linker) = (Store::new(engine), Linker::new());
        let ty = module.imports().find_map(|(_, _, ty)| match ty {
            ExternType::Memory(ty) => Some(*ty),
            _ => None,
        });
        let memory = Memory::new(&mut store, ty.expect("a memory")).expect("room for a memory");
        linker.define("a", "a", Extern::Memory(memory));
        let no_memory = "room for an adapter";
        define_resize(&mut store, &mut linker, "k", Memories::Imported(memory));
        define_environment(&mut store, &mut linker, "f", "e", Memories::Imported(memory));
        linker.wrap(&mut store, "a", "p", |_: &mut Caller<'_>| 1.7e12f64).expect(no_memory); // the time
        let zone = |_: &mut Caller<'_>, _: i32, _: i32, _: i32, _: i32| {};
        linker.wrap(&mut store, "a", "n", zone).expect(no_memory);
        let mut guest = Guest::new(module, store, linker, "a");
        guest.call("u", &[]); // constructors
        let runtime = guest.call("K", &[]);
        let context = guest.call("N", &[runtime, 0]);
        let evaluate = |guest: &mut Guest, script: &str| {
            let (at, name) = (guest.put_text("v", script), guest.put_text("v", "script.js"));
            let value = guest.call("pa", &[context, at, script.len() as i32, name, 0, 0]);
            let exception = guest.call("na", &[context, value]);
            let text = guest.call("$", &[context, if exception == 0 { value } else { exception }]);
            guest.text(text)
        };
        assert_eq!(evaluate(&mut guest, SCRIPT), ANSWER.trim_end());
        assert_eq!(evaluate(&mut guest, "null.x"), "TypeError: cannot read property 'x' of null");
        // Its own stack limit in bytes, low enough for the machine stack at O0.
        guest.call("D", &[runtime, 8 << 10]);
        assert_eq!(evaluate(&mut guest, "(function f() { f() })()"), "InternalError: stack overflow");
        assert_eq!(evaluate(&mut guest, "6 * 7"), "42");
    });
}

/// Statements and a query, and the results of native SQLite.
const STATEMENTS: &str = include_str!("statements.sql");
const QUERY: &str = include_str!("query.sql");
const ROWS: &str = include_str!("query.answer");

#[test]
fn sqlite() {
    module("sqlite", Counts { functions: 1968, operators: 297_662 }, |engine, module| {
        let (mut store, mut linker) = (Store::new(engine), Linker::new());
        define_resize(&mut store, &mut linker, "l", Memories::Exported("O"));
        define_environment(&mut store, &mut linker, "H", "G", Memories::Exported("O"));
        let no_memory = "room for an adapter";
        linker.wrap(&mut store, "a", "p", |_: &mut Caller<'_>| i32::MIN).expect(no_memory); // maximum memory size
        linker.wrap(&mut store, "a", "d", |_: &mut Caller<'_>| 1.7e12f64).expect(no_memory); // the time
        let mut guest = Guest::new(module, store, linker, "O");
        guest.call("P", &[]); // constructors
        let (results, path) = (guest.call("Ia", &[8]), guest.put_text("Ia", ":memory:"));
        assert_eq!(guest.call("Ha", &[path, results]), 0);
        let database = guest.word(results);
        let statements = guest.put_text("Ia", STATEMENTS);
        let status = guest.call("W", &[database, statements, 0, 0, 0]);
        let message = guest.call("$", &[database]);
        assert_eq!((status, guest.text(message).as_str()), (0, "not an error"));
        let query = guest.put_text("Ia", QUERY);
        assert_eq!(guest.call("T", &[database, query, -1, results, 0]), 0);
        let statement = guest.word(results);
        let columns = guest.call("ra", &[statement]);
        let mut rows = String::new();
        while guest.call("U", &[statement]) == 100 {
            for column in 0..columns {
                let text = guest.call("Z", &[statement, column]);
                rows += &guest.text(text);
                rows.push(if column + 1 == columns { '\n' } else { '|' });
            }
        }
        assert_eq!(rows, ROWS);
        assert_eq!(guest.call("X", &[statement]), 0);
        let wrong = guest.put_text("Ia", "SELECT missing FROM item");
        assert_eq!(guest.call("T", &[database, wrong, -1, results, 0]), 1);
        let message = guest.call("$", &[database]);
        assert_eq!(guest.text(message), "no such column: missing");
        assert_eq!(guest.call("Ea", &[database]), 0);
    });
}
