import Files
package import Graphics
import WallfarmCore
package import WallfarmPluginKit

/// The reference folder of a suite, with a text file for each picture and a PNG file for some
/// pictures.
package struct ReferenceStore: Sendable {
  /// The suite's `references` folder.
  let folder: String

  /// The maximum size of a text file in bytes, far more than any scene needs.
  private static let longestText = 16 << 20

  package init(_ suite: SuiteFolder) { folder = suite.path + "/references" }

  package func textPath(_ name: String) -> String { "\(folder)/\(name).txt" }
  func picturePath(_ name: String) -> String { "\(folder)/\(name).png" }

  /// Reads the reference of a picture; returns nil if the reference does not exist.
  ///
  /// - Throws: `reference-broken`, `file-unreadable`.
  package func read(_ name: String) throws(RenderError) -> Reference? {
    try readWithDigest(name)?.reference
  }

  /// Reads the reference of a picture, with the SHA-256 digest of its text; returns nil if there is
  /// no reference.
  ///
  /// - Throws: `reference-broken`, `file-unreadable`.
  func readWithDigest(
    _ name: String
  ) throws(RenderError) -> (reference: Reference, digest: String)? {
    let path = textPath(name)
    guard let bytes = try WrittenFile.bytes(of: path, limit: Self.longestText) else { return nil }
    return (try Reference(reading: bytes, path: path), FileDigest.sha256(of: bytes))
  }

  /// Returns the SHA-256 digest of a reference's current text, or `none` if the reference does not
  /// exist.
  ///
  /// - Throws: `file-unreadable`.
  func digest(_ name: String) throws(RenderError) -> String {
    guard let bytes = try WrittenFile.bytes(of: textPath(name), limit: Self.longestText) else {
      return "none"
    }
    return FileDigest.sha256(of: bytes)
  }

  /// Reads the picture of a reference; returns nil if no picture is stored.
  ///
  /// - Throws: `reference-broken` if the picture does not match the text.
  package func picture(_ name: String, of reference: Reference) throws(RenderError) -> DecodedPhoto?
  {
    guard reference.picture != nil, let bytes = try pictureFile(name) else { return nil }
    return try decode(bytes, name, reference)
  }

  /// Checks that the picture of a reference exists and matches the text.
  ///
  /// If the digest of the file is different, the file is decoded and its pixels are compared,
  /// because the files may differ only in compression.
  ///
  /// - Throws: `reference-broken`, `file-unreadable`.
  func checkPicture(_ name: String, of reference: Reference) throws(RenderError) {
    guard let digest = reference.picture, let bytes = try pictureFile(name) else { return }
    if FileDigest.sha256(of: bytes) != digest { _ = try decode(bytes, name, reference) }
  }

  private func pictureFile(_ name: String) throws(RenderError) -> [UInt8]? {
    let path = picturePath(name)
    guard let bytes = try WrittenFile.bytes(of: path, limit: 256 << 20) else {
      throw .referenceBroken("its picture is missing", path)
    }
    return bytes
  }

  private func decode(
    _ bytes: [UInt8], _ name: String, _ reference: Reference
  ) throws(RenderError) -> DecodedPhoto {
    let picture = try ReferenceStore.decode(bytes, picturePath(name))
    guard picture.surface.size == reference.size,
      PixelDigest.digest(of: picture.surface) == reference.pixels
    else {
      throw .referenceBroken(
        "its pixels do not match the size and digest in '\(name).txt'", picturePath(name))
    }
    return picture
  }

  static func decode(_ bytes: [UInt8], _ path: String) throws(RenderError) -> DecodedPhoto {
    do throws(RenderError) {
      return try PhotoDecoder(bytes, file: path).decode()
    } catch {
      throw .referenceBroken(
        error.reason.map { "the picture cannot be read: \($0)" }
          ?? "its picture is not a PNG file of a screen",
        path)
    }
  }

  /// The files of a reference.
  struct Files {
    let text: [UInt8]
    /// The picture file in pieces, compressed for version control; nil if no picture is stored.
    let picture: [[UInt8]]?

    /// Encodes the files of a reference deterministically.
    ///
    /// - Parameters:
    ///   - reference: the reference; its `picture` is replaced.
    ///   - surface: the pixels.
    ///   - space: the color space of the picture file; nil to store no picture.
    /// - Throws: `raster-failed` if there is not enough memory.
    init(
      _ reference: Reference, of surface: borrowing ImageSurface, in space: ColorSpace?
    ) throws(RenderError) {
      var reference = reference
      if let space {
        let picture = try ReferenceStore.file(of: surface, .balanced, space)
        reference.picture = FileDigest.sha256(of: picture.flatMap { $0 })
        self.picture = picture
      } else {
        reference.picture = nil
        picture = nil
      }
      text = Array(reference.text.utf8)
    }
  }

  /// Encodes a picture quickly, for viewing.
  static func quickFile(
    of surface: borrowing ImageSurface, space: ColorSpace
  ) throws(RenderError) -> [[UInt8]] {
    try file(of: surface, .fast, space)
  }

  private static func file(
    of surface: borrowing ImageSurface, _ effort: EncodingEffort, _ space: ColorSpace
  ) throws(RenderError) -> [[UInt8]] {
    try PNGEncoder(threads: 1).encode(surface, EncodingSettings(effort: effort, space: space))
      .pieces
  }

  /// Replaces a reference.
  ///
  /// The picture is written first, so that the text never refers to a missing picture.
  func write(_ name: String, _ files: Files) throws(RenderError) {
    if let picture = files.picture {
      try writePicture(name, picture)
    } else {
      try removePicture(name)
    }
    try writeText(name, files.text)
  }

  /// Replaces the text of a reference whose pixels are unchanged.
  ///
  /// - Throws: `output-failed`.
  package func writeText(_ name: String, _ text: [UInt8]) throws(RenderError) {
    try WholeFile.write([text], to: textPath(name))
  }

  /// Replaces the picture of a reference.
  ///
  /// - Throws: `output-failed`.
  package func writePicture(_ name: String, _ file: [[UInt8]]) throws(RenderError) {
    try WholeFile.write(file, to: picturePath(name))
  }

  /// Removes the picture of a reference if the reference's text lists a picture or is invalid;
  /// keeps all other files.
  ///
  /// - Throws: `output-failed`, `file-unreadable`.
  func removePicture(_ name: String) throws(RenderError) {
    guard let bytes = try WrittenFile.bytes(of: textPath(name), limit: Self.longestText),
      EntryKind(at: picturePath(name)) == .file
    else { return }
    let reference = try? Reference(reading: bytes, path: textPath(name))
    if reference == nil || reference?.picture != nil { try WholeFile.remove(picturePath(name)) }
  }

  /// The sorted names of all stored references; other files are ignored.
  package var names: [String] {
    var names: [String] = []
    for title in FolderList.names(in: folder) {
      for file in FolderList.names(in: "\(folder)/\(title)") where file.hasSuffix(".txt") {
        let name = "\(title)/\(file.dropLast(4))"
        let head = (try? WrittenFile.head(of: textPath(name), count: 18)) ?? []
        if head == Array("wallfarm snapshot ".utf8) { names.append(name) }
      }
    }
    return names
  }

  /// Removes the temporary files that killed processes left behind.
  ///
  /// - Throws: `output-failed`.
  func sweep() throws(RenderError) {
    for title in FolderList.names(in: folder) {
      for file in FolderList.allNames(in: "\(folder)/\(title)")
      where file.hasPrefix(".wallfarm-") && file.hasSuffix(".tmp") {
        try WholeFile.remove("\(folder)/\(title)/\(file)")
      }
    }
  }

  /// Removes a reference.
  ///
  /// - Throws: `output-failed`.
  func remove(_ name: String) throws(RenderError) {
    try removePicture(name)
    if EntryKind(at: textPath(name)) == .file { try WholeFile.remove(textPath(name)) }
  }
}
