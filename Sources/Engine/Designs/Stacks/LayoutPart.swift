internal import Diagnostics
internal import Files
internal import SourceJSON
import WallfarmPluginKit

/// The content of an area: a layout, or a stack that divides the area among parts.
package struct LayoutPart: Sendable {
  /// A layout or a stack.
  package indirect enum Content: Sendable {
    /// A layout.
    case layout(PluginUse)
    /// A stack of parts, with its parameters.
    case stack(StackForm, settings: PluginUse, parts: [LayoutPart])
  }

  /// The layout or stack.
  package let content: Content
  /// The size along the axis of the enclosing stack.
  package let size: PartSize
  /// The condition under which the part is shown; `nil` if it is always shown.
  let condition: Condition?

  /// The maximum nesting depth of stacks.
  package static let deepest = 2
  /// The maximum number of parts in a stack.
  package static let mostParts = 24

  /// All layouts in the part, in order.
  package var layouts: [PluginUse] {
    switch content {
    case .layout(let use): [use]
    case .stack(_, _, let parts): parts.flatMap(\.layouts)
    }
  }

  /// All layouts in the part and the parameters of its stacks.
  package var uses: [PluginUse] {
    switch content {
    case .layout(let use): [use]
    case .stack(_, let settings, let parts): [settings] + parts.flatMap(\.uses)
    }
  }

  /// The part without any nested parts whose conditions are false; `nil` if no layout remains.
  package func counting(on device: Device, as variant: ThemeVariant?) -> LayoutPart? {
    guard condition?.isTrue(on: device, as: variant) ?? true else { return nil }
    guard case .stack(let form, let settings, let parts) = content else { return self }
    let counting = parts.compactMap { $0.counting(on: device, as: variant) }
    guard !counting.isEmpty else { return nil }
    return LayoutPart(
      content: .stack(form, settings: settings, parts: counting), size: size, condition: nil)
  }
}

extension LayoutPart {
  /// Parses `{"plugin": …}`, `{"stack": […]}` or `{"columns": […]}`; `depth` is the number of
  /// enclosing stacks.
  init?(
    _ node: JSONNode, depth: Int = 0, in reader: inout FileReader, devices: DeviceCatalog
  ) {
    let forms = StackForm.allCases.filter { node[$0.rawValue] != nil }
    let own = ["parameters", "when"] + (depth > 0 ? ["size"] : [])
    if let form = forms.first, let list = node[form.rawValue] {
      guard let object = reader.object(node, "a stack", keys: [form.rawValue] + own) else {
        return nil
      }
      guard depth < Self.deepest else {
        reader.report(.stacksTooDeep(origin: reader.origin(node)))
        return nil
      }
      guard let elements = list.elements else {
        reader.report(reader.wrong(list, "'\(form.rawValue)'", "a list of layouts or stacks"))
        return nil
      }
      guard (1...Self.mostParts).contains(elements.count) else {
        reader.report(.wrongNumber(of: elements.count, in: form, origin: reader.origin(list)))
        return nil
      }
      content = .stack(
        form, settings: PluginUse(form, object, in: &reader),
        parts: elements.compactMap {
          LayoutPart($0, depth: depth + 1, in: &reader, devices: devices)
        })
    } else {
      guard let use = PluginUse(node, in: &reader, "a layout", keys: ["plugin"] + own) else {
        return nil
      }
      content = .layout(use)
    }
    size = node["size"].flatMap { depth > 0 ? PartSize($0, in: &reader) : nil } ?? .fill(1)
    condition = node["when"].flatMap { Condition($0, in: &reader, devices: devices) }
  }
}

extension RenderError {
  fileprivate static func stacksTooDeep(origin: Origin) -> RenderError {
    .invalidValue(
      "a stack", expected: "at most two stacks around a layout", got: "nested three deep",
      origin: origin, hint: "move its layouts into the enclosing stack")
  }

  fileprivate static func wrongNumber(
    of parts: Int, in form: StackForm, origin: Origin
  ) -> RenderError {
    .invalidValue(
      "'\(form.rawValue)'", expected: "1 to \(LayoutPart.mostParts) layouts or stacks",
      got: parts == 0 ? "empty" : "a list of \(parts) entries", origin: origin)
  }
}
