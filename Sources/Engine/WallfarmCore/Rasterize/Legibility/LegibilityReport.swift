public import Designs
import WallfarmPluginKit

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
