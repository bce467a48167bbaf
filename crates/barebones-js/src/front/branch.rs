//! Conditions: expressions that decide between two blocks.

use super::Result;
use super::builder::Generator;
use crate::hir::{BlockId, Literal, Operator};
use oxc_ast::ast::{Expression, LogicalOperator, UnaryOperator};

impl<'a> Generator<'a> {
    /// Branches to one of two blocks by the truth of an expression; with `on_nullish`, to a third if it is null or
    /// undefined.
    pub(super) fn condition(
        &mut self,
        expression: &'a Expression<'a>,
        on_true: BlockId,
        on_false: BlockId,
        on_nullish: Option<BlockId>,
    ) -> Result<()> {
        self.deeper(|this| this.condition_inner(expression, on_true, on_false, on_nullish))
    }

    fn condition_inner(
        &mut self,
        expression: &'a Expression<'a>,
        on_true: BlockId,
        on_false: BlockId,
        on_nullish: Option<BlockId>,
    ) -> Result<()> {
        match expression.without_parentheses() {
            Expression::LogicalExpression(logical) => {
                let right = self.new_block();
                match logical.operator {
                    LogicalOperator::Or => self.condition(&logical.left, on_true, right, on_nullish)?,
                    LogicalOperator::And => self.condition(&logical.left, right, on_false, on_nullish)?,
                    LogicalOperator::Coalesce => {
                        self.condition(&logical.left, on_true, on_false, Some(right))?;
                    }
                }
                self.set_block(right);
                return self.condition(&logical.right, on_true, on_false, on_nullish);
            }
            Expression::UnaryExpression(unary)
                if unary.operator == UnaryOperator::LogicalNot && on_nullish.is_none() =>
            {
                return self.condition(&unary.argument, on_false, on_true, None);
            }
            Expression::SequenceExpression(sequence) => {
                if let Some((last, others)) = sequence.expressions.split_last() {
                    for other in others {
                        self.expression(other)?;
                    }
                    return self.condition(last, on_true, on_false, on_nullish);
                }
            }
            _ => {}
        }
        let value = self.expression(expression)?;
        if let Some(on_nullish) = on_nullish {
            let other = self.new_block();
            let nullish = self.binary(Operator::Equal, value.clone(), Literal::Null.into());
            self.cond_branch(nullish, on_nullish, other);
            self.set_block(other);
        }
        self.cond_branch(value, on_true, on_false);
        Ok(())
    }
}
