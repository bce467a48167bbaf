//! Symbols by name: imports, names that are given up; definitions that are observed.

use super::{LongToLong, adding, calling, default_setup, long_to_long};
use barebones::base::{Signature, Type};
use barebones::ir::{Procedure, parse_module};
use barebones::jit::{KnownSymbol, LinkerError};
use barebones::patchpoint::LocalGenerators;
use barebones::{Observer, Stage, host_target, targets};

#[test]
fn imports_are_declared_unless_the_host_has_them() {
    extern "C" fn twice(x: i64) -> i64 {
        2 * x
    }
    let mut setup = default_setup();
    let (linker, signature) = (setup.linker.clone(), long_to_long());
    // One cast for all: the function may be compiled several times, at several addresses.
    let host = twice as *const () as usize;
    linker.set_resolver(move |name| (name == "resolved").then_some(host as *const u8));
    linker.add_host("host", host as *const u8).expect("a new name");
    let import = |setup: &super::Setup, name: &str| setup.compiler.import(&setup.linker, name, &signature);
    for name in ["host", "resolved"] {
        assert!(linker.function(name).is_none());
        match import(&setup, name) {
            Ok(KnownSymbol::Host(address)) => assert_eq!(address.addr(), host),
            other => panic!("{other:?}"),
        }
        let caller = setup.define(calling("caller", name, 1));
        let thread = linker.register_thread();
        // SAFETY: both procedures compute with their argument.
        let f = unsafe { caller.typed::<LongToLong>() }.expect("this signature");
        assert_eq!(f.call(&thread, 5), 11);
    }
    assert!(matches!(import(&setup, "later"), Ok(KnownSymbol::Function(_))));
    let Ok(KnownSymbol::Function(later)) = import(&setup, "later") else { panic!("it is declared") };
    assert_eq!(linker.undefined()[0].name, "later");
    setup.define(adding("later", 3));
    assert!(later.code().is_some() && linker.undefined().is_empty());
    // A known symbol keeps its types.
    let data = linker.add_data("data", &[1; 8]).expect("a new name");
    assert!(matches!(import(&setup, "data"), Err(LinkerError::NameTaken { kind: "a data object", .. })));
    match linker.lookup("data") {
        Some(KnownSymbol::Data(found)) => assert_eq!(found.address(), data.address()),
        other => panic!("{other:?}"),
    }
    assert!(linker.lookup("nothing").is_none());
    let narrow = Signature { params: vec![Type::Int32], results: vec![] };
    let error = setup.compiler.import(&linker, "later", &narrow).expect_err("other types");
    assert!(matches!(error, LinkerError::WrongSignature { place: None, .. }), "{error}");
}

#[test]
fn a_name_is_given_up_and_its_callers_keep_the_old_function() {
    let mut setup = default_setup();
    let old = setup.define(adding("f", 1));
    let caller = setup.define(calling("caller", "f", 10));
    let narrow = parse_module(
        "barebones 1
        proc f(Int32) -> Int32 {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int32 @1 = Trunc(@0)
            Void @2 = Return(@1)
        }",
        &targets(host_target().expect("a host")),
    );
    let narrow = narrow.expect("valid text").procedures.remove(0);
    // The error names the caller that needs the types.
    let error = setup.error(narrow.clone()).to_string();
    assert!(error.contains("called from `caller` at @1; found (Int32) -> Int32"), "{error}");
    assert!(setup.linker.unbind("unknown").is_none());
    assert!(matches!(setup.linker.unbind("f"), Some(KnownSymbol::Function(_))));
    assert!(setup.linker.lookup("f").is_none());
    drop(old);
    let new = setup.define(narrow);
    {
        let thread = setup.linker.register_thread();
        // SAFETY: the procedures compute with their argument.
        let f = unsafe { caller.typed::<LongToLong>() }.expect("this signature");
        assert_eq!(f.call(&thread, 5), 16);
        // SAFETY: as above.
        let f = unsafe { new.typed::<extern "C" fn(i32) -> i32>() }.expect("this signature");
        assert_eq!(f.call(&thread, 5), 5);
    }
    // The death of the old function leaves the name to the new one.
    drop(caller);
    assert!(setup.linker.function("f").is_some());
    drop(new);
    assert!(setup.linker.function("f").is_none());
    // Names of the host, too.
    setup.linker.add_host("host", std::ptr::dangling()).expect("a new name");
    assert!(matches!(setup.linker.unbind("host"), Some(KnownSymbol::Host(_))));
    setup.define(adding("host", 2));
}

#[test]
fn definitions_are_observed_and_take_closures() {
    struct Stages(Vec<Stage>);
    impl Observer for Stages {
        fn before(&mut self, stage: Stage) {
            self.0.push(stage);
        }
    }
    let mut setup = default_setup();
    let mut stages = Stages(Vec::new());
    setup.compiler.define_observed(&setup.linker, adding("f", 1), &mut stages).expect("valid");
    assert!(stages.0.contains(&Stage::Select) && stages.0.last() == Some(&Stage::Emit));

    let mut proc = Procedure::new(setup.compiler.target());
    proc.name = String::from("patched");
    let generator = proc.add_generator("constant");
    let root = proc.add_block();
    let mut b = proc.at(root);
    let value = b.patchpoint(Type::Int64).shared_generator(generator).append();
    b.ret([value]);
    let mut runs = 0;
    let mut generators = LocalGenerators::new();
    generators.once(generator, |masm, params| {
        runs += 1;
        masm.mov(params.gpr(0)?, 7);
        Ok(())
    });
    let function = setup.compiler.define_with(&setup.linker, proc, &mut generators).expect("valid");
    drop(generators);
    assert_eq!(runs, 1);
    let thread = setup.linker.register_thread();
    // SAFETY: the procedure returns a constant.
    let f = unsafe { function.typed::<extern "C" fn() -> i64>() }.expect("this signature");
    assert_eq!(f.call(&thread), 7);
}
