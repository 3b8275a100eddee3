import Foundation
import HTTP
import RenderPool
import Service
import SourceJSON
import Synchronization
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests concurrent changes to people inside the process.
@Suite struct PersonVersionTests {
  private static let now = Moment(seconds: 1_800_000_000)

  private static func person(_ note: String) throws -> Person {
    try Person(JSONNode(parsing: #"{"device": "iphone15", "notes": ["\#(note)"]}"#))
  }

  /// An update based on an outdated read does not overwrite a newer change.
  @Test func aChangeMeanwhileIsNotLost() throws {
    let people = KeptPeople(inStore: try .inMemory(mostBytes: 1 << 20))
    let made = try people.add(Self.person("one"), for: "a", now: Self.now)
    let read = try #require(try people.open(made.write))
    func replace(_ kept: KeptPeople.Kept, _ note: String) throws -> KeptPeople.Replacement {
      try people.replace(kept, with: Self.person(note), needed: [], now: Self.now)
    }
    #expect(try replace(read, "two") == .done)
    #expect(try replace(read, "three") == .changedMeanwhile)
    #expect(try people.erase(read) == .changedMeanwhile)
    let again = try #require(try people.open(made.write))
    #expect(again.person.plain.text(pretty: false).contains("two") && again.tag != read.tag)
    // The version of a person also covers the states of pages and exports.
    #expect(try people.change(again, now: Self.now) { $0.states["flow"] = 1 })
    #expect(try replace(again, "four") == .changedMeanwhile)
    let last = try #require(try people.open(made.read))
    #expect(try people.erase(last) == .done)
    #expect(try replace(last, "five") == .erased && people.erase(last) == .erased)
  }

  /// A change that is rejected during processing has no effect.
  @Test func aRefusedChangeChangesNothing() throws {
    let people = KeptPeople(inStore: try .inMemory(mostBytes: 1 << 20))
    let made = try people.add(Self.person("one"), for: "a", now: Self.now)
    let read = try #require(try people.open(made.write))
    #expect(throws: RenderError.self) {
      _ = try people.change(read, now: Self.now) { (person) throws(RenderError) in
        person.states["flow"] = 1
        throw .personChanged()
      }
    }
    #expect(try people.open(made.write)?.tag == read.tag)
  }

  @Test(
    arguments: [
      ("If-Match", "\"a\"", true), ("If-Match", "*", true), ("If-Match", "\"b\", \"a\"", true),
      ("If-Match", "\"b\"", false), ("If-Match", "W/\"a\"", false), ("If-Match", "", false),
      ("If-None-Match", "*", false), ("If-None-Match", "\"a\"", false),
      ("If-None-Match", "\"b\"", true), ("Accept", "*/*", true),
    ] as [(String, String, Bool)])
  func aChangeIsForTheVersionThatItNames(_ name: String, _ value: String, _ isAllowed: Bool) {
    let head = HTTPHead(method: "PUT", target: "/", headers: [HTTPHeader(name, value)])
    func allows(_ tag: String?) -> Bool { (try? head.checkPrecondition(tag)) != nil }
    #expect(allows("\"a\"") == isAllowed)
    // If the resource does not exist, If-Match never matches.
    #expect(allows(nil) == (name != "If-Match"))
  }

  /// Changing one person keeps the cached pictures of the others.
  @Test func peopleDoNotShareAnEpoch() throws {
    let board = try RenderBoard(
      ServiceSettings(pool: PoolSettings(command: ["/bin/sleep", "1000"], workers: 1)),
      ServiceMetrics())
    defer { board.end() }
    let pictures = PictureKeeper(board, mostBytes: 1 << 20)
    let fact = PictureKeeper.Fact(tag: "t", until: nil, digest: "d")
    let epoch = pictures.epoch
    pictures.forget("a")
    pictures.remember(fact, of: .init("a"), since: epoch)
    pictures.remember(fact, of: .init("b"), since: epoch)
    #expect(pictures.fact(.init("a"), at: Self.now) == nil)
    #expect(pictures.fact(.init("b"), at: Self.now)?.tag == "t")
    pictures.remember(fact, of: .init("a"), since: pictures.epoch)
    #expect(pictures.fact(.init("a"), at: Self.now)?.tag == "t")
    // After changes to too many people, all older entries are invalid.
    let before = pictures.epoch
    for number in 0..<10_001 { pictures.forget("\(number)") }
    pictures.remember(fact, of: .init("c"), since: before)
    pictures.remember(fact, of: .init("d"), since: pictures.epoch)
    #expect(pictures.fact(.init("c"), at: Self.now) == nil)
    #expect(pictures.fact(.init("d"), at: Self.now) != nil)
  }
}
