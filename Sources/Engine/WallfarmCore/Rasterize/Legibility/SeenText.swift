import WallfarmPluginKit

/// The colours of a text and what lies behind it under one trial, ready to be compared.
struct SeenText {
  private struct Letters {
    let color: SIMD4<Float>
    /// 0…1.
    let alpha: Float
    let luminance: Double
    /// Luminance by APCA.
    let light: Double
    /// Where it has the Lc that is asked for.
    let grounds: APCA.Grounds
  }

  private let letters: [Letters]
  private let trial: LegibilityTrial
  /// Strengths of the shadows of its halo.
  private let halo: [Float]
  /// The colour of shadow, halo and pane.
  private let ground: SIMD4<Float>
  /// Light of each level: a copy at hand, because it is looked up for every sample.
  private let light: [Double]
  private let sentLight: [Double]
  private let lightness: Double

  private static let light: [Double] = (0...255).map { Color.linear(UInt8($0)) }

  /// Letters of some texts; `lightness` is the Lc that is asked for.
  init(_ lines: TextLines, _ trial: LegibilityTrial, lightness: Double = 0) {
    self.trial = trial
    halo = LegibilityTrial.strengths(halo: trial.halo[lines.kind(trial)] ?? 0)
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
    // Any of the colours may stand here, so the worst of them counts.
    var worst = 21.0
    for letters in letters {
      // Letters that let something through are seen mixed with it.
      let seen =
        letters.alpha == 1
        ? letters.luminance : luminance(pixel + (letters.color - pixel) * letters.alpha)
      worst = min(worst, (max(seen, below) + 0.05) / (min(seen, below) + 0.05))
    }
    return worst
  }

  /// Whether nothing is seen through letters of any colour.
  var isOpaque: Bool { letters.allSatisfy { $0.alpha == 1 } }

  /// Luminance by APCA of what is behind the letters, 0…1.
  func light(behind sample: TextLines.Sample) -> Double {
    min(max(sentLuminance(pixel(sample)), 0), 1)
  }

  /// Lc of the worst of the colours on a luminance, where nothing is seen through them.
  func lightness(on below: Double) -> Double {
    letters.map { APCA.contrast(text: $0.light, ground: below) }.min() ?? 0
  }

  /// Lc of the worst of the colours.
  func lightness(_ sample: TextLines.Sample) -> Double {
    let pixel = pixel(sample)
    let below = sentLuminance(pixel)
    return letters.map { APCA.contrast(text: seen($0, on: pixel), ground: below) }.min() ?? 0
  }

  /// Whether all colours have the Lc that is asked for.
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

  /// What is behind the letters, with shadow, halo and pane.
  private func pixel(_ sample: TextLines.Sample) -> SIMD4<Float> {
    var pixel = sample.pixel
    pixel += (ground - pixel) * (trial.scrim * (1 - sample.cover))
    pixel += (ground - pixel) * (sample.shadow * trial.shadow)
    // Cards and discs lie on a halo, as on a pane.
    for strength in halo {
      pixel += (ground - pixel) * (sample.shadow * strength * (1 - sample.cover))
    }
    return pixel
  }

  private func sentLuminance(_ pixel: SIMD4<Float>) -> Double {
    func light(_ value: Float) -> Double { sentLight[min(max(Int(value + 0.5), 0), 255)] }
    return APCA.luminance(red: light(pixel[2]), green: light(pixel[1]), blue: light(pixel[0]))
  }

  /// WCAG relative luminance of a pixel in cairo's order.
  private func luminance(_ pixel: SIMD4<Float>) -> Double {
    func linear(_ value: Float) -> Double { light[min(max(Int(value + 0.5), 0), 255)] }
    return 0.0722 * linear(pixel[0]) + 0.7152 * linear(pixel[1]) + 0.2126 * linear(pixel[2])
  }
}
