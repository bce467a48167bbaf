//! A heap whose collector moves every object at every safepoint.

// Objects are memory that compiled code reads and writes.
#![allow(unsafe_code)]

use barebones::base::{Signature, Type};
use barebones::ir::Extern;
use barebones::jit::{Code, RawHost, active_frames, poll_handler, transition};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicU32;

/// Words of an object: a header, two references, two numbers.
pub(super) const WORDS: usize = 5;
/// The first reference and the first number, as offsets in bytes.
pub(super) const REFERENCES: i32 = 8;
pub(super) const NUMBERS: i32 = 24;
const POISON: u64 = 0xdead_beef_dead_beef;

/// What a collector did.
#[derive(Clone, Debug, Default)]
pub struct HeapStats {
    /// Number of collections.
    pub collections: u64,
    /// Number of frames walked.
    pub frames: u64,
    /// Number of roots updated.
    pub roots: u64,
    /// Number of objects moved.
    pub moved: u64,
    /// What is wrong with a root, if anything.
    pub error: Option<String>,
}

impl HeapStats {
    pub(super) fn add(&mut self, other: &HeapStats) {
        self.collections += other.collections;
        self.frames += other.frames;
        self.roots += other.roots;
        self.moved += other.moved;
    }
}

type Object = Box<[u64; WORDS]>;

/// The objects of this thread's run.
#[derive(Default)]
pub struct Heap {
    moves: bool,
    objects: BTreeMap<u64, Object>,
    /// Memory that is not freed before the end, so that stale references find poison there.
    retired: Vec<Object>,
    /// An object that refers to itself: what stale references lead to.
    poison: u64,
    stats: HeapStats,
}

thread_local! {
    static HEAP: RefCell<Heap> = RefCell::default();
}

fn address_of(object: &mut Object) -> u64 {
    object.as_mut_ptr().expose_provenance() as u64
}

impl Heap {
    /// Runs something with an empty heap. Returns what its collector did. `moves`: objects are moved.
    pub fn run<R>(moves: bool, run: impl FnOnce() -> R) -> (R, HeapStats) {
        let mut heap = Heap { moves, ..Heap::default() };
        let mut poison: Object = Box::new([POISON; WORDS]);
        heap.poison = address_of(&mut poison);
        (poison[1], poison[2]) = (heap.poison, heap.poison);
        heap.retired.push(poison);
        HEAP.set(heap);
        let result = run();
        (result, HEAP.take().stats)
    }

    fn allocate(&mut self, number: u64, references: Option<[u64; 2]>) -> u64 {
        let mut object: Object = Box::new([0, 0, 0, number, number ^ 0x55]);
        let address = address_of(&mut object);
        let references = references.unwrap_or([address; 2]);
        (object[0], object[1], object[2]) = (WORDS as u64, references[0], references[1]);
        self.objects.insert(address, object);
        address
    }

    /// Moves one object, if it was not moved yet; returns its new address.
    fn forward(&mut self, pass: &mut Collection, reference: u64) -> u64 {
        if let Some(new) = pass.moved.get(&reference) {
            return *new;
        }
        let Some(mut object) = pass.old.remove(&reference) else {
            if reference != 0 && reference != self.poison {
                self.stats.error = Some(format!("{reference:#x} is a root and no object"));
            }
            return reference;
        };
        let mut copy = object.clone();
        let new = address_of(&mut copy);
        self.poison_object(&mut object);
        self.retired.push(object);
        self.objects.insert(new, copy);
        pass.moved.insert(reference, new);
        pass.queue.push(new);
        self.stats.moved += 1;
        new
    }

    fn poison_object(&self, object: &mut Object) {
        object.fill(POISON);
        (object[1], object[2]) = (self.poison, self.poison);
    }

