import BuiltInPlugins
import Designs
import Foundation
import Snapshots
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// A suite in its own folder.
struct TestSuite {
  let folder: TemporaryFolder

  init(_ text: String) throws {
    folder = try TemporaryFolder()
    try folder.write(text, to: "snapshots.json")
  }

  var path: String { folder.path }

  func suite() throws -> SnapshotSuite {
    let (suite, problems) = try SuiteReader.read(
      SuiteFolder(path), installation: Workspace.installation, plugins: .builtIn)
    if let first = problems.first { throw first }
    return suite
  }

  /// Renders and compares all snapshots.
  @discardableResult
  func run(
    _ mode: RecordMode = .never, plugins: PluginRegistry = .builtIn,
    devices: DeviceCatalog? = nil, workers: Int = 2
  ) throws -> SnapshotRun {
    try SnapshotRunner(
      try suite(), mode: mode, installation: Workspace.installation, plugins: plugins,
      devices: devices, workers: workers
    ).run()
  }

  /// Replaces text in one of the suite's files.
  func edit(_ file: String, _ old: String, _ new: String) throws {
    let text = try folder.text(file)
    precondition(text.contains(old), "'\(old)' is not in \(file)")
    try folder.write(text.replacingOccurrences(of: old, with: new), to: file)
  }

  func approval() throws -> Approval { try Approval(SuiteFolder(path)) }
}
