import Foundation
import Testing
import WallfarmTesting

/// The Python client in `clients/python`, tested by its own tests against the built program.
@Suite struct PythonClientTests {
  private static let python = Workspace.root + "/.build/python/bin/python"
  private static let package = Workspace.root + "/clients/python"

  /// Runs Python in the client's folder.
  private static func run(_ arguments: [String], in folder: TemporaryFolder) -> (
    text: String, status: Int32
  ) {
    Tool.run(
      "env", ["-C", package, python, "-B"] + arguments, withErrors: true,
      environment: [
        "WALLFARM_PROGRAM": Program.path, "WALLFARM_HOME": Workspace.root,
        "WALLFARM_KEY_FILE": Program.keyFile, "PYTHONDONTWRITEBYTECODE": "1",
        "PIP_NO_CACHE_DIR": "1", "TMPDIR": folder.path,
      ])
  }

  /// Runs the client's tests: every method on every route, retries, files, types, builds, and the
  /// recipes exactly as written.
  @Test(.tags(.web)) func theClientKeepsItsPromises() throws {
    let folder = try TemporaryFolder()
    let (said, status) = Self.run(
      ["-m", "pytest", "-q", "--basetemp", folder.file("pytest")], in: folder)
    #expect(status == 0, "\(said.suffix(5000))")
    #expect(said.contains(" passed") && !said.contains(" skipped"), "\(said.suffix(300))")
  }

  /// mypy accepts the client and its tests, so their type annotations are complete.
  @Test(.tags(.web)) func theTypesOfTheClientAreComplete() throws {
    let folder = try TemporaryFolder()
    let (said, status) = Self.run(
      ["-m", "mypy", "--cache-dir", folder.file("cache"), "src/wallfarm", "tests"], in: folder)
    #expect(status == 0, "\(said.suffix(3000))")
  }
}
