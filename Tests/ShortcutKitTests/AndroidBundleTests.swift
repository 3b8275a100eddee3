import Designs
import Files
import Foundation
import RenderPool
import ShortcutKit
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Bundles for Android phones: their contents, their validation and their guide.
@Suite(.tags(.torture)) struct AndroidBundleTests {
  private static let url = "https://wallpapers.example/p/rEaDtOkEn"

  /// A bundle that contains its pictures, or one whose pictures the phone fetches from an address.
  struct Case: Sendable, CustomTestStringConvertible {
    let device: String
    let language: GuideLanguage
    let hasHome: Bool
    let isFetched: Bool

    var testDescription: String { "\(device) \(language) \(hasHome) \(isFetched)" }
  }

  private static let cases = zip(
    ["pixel9", "galaxys24", "1440x3120", "galaxyzfold6"],
    [GuideLanguage.english, .arabic, .japanese, .english]
  ).flatMap { device, language in
    [(true, true), (true, false), (false, true), (false, false)].map { hasHome, isFetched in
      Case(device: device, language: language, hasHome: hasHome, isFetched: isFetched)
    }
  }

  private static func make(_ this: Case) throws -> BundleMaker.Made {
    let maker = BundleMaker(
      pictures: RememberingMaker.shared, installation: Workspace.installation)
    var lock = RenderRequest(device: this.device)
    guard !this.isFetched else {
      return try maker.make(
        AddressRequest(
          address: ReadAddress(url), example: lock, home: this.hasHome ? .address : .keep,
          language: this.language))
    }
    lock.notes = [Note("Buy milk")]
    return try maker.make(
      BundleRequest(
        lock: lock, home: this.hasHome ? .color(.black) : .keep, map: GuideClaimsTests.map([3]),
        language: this.language))
  }

  @Test(arguments: Torture.all(of: cases, orOnly: 6)) func everyKindIsGood(_ this: Case) throws {
    let folder = try TemporaryFolder()
    let made = try Self.make(this)
    var names: Set = ["setup.html", "bundle.json"]
    if this.isFetched {
      names.formUnion(["qr-address.png", "qr-address.svg"])
    } else {
      names.insert("LockScreen/lock.png")
      if this.hasHome { names.insert("HomeScreen/home.png") }
    }
    #expect(Set(made.files.map(\.path)) == names)
    try made.write(to: folder.file("b"))
    var check = BundleCheck(folder.file("b"))
    #expect(try check.problems() == [])
    let manifest = try JSONNode(parsing: folder.bytes("b/bundle.json"))
    #expect(manifest["system"]?.string == "android")
    #expect(manifest["preset"]?.whole == nil)
    #expect(manifest["shortcut"]?["name"] == nil)
    // An additional file and a changed file are found.
    try folder.write(Data("x".utf8), to: "b/qr-run.png")
    try folder.write(Data("x".utf8), to: "b/setup.html")
    #expect(try check.problems().count == 2)
  }

  /// Returns the keys of the texts that belong only to the guide for Android phones.
  private static func ownKeys(_ language: GuideLanguage) throws -> Set<String> {
    let path = "Sources/Stories/ShortcutKit/Resources/android-\(language.rawValue).json"
    let file = try Data(contentsOf: URL(fileURLWithPath: "\(Workspace.root)/\(path)"))
    return Set(try JSONNode(parsing: Array(file)).members?.map(\.key) ?? [])
  }

  @Test(arguments: GuideLanguage.allCases)
  func everyLanguageHasTheSameTextsUnderTheSameConditions(_ language: GuideLanguage) throws {
    let (keys, own) = (try Self.ownKeys(.english), try Self.ownKeys(language))
    #expect(keys.count > 50 && own == keys)
    let english = GuideStrings(.english, for: .android).texts
    let texts = GuideStrings(language, for: .android).texts.filter { keys.contains($0.key) }
    func fields(_ text: String) -> Set<String> {
      Set(text.matches(of: #/\{[a-z]+\}/#).map { String($0.0) })
    }
    for (key, statements) in texts {
      let model = english[key] ?? []
      #expect(statements.map(\.condition) == model.map(\.condition), "\(key)")
      for (one, other) in zip(statements, model) {
        #expect(!one.text.isEmpty && fields(one.text) == fields(other.text), "\(key)")
      }
    }
  }

  @Test func everyTextIsOnThePage() throws {
    var source = [Resources.guidePage, Resources.androidPage]
      .map { String(decoding: $0, as: UTF8.self) }.joined()
    let folder = Workspace.root + "/Sources/Stories/ShortcutKit/"
    for name in ["Guide/SetupGuide.swift", "Address/AddressBundle.swift"] {
      source += try String(contentsOfFile: folder + name, encoding: .utf8)
    }
    for key in try Self.ownKeys(.english) {
      let isUsed = ["{{t.\(key)}}", "{{\(key)}}", "\"\(key)\""].contains { source.contains($0) }
      #expect(isUsed, "\(key)")
    }
  }

  @Test func aBundleIsForAPhoneOrTablet() throws {
    for id in ["tv4k", "macbookpro14", "monitor1440p"] {
      let error = #expect(throws: RenderError.self) {
        try Self.make(Case(device: id, language: .english, hasHome: false, isFetched: false))
      }
      #expect(error?.code == .invalidValue)
    }
    var lock = RenderRequest(device: "pixel9")
    lock.notes = [Note("a")]
    lock.scroll = ScreenScroll(ratio: 1.5)
    let error = #expect(throws: RenderError.self) {
      try BundleMaker(pictures: RememberingMaker.shared, installation: Workspace.installation)
        .make(BundleRequest(lock: lock, map: GuideClaimsTests.map([3])))
    }
    #expect(error?.code == .conflictingOptions)
  }

  @Test(.tags(.web), arguments: GuideLanguage.allCases)
  func theGuideCanBeReadInABrowser(_ language: GuideLanguage) throws {
    let folder = try TemporaryFolder()
    let this = Case(device: "pixel9", language: language, hasHome: true, isFetched: true)
    let page = try #require(try Self.make(this).files.first { $0.path == "setup.html" })
    try folder.write(Data(page.bytes), to: "setup.html")
    let judge = Tool.run(
      "/usr/bin/python3",
      [
        Workspace.root + "/Tests/ShortcutKitTests/open-guide.py", folder.file("setup.html"), "-",
        "1", Self.url, "android",
      ],
      withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(1500))")
  }
}
