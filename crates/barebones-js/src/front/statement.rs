//! Statements: control flow, loops, switches and labels.

use super::Result;
use super::builder::{Body, Cleanup, Generator, Label, boolean, number, undefined};
use super::declarations::{bound_names, declared_function, lexical_names, mentions};
use super::function::pattern_name;
use crate::hir::{BlockId, Literal, Opcode, Operator, Value};
use oxc_ast::ast::{
    BindingPattern, Expression, ForInStatement, ForOfStatement, ForStatementInit, ForStatementLeft,
    IfStatement, Statement, SwitchStatement, VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::Visit;
use oxc_span::GetSpan;
use std::rc::Rc;

/// The parts of a loop.
struct Loop<'a> {
    init: Option<&'a ForStatementInit<'a>>,
    before: Option<&'a Expression<'a>>,
    after: Option<&'a Expression<'a>>,
    update: Option<&'a Expression<'a>>,
    body: &'a Statement<'a>,
}

impl<'a> Generator<'a> {
    pub(super) fn statement(&mut self, statement: &'a Statement<'a>) -> Result<()> {
        self.offset = statement.span().start;
        self.deeper(|this| this.statement_inner(statement))
    }

    fn statement_inner(&mut self, statement: &'a Statement<'a>) -> Result<()> {
        let labelled = matches!(
            statement,
            Statement::ForStatement(_)
                | Statement::WhileStatement(_)
                | Statement::DoWhileStatement(_)
                | Statement::ForInStatement(_)
                | Statement::ForOfStatement(_)
                | Statement::LabeledStatement(_)
        );
        if !labelled {
            self.context().pending.clear();
        }
        let compound = !matches!(
            statement,
            Statement::FunctionDeclaration(_)
                | Statement::EmptyStatement(_)
                | Statement::BlockStatement(_)
                | Statement::ExpressionStatement(_)
                | Statement::VariableDeclaration(_)
                | Statement::LabeledStatement(_)
                | Statement::BreakStatement(_)
                | Statement::ContinueStatement(_)
                | Statement::DebuggerStatement(_)
                | Statement::ClassDeclaration(_)
        );
        if compound {
            self.clear_completion();
        }
        match statement {
            Statement::FunctionDeclaration(it) => self.function_in_block(it)?,
            Statement::EmptyStatement(_) => {}
            Statement::BlockStatement(block) => self.scoped(&block.body)?,
            Statement::ExpressionStatement(it) => {
                let value = self.expression(&it.expression)?;
                if let Some(completion) = self.current().completion {
                    self.store_stack(value, completion);
                }
            }
            Statement::VariableDeclaration(declaration) => self.variables(declaration)?,
            Statement::IfStatement(it) => self.if_statement(it)?,
            Statement::ForStatement(it) => self.in_scope(|this| {
                if let Some(ForStatementInit::VariableDeclaration(declaration)) = &it.init
                    && declaration.kind != VariableDeclarationKind::Var
                    && !this.options.hermes_compat
                {
                    let names = declaration.declarations.iter();
                    let names: Vec<_> = names.flat_map(|declarator| bound_names(&declarator.id)).collect();
                    this.context().loops += 1;
                    this.scope_environment(&names, |captures| captures.visit_for_statement(it));
                    this.context().loops -= 1;
                    this.declare_variables(declaration)?;
                }
                this.repeat(Loop {
                    init: it.init.as_ref(),
                    before: it.test.as_ref(),
                    after: it.test.as_ref(),
                    update: it.update.as_ref(),
                    body: &it.body,
                })
            })?,
            Statement::WhileStatement(it) => {
                let test = Some(&it.test);
                self.repeat(Loop { init: None, before: test, after: test, update: None, body: &it.body })?;
            }
            Statement::DoWhileStatement(it) => {
                self.repeat(Loop {
                    init: None,
                    before: None,
                    after: Some(&it.test),
                    update: None,
                    body: &it.body,
                })?;
            }
            Statement::ForInStatement(it) => self.for_in(it)?,
            Statement::ForOfStatement(it) => self.for_of(it)?,
            Statement::LabeledStatement(it) => {
                let name: Rc<str> = Rc::from(it.label.name.as_str());
                let next = self.new_block();
                let depth = self.current().tries.len();
                self.context().labels.push(Label {
                    name: Some(name.clone()),
                    break_to: next,
                    continue_to: None,
                    depth,
                    named_only: true,
                    iterates: false,
                });
                self.context().pending.push(name);
                self.statement(&it.body)?;
                self.context().labels.pop();
                self.branch(next);
                self.set_block(next);
            }
            Statement::BreakStatement(it) => {
                let name = it.label.as_ref().map(|label| label.name.as_str());
                let found = self.current().labels.iter().rev().find(|label| match name {
                    Some(name) => label.name.as_deref() == Some(name),
                    None => !label.named_only,
                });
                let Some((target, depth)) = found.map(|label| (label.break_to, label.depth)) else {
                    return self.unsupported(it.span, "a `break` without a target");
                };
                self.leave_tries(depth, true)?;
                self.branch(target);
                let next = self.new_block();
                self.set_block(next);
            }
            Statement::ContinueStatement(it) => {
                let name = it.label.as_ref().map(|label| label.name.as_str());
                let found = self.current().labels.iter().rev().find(|label| match name {
                    Some(name) => label.continue_to.is_some() && label.name.as_deref() == Some(name),
                    None => label.continue_to.is_some() && label.name.is_none(),
                });
                let found = found.map(|label| (label.continue_to, label.depth, label.iterates));
                let Some((Some(target), depth, iterates)) = found else {
                    return self.unsupported(it.span, "a `continue` without a loop");
                };
                self.leave_tries(depth, !iterates)?;
                self.branch(target);
                let next = self.new_block();
                self.set_block(next);
            }
            Statement::ReturnStatement(it) => {
                let value = match &it.argument {
                    Some(argument) => self.expression(argument)?,
                    None => undefined(),
                };
                let value = match self.current().body {
                    Body::AsyncGenerator => self.await_value(value),
                    _ => value,
                };
                self.leave_tries(0, true)?;
                let value = self.returned(value)?;
                self.emit(Opcode::Return, vec![value.into()]);
                let next = self.new_block();
                self.set_block(next);
            }
            Statement::ThrowStatement(it) => {
                let value = self.expression(&it.argument)?;
                self.emit(Opcode::Throw, vec![value.into()]);
                let next = self.new_block();
                self.set_block(next);
            }
            Statement::SwitchStatement(it) => self.switch(it)?,
            Statement::TryStatement(it) => self.try_statement(it)?,
            Statement::DebuggerStatement(_) => {
                self.emit(Opcode::Debugger, Vec::new());
            }
            Statement::ClassDeclaration(it) => {
                let name = it.id.as_ref().map_or("", |id| id.name.as_str());
                let class = self.class(it, name)?;
                self.store_name(name, class, true)?;
            }
            Statement::WithStatement(it) => self.with_statement(it)?,
            other => return self.unsupported(other.span(), "modules"),
        }
        Ok(())
    }

