//! Expressions but for assignments and literals of objects and arrays.

use super::Result;
use super::builder::{Binding, Body, Generator, boolean, number, text, undefined, units};
use super::class::SuperKey;
use super::dynamic::is_direct_eval;
use crate::hir::{BlockId, Literal, Opcode, Operand, Operator, Value};
use oxc_ast::ast::{
    Argument, BinaryExpression, BinaryOperator, CallExpression, ChainElement, ConditionalExpression,
    Expression, LogicalExpression, LogicalOperator, NewExpression, TaggedTemplateExpression, TemplateLiteral,
    UnaryExpression, UnaryOperator,
};
use oxc_ast_visit::Visit;
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;
use std::rc::Rc;

/// Blocks of an optional chain: where a null or undefined object leads.
type Chain = Option<BlockId>;

impl<'a> Generator<'a> {
    pub(super) fn expression(&mut self, expression: &'a Expression<'a>) -> Result<Value> {
        self.named_expression(expression, "")
    }

    /// An expression; a function without a name gets the given one.
    pub(super) fn named_expression(&mut self, expression: &'a Expression<'a>, name: &str) -> Result<Value> {
        self.offset = expression.span().start;
        self.deeper(|this| this.expression_inner(expression, name))
    }

    fn expression_inner(&mut self, expression: &'a Expression<'a>, name: &str) -> Result<Value> {
        match expression {
            Expression::BooleanLiteral(it) => Ok(boolean(it.value)),
            Expression::NullLiteral(_) => Ok(Self::null()),
            Expression::NumericLiteral(it) => Ok(number(it.value)),
            Expression::BigIntLiteral(it) => Ok(Value::Literal(Literal::BigInt(Rc::from(it.value.as_str())))),
            Expression::StringLiteral(it) => Ok(units(&it.value, it.lone_surrogates)),
            Expression::RegExpLiteral(it) => {
                let pattern = text(&it.regex.pattern.text);
                // In the order of the source, which the tree does not keep.
                let raw = it.raw.as_deref().and_then(|raw| raw.rsplit_once('/'));
                let flags = raw.map_or_else(|| it.regex.flags.to_string(), |(_, flags)| flags.to_string());
                let flags = text(&flags);
                Ok(self.value(Opcode::CreateRegExp, vec![pattern.into(), flags.into()]))
            }
            Expression::TemplateLiteral(it) => self.template(it),
            Expression::TaggedTemplateExpression(it) => self.tagged_template(it),
            Expression::Identifier(it) => self.identifier(it.name.as_str(), false),
            Expression::ThisExpression(_) => Ok(self.this_value()),
            Expression::NewTarget(_) => Ok(self.new_target()),
            Expression::ArrayExpression(it) => self.array(it),
            Expression::ObjectExpression(it) => self.object(it),
            Expression::FunctionExpression(it) => match &it.id {
                None => self.create_function(it, name),
                Some(id) => {
                    // The name is a variable of the outer frame, visible in the function only.
                    let variable = self.anonymous("closure");
                    self.context().scopes.push(Default::default());
                    let name: Rc<str> = Rc::from(id.name.as_str());
                    self.scope_environment(std::slice::from_ref(&name), |captures| {
                        captures.visit_function(it, ScopeFlags::Function);
                    });
                    let id = self.add_scoped_variable(variable);
                    let own_name = !self.options.hermes_compat;
                    let binding = Binding::Variable { id, dead_zone: false, constant: false, own_name };
                    self.bind(name.clone(), binding);
                    let closure = self.create_function(it, &name)?;
                    self.store_frame(closure.clone(), id);
                    self.end_scope();
                    Ok(closure)
                }
            },
            Expression::ArrowFunctionExpression(it) => self.create_arrow(it, name),
            Expression::AssignmentExpression(it) => self.assignment(it),
            Expression::UpdateExpression(it) => self.update(it),
            Expression::UnaryExpression(it) => self.unary_expression(it),
            Expression::BinaryExpression(it) => self.binary_chain(it),
            Expression::LogicalExpression(it) => self.logical(it),
            Expression::ConditionalExpression(it) => self.conditional(it),
            Expression::SequenceExpression(it) => {
                let mut value = undefined();
                for part in &it.expressions {
                    value = self.expression(part)?;
                }
                Ok(value)
            }
            Expression::ParenthesizedExpression(it) => self.named_expression(&it.expression, name),
            Expression::StaticMemberExpression(_)
            | Expression::ComputedMemberExpression(_)
            | Expression::PrivateFieldExpression(_)
            | Expression::CallExpression(_) => self.chain_part(expression, None),
            Expression::ChainExpression(it) => self.chain(&it.expression, false),
            Expression::NewExpression(it) => self.new_expression(it),
            Expression::YieldExpression(it) => {
                if it.delegate {
                    return self.yield_star(it);
                }
                let value = match &it.argument {
                    Some(argument) => self.expression(argument)?,
                    None => undefined(),
                };
                let value = match self.current().body {
                    Body::AsyncGenerator => {
                        let value = self.await_value(value);
                        self.driver_pair(false, value)
                    }
                    _ => value,
                };
                let resume = self.new_block();
                let is_return = self.alloc_stack("isReturn");
                self.emit(Opcode::SaveAndYield, vec![value.into(), resume.into()]);
                self.set_block(resume);
                let next = self.new_block();
                self.resume_generator(is_return, next, true)
            }
            Expression::ClassExpression(it) => self.class(it, name),
            Expression::PrivateInExpression(it) => {
                let object = self.expression(&it.right)?;
                let name = self.private_name(&it.left)?;
                Ok(self.builtin("privateHas", vec![object, name]))
            }
            Expression::Super(it) => self.unsupported(it.span, "`super`"),
            Expression::AwaitExpression(it) => {
                if self.current().body == Body::Plain {
                    return self.unsupported(it.span, "`await` outside of async functions");
                }
                let value = self.expression(&it.argument)?;
                Ok(self.await_value(value))
            }
            other => self.unsupported(other.span(), "this expression"),
        }
    }

