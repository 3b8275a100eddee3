/// The error of a failed render, with the facts that a person needs to correct it.
///
/// Texts are escaped by `String.visible` when they are set, because most contain names and
/// values from files and options. So they are safe on a terminal and in JSON, reports, pages and
/// queues.
public struct RenderError: Error, Sendable {
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
  package var remedies: [Remedy] = []

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

extension RenderError: Hashable {
  /// Compares everything except ``remedies``, which do not leave the process.
  public static func == (one: RenderError, other: RenderError) -> Bool {
    one.code == other.code && one.message == other.message && one.subject == other.subject
      && one.origin == other.origin && one.hint == other.hint && one.also == other.also
      && one.reason == other.reason && one.said == other.said && one.fix == other.fix
  }

  /// Hashes the code, the message and the origin.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(message)
    hasher.combine(origin)
  }
}
