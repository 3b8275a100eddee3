package import Designs
internal import Files
internal import SourceJSON
package import WallfarmPluginKit

extension Template {
  /// Notes that show what it looks like; nil where it has none.
  ///
  /// - Throws: what reading notes throws.
  package func sampleNotes() throws(RenderError) -> [Note]? {
    switch sample {
    case .none: return nil
    case .list(let node):
      return try located(node.place.origin(in: file)) { () throws(RenderError) in
        try NotesReader.notes(in: node)
      }
    case .file(let path, let origin):
      return try located(origin, file: path) { () throws(RenderError) in
        try NotesReader.read(path)
      }
    }
  }

  /// What is wrong with the sample is told where the template names it, or in the file where it has lines.
  private func located(
    _ origin: Origin, file: String? = nil, _ read: () throws(RenderError) -> [Note]
  ) throws(RenderError) -> [Note] {
    do throws(RenderError) {
      let notes = try read()
      // It would say that nothing is left.
      guard !notes.isEmpty else {
        throw RenderError.invalidValue(
          "'sample'", expected: "at least one note", got: "an empty list", origin: origin)
      }
      return notes
    } catch {
      var problem = error
      if case .file(_, line: .some, _) = problem.origin { throw problem }
      problem.origin = origin
      if error.code == .noNotes { problem.hint = "write a note on each line" }
      // Those two name the file themselves.
      if let file, ![.fileUnreadable, .fileTooLarge].contains(error.code) {
        problem.also = problem.also ?? "the file is '\(file)'"
      }
      throw problem
    }
  }
}
