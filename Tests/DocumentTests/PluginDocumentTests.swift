import Foundation
import Testing
import WallfarmTesting

@Suite struct PluginDocumentTests {
  @Test func thePluginInTheGuideCompiles() throws {
    let blocks = try Document("docs/writing-a-built-in-plugin.md").blocks("swift")
    try #require(blocks.count == 1, "there are \(blocks.count) blocks of Swift")
    let folder = try TemporaryFolder()
    let file = try folder.write(blocks[0], to: "Plugin.swift")

    let modules = buildFolder.appendingPathComponent("Modules").path
    let (text, status) = run("swiftc", ["-typecheck", "-I", modules] + settings + [file])
    #expect(status == 0, "\(text)")
    #expect(!text.contains("warning:"), "\(text)")
  }

  /// The lines that the guide replaces exist in the named files.
  @Test func theChangesInTheGuideApply() throws {
    var file: Document?
    var count = 0
    for block in try Document("docs/writing-a-built-in-plugin.md").blocks("diff") {
      for line in block.components(separatedBy: "\n") {
        if line.hasPrefix("--- ") {
          file = try Document(String(line.dropFirst(4)))
        } else if line.hasPrefix("-"), let file {
          count += 1
          #expect(file.lines.contains(String(line.dropFirst())), "\(line) in \(file.path)")
        }
      }
      file = nil
    }
    #expect(count >= 2)
  }

  /// The plugin settings in `Package.swift`.
  private let settings =
    ["-swift-version", "6", "-parse-as-library"]
    + ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .flatMap { ["-enable-upcoming-feature", $0] }

  @Test func theSettingsAboveAreThoseOfThePackage() throws {
    let package = try Document("Package.swift").text
    let features = package.matches(of: #/enableUpcomingFeature\("(\w+)"\)/#).map { String($0.1) }
    #expect(settings.filter(features.contains) == features)
    #expect(package.contains(".swiftLanguageMode(.v6)"))
  }

  @Test(arguments: pluginFolders)
  func everyPluginHasAPageAndAPicture(_ folder: String) throws {
    let page = try Document("\(folder)/README.md")
    let picture = try Data(contentsOf: URL(fileURLWithPath: Document.file("\(folder)/preview.png")))

    #expect(page.lines.first?.hasPrefix("# ") == true)
    #expect(page.text.count > 200)
    #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(picture.suffix(8).starts(with: Array("IEND".utf8)))
  }

  @Test func everyFolderOfAPluginIsInTheListOfWhatShips() throws {
    let list = try Document("Plugins/BuiltIn/BuiltInPlugins.swift").text
    #expect(list.matches(of: #/[A-Za-z]+\.self/#).count == pluginFolders.count)
    #expect(pluginFolders.count >= 6)
  }
}

/// Every plugin folder, such as `Plugins/Layouts/Banner`.
private let pluginFolders: [String] = ["Layouts", "Backgrounds"].flatMap { kind in
  let folder = "Plugins/\(kind)"
  let names =
    (try? FileManager.default.contentsOfDirectory(atPath: Document.file(folder))) ?? []
  return names.filter { !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
}
