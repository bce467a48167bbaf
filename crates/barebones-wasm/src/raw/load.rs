//! Loads compiled modules.

use crate::engine::Engine;
use crate::error::Error;
use crate::module::Module;

impl Module {
    /// Loads a module that [`Module::precompile`] compiled, without compiling.
    ///
    /// # Errors
    /// The bytes are from another version of this library, for another machine, or from an engine with other options;
    /// they are inconsistent or have a wrong checksum; or memory is exhausted. [`crate::Error::NotConfigured`] if the
    /// engine replaces code ([`crate::Config::lazy`], [`crate::Config::tier_up`]).
    ///
    /// # Safety
    ///
    /// The bytes come from [`Module::precompile`] of this build of the library and were not modified. They contain
    /// code, which runs unchecked; the checksum detects accidents, not attacks.
    pub unsafe fn load(engine: &Engine, bytes: &[u8]) -> Result<Module, Error> {
        Module::from_saved(engine, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        BoundsChecks, Caller, Config, FuncType, Linker, Store, TrapKind, Val, ValType, WasmFeatures,
    };
    use barebones::OptLevel;
    use barebones::base::{Features, Target};
    use barebones::saved_code::{ContentKey, SavedCode};
    use barebones_testing::generate::Random;

    const TEXT: &str = r#"(module $saved
        (type $unary (func (param i32) (result i32)))
        (import "h" "twice" (func $twice (type $unary)))
        (memory (export "m") 1)
        (table funcref (elem $twice $divide $grow))
        (global $g (mut i64) (i64.const 5))
        (data (i32.const 8) "\2a")
        (data $passive "passive")
        (func $divide (export "divide") (type $unary) (i32.div_u (i32.const 84) (local.get 0)))
        (func $grow (type $unary) (memory.grow (local.get 0)))
        (func (export "apply") (param i32 i32) (result i32)
            (call_indirect (type $unary) (local.get 1) (local.get 0)))
        (func $deep (export "deep") (param i32) (result i32) (local i32)
            (loop
                (local.set 1 (call $divide (local.get 0)))
                (br_if 0 (i32.gt_u (local.get 1) (i32.const 84))))
            (local.get 1))
        (func (export "floats") (param f64) (result f64) (f64.add (f64.const 0.5) (f64.ceil (local.get 0))))
        (func (export "init") (result i64)
            (memory.init $passive (i32.const 16) (i32.const 0) (i32.const 7))
            (global.set $g (i64.add (global.get $g) (i64.load (i32.const 8))))
            (global.get $g))
        (func (export "vector") (param v128) (result v128)
            (i32x4.add (local.get 0) (v128.const i32x4 1 2 3 4)))
        (tag $t (param i32))
        (func $throw (param i32) (throw $t (local.get 0)))
        (func (export "catch") (param i32) (result i32)
            (block $caught (result i32)
                (try_table (catch $t $caught) (call $throw (local.get 0)))
                (unreachable))))"#;

    fn wasm() -> Vec<u8> {
        let buffer = ::wast::parser::ParseBuffer::new(TEXT).expect("tokens");
        let mut wat = ::wast::parser::parse::<::wast::Wat<'_>>(&buffer).expect("a module");
        wat.encode().expect("a module")
    }

    fn engine(configure: impl Fn(&mut Config)) -> Engine {
        let mut config = Config::at(OptLevel::O2);
        configure(&mut config);
        Engine::new(config).expect("works where tests run")
    }

    fn load(engine: &Engine, bytes: &[u8]) -> Result<Module, Error> {
        // SAFETY: these tests do not run code they have changed.
        unsafe { Module::load(engine, bytes) }
    }

    /// Results of calls, with trap locations.
    fn run(module: &Module) -> Vec<Result<Vec<Val>, String>> {
        let mut store = Store::new(module.engine());
        let mut linker = Linker::new();
        linker.wrap(&mut store, "h", "twice", |_: &mut Caller<'_>, x: i32| x * 2).expect("memory");
        let instance = linker.instantiate(&mut store, module).expect("an instance");
        let mut call = |name: &str, args: &[Val]| {
            let result = instance.func(&store, name).expect("a function").call(&mut store, args);
            result.map_err(|error| error.to_string())
        };
        vec![
            call("divide", &[Val::I32(2)]),
            call("deep", &[Val::I32(0)]),
            call("apply", &[Val::I32(0), Val::I32(21)]),
            call("apply", &[Val::I32(2), Val::I32(1)]),
            call("apply", &[Val::I32(3), Val::I32(1)]),
            call("floats", &[Val::from(1.25)]),
            call("init", &[]),
            call("vector", &[Val::V128(5 << 64 | 7)]),
            call("catch", &[Val::I32(6)]),
        ]
    }

    #[test]
    fn loaded_modules_have_tables_that_nothing_writes() {
        const TEXT: &str = r#"(module
            (type $t (func (result i32)))
            (table 3 funcref)
            (elem (i32.const 1) $one $two)
            (func $one (type $t) (i32.const 1))
            (func $two (type $t) (i32.const 2))
            (func (export "call") (param i32) (result i32) (call_indirect (type $t) (local.get 0))))"#;
        let buffer = ::wast::parser::ParseBuffer::new(TEXT).expect("tokens");
        let wasm = ::wast::parser::parse::<::wast::Wat<'_>>(&buffer).and_then(|mut wat| wat.encode());
        for level in OptLevel::ALL {
            let engine = Engine::new(Config::at(level)).expect("works where tests run");
            let saved = Module::precompile(&engine, wasm.as_ref().expect("a module")).expect("compiles");
            let loaded = load(&engine, &saved).expect("was saved above");
            let mut store = Store::new(&engine);
            let instance = Linker::new().instantiate(&mut store, &loaded).expect("an instance");
            let call = instance.func(&store, "call").expect("a function");
            let mut call = |index| {
                call.call(&mut store, &[Val::I32(index)]).map_err(|error| match error {
                    Error::Trap(trap) => trap.kind,
                    other => panic!("expected a trap, found {other}"),
                })
            };
            assert_eq!([1, 2].map(&mut call), [Ok(vec![Val::I32(1)]), Ok(vec![Val::I32(2)])]);
            assert_eq!(call(0), Err(TrapKind::UninitializedElement));
            assert_eq!(call(3), Err(TrapKind::UndefinedElement));
        }
    }

