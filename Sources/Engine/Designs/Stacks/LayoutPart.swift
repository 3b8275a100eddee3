internal import Diagnostics
internal import Files
internal import SourceJSON
import WallfarmPluginKit

/// What stands in an area: a layout, or a stack that divides it among parts.
package struct LayoutPart: Sendable {
  /// One of the two.
  package indirect enum Content: Sendable {
    /// A layout.
    case layout(PluginUse)
    /// A stack of more parts, with its parameters.
    case stack(StackForm, settings: PluginUse, parts: [LayoutPart])
  }

  /// What it is.
  package let content: Content
  /// How long it is in the stack around it.
  package let size: PartSize
  /// Where it counts; nil: everywhere.
  let condition: Condition?

  /// Stacks in stacks, at most.
  package static let deepest = 2
  /// Parts of one stack, at most; each still has room on no screen.
  package static let mostParts = 24

  /// Every layout in it, in order.
  package var layouts: [PluginUse] {
    switch content {
    case .layout(let use): [use]
    case .stack(_, _, let parts): parts.flatMap(\.layouts)
    }
  }

  /// Every layout in it, and what its stacks are set to.
  package var uses: [PluginUse] {
    switch content {
    case .layout(let use): [use]
    case .stack(_, let settings, let parts): [settings] + parts.flatMap(\.uses)
    }
  }

  /// The part with what counts on a device; nil where nothing does.
  package func counting(on device: String, as variant: ThemeVariant?) -> LayoutPart? {
    guard condition?.isTrue(on: device, as: variant) ?? true else { return nil }
    guard case .stack(let form, let settings, let parts) = content else { return self }
    let counting = parts.compactMap { $0.counting(on: device, as: variant) }
    guard !counting.isEmpty else { return nil }
    return LayoutPart(
      content: .stack(form, settings: settings, parts: counting), size: size, condition: nil)
  }
}

extension LayoutPart {
  /// Reads `{"plugin": …}`, `{"stack": […]}` or `{"columns": […]}`; `depth` counts the stacks around it.
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
      origin: origin, hint: "put its parts into the stack around it")
  }

  fileprivate static func wrongNumber(
    of parts: Int, in form: StackForm, origin: Origin
  ) -> RenderError {
    .invalidValue(
      "'\(form.rawValue)'", expected: "1 to \(LayoutPart.mostParts) layouts or stacks",
      got: parts == 0 ? "empty" : "a list of \(parts)", origin: origin)
  }
}
