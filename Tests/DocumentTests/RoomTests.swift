import Foundation
import Testing
import WallfarmTesting

/// A room imports what the table in ARCHITECTURE names, and nothing else of the project.
@Suite struct RoomTests {
  /// A row of the table.
  private struct Room {
    let folders: [String]
    let mayImport: Set<String>
  }

  private static let rooms: [Room] = {
    let lines = (try? Document("ARCHITECTURE.md"))?.lines ?? []
    return lines.compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 5, cells[1].contains("`") else { return nil }
      let folders = cells[1].matches(of: #/`([A-Za-z]+(?:/[A-Za-z]+)*)`/#).map { String($0.1) }
      let names = cells[3].split(separator: ",").map { String($0.filter { $0 != " " }) }
      // The header and the examples are built by others, each with a module of its own.
      guard !folders.contains("Plugins/SDK") else { return nil }
      return Room(folders: folders, mayImport: Set(names))
    }
  }()

  /// Folders below another one of the project.
  private static func folders(in path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Document.file(path))) ?? []
    return names.filter { !$0.contains(".") }.sorted()
  }

  /// Modules in C, and the built-in plugins, whose names differ from those of their folders.
  private static let cModules = Set(folders(in: "Sources/C"))
  private static let modules = Set(folders(in: "Sources")).union(cModules)
    .union(["BuiltInPlugins", "NumberedNotes", "Banner", "PluginParts"])
    .union(
      ["Photo", "SolidColor", "Gradient", "InstructionImage", "Reveal", "Mosaic"].map {
        $0 + "Background"
      })

  /// What the Swift files below a folder import of the project, each with the first file that does.
  private static func imports(of folder: String) throws -> [String: String] {
    var found: [String: String] = [:]
    let root = URL(fileURLWithPath: Document.file(folder))
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      let lines = text.matches(of: #/(?m)^(?:@\S+ )?(?:[a-z]+ )?import (?:[a-z]+ )?([A-Za-z]+)/#)
      for line in lines where modules.contains(String(line.1)) {
        found[String(line.1)] = found[String(line.1)] ?? file.lastPathComponent
      }
    }
    return found
  }

  @Test func everyRoomIsInTheTable() {
    let told = Set(Self.rooms.flatMap(\.folders))
    let rooms = Self.folders(in: "Sources").filter { $0 != "C" }.map { "Sources/" + $0 }
    #expect(rooms.filter { !told.contains($0) } == [])
    #expect(rooms.count >= 15)
  }

  @Test func noRoomImportsMoreThanItSays() throws {
    var count = 0
    for room in Self.rooms {
      for folder in room.folders where !folder.hasPrefix("Tests/") {
        var allowed = room.mayImport
        if allowed.contains("Clibraries") { allowed.formUnion(Self.cModules) }
        if allowed.contains("theplugins") { allowed.formUnion(Self.modules) }
        let own = folder.split(separator: "/").last.map(String.init) ?? ""
        for (module, file) in try Self.imports(of: folder) where module != own {
          count += 1
          #expect(allowed.contains(module), "\(file) in \(folder) imports \(module)")
        }
      }
    }
    #expect(count > 80)
  }

  /// A room that is named and not needed would let somebody in unseen.
  @Test func noRoomSaysMoreThanItImports() throws {
    for room in Self.rooms {
      let imported = Set(try room.folders.flatMap { try Self.imports(of: $0).keys })
      let unused = room.mayImport.intersection(Self.modules).subtracting(imported)
      // C takes C in, which Swift does not see.
      guard !room.folders.contains(where: { $0.hasPrefix("Sources/C/") }) else { continue }
      // It is linked, and counts without being called.
      #expect(unused.subtracting(["CMalloc"]) == [], "\(room.folders)")
    }
  }
}
