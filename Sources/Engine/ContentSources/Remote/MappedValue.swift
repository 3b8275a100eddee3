import SourceJSON
import WallfarmPluginKit

// Converts values of other programs' JSON to values of content.

extension ContentField.Form {
  /// Converts a JSON value; returns nil if the field cannot show it.
  ///
  /// Numbers become text and text becomes numbers, as the field requires. Dates can be written as
  /// RFC 3339 or as seconds or milliseconds since 1970. Longer text is shortened.
  func mapped(_ json: JSONValue) -> ContentValue? {
    if let value = value(of: json) { return value }
    switch self {
    case .text(let limit):
      return json.mappedText.flatMap { value(of: .string($0.shortened(to: limit))) }
    case .figure: return json.mappedText.flatMap { value(of: .string($0)) }
    case .number: return json.mappedNumber.flatMap { value(of: .number($0)) }
    case .numbers:
      let items = json.mappedItems.map(\.mappedNumber)
      guard !items.contains(nil) else { return nil }
      return value(of: .array(items.compactMap { $0.map(JSONValue.number) }))
    case .flag: return json.mappedFlag.map { .flag($0) }
    case .when: return json.mappedWhen.map { .when($0) }
    case .days:
      let items = json.mappedItems.map(\.mappedDay)
      guard !items.contains(nil), items.count <= ContentField.mostValues else { return nil }
      return .days(Set(items.compactMap(\.self)).sorted())
    case .color, .rect, .photo: return nil
    }
  }
}

extension JSONValue {
  /// The text of a string, number or Boolean value, or of a list of these.
  fileprivate var mappedText: String? {
    switch self {
    case .string(let text): return text
    case .number, .bool: return text(pretty: false)
    case .array(let items):
      let texts = items.prefix(100).map { item -> String? in
        if case .array = item { nil } else { item.mappedText }
      }
      return texts.isEmpty || texts.contains(nil)
        ? nil : texts.compactMap(\.self).joined(separator: ", ")
    case .null, .object: return nil
    }
  }

  /// A number, or the number that a string contains.
  fileprivate var mappedNumber: Double? {
    switch self {
    case .number(let number): return number
    case .string(let text):
      let plain = String(text[...].trimmed)
      // `Double` would also accept hexadecimal numbers and `inf`.
      if let number = Double(plain), plain.allSatisfy({ "0123456789+-.eE".contains($0) }) {
        return number
      }
      guard case .known(let number, _)? = WrittenNumber(plain)?.reading else { return nil }
      return number
    case .null, .bool, .array, .object: return nil
    }
  }

  fileprivate var mappedFlag: Bool? {
    switch self {
    case .bool(let flag): flag
    case .number(1): true
    case .number(0): false
    case .string(let text):
      switch text.lowercased() {
      case "true", "yes", "1", "done", "completed", "closed": true
      case "false", "no", "0", "open", "active", "needs-action", "needsaction": false
      default: nil
      }
    case .number, .null, .array, .object: nil
    }
  }

  /// A date in one of the forms of ``When``, RFC 3339 with fractions of a second, or seconds or
  /// milliseconds since 1970.
  fileprivate var mappedWhen: When? {
    switch self {
    case .number(let number):
      // Smaller numbers could be days, such as 20261130, or years.
      guard number >= 1e9 else { return nil }
      return JSONValue.moment(number).map { .moment($0) }
    case .string(let text):
      let plain = String(text[...].trimmed)
      if let when = When(plain) { return when }
      // Ten digits are seconds from 2001 to 2286; eight digits could be a day, so they are invalid.
      if (10...13).contains(plain.utf8.count), plain.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      {
        return Double(plain).flatMap(JSONValue.moment).map { .moment($0) }
      }
      guard let point = plain.firstIndex(of: "."), plain.contains(":") else { return nil }
      let rest = plain[plain.index(after: point)...]
      let zone = rest.drop { $0.isASCII && $0.isNumber }
      return zone.count == rest.count ? nil : When(String(plain[..<point]) + zone)
    case .null, .bool, .array, .object: return nil
    }
  }

  fileprivate var mappedDay: Day? {
    switch mappedWhen {
    case .day(let day), .local(let day, _): return day
    case .moment:
      // The day in the zone of the document, as written; a number has no zone.
      guard case .string(let text) = self else { return nil }
      return Day(String(text[...].trimmed.prefix(10)))
    case nil: return nil
    }
  }

  /// The elements of a list, or the value itself.
  fileprivate var mappedItems: [JSONValue] {
    if case .array(let items) = self { items } else { [self] }
  }

  /// Numbers from 1e11 are milliseconds: as seconds, they would be after the year 5138.
  private static func moment(_ number: Double) -> Moment? {
    let seconds = (abs(number) >= 1e11 ? number / 1000 : number).rounded(.down)
    guard let whole = Int(exactly: seconds), Moment.range.contains(whole) else { return nil }
    return Moment(seconds: whole)
  }
}

extension String {
  /// The first `limit` characters, with an ellipsis if there are more.
  func shortened(to limit: Int) -> String {
    utf8.count <= limit || count <= limit ? self : prefix(limit - 1) + "…"
  }
}
