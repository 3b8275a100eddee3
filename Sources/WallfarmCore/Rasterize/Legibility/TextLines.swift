import Graphics
import WallfarmPluginKit

/// The lines of one text layer, with the pixels they are seen against.
struct TextLines {
  let layer: String
  /// The colours of its letters, the block's first.
  let colors: [Color]
  let samples: [[Sample]]

  /// A pixel behind or beside a glyph.
  struct Sample {
    /// Blue, green, red, 0…255.
    let pixel: SIMD4<Float>
    /// How much of a shadow falls here, 0…1.
    let shadow: Float
  }

  /// Most samples of a line; more make the percentile no surer.
  private static let most = 2000

  init(
    _ content: TextContent, layer: String, ink: TextInk, scale: Scale,
    over surface: borrowing ImageSurface
  ) {
    self.layer = layer
    let own = content.block.style.color
    colors = [own] + content.block.spans.compactMap(\.color).filter { $0 != own }
    var lines = [[Sample]](repeating: [], count: ink.lineCount)
    var counts = [Int](repeating: 0, count: ink.lineCount)
    for cell in ink.cells { counts[cell.line] += 1 }
    let steps = counts.map { max(1, $0 / TextLines.most) }
    var seen = [Int](repeating: 0, count: ink.lineCount)
    let (size, stride) = (surface.size, surface.stride)
    surface.withPixels { bytes in
      for cell in ink.cells {
        seen[cell.line] += 1
        guard seen[cell.line] % steps[cell.line] == 0 else { continue }
        // A place inside the cell that changes from cell to cell, so that no pattern of the
        // picture stays unseen.
        let shift = Double((cell.x * 5 + cell.y * 3) % 8) / 8 + 0.06
        let x = Int((Double(cell.x) + shift) * scale.x)
        let y = Int((Double(cell.y) + 1 - shift) * scale.y)
        guard (0..<size.width).contains(x), (0..<size.height).contains(y) else { continue }
        let pixel = bytes.loadUnaligned(
          fromByteOffset: y * stride + x * 4, as: SIMD4<UInt8>.self)
        lines[cell.line].append(Sample(pixel: SIMD4<Float>(pixel), shadow: cell.shadow))
      }
    }
    samples = lines
  }
}

/// Colours and aids that are being tried.
struct LegibilityTrial {
  /// What replaces a text colour; with any, the theme's own shadows go, which suit its own colours.
  var colors: [Color: Color] = [:]
  /// Strength of a shadow round the letters, 0…1.
  var shadow: Float = 0
  /// Strength of the band behind the notes, 0…1.
  var scrim: Float = 0
  /// Whether shadow and band are black (under light text) or white.
  var darkens = true

  func color(for color: Color) -> Color { colors[color] ?? color }
}

extension TextLines {
  /// The contrast that 95 of 100 samples of a line reach under a trial.
  func fifthPercentile(line: Int, _ trial: LegibilityTrial) -> Double {
    // Bins of 0.01 from 1:1 to 21:1; the result is the lower end of a bin, so never too good.
    var bins = [Int](repeating: 0, count: 2001)
    for sample in samples[line] { bins[Int((contrast(sample, trial) - 1) * 100)] += 1 }
    let limit = samples[line].count / 20
    var passed = 0
    for (index, count) in bins.enumerated() {
      passed += count
      if passed > limit { return 1 + Double(index) / 100 }
    }
    return 21
  }

  /// Whether 95 of 100 samples of every line reach a contrast.
  func reach(_ target: Double, _ trial: LegibilityTrial) -> Bool {
    samples.allSatisfy { line in
      var failed = 0
      let limit = line.count / 20
      for sample in line where contrast(sample, trial) < target {
        failed += 1
        if failed > limit { return false }
      }
      return true
    }
  }

  private func contrast(_ sample: Sample, _ trial: LegibilityTrial) -> Double {
    var ground = sample.pixel
    ground += (trial.ground - ground) * trial.scrim
    ground += (trial.ground - ground) * (sample.shadow * trial.shadow)
    // Any of the colours may stand here, so the worst of them counts.
    return colors.reduce(21) { worst, color in
      min(worst, contrast(of: trial.color(for: color), on: ground))
    }
  }

  /// Letters that let something through are seen mixed with it.
  private func contrast(of color: Color, on ground: SIMD4<Float>) -> Double {
    let below = luminance(ground)
    let letters = SIMD4<Float>(Float(color.blue), Float(color.green), Float(color.red), 0)
    let seen =
      color.alpha == 255
      ? color.relativeLuminance
      : luminance(ground + (letters - ground) * (Float(color.alpha) / 255))
    return (max(seen, below) + 0.05) / (min(seen, below) + 0.05)
  }

  /// WCAG relative luminance of a pixel in cairo's order.
  private func luminance(_ pixel: SIMD4<Float>) -> Double {
    func linear(_ value: Float) -> Double { Color.linear(UInt8(min(max(value + 0.5, 0), 255))) }
    return 0.0722 * linear(pixel[0]) + 0.7152 * linear(pixel[1]) + 0.2126 * linear(pixel[2])
  }
}

extension LegibilityTrial {
  /// The colour of shadow and band.
  fileprivate var ground: SIMD4<Float> { darkens ? .zero : SIMD4(repeating: 255) }
}
