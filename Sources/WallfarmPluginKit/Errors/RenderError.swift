/// A render that cannot finish, as four facts that let a person mend it.
public struct RenderError: Error, Sendable, Hashable {
  /// Stable identifier; scripts and reports match on this, never on the message.
  public var code: ErrorCode
  /// What went wrong, with the offending value in quotes; lower case, no full stop.
  public var message: String
  /// Where the value came from: a flag, or a file with line and column.
  public var origin: String?
  /// The next thing to try.
  public var hint: String?

  /// Makes an error from its facts.
  public init(_ code: ErrorCode, _ message: String, origin: String? = nil, hint: String? = nil) {
    self.code = code
    self.message = message
    self.origin = origin
    self.hint = hint
  }

  /// The same error with a place, where it does not carry one yet.
  public func at(_ origin: String?) -> RenderError {
    var copy = self
    copy.origin = copy.origin ?? origin
    return copy
  }
}

extension RenderError: CustomStringConvertible {
  /// The form shown on a terminal: `error[code]: message`, then `in:` and `hint:` where known.
  public var description: String {
    var lines = ["error[\(code.rawValue)]: \(message)"]
    if let origin { lines.append("  in: \(origin)") }
    if let hint { lines.append("  hint: \(hint)") }
    return lines.joined(separator: "\n")
  }
}

/// Something a person should know about a picture that is right all the same.
public struct RenderWarning: Sendable, Hashable, Codable {
  /// Stable identifier.
  public var code: WarningCode
  /// What was noticed; lower case, no full stop.
  public var message: String
  /// What would make it go away.
  public var hint: String?

  /// Makes a warning from its facts.
  public init(_ code: WarningCode, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The form shown on a terminal.
  public var description: String {
    "warning[\(code.rawValue)]: \(message)" + (hint.map { "\n  hint: \($0)" } ?? "")
  }
}
