import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// `publish` puts the pictures of people under unguessable names.
@Suite struct PublishTests {
  /// A folder with people, and runs of `publish` in it.
  struct Site {
    let folder: TemporaryFolder
    let options: [String]

    static let ana =
      #""ana": {"device": "iphone8", "lock": {"theme": "paper"}, "home": {"color": "navy"}, "#
      + #""devices": {"tablet": {"device": "ipad10"}}, "notes": ["Buy milk"]}"#
    static let ben =
      #""ben": {"device": "pixel9", "lock": {}, "home": "keep", "notes": "lists/ben.md"}"#

    init(_ people: String..., options: [String] = []) throws {
      folder = try TemporaryFolder()
      self.options = options
      try folder.write("- Call Zora\n", to: "lists/ben.md")
      try write(people)
    }

    func write(_ people: [String]) throws {
      try folder.write(
        #"{"format": 1, "people": {\#(people.joined(separator: ",\n"))}}"#, to: "people.json")
    }

    func run(_ more: String...) throws -> Finished {
      try Program.run(
        ["publish", "people.json", "--to", "out", "-j2"] + options + more, in: folder)
    }

    /// Publishes, expects success, and returns the report.
    func publish(_ more: String..., status: Int32 = 0) throws -> JSONNode {
      let finished = try Program.run(
        ["publish", "people.json", "--to", "out", "-j2", "--json"] + options + more, in: folder)
      #expect(finished.status == status, "\(finished.error)")
      return try JSONNode(parsing: finished.output)
    }

    /// The paths of all files in the output, except the start page.
    func files() -> [String] {
      let all = FileManager.default.enumerator(atPath: folder.file("out"))
      return (all?.compactMap { $0 as? String } ?? [])
        .filter { EntryStatus(folder.file("out/\($0)"))?.isFile == true && $0 != "index.html" }
        .sorted()
    }

    /// The inode of each file; a replaced file has another.
    func inodes() -> [String: UInt64] {
      let found = files().map { ($0, EntryStatus(folder.file("out/\($0)"))?.inode ?? 0) }
      return Dictionary(uniqueKeysWithValues: found)
    }
  }

  /// The state of an entry, without following a link.
  struct EntryStatus {
    let inode: UInt64
    let mode: UInt32
    var isFile: Bool { mode & S_IFMT == S_IFREG }

    init?(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      (inode, mode) = (UInt64(status.st_ino), UInt32(status.st_mode))
    }
  }

  static func people(_ report: JSONNode) -> [JSONNode] { report["people"]?.elements ?? [] }

  static func states(_ report: JSONNode) -> [String] {
    people(report).flatMap { $0["pictures"]?.elements ?? [] }.map { picture in
      "\(picture["name"]?.string ?? "") \(picture["state"]?.string ?? "")"
    }
  }

