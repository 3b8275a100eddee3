/// A warning about a valid picture.
///
/// Its strings are escaped in the same way as the strings of ``RenderError``.
public struct RenderWarning: Sendable, Hashable {
  /// The stable identifier.
  public var code: WarningCode
  /// The observation; starts in lowercase and has no final period.
  public var message: String { didSet { message = message.visible } }
  /// A suggestion for avoiding the warning.
  public var hint: String? { didSet { hint = hint?.visible } }
  /// The file with line and column, if the warning concerns a file.
  public var origin: Origin?

  /// Creates a warning.
  public init(
    _ code: WarningCode, _ message: String, hint: String? = nil, origin: Origin? = nil
  ) {
    self.code = code
    self.message = message.visible
    self.hint = hint?.visible
    self.origin = origin
  }
}
