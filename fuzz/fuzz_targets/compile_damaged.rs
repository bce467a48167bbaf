#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (barebones_fuzz::target("compile_damaged").expect("its name").run)(data));
