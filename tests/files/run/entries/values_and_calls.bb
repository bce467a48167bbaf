barebones 1
; Procedures with several entries: code before the EntrySwitch is executed at each of them.
;! run

; More values than registers, computed before the switch and read after it.
proc keeps_much(Int64) -> Int64 {
    entries 2
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @30 = Identity(@0)
    Int64 @31 = Add(@30, @1)
    Int64 @32 = Add(@31, @1)
    Int64 @33 = Add(@32, @1)
    Int64 @34 = Add(@33, @1)
    Int64 @35 = Add(@34, @1)
    Int64 @36 = Add(@35, @1)
    Int64 @37 = Add(@36, @1)
    Int64 @38 = Add(@37, @1)
    Int64 @39 = Add(@38, @1)
    Int64 @40 = Add(@39, @1)
    Int64 @41 = Add(@40, @1)
    Int64 @42 = Add(@41, @1)
    Int64 @43 = Add(@42, @1)
    Int64 @44 = Add(@43, @1)
    Int64 @45 = Add(@44, @1)
    Int64 @46 = Add(@45, @1)
    Int64 @47 = Add(@46, @1)
    Int64 @48 = Add(@47, @1)
    Int64 @49 = Add(@48, @1)
    Int64 @50 = Add(@49, @1)
    Int64 @51 = Add(@50, @1)
    Int64 @52 = Add(@51, @1)
    Int64 @53 = Add(@52, @1)
    Int64 @54 = Add(@53, @1)
    Int64 @55 = Add(@54, @1)
    Int64 @56 = Add(@55, @1)
    Int64 @57 = Add(@56, @1)
    Void @90 = EntrySwitch(#1, #2)
#1:
    Int64 @100 = Add(@57, @30)
    Int64 @101 = Add(@100, @31)
    Int64 @102 = Add(@101, @32)
    Int64 @103 = Add(@102, @33)
    Int64 @104 = Add(@103, @34)
    Int64 @105 = Add(@104, @35)
    Int64 @106 = Add(@105, @36)
    Int64 @107 = Add(@106, @37)
    Int64 @108 = Add(@107, @38)
    Int64 @109 = Add(@108, @39)
    Int64 @110 = Add(@109, @40)
    Int64 @111 = Add(@110, @41)
    Int64 @112 = Add(@111, @42)
    Int64 @113 = Add(@112, @43)
    Int64 @114 = Add(@113, @44)
    Int64 @115 = Add(@114, @45)
    Int64 @116 = Add(@115, @46)
    Int64 @117 = Add(@116, @47)
    Int64 @118 = Add(@117, @48)
    Int64 @119 = Add(@118, @49)
    Int64 @120 = Add(@119, @50)
    Int64 @121 = Add(@120, @51)
    Int64 @122 = Add(@121, @52)
    Int64 @123 = Add(@122, @53)
    Int64 @124 = Add(@123, @54)
    Int64 @125 = Add(@124, @55)
    Int64 @126 = Add(@125, @56)
    Void @150 = Return(@126)
#2:
    Int64 @200 = Add(@57, @30)
    Int64 @201 = Add(@200, @31)
    Int64 @202 = Add(@201, @32)
    Int64 @203 = Add(@202, @33)
    Int64 @204 = Add(@203, @34)
    Int64 @205 = Add(@204, @35)
    Int64 @206 = Add(@205, @36)
    Int64 @207 = Add(@206, @37)
    Int64 @208 = Add(@207, @38)
    Int64 @209 = Add(@208, @39)
    Int64 @210 = Add(@209, @40)
    Int64 @211 = Add(@210, @41)
    Int64 @212 = Add(@211, @42)
    Int64 @213 = Add(@212, @43)
    Int64 @214 = Add(@213, @44)
    Int64 @215 = Add(@214, @45)
    Int64 @216 = Add(@215, @46)
    Int64 @217 = Add(@216, @47)
    Int64 @218 = Add(@217, @48)
    Int64 @219 = Add(@218, @49)
    Int64 @220 = Add(@219, @50)
    Int64 @221 = Add(@220, @51)
    Int64 @222 = Add(@221, @52)
    Int64 @223 = Add(@222, @53)
    Int64 @224 = Add(@223, @54)
    Int64 @225 = Add(@224, @55)
    Int64 @226 = Add(@225, @56)
    Int64 @251 = Add(@226, @226)
    Void @250 = Return(@251)
}
;; run keeps_much@0(1) == 406
;; run keeps_much@1(1) == 812

proc unlikely(Int64) -> Int64 {
    entries 2
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Void @2 = EntrySwitch(#1:rare, #2)
#1:
    Int64 @3 = Add(@0, @1)
    Void @4 = Return(@3)
#2:
    Int64 @5 = Add(@0, @1)
    Int64 @6 = Add(@5, @1)
    Void @7 = Return(@6)
}
;; run unlikely@0(1) == 2
;; run unlikely@1(1) == 3

; A call of the procedure by its name enters at the first entry.
proc calls_itself(Int64) -> Int64 {
    entries 2
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Void @2 = EntrySwitch(#1, #2)
#1:
    Void @3 = Branch(@0, #3, #4)
#2:
    Int64 @5 = CCall(calls_itself, @0)
    Int64 @6 = Add(@5, @1)
    Void @7 = Return(@6)
#3:
    Int64 @8 = Sub(@0, @1)
    Int64 @9 = CCall(calls_itself, @8)
    Int64 @10 = Mul(@0, @9)
    Void @11 = Return(@10)
#4:
    Void @12 = Return(@1)
}
;; run calls_itself@0(4) == 24
;; run calls_itself@1(4) == 25

; In a convention that saves nothing, with results at the return of each of them.
proc of_other_convention(Int64, Double) -> (Int64, Double) conv=internal {
    entries 3
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Int64 @2 = Const64(1)
    Int64 @3 = Add(@0, @2)
    Void @4 = EntrySwitch(#1, #2, #1)
#1:
    Void @5 = Return(@3, @1)
#2:
    Int64 @6 = Neg(@0)
    Double @7 = Add(@1, @1)
    Void @8 = Return(@6, @7)
}
;; run of_other_convention@0(4, 2.5) == 5, 2.5
;; run of_other_convention@1(4, 2.5) == -4, 5.0
;; run of_other_convention@2(4, 2.5) == 5, 2.5

; All entries lead to one place, by blocks that do nothing.
proc one_place(Int64) -> Int64 {
    entries 2
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = EntrySwitch(#1, #2)
#1:
    Void @2 = Jump(#3)
#2:
    Void @3 = Jump(#3)
#3:
    Int64 @4 = Const64(7)
    Int64 @5 = Add(@0, @4)
    Void @6 = Return(@5)
}
;; run one_place@0(5) == 12
;; run one_place@1(5) == 12
