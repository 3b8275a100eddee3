/// The fraction of the available space that text occupies at a type size.
public enum RoomTaken: Hashable, Sendable {
  /// The measured fraction; text with a value above 1 does not fit.
  case share(Double)
  /// The text was found not to fit before it was fully measured; `guess` is an estimate of the
  /// fraction.
  case tooMuch(guess: Double)

  /// Compares a length with the available length; nothing fits if the available length is not
  /// positive.
  public init(_ length: Double, of room: Double) {
    self = room > 0 ? .share(length / room) : .tooMuch(guess: .infinity)
  }

  /// Whether the text fits.
  public var fits: Bool { if case .share(let share) = self { share <= 1 } else { false } }
}
