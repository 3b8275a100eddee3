public import WallfarmPluginKit

/// A single-color background.
public struct SolidColorBackground: BackgroundPlugin {
  /// The identifier, `solid-color`.
  public static let id = "solid-color"
  /// The first version.
  public static let version = 1
  /// The one-line summary that is shown in lists of plugins.
  public static let summary = "One color."
  /// The parameters: `color`.
  public static let schema = ParameterSchema(color)

  static let color = Parameter.color(
    "color", default: .black, summary: "CSS hex color or name: black, gray, white, #1c1c1e …")

  let color: Color

  /// Reads `color`.
  public init(_ values: ParameterValues) throws(RenderError) {
    color = try values.value(of: Self.color)
  }

  /// A single fill.
  public func layers(in context: ComposeContext) -> [Layer] {
    [Layer("background", .fill(.color(color)))]
  }
}
