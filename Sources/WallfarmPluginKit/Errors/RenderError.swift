internal import SourceJSON

/// A render that cannot finish, as the facts that let a person repair it.
///
/// Every text is made visible as it is set: names and values from files and options are in most of
/// them, and what is safe from the start is safe in whatever shows it, on a terminal, in JSON, in a
/// report, a page or a queue. No printer can forget it.
public struct RenderError: Error, Sendable, Hashable {
  /// Stable identifier; scripts and reports match on this, never on the message.
  public var code: ErrorCode
  /// What went wrong, with the offending value in quotes; lower case, no full stop.
  public var message: String { didSet { message = message.visible } }
  /// Where the value came from: a flag, or a file with line and column.
  public var origin: String? { didSet { origin = origin?.visible } }
  /// The next thing to try.
  public var hint: String? { didSet { hint = hint?.visible } }
  /// Another place that has to do with it, such as what an inherited value was before.
  public var also: String? { didSet { also = also?.visible } }
  /// The last lines that code from outside wrote before it failed, such as a traceback.
  public var said: [String] = [] { didSet { said = said.map(\.visible) } }

  /// Makes an error from its facts.
  public init(
    _ code: ErrorCode, _ message: String, origin: String? = nil, hint: String? = nil,
    also: String? = nil
  ) {
    self.code = code
    self.message = message.visible
    self.origin = origin?.visible
    self.hint = hint?.visible
    self.also = also?.visible
  }

  /// The same error with a place, where it does not carry one yet.
  public func at(_ origin: String?) -> RenderError {
    var copy = self
    copy.origin = copy.origin ?? origin
    return copy
  }
}

extension RenderError: CustomStringConvertible {
  /// The form shown on a terminal: `error[code]: message`, then `in:`, `also:` and `hint:` where
  /// known, and what code from outside said.
  public var description: String { description(excerpt: nil) }

  /// The same with lines of the file below the place.
  public func description(excerpt: String?) -> String {
    let lines = said.isEmpty ? [] : ["  it said:"] + said.map { "    \($0)" }
    return ([told("error[\(code.rawValue)]: \(message)", origin, excerpt, also, hint)] + lines)
      .joined(separator: "\n")
  }
}

/// What stands on a terminal, line by line.
private func told(
  _ headline: String, _ origin: String?, _ excerpt: String?, _ also: String?, _ hint: String?
) -> String {
  var lines = [headline]
  if let origin { lines.append("  in: \(origin)") }
  if let excerpt { lines.append(excerpt) }
  if let also { lines.append("  also: \(also)") }
  if let hint { lines.append("  hint: \(hint)") }
  return lines.joined(separator: "\n")
}

/// Something a person should know about a picture that is right all the same.
///
/// Its texts are made visible as those of a ``RenderError`` are.
public struct RenderWarning: Sendable, Hashable, Codable {
  /// Stable identifier.
  public var code: WarningCode
  /// What was noticed; lower case, no full stop.
  public var message: String { didSet { message = message.visible } }
  /// What would make it go away.
  public var hint: String? { didSet { hint = hint?.visible } }
  /// File, line and column, where it is about a file.
  public var origin: String? { didSet { origin = origin?.visible } }

  /// Makes a warning from its facts.
  public init(
    _ code: WarningCode, _ message: String, hint: String? = nil, origin: String? = nil
  ) {
    self.code = code
    self.message = message.visible
    self.hint = hint?.visible
    self.origin = origin?.visible
  }

  /// Reads one that another process wrote, which is believed no more than a name in a file.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try values.decode(WarningCode.self, forKey: .code),
      try values.decode(String.self, forKey: .message),
      hint: try values.decodeIfPresent(String.self, forKey: .hint),
      origin: try values.decodeIfPresent(String.self, forKey: .origin))
  }

  /// The form shown on a terminal.
  public var description: String { description(excerpt: nil) }

  /// The same with lines of the file below the place.
  public func description(excerpt: String?) -> String {
    told("warning[\(code.rawValue)]: \(message)", origin, excerpt, nil, hint)
  }
}
