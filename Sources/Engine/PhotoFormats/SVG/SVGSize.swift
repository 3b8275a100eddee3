import WallfarmPluginKit

/// The size of an SVG image, from the attributes of its root element.
enum SVGSize {
  /// The range of a length in CSS pixels.
  private static let lengths = 0.01...100_000.0
  /// The maximum ratio of the sides.
  private static let longest = 1000.0

  /// Returns the size in CSS pixels, or `nil` if the attributes do not determine it.
  ///
  /// A missing or relative width or height follows from the `viewBox`.
  static func size(of root: XMLElement) -> Size? {
    let box = root["viewBox"].flatMap(viewBox)
    if root["viewBox"] != nil, box == nil { return nil }
    let (width, height) = (root["width"].flatMap(length), root["height"].flatMap(length))
    let size: Size? =
      switch (width, height, box) {
      case (let width?, let height?, _): Size(width: width, height: height)
      case (let width?, nil, let box?):
        Size(width: width, height: width * box.height / box.width)
      case (nil, let height?, let box?):
        Size(width: height * box.width / box.height, height: height)
      case (nil, nil, let box?): box
      case (_, _, nil): nil
      }
    guard let size, lengths.contains(size.width), lengths.contains(size.height),
      max(size.width / size.height, size.height / size.width) <= longest
    else { return nil }
    return size
  }

  private static func viewBox(_ text: String) -> Size? {
    let numbers = text.split { $0 == "," || $0.isWhitespace }.map { Double($0) }
    guard numbers.count == 4, let width = numbers[2], let height = numbers[3],
      numbers.allSatisfy({ $0?.isFinite == true }), width > 0, height > 0
    else { return nil }
    return Size(width: width, height: height)
  }

  /// Returns an absolute length in CSS pixels; a percentage is relative and has no length.
  private static func length(_ text: String) -> Double? {
    let text = text.trimmed(\.isWhitespace)
    let units = ["px": 1, "pt": 4.0 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4]
    let unit = String(text.suffix(2))
    let factor = units[unit]
    let number = Double(factor == nil ? text : String(text.dropLast(2)))
    return number.flatMap { $0.isFinite && $0 > 0 ? $0 * (factor ?? 1) : nil }
  }
}
