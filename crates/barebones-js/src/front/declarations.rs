//! What a function declares: hoisted variables and functions, and which implicit values its arrow functions use.

use super::Result;
use super::builder::{Binding, Generator};
use crate::hir::VariableId;
use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentTargetPropertyIdentifier, BindingIdentifier, BindingPattern,
    CallExpression, Class, Expression, ForStatementLeft, Function, IdentifierReference, MemberExpression,
    SimpleAssignmentTarget, Statement, TaggedTemplateExpression, UnaryExpression, UnaryOperator,
    VariableDeclaration, VariableDeclarationKind,
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

    /// Only the parent and computed keys are code of the function around the class.
    fn visit_class(&mut self, it: &Class<'a>) {
        if let Some(heritage) = &it.heritage {
            self.visit_expression(&heritage.expression);
        }
        for element in &it.body.body {
            if element.computed()
                && let Some(key) = element.property_key()
            {
                self.visit_property_key(key);
            }
        }
    }

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

/// The function that a statement declares, also with labels.
pub(super) fn declared_function<'a>(statement: &'a Statement<'a>) -> Option<&'a Function<'a>> {
    match statement {
        Statement::FunctionDeclaration(function) => Some(function),
        Statement::LabeledStatement(it) => declared_function(&it.body),
        _ => None,
    }
}

/// The names that the `let`, `const` and class declarations of a block bind.
pub(super) fn lexical_names(statements: &[Statement<'_>]) -> Vec<Rc<str>> {
    let mut names = Vec::new();
    for statement in statements {
        match statement {
            Statement::VariableDeclaration(it) if it.kind != VariableDeclarationKind::Var => {
                names.extend(it.declarations.iter().flat_map(|declarator| bound_names(&declarator.id)));
            }
            Statement::ClassDeclaration(it) => {
                names.extend(it.id.iter().map(|id| Rc::from(id.name.as_str())))
            }
            _ => {}
        }
    }
    names
}

/// Finds function declarations in blocks that sloppy code also binds as `var` (Annex B.3.3): those whose name no
/// enclosing block binds.
pub(super) fn annex_b<'a>(
    statements: &'a [Statement<'a>],
    blocked: &mut Vec<Rc<str>>,
    top: bool,
    found: &mut Vec<&'a Function<'a>>,
) {
    let outer = blocked.len();
    if !top {
        blocked.extend(lexical_names(statements));
        for function in statements.iter().filter_map(declared_function) {
            let Some(id) = &function.id else { continue };
            let name = id.name.as_str();
            if !function.r#async && !function.generator && !blocked.iter().any(|other| &**other == name) {
                found.push(function);
            }
        }
        let functions = statements.iter().filter_map(declared_function);
        blocked.extend(functions.filter_map(|it| it.id.as_ref()).map(|id| Rc::from(id.name.as_str())));
    }
    for statement in statements {
        annex_b_inside(statement, blocked, found);
    }
    blocked.truncate(outer);
}

fn annex_b_inside<'a>(
    statement: &'a Statement<'a>,
    blocked: &mut Vec<Rc<str>>,
    found: &mut Vec<&'a Function<'a>>,
) {
    let outer = blocked.len();
    let mut head = |declaration: Option<&VariableDeclaration<'a>>| {
        if let Some(it) = declaration.filter(|it| it.kind != VariableDeclarationKind::Var) {
            blocked.extend(it.declarations.iter().flat_map(|declarator| bound_names(&declarator.id)));
        }
    };
    match statement {
        Statement::BlockStatement(block) => annex_b(&block.body, blocked, false, found),
        Statement::IfStatement(it) => {
            let branches = [Some(&it.consequent), it.alternate.as_ref()];
            for branch in branches.into_iter().flatten() {
                match branch {
                    Statement::FunctionDeclaration(_) => {
                        annex_b(std::slice::from_ref(branch), blocked, false, found);
                    }
                    _ => annex_b_inside(branch, blocked, found),
                }
            }
        }
        Statement::ForStatement(it) => {
            head(match &it.init {
                Some(oxc_ast::ast::ForStatementInit::VariableDeclaration(declaration)) => Some(declaration),
                _ => None,
            });
            annex_b_inside(&it.body, blocked, found);
        }
        Statement::ForInStatement(it) => {
            head(left_declaration(&it.left));
            annex_b_inside(&it.body, blocked, found);
        }
        Statement::ForOfStatement(it) => {
            head(left_declaration(&it.left));
            annex_b_inside(&it.body, blocked, found);
        }
        Statement::WhileStatement(it) => annex_b_inside(&it.body, blocked, found),
        Statement::DoWhileStatement(it) => annex_b_inside(&it.body, blocked, found),
        Statement::LabeledStatement(it) => annex_b_inside(&it.body, blocked, found),
        Statement::SwitchStatement(it) => {
            let names = it.cases.iter().flat_map(|case| lexical_names(&case.consequent));
            blocked.extend(names);
            for case in &it.cases {
                annex_b(&case.consequent, blocked, false, found);
            }
        }
        Statement::TryStatement(it) => {
            annex_b(&it.block.body, blocked, false, found);
            if let Some(handler) = &it.handler {
                let pattern = handler.param.as_ref().map(|param| &param.pattern);
                if let Some(pattern) =
                    pattern.filter(|it| !matches!(it, BindingPattern::BindingIdentifier(_)))
                {
                    blocked.extend(bound_names(pattern));
                }
                annex_b(&handler.body.body, blocked, false, found);
            }
            if let Some(finalizer) = &it.finalizer {
                annex_b(&finalizer.body, blocked, false, found);
            }
        }
        _ => {}
    }
    blocked.truncate(outer);
}

