barebones 1
; Pinned registers belong to the client; nothing is compiled for them yet. A register that belongs to the caller can be
; read: it has its value of entry.
;! run
;! unsupported pinned registers
;; run pinned_register(5) == 5

proc pinned_register(Int64) -> Int64 {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Return(@0)
}
