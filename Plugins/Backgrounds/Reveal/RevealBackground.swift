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
  public static let schema = ParameterSchema(file, percent, focusX, focusY, zoom, dim)

  private static let file = Parameter.file(
    "file", summary: "The photo: JPEG, PNG, WebP, HEIC or AVIF.")
  private static let percent = Parameter.integer(
    "percent", in: 0...100, default: 0, summary: "How far it is; only at 100 is it sharp.")
  private static let focusX = Parameter.number(
    "focus-x", in: 0...1, unit: .fraction, default: 0.5,
    summary: "The part that stays when the sides are cut: 0 left, 1 right.")
  private static let focusY = Parameter.number(
    "focus-y", in: 0...1, unit: .fraction, default: 0.5,
    summary: "The part that stays when top or bottom is cut: 0 top, 1 bottom.")
  private static let zoom = Parameter.number(
    "zoom", in: 1...10, default: 1, summary: "Enlargement beyond covering the screen.")
  private static let dim = Parameter.number(
    "dim", in: 0...1, unit: .fraction, default: 0, summary: "Black laid over it: 0 none, 1 all.")

  private let file: String
  private let percent: Int
  private let focus: UnitPoint
  private let zoom: Double
  private let dim: Double

  /// Reads all parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    file = try values.value(of: Self.file)
    percent = try values.value(of: Self.percent)
    focus = UnitPoint(x: try values.value(of: Self.focusX), y: try values.value(of: Self.focusY))
    zoom = try values.value(of: Self.zoom)
    dim = try values.value(of: Self.dim)
  }

  /// The photo with as much of it as the percentage shows.
  ///
  /// A template names nobody's photo, so what is missing is told only here.
  public func layers(in context: ComposeContext) throws(RenderError) -> [Layer] {
    guard !file.isEmpty else {
      throw RenderError(
        .photoUnreadable, "no photo was given", origin: .option("photo"),
        hint: "add --photo FILE, or \"parameters\": { \"file\": \"photo.jpg\" } where it is named")
    }
    let veil = Veil(percent: percent)
    let image = ImageContent(
      file: file, frame: context.bounds, focus: focus, zoom: zoom, blur: veil.deviation,
      cells: veil.cells)
    // Below the photo, for one with clear parts.
    var layers = [Layer("fill", .fill(.color(.black))), Layer("photo", .image(image))]
    if dim > 0 { layers.append(Layer("dim", opacity: dim, .fill(.color(.black)))) }
    return layers
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
