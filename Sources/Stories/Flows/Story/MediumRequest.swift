package import SourceJSON

/// A picture that a flow asks wallfarm for, as the keys of a request write it.
package struct MediumRequest: Sendable {
  package let node: JSONNode

  package init(_ node: JSONNode) { self.node = node }
}
