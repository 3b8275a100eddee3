package import HTTP
package import SourceJSON
package import WallfarmPluginKit

/// A function that agents can call.
package protocol AgentTool: Sendable {
  /// The name in `tools/call`.
  var name: String { get }
  /// The human-readable name.
  var title: String { get }
  /// The purpose of the tool, for the model that decides whether to call it.
  var summary: String { get }
  /// The arguments.
  var arguments: [AgentArgument] { get }
  /// Whether a call changes nothing outside the server.
  var isReadOnly: Bool { get }
  /// Whether a call can erase or replace something.
  var isDestructive: Bool { get }

  /// Runs a call.
  ///
  /// - Parameters:
  ///   - call: The call, whose argument names have been checked.
  ///   - completion: Receives the result, once, on any thread, unless the function throws.
  /// - Throws: An error in the arguments or from the call.
  func run(
    _ call: AgentCall, completion: @escaping @Sendable (AgentResult) -> Void
  ) throws(RenderError)
}

extension AgentTool {
  package var isReadOnly: Bool { true }
  package var isDestructive: Bool { false }

  /// The entry in `tools/list`.
  var json: JSONValue {
    [
      "name": .string(name), "title": .string(title), "description": .string(summary),
      "inputSchema": .object([
        "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
        "additionalProperties": false,
        "properties": .object(
          Dictionary(uniqueKeysWithValues: arguments.map { ($0.name, $0.schema) })),
        "required": .array(arguments.filter(\.isRequired).map { .string($0.name) }),
      ]),
      "annotations": [
        "title": .string(title), "readOnlyHint": .bool(isReadOnly),
        "destructiveHint": .bool(isDestructive), "idempotentHint": .bool(isReadOnly),
        "openWorldHint": false,
      ],
    ]
  }
}

/// An argument of a tool.
package struct AgentArgument: Sendable {
  package let name: String
  /// The JSON Schema, with the description.
  package let schema: JSONValue
  package let isRequired: Bool

  package init(
    _ name: String, _ summary: String, _ schema: JSONValue, isRequired: Bool = false
  ) {
    self.name = name
    self.schema = schema.adding("description", .string(summary))
    self.isRequired = isRequired
  }
}

/// The client of a call.
package struct AgentCaller: Sendable {
  /// The name of the client's key; empty if no keys are configured.
  package let client: String
  /// The `Idempotency-Key` headers of the request.
  let idempotencyKeys: [HTTPHeader]
  /// Registers a function to call if the client disconnects before the reply.
  package let whenLeft: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// The exchange that records the spans of pictures, or `nil` for an agent without HTTP.
  var exchange: HTTPExchange?

  package init(
    client: String, idempotencyKeys: [HTTPHeader] = [],
    whenLeft: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) {
    (self.client, self.idempotencyKeys, self.whenLeft) = (client, idempotencyKeys, whenLeft)
  }
}

/// A call to a tool.
package struct AgentCall: Sendable {
  /// The arguments, as a JSON object.
  package let arguments: JSONNode
  package let caller: AgentCaller
  let began = SuspendingClock().now

  /// Creates a call, and checks that all argument names are known and that no required argument is
  /// missing.
  ///
  /// - Throws: `unknown-key`, `invalid-request`.
  init(
    _ arguments: JSONNode, of tool: any AgentTool, by caller: AgentCaller
  ) throws(RenderError) {
    (self.arguments, self.caller) = (arguments, caller)
    let known = tool.arguments.map(\.name)
    for member in arguments.members ?? [] where !known.contains(member.key) {
      throw .unknownArgument(member.key, of: tool.name, known: known)
    }
    for argument in tool.arguments where argument.isRequired && arguments[argument.name] == nil {
      throw .wrongArgument(argument.name, "is missing")
    }
  }

  /// Returns the text of an argument, or `nil` if it is absent.
  ///
  /// - Throws: `invalid-request` if the argument is not a string.
  package func text(_ name: String) throws(RenderError) -> String? {
    guard let node = arguments[name] else { return nil }
    guard let text = node.string else {
      throw .wrongArgument(name, "is \(node.typeName), not a string")
    }
    return text
  }

  /// Returns the value of an argument with a fixed set of values, or `nil` if it is absent.
  ///
  /// - Throws: `invalid-request` for any other value.
  package func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Choice.Type
  ) throws(RenderError) -> Choice? where Choice.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue)
      throw .wrongArgument(
        name, "is '\(text.prefix(60))', not one of \(known.joined(separator: ", "))",
        hint: closestSpelling(to: text, among: known).map { "did you mean '\($0)'?" })
    }
    return choice
  }

  /// Returns the object of an argument, or `nil` if it is absent.
  ///
  /// - Throws: `invalid-request` if the argument is not an object.
  package func object(_ name: String) throws(RenderError) -> JSONNode? {
    guard let node = arguments[name] else { return nil }
    guard node.members != nil else {
      throw .wrongArgument(name, "is \(node.typeName), not an object")
    }
    return node
  }
}
