barebones 1
; A library function would change a pinned register that the system's convention does not preserve.
;! unsupported a call of fmod, which does not preserve the pinned %xmm8,

proc remainder(Double) -> Double target=x86_64-linux {
    pinned %xmm8
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = GetPinned(%xmm8)
    Double @2 = Mod(@0, @1)
    Void @3 = Return(@2)
}
