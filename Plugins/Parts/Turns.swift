public import WallfarmPluginKit

/// The rule that selects one of several entries.
public enum Turns: String, CaseIterable, Sendable {
  /// A different entry each day.
  case day
  /// The first entry every day.
  case first

  /// The index of the chosen entry, from 0, and its expiration time; a time of nil means the end of
  /// the day.
  ///
  /// The choice depends only on the day, so all pictures of a day show the same entry.
  public func entry(
    of count: Int, in context: ComposeContext
  ) throws(RenderError) -> (index: Int, expires: Moment?) {
    guard self == .day, count > 1 else { return (0, .never) }
    let day = try context.today().day.number
    return ((day % count + count) % count, nil)
  }
}

extension ComposeContext {
  /// The time of the picture, for a layout that declares its use.
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
