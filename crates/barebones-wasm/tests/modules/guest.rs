//! Instances of real modules.

use barebones_wasm::{
    Caller, Extern, ExternType, Func, Global, HostError, Instance, Linker, Memory, Module, Store, Table, Tag,
    Val,
};

/// An instance, its memory and its store.
pub(crate) struct Guest {
    pub(crate) store: Store,
    pub(crate) instance: Instance,
    pub(crate) memory: Memory,
}

impl Guest {
    /// Instantiates a module. Missing imports are created: memories, tables and globals by their types, and functions
    /// that fail with their name.
    pub(crate) fn new(module: &Module, mut store: Store, mut linker: Linker, memory: &str) -> Guest {
        for (from, name, ty) in module.imports() {
            if linker.get(from, name).is_some() {
                continue;
            }
            let store = &mut store;
            let item = match ty {
                ExternType::Func(ty) => {
                    let message = format!("{from}.{name} was called");
                    Func::new(store, ty.clone(), move |_, _| Err(message.clone().into())).map(Extern::Func)
                }
                ExternType::Memory(ty) => Memory::new(store, *ty).map(Extern::Memory),
                ExternType::Table(ty) => Table::new(store, *ty, Val::FuncRef(None)).map(Extern::Table),
                ExternType::Tag(ty) => Tag::new(store, ty.clone()).map(Extern::Tag),
                ExternType::Global(ty) => {
                    Global::new(store, *ty, Val::default_of(ty.content).expect("a nullable type"))
                        .map(Extern::Global)
                }
            };
            linker.define(from, name, item.expect("room for an import"));
        }
        let instance = linker.instantiate(&mut store, module).expect("everything is defined");
        let memory = match instance.export(&store, memory) {
            Some(Extern::Memory(memory)) => memory,
            _ => match linker.get("a", memory).or_else(|| linker.get("env", memory)) {
                Some(Extern::Memory(memory)) => memory,
                _ => panic!("there is no memory {memory}"),
            },
        };
        Guest { store, instance, memory }
    }

    /// Calls an export whose parameters and result, if any, are 32-bit integers.
    pub(crate) fn call(&mut self, name: &str, args: &[i32]) -> i32 {
        let args: Vec<Val> = args.iter().map(|arg| Val::I32(*arg)).collect();
        let function = self.instance.func(&self.store, name).unwrap_or_else(|error| panic!("{error}"));
        let results = function.call(&mut self.store, &args);
        match results.unwrap_or_else(|error| panic!("{name}: {error}"))[..] {
            [] => 0,
            [Val::I32(result)] => result,
            ref results => panic!("{name}: {results:?}"),
        }
    }

    pub(crate) fn read(&self, at: i32, count: i32) -> &[u8] {
        let bytes = self.memory.data(&self.store).expect("its store");
        &bytes[at as u32 as usize..][..count as u32 as usize]
    }

    pub(crate) fn word(&self, at: i32) -> i32 {
        i32::from_le_bytes(self.read(at, 4).try_into().expect("four bytes"))
    }

    /// Reads a zero-terminated string.
    pub(crate) fn text(&self, at: i32) -> String {
        let bytes = &self.memory.data(&self.store).expect("its store")[at as u32 as usize..];
        let end = bytes.iter().position(|byte| *byte == 0).expect("an end");
        String::from_utf8(bytes[..end].to_vec()).expect("text")
    }

    pub(crate) fn write(&mut self, at: i32, bytes: &[u8]) {
        let memory = self.memory.data_mut(&mut self.store).expect("its store");
        memory[at as u32 as usize..][..bytes.len()].copy_from_slice(bytes);
    }

    /// Copies bytes into memory from the module's allocator.
    pub(crate) fn put(&mut self, allocate: &str, bytes: &[u8]) -> i32 {
        let at = self.call(allocate, &[bytes.len() as i32]);
        self.write(at, bytes);
        at
    }

    /// Copies a zero-terminated string into memory from the module's allocator.
    pub(crate) fn put_text(&mut self, allocate: &str, text: &str) -> i32 {
        self.put(allocate, format!("{text}\0").as_bytes())
    }
}

/// Defines the import that grows the memory of an Emscripten module to a number of bytes. It returns 1 on success.
pub(crate) fn define_resize(store: &mut Store, linker: &mut Linker, name: &str, memory: Memories) {
    let resize = move |caller: &mut Caller<'_>, bytes: u32| -> Result<i32, HostError> {
        let memory = memory.of(caller)?;
        let missing = u64::from(bytes).div_ceil(64 << 10).saturating_sub(memory.ty(caller)?.limits.min);
        Ok(memory.grow(caller, missing).is_ok().into())
    };
    linker.wrap(store, "a", name, resize).expect("room for an adapter");
}

/// Defines the two imports that read the environment of an Emscripten module, which is empty.
pub(crate) fn define_environment(
    store: &mut Store,
    linker: &mut Linker,
    sizes: &str,
    get: &str,
    memory: Memories,
) {
    let sizes_get = move |caller: &mut Caller<'_>, count: u32, bytes: u32| -> Result<i32, HostError> {
        let data = memory.of(caller)?.data_mut(caller)?;
        for at in [count, bytes] {
            data[at as usize..][..4].fill(0);
        }
        Ok(0)
    };
    linker.wrap(store, "a", sizes, sizes_get).expect("room for an adapter");
    linker.wrap(store, "a", get, |_: &mut Caller<'_>, _: u32, _: u32| 0).expect("room for an adapter");
}

/// The memory of a module.
#[derive(Clone, Copy)]
pub(crate) enum Memories {
    Exported(&'static str),
    Imported(Memory),
}

impl Memories {
    fn of(self, caller: &Caller<'_>) -> Result<Memory, HostError> {
        match self {
            Memories::Imported(memory) => Ok(memory),
            Memories::Exported(name) => caller.memory(name).ok_or_else(|| format!("no memory {name}").into()),
        }
    }
}

/// Pseudo-random bytes that are slightly compressible.
pub(crate) fn data(count: usize) -> Vec<u8> {
    let (mut bytes, mut x) = (Vec::with_capacity(count), 1u32);
    for i in 0..count {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let new = i < 64 || x >> 29 == 0;
        bytes.push(if new { (x >> 16) as u8 } else { bytes[i - 1 - (x >> 20 & 63) as usize] });
    }
    bytes
}

/// The FNV-1a hash of words; bytes count as words.
pub(crate) fn hash<T: Into<u32>>(words: impl IntoIterator<Item = T>) -> u32 {
    words.into_iter().fold(HASH, |hash, word| step(hash, word.into()))
}

/// The hash of an empty sequence.
pub(crate) const HASH: u32 = 0x811c_9dc5;

pub(crate) fn step(hash: u32, word: u32) -> u32 {
    (hash ^ word).wrapping_mul(0x0100_0193)
}
