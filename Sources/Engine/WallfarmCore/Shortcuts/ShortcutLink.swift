internal import Files
internal import SourceJSON
public import WallfarmPluginKit

/// The link that installs a shortcut: `https://www.icloud.com/shortcuts/` and 32 hex digits.
///
/// A link identifies a snapshot of the shortcut at the time it was shared, so each new version has
/// a new link.
public struct ShortcutLink: Sendable, Hashable {
  /// The whole link.
  public let url: String

  private static let start = "https://www.icloud.com/shortcuts/"

  /// Parses a link.
  ///
  /// - Throws: `invalid-value`, whose message names the problem.
  public init(_ text: String, origin: Origin) throws(RenderError) {
    guard let mistake = ShortcutLink.mistake(in: text) else {
      url = text
      return
    }
    throw RenderError(
      .invalidValue, "'\(text.shortened)' is not a shortcut link: \(mistake.what)",
      origin: origin, hint: mistake.hint)
  }

  private static func mistake(in text: String) -> (what: String, hint: String)? {
    let example = "\(start)4735…, as copied with Share and Copy iCloud Link"
    guard text.hasPrefix(start) else {
      return ("it does not begin with \(start)", "use a link such as \(example)")
    }
    let id = text.dropFirst(start.count)
    let plain = id.lowercased().filter { $0 != "-" && $0 != "/" }
    let isHex = plain.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
    guard isHex, plain.utf8.count == 32 else {
      return (
        isHex
          ? "it ends in \(plain.utf8.count) digits, not 32" : "it does not end in 32 hex digits",
        "use a link such as \(example)"
      )
    }
    return plain == id
      ? nil : ("its digits must be lowercase, without '-' or '/'", "write \(start)\(plain)")
  }
}
