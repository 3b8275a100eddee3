import Files
import Foundation
import Stores
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Retryable failures of an object store are retried and result in one object.
@Suite struct FaultyStoreTests {
  private typealias Faulty = ScriptedStore

  private let bytes = Array("a picture".utf8)
  private var facts: ObjectFacts {
    ObjectFacts(sha256: FileDigest.sha256(of: bytes), type: "image/png")
  }

  @Test(arguments: [
    ["503"], ["500", "slow-down"], ["cut-request", "503"], ["skew"],
    ["cut-request", "cut-request"],
  ])
  func aPutIsTriedAgain(_ faults: [String]) throws {
    let faulty = try Faulty("faulty", faults)
    #expect(try faulty.store.put(bytes, facts, as: "n", .once))
    #expect(try faulty.store.read("n", limit: 99) == bytes)
  }

  /// If the response to a PUT was lost, the retry recognizes its own object.
  @Test func anAnswerThatWasLostIsNoConflict() throws {
    let faulty = try Faulty("faulty", ["lost"])
    #expect(try !faulty.store.put(bytes, facts, as: "n", .once))
    #expect(try faulty.store.read("n", limit: 99) == bytes)
  }

  @Test(arguments: [["good", "cut-answer"], ["good", "503", "cut-answer", "cut-request"]])
  func whatIsReadIsWhole(_ faults: [String]) throws {
    let faulty = try Faulty("faulty", faults)
    try faulty.store.put(bytes, facts, as: "n", .replacing)
    #expect(try faulty.store.read("n", limit: 99) == bytes)
  }

  /// A permanent outage is reported as unreachable, not as a refusal.
  @Test func aStoreThatIsGoneIsUnreachable() throws {
    let faulty = try Faulty("faulty", Array(repeating: "503", count: 40))
    let error = #expect(throws: RenderError.self) {
      try faulty.store.put(bytes, facts, as: "n", .once)
    }
    #expect(error?.code == .storeUnreachable)
  }
}
