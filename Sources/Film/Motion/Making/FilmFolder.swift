internal import Digests
internal import Files
internal import SourceJSON
package import WallfarmPluginKit

/// A folder with a PNG file for each picture of a film, for encoders of one's own.
///
/// It is there as a whole or not at all; one that was made here and not changed is replaced, and nothing else is.
package struct FilmFolder {
  /// Names the files with their digests.
  static let list = "frames.json"
  /// A longer film is made in parts: while a folder is written each of its pictures is on the disk twice.
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

  /// Finds what would keep it from being written.
  ///
  /// - Throws: `output-failed`, `invalid-parameter` for too many pictures.
  package static func check(_ path: String, pictures: Int) throws(RenderError) {
    guard pictures <= mostPictures else {
      throw RenderError(
        .invalidParameter,
        "a folder holds at most \(mostPictures) pictures, and these are \(pictures)",
        origin: .option("output"), hint: "make it in parts, such as --frames 0-\(mostPictures - 1)")
    }
    try FolderReplacement(path, kind: kind, origin: .option("output")).check()
  }

  /// Writes it.
  ///
  /// - Returns: bytes of all files.
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

  /// `frame-00012.png`: programs sort them, and read them by a pattern.
  private func name(_ place: Int) -> String {
    let digits = String(request.wanted.lowerBound + place)
    return "frame-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".png"
  }
}
