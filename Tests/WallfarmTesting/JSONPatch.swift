public import SourceJSON

/// A JSON Patch (RFC 6902), applied by code that shares nothing with the program that makes it.
public struct JSONPatch: Sendable {
  /// The operations as objects.
  private let operations: [JSONValue]

  /// The reason why a patch cannot be applied.
  public struct Failure: Error, CustomStringConvertible {
    /// A sentence about the operation.
    public let description: String
  }

  /// Creates a patch from its JSON, or returns nil if the JSON is not a list with at least one
  /// operation.
  public init?(_ json: JSONValue?) {
    guard case .array(let operations)? = json, !operations.isEmpty else { return nil }
    self.operations = operations
  }

  /// Returns the document after all operations.
  ///
  /// - Throws: ``Failure`` if an operation cannot be applied; then no operation takes effect.
  public func applied(to document: JSONValue) throws(Failure) -> JSONValue {
    var document = document
    for operation in operations { document = try Self.apply(operation, to: document) }
    return document
  }

  private static func apply(
    _ operation: JSONValue, to document: JSONValue
  ) throws(Failure) -> JSONValue {
    guard case .object(let members) = operation, case .string(let name)? = members["op"],
      case .string(let path)? = members["path"]
    else { throw Failure(description: "no operation: \(operation)") }
    let place = try tokens(path)
    switch name {
    case "add": return try add(value(members), at: place, to: document)
    case "replace":
      return try add(value(members), at: place, to: remove(place, from: document).rest)
    case "remove": return try remove(place, from: document).rest
    case "move":
      guard case .string(let from)? = members["from"] else {
        throw Failure(description: "no position to move from: \(operation)")
      }
      let (value, rest) = try remove(tokens(from), from: document)
      return try add(value, at: place, to: rest)
    default: throw Failure(description: "unknown operation '\(name)'")
    }
  }

  private static func value(_ members: [String: JSONValue]) throws(Failure) -> JSONValue {
    guard let value = members["value"] else { throw Failure(description: "no value: \(members)") }
    return value
  }

  private static func tokens(_ pointer: String) throws(Failure) -> [String] {
    guard !pointer.isEmpty else { return [] }
    guard pointer.hasPrefix("/") else { throw Failure(description: "no pointer: '\(pointer)'") }
    return pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  private static func add(
    _ value: JSONValue, at path: [String], to document: JSONValue
  ) throws(Failure) -> JSONValue {
    guard let first = path.first else { return value }
    let rest = Array(path.dropFirst())
    switch document {
    case .object(var members):
      if rest.isEmpty {
        members[first] = value
      } else {
        guard let inner = members[first] else { throw Failure(description: "no '\(first)'") }
        members[first] = try add(value, at: rest, to: inner)
      }
      return .object(members)
    case .array(var elements):
      if rest.isEmpty {
        let index = first == "-" ? elements.count : Int(first) ?? -1
        guard (0...elements.count).contains(index) else {
          throw Failure(description: "no index '\(first)'")
        }
        elements.insert(value, at: index)
      } else {
        guard let index = Int(first), elements.indices.contains(index) else {
          throw Failure(description: "no index '\(first)'")
        }
        elements[index] = try add(value, at: rest, to: elements[index])
      }
      return .array(elements)
    case .null, .bool, .number, .string:
      throw Failure(description: "'\(first)' of \(document.typeName)")
    }
  }

  private static func remove(
    _ path: [String], from document: JSONValue
  ) throws(Failure) -> (value: JSONValue, rest: JSONValue) {
    guard let first = path.first else { return (document, .null) }
    let rest = Array(path.dropFirst())
    switch document {
    case .object(var members):
      guard let inner = members[first] else { throw Failure(description: "no '\(first)'") }
      if rest.isEmpty {
        members[first] = nil
        return (inner, .object(members))
      }
      let (value, changed) = try remove(rest, from: inner)
      members[first] = changed
      return (value, .object(members))
    case .array(var elements):
      guard let index = Int(first), elements.indices.contains(index) else {
        throw Failure(description: "no index '\(first)'")
      }
      if rest.isEmpty { return (elements.remove(at: index), .array(elements)) }
      let (value, changed) = try remove(rest, from: elements[index])
      elements[index] = changed
      return (value, .array(elements))
    case .null, .bool, .number, .string:
      throw Failure(description: "'\(first)' of \(document.typeName)")
    }
  }
}
