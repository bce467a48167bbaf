//! What a language runtime builds on: patchpoints, checks with exit states, calls that throw, code that changes.

mod checks;
mod code_memory;
mod exceptions;
mod exits;
mod gc;
mod interrupted;
mod invalidation;
mod limits;
mod linking;
mod osr_entries;
mod patching;
mod patchpoints;
mod polls;
mod saved_code;
