package import Designs
internal import Files
internal import SourceJSON
package import WallfarmCore
package import WallfarmPluginKit

/// A parsed job.
package struct Job {
  /// The identifier from the file, or an identifier derived from the content.
  package let id: String
  /// Whether the file specifies the identifier.
  package let isNamed: Bool
  /// The position of the job in the file, from 1.
  package let number: Int
  /// The request without a device or an output; for a film, only the file scope is set.
  package let request: RenderRequest
  /// The request as it is queued: with the paths of the note and content files instead of their
  /// contents.
  package let queued: RenderRequest
  /// The film options, or `nil` for a picture.
  package var film: FilmFields?
  package let devices: [Device]
  /// The output pattern from the file.
  package let output: String?
  package let priority: Int
  /// The timeout for one attempt in seconds, or `nil` for the farm's default.
  package let timeout: Double?
  /// The positions of the job and its keys in the file, for error messages.
  package let places: WrittenPlaces

  /// The default output pattern.
  static let standardOutput = "{id}/{template}-{device}.{format}"
}

extension Job {
  /// The output pattern with the job's identifier filled in.
  ///
  /// - Throws: `output-pattern`.
  package func outputPattern() throws(RenderError) -> OutputPattern {
    try OutputPattern(output ?? Job.standardOutput, id: id)
  }

  /// The existing files that the job references, with their keys; theme names and inline text are
  /// excluded.
  package var inputs: [(key: String, path: String)] {
    var names: [(String, String?)] = [
      ("notes", queued.contentFiles.notes), ("content", queued.contentFiles.content),
      ("theme", queued.theme),
    ]
    if case .photo(let file) = queued.background { names.append(("photo", file)) }
    if let film { names.append(("photo", film.photo)) }
    for setting in queued.settings {
      if case .string(let text) = setting.value { names.append(("set", text)) }
    }
    if queued.template.contains("/") {
      names.append(("template", queued.template + "/template.json"))
    }
    if let film, FilmFields.isPath(film.motion) { names.append(("motion", film.motion)) }
    for file in request.content.photoFiles { names.append(("content", file)) }
    return names.compactMap { key, name in
      guard let name else { return nil }
      let path = Files.join(request.files.folder, name)
      return PathComparison.fileToRead(path) == nil ? nil : (key, path)
    }
  }
}
