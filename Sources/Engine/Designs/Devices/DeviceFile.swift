internal import Files
package import SourceJSON
package import WallfarmPluginKit

/// A file with the devices of one family.
package struct DeviceFile: Sendable {
  /// The path.
  package let path: String
  /// The name of the file without its extension.
  package let family: String
  private let bytes: [UInt8]
  private let isOwn: Bool

  /// The maximum size in bytes; the largest installed file has about 80,000 bytes.
  private static let mostBytes = 4 << 20
  private static let keys = [
    "$schema", "family", "title", "license", "sources", "rules", "devices",
  ]

  /// Reads a file without parsing it.
  ///
  /// - Throws: `file-unreadable`, `file-too-large`.
  package init(path: String, isOwn: Bool) throws(RenderError) {
    (self.path, self.isOwn) = (path, isOwn)
    let name = Files.name(of: path)
    family = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    bytes = try Files.read(path, limit: Self.mostBytes)
  }

  /// The screens of the device with the given id, found without parsing other devices; empty if the
  /// device is missing or has an error.
  func devices(named id: String) -> [Device] {
    guard DeviceOutline.contains(id, in: bytes[...]), let outline = DeviceOutline(bytes) else {
      return []
    }
    let rules = outline.rules.flatMap { try? JSONNode(parsing: Array(bytes[$0])) }
    for place in outline.devices where DeviceOutline.contains(id, in: bytes[place]) {
      guard let node = try? JSONNode(parsing: Array(bytes[place])), node["id"]?.string == id
      else { continue }
      var reader = DeviceReader(file: path, family: family, rules: rules, isOwn: isOwn)
      let devices = reader.devices(node)
      return reader.problems.isEmpty ? devices : []
    }
    return []
  }

  /// The content of a completely parsed file.
  package struct Content {
    /// The JSON of the file, for checks that cover more than the devices.
    package let root: JSONNode
    /// The screens without errors.
    package let devices: [Device]
    /// All errors in the file.
    package let problems: [RenderError]
  }

  /// Parses the file.
  ///
  /// - Throws: `invalid-json`.
  package func content() throws(RenderError) -> Content {
    let root = try JSONFile.parse(bytes, file: path, isDesign: true)
    var reader = FileReader(file: path)
    guard reader.object(root, "a device file", keys: Self.keys) != nil else {
      return Content(root: root, devices: [], problems: reader.problems)
    }
    if root["family"] == nil { reader.missing("family", in: "a device file", root) }
    guard let list = root["devices"] else {
      reader.missing("devices", in: "a device file", root)
      return Content(root: root, devices: [], problems: reader.problems)
    }
    guard let elements = list.elements, !elements.isEmpty else {
      reader.report(reader.wrong(list, "'devices'", "a list of at least one device"))
      return Content(root: root, devices: [], problems: reader.problems)
    }
    var devices = DeviceReader(file: path, family: family, rules: root["rules"], isOwn: isOwn)
    let found = elements.flatMap { devices.devices($0) }
    return Content(root: root, devices: found, problems: reader.problems + devices.problems)
  }
}
