import Files
import Foundation
import Graphics
import RenderPool
import Service
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Photos that people and addresses show are kept, and other photos are evicted.
@Suite struct UploadRecordTests {
  private static let now = Moment(seconds: 1_800_000_000)
  private static let room = 256 << 10

  /// The photos, people and requests of a service, in memory or in a folder.
  private struct Kept {
    let uploads: Uploads
    let people: KeptPeople
    let requests: KeptRequests
    let store: ServiceStore
    let records: UploadRecords

    init(
      in state: String? = nil, rooms: Int,
      keys: [(String, String)] = [("k", "0123456789012345678901")],
      at moment: Moment = UploadRecordTests.now
    ) throws {
      // `rooms` is the number of test photos that fit.
      let bytes = state == nil ? rooms * UploadRecordTests.room : rooms * 2000
      store =
        try state.map {
          try ServiceStore(folder: $0, mostBytes: bytes, origin: .option("state"))
        } ?? .inMemory(mostBytes: 1 << 20)
      let ring = KeyRing(addresses: AddressKeys(keys))
      let clock = TimeSource.standing(at: moment)
      records = store.uploadRecords(ring, memoryBytes: bytes)
      // With a folder, memory has space for only one photo, so other photos are found only on disk.
      uploads = Uploads(
        mostBytes: state == nil ? bytes : UploadRecordTests.room, records: records,
        folder: try store.uploadFolder(records, ring, now: moment), clock: clock)
      people = KeptPeople(
        store: store, uploads: records,
        sources: SourceRecords(store: store, ring: ring, clock: clock))
      requests = KeptRequests(store: store, ring: ring, uploads: records, clock: clock)
    }

    func add(_ photo: String, of client: String) throws -> KeptPeople.Made {
      try people.add(UploadRecordTests.person(photo), for: client, now: UploadRecordTests.now)
    }

    func has(_ photo: String, of client: String) -> Bool {
      (try? uploads.photo(photo, of: client)) != nil
    }
  }

