internal import Files
public import WallfarmPluginKit

/// The picture on the home screen.
public enum HomeChoice: Sendable, Hashable {
  /// A photo that covers the screen.
  case photo(String)
  /// A solid color.
  case color(Quick)
  /// The home screen is not changed, so the bundle has no file for it.
  case keep

  /// The solid colors.
  public enum Quick: String, Sendable, Hashable, CaseIterable { case black, gray, white }

  /// Parses `black`, `gray`, `white`, `keep`, or the path of a photo, with or without `photo:`.
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
        .invalidParameter, "'\(text)' is not a valid home screen", origin: .option("home"),
        hint: "write keep, black, gray, white, or the path of a photo")
    }
  }

  /// All keywords for the home screen that a manifest may contain.
  static let words = Set(["photo", keep.word] + Quick.allCases.map(\.rawValue))

  /// The keyword in the manifest.
  var word: String {
    switch self {
    case .photo: "photo"
    case .color(let quick): quick.rawValue
    case .keep: "keep"
    }
  }
}
