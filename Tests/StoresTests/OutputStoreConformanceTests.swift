import Dispatch
import Files
import Stores
import Synchronization
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests the contract that every store must fulfill; add each new implementation to ``Kind``.
@Suite(.tags(.farm)) struct OutputStoreConformanceTests {
  enum Kind: CaseIterable {
    case folder, objects
  }

  /// Returns a new store, and the temporary folder that contains it if it is a folder store.
  private func store(_ kind: Kind) throws -> (store: any OutputStore, folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    switch kind {
    case .folder: return (FolderStore(folder.file("store")), folder)
    case .objects:
      let environment = try S3Environment(try #require(ObjectStoreServer.variables))
      let number = UInt64.random(in: .min ... .max)
      return (try S3Store("s3://\(ObjectStoreServer.bucket)/t\(number)", environment), folder)
    }
  }

  private func facts(
    _ bytes: [UInt8], unit: String = "a", queue: String = "q", digest: String = "1", token: Int = 1
  ) -> ObjectFacts {
    ObjectFacts(
      sha256: FileDigest.sha256(of: bytes), type: "image/png",
      owner: ObjectOwner(
        queue: queue, unit: unit, digest: digest, token: token, fingerprint: "f"))
  }

  private let one = Array("one".utf8)
  private let two = Array("two two".utf8)

  @Test(arguments: Kind.allCases)
  func whatIsKeptIsThereAsItWas(_ kind: Kind) throws {
    let (store, _) = try store(kind)
    #expect(try store.look(at: "a/b.png") == nil)
    #expect(try store.put(one, facts(one), as: "a/b.png", .fenced))
    let found = try #require(try store.look(at: "a/b.png"))
    #expect(found.bytes == 3 && found.sha256 == FileDigest.sha256(of: one))
    #expect(try store.read("a/b.png", limit: 3) == one)
    let empty: [UInt8] = []
    #expect(try store.put(empty, facts(empty), as: "empty", .replacing))
    #expect(try store.read("empty", limit: 9).isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func whatIsNotThereIsSaid(_ kind: Kind) throws {
    let (store, _) = try store(kind)
    let missing = #expect(throws: RenderError.self) { try store.read("none", limit: 9) }
    #expect(missing?.code == .inputMissing)
    try store.remove("none")
    try store.put(two, facts(two), as: "large", .once)
    let large = #expect(throws: RenderError.self) { try store.read("large", limit: 6) }
    #expect(large?.code == .fileTooLarge)
    try store.remove("large")
    #expect(try store.look(at: "large") == nil)
  }

  /// A put with ``PutRule/once`` never overwrites an existing object.
  @Test(arguments: Kind.allCases)
  func onceIsOnce(_ kind: Kind) throws {
    let (store, _) = try store(kind)
    #expect(try store.put(one, facts(one), as: "n", .once))
    #expect(try !store.put(one, facts(one, token: 2), as: "n", .once))
    let error = #expect(throws: RenderError.self) {
      try store.put(two, facts(two), as: "n", .once)
    }
    #expect(error?.code == .outputTaken)
    #expect(try store.read("n", limit: 9) == one)
    #expect(try store.put(two, facts(two), as: "n", .replacing))
    #expect(try store.read("n", limit: 9) == two)
  }

  /// A repeated delivery succeeds, and a changed unit replaces its picture.
  @Test(arguments: Kind.allCases)
  func aLaterAttemptTakesThePlace(_ kind: Kind) throws {
    let (store, _) = try store(kind)
    #expect(try store.put(one, facts(one), as: "n", .fenced))
    #expect(try !store.put(one, facts(one, token: 2), as: "n", .fenced))
    #expect(try store.put(two, facts(two, digest: "2", token: 3), as: "n", .fenced))
    #expect(try store.read("n", limit: 9) == two)
  }

  /// An attempt never replaces an object that no attempt wrote.
  @Test(arguments: Kind.allCases)
  func anObjectOfSomethingElseIsKept(_ kind: Kind) throws {
    let (store, _) = try store(kind)
    var foreign = facts(one)
    foreign.owner = nil
    #expect(try store.put(one, foreign, as: "n", .replacing))
    let error = #expect(throws: RenderError.self) {
      try store.put(two, facts(two, token: 9), as: "n", .fenced)
    }
    #expect(error?.code == .outputTaken)
    #expect(try store.read("n", limit: 9) == one)
  }

  @Test(arguments: Kind.allCases)
  func namesHaveAnySigns(_ kind: Kind) throws {
    let (store, _) = try store(kind)
    for name in ["a b+c=@,().png", "ö/☂.png", "100%25?#&;.png", "'\"\\`$x.png", "~-._.png"] {
      let bytes = Array(name.utf8)
      #expect(try store.put(bytes, facts(bytes, unit: name), as: name, .fenced))
      #expect(try store.read(name, limit: 99) == bytes, "\(name)")
    }
  }

  /// Of many concurrent writes, one complete object remains.
  @Test(arguments: Kind.allCases)
  func ofManyAtOnceThereIsOne(_ kind: Kind) throws {
    let (store, _) = try store(kind)
    let kept = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let bytes = [UInt8](repeating: UInt8(number), count: 50_000)
      do throws(RenderError) {
        if try store.put(bytes, facts(bytes), as: "n", .once) { kept.withLock { $0 += 1 } }
      } catch {
        #expect(error.code == .outputTaken)
      }
    }
    #expect(kept.withLock { $0 } == 1)
    let found = try store.read("n", limit: 50_000)
    #expect(found.count == 50_000 && Set(found).count == 1)
  }

  @Test(arguments: Kind.allCases)
  func aProbeLeavesNothing(_ kind: Kind) throws {
    let (store, folder) = try store(kind)
    try store.put(one, facts(one), as: "n", .once)
    try store.probe()
    if kind == .folder { #expect(folder.names(in: "store") == ["n"]) }
  }

  // MARK: - Precedence of attempts

  /// The later of two attempts at a unit takes precedence, regardless of the order in which they
  /// arrive.
  @Test(arguments: Kind.allCases)
  func aLateWorkerChangesNoObject(_ kind: Kind) throws {
    let (store, _) = try store(kind)
    #expect(try store.put(two, facts(two, digest: "2", token: 5), as: "n", .fenced))
    let late = #expect(throws: RenderError.self) {
      try store.put(one, facts(one, token: 4), as: "n", .fenced)
    }
    #expect(late?.code == .outputLate)
    // The same unit results in a different file, as if another machine had rendered it differently.
    let other = #expect(throws: RenderError.self) {
      try store.put(one, facts(one, digest: "2", token: 6), as: "n", .fenced)
    }
    #expect(other?.code == .outputTaken)
    #expect(try store.read("n", limit: 9) == two)
    let owner = try #require(try store.look(at: "n")?.owner)
    #expect(owner.token == 5 && owner.unit == "a" && owner.fingerprint == "f")
  }

  /// A later attempt with equal bytes raises the object's token, so an attempt between the two is
  /// too late.
  @Test(arguments: Kind.allCases)
  func theSameBytesOfALaterAttemptKeepEarlierOnesOff(_ kind: Kind) throws {
    let (store, _) = try store(kind)
    #expect(try store.put(one, facts(one, token: 5), as: "n", .fenced))
    #expect(try !store.put(one, facts(one, token: 9), as: "n", .fenced))
    let late = #expect(throws: RenderError.self) {
      try store.put(two, facts(two, digest: "2", token: 7), as: "n", .fenced)
    }
    #expect(late?.code == .outputLate)
    #expect(try store.look(at: "n")?.owner?.token == 9)
  }

  @Test(arguments: Kind.allCases)
  func whatAFarmReliesOnHolds(_ kind: Kind) throws {
    let (store, folder) = try store(kind)
    try store.put(one, facts(one), as: "n", .once)
    try store.checkConditions()
    if kind == .folder { #expect(folder.names(in: "store") == ["n"]) }
  }

  /// If a queue is lost, tokens start again in the new queue, and no token lets a unit replace
  /// another unit's object.
  @Test(arguments: Kind.allCases)
  func tokensAreThoseOfAQueue(_ kind: Kind) throws {
    let (store, _) = try store(kind)
    #expect(try store.put(one, facts(one, token: 9), as: "n", .fenced))
    #expect(try store.put(two, facts(two, queue: "new", token: 1), as: "n", .fenced))
    let error = #expect(throws: RenderError.self) {
      try store.put(one, facts(one, unit: "b", token: 99), as: "n", .fenced)
    }
    #expect(error?.code == .outputTaken)
  }

  /// If many late workers render a changed unit at the same time, the last attempt takes
  /// precedence.
  @Test(arguments: Kind.allCases)
  func theLastAttemptWins(_ kind: Kind) throws {
    let (store, _) = try store(kind)
    DispatchQueue.concurrentPerform(iterations: 12) { number in
      let bytes = Array("\(number)".utf8)
      let facts = facts(bytes, digest: "\(number)", token: number)
      do throws(RenderError) {
        _ = try store.put(bytes, facts, as: "n", .fenced)
      } catch {
        #expect(error.code == .outputLate && number < 11)
      }
    }
    #expect(try store.read("n", limit: 9) == Array("11".utf8))
  }

  @Test(arguments: [
    (["AWS_SECRET_ACCESS_KEY": "wrong"], ObjectStoreServer.bucket),
    (["AWS_ACCESS_KEY_ID": "nobody"], ObjectStoreServer.bucket),
    (ObjectStoreServer.reader, ObjectStoreServer.bucket), ([:], "no-such-bucket"),
  ])
  func aRefusalIsNoMatterOfTime(_ changed: [String: String], _ bucket: String) throws {
    let variables = try #require(ObjectStoreServer.variables).merging(changed) { $1 }
    let store = try S3Store("s3://\(bucket)/x", try S3Environment(variables))
    let error = #expect(throws: RenderError.self) {
      try store.put(one, facts(one), as: "n", .fenced)
    }
    #expect(error?.code == .storeRefused, "\(error.map { "\($0)" } ?? "")")
    #expect(error?.hint != nil)
    let said = error.map { "\($0)" } ?? ""
    #expect(!said.contains("wrong") && !said.contains("reading") && !said.contains("secret/of"))
  }
}