  private static func person(_ photo: String) throws -> Person {
    try Person(
      JSONNode(parsing: #"{"device": "iphone15", "lock": {"photo": "\#(photo)"}, "notes": ["a"]}"#))
  }

  /// A structurally valid JPEG of 1,900 bytes with a single scan.
  private static func photo(_ number: UInt8) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + [UInt8](repeating: number, count: 1886)
      + [0xFF, 0xD9]
  }

  private static func code(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch { return (error as? RenderError)?.code.rawValue ?? "another error" }
  }

  private static func folder(_ isOnDisk: Bool) throws -> (TemporaryFolder, String?) {
    let folder = try TemporaryFolder()
    return (folder, isOnDisk ? folder.file("state") : nil)
  }

  /// Uploads by another client never evict photos that a person shows.
  @Test(arguments: [true, false])
  func photosOfPeopleOutliveThoseOfOthers(_ isOnDisk: Bool) throws {
    let (folder, state) = try Self.folder(isOnDisk)
    let kept = try Kept(in: state, rooms: 4)
    let shown = try kept.uploads.keep(Self.photo(1), for: "a")
    let made = try kept.add(shown, of: "a")
    for number in UInt8(2)...9 { _ = try kept.uploads.keep(Self.photo(number), for: "b") }
    #expect(kept.has(shown, of: "a"))
    // After the person is erased, the photo can be evicted.
    _ = try kept.people.erase(made.id, of: "a")
    #expect(kept.has(shown, of: "a"))
    for number in UInt8(10)...14 { _ = try kept.uploads.keep(Self.photo(number), for: "a") }
    #expect(!kept.has(shown, of: "a"))
    _ = folder
  }

  /// Unused photos are also evicted, starting with the client that has the most photos.
  @Test(arguments: [true, false])
  func aClientWithFewKeepsThem(_ isOnDisk: Bool) throws {
    let (folder, state) = try Self.folder(isOnDisk)
    let kept = try Kept(in: state, rooms: 4)
    let few = try kept.uploads.keep(Self.photo(1), for: "a")
    for number in UInt8(2)...9 { _ = try kept.uploads.keep(Self.photo(number), for: "b") }
    for number in UInt8(10)...12 { _ = try kept.uploads.keep(Self.photo(number), for: "c") }
    #expect(kept.has(few, of: "a"))
    _ = folder
  }

  /// The photos that one client's people show use at most half of the space.
  ///
  /// Further photos of that client are rejected, and other clients are not affected.
  @Test(arguments: [true, false])
  func eachKeyHasItsShare(_ isOnDisk: Bool) throws {
    let (folder, state) = try Self.folder(isOnDisk)
    let kept = try Kept(in: state, rooms: 4)
    var made: [KeptPeople.Made] = []
    for number in 1...2 {
      made.append(try kept.add(try kept.uploads.keep(Self.photo(UInt8(number)), for: "a"), of: "a"))
    }
    let third = try kept.uploads.keep(Self.photo(3), for: "a")
    #expect(Self.code { _ = try kept.add(third, of: "a") } == "store-full")
    #expect(kept.store.people == 2)
    _ = try kept.add(try kept.uploads.keep(Self.photo(4), for: "b"), of: "b")
    // A photo that several people show counts only once.
    let first = try kept.uploads.keep(Self.photo(1), for: "a")
    _ = try kept.add(first, of: "a")
    _ = try kept.people.erase(made[1].id, of: "a")
    let again = try kept.uploads.keep(Self.photo(3), for: "a")
    _ = try kept.add(again, of: "a")
    _ = folder
  }

  /// If all photos are in use, a new photo is rejected and no photo is deleted.
  @Test(arguments: [true, false])
  func whereEverythingIsShownAPhotoIsRefused(_ isOnDisk: Bool) throws {
    let (folder, state) = try Self.folder(isOnDisk)
    let kept = try Kept(in: state, rooms: 3)
    let names = try (1...3).map { try kept.uploads.keep(Self.photo(UInt8($0)), for: "") }
    for name in names { _ = try kept.add(name, of: "") }
    #expect(Self.code { _ = try kept.uploads.keep(Self.photo(4), for: "") } == "store-full")
    for name in names { #expect(kept.has(name, of: "")) }
    _ = folder
  }

  /// If a photo was deleted in the meantime, a person who shows it cannot be saved.
  @Test func aPersonShowsPhotosThatAreThere() throws {
    let kept = try Kept(rooms: 2)
    let name = try kept.uploads.keep(Self.photo(1), for: "a")
    _ = try kept.uploads.erase(name, of: "a")
    #expect(Self.code { _ = try kept.add(name, of: "a") } == "photo-unreadable")
    #expect(kept.store.people == 0)
    let other = try kept.uploads.keep(Self.photo(2), for: "a")
    let made = try kept.add(other, of: "a")
    let read = try #require(try kept.people.open(made.write))
    #expect(
      Self.code {
        _ = try kept.people.replace(
          read, with: Self.person(name), needed: Self.person(name).uploadDigests, now: Self.now)
      } == "photo-unreadable")
    #expect(try kept.people.open(made.write)?.tag == read.tag)
  }

  /// A photo is kept until the address that shows it expires or is revoked.
  @Test func photosOfAddressesStayUntilTheyEnd() throws {
    let state = try TemporaryFolder()
    let kept = try Kept(in: state.file("state"), rooms: 2)
    let name = try kept.uploads.keep(Self.photo(1), for: "")
    let planned = PlannedPicture.sample
    let root = JSONNode(["devices": "iphone15", "photo": .string(name)])
    let address = try kept.requests.keep([planned], of: root, for: "", lifetime: 100)[0].address
    for number in UInt8(2)...5 { _ = try kept.uploads.keep(Self.photo(number), for: "") }
    #expect(kept.has(name, of: ""))
    #expect(try kept.requests.open(address) != nil)
    let later = try RevokedAddresses(kept.store, kept.requests.ring)
    #expect(try !later.add(address, of: "other"))
    #expect(try later.add(address, of: ""))
    #expect(later.contains(address))
    #expect(try RevokedAddresses(kept.store, kept.requests.ring).contains(address))
    #expect(try kept.requests.open(address) == nil)
    for number in UInt8(6)...8 { _ = try kept.uploads.keep(Self.photo(number), for: "") }
    #expect(!kept.has(name, of: ""))
  }

  /// If one address of a request is revoked, another address stays valid and keeps the request.
  @Test func oneAddressIsRevokedAndOthersAreNot() throws {
    let kept = try Kept(rooms: 2)
    let planned = PlannedPicture.sample
    let root = JSONNode(["devices": "iphone15", "notes": ["a"]])
    let first = try kept.requests.keep([planned], of: root, for: "a", lifetime: 100)[0].address
    let second = try kept.requests.keep([planned], of: root, for: "a", lifetime: 200)[0].address
    let revoked = try RevokedAddresses(kept.store, kept.requests.ring)
    for _ in 0..<2 { #expect(try revoked.add(first, of: "a")) }
    #expect(revoked.contains(first) && !revoked.contains(second))
    #expect(try kept.requests.open(second) != nil)
    #expect(try kept.requests.owner(of: second) == "a")
    #expect(try revoked.add(second, of: "a"))
    #expect(try kept.requests.open(second) == nil)
  }

  /// A request receives a new address if its previous address was revoked within the same second.
  @Test func aRevokedAddressIsNotReturnedAgain() throws {
    let kept = try Kept(rooms: 2)
    let root = JSONNode(["devices": "iphone15", "notes": ["a"]])
    let revoked = try RevokedAddresses(kept.store, kept.requests.ring)
    var addresses: Set<String> = []
    for _ in 0..<5 {
      let made = try kept.requests.keep(
        [.sample, .sample], of: root, for: "a", lifetime: 100)
      #expect(made.allSatisfy { !revoked.contains($0.address) })
      let address = made[0].address
      #expect(addresses.insert(made[0].path).inserted)
      #expect(address.expires == Self.now.adding(100))
      #expect(try kept.requests.open(address) != nil)
      #expect(try revoked.add(address, of: "a"))
    }
  }

  /// A request that is released because its picture failed uses no space.
  @Test func anAddressThatIsNotToldIsNotKept() throws {
    let kept = try Kept(rooms: 2)
    let planned = PlannedPicture.sample
    let name = try kept.uploads.keep(Self.photo(1), for: "a")
    let root = JSONNode(["devices": "iphone15", "photo": .string(name)])
    let first = try kept.requests.keep([planned], of: root, for: "a", lifetime: 100)[0].address
    let second = try kept.requests.keep([planned], of: root, for: "a", lifetime: 200)[0].address
    try kept.requests.release(second)
    #expect(try kept.requests.open(first) != nil)
    try kept.requests.release(first)
    #expect(try kept.requests.open(first) == nil && kept.store.bytes == 0)
    for number in UInt8(2)...4 { _ = try kept.uploads.keep(Self.photo(number), for: "a") }
    #expect(!kept.has(name, of: "a"))
  }

  /// A photo is encrypted again with the current key when it is used, so that an old key can be
  /// retired.
  @Test func photosOutliveTheirKey() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    let (old, new) = (("old", "0123456789012345678901"), ("new", "abcdefghijklmnopqrstuv"))
    var name = ""
    do {
      let kept = try Kept(in: state, rooms: 3, keys: [old])
      name = try kept.uploads.keep(Self.photo(1), for: "a")
      _ = try kept.add(name, of: "a")
    }
    do {
      let kept = try Kept(in: state, rooms: 3, keys: [new, old])
      #expect(kept.has(name, of: "a"))
    }
    let kept = try Kept(in: state, rooms: 3, keys: [new])
    #expect(kept.has(name, of: "a"))
    for number in UInt8(2)...6 { _ = try kept.uploads.keep(Self.photo(number), for: "b") }
    #expect(kept.has(name, of: "a"))
    let files = try FileManager.default.contentsOfDirectory(atPath: state + "/photos")
    #expect(files.count == 3)
  }

  /// Migrates a store of version 2, which did not record the users of photos.
  ///
  /// All contents can be read. A photo is recorded for its client when it is used; an unused old
  /// photo stays for at least 90 days.
  @Test func theSecondVersionIsReadOn() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    var (names, made): ([String], KeptPeople.Made?) = ([], nil)
    var address: PictureAddress?
    do {
      let kept = try Kept(in: state, rooms: 3)
      names = try (1...3).map { try kept.uploads.keep(Self.photo(UInt8($0)), for: "a") }
      made = try kept.add(names[0], of: "a")
      let planned = PlannedPicture.sample
      let root = JSONNode(["devices": "iphone15", "notes": ["a"]])
      address = try kept.requests.keep([planned], of: root, for: "a", lifetime: 100)[0].address
    }
    let script = """
      import sqlite3, sys
      file = sqlite3.connect(sys.argv[1] + "/wallfarm-serve.sqlite")
      file.executescript('''
        DROP TRIGGER people_unlinked; DROP TABLE links;
        DROP TRIGGER people_unnamed; DROP TABLE inboxes;
        DROP TRIGGER people_unsubscribed; DROP TABLE subscriptions; DROP TABLE sources;
        DROP TRIGGER people_untold; DROP TABLE deliveries; DROP TABLE webhooks; DROP TABLE fetches;
        DROP TRIGGER people_let_go; DROP TRIGGER requests_let_go; DROP TRIGGER pins_added;
        DROP TRIGGER pins_erased; DROP TABLE pins; DROP TABLE photos; DROP TABLE revoked;
        DROP TABLE shared; DROP TABLE replies; DROP INDEX people_by_client;
        DROP TRIGGER people_forgotten;
        ALTER TABLE requests DROP COLUMN issued;
        PRAGMA user_version = 2;
      ''')
      file.close()
      """
    try #require(Tool.output(of: "/usr/bin/python3", ["-c", script, state]) != nil)
    let (person, kept) = (try #require(made), try Kept(in: state, rooms: 3))
    #expect(try kept.requests.open(try #require(address)) != nil)
    // Photos from before the migration do not take space from new photos.
    for number in UInt8(4)...9 { _ = try kept.uploads.keep(Self.photo(number), for: "b") }
    // When the person's phone loads the picture, the photo is recorded for the person.
    #expect(try kept.people.open(person.read)?.client == "a")
    #expect(kept.has(names[0], of: "a"))
    #expect(kept.has(names[1], of: "a"))
    for number in UInt8(10)...14 { _ = try kept.uploads.keep(Self.photo(number), for: "a") }
    #expect(kept.has(names[0], of: "a"))
    #expect(!kept.has(names[1], of: "a"))
    // The third photo has not been requested since the migration, but it is kept until 90 days have
    // passed.
    kept.uploads.tidy(now: Self.now.adding(UploadRecords.patience - 1))
    #expect(kept.has(names[2], of: "a"))
  }

  /// A theme keeps the files that it names, and no others, for as long as it is stored.
  @Test(arguments: [false, true]) func aThemeKeepsItsFiles(_ isOnDisk: Bool) throws {
    let folder = try TemporaryFolder()
    let kept = try Kept(in: isOnDisk ? folder.file("state") : nil, rooms: 6)
    let names = try (1...2).map { try kept.uploads.keep(Self.photo(UInt8($0)), for: "a") }
    let parts = Set(names.prefix(1).map { String($0.dropFirst(7)) })
    let theme = try kept.uploads.keep(Array("{}".utf8), as: .theme, for: "a", parts: parts)
    _ = try kept.add(theme, of: "a")
    for number in UInt8(10)...19 { _ = try kept.uploads.keep(Self.photo(number), for: "a") }
    #expect(kept.has(theme, of: "a") && kept.has(names[0], of: "a"))
    #expect(!kept.has(names[1], of: "a"))
    #expect(try kept.uploads.erase(theme, of: "a"))
    for number in UInt8(20)...29 { _ = try kept.uploads.keep(Self.photo(number), for: "a") }
    #expect(!kept.has(names[0], of: "a"))
    // A theme is not stored if one of its files is not.
    let missing: Set = [String(repeating: "0", count: 64)]
    #expect(
      Self.code {
        _ = try kept.uploads.keep(Array("[]".utf8), as: .theme, for: "a", parts: missing)
      } == "upload-missing")
  }