    /// A chain such as `a + b + c` may be long: its left operands are translated without recursion.
    fn binary_chain(&mut self, it: &'a BinaryExpression<'a>) -> Result<Value> {
        let mut chain = vec![it];
        while let Some(last) = chain.last()
            && let Expression::BinaryExpression(left) = &last.left
        {
            chain.push(left);
        }
        let mut value = undefined();
        for (index, it) in chain.into_iter().rev().enumerate() {
            if index == 0 {
                value = self.expression(&it.left)?;
            }
            let right = self.expression(&it.right)?;
            value = self.binary(binary_operator(it.operator), value, right);
        }
        Ok(value)
    }

    fn identifier(&mut self, name: &str, quiet: bool) -> Result<Value> {
        let scopes = self.dynamic_scopes(name);
        if scopes.is_empty() {
            return self.static_identifier(name, quiet);
        }
        Ok(self.dynamic_name(&scopes, name, quiet)?.0)
    }

    /// A name that no object of a scope has.
    pub(super) fn static_identifier(&mut self, name: &str, quiet: bool) -> Result<Value> {
        let own = name == "arguments" && !self.options.hermes_compat && self.has_own_arguments();
        if own || self.lookup(name).is_none() {
            match name {
                "undefined" => return Ok(undefined()),
                "arguments" => {
                    if let Some(arguments) = self.arguments_value() {
                        return Ok(arguments);
                    }
                }
                _ => {}
            }
        }
        self.load_name(name, quiet)
    }

    fn template(&mut self, it: &'a TemplateLiteral<'a>) -> Result<Value> {
        let cooked = |index: usize| {
            let quasi = &it.quasis[index];
            units(quasi.value.cooked.as_deref().unwrap_or(""), quasi.lone_surrogates)
        };
        if it.expressions.is_empty() {
            return Ok(cooked(0));
        }
        let mut parts = vec![cooked(0)];
        for (index, expression) in it.expressions.iter().enumerate() {
            parts.push(self.expression(expression)?);
            let chunk = cooked(index + 1);
            if !matches!(&chunk, Value::Literal(Literal::String(units)) if units.is_empty()) {
                parts.push(chunk);
            }
        }
        let internal = vec![Value::GlobalObject.into(), text("HermesInternal").into()];
        let internal = self.value(Opcode::TryLoadGlobalProperty, internal);
        let concat = self.load_property(internal, text("concat"));
        let operands = std::iter::once(concat).chain(parts).map(Operand::from);
        Ok(self.value(Opcode::Call, operands.collect()))
    }

