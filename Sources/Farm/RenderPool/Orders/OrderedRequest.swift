public import SourceJSON
public import WallfarmCore
public import WallfarmPluginKit

/// A request for one picture as a worker receives it, with the inputs of its plan.
///
/// Its JSON omits the output, which the process of the pool chooses.
public struct OrderedRequest: Sendable, Hashable {
  /// The request, which may name files of its content.
  public var request: RenderRequest
  /// The planned inputs to verify; nil to render the current inputs.
  public var planned: PlannedInputs?

  /// Creates an ordered request.
  public init(_ request: RenderRequest, planned: PlannedInputs? = nil) {
    (self.request, self.planned) = (request, planned)
  }

  /// The members of the JSON object that ``init(_:)`` reads.
  public var members: [String: JSONValue] {
    var members = request.members
    if let planned { members["planned"] = .object(planned.digests.mapValues(JSONValue.string)) }
    return members
  }

  /// The JSON object on one line.
  public var text: String { JSONValue.object(members).text(pretty: false) }

  /// Reads ``members`` from an object, ignoring others.
  ///
  /// - Returns: nil if the object is not a request.
  /// - Throws: the first error in a value of the request.
  public init?(_ node: JSONNode) throws(RenderError) {
    guard let request = try RenderRequest(node) else { return nil }
    // Units of an older version have no planned inputs.
    let planned = node["planned"]?.members.map { members in
      PlannedInputs(
        digests: Dictionary(
          members.map { ($0.key, $0.value.string ?? "") }, uniquingKeysWith: { $1 }))
    }
    self.init(request, planned: planned)
  }
}