    /// A statement whose parts give no value has the value undefined, not that of the statement before.
    pub(super) fn clear_completion(&mut self) {
        if let Some(completion) = self.current().completion
            && !self.options.hermes_compat
        {
            self.store_stack(undefined(), completion);
        }
    }

    /// Runs a step in a scope of its own.
    pub(super) fn in_scope(&mut self, step: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.context().scopes.push(Default::default());
        step(self)?;
        self.end_scope();
        Ok(())
    }

    /// The statements of a block, with its variables.
    pub(super) fn scoped(&mut self, statements: &'a [Statement<'a>]) -> Result<()> {
        self.in_scope(|this| {
            this.declare_block(statements)?;
            this.statements(statements)
        })
    }

    /// The body of an `if`, where sloppy code may declare a function.
    fn branch_statement(&mut self, statement: &'a Statement<'a>) -> Result<()> {
        match statement {
            Statement::FunctionDeclaration(_) if !self.options.hermes_compat => {
                self.scoped(std::slice::from_ref(statement))
            }
            _ => self.statement(statement),
        }
    }

    /// The initialisations of a declaration.
    fn variables(&mut self, declaration: &'a VariableDeclaration<'a>) -> Result<()> {
        for declarator in &declaration.declarations {
            if let (BindingPattern::BindingIdentifier(id), Some(init)) = (&declarator.id, &declarator.init) {
                // An object that has the name is found before the value is evaluated.
                let reference = self.name_reference(id.name.as_str(), true)?;
                let value = self.named_expression(init, id.name.as_str())?;
                self.store(&reference, value)?;
                continue;
            }
            let value = match &declarator.init {
                Some(init) => {
                    let hint = pattern_name(&declarator.id);
                    self.named_expression(init, &hint)?
                }
                None if declaration.kind == VariableDeclarationKind::Var => continue,
                None => undefined(),
            };
            self.bind_pattern(&declarator.id, value, true)?;
        }
        Ok(())
    }

    fn if_statement(&mut self, it: &'a IfStatement<'a>) -> Result<()> {
        let then = self.new_block();
        let otherwise = self.new_block();
        let next = self.new_block();
        self.condition(&it.test, then, otherwise, None)?;
        self.set_block(then);
        self.branch_statement(&it.consequent)?;
        self.branch(next);
        self.set_block(otherwise);
        if let Some(alternate) = &it.alternate {
            self.branch_statement(alternate)?;
        }
        self.branch(next);
        self.set_block(next);
        Ok(())
    }

    /// Adds the targets of `break` and `continue` of a loop, also those of its labels, and returns how many there are.
    pub(super) fn push_labels(&mut self, break_to: BlockId, continue_to: BlockId, iterates: bool) -> usize {
        let depth = self.current().tries.len();
        let names = std::mem::take(&mut self.context().pending);
        let named = names.into_iter().map(Some).chain([None]);
        let labels: Vec<Label> = named
            .map(|name| Label {
                name,
                break_to,
                continue_to: Some(continue_to),
                depth,
                named_only: false,
                iterates,
            })
            .collect();
        let count = labels.len();
        self.context().labels.extend(labels);
        self.context().loops += 1;
        count
    }

    pub(super) fn pop_labels(&mut self, count: usize) {
        let kept = self.current().labels.len() - count;
        self.context().labels.truncate(kept);
        self.context().loops -= 1;
    }

    fn repeat(&mut self, parts: Loop<'a>) -> Result<()> {
        let body = self.new_block();
        let exit = self.new_block();
        let before = self.new_block();
        let after = self.new_block();
        let update = self.new_block();
        let labels = self.push_labels(exit, update, false);
        match parts.init {
            Some(ForStatementInit::VariableDeclaration(declaration)) => self.variables(declaration)?,
            Some(init) => {
                if let Some(expression) = init.as_expression() {
                    self.expression(expression)?;
                }
            }
            None => {}
        }
        if matches!(parts.init, Some(ForStatementInit::VariableDeclaration(_))) {
            self.copy_environment();
        }
        self.branch(before);
        self.set_block(before);
        self.loop_test(parts.before, body, exit)?;
        self.set_block(update);
        if matches!(parts.init, Some(ForStatementInit::VariableDeclaration(_))) {
            self.copy_environment();
        }
        if let Some(update) = parts.update {
            self.expression(update)?;
        }
        self.branch(after);
        self.set_block(after);
        self.loop_test(parts.after, body, exit)?;
        self.set_block(body);
        self.statement(parts.body)?;
        self.branch(update);
        self.set_block(exit);
        self.pop_labels(labels);
        Ok(())
    }

    fn loop_test(&mut self, test: Option<&'a Expression<'a>>, body: BlockId, exit: BlockId) -> Result<()> {
        match test {
            Some(test) => self.condition(test, body, exit, None),
            None => {
                self.branch(body);
                Ok(())
            }
        }
    }

    /// Declares the variable of `for (let x of ...)`, which is new in each iteration.
    fn declare_left(&mut self, left: &'a ForStatementLeft<'a>, body: &'a Statement<'a>) -> Result<()> {
        match left {
            ForStatementLeft::VariableDeclaration(declaration)
                if declaration.kind != VariableDeclarationKind::Var && !self.options.hermes_compat =>
            {
                let names = declaration.declarations.iter();
                let names: Vec<_> = names.flat_map(|declarator| bound_names(&declarator.id)).collect();
                self.scope_environment(&names, |captures| {
                    captures.visit_for_statement_left(left);
                    captures.visit_statement(body);
                });
                self.declare_variables(declaration)
            }
            _ => Ok(()),
        }
    }

    /// The right side of for-in and for-of, where the variables of the left side exist, but have no value.
    pub(super) fn right_of_loop(
        &mut self,
        left: &'a ForStatementLeft<'a>,
        right: &'a Expression<'a>,
    ) -> Result<Value> {
        let ForStatementLeft::VariableDeclaration(declaration) = left else { return self.expression(right) };
        let lexical = declaration.kind != VariableDeclarationKind::Var && !self.options.hermes_compat;
        let names = declaration.declarations.iter();
        let names: Vec<_> = names.flat_map(|declarator| bound_names(&declarator.id)).collect();
        if !lexical || !mentions(&names, right) {
            return self.expression(right);
        }
        let mut value = undefined();
        self.in_scope(|this| {
            this.scope_environment(&names, |captures| captures.visit_expression(right));
            this.declare_variables(declaration)?;
            value = this.expression(right)?;
            Ok(())
        })?;
        Ok(value)
    }

    /// Assigns a value to the left side of for-in and for-of.
    fn assign_left(&mut self, left: &'a ForStatementLeft<'a>, value: Value) -> Result<()> {
        if let ForStatementLeft::VariableDeclaration(declaration) = left {
            return declaration
                .declarations
                .iter()
                .try_for_each(|declarator| self.bind_pattern(&declarator.id, value.clone(), true));
        }
        match left.as_assignment_target() {
            Some(target) => self.assign_target(target, value),
            None => Ok(()),
        }
    }

    fn for_in(&mut self, it: &'a ForInStatement<'a>) -> Result<()> {
        if let ForStatementLeft::VariableDeclaration(declaration) = &it.left
            && declaration.declarations.iter().any(|declarator| declarator.init.is_some())
        {
            return self.unsupported(it.span, "an initialiser in for-in");
        }
        let exit = self.new_block();
        let next = self.new_block();
        let body = self.new_block();
        let names = ["iter", "base", "idx", "size"];
        let [iterator, base, index, size] = names.map(|name| self.alloc_stack(name));
        let object = self.right_of_loop(&it.left, &it.right)?;
        self.store_stack(object, base);
        let property = self.alloc_stack("prop");
        let stacks = [iterator, base, index, size].map(Into::into);
        let blocks = [exit.into(), next.into()];
        self.emit(Opcode::GetPNames, stacks.into_iter().chain(blocks).collect());
        self.set_block(next);
        let stacks = [property, base, index, size, iterator].map(Into::into);
        let blocks = [exit.into(), body.into()];
        self.emit(Opcode::GetNextPName, stacks.into_iter().chain(blocks).collect());
        self.set_block(body);
        let labels = self.push_labels(exit, next, false);
        self.in_scope(|this| {
            this.declare_left(&it.left, &it.body)?;
            let name = this.load_stack(property);
            this.assign_left(&it.left, name)?;
            this.statement(&it.body)
        })?;
        self.branch(next);
        self.pop_labels(labels);
        self.set_block(exit);
        Ok(())
    }

    /// An iteration of for-of with a value.
    pub(super) fn iteration(&mut self, it: &'a ForOfStatement<'a>, value: Value) -> Result<()> {
        self.in_scope(|this| {
            this.declare_left(&it.left, &it.body)?;
            this.assign_left(&it.left, value)?;
            this.statement(&it.body)
        })
    }

    fn for_of(&mut self, it: &'a ForOfStatement<'a>) -> Result<()> {
        if it.r#await {
            return self.for_await(it);
        }
        let next = self.new_block();
        let body = self.new_block();
        let exit = self.new_block();
        let value = self.right_of_loop(&it.left, &it.right)?;
        let (iterator, source) = self.iterator(value);
        self.branch(next);
        self.set_block(next);
        let labels = self.push_labels(exit, next, true);
        let value = self.value(Opcode::IteratorNext, vec![iterator.into(), source.into()]);
        let state = self.load_stack(iterator);
        let done = self.binary(Operator::StrictlyEqual, state, undefined());
        self.cond_branch(done, exit, body);
        self.set_block(body);
        self.protected(
            Some(next),
            Cleanup::Iterator(iterator),
            |this| this.iteration(it, value),
            |_| Ok(()),
            |this, exception| {
                this.emit(Opcode::IteratorClose, vec![iterator.into(), boolean(true).into()]);
                this.emit(Opcode::Throw, vec![exception.into()]);
                Ok(false)
            },
        )?;
        self.pop_labels(labels);
        self.set_block(exit);
        Ok(())
    }

    fn switch(&mut self, it: &'a SwitchStatement<'a>) -> Result<()> {
        let exit = self.new_block();
        let value = self.expression(&it.discriminant)?;
        if it.cases.is_empty() {
            self.branch(exit);
            self.set_block(exit);
            return Ok(());
        }
        self.in_scope(|this| this.switch_cases(it, value, exit))?;
        self.set_block(exit);
        Ok(())
    }

    /// Declares what all cases declare, in one scope.
    fn declare_cases(&mut self, it: &'a SwitchStatement<'a>) -> Result<()> {
        if self.options.hermes_compat {
            return Ok(());
        }
        let mut names: Vec<Rc<str>> = Vec::new();
        let mut functions = Vec::new();
        for case in &it.cases {
            names.extend(lexical_names(&case.consequent));
            functions.extend(case.consequent.iter().filter_map(declared_function));
        }
        names.extend(functions.iter().filter_map(|it| it.id.as_ref()).map(|id| Rc::from(id.name.as_str())));
        self.scope_environment(&names, |captures| captures.visit_switch_statement(it));
        for case in &it.cases {
            self.declare_lexical(&case.consequent)?;
        }
        self.declare_functions(&functions)
    }

    fn switch_cases(&mut self, it: &'a SwitchStatement<'a>, value: Value, exit: BlockId) -> Result<()> {
        self.declare_cases(it)?;
        let depth = self.current().tries.len();
        let label = Label {
            name: None,
            break_to: exit,
            continue_to: None,
            depth,
            named_only: false,
            iterates: false,
        };
        self.context().labels.push(label);
        match case_literals(it) {
            Some(literals) if it.cases.len() > 1 => self.literal_cases(it, literals, value, exit)?,
            _ => self.compared_cases(it, value, exit)?,
        }
        self.context().labels.pop();
        Ok(())
    }
}

