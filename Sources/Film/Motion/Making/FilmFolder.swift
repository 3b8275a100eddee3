internal import Digests
internal import Files
internal import SourceJSON
package import WallfarmPluginKit

/// A folder with a PNG file for each frame of a film, for use with other encoders.
///
/// The folder is written atomically. It replaces an existing folder only if that folder also holds
/// the frames of a film and is unmodified.
package struct FilmFolder {
  /// The file name of the manifest, which lists the frame files with their digests.
  static let list = "frames.json"
  /// Maximum number of frames; limited because each frame is on disk twice while the folder is
  /// being written.
  static let mostPictures = 900

  private let request: FilmRequest

  package init(_ request: FilmRequest) { self.request = request }

  private static let kind = MadeFolder(noun: "film", manifest: list) { bytes in
    guard let node = try? JSONNode(parsing: bytes), node["format"]?.whole == 1,
      let members = node["pictures"]?.members
    else { return nil }
    var files: [String: String] = [:]
    for member in members { files[member.key] = member.value.string ?? "" }
    return files
  }

  /// Checks that the folder can be written.
  ///
  /// - Throws: `output-failed`; `invalid-parameter` if there are too many frames.
  package static func check(_ path: String, pictures: Int) throws(RenderError) {
    guard pictures <= mostPictures else {
      throw RenderError(
        .invalidParameter,
        "a folder can contain at most \(mostPictures) pictures, but the film has \(pictures)",
        origin: .option("output"),
        hint: "render it in parts, such as --frames 0-\(mostPictures - 1)")
    }
    try FolderReplacement(path, kind: kind, origin: .option("output")).check()
  }

  /// Writes the folder.
  ///
  /// - Returns: the total size of all files in bytes.
  /// - Throws: `output-failed`, `input-failed`.
  package func write(_ film: FilmMaker.Made, to path: String) throws(RenderError) -> Int {
    var listed: [String: JSONValue] = [:]
    var count = 0
    try film.pictures { place, bytes in
      listed[name(place)] = .string(SHA256.hex(of: bytes))
      count += bytes.count
    }
    let manifest: JSONValue = [
      "format": 1, "framesPerSecond": .number(Double(request.framesPerSecond)),
      "pictures": .object(listed),
    ]
    let text = Array((manifest.text(pretty: true) + "\n").utf8)
    let folder = try FolderReplacement(path, kind: Self.kind, origin: .option("output"))
    try folder.write((Self.list, text, Self.mode)) { (add) throws(RenderError) in
      try film.pictures { (place, bytes) throws(RenderError) in
        try add((name(place), bytes, Self.mode))
      }
    }
    return count + text.count
  }

  private static let mode: UInt32 = 0o666

  /// Returns the file name of a frame, such as `frame-00012.png`; the names sort in frame order.
  private func name(_ place: Int) -> String {
    let digits = String(request.wanted.lowerBound + place)
    return "frame-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".png"
  }
}
