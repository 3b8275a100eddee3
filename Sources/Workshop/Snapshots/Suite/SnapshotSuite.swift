public import Designs
internal import Motion
public import WallfarmCore
public import WallfarmPluginKit

/// A suite of pictures to render and compare, from a `snapshots.json` file.
public struct SnapshotSuite: Sendable {
  /// The folder of the suite.
  public let folder: SuiteFolder
  /// The thresholds for differences.
  public let thresholds: Thresholds
  /// The pictures to compare, in the order of the snapshots in the file and then of the devices.
  public private(set) var snapshots: [Snapshot]
  /// The names of all pictures in the file, including pictures that are filtered out.
  let names: Set<String>

  init(folder: SuiteFolder, thresholds: Thresholds, snapshots: [Snapshot]) {
    (self.folder, self.thresholds, self.snapshots) = (folder, thresholds, snapshots)
    names = Set(snapshots.map(\.name))
  }

  /// Returns the suite with only some of its pictures.
  ///
  /// - Parameter patterns: name patterns; `*` matches any characters.
  /// - Returns: the suite with the pictures that match a pattern.
  /// - Throws: `unknown-snapshot` for a pattern without a match.
  public func only(_ patterns: [String]) throws(RenderError) -> SnapshotSuite {
    for pattern in patterns
    where !snapshots.contains(where: { NamePattern(pattern).matches($0.name) }) {
      throw .unknownPicture(pattern, known: snapshots.map(\.name))
    }
    var suite = self
    suite.snapshots = snapshots.filter { snapshot in
      patterns.contains { NamePattern($0).matches(snapshot.name) }
    }
    return suite
  }

}

/// A picture of a suite: a request on a device, or a moment of a film.
public struct Snapshot: Sendable {
  /// The name in the suite, such as `lock-rtl`.
  public let title: String
  /// The device.
  public let device: Device
  /// The subject to draw.
  package let subject: Subject
  /// Whether the reference includes a picture file.
  public let keepsPicture: Bool

  /// The content of a snapshot: a render request or a moment of a film.
  package enum Subject: Sendable {
    /// A request that renders to memory.
    case request(RenderRequest)
    case moment(FilmMoment)
  }

  /// The render request; nil for a moment of a film.
  public var request: RenderRequest? {
    if case .request(let request) = subject { request } else { nil }
  }

  /// The default time of a snapshot, in UTC: 09:41, the time that clocks show in advertisements.
  static let now = When("2026-01-09T09:41")

  /// The name on the command line and below `references`: `lock-rtl/iphone15`.
  public var name: String { title + "/" + Device.name(device.id, .portrait) }
}
