import Designs
import WallfarmCore
import WallfarmPluginKit

/// The output of `wallfarm --version --verbose`: the version, the installer and the optional
/// components.
struct VersionReport {
  let version: String

  /// The line that `wallfarm --version` prints, followed by lines with `name: value` pairs.
  var text: String {
    let installation: Installation
    do throws(RenderError) {
      installation = try Installation.find()
    } catch {
      return "\(version)\ninstalled by: unknown (\(error.message))"
    }
    let head = [
      version, "installed by: \(installation.installer.rawValue)", "data: \(installation.root)",
    ]
    let libraries = Wallfarm.libraries.map { "library \($0.name): \($0.version)" }
    let parts = OptionalPart.all(of: installation).map {
      "optional \($0.name): \($0.isPresent ? "present" : "not installed (\($0.source))")"
    }
    return (head + libraries + parts).joined(separator: "\n")
  }
}
