import SourceJSON
import Testing
import WallfarmTesting

/// The pages of `GET /v1/people`.
@Suite struct PeopleListTests {
  private static let person =
    #"{"device": "iphonese3", "lock": {}, "home": "keep", "notes": ["Buy milk"]}"#

  private static func key(_ client: String) -> [String] {
    ["-H", "Authorization: Bearer \(client)-key-00000000000000000000"]
  }

  /// The pages contain every person of the client once, even if others are erased meanwhile.
  @Test func pagesContainEveryPersonOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write("a a-key-00000000000000000000\nb b-key-00000000000000000000\n", to: "keys")
    let service = try RunningService(["--keys", folder.file("keys")], in: folder)
    func add(_ client: String) throws -> String {
      let answer = try service.ask("/v1/people", ["-d", Self.person] + Self.key(client))
      return try #require(answer.json?["id"]?.string, "\(answer.text)")
    }
    func page(_ query: String) throws -> (ids: [String], next: String?) {
      let answer = try service.ask("/v1/people\(query)", Self.key("a"))
      try #require(answer.status == 200, "\(answer.text)")
      let ids = answer.json?["people"]?.elements?.compactMap { $0["id"]?.string }
      return (try #require(ids), answer.json?["next"]?.string)
    }
    #expect(try page("") == ([], nil))
    let ids = try (0..<5).map { _ in try add("a") }.sorted()
    let other = try add("b")
    #expect(try page("") == (ids, nil))
    #expect(try page("?limit=5") == (ids, nil))
    let first = try page("?limit=2")
    #expect(first == (Array(ids[..<2]), ids[1]))
    // The person with the cursor is erased between two pages.
    let erased = try service.ask("/v1/people/\(ids[1])", ["-X", "DELETE"] + Self.key("a"))
    #expect(erased.status == 204)
    let second = try page("?after=\(ids[1])&limit=2")
    #expect(second == (Array(ids[2..<4]), ids[3]))
    #expect(try page("?limit=2&after=\(ids[3])") == ([ids[4]], nil))
    #expect(try !page("").ids.contains(other))
    #expect(try service.ask("/v1/people").status == 401)
    for query in ["?limit=0", "?limit=1001", "?limit=x", "?after=", "?after=a%20b", "?offset=1"] {
      let answer = try service.ask("/v1/people\(query)", Self.key("a"))
      #expect(answer.status == 400 && answer.codes == ["invalid-request"], "\(query)")
    }
  }
}
