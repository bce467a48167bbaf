#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| (barebones_fuzz::target("allocation").expect("its name").run)(data));
