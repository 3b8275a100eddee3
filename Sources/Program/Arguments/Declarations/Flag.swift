/// A named setting that is on or off: `--verbose`, `-v`, and `--no-color` for one that inverts.
public struct Flag: Sendable, Hashable {
  /// The name after the two dashes.
  public let long: String
  /// The letter after one dash.
  public let short: Character?
  /// Whether `--no-<long>` turns it off.
  public let invertible: Bool
  /// What it is when it is not given.
  public let defaultValue: Bool
  /// One line of help.
  public let summary: String

  /// Declares a flag; one that is on by default has to be invertible.
  public init(
    _ long: String, short: Character? = nil, invertible: Bool = false,
    default defaultValue: Bool = false, summary: String
  ) {
    precondition(isSpeltAsName(long), "write the name of a flag without dashes: '\(long)'")
    precondition(invertible || !defaultValue, "'\(long)' is on and nothing could turn it off")
    self.long = long
    self.short = short
    self.invertible = invertible
    self.defaultValue = defaultValue
    self.summary = summary
  }
}

extension Flag {
  static let help = Flag("help", short: "h", summary: "Show help information.")
  static let version = Flag("version", summary: "Show the version.")

  var names: [String] { onNames + offNames }
  var onNames: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }
  var offNames: [String] { invertible ? ["--no-\(long)"] : [] }
}
