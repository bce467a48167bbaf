barebones 1
; Opcodes are spelled as in the table of opcodes.
;! parse-error
;; error: found `return`, expected an opcode
proc f() -> Void {
#0:
    Void @0 = return()
}
