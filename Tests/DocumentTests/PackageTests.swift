import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests the package in the way that a back end imports it: by version tag, through a product in
/// `Package.swift`.
@Suite struct PackageTests {
  /// SwiftPM rejects a tagged package if a target of its products has unsafe flags.
  @Test func noProductHasUnsafeFlags() throws {
    #expect(try Manifest().targetsWithUnsafeFlags == [])
    // Test builds do add unsafe flags, so the check can find them.
    #expect(try !Manifest(with: "WALLFARM_PLAIN=1").targetsWithUnsafeFlags.isEmpty)
  }

  /// A back end that only renders does not compile the farm, films, flows or the service.
  @Test func theLibraryIsTheEngine() throws {
    let layers = Dictionary(uniqueKeysWithValues: LayerTests.modules.map { ($0.name, $0.layer) })
    let reached = try Manifest().targets(of: "Wallfarm")
    #expect(reached.contains("WallfarmCore"))
    for name in reached {
      let layer = layers[name] ?? "C"
      #expect(["C", "Base", "Engine", "Workshop"].contains(layer), "\(name) is in \(layer)")
    }
  }

  /// The example in the README builds in a package that depends on a version tag.
  @Test(.tags(.torture), .enabled(if: Torture.isOn, "builds the library"))
  func aBackEndImportsATag() throws {
    let folder = try TemporaryFolder()
    let copy = try ProjectCopy(in: folder.file("wallfarm"))
    let tagged = copy.run(
      """
      set -e
      git init -q
      git add -A
      git -c user.name=Test -c user.email=test@example.org commit -q --no-gpg-sign -m Release
      git tag 1.0.0
      """)
    try #require(tagged.status == 0, "\(tagged.text)")
    let code = try Document("README.md").blocks("swift").first { $0.contains("Renderer(") }
    try folder.write(try #require(code) + "\n", to: "backend/Sources/backend/main.swift")
    try folder.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "backend",
        dependencies: [.package(url: "file://\(copy.path)", exact: "1.0.0")],
        targets: [
          .executableTarget(
            name: "backend", dependencies: [.product(name: "Wallfarm", package: "wallfarm")])
        ])
      """, to: "backend/Package.swift")

    let built = runPlainly(
      "unset PKG_CONFIG_PATH; swift build --cache-path ../cache", in: folder.file("backend"))
    try #require(built.status == 0, "\(built.text.suffix(4000))")
    // Look for object files: SwiftPM creates a folder for every target when it plans a build, even
    // if the target is not compiled.
    func isCompiled(_ module: String) -> Bool {
      folder.names(in: "backend/.build/debug/\(module).build").contains { $0.hasSuffix(".o") }
    }
    #expect(isCompiled("WallfarmCore") && !isCompiled("Service") && !isCompiled("RenderFarm"))

    let drawn = runPlainly(
      "WALLFARM_HOME='\(Workspace.root)' .build/debug/backend", in: folder.file("backend"))
    #expect(drawn.status == 0, "\(drawn.text)")
    #expect(try folder.bytes("backend/lock.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }
}

/// The manifest of the package as SwiftPM reads it.
private struct Manifest {
  private let json: JSONNode

  /// Evaluates the manifest with additional environment variables.
  init(with variables: String = "") throws {
    let scratch = try TemporaryFolder()
    let (text, status) = runPlainly(
      "\(variables) swift package --scratch-path '\(scratch.path)' dump-package",
      in: Workspace.root, withErrors: false)
    try #require(status == 0, "\(text)")
    json = try JSONNode(parsing: text)
  }

  /// Returns the targets of a product, or of all products, and everything that they depend on.
  func targets(of product: String? = nil) -> Set<String> {
    let products = json["products"]?.elements ?? []
    let roots = products.filter { product == nil || $0["name"]?.string == product }
    var open = roots.flatMap { ($0["targets"]?.elements ?? []).compactMap(\.string) }
    let dependencies = dependencies
    var reached: Set<String> = []
    while let name = open.popLast() {
      if reached.insert(name).inserted { open += dependencies[name] ?? [] }
    }
    return reached
  }

  /// The names of the targets that have unsafe flags and that a product uses.
  var targetsWithUnsafeFlags: [String] {
    let reached = targets()
    return targets.filter { target in
      (target["settings"]?.elements ?? []).contains { $0["kind"]?["unsafeFlags"] != nil }
    }
    .compactMap { $0["name"]?.string }.filter(reached.contains)
  }

  private var targets: [JSONNode] { json["targets"]?.elements ?? [] }

  /// The names of the dependencies of each target.
  private var dependencies: [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: targets.map { target in
        let names = (target["dependencies"]?.elements ?? []).compactMap {
          $0.members?.first?.value.elements?.first?.string
        }
        return (target["name"]?.string ?? "", names)
      })
  }
}
