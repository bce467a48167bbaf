//! Generates random functions.

use std::fmt::Write;

/// Deterministic random numbers.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// An integer that is often near the end of a range.
    pub(crate) fn edge(&mut self) -> u64 {
        let near = (self.next() % 5).wrapping_sub(2);
        match self.below(4) {
            0 => near,
            1 => (1 << self.below(64)) + (near & 1),
            2 => u64::MAX >> self.below(64),
            _ => self.next(),
        }
    }
}

pub(crate) type Type = &'static str;

const INTS: [Type; 5] = ["i8", "i16", "i32", "i64", "i128"];

/// The types of values.
pub(crate) struct Types {
    pub(crate) floats: &'static [Type],
    pub(crate) int_vectors: &'static [Type],
    pub(crate) float_vectors: &'static [Type],
    pub(crate) params: &'static [Type],
    /// True if an instruction is generated for a type.
    pub(crate) has: fn(&str, Type) -> bool,
}

/// All types.
pub(crate) const ALL: Types = Types {
    floats: &["f16", "f32", "f64", "f128"],
    int_vectors: &["i8x16", "i16x8", "i32x4", "i64x2", "i16x4"],
    float_vectors: &["f32x4", "f64x2", "f16x4", "f32x2"],
    params: &["i8", "i16", "i32", "i64", "i128", "f32", "f64", "f16", "f128"],
    has: |_, _| true,
};

const CONDITIONS: [&str; 10] = ["eq", "ne", "slt", "sge", "sgt", "sle", "ult", "uge", "ugt", "ule"];
const FLOAT_CONDITIONS: [&str; 14] =
    ["ord", "uno", "eq", "ne", "one", "ueq", "lt", "le", "gt", "ge", "ult", "ule", "ugt", "uge"];

/// Bytes of the stack slot that accesses use.
const SLOT: usize = 64;

/// The bits of a scalar or lane, and the number of lanes.
pub(crate) fn shape(ty: Type) -> (u32, usize) {
    let (lane, count) = ty[1..].split_once('x').unwrap_or((&ty[1..], "1"));
    (lane.parse().expect("bits"), count.parse().expect("a number of lanes"))
}

fn lane(ty: Type) -> Type {
    let (bits, _) = shape(ty);
    let all: &[Type] = if ty.starts_with('i') { &INTS } else { ALL.floats };
    all.iter().find(|scalar| shape(scalar).0 == bits).expect("a lane")
}

struct Generator {
    types: &'static Types,
    random: Random,
    text: String,
    values: Vec<(usize, Type)>,
    next: usize,
    blocks: usize,
}

