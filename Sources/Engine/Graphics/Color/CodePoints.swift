/// The numbers of ITU-T H.273 that say what the samples of a picture mean.
struct CodePoints: Hashable, Sendable {
  var primaries: Int
  var transfer: Int
  var matrix: Int
  var isFullRange: Bool

  /// What is told by nothing at all.
  static let unspecified = CodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: true)

  /// Numbers that the recommendation assigns; the others are reserved.
  static let knownPrimaries: Set<Int> = [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22]
  static let knownTransfers: Set<Int> = Set(1...18).subtracting([3])
  static let knownMatrices: Set<Int> = Set(0...14).subtracting([3])

  /// The curve of a number in HEIF and AVIF; nil where it is reserved, or logarithmic.
  ///
  /// As browsers do, the curves of television are taken for that of sRGB: encoders write them for pictures
  /// that were made on screens.
  var photoCurve: DescribedColor.Curve? {
    switch transfer {
    case 1, 2, 6, 11, 12, 13, 14, 15: .sRGB
    default: exactCurve
    }
  }

  /// The curve of a number in PNG (ITU-T H.273, table 3), as a screen shows it; nil where it is unspecified, reserved, or
  /// logarithmic.
  var exactCurve: DescribedColor.Curve? {
    switch transfer {
    // The screen that ITU-R BT.1886 has for the curve of television cameras.
    case 1, 6, 11, 12, 14, 15: .gamma(2.4)
    case 4: .gamma(2.2)
    case 5: .gamma(2.8)
    case 7: .parametric(g: 1 / 0.45, a: 1 / 1.1115, b: 0.1115 / 1.1115, c: 1 / 4, d: 0.0912)
    case 8: .gamma(1)
    case 13: .sRGB
    case 16: .perceptualQuantizer
    // SMPTE ST 428-1: 48 cd/m² of 52.37 are white.
    case 17: .parametric(g: 2.6, a: 1.034_079_6, b: 0, c: 0, d: 0)
    case 18: .hybridLogGamma
    default: nil
    }
  }

  /// How red, green and blue follow from planes; nil for a way that is not supported.
  var coding: PlaneCoding? {
    switch matrix {
    case 0: .greenBlueRed
    case 1: .shares(red: 0.2126, blue: 0.0722)
    case 4: .shares(red: 0.30, blue: 0.11)
    // Nothing said means ITU-R BT.601, as in every decoder.
    case 2, 5, 6: .shares(red: 0.299, blue: 0.114)
    case 7: .shares(red: 0.212, blue: 0.087)
    case 8: .greenOrange
    case 9: .shares(red: 0.2627, blue: 0.0593)
    // Derived from the primaries.
    case 12:
      (Primaries(codePoint: primaries) ?? .bt709).brightness.asShares
    default: nil
    }
  }
}

/// How red, green and blue follow from the planes of a picture.
enum PlaneCoding: Hashable {
  /// From brightness and two differences; the shares that red and blue have in brightness.
  case shares(red: Double, blue: Double)
  case greenBlueRed
  /// YCgCo.
  case greenOrange
}

extension SIMD3<Double> {
  fileprivate var asShares: PlaneCoding { .shares(red: x, blue: z) }
}