impl<'a> Generator<'a> {
    /// Cases of literals: one switch instruction, emitted last because its block is the first.
    fn literal_cases(
        &mut self,
        it: &'a SwitchStatement<'a>,
        literals: Vec<Option<Value>>,
        value: Value,
        exit: BlockId,
    ) -> Result<()> {
        let start = self.block();
        let mut default = exit;
        let mut pairs: Vec<(Value, BlockId)> = Vec::new();
        for (index, (case, literal)) in it.cases.iter().zip(literals).enumerate() {
            let block = self.new_block();
            if index > 0 {
                self.branch(block);
            }
            match literal {
                None => default = block,
                // A repeated case is never reached.
                Some(literal) if pairs.iter().any(|(known, _)| *known == literal) => {}
                Some(literal) => pairs.push((literal, block)),
            }
            self.set_block(block);
            self.statements(&case.consequent)?;
        }
        self.branch(exit);
        self.set_block(start);
        let pairs = pairs.into_iter().flat_map(|(literal, block)| [literal.into(), block.into()]);
        let operands = [value.into(), default.into()].into_iter().chain(pairs);
        self.emit(Opcode::Switch, operands.collect());
        Ok(())
    }

    /// Other cases: a chain of comparisons, then the statements.
    fn compared_cases(&mut self, it: &'a SwitchStatement<'a>, value: Value, exit: BlockId) -> Result<()> {
        let mut default = exit;
        let mut blocks = Vec::new();
        for case in &it.cases {
            let block = self.new_block();
            blocks.push(block);
            let Some(test) = &case.test else {
                default = block;
                continue;
            };
            let test = self.expression(test)?;
            let otherwise = self.new_block();
            let equal = self.binary(Operator::StrictlyEqual, test, value.clone());
            self.cond_branch(equal, block, otherwise);
            self.set_block(otherwise);
        }
        self.branch(default);
        for (index, case) in it.cases.iter().enumerate() {
            self.set_block(blocks[index]);
            self.statements(&case.consequent)?;
            let next = blocks.get(index + 1).copied().unwrap_or(exit);
            self.branch(next);
        }
        Ok(())
    }
}

/// The literals of a switch whose cases are literals; `None` for the default.
fn case_literals(it: &SwitchStatement<'_>) -> Option<Vec<Option<Value>>> {
    let mut literals: Vec<Option<Value>> = Vec::new();
    for case in &it.cases {
        let literal = match &case.test {
            None => None,
            Some(Expression::NumericLiteral(it)) => Some(number(it.value)),
            Some(Expression::StringLiteral(it)) => Some(super::builder::units(&it.value, it.lone_surrogates)),
            Some(Expression::BooleanLiteral(it)) => Some(boolean(it.value)),
            Some(Expression::NullLiteral(_)) => Some(Value::Literal(Literal::Null)),
            Some(_) => return None,
        };
        literals.push(literal);
    }
    literals.iter().any(Option::is_some).then_some(literals)
}
