/// What a client would like and need not get, from the headers `Prefer` (RFC 7240).
public struct Preferences: Sendable, Hashable {
  /// One of them.
  public struct Preference: Sendable, Hashable {
    /// What stands behind its name, such as `representation` in `return=representation`; nil without one.
    public let value: String?
    /// What else is said of it, by names in lower case; empty where there is no value.
    public let parameters: [String: String]
  }

  private var all: [String: Preference] = [:]
  /// The lowercase names of invalid preferences.
  public private(set) var broken: Set<String> = []

  /// Reads them from all headers; the first of the same name counts, and one that is broken is ignored.
  public init(_ head: HTTPHead) {
    for header in head.headers where header.name == "prefer" {
      var scanner = FieldScanner(header.value)
      while !scanner.isAtEnd {
        let start = scanner
        if let (name, preference) = scanner.preference() {
          if all[name] == nil { all[name] = preference }
        } else if let name = start.firstName {
          broken.insert(name)
        }
      }
    }
  }

  /// The names of all, in lower case.
  public var names: Set<String> { Set(all.keys) }

  /// A preference by its name in lower case; nil where it was not said.
  public subscript(name: String) -> Preference? { all[name] }
}

extension FieldScanner {
  /// The next word in lower case; nil without one.
  fileprivate var firstName: String? {
    var scanner = self
    scanner.skipBlanks()
    return scanner.word()?.lowercased()
  }

  /// Moves over one preference and the comma behind it; nil where it is broken or there is none.
  fileprivate mutating func preference() -> (String, Preferences.Preference)? {
    let start = self
    if let (name, value) = named(), let parameters = preferenceParameters(),
      isAtEnd || take(",")
    {
      let value = value.isEmpty ? nil : value
      return (name, Preferences.Preference(value: value, parameters: parameters))
    }
    self = start
    skipElement()
    return nil
  }

  /// Moves over parameters, of which the first of the same name counts; nil where one is broken.
  private mutating func preferenceParameters() -> [String: String]? {
    var parameters: [String: String] = [:]
    while take(";") {
      skipBlanks()
      // Between two semicolons there may be none.
      guard !isAtEnd, !isBefore(";"), !isBefore(",") else { continue }
      guard let (name, value) = named() else { return nil }
      if parameters[name] == nil { parameters[name] = value }
    }
    return parameters
  }

  /// A name and its value, with the blanks around them; no value is the same as an empty one (RFC 7240, 2).
  private mutating func named() -> (name: String, value: String)? {
    skipBlanks()
    guard let name = word() else { return nil }
    skipBlanks()
    guard take("=") else { return (name.lowercased(), "") }
    skipBlanks()
    guard let value = quoted() ?? word() else { return nil }
    skipBlanks()
    return (name.lowercased(), value)
  }

  /// Moves behind the next comma that is in no quoted text.
  private mutating func skipElement() {
    while !isAtEnd, !take(",") {
      // A quoted text that does not end takes the rest with it.
      if quoted() == nil { _ = word { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") } }
    }
  }
}
