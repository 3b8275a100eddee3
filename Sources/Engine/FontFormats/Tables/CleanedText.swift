internal import Diagnostics

// Text from fonts, prepared for display.

extension String {
  /// The text on one line, without control characters and other hidden characters, and shortened
  /// to 300 Unicode scalars.
  var cleaned: String {
    var scalars: [Unicode.Scalar] = []
    var isSpaced = false
    for scalar in unicodeScalars where scalars.count <= Self.mostScalars {
      if scalar.properties.isWhitespace {
        isSpaced = !scalars.isEmpty
      } else if !scalar.isHidden {
        if isSpaced { scalars.append(" ") }
        scalars.append(scalar)
        isSpaced = false
      }
    }
    if scalars.count > Self.mostScalars {
      scalars = scalars.prefix(Self.mostScalars - 1) + ["…"]
    }
    return String(String.UnicodeScalarView(scalars))
  }

  private static let mostScalars = 300
}
