internal import ContentSources
internal import Files
internal import SourceJSON
package import WallfarmPluginKit

extension Template {
  /// Reads the sample content of the template; `nil` if the template has no sample.
  ///
  /// - Throws: An error that a content reader throws.
  package func sampleContent(
    now: When? = nil, zone: String? = nil
  ) throws(RenderError) -> Content? {
    switch sample {
    case .none: return nil
    case .written(let node):
      let origin = node.place.origin(in: file)
      return try located(origin) { () throws(RenderError) in
        if node.elements != nil { return Content(notes: try NotesReader.notes(in: node)) }
        return try content(ContentReader.read(node, file: file), beside: file)
      }
    case .file(let path, let origin):
      return try located(origin, file: path) { () throws(RenderError) in
        let bytes = try Files.read(path, limit: ContentReader.mostBytes)
        guard ContentReader.isContent(bytes, file: path) else {
          return Content(notes: try NotesReader.parse(bytes, file: path))
        }
        return try content(
          try ContentReader.parse(
            bytes, file: path, at: CalendarNow(now: now ?? sampleNow, zone: zone)), beside: path)
      }
    }
  }

  /// Resolves the photo paths of parsed content relative to the folder of `file`; throws the first
  /// parsing error.
  private func content(
    _ read: (content: Content, problems: [RenderError]), beside file: String
  ) throws(RenderError) -> Content {
    if let first = read.problems.first { throw first }
    var content = read.content
    content.movePhotos(into: Files.folder(of: file))
    return content
  }

  /// Sets the origin of an error to the position of the sample in the template, unless the error
  /// already names a line.
  private func located(
    _ origin: Origin, file: String? = nil, _ read: () throws(RenderError) -> Content
  ) throws(RenderError) -> Content {
    do throws(RenderError) {
      let content = try read()
      // A sample with an empty list would show only the message that nothing is left to do.
      if content.sky != nil { return content }
      guard let first = content.kinds.first, !content.isEmpty(first) else {
        throw RenderError.invalidValue(
          "'sample'", expected: "at least one note, or other content",
          got: content.kinds.isEmpty ? "empty" : "an empty list", origin: origin)
      }
      return content
    } catch {
      var problem = error
      if case .file(_, line: .some, _) = problem.origin { throw problem }
      problem.origin = origin
      if error.code == .noNotes { problem.hint = "write one note per line" }
      // The messages for these codes already name the file.
      if let file, ![.fileUnreadable, .fileTooLarge].contains(error.code) {
        problem.also = problem.also ?? "the sample is in the file '\(file)'"
      }
      throw problem
    }
  }
}
