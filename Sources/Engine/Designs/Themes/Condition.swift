internal import Files
internal import SourceJSON
import WallfarmPluginKit

/// A condition in a file: `"when": {"kind": "ipad", "variant": "dark"}`.
package struct Condition: Sendable {
  /// The device kind as written; `nil` for any kind.
  let kind: String?
  /// The device and group names as written; `nil` for any device.
  let words: [String]?
  /// The variant for which the condition is true; `nil` for any variant.
  let variant: ThemeVariant?
  /// The ids of the devices that ``words`` names.
  private let ids: Set<String>
  /// The device groups in ``words``; a group can include devices that are not installed.
  private let groups: [DeviceGroup]

  /// A condition that is always true.
  static let always = Condition(kind: nil, words: nil, variant: nil, ids: [], groups: [])

  private init(
    kind: String?, words: [String]?, variant: ThemeVariant?, ids: Set<String>,
    groups: [DeviceGroup]
  ) {
    (self.kind, self.words, self.variant, self.ids) = (kind, words, variant, ids)
    self.groups = groups
  }

  package func isTrue(on device: Device, as variant: ThemeVariant?) -> Bool {
    Condition.isKind(kind, device) && (words == nil || isNamed(device))
      && (self.variant == nil || self.variant == variant)
  }

  /// Whether ``words`` names a device, by its id or by a group.
  private func isNamed(_ device: Device) -> Bool {
    ids.contains(device.id) || groups.contains { $0.contains(device) }
  }

  /// The device kinds in conditions: `ipad` matches screens at least as large as a tablet screen,
  /// and `iphone` matches all others.
  package static let kinds = ["iphone", "ipad"] + DeviceKind.allCases.map(\.rawValue)

  private static func isKind(_ kind: String?, _ device: Device) -> Bool {
    switch kind {
    case nil: true
    case "iphone": !device.isTablet
    case "ipad": device.isTablet
    case let kind: device.kind.rawValue == kind
    }
  }

  /// Parses a condition; if it is invalid, reports errors and returns `nil`.
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
    self.kind = kind
    guard let list = object["device"] else {
      (words, ids, groups) = (nil, [], [])
      guard reader.problems.count == count else { return nil }
      return
    }
    let written = (list.elements ?? [list]).compactMap(\.string)
    words = written
    groups = written.compactMap { DeviceGroup($0.lowercased()) }
    let named = reader.devices(list, in: catalog).filter { Condition.isKind(kind, $0) }
    ids = Set(named.map(\.id))
    if named.isEmpty, reader.problems.count == count {
      reader.report(
        RenderError(
          .invalidValue, "this 'when' does not match any device", origin: reader.origin(node),
          hint: "no device meets both conditions, so remove 'kind' or 'device'"))
    }
    guard reader.problems.count == count else { return nil }
  }
}

extension FileReader {
  /// Reads the value of an optional key, and reports an error if the value is not one of the
  /// accepted words.
  fileprivate mutating func choice(_ key: String, of node: JSONNode, _ words: [String]) -> String? {
    guard let value = node[key] else { return nil }
    if let word = value.string, words.contains(word) { return word }
    report(wrong(value, "'\(key)'", "one of " + words.joined(separator: ", "), among: words))
    return nil
  }

  /// Decodes devices and groups from a string or a list.
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
          "'device'", expected: "at most 100", got: "a list of \(items.count) entries",
          origin: origin(node),
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
