public import WallfarmPluginKit

/// Whether large numbers in a picture are written with all of their digits.
public enum NumberLength: Sendable {
  /// Writes all digits: `123,456,789.5`.
  case full
  /// Abbreviates thousands or millions with the word of the language: `123.5M`.
  case short

  /// Whether the full form of a number is longer than the short form.
  public static func matters(for value: Double) -> Bool { abs(value) >= 10_000 }

  /// A number with at most two decimals.
  ///
  /// - Throws: `language-failed`.
  public func text(
    _ value: Double, _ words: any LanguageWords
  ) throws(RenderError) -> String {
    try words.number(value, isShort(value) ? .compact(decimals: 1) : .plain(decimals: 2))
  }

  /// A change with its sign and at most two decimals.
  ///
  /// - Throws: `language-failed`.
  public func change(
    _ value: Double, _ words: any LanguageWords
  ) throws(RenderError) -> String {
    try words.number(value, isShort(value) ? .compactChange(decimals: 1) : .change(decimals: 2))
  }

  private func isShort(_ value: Double) -> Bool {
    self == .short && NumberLength.matters(for: value)
  }

  /// Arranges numbers in full form, or in short form if full numbers are too small or do not all
  /// fit.
  ///
  /// - Parameters:
  ///   - hasLong: whether the content contains numbers for which the form matters.
  ///   - context: the context of the layout.
  ///   - arrange: arranges the numbers in one of the forms.
  /// - Returns: the arrangement in full form, or the one in short form if it is clearly larger or
  ///   shows more.
  /// - Throws: the errors of `arrange`.
  public static func arrangement(
    hasLong: Bool, in context: ComposeContext,
    _ arrange: (NumberLength) throws(RenderError) -> Arrangement
  ) throws(RenderError) -> Arrangement {
    guard hasLong else { return try arrange(.full) }
    guard let full = try ifFitting({ () throws(RenderError) in try arrange(.full) }) else {
      return try arrange(.short)
    }
    let size = full.figureSize
    guard size < good * context.typeScale || !full.warnings.isEmpty else { return full }
    // The word for thousands may be taller than digits, for example in Arabic.
    guard let short = try ifFitting({ () throws(RenderError) in try arrange(.short) }) else {
      return full
    }
    let showsMore = short.layers.count > full.layers.count
    return showsMore || short.figureSize > size * clearly ? short : full
  }

  /// The type size in points on a phone at which shorter numbers are not needed.
  private static let good = 40.0
  /// The ratio of type sizes that justifies fewer digits.
  private static let clearly = 1.05
}

extension Arrangement {
  /// The type size of the values in points, which is the same for all values; 0 without values.
  package var figureSize: Double {
    let sizes = layers.compactMap { layer -> Double? in
      guard layer.name.hasSuffix(".value"), case .text(let text) = layer.content else { return nil }
      return text.block.style.size
    }
    return sizes.min() ?? 0
  }
}
