barebones 1
; A constant is within its type, as bits or with a sign.
;! parse-error
;; error: found `0x100000000`, expected an integer from -2147483648 to 4294967295
proc f() -> Int32 {
#0:
    Int32 @0 = Const32(0x100000000)
    Void @1 = Return(@0)
}
