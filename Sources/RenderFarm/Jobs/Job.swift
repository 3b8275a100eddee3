import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// A job that was read: what to draw, on which devices, and where to.
struct Job {
  /// Given, or made from the content.
  let id: String
  /// Whether the id was given.
  let isNamed: Bool
  /// Everything but devices and output.
  let request: RenderRequest
  let devices: [Device]
  let output: String
  let priority: Int
  /// Most seconds for one attempt; nil for the farm's own.
  let timeout: Double?
  /// Its keys and values with the defaults of the file, without places.
  let fields: [String: JSONValue]
  /// Finds the place of a mistake.
  let places: JobPlaces
}

/// Where the keys of a job are written.
struct JobPlaces {
  let file: String
  /// The job itself.
  let job: SourcePlace
  /// What a person calls it: its id, or its number.
  var label: String
  /// Values by key.
  var values: [String: SourcePlace] = [:]
  /// Texts by key: some of them are the names of files.
  var names: [String: String] = [:]
  /// Parameters by key of `set`.
  var settings: [String: SourcePlace] = [:]

  func origin(_ place: SourcePlace) -> String {
    "\(file):\(place)"
  }

  /// The place of a key, or of the job where it is not written.
  func origin(of key: String) -> String { origin(values[key] ?? job) }

  /// The same mistake, said of this job: where a command line names an option, it has the place.
  func located(_ error: RenderError) -> RenderError {
    var error = error
    error.message = "job \(label): \(error.message)"
    guard let origin = error.origin else {
      error.origin = self.origin(job)
      return error
    }
    if origin.hasPrefix("--set ") {
      error.origin = self.origin(settings[String(origin.dropFirst(6))] ?? values["set"] ?? job)
    } else if origin.hasPrefix("--note") || origin == "notes" {
      error.origin = self.origin(of: "notes")
    } else if origin.hasPrefix("--device") {
      error.origin = self.origin(of: "devices")
    } else if origin.hasPrefix("--") {
      error.origin = self.origin(of: String(origin.dropFirst(2)))
    } else if let key = keyOfFile(origin), key == "notes" {
      // Whoever wrote the note itself there should not read it in a log.
      if let reason = error.message.split(separator: ": ").last, error.code == .fileUnreadable {
        error.message = "job \(label): the file of its notes cannot be read: \(reason)"
        error.hint = #"a text is the path of a file; notes themselves are a list: ["Buy milk"]"#
      }
      error.origin = self.origin(of: key)
    } else if let key = keyOfFile(origin) {
      // A file has no line to show; the job that names it has.
      if !error.message.contains(origin) { error.message += " ('\(origin)')" }
      error.origin = self.origin(of: key)
    }
    return error
  }

  /// The key that names a file.
  private func keyOfFile(_ path: String) -> String? {
    names.first { path == $0.value || path.hasSuffix("/" + $0.value) }?.key
  }
}
