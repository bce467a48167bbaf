//! Instructions of random programs that access memory, or call.

use super::Writer;
use crate::table::{Ordering, RmwOp};
use std::fmt::Write;

/// Widths of integers in memory.
const WIDTHS: [&str; 8] = ["s8", "u8", "s16", "u24", "s32", "u32", "s64", "u64"];

/// Widths of atomic accesses.
const ATOMIC: [&str; 8] = ["s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64"];

/// The bytes of the data of a module with thread-local data, which programs only read.
pub(super) const DATA: &str = "\\x01\\x80\\x7f\\xff\\x00\\x10\\x00\\x80abcdefgh\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x7f\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x80";

impl Writer {
    /// The low bits of an integer, which fit every range of that number of bits.
    fn masked(&mut self, a: &str, bits: &str) -> u32 {
        let v = self.value();
        self.line(&format!("v{v} = zext {a}, {bits}"));
        v
    }

    fn constant(&mut self, value: usize) -> u32 {
        let v = self.value();
        self.line(&format!("v{v} = iconst {value}"));
        v
    }

    /// A pointer to an offset.
    fn at(&mut self, base: u32, offset: usize) -> u32 {
        let (offset, at) = (self.constant(offset), self.value());
        self.line(&format!("v{at} = ptradd v{base}, v{offset}"));
        at
    }

    /// A call of the other function, whose parameters get what fits them.
    fn call(&mut self, v: u32, name: &str, params: &[&str]) {
        let mut arguments = Vec::new();
        for range in params {
            let a = self.int();
            let bits = range[1..].parse::<u32>().unwrap_or(8) - 1;
            arguments.push(format!("v{}", self.masked(&a, &bits.to_string())));
        }
        let (symbol, token, second) = (self.value(), self.value(), self.value());
        self.line(&format!("v{symbol} = symbol_addr @{name}"));
        let arguments = arguments.join(", ");
        self.line(&format!("v{token}, v{v} = call v{symbol}({arguments}), v{} -> int:s32", self.token));
        self.line(&format!("v{second}:u16 = call_ret2 v{token}"));
        self.token = token;
        self.ints.extend([second, v]);
    }

    /// A call of a function of the host that throws odd numbers, which a cleanup block catches.
    fn throwing_call(&mut self, v: u32, a: &str) {
        let argument = self.masked(a, "40");
        let (cleanup, after) = (self.block + 1, self.block + 2);
        self.block += 2;
        let [symbol, token, result, memory, word, thrown, joined] = [(); 7].map(|()| self.value());
        self.line(&format!("v{symbol} = symbol_addr @throw_odd"));
        let call = format!("call v{symbol}(v{argument}:s64), v{} -> int:s64 cleanup bb{cleanup}", self.token);
        self.line(&format!("v{token}, v{result} = {call}"));
        self.line(&format!("br bb{after}(v{result}, v{token})"));
        let _ = writeln!(self.text, "  bb{cleanup}(v{memory}: mem):"); // writing to a string does not fail
        self.line(&format!("v{word} = landing_pad"));
        self.line(&format!("v{thrown} = ptrtoaddr v{word}"));
        let low = self.masked(&format!("v{thrown}"), "20");
        self.line(&format!("br bb{after}(v{low}, v{memory})"));
        let _ = writeln!(self.text, "  bb{after}(v{v}: int:s64, v{joined}: mem):");
        self.token = joined;
        self.ints.push(v);
    }

    /// An aggregate in memory: one of its elements, or all of it with another element.
    fn aggregate(&mut self, v: u32, slot: u32, a: &str) {
        let (whole, token) = (self.value(), self.value());
        let ty = "struct{int:s16, [int:u8; 2], int:u32, f32}";
        self.line(&format!("v{whole} = load v{slot}, v{} -> {ty}", self.token));
        if self.random.chance(60) {
            let path = *self.random.pick(&["0", "1, 0", "1, 1", "2"]);
            self.line(&format!("v{v} = extractvalue v{whole}, {path}"));
        } else {
            let changed = self.value();
            self.line(&format!("v{v} = zext {a}, 8"));
            let path = *self.random.pick(&["1, 0", "1, 1", "2"]);
            self.line(&format!("v{changed} = insertvalue v{whole}, v{v}, {path}"));
            self.line(&format!("v{token} = store v{changed}, v{slot}, v{}", self.token));
            self.token = token;
        }
        self.ints.push(v);
    }

    /// A copy or a fill inside the slot.
    fn bulk(&mut self, slot: u32, a: &str) {
        let token = self.value();
        let memory = self.token;
        match self.random.below(3) {
            0 => {
                let (to, from, count) = (self.at(slot, 0), self.at(slot, 16), self.masked(a, "4"));
                self.line(&format!("v{token} = memcpy v{to}, v{from}, v{count}, align=16, v{memory}"));
            }
            1 => {
                let (to, from) = (self.random.below(5), self.random.below(9));
                let (to, from, count) = (self.at(slot, to), self.at(slot, from), self.masked(a, "4"));
                self.line(&format!("v{token} = memmove v{to}, v{from}, v{count}, align=1, v{memory}"));
            }
            _ => {
                let (to, byte) = (self.random.below(24), self.int());
                let (to, count) = (self.at(slot, to), self.masked(a, "3"));
                self.line(&format!("v{token} = memset v{to}, {byte}, v{count}, align=1, v{memory}"));
            }
        }
        self.token = token;
    }

