package import Graphics
internal import SourceJSON
package import WallfarmPluginKit

/// A writing system that a theme may set in a family of its own.
///
/// The codes are those of ISO 15924. Those listed are the ones that several bundled families have, or
/// that a theme's own family may have in shapes that the theme does not want.
struct Script: Sendable {
  /// Its name in a theme.
  let name: String
  /// Its name in a sentence.
  let title: String
  let codes: [String]
  /// The script whose tokens hold for it where it has none of its own; nil: those of the text.
  var relative: String?

  static let all = [
    Script(name: "latin", title: "Latin", codes: ["Latn"]),
    Script(name: "greek", title: "Greek", codes: ["Grek"]),
    Script(name: "cyrillic", title: "Cyrillic", codes: ["Cyrl"]),
    Script(name: "arabic", title: "Arabic", codes: ["Arab"]),
    Script(name: "hebrew", title: "Hebrew", codes: ["Hebr"]),
    Script(name: "devanagari", title: "Devanagari", codes: ["Deva"]),
    Script(name: "bengali", title: "Bengali", codes: ["Beng"]),
    Script(name: "tamil", title: "Tamil", codes: ["Taml"]),
    Script(name: "thai", title: "Thai", codes: ["Thai"]),
    Script(name: "khmer", title: "Khmer", codes: ["Khmr"]),
    Script(name: "armenian", title: "Armenian", codes: ["Armn"]),
    Script(name: "georgian", title: "Georgian", codes: ["Geor"]),
    Script(name: "ethiopic", title: "Ethiopic", codes: ["Ethi"]),
    Script(
      name: "eastAsian", title: "Chinese, Japanese and Korean",
      codes: ["Hani", "Hira", "Kana", "Bopo"]),
    // A Japanese family has Han and no Hangul.
    Script(name: "hangul", title: "Korean", codes: ["Hang"], relative: "eastAsian"),
  ]
}

extension Theme {
  /// How letters are set by the code of their script, for those that the theme sets apart.
  ///
  /// - Throws: `unknown-font`.
  package func scriptStyles(among known: [String]) throws(RenderError) -> [String: ScriptStyle] {
    let weight = try number(of: "fonts.weight")
    var styles: [String: ScriptStyle] = [:]
    for script in Script.all {
      let style = ScriptStyle(
        family: try family(of: "scripts.\(script.name)", among: known),
        scale: try number(of: "scriptSizes.\(script.name)"),
        heavier: Int(try number(of: "scriptWeights.\(script.name)") - weight))
      guard style != ScriptStyle() else { continue }
      for code in script.codes { styles[code] = style }
    }
    return styles
  }

  /// The number that a token has.
  private func number(of key: String) throws(RenderError) -> Double {
    guard case .number(let number) = try value(of: key, origin: .file(file)).value else {
      preconditionFailure("'\(key)' is a number, and values are checked when a theme is read")
    }
    return number
  }

  /// The family that a token names; nil for none.
  ///
  /// - Throws: `unknown-font`.
  package func family(of key: String, among known: [String]) throws(RenderError) -> String? {
    let found = try value(of: key, origin: .file(file))
    guard case .string(let family) = found.value, family != "none" else { return nil }
    guard known.contains(family) else {
      throw .unknown(
        .unknownFont, "bundled font family", family, known: known, origin: found.origin,
        list: "font")
    }
    return family
  }
}
