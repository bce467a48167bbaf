barebones 1
; Cases that keep the prologue at the entry: each of these uses the frame, or is inspected in it, before it returns
; early. On targets whose unwind tables describe one prologue, it is always at the entry.
;! asm x86_64-linux -O 2 as x64-O2
;! asm x86_64-windows -O 2 as win64-O2
;! asm x86_64-linux -O 0 as x64-O0
;! asm aarch64-linux -O 2 as a64-O2
;! run

proc fine(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Return(@0)
}
;; check win64-O2: entry0:
;; not win64-O2: #0:
;; check win64-O2: push rbp
;; check x64-O0: entry0:
;; not x64-O0: #0:
;; check x64-O0: push rbp
;; run fine(5) == 5

proc calls_first(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = CCall(fine, @0)
    Void @2 = Branch(@1, #1, #2)
#1:
    Int64 @3 = CCall(fine, @1)
    Int64 @4 = Add(@3, @0)
    Void @5 = Return(@4)
#2:
    Int64 @6 = Const64(7)
    Void @7 = Return(@6)
}
;; check x64-O2: entry0:
;; not x64-O2: #0:
;; check x64-O2: push rbp
;; check a64-O2: entry0:
;; not a64-O2: #0:
;; check a64-O2: stp x29, x30
;; run calls_first(0) == 7

proc slot(Int64) -> Int64 {
    slot0 = stack 8 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = SlotBase(slot0)
    Void @2 = Store(@0, @1)
    Int64 @3 = Load(@1)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int64 @5 = CCall(fine, @3)
    Void @6 = Return(@5)
#2:
    Void @7 = Return(@3)
}
;; check x64-O2: entry0:
;; not x64-O2: #0:
;; check x64-O2: push rbp
;; check a64-O2: entry0:
;; not a64-O2: #0:
;; check a64-O2: stp x29, x30
;; run slot(3) == 3

proc stack_argument(Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = FramePointer()
    Int64 @1 = Load(@0, offset=16)
    Void @2 = Branch(@1, #1, #2)
#1:
    Int64 @3 = CCall(fine, @1)
    Void @4 = Return(@3)
#2:
    Void @5 = Return(@1)
}
;; check x64-O2: entry0:
;; not x64-O2: #0:
;; check x64-O2: push rbp

proc frame_pointer(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = FramePointer()
    Void @2 = Branch(@0, #1, #2)
#1:
    Int64 @3 = CCall(fine, @0)
    Void @4 = Return(@3)
#2:
    Void @5 = Return(@1)
}
;; check x64-O2: entry0:
;; not x64-O2: #0:
;; check x64-O2: push rbp
;; check a64-O2: entry0:
;; not a64-O2: #0:
;; check a64-O2: stp x29, x30

proc writes_before_limit(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@1)
    Void @3 = StackLimitCheck(@2)
    Void @4 = Store(@0, @1, offset=8)
    Void @5 = Branch(@0, #1, #2)
#1:
    Int64 @6 = CCall(fine, @0)
    Void @7 = Return(@6)
#2:
    Void @8 = Return(@0)
}
;; check x64-O2: entry0:
;; not x64-O2: #0:
;; check x64-O2: push rbp
;; check x64-O2: cmp rsp, [

proc limit_later(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Branch(@0, #1, #2)
#1:
    Int64 @3 = Load(@1)
    Void @4 = StackLimitCheck(@3)
    Void @5 = Branch(@1, #2, #3)
#2:
    Void @6 = Return(@0)
#3:
    Int64 @7 = CCall(fine, @0)
    Void @8 = Return(@7)
}
;; check x64-O2: entry0:
;; not x64-O2: #0:
;; check x64-O2: push rbp

; The comparison moves to one place only.
proc limited_at_two_places(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@1)
    Void @3 = StackLimitCheck(@2)
    Void @4 = Branch(@0, #1, #2)
#1:
    Int64 @5 = Const64(1)
    Int64 @6 = CCall(fine, @5)
    Void @7 = Return(@6)
#2:
    Void @8 = Branch(@1, #3, #4)
#3:
    Int64 @9 = Const64(2)
    Int64 @10 = CCall(fine, @9)
    Void @11 = Return(@10)
#4:
    Void @12 = Return(@0)
}
;; check x64-O2: entry0:
;; not x64-O2: #0:
;; check x64-O2: push rbp
;; check x64-O2: cmp rsp, [

proc in_a_loop(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Upsilon(@0, ^@3)
    Void @2 = Jump(#1)
#1:
    Int64 @3 = Phi()
    Int64 @4 = Const64(5)
    Int32 @5 = LessThan(@3, @4)
    Void @6 = Branch(@5, #2, #3)
#2:
    Void @7 = Return(@3)
#3:
    Int64 @8 = CCall(fine, @3)
    Int64 @9 = Const64(1)
    Int64 @10 = Sub(@8, @9)
    Void @11 = Upsilon(@10, ^@3)
    Void @12 = Jump(#1)
}
;; check x64-O2: entry0:
;; not x64-O2: #0:
;; check x64-O2: push rbp
;; run in_a_loop(4) == 4

proc large_frame(Int64) -> Int64 {
    slot0 = stack 8192 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Branch(@0, #1, #2)
#1:
    Int64 @2 = SlotBase(slot0)
    Void @3 = Store(@0, @2)
    Int64 @4 = CCall(fine, @2)
    Int64 @5 = Load(@4)
    Void @6 = Return(@5)
#2:
    Void @7 = Return(@0)
}
;; check x64-O2: entry0:
;; not x64-O2: #0:
;; check x64-O2: push rbp
;; run large_frame(0) == 0

; The frame becomes so large that it is probed only by what allocation adds.
proc large_with_saved_registers(Int64) -> Int64 {
    slot0 = stack 4080 locked align=8
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Branch(@0, #1, #2)
#1:
    Int64 @2 = SlotBase(slot0)
    Void @3 = Store(@0, @2)
    Int64 @4 = CCall(fine, @2)
    Int64 @5 = Add(@4, @0)
    Void @6 = Return(@5)
#2:
    Void @7 = Return(@0)
}
;; check x64-O2: entry0:
;; not x64-O2: #0:
;; check x64-O2: push rbp

proc three_places(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = ArgumentReg(%a2)
    Void @3 = Branch(@0, #1, #2)
#1:
    Int64 @4 = Const64(1)
    Int64 @5 = CCall(fine, @4)
    Void @6 = Return(@5)
#2:
    Void @7 = Branch(@1, #3, #4)
#3:
    Int64 @8 = Const64(2)
    Int64 @9 = CCall(fine, @8)
    Void @10 = Return(@9)
#4:
    Void @11 = Branch(@2, #5, #6)
#5:
    Int64 @12 = Const64(3)
    Int64 @13 = CCall(fine, @12)
    Void @14 = Return(@13)
#6:
    Void @15 = Return(@0)
}
;; check x64-O2: entry0:
;; not x64-O2: #0:
;; check x64-O2: push rbp

; The comparison loads the limit, which traps.
proc limit_in_memory(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Load(@1, traps)
    Void @3 = StackLimitCheck(@2)
    Void @4 = Branch(@0, #1, #2)
#1:
    Int64 @5 = CCall(fine, @0)
    Void @6 = Return(@5)
#2:
    Void @7 = Return(@0)
}
;; check x64-O2: entry0:
;; not x64-O2: #0:
;; check x64-O2: push rbp
;; check x64-O2: cmp rsp, [
;; run limit_in_memory(0, 0) traps HeapOutOfBounds

proc two_entries(Int64) -> Int64 {
    entries 2
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = EntrySwitch(#1, #2)
#1:
    Void @2 = Return(@0)
#2:
    Int64 @3 = CCall(fine, @0)
    Void @4 = Return(@3)
}
;; check x64-O2: entry1:
;; not x64-O2: #0:
;; check x64-O2: push rbp
;; check x64-O2: entry0:
;; not x64-O2: #0:
;; check x64-O2: push rbp
