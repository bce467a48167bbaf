//! argon2, source-map and tree-sitter.

use crate::guest::{Guest, HASH, Memories, define_resize, step};
use crate::{Counts, module};
use barebones_wasm::{
    Caller, Extern, ExternType, Func, Global, HostError, Limits, Linker, Memory, MemoryType, Store, Table,
    TableType, Val,
};
use std::sync::{Arc, Mutex};

/// Known answers of Argon2's reference implementation, version 0x13: type, lanes and hash.
const ARGON2: [(i32, i32, &str); 3] = [
    (1, 1, "89e9029f4637b295beb027056a7336c414fadd43f6b208645281cb214a56452f"),
    (2, 1, "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"),
    (2, 2, "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"),
];

#[test]
fn argon2() {
    module("argon2", Counts { functions: 59, operators: 11_754 }, |engine, module| {
        let (mut store, mut linker) = (Store::new(engine), Linker::new());
        define_resize(&mut store, &mut linker, "b", Memories::Exported("c"));
        let copy = |caller: &mut Caller<'_>, to: u32, from: u32, count: u32| -> Result<u32, HostError> {
            let memory = caller.memory("c").ok_or("no memory")?.data_mut(caller)?;
            memory.copy_within(from as usize..(from + count) as usize, to as usize);
            Ok(to)
        };
        linker.wrap(&mut store, "a", "a", copy).expect("room for an adapter");
        let mut guest = Guest::new(module, store, linker, "c");
        guest.call("d", &[]); // constructors
        for (ty, lanes, expected) in ARGON2 {
            let (password, salt) = (guest.put_text("f", "password"), guest.put_text("f", "somesalt"));
            let to = guest.call("f", &[32]);
            // Passes, KiB, lanes, password, salt, hash, no encoded form, type, version.
            let args = [2, 256, lanes, password, 8, salt, 8, to, 32, 0, 0, ty, 0x13];
            assert_eq!(guest.call("e", &args), 0);
            let found: String = guest.read(to, 32).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(found, expected, "type {ty}, {lanes} lanes");
        }
        let too_short = guest.call("e", &[2, 256, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0x13]);
        let message = guest.call("i", &[too_short]);
        assert_eq!(guest.text(message), "Output is too short");
    });
}

#[test]
fn source_map() {
    module("sourcemap", Counts { functions: 67, operators: 23_681 }, |engine, module| {
        let (mut store, mut linker) = (Store::new(engine), Linker::new());
        // Number of mappings received, and their hash.
        let seen = Arc::new(Mutex::new((0, HASH)));
        let ty = module.imports().find_map(|(_, _, ty)| match ty {
            ExternType::Func(ty) => Some(ty.clone()),
            _ => None,
        });
        let state = Arc::clone(&seen);
        let callback = move |_: &mut Caller<'_>, args: &[Val]| {
            let (count, hash) = &mut *state.lock().expect("no panic");
            *count += 1;
            for arg in args {
                let Val::I32(word) = arg else { return Err(format!("found {arg:?}").into()) };
                *hash = step(*hash, *word as u32);
            }
            Ok(Vec::new())
        };
        let callback = Func::new(&mut store, ty.expect("one import"), callback);
        linker.define("env", "mapping_callback", Extern::Func(callback.expect("room for an adapter")));
        let mut guest = Guest::new(module, store, linker, "memory");
        let seen = || *seen.lock().expect("no panic");

        let text = "AAAA,IAAI,EAAEC;ACAC,GAAG,gBAAmBA;".repeat(2000);
        let at = guest.put("allocate_mappings", text.as_bytes());
        let mappings = guest.call("parse_mappings", &[at]);
        assert_ne!(mappings, 0);
        guest.call("by_generated_location", &[mappings]);
        assert_eq!(seen(), (12_000, 3_394_171_253));
        guest.call("compute_column_spans", &[mappings]);
        guest.call("by_original_location", &[mappings]);
        assert_eq!(seen(), (24_000, 26_151_389));
        guest.call("original_location_for", &[mappings, 1001, 5, 1]);
        assert_eq!(seen(), (24_001, 3_010_086_869));
        guest.call("free_mappings", &[mappings]);
        let at = guest.put("allocate_mappings", b"AAAA,@");
        assert_eq!((guest.call("parse_mappings", &[at]), guest.call("get_last_error", &[])), (0, 4));
    });
}

