import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// `publish` with errors, links, concurrent runs and interrupted runs.
@Suite struct PublishFaultTests {
  private typealias Site = PublishTests.Site
  private static let broken =
    #""bea": {"device": "iphone8", "lock": {"theme": "papre"}, "notes": ["Secret plan"]}"#

  @Test func aBrokenPersonDoesNotStopTheOthers() throws {
    let site = try Site(
      Self.broken, #""carl": {"device": 7}"#,
      #""dan": {"device": "iphone8", "lock": {}, "notes": "gone.md"}"#,
      #""eva": {"device": "iphone8", "lock": {"output": "x.png"}}"#,
      #""fay": {"device": "iphones", "lock": {}, "notes": ["x"]}"#, Site.ben)
    let report = try site.publish(status: 1)
    let people = PublishTests.people(report)
    func codes(_ errors: JSONNode?) -> [String] {
      errors?.elements?.compactMap { $0["code"]?.string } ?? []
    }
    #expect(codes(people[0]["pictures"]?.elements?.first?["errors"]) == ["unknown-theme"])
    #expect(codes(people[1]["errors"]) == ["invalid-person"])
    #expect(codes(people[2]["pictures"]?.elements?.first?["errors"]) == ["file-unreadable"])
    #expect(codes(people[3]["errors"]) == ["invalid-person"])
    #expect(codes(people[4]["pictures"]?.elements?.first?["errors"]) == ["invalid-person"])
    #expect(PublishTests.states(report).last == "lock.png written" && site.files().count == 1)
    // The report and the messages do not contain notes.
    let said = try site.run()
    #expect(said.status == 1)
    #expect(!(said.output + said.error).contains("Secret"), "\(said.error)")
    #expect(said.error.contains("people.json:"), "\(said.error)")
  }

  /// The pictures of a person stay while the description or the content is wrong.
  @Test func earlierPicturesStay() throws {
    let site = try Site(Site.ana, Site.ben)
    _ = try site.publish()
    let before = site.inodes()
    try FileManager.default.removeItem(atPath: site.folder.file("lists/ben.md"))
    try site.write([Site.ana.replacing("\"iphone8\"", with: "8"), Site.ben])
    let report = try site.publish(status: 1)
    #expect(PublishTests.states(report) == ["lock.png kept"])
    #expect(report["removed"]?.whole == 0 && site.inodes() == before)
    // A picture that only fails when it is drawn also stays.
    try site.folder.write("- \u{10FFFD}\n", to: "lists/ben.md")
    try site.write([Site.ana, Site.ben])
    let drawn = try site.publish(status: 1)
    #expect(PublishTests.states(drawn).last == "lock.png kept" && site.inodes() == before)
  }

  @Test(arguments: [
    (#"{"format": 1}"#, "invalid-person"), (#"{"format": 2, "people": {}}"#, "invalid-person"),
    (#"{"people": {}}"#, "invalid-person"), (#"{"format": 1, "people": []}"#, "invalid-person"),
    (#"{"format": 1, "people": {}, "persons": {}}"#, "unknown-key"), ("[1", "invalid-json"),
    ("[]", "invalid-person"),
  ])
  func aBrokenFileRemovesNothing(_ text: String, _ code: String) throws {
    let site = try Site(Site.ben)
    _ = try site.publish()
    try site.folder.write(text, to: "people.json")
    let finished = try site.run()
    #expect(finished.problem.code == code && finished.hasFailedAsDocumented, "\(finished.error)")
    #expect(site.files().count == 1)
  }

  // MARK: - Links

  @Test func plantedLinksAreNotFollowed() throws {
    let site = try Site(Site.ana, Site.ben)
    let addresses = PublishTests.people(try site.publish()).compactMap { $0["address"]?.string }
    let files = FileManager.default
    // The folder of one person, and a picture of the other, become links to files of a victim.
    try site.folder.write("victim", to: "victim/lock.png")
    try site.folder.write("victim", to: "victim/home.png")
    try files.removeItem(atPath: addresses[1])
    try files.createSymbolicLink(
      atPath: addresses[1], withDestinationPath: site.folder.file("victim"))
    try files.removeItem(atPath: addresses[0] + "/lock.png")
    try files.createSymbolicLink(
      atPath: addresses[0] + "/lock.png", withDestinationPath: site.folder.file("victim/home.png"))
    let report = try site.publish(status: 1)
    let states = PublishTests.states(report)
    #expect(states[0] == "lock.png kept" && states[4] == "lock.png kept", "\(states)")
    #expect(states[1...3].allSatisfy { $0.hasSuffix(" unchanged") }, "\(states)")
    // Removed people do not lead to the victim either.
    try site.write([])
    _ = try site.publish()
    for name in ["lock.png", "home.png"] {
      #expect(try site.folder.text("victim/\(name)") == "victim")
    }
  }

  @Test func aLinkInPlaceOfTheRecordIsRejected() throws {
    let site = try Site(Site.ben)
    try site.folder.write("{}", to: "elsewhere.json")
    try FileManager.default.createSymbolicLink(
      atPath: site.folder.file("people.published.json"),
      withDestinationPath: site.folder.file("elsewhere.json"))
    let finished = try site.run()
    #expect(finished.problem.code == "file-unreadable", "\(finished.error)")
    #expect(try site.folder.text("elsewhere.json") == "{}" && site.files() == [])
  }

  @Test func filesOutsideOfTheFolderNeedPermission() throws {
    let site = try Site(
      #""ana": {"device": "iphone8", "lock": {}, "notes": "../\#(UUID()).md"}"#)
    let finished = try site.run()
    #expect(finished.status == 1 && finished.error.contains("path-outside"), "\(finished.error)")
    let allowed = try site.run("--allow-outside")
    #expect(allowed.error.contains("file-unreadable"), "\(allowed.error)")
  }

  // MARK: - The key

  @Test func aLostKeyIsNotReplacedSilently() throws {
    let site = try Site(Site.ben)
    let before = try #require(PublishTests.people(try site.publish()).first?["address"]?.string)
    try FileManager.default.removeItem(atPath: site.folder.file("people.key"))
    let refused = try site.run()
    #expect(refused.problem.code == "wrong-key" && refused.hasFailedAsDocumented)
    #expect(!site.folder.names.contains("people.key"))
    try site.folder.write([UInt8](repeating: 7, count: 32), to: "people.key")
    chmod(site.folder.file("people.key"), 0o600)
    #expect(try site.run().problem.code == "wrong-key" && site.files().count == 1)
    let report = try site.publish("--new-addresses")
    #expect(PublishTests.people(report).first?["address"]?.string != before)
    #expect(report["removed"]?.whole == 1 && site.files().count == 1)
  }

  @Test func aKeyThatOthersCanReadIsRejected() throws {
    let site = try Site(Site.ben)
    try site.folder.write([UInt8](repeating: 7, count: 32), to: "people.key")
    chmod(site.folder.file("people.key"), 0o644)
    let finished = try site.run()
    #expect(finished.problem.code == "key-unusable" && site.files() == [], "\(finished.error)")
  }

  @Test(arguments: ["out/people.key", "out/below/people.key", "linked/people.key", "out/link.key"])
  func theKeyIsNeverPublished(_ key: String) throws {
    let site = try Site(Site.ben)
    try site.folder.write("", to: "out/x")
    try FileManager.default.createSymbolicLink(
      atPath: site.folder.file("linked"), withDestinationPath: site.folder.file("out"))
    try site.folder.write([UInt8](repeating: 7, count: 32), to: "real.key")
    chmod(site.folder.file("real.key"), 0o600)
    try FileManager.default.createSymbolicLink(
      atPath: site.folder.file("out/link.key"),
      withDestinationPath: site.folder.file("real.key"))
    let finished = try site.run("--key", key)
    #expect(finished.problem.code == "conflicting-options", "\(finished.error)")
    #expect(finished.hasFailedAsDocumented && site.folder.names(in: "out") == ["link.key", "x"])
    // The folder of the people contains the key, and a missing folder would contain it.
    for words in [["--to", "."], ["--to", "new/", "--key", "./new/people.key"]] {
      let own = try Program.run(["publish", "people.json"] + words, in: site.folder)
      #expect(own.problem.code == "conflicting-options", "\(own.error)")
    }
    #expect(!site.folder.names.contains("new") && !site.folder.names.contains("people.key"))
  }

  @Test(arguments: ["http://pictures.example", "pictures.example", "https://a.example/?x"])
  func theBaseIsAnEncryptedURL(_ base: String) throws {
    let site = try Site(Site.ben)
    let finished = try site.run("--base-url", base)
    #expect(finished.problem.code == "invalid-parameter" && site.files() == [], "\(finished.error)")
  }

  // MARK: - Concurrent and interrupted runs

  @Test func twoRunsAtOnceExcludeEachOther() throws {
    let site = try Site(Site.ben)
    try site.folder.write("", to: "people.published.lock")
    let finished = try Program.bash(
      #"flock people.published.lock "$wallfarm" publish people.json --to out"#, in: site.folder)
    #expect(finished.problem.code == "publish-busy" && finished.status == 69, "\(finished.error)")
    #expect(finished.hasFailedAsDocumented && site.files() == [])
    #expect(try site.run().status == 0)
  }

  /// At every moment, each published file is a complete picture, also if a run is killed.
  @Test(.enabled(if: Pictures.hasPillow, "needs a python3 with Pillow"), arguments: [0, 2, 7, 15])
  func aKilledRunLeavesOnlyCompletePictures(after count: Int) throws {
    let people = (0..<16).map { number in
      #""p\#(number)": {"device": "iphone8", "lock": {}, "notes": ["Note \#(number)"]}"#
    }
    let site = try Site(people.joined(separator: ",\n"))
    let process = try Program.start(
      ["publish", "people.json", "--to", "out", "-j2", "-q"], in: site.folder)
    func pictures() -> [String] { site.files().filter { !$0.contains("/.") } }
    eventually { !process.isRunning || pictures().count >= count }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(pictures().allSatisfy { $0.hasSuffix("/lock.png") })
    #expect(try Pictures.broken(pictures().map { site.folder.file("out/\($0)") }) == [])
    // The next run publishes the rest, and leaves no temporary files.
    let report = try site.publish()
    #expect(PublishTests.states(report).count == 16)
    #expect(site.files().count == 16 && site.files() == pictures())
    // Pictures of the killed run are also removed.
    try site.write([])
    #expect(try site.publish()["removed"]?.whole == 16 && site.files() == [])
  }
}
