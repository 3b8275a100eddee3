/// Writes a sentence about one change to one or more subjects.
struct ChangeSentence {
  private let first: SceneComparison.Difference
  private let members: [SceneComparison.Difference]
  private let who: SubjectWords
  private let name: SubjectName
  /// The horizontal and vertical pixels per point; if `nil`, sentences omit pixels and previous
  /// values.
  private let scale: (x: Double, y: Double)?

  /// Creates a sentence about differences of the same kind.
  init(
    _ members: [SceneComparison.Difference], scale: (x: Double, y: Double)?, notes: Int
  ) {
    self.members = members
    self.scale = scale
    first = members[0]
    who = SubjectWords(members.map(\.subject), notes: scale == nil ? nil : notes)
    name = SubjectName(first.subject)
  }

  var text: String {
    switch first.property {
    case "presence": return "\(who.text) \(isAre) \(first.new == nil ? "gone" : "new")"
    case "at": return "\(who.text) \(isAre) \(moved)"
    case "size" where first.subject == "type": return "the type is \(larger)"
    case "type": return "\(who.text) \(isAre) set \(larger)"
    case "size": return "\(who.text) \(isAre) \(grown)"
    case "lines" where name.role == "place":
      let lines = first.new == .count(1) ? "1 line" : "\(new) lines"
      return "\(who.text) \(who.isMany ? "wrap" : "wraps") to \(lines)" + before
    case "clipped":
      return "\(who.text) \(isAre) \(first.new == .flag(true) ? "" : "no longer ")cut off"
    case "shadow": return shadow
    case "fill": return fill
    case "font": return "\(who.text) \(isAre) set in \(new)" + before
    case "set-in": return "\(who.text) \(isAre) drawn with \(new)" + before
    case "text": return "\(who.text) \(who.isMany ? "say" : "says") \(new)" + before
    case "says": return "\(who.owners) \(who.isMany ? "say" : "says") \(new)" + before
    case "struck": return "\(who.text) is \(first.new == nil ? "no longer" : "now") struck through"
    case "codes": return "warnings: \(new)" + before
    case "width", "from", "baseline": return set
    case "focus":
      return "\(who.text) \(isAre) focused at \(shares(first.new))"
        + (scale == nil ? "" : ", was \(shares(first.old))")
    default:
      return "\(Self.names[first.property] ?? first.property) of \(who.text) is \(new)" + before
    }
  }

  /// The display names of the properties whose names are abbreviated in references.
  private static let names = [
    "color": "the color", "weight": "the weight", "align": "the alignment",
    "reads": "the reading direction", "gap": "the line gap", "spacing": "the letter spacing",
    "opacity": "the opacity", "zoom": "the zoom", "blur": "the blur", "fit": "the fit",
    "saturation": "the saturation", "cells": "the size of the squares", "line": "the outline",
    "radius": "the corner radius",
    "aid": "the aid", "scale": "the scale", "style": "the style",
    "shape": "the shape", "layers": "the number of layers", "scrim": "the aid opacity",
  ]

  private var new: String { shown(first.new) }
  private var old: String { shown(first.old) }

  /// Returns a value as a sentence shows it: a missing value is replaced by its default, and long
  /// text is truncated.
  private func shown(_ value: FactValue?) -> String {
    guard let value else { return Self.unwritten[first.property] ?? "none" }
    guard case .text(let text) = value, text.count > 48 else { return value.shown }
    return "'\(text.prefix(45))…'"
  }

  private static let unwritten = ["opacity": "1", "spacing": "0", "gap": "0", "italic": "no"]
  private var before: String { scale == nil ? "" : ", was \(old)" }
  private var isAre: String { who.isMany ? "are" : "is" }

  private var larger: String {
    let gap = first.shift?.first ?? 0
    let amount = "\(points(gap)) \(gap > 0 ? "larger" : "smaller")"
    return scale == nil ? amount : "\(amount): \(new) pt, was \(old)"
  }

  private var shadow: String {
    let (their, has) = who.isMany ? ("their", "have") : ("its", "has")
    if first.new == nil { return "\(who.text) lost \(their) shadow" }
    if first.old == nil { return "\(who.text) \(has) a shadow now: \(new)" }
    return "\(who.text) \(has) a different shadow: \(new)" + before
  }

  private var fill: String {
    let paint = PaintChange(from: first.old, to: first.new)
    guard let new = paint.new else {
      if paint.hasMoved, first.subject == "glow" { return "\(who.text) has moved" }
      return "\(paint.subject) of \(who.text) "
        + (paint.hasMoved ? "has moved" : "is placed differently")
    }
    return "\(paint.subject) of \(who.text) is \(new)" + (scale == nil ? "" : ", was \(paint.old)")
  }

  /// Describes a change in the width or position of lines within their text.
  private var set: String {
    let what = ["width": "width", "from": "left edge"][first.property] ?? "baseline"
    let most = members.compactMap { $0.shift?.first.map { abs($0) } }.max() ?? 0
    return "\(who.text) \(who.isMany ? "have" : "has") a different \(what)"
      + (scale == nil ? "" : ", by up to \(points(most))")
  }

  // MARK: - Distances

  private var moved: String {
    directions(across: ("further right", "further left"), down: ("lower", "higher"))
  }

  private var grown: String {
    directions(across: ("wider", "narrower"), down: ("taller", "shorter"))
  }

  /// Describes a difference in position or size, for example, `3 px lower (1 pt) and 1 px further
  /// left (0.33 pt)`.
  private func directions(across: (String, String), down: (String, String)) -> String {
    guard let shift = first.shift, shift.count == 2 else { return "elsewhere" }
    var parts: [String] = []
    // Differences below 0.01 pt are rounding errors.
    if abs(shift[1]) > 0.01 {
      parts.append(distance(shift[1], scale?.y, shift[1] > 0 ? down.0 : down.1))
    }
    if abs(shift[0]) > 0.01 {
      parts.append(distance(shift[0], scale?.x, shift[0] > 0 ? across.0 : across.1))
    }
    return parts.joined(separator: " and ")
  }

  private func distance(_ length: Double, _ scale: Double?, _ direction: String) -> String {
    guard let scale else { return "\(points(length)) \(direction)" }
    return "\(rounded(abs(length) * scale, 10)) px \(direction) (\(points(length)))"
  }

  private func points(_ length: Double) -> String { "\(rounded(abs(length), 100)) pt" }

  private func rounded(_ number: Double, _ parts: Double) -> String {
    FactValue.written((number * parts).rounded() / parts)
  }

  private func shares(_ value: FactValue?) -> String {
    (value?.list ?? []).map { rounded($0 * 100, 10) + " %" }.joined(separator: ", ")
  }
}
