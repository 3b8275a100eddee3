import Graphics
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
      codes: ["Hani", "Hira", "Kana", "Hang", "Bopo"]),
  ]
}

extension Theme {
  /// Families by the code of a script, for those that the theme sets apart.
  ///
  /// - Throws: `unknown-font`.
  package func scriptFamilies(among known: [String]) throws(RenderError) -> [String: String] {
    var families: [String: String] = [:]
    for script in Script.all {
      guard let family = try family(of: "scripts.\(script.name)", among: known) else { continue }
      for code in script.codes { families[code] = family }
    }
    return families
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
