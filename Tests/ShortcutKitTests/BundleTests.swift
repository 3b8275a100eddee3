import BuiltInPlugins
import Foundation
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

@testable import ShortcutKit

/// Bundles: what is in them, how they are written, and how they are checked.
@Suite struct BundleTests {
  private static func request(
    _ device: String, home: HomeChoice = .color(.black), language: GuideLanguage = .english,
    presets: String = ""
  ) throws -> BundleRequest {
    let folder = try TemporaryFolder()
    let digits = String(repeating: "a", count: 32)
    let map = try PresetMap.read(
      folder.write(
        """
        {"format": 1, "name": "W {preset}", "presets": {\(presets)},
         "general": {"link": "https://www.icloud.com/shortcuts/\(digits)", "name": "W"}}
        """.utf8, to: "map.json"))
    return BundleRequest(
      lock: RenderRequest(device: device, notes: [Note("Buy milk"), Note("Call Ana", done: true)]),
      home: home, map: map, language: language)
  }

  private func make(_ request: BundleRequest) throws -> BundleMaker.Made {
    let renderer = try Renderer(installation: Workspace.installation, plugins: .builtIn, threads: 2)
    return try BundleMaker(renderer: renderer).make(request)
  }

  private func problems(_ folder: String) throws -> [RenderError] {
    var check = BundleCheck(folder)
    return try check.problems()
  }

  @Test(arguments: DeviceCatalog.shipped.devices.map(\.id))
  func theBundleOfEveryDeviceIsGood(_ device: String) throws {
    let folder = try TemporaryFolder()
    try make(Self.request(device)).write(to: folder.file("b"))
    #expect(try problems(folder.file("b")) == [])
  }

  @Test func itHasWhatAPersonNeeds() throws {
    let made = try make(Self.request("iphone8"))
    let names = Set(made.files.map(\.path))
    let fixed = [
      "LockScreen/lock.png", "HomeScreen/home.png", "instruction.png", "setup.html",
      "qr-install.png", "qr-install.svg", "qr-run.png", "qr-run.svg", "bundle.json",
    ]
    let cards = (1...20).map { "PresetCards/preset-\($0 < 10 ? "0" : "")\($0).png" }
    #expect(names == Set(fixed + cards))
    // The same bundle is the same bytes.
    let again = try make(Self.request("iphone8"))
    let isSame = zip(made.files, again.files).allSatisfy { $0.bytes == $1.bytes }
    #expect(isSame)
  }

  @Test func keepMakesNoFileAndSaysSo() throws {
    let made = try make(Self.request("iphone8", home: .keep))
    #expect(!made.files.contains { $0.path.hasPrefix("HomeScreen") })
    #expect(made.notes.contains("the home screen stays as it is; there is no file for it"))
  }

  @Test func aTransparentLockScreenIsRefused() throws {
    var request = try Self.request("iphone8")
    request.lock.background = .none
    let error = #expect(throws: RenderError.self) { try make(request) }
    #expect(error?.code == .conflictingOptions)
  }

  /// What is broken on purpose is found and named.
  @Test(arguments: [
    ("rm b/LockScreen/lock.png", "'LockScreen/lock.png' is missing"),
    ("rm b/setup.html", "'setup.html' is missing"),
    ("printf x >> b/setup.html", "'setup.html' is not the file that was made"),
    ("convert b/LockScreen/lock.png -resize 50% b/LockScreen/lock.png", "pixels; iphone8 has"),
    (
      "convert b/HomeScreen/home.png -alpha set -channel A -evaluate set 50% PNG32:b/HomeScreen/home.png",
      "'HomeScreen/home.png' is not opaque"
    ),
    (
      "cp b/instruction.png b/LockScreen/more.png", "'LockScreen/more.png' is no part of the bundle"
    ),
    ("head -c 900 b/instruction.png > x && mv x b/instruction.png", "photo"),
    ("sed -i 's/aaaaaaaa\"/aaaaaaax\"/' b/bundle.json", "is no link of a shortcut"),
    ("sed -i 's/name=W/name=V/' b/bundle.json", "is not that of its name"),
    ("sed -i 's/\"iphone8\"/\"nokia\"/' b/bundle.json", "names no device"),
    ("sed -i 's#LockScreen/lock.png#../lock.png#' b/bundle.json", "outside of the bundle"),
    ("rm b/bundle.json", "cannot be read"), ("echo '{' > b/bundle.json", "invalid-json"),
  ])
  func whatIsBrokenIsFound(command: String, words: String) throws {
    let folder = try TemporaryFolder()
    try make(Self.request("iphone8")).write(to: folder.file("b"))
    let done = Tool.run("sh", ["-c", "cd '\(folder.path)' && \(command)"], withErrors: true)
    #expect(done.status == 0, "\(done.text)")
    var said: [String] = []
    do {
      said = try problems(folder.file("b")).map(\.description)
    } catch {
      said = ["\(error)"]
    }
    #expect(said.contains { $0.contains(words) }, "\(said)")
  }

