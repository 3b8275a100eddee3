package import SourceJSON

extension ContentField.Form {
  /// Returns the accepted value that the user probably meant by a rejected value; nil if there is
  /// none.
  ///
  /// The result contains no text from the rejected value, because that text may be private.
  package func repaired(_ value: JSONValue) -> JSONValue? {
    guard let repaired = candidate(for: value), self.value(of: repaired) != nil else { return nil }
    return repaired
  }

  private func candidate(for value: JSONValue) -> JSONValue? {
    switch self {
    case .text, .photo:
      guard case .number = value else { return nil }
      return value.writtenText.map(JSONValue.string)
    case .number(let range): return number(in: value, range)
    case .figure: return number(in: value, ContentField.numbers)
    case .numbers:
      guard case .array(let items) = value else {
        return number(in: value, ContentField.numbers).map { .array([$0]) }
      }
      let numbers = items.compactMap { number(in: $0, ContentField.numbers) }
      return numbers.count == items.count ? .array(numbers) : nil
    case .flag: return value.writtenFlag.map(JSONValue.bool)
    case .when: return WrittenDate.when(value).map { .string($0.description) }
    case .days:
      guard case .array(let items) = value else {
        return WrittenDate.day(value).map { .array([.string($0.description)]) }
      }
      let days = items.compactMap(WrittenDate.day)
      return days.count == items.count ? .array(days.map { .string($0.description) }) : nil
    case .color: return value.writtenText.flatMap(Color.repaired).map(JSONValue.string)
    case .rect: return nil
    }
  }

  private func number(in value: JSONValue, _ range: ClosedRange<Double>) -> JSONValue? {
    guard let number = value.writtenNumber?.value else { return nil }
    return .number(min(max(number, range.lowerBound), range.upperBound))
  }
}

extension ContentKind {
  /// A list with one sample entry to replace missing content; nil for kinds whose entries need a
  /// file.
  package var placeholder: JSONValue? {
    guard self != .notes else { return ["Buy milk"] }
    guard let example = ContentExamples.entries(of: self).first else { return nil }
    let required = fields.filter(\.isRequired).map(\.key)
    return .array([.object(example.values.filter { required.contains($0.key) }.mapValues(\.json))])
  }

  /// Returns the placeholder's value for a required field; nil if the field is the path of a file.
  package func placeholder(of field: ContentField) -> JSONValue? {
    guard self != .notes else { return field.key == "text" ? "Buy milk" : nil }
    return ContentExamples.entries(of: self).first?.values[field.key]?.json
  }
}
