package import WallfarmPluginKit

/// How layouts share an area: below one another, or beside one another.
///
/// It reads its parameters as a plugin does, so they may be tokens and parameters of the template.
package enum StackForm: String, Sendable, CaseIterable {
  /// Below one another.
  case stack
  /// Beside one another, the first where reading begins.
  case columns
}

extension StackForm: RegisteredPlugin {
  /// What can be set for it.
  package var description: PluginDescription {
    PluginDescription(
      id: rawValue, version: 1, kind: .layout,
      summary: self == .stack
        ? "Layouts below one another."
        : "Layouts beside one another, the first where reading begins.",
      schema: self == .stack
        ? ParameterSchema(StackSettings.gap, StackSettings.side, StackSettings.anchor)
        : ParameterSchema(StackSettings.gap, StackSettings.side), content: [])
  }
}

/// The parameters of a stack, read.
package struct StackSettings: Sendable {
  static let gap = Parameter.number(
    "gap", in: 0...200, unit: .typePoints, default: 24, summary: "Room between two parts.")
  static let side = Parameter.number(
    "side", in: 0...200, unit: .typePoints, default: 0,
    summary: "Room at the sides, besides that of the layouts.")
  static let anchor = Parameter.choice(
    "anchor", default: Anchor.center, summary: "Where the parts stand when room is left over.")

  /// Where parts stand that do not fill their area.
  package enum Anchor: String, Sendable, CaseIterable {
    /// At its top.
    case top
    /// In its middle.
    case center
    /// At its bottom.
    case bottom
  }

  /// Room between two parts, in points of a screen that is 430 pt wide.
  package let gap: Double
  /// Room at the sides, in the same points.
  package let side: Double
  /// Where parts stand that do not fill their area.
  package let anchor: Anchor

  /// Reads the parameters of a form.
  package init(_ values: ParameterValues, of form: StackForm) throws(RenderError) {
    gap = try values.value(of: Self.gap)
    side = try values.value(of: Self.side)
    anchor = form == .stack ? try values.value(of: Self.anchor) : .center
  }
}
