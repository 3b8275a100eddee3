/// The value of the header `traceparent`: the trace and the span that a request belongs to (W3C
/// Trace Context, 3.2).
package struct TraceParent: Sendable, Hashable {
  /// The identifier of the trace: 32 hex digits that are not all zero.
  package let trace: String
  /// The identifier of the span of the caller: 16 hex digits.
  package let span: String
  /// Whether the caller records the trace.
  package let isSampled: Bool

  /// Parses a header; returns `nil` if it is invalid.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, parts.map(\.count) == [2, 32, 16, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy(TraceParent.isHex) }), parts[0] != "ff",
      parts[1].contains(where: { $0 != "0" }), let flags = UInt8(parts[3], radix: 16)
    else { return nil }
    (trace, span, isSampled) = (String(parts[1]), String(parts[2]), flags & 1 == 1)
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  /// Whether the identifier of the span is valid: not all zero.
  var hasSpan: Bool { span.contains { $0 != "0" } }
}
