//! Patchable jumps, no-ops and constants: after any patches, the code computes what a model of it computes.
#![allow(unsafe_code)] // calls the code, and patches its sites

use barebones::Compiler;
use barebones::base::{ConvId, IntCondition, Signature, Type};
use barebones::ir::Procedure;
use barebones::isa::{ConstantSite, GeneratorError, JumpSite};
use barebones::jit::{Code, CodeMemory, MappingMode, MemoryOptions};
use barebones_testing::generate::Random;
use barebones_testing::native::mapping_modes;
use std::cell::RefCell;
use std::sync::Arc;

type Unary = extern "C" fn(u64) -> u64;

/// Maximum number of sites.
const MAX_SITES: u64 = 8;

/// Maximum number of patches.
const MAX_PATCHES: u64 = 24;

/// A site, with its state in the model. Each is followed by an addition, which some of them skip.
enum Site {
    /// Falls through, or jumps over the addition, or to other code.
    Nop { site: JumpSite, taken: bool, to: Option<usize> },
    /// Jumps over the addition, or to other code.
    Jump { site: JumpSite, to: Option<usize> },
    /// Is added, too.
    Constant { site: ConstantSite, bits: u64 },
    /// The addition is skipped unless this is the argument.
    Comparison { site: ConstantSite, bits: u32 },
}

/// A memory in one mode, with the code that jumps are patched to.
struct Memory {
    compiler: Compiler,
    others: [Code; 2],
}

/// What the others add to the argument.
const OTHERS: [i64; 2] = [1_000_000, 2_000_000];

impl Memory {
    fn new(mode: MappingMode) -> Memory {
        let options = MemoryOptions { mode: Some(mode), ..MemoryOptions::default() };
        let mut compiler = Compiler::host().expect("a host");
        compiler.set_memory(Arc::new(CodeMemory::with_options(options).expect("code memory")));
        let others = OTHERS.map(|number| {
            let mut proc = Procedure::new(compiler.target());
            let root = proc.add_block();
            let mut b = proc.at(root);
            let (x, number) = (b.argument(Type::Int64), b.const64(number));
            let sum = b.add(x, number);
            b.ret([sum]);
            compiler.compile(proc).expect("it compiles")
        });
        Memory { compiler, others }
    }

    fn assemble(&mut self, random: &mut Random) -> Result<(Code, Vec<Site>), GeneratorError> {
        let conv = self.compiler.target().convention(ConvId::C);
        let mut assembly = self.compiler.assemble();
        let entry = assembly.masm().new_label();
        assembly.add_entry(entry);
        let mut masm = assembly.masm();
        let [x, sum, other] = [0, 1, 2].map(|n| masm.gpr(conv.args_gp[n]));
        let (x, sum, other) = (x?, sum?, other?);
        masm.bind(entry);
        masm.landing_pad();
        masm.mov(sum, 0);
        let mut sites = Vec::new();
        for n in 0..1 + random.below(MAX_SITES) {
            (0..random.below(9)).for_each(|_| masm.nop()); // each alignment
            let after = masm.new_label();
            let bits = random.bits();
            sites.push(match random.below(5) {
                0 => Site::Nop { site: masm.patchable_nop(after), taken: false, to: None },
                1 => Site::Jump { site: masm.patchable_near_jump(after), to: None },
                2 => Site::Jump { site: masm.patchable_jump(after), to: None },
                3 => {
                    let bits = bits as u32 % 4;
                    let site = masm.patchable_branch32(IntCondition::NotEqual, x, bits, after);
                    Site::Comparison { site, bits }
                }
                _ => {
                    let site = match bits & 1 {
                        0 => masm.patchable_immediate(other, bits),
                        _ => masm.patchable_move(other, bits),
                    };
                    masm.add64(sum, sum, other);
                    Site::Constant { site, bits }
                }
            });
            masm.add64(sum, sum, 1 + n as i64);
            masm.bind(after);
            masm.landing_pad();
        }
        let result = masm.gpr(conv.results_gp[0])?;
        masm.mov(result, sum);
        masm.ret();
        let assembled = assembly.finish().expect("it assembles");
        let signature = Signature { params: vec![Type::Int64], results: vec![Type::Int64] };
        let code = self.compiler.link_assembled(&assembled, "sites", &signature, ConvId::C, &|_| None);
        Ok((code.expect("it links"), sites))
    }
}

