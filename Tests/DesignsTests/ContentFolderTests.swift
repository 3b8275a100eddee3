import Designs
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Themes and templates in content folders: precedence, references between themes, and listings.
@Suite struct ContentFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for place in ["user", "system", "other"] {
      for kind in ["themes", "templates"] { try folder.write("", to: "\(place)/\(kind)/.keep") }
    }
  }

  private func designs(_ places: [(String, ContentOrigin)]) -> DesignLibrary {
    let folders = places.flatMap { name, origin in
      [ContentFolder.Kind.themes, .templates].map {
        ContentFolder($0, path: folder.file("\(name)/\($0.rawValue)"), origin: origin)
      }
    }
    return DesignLibrary(
      installation: Installation(root: Workspace.root, contentFolders: folders))
  }

  private var designs: DesignLibrary { designs([("user", .user), ("system", .system)]) }

  /// Writes a theme that extends another one and has the given summary.
  private func write(_ summary: String, extending base: String = "fog", to file: String) throws {
    try folder.write(
      #"{"format": 1, "summary": "\#(summary)", "extends": "\#(base)"}"#, to: file)
  }

  private func code(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? RenderError)?.code.rawValue
    }
  }

  /// An installed name has the same meaning on every machine; among the other places, the user's
  /// theme takes precedence over the system's theme, and a folder over a single file.
  @Test func installedNamesComeFirstAndThenTheUsers() throws {
    try write("wrong", to: "user/themes/midnight.json")
    try write("wrong", to: "system/themes/midnight/midnight.json")
    try write("system", to: "system/themes/dusk.json")
    try write("system", to: "system/themes/noon.json")
    try write("user", to: "user/themes/dusk.json")
    try write("user", to: "user/themes/reef/reef.json")
    try write("wrong", to: "user/themes/reef.json")

    let installed = try DesignLibrary(installation: Workspace.installation).theme("midnight")
    #expect(try designs.theme("midnight") == installed)
    #expect(installed.origin == .builtIn)
    for (name, origin, place) in [
      ("dusk", ContentOrigin.user, "user/themes/dusk.json"),
      ("noon", .system, "system/themes/noon.json"), ("reef", .user, "user/themes/reef/reef.json"),
    ] {
      let theme = try designs.theme(name)
      #expect(theme.origin == origin && theme.files.first == folder.file(place))
      #expect(theme.summary == origin.rawValue && theme.name == name)
    }
    let listing = try designs.listThemes()
    #expect(listing.items.map(\.item.name).suffix(3) == ["dusk", "reef", "noon"])
    #expect(listing.items.allSatisfy { $0.origin == $0.item.origin })
    #expect(listing.problems.isEmpty)
    #expect(
      listing.warnings.map(\.origin?.file) == [
        folder.file("user/themes/midnight.json"), folder.file("user/themes/reef.json"),
        folder.file("system/themes/dusk.json"),
        folder.file("system/themes/midnight/midnight.json"),
      ])
    #expect(listing.warnings.allSatisfy { $0.code == .nameHidden })
  }

  /// A program that names only the installation does not read any other folder.
  @Test func anInstallationAloneHasOnlyItsOwnContent() throws {
    #expect(Installation(root: Workspace.root).contentFolders.isEmpty)
    #expect(try Installation.find().contentFolders.isEmpty)
    try write("user", to: "user/themes/dusk.json")
    let alone = DesignLibrary(installation: Workspace.installation)
    #expect(code { _ = try alone.theme("dusk") } == "unknown-theme")
    #expect(try alone.listThemes().items.map(\.origin).allSatisfy { $0 == .builtIn })
  }

  /// A theme of the user can extend an installed theme, another theme of the user, and files in its
  /// own folder.
  @Test func namesInExtendsFollowTheSameOrder() throws {
    try write("user", to: "user/themes/dusk.json")
    try write("deep", extending: "dusk", to: "user/themes/deep/deep.json")
    // A file next to a theme in its own folder is a part of it.
    try write("part", to: "user/themes/whole/part.json")
    try write("whole", extending: "part", to: "user/themes/whole/whole.json")
    // Themes that are next to each other only because they are in the user's folder are not parts.
    try write("hidden", extending: "paper", to: "user/themes/fog.json")
    try write("flat", extending: "fog", to: "user/themes/flat.json")
    try write("self", extending: "noor", to: "user/themes/noor.json")

    func files(_ name: String) throws -> [String] {
      try designs.theme(name).files.map { $0.replacing(folder.path + "/", with: "") }
    }
    let fog = Workspace.installation.templates + "/themes/fog.json"
    #expect(
      try files("deep") == ["user/themes/deep/deep.json", "user/themes/dusk.json", fog])
    #expect(
      try files("whole") == ["user/themes/whole/whole.json", "user/themes/whole/part.json", fog])
    #expect(try files("flat") == ["user/themes/flat.json", fog])
    // A file with the name of its base means the installed theme.
    let own = try designs.theme(folder.file("user/themes/noor.json"))
    #expect(own.files.last == Workspace.installation.templates + "/themes/noor.json")
  }

  /// A fenced worker reads only the folder itself, so a link that leads out of it is refused
  /// everywhere.
  @Test func linksOutOfAFolderAreRefused() throws {
    try write("elsewhere", to: "elsewhere/out.json")
    try write("inside", to: "user/themes/real/real.json")
    for (link, target) in [
      ("user/themes/out.json", "../../elsewhere/out.json"),
      ("user/themes/twice", "../../elsewhere"), ("user/themes/near.json", "real/real.json"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(link), withDestinationPath: target)
    }
    try write("elsewhere", to: "elsewhere/twice.json")
    #expect(code { _ = try designs.theme("out") } == "path-outside")
    #expect(code { _ = try designs.theme("twice") } == "path-outside")
    try write("user", extending: "out", to: "user/themes/through.json")
    #expect(code { _ = try designs.theme("through") } == "path-outside")
    #expect(try designs.theme("near").summary == "inside")
    let listing = try designs.listThemes()
    #expect(listing.problems.map(\.code.rawValue) == Array(repeating: "path-outside", count: 3))
    #expect(listing.items.last?.item.name == "real")
  }

  /// Names that are not portable, hidden files, and other files are ignored.
  @Test(arguments: [
    ".hidden.json", "a b.json", "two.json.json", "readme.md", "-x.json", "a\u{7}.json",
    "..json", "folder/other.json",
  ])
  func otherNamesAreIgnored(_ name: String) throws {
    try write("user", to: "user/themes/\(name)")
    let listing = try designs.listThemes()
    #expect(listing.items.allSatisfy { $0.origin == .builtIn })
    #expect(listing.warnings.isEmpty && listing.problems.isEmpty)
    #expect(code { _ = try designs.theme("folder") } == "unknown-theme")
    for word in ["..", ".", "", "../user", "two.json"] {
      #expect(code { _ = try designs.theme(word) } != nil, "\(word)")
    }
  }

  /// An invalid theme of the user is reported, and does not affect other themes.
  @Test func anInvalidThemeDoesNotHideOthers() throws {
    try folder.write("{", to: "user/themes/broken.json")
    try write("user", to: "user/themes/dusk.json")
    let listing = try designs.listThemes()
    #expect(listing.problems.map(\.code.rawValue) == ["invalid-json"])
    #expect(listing.items.last?.item.name == "dusk")
  }

  /// Templates of the user have their own themes, and use the themes of the user.
  @Test func templatesHaveTheSameOrder() throws {
    let text = #"{"format": 1, "summary": "s", "theme": "own", "layouts": []}"#
    try folder.write(text, to: "user/templates/plain/template.json")
    try folder.write(text, to: "user/templates/lock/template.json")
    try folder.write(text, to: "system/templates/plain/template.json")
    try write("wrong", to: "user/themes/own.json")
    try write("right", to: "user/templates/plain/themes/own.json")
    let template = try designs.template("plain")
    #expect(template.origin == .user)
    #expect(template.file == folder.file("user/templates/plain/template.json"))
    #expect(try designs.template("lock").origin == .builtIn)
    #expect(try designs.theme("own", of: "plain").summary == "right")
    #expect(designs.isTemplate("plain") && designs.templateNames.last == "plain")
    let listing = try designs.listTemplates()
    #expect(
      listing.warnings.map(\.origin?.file) == [
        folder.file("user/templates/lock/template.json"),
        folder.file("system/templates/plain/template.json"),
      ])
  }
}
