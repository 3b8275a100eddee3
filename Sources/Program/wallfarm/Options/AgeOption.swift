import Arguments
import WallfarmCore
import WallfarmPluginKit

/// Ages on the command line, such as `30d`, `12h` or `90m`.
extension Invocation {
  /// The units of an age with their lengths in seconds.
  private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
  /// The maximum age in seconds: about 100 years.
  private static let mostSeconds = 36_500 * 86_400

  /// Returns the value of an option as a duration; a number without a unit is in seconds.
  ///
  /// - Throws: `invalid-parameter`.
  func age(_ option: Option) throws(RenderError) -> Duration? {
    guard let text = value(of: option) else { return nil }
    let unit = text.last.flatMap { Invocation.units[$0] }
    let number = Int(unit == nil ? text[...] : text.dropLast())
    guard let number, number >= 0, number <= Invocation.mostSeconds / (unit ?? 1) else {
      throw RenderError(
        .invalidParameter, "'\(text)' is not an age from 0s to 36500d",
        origin: .option(option.long),
        hint: "write a whole number with the unit s, m, h or d, such as 30d")
    }
    return .seconds(number * (unit ?? 1))
  }
}
