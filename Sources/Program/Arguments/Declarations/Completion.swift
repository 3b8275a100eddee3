/// The completions that a shell offers for a value.
public enum Completion: Sendable, Hashable {
  /// No completions.
  case none
  /// Folders, and files with one of these extensions, without the dot; if the list is empty, all
  /// files.
  case files(extensions: [String])
  /// Folders only.
  case directories
  /// A fixed list of words.
  case values([String])
  /// The lines that a command prints, such as `wallfarm device list --names`.
  ///
  /// After a comma, the shell completes the next item, so that list options accept `a,b`. The
  /// command is run by bash, zsh and fish, so the text must contain only the name of a program and
  /// its arguments.
  case shellCommand(String)
}
