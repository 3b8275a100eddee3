import Foundation
import PhotoLibrary
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests the index: recognition of its own file, erasure of data, and consistent reads.
@Suite struct LibraryIndexTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func index(_ name: String = "l.sqlite", makes: Bool = true) throws -> LibraryIndex {
    try LibraryIndex(folder.file(name), makes: makes)
  }

  private func opening(_ path: String, makes: Bool = true) -> ErrorCode? {
    ErrorCode.thrown { () throws(RenderError) in _ = try LibraryIndex(path, makes: makes) }
  }

  private func sql(_ statement: String, _ name: String = "l.sqlite") {
    let done = Tool.run(
      "/usr/bin/env",
      [
        "python3", "-c",
        "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2])",
        folder.file(name), statement,
      ], withErrors: true)
    #expect(done.status == 0, "\(done.text)")
  }

  private func keep(_ index: LibraryIndex, _ path: String, _ change: (inout HeadFacts) -> Void)
    throws
  {
    var facts = HeadFacts()
    (facts.content, facts.format, facts.day, facts.moment) = (path, .jpeg, 20_000, 1_728_000_000)
    (facts.latitude, facts.longitude, facts.dateSource) = (50, 14, .original)
    change(&facts)
    try index.keep(WalkedFile(path: path, size: 10, modified: 1, inode: 1), facts)
  }

  /// A read in progress does not see the changes that a concurrent scan makes.
  @Test func whatIsReadIsOfOneMoment() throws {
    let index = try index()
    try keep(index, "a") { _ in }
    func count() throws(RenderError) -> Int {
      var count = 0
      #expect(try index.forEachPhoto { _ in count += 1 } == [])
      return count
    }
    try index.reading { () throws(RenderError) in
      #expect(try count() == 1)
      sql("UPDATE photos SET path = 'b'; INSERT INTO settings VALUES('x', 'y');")
      sql("DELETE FROM photos;")
      #expect(try count() == 1)
    }
    #expect(try count() == 0)
  }

  /// If this version of the program cannot read the stored data of a photo, the next scan reads the
  /// photo again.
  @Test func whatIsNotUnderstoodIsForgotten() throws {
    let index = try index()
    for name in ["a", "b"] { try keep(index, name) { _ in } }
    sql("UPDATE photos SET facts = '3' WHERE path = 'a';")
    let spoiled = try index.reading { () throws(RenderError) in
      let spoiled = try index.forEachPhoto { #expect($0.path == "b") }
      // Simulate a concurrent scan that writes to the index.
      sql("INSERT INTO settings VALUES('x', 'y');")
      return spoiled
    }
    #expect(spoiled.count == 1)
    #expect(try index.counts().unread == 0)
    try index.forgetFacts(of: spoiled)
    #expect(try index.counts().unread == 1)
  }

  /// Any other file that is passed as the index by mistake is left unchanged, including its mode.
  @Test(arguments: ["text", "database", "other version"])
  func filesOfOthersAreLeftAlone(_ kind: String) throws {
    switch kind {
    case "text": try folder.write(String(repeating: "a letter ", count: 20), to: "l.sqlite")
    case "database": sql("CREATE TABLE mine(a); INSERT INTO mine VALUES (1);")
    default: sql("PRAGMA user_version = 1; CREATE TABLE photos(a);")
    }
    chmod(folder.file("l.sqlite"), 0o644)
    let before = try folder.bytes("l.sqlite")
    let path = folder.file("l.sqlite")
    #expect(opening(path) == .libraryDamaged)
    #expect(
      ErrorCode.thrown { () throws(RenderError) in _ = try IndexFile(path).erase() }
        == .libraryDamaged)
    #expect(
      ErrorCode.thrown { () throws(RenderError) in _ = try IndexFile(path).lock() }
        == .libraryDamaged)
    #expect(try folder.bytes("l.sqlite") == before)
    #expect(!IndexFile.isPrivate(path) && folder.names(in: "") == ["l.sqlite"])
  }

  @Test func aNewerOneIsLeftAlone() throws {
    _ = try index()
    sql("PRAGMA user_version = 9")
    let path = folder.file("l.sqlite")
    #expect(opening(path) == .libraryDamaged)
  }

  /// Opening an index of an older version discards its photos, so that they are read again, and
  /// keeps the user's settings.
  @Test func anOlderOneIsMadeAnew() throws {
    try index().setReadsPlaces(false)
    try keep(index(), "/p/a.jpg") { _ in }
    sql("PRAGMA user_version = 1")
    #expect(opening(folder.file("l.sqlite"), makes: false) == .noLibrary)
    let again = try index()
    #expect(try again.counts().photos == 0 && !again.readsPlaces())
  }

  /// An empty file, which a killed first run can leave behind, becomes an index.
  @Test func anEmptyFileIsMadeOne() throws {
    try folder.write("", to: "l.sqlite")
    let path = folder.file("l.sqlite")
    #expect(opening(path, makes: false) == .noLibrary)
    #expect(try index().counts() == LibraryIndex.Counts())
    #expect(IndexFile.isPrivate(path))
  }

  @Test func whoScansIsAlone() throws {
    let path = folder.file("l.sqlite")
    let lock = try IndexFile(path).lock()
    #expect(
      ErrorCode.thrown { () throws(RenderError) in _ = try IndexFile(path).lock() } == .libraryBusy)
    _ = try index()
    #expect(
      ErrorCode.thrown { () throws(RenderError) in _ = try IndexFile(path).erase() } == .libraryBusy
    )
    withExtendedLifetime(lock) {}
    // If a folder exists at the path of the lock file, the error does not claim that a scan is
    // running.
    let other = folder.file("o.sqlite")
    try folder.write("", to: "o.sqlite.lock/file")
    #expect(
      ErrorCode.thrown { () throws(RenderError) in _ = try IndexFile(other).lock() }
        == .libraryFailed)
  }

  @Test func erasingLeavesNothing() throws {
    let path = folder.file("l.sqlite")
    #expect(try !IndexFile(path).erase())
    let index = try index()
    try keep(index, "/p/a.jpg") { _ in }
    // While an index is open, SQLite's auxiliary files are next to it.
    #expect(try IndexFile(path).files().count == 3)
    #expect(try IndexFile(path).erase())
    #expect(folder.names(in: "").isEmpty)
    withExtendedLifetime(index) {}
  }

  /// No byte of a location remains, although SQLite copies rows between pages.
  ///
  /// The positions of the copies depend on the order in which the photos are stored.
  @Test func noByteOfAPlaceIsLeft() throws {
    var random = SeededGenerator()
    let key = Data("\"place\"".utf8)
    for round in 0..<60 {
      let name = "l\(round).sqlite"
      let index = try index(name)
      let paths = (0..<65).map { number in
        "/p/\(number)" + String(repeating: "x", count: .random(in: 0..<60, using: &random))
      }
      for hasPlace in [false, true] {
        for path in paths.shuffled(using: &random) {
          let length = Int.random(in: 0..<120, using: &random)
          try keep(index, path) { facts in
            facts.content = String(repeating: "y", count: length)
            if !hasPlace { (facts.latitude, facts.longitude) = (nil, nil) }
          }
        }
      }
      #expect(try index.counts().places == 65)
      try index.setReadsPlaces(false)
      for file in folder.names(in: "") where file.hasPrefix(name) {
        let bytes = Data(try folder.bytes(file))
        #expect(bytes.range(of: key) == nil, "\(file), seed \(random.seed)")
      }
    }
  }

  /// Disabling locations deletes all stored locations, and photos whose dates come from GPS are
  /// read again.
  @Test func placesAreForgotten() throws {
    let index = try index()
    try index.setReadsPlaces(true)
    try keep(index, "/p/a.jpg") { $0.latitude = 12.345_678 }
    try keep(index, "/p/b.jpg") { ($0.latitude, $0.dateSource) = (12.345_678, .gps) }
    try index.setReadsPlaces(false)
    #expect(
      try index.counts() == LibraryIndex.Counts(photos: 2, problems: 0, places: 0, unread: 1))
    #expect(try paths(in: index) == ["/p/a.jpg"])
    for name in folder.names(in: "") {
      let bytes = Data(try folder.bytes(name))
      #expect(bytes.range(of: Data("12.345678".utf8)) == nil, "\(name)")
    }
    // Enabling locations again loses no stored data, and marks all photos to be read again.
    try index.setReadsPlaces(true)
    #expect(try paths(in: index) == ["/p/a.jpg"])
    var sizes: [Int64] = []
    try index.forEachKnown { sizes.append($0.size) }
    #expect(sizes == [-1, -1])
  }

  /// If a lack of resources or a crash prevents a photo from being read, the next scan reads the
  /// photo again.
  @Test func passingFailuresAreTriedAgain() throws {
    let index = try index()
    for kind in [PhotoDamage.Kind.unreadable, .crash, .slow, .cut] {
      try keep(index, "/p/\(kind.rawValue).jpg") { $0.damage = PhotoDamage(kind, "so it is") }
    }
    var read: [Bool] = []
    try index.forEachKnown { read.append($0.isRead) }
    #expect(read == [false, true, true, false])
    #expect(try index.problems().first?.reason == "crash: so it is")
  }

  @Test(arguments: ["{", "3", ""])
  func whatCannotBeUnderstoodIsReadAgain(_ facts: String) throws {
    let index = try index()
    try keep(index, "/p/a.jpg") { _ in }
    try keep(index, "/p/b.jpg") { _ in }
    sql("UPDATE photos SET facts = '\(facts)' WHERE path = '/p/a.jpg'")
    _ = try index.counts()
    #expect(try paths(in: index) == ["/p/b.jpg"])
    #expect(try index.counts().unread == 1 && index.counts().places == 1)
  }

  @Test func foldersWithAnyNameAreKept() throws {
    let index = try index()
    try index.add(roots: ["/a\nb", "/c"])
    try index.add(roots: ["/c", "/d\"e"])
    #expect(try index.roots() == ["/a\nb", "/c", "/d\"e"])
  }

  private func paths(in index: LibraryIndex) throws -> [String] {
    var paths: [String] = []
    try index.forgetFacts(of: try index.forEachPhoto { paths.append($0.path) })
    return paths
  }
}
