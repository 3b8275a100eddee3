/// The error of a failed render, with the facts that a person needs to correct it.
///
/// Texts are escaped by `String.visible` when they are set, because most contain names and
/// values from files and options. So they are safe on a terminal and in JSON, reports, pages and
/// queues.
public struct RenderError: Error, Sendable, Hashable {
  /// Stable identifier; scripts and reports match on this, never on the message.
  public var code: ErrorCode
  /// The problem, with the offending value in quotes; lower case, no full stop.
  public var message: String { didSet { message = message.visible } }
  /// The item that the error concerns, such as `job 'a'`; printed before the message.
  public var subject: String? { didSet { subject = subject?.visible } }
  /// The source of the value: an option, or a file with line and column.
  public var origin: Origin?
  /// A suggestion.
  public var hint: String? { didSet { hint = hint?.visible } }
  /// Another related place, such as the previous value of an inherited one.
  public var also: String? { didSet { also = also?.visible } }
  /// The part of the message from the system or a decoder, for callers that write a message of
  /// their own.
  public var reason: String? { didSet { reason = reason?.visible } }
  /// The last lines of output of failed external code, such as a traceback.
  public var said: [String] = [] { didSet { said = said.map(\.visible) } }
  /// A JSON Patch for the request that removes this error; nil if there is none.
  ///
  /// Unlike the other texts, its values are not escaped, because they become part of a request.
  public var fix: [PatchOperation]?
  /// The corrections from which the reader of a request makes ``fix``, applied together.
  ///
  /// They do not leave the process, so comparisons ignore them.
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

  /// The message, preceded by the subject.
  package var sentence: String { (subject.map { "\($0): " } ?? "") + message }

  /// The error with corrections, which are applied together.
  package func remedied(_ remedies: Remedy?...) -> RenderError {
    var copy = self
    copy.remedies = remedies.compactMap(\.self)
    return copy
  }

  /// The error with an origin, unless it already has one.
  public func at(_ origin: Origin?) -> RenderError {
    var copy = self
    copy.origin = copy.origin ?? origin
    return copy
  }
}

/// A value that does not count in comparisons of what contains it.
private struct Uncompared<Value: Sendable>: Sendable, Hashable {
  var value: Value

  static func == (one: Self, other: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
