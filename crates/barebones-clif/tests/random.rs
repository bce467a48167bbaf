//! Random functions of all types: the interpreter and compiled code at all levels have the same results, with vectors as
//! lanes and in registers.
//!
//! `BAREBONES_CLIF_SEED` and `BAREBONES_CLIF_COUNT` set the first seed and the number of functions. A failure prints the
//! text of the function.

mod generator;

use barebones::interp::{Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::Module;
use barebones::jit::{Bits, Code};
use barebones::{Compiler, OptLevel, host_target};
use barebones_clif::{Vectors, read_file, translate_file_with};
use barebones_testing::native;
use generator::{ALL, Random, Type, function, shape};

/// The bits of each leaf of a type that are specified.
fn masks(ty: Type) -> Vec<u64> {
    let (bits, count) = shape(ty);
    match bits {
        128 => vec![u64::MAX; 2 * count],
        _ => vec![u64::MAX >> (64 - bits); count],
    }
}

/// The lanes of results, in order, of the words that a procedure returned. Bits above a lane are cleared.
fn lanes(results: &[Type], words: Vec<u64>, vectors: Vectors) -> Vec<u64> {
    let (mut words, mut lanes) = (words.into_iter(), Vec::new());
    for ty in results {
        let (bits, count) = shape(ty);
        if vectors == Vectors::Registers && count > 1 && bits as usize * count == 128 {
            let halves: Vec<u64> = words.by_ref().take(2).collect();
            let vector = u128::from(halves[0]) | u128::from(halves[1]) << 64;
            let lane = |index: usize| (vector >> (index as u32 * bits)) as u64;
            lanes.extend((0..count).map(lane).zip(masks(ty)).map(|(lane, mask)| lane & mask));
        } else {
            lanes.extend(words.by_ref().zip(masks(ty)).map(|(word, mask)| word & mask));
        }
    }
    lanes
}

/// A function as a module, with what executes it.
struct Form {
    vectors: Vectors,
    module: Module,
    codes: Vec<(OptLevel, Vec<Code>)>,
}

fn form(seed: u64, text: &str, vectors: Vectors) -> Form {
    let target = host_target().expect("this machine");
    let file = read_file(text).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
    let module = translate_file_with(&file, &target, vectors);
    let module = module.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
    let codes = OptLevel::ALL.map(|level| {
        let mut compiler = Compiler::for_target(target, native::options_at(level));
        compiler.set_memory(native::shared_memory());
        let codes = compiler.compile_module(module.clone(), &|_| None);
        (level, codes.unwrap_or_else(|error| panic!("seed {seed}: {level:?}: {error}\n{text}")))
    });
    Form { vectors, module, codes: codes.into() }
}

fn check(seed: u64) {
    let (text, results) = function(seed, &ALL);
    let forms = [Vectors::Lanes, Vectors::Registers].map(|vectors| form(seed, &text, vectors));
    let params = forms[0].module.procedures[0].signature().params.clone();
    let mut random = Random(!seed);
    for _ in 0..4 {
        let args: Vec<Bits> = params
            .iter()
            .map(|ty| {
                let mask = if ty.size() == 4 { u64::from(u32::MAX) } else { u64::MAX };
                Bits { ty: *ty, bits: random.edge() & mask }
            })
            .collect();
        let pairs: Vec<_> = args.iter().map(|arg| (arg.ty, arg.bits)).collect();
        let mut expected = None;
        for Form { vectors, module, codes } in &forms {
            let interpreter = Interpreter::new(module);
            let interpreter = interpreter.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
            let mut host = SandboxHost::new();
            let execution = interpreter.call("f", &pairs, &mut host, Limits::default()).expect("it runs");
            let Outcome::Returned(found) = execution.outcome else {
                panic!("seed {seed}: {:?} for {args:x?}\n{text}", execution.outcome)
            };
            let found = lanes(&results, found.into_iter().map(|(_, bits)| bits).collect(), *vectors);
            let expected = expected.get_or_insert_with(|| found.clone());
            assert_eq!(found, *expected, "seed {seed}: {vectors:?} differ for {args:x?}\n{text}");
            for (level, codes) in codes {
                let code = codes.iter().find(|code| code.name() == "f").expect("it was compiled");
                let found = lanes(&results, native::call(code, &args).expect("as declared"), *vectors);
                assert_eq!(
                    found, *expected,
                    "seed {seed}: {level:?}, {vectors:?} differs for {args:x?}\n{text}"
                );
            }
        }
    }
}

#[test]
fn engines_agree_on_random_functions() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = number("BAREBONES_CLIF_SEED").unwrap_or(1);
    let count = number("BAREBONES_CLIF_COUNT").unwrap_or(150);
    (first..first + count).for_each(check);
}
