//! What a function declares: hoisted variables and functions, and which implicit values its arrow functions use.

use super::Result;
use super::builder::{Binding, Generator};
use oxc_ast::ast::{
    ArrowFunctionExpression, BindingIdentifier, BindingPattern, Class, Expression, Function,
    IdentifierReference, Statement, VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::scope::ScopeFlags;
use std::rc::Rc;

/// What a function's own code declares and uses.
#[derive(Default)]
pub(super) struct Info<'a> {
    /// Variables in source order, each once.
    pub(super) variables: Vec<Rc<str>>,
    /// Variables of `let` and `const`, which `variables` has too where they are treated as `var`.
    pub(super) lexical: Vec<Rc<str>>,
    /// Functions in source order.
    pub(super) functions: Vec<&'a Function<'a>>,
    pub(super) has_arrows: bool,
    pub(super) arrows_use_arguments: bool,
    lexical_as_var: bool,
    in_arrow: bool,
    depth: u32,
}

impl<'a> Info<'a> {
    pub(super) fn new(lexical_as_var: bool) -> Info<'a> {
        Info { lexical_as_var, ..Info::default() }
    }

    pub(super) fn collect(&mut self, statements: &'a [Statement<'a>]) {
        for statement in statements {
            self.visit_statement(statement);
        }
    }
}

/// The names that a pattern binds, in source order.
pub(super) fn bound_names(pattern: &BindingPattern<'_>) -> Vec<Rc<str>> {
    struct Names(Vec<Rc<str>>);
    impl<'a> Visit<'a> for Names {
        fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
            self.0.push(Rc::from(it.name.as_str()));
        }
        fn visit_expression(&mut self, _: &Expression<'a>) {}
    }
    let mut names = Names(Vec::new());
    names.visit_binding_pattern(pattern);
    names.0
}

impl<'a> Visit<'a> for Info<'a> {
    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if !self.in_arrow {
            for declarator in &it.declarations {
                for name in bound_names(&declarator.id) {
                    let lexical = it.kind != VariableDeclarationKind::Var;
                    if lexical {
                        self.lexical.push(name.clone());
                    }
                    if (!lexical || self.lexical_as_var) && !self.variables.contains(&name) {
                        self.variables.push(name);
                    }
                }
            }
        }
        walk::walk_variable_declaration(self, it);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_class(&mut self, _: &Class<'a>) {}

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.has_arrows = true;
        let outer = std::mem::replace(&mut self.in_arrow, true);
        self.depth += 1;
        walk::walk_arrow_function_expression(self, it);
        self.depth -= 1;
        self.in_arrow = outer;
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.arrows_use_arguments |= self.in_arrow && it.name == "arguments";
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.arrows_use_arguments |= self.in_arrow && it.name == "arguments";
    }
}

/// Finds function declarations, also in blocks.
pub(super) fn functions<'a>(statements: &'a [Statement<'a>], found: &mut Vec<&'a Function<'a>>) {
    for statement in statements {
        functions_of(statement, found);
    }
}

fn functions_of<'a>(statement: &'a Statement<'a>, found: &mut Vec<&'a Function<'a>>) {
    match statement {
        Statement::FunctionDeclaration(function) => found.push(function),
        Statement::BlockStatement(block) => functions(&block.body, found),
        Statement::IfStatement(it) => {
            functions_of(&it.consequent, found);
            if let Some(alternate) = &it.alternate {
                functions_of(alternate, found);
            }
        }
        Statement::ForStatement(it) => functions_of(&it.body, found),
        Statement::ForInStatement(it) => functions_of(&it.body, found),
        Statement::ForOfStatement(it) => functions_of(&it.body, found),
        Statement::WhileStatement(it) => functions_of(&it.body, found),
        Statement::DoWhileStatement(it) => functions_of(&it.body, found),
        Statement::LabeledStatement(it) => functions_of(&it.body, found),
        Statement::SwitchStatement(it) => it.cases.iter().for_each(|case| functions(&case.consequent, found)),
        Statement::TryStatement(it) => {
            functions(&it.block.body, found);
            if let Some(handler) = &it.handler {
                functions(&handler.body.body, found);
            }
            if let Some(finalizer) = &it.finalizer {
                functions(&finalizer.body, found);
            }
        }
        _ => {}
    }
}

impl<'a> Generator<'a> {
    /// Declares the `let` and `const` variables of a block's own statements in the innermost scope, with the marker of
    /// a variable without a value.
    pub(super) fn declare_lexical(&mut self, statements: &'a [Statement<'a>]) -> Result<()> {
        if self.options.hermes_compat {
            return Ok(());
        }
        for statement in statements {
            match statement {
                Statement::VariableDeclaration(declaration)
                    if declaration.kind != VariableDeclarationKind::Var =>
                {
                    self.declare_variables(declaration)?;
                }
                Statement::ClassDeclaration(class) => return self.unsupported(class.span, "classes"),
                _ => {}
            }
        }
        Ok(())
    }

    /// Declares the variables of a `let` or `const` in the innermost scope.
    pub(super) fn declare_variables(&mut self, declaration: &'a VariableDeclaration<'a>) -> Result<()> {
        if !matches!(declaration.kind, VariableDeclarationKind::Let | VariableDeclarationKind::Const) {
            return self.unsupported(declaration.span, "`using` declarations");
        }
        let constant = declaration.kind == VariableDeclarationKind::Const;
        let per_iteration = self.current().loops > 0;
        for declarator in &declaration.declarations {
            for name in bound_names(&declarator.id) {
                let taken = self.function().variables.iter().filter(|variable| {
                    *variable.name == *name
                        || variable.name.strip_suffix('\'').is_some_and(|base| base == &*name)
                });
                let taken = taken.count();
                let unique = if taken == 0 { name.clone() } else { Rc::from(format!("{name} {taken}'")) };
                let id = self.add_variable(unique);
                self.store_frame(crate::hir::Literal::Empty.into(), id);
                self.bind(
                    name,
                    Binding::Variable { id, dead_zone: true, constant, per_iteration, own_name: false },
                );
            }
        }
        Ok(())
    }
}
