//! `docs/cretonne.md` agrees with the table of instructions and with the translation.

use barebones::host_target;
use barebones_clif::table::{Control, Dialect, Opcode, ROWS, Row, State};
use barebones_clif::{Settings, read_file, translate};
use std::collections::BTreeSet;
use std::path::Path;

const START: &str =
    "<!-- instructions: written by BLESS=1 cargo test -p barebones-clif --test document -->\n";
const END: &str = "<!-- end of instructions -->";

fn path() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cretonne.md")
}

fn row(row: &Row) -> String {
    let list = |rules: &[barebones_clif::table::Rule]| {
        rules.iter().map(|rule| format!("{rule:?}")).collect::<Vec<_>>().join(", ")
    };
    let state = match row.state {
        State::Done => String::from("done"),
        State::DynamicVectors => String::from("refused with the error `dynamic vectors`"),
        State::Refused => format!("refused with the error `{}`", row.name),
    };
    let operands = row.format.operands().iter().map(|operand| format!("{operand:?}"));
    let operands = operands.collect::<Vec<_>>().join(", ");
    let class = if row.control == Control::None { String::new() } else { format!("{:?}", row.class) };
    let types = format!("({}) -> ({})", list(row.operands), list(row.results));
    format!("| `{}` | {operands} | {class} | {types} | {} | {state} |\n", row.name, row.dialect)
}

#[test]
fn every_instruction_is_documented() {
    let mut table = format!(
        "\n{} instructions, of which {} are done.\n\n\
         | instruction | operands | class of T | types of values | dialect | state |\n|---|---|---|---|---|---|\n",
        ROWS.len(),
        ROWS.iter().filter(|row| row.state == State::Done).count()
    );
    ROWS.iter().for_each(|entry| table += &row(entry));
    table += "\n";
    let document = std::fs::read_to_string(path()).expect("docs/cretonne.md");
    let (before, rest) = document.split_once(START).expect("the start of the table");
    let (found, after) = rest.split_once(END).expect("the end of the table");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path(), format!("{before}{START}{table}{END}{after}")).expect("written");
        return;
    }
    assert_eq!(found, table, "BLESS=1 writes the table");
}

/// The instructions that the document lists.
const DOCUMENT: &str = "adjust_sp_imm band band_imm band_not bconst bextend bint bitcast bmask bnot bor bor_imm bor_not
    br_icmp br_table breduce brff brif brnz brz bxor bxor_imm bxor_not call call_indirect ceil cls clz copy copy_special
    ctz extractlane f32const f64const fabs fadd fallthrough fcmp fcopysign fcvt_from_sint fcvt_from_uint fcvt_to_sint
    fcvt_to_uint fdemote fdiv ffcmp fill floor fma fmax fmin fmul fneg fpromote fsub func_addr global_addr globalsym_addr
    heap_addr iadd iadd_carry iadd_cin iadd_cout iadd_imm icmp icmp_imm iconcat iconst ifcmp ifcmp_imm ifcmp_sp imul
    imul_imm insertlane ireduce irsub_imm ishl ishl_imm isplit istore16 istore32 istore8 isub isub_bin isub_borrow
    isub_bout jump load nearest popcnt regfill regmove regspill return rotl rotl_imm rotr rotr_imm sdiv sdiv_imm select
    selectif sextend sload16 sload32 sload8 smulhi spill splat sqrt srem srem_imm sshr sshr_imm stack_addr stack_check
    stack_load stack_store store trap trapff trapif trapnz trapz trueff trueif trunc udiv udiv_imm uextend uload16
    uload32 uload8 umulhi urem urem_imm ushr ushr_imm vconcat vselect vsplit x86_bsf x86_bsr x86_cvtt2si x86_fmax
    x86_fmin x86_pop x86_push x86_sdivmodx x86_smulx x86_udivmodx x86_umulx";

/// The names of the rows of some dialects.
fn names(dialects: &[Dialect]) -> BTreeSet<&'static str> {
    ROWS.iter().filter(|row| dialects.contains(&row.dialect)).map(|row| row.name).collect()
}

#[test]
fn the_table_has_the_instructions_of_both_dialects() {
    let document: BTreeSet<&str> = DOCUMENT.split_ascii_whitespace().collect();
    assert_eq!(document.len(), 152);
    assert_eq!(names(&[Dialect::Both, Dialect::Document, Dialect::Earlier]), document);
    let today: BTreeSet<String> =
        cranelift_codegen::ir::Opcode::all().iter().map(ToString::to_string).collect();
    let ours: BTreeSet<String> =
        names(&[Dialect::Both, Dialect::Today]).into_iter().map(String::from).collect();
    assert_eq!(ours, today);
    assert_eq!(Opcode::from_name("iadd").map(|opcode| opcode.row().name), Some("iadd"));
}

/// The words in backquotes of a cell.
fn code(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_entity_is_as_documented() {
    let document = std::fs::read_to_string(path()).expect("docs/cretonne.md");
    let target = host_target().expect("this machine");
    let (_, entities) = document.split_once("\n## Entities\n").expect("a section");
    let (entities, _) = entities.split_once("\n## ").expect("another section");
    let mut count = 0;
    for row in entities.lines().filter(|line| line.starts_with('|')).skip(2) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, entity, dialect, declaration, used, state, _] = cells[..] else { panic!("{row}") };
        let prefix = if dialect == "the document's" { "ebb" } else { "block" };
        let mut text = String::from("function %f(i32, i64 vmctx) {\n");
        code(declaration).iter().for_each(|line| text += &format!("    {line}\n"));
        text += &format!("{prefix}0(v0: i32, v1: i64):\n");
        code(used).iter().for_each(|line| text += &format!("    {line}\n"));
        match used {
            used if used.contains("return_call") => text += "}\n",
            used if used.contains("try_call") => text += "block1(v2: i32):\n    return\n}\n",
            _ => text += "    return\n}\n",
        }
        let file = read_file(&text).unwrap_or_else(|error| panic!("{entity}: {error}\n{text}"));
        let settings = Settings::of(&file.functions, &target);
        match (translate(&file.functions[0], &target, settings), state) {
            (Ok(translated), "done") => {
                let valid = barebones::ir::validate(&translated.procedure);
                assert!(valid.is_ok(), "{entity}: {valid:?}\n{text}");
            }
            (Err(error), state) if state != "done" => {
                let error = error.to_string();
                let (_, message) = error.split_once(": ").expect("a place");
                assert_eq!(message, state, "{text}");
            }
            (found, state) => panic!("{entity}: {state}, but {:?}\n{text}", found.map(|_| ())),
        }
        count += 1;
    }
    assert!(count > 50, "{count} rows");
}
