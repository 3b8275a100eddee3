internal import Diagnostics
public import WallfarmPluginKit

/// The web address at which the folder of results is published.
public struct PictureAddress: Sendable, Hashable {
  /// The address without a final slash.
  let text: String

  private static let longest = 500

  /// Checks an address.
  ///
  /// - Throws: `invalid-parameter`.
  public init(_ text: String) throws(RenderError) {
    var short = text[...]
    while short.hasSuffix("/") { short.removeLast() }
    if let problem = Self.problem(of: short) {
      throw RenderError(
        .invalidParameter,
        "'\(MarkdownText.clipped(text, 100))' cannot be the base URL of the pictures: \(problem)",
        origin: .option("base-url"),
        hint: "write the address of the folder, such as https://example.org/builds/7/results")
    }
    self.text = String(short)
  }

  /// The address of a file in the folder.
  func link(to file: String) -> String { text + "/" + file }

  private static func problem(of text: Substring) -> String? {
    let schemes = ["https://", "http://"]
    guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0) }) else {
      return "it does not start with https://"
    }
    let host = text.dropFirst(scheme.count).prefix { $0 != "/" }
    if host.isEmpty { return "it has no host name" }
    if host.contains("@") { return "it contains a user name" }
    if text.utf8.count > longest { return "it is longer than \(longest) characters" }
    if text.contains("?") || text.contains("#") { return "it has a query or a fragment" }
    return text.unicodeScalars.allSatisfy(isPlain)
      ? nil : "it has characters other than A–Z, a–z, 0–9 and -._~:/%+,=@"
  }

  /// Whether a character has no meaning in Markdown and may be in a URL (RFC 3986).
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (scalar.properties.isAlphabetic || "0123456789-._~:/%+,=@".unicodeScalars.contains(scalar))
  }
}
