package import SourceJSON

/// A render request for a picture of a flow, as unparsed JSON.
package struct MediumRequest: Sendable {
  package let node: JSONNode

  package init(_ node: JSONNode) { self.node = node }
}
