import Designs
import RenderPool
import Testing
import WallfarmPluginKit
import WallfarmTesting

@testable import Service

/// The parts of a service, each by itself.
@Suite struct ServicePartTests {
  @Test func thoseWhoWaitTakeTurns() {
    var queue = FairQueue<String>(most: 100)
    for number in 1...4 { #expect(queue.add("a\(number)", of: "a") == nil) }
    for number in 1...2 { #expect(queue.add("b\(number)", of: "b") == nil) }
    #expect(queue.add("c1", of: "c") == nil)
    queue.remove("a2", of: "a")
    queue.remove("nothing", of: "a")
    queue.remove("c1", of: "d")
    #expect(queue.count == 6)
    var taken: [String] = []
    while let one = queue.take() { taken.append(one) }
    #expect(taken == ["a1", "b1", "c1", "a3", "b2", "a4"])
    #expect(queue.count == 0)
  }

  /// Who has filled the queue makes room for others, down to an equal share, and nobody else does.
  @Test func whoAsksForMuchMakesRoom() {
    var queue = FairQueue<String>(most: 4)
    for number in 1...4 { _ = queue.add("a\(number)", of: "a") }
    #expect(queue.add("a5", of: "a") == "a5")
    #expect(queue.add("b1", of: "b") == "a4")
    #expect(queue.add("b2", of: "b") == "a3")
    #expect(queue.add("b3", of: "b") == "b3")
    #expect(queue.add("c1", of: "c") == "b2" || queue.count == 4)
    #expect(queue.count == 4)
  }

  @Test func keysAreReadAndKnown() throws {
    let folder = try TemporaryFolder()
    let key = "0123456789012345678901"
    let file = try folder.write("# a remark\n\n app  \(key) \r\nother_1 \(key)x\n", to: "keys")
    let keys = try AccessKeys(file: file, origin: .option("keys"))
    #expect(keys.count == 2)
    #expect(keys.name("Bearer \(key)") == "app")
    #expect(keys.name("bearer \(key)x") == "other_1")
    for wrong in [
      nil, "", "Bearer", "Bearer ", key, "Basic \(key)", "Bearer \(key)y", "Bearer x \(key)",
    ] {
      #expect(keys.name(wrong) == nil)
    }
  }

  @Test(arguments: [
    "", "# nothing\n", "app", "app short", "app 0123456789012345678901 more",
    "a/b 0123456789012345678901", "a 0123456789012345678901\na 0123456789012345678902",
  ])
  func aFileOfKeysIsSoundOrNotUsed(_ text: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "keys")
    let error = #expect(throws: RenderError.self) {
      try AccessKeys(file: file, origin: .option("keys"))
    }
    #expect(error?.code.rawValue == "key-unusable")
    #expect(error?.description.contains("01234567890") != true)
  }

  /// Photos go that were not used for the longest time, and are each their client's.
  @Test func photosHaveALimit() throws {
    func photo(_ number: UInt8) -> [UInt8] {
      [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: number, count: 96)
    }
    let shelf = PhotoShelf(mostBytes: 300)
    let names = try (1...3).map { try shelf.keep(photo($0), for: "a") }
    #expect(try shelf.keep(photo(1), for: "a") == names[0])
    #expect(shelf.bytes == 300)
    _ = try shelf.photo(names[1], of: "a")
    let fourth = try shelf.keep(photo(4), for: "b")
    #expect(shelf.bytes == 300)
    #expect(throws: RenderError.self) { try shelf.photo(names[2], of: "a") }
    #expect(throws: RenderError.self) { try shelf.photo(names[1], of: "b") }
    #expect(throws: RenderError.self) { try shelf.photo(fourth, of: "a") }
    #expect(try shelf.photo(fourth, of: "b").count == 100)
    #expect(throws: RenderError.self) { try shelf.keep([1, 2, 3], for: "a") }
    #expect(throws: RenderError.self) {
      try shelf.keep(photo(1) + [UInt8](repeating: 0, count: 300), for: "a")
    }
  }
}
