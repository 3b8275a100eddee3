import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests webhooks through the service, with a receiver on this machine.
@Suite struct WebhookServiceTests {
  private static func service(
    _ server: PhotoServer, _ options: [String] = [], in folder: TemporaryFolder
  ) throws -> RunningService {
    try RunningService(
      [
        "--webhook-to=localhost:\(server.port)", "--webhook-network=127.0.0.1/32",
        "--webhook-authority=\(server.certificate)",
        "--metrics", "unix:\(folder.file("figures"))",
      ] + options, in: folder)
  }

  private static func put(
    _ service: RunningService, _ name: String, _ url: String,
    _ more: String = "", _ options: [String] = []
  ) throws -> Answer {
    let body =
      #"{"url": "\#(url)", "events": ["picture.changed", "challenge.milestone"]\#(more)}"#
    return try service.ask("/v1/webhooks/\(name)", ["-X", "PUT", "-d", body] + options)
  }

  /// Waits for a message of a type.
  private static func message(
    _ server: PhotoServer, _ type: String, after count: Int = 0
  ) throws -> [String: String] {
    var found: [String: String]?
    _ = eventually {
      found = try? server.requests().dropFirst(count).first { request in
        request["body"]?.contains("\"\(type)\"") == true
      }
      return found != nil
    }
    return try #require(found, "no message of the type \(type)")
  }

