internal import Designs
internal import Digests
internal import Files
import Graphics
import SourceJSON
import WallfarmCore
public import WallfarmPluginKit

/// Checks that a bundle works for the shortcut and the user: sizes, opacity, digests, and links.
public struct BundleCheck {
  private let folder: String
  private var found: [RenderError] = []

  /// Creates a check of the bundle in a folder.
  public init(_ folder: String) { self.folder = folder }

  /// Returns all problems; the array is empty for a valid bundle.
  ///
  /// - Throws: `file-unreadable` or `invalid-json` if there is no valid manifest.
  public mutating func problems() throws(RenderError) -> [RenderError] {
    found = []
    let path = "\(folder)/\(BundleManifest.name)"
    let manifest = try WrittenFile.read(path)
    guard let device = manifest["device"]?.string.flatMap({ try? DeviceCatalog.known.device($0) })
    else {
      throw RenderError(
        .bundleBroken, "the manifest does not name a known device", origin: .file(path),
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
    let address = try address(manifest, path)
    checkList(listed, manifest, device, path)
    checkFolder("", listed.union([BundleManifest.name]))
    if device.system == .apple {
      checkLinks(manifest["shortcut"], isNeeded: address == nil, path)
    }
    try checkGuide(manifest, listed, device, address)
    return found
  }

  /// The download address; nil for a bundle that contains the wallpapers.
  private func address(
    _ manifest: JSONNode, _ path: String
  ) throws(RenderError) -> ReadAddress? {
    guard let node = manifest["address"] else { return nil }
    do throws(RenderError) {
      return try ReadAddress(node.string ?? "", origin: .file(path))
    } catch {
      throw RenderError(
        .bundleBroken, error.message, origin: error.origin, hint: "make the bundle again")
    }
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
      report("'\(name)' was changed after the bundle was made", path)
    }
    guard entry["width"] != nil else { return }
    checkPicture(bytes, name, path, device)
  }

  /// Checks the size and opacity of a picture.
  ///
  /// The Shortcuts app accepts any picture, so a mistake would be noticed only later.
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

  /// Checks that the manifest lists exactly the files that a bundle of this kind contains.
  private mutating func checkList(
    _ listed: Set<String>, _ manifest: JSONNode, _ device: Device, _ path: String
  ) {
    let (home, isFetched) = (manifest["home"]?.string, manifest["address"] != nil)
    let words = isFetched ? Set(AddressHome.allCases.map(\.rawValue)) : HomeChoice.words
    if !words.contains(home ?? "") {
      report("the manifest has no valid value for the home screen", path)
    }
    var codes: Set<GuideCode> = isFetched ? [.address] : []
    if device.system == .apple {
      codes.formUnion(isFetched ? [.run] : [.run, .link])
      if manifest["shortcut"]?["link"]?.string != nil { codes.insert(.link) }
    }
    let films = (manifest["films"]?.elements ?? []).compactMap { $0["motion"]?.string }
    let expected = BundleLayout.paths(
      codes, hasHome: home != HomeChoice.keep.word, films: films)
    for name in expected.subtracting(listed).sorted() {
      report("'\(name)' is missing from the manifest", path)
    }
    for name in listed.subtracting(expected).sorted() {
      report(
        name == BundleLayout.home
          ? "the home screen stays as it is, but the bundle has a picture for it"
          : "the manifest lists '\(name)', which is not part of a bundle of this kind", path)
    }
  }

  /// Checks for extra files, because the shortcut uses any picture in its folders, and users may
  /// open any file.
  private mutating func checkFolder(_ part: String, _ listed: Set<String>) {
    for name in FolderList.allNames(in: "\(folder)/\(part)") where !listed.contains(part + name) {
      if listed.contains(where: { $0.hasPrefix("\(part)\(name)/") }) {
        checkFolder("\(part)\(name)/", listed)
      } else {
        report("'\(part)\(name)' is not part of the bundle", "\(folder)/\(part)\(name)")
      }
    }
  }

  /// Checks the statements in the guide, unless the guide's digest is wrong, which is reported
  /// elsewhere.
  private mutating func checkGuide(
    _ manifest: JSONNode, _ listed: Set<String>, _ device: Device, _ address: ReadAddress?
  ) throws(RenderError) {
    let path = "\(folder)/\(BundleLayout.guide)"
    let entry = manifest["files"]?.elements?.first { $0["path"]?.string == BundleLayout.guide }
    guard let bytes = try WrittenFile.bytes(of: path),
      SHA256.hex(of: bytes) == entry?["sha256"]?.string
    else { return }
    let shortcut = manifest["shortcut"]
    let claims = GuideClaims(bytes, shortcut: shortcut?["name"]?.string ?? "", address: address)
    var addresses = [shortcut?["link"]?.string, shortcut?["run"]?.string, address?.lock]
    if manifest["home"]?.string == AddressHome.address.rawValue { addresses.append(address?.home) }
    let preset = manifest["preset"]?.whole
    let isNumbered = address == nil && device.system == .apple
    let mistakes = claims.mistakes(
      files: listed, device: device, language: manifest["language"]?.string,
      preset: isNumbered ? preset ?? 0 : preset,
      addresses: Set(addresses.compactMap { $0 }))
    for mistake in mistakes { report(mistake, path) }
  }

  /// Checks the links of a shortcut; a shortcut that the user makes does not have an install link.
  private mutating func checkLinks(_ shortcut: JSONNode?, isNeeded: Bool, _ path: String) {
    do throws(RenderError) {
      let link = shortcut?["link"]?.string
      if let link = isNeeded ? link ?? "" : link { _ = try ShortcutLink(link, origin: .file(path)) }
      let name = shortcut?["name"]?.string ?? ""
      if name.isEmpty || shortcut?["run"]?.string != Shortcut.runAddress(of: name) {
        report("the run address does not match the name of the shortcut", path)
      }
    } catch {
      found.append(error)
    }
  }

  private mutating func report(_ message: String, _ path: String) {
    found.append(
      RenderError(.bundleBroken, message, origin: .file(path), hint: "make the bundle again"))
  }
}
