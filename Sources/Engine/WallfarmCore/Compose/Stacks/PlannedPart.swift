internal import Designs
import WallfarmPluginKit

/// The content of an area in a plan: a layout or a stack of parts.
struct PlannedPart: Sendable {
  /// A layout or a stack.
  indirect enum Content: Sendable {
    /// The layout at this index in the plan's list of layouts.
    case layout(Int)
    /// A stack with its parts in order.
    case stack(StackForm, StackSettings, [PlannedPart])
  }

  let content: Content
  /// The size of the part along the enclosing stack.
  let size: PartSize
  /// The position of the part in the template.
  let origin: Origin
}

extension RenderPlan {
  /// Whether a part is a layout of the background, outside any stack.
  func isBackdrop(_ part: PlannedPart) -> Bool {
    if case .layout(let index) = part.content { layouts[index].instance.isBackdrop } else { false }
  }
}

extension LayoutPart {
  /// Returns the part with its parameters resolved; `next` is the index of its first layout.
  func planned(
    next: inout Int,
    values: (PluginUse, StackForm) throws(RenderError) -> ParameterValues
  ) throws(RenderError) -> PlannedPart {
    switch content {
    case .layout(let use):
      next += 1
      return PlannedPart(content: .layout(next - 1), size: size, origin: use.pluginOrigin)
    case .stack(let form, let settings, let parts):
      let read = try StackSettings(try values(settings, form), of: form)
      var planned: [PlannedPart] = []
      for part in parts { planned.append(try part.planned(next: &next, values: values)) }
      return PlannedPart(
        content: .stack(form, read, planned), size: size, origin: settings.pluginOrigin)
    }
  }
}
