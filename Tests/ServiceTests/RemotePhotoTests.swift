import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Photos that requests name by URL.
@Suite struct RemotePhotoTests {
  private static func photo(in folder: TemporaryFolder) throws -> String {
    let path = folder.file("photo.jpg")
    let made = Tool.output(
      of: "convert", ["-size", "900x1400", "gradient:navy-orange", "-quality", "90", path])
    try #require(made != nil)
    return path
  }

  private static func request(_ photo: String, _ more: String = "") -> String {
    #"{"devices": "iphone15", "notes": ["Buy milk"], "photo": "\#(photo)"\#(more)}"#
  }

  /// A photo from a URL gives the same picture as an uploaded photo and is fetched only once.
  ///
  /// The stored request names the fetched photo.
  @Test func aPhotoFromElsewhereIsOneThatWasBrought() throws {
    let folder = try TemporaryFolder()
    let path = try Self.photo(in: folder)
    let server = try PhotoServer(path)
    let service = try RunningService(server.options, in: folder)
    let brought = try service.ask("/v1/photos", ["-T", path])
    let name = try #require(brought.json?["photo"]?.string)
    let expected = try service.render(Self.request(name))
    #expect(expected.status == 200)
    let fetched = try service.render(Self.request(server.address("/photo?signature=secret")))
    #expect(fetched.status == 200, "\(fetched.text.prefix(500))")
    #expect(fetched.body == expected.body)
    #expect(try server.count() == 1)
    // Changing the theme does not fetch the photo again.
    let edited = try service.render(
      Self.request(server.address("/photo?signature=secret"), #", "theme": "lens""#))
    #expect(edited.status == 200)
    #expect(try server.count() == 1)
    let addressed = try service.render(
      Self.request(server.address("/moved")), ["-H", "Prefer: return=representation"])
    #expect(addressed.status == 201)
    #expect(try server.count() == 2)
    // Requesting the stored picture does not contact the server again.
    let place = try #require(addressed.json?["address"]?.string)
    #expect(try service.ask(place).body == expected.body)
    #expect(try server.count() == 2)
    #expect(try service.ask("/openapi.json").text.contains("^https://"))
    #expect(!service.log.contains("secret") && !service.log.contains("localhost:\(server.port)"))
  }

  @Test func aPersonsScreensHavePhotosFromElsewhere() throws {
    let folder = try TemporaryFolder()
    let server = try PhotoServer(try Self.photo(in: folder))
    let service = try RunningService(server.options, in: folder)
    let (lock, home) = (server.address("/photo"), server.address("/moved"))
    let person = #"""
      {"device": "iphone15", "notes": ["Buy milk"], "lock": {"photo": "\#(lock)"}, "home": {"photo": "\#(home)"}}
      """#
    let added = try service.ask("/v1/people", ["--data-binary", person])
    #expect(added.status == 201, "\(added.text.prefix(500))")
    let read = try #require(added.json?["read"]?.string)
    #expect(try service.ask(read + "/lock.png").status == 200)
    #expect(try service.ask(read + "/home.png").status == 200)
    let own = try service.ask(try #require(added.json?["write"]?.string))
    #expect(!own.text.contains("https://") && own.text.contains("sha256-"))
  }

  /// Every error has the position of the URL in the body.
  @Test func whatIsNotFetchedIsSaidWithItsPlace() throws {
    let folder = try TemporaryFolder()
    let server = try PhotoServer(try Self.photo(in: folder))
    let service = try RunningService(server.options, in: folder)
    for (photo, status, code) in [
      (server.address("/missing"), 502, "fetch-failed"),
      (server.address("/other"), 422, "host-refused"),
      (server.address("/number"), 422, "host-refused"),
      ("https://photos.example.com/a.jpg", 422, "host-refused"),
      ("http://localhost:\(server.port)/photo", 422, "host-refused"),
      ("file:///etc/passwd", 422, "host-refused"),
      ("https://127.0.0.1:\(server.port)/photo", 422, "host-refused"),
      // The response from this URL is not a photo.
      (server.address("/count"), 422, "photo-format"),
    ] {
      let answer = try service.render(Self.request(photo))
      #expect(answer.status == status && answer.codes == [code], "\(photo): \(answer.text)")
      let origin = answer.json?["errors"]?.elements?.first?["origin"]
      #expect(origin?["line"]?.number == 1 && origin?["column"]?.number == 57, "\(photo)")
    }
  }

  @Test func withoutHostsNothingIsFetched() throws {
    let folder = try TemporaryFolder()
    let server = try PhotoServer(try Self.photo(in: folder))
    let service = try RunningService(in: folder)
    #expect(try !service.ask("/openapi.json").text.contains("^https://"))
    let answer = try service.render(Self.request(server.address("/photo")))
    #expect(answer.status == 422 && answer.codes == ["not-over-http"])
    #expect(try server.count() == 0)
  }

  @Test(arguments: [
    (["--photos-from=10.0.0.1"], "invalid-parameter"),
    (["--photos-from=photos"], "invalid-parameter"),
    (["--photos-from=a.example", "--photo-network=10.0.0.1/8"], "invalid-parameter"),
    (["--photo-network=10.0.0.0/8"], "conflicting-options"),
    (["--photos-from=a.example", "--photo-authority=nowhere.pem"], "file-unreadable"),
  ])
  func whatMakesNoSenseIsSaidAtTheStart(_ options: [String], _ code: String) throws {
    let run = try Program.run(["serve", "--check"] + options, in: try TemporaryFolder())
    #expect(run.problem.code == code, "\(run.error)")
  }
}

/// The server as the service under test sees it.
extension PhotoServer {
  /// The options that let the service fetch from this server.
  fileprivate var options: [String] {
    [
      "--photos-from=localhost:\(port)", "--photo-network=127.0.0.1/32",
      "--photo-authority=\(certificate)",
    ]
  }

  /// Returns the number of requests for the photo.
  fileprivate func count() throws -> Int {
    let text = Tool.output(
      of: "curl", ["-sS", "--cacert", certificate, address("/count")])
    return try #require(text.flatMap { Int($0) })
  }
}
