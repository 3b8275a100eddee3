public import Files
import RenderPool
public import Requests
public import SourceJSON
public import WallfarmPluginKit

/// A film, or one of its parts, as a unit and a worker receive it.
public struct FilmOrder: Sendable, Hashable {
  /// ID of the device or screen.
  public var device: String
  /// The film options of the job.
  public var film: FilmFields
  /// The folder of relative paths, and whether paths must stay within it.
  public var files: FileScope
  /// The time of the pictures, or `nil` for the times in the motion file.
  public var now: When?
  /// The time zone of ``now``.
  public var zone: String?
  /// The part to render, or `nil` for a unit, whose parts are ordered one by one.
  public var part: FilmPart?

  /// Creates the order of a film without parts.
  public init(device: String, film: FilmFields, files: FileScope) {
    (self.device, self.film, self.files) = (device, film, files)
  }

  /// The values of the film by their keys in a job.
  var fields: [String: JSONValue] {
    var fields = film.fields
    fields["now"] = (now?.description).map(JSONValue.string)
    fields["zone"] = zone.map(JSONValue.string)
    return fields
  }

  /// The members of the JSON object that ``init(_:)`` reads.
  var members: [String: JSONValue] {
    var job = fields
    job["part"] = part?.json
    return [
      "device": .string(device), "job": .object(job), "folder": .string(files.folder),
      "confined": .bool(files.isConfined),
    ]
  }

  /// The JSON object on one line.
  public var text: String { JSONValue.object(members).text(pretty: false) }

  /// Returns whether an order is for a film.
  public static func isFilm(_ node: JSONNode) -> Bool { node["job"]?["motion"] != nil }

  /// Reads ``members`` from an object, ignoring others; returns `nil` if it is invalid.
  public init?(_ node: JSONNode) {
    guard let device = node["device"]?.string, let job = node["job"],
      let film = FilmFields(job), let folder = node["folder"]?.string,
      let isConfined = node["confined"]?.bool
    else { return nil }
    self.init(
      device: device, film: film, files: FileScope(folder: folder, isConfined: isConfined))
    now = job["now"]?.string.flatMap(When.init)
    zone = job["zone"]?.string
    guard let written = job["part"] else { return }
    guard let part = FilmPart(written) else { return nil }
    self.part = part
  }
}

extension OrderInputs {
  /// Allows the inputs below the folder of a film, its motion and its photo.
  init(_ film: FilmOrder) {
    self.init(in: film.files, zone: film.zone)
    add(film.film.motion, in: film.files, withNeighbors: true)
    if let photo = film.film.photo { add(photo, in: film.files) }
  }
}
