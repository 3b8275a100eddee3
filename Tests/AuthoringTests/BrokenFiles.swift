import Designs
import Files
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

// The table for FileCheckerTests.

/// A template or theme with mistakes, and the expected error for each.
struct BrokenFile: Sendable, CustomTestStringConvertible {
  struct Problem: Sendable {
    let code: ErrorCode
    let place: String
    /// The values that the message names.
    let values: [String]

    init(_ code: ErrorCode, _ place: String, _ values: String...) {
      (self.code, self.place, self.values) = (code, place, values)
    }

    /// All errors are in the checked file, so it is sufficient to compare the line and column.
    func isMet(by error: RenderError) -> Bool {
      let place = error.origin?.description.split(separator: "/").last.map(String.init) ?? ""
      return error.code == code && error.message.names(values)
        && place.split(separator: ":").dropFirst().joined(separator: ":") == self.place
    }
  }

  let testDescription: String
  let kind: String
  let name: String
  let text: String
  let problems: [Problem]

  init(_ title: String, theme: String, _ problems: Problem...) {
    (testDescription, kind, name) = (title, "theme", "dusk.json")
    (text, self.problems) = (theme, problems)
  }

  init(_ title: String, template: String, _ problems: Problem...) {
    (testDescription, kind, name) = (title, "template", "template.json")
    (text, self.problems) = (template, problems)
  }

  /// A valid theme with additional text on its third line.
  static func theme(_ more: String) -> String {
    """
    {
      "format": 1, "summary": "A test.", "background": {"plugin": "solid-color"}\(more.isEmpty ? "" : ",")
      \(more)
    }
    """
  }

  /// A valid template with additional text on its third line.
  static func template(_ more: String) -> String {
    """
    {
      "format": 1, "summary": "A test.", "theme": "midnight"\(more.isEmpty ? ", \"layouts\": []" : ",")
      \(more)
    }
    """
  }

