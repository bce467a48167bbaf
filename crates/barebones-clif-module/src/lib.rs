//! A replacement for `cranelift-jit`: [`JITBuilder`] and [`JITModule`] implement `cranelift_module::Module`, and compile
//! the functions that `cranelift-frontend` builds with `barebones`.
//!
//! A program that uses `cranelift-jit` changes one line:
//!
//! ```
//! use barebones_clif_module::{JITBuilder, JITModule}; // was: use cranelift_jit::{JITBuilder, JITModule};
//! use cranelift_codegen::ir::{AbiParam, InstBuilder, types};
//! use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
//! use cranelift_module::{Linkage, Module, default_libcall_names};
//!
//! let mut module = JITModule::new(JITBuilder::new(default_libcall_names())?);
//! let mut context = module.make_context();
//! context.func.signature.params.push(AbiParam::new(types::I64));
//! context.func.signature.returns.push(AbiParam::new(types::I64));
//! let function = module.declare_function("double", Linkage::Export, &context.func.signature)?;
//! let mut of_builder = FunctionBuilderContext::new();
//! let mut b = FunctionBuilder::new(&mut context.func, &mut of_builder);
//! let block = b.create_block();
//! b.append_block_params_for_function_params(block);
//! b.switch_to_block(block);
//! b.seal_block(block);
//! let x = b.block_params(block)[0];
//! let double = b.ins().iadd(x, x);
//! b.ins().return_(&[double]);
//! b.finalize(module.target_config());
//! module.define_function(function, &mut context)?;
//! module.finalize_definitions()?;
//! // SAFETY: the function has this signature, and lives as long as the module.
//! let double: extern "C" fn(i64) -> i64 = unsafe { std::mem::transmute(module.get_finalized_function(function)) };
//! assert_eq!(double(21), 42);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/from_cranelift.md` lists the differences: code and data are freed with the module, and errors are returned
//! where `cranelift-jit` panics.

// The errors and the types of functions are those of cranelift-module.
#![allow(clippy::result_large_err, clippy::type_complexity)]

mod builder;
mod bytes;
mod data;
mod import;
mod module;

pub use builder::JITBuilder;
pub use module::JITModule;

/// The version of this package.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Compiles and runs the programs of the chapter about the way from Cranelift.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/from_cranelift.md")]
pub struct Chapter;
