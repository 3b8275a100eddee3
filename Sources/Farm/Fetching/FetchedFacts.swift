internal import SourceJSON

/// The validators of one version of a resource, for conditional requests (RFC 9110, 13.1).
package struct FetchValidators: Hashable, Sendable {
  /// The value of the `ETag` header.
  package let tag: String?
  /// The value of the `Last-Modified` header.
  package let modified: String?

  /// Creates validators; invalid header values are omitted.
  package init(tag: String? = nil, modified: String? = nil) {
    self.tag = tag.flatMap(FetchHeader.valid)
    self.modified = modified.flatMap(FetchHeader.valid)
  }

  /// Whether there are no validators, so that a request cannot be conditional.
  package var isEmpty: Bool { tag == nil && modified == nil }

  init(_ node: JSONNode) {
    self.init(tag: node["tag"]?.string, modified: node["modified"]?.string)
  }

  var members: [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    if let tag { members["tag"] = .string(tag) }
    if let modified { members["modified"] = .string(modified) }
    return members
  }
}

/// The headers that describe a fetched resource.
package struct FetchedFacts: Hashable, Sendable {
  /// The value of the `Content-Type` header.
  package let mediaType: String?
  package let validators: FetchValidators

  /// Creates facts; invalid header values are omitted.
  package init(mediaType: String? = nil, validators: FetchValidators = FetchValidators()) {
    self.mediaType = mediaType.flatMap(FetchHeader.valid)
    self.validators = validators
  }

  init(_ node: JSONNode) {
    self.init(mediaType: node["type"]?.string, validators: FetchValidators(node))
  }

  var members: [String: JSONValue] {
    var members = validators.members
    if let mediaType { members["type"] = .string(mediaType) }
    return members
  }
}

/// The values of HTTP headers that are passed on.
package enum FetchHeader {
  /// The maximum length of a value in bytes.
  package static let mostBytes = 512

  /// Whether a value is printable ASCII without line breaks, and not too long.
  package static func isValid(_ text: String) -> Bool {
    (1...mostBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  /// Whether a name is a token (RFC 9110, 5.6.2).
  static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
          || "!#$%&'*+-.^_`|~".utf8.contains($0)
      }
  }

  static func valid(_ text: String) -> String? { isValid(text) ? text : nil }
}
