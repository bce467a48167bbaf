//! Random pools of frames and objects, and sites with locations for their values.

use barebones::base::{Arch, ExitId, ObjectId, Reg, StateId, Target, Type, ValueRep, Width};
use barebones::ir::{Procedure, StateEntry, StateValues, ValueId};
use barebones::isa::{CodeBuffer, ExitKind, ExitTable, FrameInfo};
use barebones::lower::ExitEncoder;

/// A small deterministic generator of numbers (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub(crate) fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }

    /// A number of random magnitude and sign.
    pub(crate) fn bits(&mut self) -> u64 {
        let shift = self.below(64);
        let small = self.next() >> shift;
        if self.below(2) == 0 { small } else { small.wrapping_neg() }
    }
}

/// A site as it was passed to the buffer.
pub(crate) struct Site {
    pub(crate) exit: ExitId,
    pub(crate) kind: ExitKind,
    pub(crate) state: StateId,
    pub(crate) range: std::ops::Range<u32>,
    pub(crate) places: Vec<(ValueId, ValueRep)>,
}

pub(crate) struct Pool {
    pub(crate) proc: Procedure,
    pub(crate) sites: Vec<Site>,
    pub(crate) table: ExitTable,
}

fn target() -> Target {
    let desc = barebones::isa::target_by_name("x86_64-linux").expect("exists");
    Target { desc, features: desc.baseline }
}

fn entry(random: &mut Random, proc: &Procedure, values: &[ValueId], objects: u32) -> StateEntry {
    match random.below(16) {
        0 => StateEntry::Dead,
        1 | 2 => {
            let ty = random.one_of(&Type::SCALARS);
            let bits = random.bits();
            StateEntry::Constant(ty, if ty.size() == 4 { bits & 0xffff_ffff } else { bits })
        }
        3 if objects > 0 => StateEntry::Object(ObjectId::new(random.below(u64::from(objects)) as u32)),
        4 | 5 => {
            let value = random.one_of(values);
            if proc.type_of(value) == Type::Int64 {
                StateEntry::Reference(value)
            } else {
                StateEntry::Value(value)
            }
        }
        _ => StateEntry::Value(random.one_of(values)),
    }
}

fn place(random: &mut Random) -> ValueRep {
    match random.below(10) {
        0..=3 => ValueRep::Register(Reg::from_index(random.below(64) as u8)),
        4 | 5 => ValueRep::Stack(-8 * random.below(200) as i32),
        6 => ValueRep::Stack(random.bits() as i32),
        7 => ValueRep::StackArgument(random.below(300) as i32),
        8 => ValueRep::StackArgument((random.next() >> 33) as i32),
        _ => {
            let width = random.one_of(&[Width::W8, Width::W16, Width::W32, Width::W64]);
            let bits = random.bits();
            let bits = if width == Width::W64 { bits } else { bits & ((1 << width.bits()) - 1) };
            ValueRep::Constant { bits, width }
        }
    }
}

/// The pool for `seed`, deterministic.
pub(crate) fn pool(seed: u64) -> Pool {
    let random = &mut Random(seed);
    let mut proc = Procedure::new(&target());
    let root = proc.add_block();
    let values: Vec<ValueId> = (0..1 + random.below(40))
        .map(|_| {
            let ty = random.one_of(&Type::SCALARS);
            match random.below(8) {
                0 => proc.at(root).const64(random.bits() as i64),
                1 => proc.at(root).const32(random.bits() as i32),
                _ => proc.at(root).argument(ty),
            }
        })
        .collect();
    // Objects may refer to later ones, and in cycles.
    let objects = if random.below(3) == 0 { random.below(8) as u32 } else { 0 };
    for _ in 0..objects {
        let fields: Vec<StateEntry> =
            (0..random.below(6)).map(|_| entry(random, &proc, &values, objects)).collect();
        proc.add_object(random.bits() as u32, &fields);
    }
    // Most frames are variants of an earlier one; some are new.
    let mut frames: Vec<(StateId, StateId, u32, u32, Vec<StateEntry>)> = Vec::new();
    for _ in 0..1 + random.below(60) {
        let (parent, function, pc, entries) = if frames.is_empty() || random.below(5) == 0 {
            let parent = match random.below(3) {
                0 if !frames.is_empty() => frames[random.below(frames.len() as u64) as usize].0,
                _ => StateId::INVALID,
            };
            let len = if random.below(10) == 0 { random.below(200) } else { random.below(12) };
            let entries = (0..len).map(|_| entry(random, &proc, &values, objects)).collect();
            (parent, random.bits() as u32, random.bits() as u32, entries)
        } else {
            let back = random.below(8.min(frames.len() as u64)) as usize;
            let (_, parent, function, pc, mut entries) = frames[frames.len() - 1 - back].clone();
            for _ in 0..random.below(4) {
                let new = entry(random, &proc, &values, objects);
                match random.below(4) {
                    0 => entries.push(new),
                    1 => _ = entries.pop(),
                    _ if entries.is_empty() => {}
                    _ => {
                        let index = random.below(entries.len() as u64) as usize;
                        entries[index] = new;
                    }
                }
            }
            let function = if random.below(10) == 0 { function ^ 1 } else { function };
            (parent, function, pc.wrapping_add(random.below(9) as u32), entries)
        };
        let state = match random.below(3) {
            0 => proc.add_state(parent, function, pc, &entries),
            _ => {
                let (locals, stack) = entries.split_at(entries.len().min(4));
                proc.exit_state(function, pc).locals(locals).stack(stack).inlined_in(parent).add()
            }
        };
        frames.push((state, parent, function, pc, entries));
    }
    let mut buffer = CodeBuffer::new(Arch::X64);
    let mut sites = Vec::new();
    let mut scratch = StateValues::new();
    let mut known: Vec<Option<ValueRep>> = vec![None; proc.value_count()];
    let mut at = 0;
    for _ in 0..1 + random.below(70) {
        // Mostly forward through the frames, as code does.
        at = match random.below(6) {
            0 => random.below(frames.len() as u64) as usize,
            1 => at,
            _ => (at + 1) % frames.len(),
        };
        let state = frames[at].0;
        let values = proc.state_values(state, &mut scratch).to_vec();
        let reps: Vec<ValueRep> = values
            .iter()
            .map(|value| {
                let known = &mut known[value.number() as usize];
                if known.is_none() || random.below(8) == 0 {
                    *known = Some(place(random));
                }
                known.expect("was just set")
            })
            .collect();
        let kind = random.one_of(&ExitKind::ALL);
        let nothing = |buffer: &mut CodeBuffer, random: &mut Random| {
            let mut asm = barebones::isa::x64::Assembler::new(buffer);
            (0..random.below(3)).for_each(|_| asm.ret());
        };
        nothing(&mut buffer, random);
        let start = buffer.offset();
        let exit = buffer.add_exit_site(kind, state, &reps);
        if kind == ExitKind::Patchpoint {
            nothing(&mut buffer, random);
            buffer.end_exit_site(exit);
        }
        let range = start..buffer.offset();
        sites.push(Site { exit, kind, state, range, places: values.into_iter().zip(reps).collect() });
    }
    buffer.finish(FrameInfo::default()).expect("nothing is wrong with it");
    let table = ExitEncoder::new().encode(&proc, &buffer).expect("nothing is wrong with it");
    Pool { proc, sites, table }
}
