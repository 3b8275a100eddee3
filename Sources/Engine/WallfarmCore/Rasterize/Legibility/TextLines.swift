import Graphics
import WallfarmPluginKit

/// The lines of one text layer with samples of their backdrop.
///
/// This is a class so that later pictures can reuse memoized results.
final class TextLines {
  /// The text colors, starting with the color of the block.
  let colors: [Color]
  /// Type size in points.
  let size: Double
  /// Whether the text is the number of a note.
  let isNumber: Bool
  let samples: [[Sample]]

  /// A pixel next to a glyph.
  struct Sample {
    /// Blue, green, red and alpha, 0…255.
    let pixel: SIMD4<Float>
    /// Coverage by the contact shadow, 0…1.
    let shadow: Float
    /// Coverage by the ambient shadow, 0…1.
    var ambient: Float = 0
    /// Coverage of the background by cards and discs, 0…1; aids are below them.
    var cover: Float = 0
  }

  /// Whether the text is on a card or disc.
  let isCovered: Bool
  /// The sum of the samples' blue, green and red values, weighted by the fraction that no card or
  /// disc covers, and the sum of the weights.
  let uncovered: (sum: SIMD3<Double>, weight: Double)

  /// The maximum number of samples per line; more samples would not make the percentile more
  /// accurate.
  private static let most = 2000
  /// The maximum number of cells in a short line, such as a single digit, for which each cell is
  /// sampled several times.
  ///
  /// With a single sample per cell, the worst pixels of a short line would be missed.
  private static let cellsOfADigit = 120
  /// The number of samples per cell in a line with at most ``cellsOfADigit`` cells.
  private static let samplesOfACell = 4

  /// The maximum number of memoized trials.
  ///
  /// A heading that stays while notes change is tried with many different photo colors.
  private static let mostKnown = 500
  private var known: [LegibilityTrial: [LegibilityFigures]] = [:]
  private var verdicts: [Verdict: Bool] = [:]

  private struct Verdict: Hashable {
    let target: LegibilityTarget
    let trial: LegibilityTrial
  }

  init(
    _ content: TextContent, isNumber: Bool, ink: TextInk, scale: Scale,
    over surface: borrowing ImageSurface, cover: UnsafeRawBufferPointer? = nil
  ) {
    let own = content.block.style.color
    size = content.block.style.size
    self.isNumber = isNumber
    colors = [own] + content.block.spans.compactMap(\.color).filter { $0 != own }
    var lines = [[Sample]](repeating: [], count: ink.lineCount)
    var counts = [Int](repeating: 0, count: ink.lineCount)
    for cell in ink.cells { counts[cell.line] += 1 }
    let (pixels, stride, top) = (surface.size, surface.stride, surface.top)
    surface.withPixels { bytes in
      // Cells are ordered by line.
      var next = 0
      for (line, count) in counts.enumerated() {
        let step = max(1, count / TextLines.most)
        let inEach = count <= TextLines.cellsOfADigit ? TextLines.samplesOfACell : 1
        var found: [Sample] = []
        found.reserveCapacity((count / step + 1) * inEach)
        for sample in 0..<(count / step * inEach) {
          let cell = ink.cells[next + step - 1 + sample / inEach * step]
          // The sampled position varies from cell to cell, so that a regular pattern in the picture
          // is not missed.
          let turn = cell.x * 5 + cell.y * 3
          let across = Double((turn + sample % inEach * 2) % 8) / 8 + 0.06
          let down = 0.94 - Double((turn + sample % inEach * 6) % 8) / 8
          let x = Int((Double(cell.x) + across) * scale.x)
          let y = Int((Double(cell.y) + down) * scale.y) - top
          guard x >= 0, x < pixels.width, y >= 0, y < pixels.height else { continue }
          let pixel = bytes.loadUnaligned(
            fromByteOffset: y * stride + x * 4, as: SIMD4<UInt8>.self)
          // The alpha value of `cover`, which has the same rows as the surface.
          let covered = cover.map { Float($0[y * stride + x * 4 + 3]) / 255 } ?? 0
          found.append(
            Sample(
              pixel: SIMD4<Float>(pixel), shadow: cell.shadow, ambient: cell.ambient,
              cover: covered))
        }
        lines[line] = found
        next += count
      }
    }
    samples = lines
    isCovered = lines.allSatisfy { line in line.allSatisfy { $0.cover > 0.5 } }
    uncovered = lines.joined().reduce(into: (sum: .zero, weight: 0)) { all, sample in
      let (pixel, share) = (sample.pixel, Double(1 - sample.cover))
      all.sum += SIMD3(Double(pixel[0]), Double(pixel[1]), Double(pixel[2])) * share
      all.weight += share
    }
  }
}

