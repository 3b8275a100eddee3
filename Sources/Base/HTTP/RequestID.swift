internal import Synchronization

/// The identity of a request, which its response, its log record and its error document repeat.
///
/// A client can choose the ID in the header `X-Request-ID`; otherwise, the server makes an ID.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
  /// The text of the ID: visible ASCII characters.
  public let description: String

  /// The name of the header in requests and responses.
  public static let header = "X-Request-ID"
  /// The maximum length of an ID that a client chooses, in bytes.
  package static let mostBytes = 128

  /// Returns the ID that a client has chosen, or a new ID if there is none or it is invalid.
  init(_ head: HTTPHead?) {
    let chosen = head?.header("x-request-id")
    description = chosen.flatMap { RequestID.isValid($0) ? $0 : nil } ?? RequestID.next()
  }

  /// Returns whether a text is an ID: 1 to 128 visible ASCII characters.
  package static func isValid(_ text: String) -> Bool {
    (1...mostBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Returns 13 digits and letters, which differ for each request of a process.
  ///
  /// SplitMix64 (G. L. Steele and others, 2014) returns each number only once. The start is random,
  /// and the text is so short that a string stores it without an allocation.
  private static func next() -> String {
    let seed = state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
    var mixed = (seed ^ (seed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return String(unsafeUninitializedCapacity: 13) { bytes in
      for index in 0..<13 {
        let digit = UInt8(truncatingIfNeeded: mixed & 31)
        bytes[index] = digit < 10 ? 0x30 + digit : 0x61 + digit - 10
        mixed >>= 5
      }
      return 13
    }
  }

  private static let state = Atomic(UInt64.random(in: .min ... .max))
}
