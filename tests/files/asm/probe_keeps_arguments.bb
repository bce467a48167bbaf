barebones 1
; Probing the pages of a large frame needs a register, which must not be one that is live at entry.
;! asm x86_64-linux -O 0

proc reads_r11() -> Int64 {
    slot0 = stack 100000 locked
#0:
    Int64 @0 = ArgumentReg(%r11)
    Void @1 = Return(@0)
}
;; not: r11,[
;; check: lea r10
;; check: jne