extension TextLines {
  func kind(_ trial: LegibilityTrial) -> TextKind {
    trial.kind(color: colors[0], size: size, isNumber: isNumber)
  }

  /// The 5th percentile of each line's contrast under a trial.
  func figures(_ trial: LegibilityTrial) -> [LegibilityFigures] {
    if let found = known[trial] { return found }
    let seen = SeenText(self, trial)
    let found = samples.map { line -> LegibilityFigures in
      // Bins of 0.01 from 1:1 to 21:1; the result is the lower end of a bin, so it is never too
      // high.
      var bins = [Int](repeating: 0, count: 2001)
      for sample in line { bins[Int((seen.contrast(sample) - 1) * 100)] += 1 }
      return LegibilityFigures(
        contrast: percentile(bins, of: line.count), lightness: lightness(of: line, seen))
    }
    if known.count >= TextLines.mostKnown { known = [:] }
    known[trial] = found
    return found
  }

  /// The 5th percentile of Lc; 108, the maximum, for a line without samples.
  private func lightness(of line: [Sample], _ seen: SeenText) -> Double {
    let sorted: [(lightness: Double, count: Int)]
    if seen.isOpaque {
      // Computing powers is slow. Lc depends only on the backdrop luminance, so it is computed only
      // once for each level. Each level uses the higher Lc of its two ends, so that a target that
      // all samples reach is also reached here.
      var counts = [Int](repeating: 0, count: TextLines.levels)
      for sample in line {
        let level = seen.light(behind: sample).squareRoot() * Double(TextLines.levels)
        counts[min(Int(level), TextLines.levels - 1)] += 1
      }
      func lightness(_ level: Int) -> Double {
        let root = Double(level) / Double(TextLines.levels)
        return seen.lightness(on: root * root)
      }
      sorted = counts.indices.filter { counts[$0] > 0 }.map { level in
        (max(lightness(level), lightness(level + 1)), counts[level])
      }
    } else {
      sorted = line.map { (seen.lightness($0), 1) }
    }
    var passed = 0
    for (lightness, count) in sorted.sorted(by: { $0.lightness < $1.lightness }) {
      passed += count
      if passed > line.count / 20 { return lightness }
    }
    return 108
  }

  /// The number of quantization levels for the square root of the luminance; each level spans less
  /// than 0.1 Lc.
  private static let levels = 2048

  private func percentile(_ bins: [Int], of count: Int) -> Double {
    var passed = 0
    for (index, inside) in bins.enumerated() {
      passed += inside
      if passed > count / 20 { return 1 + Double(index) / 100 }
    }
    return 21
  }

  /// The result of ``reach(_:_:)`` if it is memoized, otherwise nil.
  func memoized(_ target: LegibilityTarget, _ trial: LegibilityTrial) -> Bool? {
    verdicts[Verdict(target: target, trial: trial)]
  }

  /// Whether 95% of the samples in each line reach a target.
  func reach(_ target: LegibilityTarget, _ trial: LegibilityTrial) -> Bool {
    let verdict = Verdict(target: target, trial: trial)
    if let known = verdicts[verdict] { return known }
    let seen = SeenText(self, trial, lightness: target.lightness)
    let reaches = samples.allSatisfy { line in
      var failed = 0
      let limit = line.count / 20
      for sample in line where seen.contrast(sample) < target.contrast || !seen.isLight(sample) {
        failed += 1
        if failed > limit { return false }
      }
      return true
    }
    if verdicts.count >= TextLines.mostKnown { verdicts = [:] }
    verdicts[verdict] = reaches
    return reaches
  }
}
