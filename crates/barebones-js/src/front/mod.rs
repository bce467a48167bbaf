//! JavaScript to Hermes IR.
//!
//! `oxc_parser` reads the source, `oxc_semantic` finds early errors, and one walk over the tree emits the IR. In the mode
//! of [`Options::hermes_compat`] the IR equals that of `hermesc -O0`.

mod assign;
mod branch;
mod builder;
mod class;
mod declarations;
mod delegate;
mod dynamic;
mod expression;
mod function;
mod nesting;
mod object;
mod pattern;
mod site;
mod statement;
mod try_statement;

use crate::hir::Module;
use builder::Generator;
pub(crate) use nesting::too_deep;
use oxc_allocator::Allocator;
use oxc_ast_visit::Visit;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;
pub(crate) use site::Site;
use std::fmt;

/// What a source is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// The only script of a program.
    #[default]
    Script,
    /// A script whose `let`, `const` and classes later scripts see.
    Shared,
    /// A text that sloppy code gives to `eval`.
    Eval,
    /// A text that strict code gives to `eval`; it begins with a directive of its own that does not count.
    StrictEval,
}

/// How source is translated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// As `hermesc` 0.12 does: `let` and `const` are `var`, and a use before the initialisation reads `undefined`.
    pub hermes_compat: bool,
    /// The thread has a stack of at least 128 MB, so that source may nest deeper.
    pub large_stack: bool,
    /// What the source is.
    pub goal: Goal,
}

/// Why source is not translated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FrontError {
    /// The source is no JavaScript.
    Syntax {
        /// Offset in bytes.
        offset: u32,
        /// What is wrong.
        message: String,
    },
    /// The source has a feature that is not supported.
    Unsupported {
        /// Offset in bytes.
        offset: u32,
        /// The feature.
        feature: String,
    },
}

impl FrontError {
    /// Offset of the error in bytes.
    pub fn offset(&self) -> u32 {
        match self {
            FrontError::Syntax { offset, .. } | FrontError::Unsupported { offset, .. } => *offset,
        }
    }
}

impl fmt::Display for FrontError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrontError::Syntax { message, .. } => write!(f, "SyntaxError: {message}"),
            FrontError::Unsupported { feature, .. } => write!(f, "unsupported: {feature}"),
        }
    }
}

impl std::error::Error for FrontError {}

type Result<T> = std::result::Result<T, FrontError>;

/// True if source is the beginning of a script that needs more lines.
pub fn is_incomplete(source: &str) -> bool {
    match translate(source, Options::default()) {
        Err(FrontError::Syntax { offset, message }) => {
            let end = source.trim_end().len();
            let open = [
                "Unterminated template",
                "Unterminated multi-line comment",
                "Unterminated multiline comment",
            ];
            offset as usize >= end || open.iter().any(|start| message.starts_with(start))
        }
        _ => false,
    }
}

/// Translates a script.
///
/// # Errors
/// A syntax error, or a feature that is not supported.
pub fn translate(source: &str, options: Options) -> Result<Module> {
    translate_at(source, options, None)
}

/// True for an error of the parser about what the call of a direct `eval` allows in its text.
fn is_allowed(message: &str, site: &Site) -> bool {
    if message.starts_with("Private ") {
        let name = message.split('\'').nth(1).unwrap_or_default();
        return site.names.iter().any(|(_, known)| &**known == name);
    }
    (message.starts_with("Unexpected new.target") && site.in_function)
        || (message.starts_with("'super' can only be referenced in members") && site.has_home)
}

/// Translates a script, or the text of a direct `eval` at a site.
///
/// # Errors
/// A syntax error, or a feature that is not supported.
pub(crate) fn translate_at(source: &str, options: Options, site: Option<Site>) -> Result<Module> {
    let limit = if options.large_stack { nesting::MAX_NESTING_LARGE } else { nesting::MAX_NESTING };
    if let Some(offset) = nesting::too_deep(source, limit) {
        let feature = format!("source nested deeper than {limit} levels");
        return Err(FrontError::Unsupported { offset, feature });
    }
    let allocator = Allocator::default();
    let parse = ParseOptions { parse_regular_expression: !options.hermes_compat, ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, source, SourceType::script()).with_options(parse).parse();
    let allowed = |message: &str| site.as_ref().is_some_and(|site| is_allowed(message, site));
    let semantic = parsed.diagnostics.iter().all(|error| allowed(&error.message)).then(|| {
        let built = SemanticBuilder::new().with_check_syntax_error(true).build(&parsed.program);
        built.diagnostics
    });
    let mut errors = parsed.diagnostics.iter().chain(semantic.iter().flatten());
    let first = errors.find(|error| !allowed(&error.message));
    if let Some(error) = first {
        let offset = error.labels.first().map_or(0, |label| label.offset());
        if error.message.starts_with("Super calls") && site.as_ref().is_some_and(|site| site.derived) {
            let feature = String::from("`super()` in a direct `eval`");
            return Err(FrontError::Unsupported { offset, feature });
        }
        return Err(FrontError::Syntax { offset, message: error.message.to_string() });
    }
    let mut generator = Generator::new(options);
    if let Some(site) = site {
        if site.no_arguments {
            let mut uses = dynamic::UsesArguments::default();
            uses.visit_program(&parsed.program);
            if uses.0 {
                let message = String::from("'arguments' is not allowed in class field initializers");
                return Err(FrontError::Syntax { offset: 0, message });
            }
        }
        generator.set_site(site);
    }
    generator.program(&parsed.program)
}
