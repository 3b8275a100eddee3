internal import Designs
import WallfarmPluginKit

/// What stands in an area of a plan: one of its layouts, or a stack of parts.
struct PlannedPart: Sendable {
  /// One of the two.
  indirect enum Content: Sendable {
    /// The layout of this index.
    case layout(Int)
    /// A stack with its parts in order.
    case stack(StackForm, StackSettings, [PlannedPart])
  }

  let content: Content
  /// How long it is in the stack around it.
  let size: PartSize
  /// Where the template names it.
  let origin: Origin
}

extension LayoutPart {
  /// The part with its parameters read; `next` is the index of its first layout.
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
