import Designs
import Files
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// A job that was read: what to draw, on which devices, and where to.
struct Job {
  /// Given, or made from the content.
  let id: String
  /// Whether the id was given.
  let isNamed: Bool
  /// Counts the jobs of the file, from 1.
  let number: Int
  /// Everything but devices and output; of a film only where its files are.
  let request: RenderRequest
  /// What it says of a film; nil for a picture.
  var film: FilmWords?
  let devices: [Device]
  let output: String
  let priority: Int
  /// Most seconds for one attempt; nil for the farm's own.
  let timeout: Double?
  /// Its keys and values with the defaults of the file, without places.
  let fields: [String: JSONValue]
  /// Finds the place of a mistake.
  let places: WrittenPlaces

  /// Where its files go unless it says otherwise.
  static let standardOutput = "{id}/{template}-{device}.{format}"
}

extension Job {
  /// The files that it names and that are there, with their keys; a name of a theme, and a text, are
  /// none.
  var inputs: [(key: String, path: String)] {
    var names = ["notes", "content", "photo", "theme"].map { ($0, fields[$0]) }
    if case .object(let settings)? = fields["set"] { names += settings.map { ("set", $1) } }
    if case .string(let template)? = fields["template"], template.contains("/") {
      names.append(("template", .string(template + "/template.json")))
    }
    if let film, FilmWords.isPath(film.motion) { names.append(("motion", .string(film.motion))) }
    names += request.content.photoFiles.map { ("content", .string($0)) }
    return names.compactMap { key, value in
      guard case .string(let name)? = value else { return nil }
      let path = Files.join(request.files.folder, name)
      return PathComparison.fileToRead(path) == nil ? nil : (key, path)
    }
  }
}
