/// A named argument that is on or off: `--verbose`, `-v`, or `--no-color` for an invertible flag.
public struct Flag: Sendable, Hashable {
  /// The long name without dashes.
  public let long: String
  /// The letter of the short form.
  public let short: Character?
  /// Whether `--no-<long>` turns the flag off.
  public let invertible: Bool
  /// The default value.
  public let defaultValue: Bool
  /// A one-line summary for help.
  public let summary: String

  /// Declares a flag; a flag that is on by default must be invertible.
  public init(
    _ long: String, short: Character? = nil, invertible: Bool = false,
    default defaultValue: Bool = false, summary: String
  ) {
    precondition(isValidName(long), "write the name of a flag without leading dashes: '\(long)'")
    precondition(
      invertible || !defaultValue,
      "'\(long)' is on by default, but cannot be turned off")
    self.long = long
    self.short = short
    self.invertible = invertible
    self.defaultValue = defaultValue
    self.summary = summary
  }
}

extension Flag {
  static let help = Flag("help", short: "h", summary: "Show the help of this command.")
  static let version = Flag("version", summary: "Show the version.")

  var names: [String] { onNames + offNames }
  var onNames: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }
  var offNames: [String] { invertible ? ["--no-\(long)"] : [] }
}
