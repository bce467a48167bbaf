//! The optimizer as a whole: its driver, and the transformations that need more than a filetest.

mod atomics;
mod inlining;
mod passes;
mod rewrites;
mod speculation;
mod unrolling;
