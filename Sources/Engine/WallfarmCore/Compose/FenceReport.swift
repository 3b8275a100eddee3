package import WallfarmPluginKit

/// A part of the fence round a program of a plugin; the order is that of reports.
public enum FenceLayer: String, Sendable, Hashable, Codable, CaseIterable {
  /// It reads only its own folder and what is installed, and changes no file.
  case files
  /// It cuts no file short either.
  case lengths
  /// It has no network, no socket, and no memory that outlives it.
  case network
  /// It sends signals to nobody but what it started.
  case signals
}

/// What stood round the code of a plugin while it made a picture.
public struct FenceReport: Sendable, Hashable {
  /// The layers that stood.
  public let layers: Set<FenceLayer>

  /// A fence of some layers.
  public init(layers: Set<FenceLayer>) { self.layers = layers }

  /// No fence at all.
  public static let none = FenceReport(layers: [])

  /// What was not to be had.
  public var missing: [FenceLayer] { FenceLayer.allCases.filter { !layers.contains($0) } }
  /// What was to be had.
  public var standing: [FenceLayer] { FenceLayer.allCases.filter(layers.contains) }
}

/// Hears what stood round a plugin from outside.
package protocol FenceLog: AnyObject {
  /// Once for each picture, when the plugin has answered; nil where it has no process of its own.
  func ran(behind fence: FenceReport?)
}

extension RenderWarning {
  /// What of the fence round plugins is missing; nil where nothing is.
  package static func unfenced(_ plugins: [String], _ fence: FenceReport) -> RenderWarning? {
    guard !fence.missing.isEmpty else { return nil }
    let names = plugins.map { "'\($0)'" }.joined(separator: ", ")
    return RenderWarning(
      .pluginUnfenced,
      (plugins.count == 1 ? "the plugin \(names) runs" : "the plugins \(names) run")
        + " without a part of the fence: "
        + fence.missing.map(\.rawValue).joined(separator: ", "),
      hint: "this machine cannot build it, see 'wallfarm doctor'; run only plugins that you trust")
  }
}
