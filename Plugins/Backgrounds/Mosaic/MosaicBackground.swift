public import WallfarmPluginKit

/// A background of several photos in rows.
public struct MosaicBackground: BackgroundPlugin {
  /// The identifier, `mosaic`.
  public static let id = "mosaic"
  /// The first version.
  public static let version = 1
  /// The one-line summary that is shown in lists of plugins.
  public static let summary = "Several photos, arranged side by side to cover the screen."
  /// The parameters of the plugin.
  public static let schema = ParameterSchema(most, gap, radius, fill, dim)
  /// The content that the background uses: photos, which are required.
  public static let content = [ContentUse(.photos, isNeeded: true, fields: ["file"])]

  private static let most = Parameter.integer(
    "most", in: 1...60, default: 24,
    summary: "Maximum number of photos to show, starting with the first photo.")
  private static let gap = Parameter.number(
    "gap", in: 0...40, unit: .points, default: 3, summary: "Space between photos.")
  private static let radius = Parameter.number(
    "radius", in: 0...60, unit: .points, default: 0, summary: "Corner radius of the photos.")
  private static let fill = Parameter.color(
    "fill", default: .black, summary: "Color of the gaps between photos.")
  private static let dim = Parameter.number(
    "dim", in: 0...1, unit: .fraction, default: 0, summary: "Opacity of the black overlay.")

  private let most: Int
  private let gap: Double
  private let radius: Double
  private let fill: Color
  private let dim: Double

  /// Reads the parameters.
  public init(_ values: ParameterValues) throws(RenderError) {
    most = try values.value(of: Self.most)
    gap = try values.value(of: Self.gap)
    radius = try values.value(of: Self.radius)
    fill = try values.value(of: Self.fill)
    dim = try values.value(of: Self.dim)
  }

  /// Returns the fill, the photos in order from the top left, and a black layer if the photos are
  /// dimmed.
  ///
  /// The list of photos may be empty.
  public func layers(in context: ComposeContext) -> [Layer] {
    let files = (context.content[.photos] ?? []).prefix(most).compactMap { $0.text("file") }
    var layers = [Layer("fill", .fill(.color(fill)))]
    for (index, (file, frame)) in zip(files, frames(files.count, context.canvas)).enumerated() {
      let image = Layer("photo.\(index + 1).image", .image(ImageContent(file: file, frame: frame)))
      layers.append(
        Layer(
          "photo.\(index + 1)",
          .group(GroupContent([image], clip: .rounded(frame, radius: cornered(frame))))))
    }
    if dim > 0 { layers.append(Layer("dim", opacity: dim, .fill(.color(.black)))) }
    return layers
  }

  private func cornered(_ frame: Rect) -> Double { min(radius, frame.width / 2, frame.height / 2) }

  /// Returns the frames of the photos.
  ///
  /// All rows have the same height and nearly the same number of photos, so that the frames are
  /// approximately square.
  private func frames(_ count: Int, _ canvas: Size) -> [Rect] {
    guard count > 0 else { return [] }
    let ideal = (Double(count) * canvas.height / canvas.width).squareRoot().rounded()
    let rows = min(count, max(1, Int(ideal)))
    let height = (canvas.height - gap * Double(rows - 1)) / Double(rows)
    return (0..<rows).flatMap { row in
      // Place the extra photos in the lower rows, because the upper rows are behind the clock.
      let columns = count * (row + 1) / rows - count * row / rows
      let width = (canvas.width - gap * Double(columns - 1)) / Double(columns)
      return (0..<columns).map { column in
        Rect(
          x: Double(column) * (width + gap), y: Double(row) * (height + gap), width: width,
          height: height)
      }
    }
  }
}
