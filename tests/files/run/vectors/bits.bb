;! run
; Bitwise operations, on operands in registers and constants.

barebones 1

proc and(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAnd(@0, @1)
    Void @3 = Return(@2)
}
;; run and(0x123456789abcdeffedcba9876543210, 0xff00ff00ff00ff000f0f0f0f0f0f0f0f) == 0x10045008900cd000e0c0a0806040200

proc and_constant(V128) -> (V128, V128) target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = Const128(0x0f0f0f0f0f0f0f0f, 0xff00ff00ff00ff00)
    V128 @2 = VectorAnd(@0, @1)
    V128 @3 = VectorAnd(@1, @0)
    Void @4 = Return(@2, @3)
}
;; run and_constant(0x123456789abcdeffedcba9876543210) == 0x10045008900cd000e0c0a0806040200, 0x10045008900cd000e0c0a0806040200

proc or(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorOr(@0, @1)
    Void @3 = Return(@2)
}
;; run or(0x123456789abcdeffedcba9876543210, 0xff00ff00ff00ff000f0f0f0f0f0f0f0f) == 0xff23ff67ffabffefffdfbf9f7f5f3f1f

proc or_constant(V128) -> (V128, V128) target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = Const128(0x0f0f0f0f0f0f0f0f, 0xff00ff00ff00ff00)
    V128 @2 = VectorOr(@0, @1)
    V128 @3 = VectorOr(@1, @0)
    Void @4 = Return(@2, @3)
}
;; run or_constant(0x123456789abcdeffedcba9876543210) == 0xff23ff67ffabffefffdfbf9f7f5f3f1f, 0xff23ff67ffabffefffdfbf9f7f5f3f1f

proc xor(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorXor(@0, @1)
    Void @3 = Return(@2)
}
;; run xor(0x123456789abcdeffedcba9876543210, 0xff00ff00ff00ff000f0f0f0f0f0f0f0f) == 0xfe23ba6776ab32eff1d3b597795b3d1f

proc xor_constant(V128) -> (V128, V128) target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = Const128(0x0f0f0f0f0f0f0f0f, 0xff00ff00ff00ff00)
    V128 @2 = VectorXor(@0, @1)
    V128 @3 = VectorXor(@1, @0)
    Void @4 = Return(@2, @3)
}
;; run xor_constant(0x123456789abcdeffedcba9876543210) == 0xfe23ba6776ab32eff1d3b597795b3d1f, 0xfe23ba6776ab32eff1d3b597795b3d1f

proc and_not(V128, V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorAndNot(@0, @1)
    Void @3 = Return(@2)
}
;; run and_not(0x123456789abcdeffedcba9876543210, 0xff00ff00ff00ff000f0f0f0f0f0f0f0f) == 0x23006700ab00eff0d0b09070503010

proc and_not_constant(V128) -> (V128, V128) target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = Const128(0x0f0f0f0f0f0f0f0f, 0xff00ff00ff00ff00)
    V128 @2 = VectorAndNot(@0, @1)
    V128 @3 = VectorAndNot(@1, @0)
    Void @4 = Return(@2, @3)
}
;; run and_not_constant(0x123456789abcdeffedcba9876543210) == 0x23006700ab00eff0d0b09070503010, 0xfe00ba007600320001030507090b0d0f

proc not(V128) -> V128 target=host conv=internal {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorNot(@0)
    Void @2 = Return(@1)
}
;; run not(0x0) == 0xffffffffffffffffffffffffffffffff
;; run not(0x0123456789abcdeffedcba9876543210) == 0xfedcba98765432100123456789abcdef
