public import SourceJSON

/// The parameters of a plugin, in the order of the help text.
public struct ParameterSchema: Sendable {
  /// The parameter declarations.
  public let parameters: [ParameterDescription]

  /// Creates a schema.
  ///
  /// - Precondition: All keys are unique.
  public init<each Value>(_ parameter: repeat Parameter<each Value>) {
    var descriptions: [ParameterDescription] = []
    for parameter in repeat each parameter { descriptions.append(parameter.description) }
    precondition(
      Set(descriptions.map(\.key)).count == descriptions.count, "two parameters share a key")
    parameters = descriptions
  }

  /// Creates a schema from validated declarations.
  package init(_ descriptions: [ParameterDescription]) { parameters = descriptions }

  /// The declaration with the given key, or `nil`.
  public subscript(key: String) -> ParameterDescription? { parameters.first { $0.key == key } }
}

/// The parameter values for a plugin, with their origins.
public struct ParameterValues: Sendable, Hashable {
  private var given: [String: Entry] = [:]

  private struct Entry: Sendable, Hashable {
    var value: JSONValue
    var origin: Origin?
  }

  /// Creates an empty set, in which every parameter has its default.
  public init() {}

  /// Creates a set of values without origins, for tests and hosts without files.
  public init(_ values: [String: JSONValue]) {
    given = values.mapValues { Entry(value: $0, origin: nil) }
  }

  /// Sets a value; `origin` is the option, or the file, line and column, that the value comes from.
  public mutating func set(_ key: String, to value: JSONValue, from origin: Origin? = nil) {
    given[key] = Entry(value: value, origin: origin)
  }

  /// The keys that are set, sorted.
  public var keys: [String] { given.keys.sorted() }

  /// The value of a key, or `nil` if it is not set.
  public subscript(key: String) -> JSONValue? { given[key]?.value }

  /// Returns the origin of a value, if known.
  public func origin(of key: String) -> Origin? { given[key]?.origin }

  /// Returns the origin of the first given parameter that the request sets.
  ///
  /// Removing that setting restores the template's value.
  package func setting(among keys: String...) -> Origin? {
    keys.lazy.compactMap(origin).first { if case .setting = $0 { true } else { false } }
  }

  /// Returns the value of a parameter, or its default.
  ///
  /// - Throws: `invalid-parameter` if the value does not match the kind of the parameter.
  public func value<Value>(of parameter: Parameter<Value>) throws(RenderError) -> Value {
    let description = parameter.description
    guard let entry = given[description.key] else { return parameter.defaultValue }
    guard description.kind.accepts(entry.value), let value = parameter.decode(entry.value) else {
      throw .invalidParameter(description, got: entry.value.text(pretty: false)).at(entry.origin)
    }
    return value
  }
}
