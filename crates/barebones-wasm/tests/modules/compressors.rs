//! zstd and brotli: compressed data is the same as with other engines, and decompresses to the original bytes.

use crate::guest::{Guest, Memories, data, define_resize, hash};
use crate::{Counts, module};
use barebones_wasm::{Caller, HostError, Linker, Store};

const MEGABYTE: usize = 1 << 20;

/// The expected results are for these bytes.
#[test]
fn test_data_is_unchanged() {
    assert_eq!(hash(data(MEGABYTE)), 3_213_358_082);
}

#[test]
fn zstd() {
    module("zstd", Counts { functions: 298, operators: 125_019 }, |engine, module| {
        let (mut store, mut linker) = (Store::new(engine), Linker::new());
        define_resize(&mut store, &mut linker, "e", Memories::Exported("f"));
        let mut guest = Guest::new(module, store, linker, "f");
        guest.call("g", &[]); // constructors
        // Level, size, compressed size and its hash.
        let runs = [
            (1, MEGABYTE, 1_048_610, 736_128_822),
            (3, MEGABYTE, 1_048_609, 3_620_480_530),
            (19, 1 << 16, 58_217, 1_637_151_492),
        ];
        for (level, count, expected, expected_hash) in runs {
            let bytes = data(count);
            let bound = guest.call("i", &[count as i32]);
            let (to, from) = (guest.call("s", &[bound]), guest.put("s", &bytes));
            let size = guest.call("m", &[to, bound, from, count as i32, level]);
            assert_eq!((size, hash(guest.read(to, size).iter().copied())), (expected, expected_hash));
            let back = guest.call("s", &[count as i32]);
            assert_eq!(guest.call("r", &[back, count as i32, to, size]), count as i32);
            assert!(guest.read(back, count as i32) == bytes, "level {level}: the decompressed bytes differ");
            // A truncated frame is an error, not a trap.
            let error = guest.call("r", &[back, count as i32, to, size - 1]);
            assert_ne!(guest.call("h", &[error]), 0);
            for at in [to, from, back] {
                guest.call("t", &[at]);
            }
        }
    });
}

/// Defines the imports with which a wasm-bindgen module accesses host objects: the only object is the options.
fn define_objects(store: &mut Store, linker: &mut Linker) {
    let no_memory = "no memory for an adapter";
    let from = "wbg";
    linker.wrap(store, from, "__wbindgen_is_undefined", |_: &mut Caller<'_>, _: i32| 0).expect(no_memory);
    linker.wrap(store, from, "__wbindgen_is_object", |_: &mut Caller<'_>, _: i32| 1).expect(no_memory);
    let serialize = |caller: &mut Caller<'_>, to: u32, _: i32| -> Result<(), HostError> {
        let options = br#"{"quality":5}"#;
        // The host calls back into the calling module.
        let instance = caller.instance().ok_or("called without an instance")?;
        let allocate = instance.func(caller, "__wbindgen_malloc")?.typed::<u32, u32>(caller)?;
        let at = allocate.call(caller, options.len() as u32)?;
        let memory = caller.memory("memory").ok_or("no memory")?.data_mut(caller)?;
        memory[at as usize..][..options.len()].copy_from_slice(options);
        memory[to as usize..][..4].copy_from_slice(&at.to_le_bytes());
        memory[to as usize + 4..][..4].copy_from_slice(&(options.len() as u32).to_le_bytes());
        Ok(())
    };
    linker.wrap(store, from, "__wbindgen_json_serialize", serialize).expect(no_memory);
    linker.wrap(store, from, "__wbindgen_object_drop_ref", |_: &mut Caller<'_>, _: i32| {}).expect(no_memory);
    linker
        .wrap(store, from, "__wbindgen_string_new", |_: &mut Caller<'_>, _: i32, _: i32| 99)
        .expect(no_memory);
}

#[test]
fn brotli() {
    module("brotli", Counts { functions: 944, operators: 181_148 }, |engine, module| {
        let (mut store, mut linker) = (Store::new(engine), Linker::new());
        define_objects(&mut store, &mut linker);
        let mut guest = Guest::new(module, store, linker, "memory");
        let bytes = data(MEGABYTE);
        let results = guest.call("__wbindgen_add_to_stack_pointer", &[-16]);
        let from = guest.put("__wbindgen_malloc", &bytes);
        guest.call("compress", &[results, from, MEGABYTE as i32, 36]);
        let (at, size, failed) = (guest.word(results), guest.word(results + 4), guest.word(results + 12));
        assert_eq!((size, failed), (996_511, 0));
        let compressed = guest.read(at, size).to_vec();
        assert_eq!(hash(compressed.iter().copied()), 2_961_842_885);
        let from = guest.put("__wbindgen_malloc", &compressed);
        guest.call("decompress", &[results, from, size]);
        let (at, size, failed) = (guest.word(results), guest.word(results + 4), guest.word(results + 12));
        assert_eq!((size, failed), (MEGABYTE as i32, 0));
        assert!(guest.read(at, size) == bytes, "the decompressed bytes differ");
        // Invalid compressed data is an error.
        let from = guest.put("__wbindgen_malloc", &[1, 2, 3, 4]);
        guest.call("decompress", &[results, from, 4]);
        assert_eq!((guest.word(results + 8), guest.word(results + 12)), (99, 1));
    });
}
