import Designs
import Digests
import Films
import Motion
import SourceJSON
import WallfarmPluginKit

/// The receipt of a film; like the receipt of a picture, it contains no user text.
struct FilmReceipt {
  let request: FilmRequest
  let film: FilmShape
  /// The path of the film, or nil if the film is returned as bytes.
  let output: String?
  /// The size and digest of the film file.
  let bytes: Bytes
  let warnings: [RenderWarning]

  /// Accumulates the size and digest of a file that is written in chunks.
  struct Bytes {
    private(set) var count = 0
    private var digest = SHA256()

    var sha256: String {
      var digest = digest
      return digest.finish()
    }

    mutating func add(_ piece: [UInt8]) {
      count += piece.count
      piece.withUnsafeBytes { digest.update($0) }
    }
  }

  /// The receipt as one line of JSON.
  var line: String { json.text(pretty: false) }

  private var json: JSONValue {
    let size = request.settings.filmed
    return [
      "motion": .string(request.motion.name),
      "device": ["id": .string(request.device.id), "name": .string(request.device.name)],
      "language": request.motion.language(for: request.language).map(JSONValue.string) ?? .null,
      "reduced": .bool(request.manner == .reduced),
      "output": output.map(JSONValue.string) ?? .null, "format": .string(film.format.rawValue),
      "pixels": ["width": .number(Double(size.width)), "height": .number(Double(size.height))],
      "frames": .number(Double(film.frames.count)),
      "framesPerSecond": .number(Double(request.framesPerSecond)),
      "seconds": .number(seconds), "segments": .number(Double(film.segments.count)),
      "bytes": .number(Double(bytes.count)), "sha256": .string(bytes.sha256),
      "fingerprint": ["digest": .string(film.digest)], "encoder": .string(film.encoder),
      "warnings": .array(warnings.map(\.json)),
    ]
  }

  /// The duration in seconds, rounded to milliseconds.
  private var seconds: Double {
    (Double(film.frames.count) / Double(request.framesPerSecond) * 1000).rounded() / 1000
  }
}
