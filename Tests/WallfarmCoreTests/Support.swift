import BuiltInPlugins
import Designs
import Foundation
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

extension TemporaryFolder {
  /// Returns an installation with the checkout's fonts and shared themes, and a temporary
  /// `Templates` folder.
  func installation() throws -> Installation {
    let manager = FileManager.default
    try manager.createDirectory(atPath: file("Templates"), withIntermediateDirectories: true)
    try manager.createSymbolicLink(
      atPath: file("Fonts"), withDestinationPath: Workspace.root + "/Fonts")
    try manager.createSymbolicLink(
      atPath: file("Templates/themes"), withDestinationPath: Workspace.root + "/Templates/themes")
    return Installation(root: path)
  }
}

/// A renderer with a fixed key.
func makeRenderer(
  _ installation: Installation = Workspace.installation, key: SecretKey? = .known
) throws -> Renderer {
  try Renderer(installation: installation, plugins: .builtIn, key: key)
}

extension RenderRequest {
  /// Returns a request for one note on a single-color background on the smallest screen, which
  /// renders fast.
  static func quick(
    template: String = "lock", device: String = "iphone8", notes: [String]? = ["Buy milk"],
    theme: String? = nil, background: BackgroundChoice = .color("navy"),
    settings: [String] = [], output: Output = .memory
  ) throws -> RenderRequest {
    var request = RenderRequest(
      template: template, device: device, notes: notes?.map { Note($0) }, theme: theme,
      background: background, output: output)
    request.settings = try settings.map { try Setting(parsing: $0) }
    return request
  }

  /// A copy of the request with a change.
  func with(_ change: (inout RenderRequest) -> Void) -> RenderRequest {
    var copy = self
    change(&copy)
    return copy
  }
}