  @Test func aChangeReachesTheReceiver() throws {
    let (server, folder) = (try PhotoServer(), try TemporaryFolder())
    let service = try Self.service(server, ["--state", folder.file("state")], in: folder)
    let url = server.address("/answer?204")
    let created = try Self.put(service, "app", url)
    #expect(created.status == 201, "\(created.text)")
    let secret = try #require(created.json?["secret"]?.string)
    #expect(secret.hasPrefix("whsec_"))
    let again = try Self.put(service, "app", url)
    #expect(again.status == 200 && again.json?["secret"] == nil)
    let listed = try service.ask("/v1/webhooks")
    #expect(listed.status == 200 && !listed.text.contains("whsec_"))
    let first = listed.json?["webhooks"]?.elements?.first
    #expect(first?["url"]?.string == url && first?["last"]?.plain == .null)

    let made = try service.ask(
      "/v1/people", ["-d", #"{"device": "iphonese3", "notes": ["Hidden tea"]}"#])
    let read = try #require(made.json?["read"]?.string)
    let write = try #require(made.json?["write"]?.string)
    let id = try #require(made.json?["id"]?.string)
    let changed = try service.ask(
      write + "/content", ["-X", "PUT", "-d", #"{"notes": ["Hidden milk"]}"#])
    #expect(changed.status == 204)
    let message = try Self.message(server, "picture.changed")
    let body = try JSONNode(parsing: message["body"] ?? "")
    #expect(body["data"]?.plain == ["person": .string(id)])
    #expect(message["webhook-id"]?.hasPrefix("msg_") == true)
    #expect(message["webhook-signature"]?.hasPrefix("v1,") == true)
    #expect(message["body"]?.contains("Hidden") == false)
    #expect(eventually { service.figure("webhook_pending_events") == 0 })
    let state = try service.ask("/v1/webhooks").json?["webhooks"]?.elements?.first
    #expect(state?["last"]?["status"]?.number == 204 && state?["failures"]?.number == 0)

    // The owner sees when the phone has fetched the picture; the owner's own look does not count.
    #expect(try service.ask(write + "/lock.png").status == 200)
    #expect(
      try service.ask(write).json?["fetched"]?.plain == ["lock": .null, "home": .null])
    #expect(try service.ask(read + "/lock.png").status == 200)
    let fetched = try service.ask(write).json?["fetched"]
    #expect(fetched?["lock"]?.string?.hasSuffix("Z") == true && fetched?["home"]?.plain == .null)

    // A test event, once for an idempotency key.
    let key = ["-X", "POST", "-H", "Idempotency-Key: \"one\""]
    let test = try service.ask("/v1/webhooks/app/test", key)
    #expect(test.status == 202, "\(test.text)")
    let other = try service.ask("/v1/webhooks/app/test", key)
    #expect(other.text == test.text && other.header("idempotency-replayed") == "true")
    let sent = try Self.message(server, "webhook.test")
    #expect(sent["webhook-id"] == test.json?["id"]?.string)
    #expect(eventually { service.figure("webhook_pending_events") == 0 })
    #expect(
      try server.requests().count { $0["body"]?.contains("webhook.test") == true } == 1)
    #expect(try service.ask("/v1/webhooks/app", ["-X", "DELETE"]).status == 204)
    #expect(try service.ask("/v1/webhooks/app", ["-X", "DELETE"]).status == 404)
    #expect(try service.ask("/v1/webhooks/app/test", ["-X", "POST"]).status == 404)
    #expect(!service.log.contains("/answer") && !service.log.contains("whsec_"))
  }

  /// A service that was stopped delivers the events after its next start, and knows the fetches.
  @Test func eventsSurviveARestart() throws {
    let (server, folder) = (try PhotoServer(), try TemporaryFolder())
    let state = ["--state", folder.file("state")]
    var write = ""
    do {
      let service = try Self.service(server, state, in: folder)
      #expect(try Self.put(service, "app", server.address("/answer?503")).status == 201)
      #expect(try service.ask("/v1/webhooks/app/test", ["-X", "POST"]).status == 202)
      let first = try Self.message(server, "webhook.test")
      #expect(first["webhook-id"]?.isEmpty == false)
      let made = try service.ask("/v1/people", ["-d", #"{"device": "iphonese3", "notes": ["a"]}"#])
      write = try #require(made.json?["write"]?.string)
      let read = try #require(made.json?["read"]?.string)
      #expect(try service.ask(read + "/lock.png").status == 200)
      service.tellToEnd()
      #expect(service.status() == 0)
    }
    let first = try Self.message(server, "webhook.test")
    let service = try Self.service(server, state, in: folder)
    #expect(try Self.put(service, "app", server.address("/answer?200")).status == 200)
    let second = try Self.message(server, "webhook.test", after: 1)
    #expect(second["webhook-id"] == first["webhook-id"])
    let fetched = try service.ask(write).json?["fetched"]?["lock"]
    #expect(fetched?.string?.hasSuffix("Z") == true)
  }

  /// Webhooks reach only hosts that the operator allows.
  @Test func otherHostsAreRefused() throws {
    let (server, folder) = (try PhotoServer(), try TemporaryFolder())
    let service = try Self.service(server, in: folder)
    for url in [
      "https://other.example/", "http://localhost:\(server.port)/", "https://localhost/",
      "https://127.0.0.1:\(server.port)/", "file:///etc/passwd", "https://[::1]/",
    ] {
      let answer = try Self.put(service, "app", url)
      #expect(answer.status == 422 && answer.codes == ["host-refused"], "\(url): \(answer.text)")
      #expect(!answer.text.contains("--"))
    }
    let closed = try RunningService(in: TemporaryFolder())
    let answer = try Self.put(closed, "app", server.address("/answer?200"))
    #expect(answer.status == 422 && answer.codes == ["host-refused"])
    #expect(try closed.ask("/v1/webhooks").json?["webhooks"]?.elements?.isEmpty == true)
  }

  /// Each invalid body has its error.
  @Test(arguments: [
    ("[]", "invalid-request"), ("{}", "invalid-request"), (#"{"url": 1}"#, "invalid-request"),
    (#"{"url": "URL"}"#, "invalid-request"), (#"{"url": "URL", "events": []}"#, "invalid-request"),
    (#"{"url": "URL", "events": ["picture.change"]}"#, "invalid-parameter"),
    (#"{"url": "URL", "events": ["webhook.test"]}"#, "invalid-parameter"),
    (#"{"url": "URL", "events": [1]}"#, "invalid-parameter"),
    (#"{"url": "URL", "events": ["picture.changed"], "x": 1}"#, "unknown-key"),
    (#"{"url": "URL", "events": ["picture.changed"], "secret": "abc"}"#, "invalid-parameter"),
  ])
  func invalidBodiesAreRefused(_ body: String, _ code: String) throws {
    let (server, folder) = (try PhotoServer(), try TemporaryFolder())
    let service = try Self.service(server, in: folder)
    let text = body.replacing("URL", with: server.address("/answer?200"))
    let answer = try service.ask("/v1/webhooks/app", ["-X", "PUT", "-d", text])
    #expect(answer.codes == [code], "\(answer.text)")
    #expect(answer.json?["errors"]?.elements?.first?["hint"] != nil)
  }

  /// Clients see only their own webhooks.
  @Test func clientsAreSeparate() throws {
    let (server, folder) = (try PhotoServer(), try TemporaryFolder())
    let keys = ["one", "two"].map { "\($0)-0123456789012345678901" }
    try folder.write("one \(keys[0])\ntwo \(keys[1])\n", to: "keys")
    let service = try Self.service(server, ["--keys", folder.file("keys")], in: folder)
    let (one, two) = (
      ["-H", "Authorization: Bearer \(keys[0])"], ["-H", "Authorization: Bearer \(keys[1])"]
    )
    let url = server.address("/answer?200")
    #expect(try Self.put(service, "app", url).status == 401)
    #expect(try service.ask("/v1/webhooks").status == 401)
    #expect(try Self.put(service, "app", url, "", one).status == 201)
    #expect(try service.ask("/v1/webhooks", two).json?["webhooks"]?.elements?.isEmpty == true)
    #expect(try service.ask("/v1/webhooks/app", ["-X", "DELETE"] + two).status == 404)
    #expect(try service.ask("/v1/webhooks/app/test", ["-X", "POST"] + two).status == 404)
    #expect(try service.ask("/v1/webhooks", one).json?["webhooks"]?.elements?.count == 1)
    for name in ["...", String(repeating: "a", count: 65)] {
      #expect(try Self.put(service, name, url, "", one).codes == ["invalid-request"], "\(name)")
    }
  }

  @Test func aMilestoneReachesTheReceiver() throws {
    let (server, folder) = (try PhotoServer(), try TemporaryFolder())
    let service = try Self.service(server, in: folder)
    #expect(try Self.put(service, "app", server.address("/answer?200")).status == 201)
    let lake = Workspace.root + "/Flows/unwalk/lake.jpg"
    let photo = try #require(
      try service.ask("/v1/photos", ["-T", lake]).json?["photo"]?.string)
    let person = #"{"device": "iphonese3", "language": "en", "notes": ["Tea"]}"#
    let made = try service.ask("/v1/people", ["-d", person])
    let write = try #require(made.json?["write"]?.string)
    let begun = try service.ask(
      write + "/challenge", ["-X", "PUT", "-d", #"{"goal": 2000, "photo": "\#(photo)"}"#])
    #expect(begun.status == 201)
    try folder.write(PersonChallengeTests.export(1100), to: "export.xml")
    let counted = try service.ask(
      write + "/health", ["-X", "PUT", "--data-binary", "@" + folder.file("export.xml")])
    #expect(counted.status == 200)
    #expect(
      eventually {
        let all = (try? server.requests()) ?? []
        return all.count { $0["body"]?.contains("challenge.milestone") == true } == 2
      })
    let percents = try server.requests().compactMap { request -> Double? in
      guard let text = request["body"], let body = try? JSONNode(parsing: text) else { return nil }
      return body["data"]?["percent"]?.number
    }
    #expect(percents == [25, 50])
  }
}
