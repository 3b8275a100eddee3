public import WallfarmPluginKit

/// A photo that becomes clearer as the percentage rises and is sharp at 100 percent.
public struct RevealBackground: BackgroundPlugin {
  /// The identifier, `reveal`.
  public static let id = "reveal"
  /// The version; version 2 interpolates smoothly between the squares.
  public static let version = 2
  /// The one-line summary that is shown in lists of plugins.
  public static let summary =
    "A blurred photo that becomes clearer as the percentage rises and is sharp at 100 percent."
  /// The parameters of the plugin.
  public static let schema = ParameterSchema(
    keys.file, percent, keys.focusX, keys.focusY, keys.zoom, keys.dim)

  private static let keys = PhotoKeys()
  private static let percent = Parameter.integer(
    "percent", in: 0...100, default: 0,
    summary: "Progress in percent; the photo is sharp only at 100.")

  private let photo: ShownPhoto
  private let percent: Int

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    photo = try ShownPhoto(Self.keys, values)
    percent = try values.value(of: Self.percent)
  }

  /// Returns the photo, obscured according to the percentage.
  ///
  /// A missing photo is reported only here and not by the initializer, because templates omit the
  /// photo.
  public func layers(in context: ComposeContext) throws(RenderError) -> [Layer] {
    try photo.requireFile()
    let veil = Veil(percent: percent)
    return photo.layers(on: .black, in: context) { image in
      (image.blur, image.cells) = (veil.deviation, veil.cells)
    }
  }
}

/// The blur and the averaging that obscure a photo at a given percentage of progress.
package struct Veil {
  /// The standard deviation of the blur in points.
  package let deviation: Double
  /// The side length, in points, of the squares over which pixels are averaged.
  package let cells: Double

  /// The blur radii in points for some percentages; radii for other percentages are interpolated
  /// linearly.
  private static let radii: [(percent: Int, radius: Double)] = [
    (0, 30), (25, 23), (50, 15), (75, 8), (99, 3),
  ]
  /// The side length of the smallest squares in points; it is doubled for each larger size, so that
  /// smaller squares nest in larger squares.
  private static let smallest = 6.0

  package init(percent: Int) {
    guard percent < 100 else {
      (deviation, cells) = (0, 0)
      return
    }
    let radius = Veil.radius(at: percent)
    // A blur radius equals two standard deviations.
    deviation = radius / 2
    // If the side of a square is at least four standard deviations, the blur cannot be reversed.
    var cells = Veil.smallest
    while cells < 4 * deviation { cells *= 2 }
    self.cells = cells
  }

  private static func radius(at percent: Int) -> Double {
    for (one, other) in zip(radii, radii.dropFirst()) where percent <= other.percent {
      let share = Double(percent - one.percent) / Double(other.percent - one.percent)
      return one.radius + (other.radius - one.radius) * share
    }
    return 3
  }
}