fn left_declaration<'s, 'a>(left: &'s ForStatementLeft<'a>) -> Option<&'s VariableDeclaration<'a>> {
    match left {
        ForStatementLeft::VariableDeclaration(declaration) => Some(declaration),
        _ => None,
    }
}

/// Finds uses of names in functions and classes inside a statement. Names are compared, not resolved: a use of another
/// variable with the name counts, too.
pub(super) struct Captures<'n> {
    names: &'n [Rc<str>],
    functions: u32,
    pub(super) found: bool,
}

impl<'n> Captures<'n> {
    pub(super) fn of(names: &'n [Rc<str>]) -> Captures<'n> {
        Captures { names, functions: 0, found: false }
    }

    fn name(&mut self, name: &str) {
        self.found |= self.functions > 0 && self.names.iter().any(|known| &**known == name);
    }
}

impl<'a> Visit<'a> for Captures<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.functions += 1;
        walk::walk_function(self, it, flags);
        self.functions -= 1;
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.functions += 1;
        walk::walk_class(self, it);
        self.functions -= 1;
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.functions += 1;
        walk::walk_arrow_function_expression(self, it);
        self.functions -= 1;
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.name(it.name.as_str());
    }
}

/// Finds out whether a program may see that `arguments` and parameters share their values: by a parameter that is
/// written, or a use of `arguments` beyond reads of its elements and length. Names are compared, not resolved.
struct Sharing<'n> {
    params: &'n [Rc<str>],
    /// Uses of `arguments`, and those of them that only read an element or the length.
    uses: u32,
    reads: u32,
    escapes: bool,
    writes: bool,
}

fn is_arguments(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::Identifier(id) if id.name == "arguments")
}

impl Sharing<'_> {
    fn write(&mut self, name: &str) {
        self.writes |= self.params.iter().any(|param| &**param == name);
    }

    fn written_member(&mut self, target: Option<&MemberExpression<'_>>) {
        self.escapes |= target.is_some_and(|member| is_arguments(member.object()));
    }
}

impl<'a> Visit<'a> for Sharing<'_> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.uses += u32::from(it.name == "arguments");
    }

    fn visit_member_expression(&mut self, it: &MemberExpression<'a>) {
        self.reads += u32::from(is_arguments(it.object()));
        walk::walk_member_expression(self, it);
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        if let SimpleAssignmentTarget::AssignmentTargetIdentifier(id) = it {
            self.write(id.name.as_str());
        }
        self.written_member(it.as_member_expression());
        walk::walk_simple_assignment_target(self, it);
    }

    fn visit_assignment_target_property_identifier(&mut self, it: &AssignmentTargetPropertyIdentifier<'a>) {
        self.write(it.binding.name.as_str());
        walk::walk_assignment_target_property_identifier(self, it);
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.write(it.name.as_str());
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator == UnaryOperator::Delete {
            self.written_member(it.argument.without_parentheses().as_member_expression());
        }
        walk::walk_unary_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.written_member(it.callee.without_parentheses().as_member_expression());
        walk::walk_call_expression(self, it);
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        self.written_member(it.tag.without_parentheses().as_member_expression());
        walk::walk_tagged_template_expression(self, it);
    }
}

/// True if an expression uses one of the names. Names are compared, not resolved.
pub(super) fn mentions<'a>(names: &[Rc<str>], expression: &Expression<'a>) -> bool {
    let mut captures = Captures { names, functions: 1, found: false };
    captures.visit_expression(expression);
    captures.found
}

