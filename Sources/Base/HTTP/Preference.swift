/// A client's preferences from its `Prefer` headers (RFC 7240); a server may ignore them.
public struct Preferences: Sendable, Hashable {
  /// A single preference.
  public struct Preference: Sendable, Hashable {
    /// The value, such as `representation` in `return=representation`, or nil if there is none.
    public let value: String?
    /// The parameters by lowercase name; an empty string means no value.
    public let parameters: [String: String]
  }

  private var all: [String: Preference] = [:]
  /// The lowercase names of invalid preferences.
  public private(set) var broken: Set<String> = []

  /// Parses all `Prefer` headers and ignores invalid preferences.
  ///
  /// If several preferences have the same name, only the first is used.
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

  /// The lowercase names of all preferences.
  public var names: Set<String> { Set(all.keys) }

  /// The preference with a lowercase name, or nil if it is missing.
  public subscript(name: String) -> Preference? { all[name] }
}

extension FieldScanner {
  /// The next token in lowercase, or nil if there is none; the scanner does not advance.
  fileprivate var firstName: String? {
    var scanner = self
    scanner.skipBlanks()
    return scanner.word()?.lowercased()
  }

  /// Reads a preference and the comma that follows it; returns nil if the preference is invalid or
  /// missing.
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

  /// Reads parameters; if a name occurs more than once, the first parameter is used.
  ///
  /// Returns nil if a parameter is invalid.
  private mutating func preferenceParameters() -> [String: String]? {
    var parameters: [String: String] = [:]
    while take(";") {
      skipBlanks()
      // Empty parameters are allowed.
      guard !isAtEnd, !isBefore(";"), !isBefore(",") else { continue }
      guard let (name, value) = named() else { return nil }
      if parameters[name] == nil { parameters[name] = value }
    }
    return parameters
  }

  /// Reads a name and an optional value, and skips the blanks around them; a missing value is
  /// treated as empty (RFC 7240, 2).
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

  /// Skips past the next comma that is outside a quoted string.
  private mutating func skipElement() {
    while !isAtEnd, !take(",") {
      // An unterminated quoted string extends to the end of the header.
      if quoted() == nil { _ = word { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") } }
    }
  }
}