  @Test func everyoneHasAnAddress() throws {
    let site = try Site(Site.ana, Site.ben)
    let report = try site.publish("--base-url", "https://pictures.example/p/")
    #expect(
      Self.states(report) == [
        "lock.png written", "home.png written", "tablet/lock.png written",
        "tablet/home.png written", "lock.png written",
      ])
    let addresses = Self.people(report).compactMap { $0["address"]?.string }
    #expect(addresses.count == 2)
    for address in addresses {
      let name = try #require(address.wholeMatch(of: #/https:\/\/pictures\.example\/p\/(.*)/#)).1
      #expect(name.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil, "\(address)")
    }
    let folders = addresses.map { String($0.suffix(43)) }
    #expect(
      site.files()
        == (["home.png", "lock.png", "tablet/home.png", "tablet/lock.png"].map {
          "\(folders[0])/\($0)"
        } + ["\(folders[1])/lock.png"]).sorted())
    let tablet = try site.folder.bytes("out/\(folders[0])/tablet/lock.png")
    // PNG stores the size at offset 16; an iPad (10th generation) has 1640 × 2360 pixels.
    #expect(Array(tablet[16..<24]) == [0, 0, 0x06, 0x68, 0, 0, 0x09, 0x38])
    #expect(try site.folder.bytes("out/index.html") == [])
  }

  /// The addresses are HMAC-SHA-256, computed here by Python.
  @Test func addressesFollowFromTheKey() throws {
    let site = try Site(Site.ana, Site.ben.replacing("\"device\"", with: "\"link\": 7, \"device\""))
    let report = try site.publish()
    let said = site.folder.python(
      """
      import base64, hashlib, hmac
      def field(name, kind, value): return f"{len(name)}:{name}{kind}{len(value)}:{value}"
      def address(person, link):
          text = (field("about", "s", "wallfarm published address") + field("format", "i", "1")
                  + field("person", "s", person) + field("link", "i", link))
          code = hmac.new(open("people.key", "rb").read(), text.encode(), hashlib.sha256).digest()
          return base64.urlsafe_b64encode(code).decode().rstrip("=")
      print(address("ana", "1"), address("ben", "7"))
      """)
    let found = Self.people(report).compactMap { $0["address"]?.string?.suffix(43) }
    #expect(said.text == found.joined(separator: " ") + "\n")
  }

  @Test func thePrivateFilesArePrivate() throws {
    let site = try Site(Site.ana, Site.ben)
    let report = try site.run()
    #expect(report.status == 0 && report.error.contains("keep a copy"), "\(report.error)")
    for name in ["people.key", "people.published.json", "people.published.lock"] {
      let status = try #require(EntryStatus(site.folder.file(name)))
      #expect(status.isFile && status.mode & 0o777 == 0o600, "\(name)")
    }
    let record = try site.folder.text("people.published.json")
    for word in ["ana", "ben", "milk", "Zora"] { #expect(!record.contains(word), "\(word)") }
    #expect(Set(site.folder.names(in: "out").map(\.count)) == [43, 10])
  }

  @Test func onlyAChangedPictureIsWritten() throws {
    let site = try Site(Site.ana, Site.ben)
    _ = try site.publish()
    let before = site.inodes()
    let second = try site.publish()
    #expect(Self.states(second).allSatisfy { $0.hasSuffix(" unchanged") })
    #expect(site.inodes() == before && before.count == 5)

    try site.folder.write("- Call Zora\n- Buy tea\n", to: "lists/ben.md")
    let third = try site.publish()
    #expect(Self.states(third).last == "lock.png written")
    let changed = site.inodes().filter { before[$0.key] != $0.value }
    #expect(changed.count == 1 && site.files().count == 5)
    let folder = String(changed.keys.first?.prefix(43) ?? "")
    #expect(Self.people(third)[1]["address"]?.string?.hasSuffix("/" + folder) == true)
  }

  /// A damaged or missing file is written again, although the record says that it is current.
  @Test func aLostPictureIsWrittenAgain() throws {
    let site = try Site(Site.ben)
    let folder = try #require(Self.people(try site.publish()).first?["address"]?.string)
    let good = try Data(contentsOf: URL(fileURLWithPath: folder + "/lock.png"))
    try FileManager.default.removeItem(atPath: folder + "/lock.png")
    #expect(Self.states(try site.publish()) == ["lock.png written"])
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder + "/lock.png"))
    #expect(Self.states(try site.publish()) == ["lock.png written"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/lock.png")) == good)
  }

  @Test func aRemovedPersonLeavesNothing() throws {
    let site = try Site(Site.ana, Site.ben)
    let addresses = Self.people(try site.publish()).compactMap { $0["address"]?.string }
    try Data("mine".utf8).write(to: URL(fileURLWithPath: addresses[0] + "/mine.txt"))
    try site.folder.write("mine", to: "out/other/lock.png")
    try site.write([Site.ben])
    #expect(try site.publish()["removed"]?.whole == 4)
    let (ana, ben) = (String(addresses[0].suffix(43)), String(addresses[1].suffix(43)))
    // Files of others stay, also in the folder of a removed person.
    #expect(site.files() == ["\(ana)/mine.txt", "\(ben)/lock.png", "other/lock.png"].sorted())
    #expect(EntryStatus(addresses[0] + "/tablet") == nil)
    try site.write([])
    #expect(try site.publish()["removed"]?.whole == 1)
    #expect(EntryStatus(addresses[1]) == nil)
  }

  @Test func anotherLinkMovesOnePerson() throws {
    let site = try Site(Site.ana, Site.ben)
    let before = Self.people(try site.publish()).compactMap { $0["address"]?.string }
    try site.write([Site.ana, Site.ben.replacing("\"device\"", with: "\"link\": 2, \"device\"")])
    let report = try site.publish()
    let after = Self.people(report).compactMap { $0["address"]?.string }
    #expect(after[0] == before[0] && after[1] != before[1])
    #expect(report["removed"]?.whole == 1 && EntryStatus(before[1]) == nil)
  }

  /// The report says when each picture expires, and when to run the command again.
  @Test func theNextRunIsAtTheSoonestExpiry() throws {
    let site = try Site(
      Site.ben,
      #""cleo": {"device": "iphone8", "zone": "Asia/Tokyo", "lock": {"template": "countdown"}, "#
        + #""content": {"dates": [{"title": "Trip", "date": "2100-01-01"}]}}"#,
      #""dora": {"device": "iphone8", "zone": "UTC", "lock": {"template": "countdown"}, "#
        + #""content": {"dates": [{"title": "Trip", "date": "2100-01-01"}]}}"#)
    let report = try site.publish()
    let expiries = Self.people(report).map { person in
      person["pictures"]?.elements?.first?["expires"]?.string
    }
    #expect(expiries[0] == nil)
    #expect(expiries[1]?.hasSuffix("T00:00:00+09:00") == true)
    #expect(expiries[2]?.hasSuffix("T00:00:00Z") == true)
    let format = ISO8601DateFormatter()
    let dates = try expiries.compactMap(\.self).map { try #require(format.date(from: $0)) }
    let next = try #require(report["next"]?.string.flatMap(format.date(from:)))
    #expect(next == dates.min() && next > Date())
    let again = try site.run()
    #expect(again.output.contains("lock.png  unchanged, expires "))
    #expect(again.lines.last?.hasPrefix("run again before ") == true, "\(again.output)")
    // Nothing is printed for cron, which would send it by mail.
    let quiet = try site.run("--quiet")
    #expect(quiet.status == 0 && quiet.output == "" && quiet.error == "", "\(quiet.error)")
  }

  /// Two outputs of the same people have the same addresses, and each has its own record.
  @Test func severalOutputsAreIndependent() throws {
    let site = try Site(Site.ben)
    let one = try #require(Self.people(try site.publish()).first?["address"]?.string)
    let other = try Program.run(
      ["publish", "people.json", "--to", "mirror", "-q"], in: site.folder)
    #expect(other.status == 0, "\(other.error)")
    #expect(site.folder.names(in: "mirror") == site.folder.names(in: "out"))
    try site.write([])
    #expect(try site.publish()["removed"]?.whole == 1 && EntryStatus(one) == nil)
    #expect(site.folder.names(in: "mirror").count == 2)
  }
}