    fn tagged_template(&mut self, it: &'a TaggedTemplateExpression<'a>) -> Result<Value> {
        let quasis = &it.quasi.quasis;
        let raw = |index: usize| text(&quasis[index].value.raw);
        let same = quasis.iter().all(|quasi| quasi.value.cooked.as_ref() == Some(&quasi.value.raw));
        if quasis.iter().any(|quasi| quasi.lone_surrogates) {
            return self.unsupported(it.span, "lone surrogates in a tagged template");
        }
        let mut arguments = vec![number(f64::from(self.templates)), boolean(same)];
        self.templates += 1;
        arguments.extend((0..quasis.len()).map(raw));
        if !same {
            let cooked =
                quasis.iter().map(|quasi| quasi.value.cooked.as_deref().map_or_else(undefined, text));
            arguments.extend(cooked);
        }
        let object = self.builtin("getTemplateObject", arguments);
        // By the standard, the callee is evaluated before the other arguments.
        let mut early = match self.options.hermes_compat {
            true => None,
            false => Some(self.callee(&it.tag, None)?),
        };
        let mut arguments = vec![object.into()];
        for expression in &it.quasi.expressions {
            arguments.push(self.expression(expression)?.into());
        }
        let (callee, this) = match early.take() {
            Some(early) => early,
            None => self.callee(&it.tag, None)?,
        };
        let operands = [callee.into(), this.into()].into_iter().chain(arguments).collect();
        Ok(self.value(Opcode::Call, operands))
    }

    fn unary_expression(&mut self, it: &'a UnaryExpression<'a>) -> Result<Value> {
        let argument = it.argument.without_parentheses();
        let operator = match it.operator {
            UnaryOperator::Delete => return self.delete(argument),
            UnaryOperator::Typeof => {
                let value = match argument {
                    Expression::Identifier(id) => self.identifier(id.name.as_str(), true)?,
                    _ => self.expression(argument)?,
                };
                return Ok(self.unary(Operator::TypeOf, value));
            }
            UnaryOperator::UnaryPlus => Operator::Plus,
            UnaryOperator::UnaryNegation => Operator::Minus,
            UnaryOperator::LogicalNot => Operator::Bang,
            UnaryOperator::BitwiseNot => Operator::Tilde,
            UnaryOperator::Void => Operator::Void,
        };
        let value = self.expression(argument)?;
        if operator == Operator::Plus {
            return Ok(self.value(Opcode::AsNumber, vec![value.into()]));
        }
        Ok(self.unary(operator, value))
    }

    fn delete(&mut self, argument: &'a Expression<'a>) -> Result<Value> {
        match argument {
            Expression::StaticMemberExpression(member) if matches!(member.object, Expression::Super(_)) => {
                self.this_value();
                Ok(self.builtin("throwReferenceError", vec![text("Unsupported reference to 'super'")]))
            }
            Expression::ComputedMemberExpression(member) if matches!(member.object, Expression::Super(_)) => {
                self.this_value();
                self.expression(&member.expression)?;
                Ok(self.builtin("throwReferenceError", vec![text("Unsupported reference to 'super'")]))
            }
            Expression::StaticMemberExpression(member) => {
                let object = self.expression(&member.object)?;
                let key = text(&member.property.name);
                Ok(self.value(Opcode::DeleteProperty, vec![object.into(), key.into()]))
            }
            Expression::ComputedMemberExpression(member) => {
                let object = self.expression(&member.object)?;
                let key = self.expression(&member.expression)?;
                Ok(self.value(Opcode::DeleteProperty, vec![object.into(), key.into()]))
            }
            Expression::ChainExpression(chain) => self.chain(&chain.expression, true),
            Expression::Identifier(id) => self.delete_name(id.name.as_str()),
            _ => {
                self.expression(argument)?;
                Ok(boolean(true))
            }
        }
    }

