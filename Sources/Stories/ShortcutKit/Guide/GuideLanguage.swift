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
    case .english: PackageResources.strings_en_json
    case .arabic: PackageResources.strings_ar_json
    case .japanese: PackageResources.strings_ja_json
    }
  }

  /// The words of `Flows/notewall`.
  var flowTexts: [UInt8] {
    switch self {
    case .english: PackageResources.notewall_en_json
    case .arabic: PackageResources.notewall_ar_json
    case .japanese: PackageResources.notewall_ja_json
    }
  }
}