/// What the code returns.
fn model(sites: &[Site], x: u64) -> u64 {
    let other = |n: usize| x.wrapping_add(OTHERS[n] as u64);
    let mut sum = 0_u64;
    for (added, site) in (1..).zip(sites) {
        match site {
            Site::Nop { to: Some(n), .. } | Site::Jump { to: Some(n), .. } => return other(*n),
            Site::Nop { taken: true, .. } | Site::Jump { to: None, .. } => {}
            Site::Nop { taken: false, to: None, .. } => sum = sum.wrapping_add(added),
            Site::Constant { bits, .. } => sum = sum.wrapping_add(*bits).wrapping_add(added),
            Site::Comparison { bits, .. } if x as u32 == *bits => sum = sum.wrapping_add(added),
            Site::Comparison { .. } => {}
        }
    }
    sum
}

/// Patches a site, and its model.
fn patch(code: &Code, others: &[Code; 2], site: &mut Site, random: &mut Random) {
    let (action, n) = (random.below(4), random.below(2) as usize);
    let other = &others[n];
    // SAFETY: only this thread runs the code. All codes have the same type, and a jump has changed no register that an
    // entry reads; the code may add and compare any constants.
    unsafe {
        match site {
            Site::Nop { site, taken, to } => match action {
                0 => {
                    code.take_jump(*site).expect("a no-op");
                    (*taken, *to) = (true, None);
                }
                1 => {
                    code.reset_jump(*site).expect("a no-op");
                    (*taken, *to) = (false, None);
                }
                _ => {
                    code.patch_jump(*site, other, 0).expect("an entry");
                    (*taken, *to) = (true, Some(n));
                }
            },
            Site::Jump { site, to } => match action {
                0 | 1 => {
                    code.reset_jump(*site).expect("a jump");
                    *to = None;
                }
                _ => {
                    code.patch_jump(*site, other, 0).expect("an entry");
                    *to = Some(n);
                }
            },
            Site::Constant { site, bits } => {
                let new = random.bits() ^ random.bits().rotate_left(20);
                assert_eq!(code.patch_constant(*site, new), Ok(*bits));
                *bits = new;
            }
            Site::Comparison { site, bits } => {
                let new = random.below(4) as u32;
                assert_eq!(code.patch_constant(*site, new.into()), Ok(u64::from(*bits)));
                *bits = new;
            }
        }
    }
}

thread_local! {
    static MEMORIES: RefCell<Vec<Memory>> =
        RefCell::new(mapping_modes().iter().map(|mode| Memory::new(*mode)).collect());
}

/// The bytes choose the mode of memory, the sites and the patches.
pub(crate) fn run(data: &[u8]) {
    let mut random = Random::of_bytes(data);
    MEMORIES.with_borrow_mut(|memories| {
        let chosen = random.below(memories.len() as u64) as usize;
        let memory = &mut memories[chosen];
        let (code, mut sites) = memory.assemble(&mut random).expect("registers of the convention");
        // SAFETY: the code computes with its argument.
        let call = unsafe { code.typed::<Unary>() }.expect("these types");
        for patches in 0..1 + random.below(MAX_PATCHES) {
            for x in 0..4 {
                assert_eq!(call.call(x), model(&sites, x), "after {patches} patches, of {x}");
            }
            let site = random.below(sites.len() as u64) as usize;
            patch(&code, &memory.others, &mut sites[site], &mut random);
        }
    });
}