    fn logical(&mut self, it: &'a LogicalExpression<'a>) -> Result<Value> {
        let right = self.new_block();
        let next = self.new_block();
        let stack = self.alloc_stack("logical");
        let left = self.expression(&it.left)?;
        self.store_stack(left.clone(), stack);
        match it.operator {
            LogicalOperator::Or => self.cond_branch(left, next, right),
            LogicalOperator::And => self.cond_branch(left, right, next),
            LogicalOperator::Coalesce => {
                let nullish = self.binary(Operator::Equal, left, Self::null());
                self.cond_branch(nullish, right, next);
            }
        }
        self.set_block(right);
        let value = self.expression(&it.right)?;
        self.store_stack(value, stack);
        self.branch(next);
        self.set_block(next);
        Ok(self.load_stack(stack))
    }

    fn conditional(&mut self, it: &'a ConditionalExpression<'a>) -> Result<Value> {
        let otherwise = self.new_block();
        let then = self.new_block();
        let next = self.new_block();
        self.condition(&it.test, then, otherwise, None)?;
        let mut entries = Vec::new();
        for (block, expression) in [(then, &it.consequent), (otherwise, &it.alternate)] {
            self.set_block(block);
            let value = self.expression(expression)?;
            entries.push((value, self.block()));
            self.branch(next);
        }
        self.set_block(next);
        Ok(self.phi(entries))
    }

    /// An optional chain: undefined if one of its optional objects is null or undefined.
    fn chain(&mut self, element: &'a ChainElement<'a>, deletes: bool) -> Result<Value> {
        let next = self.new_block();
        let short = self.new_block();
        let value = match element {
            ChainElement::CallExpression(call) => self.call(call, Some(short))?,
            ChainElement::StaticMemberExpression(it) => {
                let object = self.chain_object(&it.object, it.optional, Some(short))?;
                self.member(object, text(&it.property.name), deletes)
            }
            ChainElement::ComputedMemberExpression(it) => {
                let object = self.chain_object(&it.object, it.optional, Some(short))?;
                let key = self.expression(&it.expression)?;
                self.member(object, key, deletes)
            }
            ChainElement::PrivateFieldExpression(it) => {
                let object = self.chain_object(&it.object, it.optional, Some(short))?;
                self.private_get(object, &it.field)?
            }
            other => return self.unsupported(other.span(), "this optional chain"),
        };
        let end = self.block();
        self.branch(next);
        self.set_block(short);
        self.branch(next);
        self.set_block(next);
        Ok(self.phi(vec![(undefined(), short), (value, end)]))
    }

    fn member(&mut self, object: Value, key: Value, deletes: bool) -> Value {
        let opcode = if deletes { Opcode::DeleteProperty } else { Opcode::LoadProperty };
        self.value(opcode, vec![object.into(), key.into()])
    }

    /// The object of a member or the callee of a call in a chain.
    fn chain_object(&mut self, object: &'a Expression<'a>, optional: bool, chain: Chain) -> Result<Value> {
        let value = self.chain_part(object, chain)?;
        self.check_nullish(&value, optional, chain);
        Ok(value)
    }

    fn check_nullish(&mut self, value: &Value, optional: bool, chain: Chain) {
        if let Some(short) = chain.filter(|_| optional) {
            let go_on = self.new_block();
            let nullish = self.binary(Operator::Equal, value.clone(), Self::null());
            self.cond_branch(nullish, short, go_on);
            self.set_block(go_on);
        }
    }

