import WallfarmPluginKit

extension LegibilityChooser {
  /// A trial with halo or pane in the colour of the picture behind the text, made lighter or darker: what is nearest
  /// to that colour first, black or white last.
  ///
  /// White round dark letters on grass looks like a sticker, and black behind light ones on a flower like dirt; pale
  /// green and dark brown look like light and shade.
  func tinted(_ trial: LegibilityTrial) -> [LegibilityTrial] {
    let mean = mean
    let end: SIMD3<Float> = trial.darkens ? .zero : SIMD3(repeating: 255)
    let tints = LegibilityChooser.shades.map { shade in
      let mixed = (mean + (end - mean) * shade).rounded(.toNearestOrAwayFromZero)
      return Color(red: UInt8(mixed[2]), green: UInt8(mixed[1]), blue: UInt8(mixed[0]))
    }
    return (tints + [nil]).map { tint in
      var trial = trial
      trial.tint = tint
      return trial
    }
  }

  /// How much of the way they go from the picture's colour to black or white.
  private static let shades: [Float] = [0.6, 0.8]

  /// The mean of the picture behind all letters: blue, green, red, 0…255.
  private var mean: SIMD3<Float> {
    var (sum, count) = (SIMD3<Float>.zero, Float(0))
    for sample in bare.flatMap(\.lines.samples).joined() {
      let pixel = sample.pixel
      sum += SIMD3(pixel[0], pixel[1], pixel[2])
      count += 1
    }
    return sum / max(count, 1)
  }
}
