/// The identity of a request, which its response, its log record and its error document repeat.
///
/// A client can choose the ID in the header `X-Request-ID`; otherwise, the ID is random.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
  /// The text of the ID: visible ASCII characters.
  public let description: String

  /// The name of the header in requests and responses.
  public static let header = "X-Request-ID"
  /// The maximum length of an ID that a client chooses, in bytes.
  package static let mostBytes = 128

  /// Returns the ID that a client has chosen, or a random ID if there is none or it is invalid.
  init(_ head: HTTPHead?) {
    let chosen = head?.header("x-request-id")
    description = chosen.flatMap { RequestID.isValid($0) ? $0 : nil } ?? RequestID.random()
  }

  /// Returns whether a text is an ID: 1 to 128 visible ASCII characters.
  package static func isValid(_ text: String) -> Bool {
    (1...mostBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Returns 32 random hex digits.
  private static func random() -> String {
    let digits = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
    return digits.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
  }
}