    fn chain_part(&mut self, expression: &'a Expression<'a>, chain: Chain) -> Result<Value> {
        match expression {
            Expression::StaticMemberExpression(it) if matches!(it.object, Expression::Super(_)) => {
                Ok(self.super_property(it.span, SuperKey::Name(&it.property.name))?.0)
            }
            Expression::ComputedMemberExpression(it) if matches!(it.object, Expression::Super(_)) => {
                Ok(self.super_property(it.span, SuperKey::Computed(&it.expression))?.0)
            }
            Expression::PrivateFieldExpression(it) => {
                let object = self.chain_object(&it.object, it.optional, chain)?;
                self.private_get(object, &it.field)
            }
            Expression::StaticMemberExpression(it) => {
                let object = self.chain_object(&it.object, it.optional, chain)?;
                self.offset = it.property.span.start;
                Ok(self.load_property(object, text(&it.property.name)))
            }
            Expression::ComputedMemberExpression(it) => {
                let object = self.chain_object(&it.object, it.optional, chain)?;
                let key = self.expression(&it.expression)?;
                Ok(self.load_property(object, key))
            }
            Expression::CallExpression(it) => self.call(it, chain),
            _ => self.expression(expression),
        }
    }

    /// A callee, and the `this` of its call.
    pub(super) fn callee(&mut self, callee: &'a Expression<'a>, chain: Chain) -> Result<(Value, Value)> {
        match callee.without_parentheses() {
            Expression::Identifier(id) => {
                let scopes = self.dynamic_scopes(id.name.as_str());
                if scopes.is_empty() {
                    return Ok((self.expression(callee)?, undefined()));
                }
                self.offset = id.span.start;
                self.dynamic_name(&scopes, id.name.as_str(), false)
            }
            Expression::StaticMemberExpression(it) if matches!(it.object, Expression::Super(_)) => {
                self.super_property(it.span, SuperKey::Name(&it.property.name))
            }
            Expression::ComputedMemberExpression(it) if matches!(it.object, Expression::Super(_)) => {
                self.super_property(it.span, SuperKey::Computed(&it.expression))
            }
            Expression::PrivateFieldExpression(it) => {
                let object = self.chain_object(&it.object, it.optional, chain)?;
                Ok((self.private_get(object.clone(), &it.field)?, object))
            }
            Expression::StaticMemberExpression(it) => {
                let object = self.chain_object(&it.object, it.optional, chain)?;
                let key = text(&it.property.name);
                Ok((self.load_property(object.clone(), key), object))
            }
            Expression::ComputedMemberExpression(it) => {
                let object = self.chain_object(&it.object, it.optional, chain)?;
                let key = self.expression(&it.expression)?;
                Ok((self.load_property(object.clone(), key), object))
            }
            Expression::ChainExpression(it) => match callee {
                Expression::ParenthesizedExpression(_)
                    if !matches!(it.expression, ChainElement::CallExpression(_)) =>
                {
                    self.chain_callee(&it.expression)
                }
                _ => Ok((self.expression(callee)?, undefined())),
            },
            Expression::CallExpression(it) => Ok((self.call(it, chain)?, undefined())),
            _ => Ok((self.expression(callee)?, undefined())),
        }
    }

    /// `(a?.b)` as a callee: the call has `a` as `this`.
    fn chain_callee(&mut self, element: &'a ChainElement<'a>) -> Result<(Value, Value)> {
        let next = self.new_block();
        let short = self.new_block();
        let this = self.alloc_stack("this");
        self.store_stack(undefined(), this);
        let value = match element {
            ChainElement::StaticMemberExpression(it) => {
                let object = self.chain_object(&it.object, it.optional, Some(short))?;
                self.store_stack(object.clone(), this);
                self.load_property(object, text(&it.property.name))
            }
            ChainElement::ComputedMemberExpression(it) => {
                let object = self.chain_object(&it.object, it.optional, Some(short))?;
                self.store_stack(object.clone(), this);
                let key = self.expression(&it.expression)?;
                self.load_property(object, key)
            }
            ChainElement::PrivateFieldExpression(it) => {
                let object = self.chain_object(&it.object, it.optional, Some(short))?;
                self.store_stack(object.clone(), this);
                self.private_get(object, &it.field)?
            }
            other => return self.unsupported(other.span(), "this optional chain"),
        };
        let end = self.block();
        self.branch(next);
        self.set_block(short);
        self.branch(next);
        self.set_block(next);
        let callee = self.phi(vec![(undefined(), short), (value, end)]);
        Ok((callee, self.load_stack(this)))
    }

    fn call(&mut self, it: &'a CallExpression<'a>, chain: Chain) -> Result<Value> {
        self.deeper(|this| this.call_inner(it, chain))
    }

