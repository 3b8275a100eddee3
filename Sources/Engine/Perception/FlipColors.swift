import Glibc

/// Converts between the color spaces of FLIP, with the white point D65.
///
/// Source: Andersson et al., "FLIP: A Difference Evaluator for Alternating Images", HPG 2020. The
/// matrices are taken from the authors' program, version 1.7, so that the results match those of
/// the program.
enum FlipColors {
  /// The linear-light value of each sRGB level (IEC 61966-2-1).
  static let linear: [Float] = (0...255).map { level in
    let share = Float(level) / 255
    return share <= 0.04045 ? share / 12.92 : powf((share + 0.055) / 1.055, 2.4)
  }

  /// Converts linear sRGB to CIE XYZ divided by the white point (0.950428545, 1, 1.088900371).
  @inline(__always)
  private static func xyz(_ rgb: SIMD3<Float>) -> SIMD3<Float> {
    rgb.x * SIMD3(0.433895378, 0.212636822, 0.017752423)
      + rgb.y * SIMD3(0.376242363, 0.715182982, 0.109465629)
      + rgb.z * SIMD3(0.189862234, 0.072180196, 0.872781955)
  }

  /// Converts CIE XYZ divided by the white point to linear sRGB.
  @inline(__always)
  private static func linear(xyz: SIMD3<Float>) -> SIMD3<Float> {
    xyz.x * SIMD3(3.080342027, -0.921178474, 0.052881296)
      + xyz.y * SIMD3(-1.537398934, 1.875930071, -0.204011202)
      + xyz.z * SIMD3(-0.542942996, 0.04524841, 1.151129865)
  }

  /// Converts linear sRGB to YCxCz, an opponent color space that can be filtered because it is
  /// linear in light.
  @inline(__always)
  static func yCxCz(linear rgb: SIMD3<Float>) -> SIMD3<Float> {
    let xyz = xyz(rgb)
    return SIMD3(116 * xyz.y - 16, 500 * (xyz.x - xyz.y), 200 * (xyz.y - xyz.z))
  }

  /// Converts YCxCz to CIE L*a*b* and applies the Hunt effect, which reduces a* and b* in dark
  /// colors.
  ///
  /// Colors that are out of gamut after filtering are clamped first.
  @inline(__always)
  static func huntLab(yCxCz color: SIMD3<Float>) -> SIMD3<Float> {
    let y = (color.x + 16) / 116
    let rgb = linear(xyz: SIMD3(y + color.y / 500, y, y - color.z / 200))
    return huntLab(
      linear: rgb.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1)))
  }

  /// Converts linear sRGB to CIE L*a*b* and applies the Hunt effect.
  @inline(__always)
  static func huntLab(linear rgb: SIMD3<Float>) -> SIMD3<Float> {
    let xyz = xyz(rgb)
    let root = SIMD3(labRoot(xyz.x), labRoot(xyz.y), labRoot(xyz.z))
    let lightness = 116 * root.y - 16
    let strength = 0.01 * lightness
    return SIMD3(
      lightness, strength * 500 * (root.x - root.y), strength * 200 * (root.y - root.z))
  }

  /// The HyAB distance for large color differences: city-block distance in lightness, Euclidean
  /// distance in chroma.
  ///
  /// Source: Abasi, Amani Tehran and Fairchild, "Distance metrics for very large color differences"
  /// (2020).
  @inline(__always)
  static func hyAB(_ one: SIMD3<Float>, _ other: SIMD3<Float>) -> Float {
    let gap = one - other
    return abs(gap.x) + (gap.y * gap.y + gap.z * gap.z).squareRoot()
  }

  @inline(__always)
  private static func labRoot(_ value: Float) -> Float {
    let delta: Float = 6.0 / 29
    return value > delta * delta * delta
      ? cbrtf(value) : value / (3 * delta * delta) + 4.0 / 29
  }
}
