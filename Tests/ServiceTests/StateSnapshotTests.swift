import Files
import Foundation
import Service
import SourceJSON
import Synchronization
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Snapshots of a store that other threads change at the same time.
@Suite struct StateSnapshotTests {
  private static let now = Moment(seconds: 1_800_000_000)

  /// A store with people and uploads.
  private struct Kept: Sendable {
    let store: ServiceStore
    let uploads: Uploads
    let people: KeptPeople
    let requests: KeptRequests

    init(in state: String, photos: Int = 4) throws {
      store = try ServiceStore(
        folder: state, mostBytes: max(8 << 20, photos * 2000), origin: .option("state"))
      let ring = KeyRing(addresses: AddressKeys([("k", "0123456789012345678901")]))
      let clock = TimeSource.standing(at: StateSnapshotTests.now)
      let records = store.uploadRecords(ring, memoryBytes: 1 << 20)
      uploads = Uploads(
        mostBytes: 1 << 20, records: records,
        folder: try store.uploadFolder(records, ring, now: StateSnapshotTests.now), clock: clock)
      people = KeptPeople(
        store: store, uploads: records,
        sources: SourceRecords(store: store, ring: ring, clock: clock))
      requests = KeptRequests(store: store, ring: ring, uploads: records, clock: clock)
    }

    /// Uploads a photo that contains a number, and returns its name.
    func upload(_ number: Int) throws -> String {
      var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
      bytes += (0..<8).map { UInt8(number >> (7 * $0) & 0x7F) }
      bytes += [UInt8](repeating: 1, count: 1878) + [0xFF, 0xD9]
      return try uploads.keep(bytes, for: "a")
    }

    func person(_ number: Int) throws -> Person {
      let photo = try upload(number)
      let fill = String(repeating: "x", count: 2000)
      return try Person(
        JSONNode(
          parsing: #"""
            {"device": "iphone15", "lock": {"photo": "\#(photo)"}, "notes": ["\#(number)", "\#(fill)"]}
            """#))
    }

    /// Returns the number of a stored person, and whether the person's photo is stored.
    func state(_ token: KeptPeople.Token) throws -> (number: Int, photo: String)? {
      guard let kept = try people.open(token) else { return nil }
      let words = JSONNode(kept.person.plain)
      let number = words["notes"]?.elements?.first?.string.flatMap { Int($0) }
      return (number ?? -1, words["lock"]?["photo"]?.string ?? "")
    }
  }

  private final class Editing: Sendable {
    let isOver = Mutex(false)
    let count = Mutex(0)
  }

  /// One thread edits people in turn while snapshots are taken.
  ///
  /// Each snapshot contains a prefix of
  /// the edits, with the photo of each person, although each edit erases the previous photo.
  @Test(arguments: [1, 16]) func aSnapshotIsOneMoment(_ pages: Int) throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    let kept = try Kept(in: state)
    let count = 40
    let made = try (0..<count).map { number in
      try kept.people.add(kept.person(number), for: "a", now: Self.now)
    }
    let editing = Editing()
    let thread = Thread {
      var number = count
      while !editing.isOver.withLock({ $0 }) {
        do {
          let token = made[number % count].write
          let before = try #require(try kept.people.open(token))
          let old = try #require(try kept.state(token)).photo
          let end = try kept.people.replace(
            before, with: kept.person(number), needed: [], now: Self.now)
          #expect(end == .done)
          _ = try kept.uploads.erase(old, of: "a")
        } catch {
          Issue.record(error)
          return
        }
        editing.count.withLock { $0 = number }
        number += 1
      }
    }
    thread.start()
    eventually { editing.count.withLock { $0 } > count }
    for _ in 0..<4 {
      let first = editing.count.withLock { $0 }
      let path = try StateSnapshot(of: state, pages: pages).make(of: kept.store)
      let last = editing.count.withLock { $0 } + 1
      #expect(last > first + 1, "no edit happened during the snapshot")
      let copy = try Kept(in: path)
      let states = try made.map { try #require(try copy.state($0.read)) }
      let newest = try #require(states.map(\.number).max())
      #expect((first...last).contains(newest))
      for (index, state) in states.enumerated() {
        // The last edit of this person up to the newest edit in the snapshot.
        let expected = newest - (newest - index) % count
        #expect(state.number == expected)
        #expect((try? copy.uploads.photo(state.photo, of: "a")) != nil, "photo of \(index)")
      }
    }
    editing.isOver.withLock { $0 = true }
    eventually { thread.isFinished }
    #expect(kept.store.failure == nil && kept.store.people == count)
  }

  /// A snapshot has exactly the recorded uploads: an upload without a record is left out, and so is
  /// the record of a missing upload.
  @Test func recordsAndUploadsAgree() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    let kept = try Kept(in: state)
    let names = try (0..<3).map { try kept.upload($0) }
    let files = folder.names(in: "state/photos")
    try #require(files.count == 3)
    unlink(state + "/photos/" + files[0])
    try folder.write([1, 2, 3], to: "state/photos/other.sealed")
    let path = try StateSnapshot(of: state).make(of: kept.store)
    let linked = try FileManager.default.contentsOfDirectory(atPath: path + "/photos").sorted()
    #expect(linked == Array(files[1...]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 2)
    let copy = try Kept(in: path)
    #expect(names.filter { (try? copy.uploads.photo($0, of: "a")) != nil }.count == 2)
  }

  /// A snapshot that is canceled, or that cannot be written, leaves nothing behind.
  @Test func aSnapshotIsCompleteOrAbsent() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    let kept = try Kept(in: state)
    for number in 0..<20 {
      _ = try kept.people.add(kept.person(number), for: "a", now: Self.now)
    }
    let before = folder.names(in: "state")
    for steps in [0, 1, 5] {
      var left = steps
      let error = #expect(throws: RenderError.self) {
        try StateSnapshot(of: state, pages: 1).make(of: kept.store) {
          left -= 1
          return left >= 0
        }
      }
      #expect(error?.code == .backupFailed)
      #expect(folder.names(in: "state") == before)
    }
    // The store is still usable, and a new snapshot succeeds.
    _ = try kept.people.add(kept.person(20), for: "a", now: Self.now)
    let path = try StateSnapshot(of: state).make(of: kept.store)
    #expect(try Kept(in: path).store.people == 21)
  }

  /// Erased data of people is not in the copy, not even in its free pages.
  @Test func erasedPeopleAreNotInASnapshot() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    let kept = try Kept(in: state)
    let made = try kept.people.add(kept.person(1), for: "a", now: Self.now)
    let reader = try #require(try kept.people.erase(made.id, of: "a"))
    #expect(!reader.isEmpty)
    let path = try StateSnapshot(of: state).make(of: kept.store)
    let bytes = try Files.read(path + "/wallfarm-serve.sqlite")
    #expect(!String(decoding: bytes, as: UTF8.self).contains(made.id))
  }

  /// A service that starts removes what killed commands left, and keeps other files.
  @Test func leftoversAreRemovedAtTheStart() throws {
    let folder = try TemporaryFolder()
    let token = String(repeating: "0a", count: 16)
    let state = folder.file("state")
    do { _ = try Kept(in: state) }
    let left = [
      "backup.wanted", "backup.\(token)/photos/a.sealed", "backup.\(token).partial/x",
      "backup.\(token).failed", "backup.json",
    ]
    for name in left { try folder.write("x", to: "state/\(name)") }
    try folder.write("x", to: "state/backup.tar")
    let kept = try Kept(in: state)
    #expect(
      Set(folder.names(in: "state").filter { $0.hasPrefix("backup") }) == ["backup.tar"])
    _ = kept
  }
}
