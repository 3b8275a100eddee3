import Designs
import Files
import Graphics
import Testing
import WallfarmCore
import WallfarmPluginKit

// The table of FileCheckerTests.

/// A template or theme with mistakes, and the expected error for each.
struct BrokenFile: Sendable, CustomTestStringConvertible {
  struct Problem: Sendable, Equatable {
    let code: ErrorCode
    let place: String
    let message: String

    init(_ code: ErrorCode, _ place: String, _ message: String) {
      (self.code, self.place, self.message) = (code, place, message)
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
      Problem(.invalidValue, "1:1", #"a theme cannot be "dusk": expected an object"#)),
    BrokenFile(
      "an unknown key", theme: theme(#""colours": {}"#),
      Problem(.unknownKey, "3:3", "a theme has no key 'colours'")),
    BrokenFile(
      "no format", theme: #"{"summary": "", "background": {"plugin": "solid-color"}}"#,
      Problem(.invalidValue, "1:1", "a theme needs the key 'format'")),
    BrokenFile(
      "a newer format",
      theme: #"{"format": 2, "summary": "", "background": {"plugin": "solid-color"}}"#,
      Problem(
        .invalidValue, "1:12",
        "this file is written in format 2; this wallfarm reads format 1")),
    BrokenFile(
      "a format in quotes",
      theme: #"{"format": "1", "summary": "", "background": {"plugin": "solid-color"}}"#,
      Problem(.invalidValue, "1:12", #"'format' cannot be "1": expected 1"#)),
    BrokenFile(
      "no summary", theme: #"{"format": 1, "background": {"plugin": "solid-color"}}"#,
      Problem(.invalidValue, "1:1", "a theme needs the key 'summary'")),
    BrokenFile(
      "no background", theme: #"{"format": 1, "summary": ""}"#,
      Problem(.invalidValue, "1:1", "a theme needs the key 'background'")),
    BrokenFile(
      "no theme", template: #"{"format": 1, "summary": "", "layouts": []}"#,
      Problem(.invalidValue, "1:1", "a template needs the key 'theme'")),
    BrokenFile(
      "an unknown theme",
      template: #"{"format": 1, "summary": "", "theme": "midnigth", "layouts": []}"#,
      Problem(.unknownTheme, "1:39", "no theme is named 'midnigth'")),
  ]

  private static let tokens = [
    BrokenFile(
      "a section that is no object", theme: theme(#""colors": "red""#),
      Problem(.invalidValue, "3:13", #"'colors' cannot be "red": expected an object"#)),
    BrokenFile(
      "an unknown token", theme: theme(#""colors": {"txt": "red"}"#),
      Problem(.unknownToken, "3:14", "themes have no token 'colors.txt'")),
    BrokenFile(
      "a token of the wrong type", theme: theme(#""fonts": {"weight": "bold"}"#),
      Problem(
        .invalidValue, "3:23",
        #"'fonts.weight' cannot be "bold": expected a whole number from 100 to 900"#)),
    BrokenFile(
      "a token out of range", theme: theme(#""style": {"cardRadius": 61}"#),
      Problem(
        .invalidValue, "3:27",
        "'style.cardRadius' cannot be 61: expected a number from 0 to 60 (pt at 430 pt width)")),
    BrokenFile(
      "a token that refers to none", theme: theme(#""colors": {"text": "$colors.ink"}"#),
      Problem(.unknownToken, "3:22", "themes have no token 'colors.ink'")),
    BrokenFile(
      "a token that refers to another kind", theme: theme(#""fonts": {"weight": "$colors.text"}"#),
      Problem(
        .invalidValue, "3:23",
        "'fonts.weight' takes a whole number from 100 to 900, and '$colors.text' is a colour")),
    BrokenFile(
      "an unknown font", theme: theme(#""fonts": {"text": "Intr"}"#),
      Problem(.unknownFont, "3:21", "no bundled font family is named 'Intr'")),
  ]

  private static let backgrounds = [
    BrokenFile(
      "a background that is text",
      theme: #"{"format": 1, "summary": "", "background": "gradient"}"#,
      Problem(
        .invalidValue, "1:44",
        "a background cannot be 'gradient': expected an object that names a plugin")),
    BrokenFile(
      "a background without a plugin",
      theme: #"{"format": 1, "summary": "", "background": {"parameters": {}}}"#,
      Problem(.invalidValue, "1:44", "a background needs the key 'plugin'")),
    BrokenFile(
      "an unknown plugin",
      theme: #"{"format": 1, "summary": "", "background": {"plugin": "gradeint"}}"#,
      Problem(.unknownPlugin, "1:55", "no background plugin is named 'gradeint'")),
    BrokenFile(
      "a parameter the background does not have",
      theme: """
        {"format": 1, "summary": "",
         "background": {"plugin": "gradient", "parameters": {"colour": "red"}}}
        """,
      Problem(.unknownParameter, "2:54", "'colour' is not a parameter of 'gradient'")),
    BrokenFile(
      "stops that fall",
      theme: """
        {"format": 1, "summary": "", "background":
          {"plugin": "gradient", "parameters": {"colors": ["red 60%", "blue 40%"]}}}
        """,
      Problem(
        .invalidParameter, "2:51",
        "'colors' is no list of colours: 40% comes after 60%")),
  ]

  private static let layouts = [
    BrokenFile(
      "layouts that are no list", template: template(#""layouts": {}"#),
      Problem(.invalidValue, "3:14", "'layouts' cannot be an object: expected a list")),
    BrokenFile(
      "an unknown layout", template: template(#""layouts": [{"plugin": "numbered"}]"#),
      Problem(.unknownPlugin, "3:26", "no layout plugin is named 'numbered'")),
    BrokenFile(
      "a key of a layout that does not exist",
      template: template(#""layouts": [{"plugin": "banner", "params": {}}]"#),
      Problem(.unknownKey, "3:36", "a layout has no key 'params'")),
    BrokenFile(
      "a parameter out of range", template: notes(#""max-size": 500"#),
      Problem(
        .invalidParameter, "3:71",
        "'max-size' cannot be 500: expected a number from 10 to 120 (pt at 430 pt width)")),
    BrokenFile(
      "a parameter that takes an unknown token", template: notes(#""color": "$colors.ink""#),
      Problem(.unknownToken, "3:68", "themes have no token 'colors.ink'")),
    BrokenFile(
      "a font that is not bundled", template: notes(#""font": "Comic Sans MS""#),
      Problem(.unknownFont, "3:67", "no bundled font family is named 'Comic Sans MS'")),
    BrokenFile(
      "the kinds of plugins mixed up", template: template(#""layouts": [{"plugin": "gradient"}]"#),
      Problem(.unknownPlugin, "3:26", "'gradient' is a background plugin, not a layout")),
  ]
}
