import Fetching
import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Tests fetching content: limits, conditional requests and credentials.
@Suite struct ContentFetchTests {
  private static func documents(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files { try folder.write(text, to: name) }
    return folder
  }

  private func error(
    _ fetcher: Fetcher, _ address: String, authorization: String? = nil
  ) -> RenderError? {
    do throws(RenderError) {
      _ = try fetcher.fetch(address, unless: FetchValidators(), authorization: authorization)
      return nil
    } catch {
      return error
    }
  }

  @Test func contentHasItsOwnLimits() throws {
    let fetcher = Fetcher(program: "", hosts: [], resource: .content)
    #expect(fetcher.mostBytes == 8 << 20 && fetcher.patience == .seconds(20))
    let photos = Fetcher(program: "", hosts: [])
    #expect(photos.mostBytes == 24 << 20 && photos.patience == .seconds(10))
  }

  @Test func aDocumentComesWithItsTypeAndValidators() throws {
    let folder = try Self.documents(["a.ics": "BEGIN:VCALENDAR"])
    let server = try PhotoServer(documents: folder)
    let found = try server.fetcher(of: .content).fetch(
      server.address("/documents/a.ics"), unless: FetchValidators())
    let fetched = try #require(found)
    #expect(String(decoding: fetched.bytes, as: UTF8.self) == "BEGIN:VCALENDAR")
    #expect(fetched.facts.mediaType == "text/calendar")
    #expect(fetched.facts.validators.tag?.count == 66)
    #expect(fetched.facts.validators.modified == "Mon, 23 Nov 2026 09:00:00 GMT")
    let request = try #require(try server.requests().first)
    #expect(request["accept"]?.hasPrefix("text/calendar, ") == true)
    #expect(request["if-none-match"] == nil && request["authorization"] == nil)
  }

  @Test func aKnownVersionIsNotSentAgain() throws {
    let folder = try Self.documents(["a.json": "{}"])
    let server = try PhotoServer(documents: folder)
    let (fetcher, address) = (try server.fetcher(of: .content), server.address("/documents/a.json"))
    let first = try #require(try fetcher.fetch(address, unless: FetchValidators()))
    let validators = first.facts.validators
    #expect(try fetcher.fetch(address, unless: validators) == nil)
    let byDate = FetchValidators(modified: validators.modified)
    #expect(try fetcher.fetch(address, unless: byDate) == nil)
    try folder.write("[]", to: "a.json")
    let second = try #require(try fetcher.fetch(address, unless: validators))
    #expect(second.bytes == Array("[]".utf8) && second.facts.validators != validators)
  }

  /// A server that claims that an unknown version is current is faulty.
  @Test func nothingIsUnchangedWithoutAKnownVersion() throws {
    let server = try PhotoServer()
    let found = error(try server.fetcher(of: .content), server.address("/unchanged"))
    #expect(found?.code == .fetchFailed)
  }

  @Test func credentialsStayWithTheirHost() throws {
    let folder = try Self.documents(["a.json": "{}"])
    let (server, other) = (
      try PhotoServer(documents: folder), try PhotoServer(documents: folder)
    )
    var fetcher = try server.fetcher(of: .content)
    fetcher.hosts.append(try #require(PhotoHost("localhost:\(other.port)")))
    let both = try [server, other].map {
      try String(contentsOfFile: $0.certificate, encoding: .utf8)
    }
    try folder.write(both.joined(), to: "both.pem")
    fetcher.authority = folder.file("both.pem")
    for place in ["/documents/a.json", "/to?\(server.address("/documents/a.json"))"] {
      _ = try fetcher.fetch(
        server.address(place), unless: FetchValidators(), authorization: "Bearer abc")
    }
    #expect(try server.requests().map { $0["authorization"] } == ["Bearer abc", "Bearer abc"])
    _ = try fetcher.fetch(
      server.address("/to?\(other.address("/documents/a.json"))"), unless: FetchValidators(),
      authorization: "Bearer abc")
    let requests = try other.requests()
    #expect(requests.count == 1 && requests[0]["authorization"] == nil)
  }

  /// Header values cannot add headers.
  @Test(arguments: ["a\r\nX-Other: b", "a\nb", "", "é", String(repeating: "a", count: 513)])
  func aValueIsNoSecondHeader(_ value: String) throws {
    let folder = try Self.documents(["a.json": "{}"])
    let server = try PhotoServer(documents: folder)
    let address = server.address("/documents/a.json")
    #expect(error(try server.fetcher(of: .content), address, authorization: value) != nil)
    #expect(try server.requests().isEmpty)
    #expect(FetchValidators(tag: value, modified: value).isEmpty)
  }

  @Test func documentsOverTheLimitAreNotRead() throws {
    let limit = 8 << 20
    let folder = try Self.documents([
      "fits.json": String(repeating: "x", count: limit),
      "large.json": String(repeating: "x", count: limit + 1),
    ])
    let server = try PhotoServer(documents: folder)
    let fetcher = try server.fetcher(of: .content)
    #expect(try fetcher.fetch(server.address("/documents/fits.json")).count == limit)
    for path in ["/documents/large.json", "/endless"] {
      let found = error(fetcher, server.address(path))
      #expect(found?.code.rawValue == "file-too-large", "\(path)")
      #expect(found?.message.contains("the content from 'localhost'") == true)
    }
  }

  /// Messages name the options for content, and not those for photos.
  @Test(arguments: [
    ("/number", "host-refused", ""), ("/other", "host-refused", "--content-from other.example"),
    ("/plain", "host-refused", ""), ("/missing", "fetch-failed", "browser"),
    ("/to?https://localhost/", "host-refused", "--content-from localhost"),
  ])
  func errorsAreAboutContent(_ path: String, _ code: String, _ hint: String) throws {
    let server = try PhotoServer()
    let found = try #require(error(try server.fetcher(of: .content), server.address(path)))
    #expect(found.code.rawValue == code && found.origin == .option("content"))
    #expect(found.hint?.contains(hint.isEmpty ? "https://" : hint) == true, "\(found)")
    #expect(!"\(found) \(found.hint ?? "")".contains("photo"))
  }

  @Test func aPrivateNetworkMustBeAllowed() throws {
    let server = try PhotoServer()
    var fetcher = try server.fetcher(of: .content)
    fetcher.networks = []
    let found = try #require(error(fetcher, server.address("/photo")))
    #expect(found.code == .hostRefused && found.hint?.contains("--content-network") == true)
  }
}
