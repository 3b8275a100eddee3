import SourceJSON

/// A client message in JSON-RPC 2.0 (https://www.jsonrpc.org/specification).
enum AgentMessage {
  /// A request with its identifier, which the reply repeats.
  case request(id: JSONValue, method: String, params: JSONNode)
  /// A message without a reply: a notification, or a response to a request from the server.
  case notice

  /// Maximum length of an identifier in Unicode scalars.
  private static let longestID = 256
  /// The largest numeric identifier, 2^53 - 1; every integer up to this limit has its own
  /// floating-point value.
  private static let largestID = 9_007_199_254_740_991.0

  /// Parses a message.
  ///
  /// - Throws: The error to send as the reply.
  init(_ bytes: [UInt8]) throws(AgentFault) {
    let root: JSONNode
    do {
      root = try JSONNode(parsing: bytes, dialect: .strict)
    } catch {
      throw AgentFault(.parse, "the message is not JSON: \(error.message)")
    }
    guard root.elements == nil else {
      throw AgentFault(.request, "the message is a list; send each message by itself")
    }
    guard root.members != nil else {
      throw AgentFault(.request, "the message is \(root.typeName), not an object")
    }
    let id = try root["id"].map { (node) throws(AgentFault) in try AgentMessage.id(node) }
    guard root["jsonrpc"]?.string == "2.0" else {
      throw AgentFault(.request, "'jsonrpc' is not \"2.0\"", id)
    }
    guard let method = root["method"] else {
      guard root["result"] != nil || root["error"] != nil else {
        throw AgentFault(.request, "the message has no 'method'", id)
      }
      self = .notice
      return
    }
    guard let name = method.string else {
      throw AgentFault(.request, "'method' is \(method.typeName), not a string", id)
    }
    guard let id else {
      self = .notice
      return
    }
    let params = root["params"] ?? JSONNode(content: .object([]), place: root.place)
    guard params.members != nil else {
      throw AgentFault(.request, "'params' is \(params.typeName), not an object", id)
    }
    self = .request(id: id, method: name, params: params)
  }

  private static func id(_ node: JSONNode) throws(AgentFault) -> JSONValue {
    switch node.content {
    case .string(let text) where text.unicodeScalars.count <= longestID: .string(text)
    case .number(let number) where abs(number) <= largestID && number == number.rounded():
      .number(number)
    case .string, .number:
      throw AgentFault(.request, "'id' is not a short string or a whole number below 2^53")
    default: throw AgentFault(.request, "'id' is \(node.typeName), not a string or a number")
    }
  }
}

/// A protocol error, which is sent as the reply to a message.
package struct AgentFault: Error {
  /// The error codes: four from JSON-RPC 2.0, section 5.1, one from the Model Context Protocol, and
  /// one defined by this server.
  package enum Code: Int, Sendable {
    case parse = -32700
    case request = -32600
    case method = -32601
    case params = -32602
    case noResource = -32002
    case busy = -32000
  }

  package let code: Code
  let message: String
  let id: JSONValue?

  init(_ code: Code, _ message: String, _ id: JSONValue? = nil) {
    (self.code, self.message, self.id) = (code, message, id)
  }

  /// The JSON of the reply.
  var json: JSONValue {
    [
      "jsonrpc": "2.0", "id": id ?? .null,
      "error": ["code": .number(Double(code.rawValue)), "message": .string(message)],
    ]
  }

  /// Returns the error as the reply to the request with the given identifier.
  func of(_ id: JSONValue) -> AgentFault { AgentFault(code, message, id) }
}
