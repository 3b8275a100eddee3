/// Something a person should know about a picture that is right all the same.
///
/// Its texts are made visible as those of a ``RenderError`` are.
public struct RenderWarning: Sendable, Hashable {
  /// Stable identifier.
  public var code: WarningCode
  /// What was noticed; lower case, no full stop.
  public var message: String { didSet { message = message.visible } }
  /// What would make it go away.
  public var hint: String? { didSet { hint = hint?.visible } }
  /// File, line and column, where it is about a file.
  public var origin: Origin?

  /// Makes a warning from its facts.
  public init(
    _ code: WarningCode, _ message: String, hint: String? = nil, origin: Origin? = nil
  ) {
    self.code = code
    self.message = message.visible
    self.hint = hint?.visible
    self.origin = origin
  }
}
