public import Designs
import Graphics
import WallfarmPluginKit

/// The contrast of a picture's text, and the aids that were applied.
public struct LegibilityReport: Sendable, Hashable {
  /// The contrast of one line of text.
  public struct Line: Sendable, Hashable {
    /// The name of the text layer that contains the line, such as `note.1.text`.
    public let layer: String
    /// The line number, from 1.
    public let line: Int
    /// 5th percentile of the WCAG contrast ratio without aids.
    public let before: Double
    /// 5th percentile of the WCAG contrast ratio with aids.
    public let after: Double
    /// 5th percentile of APCA's Lc with aids.
    public let lightness: Double
    /// The required Lc for the type size of the line.
    public let neededLightness: Double
    /// Whether the line reaches the theme's targets.
    public let isEnough: Bool
  }

  /// WCAG contrast ratio that each line must reach.
  public let target: Double
  /// The strongest aid in use.
  public var aid: LegibilityAid?
  /// Opacity of the gradient or of the card's tint, 0…1.
  public var scrim: Double
  /// The fraction of the screen, 0…1, on which aids change a channel by more than 16 of 255.
  public var changed: Double = 0
  /// All lines of text, in the order of their layers.
  public var lines: [Line]
  /// The text colors with too little contrast without aids, and the replaced text colors.
  public var faint: [FaintColor] = []
  /// The aid of each layout, with `nil` for a layout without text; empty if the same choice applies
  /// to all layouts.
  public var parts: [Part?] = []
  /// Whether a layout has light text although the theme's text is dark, or vice versa, to match
  /// another layout.
  ///
  /// Bars and rings next to the text keep the theme's colors.
  public var hasOtherLetters = false
  /// Whether dark text has light shadows.
  var hasGlow = false

  /// The legibility aid for one layout in a picture with several layouts.
  public struct Part: Sendable, Hashable {
    /// The strongest aid in use.
    public let aid: LegibilityAid?
    /// Opacity of the gradient or of the card's tint, 0…1.
    public let scrim: Double

    package init(aid: LegibilityAid?, scrim: Double) {
      (self.aid, self.scrim) = (aid, scrim)
    }
  }
}

extension LegibilityReport {
  /// The replaced text colors.
  public var replaced: [FaintColor] { faint.filter { $0.replacement != nil } }

  /// Whether all lines reach the theme's targets.
  package var isEnough: Bool { weakLines == 0 }

  /// The number of lines that miss their targets.
  var weakLines: Int { lines.count { !$0.isEnough } }

  /// Whether any text has a card.
  var hasCard: Bool { aid == .card }

  /// Whether to try another look of the theme.
  var needsOtherLook: Bool { !isEnough || hasCard || hasOtherLetters }

  /// The factor by which the visibility of the aids is weighted when pictures are compared.
  var weight: Double { hasGlow ? LegibilityLimits.glow : 1 }

  private var seen: Double { changed * weight }

  /// Returns whether this picture is preferable to another, because only it is legible or because
  /// its aids are less visible.
  ///
  /// A card always counts as more visible than other aids, and text in the theme's color is
  /// preferred to text that was changed to match another layout.
  func isSeenLess(than other: LegibilityReport) -> Bool {
    func rank(_ report: LegibilityReport) -> (Int, Int, Int, Double) {
      (
        report.isEnough ? 0 : 1, report.hasCard ? 1 : 0, report.hasOtherLetters ? 1 : 0,
        report.seen
      )
    }
    return rank(self) < rank(other)
  }

  /// The report with the colors that the theme and the request specify, instead of their encodings
  /// in a color space.
  func naming(_ colors: [Color], encodedIn space: ColorSpace) -> LegibilityReport {
    guard space != .sRGB, !faint.isEmpty else { return self }
    let names = Dictionary(colors.map { (space.encode($0), $0) }, uniquingKeysWith: { $1 })
    var report = self
    report.faint = faint.map { $0.mappingColors { names[$0] ?? $0 } }
    return report
  }

  /// Combines the reports of several layouts.
  init(_ reports: [LegibilityReport?], target: Double) {
    let found = reports.compactMap(\.self)
    self.init(
      target: target, aid: found.compactMap(\.aid).max(),
      scrim: found.map(\.scrim).max() ?? 0, lines: found.flatMap(\.lines),
      faint: [])
    for color in found.flatMap(\.faint) { add(color) }
    hasGlow = found.contains(where: \.hasGlow)
    parts = reports.map { report in report.map { Part(aid: $0.aid, scrim: $0.scrim) } }
  }

  /// Adds a faint or replaced color to the report; the same replacement of a color is added only
  /// once.
  mutating func add(_ color: FaintColor) {
    let isKnown = faint.contains { known in
      known.color == color.color && known.replacement == color.replacement
    }
    if !isKnown { faint.append(color) }
  }
}

extension LegibilityReport {
  /// A card is reported if it visibly changes more than this fraction of the picture.
  private static let much = 1.0 / 3

  /// Warnings about lines with low contrast and about cards that cover much of the picture.
  var warnings: [RenderWarning] {
    let covered = RenderWarning(
      .pictureCovered,
      "the card behind the text visibly changes \(Int((changed * 100).rounded())) % of the picture",
      hint: "show fewer or shorter notes, or choose a photo with a calmer area behind them")
    return lowContrast + (hasCard && changed > LegibilityReport.much ? [covered] : [])
  }

  private var lowContrast: [RenderWarning] {
    let low = lines.filter { !$0.isEnough }
    guard let worst = low.min(by: { ($0.after, $0.lightness) < ($1.after, $1.lightness) }) else {
      return []
    }
    return [
      RenderWarning(
        .lowContrast,
        "\(low.count) of \(lines.count) lines have less contrast than the theme requires; the "
          + "lowest contrast, in line \(worst.line) of \(worst.layer), is "
          + (worst.after < target
            ? "\((worst.after * 100).rounded() / 100) instead of \(target)"
            : "Lc \((worst.lightness * 10).rounded() / 10) instead of \(worst.neededLightness)"),
        hint: "choose another background, or allow more aids in the theme's legibility.aids")
    ]
  }
}
