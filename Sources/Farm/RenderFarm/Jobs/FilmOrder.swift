public import Files
package import RenderPool
public import Requests
public import SourceJSON
public import WallfarmPluginKit

/// A film in the form in which units and orders store it.
public struct FilmOrder: Sendable, Hashable {
  /// The ID of a device, or of a screen that only films can use.
  public var device: String
  /// The film options of the job.
  public var film: FilmFields
  /// The folder for relative paths, and whether paths must stay inside that folder.
  public var files: FileScope
  /// The time for which pictures are rendered, or `nil` to use the times in the motion file.
  public var now: When?
  /// The time zone of ``now``.
  public var zone: String?
  /// The planner's description of the parts, or `nil` if the film is not planned yet.
  public var shape: JSONValue?

  /// Creates the order for a film that is not planned yet.
  public init(device: String, film: FilmFields, files: FileScope) {
    (self.device, self.film, self.files) = (device, film, files)
  }

  /// The fields of the film, with the same keys as in a job.
  var fields: [String: JSONValue] {
    var fields = film.fields
    fields["now"] = (now?.description).map(JSONValue.string)
    fields["zone"] = zone.map(JSONValue.string)
    return fields
  }

  /// The members of the JSON object that ``init(_:)`` decodes.
  public var members: [String: JSONValue] {
    var members = files.members
    (members["device"], members["job"]) = (.string(device), .object(fields))
    members["film"] = shape
    return members
  }

  /// Returns whether an order is for a film.
  public static func isFilm(_ node: JSONNode) -> Bool { node["job"]?["motion"] != nil }

  /// Decodes a film from the ``members`` of an object; returns `nil` if the film is invalid.
  ///
  /// Other members are ignored.
  public init?(_ node: JSONNode) {
    guard let device = node["device"]?.string, let job = node["job"],
      let film = FilmFields(job), let files = FileScope(node)
    else { return nil }
    self.init(device: device, film: film, files: files)
    now = job["now"]?.string.flatMap(When.init)
    zone = job["zone"]?.string
    shape = node["film"]?.plain
  }
}

extension OrderInputs {
  /// Allows access to the files that a film may use.
  ///
  /// These are the input files in the film's folder, the motion file and the input files next to
  /// it, and the photo.
  package init(_ film: FilmOrder) {
    self.init(in: film.files, zone: film.zone)
    add(film.film.motion, in: film.files, withNeighbors: true)
    if let photo = film.film.photo { add(photo, in: film.files) }
  }
}
