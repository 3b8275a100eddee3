import BuiltInPlugins
import Designs
import Foundation
import RenderPool
import ShortcutKit
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Bundles with a guide for a picture address: their contents and their validation.
@Suite(.tags(.torture)) struct AddressBundleTests {
  private static let url = "https://wallpapers.example/p/rEaDtOkEn"

  private static func request(
    home: AddressHome = .keep, isMapped: Bool = false, language: GuideLanguage = .english
  ) throws -> AddressRequest {
    AddressRequest(
      address: try ReadAddress(url), example: RenderRequest(device: "iphone15"), home: home,
      choice: isMapped ? try GuideClaimsTests.map([3]).choice(for: .standard) : nil,
      language: language)
  }

  private static func make(_ request: AddressRequest) throws -> BundleMaker.Made {
    try BundleMaker(pictures: RememberingMaker.shared, installation: Workspace.installation)
      .make(request)
  }

  private func problems(_ folder: String) throws -> [RenderError] {
    var check = BundleCheck(folder)
    return try check.problems()
  }

  @Test(arguments: [true, false]) func itIsTheGuideAndItsCodes(isMapped: Bool) throws {
    let made = try Self.make(Self.request(isMapped: isMapped))
    var names: Set = [
      "setup.html", "bundle.json", "qr-address.png", "qr-address.svg", "qr-run.png", "qr-run.svg",
    ]
    if isMapped { names.formUnion(["qr-install.png", "qr-install.svg"]) }
    #expect(Set(made.files.map(\.path)) == names)
    #expect(made.notes.first?.contains("secret") == true)
    #expect(made.warnings.isEmpty)
  }

  private static let kinds = AddressHome.allCases.flatMap { home in
    [true, false].map { (home: home, isMapped: $0) }
  }

  @Test(arguments: kinds) func everyKindIsGood(kind: (home: AddressHome, isMapped: Bool)) throws {
    let folder = try TemporaryFolder()
    try Self.make(Self.request(home: kind.home, isMapped: kind.isMapped, language: .japanese))
      .write(to: folder.file("b"))
    #expect(try problems(folder.file("b")) == [])
    let manifest = try JSONNode(parsing: folder.bytes("b/bundle.json"))
    #expect(manifest["address"]?.string == Self.url)
    #expect(manifest["home"]?.string == kind.home.rawValue)
    #expect(manifest["shortcut"]?["link"]?.string?.isEmpty == (kind.isMapped ? false : nil))
    #expect(manifest["preset"]?.whole == (kind.isMapped ? 3 : nil))
  }

  /// An independent program reads the QR code.
  @Test func aCameraFindsTheAddress() throws {
    let folder = try TemporaryFolder()
    let made = try Self.make(Self.request())
    let code = try #require(made.files.first { $0.path == "qr-address.png" })
    let path = try folder.write(code.bytes, to: "code.png")
    let read = Tool.run("sh", ["-c", "zbarimg -q --raw '\(path)' 2>/dev/null"])
    #expect(read.text == Self.url + "/lock.png\n")
  }

  /// Without content, a guide shows an example in its own language, so it contains no private text.
  @Test func theExampleIsInTheLanguageOfTheGuide() throws {
    for language in GuideLanguage.allCases {
      let strings = GuideStrings(language)
      #expect(["example.1", "example.2", "example.3"].allSatisfy { !strings.text($0).isEmpty })
      #expect(try Self.make(Self.request(language: language)).warnings.isEmpty)
    }
  }

  private static let whole = Result {
    let folder = try TemporaryFolder()
    try make(request(home: .address)).write(to: folder.file("b"))
    return folder
  }

  /// Deliberate damage is detected, and the error describes it without revealing the address.
  @Test(arguments: [
    ("sed -i 's/rEaDtOkEn/oThErOnE/' b/bundle.json", "links of the guide differ"),
    ("sed -i 's#https://wallpapers#http://wallpapers#' b/bundle.json", "is not encrypted"),
    ("sed -i '/\"address\":/d' b/bundle.json", "is missing from the manifest"),
    ("sed -i 's/\"home\": \"address\"/\"home\": \"black\"/' b/bundle.json", "no valid value"),
    ("sed -i 's/\"home\": \"address\"/\"home\": \"keep\"/' b/bundle.json", "links of the guide"),
    ("rm b/qr-address.svg", "'qr-address.svg' is missing"),
    ("mkdir b/LockScreen", "'LockScreen' is not part of the bundle"),
    ("printf x >> b/setup.html", "'setup.html' was changed after the bundle was made"),
    ("sed -i 's/name=My/name=Your/' b/bundle.json", "does not match the name of the shortcut"),
  ])
  func whatIsBrokenIsFound(command: String, words: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: Self.whole.get().file("b"), toPath: folder.file("b"))
    let done = Tool.run("sh", ["-c", "cd '\(folder.path)' && \(command)"], withErrors: true)
    #expect(done.status == 0, "\(done.text)")
    var said: [String] = []
    do {
      said = try problems(folder.file("b")).map(\.description)
    } catch {
      said = ["\(error)"]
    }
    #expect(said.contains { $0.contains(words) }, "\(said)")
    #expect(!said.contains { $0.contains("rEaDtOkEn") || $0.contains("oThErOnE") }, "\(said)")
  }

  /// An unmodified bundle for an address is replaced by a new one, like any other bundle.
  @Test func itIsReplacedAsAnyBundle() throws {
    let folder = try TemporaryFolder()
    try Self.make(Self.request(isMapped: true)).write(to: folder.file("b"))
    try Self.make(Self.request()).write(to: folder.file("b"))
    #expect(try problems(folder.file("b")) == [])
    #expect(!folder.names(in: "b").contains("qr-install.png"))
  }

  private static let guides = GuideLanguage.allCases.map { language in
    (language: language, isMapped: language == .english)
  }

  /// The guide can be read in a browser at the width of a phone and of a desktop, without a
  /// network.
  @Test(.tags(.web), arguments: guides)
  func theGuideCanBeReadInABrowser(guide: (language: GuideLanguage, isMapped: Bool)) throws {
    let folder = try TemporaryFolder()
    var request = try Self.request(language: guide.language)
    if guide.isMapped {
      let map = """
        {"format": 1, "name": "My Wallpaper {preset}",
         "general": {"link": "https://www.icloud.com/shortcuts/\(String(repeating: "b", count: 32))", "name": "My Wallpaper"}}
        """
      request.choice = try PresetMap.read(folder.write(map.utf8, to: "map.json")).choice(
        for: .standard)
    }
    let page = try #require(try Self.make(request).files.first { $0.path == "setup.html" })
    try folder.write(Data(page.bytes), to: "setup.html")
    let script = Workspace.root + "/Tests/ShortcutKitTests/open-guide.py"
    let judge = Tool.run(
      "/usr/bin/python3",
      [
        script, folder.file("setup.html"), request.choice?.shortcut.link.url ?? "-", "2",
        Self.url,
      ],
      withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(1500))")
  }
}
