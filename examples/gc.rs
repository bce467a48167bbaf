//! A heap with a copying collector: references across safepoints, a poll in a loop, and a
//! write barrier.
//!
//! Compiled code appends cells to a list. It allocates by calls, polls in its loop, and marks the card of each object
//! that it changes. The collector copies everything that is reachable to the other space, and overwrites the old one.

// Compiled code accesses the heap.
#![allow(unsafe_code)]

use barebones::base::{Signature, Type};
use barebones::ir::{Cursor, Extern, Module, Procedure, ValueFlags, ValueId};
use barebones::jit::{active_frames, poll_handler, transition};
use barebones::{Compiler, host_target};
use std::cell::RefCell;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

/// A cell: the reference to the next one, and a number.
type Cell = [u64; 2];

const CELLS: usize = 1 << 16;
/// A card covers 512 bytes.
const CARD_SHIFT: i32 = 9;
const CARDS: usize = 1 << 12;

/// Dirty cards are 0. A card's index is the address of the object shifted, modulo the number of cards.
static DIRTY: [AtomicU8; CARDS] = [const { AtomicU8::new(1) }; CARDS];
/// Not zero if the collector shall run at the next poll. Any thread may store to it.
static REQUEST: AtomicU32 = AtomicU32::new(0);

#[derive(Default)]
struct Heap {
    space: Vec<Cell>,
    collections: usize,
    moved: usize,
}

thread_local! {
    static HEAP: RefCell<Heap> = RefCell::default();
}

/// Cheney's copying collector.
struct Copier<'a> {
    from: &'a mut [Cell],
    to: Vec<Cell>,
}

impl Copier<'_> {
    /// Copies an object unless that was done before, and returns its new address. The old copy's second word becomes the
    /// new address, and its first word the mark `u64::MAX`.
    fn forward(&mut self, reference: u64) -> u64 {
        if reference == 0 {
            return 0;
        }
        let index = (reference - self.from.as_ptr() as u64) as usize / size_of::<Cell>();
        if self.from[index][0] != u64::MAX {
            self.to.push(self.from[index]);
            let new = self.to.last().map_or(0, |cell| cell.as_ptr().expose_provenance() as u64);
            self.from[index] = [u64::MAX, new];
        }
        self.from[index][1]
    }
}

fn collect() {
    HEAP.with_borrow_mut(|heap| {
        let mut from = std::mem::take(&mut heap.space);
        let mut copier = Copier { from: &mut from, to: Vec::with_capacity(CELLS) };
        // SAFETY: the compiled callers wait for this function.
        for frame in unsafe { active_frames() } {
            // SAFETY: as above; objects are moved with their contents.
            unsafe { frame.update(|reference| copier.forward(reference)) }.expect("each call is a safepoint");
        }
        let mut scanned = 0;
        while scanned < copier.to.len() {
            copier.to[scanned][0] = copier.forward(copier.to[scanned][0]);
            scanned += 1;
        }
        heap.space = copier.to;
        (heap.collections, heap.moved) = (heap.collections + 1, heap.moved + scanned);
    });
}

/// Allocates a cell without a successor; collects if the space is full.
fn allocate(number: u64) -> u64 {
    if HEAP.with_borrow(|heap| heap.space.len() == CELLS) {
        collect();
    }
    HEAP.with_borrow_mut(|heap| {
        heap.space.reserve(CELLS - heap.space.len());
        heap.space.push([0, number]);
        heap.space.last().map_or(0, |cell| cell.as_ptr().expose_provenance() as u64)
    })
}

/// The function of the poll.
fn answer(_word: u64) {
    REQUEST.store(0, Ordering::Release);
    collect();
}

