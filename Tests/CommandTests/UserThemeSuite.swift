import Foundation
import Testing
import WallfarmTesting

/// A suite of tests with a theme that has a photo and a base theme, and with empty data folders.
protocol UserThemeSuite {
  var folder: TemporaryFolder { get }
}

extension UserThemeSuite {
  /// The folder of the user's themes.
  static var themes: String { "data/wallfarm/themes" }

  /// Returns a folder that contains the theme `work/harbour.json` and its files.
  static func prepared() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      #"""
      {"format": 1, "summary": "Sea", "extends": "./parts/base.json",
       "background": {"plugin": "photo", "parameters": {"file": "photos/sea.jpg"}}}
      """#, to: "work/harbour.json")
    try folder.write(
      #"{"format": 1, "summary": "Base", "extends": "fog", "fonts": {"weight": 500}}"#,
      to: "work/parts/base.json")
    try folder.write("", to: "work/photos/none")
    _ = Tool.run(
      "convert", ["-size", "900x1800", "gradient:navy-gray", folder.file("work/photos/sea.jpg")])
    return folder
  }

  var environment: [String: String] {
    ["XDG_DATA_HOME": folder.file("data"), "XDG_DATA_DIRS": folder.file("system")]
  }

  func run(_ words: String...) throws -> Finished {
    try Program.run(words, in: folder, environment: environment)
  }

  func shell(_ line: String) {
    let done = Tool.run("sh", ["-c", "cd '\(folder.path)' && \(line)"], withErrors: true)
    #expect(done.status == 0, "\(done.text)")
  }
}
