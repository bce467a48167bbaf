barebones 1

extern memcmp(Int64, Int64, Int64) -> Int32
extern "a name" () -> (Int64, Double)
data table = "abc\n\x00" 0x01 0x02 u32:1 u64:0xffffffffffffffff f32:1.5 f64:-0.0 zero:256 -1 f64:nan:0x7ff8000000000001
data empty = ""

proc sum(Int64, Int32) -> Int64 target=host conv=system_v {
    slot0 = stack 16 locked align=8            ; or `anonymous`; optional align=, offset=-32 (forced)
    slot1 = stack 3 anonymous offset=-32
    var0: Int32
    var1: (Int64, V128)
    generator0 = "name"                        ; reserved things
    generator1 = "odd \"name\"\n"
    state0 = frame function=3 pc=17 [@4, ref @5, Int32 7, dead, object0]      ; optional parent=state1 after pc
    state1 = frame function=4 pc=0 parent=state0 [Double nan:0x7ff8000000000001, Float -0.0, Int64 -1]
    state2 = frame function=4 pc=1 []
    object0 = object shape=2 [@4, Int64 0]
    object1 = object shape=0 []
    pinned %r14, %r15
    entries 2                                  ; number of entry points, default 1
#0:                                            ; optional `frequency=0.5` before the colon: `#0 frequency=0.5:`
    Int64 @0 = ArgumentReg(%rdi)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Int32 @3 = Const32(-5)
    Int64 @4 = Const64(0x10)
    Double @5 = ConstDouble(1.5)               ; also inf, -inf, nan:0x7ff8000000000001 (exact bits), -0.0
    Float @6 = ConstFloat(1.5)
    Int32 @7 = Load(@0, offset=8, range=3..7, traps)
    Int32 @8 = Load8Z(@0)
    Void @9 = Store(@7, @0, offset=-4)
    Int64 @10 = SlotBase(slot0)
    Int64 @11 = SymbolAddress(table)
    Int32 @12 = CCall(memcmp, @0, @0, @4)      ; callee by name; or an address as first operand: CCall(@11, @0)
    Int32 @13 = Equal(@7, @8)
    Void @14 = Upsilon(@7, ^@20)
    Int32 @15 = Get(var0)
    Void @16 = Set(@15, var0)
    (Int64, Int32) @17 = AddCarry(@0, @1, @15)
    Int32 @18 = Extract(@17, 1)
    Void @19 = Branch(@13, #1, #2:rare)
#1:
    Int32 @20 = Phi()
    Void @21 = Switch(@20, 1: #2, -5: #1:rare, default: #2)
#2 frequency=0.30000000000000004:
    Void @22 = Return(@0)
}
