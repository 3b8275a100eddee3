public import Designs
import Graphics
import WallfarmPluginKit

/// The contrast of a picture's text, and the aids that were applied.
public struct LegibilityReport: Sendable, Hashable {
  /// The contrast of one line of text.
  public struct Line: Sendable, Hashable {
    /// The name of its layer, such as `note.1.text`.
    public let layer: String
    /// The line number, from 1.
    public let line: Int
    /// 5th percentile of the WCAG contrast ratio without aids.
    public let before: Double
    /// 5th percentile of the WCAG contrast ratio with aids.
    public let after: Double
    /// 5th percentile of APCA's Lc with aids.
    public let lightness: Double
    /// The required Lc for its type size.
    public let neededLightness: Double
    /// Whether it reaches the theme's targets.
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
  /// All lines of text, from top to bottom.
  public var lines: [Line]
  /// The text colors with too little contrast without aids, and the replaced text colors.
  public var faint: [FaintColor] = []
  /// The aid of each layout, nil for a layout without text; empty if one choice applies to all
  /// layouts.
  public var parts: [Part?] = []
  /// Whether a layout has light or dark text to match another layout instead of the theme's color.
  ///
  /// Bars and rings next to the text keep the theme's colors.
  public var hasOtherLetters = false
  /// Whether dark text has light shadows.
  var hasGlow = false

  /// The aid of one of several layouts.
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

  /// Visibility weight of its aids.
  var weight: Double { hasGlow ? LegibilityLimits.glow : 1 }

  private var seen: Double { changed * weight }

  /// Whether this picture is preferable: only this picture is legible, or its aids are less
  /// visible.
  ///
  /// A card is always more visible than no card, and text that matches other layouts is preferred.
  func isSeenLess(than other: LegibilityReport) -> Bool {
    func rank(_ report: LegibilityReport) -> (Int, Int, Int, Double) {
      (
        report.isEnough ? 0 : 1, report.hasCard ? 1 : 0, report.hasOtherLetters ? 1 : 0,
        report.seen
      )
    }
    return rank(self) < rank(other)
  }

  /// The report with the colors that the theme and the request specify, not their encoding in a
  /// color space.
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

  /// Reports a faint or replaced color; the same replacement of a color is reported once.
  mutating func add(_ color: FaintColor) {
    let isKnown = faint.contains { known in
      known.color == color.color && known.replacement == color.replacement
    }
    if !isKnown { faint.append(color) }
  }
}

extension LegibilityReport {
  /// Fraction of the picture above which a card is reported.
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
          + "lowest is line \(worst.line) of \(worst.layer) with "
          + (worst.after < target
            ? "\((worst.after * 100).rounded() / 100) instead of \(target)"
            : "Lc \((worst.lightness * 10).rounded() / 10) instead of \(worst.neededLightness)"),
        hint: "choose another background, or allow more aids in the theme's legibility.aids")
    ]
  }
}
