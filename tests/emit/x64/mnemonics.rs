//! Machine instructions of each opcode.

use barebones::air::Opcode;
use iced_x86::Mnemonic;

/// For each opcode with forms: instructions of which one is required, and others that are allowed.
pub(crate) fn expected(opcode: Opcode) -> Option<(&'static [Mnemonic], &'static [Mnemonic])> {
    use Mnemonic::*;
    use Opcode as O;
    Some(match opcode {
        O::Move | O::Move32 => (&[Mov, Xor], &[]),
        O::MoveFloat => (&[Movaps, Movss], &[]),
        O::MoveDouble => (&[Movaps, Movsd], &[]),
        O::MoveZeroToDouble | O::MoveZeroToVector => (&[Xorps], &[]),
        O::MoveVector => (&[Movaps, Movups], &[]),
        O::SelectVector => (&[Test], &[Movaps, Jne]),
        O::VectorAnd => (&[Andps, Vandps], &[Movaps]),
        O::VectorOr => (&[Orps, Vorps], &[Movaps]),
        O::VectorXor => (&[Xorps, Vxorps], &[Movaps]),
        O::VectorAndNot => (&[Andnps, Vandnps], &[Movaps]),
        O::VectorAdd => (
            &[Paddb, Paddw, Paddd, Paddq, Addps, Addpd, Vpaddb, Vpaddw, Vpaddd, Vpaddq, Vaddps, Vaddpd],
            &[Movaps],
        ),
        O::VectorMul => (
            &[Pmullw, Pmulld, Mulps, Mulpd, Vpmullw, Vpmulld, Vmulps, Vmulpd, Pmuludq],
            &[Movaps, Shufps, Punpckldq],
        ),
        O::VectorMul64 => (&[Pmuludq], &[Movaps, Psrlq, Psllq, Paddq]),
        O::VectorDiv => (&[Divps, Divpd, Vdivps, Vdivpd], &[Movaps]),
        O::VectorMin => (
            &[
                Pminsb, Pminsw, Pminsd, Pminub, Pminuw, Pminud, Vpminsb, Vpminsw, Vpminsd, Vpminub, Vpminuw,
                Vpminud,
            ],
            &[Movaps],
        ),
        O::VectorMax => (
            &[
                Pmaxsb, Pmaxsw, Pmaxsd, Pmaxub, Pmaxuw, Pmaxud, Vpmaxsb, Vpmaxsw, Vpmaxsd, Vpmaxub, Vpmaxuw,
                Vpmaxud,
            ],
            &[Movaps],
        ),
        O::VectorPMin => (&[Minps, Minpd, Vminps, Vminpd], &[Movaps]),
        O::VectorPMax => (&[Maxps, Maxpd, Vmaxps, Vmaxpd], &[Movaps]),
        O::VectorAddSat => {
            (&[Paddsb, Paddsw, Paddusb, Paddusw, Vpaddsb, Vpaddsw, Vpaddusb, Vpaddusw], &[Movaps])
        }
        O::VectorSubSat => {
            (&[Psubsb, Psubsw, Psubusb, Psubusw, Vpsubsb, Vpsubsw, Vpsubusb, Vpsubusw], &[Movaps])
        }
        O::VectorAverage => (&[Pavgb, Pavgw, Vpavgb, Vpavgw], &[Movaps]),
        O::VectorEqual => (
            &[
                Pcmpeqb, Pcmpeqw, Pcmpeqd, Pcmpeqq, Cmpps, Cmppd, Vpcmpeqb, Vpcmpeqw, Vpcmpeqd, Vpcmpeqq,
                Vcmpps, Vcmppd,
            ],
            &[Movaps, Shufps, Pand],
        ),
        O::VectorLessThan => (
            &[
                Pcmpgtb, Pcmpgtw, Pcmpgtd, Cmpps, Cmppd, Vpcmpgtb, Vpcmpgtw, Vpcmpgtd, Vpcmpgtq, Vcmpps,
                Vcmppd,
            ],
            &[Movaps, Psubq, Pcmpeqd, Pand, Por, Shufps],
        ),
        O::VectorLessEqual => (&[Cmpps, Cmppd, Vcmpps, Vcmppd], &[Movaps]),
        O::VectorExtract => (&[Pextrb, Pextrw, Pextrd, Pextrq, Movd, Movq], &[Movzx, Shr, Pshufd]),
        O::VectorInsert => (
            &[Pinsrb, Pinsrw, Pinsrd, Pinsrq, Punpcklqdq, Shufps],
            &[Movaps, Pextrw, Movzx, And, Or, Shl, Shr, Mov, Movq],
        ),
        O::VectorInsertFirst => (&[Insertps, Blendps, Punpcklqdq, Shufps, Pinsrw], &[Movaps, Movd, Shr]),
        O::VectorInterleaveLow => (
            &[Punpcklbw, Punpcklwd, Punpckldq, Punpcklqdq, Vpunpcklbw, Vpunpcklwd, Vpunpckldq, Vpunpcklqdq],
            &[Movaps],
        ),
        O::VectorInterleaveHigh => (
            &[Punpckhbw, Punpckhwd, Punpckhdq, Punpckhqdq, Vpunpckhbw, Vpunpckhwd, Vpunpckhdq, Vpunpckhqdq],
            &[Movaps],
        ),
        O::VectorLookup => (&[Pshufb, Vpshufb], &[Movaps]),
        O::VectorConcat => (&[Palignr, Vpalignr], &[Movaps]),
        O::VectorNarrow => (
            &[Packsswb, Packuswb, Packssdw, Packusdw],
            &[Movaps, Pcmpeqd, Psrld, Pslld, Psrad, Psllw, Pandn, Psubd, Pxor],
        ),
        O::VectorExtendLow => (&[Pmovsxbw, Pmovsxwd, Pmovsxdq, Pmovzxbw, Pmovzxwd, Pmovzxdq], &[]),
        O::VectorDot => (&[Pmaddwd, Vpmaddwd], &[Movaps]),
        O::VectorMulQ15 => (&[Pmulhrsw], &[Movaps, Pcmpeqd, Pcmpeqw, Psllw, Pxor]),
        O::VectorRound => (&[Roundps, Roundpd], &[]),
        O::VectorSqrt => (&[Sqrtps, Sqrtpd], &[]),
        O::VectorFma => (&[Vfmadd213ps, Vfmadd213pd], &[Movaps]),
        O::VectorInt32ToFloats => (&[Cvtdq2ps], &[]),
        O::VectorInt32ToDoubles => (&[Cvtdq2pd], &[]),
        O::VectorFloatsToInt32Min => (&[Cvttps2dq], &[]),
        O::VectorDoublesToInt32Min => (&[Cvttpd2dq], &[]),
        O::VectorFloatsToDoubles => (&[Cvtps2pd], &[]),
        O::VectorDoublesToFloats => (&[Cvtpd2ps], &[]),
        O::VectorShuffle32 => (&[Pshufd], &[]),
        O::VectorShl => (&[Psllw, Pslld, Psllq], &[Movaps, Mov, And, Movd, Pcmpeqd, Pand, Pandn, Por]),
        O::VectorShr => (
            &[Psrlw, Psrld, Psrlq, Psraw, Psrad],
            &[Movaps, Mov, And, Movd, Pcmpeqd, Psllw, Psllq, Pand, Pandn, Por, Pxor, Psubq],
        ),
        O::VectorBitmask => (&[Pmovmskb, Movmskps, Movmskpd], &[Movaps, Packsswb, Movzx]),
        O::VectorSub => (
            &[Psubb, Psubw, Psubd, Psubq, Subps, Subpd, Vpsubb, Vpsubw, Vpsubd, Vpsubq, Vsubps, Vsubpd],
            &[Movaps],
        ),
        O::Lea32 | O::Lea64 => (&[Lea], &[]),
        O::ZeroExtend8To32 | O::ZeroExtend16To32 => (&[Movzx], &[]),
        O::SignExtend8To32 | O::SignExtend16To32 | O::SignExtend8To64 | O::SignExtend16To64 => {
            (&[Movsx], &[])
        }
        O::SignExtend32To64 => (&[Movsxd], &[]),
        O::Store8 | O::Store16 => (&[Mov], &[]),
        O::Move32ToFloat => (&[Movd, Movss], &[]),
        O::Move64ToDouble => (&[Movq, Movsd], &[]),
        O::MoveFloatTo32 => (&[Movd, Mov], &[]),
        O::MoveDoubleTo64 => (&[Movq, Mov], &[]),
        O::Add8 | O::Add16 => (&[Add], &[]),
        O::Add32 | O::Add64 => (&[Add, Lea], &[Mov]),
        O::And8 | O::And16 => (&[And], &[]),
        O::And32 | O::And64 => (&[And], &[Mov]),
        O::Or8 | O::Or16 => (&[Or], &[]),
        O::Or32 | O::Or64 => (&[Or], &[Mov]),
        O::Xor8 | O::Xor16 => (&[Xor], &[]),
        O::Xor32 | O::Xor64 => (&[Xor], &[Mov]),
        O::Sub8 | O::Sub16 => (&[Sub], &[]),
        O::Sub32 | O::Sub64 => (&[Sub], &[Mov]),
        O::Mul32 | O::Mul64 => (&[Imul], &[Mov]),
        O::Neg32 | O::Neg64 => (&[Neg], &[Mov]),
        O::Not32 | O::Not64 => (&[Not], &[Mov]),
        O::AndNot32 | O::AndNot64 => (&[Andn], &[]),
        O::LowestBit32 | O::LowestBit64 => (&[Blsi], &[]),
        O::ClearLowestBit32 | O::ClearLowestBit64 => (&[Blsr], &[]),
        O::Lshift32 | O::Lshift64 => (&[Shl, Shlx], &[Mov]),
        O::Rshift32 | O::Rshift64 => (&[Sar, Sarx], &[Mov]),
        O::Urshift32 | O::Urshift64 => (&[Shr, Shrx], &[Mov]),
        O::RotateRight32 | O::RotateRight64 => (&[Ror, Rorx], &[Mov]),
        O::RotateLeft32 | O::RotateLeft64 => (&[Rol, Rorx], &[Mov]),
        O::Div32 | O::Mod32 | O::DivMod32 => (&[Idiv], &[Cdq]),
        O::Div64 | O::Mod64 | O::DivMod64 => (&[Idiv], &[Cqo]),
        O::UDiv32 | O::UDiv64 | O::UMod32 | O::UMod64 | O::UDivMod32 | O::UDivMod64 => (&[Div], &[Xor]),
        O::ChillDiv32 => (&[Idiv], &[Test, Cmp, Je, Cdq, Jmp, Xor, Neg]),
        O::ChillDiv64 => (&[Idiv], &[Test, Cmp, Je, Cqo, Jmp, Xor, Neg]),
        O::ChillMod32 => (&[Idiv], &[Test, Cmp, Je, Cdq, Jmp, Xor]),
        O::ChillMod64 => (&[Idiv], &[Test, Cmp, Je, Cqo, Jmp, Xor]),
        O::ChillDivMod32 => (&[Idiv], &[Test, Cmp, Je, Cdq, Jmp, And, Neg, Xor]),
        O::ChillDivMod64 => (&[Idiv], &[Test, Cmp, Je, Cqo, Jmp, And, Neg, Xor]),
        O::MulHigh32 | O::MulHigh64 => (&[Imul], &[]),
        O::UMulHigh32 | O::UMulHigh64 => (&[Mul], &[]),
        O::AddCarry32 | O::AddCarry64 => (&[Adc, Add], &[Mov, Xor, Cmp, Setb]),
        O::SubBorrow32 | O::SubBorrow64 => (&[Sbb, Sub], &[Mov, Xor, Cmp, Setb]),
        O::Clz32 | O::Clz64 => (&[Lzcnt, Bsr], &[Mov, Cmove, Xor]),
        O::Ctz32 | O::Ctz64 => (&[Tzcnt, Bsf], &[Mov, Cmove, Xor]),
        O::PopCount32 | O::PopCount64 => (&[Popcnt], &[Xor]),
        O::ByteSwap32 | O::ByteSwap64 => (&[Bswap], &[Mov]),
        O::SetBit32 | O::SetBit64 => (&[Bts], &[Mov]),
        O::ClearBit32 | O::ClearBit64 => (&[Btr], &[Mov]),
        O::ComplementBit32 | O::ComplementBit64 => (&[Btc], &[Mov]),
        O::MulWide32 | O::MulWide64 => (&[Imul], &[]),
        O::UMulWide32 | O::UMulWide64 => (&[Mul, Mulx], &[]),
        O::ShiftLeftDouble32 | O::ShiftLeftDouble64 => (&[Shld], &[Mov]),
        O::AddCarries32 | O::AddCarries64 => (&[Adc], &[Xor, Cmp, Add, Mov, Setb]),
        O::SubBorrows32 | O::SubBorrows64 => (&[Sbb], &[Xor, Cmp, Sub, Mov, Setb]),
        O::AddWide32 | O::AddWide64 => (&[Adc], &[Add, Mov]),
        O::SubWide32 | O::SubWide64 => (&[Sbb], &[Sub, Mov]),
        O::AddOverflow32 | O::AddOverflow64 => (&[Add], &[Mov, Seto, Movzx]),
        O::SubOverflow32 | O::SubOverflow64 => (&[Sub], &[Mov, Seto, Movzx]),
        O::MulOverflow32 | O::MulOverflow64 => (&[Imul], &[Mov, Seto, Movzx]),
        O::UAddOverflow32 | O::UAddOverflow64 => (&[Add], &[Mov, Setb, Movzx]),
        O::USubOverflow32 | O::USubOverflow64 => (&[Sub], &[Mov, Setb, Movzx]),
        O::UMulOverflow32 | O::UMulOverflow64 => (&[Mul], &[Seto, Movzx]),
        O::AddFloat => (&[Addss, Vaddss], &[Movaps, Movss]),
        O::AddDouble => (&[Addsd, Vaddsd], &[Movaps, Movsd]),
        O::MulFloat => (&[Mulss, Vmulss], &[Movaps, Movss]),
        O::MulDouble => (&[Mulsd, Vmulsd], &[Movaps, Movsd]),
        O::SubFloat => (&[Subss, Vsubss], &[Movaps]),
        O::SubDouble => (&[Subsd, Vsubsd], &[Movaps]),
        O::DivFloat => (&[Divss, Vdivss], &[Movaps]),
        O::DivDouble => (&[Divsd, Vdivsd], &[Movaps]),
        O::AndDouble => (&[Andps, Vandps], &[Movaps]),
        O::OrDouble => (&[Orps, Vorps], &[Movaps]),
        O::XorDouble => (&[Xorps, Vxorps], &[Movaps]),
        O::SqrtFloat => (&[Sqrtss], &[Xorps]),
        O::SqrtDouble => (&[Sqrtsd], &[Xorps]),
        O::CeilFloat | O::FloorFloat | O::TruncFloat | O::NearestFloat => (&[Roundss], &[Xorps]),
        O::CeilDouble | O::FloorDouble | O::TruncDouble | O::NearestDouble => (&[Roundsd], &[Xorps]),
        O::FMinFloat => (&[Minss], &[Movaps, Ucomiss, Jp, Jne, Jmp, Orps, Addss]),
        O::FMinDouble => (&[Minsd], &[Movaps, Ucomisd, Jp, Jne, Jmp, Orps, Addsd]),
        O::FMaxFloat => (&[Maxss], &[Movaps, Ucomiss, Jp, Jne, Jmp, Andps, Addss]),
        O::FMaxDouble => (&[Maxsd], &[Movaps, Ucomisd, Jp, Jne, Jmp, Andps, Addsd]),
        O::MulAddFloat => (&[Vfmadd213ss], &[Movaps]),
        O::MulAddDouble => (&[Vfmadd213sd], &[Movaps]),
        O::PurifyNaNFloat => (&[Ucomiss], &[Movaps, Jnp, Movss]),
        O::PurifyNaNDouble => (&[Ucomisd], &[Movaps, Jnp, Movsd]),
        O::ConvertInt32ToFloat | O::ConvertInt64ToFloat => (&[Cvtsi2ss], &[Xorps]),
        O::ConvertInt32ToDouble | O::ConvertInt64ToDouble => (&[Cvtsi2sd], &[Xorps]),
        O::ConvertUInt64ToFloat => (&[Cvtsi2ss], &[Xorps, Test, Js, Jmp, Mov, Shr, And, Or, Addss]),
        O::ConvertUInt64ToDouble => (&[Cvtsi2sd], &[Xorps, Test, Js, Jmp, Mov, Shr, And, Or, Addsd]),
        O::ConvertFloatToDouble => (&[Cvtss2sd], &[Xorps]),
        O::ConvertDoubleToFloat => (&[Cvtsd2ss], &[Xorps]),
        O::TruncateFloatToInt32Sat | O::TruncateFloatToInt64Sat => {
            (&[Cvttss2si], &[Cmp, Jno, Xorps, Ucomiss, Jp, Jbe, Mov, Jmp, Xor])
        }
        O::TruncateDoubleToInt32Sat | O::TruncateDoubleToInt64Sat => {
            (&[Cvttsd2si], &[Cmp, Jno, Xorps, Ucomisd, Jp, Jbe, Mov, Jmp, Xor])
        }
        O::TruncateFloatToInt32Min | O::TruncateFloatToInt64Min => (&[Cvttss2si], &[]),
        O::TruncateDoubleToInt32Min | O::TruncateDoubleToInt64Min => (&[Cvttsd2si], &[]),
        O::TruncateDoubleToInt32Wrap => {
            (&[Cvttsd2si], &[Cmp, Jo, Mov, Jmp, Movsd, Mulsd, Xorps, Cvtsi2sd, Subsd, Neg])
        }
        O::TruncateFloatToUInt32Sat => (&[Cvttss2si], &[Mov, Cmp, Jbe, Xorps, Ucomiss, Ja, Xor]),
        O::TruncateDoubleToUInt32Sat => (&[Cvttsd2si], &[Mov, Cmp, Jbe, Xorps, Ucomisd, Ja, Xor]),
        O::TruncateFloatToUInt64Sat => {
            (&[Cvttss2si], &[Movss, Ucomiss, Jae, Test, Jns, Xor, Jmp, Subss, Neg, Jo, Mov, Or])
        }
        O::TruncateDoubleToUInt64Sat => {
            (&[Cvttsd2si], &[Movsd, Ucomisd, Jae, Test, Jns, Xor, Jmp, Subsd, Neg, Jo, Mov, Or])
        }
        O::TruncateFloatToInt32Trap | O::TruncateFloatToInt64Trap | O::TruncateFloatToUInt32Trap => {
            (&[Cvttss2si], &[Ucomiss, Jp, Jb, Jbe, Jae])
        }
        O::TruncateDoubleToInt32Trap | O::TruncateDoubleToInt64Trap | O::TruncateDoubleToUInt32Trap => {
            (&[Cvttsd2si], &[Ucomisd, Jp, Jb, Jbe, Jae])
        }
        O::TruncateFloatToUInt64Trap => {
            (&[Cvttss2si], &[Ucomiss, Jp, Jb, Jbe, Jae, Movss, Test, Jns, Xor, Jmp, Subss, Neg, Jo, Mov, Or])
        }
        O::TruncateDoubleToUInt64Trap => {
            (&[Cvttsd2si], &[Ucomisd, Jp, Jb, Jbe, Jae, Movsd, Test, Jns, Xor, Jmp, Subsd, Neg, Jo, Mov, Or])
        }
        other => return comparison(other),
    })
}

