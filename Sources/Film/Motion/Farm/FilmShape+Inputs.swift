import Files
import RenderFarm
import RenderPool
import WallfarmPluginKit

extension FilmShape {
  /// Checks that no input file has changed since the film was planned, because segments would not
  /// match.
  ///
  /// Contents are compared by digest, so that copied or touched files count as unchanged.
  ///
  /// - Throws: `input-changed`, `file-unreadable`.
  func checkInputs() throws(RenderError) {
    for path in inputs.keys.sorted() where try FileDigest.sha256(ofFile: path) != inputs[path] {
      throw .inputChanged(path)
    }
  }
}

extension RenderError {
  /// The error for a file that has changed since the film was planned.
  static func inputChanged(_ path: String) -> RenderError {
    RenderError(
      .inputChanged, "'\(path)' has changed since the film was planned", origin: .file(path),
      hint: "give the job file again: the film is planned as it is now")
  }
}
