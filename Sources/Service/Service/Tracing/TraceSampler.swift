import HTTP

/// Decides which requests are traced.
package struct TraceSampler: Sendable {
  /// The share of the requests without a `traceparent` header that are traced, from 0 to 1.
  package let ratio: Double

  package init(ratio: Double) { self.ratio = ratio }

  /// The trace of a request.
  package struct Trace: Sendable, Hashable {
    /// The identifier of the trace: 32 hex digits.
    package let trace: String
    /// The identifier of the span of the caller, or `nil` if the trace begins with the request.
    package let parent: String?

    package init(trace: String, parent: String?) { (self.trace, self.parent) = (trace, parent) }
  }

  /// Returns the trace of a request, or `nil` if the request is not traced.
  ///
  /// - Parameters:
  ///   - parent: The trace of the caller, which decides whether the request is traced, or `nil`.
  ///   - random: Random bytes for the identifier of a new trace; two words.
  /// - Returns: The trace, or `nil`.
  package func trace(_ parent: TraceParent?, random: () -> UInt64) -> Trace? {
    if let parent {
      return parent.isSampled
        ? Trace(trace: parent.trace, parent: parent.hasSpan ? parent.span : nil) : nil
    }
    let (first, second) = (random(), max(1, random()))
    // As in OpenTelemetry, the last 56 bits of the identifier decide, so that other programs with
    // the same ratio select the same traces.
    let place = Double(second & 0xFF_FFFF_FFFF_FFFF) / Double(1 << 56 as UInt64)
    guard place >= 1 - ratio else { return nil }
    return Trace(trace: first.hexDigits + second.hexDigits, parent: nil)
  }
}

extension UInt64 {
  /// Sixteen lowercase hex digits.
  var hexDigits: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
