internal import Digests

/// An encoding of values that is the same on every machine and in every version.
///
/// Each value is preceded by its name, type and length, so that different lists of values never
/// have the same bytes. `docs/fingerprints.md` describes the format.
package struct CanonicalEncoding {
  /// The encoded bytes.
  package private(set) var bytes: [UInt8] = []

  /// Creates an encoding that begins with a purpose and a format version.
  ///
  /// The version is incremented whenever the meaning of the fields changes.
  package init(_ name: String, format: Int) {
    bytes.reserveCapacity(1024)
    field("about", name)
    field("format", format)
  }

  private init() {}

  /// Appends a string as UTF-8.
  package mutating func field(_ name: String, _ value: String) {
    begin(name, "s", value.utf8.count)
    bytes += value.utf8
  }

  /// Appends an optional string; `nil` differs from an empty string.
  package mutating func field(_ name: String, _ value: String?) {
    if let value { field(name, value) } else { begin(name, "n", 0) }
  }

  /// Appends an integer.
  package mutating func field(_ name: String, _ value: Int) { field(name, "i", "\(value)") }

  /// Appends a Boolean.
  package mutating func field(_ name: String, _ value: Bool) {
    field(name, "b", value ? "1" : "0")
  }

  /// Appends the IEEE 754 bits of a number, which do not depend on decimal notation.
  package mutating func field(_ name: String, _ value: Double) {
    // Encode negative zero as zero, because both draw the same pixels.
    field(name, "d", String((value == 0 ? 0 : value).bitPattern, radix: 16))
  }

  /// Appends several fields under one name.
  package mutating func record(_ name: String, _ write: (inout CanonicalEncoding) -> Void) {
    var inner = CanonicalEncoding()
    write(&inner)
    begin(name, "r", inner.bytes.count)
    bytes += inner.bytes
  }

  /// Appends a record for each value, in order.
  package mutating func list<Value>(
    _ name: String, _ values: some Collection<Value>,
    _ write: (inout CanonicalEncoding, Value) -> Void
  ) {
    record(name) { list in
      for value in values { list.record("item") { write(&$0, value) } }
    }
  }

  /// Appends strings in order.
  package mutating func texts(_ name: String, _ values: some Collection<String>) {
    list(name, values) { $0.field("text", $1) }
  }

  /// The SHA-256 of the bytes, 64 lowercase hex digits.
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

  /// Appends a length in decimal digits without creating a string, because the encodings of a
  /// hundred thousand units contain millions of lengths.
  private mutating func append(_ length: Int) {
    if length >= 10 { append(length / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(length % 10))
  }
}
