package import WallfarmPluginKit

/// A layer of the fence around a plugin program; reports list the layers in this order.
public enum FenceLayer: String, Sendable, Hashable, CaseIterable {
  /// The program can read only its own folder and installed files, and cannot write files.
  case files
  /// The program cannot truncate files.
  case lengths
  /// The program cannot use the network, sockets, or shared memory that would outlive it.
  case network
  /// The program can signal only processes that it started.
  case signals
}

/// The fence around a plugin while it composed a picture.
public struct FenceReport: Sendable, Hashable {
  /// The active layers.
  public let layers: Set<FenceLayer>

  /// Creates a report of active layers.
  public init(layers: Set<FenceLayer>) { self.layers = layers }

  /// A report with no active layers.
  public static let none = FenceReport(layers: [])

  /// The layers that were not available.
  public var missing: [FenceLayer] { FenceLayer.allCases.filter { !layers.contains($0) } }
  /// The active layers, in order.
  public var standing: [FenceLayer] { FenceLayer.allCases.filter(layers.contains) }
}

extension RenderWarning {
  /// A warning about missing layers; `nil` if the fence is complete.
  package static func unfenced(_ plugins: [String], _ fence: FenceReport) -> RenderWarning? {
    guard !fence.missing.isEmpty else { return nil }
    let names = plugins.map { "'\($0)'" }.joined(separator: ", ")
    return RenderWarning(
      .pluginUnfenced,
      (plugins.count == 1 ? "the plugin \(names) runs" : "the plugins \(names) run")
        + " without these layers of the fence: "
        + fence.missing.map(\.rawValue).joined(separator: ", "),
      hint: "this machine does not support it (see 'wallfarm doctor'); run only trusted plugins")
  }
}
