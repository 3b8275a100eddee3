public import WallfarmPluginKit

/// The rule that selects one of several entries.
public enum Turns: String, CaseIterable, Sendable {
  /// A different entry each day.
  case day
  /// The first entry every day.
  case first

  /// The index of the chosen entry, from 0, and the time when the choice expires; a nil time stands
  /// for the end of the day.
  ///
  /// The choice depends only on the day, so all pictures from the same day show the same entry.
  public func entry(
    of count: Int, in context: ComposeContext
  ) throws(RenderError) -> (index: Int, expires: Moment?) {
    guard self == .day, count > 1 else { return (0, .never) }
    let day = try context.today().day.number
    return ((day % count + count) % count, nil)
  }
}

extension ComposeContext {
  /// The time of the picture, which is available to layouts that declare a time precision.
  ///
  /// - Throws: `invalid-parameter` if the host is too old to provide the time.
  public func today() throws(RenderError) -> Now {
    guard let now else {
      throw RenderError(
        .invalidParameter, "the host does not provide the date", origin: .option("now"),
        hint: "use a newer version of the host")
    }
    return now
  }
}
