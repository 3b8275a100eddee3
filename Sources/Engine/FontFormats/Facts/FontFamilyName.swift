/// Compares the names of font families as fontconfig does.
public enum FontFamilyName {
  /// Whether two names are equal apart from case and spaces.
  public static func isSame(_ one: String, _ other: String) -> Bool {
    key(one) == key(other)
  }

  /// Returns a string that is equal for all names that fontconfig considers equal.
  ///
  /// The string contains the case-folded scalars of the name without its spaces. Canonically
  /// equivalent names, such as `é` with and without a combining accent, have different keys, and so
  /// the scalars must be compared.
  public static func key(_ name: String) -> [Unicode.Scalar] {
    var key: [Unicode.Scalar] = []
    for scalar in name.unicodeScalars where scalar != " " {
      if scalar.isASCII {
        key.append(("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar)
      } else {
        key += folded(scalar)
      }
    }
    return key
  }

  /// Returns the full case folding of a character outside ASCII, in lowercase.
  private static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    // The dotless i is a letter of its own, although its capital is an I.
    if scalar == "ı" || !scalar.properties.changesWhenCaseMapped { return [scalar] }
    // The first step is for the capital ẞ, which has no other capital.
    return Array(scalar.properties.lowercaseMapping.uppercased().lowercased().unicodeScalars)
  }
}
