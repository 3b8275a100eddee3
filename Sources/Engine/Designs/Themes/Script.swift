package import Graphics
internal import SourceJSON
package import WallfarmPluginKit

/// A writing system for which a theme can select a font family.
///
/// ``codes`` contains ISO 15924 codes. The list ``all`` includes scripts that several bundled
/// families support, and scripts that a theme's own family may support in an unwanted style.
struct Script: Sendable {
  /// The name of the script in theme tokens.
  let name: String
  /// The name of the script in messages.
  let title: String
  let codes: [String]
  /// The script whose tokens are the defaults of this script's tokens.
  ///
  /// If it is `nil`, the font, size and weight of other text are the defaults.
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
    // Hangul is a separate script here, because a Japanese font family contains Han characters but
    // no Hangul.
    Script(name: "hangul", title: "Korean", codes: ["Hang"], relative: "eastAsian"),
  ]
}

extension Theme {
  /// Returns the text styles by script code, for the scripts to which the theme gives a separate
  /// style.
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

  /// Returns the value of a numeric token.
  private func number(of key: String) throws(RenderError) -> Double {
    guard case .number(let number) = try value(of: key, origin: .file(file)).value else {
      preconditionFailure("'\(key)' is a number, and values are checked when a theme is read")
    }
    return number
  }

  /// Returns the font family that a token names; `nil` if the value of the token is `none`.
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
