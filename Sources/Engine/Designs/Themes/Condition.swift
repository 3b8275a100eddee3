internal import Files
internal import SourceJSON
import WallfarmPluginKit

/// A condition in a file: `"when": {"kind": "ipad", "variant": "dark"}`.
package struct Condition: Sendable {
  /// The ids of the devices for which the condition is true.
  let devices: Set<String>
  /// The variant for which the condition is true; `nil` for any.
  let variant: ThemeVariant?

  private init(devices: Set<String>, variant: ThemeVariant?) {
    (self.devices, self.variant) = (devices, variant)
  }

  /// A condition that is true on all devices.
  static func everywhere(_ catalog: DeviceCatalog) -> Condition {
    Condition(devices: Set(catalog.devices.map(\.id)), variant: nil)
  }

  package func isTrue(on device: String, as variant: ThemeVariant?) -> Bool {
    devices.contains(device) && (self.variant == nil || self.variant == variant)
  }

  /// The device kinds in conditions.
  package static let kinds = ["iphone", "ipad"]

  /// Parses a condition; reports errors and returns `nil` if it is invalid.
  init?(_ node: JSONNode, in reader: inout FileReader, devices catalog: DeviceCatalog) {
    guard let object = reader.object(node, "'when'", keys: ["kind", "device", "variant"])
    else { return nil }
    let count = reader.problems.count
    if object.members?.isEmpty == true {
      reader.report(
        .invalidValue(
          "'when'", expected: "at least one of kind, device and variant", got: "empty",
          origin: reader.origin(node), hint: "add a condition, such as { \"kind\": \"ipad\" }"))
    }
    let kind = reader.choice("kind", of: object, Self.kinds)
    variant = reader.choice("variant", of: object, ThemeVariant.allCases.map(\.rawValue))
      .flatMap(ThemeVariant.init)
    var found = catalog.devices
    if let kind { found = found.filter { $0.isTablet == (kind == "ipad") } }
    if let list = object["device"] {
      let named = reader.devices(list, in: catalog)
      found = found.filter { device in named.contains(device) }
    }
    devices = Set(found.map(\.id))
    if devices.isEmpty, reader.problems.count == count {
      reader.report(
        RenderError(
          .invalidValue, "this 'when' does not match any device", origin: reader.origin(node),
          hint: "no device meets both conditions, so remove 'kind' or 'device'"))
    }
    guard reader.problems.count == count else { return nil }
  }
}

extension FileReader {
  /// The word of an optional key; an invalid word is reported.
  fileprivate mutating func choice(_ key: String, of node: JSONNode, _ words: [String]) -> String? {
    guard let value = node[key] else { return nil }
    if let word = value.string, words.contains(word) { return word }
    report(wrong(value, "'\(key)'", "one of " + words.joined(separator: ", "), among: words))
    return nil
  }

  /// Decodes devices and groups from a text or a list.
  fileprivate mutating func devices(_ node: JSONNode, in catalog: DeviceCatalog) -> [Device] {
    let items = node.elements ?? [node]
    if items.isEmpty {
      report(
        .invalidValue(
          "'device'", expected: "a device, or a list of devices", got: "an empty list",
          origin: origin(node), hint: "name a device, or leave 'device' out"))
    }
    guard items.count <= 100 else {
      report(
        .invalidValue(
          "'device'", expected: "at most 100", got: "\(items.count) entries", origin: origin(node),
          hint: "use groups, such as iphones, ipads or 2022…"))
      return []
    }
    return items.flatMap { item -> [Device] in
      guard let name = item.string else {
        report(wrong(item, "'device'", "the id of a device, or a group such as iphones"))
        return []
      }
      do throws(RenderError) {
        return try catalog.devices(in: name, origin: origin(item))
      } catch {
        report(error)
        return []
      }
    }
  }
}
