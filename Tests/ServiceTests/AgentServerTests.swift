import BuiltInPlugins
import Files
import Service
import SourceJSON
import Synchronization
import Testing
import WallfarmPluginKit

/// Tests the agent protocol without a transport.
@Suite struct AgentServerTests {
  /// A tool that returns its arguments, or fails.
  private struct Echo: AgentTool {
    let name = "echo"
    let title = "Echo"
    let summary = "Returns its text."
    let arguments = [
      AgentArgument("text", "The text.", ["type": "string"], isRequired: true),
      AgentArgument("size", "The size.", ["enum": ["small", "large"]]),
    ]

    enum Size: String, CaseIterable { case small, large }

    func run(
      _ call: AgentCall, completion: @escaping @Sendable (AgentResult) -> Void
    ) throws(RenderError) {
      let text = try call.text("text") ?? ""
      let size = try call.choice("size", Size.self) ?? .small
      guard text != "fail" else {
        throw RenderError(.invalidValue, "'\(text)' fails", origin: .argument("text"))
      }
      completion(AgentResult(["text": .string(text), "size": .string(size.rawValue)]))
    }
  }

  private static let server = AgentServer(
    tools: [Echo()], resources: AgentResources(.builtIn))

  /// Returns the server's replies to a message; `nil` stands for no reply.
  private static func replies(_ bytes: [UInt8]) -> [AgentServer.Reply?] {
    let found = Mutex<[AgentServer.Reply?]>([])
    server.answer(bytes, for: AgentCaller(client: "")) { reply in
      found.withLock { $0.append(reply) }
    }
    return found.withLock { $0 }
  }

  private static func reply(_ text: String) throws -> JSONNode {
    let replies = replies(Array(text.utf8))
    try #require(replies.count == 1)
    let reply = try #require(replies[0])
    // A reply is one line.
    let line = reply.json.text(pretty: false)
    #expect(!line.contains("\n"))
    let node = try JSONNode(parsing: line)
    #expect(node["jsonrpc"]?.string == "2.0")
    #expect((node["result"] == nil) != (node["error"] == nil))
    return node
  }

