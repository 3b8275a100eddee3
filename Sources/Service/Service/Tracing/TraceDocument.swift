import HTTP
import SourceJSON
import WallfarmCore

/// The body of an export of spans: an `ExportTraceServiceRequest` in the JSON encoding of OTLP 1.
///
/// In this encoding, identifiers are hex digits, 64-bit integers are strings, and enumerations are
/// numbers.
package enum TraceDocument {
  /// Returns the bytes of a document.
  ///
  /// - Parameters:
  ///   - spans: The spans.
  ///   - instance: The identity of the process.
  /// - Returns: The bytes.
  package static func bytes(of spans: [TraceSpan], instance: String) -> [UInt8] {
    let resource: [String: HTTPSpan.Fact] = [
      "service.name": .text("wallfarm"), "service.version": .text(Wallfarm.version),
      "service.instance.id": .text(instance),
    ]
    let scope: JSONValue = ["name": "wallfarm", "version": .string(Wallfarm.version)]
    let document: JSONValue = [
      "resourceSpans": [
        [
          "resource": ["attributes": attributes(resource)],
          "scopeSpans": [["scope": scope, "spans": .array(spans.map(json))]],
        ]
      ]
    ]
    return Array(document.text(pretty: false).utf8)
  }

  private static func json(_ span: TraceSpan) -> JSONValue {
    // The lowest bit means that the trace is recorded; the others describe the parent.
    let flags = 0x101 | (span.isParentRemote ? 0x200 : 0)
    var members: [String: JSONValue] = [
      "traceId": .string(span.trace), "spanId": .string(span.id), "name": .string(span.name),
      "kind": .number(Double(span.kind.rawValue)), "flags": .number(Double(flags)),
      "startTimeUnixNano": .string("\(span.began)"), "endTimeUnixNano": .string("\(span.ended)"),
      "attributes": attributes(span.facts),
    ]
    if let parent = span.parent { members["parentSpanId"] = .string(parent) }
    if span.isFailed { members["status"] = ["code": 2] }
    return .object(members)
  }

  private static func attributes(_ facts: [String: HTTPSpan.Fact]) -> JSONValue {
    .array(
      facts.sorted { $0.key < $1.key }.map { name, fact in
        let value: JSONValue =
          switch fact {
          case .text(let text): ["stringValue": .string(text)]
          case .count(let count): ["intValue": .string("\(count)")]
          case .number(let number): ["doubleValue": .number(number)]
          case .flag(let flag): ["boolValue": .bool(flag)]
          }
        return ["key": .string(name), "value": value]
      })
  }
}
