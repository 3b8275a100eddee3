import Foundation
import Testing
import WallfarmTesting

/// A gallery of two looks on two phones, and the page after each update.
struct GalleryRun {
  static let theme = ##"""
    {
      "format": 1, "summary": "A test.", "extends": "./base.json",
      "fontFiles": ["Mine.ttf"],
      "colors": {"text": "#ffffff"},
      "variants": {
        "light": {
          "colors": {"text": "#102030"}, "background": {"parameters": {"color": "#f0f0e0"}}
        }
      },
      "overrides": [{"when": {"device": "iphonese3"}, "sizes": {"largest": 30}}]
    }
    """##
  static let base = ##"""
    {
      "format": 1, "summary": "A base.",
      "background": {"plugin": "solid-color", "parameters": {"color": "#202040"}},
      "fonts": {"text": "Manrope", "weight": 800}
    }
    """##
  /// The names of the four pictures, in the order of the page.
  static let all = [
    "mine on iphonese3", "mine on iphone15", "mine, light on iphonese3", "mine, light on iphone15",
  ]

  let watched: Watched
  var folder: TemporaryFolder { watched.folder }

  /// Starts the command in a folder with a theme, its base and notes.
  init(_ options: [String] = []) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.theme, to: "mine.json")
    try folder.write(Self.base, to: "base.json")
    try folder.write(#"["Buy milk"]"#, to: "notes.json")
    try folder.write(
      RenamedFont.bytes("Manrope-ExtraBold.ttf", "Manrope", as: "Mineral"), to: "Mine.ttf")
    watched = try Watched(
      [
        "theme", "gallery", "./mine.json", "--device", "iphonese3,iphone15", "--notes",
        "notes.json", "-o", "out.html", "--watch",
      ] + options, folder)
    let said = try watched.said("out.html  4 pictures")
    #expect(said != nil, "\((try? folder.text("log.txt")) ?? "")")
  }

  /// Saves a file, waits for `words`, and returns the output and the names of the pictures on the
  /// page that differ from those before.
  func save(
    _ text: String, to name: String, until words: String = " drawn  "
  ) throws -> (said: String, changed: [String]) {
    try change(until: words) { try folder.write(text, to: name) }
  }

  /// Acts, waits for `words`, and returns the output and the names of the pictures on the page that
  /// differ from those before.
  func change(
    until words: String, _ act: () throws -> Void
  ) throws -> (said: String, changed: [String]) {
    let before = try pictures()
    try act()
    let said = try #require(try watched.said(words))
    let after = try pictures()
    return (said, zip(Self.all, zip(before, after)).filter { $1.0 != $1.1 }.map(\.0))
  }

  /// The pictures of the page, as data addresses.
  private func pictures() throws -> [String] {
    let page = try folder.text("out.html")
    let start = try #require(page.range(of: #"id="data">"#)).upperBound
    let end = try #require(page[start...].range(of: "</script>")).lowerBound
    let data = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
    let pictures = try #require((data as? [String: Any])?["pictures"] as? [[String: Any]])
    #expect(pictures.count == Self.all.count)
    return try pictures.map { try #require($0["image"] as? String) }
  }

  /// The script that an open page runs repeatedly.
  func news() throws -> String { try folder.text("out.news.js") }

  /// Returns the theme with a replacement.
  static func edited(_ old: String, _ new: String) -> String {
    precondition(theme.contains(old))
    return theme.replacing(old, with: new)
  }
}
