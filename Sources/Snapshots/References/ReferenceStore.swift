import Graphics
import WallfarmCore
import WallfarmPluginKit

/// The folder of a suite's references: a text for each picture, and for some the picture itself.
struct ReferenceStore: Sendable {
  /// The folder, `references` in that of the suite.
  let folder: String

  /// Far beyond the text of any scene.
  private static let longestText = 16 << 20

  init(_ suite: SnapshotSuite) { folder = suite.folder + "/references" }

  func textPath(_ name: String) -> String { "\(folder)/\(name).txt" }
  func picturePath(_ name: String) -> String { "\(folder)/\(name).png" }

  /// The reference of a picture; nil where there is none.
  ///
  /// - Throws: `reference-broken`, `file-unreadable`.
  func read(_ name: String) throws(RenderError) -> Reference? {
    let path = textPath(name)
    guard let bytes = try WrittenFile.bytes(of: path, limit: Self.longestText) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .referenceBroken("it is not text", path)
    }
    return try Reference(reading: text, path: path)
  }

  /// SHA-256 of the reference's text as it is now; `none` where there is none.
  ///
  /// - Throws: `file-unreadable`.
  func digest(_ name: String) throws(RenderError) -> String {
    guard let bytes = try WrittenFile.bytes(of: textPath(name), limit: Self.longestText) else {
      return "none"
    }
    return FileDigest.sha256(of: bytes)
  }

  /// The picture of a reference; nil where none is kept.
  ///
  /// - Throws: `reference-broken` where it is not the picture that its text speaks of.
  func picture(_ name: String, of reference: Reference) throws(RenderError) -> DecodedPhoto? {
    let path = picturePath(name)
    guard let bytes = try WrittenFile.bytes(of: path, limit: 256 << 20) else { return nil }
    let picture = try ReferenceStore.decode(bytes, path)
    guard PixelDigest.digest(of: picture.surface) == reference.pixels else {
      throw .referenceBroken("its pixels are not those that '\(name).txt' was recorded with", path)
    }
    return picture
  }

  private static func decode(_ bytes: [UInt8], _ path: String) throws(RenderError) -> DecodedPhoto {
    do throws(RenderError) {
      return try PhotoDecoder(bytes, file: path).decode()
    } catch {
      throw .referenceBroken(error.message, path)
    }
  }

  /// A picture as a file, the same bytes every time; small, because it is kept in version control.
  static func file(
    of surface: borrowing ImageSurface, space: ColorSpace, threads: Int
  ) throws(RenderError) -> [[UInt8]] {
    try PNGEncoder(threads: threads)
      .encode(surface, EncodingSettings(effort: .balanced, space: space)).pieces
  }

  /// Replaces a reference: the picture first, so that a text never speaks of a picture to come.
  ///
  /// - Parameters:
  ///   - name: the picture's name.
  ///   - text: the new text.
  ///   - picture: its file; nil where none is kept.
  /// - Throws: `output-failed`.
  func write(_ name: String, text: String, picture: [[UInt8]]?) throws(RenderError) {
    if let picture {
      try writePicture(name, picture)
    } else {
      try removePicture(name)
    }
    try WholeFile.write([Array(text.utf8)], to: textPath(name))
  }

  /// Whether a picture is kept beside the text.
  func hasPicture(_ name: String) -> Bool { FolderList.exists(picturePath(name)) }

  /// Replaces the picture of a reference.
  ///
  /// - Throws: `output-failed`.
  func writePicture(_ name: String, _ file: [[UInt8]]) throws(RenderError) {
    try WholeFile.write(file, to: picturePath(name))
  }

  /// Takes the picture of a reference away.
  ///
  /// - Throws: `output-failed`.
  func removePicture(_ name: String) throws(RenderError) {
    try WholeFile.remove(picturePath(name))
  }

  /// Names of all references that are stored, sorted.
  var names: [String] {
    var names: [String] = []
    for title in FolderList.names(in: folder) {
      for file in FolderList.names(in: "\(folder)/\(title)") where file.hasSuffix(".txt") {
        names.append("\(title)/\(file.dropLast(4))")
      }
    }
    return names
  }

  /// Takes a reference away.
  ///
  /// - Throws: `output-failed`.
  func remove(_ name: String) throws(RenderError) {
    try WholeFile.remove(textPath(name))
    try WholeFile.remove(picturePath(name))
  }
}
