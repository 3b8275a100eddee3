public import SourceJSON

/// All parameters of a plugin, in the order in which help shows them.
public struct ParameterSchema: Sendable {
  /// The declarations as data.
  public let parameters: [ParameterDescription]

  /// Collects parameters; two with one key are a mistake of the plugin and trap.
  public init<each Value>(_ parameter: repeat Parameter<each Value>) {
    var descriptions: [ParameterDescription] = []
    for parameter in repeat each parameter { descriptions.append(parameter.description) }
    precondition(
      Set(descriptions.map(\.key)).count == descriptions.count, "two parameters share a key")
    parameters = descriptions
  }

  /// Collects declarations that were checked.
  package init(_ descriptions: [ParameterDescription]) { parameters = descriptions }

  /// The declaration of a key.
  public subscript(key: String) -> ParameterDescription? { parameters.first { $0.key == key } }
}

/// Values for one plugin, each with the place it came from.
public struct ParameterValues: Sendable, Hashable {
  private var given: [String: Entry] = [:]

  private struct Entry: Sendable, Hashable {
    var value: JSONValue
    var origin: Origin?
  }

  /// Makes an empty set: every parameter has its default.
  public init() {}

  /// Makes a set from plain values, for tests and hosts without files.
  public init(_ values: [String: JSONValue]) {
    given = values.mapValues { Entry(value: $0, origin: nil) }
  }

  /// Sets a value; `origin` is the flag or the file, line and column it came from.
  public mutating func set(_ key: String, to value: JSONValue, from origin: Origin? = nil) {
    given[key] = Entry(value: value, origin: origin)
  }

  /// Keys that were set, sorted.
  public var keys: [String] { given.keys.sorted() }

  /// The value that was set, if any.
  public subscript(key: String) -> JSONValue? { given[key]?.value }

  /// Where a value came from, if it was set and said so.
  public func origin(of key: String) -> Origin? { given[key]?.origin }

  /// The value of a parameter, or its default.
  ///
  /// - Throws: `invalid-parameter` when the value that was set is not of the parameter's kind.
  public func value<Value>(of parameter: Parameter<Value>) throws(RenderError) -> Value {
    let description = parameter.description
    guard let entry = given[description.key] else { return parameter.defaultValue }
    guard description.kind.accepts(entry.value), let value = parameter.decode(entry.value) else {
      throw .invalidParameter(description, got: entry.value.text(pretty: false)).at(entry.origin)
    }
    return value
  }
}
