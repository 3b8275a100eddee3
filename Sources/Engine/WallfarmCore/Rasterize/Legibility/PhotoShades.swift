import WallfarmPluginKit

/// Lighter and darker shades of the photo's color behind the text, for gradients, shadows and
/// cards.
///
/// White around dark letters on grass looks like a sticker, and black around light letters on a
/// flower looks like dirt; pale green and dark brown look like light and shadow.
struct PhotoShades {
  /// Mean color as blue, green and red, 0…255; nil if all text is on cards and discs.
  private let mean: SIMD3<Float>?

  /// The fractions by which the mean color is mixed with black or white; the shade nearest to the
  /// mean color comes first.
  private static let shades: [Float] = [0.6, 0.8]

  /// The step, on a scale of 0…255, to which each channel of the mean color is rounded.
  private static let step: Float = 8

  /// Number of shades, including black or white.
  static let count = shades.count + 1

  /// Averages the pixels behind the text, excluding cards and discs.
  init(behind texts: [JudgedText]) {
    var (sum, weight) = (SIMD3<Double>.zero, 0.0)
    for text in texts {
      sum += text.lines.uncovered.sum
      weight += text.lines.uncovered.weight
    }
    // The color is rounded, so that the shadows of all notes stay the same when a note is edited.
    let steps = (SIMD3<Float>(sum / weight) / Self.step).rounded(.toNearestOrEven)
    mean = weight >= 1 ? steps * Self.step : nil
  }

  /// Returns the trial in each shade except the first `first` shades, from the shade nearest to the
  /// photo to black or white.
  func trials(_ trial: LegibilityTrial, without first: Int) -> [LegibilityTrial] {
    let end: SIMD3<Float> = trial.darkens ? .zero : SIMD3(repeating: 255)
    var tints: [Color?] = [nil]
    if let mean {
      tints = PhotoShades.shades.map { Color(bgr: mean + (end - mean) * $0) } + tints
    }
    return tints.dropFirst(first).map { tint in
      var trial = trial
      trial.tint = tint
      return trial
    }
  }

  /// The color distance between a trial's aids and the photo, 0…255, by which the strength of aids
  /// is weighted.
  func distance(_ trial: LegibilityTrial) -> Float {
    let ground = trial.ground
    let aid = SIMD3(Float(ground.blue), Float(ground.green), Float(ground.red))
    let difference = aid - (mean ?? SIMD3(repeating: 127.5))
    return max(difference.max(), -difference.min())
  }
}

extension Color {
  fileprivate init(bgr: SIMD3<Float>) {
    let rounded = bgr.rounded(.toNearestOrAwayFromZero)
    self.init(red: UInt8(rounded[2]), green: UInt8(rounded[1]), blue: UInt8(rounded[0]))
  }
}