const SET: &[Mnemonic] = {
    use Mnemonic::*;
    &[Xor, Movzx, And, Or, Sete, Setne, Setl, Setge, Setg, Setle, Setb, Setae, Seta, Setbe, Setp, Setnp]
};

const JUMPS: &[Mnemonic] = {
    use Mnemonic::*;
    &[Je, Jne, Jl, Jge, Jg, Jle, Jb, Jae, Ja, Jbe, Jp, Jnp, Jmp]
};

const MOVES: &[Mnemonic] = {
    use Mnemonic::*;
    &[
        Mov, Cmove, Cmovne, Cmovl, Cmovge, Cmovg, Cmovle, Cmovb, Cmovae, Cmova, Cmovbe, Cmovp, Jp, Jne, Je,
        Jnp, Movaps, Jl, Jge, Jg, Jle, Jb, Jae, Ja, Jbe,
    ]
};

fn comparison(opcode: Opcode) -> Option<(&'static [Mnemonic], &'static [Mnemonic])> {
    use Mnemonic::*;
    use Opcode as O;
    Some(match opcode {
        O::TestBit32 | O::TestBit64 => (&[Bt, Cmp], SET),
        O::BranchTestBit32 | O::BranchTestBit64 | O::TrapIfTestBit32 | O::TrapIfTestBit64 => {
            (&[Bt, Cmp], JUMPS)
        }
        O::MoveConditionallyTestBit32
        | O::MoveConditionallyTestBit64
        | O::MoveDoubleConditionallyTestBit32
        | O::MoveDoubleConditionallyTestBit64 => (&[Bt, Cmp], MOVES),
        O::Compare8 | O::Compare16 => (&[Cmp], SET),
        O::Test8 => (&[Test], SET),
        O::Branch8 | O::Branch16 | O::TrapIf8 | O::TrapIf16 => (&[Cmp], JUMPS),
        O::BranchTest8 | O::TrapIfTest8 => (&[Test], JUMPS),
        O::MoveConditionally8
        | O::MoveConditionally16
        | O::MoveDoubleConditionally8
        | O::MoveDoubleConditionally16 => (&[Cmp], MOVES),
        O::MoveConditionallyTest8 | O::MoveDoubleConditionallyTest8 => (&[Test], MOVES),
        O::Compare32 | O::Compare64 => (&[Cmp, Test], SET),
        O::Test32 | O::Test64 => (&[Test], SET),
        O::CompareFloat => (&[Ucomiss], SET),
        O::CompareDouble => (&[Ucomisd], SET),
        O::Branch32 | O::Branch64 | O::TrapIf32 | O::TrapIf64 => (&[Cmp, Test], JUMPS),
        O::BranchTest32 | O::BranchTest64 | O::TrapIfTest32 | O::TrapIfTest64 => (&[Test], JUMPS),
        O::BranchFloat | O::TrapIfFloat => (&[Ucomiss], JUMPS),
        O::BranchDouble | O::TrapIfDouble => (&[Ucomisd], JUMPS),
        O::MoveConditionally32
        | O::MoveConditionally64
        | O::MoveDoubleConditionally32
        | O::MoveDoubleConditionally64 => (&[Cmp, Test], MOVES),
        O::MoveConditionallyTest32
        | O::MoveConditionallyTest64
        | O::MoveDoubleConditionallyTest32
        | O::MoveDoubleConditionallyTest64 => (&[Test], MOVES),
        O::MoveConditionallyFloat | O::MoveDoubleConditionallyFloat => (&[Ucomiss], MOVES),
        O::MoveConditionallyDouble | O::MoveDoubleConditionallyDouble => (&[Ucomisd], MOVES),
        O::Jump | O::EntrySwitch => (&[Jmp], &[]),
        O::Switch32 | O::Switch64 => (&[Jmp], &[Cmp, Test, Je, Jl, Ja, Lea, Movsxd, Add, Mov]),
        O::Trap => (&[Ud2], &[]),
        O::StackLimitCheck => (&[Cmp], &[Jb]),
        _ => return None,
    })
}
