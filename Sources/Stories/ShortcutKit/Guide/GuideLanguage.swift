/// The languages of the guide.
public enum GuideLanguage: String, Sendable, Hashable, CaseIterable {
  /// English.
  case english = "en"
  /// Arabic, written from right to left.
  case arabic = "ar"
  /// Japanese.
  case japanese = "ja"

  /// Whether pages in the language read from right to left.
  public var isRightToLeft: Bool { self == .arabic }

  var strings: [UInt8] {
    switch self {
    case .english: Resources.stringsEnJSON
    case .arabic: Resources.stringsArJSON
    case .japanese: Resources.stringsJaJSON
    }
  }

  /// The texts of the guide for Android.
  var androidStrings: [UInt8] {
    switch self {
    case .english: Resources.androidEnJSON
    case .arabic: Resources.androidArJSON
    case .japanese: Resources.androidJaJSON
    }
  }

  /// The texts of `Flows/notewall`.
  var flowTexts: [UInt8] {
    switch self {
    case .english: Resources.notewallEnJSON
    case .arabic: Resources.notewallArJSON
    case .japanese: Resources.notewallJaJSON
    }
  }
}
