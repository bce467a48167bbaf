barebones 1

extern memcmp(Int64, Int64, Int64) -> Int32
extern "a name; \"odd\""(Float) -> (Int64, Double)
extern nothing() -> Void

data table = "abc\n\x00\x01\x02?\"\\"
    zero:300
    "\xff\t\r"
data empty = ""

proc everything(Int64, Int32, V128) -> (Int64, Double) target=x86_64-linux conv=internal {
    slot0 = stack 16 locked align=8
    slot1 = stack 3 anonymous offset=-32
    slot2 = stack 0 anonymous align=16 offset=2147483647
    slot3 = stack 4294967295 locked align=3
    var0: Int32
    var1: (Int64, V128)
    var2: Void
    generator0 = "name"
    generator1 = "odd \"name\"\n"
    state0 = frame function=3 pc=17 [@4, ref @5, Int32 -7, dead, object0]
    state1 = frame function=4 pc=0 parent=state0 [Double nan:0x7ff8000000000001, Float -0.0, Int64 -1]
    state2 = frame function=4294967295 pc=1 parent=state9 []
    object0 = object shape=2 [@4, Int64 0, object1]
    object1 = object shape=0 []
    pinned %r14, %r15, %xmm2
    entries 2
#0:
    Int64 @0 = ArgumentReg(%rdi)
    Double @1 = ArgumentReg(%xmm1)
    Int32 @2 = Const32(-2147483648)
    Int32 @3 = Const32(2147483647, origin=0)
    Int64 @4 = Const64(-9223372036854775808, origin=4294967294)
    Double @5 = ConstDouble(1.5)
    Double @6 = ConstDouble(-0.0)
    Double @7 = ConstDouble(inf)
    Double @8 = ConstDouble(-inf)
    Double @9 = ConstDouble(nan:0x7ff8000000000001)
    Double @10 = ConstDouble(nan:0xfff0000000000001)
    Double @11 = ConstDouble(5e-324)
    Double @12 = ConstDouble(1.7976931348623157e308)
    Float @13 = ConstFloat(0.1)
    Float @14 = ConstFloat(-inf)
    Float @15 = ConstFloat(nan:0x7f800001)
    Float @16 = ConstFloat(1e-45)
    (Int64, V128) @17 = BottomTuple()
    () @18 = BottomTuple()
    (Int32) @19 = BottomTuple(reference)
    V128 @20 = Identity(@17)
    Int64 @21 = SlotBase(slot1)
    Int64 @22 = SymbolAddress("a name; \"odd\"")
    Int64 @23 = SymbolAddress(table)
    Int64 @24 = Load(@0, reference)
    Int64 @25 = Add(@24, @4, derived=@24, origin=77)
    Int32 @26 = Load(@0, offset=-2147483648, range=3..7, traps, immutable, not_control_dependent, volatile)
    Int32 @27 = Load8Z(@0, range=none)
    Int32 @28 = Load8S(@0, range=0..4294967294)
    Int32 @29 = Load16Z(@0, offset=2147483647)
    Int32 @30 = Load16S(@0)
    Void @31 = Store(@26, @0, offset=-4)
    Void @32 = Store8(@26, @0, traps, volatile)
    Void @33 = Store16(@26, @0, range=1..2, traps, origin=3)
    Void @34 = MemoryCopy(@0, @0, @4)
    Void @35 = MemoryCopy(@0, @0, @4, reads=1..2, writes=2..3)
    Void @36 = MemoryFill(@0, @2, @4)
    Void @37 = MemoryFill(@0, @2, @4, reads=top, writes=none)
    Void @38 = Fence()
    Void @39 = Fence(reads=none, writes=5..6, origin=9)
    Void @202 = Fence(order=compiler)
    Int64 @203 = AtomicLoad(@0, order=acquire)
    Int32 @204 = AtomicXchgAdd(@26, @0, offset=-8, range=3..7, width=8, order=acq_rel, traps)
    Int32 @205 = AtomicWeakCAS(@0, @0, @0, order=relaxed, origin=5)
    Void @206 = AtomicStore(@26, @0, order=release)
    Int32 @40 = CCall(memcmp, @0, @0, @4)
    Void @41 = CCall(@22, state=state1)
    (Int64, Double) @42 = CCall("a name; \"odd\"", @13, conv=system_v, variadic=1)
    Void @43 = CCall(nothing, effects={})
    Void @44 = CCall(nothing, variadic=0, effects={reads=3..7, writes=top, exits, control_dependent, writes_local, reads_local, writes_pinned, reads_pinned, fence, safepoint, polls, terminal})
    Void @45 = Patchpoint()
    Int64 @46 = Patchpoint(@0, @1: WarmAny, @2, @3: LateColdAny, @4: SomeRegister, @5: SomeRegisterWithClobber, @6: SomeEarlyRegister, @7: SomeLateRegister, @8: Register(%xmm0), @0: LateRegister(%rax), @0: StackArgument(8), @0: Stack(-8), @0: Constant(0x7, 32), @0, result=SomeEarlyRegister, generator=generator1, state=state1, clobber_early={%rax, %xmm1}, clobber_late={%rcx}, scratch_gp=255, scratch_fp=1, effects={reads=top, exits})
    (Int64, Int32) @47 = Patchpoint(result=[Register(%rax), ColdAny], effects={})
    Int32 @48 = CheckAdd(@2, @3, @4: WarmAny, generator=generator0)
    Int32 @49 = CheckSub(@2, @3, @4: StackArgument(-16), state=state0)
    Int32 @50 = CheckMul(@2, @3)
    Void @51 = Check(@2, @3: SomeRegister, @4: WarmAny, clobber_late={%xmm0}, scratch_gp=1)
    Void @52 = InvalidationPoint(@2, @3: WarmAny)
    Void @53 = TrapIf(@2, User(65535))
    Void @54 = TrapIf(@2, BadConversion, origin=5)
    Void @55 = Upsilon(@7, ^@200)
    Int32 @56 = Get(var0)
    Void @57 = Set(@56, var0)
    (Int64, Int32) @58 = AddCarry(@0, @0, @56)
    Int32 @59 = Extract(@58, 4294967295)
    Int64 @60 = Select(@2, @0, @0, reference, derived=@24)
    Void @61 = EntrySwitch(#1, #2:rare)
#1 frequency=0.30000000000000004:
    Int32 @200 = Phi()
    Void @201 = Switch(@200, 1: #2, -5: #1:rare, 9223372036854775807: #3, default: #2)
#2 frequency=nan:0x7ff8000000000002:
    Int64 @100 = Load(@0)
    Void @101 = Branch(@100, #3, #4:rare)
#3 frequency=0.0:
    Void @102 = Jump(#4:rare)
#4 frequency=inf:
    Void @103 = Return(@0, @1)
#5:
    Void @104 = Return()
#6:
    Void @105 = Trap(Unreachable)
#7:
    Void @106 = TailCall(nothing, @0)
#8:
    Void @107 = TailCall(@0, @1, conv=system_v, effects={fence})
#9:
    Void @108 = Oops()
#10:
    Void @109 = Switch(@2, default: #0)
#11:
    Void @110 = Patchpoint(@0: WarmAny, #1, #2:rare, effects={terminal})
#12:
    Void @111 = CCall(nothing, @0, #1, #2:rare, exceptional)
#13:
}

proc "../weird\x00name"() -> Void target=other conv=system_v {
}

proc ..(Double) -> Float target="7 up" conv="-" features={sse4.1, lse} {
#0:
    Float @0 = Phi()
    Void @1 = Return(@0)
}
