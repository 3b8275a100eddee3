import Service
import SourceJSON
import Synchronization
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests signatures against an independent implementation of Standard Webhooks.
@Suite struct WebhookSignatureTests {
  /// Prints one line for each message that a receiver with the secret rejects.
  private static func judge(_ messages: [WebhookWorld.Message], _ secret: WebhookSecret) -> String {
    let lines = messages.map { message -> String in
      let headers = message.headers.mapValues { JSONValue.string($0) }
      return
        ([
          "secret": .string(secret.text), "body": .string(message.body),
          "headers": .object(headers),
        ] as JSONValue).text(pretty: false)
    }
    let python = Workspace.root + "/.build/python/bin/python"
    let script = Workspace.root + "/Tests/ServiceTests/Webhooks/verify.py"
    guard let folder = try? TemporaryFolder(),
      let path = try? folder.write(lines.joined(separator: "\n"), to: "messages"),
      let output = Tool.output(of: python, ["-B", script, path])
    else { return "the judge failed" }
    return output
  }

  private static func world() throws -> WebhookWorld {
    let world = try WebhookWorld()
    // The judge compares timestamps with the current time.
    world.sources.state.withLock { $0.now = TimeSource.machine.read() }
    return world
  }

  @Test func aReceiverAcceptsEveryMessage() throws {
    let world = try Self.world()
    let secret = try #require(try world.hook())
    for person in ["a", "b-_c", String(repeating: "x", count: 22)] {
      for kind in WebhookEvent.Kind.all { try world.post(kind, person: person) }
    }
    #expect(world.deliver(world.sender()))
    #expect(world.messages.count == 3 * WebhookEvent.Kind.all.count)
    let verdict = Self.judge(world.messages, secret)
    #expect(verdict == "accepted \(world.messages.count)\n", "\(verdict.prefix(500))")
    // The judge is not blind.
    #expect(Self.judge(world.messages, WebhookSecret()).contains("signature"))
    let message = try #require(world.messages.first)
    for change in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
      var headers = message.headers
      headers[change] = (headers[change] ?? "").replacing(/.$/, with: "0")
      let forged = WebhookWorld.Message(
        url: message.url, headers: headers, body: message.body, at: message.at)
      if forged.headers != message.headers {
        #expect(Self.judge([forged], secret).contains("signature"), "\(change)")
      }
    }
  }

  /// For 24 hours after a change of the secret, receivers with either secret accept messages.
  @Test func aSecretIsReplacedWithoutInterruption() throws {
    let world = try Self.world()
    let old = try #require(try world.hook())
    let new = WebhookSecret()
    #expect(try world.hook(secret: new) == nil)
    let sender = world.sender()
    func sent() throws -> WebhookWorld.Message {
      try world.post()
      #expect(world.deliver(sender))
      return try #require(world.messages.last)
    }
    let both = try sent()
    #expect(both.headers["webhook-signature"]?.split(separator: " ").count == 2)
    for secret in [old, new] { #expect(Self.judge([both], secret) == "accepted 1\n") }
    // The same secret again, or a change of the URL, changes nothing.
    try world.hook(secret: new)
    try world.hook()
    world.advance(86_399)
    #expect(try sent().headers["webhook-signature"]?.split(separator: " ").count == 2)
    world.advance(1)
    let one = try sent()
    #expect(one.headers["webhook-signature"]?.split(separator: " ").count == 1)
  }

  /// The example of the specification.
  @Test func theSignatureIsThatOfTheSpecification() throws {
    let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    let signature = secret.signature(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330,
      payload: #"{"test": 2432232314}"#)
    #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    #expect(secret.text == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
  }

  @Test(arguments: [
    "", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa",
    "whsec_!fKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "whsec_" + String(repeating: "A", count: 88),
  ])
  func invalidSecretsAreRejected(_ text: String) {
    #expect(WebhookSecret(text) == nil)
  }

  @Test func newSecretsDiffer() {
    let secrets = (0..<100).map { _ in WebhookSecret() }
    #expect(Set(secrets.map(\.text)).count == 100)
    #expect(secrets.allSatisfy { WebhookSecret($0.text) == $0 })
  }
}
