;! run
; Bytes by constant indices, by the patterns that have an instruction and without, and by indices in a vector.

barebones 1

proc exchanged_halves_of_one(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorShuffle(@0, @0, 0xf0e0d0c0b0a0908, 0x706050403020100)
    Void @2 = Return(@1)
}
;; run exchanged_halves_of_one(0x2212c8fcd98a53f9dd5670b2b6b91cea) == 0xdd5670b2b6b91cea2212c8fcd98a53f9
;; run exchanged_halves_of_one(0xd4556bae35e7c682b7d35d78732a9437) == 0xb7d35d78732a9437d4556bae35e7c682

proc swizzle(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorSwizzle(@0, @1)
    Void @3 = Return(@2)
}
;; run swizzle(0xeb74c3f0c1eae68fba9994168d44df96, 0x0f0e0d0c0b0a09080706050403020100) == 0xeb74c3f0c1eae68fba9994168d44df96
;; run swizzle(0xeafecb7bb5588fb8506cc6cb9073a242, 0x000102030405060708090a0b0c0d0e0f) == 0x42a27390cbc66c50b88f58b57bcbfeea
;; run swizzle(0xd569e8ea7e1cfc34e14f621a63cd0e3b, 0x6f70eff0ff908f81807f201f11100f00) == 0x0000000000000000000000000000d53b
;; run swizzle(0xceceee0b9ef877601da78c135f2e312a, 0x0f020f110213070401020613010e0a10) == 0xce2ece002e001d13312ea70031cef800
