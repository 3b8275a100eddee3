/// Says which tokens of a theme changed, one line for each change that somebody made.
public enum TokenChanges {
  /// A token as a theme has it.
  public struct Token: Sendable, Hashable {
    let value: String
    /// Whether a file sets it; otherwise it has its default, which may follow another token.
    let isSet: Bool

    /// Describes a token.
    public init(_ value: String, isSet: Bool) { (self.value, self.isSet) = (value, isSet) }
  }

  /// Lines such as `colors.text: #fff → #000`, sorted; none where nothing was known before.
  ///
  /// Omits derived changes: one font weight determines the weights of fifteen scripts.
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
