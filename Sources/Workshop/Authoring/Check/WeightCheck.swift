internal import Designs
internal import FontFormats
internal import SourceJSON
internal import WallfarmCore
import WallfarmPluginKit

/// Finds weights of a theme that its own font files lack, so that the nearest weight is drawn.
struct WeightCheck {
  /// The faces in the font files of the theme.
  let faces: [FontFace]

  /// The tokens of families, each with the token of its weight.
  private static let tokens =
    [("fonts.text", "fonts.weight"), ("fonts.number", "fonts.numberWeight")]
    + ThemeTokens.all.map(\.key).filter { $0.hasPrefix("scripts.") }.map { key in
      (key, key.replacing("scripts.", with: "scriptWeights."))
    }

  /// Returns a warning for each missing weight, for the first theme that needs it.
  ///
  /// `themes` are the contexts of one theme file.
  func warnings(of themes: [Theme]) -> [RenderWarning] {
    guard !faces.isEmpty else { return [] }
    var warnings: [RenderWarning] = []
    var told: Set<Origin> = []
    for theme in themes {
      for (family, weight) in Self.tokens {
        guard let (warning, origin) = warning(family, weight, in: theme),
          told.insert(origin).inserted
        else { continue }
        warnings.append(warning)
      }
    }
    return warnings
  }

  private func warning(
    _ familyToken: String, _ weightToken: String, in theme: Theme
  ) -> (RenderWarning, Origin)? {
    let file = Origin.file(theme.file)
    guard let family = try? theme.value(of: familyToken, origin: file),
      let weight = try? theme.value(of: weightToken, origin: file),
      case .string(let name) = family.value, case .number(let number) = weight.value
    else { return nil }
    let own = faces.filter { face in
      !face.isItalic && face.families.contains { FontFamilyName.isSame($0, name) }
    }
    guard !own.isEmpty, !own.contains(where: { $0.weights.contains(number) }) else { return nil }
    // A weight that the theme does not set is reported at the name of the family.
    let origin = weight.origin.line == nil ? family.origin : weight.origin
    return (.weightMissing(weightToken, Int(number), name, own, origin: origin), origin)
  }
}

extension FontFace {
  /// The weights that the face can be drawn with.
  fileprivate var weights: ClosedRange<Double> {
    guard let axis = axes.first(where: { $0.tag == "wght" }) else {
      return Double(weight)...Double(weight)
    }
    return axis.minimum...max(axis.minimum, axis.maximum)
  }
}

extension RenderWarning {
  fileprivate static func weightMissing(
    _ token: String, _ weight: Int, _ family: String, _ faces: [FontFace], origin: Origin
  ) -> RenderWarning {
    let ranges = Set(faces.map(\.weights)).sorted { $0.lowerBound < $1.lowerBound }
    let known = ranges.map { range in
      range.lowerBound == range.upperBound
        ? "\(Int(range.lowerBound))" : "\(Int(range.lowerBound))–\(Int(range.upperBound))"
    }
    return RenderWarning(
      .weightMissing,
      "'\(token)' is \(weight), but the font '\(family)' has only \(known.joined(separator: ", ")); "
        + "the nearest weight is drawn",
      hint: "set '\(token)' to a weight of the font, or add a font file with the weight \(weight)",
      origin: origin)
  }
}
