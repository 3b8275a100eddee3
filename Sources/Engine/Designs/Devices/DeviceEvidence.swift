/// The origin of one number in a device description.
public struct Evidence: Sendable, Hashable {
  /// How a number was determined.
  public enum Confidence: String, Sendable, Hashable, CaseIterable {
    /// Stated by a manufacturer or in a table.
    case documented
    /// Read from a device, an emulator or its system files.
    case measured
    /// Derived by a rule.
    case estimated
  }

  /// How the number was determined.
  public let confidence: Confidence
  /// The keys of the sources, some followed by a colon and a page, file or row.
  public let sources: [String]
  /// The key of the rule by which the number was derived; `nil` if there is none.
  public let ruleKey: String?
  /// The rule as a sentence; `nil` if there is none.
  public let rule: String?

  /// Creates an origin.
  package init(
    _ confidence: Confidence, sources: [String] = [], ruleKey: String? = nil, rule: String? = nil
  ) {
    (self.confidence, self.sources, self.ruleKey, self.rule) = (confidence, sources, ruleKey, rule)
  }
}

/// The origins of all numbers in a device description.
public struct DeviceEvidence: Sendable, Hashable {
  /// The origins of individual properties by key, such as `pixels`.
  public package(set) var fields: [String: Evidence] = [:]
  /// The origins of areas by path, such as `lock.portrait` or `home.*.dock`.
  public package(set) var areas: [String: Evidence] = [:]

  /// Creates evidence without origins.
  package init() {}

  /// The origin of a rectangle; `nil` if the file states none.
  package func area(_ place: AreaPlace) -> Evidence? {
    for key in place.keys {
      if let found = areas[key] { return found }
    }
    return nil
  }
}
