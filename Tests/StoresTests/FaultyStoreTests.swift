import Files
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

@testable import Stores

/// What goes wrong on the way to an object store and may go better is tried again, and comes to one object.
@Suite struct FaultyStoreTests {
  /// A store that fails as it is told; it ends with this value.
  private final class Faulty {
    let store: S3Store
    private let input = Pipe()

    init(_ faults: [String]) throws {
      let (process, output) = (Process(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
      process.arguments = [Workspace.root + "/Tests/StoresTests/faulty.py"] + faults
      (process.standardInput, process.standardOutput) = (input, output)
      try process.run()
      var line: [UInt8] = []
      while line.last != UInt8(ascii: "\n"),
        let more = try output.fileHandleForReading.read(upToCount: 1), !more.isEmpty
      {
        line += more
      }
      let port = try #require(Int(String(decoding: line.dropLast(), as: UTF8.self)))
      let environment = try S3Environment([
        "AWS_ENDPOINT_URL": "http://127.0.0.1:\(port)", "AWS_ACCESS_KEY_ID": "a",
        "AWS_SECRET_ACCESS_KEY": "b",
      ])
      store = try S3Store("s3://bucket/x", S3Client(environment, longestPause: 1000))
    }
  }

  private let bytes = Array("a picture".utf8)
  private var facts: ObjectFacts {
    ObjectFacts(sha256: FileDigest.sha256(of: bytes), type: "image/png")
  }

  @Test(arguments: [
    ["503"], ["500", "slow-down"], ["cut-request", "503"], ["skew"],
    ["cut-request", "cut-request"],
  ])
  func aPutIsTriedAgain(_ faults: [String]) throws {
    let faulty = try Faulty(faults)
    #expect(try faulty.store.put(bytes, facts, as: "n", .once))
    #expect(try faulty.store.read("n", limit: 99) == bytes)
  }

  /// The answer to a PUT was lost: the next one finds its own object, and that is no other's.
  @Test func anAnswerThatWasLostIsNoConflict() throws {
    let faulty = try Faulty(["lost"])
    #expect(try !faulty.store.put(bytes, facts, as: "n", .once))
    #expect(try faulty.store.read("n", limit: 99) == bytes)
  }

  @Test(arguments: [["good", "cut-answer"], ["good", "503", "cut-answer", "cut-request"]])
  func whatIsReadIsWhole(_ faults: [String]) throws {
    let faulty = try Faulty(faults)
    try faulty.store.put(bytes, facts, as: "n", .replacing)
    #expect(try faulty.store.read("n", limit: 99) == bytes)
  }

  /// Where it does not get better it is said, and is no refusal.
  @Test func aStoreThatIsGoneIsUnreachable() throws {
    let faulty = try Faulty(Array(repeating: "503", count: 40))
    let error = #expect(throws: RenderError.self) {
      try faulty.store.put(bytes, facts, as: "n", .once)
    }
    #expect(error?.code == .storeUnreachable)
  }
}