    fn atomic(&mut self, v: u32, slot: u32, a: &str) {
        let range = *self.random.pick(&ATOMIC);
        let place = 8 * self.random.below(4);
        let (at, token, memory) = (self.at(slot, place), self.value(), self.token);
        let order = self.random.pick(Ordering::ALL).name();
        self.token = token;
        match self.random.below(5) {
            0 => {
                let order = *self.random.pick(&["relaxed", "acquire", "seqcst"]);
                self.line(&format!("v{token}, v{v}:{range} = load.atomic.{order} v{at}, v{memory}"));
            }
            1 => {
                let value = self.masked(a, &range[1..]);
                let order = *self.random.pick(&["relaxed", "release", "seqcst"]);
                let width = format!("u{}", &range[1..]);
                self.line(&format!("v{token} = store.atomic.{order} v{value}:{width}, v{at}, v{memory}"));
                return;
            }
            2 => {
                let value = self.masked(a, &range[1..]);
                let op = self.random.pick(RmwOp::ALL).name();
                let width = format!("u{}", &range[1..]);
                self.line(&format!("v{token}, v{v} = rmw.{op}.{order} v{at}, v{value}:{width}, v{memory}"));
            }
            3 => {
                let (b, bits) = (self.int(), (range[1..].parse::<u32>().unwrap_or(8) - 1).to_string());
                let (expected, new) = (self.masked(a, &bits), self.masked(&b, &bits));
                let failure = *self.random.pick(&["relaxed", "acquire", "seqcst"]);
                let values = format!("v{expected}:{range}, v{new}:{range}");
                self.line(&format!("v{token}, v{v} = cmpxchg.{order}.{failure} v{at}, {values}, v{memory}"));
            }
            _ => {
                self.line(&format!("v{token} = fence.{order} v{memory}"));
                return;
            }
        }
        self.ints.push(v);
    }

    /// Differences of pointers, and accesses through pointers of integers.
    fn pointer(&mut self, v: u32, slot: u32) {
        let (x, y) = (self.random.below(24), self.random.below(24));
        let (x, y) = (self.at(slot, x), self.at(slot, y));
        let [a, b, difference] = [(); 3].map(|()| self.value());
        match self.random.below(3) {
            0 => self.line(&format!("v{v} = ptrdiff v{x}, v{y}")),
            1 => {
                self.line(&format!("v{a} = ptrtoint v{x}"));
                self.line(&format!("v{b} = ptrtoaddr v{y}"));
                self.line(&format!("v{difference} = sub v{a}, v{b}"));
                self.line(&format!("v{v} = zext v{difference}, 9"));
            }
            _ => {
                let range = *self.random.pick(&["s8", "u16", "s32", "u64"]);
                self.line(&format!("v{a} = ptrtoint v{x}"));
                self.line(&format!("v{b} = inttoptr v{a}"));
                self.line(&format!("v{v} = load v{b}, v{} -> int:{range}", self.token));
            }
        }
        self.ints.push(v);
    }

    /// A load of thread-local data.
    fn thread_local(&mut self, v: u32, name: &str) {
        let (base, place) = (self.value(), self.random.below(24));
        let symbol = *self.random.pick(&["symbol_addr", "tls_symbol_addr"]);
        self.line(&format!("v{base} = {symbol} @{name}"));
        let (at, range) = (self.at(base, place), *self.random.pick(&WIDTHS));
        self.line(&format!("v{v} = load v{at}, v{} -> int:{range}", self.token));
        self.ints.push(v);
    }

    pub(super) fn memory(&mut self, v: u32, a: &str) {
        let a = a.split(':').next().unwrap_or(a);
        if let Some((name, params)) = self.callee.clone().filter(|_| self.random.chance(25)) {
            return self.call(v, &name, &params);
        }
        if let Some(data) = self.data.clone().filter(|_| self.random.chance(20)) {
            return self.thread_local(v, &data);
        }
        if self.random.chance(8) {
            return self.throwing_call(v, a);
        }
        let Some(slot) = self.slot else {
            self.line(&format!("v{v} = bconst {}", self.random.0 & 1 == 0));
            return self.bools.push(v);
        };
        match self.random.below(10) {
            0 | 1 => self.aggregate(v, slot, a),
            2 | 3 => self.atomic(v, slot, a),
            4 => self.bulk(slot, a),
            5 => self.pointer(v, slot),
            choice => {
                let range = *self.random.pick(&WIDTHS);
                let place = 8 * self.random.below(4);
                let at = self.at(slot, place);
                if choice < 8 {
                    self.line(&format!("v{v} = zext {a}, {}", &range[1..]));
                    let token = self.value();
                    let stored = format!("store v{v}:u{}, v{at}, v{}", &range[1..], self.token);
                    self.line(&format!("v{token} = {stored}"));
                    self.token = token;
                } else {
                    self.line(&format!("v{v} = load v{at}, v{} -> int:{range}", self.token));
                }
                self.ints.push(v);
            }
        }
    }
}
