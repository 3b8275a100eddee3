/// The error for a failed render, with the information that a user needs to correct it.
///
/// `String.visible` escapes each string when it is set, because most strings contain names and
/// values from files and options. Therefore, the strings are safe in a terminal and in JSON,
/// reports, pages and queues.
public struct RenderError: Error, Sendable, Hashable {
  /// The stable identifier; scripts and reports match this code, never the message.
  public var code: ErrorCode
  /// The problem, with the invalid value in quotes; starts in lowercase and has no final period.
  public var message: String { didSet { message = message.visible } }
  /// The item that the error concerns, such as `job 'a'`; printed before the message.
  public var subject: String? { didSet { subject = subject?.visible } }
  /// The source of the value: an option, or a file with line and column.
  public var origin: Origin?
  /// A suggestion.
  public var hint: String? { didSet { hint = hint?.visible } }
  /// A second, related location, such as the line where a theme sets the value of a token.
  public var also: String? { didSet { also = also?.visible } }
  /// The part of the message that comes from the system or a decoder, for callers that write their
  /// own message.
  public var reason: String? { didSet { reason = reason?.visible } }
  /// The last output lines of external code that failed, such as a traceback.
  public var said: [String] = [] { didSet { said = said.map(\.visible) } }
  /// A JSON Patch that corrects this error in the request, or nil if there is none.
  ///
  /// Unlike the strings of the error, the values in the patch are not escaped, because they become
  /// part of a request.
  public var fix: [PatchOperation]?
  /// The corrections from which the reader of a request creates ``fix``; they must be applied
  /// together.
  ///
  /// Corrections exist only in this process, so comparisons ignore them.
  package var remedies: [Remedy] {
    get { proposed.value }
    set { proposed.value = newValue }
  }
  private var proposed = Uncompared<[Remedy]>(value: [])

  /// Creates an error.
  public init(
    _ code: ErrorCode, _ message: String, origin: Origin? = nil, hint: String? = nil,
    also: String? = nil
  ) {
    self.code = code
    self.message = message.visible
    self.origin = origin
    self.hint = hint?.visible
    self.also = also?.visible
  }

  /// The message, preceded by the subject if there is one.
  package var sentence: String { (subject.map { "\($0): " } ?? "") + message }

  /// Returns the error with corrections that must be applied together.
  package func remedied(_ remedies: Remedy?...) -> RenderError {
    var copy = self
    copy.remedies = remedies.compactMap(\.self)
    return copy
  }

  /// Returns the error, with the given origin if it does not have an origin yet.
  public func at(_ origin: Origin?) -> RenderError {
    var copy = self
    copy.origin = copy.origin ?? origin
    return copy
  }
}

/// A wrapper for a stored value that comparisons of the enclosing type ignore.
private struct Uncompared<Value: Sendable>: Sendable, Hashable {
  var value: Value

  static func == (one: Self, other: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