/// Without the module of a grammar it cannot parse. But it is linked at run time, and its allocator and string
/// functions are usable.
#[test]
fn tree_sitter() {
    module("treesitter", Counts { functions: 283, operators: 94_384 }, |engine, module| {
        let (mut store, mut linker) = (Store::new(engine), Linker::new());
        for (from, name, ty) in module.imports() {
            let value = match name {
                "__memory_base" => 1024,
                "__table_base" => 1,
                "__stack_low" => 16_704,
                "__stack_high" | "__stack_pointer" | "__heap_base" => 82_240,
                _ => 0,
            };
            match ty {
                ExternType::Global(ty) => {
                    let global = Global::new(&mut store, *ty, Val::I32(value)).expect("its type");
                    linker.define(from, name, Extern::Global(global));
                }
                ExternType::Table(ty) => {
                    let ty = TableType { limits: Limits { min: 31, ..ty.limits }, ..*ty };
                    let table = Table::new(&mut store, ty, Val::FuncRef(None)).expect("room for a table");
                    linker.define(from, name, Extern::Table(table));
                }
                ExternType::Memory(ty) => {
                    let ty = MemoryType { limits: Limits { min: 512, ..ty.limits }, ..*ty };
                    let memory = Memory::new(&mut store, ty).expect("room for a memory");
                    linker.define(from, name, Extern::Memory(memory));
                }
                _ => {}
            }
        }
        let mut guest = Guest::new(module, store, linker, "memory");
        guest.call("__wasm_apply_data_relocs", &[]);
        guest.call("__wasm_call_ctors", &[]);
        assert_ne!(guest.call("ts_init", &[]), 0);
        guest.call("ts_parser_new_wasm", &[]);
        let words = ["tree", "treehouse", "Zürich", "", "a much longer string than the others are"];
        let places = words.map(|word| guest.put_text("malloc", word));
        for (word, at) in words.iter().zip(places) {
            assert_eq!(guest.call("strlen", &[at]), word.len() as i32);
            let copy = guest.call("calloc", &[1, word.len() as i32 + 1]);
            guest.call("memmove", &[copy, at, word.len() as i32]);
            assert_eq!(guest.text(copy), *word);
            let grown = guest.call("realloc", &[copy, 100_000]);
            assert_eq!(guest.text(grown), *word);
            guest.call("free", &[grown]);
        }
        for (a, at) in words.iter().zip(places) {
            for (b, bt) in words.iter().zip(places) {
                assert_eq!(guest.call("strcmp", &[at, bt]).signum(), a.cmp(b) as i32, "{a}, {b}");
            }
        }
        let letters = "aÄßжZ9_ 語";
        let found: Vec<[i32; 4]> = letters
            .chars()
            .map(|c| {
                ["iswalnum", "iswspace", "towupper", "towlower"].map(|name| guest.call(name, &[c as i32]))
            })
            .map(|[alnum, space, upper, lower]| [(alnum != 0).into(), (space != 0).into(), upper, lower])
            .collect();
        let expected = letters.chars().map(|c| {
            let one = |mut chars: Box<dyn Iterator<Item = char>>| match (chars.next(), chars.next()) {
                (Some(single), None) => single as i32,
                _ => c as i32,
            };
            let (upper, lower) = (one(Box::new(c.to_uppercase())), one(Box::new(c.to_lowercase())));
            // In musl, the sharp s has an upper case.
            let upper = if c == 'ß' { 'ẞ' as i32 } else { upper };
            [c.is_alphanumeric().into(), c.is_whitespace().into(), upper, lower]
        });
        assert_eq!(found, expected.collect::<Vec<_>>());
    });
}
