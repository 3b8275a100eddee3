/// The result of parsing a command line.
public enum Outcome: Sendable {
  /// Run the selected command.
  case run(Invocation)
  /// Print the help and exit with status 0.
  case help(String)
  /// Print the version and exit with status 0.
  case version(String)
}
