import WallfarmPluginKit

/// The colour of a picture behind letters, and what is lighter and darker than it: what halos and panes are made of.
///
/// White round dark letters on grass looks like a sticker, and black behind light ones on a flower like dirt; pale green
/// and dark brown look like light and shade.
struct PhotoShades {
  /// Blue, green, red, 0…255; nil where all letters stand on cards and discs.
  private let mean: SIMD3<Float>?

  /// How much of the way goes from the picture's colour to black or white, the nearest first.
  private static let shades: [Float] = [0.6, 0.8]

  /// How many there are, with black or white.
  static let count = shades.count + 1

  /// The mean of what is behind texts beside cards and discs.
  init(behind texts: [JudgedText]) {
    var (sum, weight) = (SIMD3<Double>.zero, 0.0)
    for sample in texts.lazy.flatMap(\.lines.samples).joined() {
      let (pixel, share) = (sample.pixel, Double(1 - sample.cover))
      sum += SIMD3(Double(pixel[0]), Double(pixel[1]), Double(pixel[2])) * share
      weight += share
    }
    mean = weight >= 1 ? SIMD3<Float>(sum / weight) : nil
  }

  /// A trial in each shade but the first ones: that nearest to the picture first, black or white last.
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

  /// How far the aids of a trial are from the picture, 0…255: many pale shadows are seen no more than few white ones.
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
