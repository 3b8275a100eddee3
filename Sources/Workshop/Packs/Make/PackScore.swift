package import SourceJSON

/// The score sheet of a pack: measured properties that help users choose a pack.
package struct PackScore: Sendable {
  /// A look of a theme.
  struct Look: Sendable {
    /// `light` or `dark`.
    let name: String
    /// The lowest WCAG contrast of any line of text, for all states of a note.
    let contrast: Double
    /// The lowest APCA contrast (Lc) of any line.
    let lightness: Double
    /// The WCAG contrast that the theme requires.
    let target: Double
  }

  /// A theme.
  struct Theme: Sendable {
    let name: String
    let looks: [Look]
    /// The kinds of screens on which four notes fit.
    let screens: [String]
    let credits: [String]
  }

  /// A font file.
  struct Font: Sendable {
    let file: String
    let families: [String]
    let weights: [String]
    let scripts: [String]
    let license: String?
  }

  let themes: [Theme]
  let fonts: [Font]
  let credits: [String]

  /// The sheet as JSON, as it is in the pack.
  package var json: JSONValue {
    [
      "format": 1,
      "themes": .array(themes.map(\.json)), "fonts": .array(fonts.map(\.json)),
      "credits": .array(credits.map(JSONValue.string)),
    ]
  }

  /// The sheet as lines of text.
  package var lines: [String] {
    themes.flatMap { theme in
      theme.looks.map { look in
        "\(theme.name), \(look.name): contrast \(look.contrast.tenths), Lc \(look.lightness.tenths)"
      } + [
        "\(theme.name): fits on "
          + (theme.screens.isEmpty ? "no kind of screen" : theme.screens.joined(separator: ", "))
      ]
    }
      + fonts.map { font in
        "\(font.file): \(font.families.joined(separator: ", ")); weights "
          + "\(font.weights.joined(separator: ", ")); \(font.scripts.joined(separator: ", "))"
      }
  }
}

extension PackScore.Theme {
  fileprivate var json: JSONValue {
    [
      "name": .string(name),
      "looks": .array(
        looks.map { look in
          [
            "look": .string(look.name), "contrast": .number(look.contrast.rounded(to: 100)),
            "lc": .number(look.lightness.rounded(to: 100)), "target": .number(look.target),
          ]
        }),
      "screens": .array(screens.map(JSONValue.string)),
      "credits": .array(credits.map(JSONValue.string)),
    ]
  }
}

extension PackScore.Font {
  fileprivate var json: JSONValue {
    [
      "file": .string(file), "families": .array(families.map(JSONValue.string)),
      "weights": .array(weights.map(JSONValue.string)),
      "scripts": .array(scripts.map(JSONValue.string)),
      "license": license.map(JSONValue.string) ?? .null,
    ]
  }
}

extension Double {
  fileprivate func rounded(to parts: Double) -> Double { (self * parts).rounded() / parts }
  fileprivate var tenths: String { "\(rounded(to: 10))" }
}
