import Files
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// The folder of a suite's references: a text for each picture, and for some the picture itself.
struct ReferenceStore: Sendable {
  /// The folder, `references` in that of the suite.
  let folder: String

  /// Far beyond the text of any scene.
  private static let longestText = 16 << 20

  init(_ suite: SuiteFolder) { folder = suite.path + "/references" }

  func textPath(_ name: String) -> String { "\(folder)/\(name).txt" }
  func picturePath(_ name: String) -> String { "\(folder)/\(name).png" }

  /// The reference of a picture; nil where there is none.
  ///
  /// - Throws: `reference-broken`, `file-unreadable`.
  func read(_ name: String) throws(RenderError) -> Reference? {
    try readWithDigest(name)?.reference
  }

  /// The reference of a picture, and SHA-256 of its text as it is; nil where there is none.
  ///
  /// - Throws: `reference-broken`, `file-unreadable`.
  func readWithDigest(
    _ name: String
  ) throws(RenderError) -> (reference: Reference, digest: String)? {
    let path = textPath(name)
    guard let bytes = try WrittenFile.bytes(of: path, limit: Self.longestText) else { return nil }
    return (try Reference(reading: bytes, path: path), FileDigest.sha256(of: bytes))
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
    guard reference.picture != nil, let bytes = try pictureFile(name) else { return nil }
    return try decode(bytes, name, reference)
  }

  /// Finds a picture that is gone, or another one than its text speaks of.
  ///
  /// The same file is known by its digest; one that was compressed otherwise is decoded.
  ///
  /// - Throws: `reference-broken`, `file-unreadable`.
  func checkPicture(_ name: String, of reference: Reference) throws(RenderError) {
    guard let digest = reference.picture, let bytes = try pictureFile(name) else { return }
    if FileDigest.sha256(of: bytes) != digest { _ = try decode(bytes, name, reference) }
  }

  private func pictureFile(_ name: String) throws(RenderError) -> [UInt8]? {
    let path = picturePath(name)
    guard let bytes = try WrittenFile.bytes(of: path, limit: 256 << 20) else {
      throw .referenceBroken("its picture is gone", path)
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
        "its pixels are not those that '\(name).txt' was recorded with", picturePath(name))
    }
    return picture
  }

  private static func decode(_ bytes: [UInt8], _ path: String) throws(RenderError) -> DecodedPhoto {
    do throws(RenderError) {
      return try PhotoDecoder(bytes, file: path).decode()
    } catch {
      throw .referenceBroken(
        error.reason.map { "the picture cannot be read: \($0)" }
          ?? "its picture is no PNG of a screen",
        path)
    }
  }

  /// A picture as a file, the same bytes every time: small where it is kept in version control, quickly
  /// made where it is only looked at.
  static func file(
    of surface: borrowing ImageSurface, space: ColorSpace, isKept: Bool = true
  ) throws(RenderError) -> [[UInt8]] {
    try PNGEncoder(threads: 1)
      .encode(surface, EncodingSettings(effort: isKept ? .balanced : .fast, space: space)).pieces
  }

  /// Replaces a reference: the picture first, so that a text never speaks of a picture to come.
  ///
  /// - Parameters:
  ///   - name: the picture's name.
  ///   - text: the new text.
  ///   - picture: its file; nil where none is kept.
  /// - Throws: `output-failed`.
  func write(_ name: String, text: [UInt8], picture: [[UInt8]]?) throws(RenderError) {
    if let picture {
      try writePicture(name, picture)
    } else {
      try removePicture(name)
    }
    try writeText(name, text)
  }

  /// Replaces the text of a reference whose pixels are the same.
  ///
  /// - Throws: `output-failed`.
  func writeText(_ name: String, _ text: [UInt8]) throws(RenderError) {
    try WholeFile.write([text], to: textPath(name))
  }

  /// Replaces the picture of a reference.
  ///
  /// - Throws: `output-failed`.
  func writePicture(_ name: String, _ file: [[UInt8]]) throws(RenderError) {
    try WholeFile.write(file, to: picturePath(name))
  }

  /// Takes the picture of a reference away, where its text speaks of one or cannot be read; any other
  /// picture of that name is somebody else's.
  ///
  /// - Throws: `output-failed`, `file-unreadable`.
  func removePicture(_ name: String) throws(RenderError) {
    guard let bytes = try WrittenFile.bytes(of: textPath(name), limit: Self.longestText),
      EntryKind(at: picturePath(name)) == .file
    else { return }
    let reference = try? Reference(reading: bytes, path: textPath(name))
    if reference == nil || reference?.picture != nil { try WholeFile.remove(picturePath(name)) }
  }

  /// Names of all references that are stored, sorted; other files are not looked at.
  var names: [String] {
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

  /// Takes away what writers that were killed have left.
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

  /// Takes a reference away.
  ///
  /// - Throws: `output-failed`.
  func remove(_ name: String) throws(RenderError) {
    try removePicture(name)
    if EntryKind(at: textPath(name)) == .file { try WholeFile.remove(textPath(name)) }
  }
}
