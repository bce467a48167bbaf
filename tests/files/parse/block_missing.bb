barebones 1
; Numbers of blocks have no gaps.
;! parse-error
;; error: found `#2`, expected a block id below #2, the number of blocks
proc f() -> Void {
#0:
    Void @0 = Jump(#2)
#2:
    Void @1 = Return()
}
