//! Random procedures with references.

use super::heap::{ALLOCATE, COLLECT, NUMBERS, PAIR, POLL, REFERENCES, word_to_poll};
use barebones::base::{StateId, Type};
use barebones::host_target;
use barebones::ir::{BlockId, Procedure, StateEntry, ValueFlags, ValueId};

/// Maximum nesting of branches and loops.
const MAX_DEPTH: u32 = 3;
/// Maximum number of values of one kind that are used later.
const MAX_POOL: usize = 10;

struct Generator {
    proc: Procedure,
    block: BlockId,
    random: u64,
    steps: u32,
    numbers: Vec<ValueId>,
    references: Vec<ValueId>,
    /// Pointers to the numbers of an object.
    derived: Vec<ValueId>,
}

/// Creates a procedure of two numbers that returns a number. It calls the functions of the [`Heap`](super::Heap).
pub fn generate(seed: u64, steps: u32) -> Procedure {
    let target = host_target().unwrap_or_else(|error| panic!("no code can run here: {error}"));
    let mut proc = Procedure::new(&target);
    proc.name = String::from("main");
    let block = proc.add_block();
    let arguments = [0; 2].map(|_| proc.at(block).argument(Type::Int64));
    let mut generator = Generator {
        proc,
        block,
        random: seed,
        steps,
        numbers: arguments.to_vec(),
        references: Vec::new(),
        derived: Vec::new(),
    };
    generator.allocate();
    generator.allocate();
    generator.statements(0);
    generator.finish();
    generator.proc
}