/// True if statements assign to `arguments`, which then is a variable.
pub(super) fn assigns_arguments<'a>(statements: &'a [Statement<'a>]) -> bool {
    let params = [Rc::from("arguments")];
    let mut sharing = Sharing { params: &params, uses: 0, reads: 0, escapes: false, writes: false };
    statements.iter().for_each(|statement| sharing.visit_statement(statement));
    sharing.writes
}

/// True if sloppy code with the given parameters needs an arguments object that shares its elements with them.
pub(super) fn shares_arguments<'a>(params: &[Rc<str>], statements: &'a [Statement<'a>]) -> bool {
    let mut sharing = Sharing { params, uses: 0, reads: 0, escapes: false, writes: false };
    statements.iter().for_each(|statement| sharing.visit_statement(statement));
    sharing.uses > 0 && (sharing.escapes || sharing.writes || sharing.uses > sharing.reads)
}

impl<'a> Generator<'a> {
    /// Gives the innermost scope an environment if it is in a loop and a closure uses one of its names.
    pub(super) fn scope_environment(&mut self, names: &[Rc<str>], visit: impl FnOnce(&mut Captures<'_>)) {
        if self.current().loops == 0 || self.options.hermes_compat || names.is_empty() {
            return;
        }
        let mut captures = Captures::of(names);
        visit(&mut captures);
        if captures.found {
            self.begin_environment();
        }
    }

    /// Declares the variables, classes and functions of a block in the innermost scope.
    pub(super) fn declare_block(&mut self, statements: &'a [Statement<'a>]) -> Result<()> {
        if self.options.hermes_compat {
            return Ok(());
        }
        let mut names = lexical_names(statements);
        let functions: Vec<_> = statements.iter().filter_map(declared_function).collect();
        names.extend(functions.iter().filter_map(|it| it.id.as_ref()).map(|id| Rc::from(id.name.as_str())));
        self.scope_environment(&names, |captures| {
            statements.iter().for_each(|statement| captures.visit_statement(statement));
        });
        self.declare_lexical(statements)?;
        self.declare_functions(&functions)
    }

    /// Declares and creates the functions of a block in the innermost scope.
    pub(super) fn declare_functions(&mut self, functions: &[&'a Function<'a>]) -> Result<()> {
        for function in functions {
            let Some(id) = &function.id else { continue };
            let scope = self.current().scopes.last();
            if scope.is_some_and(|scope| !scope.contains_key(id.name.as_str())) {
                let name: Rc<str> = Rc::from(id.name.as_str());
                let variable = self.add_scoped_variable(name.clone());
                self.bind(name, Self::plain(variable));
            }
        }
        for function in functions {
            let Some(id) = &function.id else { continue };
            let closure = self.create_function(function, id.name.as_str())?;
            self.store_name(id.name.as_str(), closure, true)?;
        }
        Ok(())
    }

    /// The evaluation of a function declaration in a block, which sloppy code copies to the `var` of its name.
    pub(super) fn function_in_block(&mut self, function: &'a Function<'a>) -> Result<()> {
        let Some(id) = &function.id else { return Ok(()) };
        if self.options.hermes_compat || !self.annex_b.contains(&function.span.start) {
            return Ok(());
        }
        let name = id.name.as_str();
        let value = self.load_name(name, false)?;
        let binding = self.current().scopes[0].get(name).cloned();
        match binding {
            None if self.declares_outside() => self.store_outside(name, value),
            Some(binding) => self.store_binding(Some(binding), name, value, true),
            None => Ok(()),
        }
    }

    /// Declares the `let` and `const` variables and the classes of a block's own statements in the innermost scope, with
    /// the marker of a variable without a value.
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
                Statement::ClassDeclaration(class) => {
                    if let Some(id) = &class.id {
                        self.declare_variable(Rc::from(id.name.as_str()), false);
                    }
                }
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
        for declarator in &declaration.declarations {
            for name in bound_names(&declarator.id) {
                self.declare_variable(name, constant);
            }
        }
        Ok(())
    }

    /// Declares a variable without a value in the innermost scope.
    pub(super) fn declare_variable(&mut self, name: Rc<str>, constant: bool) -> VariableId {
        let id = self.add_scoped_variable(name.clone());
        self.store_frame(crate::hir::Literal::Empty.into(), id);
        self.bind(name, Binding::Variable { id, dead_zone: true, constant, own_name: false });
        id
    }
}
