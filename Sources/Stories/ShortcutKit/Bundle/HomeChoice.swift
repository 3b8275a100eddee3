internal import Files
public import WallfarmPluginKit

/// What is behind the icons of the home screen.
public enum HomeChoice: Sendable, Hashable {
  /// A photo, covering the screen.
  case photo(String)
  /// One of the quick presets.
  case color(Quick)
  /// What the person has: no file is made.
  case keep

  /// The quick presets.
  public enum Quick: String, Sendable, Hashable, CaseIterable { case black, gray, white }

  /// Reads `black`, `gray`, `white`, `keep`, or the path of a photo, with or without `photo:`.
  ///
  /// - Throws: `invalid-parameter`.
  public init(_ text: String) throws(RenderError) {
    if text == "keep" {
      self = .keep
    } else if let quick = Quick(rawValue: text == "grey" ? "gray" : text) {
      self = .color(quick)
    } else if text.hasPrefix("photo:"), text.count > 6 {
      self = .photo(String(text.dropFirst(6)))
    } else if text.contains("/") || text.contains(".") || PipedFile.input(text) != nil {
      self = .photo(text)
    } else {
      throw RenderError(
        .invalidParameter, "'\(text)' is no home screen", origin: .option("home"),
        hint: "write keep, black, gray, white, or the path of a photo")
    }
  }

  /// Every word that a manifest may have for it.
  static let words = Set(["photo", keep.word] + Quick.allCases.map(\.rawValue))

  /// In a word, for the manifest.
  var word: String {
    switch self {
    case .photo: "photo"
    case .color(let quick): quick.rawValue
    case .keep: "keep"
    }
  }
}
