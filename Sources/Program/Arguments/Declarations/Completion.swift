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
  /// The lines printed by a command, such as `wallfarm device list --names`.
  ///
  /// After a comma, the next item is completed, so that list options accept `a,b`. The text runs in
  /// bash, zsh and fish, so restrict it to a command and its arguments.
  case shellCommand(String)
}
