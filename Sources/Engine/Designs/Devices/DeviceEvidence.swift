/// The origin of one number of a device.
public struct Evidence: Sendable, Hashable {
  /// How a number was found.
  public enum Confidence: String, Sendable, Hashable, CaseIterable {
    /// A maker or a table states it.
    case documented
    /// Somebody read it from a device, an emulator or its system files.
    case measured
    /// It follows from a rule.
    case estimated
  }

  /// How the number was found.
  public let confidence: Confidence
  /// The keys of its sources, some with a page, file or row after a colon.
  public let sources: [String]
  /// The key of the rule from which it follows; `nil` without one.
  public let ruleKey: String?
  /// The rule as a sentence; `nil` without one.
  public let rule: String?

  /// Creates an origin.
  package init(
    _ confidence: Confidence, sources: [String] = [], ruleKey: String? = nil, rule: String? = nil
  ) {
    (self.confidence, self.sources, self.ruleKey, self.rule) = (confidence, sources, ruleKey, rule)
  }
}

/// The origins of the numbers of a device.
public struct DeviceEvidence: Sendable, Hashable {
  /// The origins of single properties by key, such as `pixels`.
  public package(set) var fields: [String: Evidence] = [:]
  /// The origins of areas by path, such as `lock.portrait` or `home.*.dock`.
  public package(set) var areas: [String: Evidence] = [:]

  /// Creates evidence without an origin.
  package init() {}

  /// The origin of a rectangle; `nil` if the file states none.
  package func area(_ place: AreaPlace) -> Evidence? {
    for key in place.keys {
      if let found = areas[key] { return found }
    }
    return nil
  }
}
