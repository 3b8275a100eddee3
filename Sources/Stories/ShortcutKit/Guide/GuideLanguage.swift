/// Languages in which a person is told what to do.
public enum GuideLanguage: String, Sendable, Hashable, CaseIterable {
  /// English.
  case english = "en"
  /// Arabic, from right to left.
  case arabic = "ar"
  /// Japanese.
  case japanese = "ja"

  /// Which way a page in it reads.
  public var isRightToLeft: Bool { self == .arabic }

  var strings: [UInt8] {
    switch self {
    case .english: Resources.stringsEnJSON
    case .arabic: Resources.stringsArJSON
    case .japanese: Resources.stringsJaJSON
    }
  }

  /// The words of `Flows/notewall`.
  var flowTexts: [UInt8] {
    switch self {
    case .english: Resources.notewallEnJSON
    case .arabic: Resources.notewallArJSON
    case .japanese: Resources.notewallJaJSON
    }
  }
}
