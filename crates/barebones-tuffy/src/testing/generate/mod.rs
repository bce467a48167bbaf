//! Writes random programs.

mod memory;

use crate::table::{FloatPredicate, IntPredicate};
use std::fmt::Write;

/// A generator of pseudo-random numbers (xorshift).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        // Neighbouring seeds give different sequences.
        let mixed = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Random((mixed ^ mixed >> 29) | 1)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.next() >> 11) as usize % n.max(1)
    }

    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A range, of more than 64 bits sometimes.
    fn range(&mut self) -> &'static str {
        let from = if self.chance(15) { WIDE } else { RANGES };
        from[self.below(from.len())]
    }

    pub(super) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

const RANGES: [&str; 8] = ["s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"];

/// Ranges of more than 64 bits.
const WIDE: [&str; 8] = ["s65", "u96", "s128", "u128", "s129", "u192", "s200", "u256"];

/// Writes one function.
struct Writer {
    random: Random,
    text: String,
    next: u32,
    /// Values in scope.
    ints: Vec<u32>,
    bools: Vec<u32>,
    floats: Vec<u32>,
    block: u32,
    token: u32,
    slot: Option<u32>,
    /// The name of the function that it calls, and the ranges of its parameters.
    callee: Option<(String, Vec<&'static str>)>,
    /// The name of the module's data.
    data: Option<String>,
}

impl Writer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "    {text}"); // writing to a string does not fail
    }

    fn value(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn int(&mut self) -> String {
        let at = match self.random.chance(60) {
            // Recent values are used more often.
            true => self.ints.len() - 1 - self.random.below(self.ints.len().min(4)),
            false => self.random.below(self.ints.len()),
        };
        let annotation =
            if self.random.chance(4) { format!(":{}", self.random.range()) } else { String::new() };
        format!("v{}{annotation}", self.ints[at])
    }

    fn bool(&mut self) -> String {
        format!("v{}", self.random.pick(&self.bools))
    }

    fn float(&mut self) -> String {
        format!("v{}", self.random.pick(&self.floats))
    }

    fn range(&mut self) -> String {
        match self.random.below(12) {
            0 => String::from(":known(???0)"),
            1..=7 => String::new(),
            _ => format!(":{}", self.random.range()),
        }
    }

    fn instruction(&mut self) {
        let v = self.value();
        let (a, b) = (self.int(), self.int());
        let width = match self.random.chance(20) {
            true => *self.random.pick(&[65, 96, 127, 128, 160, 192, 200]),
            false => *self.random.pick(&[1, 5, 8, 13, 16, 31, 32, 33, 63, 64]),
        };
        let range = self.range();
        let text = match self.random.below(39) {
            0 => {
                let shift = self.random.below(64);
                let constant = (self.random.next() >> shift) as i64 as i128 - (1 << 8);
                format!("v{v} = iconst {constant}")
            }
            1..=4 => {
                let op = *self.random.pick(&["add", "sub", "mul", "and", "or", "xor", "min", "max"]);
                format!("v{v}{range} = {op} {a}, {b}")
            }
            5 | 6 => format!("v{v}{range} = {} {a}, {b}", self.random.pick(&["div", "rem"])),
            7 | 8 => {
                let amount = self.value();
                let text = match self.random.below(3) {
                    0 => format!("v{amount} = zext {b}, {}", 1 + self.random.below(7)),
                    choice => {
                        let most = if choice == 1 && self.random.chance(40) { 260 } else { 70 };
                        format!("v{amount} = iconst {}", self.random.below(most))
                    }
                };
                self.line(&text);
                format!("v{v}{range} = {} {a}, v{amount}", self.random.pick(&["shl", "shr", "shr"]))
            }
            9 => format!("v{v} = {}.{width} {a}", self.random.pick(&["clz", "bitreverse"])),
            10 => {
                let most = if self.random.chance(20) { 24 } else { 8 };
                let bytes = 1 + self.random.below(most);
                format!("v{v} = bswap.{bytes} {a}")
            }
            11 => format!("v{v} = {}.{width} {a}, {b}", self.random.pick(&["rotl", "rotr"])),
            12 => format!("v{v}{range} = merge.{width} {a}, {b}"),
            13 => {
                let low = self.value();
                self.ints.push(low);
                format!("v{v}, v{low} = split.{width} {a}")
            }
            14 | 15 => {
                let op = *self.random.pick(&["uadd_sat", "usub_sat", "sadd_sat", "ssub_sat"]);
                format!("v{v} = {op}.{width} {a}, {b}")
            }
            16..=18 => {
                let flag = self.value();
                self.bools.push(flag);
                let kinds = ["sadd", "uadd", "ssub", "usub", "smul", "umul"];
                format!("v{v}, v{flag} = {}_overflow.{width} {a}, {b}", self.random.pick(&kinds))
            }
            19 => {
                let high = self.value();
                let (c, d) = (self.int(), self.int());
                self.ints.push(high);
                format!(
                    "v{v}, v{high} = {}.{width} {a}, {b}, {c}, {d}",
                    self.random.pick(&["scarrying_mul_add", "ucarrying_mul_add"])
                )
            }
            20..=22 => format!("v{v} = zext {a}, {width}"),
            23 => {
                let masked = self.value();
                self.line(&format!("v{masked} = zext {a}, {width}"));
                match self.random.below(3) {
                    0 => format!("v{v} = count_ones v{masked}"),
                    1 => format!("v{v} = ctz v{masked}"),
                    _ => format!("v{v}{range} = clmul v{masked}, v{masked}"),
                }
            }
            24 => format!("v{v} = sext {a}, {width}"),
            25 | 26 => {
                let condition = self.bool();
                format!("v{v}{range} = select {condition}, {a}, {b}")
            }
            27 | 28 => {
                let predicate = self.random.pick(IntPredicate::ALL).name();
                self.line(&format!("v{v} = icmp.{predicate} {a}, {b}"));
                return self.bools.push(v);
            }
            29 if self.random.chance(10) => {
                let value = self.random.chance(50);
                self.line(&format!("v{v} = bconst {value}"));
                return self.bools.push(v);
            }
            29 => {
                let (x, y) = (self.bool(), self.bool());
                let op = *self.random.pick(&["band", "bor", "bxor"]);
                self.line(&format!("v{v} = {op} {x}, {y}"));
                return self.bools.push(v);
            }
            30 | 38 => return self.float_instruction(v, &a),
            31 => {
                let (x, range) = (self.float(), self.random.range());
                format!("v{v}:{range} = {} {x}", self.random.pick(&["fp_to_si", "fp_to_ui"]))
            }
            _ => return self.memory(v, &a),
        };
        self.line(&text);
        self.ints.push(v);
    }

    fn float_instruction(&mut self, v: u32, a: &str) {
        let (x, y) = (self.float(), self.float());
        let text = match self.random.below(9) {
            0 => format!("v{v} = si_to_fp {a} -> f64"),
            5 => {
                let bits = self.random.next() << self.random.below(52);
                let special = [0, 1 << 63, 0x3FF8 << 48, 0xFFF << 51, 0x7FF << 52, 0xFFF << 52, 1];
                let bits = if self.random.chance(50) { bits } else { *self.random.pick(&special) };
                format!("v{v} = fconst f64 {bits:#x}")
            }
            6 => {
                let (masked, width) = (self.value(), *self.random.pick(&[8, 31, 53, 64]));
                self.line(&format!("v{masked} = zext {a}, {width}"));
                match self.random.below(2) {
                    0 => format!("v{v} = ui_to_fp v{masked} -> f64"),
                    _ => format!("v{v}: f64 = bitcast v{masked}:u64"),
                }
            }
            7 => {
                let (single, sum) = (self.value(), self.value());
                let ty = *self.random.pick(&["f32", "f16", "bf16"]);
                self.line(&format!("v{single}: {ty} = fp_convert {x}"));
                let op = *self.random.pick(&["fadd", "fsub", "fmul", "fdiv", "fminnum", "frem"]);
                self.line(&format!("v{sum} = {op} v{single}, v{single}"));
                format!("v{v}: f64 = fp_convert v{sum}")
            }
            8 => {
                // The payload of a NaN is open.
                let [ordered, zero, number] = [(); 3].map(|()| self.value());
                self.line(&format!("v{ordered} = fcmp.ord {x}, {x}"));
                self.line(&format!("v{zero} = fconst f64 0x0"));
                self.line(&format!("v{number} = select v{ordered}, {x}, v{zero}"));
                let range = *self.random.pick(&["s64", "u64"]);
                self.line(&format!("v{v}:{range} = bitcast v{number}"));
                return self.ints.push(v);
            }
            1 => format!("v{v} = {} {x}, {y}", self.random.pick(&["fadd", "fsub", "fmul", "fdiv", "frem"])),
            2 => format!("v{v} = {} {x}, {y}", self.random.pick(&["fminnum", "fmaxnum", "copysign"])),
            3 => format!("v{v} = {} {x}", self.random.pick(&["fneg", "fabs"])),
            _ => {
                let predicate = self.random.pick(FloatPredicate::ALL).name();
                self.line(&format!("v{v} = fcmp.{predicate} {x}, {y}"));
                return self.bools.push(v);
            }
        };
        self.line(&text);
        self.floats.push(v);
    }

    fn instructions(&mut self, most: usize) {
        for _ in 0..1 + self.random.below(most) {
            self.instruction();
        }
    }

    /// A diamond whose blocks pass two integers, or a loop with a counter.
    fn control(&mut self) {
        let scope = (self.ints.len(), self.bools.len(), self.floats.len());
        let first = self.block + 1;
        self.block += 3;
        let restore = |this: &mut Writer| {
            this.ints.truncate(scope.0);
            this.bools.truncate(scope.1);
            this.floats.truncate(scope.2);
        };
        let range = format!(":{}", RANGES[4 + self.random.below(4)]);
        let clamp = |this: &mut Writer| {
            let (v, a) = (this.value(), this.int());
            this.line(&format!("v{v} = zext {a}, 31"));
            format!("v{v}")
        };
        let token = self.token;
        if self.random.chance(60) {
            let condition = self.bool();
            let (then, other, after) = (first, first + 1, first + 2);
            let is_region = self.random.chance(30);
            if is_region {
                self.block += 1;
                let entry = first + 3;
                let _ = writeln!(self.text, "    br bb{entry}\n  region plain {{\n  bb{entry}:");
            }
            self.line(&format!("brif {condition}, bb{then}, bb{other}"));
            for block in [then, other] {
                self.token = token;
                let _ = writeln!(self.text, "  bb{block}:");
                self.instructions(3);
                if self.random.chance(4) {
                    let end = *self.random.pick(&["trap", "trap", "trap", "unreachable"]);
                    self.line(end);
                } else {
                    let passed = clamp(self);
                    let end = format!("({passed}, v{})", self.token);
                    let end = if is_region {
                        format!("region_yield {}", end.trim_matches(['(', ')']))
                    } else {
                        format!("br bb{after}{end}")
                    };
                    self.line(&end);
                }
                restore(self);
            }
            if is_region {
                self.text.push_str("  }\n");
            }
            let (v, memory) = (self.value(), self.value());
            let _ = writeln!(self.text, "  bb{after}(v{v}: int{range}, v{memory}: mem):");
            self.token = memory;
            self.ints.push(v);
            return;
        }
        let (header, body, after) = (first, first + 1, first + 2);
        let start = clamp(self);
        let (zero, one, end) = (self.value(), self.value(), self.value());
        self.line(&format!("v{zero} = iconst 0"));
        self.line(&format!("v{one} = iconst 1"));
        let rounds = self.random.below(6);
        self.line(&format!("v{end} = iconst {rounds}"));
        self.line(&format!("br bb{header}(v{zero}, {start}, v{token})"));
        let (count, sum, memory, test, next) =
            (self.value(), self.value(), self.value(), self.value(), self.value());
        let _ = writeln!(
            self.text,
            "  region loop {{\n  bb{header}(v{count}: int:s32, v{sum}: int{range}, v{memory}: mem):"
        );
        self.token = memory;
        self.line(&format!("v{test} = icmp.lt v{count}, v{end}"));
        self.line(&format!("brif v{test}, bb{body}, bb{after}"));
        let _ = writeln!(self.text, "  bb{body}:");
        self.ints.extend([count, sum]);
        self.instructions(4);
        let passed = clamp(self);
        self.line(&format!("v{next} = add v{count}, v{one}"));
        self.line(&format!("continue v{next}, {passed}, v{}", self.token));
        restore(self);
        let _ = writeln!(self.text, "  }}\n  bb{after}:");
        self.token = memory;
        self.ints.push(sum);
    }
}