  /// A template with one layout, whose parameters start at line 3, column 59.
  static func notes(_ parameters: String) -> String {
    template(#""layouts": [{"plugin": "numbered-notes", "parameters": {\#(parameters)}}]"#)
  }

  static let all = heads + tokens + backgrounds + layouts + several

  private static let heads = [
    BrokenFile(
      "text", theme: #""dusk""#,
      Problem(.invalidValue, "1:1", #""dusk""#)),
    BrokenFile(
      "an unknown key", theme: theme(#""colours": {}"#),
      Problem(.unknownKey, "3:3", "'colours'")),
    BrokenFile(
      "no format", theme: #"{"summary": "", "background": {"plugin": "solid-color"}}"#,
      Problem(.invalidValue, "1:1", "'format'")),
    BrokenFile(
      "a newer format",
      theme: #"{"format": 2, "summary": "", "background": {"plugin": "solid-color"}}"#,
      Problem(.invalidValue, "1:12", "format 2", "format 1")),
    BrokenFile(
      "a format in quotes",
      theme: #"{"format": "1", "summary": "", "background": {"plugin": "solid-color"}}"#,
      Problem(.invalidValue, "1:12", "'format'", #""1""#)),
    BrokenFile(
      "no summary", theme: #"{"format": 1, "background": {"plugin": "solid-color"}}"#,
      Problem(.invalidValue, "1:1", "'summary'")),
    BrokenFile(
      "no background", theme: #"{"format": 1, "summary": ""}"#,
      Problem(.invalidValue, "1:1", "'background'")),
    BrokenFile(
      "no theme", template: #"{"format": 1, "summary": "", "layouts": []}"#,
      Problem(.invalidValue, "1:1", "'theme'")),
    BrokenFile(
      "an unknown theme",
      template: #"{"format": 1, "summary": "", "theme": "midnigth", "layouts": []}"#,
      Problem(.unknownTheme, "1:39", "'midnigth'")),
  ]

  private static let tokens = [
    BrokenFile(
      "a section that is no object", theme: theme(#""colors": "red""#),
      Problem(.invalidValue, "3:13", "'colors'", #""red""#)),
    BrokenFile(
      "an unknown token", theme: theme(#""colors": {"txt": "red"}"#),
      Problem(.unknownToken, "3:14", "'colors.txt'")),
    BrokenFile(
      "a token of the wrong type", theme: theme(#""fonts": {"weight": "bold"}"#),
      Problem(.invalidValue, "3:23", "'fonts.weight'", #""bold""#, "100 to 900")),
    BrokenFile(
      "a token out of range", theme: theme(#""style": {"cardRadius": 61}"#),
      Problem(.invalidValue, "3:27", "'style.cardRadius'", "61", "0 to 60")),
    BrokenFile(
      "a token that refers to none", theme: theme(#""colors": {"text": "$colors.ink"}"#),
      Problem(.unknownToken, "3:22", "'colors.ink'")),
    BrokenFile(
      "a token that refers to another kind", theme: theme(#""fonts": {"weight": "$colors.text"}"#),
      Problem(.invalidValue, "3:23", "'fonts.weight'", "100", "900", "'$colors.text'")),
    BrokenFile(
      "an unknown font", theme: theme(#""fonts": {"text": "Intr"}"#),
      Problem(.unknownFont, "3:21", "'Intr'")),
  ]

  private static let backgrounds = [
    BrokenFile(
      "a background that is text",
      theme: #"{"format": 1, "summary": "", "background": "gradient"}"#,
      Problem(.invalidValue, "1:44", "a background cannot be 'gradient'")),
    BrokenFile(
      "a background without a plugin",
      theme: #"{"format": 1, "summary": "", "background": {"parameters": {}}}"#,
      Problem(.invalidValue, "1:44", "'plugin'")),
    BrokenFile(
      "an unknown plugin",
      theme: #"{"format": 1, "summary": "", "background": {"plugin": "gradeint"}}"#,
      Problem(.unknownPlugin, "1:55", "'gradeint'")),
    BrokenFile(
      "a parameter the background does not have",
      theme: """
        {"format": 1, "summary": "",
         "background": {"plugin": "gradient", "parameters": {"colour": "red"}}}
        """,
      Problem(.unknownParameter, "2:54", "'colour'", "'gradient'")),
    BrokenFile(
      "stops that fall",
      theme: """
        {"format": 1, "summary": "", "background":
          {"plugin": "gradient", "parameters": {"colors": ["red 60%", "blue 40%"]}}}
        """,
      Problem(.invalidParameter, "2:51", "'colors'", "40%", "60%")),
  ]

  private static let layouts = [
    BrokenFile(
      "layouts that are no list", template: template(#""layouts": {}"#),
      Problem(.invalidValue, "3:14", "'layouts'")),
    BrokenFile(
      "an unknown layout", template: template(#""layouts": [{"plugin": "numbered"}]"#),
      Problem(.unknownPlugin, "3:26", "'numbered'")),
    BrokenFile(
      "a key of a layout that does not exist",
      template: template(#""layouts": [{"plugin": "banner", "params": {}}]"#),
      Problem(.unknownKey, "3:36", "'params'")),
    BrokenFile(
      "a parameter out of range", template: notes(#""max-size": 500"#),
      Problem(.invalidParameter, "3:71", "'max-size'", "500", "10 to 120")),
    BrokenFile(
      "a parameter that takes an unknown token", template: notes(#""color": "$colors.ink""#),
      Problem(.unknownToken, "3:68", "'colors.ink'")),
    BrokenFile(
      "a font that is not bundled", template: notes(#""font": "Comic Sans MS""#),
      Problem(.unknownFont, "3:67", "'Comic Sans MS'")),
    BrokenFile(
      "the kinds of plugins mixed up", template: template(#""layouts": [{"plugin": "gradient"}]"#),
      Problem(.unknownPlugin, "3:26", "'gradient' is a background")),
  ]
}
