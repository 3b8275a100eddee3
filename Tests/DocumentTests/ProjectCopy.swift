import Foundation
import WallfarmTesting

/// A copy of the project, which tests use as contributors and users would.
struct ProjectCopy {
  /// The absolute path of its root folder.
  let path: String

  /// Copies all files of the project that are not ignored by Git.
  ///
  /// If the folder contains a build from an earlier copy, the build is kept, because it is still
  /// valid for unchanged files.
  init(in path: String) throws {
    self.path = path
    let (text, status) = Tool.run(
      "bash",
      [
        "-c",
        """
        set -eo pipefail
        mkdir -p "$1/.build"
        find "$1" -mindepth 1 -maxdepth 1 -not -name .build -exec rm -rf {} +
        cd "$0"
        git ls-files -z --cached --others --exclude-standard | xargs -0 cp -a --parents -t "$1"
        # Test programs from PyPI, which make test would install again.
        ln -sfn "$0/.build/python" "$1/.build/python"
        """, Workspace.root, path,
      ], withErrors: true)
    guard status == 0 else { throw CopyProblem(text: text) }
  }

  /// Runs a bash script in the root folder.
  func run(_ script: String) -> (text: String, status: Int32) { runPlainly(script, in: path) }
}

/// Runs a bash script without the environment variables of the project and of make.
///
/// The only project variable that is passed is the path of a key file, so that no key is created in
/// the user's home folder.
func runPlainly(
  _ script: String, in folder: String, withErrors: Bool = true
) -> (text: String, status: Int32) {
  let preamble = """
    unset ${!WALLFARM_*} ${!MAKE*} MFLAGS CI
    export WALLFARM_KEY_FILE='\(Program.keyFile)'
    # Processes in the background end with the script.
    trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
    cd "$0"
    """
  return Tool.run(
    "bash", ["-c", "\(preamble)\n\(script)", folder], withErrors: withErrors)
}

private struct CopyProblem: Error { let text: String }
