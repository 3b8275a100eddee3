public import WallfarmPluginKit

/// Fills the screen with one colour.
public struct SolidColorBackground: BackgroundPlugin {
  /// `solid-color`.
  public static let id = "solid-color"
  /// 1.
  public static let version = 1
  /// One line for lists.
  public static let summary = "One colour."
  /// `color`.
  public static let schema = ParameterSchema(color)

  static let color = Parameter.color(
    "color", default: .black, summary: "CSS hex colour or name: black, gray, white, #1c1c1e …")

  let color: Color

  /// Reads `color`.
  public init(_ values: ParameterValues) throws(RenderError) {
    color = try values.value(of: Self.color)
  }

  /// One fill.
  public func layers(in context: ComposeContext) -> [Layer] {
    [Layer("background", .fill(.color(color)))]
  }
}