/// A random program: its text, and the ranges of the integers that its first function, @fN for the seed N, takes.
pub fn program(seed: u64) -> (String, Vec<&'static str>) {
    let mut random = Random::new(seed);
    let params = |random: &mut Random| -> Vec<&'static str> {
        (0..2 + random.below(3)).map(|_| random.range()).collect()
    };
    let mut callee = None;
    let mut other = String::new();
    let data = random.chance(20).then(|| format!("d{seed}"));
    let text = data.as_ref().map(|name| format!("data @{name} = \"{}\"\n", memory::DATA));
    if random.chance(40) {
        let name = format!("g{seed}");
        let ranges = params(&mut random);
        let writer = function(random, &name, &ranges, None, data.clone());
        (random, other) = (writer.random, writer.text);
        callee = Some((name, ranges));
    }
    let ranges = params(&mut random);
    let writer = function(random, &format!("f{seed}"), &ranges, callee, data);
    (text.unwrap_or_default() + &writer.text + &other, ranges)
}

/// Writes a function. One that others call, which calls none, has two results.
fn function(
    mut random: Random,
    name: &str,
    params: &[&str],
    callee: Option<(String, Vec<&'static str>)>,
    data: Option<String>,
) -> Writer {
    let is_called = name.starts_with('g');
    let result = if is_called { "s32" } else { random.range() };
    let mut writer = Writer {
        random,
        text: String::new(),
        next: 0,
        ints: Vec::new(),
        bools: Vec::new(),
        floats: Vec::new(),
        block: 0,
        token: 0,
        slot: None,
        callee,
        data,
    };
    let signature: Vec<String> = params.iter().map(|range| format!("int:{range}")).collect();
    let _ =
        writeln!(writer.text, "func @{name}({}) -> int:{result} {{\n  bb0(v0: mem):", signature.join(", "));
    for index in 0..params.len() {
        let v = writer.value();
        writer.line(&format!("v{v} = param {index}"));
        writer.ints.push(v);
    }
    let (flag, float) = (writer.value(), writer.value());
    writer.line(&format!("v{flag} = icmp.lt v1, v2"));
    writer.line(&format!("v{float} = si_to_fp v2 -> f64"));
    writer.bools.push(flag);
    writer.floats.push(float);
    if writer.random.chance(75) {
        let (slot, zero, size, token) = (writer.value(), writer.value(), writer.value(), writer.value());
        writer.line(&format!("v{slot} = stack_slot 32"));
        writer.line(&format!("v{zero} = iconst 0"));
        writer.line(&format!("v{size} = iconst 32"));
        writer.line(&format!("v{token} = memset v{slot}, v{zero}, v{size}, align=8, v0"));
        (writer.slot, writer.token) = (Some(slot), token);
    }
    writer.instructions(6);
    for _ in 0..writer.random.below(3) {
        writer.control();
        writer.instructions(4);
    }
    let (v, second) = (writer.value(), writer.value());
    let last = writer.ints[writer.ints.len() - 1 - writer.random.below(writer.ints.len().min(3))];
    writer.line(&format!("v{v} = zext v{last}, {}", result[1..].parse::<u32>().unwrap_or(8) - 1));
    if is_called {
        writer.line(&format!("v{second} = zext v{last}, 16"));
        writer.line(&format!("ret v{v}, v{second}:u16, v{}", writer.token));
    } else {
        writer.line(&format!("ret v{v}, v{}", writer.token));
    }
    writer.text.push_str("}\n");
    writer
}
