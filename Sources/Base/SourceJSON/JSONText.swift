/// A streaming writer for compact JSON, without a tree of values.
///
/// Use this writer for large numbers of messages, because creating a tree of ``JSONValue`` takes
/// several times as long. The output is strict JSON if the caller writes keys only in objects and
/// follows each key with exactly one value.
public struct JSONText {
  /// The output so far, in UTF-8.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates an empty writer with a buffer of 960 bytes.
  public init() { bytes.reserveCapacity(960) }

  /// Writes an object; `body` writes its members.
  @inlinable public mutating func object(_ body: (inout JSONText) -> Void) {
    open(UInt8(ascii: "{"))
    body(&self)
    close(UInt8(ascii: "}"))
  }

  /// Writes a list; `each` writes one value per item.
  @inlinable public mutating func list<Items: Sequence>(
    _ items: Items, _ each: (inout JSONText, Items.Element) -> Void
  ) {
    open(UInt8(ascii: "["))
    for item in items { each(&self, item) }
    close(UInt8(ascii: "]"))
  }

  /// Writes a key that needs no escape sequences.
  public mutating func key(_ key: StaticString) {
    separate()
    bytes.append(ASCII.quote)
    key.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(ASCII.quote)
    bytes.append(ASCII.colon)
    needsComma = false
  }

  /// Writes a key, with escape sequences if necessary.
  public mutating func key(_ key: String) {
    string(key)
    bytes.append(ASCII.colon)
    needsComma = false
  }

  /// Writes a member, unless the value is nil.
  public mutating func member(_ key: StaticString, _ value: Double?) {
    guard let value else { return }
    self.key(key)
    number(value)
  }

  /// Writes a member, unless the value is nil.
  public mutating func member(_ key: StaticString, _ value: Int?) {
    member(key, value.map(Double.init))
  }

  /// Writes a member, unless the value is nil.
  public mutating func member(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    self.key(key)
    string(value)
  }

  /// Writes a member, unless the value is nil.
  public mutating func member(_ key: StaticString, _ value: Bool?) {
    guard let value else { return }
    self.key(key)
    bool(value)
  }

  /// Writes a number; infinity and NaN become `null`.
  public mutating func number(_ number: Double) {
    separate()
    guard number.isFinite else { return bytes.append(contentsOf: "null".utf8) }
    if writesShort(number) { return }
    if let whole = Int(exactly: number), abs(whole) < 1 << 53 {
      bytes.append(contentsOf: String(whole).utf8)
    } else {
      bytes.append(contentsOf: number.description.utf8)
    }
  }

  /// Writes a multiple of 1/1024, such as a text measurement; returns false for other numbers.
  ///
  /// If such a number is below 100,000, it has at most 15 digits, so its complete decimal expansion
  /// is also its shortest form. This is six times as fast as `description`.
  private mutating func writesShort(_ number: Double) -> Bool {
    guard abs(number) < 100_000, let parts = Int(exactly: number * 1024) else { return false }
    // Multiplying by 10¹⁰ ÷ 1024 converts the remainder to ten decimal digits.
    var (whole, rest) = (parts.magnitude >> 10, (parts.magnitude & 1023) * 9_765_625)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 17) { digits in
      var start = digits.count
      func put(_ digit: UInt8) {
        start -= 1
        digits[start] = digit
      }
      if rest > 0 {
        for _ in 0..<10 {
          // Trailing zeros are omitted.
          if rest % 10 > 0 || start < digits.count { put(ASCII.zero + UInt8(rest % 10)) }
          rest /= 10
        }
        put(ASCII.point)
      }
      repeat {
        put(ASCII.zero + UInt8(whole % 10))
        whole /= 10
      } while whole > 0
      if number < 0 { put(ASCII.minus) }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
    return true
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ bool: Bool) {
    separate()
    bytes.append(contentsOf: (bool ? "true" : "false").utf8)
  }

  /// Writes a string.
  public mutating func string(_ text: String) {
    separate()
    bytes.append(ASCII.quote)
    if text.utf8.contains(where: needsEscape) {
      for scalar in text.unicodeScalars { bytes.append(contentsOf: escaped(scalar).utf8) }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(ASCII.quote)
  }

  /// Writes any value.
  public mutating func value(_ value: JSONValue) { raw(Array(value.text(pretty: false).utf8)) }

  /// Writes a value that is already encoded as JSON.
  public mutating func raw(_ json: [UInt8]) {
    separate()
    bytes += json
  }

  private mutating func separate() {
    if needsComma { bytes.append(ASCII.comma) }
    needsComma = true
  }

  @usableFromInline mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  @usableFromInline mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }
}