    #[test]
    fn loaded_modules_have_types_of_their_engine() {
        const TEXT: &str = r#"(module
            (rec (type $get (sub (func (result i32)))) (type $other (func)))
            (type $more (sub $get (func (result i32))))
            (table $t (export "t") 2 (ref null $get) (ref.func $two))
            (func $two (type $more) (i32.const 2))
            (func (export "reference") (param i32) (result i32) (call_ref $get (table.get $t (local.get 0))))
            (func (export "indirect") (param i32) (result i32) (call_indirect $t (type $more) (local.get 0))))"#;
        let buffer = ::wast::parser::ParseBuffer::new(TEXT).expect("tokens");
        let wasm = ::wast::parser::parse::<::wast::Wat<'_>>(&buffer).and_then(|mut wat| wat.encode());
        let saved = Module::precompile(&engine(|_| ()), &wasm.expect("a module")).expect("compiles");
        // The numbers of types differ in the other engine.
        let other = engine(|_| ());
        for count in 1..20 {
            let ty = FuncType::new(&vec![ValType::I64; count], &[]);
            other.func_type_id(&ty).expect("of this engine");
        }
        let loaded = load(&other, &saved).expect("was saved above");
        let mut store = Store::new(&other);
        let instance = Linker::new().instantiate(&mut store, &loaded).expect("an instance");
        for name in ["reference", "indirect"] {
            let call = instance.func(&store, name).expect("a function");
            assert_eq!(call.call(&mut store, &[Val::I32(1)]).expect("returns"), [Val::I32(2)]);
        }
    }

    #[test]
    fn loaded_modules_behave_the_same() {
        for level in OptLevel::ALL {
            let config = Config::at(level);
            let engine = Engine::new(config.clone()).expect("works where tests run");
            let made = Module::new(&engine, &wasm()).expect("compiles");
            assert_eq!(made.stats().inlined != 0, level == OptLevel::O2, "a trap in a copy");
            let saved = Module::precompile(&engine, &wasm()).expect("compiles");
            assert_eq!(saved, Module::precompile(&engine, &wasm()).expect("compiles"), "deterministic");
            // A second engine, as in another process.
            let other = Engine::new(config).expect("works where tests run");
            let loaded = load(&other, &saved).expect("was saved above");
            let results = run(&loaded);
            assert_eq!(results, run(&made));
            assert_eq!(results[0], Ok(vec![Val::I32(42)]));
            assert_eq!(results[8], Ok(vec![Val::I32(6)]));
            assert_eq!(results[7], Ok(vec![Val::V128(4 << 96 | 8 << 64 | 2 << 32 | 8)]));
            let trap = results[1].as_ref().expect_err("a division by zero");
            assert!(trap.starts_with(&format!("trap: {}\n    at divide (0x", TrapKind::IntegerDivideByZero)));
            assert!(trap.contains("\n    at deep (0x"), "{trap}");
            assert_eq!(loaded.exports().collect::<Vec<_>>(), made.exports().collect::<Vec<_>>());
            assert_eq!(loaded.imports().len(), 1);
            let code = |module: &Module| module.codes().iter().map(|code| code.size()).collect::<Vec<_>>();
            assert_eq!(code(&loaded), code(&made));
        }
        let empty = b"\0asm\x01\0\0\0";
        let engine = engine(|_| ());
        let saved = Module::precompile(&engine, empty).expect("compiles");
        assert_eq!(load(&engine, &saved).expect("was saved above").codes().len(), 0);
        assert!(Module::precompile(&engine, b"\0asm").is_err());
    }

    #[test]
    fn incompatible_modules_are_errors() {
        let saved = Module::precompile(&engine(|_| ()), &wasm()).expect("compiles");
        let refused = |configure: fn(&mut Config)| match load(&engine(configure), &saved) {
            Err(Error::Saved { reason }) => reason,
            Err(other) => panic!("{other}"),
            Ok(_) => String::from("loaded"),
        };
        const OPTIONS: &str = "compiled by an engine with other options";
        assert_eq!(refused(|config| config.bounds_checks = BoundsChecks::Explicit), OPTIONS);
        assert_eq!(refused(|config| config.fuel = true), OPTIONS);
        assert_eq!(refused(|config| config.interruption = true), OPTIONS);
        assert_eq!(refused(|config| config.features.remove(WasmFeatures::TAIL_CALL)), OPTIONS);
        // Code does not depend on these options.
        assert_eq!(refused(|config| config.opt_level = OptLevel::O0), "loaded");
        assert_eq!(refused(|config| (config.threads, config.max_stack) = (3, 1 << 16)), "loaded");
        let error = |bytes: &[u8]| load(&engine(|_| ()), bytes).err().expect("not loaded").to_string();
        let version = env!("CARGO_PKG_VERSION").as_bytes();
        let at = saved.windows(version.len()).position(|part| part == version).expect("exists");
        let mut changed = saved.clone();
        changed[at] = b'9';
        assert!(error(&changed).contains("code saved by version \"9"), "{}", error(&changed));
        assert!(error(&wasm()).ends_with("not saved code"), "{}", error(&wasm()));
        // Other saved code, and code that needs a feature that this machine lacks.
        let target = barebones::host_target().expect("works where tests run");
        let code = SavedCode::from_bytes_of_any(&saved, &target).expect("was saved above");
        let other = SavedCode { key: ContentKey::of(b"other"), ..code.clone() }.to_bytes();
        assert!(error(&other).contains("saved code was compiled from content"), "{}", error(&other));
        let missing = Target { features: target.features | (Features::all() - target.features), ..target };
        let other = SavedCode { target: missing, ..code }.to_bytes();
        assert!(error(&other).contains("uses instructions that the target lacks"), "{}", error(&other));
    }

    #[test]
    fn replaceable_code_is_not_saved() {
        let saved = Module::precompile(&engine(|_| ()), &wasm()).expect("compiles");
        for configure in
            [|config: &mut Config| config.lazy = true, |config: &mut Config| config.tier_up = Some(1)]
        {
            let engine = engine(configure);
            assert!(matches!(Module::precompile(&engine, &wasm()), Err(Error::NotConfigured { .. })));
            assert!(matches!(load(&engine, &saved), Err(Error::NotConfigured { .. })));
        }
    }

    #[test]
    fn damage_is_an_error() {
        let engine = engine(|config| config.opt_level = OptLevel::O0);
        let saved = Module::precompile(&engine, &wasm()).expect("compiles");
        for len in 0..saved.len() {
            assert!(load(&engine, &saved[..len]).is_err(), "the first {len} bytes");
        }
        let mut random = Random::new(4);
        for at in 0..saved.len() {
            let mut changed = saved.clone();
            changed[at] ^= 1 << random.below(8);
            assert!(load(&engine, &changed).is_err(), "byte {at}");
        }
        assert!(load(&engine, &[&saved[..], &[0]].concat()).is_err());
    }

    /// Changes with a corrected checksum: may load or fail, but must not panic.
    #[test]
    fn contradictions_are_errors() {
        let engine = engine(|config| config.opt_level = OptLevel::O0);
        let saved = Module::precompile(&engine, &wasm()).expect("compiles");
        let target = barebones::host_target().expect("works where tests run");
        let saved = SavedCode::from_bytes_of_any(&saved, &target).expect("was saved above");
        let mut random = Random::new(5);
        let (mut errors, mut loaded) = (0, 0);
        for _ in 0..3_000 {
            let mut changed = saved.clone();
            let index = random.below(changed.functions.len() as u64 * 2) as usize;
            let bytes = match changed.functions.get_mut(index) {
                Some(function) => &mut function.client_bytes,
                None => &mut changed.client_bytes,
            };
            for _ in 0..=random.below(3) {
                let at = random.below(bytes.len() as u64) as usize;
                bytes[at] = [random.bits() as u8, 0, 0xff, bytes[at] ^ 1][random.below(4) as usize];
            }
            if random.below(8) == 0 {
                bytes.truncate(random.below(bytes.len() as u64) as usize);
            }
            match load(&engine, &changed.to_bytes()) {
                Ok(_) => loaded += 1,
                Err(_) => errors += 1,
            }
        }
        changed_count(&engine, &saved);
        assert!(errors > 1_000 && loaded > 100, "{errors} errors, {loaded} loaded");
    }

    /// A function too few.
    fn changed_count(engine: &Engine, saved: &SavedCode) {
        let mut changed = saved.clone();
        changed.functions.pop();
        let error = load(engine, &changed.to_bytes()).err().expect("not loaded").to_string();
        assert!(error.contains("functions without code"), "{error}");
    }
}