  /// Themes that nobody uses are evicted with their files, so they take no space from others.
  @Test(arguments: [false, true]) func anUnusedThemeGivesWay(_ isOnDisk: Bool) throws {
    let (folder, state) = try Self.folder(isOnDisk)
    _ = folder
    let kept = try Kept(in: state, rooms: 6)
    let names = try (1...2).map { try kept.uploads.keep(Self.photo(UInt8($0)), for: "a") }
    let theme = try kept.uploads.keep(
      Array("{}".utf8), as: .theme, for: "a", parts: Set(names.map { String($0.dropFirst(7)) }))
    for number in UInt8(10)...19 { _ = try kept.uploads.keep(Self.photo(number), for: "b") }
    for number in UInt8(20)...29 { _ = try kept.uploads.keep(Self.photo(number), for: "a") }
    #expect(!kept.has(theme, of: "a") && !kept.has(names[0], of: "a"))
  }

  /// A store of version 3, which had no permissions, keeps its photos and gets the new rules.
  @Test func theFourthVersionIsReadOn() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    var person: String?
    do {
      let kept = try Kept(in: state, rooms: 6)
      person = try kept.add(try kept.uploads.keep(Self.photo(1), for: "a"), of: "a").id
    }
    let script = """
      import sqlite3, sys
      file = sqlite3.connect(sys.argv[1] + "/wallfarm-serve.sqlite")
      file.executescript('''
        DROP TRIGGER people_unlinked; DROP TABLE links;
        DROP TRIGGER people_unnamed; DROP TABLE inboxes;
        DROP TRIGGER people_unsubscribed; DROP TABLE subscriptions; DROP TABLE sources;
        DROP TRIGGER people_untold; DROP TABLE deliveries; DROP TABLE webhooks; DROP TABLE fetches;
        DROP TRIGGER people_forgotten; DROP TABLE replies; DROP INDEX people_by_client;
        PRAGMA user_version = 4;
      ''')
      file.close()
      """
    try #require(Tool.output(of: "/usr/bin/python3", ["-c", script, state]) != nil)
    let kept = try Kept(in: state, rooms: 6)
    #expect(kept.store.people == 1)
    #expect(try kept.people.erase(try #require(person), of: "a") != nil)
    #expect(kept.store.people == 0 && kept.store.bytes == 0)
  }

  @Test func theThirdVersionIsReadOn() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    var name = ""
    do {
      let kept = try Kept(in: state, rooms: 6)
      name = try kept.uploads.keep(Self.photo(1), for: "a")
      _ = try kept.add(name, of: "a")
    }
    let script = """
      import sqlite3, sys
      file = sqlite3.connect(sys.argv[1] + "/wallfarm-serve.sqlite")
      file.executescript('''
        DROP TRIGGER people_unlinked; DROP TABLE links;
        DROP TRIGGER people_unnamed; DROP TABLE inboxes;
        DROP TRIGGER people_unsubscribed; DROP TABLE subscriptions; DROP TABLE sources;
        DROP TRIGGER people_untold; DROP TABLE deliveries; DROP TABLE webhooks; DROP TABLE fetches;
        DROP TRIGGER photos_let_go; DROP TABLE shared; DROP TABLE replies;
        DROP INDEX people_by_client; DROP TRIGGER people_forgotten; PRAGMA user_version = 3;
      ''')
      file.close()
      """
    try #require(Tool.output(of: "/usr/bin/python3", ["-c", script, state]) != nil)
    let kept = try Kept(in: state, rooms: 6)
    for number in UInt8(2)...9 { _ = try kept.uploads.keep(Self.photo(number), for: "a") }
    #expect(kept.has(name, of: "a"))
    #expect(try kept.uploads.share(name, isShared: true, of: "a"))
    #expect(try kept.uploads.file(name, of: "b").owner == "a")
    let part = try kept.uploads.keep(Self.photo(20), for: "a")
    let theme = try kept.uploads.keep(
      Array("{}".utf8), as: .theme, for: "a", parts: [String(part.dropFirst(7))])
    #expect(try kept.uploads.erase(theme, of: "a"))
    for number in UInt8(30)...39 { _ = try kept.uploads.keep(Self.photo(number), for: "a") }
    #expect(!kept.has(part, of: "a"))
  }

  /// A shared upload is never evicted, and counts toward the space of the client that shares it.
  @Test func aSharedUploadStays() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    let old = ("k", "0123456789012345678901")
    let new = ("n", "abcdefghijklmnopqrstuv")
    let name: String
    do {
      let kept = try Kept(in: state, rooms: 3, keys: [old])
      name = try kept.uploads.keep(Self.photo(1), for: "a")
      #expect(try !kept.uploads.share(name, isShared: true, of: "b"))
      #expect(throws: RenderError.self) { try kept.uploads.file(name, of: "b") }
      #expect(try kept.uploads.share(name, isShared: true, of: "a"))
      #expect(try kept.uploads.file(name, of: "b").owner == "a")
      for number in UInt8(2)...9 { _ = try kept.uploads.keep(Self.photo(number), for: "a") }
      #expect(kept.has(name, of: "a"))
      let second = try kept.uploads.keep(Self.photo(9), for: "a")
      #expect(
        Self.code { _ = try kept.uploads.share(second, isShared: true, of: "a") } == "store-full")
      #expect(throws: RenderError.self) { try kept.uploads.file(second, of: "b") }
    }
    // The permission survives the rotation of the key that names it, if the owner uses the upload.
    do {
      let kept = try Kept(in: state, rooms: 3, keys: [new, old])
      #expect(kept.has(name, of: "a"))
    }
    let kept = try Kept(in: state, rooms: 3, keys: [new])
    #expect(try kept.uploads.file(name, of: "b").owner == "a")
    #expect(try kept.uploads.share(name, isShared: false, of: "a"))
    #expect(throws: RenderError.self) { try kept.uploads.file(name, of: "b") }
    for number in UInt8(10)...19 { _ = try kept.uploads.keep(Self.photo(number), for: "a") }
    #expect(!kept.has(name, of: "a"))
  }

  /// A photo that is not used for 90 days after the migration is deleted.
  @Test func photosThatNobodyUsesGoAtLast() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    do {
      let kept = try Kept(in: state, rooms: 3)
      _ = try kept.uploads.keep(Self.photo(1), for: "a")
    }
    let script = """
      import sqlite3, sys
      file = sqlite3.connect(sys.argv[1] + "/wallfarm-serve.sqlite")
      file.execute("DELETE FROM photos"); file.commit(); file.close()
      """
    try #require(Tool.output(of: "/usr/bin/python3", ["-c", script, state]) != nil)
    let kept = try Kept(in: state, rooms: 3)
    func count() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: state + "/photos").count
    }
    kept.uploads.tidy(now: Self.now.adding(UploadRecords.patience - 1))
    #expect(try count() == 1)
    kept.uploads.tidy(now: Self.now.adding(UploadRecords.patience))
    #expect(try count() == 0)
  }
}

extension PlannedPicture {
  /// A planned picture that is never rendered.
  static var sample: PlannedPicture {
    let request = OrderedRequest(RenderRequest(device: "iphone15"))
    return PlannedPicture(
      digest: "one", tag: "one", pixels: PixelSize(width: 1, height: 1),
      order: RenderOrder(request), format: .png, device: request.request.device)
  }
}
