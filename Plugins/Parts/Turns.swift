public import WallfarmPluginKit

/// Which of several entries is shown today.
public enum Turns: String, CaseIterable, Sendable {
  /// Another one each day.
  case day
  /// Always the first.
  case first

  /// The place of the entry that is shown, from 0, and until when; nil: until the day ends.
  ///
  /// All pictures of a day show the same one, whatever was shown before.
  public func entry(
    of count: Int, in context: ComposeContext
  ) throws(RenderError) -> (index: Int, expires: Moment?) {
    guard self == .day, count > 1 else { return (0, .never) }
    let day = try context.today().day.number
    return ((day % count + count) % count, nil)
  }
}

extension ComposeContext {
  /// The time that the picture is for, for a layout that declares that it looks at it.
  ///
  /// - Throws: `invalid-parameter` where the host is too old to tell.
  public func today() throws(RenderError) -> Now {
    guard let now else {
      throw RenderError(
        .invalidParameter, "the host does not say what day it is", origin: .option("now"),
        hint: "this host is too old for a layout that looks at the day")
    }
    return now
  }
}
