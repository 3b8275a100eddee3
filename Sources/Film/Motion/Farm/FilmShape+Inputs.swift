import Files
import RenderFarm
import RenderPool
import WallfarmPluginKit

extension FilmShape {
  /// Finds whether a file that the film is made from has changed since it was planned: one half of the film would show
  /// what was in it before, the other what is in it now.
  ///
  /// Contents are compared, so that a file which was only copied or touched is the same.
  ///
  /// - Throws: `input-changed`, `file-unreadable`.
  func checkInputs() throws(RenderError) {
    for path in inputs.keys.sorted() where try FileDigest.sha256(ofFile: path) != inputs[path] {
      throw .inputChanged(path)
    }
  }
}

extension RenderError {
  /// A file is not what it was when the film was planned.
  static func inputChanged(_ path: String) -> RenderError {
    RenderError(
      .inputChanged, "'\(path)' has changed since the film was planned", origin: .file(path),
      hint: "give the job file again: the film is planned as it is now")
  }
}