/// Builds `list(count)`: appends cells with the numbers `count - 1`, ..., 0 to a first one, which it returns.
fn list() -> Result<Procedure, Box<dyn std::error::Error>> {
    let mut proc = Procedure::new(&host_target()?);
    proc.name = String::from("list");
    let [root, body, done] = [(); 3].map(|()| proc.add_block());
    let [allocate, answer] = ["allocate", "answer"].map(|name| proc.symbol(name));
    let [last, left] = [(); 2].map(|()| proc.at(body).phi(Type::Int64));

    let mut b = proc.at(root);
    let count = b.argument(Type::Int64);
    let first = b.ccall(Type::Int64, allocate, &[count]);
    b.upsilon(first, last);
    b.upsilon(count, left);
    b.jump(body);

    let mut b = proc.at(body);
    let request = b.const64(REQUEST.as_ptr().expose_provenance() as i64);
    b.poll(answer, request, &[]);
    let one = b.const64(1);
    let number = b.sub(left, one);
    let cell = b.ccall(Type::Int64, allocate, &[number]);
    b.store(cell, last, 0);
    mark_card(&mut b, last);
    b.upsilon(cell, last);
    b.upsilon(number, left);
    b.branch(number, body, done);

    proc.at(done).ret([first]);
    for reference in [first, last, cell] {
        proc.get_value_mut(reference).expect("it was built").flags |= ValueFlags::REFERENCE;
    }
    Ok(proc)
}

/// The write barrier: marks the card of an object after a store to it. The address of the card is not live across a
/// safepoint.
fn mark_card(b: &mut Cursor<'_>, object: ValueId) {
    let cards = b.const64(DIRTY.as_ptr().expose_provenance() as i64);
    let (shift, mask, dirty) = (b.const32(CARD_SHIFT), b.const64(CARDS as i64 - 1), b.const32(0));
    let index = b.zshr(object, shift);
    let index = b.bit_and(index, mask);
    let card = b.add(cards, index);
    b.store8(dirty, card, 0);
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (Some(allocate), Some(answer)) = (transition(allocate), poll_handler(answer)) else {
        println!("this system has no transitions");
        return Ok(());
    };
    let declare = |name: &str, results: &[Type]| Extern {
        name: String::from(name),
        signature: Signature { params: vec![Type::Int64], results: results.to_vec() },
    };
    let module = Module {
        externs: vec![declare("allocate", &[Type::Int64]), declare("answer", &[])],
        procedures: vec![list()?],
        ..Module::default()
    };
    let address = |name: &str| Some(if name == "allocate" { allocate.address() } else { answer.address() });
    let code = Compiler::host()?.compile_module(module, &address)?;
    // SAFETY: the code accesses objects of the heap.
    let list = unsafe { code[0].typed::<extern "C" fn(u64) -> u64>()? };

    HEAP.with_borrow_mut(|heap| heap.space.reserve(CELLS));
    let mut lists = 0;
    let stop = AtomicU32::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // Another thread arms the poll, again and again.
            while stop.load(Ordering::Acquire) == 0 {
                REQUEST.store(1, Ordering::Release);
                std::thread::yield_now();
            }
        });
        while HEAP.with_borrow(|heap| heap.collections) < 10 {
            check(list.call(1000), 1000);
            lists += 1;
        }
        stop.store(1, Ordering::Release);
    });
    REQUEST.store(1, Ordering::Release);
    check(list.call(1000), 1000);
    let dirty = DIRTY.iter().filter(|card| card.load(Ordering::Relaxed) == 0).count();
    assert!(dirty > 0, "the barrier marks cards");
    HEAP.with_borrow(|heap| {
        println!(
            "{lists} lists, {} collections, {} cells moved, {dirty} cards",
            heap.collections, heap.moved
        );
        assert!(heap.collections > 10, "a request is answered at a poll");
    });
    Ok(())
}

/// Reads a list, as long as nothing moves it: `count` in the first cell, then one less in each.
fn check(first: u64, count: u64) {
    HEAP.with_borrow(|heap| {
        let mut expected = (0..=count).rev();
        let mut reference = first;
        while reference != 0 {
            let index = (reference - heap.space.as_ptr() as u64) as usize / size_of::<Cell>();
            assert_eq!(Some(heap.space[index][1]), expected.next());
            reference = heap.space[index][0];
        }
        assert_eq!(expected.next(), None);
    });
}

#[cfg(test)]
#[test]
fn lists_survive_the_collector() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
