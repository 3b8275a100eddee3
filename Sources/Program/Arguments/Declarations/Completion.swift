/// What a shell offers when Tab is pressed where a value belongs.
public enum Completion: Sendable, Hashable {
  /// Nothing: the value is free text.
  case none
  /// Files with one of these extensions, without the dot, and folders; every file when empty.
  case files(extensions: [String])
  /// Folders only.
  case directories
  /// These words.
  case values([String])
  /// The lines this command prints, such as `wallfarm device list --names`.
  ///
  /// After a comma the next candidate is completed, so that `a,b` works in options that take a
  /// list. The same text runs in bash, zsh and fish: keep it to a command and its arguments.
  case shellCommand(String)
}
