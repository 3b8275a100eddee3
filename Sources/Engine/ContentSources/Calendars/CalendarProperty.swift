/// A property line of a calendar: a name, parameters and a value (RFC 5545, 3.1).
struct CalendarProperty {
  let name: String
  /// The parameter values without quotes, by uppercase name.
  let parameters: [String: String]
  let value: String

  /// The properties whose values are times.
  private static let times: Set<String> = [
    "DTSTART", "DTEND", "DUE", "RECURRENCE-ID", "RDATE", "EXDATE", "DTSTAMP", "LAST-MODIFIED",
  ]

  /// Parses a line and replaces zone names with the given unique names; returns nil if the line has
  /// no colon.
  init?(_ line: ArraySlice<UInt8>, zoneNames: [String: String] = [:]) {
    let first = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
    name = CalendarProperty.text(first).uppercased()
    let isTime = CalendarProperty.times.contains(name)
    guard let colon = CalendarProperty.colon(of: line, isTime: isTime) else { return nil }
    let text = CalendarProperty.text(line[(colon + 1)...])
    value = isTime ? CalendarProperty.unquoted(text) : text
    var parameters: [String: String] = [:]
    for part in CalendarProperty.parts(line[first.endIndex..<colon]) {
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = CalendarProperty.text(part[..<equals]).uppercased()
      let value = CalendarProperty.text(part[(equals + 1)...])
      parameters[key] = parameters[key] ?? CalendarProperty.unquoted(value)
    }
    if let name = parameters["TZID"], let other = zoneNames[name] { parameters["TZID"] = other }
    self.parameters = parameters
  }

  /// The index of the colon before the value, which is the first colon outside quotes.
  ///
  /// Some programs do not quote zone names that contain a colon, such as `TZID=UTC+01:00`. In a
  /// time property, the value therefore starts after the first colon that is followed by a date.
  private static func colon(of line: ArraySlice<UInt8>, isTime: Bool) -> Int? {
    var isQuoted = false
    var colons: [Int] = []
    var all: [Int] = []
    for index in line.indices {
      if line[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard line[index] == UInt8(ascii: ":") else { continue }
      if !isTime, !isQuoted { return index }
      all.append(index)
      if !isQuoted { colons.append(index) }
      // No zone name contains this many colons.
      if all.count > 20 { break }
    }
    if isTime, let index = colons.first(where: { isDate(line[($0 + 1)...]) }) { return index }
    return colons.first ?? all.first { isDate(line[($0 + 1)...]) } ?? all.first
  }

  /// Whether the bytes start with a date.
  private static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    let start = bytes.trimmingBlanks.prefix(8)
    return start.count == 8
      && start.enumerated().allSatisfy { index, byte in
        (0x30...0x39).contains(byte) || (index == 4 || index == 7) && byte == UInt8(ascii: "-")
      }
  }

  /// Splits parameters at semicolons outside quotes.
  private static func parts(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var isQuoted = false
    return bytes.split { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ";") && !isQuoted
    }
  }

  /// Removes quotes from both ends of the text, even if only one end has them, because some
  /// programs omit one.
  private static func unquoted(_ text: String) -> String {
    var text = text[...]
    while text.first == "\"" { text = text.dropFirst() }
    while text.last == "\"" { text = text.dropLast() }
    return String(text.trimmed)
  }

  /// Decodes UTF-8, or ISO 8859-1 for the files of old programs, and trims whitespace.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let bytes = bytes.trimmingBlanks
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}

extension CalendarProperty {
  /// The value with its escapes decoded (RFC 5545, 3.3.11); invalid escapes are kept.
  var words: String {
    let value =
      parameters["ENCODING"]?.uppercased() == "QUOTED-PRINTABLE"
      ? CalendarProperty.printed(self.value) : self.value
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return value }
    var text = ""
    var isEscaped = false
    for character in value {
      switch (isEscaped, character) {
      case (false, "\\"):
        isEscaped = true
        continue
      case (true, "n"), (true, "N"): text += "\n"
      case (true, "\\"), (true, ","), (true, ";"), (true, ":"), (true, "\""): text.append(character)
      case (true, _): text += "\\\(character)"
      case (false, _): text.append(character)
      }
      isEscaped = false
    }
    return isEscaped ? text + "\\" : text
  }

  /// Decodes the quoted-printable text of vCalendar 1.0, such as `=C3=A9` (RFC 2045, 6.7).
  private static func printed(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let hex = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "="), hex.utf8.count == 2, let code = UInt8(hex, radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The comma-separated values.
  var values: [String] {
    value.split(separator: ",").map { String($0[...].trimmed) }.filter { !$0.isEmpty }
  }
}
