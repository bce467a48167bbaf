//! Executes the IR.