  private static func result(_ method: String, _ params: String = "{}") throws -> JSONNode {
    let reply = try reply(
      #"{"jsonrpc": "2.0", "id": "a", "method": "\#(method)", "params": \#(params)}"#)
    #expect(reply["id"]?.string == "a")
    return try #require(reply["result"])
  }

  @Test(arguments: [
    ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"), ("2024-11-05", "2024-11-05"),
    ("2099-01-01", "2025-06-18"), ("", "2025-06-18"),
  ])
  func aSupportedRevisionIsAccepted(_ wanted: String, _ given: String) throws {
    let result = try Self.result(
      "initialize",
      #"{"protocolVersion": "\#(wanted)", "capabilities": {}, "clientInfo": {"name": "a"}}"#)
    #expect(result["protocolVersion"]?.string == given)
    #expect(result["serverInfo"]?["name"]?.string == "wallfarm")
    let offered = result["capabilities"]?.members?.map(\.key)
    #expect(offered == ["resources", "tools"])
  }

  @Test func aPingIsAnswered() throws {
    #expect(try Self.result("ping").members?.isEmpty == true)
  }

  /// A reply repeats the identifier of its request exactly as it was sent.
  @Test(arguments: ["1", "-7", "9007199254740991", #""ä""#, #""""#])
  func anIdentifierIsRepeated(_ id: String) throws {
    let reply = try Self.reply(#"{"jsonrpc": "2.0", "id": \#(id), "method": "ping"}"#)
    #expect(reply["id"]?.plain == (try JSONNode(parsing: id)).plain)
  }

  @Test(arguments: [
    #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#,
    #"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}"#,
    #"{"jsonrpc": "2.0", "method": "unknown"}"#,
    #"{"jsonrpc": "2.0", "id": 1, "result": {}}"#,
    #"{"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "a"}}"#,
  ])
  func aNotificationHasNoReply(_ message: String) {
    let replies = Self.replies(Array(message.utf8))
    #expect(replies.count == 1 && replies[0] == nil)
  }

  /// Faulty messages, each with the error code and the identifier that the reply must have.
  static let faults: [(message: String, code: Int, id: String)] = [
    ("", -32700, "null"), ("nonsense", -32700, "null"), ("{", -32700, "null"),
    (#"{"a": 1} {}"#, -32700, "null"), (#"{"a": 1, "a": 2}"#, -32700, "null"),
    (String(repeating: "[", count: 100_000), -32700, "null"),
    (#"{"jsonrpc": "2.0", "id": 1e999, "method": "ping"}"#, -32700, "null"),
    ("[]", -32600, "null"), (#"[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]"#, -32600, "null"),
    ("1", -32600, "null"), ("null", -32600, "null"), ("{}", -32600, "null"),
    (#"{"id": 1, "method": "ping"}"#, -32600, "1"),
    (#"{"jsonrpc": "1.0", "id": 1, "method": "ping"}"#, -32600, "1"),
    (#"{"jsonrpc": 2.0, "id": 1, "method": "ping"}"#, -32600, "1"),
    (#"{"jsonrpc": "2.0", "id": 1}"#, -32600, "1"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": 2}"#, -32600, "1"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}"#, -32600, "1"),
    (#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#, -32600, "null"),
    (#"{"jsonrpc": "2.0", "id": {}, "method": "ping"}"#, -32600, "null"),
    (#"{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}"#, -32600, "null"),
    (#"{"jsonrpc": "2.0", "id": 1e300, "method": "ping"}"#, -32600, "null"),
    (#"{"jsonrpc": "2.0", "id": -9007199254740993, "method": "ping"}"#, -32600, "null"),
    (
      #"{"jsonrpc": "2.0", "id": "\#(String(repeating: "a", count: 257))", "method": "ping"}"#,
      -32600, "null"
    ),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "prompts/list"}"#, -32601, "1"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "logging/setLevel"}"#, -32601, "1"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "initialize"}"#, -32602, "1"),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}"#, -32602, "1"),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "gone"}}"#, -32602,
      "1"
    ),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "echo", "#
        + #""arguments": []}}"#, -32602, "1"
    ),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": "2"}}"#, -32602,
      "1"
    ),
    (#"{"jsonrpc": "2.0", "id": 1, "method": "resources/read"}"#, -32602, "1"),
    (
      #"{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "#
        + #""params": {"uri": "file:///etc/passwd"}}"#, -32002, "1"
    ),
  ]

  @Test(arguments: faults)
  func anInvalidMessageIsAnError(_ message: String, _ code: Int, _ id: String) throws {
    let reply = try Self.reply(message)
    #expect(reply["error"]?["code"]?.whole == code, "\(message.prefix(200))")
    #expect(reply["id"]?.plain.text(pretty: false) == id, "\(message.prefix(200))")
    #expect(reply["error"]?["message"]?.string?.isEmpty == false)
    let isMalformed = Self.replies(Array(message.utf8)).first.flatMap { $0 }?.isMalformed
    #expect(isMalformed == [-32700, -32600].contains(code))
  }

  /// The server answers any sequence of bytes exactly once, even if it is not valid UTF-8.
  @Test func anyBytesHaveAReply() {
    var generator = SystemRandomNumberGenerator()
    for length in [1, 2, 3, 8, 64, 1000] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0x80...0xFF, using: &generator) }
      #expect(Self.replies(bytes).count == 1)
    }
  }

  @Test func everyToolHasASchema() throws {
    let tools = try #require(try Self.result("tools/list")["tools"]?.elements)
    #expect(tools.count == 1)
    let schema = try #require(tools[0]["inputSchema"])
    #expect(schema["type"]?.string == "object")
    #expect(schema["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["required"]?.elements?.compactMap(\.string) == ["text"])
    #expect(schema["properties"]?["text"]?["description"]?.string == "The text.")
  }

  private static func call(_ arguments: String) throws -> JSONNode {
    let result = try result("tools/call", #"{"name": "echo", "arguments": \#(arguments)}"#)
    let text = try #require(result["content"]?.elements?.first?["text"]?.string)
    #expect(result["structuredContent"]?.plain == (try JSONNode(parsing: text)).plain)
    return result
  }

  @Test func aCallReturnsFacts() throws {
    let result = try Self.call(#"{"text": "a"}"#)
    #expect(result["isError"]?.bool == false)
    #expect(result["structuredContent"]?.plain == ["text": "a", "size": "small"])
  }

  /// An error in a call is returned as a result, so that a model can read it.
  @Test(arguments: [
    (#"{"txt": "a"}"#, "unknown-key", "did you mean 'text'?"), ("{}", "invalid-request", nil),
    (#"{"text": 1}"#, "invalid-request", nil), (#"{"text": "fail"}"#, "invalid-value", nil),
    (#"{"text": "a", "size": "smal"}"#, "invalid-request", "did you mean 'small'?"),
  ])
  func aFailedCallHasErrors(_ arguments: String, _ code: String, _ hint: String?) throws {
    let result = try Self.call(arguments)
    #expect(result["isError"]?.bool == true)
    let errors = try #require(result["structuredContent"]?["errors"]?.elements)
    #expect(errors.count == 1)
    #expect(errors[0]["code"]?.string == code)
    #expect(errors[0]["message"]?.string?.isEmpty == false)
    #expect(errors[0]["origin"]?["kind"]?.string == "argument")
    if let hint { #expect(errors[0]["hint"]?.string == hint) }
  }

  @Test func everyResourceCanBeRead() throws {
    let resources = try #require(try Self.result("resources/list")["resources"]?.elements)
    let addresses = resources.compactMap { $0["uri"]?.string }
    for name in ["schema/request", "schema/theme", "schema/jobs", "docs/agents", "docs/errors"] {
      #expect(addresses.contains("wallfarm://\(name)"))
    }
    #expect(Set(addresses).count == addresses.count)
    for (address, resource) in zip(addresses, resources) {
      let read = try Self.result("resources/read", #"{"uri": "\#(address)"}"#)
      let content = try #require(read["contents"]?.elements?.first)
      #expect(content["uri"]?.string == address)
      #expect(content["mimeType"]?.string == resource["mimeType"]?.string)
      let text = try #require(content["text"]?.string)
      if address.contains("/schema/") {
        let schema = try JSONNode(parsing: text, dialect: .strict)
        #expect(schema["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
      } else {
        #expect(text.hasPrefix("# \(resource["title"]?.string ?? "?")\n"))
      }
    }
    let templates = try Self.result("resources/templates/list")
    #expect(templates["resourceTemplates"]?.elements?.isEmpty == true)
  }
}
