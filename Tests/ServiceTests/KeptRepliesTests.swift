import HTTP
import Service
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Stored responses, with an injected clock and replaced keys.
@Suite struct KeptRepliesTests {
  private static let now = Moment(seconds: 1_800_000_000)

  private static func replies(
    _ store: ServiceStore, _ keys: [String] = ["one"], after seconds: Int = 0
  ) throws -> KeptReplies {
    let secrets = keys.map { ($0, "0123456789012345678901\($0)") }
    return KeptReplies(
      store: store, ring: KeyRing(addresses: AddressKeys(secrets)),
      clock: .standing(at: now.adding(seconds)))
  }

  private static func key(
    _ replies: KeptReplies, _ key: String = "k", _ more: [HTTPHeader] = [], body: String = "{}"
  ) throws -> KeptReplies.Key {
    let headers = [HTTPHeader("Idempotency-Key", key)] + more
    let head = HTTPHead(method: "POST", target: "/v1/people", headers: headers)
    let request = HTTPRequest(head, body: Array(body.utf8))
    return try #require(try replies.key(of: request, for: "app"))
  }

  /// Stores a response with a text, or returns the text of an earlier response.
  private static func keep(_ text: String, _ replies: KeptReplies) throws -> String {
    let answer = HTTPAnswer(201, type: "application/json", text)
    let kept = try replies.keep(for: key(replies)) { (_) throws(RenderError) in
      KeptReplies.Created(answer)
    }
    guard case .bytes(let bytes) = kept.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A response is stored for 24 hours, and is then removed.
  @Test func aResponseExpires() throws {
    let store = try ServiceStore.inMemory(mostBytes: 1 << 20)
    #expect(try Self.keep("first", Self.replies(store)) == "first")
    #expect(try Self.keep("second", Self.replies(store, after: 86_399)) == "first")
    #expect(try Self.keep("third", Self.replies(store, after: 86_400)) == "third")
    let size = try #require(store.bytes)
    store.tidy(now: Self.now.adding(2 * 86_400 - 1))
    #expect(store.bytes == size)
    store.tidy(now: Self.now.adding(2 * 86_400))
    #expect(store.bytes == 0)
  }

  /// A response is found with a replaced key, but not if its key was removed.
  @Test func keysCanBeReplaced() throws {
    let store = try ServiceStore.inMemory(mostBytes: 1 << 20)
    #expect(try Self.keep("first", Self.replies(store)) == "first")
    #expect(try Self.keep("second", Self.replies(store, ["two", "one"])) == "first")
    #expect(try Self.keep("third", Self.replies(store, ["two"])) == "third")
    #expect(try Self.keep("fourth", Self.replies(store, ["one", "two"])) == "first")
  }

  /// The same key with another body or other preferences is an error.
  @Test func otherRequestsDoNotMatch() throws {
    let store = try ServiceStore.inMemory(mostBytes: 1 << 20)
    let replies = try Self.replies(store)
    #expect(try Self.keep("first", replies) == "first")
    let others = [
      try Self.key(replies, body: "[]"),
      try Self.key(replies, "k", [HTTPHeader("Prefer", "return=representation; lifetime=60")]),
    ]
    for key in others {
      let error = #expect(throws: RenderError.self) { try replies.find(key) }
      #expect(error?.code.rawValue == "idempotency-mismatch")
    }
    #expect(try replies.find(Self.key(replies, "\"k\"")) != nil)
    #expect(try replies.find(Self.key(replies, "other")) == nil)
  }

  /// If the response cannot be stored, what it describes is not created either.
  @Test func nothingIsCreatedWithoutAResponse() throws {
    let store = try ServiceStore.inMemory(mostBytes: 100)
    let replies = try Self.replies(store)
    #expect(throws: RenderError.self) { try Self.keep("a response", replies) }
    #expect(store.bytes == 0)
  }
}
