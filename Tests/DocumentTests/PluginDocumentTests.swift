import Foundation
import SourceJSON
import Testing
import WallfarmTesting

@Suite struct PluginDocumentTests {
  @Test(arguments: pluginFolders)
  func everyPluginHasAPageAndAPicture(_ folder: String) throws {
    let page = try Document("\(folder)/README.md")
    let picture = try Data(contentsOf: URL(fileURLWithPath: Document.file("\(folder)/preview.png")))

    #expect(page.lines.first?.hasPrefix("# ") == true)
    #expect(page.text.count > 200)
    #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(picture.suffix(8).starts(with: Array("IEND".utf8)))
  }

  /// The last column of a parameter table contains the summary from the declaration.
  @Test(arguments: pluginFolders)
  func parameterTablesContainTheDeclaredSummaries(_ folder: String) throws {
    let page = try Document("\(folder)/README.md")
    let id = String(try #require(page.lines.first).dropFirst(2))
    let program = buildFolder.appendingPathComponent("wallfarm").path
    let described = try JSONNode(parsing: run(program, ["describe", id, "--json"]).text)
    let summaries = described["parameters"]?.elements?.map { parameter in
      (parameter["key"]?.string ?? "", parameter["summary"]?.string)
    }
    let rows = page.rows.filter { $0.count > 2 }
    for (key, summary) in try #require(summaries) {
      for row in rows where row.first == "`\(key)`" { #expect(row.last == summary, "\(key)") }
    }
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
