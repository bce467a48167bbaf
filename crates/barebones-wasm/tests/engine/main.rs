//! The engine as its host uses it: modules, stores, functions, limits, tiers, WASI.

mod common;
mod exceptions;
mod hardening;
mod inline;
mod interpret;
mod large;
mod limits;
mod pins;
mod references;
mod runtime;
mod speculation;
mod tables;
mod threads;
mod tiers;
mod vectors;
mod wasi;
