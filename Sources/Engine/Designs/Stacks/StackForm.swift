package import WallfarmPluginKit

/// The direction in which layouts share an area.
///
/// Like a plugin, a stack has parameters, which can refer to tokens and to template parameters.
package enum StackForm: String, Sendable, CaseIterable {
  /// From top to bottom.
  case stack
  /// Side by side, in reading direction.
  case columns
}

extension StackForm: RegisteredPlugin {
  /// The description of the stack in the same form as a plugin's description.
  package var description: PluginDescription {
    PluginDescription(
      id: rawValue, version: 1, kind: .layout,
      summary: self == .stack
        ? "Layouts stacked vertically."
        : "Layouts placed side by side in the reading direction.",
      schema: self == .stack
        ? ParameterSchema(StackSettings.gap, StackSettings.side, StackSettings.anchor)
        : ParameterSchema(StackSettings.gap, StackSettings.side), content: [])
  }
}

/// The decoded parameters of a stack.
package struct StackSettings: Sendable {
  static let gap = Parameter.number(
    "gap", in: 0...200, unit: .typePoints, default: 24, summary: "Space between adjacent layouts.")
  static let side = Parameter.number(
    "side", in: 0...200, unit: .typePoints, default: 0,
    summary: "Margin at the sides, in addition to the margins of the layouts.")
  static let anchor = Parameter.choice(
    "anchor", default: Anchor.center,
    summary: "Position of the layouts if they do not fill the area."
  )

  /// The vertical position of parts that do not fill their area.
  package enum Anchor: String, Sendable, CaseIterable {
    /// At the top of the area.
    case top
    /// In the middle of the area.
    case center
    /// At the bottom of the area.
    case bottom
  }

  /// The gap between two parts, in points on a screen 430 pt wide.
  package let gap: Double
  /// The left and right margins, in the same unit as ``gap``.
  package let side: Double
  /// The vertical position of parts that do not fill their area.
  package let anchor: Anchor

  /// Decodes the parameters of a stack of the given form.
  package init(_ values: ParameterValues, of form: StackForm) throws(RenderError) {
    gap = try values.value(of: Self.gap)
    side = try values.value(of: Self.side)
    anchor = form == .stack ? try values.value(of: Self.anchor) : .center
  }
}