    fn call_inner(&mut self, it: &'a CallExpression<'a>, chain: Chain) -> Result<Value> {
        if is_direct_eval(it) && !self.options.hermes_compat {
            return self.direct_eval(it);
        }
        if let Expression::Identifier(id) = &it.callee
            && id.name == "eval"
            && !it.optional
            && self.lookup("eval").is_none()
        {
            let value = match it.arguments.first() {
                None => undefined(),
                Some(argument) => match argument.as_expression() {
                    Some(argument) => self.expression(argument)?,
                    None => return self.unsupported(it.span, "`eval` with a spread argument"),
                },
            };
            for argument in it.arguments.iter().skip(1) {
                match argument.as_expression() {
                    Some(argument) => self.expression(argument)?,
                    None => return self.unsupported(it.span, "`eval` with a spread argument"),
                };
            }
            return Ok(self.value(Opcode::DirectEval, vec![value.into()]));
        }
        if matches!(it.callee, Expression::Super(_)) {
            let parent = self.super_constructor()?;
            let arguments = self.argument_array(&it.arguments)?;
            return self.finish_super_call(parent, arguments);
        }
        let (callee, this) = self.callee(&it.callee, chain)?;
        self.check_nullish(&callee, it.optional, chain);
        if spreads(&it.arguments) {
            let array = self.argument_array(&it.arguments)?;
            return Ok(self.builtin("apply", vec![callee, array, this]));
        }
        let mut operands = vec![callee.into(), this.into()];
        self.arguments(&it.arguments, &mut operands)?;
        self.offset = it.span.start;
        Ok(self.value(Opcode::Call, operands))
    }

    fn arguments(&mut self, arguments: &'a [Argument<'a>], operands: &mut Vec<Operand>) -> Result<()> {
        for argument in arguments.iter().filter_map(Argument::as_expression) {
            operands.push(self.expression(argument)?.into());
        }
        Ok(())
    }

    fn new_expression(&mut self, it: &'a NewExpression<'a>) -> Result<Value> {
        let callee = self.expression(&it.callee)?;
        if spreads(&it.arguments) {
            let array = self.argument_array(&it.arguments)?;
            return Ok(self.builtin("apply", vec![callee, array]));
        }
        let mut operands = vec![callee.into(), undefined().into()];
        self.arguments(&it.arguments, &mut operands)?;
        Ok(self.value(Opcode::Construct, operands))
    }
}

pub(super) fn spreads(arguments: &[Argument<'_>]) -> bool {
    arguments.iter().any(Argument::is_spread)
}

fn binary_operator(operator: BinaryOperator) -> Operator {
    match operator {
        BinaryOperator::Equality => Operator::Equal,
        BinaryOperator::Inequality => Operator::NotEqual,
        BinaryOperator::StrictEquality => Operator::StrictlyEqual,
        BinaryOperator::StrictInequality => Operator::StrictlyNotEqual,
        BinaryOperator::LessThan => Operator::Less,
        BinaryOperator::LessEqualThan => Operator::LessEqual,
        BinaryOperator::GreaterThan => Operator::Greater,
        BinaryOperator::GreaterEqualThan => Operator::GreaterEqual,
        BinaryOperator::Addition => Operator::Add,
        BinaryOperator::Subtraction => Operator::Subtract,
        BinaryOperator::Multiplication => Operator::Multiply,
        BinaryOperator::Division => Operator::Divide,
        BinaryOperator::Remainder => Operator::Modulo,
        BinaryOperator::Exponential => Operator::Exponent,
        BinaryOperator::ShiftLeft => Operator::ShiftLeft,
        BinaryOperator::ShiftRight => Operator::ShiftRight,
        BinaryOperator::ShiftRightZeroFill => Operator::UnsignedShiftRight,
        BinaryOperator::BitwiseOR => Operator::Or,
        BinaryOperator::BitwiseXOR => Operator::Xor,
        BinaryOperator::BitwiseAnd => Operator::And,
        BinaryOperator::In => Operator::In,
        BinaryOperator::Instanceof => Operator::InstanceOf,
    }
}
