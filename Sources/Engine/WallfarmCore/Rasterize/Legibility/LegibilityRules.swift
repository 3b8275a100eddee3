public import Designs
import Graphics
public import WallfarmPluginKit

/// What a theme asks of its text, and which aids it allows.
///
/// A note that is done is judged by its colour before the fade, like the others: the fade is
/// its message, and WCAG 2.2 (1.4.3) excepts text that is no longer active.
public struct LegibilityRules: Sendable, Hashable {
  /// WCAG contrast that the 5th percentile of every line must reach, 3…21.
  public let contrast: Double
  /// Lc of APCA that the same share of every line of 24 pt and more must reach, 0…108; 15 more for smaller text.
  public let lightness: Double
  /// The theme's text colour.
  public let text: Color
  /// The theme's other text colour, for backgrounds that fight the first.
  public let alternate: Color
  /// Aids that may be used.
  public let aids: Set<LegibilityAid>
}

extension LegibilityRules {
  /// The same rules with colours in the numbers of a space.
  func encoded(in space: ColorSpace) -> LegibilityRules {
    LegibilityRules(
      contrast: contrast, lightness: lightness, text: space.encode(text),
      alternate: space.encode(alternate), aids: aids)
  }

  /// Size of type, in points, from which on less Lc is enough: APCA's table for a weight of 400 has 75 at 18 and 60 at 24
  /// pixels of CSS, which are points here.
  private static let large = 24.0

  /// What a line must reach.
  ///
  /// - Parameters:
  ///   - size: of its type, in points.
  ///   - isNumber: whether it is the number of a note, which is seen and not read.
  ///   - margin: by which more is asked for, because what is drawn is rounded.
  /// - Returns: contrast and Lc.
  func target(size: Double, isNumber: Bool, margin: Double = 1) -> LegibilityTarget {
    // Where a theme asks for no Lc, small text needs none either.
    let more = lightness > 0 && size < LegibilityRules.large && !isNumber ? 15.0 : 0
    return LegibilityTarget(contrast: contrast * margin, lightness: (lightness + more) * margin)
  }
}

extension LegibilityReport {
  /// Where panes change more of the picture than this, they are a last resort and are told of.
  private static let much = 1.0 / 3

  /// A warning where lines stay below their contrast, and one where panes change much of the picture.
  var warnings: [RenderWarning] {
    let covered = RenderWarning(
      .pictureCovered,
      "what makes the text readable changes \(Int((changed * 100).rounded())) % of the picture visibly",
      hint: "show fewer or shorter notes, or choose a photo that is calmer behind them")
    return lowContrast + (changed > LegibilityReport.much ? [covered] : [])
  }

  private var lowContrast: [RenderWarning] {
    let low = lines.filter { !$0.isEnough }
    guard let worst = low.min(by: { ($0.after, $0.lightness) < ($1.after, $1.lightness) }) else {
      return []
    }
    return [
      RenderWarning(
        .lowContrast,
        "\(low.count) of \(lines.count) lines have less contrast than the theme asks for; the "
          + "worst is line \(worst.line) of \(worst.layer) with "
          + (worst.after < target
            ? "\((worst.after * 100).rounded() / 100) instead of \(target)"
            : "Lc \((worst.lightness * 10).rounded() / 10) instead of \(worst.neededLightness)"),
        hint: "allow more in the theme's legibility.aids, or choose another background")
    ]
  }
}

/// How legible the text of a picture is, and what was done for it.
public struct LegibilityReport: Sendable, Hashable {
  /// One line of text.
  public struct Line: Sendable, Hashable {
    /// The layer it belongs to, such as `note.1.text`.
    public let layer: String
    /// From 1.
    public let line: Int
    /// 5th percentile of its contrast as the theme has it.
    public let before: Double
    /// The same with the aids that were used.
    public let after: Double
    /// 5th percentile of its Lc (APCA) with the aids that were used.
    public let lightness: Double
    /// The Lc that it has to reach at its size.
    public let neededLightness: Double
    /// Whether it has reached what the theme asks for.
    public let isEnough: Bool
  }

  /// Contrast that every line has to reach.
  public let target: Double
  /// The strongest aid that was used.
  public var aid: LegibilityAid?
  /// Strength of a scrim, 0…1.
  public var scrim: Double
  /// The share of the screen, 0…1, on which halos and panes change some channel by more than 16 of 255.
  public var changed: Double = 0
  /// Every line of every text, top to bottom.
  public var lines: [Line]
  /// What was done for each layout, nil for one without text; empty where one choice was made for all.
  public var parts: [Part?] = []
  /// Whether letters of a layout are light or dark for the sake of those of another one, and not as the theme has
  /// them: bars and rings beside them keep its colours.
  public var hasOtherLetters = false
  /// Whether dark letters have a light halo.
  var hasGlow = false

  /// What was done for one of several layouts.
  public struct Part: Sendable, Hashable {
    /// The strongest aid that was used.
    public let aid: LegibilityAid?
    /// Strength of a scrim, 0…1.
    public let scrim: Double
  }
}

extension LegibilityReport {
  /// Whether every line has reached what the theme asks for.
  var isEnough: Bool { weakLines == 0 }

  /// How many lines have not.
  var weakLines: Int { lines.count { !$0.isEnough } }

  /// Whether a pane lies behind any text.
  var hasPane: Bool { aid == .scrim || aid == .strongScrim }

  /// Whether it may be worth looking at another look of the theme.
  var isHelpedMuch: Bool {
    hasPane || hasOtherLetters || hasGlow && changed > LegibilityReport.faint
  }

  /// A halo that changes no more of the screen is left as it is.
  private static let faint = 0.04

  /// How much a halo counts: dark round light letters looks like shade, light round dark ones like a sticker.
  var weight: Double { hasGlow ? 1.25 : 1 }

  private var seen: Double { changed * weight }

  /// Whether its text can be read where that of another cannot, or with an aid that is seen less: a pane always is
  /// seen more than none, and letters that suit what is beside them come before those that do not.
  func isSeenLess(than other: LegibilityReport) -> Bool {
    func rank(_ report: LegibilityReport) -> (Int, Int, Int, Double) {
      (
        report.isEnough ? 0 : 1, report.hasPane ? 1 : 0, report.hasOtherLetters ? 1 : 0,
        report.seen
      )
    }
    return rank(self) < rank(other)
  }

  /// The reports of several layouts as one.
  init(_ reports: [LegibilityReport?], target: Double) {
    let found = reports.compactMap(\.self)
    self.init(
      target: target, aid: found.compactMap(\.aid).max(),
      scrim: found.map(\.scrim).max() ?? 0, lines: found.flatMap(\.lines))
    hasGlow = found.contains(where: \.hasGlow)
    parts = reports.map { report in report.map { Part(aid: $0.aid, scrim: $0.scrim) } }
  }
}
