public import Designs
internal import Motion
public import WallfarmCore
public import WallfarmPluginKit

/// What to render and compare: the file `snapshots.json` of a folder.
public struct SnapshotSuite: Sendable {
  /// Where it is.
  public let folder: SuiteFolder
  /// How large a difference has to be.
  public let thresholds: Thresholds
  /// Every picture, in the order of the file and of its devices.
  public private(set) var snapshots: [Snapshot]
  /// Names of all pictures in the file, also where only some of them are looked at.
  let names: Set<String>

  init(folder: SuiteFolder, thresholds: Thresholds, snapshots: [Snapshot]) {
    (self.folder, self.thresholds, self.snapshots) = (folder, thresholds, snapshots)
    names = Set(snapshots.map(\.name))
  }

  /// The suite with some of its pictures only.
  ///
  /// - Parameter patterns: their names; `*` stands for any letters.
  /// - Returns: the suite with those that one of the patterns is true of.
  /// - Throws: `unknown-snapshot` for a pattern that names none.
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

/// One picture of a suite: a request on one device, or a moment of a film.
public struct Snapshot: Sendable {
  /// What the suite calls it, such as `lock-rtl`.
  public let title: String
  /// The screen.
  public let device: Device
  /// What to draw.
  let subject: Subject
  /// Whether its reference has a picture beside its text.
  public let keepsPicture: Bool

  /// What a snapshot is a picture of.
  enum Subject: Sendable {
    /// It goes to memory.
    case request(RenderRequest)
    case moment(FilmMoment)
  }

  /// What to render; nil for a moment of a film.
  public var request: RenderRequest? {
    if case .request(let request) = subject { request } else { nil }
  }

  /// The time that a snapshot is for where it says none, in UTC: 09:41, as clocks in advertisements show.
  static let now = When("2026-01-09T09:41")

  /// Its name on the command line and below `references`: `lock-rtl/iphone15`.
  public var name: String { title + "/" + device.id }
}
