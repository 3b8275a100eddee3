internal import Designs
internal import Digests
internal import Files
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
        .bundleBroken, "the manifest names no device that is known", origin: .file(path),
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
    checkList(listed, home: manifest["home"]?.string, path)
    checkFolder("", listed.union([BundleManifest.name]))
    checkLinks(manifest["shortcut"], path)
    try checkGuide(manifest, listed, device)
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

  /// What the manifest lists is what a bundle of its kind has, no more and no less.
  private mutating func checkList(_ listed: Set<String>, home: String?, _ path: String) {
    if !HomeChoice.words.contains(home ?? "") {
      report("the manifest does not say what becomes of the home screen", path)
    }
    let expected = BundleLayout.paths(hasHome: home != HomeChoice.keep.word)
    for name in expected.subtracting(listed).sorted() {
      report("'\(name)' is missing from the manifest", path)
    }
    for name in listed.subtracting(expected).sorted() {
      report(
        name == BundleLayout.home
          ? "the home screen is to stay as it is, and there is a picture for it"
          : "the manifest lists '\(name)', which belongs to no bundle of this kind", path)
    }
  }

  /// The shortcut takes any picture that lies in its folders, and a person looks into all of them.
  private mutating func checkFolder(_ part: String, _ listed: Set<String>) {
    for name in FolderList.allNames(in: "\(folder)/\(part)") where !listed.contains(part + name) {
      if listed.contains(where: { $0.hasPrefix("\(part)\(name)/") }) {
        checkFolder("\(part)\(name)/", listed)
      } else {
        report("'\(part)\(name)' is no part of the bundle", "\(folder)/\(part)\(name)")
      }
    }
  }

  /// What the guide says has to be so; one that is not as it was made is reported as that alone.
  private mutating func checkGuide(
    _ manifest: JSONNode, _ listed: Set<String>, _ device: Device
  ) throws(RenderError) {
    let path = "\(folder)/\(BundleLayout.guide)"
    let entry = manifest["files"]?.elements?.first { $0["path"]?.string == BundleLayout.guide }
    guard let bytes = try WrittenFile.bytes(of: path),
      SHA256.hex(of: bytes) == entry?["sha256"]?.string
    else { return }
    let claims = GuideClaims(bytes, shortcut: manifest["shortcut"]?["name"]?.string ?? "")
    let mistakes = claims.mistakes(
      files: listed, device: device, language: manifest["language"]?.string,
      preset: manifest["preset"]?.whole ?? 0, link: manifest["shortcut"]?["link"]?.string ?? "",
      run: manifest["shortcut"]?["run"]?.string ?? "")
    for mistake in mistakes { report(mistake, path) }
  }

  private mutating func checkLinks(_ shortcut: JSONNode?, _ path: String) {
    do throws(RenderError) {
      let link = try ShortcutLink(shortcut?["link"]?.string ?? "", origin: .file(path))
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
      RenderError(.bundleBroken, message, origin: .file(path), hint: "make the bundle again"))
  }
}
