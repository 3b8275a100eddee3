import WallfarmPluginKit

/// The colors of text and its backdrop under one trial, precomputed for sampling.
struct SeenText {
  private struct Letters {
    let color: SIMD4<Float>
    /// Opacity, 0…1.
    let alpha: Float
    let luminance: Double
    /// The luminance as defined by APCA.
    let light: Double
    /// The backdrop luminances on which the text reaches the required Lc.
    let grounds: APCA.Grounds
  }

  private let letters: [Letters]
  private let trial: LegibilityTrial
  /// The opacity of each layer of the contact shadow and of the ambient shadow.
  private let shadows: (contact: Float, ambient: Float)
  /// The color of the gradient, the shadows and the card's tint.
  private let ground: SIMD4<Float>
  /// The linear light of each channel value, 0…255; a local copy, because every sample reads it.
  private let light: [Double]
  private let sentLight: [Double]
  private let lightness: Double

  private static let light: [Double] = (0...255).map { Color.linear(UInt8($0)) }

  /// Prepares text for sampling under a trial; `lightness` is the required Lc.
  init(_ lines: TextLines, _ trial: LegibilityTrial, lightness: Double = 0) {
    self.trial = trial
    shadows = LegibilityTrial.strengths(shadows: trial.shadows[lines.kind(trial)] ?? 0)
    self.lightness = lightness
    light = SeenText.light
    sentLight = APCA.light
    let color = trial.ground
    ground = SIMD4(Float(color.blue), Float(color.green), Float(color.red), 255)
    letters = lines.colors.map { color in
      let color = trial.color(for: color)
      return Letters(
        color: SIMD4(Float(color.blue), Float(color.green), Float(color.red), 0),
        alpha: Float(color.alpha) / 255 * trial.opacity, luminance: color.relativeLuminance,
        light: APCA.luminance(color),
        grounds: APCA.Grounds(text: APCA.luminance(color), atLeast: lightness))
    }
  }

  func contrast(_ sample: TextLines.Sample) -> Double {
    let pixel = pixel(sample)
    let below = luminance(pixel)
    // Any of the text colors can occur at this sample, so the lowest contrast counts.
    var worst = 21.0
    for letters in letters {
      // Translucent letters blend with the backdrop.
      let seen =
        letters.alpha == 1
        ? letters.luminance : luminance(pixel + (letters.color - pixel) * letters.alpha)
      worst = min(worst, (max(seen, below) + 0.05) / (min(seen, below) + 0.05))
    }
    return worst
  }

  /// Whether all text colors are opaque.
  var isOpaque: Bool { letters.allSatisfy { $0.alpha == 1 } }

  /// APCA luminance of the backdrop, 0…1.
  func light(behind sample: TextLines.Sample) -> Double {
    min(max(sentLuminance(pixel(sample)), 0), 1)
  }

  /// The lowest Lc of the text colors on a backdrop with the luminance `below`; the text must be
  /// opaque.
  func lightness(on below: Double) -> Double {
    letters.map { APCA.contrast(text: $0.light, ground: below) }.min() ?? 0
  }

  /// The lowest Lc of the text colors on the backdrop of a sample.
  func lightness(_ sample: TextLines.Sample) -> Double {
    let pixel = pixel(sample)
    let below = sentLuminance(pixel)
    return letters.map { APCA.contrast(text: seen($0, on: pixel), ground: below) }.min() ?? 0
  }

  /// Whether all text colors reach the required Lc on the backdrop of a sample.
  func isLight(_ sample: TextLines.Sample) -> Bool {
    let pixel = pixel(sample)
    let below = sentLuminance(pixel)
    return letters.allSatisfy { letters in
      letters.alpha == 1
        ? letters.grounds.contains(below)
        : APCA.contrast(text: seen(letters, on: pixel), ground: below) >= lightness
    }
  }

  private func seen(_ letters: Letters, on pixel: SIMD4<Float>) -> Double {
    letters.alpha == 1
      ? letters.light : sentLuminance(pixel + (letters.color - pixel) * letters.alpha)
  }

  /// The backdrop pixel of a sample, including the gradient, the shadows and the card's tint.
  ///
  /// These aids are below cards and discs, which hide them.
  private func pixel(_ sample: TextLines.Sample) -> SIMD4<Float> {
    let bare = 1 - sample.cover
    var pixel = sample.pixel
    pixel += (ground - pixel) * (trial.shade * bare)
    guard shadows.contact > 0 else { return pixel }
    // All shadow layers have the same color, so their order does not matter.
    let left =
      (1 - sample.ambient * shadows.ambient * bare) * (1 - sample.shadow * shadows.contact * bare)
    var share: Float = 1
    for _ in 0..<LegibilityLimits.shadowLayers { share *= left }
    return ground + (pixel - ground) * share
  }

  private func sentLuminance(_ pixel: SIMD4<Float>) -> Double {
    func light(_ value: Float) -> Double { sentLight[min(max(Int(value + 0.5), 0), 255)] }
    return APCA.luminance(red: light(pixel[2]), green: light(pixel[1]), blue: light(pixel[0]))
  }

  /// WCAG relative luminance of a pixel in BGRA order.
  private func luminance(_ pixel: SIMD4<Float>) -> Double {
    func linear(_ value: Float) -> Double { light[min(max(Int(value + 0.5), 0), 255)] }
    return 0.0722 * linear(pixel[0]) + 0.7152 * linear(pixel[1]) + 0.2126 * linear(pixel[2])
  }
}
