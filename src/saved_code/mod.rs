//! Compiled code as bytes: compiled by one process, linked and run by another. `docs/saved_code.md` is the guide.
//!
//! A [`SavedCode`] has functions and data objects, which are linked as one group or defined in a
//! [`Linker`](crate::jit::Linker) one at a time. All of [`CompiledCode`] is saved: exit states, trap sites, patchable
//! sites, origins and unwind information. What exists only in a process is bound when the code is linked: symbols by
//! name, exit handlers by the numbers in exit states, patchable sites by their number or origin.
//!
//! [`SavedCode::from_bytes`] finds every accident: other versions, targets and contents, cut and damaged files. It cannot
//! check what instructions do. So a file is trusted like an executable. [`seal`] and [`unseal`] authenticate it.

mod key;
mod read;
mod seal;
#[cfg(test)]
mod tests;
mod write;

pub use key::ContentKey;
pub use seal::{seal, unseal};

use crate::assembly::Assembled;
use crate::base::{CallConv, Signature, Target};
use crate::isa::CompiledCode;
use crate::jit::{Linkable, SymbolUse};
use crate::support::error_type;

/// The first bytes of saved code.
const MAGIC: [u8; 8] = *b"\0bbsaved";

/// The version that must match: code and its tables are read by the library that wrote them. The number is that of the
/// format, and changes with it.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " format 2");

/// Functions and data as they are saved.
#[derive(Clone, PartialEq, Debug)]
pub struct SavedCode {
    /// The target of the code, with the optional instructions that it may use.
    pub target: Target,
    /// What the code was compiled from.
    pub key: ContentKey,
    /// The functions. Of several with one name, calls by name call the first.
    pub functions: Vec<SavedFunction>,
    /// The data objects. Of several with one name, the first is used.
    pub data: Vec<SavedData>,
    /// Bytes of the client, which the library does not interpret.
    pub client_bytes: Vec<u8>,
}

/// A function in saved code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedFunction {
    /// Its name.
    pub name: String,
    /// The types of its parameters and results.
    pub signature: Signature,
    /// Its calling convention: one of the target's.
    pub convention: &'static CallConv,
    /// Its code.
    pub code: CompiledCode,
    /// The names of the symbols in its relocations, by [`SymbolId`](crate::base::SymbolId).
    pub symbols: Vec<String>,
    /// The values that refer to symbols, for checks and messages. It may be incomplete.
    pub uses: Vec<SymbolUse>,
    /// Bytes of the client, which the library does not interpret: the meaning of its patchable sites, for example.
    pub client_bytes: Vec<u8>,
}

/// A data object in saved code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedData {
    /// Its name.
    pub name: String,
    /// Its initial bytes.
    pub bytes: Vec<u8>,
}

impl SavedCode {
    /// Creates saved code without functions.
    pub fn new(target: &Target, key: ContentKey) -> SavedCode {
        let (functions, data, client_bytes) = (Vec::new(), Vec::new(), Vec::new());
        SavedCode { target: *target, key, functions, data, client_bytes }
    }

    /// Adds an assembly as a function, with its data objects. Its entries have these types, unless they have their own.
    pub fn add_assembled(
        &mut self,
        name: &str,
        assembled: &Assembled,
        signature: &Signature,
        convention: &'static CallConv,
    ) {
        let data = assembled.data.iter();
        self.data.extend(data.map(|(name, bytes)| SavedData { name: name.clone(), bytes: bytes.clone() }));
        self.functions.push(SavedFunction {
            name: name.to_string(),
            signature: signature.clone(),
            convention,
            code: assembled.code.clone(),
            symbols: assembled.symbols.clone(),
            uses: Vec::new(),
            client_bytes: Vec::new(),
        });
    }

    /// True if bytes begin as saved code does, to tell a file from others.
    pub fn is_saved(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// The function with this name.
    pub fn function(&self, name: &str) -> Option<&SavedFunction> {
        self.functions.iter().find(|function| function.name == name)
    }
}

impl SavedFunction {
    /// The function as input of the linker.
    pub fn linkable(&self) -> Linkable<'_> {
        let SavedFunction { name, code, signature, convention, .. } = self;
        Linkable { name, code, signature, convention }
    }
}

/// Why bytes cannot be loaded as saved code.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SavedCodeError {
    /// The bytes are something else than saved code.
    NotSavedCode,
    /// Another version of the library wrote them.
    OtherVersion {
        /// That version.
        found: String,
        /// This version.
        expected: &'static str,
    },
    /// The end is missing.
    Truncated {
        /// The number of bytes that should be there, as far as it is known.
        expected: u64,
        /// The number of bytes that are there.
        found: u64,
    },
    /// Other bytes follow.
    TooLong {
        /// The number of bytes that should be there.
        expected: u64,
        /// The number of bytes that are there.
        found: u64,
    },
    /// The checksum does not match.
    Damaged,
    /// The code is for another target.
    OtherTarget {
        /// Its target.
        found: String,
        /// The target that it was to be loaded for.
        expected: &'static str,
    },
    /// The code may use optional instructions that the target lacks.
    MissingFeatures {
        /// Their names.
        names: Vec<&'static str>,
    },
    /// The code was compiled from other content.
    OtherContent {
        /// The key of the code.
        found: ContentKey,
        /// The key that was expected.
        expected: ContentKey,
    },
    /// The checksum matches, but the bytes contradict the format.
    Malformed {
        /// Offset in the bytes.
        offset: u64,
        /// What is expected there.
        expected: &'static str,
    },
    /// The bytes were not sealed with this secret, or were changed since.
    NotAuthentic,
}

error_type!(SavedCodeError {
    SavedCodeError::NotSavedCode => "not saved code";
    SavedCodeError::OtherVersion { found, expected } =>
        "code saved by version {found:?} of the library; expected {expected:?}";
    SavedCodeError::Truncated { expected, found } => "{found} bytes of saved code; expected {expected}";
    SavedCodeError::TooLong { expected, found } => "{found} bytes of saved code; expected only {expected}";
    SavedCodeError::Damaged => "saved code is damaged: its checksum does not match";
    SavedCodeError::OtherTarget { found, expected } => "saved code for {found:?}; expected {expected}";
    SavedCodeError::MissingFeatures { names } =>
        "saved code uses instructions that the target lacks: {}", names.join(", ");
    SavedCodeError::OtherContent { found, expected } =>
        "saved code was compiled from content {found}; expected {expected}";
    SavedCodeError::Malformed { offset, expected } => "saved code at byte {offset}: expected {expected}";
    SavedCodeError::NotAuthentic => "saved code is not authentic: it was not sealed with this secret";
});

/// A checksum against accidents. Each change of a single word of eight bytes changes it.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let words = words.iter().chain([&last]).map(|word| u64::from_le_bytes(*word));
    // Each step is a bijection of the sum, and of the word.
    let step = |sum: u64, word: u64| ((sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(29);
    words.fold(bytes.len() as u64, step)
}
