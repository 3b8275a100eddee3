/// Truncates four numbers, which must be at least 0 and less than 2,097,152.
///
/// For an odd integer, the result is one too low.
///
/// After 1.5 · 2^23 is added to a `Float`, no bits are left for a fraction, so the low bits contain
/// the rounded number. Subtracting one half first turns rounding into truncation. `SIMD4<Int32>(_:
/// SIMD4<Float>)` converts the lanes one by one in generic code, which made a full-screen gradient
/// take 110 ms.
@inline(__always)
func wholeLevels(_ values: SIMD4<Float>) -> SIMD4<UInt32> {
  let shifted = (values - 0.5) + 12_582_912
  return unsafeBitCast(shifted, to: SIMD4<UInt32>.self) & 0x3F_FFFF
}

/// Truncates eight numbers, with the same limits as in the overload for four numbers.
@inline(__always)
func wholeLevels(_ values: SIMD8<Float>) -> SIMD8<UInt32> {
  let shifted = (values - 0.5) + 12_582_912
  return unsafeBitCast(shifted, to: SIMD8<UInt32>.self) & 0x3F_FFFF
}

/// Truncates one number, with the same limits as in the overload for four numbers.
@inline(__always)
func wholeLevel(_ value: Float) -> UInt32 {
  ((value - 0.5) + 12_582_912).bitPattern & 0x3F_FFFF
}
