import Files
import Stores
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Every store feature that a farm relies on is tested before the first picture is written.
@Suite struct StoreConditionsTests {
  private let bytes = Array("a picture".utf8)

  private func facts(_ text: String) -> ObjectFacts {
    ObjectFacts(
      sha256: FileDigest.sha256(of: Array(text.utf8)), type: "image/png",
      owner: ObjectOwner(queue: "q", unit: "a", digest: "1", token: 1, fingerprint: "f"))
  }

  @Test(arguments: ["ok", "nolist"])
  func aStoreThatHonorsConditionsIsTaken(_ mode: String) throws {
    let scripted = try ScriptedStore("conditional", [mode])
    try scripted.store.checkConditions()
  }

  @Test(arguments: [
    "ignore-none-match", "ignore-match", "refuse-and-write", "no-tag", "weak-tag", "one-tag",
    "no-meta", "unimplemented", "forbidden",
  ])
  func aStoreThatDoesNotIsRefused(_ mode: String) throws {
    let scripted = try ScriptedStore("conditional", [mode])
    let error = #expect(throws: RenderError.self) { try scripted.store.checkConditions() }
    #expect(error?.code == .storeRefused && error?.hint != nil)
  }

  /// A successful check of a store is cached; a failed check is repeated the next time.
  @Test func aShelfTriesEachStoreOnce() throws {
    let (good, bad) = (
      try ScriptedStore("conditional", ["ok"]), try ScriptedStore("conditional", ["ignore-match"])
    )
    let cache = ObjectCache(good.environment)
    #expect(!cache.isChecked("s3://bucket/y"))
    _ = try cache.checkedStore(at: "s3://bucket/y")
    #expect(cache.isChecked("s3://bucket/y"))
    let other = ObjectCache(bad.environment)
    for _ in 0..<2 {
      #expect(throws: RenderError.self) { try other.checkedStore(at: "s3://bucket/y") }
      #expect(!other.isChecked("s3://bucket/y"))
    }
  }

  // MARK: - Rights

  /// AWS answers 403 for a missing object if the key may not list the bucket.
  @Test func whatIsNotThereIsMissingAlsoWithoutTheRightToList() throws {
    let store = try ScriptedStore("conditional", ["nolist"]).store
    #expect(try store.look(at: "none") == nil)
    let missing = #expect(throws: RenderError.self) { try store.read("none", limit: 9) }
    #expect(missing?.code == .inputMissing)
    #expect(try store.put(bytes, facts("a picture"), as: "n", .once))
    #expect(try !store.put(bytes, facts("a picture"), as: "n", .fenced))
    #expect(try store.look(at: "n")?.bytes == bytes.count)
  }

  /// A key without read access is an error, because with such a key every object would appear to be
  /// missing.
  @Test func aKeyThatMayNothingIsRefused() throws {
    let store = try ScriptedStore("conditional", ["forbidden"]).store
    for body: () throws -> Void in [
      { _ = try store.look(at: "none") }, { _ = try store.read("none", limit: 9) },
    ] {
      let error = #expect(throws: RenderError.self) { try body() }
      #expect(error?.code == .storeRefused)
    }
  }

  // MARK: - Speed

  /// A transfer may take longer than the idle timeout of a connection.
  @Test func aSlowTransferIsNoSilentOne() throws {
    let store = try ScriptedStore("conditional", ["slow", "20000"], patience: 1).store
    let large = [UInt8](repeating: 7, count: 50_000)
    let facts = ObjectFacts(sha256: FileDigest.sha256(of: large), type: "image/png")
    #expect(try store.put(large, facts, as: "n", .replacing))
  }

  @Test func aStoreThatStandsStillIsGivenUp() throws {
    let scripted = try ScriptedStore("conditional", ["silent"], patience: 1)
    let client = S3Client(scripted.environment, longestPause: 1000, patience: 1)
    var question = S3Client.Question("PUT", try S3Address("s3://bucket/x"))
    question.sha256 = "UNSIGNED-PAYLOAD"
    let error = #expect(throws: RenderError.self) { try client.ask(question, attempts: 1) }
    #expect(error?.code == .storeUnreachable)
  }

  // MARK: - Secrets

  @Test(arguments: [
    ("s3://AKIA:hun/ter@bucket/x", "s3://…@bucket/x"),
    ("s3://wall/a:b@c.png", "s3://wall/a:b@c.png"),
    ("https://user:hunter@host/x", "https://…@host/x"), ("key:hunter@host", "…@host"),
    ("https://host/x?X-Amz-Signature=hunter", "https://host/x"), ("out", "out"),
  ])
  func addressesAreShownWithoutSecrets(_ address: String, _ shown: String) {
    #expect(StoreMessages.shown(address) == shown)
    for body: () throws -> Void in [
      { _ = try S3Address(address) }, { _ = try S3Environment(["AWS_ENDPOINT_URL": address]) },
    ] {
      do { try body() } catch {
        #expect(!"\(error)".contains("hun") && !"\(error)".contains("ter@"))
      }
    }
  }
}
