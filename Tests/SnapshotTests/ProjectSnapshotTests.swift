import BuiltInPlugins
import Designs
import Foundation
import Motion
import Snapshots
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The snapshot suite of the project in `__Snapshots__`, for every screen.
@Suite struct ProjectSnapshotTests {
  static let folder = "Tests/SnapshotTests/__Snapshots__"

  /// The suite and its problems, read once for all tests.
  private static let project = Result {
    try SuiteReader.read(
      SuiteFolder("\(Workspace.root)/\(folder)"), installation: Workspace.installation,
      plugins: .builtIn)
  }

  /// `make record` accepts the current pictures; continuous integration writes nothing.
  @Test func everyTemplateLooksAsRecordedOnEveryDevice() throws {
    let mode = try RecordMode.choose(
      option: nil, environment: ProcessInfo.processInfo.environment, standard: .missing)
    let (suite, problems) = try Self.project.get()
    try #require(problems.isEmpty, "\(problems)")
    let runner = SnapshotRunner(
      suite, mode: mode, installation: Workspace.installation, plugins: .builtIn,
      workers: Processors.count)
    let run = try runner.run()
    if mode == .all { try runner.prune(run) }
    for group in run.groups { Issue.record("\(Self.words(of: group, in: run))") }
    #expect(mode == .all || run.strays.isEmpty, "\(run.strays) belong to no picture")
    if mode == .missing {
      #expect(run.recorded == 0, "\(run.recorded) references were missing and are recorded now")
    }
  }

  /// Returns the group's changes, the paths of their pictures, and the command that accepts them.
  private static func words(of group: ChangeGroup, in run: SnapshotRun) -> String {
    let members = run.results.filter { group.members.contains($0.name) }
    let lines = members.prefix(6).map { result in
      let files = PictureRole.allCases.compactMap { result.files[$0] }
      let words = result.error?.message ?? result.words.prefix(4).joined(separator: "; ")
      return "\(result.name): \(words)" + files.map { "\n    \($0)" }.joined()
    }
    let more = members.count > 6 ? "\n… and \(members.count - 6) more" : ""
    return """
      \(members.count) of \(group.outOf): \(group.headline)
      \(group.cause.sentence)
      \(lines.joined(separator: "\n"))\(more)
      accept it with 'make record', or with
        .build/release/wallfarm snapshot approve \(folder) --group \(group.number)
      look at \(folder)/results/report.html
      """
  }

  @Test func everyTemplateAndThemeAndDeviceAndFilmHasASnapshot() throws {
    let suite = try Self.project.get().0
    let designs = DesignLibrary(installation: Workspace.installation)
    for template in designs.templateNames {
      let devices = suite.snapshots.filter { $0.title == template }.map(\.device)
      #expect(Set(devices).isSuperset(of: DeviceCatalog.appleScreens), "\(template)")
    }
    for theme in designs.themeNames {
      #expect(suite.snapshots.contains { $0.request?.theme == theme }, "\(theme)")
    }
    let motions = MotionLibrary(folder: Workspace.installation.motions)
    for name in motions.names {
      let motion = try motions.motion(name)
      let times = Set(suite.snapshots.compactMap { $0.moment(of: name)?.time })
      let chosen = Set(FilmMoment.Kind.allCases.flatMap { $0.times(of: motion) })
      #expect(times.isStrictSuperset(of: chosen), "\(name) needs its still ones and one that moves")
    }
  }
}

extension Snapshot {
  /// The moment of the named film that the snapshot shows, or `nil` if it shows another film or
  /// none.
  fileprivate func moment(of name: String) -> FilmMoment? {
    if case .moment(let moment) = subject, moment.motion.name == name { moment } else { nil }
  }
}
