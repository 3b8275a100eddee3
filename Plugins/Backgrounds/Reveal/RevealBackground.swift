public import WallfarmPluginKit

/// A photo that becomes clearer with each step towards a goal, and is sharp only when that is reached.
public struct RevealBackground: BackgroundPlugin {
  /// `reveal`.
  public static let id = "reveal"
  /// The first.
  public static let version = 1
  /// One line for lists.
  public static let summary =
    "A photo that is blurred, clearer with each percent, and sharp at 100."
  /// All parameters.
  public static let schema = ParameterSchema(
    keys.file, percent, keys.focusX, keys.focusY, keys.zoom, keys.dim)

  private static let keys = PhotoKeys()
  private static let percent = Parameter.integer(
    "percent", in: 0...100, default: 0, summary: "How far it is; only at 100 is it sharp.")

  private let photo: ShownPhoto
  private let percent: Int

  /// Reads all parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    photo = try ShownPhoto(Self.keys, values)
    percent = try values.value(of: Self.percent)
  }

  /// The photo with as much of it as the percentage shows.
  ///
  /// A template names nobody's photo, so what is missing is told only here.
  public func layers(in context: ComposeContext) throws(RenderError) -> [Layer] {
    try photo.requireFile()
    let veil = Veil(percent: percent)
    return photo.layers(on: .black, in: context) { image in
      (image.blur, image.cells) = (veil.deviation, veil.cells)
    }
  }
}

/// What hides a photo at a percentage.
struct Veil {
  /// Standard deviation of the blur, in points.
  let deviation: Double
  /// Side of the squares that get the mean of their pixels, in points.
  let cells: Double

  /// Radii in points at some percentages; between them along lines.
  private static let radii: [(percent: Int, radius: Double)] = [
    (0, 30), (25, 23), (50, 15), (75, 8), (99, 3),
  ]
  /// The smallest squares; all others are twice as large as the next smaller ones, so that each holds four of them.
  private static let smallest = 6.0

  init(percent: Int) {
    guard percent < 100 else {
      (deviation, cells) = (0, 0)
      return
    }
    let radius = Veil.radius(at: percent)
    // A radius is two standard deviations.
    deviation = radius / 2
    // Squares of four deviations or more: with smaller ones a blur can be undone.
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
