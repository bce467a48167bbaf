barebones 1
; SipHash-2-4 (Aumasson and Bernstein), with the state in local variables that are not in SSA form.
;
; Known answers: the paper's appendix (15 bytes: 0xa129ca6149be45e5) and the vectors of the reference implementation
; for the key 00 01 .. 0f and the messages 00 01 02 ... of n bytes.
;! run

data key = u64:0x0706050403020100 u64:0x0f0e0d0c0b0a0908
data message = u64:0x0706050403020100 u64:0x0f0e0d0c0b0a0908
data block = zero:32

proc siphash(Int64, Int64, Int64) -> Int64 {
    var0: Int64        ; key
    var1: Int64        ; message
    var2: Int64        ; length
    var3: Int64        ; k0
    var4: Int64        ; k1
    var5: Int64        ; v0
    var6: Int64        ; v1
    var7: Int64        ; v2
    var8: Int64        ; v3
    var9: Int64        ; left
    var10: Int32        ; rounds
    var11: Int64        ; m
    var12: Int32        ; phase
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; key
    Void @1 = Set(@0, var0)
    Int64 @2 = ArgumentReg(%a1)                     ; message
    Void @3 = Set(@2, var1)
    Int64 @4 = ArgumentReg(%a2)                     ; length
    Void @5 = Set(@4, var2)
    ; k0: i64 = i64[key]
    Int64 @6 = Get(var0)
    Int64 @7 = Load(@6)                             ; k0
    Void @8 = Set(@7, var3)
    ; k1: i64 = i64[key, 8]
    Int64 @9 = Get(var0)
    Int64 @10 = Load(@9, offset=8)                  ; k1
    Void @11 = Set(@10, var4)
    ; v0: i64 = k0 ^ 0x736f6d6570736575
    Int64 @12 = Get(var3)
    Int64 @13 = Const64(0x736f6d6570736575)
    Int64 @14 = BitXor(@12, @13)                    ; v0
    Void @15 = Set(@14, var5)
    ; v1: i64 = k1 ^ 0x646f72616e646f6d
    Int64 @16 = Get(var4)
    Int64 @17 = Const64(0x646f72616e646f6d)
    Int64 @18 = BitXor(@16, @17)                    ; v1
    Void @19 = Set(@18, var6)
    ; v2: i64 = k0 ^ 0x6c7967656e657261
    Int64 @20 = Get(var3)
    Int64 @21 = Const64(7816392313619706465)
    Int64 @22 = BitXor(@20, @21)                    ; v2
    Void @23 = Set(@22, var7)
    ; v3: i64 = k1 ^ 0x7465646279746573
    Int64 @24 = Get(var4)
    Int64 @25 = Const64(8387220255154660723)
    Int64 @26 = BitXor(@24, @25)                    ; v3
    Void @27 = Set(@26, var8)
    ; left: i64 = length
    Int64 @28 = Get(var2)                           ; left
    Void @29 = Set(@28, var9)
    ; rounds: i32 = 0
    Int32 @30 = Const32(0)                          ; rounds
    Void @31 = Set(@30, var10)
    ; m: i64 = 0
    Int64 @32 = Const64(0)                          ; m
    Void @33 = Set(@32, var11)
    ; 0: a whole word; 1: the last one, with the length; 2: the end.
    ; phase: i32 = 0
    Void @34 = Set(@30, var12)
    Void @35 = Jump(#1)
#1:        ; loop
    ; switch phase
    Int32 @36 = Get(var12)
    Void @37 = Switch(@36, 0: #2, 1: #9, default: #10)
#2:        ; case 0
    ; if left >= 8
    Int64 @38 = Get(var9)
    Int64 @39 = Const64(8)
    Int32 @40 = GreaterEqual(@38, @39)
    Void @41 = Branch(@40, #3, #4)
#3:        ; then
    ; m = i64[message]
    Int64 @42 = Get(var1)
    Int64 @43 = Load(@42)                           ; m
    Void @44 = Set(@43, var11)
    ; message = message + 8
    Int64 @45 = Get(var1)
    Int64 @46 = Const64(8)
    Int64 @47 = Add(@45, @46)                       ; message
    Void @48 = Set(@47, var1)
    ; left = left - 8
    Int64 @49 = Get(var9)
    Int64 @50 = Sub(@49, @46)                       ; left
    Void @51 = Set(@50, var9)
    Void @52 = Jump(#8)
#4:        ; else
    ; The bytes that are left, from the last to the first.
    ; m = length << 56
    Int64 @53 = Get(var2)
    Int32 @54 = Const32(56)
    Int64 @55 = Shl(@53, @54)                       ; m
    Void @56 = Set(@55, var11)
    Void @57 = Jump(#5)
#5:        ; while
    ; while left > 0
    Int64 @58 = Get(var9)
    Int64 @59 = Const64(0)
    Int32 @60 = GreaterThan(@58, @59)
    Void @61 = Branch(@60, #6, #7)
#6:        ; body
    ; left = left - 1
    Int64 @62 = Get(var9)
    Int64 @63 = Const64(1)
    Int64 @64 = Sub(@62, @63)                       ; left
    Void @65 = Set(@64, var9)
    ; m = m | (ZExt32(u8[message + left]) << (Trunc(left) << 3))
    Int64 @66 = Get(var11)
    Int64 @67 = Get(var1)
    Int64 @68 = Get(var9)
    Int64 @69 = Add(@67, @68)
    Int32 @70 = Load8Z(@69)
    Int64 @71 = ZExt32(@70)
    Int64 @72 = Get(var9)
    Int32 @73 = Trunc(@72)
    Int32 @74 = Const32(3)
    Int32 @75 = Shl(@73, @74)
    Int64 @76 = Shl(@71, @75)
    Int64 @77 = BitOr(@66, @76)                     ; m
    Void @78 = Set(@77, var11)
    Void @79 = Jump(#5)
#7:        ; done
    ; phase = 1
    Int32 @80 = Const32(1)                          ; phase
    Void @81 = Set(@80, var12)
    Void @82 = Jump(#8)
#8:        ; endif
    ; v3 = v3 ^ m
    Int64 @83 = Get(var8)
    Int64 @84 = Get(var11)
    Int64 @85 = BitXor(@83, @84)                    ; v3
    Void @86 = Set(@85, var8)
    ; rounds = 2
    Int32 @87 = Const32(2)                          ; rounds
    Void @88 = Set(@87, var10)
    Void @89 = Jump(#11)
#9:        ; case 1
    ; m = 0
    Int64 @90 = Const64(0)                          ; m
    Void @91 = Set(@90, var11)
    ; v2 = v2 ^ 0xff
    Int64 @92 = Get(var7)
    Int64 @93 = Const64(255)
    Int64 @94 = BitXor(@92, @93)                    ; v2
    Void @95 = Set(@94, var7)
    ; rounds = 4
    Int32 @96 = Const32(4)                          ; rounds
    Void @97 = Set(@96, var10)
    ; phase = 2
    Int32 @98 = Const32(2)                          ; phase
    Void @99 = Set(@98, var12)
    Void @100 = Jump(#11)
#10:        ; default
    ; return v0 ^ v1 ^ v2 ^ v3
    Int64 @101 = Get(var5)
    Int64 @102 = Get(var6)
    Int64 @103 = BitXor(@101, @102)
    Int64 @104 = Get(var7)
    Int64 @105 = BitXor(@103, @104)
    Int64 @106 = Get(var8)
    Int64 @107 = BitXor(@105, @106)
    Void @108 = Return(@107)
#11:        ; endswitch
    Void @109 = Jump(#12)
#12:        ; do
    ; v0 = v0 + v1
    Int64 @110 = Get(var5)
    Int64 @111 = Get(var6)
    Int64 @112 = Add(@110, @111)                    ; v0
    Void @113 = Set(@112, var5)
    ; v2 = v2 + v3
    Int64 @114 = Get(var7)
    Int64 @115 = Get(var8)
    Int64 @116 = Add(@114, @115)                    ; v2
    Void @117 = Set(@116, var7)
    ; v1 = RotL(v1, 13) ^ v0
    Int64 @118 = Get(var6)
    Int32 @119 = Const32(13)
    Int64 @120 = RotL(@118, @119)
    Int64 @121 = Get(var5)
    Int64 @122 = BitXor(@120, @121)                 ; v1
    Void @123 = Set(@122, var6)
    ; v3 = RotL(v3, 16) ^ v2
    Int64 @124 = Get(var8)
    Int32 @125 = Const32(16)
    Int64 @126 = RotL(@124, @125)
    Int64 @127 = Get(var7)
    Int64 @128 = BitXor(@126, @127)                 ; v3
    Void @129 = Set(@128, var8)
    ; v0 = RotL(v0, 32)
    Int64 @130 = Get(var5)
    Int32 @131 = Const32(32)
    Int64 @132 = RotL(@130, @131)                   ; v0
    Void @133 = Set(@132, var5)
    ; v2 = v2 + v1
    Int64 @134 = Get(var7)
    Int64 @135 = Get(var6)
    Int64 @136 = Add(@134, @135)                    ; v2
    Void @137 = Set(@136, var7)
    ; v0 = v0 + v3
    Int64 @138 = Get(var5)
    Int64 @139 = Get(var8)
    Int64 @140 = Add(@138, @139)                    ; v0
    Void @141 = Set(@140, var5)
    ; v1 = RotL(v1, 17) ^ v2
    Int64 @142 = Get(var6)
    Int32 @143 = Const32(17)
    Int64 @144 = RotL(@142, @143)
    Int64 @145 = Get(var7)
    Int64 @146 = BitXor(@144, @145)                 ; v1
    Void @147 = Set(@146, var6)
    ; v3 = RotL(v3, 21) ^ v0
    Int64 @148 = Get(var8)
    Int32 @149 = Const32(21)
    Int64 @150 = RotL(@148, @149)
    Int64 @151 = Get(var5)
    Int64 @152 = BitXor(@150, @151)                 ; v3
    Void @153 = Set(@152, var8)
    ; v2 = RotL(v2, 32)
    Int64 @154 = Get(var7)
    Int64 @155 = RotL(@154, @131)                   ; v2
    Void @156 = Set(@155, var7)
    ; rounds = rounds - 1
    Int32 @157 = Get(var10)
    Int32 @158 = Const32(1)
    Int32 @159 = Sub(@157, @158)                    ; rounds
    Void @160 = Set(@159, var10)
    Void @161 = Jump(#13)
#13:        ; again?
    ; while rounds != 0
    Int32 @162 = Get(var10)
    Int32 @163 = Const32(0)
    Int32 @164 = NotEqual(@162, @163)
    Void @165 = Branch(@164, #12, #14)
#14:        ; done
    ; v0 = v0 ^ m
    Int64 @166 = Get(var5)
    Int64 @167 = Get(var11)
    Int64 @168 = BitXor(@166, @167)                 ; v0
    Void @169 = Set(@168, var5)
    Void @170 = Jump(#1)
}
;; run siphash(@data:key, @data:message, 0) == 0x726fdb47dd0e0e31
;; run siphash(@data:key, @data:message, 1) == 0x74f839c593dc67fd
;; run siphash(@data:key, @data:message, 8) == 0x93f5f5799a932462
;; run siphash(@data:key, @data:message, 15) == 0xa129ca6149be45e5

; Hashes a block of 32 bytes n times, each time with the last hash in its first and last word.
proc chain(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; n
    ; MemoryFill(addr(block), 0, 32)
    Int64 @2 = SymbolAddress(block)
    Int32 @3 = Const32(0)
    Int64 @4 = Const64(32)
    Void @5 = MemoryFill(@2, @3, @4)
    ; hash: i64 = 0
    Int64 @6 = Const64(0)                           ; hash
    ; for i = 0 until n
    Void @7 = Upsilon(@3, ^@10)
    Void @8 = Upsilon(@6, ^@11)
    Void @9 = Jump(#1)
#1:        ; for i
    Int32 @10 = Phi()                               ; i
    Int64 @11 = Phi()                               ; hash
    Int32 @12 = LessThan(@10, @1)
    Void @13 = Branch(@12, #2, #4)
#2:        ; body
    ; hash = call siphash(addr(key), addr(block), 32)
    Int64 @14 = SymbolAddress(key)
    Int64 @15 = SymbolAddress(block)
    Int64 @16 = Const64(32)
    Int64 @17 = CCall(siphash, @14, @15, @16)       ; hash
    ; i64[addr(block)] = hash
    Int64 @18 = SymbolAddress(block)
    Void @19 = Store(@17, @18)
    ; i64[addr(block), 24] = hash
    Int64 @20 = SymbolAddress(block)
    Void @21 = Store(@17, @20, offset=24)
    Void @22 = Jump(#3)
#3:        ; next i
    Int32 @23 = Const32(1)
    Int32 @24 = Add(@10, @23)
    Void @25 = Upsilon(@24, ^@10)
    Void @26 = Upsilon(@17, ^@11)
    Void @27 = Jump(#1)
#4:        ; done
    ; return hash
    Void @28 = Return(@11)
}
;; run chain(2500) == 0x8796da920c48daf3
