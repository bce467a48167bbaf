barebones 1
; Pinned registers belong to the client; nothing is compiled for them yet.
;! unsupported pinned registers

proc pinned_register(Int64) -> Int64 target=x86_64-linux {
    pinned %r14
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Return(@0)
}