    /// Moves all objects that the frames of compiled code, and `own`, refer to.
    fn collect(&mut self, own: &mut [u64]) {
        if !self.moves {
            return;
        }
        self.stats.collections += 1;
        let mut pass =
            Collection { old: std::mem::take(&mut self.objects), moved: BTreeMap::new(), queue: Vec::new() };
        // SAFETY: the callers wait for this function.
        for frame in unsafe { active_frames() } {
            self.stats.frames += 1;
            // SAFETY: the frame is active. Objects are moved with their contents.
            let updated = unsafe {
                frame.update(|reference| {
                    self.stats.roots += 1;
                    self.forward(&mut pass, reference)
                })
            };
            if let Err(error) = updated {
                self.stats.error = Some(error.to_string());
            }
        }
        own.iter_mut().for_each(|reference| *reference = self.forward(&mut pass, *reference));
        while let Some(address) = pass.queue.pop() {
            for index in 1..3 {
                let reference = self.objects.get(&address).map_or(0, |object| object[index]);
                let new = self.forward(&mut pass, reference);
                if let Some(object) = self.objects.get_mut(&address) {
                    object[index] = new;
                }
            }
        }
        for (_, mut garbage) in pass.old {
            self.poison_object(&mut garbage);
            self.retired.push(garbage);
        }
    }
}

/// The state of one collection.
struct Collection {
    old: BTreeMap<u64, Object>,
    /// By old address, the new one.
    moved: BTreeMap<u64, u64>,
    /// Objects whose references were not visited yet.
    queue: Vec<u64>,
}

/// Collects, then allocates an object with this number that refers to itself.
fn allocate(number: u64) -> u64 {
    HEAP.with_borrow_mut(|heap| {
        heap.collect(&mut []);
        heap.allocate(number, None)
    })
}

/// Collects, then allocates an object that refers to two others.
fn pair(first: u64, second: u64, number: u64) -> u64 {
    HEAP.with_borrow_mut(|heap| {
        let mut own = [first, second];
        heap.collect(&mut own);
        heap.allocate(number, Some(own))
    })
}

fn collect() {
    HEAP.with_borrow_mut(|heap| heap.collect(&mut []));
}

/// Words that are polled: the second one is armed.
static WORDS_TO_POLL: [AtomicU32; 2] = [AtomicU32::new(0), AtomicU32::new(1)];

/// The address of a word that is polled.
pub(super) fn word_to_poll(armed: bool) -> u64 {
    WORDS_TO_POLL[usize::from(armed)].as_ptr().expose_provenance() as u64
}

/// Collects, if its arguments are those of generated polls.
fn poll(word: u64, number: u64, copy: u64) {
    HEAP.with_borrow_mut(|heap| {
        if word != word_to_poll(true) || number != copy {
            heap.stats.error = Some(format!("a poll of {word:#x} with {number:#x} and {copy:#x}"));
        }
        heap.collect(&mut []);
    });
}

/// The names of the functions.
pub(super) const ALLOCATE: &str = "gc_allocate";
pub(super) const PAIR: &str = "gc_pair";
pub(super) const COLLECT: &str = "gc_collect";
pub(super) const POLL: &str = "gc_poll";

/// The declarations of the functions.
pub(super) fn externs() -> Vec<Extern> {
    let declare = |name: &str, params: usize, results: usize| Extern {
        name: name.to_string(),
        signature: Signature { params: vec![Type::Int64; params], results: vec![Type::Int64; results] },
    };
    vec![declare(ALLOCATE, 1, 1), declare(PAIR, 3, 1), declare(COLLECT, 0, 0), declare(POLL, 3, 0)]
}

/// The addresses of the functions.
pub fn symbol(name: &str) -> Option<*const u8> {
    let function = match name {
        ALLOCATE => transition(allocate),
        PAIR => transition(pair),
        COLLECT => transition(collect),
        POLL => poll_handler(poll),
        _ => None,
    };
    Some(function?.address())
}

/// A host of the interpreter that calls the functions.
pub(super) fn interpreter_host() -> Option<RawHost<'static>> {
    // SAFETY: generated procedures access objects, none of which is freed before the end of the run, and call the
    // functions with their signatures.
    unsafe { RawHost::new(1 << 16, symbol) }.ok()
}

/// Calls compiled code of a generated procedure.
pub(super) fn call(code: &Code, arguments: [u64; 2]) -> Result<u64, String> {
    // SAFETY: as for the interpreter.
    let function = unsafe { code.typed::<extern "C" fn(u64, u64) -> u64>() };
    Ok(function.map_err(|error| error.to_string())?.call(arguments[0], arguments[1]))
}
