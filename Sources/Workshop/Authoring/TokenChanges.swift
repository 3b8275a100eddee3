/// Describes the changed tokens of a theme, one line per explicit change.
public enum TokenChanges {
  /// A resolved token.
  public struct Token: Sendable, Hashable {
    let value: String
    /// Whether a file sets the token; otherwise, the token has its default, which may depend on
    /// another token.
    let isSet: Bool

    /// Creates a token.
    public init(_ value: String, isSet: Bool) { (self.value, self.isSet) = (value, isSet) }
  }

  /// Returns sorted lines such as `colors.text: #fff → #000`, or no lines if there was no earlier
  /// version.
  ///
  /// Derived changes are omitted. For example, the weights of fifteen scripts are derived from one
  /// font weight.
  public static func lines(
    from before: [String: Token], to now: [String: Token]
  ) -> [String] {
    guard !before.isEmpty else { return [] }
    return Set(before.keys).union(now.keys).sorted().compactMap { key in
      let (old, new) = (before[key], now[key])
      guard old?.value != new?.value, old?.isSet == true || new?.isSet == true else { return nil }
      return "\(key): \(old?.value ?? "none") → \(new?.value ?? "none")"
    }
  }
}
