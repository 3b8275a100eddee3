internal import Digests
package import SourceJSON
package import WallfarmPluginKit

/// The result of a call: facts as JSON, and pictures.
package struct AgentResult: Sendable {
  /// A picture in the result.
  package struct Picture: Sendable {
    let bytes: [UInt8]
    let mediaType: String
  }

  var facts: [String: JSONValue]
  var pictures: [Picture] = []
  var isError = false

  package init(_ facts: [String: JSONValue], pictures: [Picture] = [], isError: Bool = false) {
    (self.facts, self.pictures, self.isError) = (facts, pictures, isError)
  }

  /// Creates the result of a failed call, with the errors in the format of an HTTP error response.
  package init(errors: [RenderError]) {
    self.init(["errors": AgentResult.json(errors)], isError: true)
  }

  /// Returns the errors in the format of an HTTP error response, with hints for agents.
  static func json(_ errors: [RenderError]) -> JSONValue {
    .array(Problem(errors).errors.map(\.forAgents.json))
  }

  /// The result of `tools/call`.
  ///
  /// The facts are repeated as text, for clients that use protocol revisions without structured
  /// content.
  var json: JSONValue {
    let facts = JSONValue.object(facts)
    let text: JSONValue = ["type": "text", "text": .string(facts.text(pretty: false))]
    let images = pictures.map { picture -> JSONValue in
      [
        "type": "image", "data": .string(Base64.text(of: picture.bytes)),
        "mimeType": .string(picture.mediaType),
      ]
    }
    return [
      "content": .array([text] + images), "structuredContent": facts, "isError": .bool(isError),
    ]
  }
}
