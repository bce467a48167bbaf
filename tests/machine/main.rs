//! Compiled procedures on this machine: how they are compiled, called and entered, how they trap and unwind.

mod assembly;
mod atomics;
mod branch_protection;
mod calls_and_traps;
mod compile;
mod conventions;
mod entries;
mod fields;
mod frames;
mod landing_pads;
mod near_exits;
mod own_code;
mod raw_host;
mod typed;
mod unwinding;
mod unwinding_windows;
