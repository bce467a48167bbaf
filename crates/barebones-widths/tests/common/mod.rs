//! Runs procedures of integers of any width in the interpreter and as compiled code.

#![allow(dead_code, unreachable_pub, missing_docs)] // each test uses a part

use barebones::base::{Signature, Target, Type};
use barebones::interp::{Interpreter, Limits, Outcome, SandboxHost};
use barebones::ir::{Cursor, Module, Procedure, Validator};
use barebones::jit::{Bits, Code};
use barebones::{Compiler, OptLevel, host_target};
use barebones_testing::native;
use barebones_widths::helpers::Helpers;
use barebones_widths::int::{self, Int, Sign, leaf_count, leaf_type};
use num_bigint::{BigInt, BigUint};

/// What appends an operation.
pub type Build<'a> = dyn Fn(&mut Cursor<'_>, &mut Helpers, &[Int]) -> Vec<Int> + 'a;

/// An operation, compiled at all levels.
pub struct Compiled {
    module: Module,
    codes: Vec<(OptLevel, Vec<Code>)>,
    params: Vec<u32>,
    results: Vec<u32>,
}

/// The module of a procedure `f` with integers of these widths as parameters.
pub fn module(target: &Target, params: &[u32], build: &Build<'_>) -> (Module, Vec<u32>) {
    let conv = target.convention_by_name("internal").expect("the convention");
    let mut proc = Procedure::with_convention(target, conv);
    proc.name = String::from("f");
    let types = |widths: &[u32]| -> Vec<Type> {
        widths.iter().flat_map(|bits| vec![leaf_type(*bits); leaf_count(*bits)]).collect()
    };
    proc.set_signature(Signature { params: types(params), results: Vec::new() });
    let root = proc.add_block();
    let mut helpers = Helpers::default();
    let mut b = proc.at(root);
    let mut leaves = b.arguments().into_iter();
    let operands: Vec<Int> = params
        .iter()
        .map(|bits| Int::new(*bits, leaves.by_ref().take(leaf_count(*bits)).collect::<Vec<_>>()))
        .collect();
    let results = build(&mut b, &mut helpers, &operands);
    let widths: Vec<u32> = results.iter().map(Int::bits).collect();
    let extended: Vec<Int> = results.iter().map(|x| int::extended(&mut b, x, Sign::Unsigned)).collect();
    b.ret(extended.iter().flat_map(|x| x.leaves().to_vec()).collect::<Vec<_>>());
    proc.set_signature(Signature { params: types(params), results: types(&widths) });
    let mut module = Module::default();
    module.procedures.push(proc);
    module.procedures.extend(helpers.procedures(target, &[]));
    (module, widths)
}

/// The leaves of a number, with a pattern above it.
fn leaves(x: &BigUint, bits: u32, above: u64) -> Vec<u64> {
    let mut limbs = x.to_u64_digits();
    limbs.resize(leaf_count(bits), 0);
    let used = bits - (limbs.len() as u32 - 1) * 64;
    if let (Some(top), true) = (limbs.last_mut(), used < 64) {
        *top |= above << used;
        if bits <= 32 {
            *top &= u64::from(u32::MAX);
        }
    }
    limbs
}

impl Compiled {
    pub fn new(params: &[u32], build: &Build<'_>) -> Compiled {
        let target = host_target().expect("this machine");
        let (module, results) = module(&target, params, build);
        for proc in &module.procedures {
            Validator::new().validate(proc).unwrap_or_else(|error| panic!("{error:?}\n{proc}"));
        }
        let codes = [OptLevel::O0, OptLevel::O1, OptLevel::O2].map(|level| {
            let mut compiler = Compiler::for_target(target, native::options_at(level));
            compiler.set_memory(native::shared_memory());
            let codes = compiler.compile_module(module.clone(), &|_| None);
            (level, codes.unwrap_or_else(|error| panic!("{level:?}: {error}")))
        });
        Compiled { module, codes: codes.into(), params: params.to_vec(), results }
    }

    /// Calls the interpreter and all code with operands; the results must be these.
    pub fn check(&self, what: &str, cases: impl IntoIterator<Item = (Vec<BigUint>, Vec<BigUint>)>) {
        const PATTERN: u64 = 0xA5A5_5A5A_1234_5678;
        let interpreter = Interpreter::new(&self.module).expect("the module is valid");
        let mut host = SandboxHost::new();
        let types = &self.module.procedures[0].signature().params;
        for (operands, expected) in cases {
            let expected: Vec<u64> =
                expected.iter().zip(&self.results).flat_map(|(x, bits)| leaves(x, *bits, 0)).collect();
            for above in [PATTERN, u64::MAX] {
                let parts = operands.iter().zip(&self.params);
                let args: Vec<u64> = parts.flat_map(|(x, bits)| leaves(x, *bits, above)).collect();
                if above == PATTERN {
                    let args: Vec<_> = types.iter().copied().zip(args.iter().copied()).collect();
                    let done = interpreter.call("f", &args, &mut host, Limits::default()).expect("it runs");
                    assert_eq!(done.unspecified, None, "{what} of {operands:?}");
                    let Outcome::Returned(results) = done.outcome else {
                        panic!("{what} of {operands:?}: {:?}", done.outcome);
                    };
                    let found: Vec<u64> = results.into_iter().map(|(_, bits)| bits).collect();
                    assert_eq!(found, expected, "interpreter: {what} of {operands:x?}");
                }
                let args: Vec<Bits> =
                    types.iter().zip(&args).map(|(ty, bits)| Bits { ty: *ty, bits: *bits }).collect();
                for (level, codes) in &self.codes {
                    let code = codes.iter().find(|code| code.name() == "f").expect("it was compiled");
                    let found = native::call(code, &args).expect("the arguments fit");
                    assert_eq!(found, expected, "{level:?}: {what} of {operands:x?}, above {above:#x}");
                }
            }
        }
    }
}

/// The signed meaning of a number of this width.
pub fn signed(x: &BigUint, bits: u32) -> BigInt {
    let value = BigInt::from(x.clone());
    if x.bit(u64::from(bits) - 1) { value - (BigInt::from(1) << bits) } else { value }
}

/// A number modulo a power of two.
pub fn wrapped(x: &BigInt, bits: u32) -> BigUint {
    let modulus = BigInt::from(1) << bits;
    let rest = ((x % &modulus) + &modulus) % &modulus;
    rest.to_biguint().expect("it is not negative")
}

/// Deterministic random numbers.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// A number of a width: often near a power of two, or with long runs of equal bits.
    pub fn number(&mut self, bits: u32) -> BigUint {
        let one = BigInt::from(1);
        let small = BigInt::from(self.below(5)) - 2;
        let value = match self.below(6) {
            0 => small,
            1 => (one << self.below(u64::from(bits) + 1)) + small,
            2 => (one << (bits - 1)) + small,
            3 => -(one << self.below(u64::from(bits) + 1)) + small,
            _ => {
                let mut value = BigInt::from(0);
                for _ in 0..bits.div_ceil(64) {
                    let limb = match self.below(4) {
                        0 => 0,
                        1 => u64::MAX,
                        _ => self.next(),
                    };
                    value = (value << 64) + limb;
                }
                value >> self.below(u64::from(bits))
            }
        };
        wrapped(&value, bits)
    }
}
