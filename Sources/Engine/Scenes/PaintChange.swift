internal import Designs
package import WallfarmPluginKit

/// Describes a change in paint, with color names for gradients.
struct PaintChange {
  /// The changed part, as named in a sentence: `the fill`, or a part such as `the second color of
  /// the gradient`.
  let subject: String
  /// The new paint; `nil` if only the geometry of a gradient changed.
  let new: String?
  /// The previous paint.
  let old: String
  /// Whether the paint is a radial gradient that has the same colors as before but a different
  /// center.
  private(set) var hasMoved = false

  /// Compares two values in the format of `PaintFact`.
  init(from before: FactValue?, to after: FactValue?) {
    guard case .words(let oldText) = before, case .words(let newText) = after,
      let old = PaintFact(reading: oldText), let new = PaintFact(reading: newText)
    else {
      subject = "the fill"
      (self.new, self.old) = (PaintChange.shown(after), PaintChange.shown(before))
      return
    }
    guard old.runs == new.runs, old.colors.count == new.colors.count else {
      let isSame = old.words(\.hex) == new.words(\.hex)
      subject = isSame ? "the gradient" : "the fill"
      (self.new, self.old) = isSame ? (nil, "") : PaintChange.named(new, old)
      hasMoved =
        isSame && old.kind == "radial" && new.kind == "radial"
        && old.runs.prefix(3) != new.runs.prefix(3)
      return
    }
    let others = new.colors.indices.filter { new.colors[$0] != old.colors[$0] }
    if let only = others.first, others.count == 1, new.colors.count > 1 {
      subject = "the \(PaintChange.ordinal(only)) color of the gradient"
      (self.new, self.old) = (new.colors[only].hex, old.colors[only].hex)
    } else {
      subject = "the fill"
      (self.new, self.old) = PaintChange.named(new, old)
    }
  }

  /// Describes both paints with color names, or with hex values if the names are equal.
  private static func named(_ new: PaintFact, _ old: PaintFact) -> (String, String) {
    let names = (new.words(ColorName.nearest), old.words(ColorName.nearest))
    return names.0 != names.1 ? names : (new.words(\.hex), old.words(\.hex))
  }

  private static func shown(_ value: FactValue?) -> String {
    guard let value else { return "none" }
    guard case .words(let text) = value, let paint = PaintFact(reading: text) else {
      return value.shown
    }
    return paint.words(ColorName.nearest)
  }

  private static func ordinal(_ index: Int) -> String {
    let words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
    return index < words.count ? words[index] : "\(index + 1)th"
  }
}

/// The color names that sentences use.
package enum ColorName {
  private static let named = Color.named.filter { $0.value.alpha == 255 }
    .sorted { $0.key < $1.key }.map { (name: $0.key, lab: OKLab($0.value)) }

  /// The perceptually nearest CSS color name; `transparent` for alpha 0.
  package static func nearest(_ color: Color) -> String {
    guard color.alpha > 0 else { return "transparent" }
    let lab = OKLab(color)
    return named.min { $0.lab.distance(to: lab) < $1.lab.distance(to: lab) }?.name ?? color.hex
  }
}
