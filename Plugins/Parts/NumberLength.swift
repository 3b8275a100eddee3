public import WallfarmPluginKit

/// Whether large numbers in a picture are written with all of their digits.
public enum NumberLength: Sendable {
  /// Writes all digits: `123,456,789.5`.
  case full
  /// Abbreviates thousands or millions as is usual in the language: `123.5M`.
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
  ///   - hasLong: whether the content contains numbers that are shorter in short form.
  ///   - context: the context of the layout.
  ///   - arrange: arranges the numbers in the given form.
  /// - Returns: the arrangement in full form, or the arrangement in short form if it is clearly
  ///   larger or shows more entries.
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
    // The short form may not fit, because the word for thousands can be taller than digits, for
    // example in Arabic.
    guard let short = try ifFitting({ () throws(RenderError) in try arrange(.short) }) else {
      return full
    }
    let showsMore = short.layers.count > full.layers.count
    return showsMore || short.figureSize > size * clearly ? short : full
  }

  /// The type size at which full numbers are large enough, in points on a phone.
  private static let good = 40.0
  /// The ratio of the short form's type size to the full form's type size above which the short
  /// form is used.
  private static let clearly = 1.05
}

extension Arrangement {
  /// The smallest type size of the values in points; 0 if there are no values.
  package var figureSize: Double {
    let sizes = layers.compactMap { layer -> Double? in
      guard layer.name.hasSuffix(".value"), case .text(let text) = layer.content else { return nil }
      return text.block.style.size
    }
    return sizes.min() ?? 0
  }
}
