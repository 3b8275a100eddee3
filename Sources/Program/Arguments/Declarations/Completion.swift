/// The completions that a shell offers for a value.
public enum Completion: Sendable, Hashable {
  /// No completions: the value is free text.
  case none
  /// Folders, and files with one of these extensions without the dot; all files if empty.
  case files(extensions: [String])
  /// Folders only.
  case directories
  /// A fixed list of words.
  case values([String])
  /// The lines that a command prints, such as `wallfarm device list --names`.
  ///
  /// After a comma, the shell completes the next item, so that list options accept `a,b`. The text
  /// is run by bash, zsh and fish, so it must contain only a command and its arguments.
  case shellCommand(String)
}
