package import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

/// A server of the Model Context Protocol, without a transport and without sessions.
///
/// It replies to each message independently
/// (https://modelcontextprotocol.io/specification/2025-06-18): a client that has not sent
/// `initialize` gets the same replies.
package struct AgentServer: Sendable {
  /// The supported revisions of the protocol, newest first.
  package static let revisions = ["2025-06-18", "2025-03-26", "2024-11-05"]

  private let tools: [any AgentTool]
  private let resources: AgentResources

  /// Creates a server with tools and resources.
  package init(tools: [any AgentTool], resources: AgentResources) {
    (self.tools, self.resources) = (tools, resources)
  }

  /// A reply.
  package struct Reply: Sendable {
    /// The message.
    package let json: JSONValue
    /// Whether the client's message was not a valid JSON-RPC message.
    package let isMalformed: Bool
  }

  /// Replies to a message.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - caller: The client.
  ///   - completion: Receives the reply, once, on any thread; `nil` if the message requires no
  ///     reply.
  package func answer(
    _ bytes: [UInt8], for caller: AgentCaller,
    completion: @escaping @Sendable (Reply?) -> Void
  ) {
    do throws(AgentFault) {
      guard case .request(let id, let method, let params) = try AgentMessage(bytes) else {
        return completion(nil)
      }
      do throws(AgentFault) {
        try answer(method, params, for: caller) { result in
          completion(
            Reply(json: ["jsonrpc": "2.0", "id": id, "result": result], isMalformed: false))
        }
      } catch {
        throw error.of(id)
      }
    } catch {
      let isMalformed = error.code == .parse || error.code == .request
      completion(Reply(json: error.json, isMalformed: isMalformed))
    }
  }

  private func answer(
    _ method: String, _ params: JSONNode, for caller: AgentCaller,
    _ completion: @escaping @Sendable (JSONValue) -> Void
  ) throws(AgentFault) {
    switch method {
    case "initialize": completion(try greeting(params))
    case "ping": completion([:])
    case "tools/list":
      try checkCursor(params)
      completion(["tools": .array(tools.map(\.json))])
    case "tools/call": try call(params, for: caller, completion)
    case "resources/list":
      try checkCursor(params)
      completion(["resources": resources.list])
    case "resources/templates/list":
      try checkCursor(params)
      completion(["resourceTemplates": []])
    case "resources/read":
      guard let address = params["uri"]?.string else {
        throw AgentFault(.params, "'uri' is missing or not a string")
      }
      guard let contents = resources.contents(of: address) else {
        throw AgentFault(
          .noResource, "no resource is named '\(address.prefix(200))'; see resources/list")
      }
      completion(["contents": [contents]])
    default: throw AgentFault(.method, "no method is named '\(method.prefix(100))'")
    }
  }

  /// Returns the result of `initialize`, with the client's protocol revision if it is supported, or
  /// else the newest revision.
  private func greeting(_ params: JSONNode) throws(AgentFault) -> JSONValue {
    guard let wanted = params["protocolVersion"]?.string else {
      throw AgentFault(.params, "'protocolVersion' is missing or not a string")
    }
    let revision = AgentServer.revisions.contains(wanted) ? wanted : AgentServer.revisions[0]
    return [
      "protocolVersion": .string(revision),
      "capabilities": [
        "tools": ["listChanged": false], "resources": ["listChanged": false, "subscribe": false],
      ],
      "serverInfo": [
        "name": "wallfarm", "title": "wallfarm", "version": .string(Wallfarm.version),
      ],
      "instructions": .string(AgentServer.instructions),
    ]
  }

  private static let instructions = """
    wallfarm renders wallpapers for phones and tablets from a template, a theme, a device and \
    content such as notes. Call 'render' with a request such as {"devices": "iphone15", "notes": \
    ["Buy milk"]}. 'devices', 'templates' and 'themes' list the names; 'describe' returns the \
    parameters that 'set' changes. A failed call returns 'errors'. If an error has 'fix', it is a \
    JSON Patch for the request: apply it and call again. The resource wallfarm://docs/agents \
    explains the tools.
    """

  /// Rejects a cursor, because every list fits on one page.
  private func checkCursor(_ params: JSONNode) throws(AgentFault) {
    guard params["cursor"] == nil else {
      throw AgentFault(.params, "'cursor' must be omitted, because every list has only one page")
    }
  }

  private func call(
    _ params: JSONNode, for caller: AgentCaller,
    _ completion: @escaping @Sendable (JSONValue) -> Void
  ) throws(AgentFault) {
    guard let name = params["name"]?.string else {
      throw AgentFault(.params, "'name' is missing or not a string")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      let known = tools.map(\.name).joined(separator: ", ")
      throw AgentFault(
        .params, "no tool is named '\(name.prefix(100))'; the tools are \(known)")
    }
    let arguments = params["arguments"] ?? JSONNode(content: .object([]), place: params.place)
    guard arguments.members != nil else {
      throw AgentFault(.params, "'arguments' is \(arguments.typeName), not an object")
    }
    do throws(RenderError) {
      let call = try AgentCall(arguments, of: tool, by: caller)
      try tool.run(call) { completion($0.json) }
    } catch {
      completion(AgentResult(errors: [error]).json)
    }
  }

  /// Returns the reply to a request that was rejected because the queue is full, or `nil` for other
  /// messages.
  static func busy(_ bytes: [UInt8]) -> JSONValue? {
    guard case .request(let id, _, _)? = try? AgentMessage(bytes) else { return nil }
    return AgentFault(.busy, "too many messages are waiting; try again in a moment", id).json
  }
}

extension JSONValue {
  /// The value as one line of JSON that ends with a line feed.
  var line: [UInt8] { Array((text(pretty: false) + "\n").utf8) }
}