  @Test func anotherBundleIsReplacedAndNothingElse() throws {
    let folder = try TemporaryFolder()
    let made = try make(Self.request("iphone8"))
    try made.write(to: folder.file("b"))
    try make(Self.request("iphone8", home: .keep)).write(to: folder.file("b") + "/")
    #expect(!FileManager.default.fileExists(atPath: folder.file("b/HomeScreen")))
    try folder.write("mine", to: "c/letter.txt")
    let error = #expect(throws: RenderError.self) { try made.write(to: folder.file("c")) }
    #expect(error?.code == .outputFailed && error?.message.contains("is no bundle") == true)
    #expect(try folder.text("c/letter.txt") == "mine")
    // Nothing is left of the writing.
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["b", "c"])
  }

  @Test func theZipHoldsTheSameFiles() throws {
    let folder = try TemporaryFolder()
    let made = try make(Self.request("iphone8", language: .japanese))
    try made.write(to: folder.file("b"))
    try made.writeZip(to: folder.file("b.zip"))
    try made.writeZip(to: folder.file("c.zip"))
    #expect(try folder.bytes("b.zip") == folder.bytes("c.zip"))
    let script = """
      import os, sys, zipfile
      os.chdir(sys.argv[1])
      archive = zipfile.ZipFile('b.zip')
      assert archive.testzip() is None
      files = {os.path.relpath(os.path.join(root, name), 'b')
               for root, _, names in os.walk('b') for name in names}
      assert set(archive.namelist()) == files, (archive.namelist(), files)
      for name in files:
          assert archive.read(name) == open('b/' + name, 'rb').read(), name
      """
    let judge = Tool.run("/usr/bin/python3", ["-c", script, folder.path], withErrors: true)
    #expect(judge.status == 0, "\(judge.text)")
  }

  /// Opened in a browser on a phone's width and on a desk, without a network.
  @Test(arguments: GuideLanguage.allCases, [true, false])
  func theGuideCanBeRead(language: GuideLanguage, isMapped: Bool) throws {
    let folder = try TemporaryFolder()
    let link =
      "https://www.icloud.com/shortcuts/" + String(repeating: isMapped ? "b" : "a", count: 32)
    let request = try Self.request(
      "iphone15", home: isMapped ? .color(.white) : .keep, language: language,
      presets: isMapped ? "\"3\": \"\(link)\"" : "")
    let made = try make(request)
    let page = try #require(made.files.first { $0.path == "setup.html" })
    try folder.write(Data(page.bytes), to: "setup.html")
    let script = Workspace.root + "/Tests/ShortcutKitTests/open-guide.py"
    let judge = Tool.run(
      "/usr/bin/python3", [script, folder.file("setup.html"), link], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(1500))")
  }

  @Test func everyLanguageHasTheSameTexts() {
    let english = GuideStrings(.english).texts
    #expect(english.count > 100)
    for language in GuideLanguage.allCases {
      let texts = GuideStrings(language).texts
      #expect(Set(texts.keys) == Set(english.keys), "\(language)")
      for (key, text) in texts {
        #expect(!text.isEmpty, "\(language) \(key)")
        func fields(_ text: String) -> [String] {
          text.matches(of: #/\{[a-z]+\}/#).map { String($0.0) }.sorted()
        }
        #expect(Set(fields(text)) == Set(fields(english[key] ?? "")), "\(language) \(key)")
      }
    }
  }
}