impl Generator {
    /// One of the instructions that are generated for this type, if the random one is.
    fn inst(&mut self, all: &[&'static str], ty: Type) -> Option<&'static str> {
        Some(self.random.of(all)).filter(|inst| (self.types.has)(inst, ty))
    }

    fn define(&mut self, ty: Type, inst: impl std::fmt::Display) -> usize {
        let value = self.next;
        self.next += 1;
        let _ = writeln!(self.text, "    v{value} = {inst}");
        self.values.push((value, ty));
        value
    }

    /// A value of a type: one of the last ones, or a new one.
    fn value(&mut self, ty: Type) -> String {
        let found: Vec<usize> =
            self.values.iter().filter(|(_, of)| *of == ty).map(|(value, _)| *value).collect();
        if !found.is_empty() && self.random.below(8) > 0 {
            return format!("v{}", self.random.of(&found));
        }
        let value = self.constant(ty);
        format!("v{value}")
    }

    fn constant(&mut self, ty: Type) -> usize {
        let (bits, count) = shape(ty);
        if count > 1 {
            let x = self.value(lane(ty));
            return self.define(ty, format!("splat.{ty} {x}"));
        }
        let bits_of = self.random.edge();
        match (ty.starts_with('i'), bits) {
            (true, 128) => {
                let low = self.value("i64");
                let high = self.value("i64");
                self.define(ty, format!("iconcat {low}, {high}"))
            }
            (true, 64) => self.define(ty, format!("iconst.i64 {}", bits_of as i64)),
            (true, _) => self.define(ty, format!("iconst.{ty} {}", bits_of & ((1 << bits) - 1))),
            (false, _) if self.random.below(2) == 0 => {
                let from = self.value("i32");
                self.define(ty, format!("fcvt_from_sint.{ty} {from}"))
            }
            (false, _) => {
                let int = INTS.iter().find(|int| shape(int).0 == bits).expect("as many bits");
                let from = self.value(int);
                self.define(ty, format!("bitcast.{ty} {from}"))
            }
        }
    }

    /// Replaces NaNs, whose payload differs between machines, by zeros.
    fn without_nans(&mut self, ty: Type, x: usize) {
        let (bits, count) = shape(ty);
        if count == 1 {
            let ord = self.define("i8", format!("fcmp ord v{x}, v{x}"));
            let zero = self.define("i32", "iconst.i32 0");
            let zero = self.define(ty, format!("fcvt_from_sint.{ty} v{zero}"));
            self.define(ty, format!("select v{ord}, v{x}, v{zero}"));
        } else {
            let int: Type = ALL
                .int_vectors
                .iter()
                .chain(&["i32x2"])
                .copied()
                .find(|int| shape(int) == (bits, count))
                .expect("as many lanes");
            let mask = self.define(int, format!("fcmp ord v{x}, v{x}"));
            let all = self.define(int, format!("bitcast.{int} little v{x}"));
            let kept = self.define(int, format!("band v{mask}, v{all}"));
            self.define(ty, format!("bitcast.{ty} little v{kept}"));
            self.values.retain(|(value, _)| *value != all);
        }
        self.values.retain(|(value, _)| *value != x);
    }

    fn integer(&mut self, ty: Type) {
        let (bits, count) = shape(ty);
        let x = self.value(ty);
        match self.random.below(9) {
            0..3 => {
                let Some(inst) = self.inst(&["iadd", "isub", "imul", "band", "bor", "bxor", "band_not"], ty)
                else {
                    return;
                };
                let y = self.value(ty);
                self.define(ty, format!("{inst} {x}, {y}"));
            }
            3 => {
                let Some(inst) = self.inst(&["ishl", "ushr", "sshr", "rotl", "rotr"], ty) else { return };
                let amount = self.value("i32");
                self.define(ty, format!("{inst} {x}, {amount}"));
            }
            4 => {
                let Some(inst) = self.inst(&["smin", "umin", "smax", "umax"], ty) else { return };
                let y = self.value(ty);
                self.define(ty, format!("{inst} {x}, {y}"));
            }
            5 => {
                let inst = self.random.of(&["ineg", "bnot", "iabs", "popcnt"]);
                self.define(ty, format!("{inst} {x}"));
            }
            6 => {
                let (condition, y) = (self.random.of(&CONDITIONS), self.value(ty));
                let result = if count == 1 { "i8" } else { ty };
                self.define(result, format!("icmp {condition} {x}, {y}"));
            }
            7 if count == 1 => {
                let inst = self.random.of(&["clz", "ctz", "cls", "bitrev", "bswap"]);
                if inst != "bswap" || bits > 8 {
                    self.define(ty, format!("{inst} {x}"));
                }
            }
            7 => {
                let (y, mask) = (self.value(ty), self.value(ty));
                self.define(ty, format!("bitselect {mask}, {x}, {y}"));
            }
            _ if count == 1 => self.division_or_overflow(ty, &x),
            _ => {
                let Some(inst) =
                    self.inst(&["sadd_sat", "uadd_sat", "ssub_sat", "usub_sat", "avg_round"], ty)
                else {
                    return;
                };
                let y = self.value(ty);
                self.define(ty, format!("{inst} {x}, {y}"));
            }
        }
    }

    fn division_or_overflow(&mut self, ty: Type, x: &str) {
        let y = self.value(ty);
        if self.random.below(2) == 0 {
            // The divisor is positive.
            let shift = self.define("i32", "iconst.i32 1");
            let half = self.define(ty, format!("ushr {y}, v{shift}"));
            let divisor = if ty == "i128" {
                let word = self.define("i64", "iconst.i64 1");
                let wide = self.define("i128", format!("uextend.i128 v{word}"));
                self.define(ty, format!("bor v{half}, v{wide}"))
            } else {
                let one = self.define(ty, format!("iconst.{ty} 1"));
                self.define(ty, format!("bor v{half}, v{one}"))
            };
            let Some(inst) = self.inst(&["udiv", "sdiv", "urem", "srem"], ty) else { return };
            self.define(ty, format!("{inst} {x}, v{divisor}"));
            return;
        }
        let Some(inst) = self.inst(
            &[
                "uadd_overflow",
                "sadd_overflow",
                "usub_overflow",
                "ssub_overflow",
                "umul_overflow",
                "smul_overflow",
            ],
            ty,
        ) else {
            return;
        };
        let (result, overflow) = (self.next, self.next + 1);
        self.next += 2;
        let _ = writeln!(self.text, "    v{result}, v{overflow} = {inst} {x}, {y}");
        self.values.extend([(result, ty), (overflow, "i8")]);
    }

    fn float(&mut self, ty: Type) {
        let (_, count) = shape(ty);
        let (x, y) = (self.value(ty), self.value(ty));
        match self.random.below(6) {
            0 | 1 => {
                let inst = self.random.of(&["fadd", "fsub", "fmul", "fdiv", "fmin", "fmax"]);
                let result = self.define(ty, format!("{inst} {x}, {y}"));
                self.without_nans(ty, result);
            }
            2 => {
                let inst = self.random.of(&["sqrt", "ceil", "floor", "trunc", "nearest"]);
                let result = self.define(ty, format!("{inst} {x}"));
                self.without_nans(ty, result);
            }
            3 => {
                let z = self.value(ty);
                let result = self.define(ty, format!("fma {x}, {y}, {z}"));
                self.without_nans(ty, result);
            }
            4 => {
                self.define(ty, format!("fneg {x}"));
                if let Some(inst) = self.inst(&["fcopysign"], ty) {
                    self.define(ty, format!("{inst} {x}, {y}"));
                }
            }
            _ if count == 1 => {
                let condition = self.random.of(&FLOAT_CONDITIONS);
                self.define("i8", format!("fcmp {condition} {x}, {y}"));
                let int = self.random.of(&INTS);
                let Some(inst) = self.inst(&["fcvt_to_sint_sat", "fcvt_to_uint_sat"], int) else { return };
                self.define(int, format!("{inst}.{int} {x}"));
            }
            _ => {
                self.define(lane(ty), format!("extractlane {x}, {}", count - 1));
            }
        }
    }

    fn conversion(&mut self) {
        let (from, to) = (self.random.of(&INTS), self.random.of(&INTS));
        let x = self.value(from);
        match shape(from).0.cmp(&shape(to).0) {
            std::cmp::Ordering::Less => {
                let inst = self.random.of(&["uextend", "sextend"]);
                self.define(to, format!("{inst}.{to} {x}"));
            }
            std::cmp::Ordering::Greater => {
                self.define(to, format!("ireduce.{to} {x}"));
            }
            std::cmp::Ordering::Equal => {}
        }
        let (from, to) = (self.random.of(self.types.floats), self.random.of(self.types.floats));
        let x = self.value(from);
        if from != to {
            let inst = if shape(from).0 < shape(to).0 { "fpromote" } else { "fdemote" };
            let result = self.define(to, format!("{inst}.{to} {x}"));
            self.without_nans(to, result);
        }
        let int = self.random.of(&INTS);
        let Some(inst) = self.inst(&["fcvt_from_sint", "fcvt_from_uint"], int) else { return };
        let x = self.value(int);
        self.define(to, format!("{inst}.{to} {x}"));
    }

    fn memory(&mut self) {
        let all: Vec<Type> = [&INTS, self.types.floats, self.types.int_vectors].concat();
        let (stored, loaded) = (self.random.of(&all), self.random.of(&all));
        let x = self.value(stored);
        let address = self.define("i64", "stack_addr.i64 ss0");
        self.values.pop(); // its value differs between engines
        let place = |random: &mut Random| 8 * random.below(SLOT / 8 - 1);
        let _ = writeln!(self.text, "    store {x}, v{address}+{}", place(&mut self.random));
        let int = self.random.of(&INTS[..4]);
        let x = self.value(int);
        if self.random.below(2) == 0 {
            let inst = self.random.of(&["add", "sub", "and", "nand", "or", "xor", "xchg", "umin", "smax"]);
            self.define(int, format!("atomic_rmw.{int} {inst} v{address}, {x}"));
        } else {
            let expected = self.value(int);
            self.define(int, format!("atomic_cas.{int} v{address}, {expected}, {x}"));
        }
        let result = format!("load.{loaded} v{address}+{}", place(&mut self.random));
        self.define(loaded, result);
    }

    fn moves(&mut self) {
        let all: Vec<Type> =
            [&INTS, self.types.floats, self.types.int_vectors, self.types.float_vectors].concat();
        let ty = self.random.of(&all);
        let (x, y, condition) = (self.value(ty), self.value(ty), self.value("i8"));
        self.define(ty, format!("select {condition}, {x}, {y}"));
        let vector = self.random.of(self.types.int_vectors);
        let (x, value) = (self.value(vector), self.value(lane(vector)));
        let index = self.random.below(shape(vector).1);
        self.define(vector, format!("insertlane {x}, {value}, {index}"));
        self.define(lane(vector), format!("extractlane {x}, {}", shape(vector).1 - 1 - index));
    }

    fn step(&mut self) {
        match self.random.below(16) {
            0..5 => {
                let ty = self.random.of(&INTS);
                self.integer(ty);
            }
            5 | 6 => {
                let ty = self.random.of(self.types.int_vectors);
                self.integer(ty);
            }
            7..10 => {
                let ty = self.random.of(self.types.floats);
                self.float(ty);
            }
            10 => {
                let ty = self.random.of(self.types.float_vectors);
                self.float(ty);
            }
            11 | 12 => self.conversion(),
            13 => self.memory(),
            _ => self.moves(),
        }
    }

    /// Two paths that join with a value.
    fn diamond(&mut self) {
        let ty = self.random.of(self.types.params);
        let condition = self.value("i8");
        let [then, otherwise, join] = [1, 2, 3].map(|offset| self.blocks + offset);
        self.blocks = join;
        let _ = writeln!(self.text, "    brif {condition}, block{then}, block{otherwise}");
        let known = self.values.clone();
        for block in [then, otherwise] {
            let _ = writeln!(self.text, "block{block}:");
            for _ in 0..self.random.below(4) {
                self.step();
            }
            let x = self.value(ty);
            let _ = writeln!(self.text, "    jump block{join}({x})");
            self.values.clone_from(&known);
        }
        let param = self.next;
        self.next += 1;
        let _ = writeln!(self.text, "block{join}(v{param}: {ty}):");
        self.values.push((param, ty));
    }
}

/// The text of a function, and the types of its results.
pub(crate) fn function(seed: u64, types: &'static Types) -> (String, Vec<Type>) {
    let mut generator = Generator {
        types,
        random: Random(seed),
        text: String::new(),
        values: Vec::new(),
        next: 0,
        blocks: 0,
    };
    let params: Vec<String> =
        types.params.iter().zip(0..).map(|(ty, value): (_, u32)| format!("v{value}: {ty}")).collect();
    generator.values.extend(types.params.iter().copied().enumerate());
    generator.next = types.params.len();
    // The slot has no unspecified bytes.
    let address = generator.define("i64", "stack_addr.i64 ss0");
    generator.values.pop();
    for offset in (0..SLOT).step_by(8) {
        let _ = writeln!(generator.text, "    store v3, v{address}+{offset}");
    }
    for _ in 0..4 + generator.random.below(12) {
        if generator.random.below(6) == 0 {
            generator.diamond();
        } else {
            generator.step();
        }
    }
    let results: Vec<(usize, Type)> = generator.values.iter().rev().take(8).copied().collect();
    let names: Vec<String> = results.iter().map(|(value, _)| format!("v{value}")).collect();
    let returned: Vec<Type> = results.iter().map(|(_, ty)| *ty).collect();
    let text = format!(
        "function %f({}) -> {} {{\n    ss0 = explicit_slot {SLOT}\nblock0({}):\n{}    return {}\n}}\n",
        types.params.join(", "),
        returned.join(", "),
        params.join(", "),
        generator.text,
        names.join(", ")
    );
    (text, returned)
}
