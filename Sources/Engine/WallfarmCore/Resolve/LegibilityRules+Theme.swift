package import Designs
internal import SourceJSON
package import WallfarmPluginKit

extension LegibilityRules {
  /// Creates rules from the tokens of a theme; the types of the tokens must already be checked.
  package init(_ theme: Theme) throws(RenderError) {
    let text = try theme.color("colors.text") ?? .white
    contrast = try theme.number("legibility.contrast")
    lightness = try theme.number("legibility.lightness")
    self.text = text
    alternate = try theme.color("colors.textAlternate") ?? LegibilityRules.opposite(of: text)
    keepsColors = try theme.word("legibility.colors") == "keep"
    let allowed = Set(try theme.words("legibility.aids").compactMap(LegibilityAid.init(word:)))
    aids = keepsColors ? allowed.subtracting([.color]) : allowed
  }

  /// Returns a near-black color for light text, and white for dark text.
  private static func opposite(of color: Color) -> Color {
    color.relativeLuminance > 0.18 ? Color(red: 11, green: 11, blue: 15) : .white
  }
}

extension Theme {
  /// Returns the color of a token, or `nil` if the value is not a color.
  package func color(_ key: String) throws(RenderError) -> Color? {
    if case .string(let text) = try value(of: key, origin: .file(file)).value {
      Color(text)
    } else {
      nil
    }
  }

  package func number(_ key: String) throws(RenderError) -> Double {
    if case .number(let number) = try value(of: key, origin: .file(file)).value {
      number
    } else {
      0
    }
  }

  fileprivate func word(_ key: String) throws(RenderError) -> String? {
    if case .string(let word) = try value(of: key, origin: .file(file)).value { word } else { nil }
  }

  fileprivate func words(_ key: String) throws(RenderError) -> [String] {
    guard case .array(let items) = try value(of: key, origin: .file(file)).value else { return [] }
    return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}
