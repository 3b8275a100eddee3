internal import Digests

/// Bytes that say the same things in the same way on every machine and in every version.
///
/// Each value stands behind its name, its kind and its length, so two different lists of values
/// never come to the same bytes. `docs/fingerprints.md` describes the form.
package struct CanonicalEncoding {
  /// What was written so far.
  package private(set) var bytes: [UInt8] = []

  /// Begins with what the bytes are about, and the number of that form.
  ///
  /// The number is raised whenever the same fields come to mean something else.
  package init(_ name: String, format: Int) {
    bytes.reserveCapacity(1024)
    field("about", name)
    field("format", format)
  }

  private init() {}

  /// A text, as UTF-8.
  package mutating func field(_ name: String, _ value: String) {
    begin(name, "s", value.utf8.count)
    bytes += value.utf8
  }

  /// A text that may be missing, which is not the same as an empty one.
  package mutating func field(_ name: String, _ value: String?) {
    if let value { field(name, value) } else { begin(name, "n", 0) }
  }

  /// A whole number.
  package mutating func field(_ name: String, _ value: Int) { field(name, "i", "\(value)") }

  /// Whether something is so.
  package mutating func field(_ name: String, _ value: Bool) {
    field(name, "b", value ? "1" : "0")
  }

  /// A number by its bits (IEEE 754), so that nothing depends on how it would be written.
  package mutating func field(_ name: String, _ value: Double) {
    // The two zeros draw the same.
    field(name, "d", String((value == 0 ? 0 : value).bitPattern, radix: 16))
  }

  /// Several fields under one name.
  package mutating func record(_ name: String, _ write: (inout CanonicalEncoding) -> Void) {
    var inner = CanonicalEncoding()
    write(&inner)
    begin(name, "r", inner.bytes.count)
    bytes += inner.bytes
  }

  /// A record for each value, in their order.
  package mutating func list<Value>(
    _ name: String, _ values: some Collection<Value>,
    _ write: (inout CanonicalEncoding, Value) -> Void
  ) {
    record(name) { list in
      for value in values { list.record("item") { write(&$0, value) } }
    }
  }

  /// Texts, in their order.
  package mutating func texts(_ name: String, _ values: some Collection<String>) {
    list(name, values) { $0.field("text", $1) }
  }

  /// SHA-256 of the bytes, 64 lower-case hex digits.
  package var digest: String { SHA256.hex(of: bytes) }

  private mutating func field(_ name: String, _ kind: Unicode.Scalar, _ text: String) {
    begin(name, kind, text.utf8.count)
    bytes += text.utf8
  }

  private mutating func begin(_ name: String, _ kind: Unicode.Scalar, _ count: Int) {
    append(name.utf8.count)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(contentsOf: name.utf8)
    bytes.append(UInt8(ascii: kind))
    append(count)
    bytes.append(UInt8(ascii: ":"))
  }

  /// A length in decimal digits; a hundred thousand units have millions of them.
  private mutating func append(_ length: Int) {
    if length >= 10 { append(length / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(length % 10))
  }
}
