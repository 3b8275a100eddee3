import Foundation
import Testing
import WallfarmTesting

/// Dependencies point down: a module imports only modules that Package.swift declares for it, from
/// its own layer or a layer below.
@Suite struct LayerTests {
  /// The layers from bottom to top.
  private static let layers = [
    "Base", "Engine", "Farm", "Film", "Workshop", "Stories", "Service", "Program",
  ]

  /// A module as Package.swift declares it.
  struct Module: Sendable, CustomTestStringConvertible {
    let name: String
    let layer: String
    let dependencies: Set<String>

    var testDescription: String { name }
    var folder: String { "Sources/\(layer)/\(name)" }
    var height: Int { LayerTests.layers.firstIndex(of: layer) ?? -1 }
  }

  static let modules: [Module] = {
    let manifest = (try? Document("Package.swift"))?.text ?? ""
    let declaration = #/(?:module|program)\(\s*"([\w-]+)",\s*in: \.(\w+)(?:,\s*on: \[([^\]]*)\])?/#
    return manifest.matches(of: declaration).map { match in
      Module(
        name: String(match.1), layer: match.2.capitalized,
        dependencies: Set((match.3 ?? "").matches(of: #/"([\w-]+)"/#).map { String($0.1) }))
    }
  }()

  /// Returns the project's modules that the Swift files in a folder import, each with one of the
  /// files that import it.
  private static func imports(of folder: String) throws -> [String: String] {
    let known = Set(modules.map(\.name) + folders(in: "Sources/C") + ["BuiltInPlugins"])
    var found: [String: String] = [:]
    for file in try swiftFiles(in: folder) {
      let text = try String(contentsOf: file, encoding: .utf8)
      for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
        let words = line.split(separator: UInt8(ascii: " ")).map {
          String(decoding: $0, as: UTF8.self)
        }
        // Stop at the first declaration, because all imports come before it.
        guard let first = words.first, !["struct", "extension", "enum"].contains(first) else {
          break
        }
        guard let index = words.firstIndex(of: "import"), index < 3,
          !first.hasPrefix("//"), let name = words.last,
          known.contains(name)
        else { continue }
        found[name] = file.lastPathComponent
      }
    }
    return found
  }

  /// Returns the Swift files in a project folder and its subfolders.
  private static func swiftFiles(in folder: String) throws -> [URL] {
    let root = URL(fileURLWithPath: Document.file(folder))
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }

  /// Returns the names of a project folder's subfolders.
  private static func folders(in path: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Document.file(path))) ?? []
    return names.filter { !$0.contains(".") }.sorted()
  }

  @Test func everyFolderIsALayerOrAModule() {
    #expect(Set(Self.folders(in: "Sources")) == Set(Self.layers + ["C"]))
    for layer in Self.layers {
      let declared = Self.modules.filter { $0.layer == layer }.map(\.name).sorted()
      #expect(Self.folders(in: "Sources/\(layer)") == declared)
      #expect(!declared.isEmpty)
    }
  }

  @Test(arguments: modules)
  func dependenciesPointDown(_ module: Module) {
    for other in Self.modules where module.dependencies.contains(other.name) {
      #expect(other.height <= module.height, "\(module.name) depends on \(other.folder)")
    }
  }

  /// Every import is declared; an undeclared import would also compile, because SwiftPM finds every
  /// module that it has built.
  @Test(arguments: modules)
  func aModuleImportsItsDeclaredDependencies(_ module: Module) throws {
    let imported = try Self.imports(of: module.folder)
    for (name, file) in imported where name != module.name {
      #expect(module.dependencies.contains(name), "\(file) in \(module.folder) imports \(name)")
    }
    // CMalloc is linked but not called.
    #expect(module.dependencies.subtracting(imported.keys).subtracting(["CMalloc"]) == [])
  }

  /// Benchmarks, fuzzers and test helpers also import exactly the modules that they declare.
  @Test(arguments: ["Benchmarks/WallfarmBench", "Fuzz", "Tests/WallfarmTesting"])
  func aTargetOutsideOfSourcesImportsItsDeclaredDependencies(_ folder: String) throws {
    let manifest = try Document("Package.swift").text
    let declaration = #/dependencies: \[([^\]]*)\],\s*path: "([^"]*)"/#
    let match = try #require(
      manifest.matches(of: declaration).first { $0.2.hasPrefix(folder) }, "\(folder)")
    let declared = Set(match.1.matches(of: #/"([\w-]+)"/#).map { String($0.1) })
    #expect(Set(try Self.imports(of: folder).keys) == declared)
  }

  /// Tests use `package` declarations instead of testable imports, so no module has to be compiled
  /// again for them.
  @Test(arguments: ["Tests", "Fuzz", "Benchmarks"])
  func noFileImportsInternalDeclarations(_ folder: String) throws {
    let attribute = "@" + "testable"
    let files = try Self.swiftFiles(in: folder)
    #expect(!files.isEmpty)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(!text.contains(attribute), "\(file.lastPathComponent) in \(folder)")
    }
  }

  /// A plugin imports no module of the project except `WallfarmPluginKit` and `Diagnostics`.
  @Test func aPluginImportsTheKitAndItsHelpers() throws {
    let allowed: Set = ["WallfarmPluginKit", "Diagnostics"]
    let folders =
      ["Layouts", "Backgrounds"].flatMap { kind in
        Self.folders(in: "Plugins/\(kind)").map { "Plugins/\(kind)/\($0)" }
      } + ["Plugins/Parts"]
    #expect(folders.count > 20)
    for folder in folders {
      let imported = try Self.imports(of: folder)
      #expect(Set(imported.keys).subtracting(allowed) == [], "\(folder)")
    }
  }

  @Test(arguments: layers.map { "Sources/\($0)" } + modules.map(\.folder) + ["Sources/C"])
  func hasAREADME(_ folder: String) throws {
    let lines = try Document("\(folder)/README.md").lines
    #expect(lines.count >= 3 && lines.count <= 25)
  }
}
