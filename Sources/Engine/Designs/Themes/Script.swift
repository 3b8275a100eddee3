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
  /// Common letters; a font that has all of them supports the script.
  let letters: String
  /// The script whose tokens are the defaults of this script's tokens.
  ///
  /// If it is `nil`, the font, size and weight of other text are the defaults.
  var relative: String?

  static let all = [
    Script(name: "latin", title: "Latin", codes: ["Latn"], letters: "etaoinshrdlu"),
    Script(name: "greek", title: "Greek", codes: ["Grek"], letters: "αεηοπυωσμν"),
    Script(name: "cyrillic", title: "Cyrillic", codes: ["Cyrl"], letters: "асеонпмитк"),
    Script(name: "arabic", title: "Arabic", codes: ["Arab"], letters: "اولدرسمنب"),
    Script(name: "hebrew", title: "Hebrew", codes: ["Hebr"], letters: "אבהחמרתשםד"),
    Script(name: "devanagari", title: "Devanagari", codes: ["Deva"], letters: "कमनतपरसलवह"),
    Script(name: "bengali", title: "Bengali", codes: ["Beng"], letters: "কমনতপরসলবহ"),
    Script(name: "tamil", title: "Tamil", codes: ["Taml"], letters: "கமபதலவயசநர"),
    Script(name: "thai", title: "Thai", codes: ["Thai"], letters: "กนมอรงดสวท"),
    Script(name: "khmer", title: "Khmer", codes: ["Khmr"], letters: "កខគងចតនបមរ"),
    Script(name: "armenian", title: "Armenian", codes: ["Armn"], letters: "ասոնմերվտպ"),
    Script(name: "georgian", title: "Georgian", codes: ["Geor"], letters: "აიონსრთმათ"),
    Script(name: "ethiopic", title: "Ethiopic", codes: ["Ethi"], letters: "ለመሰረበተነአከወ"),
    Script(
      name: "eastAsian", title: "Chinese, Japanese and Korean",
      codes: ["Hani", "Hira", "Kana", "Bopo"], letters: "国会日本語今東中見書"),
    // Hangul is a separate script here, because a Japanese font family contains Han characters but
    // no Hangul.
    Script(
      name: "hangul", title: "Korean", codes: ["Hang"], letters: "다이는을가에지하고의", relative: "eastAsian"
    ),
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

  /// Finds the scripts whose size and weight the theme does not set and that its text font lacks.
  ///
  /// - Parameter covers: Returns whether the text font has all letters of a string.
  /// - Returns: The ISO 15924 codes of the scripts.
  package func unmatchedScripts(covers: (String) -> Bool) -> [String] {
    Script.all.filter { script in
      let names = [script.name] + (script.relative.map { [$0] } ?? [])
      let isSet = names.contains { name in
        ["scripts", "scriptSizes", "scriptWeights"].contains { tokens["\($0).\(name)"] != nil }
      }
      return !isSet && !covers(script.letters)
    }.flatMap(\.codes)
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
        .unknownFont, "font family", family, known: known, origin: found.origin,
        list: "font")
    }
    return family
  }
}

/// The scripts in reports on fonts.
package enum ScriptCoverage {
  /// Returns the titles of the scripts for which `covers` accepts the common letters, such as
  /// `Latin`, with these letters.
  package static func scripts(where covers: (String) -> Bool) -> [(title: String, letters: String)]
  {
    Script.all.filter { covers($0.letters) }.map { ($0.title, $0.letters) }
  }

  /// The ISO 15924 codes of the scripts that ``scripts(where:)`` knows.
  package static let codes = Set(Script.all.flatMap(\.codes))
}
