import BuiltInPlugins
import Designs
import Files
import Foundation
import RenderPool
import ShortcutKit
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests bundles: their contents, how they are written, and their validation.
@Suite(.tags(.torture)) struct BundleTests {
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

  private static var maker: BundleMaker {
    BundleMaker(pictures: RememberingMaker.shared, installation: Workspace.installation)
  }

  private func make(_ request: BundleRequest) throws -> BundleMaker.Made {
    try Self.maker.make(request)
  }

  private func problems(_ folder: String) throws -> [RenderError] {
    var check = BundleCheck(folder)
    return try check.problems()
  }

  /// Outside `make torture`, tests one screen; ``everyKindOfBundleIsGood(kind:)`` tests a tablet.
  @Test(arguments: Torture.isOn ? DeviceCatalog.appleScreens.map(\.id) : ["iphone8"])
  func theBundleOfEveryDeviceIsGood(_ device: String) throws {
    let folder = try TemporaryFolder()
    try make(Self.request(device)).write(to: folder.file("b"))
    #expect(try problems(folder.file("b")) == [])
  }

  /// A picture that depends on the time says until when it is true, and how often it needs an
  /// update; other pictures never expire.
  @Test func itSaysUntilWhenItIsTrue() throws {
    var request = try Self.request("iphone8", home: .keep)
    let plain = try make(request)
    #expect(plain.lifetime == nil && !plain.notes.contains { $0.contains("true until") })
    let date = ContentEntry([
      "title": .text("Exam"), "date": .when(try #require(When("2026-06-01"))),
    ])
    let event = ContentEntry([
      "title": .text("Talk"), "start": .when(try #require(When("2026-05-21T15:00"))),
      "end": .when(try #require(When("2026-05-21T16:00"))),
    ])
    (request.lock.now, request.lock.zone) = (When("2026-05-21T12:00"), "Europe/Berlin")
    for (template, kind, entry, expires, interval) in [
      ("ahead", ContentKind.dates, date, "2026-05-22T00:00:00+02:00", "day"),
      ("agenda", ContentKind.events, event, "2026-05-21T16:00:00+02:00", "hour"),
    ] {
      var request = request
      request.lock.template = template
      request.lock.content = Content(notes: kind == .dates ? [Note("Buy milk")] : nil)
      request.lock.content[kind] = [entry]
      let made = try make(request)
      let lifetime = try #require(made.lifetime)
      #expect(lifetime.expires == expires && lifetime.interval.rawValue == interval)
      let time = String(expires.prefix(16)).replacing("T", with: " ")
      #expect(made.notes.contains { $0.hasPrefix("the picture is true until \(time); ") })
      let manifest = try #require(made.files.first { $0.path == "bundle.json" })
      let text = String(decoding: manifest.bytes, as: UTF8.self)
      #expect(text.contains(#""expires": "\#(expires)""#))
      #expect(text.contains(#""interval": "\#(interval)""#))
    }
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
    // A second rendering of the bundle has the same bytes.
    let again = try BundleMaker(
      pictures: Renderer(installation: Workspace.installation, plugins: .builtIn),
      installation: Workspace.installation
    ).make(Self.request("iphone8"))
    let isSame = zip(made.files, again.files).allSatisfy { $0.bytes == $1.bytes }
    #expect(isSame)
  }

  @Test func keepMakesNoFileAndSaysSo() throws {
    let made = try make(Self.request("iphone8", home: .keep))
    #expect(!made.files.contains { $0.path.hasPrefix("HomeScreen") })
    #expect(made.notes.contains("the home screen stays as it is; there is no file for it"))
  }

  private static let kinds = ["iphone8", "ipad10"].flatMap { device in
    [HomeChoice.keep, .color(.white)].map { (device: device, home: $0) }
  }

  /// Every kind of bundle contains what its manifest and guide list, as a folder and as a ZIP.
  @Test(arguments: Torture.all(of: kinds, orOnly: 2))
  func everyKindOfBundleIsGood(kind: (device: String, home: HomeChoice)) throws {
    let (device, home) = kind
    let folder = try TemporaryFolder()
    let own = "\"3\": \"https://www.icloud.com/shortcuts/\(String(repeating: "c", count: 32))\""
    for (index, presets) in ["", own].enumerated() {
      let made = try make(Self.request(device, home: home, language: .arabic, presets: presets))
      let paths = BundleLayout.paths(hasHome: home != .keep)
      #expect(Set(made.files.map(\.path)) == paths.union(["bundle.json"]))
      let place = folder.file("\(index)")
      try made.write(to: place)
      #expect(try problems(place) == [])
    }
  }

  @Test func aTransparentLockScreenIsRefused() throws {
    var request = try Self.request("iphone8")
    request.lock.background = .none
    let error = #expect(throws: RenderError.self) { try make(request) }
    #expect(error?.code == .conflictingOptions)
  }

  /// A valid bundle, built once, for tests that damage a copy.
  private static let whole = Result {
    let folder = try TemporaryFolder()
    try maker.make(request("iphone8")).write(to: folder.file("b"))
    return folder
  }

  /// Returns a command that removes a file from the manifest.
  private static func unlist(_ name: String) -> String {
    rewrite("m['files'] = [f for f in m['files'] if f['path'] != '\(name)']")
  }

  /// Returns a command that edits the guide and updates its digest.
  private static func edit(_ command: String) -> String {
    "sed -i '\(command)' b/setup.html && "
      + rewrite(
        "d = hashlib.sha256(open('b/setup.html', 'rb').read()).hexdigest(); "
          + "[f.update(sha256=d) for f in m['files'] if f['path'] == 'setup.html']")
  }

  private static func rewrite(_ change: String) -> String {
    "/usr/bin/python3 -c \"import json, hashlib; m = json.load(open('b/bundle.json')); \(change); "
      + "json.dump(m, open('b/bundle.json', 'w'))\""
  }

  /// Deliberate damage is detected and described.
  @Test(arguments: [
    ("rm b/LockScreen/lock.png", "'LockScreen/lock.png' is missing"),
    ("rm b/setup.html", "'setup.html' is missing"),
    ("printf x >> b/setup.html", "'setup.html' was changed after the bundle was made"),
    ("convert b/LockScreen/lock.png -resize 50% b/LockScreen/lock.png", "pixels; iphone8 has"),
    (
      "convert b/HomeScreen/home.png -alpha set -channel A -evaluate set 50% PNG32:b/HomeScreen/home.png",
      "'HomeScreen/home.png' is not opaque"
    ),
    (
      "cp b/instruction.png b/LockScreen/more.png", "'LockScreen/more.png' is not part of"
    ),
    ("head -c 900 b/instruction.png > x && mv x b/instruction.png", "[photo-"),
    ("sed -i 's/aaaaaaaa\"/aaaaaaax\"/' b/bundle.json", "is not a shortcut link"),
    ("sed -i 's/name=W/name=V/' b/bundle.json", "does not match the name of the shortcut"),
    ("sed -i 's/\"iphone8\"/\"nokia\"/' b/bundle.json", "a known device"),
    ("sed -i 's#LockScreen/lock.png#../lock.png#' b/bundle.json", "outside of the bundle"),
    ("rm b/bundle.json", "cannot be read"), ("echo '{' > b/bundle.json", "invalid-json"),
    ("rm -r b/HomeScreen", "'HomeScreen/home.png' is missing"),
    ("rm -r b/HomeScreen && \(unlist("HomeScreen/home.png"))", "missing from the manifest"),
    ("sed -i 's/\"home\": \"black\"/\"home\": \"keep\"/' b/bundle.json", "stays as it is, but"),
    (
      "sed -i 's/\"home\": \"black\"/\"home\": \"blue\"/' b/bundle.json", "no valid value"
    ),
    ("mkdir b/Other", "'Other' is not part of the bundle"),
    ("cp b/instruction.png b/PresetCards/", "'PresetCards/instruction.png' is not part"),
    ("touch b/LockScreen/.hidden", "'LockScreen/.hidden' is not part"),
    ("\(unlist("qr-run.svg"))", "'qr-run.svg' is missing from the manifest"),
    (edit("s/LockScreen/HomeScreen/g"), "does not mention the folder 'LockScreen'"),
    (edit("s/instruction\\.png/red.png/g"), "mentions 'red.png'"),
    (edit("s/iPhone/iPad/g"), "is not for an iPhone"), (edit("s/iOS/iPadOS/g"), "is not for iOS"),
    (edit("s/lang=.en./lang=\"ar\"/"), "in another language"),
    (edit("s/aaaaaaaa/aaaaaaa0/"), "links of the guide differ"),
  ])
  func whatIsBrokenIsFound(command: String, words: String) throws {
    let folder = try TemporaryFolder()
    let whole = try Self.whole.get().file("b")
    try FileManager.default.copyItem(atPath: whole, toPath: folder.file("b"))
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
    #expect(error?.code == .outputFailed && error?.message.contains("is not a bundle") == true)
    #expect(try folder.text("c/letter.txt") == "mine")
    // No temporary file is left.
    #expect(folder.names == ["b", "c"])
  }

  /// A bundle that a user has modified is not replaced, and the error states the reason.
  ///
  /// The arguments are commands that modify a bundle, each with a part of the expected error.
  @Test(arguments: [
    ("echo mine > b/letter.txt", "contains a file that is not part of the bundle: 'letter.txt'"),
    (
      "mkdir b/mine; echo mine > b/mine/letter.txt",
      "contains a folder that is not part of the bundle: 'mine'"
    ),
    (
      "mkdir b/LockScreen/mine",
      "contains a folder that is not part of the bundle: 'LockScreen/mine'"
    ),
    (
      "ln -s /etc/passwd b/LockScreen/passwd",
      "contains a link that is not part of the bundle: 'LockScreen/passwd'"
    ),
    (
      "ln -sf /etc/passwd b/setup.html",
      "contains a link that is not part of the bundle: 'setup.html'"
    ),
    (
      "rm b/setup.html; mkfifo b/setup.html",
      "contains a named pipe that is not part of the bundle: 'setup.html'"
    ),
    ("echo mine >> b/setup.html", "its file 'setup.html' was changed"),
    ("echo '{\"files\": []}' > b/bundle.json", "is not a bundle"),
    ("mkdir c; mv b/setup.html c; rm -r b; mv c b", "is not a bundle"),
    ("rm -r b; echo mine > b", "it is a file"), ("mv b c; ln -s c b", "it is a link"),
    ("rm -r b; mkfifo b", "it is a named pipe"),
    (
      "mkdir .b.wallfarm-new; echo mine > .b.wallfarm-new/letter.txt", "b.wallfarm-new' remains"
    ),
  ])
  func whatIsAPersonsIsLeftAlone(command: String, words: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("b")
    let made = try Self.made.get()
    try made.write(to: path)
    let done = Tool.run("sh", ["-c", "cd '\(folder.path)' && \(command)"], withErrors: true)
    try #require(done.status == 0, "\(done.text)")
    let before = listing(folder)
    let error = #expect(throws: RenderError.self) { try made.write(to: path) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(error?.origin?.description == "--output" && error?.hint?.isEmpty == false)
    #expect(listing(folder) == before)
    // Changes inside the bundle are also detected before rendering. A leftover folder next to the
    // bundle is detected only when the bundle is written.
    if !words.contains("wallfarm-new") {
      let early = #expect(throws: RenderError.self) { try BundleMaker.checkPlace(path) }
      #expect(early == error)
    }
  }

  @Test func anEmptyFolderMayBecomeABundle() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("b"), withIntermediateDirectories: true)
    try Self.made.get().write(to: folder.file("b"))
    #expect(try problems(folder.file("b")) == [] && folder.names == ["b"])
  }

  /// If a run is killed at any step, the old or the new bundle is complete, and the next run
  /// finishes the replacement.
  @Test(arguments: FolderReplacement.Step.allCases, [true, false])
  func aKillLeavesTheOldOrTheNew(_ step: FolderReplacement.Step, canSwap: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("b")
    let (old, new) = (try Self.made.get(), try Self.other.get())
    try old.write(to: path)
    let before = listing(folder, "b")
    try new.write(to: path, canSwap: canSwap, endingAfter: step)
    let isAside = step == .setAside && !canSwap
    if isAside {
      #expect(listing(folder, ".b.wallfarm-old").count == before.count)
    } else {
      #expect(try problems(path) == [], "\(step)")
      if step != .swapped && step != .setAside { #expect(listing(folder, "b") == before) }
    }
    if [.made, .listed, .filled].contains(step) {
      // An incomplete folder is readable only by its owner.
      let hidden = try FileManager.default.attributesOfItem(atPath: folder.file(".b.wallfarm-new"))
      #expect(hidden[.posixPermissions] as? Int == 0o700)
    } else if !isAside {
      let whole = try FileManager.default.attributesOfItem(atPath: path)
      #expect(whole[.posixPermissions] as? Int != 0o700)
    }
    // A partial file, such as a kill between two writes would leave.
    if step == .listed {
      try folder.write("half", to: ".b.wallfarm-new/LockScreen/lock.png")
    }
    if step == .swapped, folder.names.contains(".b.wallfarm-new") {
      try FileManager.default.removeItem(atPath: folder.file(".b.wallfarm-new/setup.html"))
    }
    try new.write(to: path)
    #expect(try problems(path) == [])
    #expect(folder.names == ["b"], "\(step)")
    #expect(folder.names(in: "b").contains("HomeScreen") == false)
  }

  @Test func aZipOfSomebodyElseIsLeftAlone() throws {
    let folder = try TemporaryFolder()
    let (made, path) = (try Self.made.get(), folder.file("b.zip"))
    try made.writeZip(to: path)
    try made.writeZip(to: path)
    try folder.write("mine", to: "letter.txt")
    for line in [
      "import zipfile; zipfile.ZipFile('b.zip', 'a').write('letter.txt')",
      "import zipfile; zipfile.ZipFile('b.zip', 'w').write('letter.txt')",
      "open('b.zip', 'w').write('mine')", "open('b.zip', 'w')",
    ] {
      let done = Tool.run(
        "sh", ["-c", "cd '\(folder.path)' && python3 -c \"\(line)\""], withErrors: true)
      try #require(done.status == 0, "\(done.text)")
      let before = try folder.bytes("b.zip")
      let writes: [() throws -> Void] = [
        { try made.writeZip(to: path) }, { try BundleMaker.checkPlace(path) },
      ]
      for write in writes {
        let error = #expect(throws: RenderError.self) { try write() }
        #expect(error?.code == .outputFailed)
        #expect(error?.message.contains("only an unchanged bundle can be replaced") == true)
      }
      #expect(try folder.bytes("b.zip") == before)
    }
    #expect(folder.names == ["b.zip", "letter.txt"])
  }

  /// Two bundles for the same screen, each built once.
  private static let made = Result { try BundleTests().make(request("iphone8")) }
  private static let other = Result { try BundleTests().make(request("iphone8", home: .keep)) }

  /// Returns all entries of a folder, with type, path, link target, size and modification time.
  private func listing(_ folder: TemporaryFolder, _ name: String = ".") -> [String] {
    Tool.run(
      "sh", ["-c", "cd '\(folder.path)' && find \(name) -printf '%y %p %l %s %T@\n' | sort"]
    ).text
      .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("d . ") }
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

  /// Guides in every language, with and without a preset that has its own shortcut.
  private static let guides = GuideLanguage.allCases.flatMap { language in
    [true, false].map { (language: language, isMapped: $0) }
  }

  /// The guide can be read in a browser at the width of a phone and of a desktop, without a
  /// network.
  ///
  /// `GuideClaimsTests` checks the texts of all guides without a browser.
  @Test(.tags(.web), arguments: Torture.all(of: guides, orOnly: 3))
  func theGuideCanBeReadInABrowser(guide: (language: GuideLanguage, isMapped: Bool)) throws {
    let (language, isMapped) = guide
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
      "/usr/bin/python3", [script, folder.file("setup.html"), link, isMapped ? "10" : "9"],
      withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(1500))")
  }
}
