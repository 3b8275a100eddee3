public import Designs
internal import Files
import WallfarmCore
public import WallfarmPluginKit

/// The components that pictures and films depend on.
///
/// These are the program, libraries, fonts, templates, themes, motions, devices, maps and plugins.
/// Two machines with the same toolchain render the same picture from the same unit.
public struct Toolchain: Sendable, Hashable {
  /// The first 16 hex digits of the SHA-256 of all components; each unit contains this digest.
  public let digest: String

  /// Computes the toolchain of an installation from its files.
  ///
  /// - Parameters:
  ///   - installation: The installed templates and fonts.
  ///   - plugins: The plugins that templates may use.
  /// - Throws: `fonts-missing`, `file-unreadable`.
  public init(
    of installation: Installation, _ plugins: PluginRegistry
  ) throws(RenderError) {
    var encoding = CanonicalEncoding("wallfarm toolchain", format: 1)
    for part in try Fingerprint.Part.toolchain(of: installation) {
      encoding.field(part.name, part.digest)
    }
    let files = Files.namesBelow(installation.templates)
    let digests = try files.map { (file) throws(RenderError) in
      try FileDigest.sha256(ofFile: Files.join(installation.templates, file))
    }
    encoding.texts("templates", files)
    encoding.texts("their files", digests)
    let motions = Files.names(in: installation.motions).sorted()
    encoding.texts("motions", motions)
    encoding.texts(
      "their contents",
      try motions.map { (file) throws(RenderError) in
        try FileDigest.sha256(ofFile: Files.join(installation.motions, file))
      })
    let devices = Files.names(in: installation.devices).filter { $0.hasSuffix(".json") }.sorted()
    encoding.texts("devices", devices)
    encoding.texts(
      "their numbers",
      try devices.map { (file) throws(RenderError) in
        try FileDigest.sha256(ofFile: Files.join(installation.devices, file))
      })
    let maps = Files.names(in: installation.maps).filter { $0.hasSuffix(".bin") }.sorted()
    encoding.texts("maps", maps)
    encoding.texts(
      "their coasts",
      try maps.map { (file) throws(RenderError) in
        try FileDigest.sha256(ofFile: Files.join(installation.maps, file))
      })
    encoding.texts(
      "plugins",
      (plugins.backgrounds.map(\.description) + plugins.layouts.map(\.description)).map { plugin in
        let kind = "\(plugin.kind.rawValue) \(plugin.id) \(plugin.version)"
        guard case .folder(_, let digest) = plugin.source else { return kind }
        return "\(kind) \(digest())"
      }.sorted())
    digest = String(encoding.digest.prefix(16))
  }
}
