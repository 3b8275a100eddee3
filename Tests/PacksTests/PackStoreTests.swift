import BuiltInPlugins
import Files
import FontFormats
import Foundation
import Packs
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Packs are installed and removed completely or not at all.
@Suite struct PackStoreTests {
  private func archive(
    _ folder: TemporaryFolder, version: String = "1.0.0", more: String = ""
  ) throws -> PackArchive {
    try Harbour.writePack(in: folder, version: version, more: more)
    try PackFolder.make(in: folder, to: "a.zip")
    return try #require(PackArchive.read(folder.file("a.zip")).pack)
  }

  private func code(_ body: () throws -> Void) -> ErrorCode? {
    do {
      try body()
      return nil
    } catch {
      return (error as? RenderError)?.code
    }
  }

  @Test func aNewerVersionReplacesAnOlderOne() throws {
    let folder = try TemporaryFolder()
    let store = PackStore(folder: folder.file("packs"))
    let origin = Origin.argument("file")
    let (old, new) = (try archive(folder, version: "1.9.0"), try archive(folder, version: "1.10.0"))
    _ = try store.add(old, PackStore.Consent(), origin: origin)
    _ = try store.add(new, PackStore.Consent(), origin: origin)
    #expect(try store.installed("harbour").manifest.version.description == "1.10.0")
    for same in [old, new] {
      #expect(
        code { _ = try store.add(same, PackStore.Consent(), origin: origin) } == .packInstalled)
    }
    _ = try store.add(old, PackStore.Consent(replaces: true), origin: origin)
    #expect(try store.installed("harbour").manifest.version.description == "1.9.0")
    #expect(folder.names(in: "packs") == ["harbour"], "nothing else is left behind")
    let content = try #require(store.all.packs.first?.content)
    #expect(content.map(\.names) == [["harbour/dusk"]])
  }

  @Test func aPackForANewerProgramIsRefused() throws {
    let folder = try TemporaryFolder()
    let pack = try archive(folder, more: ", \"requires\": {\"wallfarm\": \"99.0.0\"}")
    let store = PackStore(folder: folder.file("packs"))
    #expect(
      code { _ = try store.add(pack, PackStore.Consent(), origin: .argument("file")) }
        == .packUnsupported)
    #expect(folder.names(in: "packs").isEmpty)
  }

  @Test func pluginsNeedAConfirmation() throws {
    let folder = try TemporaryFolder()
    try Harbour.writePack(in: folder)
    try FileManager.default.createDirectory(
      atPath: folder.file("harbour/plugins"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "\(Workspace.root)/Plugins/Examples/rings",
      toPath: folder.file("harbour/plugins/rings"))
    try PackFolder.make(in: folder, to: "a.zip")
    let pack = try #require(PackArchive.read(folder.file("a.zip")).pack)
    let store = PackStore(folder: folder.file("packs"))
    let origin = Origin.argument("file")
    #expect(
      code { _ = try store.add(pack, PackStore.Consent(), origin: origin) } == .packHasPlugins)
    _ = try store.add(pack, PackStore.Consent(acceptsPlugins: true), origin: origin)
    #expect(try store.installed("harbour").content.contains { $0.kind == "plugins" })
  }

  @Test func aPackIsRemovedUnlessItsFilesWereChanged() throws {
    let folder = try TemporaryFolder()
    let store = PackStore(folder: folder.file("packs"))
    let origin = Origin.argument("pack")
    let pack = try archive(folder)
    _ = try store.add(pack, PackStore.Consent(), origin: origin)
    try folder.write("mine", to: "packs/harbour/themes/mine.json")
    #expect(code { try store.remove("harbour", origin: origin) } == .outputFailed)
    #expect(folder.names(in: "packs/harbour/themes").sorted() == ["dusk.json", "mine.json"])
    try FileManager.default.removeItem(atPath: folder.file("packs/harbour/themes/mine.json"))
    try store.remove("harbour", origin: origin)
    #expect(folder.names(in: "packs").isEmpty)
    for name in ["harbour", "../packs", "", "."] {
      #expect(code { try store.remove(name, origin: origin) } == .unknownPack, "\(name)")
    }
  }

  /// A pack whose files were changed or are missing can be named, repaired and removed.
  @Test(arguments: ["changed", "missing", "manifest", "no manifest"])
  func aDamagedPackIsRepaired(_ damage: String) throws {
    let folder = try TemporaryFolder()
    let store = PackStore(folder: folder.file("packs"))
    let origin = Origin.argument("pack")
    let pack = try archive(folder)
    let installed = try store.add(pack, PackStore.Consent(), origin: origin)
    #expect(try installed.damage().isEmpty)
    #expect(
      code { _ = try store.add(pack, PackStore.Consent(), origin: origin) } == .packInstalled)
    let good = try folder.bytes("packs/harbour/themes/dusk.json")
    func spoil() throws {
      switch damage {
      case "changed": try folder.write("{}", to: "packs/harbour/themes/dusk.json")
      case "missing":
        try FileManager.default.removeItem(atPath: folder.file("packs/harbour/fonts"))
      case "manifest": try folder.write("{", to: "packs/harbour/pack.json")
      default: try FileManager.default.removeItem(atPath: folder.file("packs/harbour/pack.json"))
      }
    }
    try spoil()
    let isReadable = ["changed", "missing"].contains(damage)
    if isReadable {
      let problems = try store.installed("harbour").damage()
      #expect(problems.count == 1 && problems.allSatisfy { $0.code == .packDamaged })
      let words = damage == "changed" ? "'themes/dusk.json' was changed" : "Harbour.ttf' is missing"
      #expect(problems.first?.message.contains(words) == true, "\(problems)")
    } else {
      #expect(code { _ = try store.installed("harbour") } == .packDamaged)
      #expect(store.all.problems.map(\.code) == [.packDamaged])
      #expect(code { try store.remove("harbour", origin: origin) } == .packDamaged)
    }
    _ = try store.add(pack, PackStore.Consent(), origin: origin)
    #expect(try store.installed("harbour").damage().isEmpty)
    #expect(try folder.bytes("packs/harbour/themes/dusk.json") == good)
    #expect(folder.names(in: "packs") == ["harbour"], "nothing else is left behind")
    guard isReadable else { return }
    try spoil()
    try store.remove("harbour", origin: origin)
    #expect(folder.names(in: "packs").isEmpty)
  }

  /// A file that does not belong to a pack is named, and neither replaced nor removed.
  @Test func otherFilesInTheFolderOfAPackAreKept() throws {
    let folder = try TemporaryFolder()
    let store = PackStore(folder: folder.file("packs"))
    let origin = Origin.argument("pack")
    let pack = try archive(folder)
    let installed = try store.add(pack, PackStore.Consent(), origin: origin)
    try folder.write("mine", to: "packs/harbour/themes/mine.json")
    try folder.write("{}", to: "packs/harbour/themes/dusk.json")
    let words = try installed.damage().map(\.message)
    #expect(words.count == 2 && words[1].contains("'themes/mine.json' is a file"), "\(words)")
    #expect(
      code { _ = try store.add(pack, PackStore.Consent(), origin: origin) } == .outputFailed)
    #expect(try folder.text("packs/harbour/themes/mine.json") == "mine")
    #expect(try folder.text("packs/harbour/themes/dusk.json") == "{}")
  }

  /// Every mistake in the folder of an author is reported in one run.
  @Test func aFolderWithMistakesIsRefused() throws {
    let folder = try TemporaryFolder()
    try Harbour.writePack(in: folder)
    try folder.write("{\"format\": 1, \"summary\": 3}", to: "harbour/themes/bad.json")
    try folder.write("no font", to: "harbour/fonts/Bad.ttf")
    try folder.write(
      PackFolder.theme.replacing("../fonts/Harbour.ttf", with: "../../outside.ttf"),
      to: "harbour/themes/outside.json")
    try folder.write(Harbour.font(), to: "outside.ttf")
    let maker = PackMaker(installation: Workspace.installation, plugins: .builtIn)
    guard case .refused(let problems, _) = try maker.make(folder.file("harbour")) else {
      Issue.record("the folder is accepted")
      return
    }
    let codes = Set(problems.map(\.code))
    #expect(codes.isSuperset(of: [.packInvalid, .fontFormat, .invalidValue]), "\(problems)")
    #expect(problems.allSatisfy { $0.origin?.file?.hasPrefix("/") == false }, "\(problems)")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("harbour/themes/link.json"), withDestinationPath: "/etc/passwd")
    try folder.write("x", to: "harbour/notes.txt")
    guard case .refused(let more, _) = try maker.make(folder.file("harbour")) else {
      Issue.record("the folder is accepted")
      return
    }
    #expect(more.count == 2 && more.allSatisfy { $0.code == .packInvalid }, "\(more)")
  }

  /// Content that would not work, or would work differently, on another machine is refused.
  @Test(arguments: [
    ("themes/a/a.json", PackFolder.theme, "directly in 'themes'"),
    ("themes/my night.json", PackFolder.theme, "'my night'"),
    ("themes/night.JSON", PackFolder.theme, "lowercase"),
    ("templates/-x/template.json", "{}", "'-x' cannot"),
    (
      "themes/mine.json", #"{"format": 1, "summary": "A test.", "extends": "mine-elsewhere"}"#,
      "mine-elsewhere"
    ),
    (
      "templates/board/template.json",
      """
      {"format": 1, "summary": "A test.", "theme": "fog", "sample": "../../../sample.json",
       "layouts": [{"plugin": "numbered-notes"}]}
      """, "outside the pack"
    ),
    (
      "motions/drift.json",
      """
      {"format": 1, "summary": "x", "says": ["x"], "still": 0, "reduced": [{"at": 0, "seconds": 1}],
       "shots": [{"seconds": 1, "picture": {"template": "lock", "theme": "dust", "notes": ["a"]}}]}
      """, "'dust'"
    ),
    (
      "templates/board/template.json",
      """
      {"format": 1, "summary": "A test.", "theme": "dusk", "layouts": [{"plugin": "tide"}]}
      """, "'tide'"
    ),
  ])
  func contentOfThisMachineIsRefused(_ path: String, _ text: String, _ words: String) throws {
    let folder = try TemporaryFolder()
    try Harbour.writePack(in: folder)
    try folder.write(text, to: "harbour/\(path)")
    try folder.write("{\"notes\": [\"Buy milk\"]}", to: "sample.json")
    let maker = PackMaker(installation: Workspace.installation, plugins: .builtIn)
    guard case .refused(let problems, _) = try maker.make(folder.file("harbour")) else {
      Issue.record("\(path) is accepted")
      return
    }
    #expect(problems.contains { $0.message.contains(words) }, "\(problems)")
  }

  /// A device of a pack cannot replace a built-in device, and a license beside a font is no font.
  @Test func aPackCannotReplaceABuiltInDevice() throws {
    let folder = try TemporaryFolder()
    try Harbour.writePack(in: folder)
    try folder.write("The license of the font.", to: "harbour/fonts/OFL.txt")
    try PackFolder.make(in: folder, to: "a.zip")
    let files = try FileManager.default.contentsOfDirectory(atPath: "\(Workspace.root)/Devices")
    let device = try #require(files.sorted().first { $0.hasSuffix(".json") })
    try folder.write(
      Data(contentsOf: URL(fileURLWithPath: "\(Workspace.root)/Devices/\(device)")),
      to: "harbour/devices/mine.json")
    let maker = PackMaker(installation: Workspace.installation, plugins: .builtIn)
    guard case .refused(let problems, _) = try maker.make(folder.file("harbour")) else {
      Issue.record("the device is accepted")
      return
    }
    #expect(problems.contains { $0.message.contains("id of a built-in device") }, "\(problems)")
  }

  /// The same folder always results in the same bytes.
  @Test func aPackIsReproducible() throws {
    let folder = try TemporaryFolder()
    try Harbour.writePack(in: folder)
    try PackFolder.make(in: folder, to: "a.zip")
    try PackFolder.make(in: folder, to: "b.zip")
    #expect(try folder.bytes("a.zip") == folder.bytes("b.zip"))
  }
}
