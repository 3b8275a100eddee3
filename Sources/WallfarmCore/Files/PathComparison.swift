/// Tells whether two paths lead to one file.
public enum PathComparison {
  /// True for two names of one file, links and dots followed, also of one yet to be written.
  public static func isSame(_ one: String, _ other: String) -> Bool {
    Files.canonical(one) == Files.canonical(other)
  }
}
