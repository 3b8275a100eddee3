/// How much of the room there is a text takes at a size.
public enum RoomTaken: Hashable, Sendable {
  /// All was measured: 1 is the whole room, and more than 1 does not fit.
  case share(Double)
  /// It does not fit, and that was clear before all was measured; how much it might take.
  case tooMuch(guess: Double)

  /// Compares a length with the one there is; where there is none, nothing fits.
  public init(_ length: Double, of room: Double) {
    self = room > 0 ? .share(length / room) : .tooMuch(guess: .infinity)
  }

  /// Whether the text fits.
  public var fits: Bool { if case .share(let share) = self { share <= 1 } else { false } }
}
