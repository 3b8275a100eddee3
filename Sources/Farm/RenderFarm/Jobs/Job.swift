import Designs
import Files
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// A parsed job.
struct Job {
  /// The given identifier, or one derived from the content.
  let id: String
  /// Whether the identifier was given.
  let isNamed: Bool
  /// The position of the job in the file, from 1.
  let number: Int
  /// The request without device and output; for a film, only the file scope is set.
  let request: RenderRequest
  /// The film options, or `nil` for a picture.
  var film: FilmFields?
  let devices: [Device]
  let output: String
  let priority: Int
  /// Timeout of an attempt in seconds, or `nil` for the default of the farm.
  let timeout: Double?
  /// The fields of the job merged with the defaults of the file, without positions.
  let fields: [String: JSONValue]
  /// Locates errors in the file.
  let places: WrittenPlaces

  /// The default output pattern.
  static let standardOutput = "{id}/{template}-{device}.{format}"
}

extension Job {
  /// The existing files that the job references, with their keys; excludes theme names and inline
  /// text.
  var inputs: [(key: String, path: String)] {
    var names = ["notes", "content", "photo", "theme"].map { ($0, fields[$0]) }
    if case .object(let settings)? = fields["set"] { names += settings.map { ("set", $1) } }
    if case .string(let template)? = fields["template"], template.contains("/") {
      names.append(("template", .string(template + "/template.json")))
    }
    if let film, FilmFields.isPath(film.motion) { names.append(("motion", .string(film.motion))) }
    names += request.content.photoFiles.map { ("content", .string($0)) }
    return names.compactMap { key, value in
      guard case .string(let name)? = value else { return nil }
      let path = Files.join(request.files.folder, name)
      return PathComparison.fileToRead(path) == nil ? nil : (key, path)
    }
  }
}
