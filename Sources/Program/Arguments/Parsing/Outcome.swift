/// What a command line asks for.
public enum Outcome: Sendable {
  /// Run the command that was selected.
  case run(Invocation)
  /// Print this help and exit with success.
  case help(String)
  /// Print this version and exit with success.
  case version(String)
}
