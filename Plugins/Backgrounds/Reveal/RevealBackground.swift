public import WallfarmPluginKit

/// A photo that becomes clearer with progress and is sharp at 100 percent.
public struct RevealBackground: BackgroundPlugin {
  /// The identifier, `reveal`.
  public static let id = "reveal"
  /// The version; version 2 interpolates smoothly between squares.
  public static let version = 2
  /// The one-line summary for lists.
  public static let summary =
    "A blurred photo that becomes clearer with each percent and is sharp at 100 percent."
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

  /// The photo, obscured according to the percentage.
  ///
  /// Checks for the photo only here, because templates omit it.
  public func layers(in context: ComposeContext) throws(RenderError) -> [Layer] {
    try photo.requireFile()
    let veil = Veil(percent: percent)
    return photo.layers(on: .black, in: context) { image in
      (image.blur, image.cells) = (veil.deviation, veil.cells)
    }
  }
}

/// The averaging and blur of a photo at a percentage.
package struct Veil {
  /// Standard deviation of the blur in points.
  package let deviation: Double
  /// The side length in points of the squares in which pixels are averaged.
  package let cells: Double

  /// Blur radii in points for some percentages; the radii between them are interpolated linearly.
  private static let radii: [(percent: Int, radius: Double)] = [
    (0, 30), (25, 23), (50, 15), (75, 8), (99, 3),
  ]
  /// The side of the smallest squares in points; each larger size is twice the next smaller one, so
  /// that squares nest.
  private static let smallest = 6.0

  package init(percent: Int) {
    guard percent < 100 else {
      (deviation, cells) = (0, 0)
      return
    }
    let radius = Veil.radius(at: percent)
    // A radius equals two standard deviations.
    deviation = radius / 2
    // With squares of at least four deviations, the blur cannot be reversed.
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
