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
  /// Which of several it is about, such as `job 'a'`; printers put it in front of the message.
  public var subject: String? { didSet { subject = subject?.visible } }
  /// Where the value came from: a flag, or a file with line and column.
  public var origin: Origin?
  /// The next thing to try.
  public var hint: String? { didSet { hint = hint?.visible } }
  /// Another place that has to do with it, such as what an inherited value was before.
  public var also: String? { didSet { also = also?.visible } }
  /// The system's or a decoder's own words in the message, for callers that say the rest in theirs.
  public var reason: String? { didSet { reason = reason?.visible } }
  /// The last lines that code from outside wrote before it failed, such as a traceback.
  public var said: [String] = [] { didSet { said = said.map(\.visible) } }

  /// Makes an error from its facts.
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

  /// The message, with what it is about in front.
  package var sentence: String { (subject.map { "\($0): " } ?? "") + message }

  /// The same error with a place, where it does not carry one yet.
  public func at(_ origin: Origin?) -> RenderError {
    var copy = self
    copy.origin = copy.origin ?? origin
    return copy
  }
}
