//! Each rule refuses a text.

use barebones_rtl::{Rule, check, parse};
use std::collections::BTreeSet;

/// Each rule with items of a function that violate it, and what is found. The function has an argument `(reg:SI 1)`,
/// data `d`, and a frame at `(reg:DI 14)`.
const VIOLATIONS: &[(Rule, &str, &str)] = &[
    (Rule::Chain, "(insn 1 0 2 (use (reg:SI 1)))", "insn 1 is between 0 and 2, not 0 and 0"),
    (Rule::Chain, "(barrier 0 0 0)", "insn 0"),
    // The manual's example of a sum that is invalid.
    (
        Rule::Mode,
        "(insn 1 0 0 (set (reg:SI 2) (plus:SI (reg:QI 34) (reg:SI 80))))",
        "reg of mode QI: expected SI",
    ),
    (Rule::Mode, "(insn 1 0 0 (set (reg:SF 2) (and:SF (reg:SF 2) (reg:SF 2))))", "and of mode SF: expected an integer mode"),
    (Rule::Mode, "(insn 1 0 0 (set (reg:SI 2) (sqrt:SI (reg:SI 1))))", "sqrt of mode SI: expected a floating-point mode"),
    (Rule::Mode, "(insn 1 0 0 (set (reg:SI 2) (sign_extend:SI (reg:SI 1))))", "sign_extend of mode SI: expected another conversion from SI"),
    (Rule::Mode, "(insn 1 0 0 (set (reg:SI 2) (gtu (reg:SF 3) (reg:SF 3))))", "gtu of floats"),
    // The manual: "a comparison with both operands constant would be invalid".
    (Rule::NoMode, "(insn 1 0 0 (set (reg:SI 2) (eq (const_int 1) (const_int 2))))", "the operands of eq"),
    (Rule::Operand, "(insn 1 0 0 (set (reg:SI 2) (pc)))", "pc as a value"),
    (Rule::Operand, "(insn 1 0 0 (set (reg:SI 2) (compare:SI (reg:SI 1) (reg:SI 1))))", "compare as a value"),
    (Rule::Operand, "(insn 1 0 0 (return))", "this pattern in insn"),
    (Rule::Operand, "(insn 1 0 0 (parallel [(asm_input \"\")]))", "asm_input in parallel"),
    (Rule::Operand, "(insn 1 0 0 (set (const_int 1) (reg:SI 1)))", "const_int is set"),
    (Rule::RegisterMode, "(insn 1 0 0 (set (reg:DI 1) (const_int 1)))", "register 1 of mode SI as DI"),
    (Rule::Condition, "(insn 1 0 0 (set (reg:SI 2) (eq (cc0) (const_int 0))))", "eq"),
    (
        Rule::Condition,
        "(insn 1 0 2 (set (cc0) (reg:SI 1))) (code_label 2 1 3 1) (insn 3 2 0 (set (reg:SI 2) (eq (cc0) (const_int 0))))",
        "eq",
    ),
    (
        Rule::Condition,
        "(insn 1 0 2 (set (cc0) (reg:SI 1))) (call_insn 2 1 3 (call (mem:QI (symbol_ref:DI \"x\")) (const_int 0)))
         (insn 3 2 0 (set (reg:SI 2) (eq (cc0) (const_int 0))))",
        "eq",
    ),
    (Rule::Label, "(jump_insn 1 0 0 (set (pc) (label_ref 7)))", "(label_ref 7) names no code_label"),
    (
        Rule::Label,
        "(jump_insn 1 0 2 (set (pc) (label_ref 2))) (code_label 2 1 3 1) (jump_insn 3 2 0 (addr_vec:DI [(label_ref 2)]))",
        "a jump into a table",
    ),
    (Rule::Label, "(code_label 1 0 2 5) (code_label 2 1 0 5)", "label 5 again"),
    (Rule::BitField, "(insn 1 0 0 (set (reg:SI 2) (zero_extract:SI (reg:SI 1) (const_int 8) (const_int 25))))", "8 bits beyond 32"),
    (Rule::BitField, "(insn 1 0 0 (set (reg:SI 2) (zero_extract:SI (reg:SI 1) (reg:SI 1) (const_int 1))))", "a size that is no constant from 1 to the mode's"),
    (Rule::Subreg, "(insn 1 0 0 (set (reg:SI 2) (subreg:SI (reg:SI 1) 1)))", "word 1 in SI of a register in SI"),
    (Rule::Subreg, "(insn 1 0 0 (set (subreg:DI (reg:SI 1) 0) (const_int 1)))", "DI of a register in SI is set"),
    (
        Rule::Increment,
        "(insn 1 0 0 (set (mem:DI (post_inc:DI (reg:DI 14))) (reg:DI 14)))",
        "register 14 is named 2 times",
    ),
    (
        Rule::Destination,
        "(insn 1 0 0 (parallel [(set (reg:SI 1) (const_int 1)) (set (reg:SI 1) (const_int 2))]))",
        "register 1 is set twice",
    ),
    (
        Rule::Unchanging,
        "(insn 1 0 2 (set (reg/u:SI 2) (const_int 1))) (insn 2 1 0 (set (reg:SI 2) (const_int 2)))",
        "register 2 is set by 2 insns",
    ),
    (Rule::Unchanging, "(insn 1 0 0 (set (mem/u:SI (reg:DI 14)) (const_int 1)))", "memory that is set"),
    (
        Rule::RegNote,
        "(insn 1 0 0 (set (reg:SI 2) (reg:SI 1)) -1 (nil) (expr_list:REG_CONST (reg:SI 2) (nil)))",
        "REG_Const of register 2",
    ),
    (
        Rule::RegNote,
        "(insn 1 0 0 (set (reg:SI 2) (reg:SI 1)) -1 (nil) (expr_list:REG_INC (reg:SI 2) (nil)))",
        "REG_Inc of register 2",
    ),
    (Rule::Barrier, "(insn 1 0 2 (use (reg:SI 1))) (barrier 2 1 0)", "the insn before it continues"),
    (Rule::Call, "(call_insn 1 0 0 (parallel [(call (mem:QI (symbol_ref:DI \"f\")) (const_int 2)) (use (reg:SI 1))]))", "2 words, but registers of 1"),
    (Rule::Block, "(insn 1 0 0 (set (mem:BLK (reg:DI 14)) (const_int 0)))", "no (use ..) of a register in DI, or of a const_int, first"),
    (Rule::Name, "(data \"d\" \"again\")", "data \"d\" again"),
    (Rule::Unsupported, "(insn 1 0 0 (asm_input \"nop\"))", "assembler code; a patchpoint emits machine code"),
    (Rule::Unsupported, "(insn 1 0 0 (set (reg:DF 2) (float:DF (reg:TI 3))))", "float of TI"),
];

#[test]
fn each_rule_has_a_text_that_violates_it() {
    for (rule, items, expected) in VIOLATIONS {
        let text = format!(
            "(function \"f\" [(reg:SI 1)] (nil) (data \"d\" \"abcd\") (frame (reg:DI 14) 8)\n{items})"
        );
        let function = parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        match check(function) {
            Ok(_) => panic!("{text}"),
            Err(refusal) => {
                assert_eq!((refusal.rule, refusal.found.as_str()), (*rule, *expected), "{text}");
                assert!(refusal.to_string().contains(&rule.to_string()), "{refusal}");
            }
        }
    }
    let tested: BTreeSet<Rule> = VIOLATIONS.iter().map(|(rule, ..)| *rule).collect();
    let all: BTreeSet<Rule> = Rule::ALL.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(tested, all);
}