impl Generator {
    /// A random number below `n`: SplitMix64.
    fn below(&mut self, n: usize) -> usize {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n.max(1) as u64) as usize
    }

    fn pick(&mut self, from: &[ValueId]) -> ValueId {
        from[self.below(from.len())]
    }

    fn number(&mut self) -> ValueId {
        if self.below(6) == 0 {
            let bits = self.below(1 << 20) as i64;
            return self.proc.at(self.block).const64(bits);
        }
        let numbers = std::mem::take(&mut self.numbers);
        let picked = self.pick(&numbers);
        self.numbers = numbers;
        picked
    }

    fn reference(&mut self) -> ValueId {
        let references = std::mem::take(&mut self.references);
        let picked = self.pick(&references);
        self.references = references;
        picked
    }

    fn add(pool: &mut Vec<ValueId>, value: ValueId, at: usize) {
        if pool.len() < MAX_POOL {
            pool.push(value);
        } else {
            pool[at] = value;
        }
    }

    fn add_number(&mut self, value: ValueId) {
        let at = self.below(MAX_POOL);
        Self::add(&mut self.numbers, value, at);
    }

    /// Marks a value as a reference.
    fn mark(&mut self, value: ValueId) {
        if let Some(value) = self.proc.get_value_mut(value) {
            value.flags |= ValueFlags::REFERENCE;
        }
    }

    fn add_reference(&mut self, value: ValueId) {
        self.mark(value);
        let at = self.below(MAX_POOL);
        Self::add(&mut self.references, value, at);
    }

    /// Sometimes gives the last call an exit state.
    fn maybe_state(&mut self, call: ValueId) {
        if self.below(3) != 0 {
            return;
        }
        let mut entries = vec![StateEntry::Value(self.number())];
        for _ in 0..self.below(3) {
            entries.push(StateEntry::Reference(self.reference()));
        }
        // Constants of the state are after the call.
        let is_before = |entry: &StateEntry| !matches!(entry, StateEntry::Value(id) if *id > call);
        entries.retain(is_before);
        let pc = self.below(100) as u32;
        let state = self.proc.add_state(StateId::INVALID, 1, pc, &entries);
        let data = self.proc.value(call).call();
        if let Some(data) = self.proc.call_mut(data) {
            data.state = state;
        }
    }

    fn allocate(&mut self) {
        let number = self.number();
        let symbol = self.proc.symbol(ALLOCATE);
        let object = self.proc.at(self.block).ccall(Type::Int64, symbol, &[number]);
        if !self.references.is_empty() {
            self.maybe_state(object);
        }
        self.add_reference(object);
    }

    fn statements(&mut self, depth: u32) {
        let count = 2 + self.below(10);
        for _ in 0..count {
            if self.steps == 0 {
                return;
            }
            self.steps -= 1;
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        let block = self.block;
        match self.below(18) {
            0 | 1 => self.allocate(),
            2 => {
                let symbol = self.proc.symbol(COLLECT);
                let call = self.proc.at(block).ccall(Type::Void, symbol, &[]);
                self.maybe_state(call);
            }
            3 => {
                let symbol = self.proc.symbol(PAIR);
                let arguments = [self.reference(), self.reference(), self.number()];
                let object = self.proc.at(block).ccall(Type::Int64, symbol, &arguments);
                self.maybe_state(object);
                self.add_reference(object);
            }
            4 | 5 => {
                let (object, offset) = (self.reference(), NUMBERS + 8 * self.below(2) as i32);
                let number = self.proc.at(block).load(Type::Int64, object, offset);
                self.add_number(number);
            }
            6 => {
                let (object, offset) = (self.reference(), NUMBERS + 8 * self.below(2) as i32);
                let number = self.number();
                self.proc.at(block).store(number, object, offset);
            }
            7 => {
                let (object, offset) = (self.reference(), REFERENCES + 8 * self.below(2) as i32);
                let loaded = self.proc.at(block).load(Type::Int64, object, offset);
                self.add_reference(loaded);
            }
            8 => {
                let (object, offset) = (self.reference(), REFERENCES + 8 * self.below(2) as i32);
                let stored = self.reference();
                self.proc.at(block).store(stored, object, offset);
            }
            9 => {
                let object = self.reference();
                let mut b = self.proc.at(block);
                let distance = b.const64(i64::from(NUMBERS));
                let pointer = b.add(object, distance);
                self.proc.set_derived(pointer, object);
                let at = self.below(MAX_POOL);
                Self::add(&mut self.derived, pointer, at);
            }
            10 if !self.derived.is_empty() => {
                let derived = self.derived.clone();
                let (pointer, offset) = (self.pick(&derived), 8 * self.below(2) as i32);
                if self.below(2) == 0 {
                    let number = self.proc.at(block).load(Type::Int64, pointer, offset);
                    self.add_number(number);
                } else {
                    let number = self.number();
                    self.proc.at(block).store(number, pointer, offset);
                }
            }
            11 => {
                let (condition, [a, b]) = (self.number(), [self.reference(), self.reference()]);
                let selected = self.proc.at(block).select(condition, a, b);
                self.add_reference(selected);
            }
            12 => {
                let [a, b] = [self.reference(), self.reference()];
                let mut cursor = self.proc.at(block);
                let equal = cursor.equal(a, b);
                let number = cursor.zext32(equal);
                self.add_number(number);
            }
            17 => self.poll(),
            13 if depth < MAX_DEPTH => self.branch(depth),
            14 if depth < MAX_DEPTH => self.repeat(depth),
            _ => {
                let [a, b] = [self.number(), self.number()];
                let operation = self.below(3);
                let mut cursor = self.proc.at(block);
                let number = match operation {
                    0 => cursor.add(a, b),
                    1 => cursor.mul(a, b),
                    _ => cursor.bit_xor(a, b),
                };
                self.add_number(number);
            }
        }
    }

    /// Polls a word, which is armed or not.
    fn poll(&mut self) {
        let (armed, number) = (self.below(2) == 0, self.number());
        let symbol = self.proc.symbol(POLL);
        let mut b = self.proc.at(self.block);
        let word = b.const64(word_to_poll(armed) as i64);
        let poll = b.poll(symbol, word, &[number, number]);
        self.maybe_state(poll);
    }

    /// Two sides that join with a number and up to two references.
    fn branch(&mut self, depth: u32) {
        let condition = self.number();
        let [yes, no, join] = [0; 3].map(|_| self.proc.add_block());
        let mut b = self.proc.at(self.block);
        let one = b.const64(1);
        let bit = b.bit_and(condition, one);
        b.branch(bit, yes, no);
        let phis = [(); 2].map(|()| self.proc.at(join).phi(Type::Int64));
        let number_phi = self.proc.at(join).phi(Type::Int64);
        phis.iter().for_each(|phi| self.mark(*phi));
        for side in [yes, no] {
            let before = (self.numbers.clone(), self.references.clone(), self.derived.clone());
            self.block = side;
            self.statements(depth + 1);
            for phi in phis {
                let reference = self.reference();
                self.proc.at(self.block).upsilon(reference, phi);
            }
            let number = self.number();
            // Sometimes the collector runs between an Upsilon and its Phi.
            if self.below(4) == 0 {
                let symbol = self.proc.symbol(COLLECT);
                self.proc.at(self.block).ccall(Type::Void, symbol, &[]);
            }
            let mut b = self.proc.at(self.block);
            b.upsilon(number, number_phi);
            b.jump(join);
            (self.numbers, self.references, self.derived) = before;
        }
        self.block = join;
        for phi in phis {
            self.add_reference(phi);
        }
        self.add_number(number_phi);
    }

    /// A loop of a few iterations that changes a reference and a number.
    fn repeat(&mut self, depth: u32) {
        let iterations = 1 + self.below(4) as i64;
        let [header, body, after] = [0; 3].map(|_| self.proc.add_block());
        let [counter, number, reference] = [(); 3].map(|()| self.proc.at(header).phi(Type::Int64));
        self.mark(reference);
        let first = [self.number(), self.reference()];
        let mut b = self.proc.at(self.block);
        let limit = b.const64(iterations);
        b.upsilon(limit, counter);
        b.upsilon(first[0], number);
        b.upsilon(first[1], reference);
        b.jump(header);
        self.proc.at(header).branch(counter, body, after);
        let before = (self.numbers.clone(), self.references.clone(), self.derived.clone());
        self.block = body;
        self.add_number(number);
        self.add_reference(reference);
        self.statements(depth + 1);
        let next = [self.number(), self.reference()];
        let mut b = self.proc.at(self.block);
        let one = b.const64(1);
        let rest = b.sub(counter, one);
        b.upsilon(rest, counter);
        b.upsilon(next[0], number);
        b.upsilon(next[1], reference);
        b.jump(header);
        (self.numbers, self.references, self.derived) = before;
        self.block = after;
        self.add_number(number);
        self.add_reference(reference);
    }

    /// Returns a number that depends on everything.
    fn finish(&mut self) {
        let (numbers, references, derived) =
            (self.numbers.clone(), self.references.clone(), self.derived.clone());
        let mut b = self.proc.at(self.block);
        let mut sum = b.const64(0);
        let factor = b.const64(31);
        let objects =
            references.iter().map(|object| (*object, NUMBERS)).chain(derived.iter().map(|p| (*p, 8)));
        let loads: Vec<ValueId> = objects.map(|(object, at)| b.load(Type::Int64, object, at)).collect();
        for number in numbers.into_iter().chain(loads) {
            let product = b.mul(sum, factor);
            sum = b.add(product, number);
        }
        b.ret([sum]);
    }
}
