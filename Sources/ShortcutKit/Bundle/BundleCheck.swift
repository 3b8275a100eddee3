import Graphics
import SourceJSON
import WallfarmCore
public import WallfarmPluginKit

/// Checks a bundle as the shortcut and a person will meet it: sizes, opacity, digests, links.
public struct BundleCheck {
  private let folder: String
  private var found: [RenderError] = []

  /// Prepares to check a folder.
  public init(_ folder: String) { self.folder = folder }

  /// Everything that is wrong; empty for a good bundle.
  ///
  /// - Throws: `file-unreadable`, `invalid-json` where there is no manifest to check by.
  public mutating func problems() throws(RenderError) -> [RenderError] {
    found = []
    let path = "\(folder)/\(BundleManifest.name)"
    let manifest = try WrittenFile.read(path)
    guard let device = manifest["device"]?.string.flatMap({ try? DeviceCatalog.shipped.device($0) })
    else {
      throw RenderError(
        .bundleBroken, "the manifest names no device that is known", origin: path,
        hint: "make the bundle again")
    }
    var listed: Set<String> = []
    for entry in manifest["files"]?.elements ?? [] {
      guard let name = entry["path"]?.string, isInside(name) else {
        report("the manifest names a file outside of the bundle", path)
        continue
      }
      listed.insert(name)
      try check(entry, name, device)
    }
    try checkFolders(listed, home: manifest["home"]?.string)
    checkLinks(manifest["shortcut"], path)
    for name in ["LockScreen/lock.png", "instruction.png", "setup.html"]
    where !listed.contains(name) {
      report("'\(name)' is missing from the manifest", path)
    }
    return found
  }

  private func isInside(_ name: String) -> Bool {
    !name.hasPrefix("/") && !name.split(separator: "/").contains("..") && !name.isEmpty
  }

  private mutating func check(
    _ entry: JSONNode, _ name: String, _ device: Device
  ) throws(RenderError) {
    let path = "\(folder)/\(name)"
    guard let bytes = try WrittenFile.bytes(of: path) else {
      return report("'\(name)' is missing", path)
    }
    if SHA256.hex(of: bytes) != entry["sha256"]?.string {
      report("'\(name)' is not the file that was made", path)
    }
    guard entry["width"] != nil else { return }
    checkPicture(bytes, name, path, device)
  }

  /// Shortcuts takes a picture of any size and any opacity, and the phone shows what comes of it.
  private mutating func checkPicture(
    _ bytes: [UInt8], _ name: String, _ path: String, _ device: Device
  ) {
    do throws(RenderError) {
      let decoder = try PhotoDecoder(bytes, file: path)
      if decoder.size != device.pixels {
        report("'\(name)' has \(decoder.size) pixels; \(device.id) has \(device.pixels)", path)
      }
      let photo = try decoder.decode()
      if !photo.surface.isOpaque { report("'\(name)' is not opaque", path) }
    } catch {
      found.append(error)
    }
  }

  /// The shortcut takes any picture that lies in its folders.
  private mutating func checkFolders(
    _ listed: Set<String>, home: String?
  ) throws(RenderError) {
    for part in ["LockScreen", "HomeScreen"] {
      let names = FolderList.allNames(in: "\(folder)/\(part)")
      for name in names where !listed.contains("\(part)/\(name)") {
        report("'\(part)/\(name)' is no part of the bundle", "\(folder)/\(part)")
      }
      if part == "HomeScreen", home == "keep", !names.isEmpty {
        report("the home screen is to stay as it is, and there is a picture for it", folder)
      }
    }
  }

  private mutating func checkLinks(_ shortcut: JSONNode?, _ path: String) {
    do throws(RenderError) {
      let link = try ShortcutLink(shortcut?["link"]?.string ?? "", origin: path)
      let name = shortcut?["name"]?.string ?? ""
      let address = Shortcut(link: link, name: name).runAddress()
      if name.isEmpty || shortcut?["run"]?.string != address {
        report("the address that runs the shortcut is not that of its name", path)
      }
    } catch {
      found.append(error)
    }
  }

  private mutating func report(_ message: String, _ path: String) {
    found.append(
      RenderError(.bundleBroken, message, origin: path, hint: "make the bundle again"))
  }
}
