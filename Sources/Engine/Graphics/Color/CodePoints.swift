/// The code points of ITU-T H.273 that describe the colors of a picture.
struct CodePoints: Hashable, Sendable {
  var primaries: Int
  var transfer: Int
  var matrix: Int
  var isFullRange: Bool

  /// The code points of a picture that has no color information.
  static let unspecified = CodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: true)

  /// The assigned code points; the others are reserved.
  static let knownPrimaries: Set<Int> = [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22]
  static let knownTransfers: Set<Int> = Set(1...18).subtracting([3])
  static let knownMatrices: Set<Int> = Set(0...14).subtracting([3])

  /// The transfer function for HEIF and AVIF; `nil` if the code point is reserved or logarithmic.
  ///
  /// As in browsers, television curves are treated as sRGB, because encoders use them for pictures
  /// that were made for screens.
  var photoCurve: DescribedColor.Curve? {
    switch transfer {
    case 1, 2, 6, 11, 12, 13, 14, 15: .sRGB
    default: exactCurve
    }
  }

  /// The display transfer function for PNG (ITU-T H.273, table 3); `nil` if the code point is
  /// unspecified, reserved or logarithmic.
  var exactCurve: DescribedColor.Curve? {
    switch transfer {
    // Pictures with a television camera curve are meant to be shown on a display with a gamma of
    // 2.4 (ITU-R BT.1886).
    case 1, 6, 11, 12, 14, 15: .gamma(2.4)
    case 4: .gamma(2.2)
    case 5: .gamma(2.8)
    case 7: .parametric(g: 1 / 0.45, a: 1 / 1.1115, b: 0.1115 / 1.1115, c: 1 / 4, d: 0.0912)
    case 8: .gamma(1)
    case 13: .sRGB
    case 16: .perceptualQuantizer
    // SMPTE ST 428-1: white is 48 cd/m², and level 1 is 52.37 cd/m².
    case 17: .parametric(g: 2.6, a: 1.034_079_6, b: 0, c: 0, d: 0)
    case 18: .hybridLogGamma
    default: nil
    }
  }

  /// The conversion from planes to RGB; `nil` if the matrix is not supported.
  var coding: PlaneCoding? {
    switch matrix {
    case 0: .greenBlueRed
    case 1: .shares(red: 0.2126, blue: 0.0722)
    case 4: .shares(red: 0.30, blue: 0.11)
    // An unspecified matrix is treated as ITU-R BT.601, as in every decoder.
    case 2, 5, 6: .shares(red: 0.299, blue: 0.114)
    case 7: .shares(red: 0.212, blue: 0.087)
    case 8: .greenOrange
    case 9: .shares(red: 0.2627, blue: 0.0593)
    // The luma weights are derived from the primaries.
    case 12:
      (Primaries(codePoint: primaries) ?? .bt709).brightness.asShares
    default: nil
    }
  }
}

/// The conversion from a picture's planes to RGB.
enum PlaneCoding: Hashable {
  /// Luma and two color differences, with the weights of red and blue in luma.
  case shares(red: Double, blue: Double)
  case greenBlueRed
  /// The YCgCo color model.
  case greenOrange
}

extension SIMD3<Double> {
  fileprivate var asShares: PlaneCoding { .shares(red: x, blue: z) }
}
