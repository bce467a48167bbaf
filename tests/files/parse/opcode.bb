barebones 1
; Opcodes are written as the table of opcodes has them.
;! parse-error
;; error: found `return`, expected an opcode
proc f() -> Void {
#0:
    Void @0 = return()
}
