public import Diagnostics

/// A font file: its container and its faces.
///
/// The reader is safe for untrusted files: it checks the structure of each table that it reads, and
/// takes time and memory in proportion to the size of the file. It does not check the outlines of
/// glyphs or the layout tables; FreeType and HarfBuzz do so when they draw text.
public struct FontFile: Sendable, Hashable {
  /// The kind of a font file, detected by its signature.
  public enum Container: Sendable, Hashable, CaseIterable {
    /// One face, usually with TrueType outlines.
    case trueType
    /// One face with CFF outlines.
    case openTypeCFF
    /// Several faces that share tables.
    case collection
  }

  /// The extensions of font files, in lowercase.
  public static let extensions = ["ttf", "otf", "ttc", "otc"]

  /// The kind of the file.
  public let container: Container
  /// The faces of the file, from 1 to 64.
  public let faces: [FontFace]

  /// The maximum number of faces in a collection; collections for East Asia have about 30.
  public static let mostFaces = 64

  /// Reads and checks a font.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: the path of the file, used only in messages.
  ///   - acceptsPictures: whether the glyphs can be pictures instead of outlines, as in fonts for
  ///     emoji.
  /// - Throws: `font-format` if the file is not an OpenType font, or `font-unreadable` if it is
  ///   damaged.
  public init(
    _ bytes: [UInt8], file: String, acceptsPictures: Bool = false
  ) throws(RenderError) {
    guard let container = Container(bytes) else {
      throw .fontFormat(UnsupportedFont(bytes, file: file), file: file)
    }
    self.container = container
    var number: Int?
    do throws(FontFlaw) {
      var faces: [FontFace] = []
      var tables = SharedTables(fileSize: bytes.count, acceptsPictures: acceptsPictures)
      for offset in try container == .collection ? Self.faceOffsets(bytes) : [0] {
        if container == .collection { number = faces.count + 1 }
        faces.append(try FontFace(bytes, at: offset, &tables))
      }
      self.faces = faces
    } catch {
      throw .fontUnreadable(error, face: number, file: file)
    }
  }

  /// Returns the offsets of the table directories of a collection.
  private static func faceOffsets(_ bytes: [UInt8]) throws(FontFlaw) -> [Int] {
    guard let file = FontTable("ttcf", bytes, at: 0, count: bytes.count), file.count >= 12 else {
      throw .collection(at: 0, "ends after the end of the file")
    }
    let (version, count) = (try file.uint16(at: 4), try file.uint32(at: 8))
    guard (1...2).contains(version) else {
      throw .collection(at: 4, "has the unknown version \(version)")
    }
    guard (1...mostFaces).contains(count) else {
      throw .collection(at: 8, "declares \(count) faces; the range is 1 to \(mostFaces)")
    }
    guard file.count >= 12 + 4 * count else {
      throw .collection(
        at: 8, "declares \(count) faces, which is more than the file can contain")
    }
    var offsets: [Int] = []
    for place in stride(from: 12, to: 12 + 4 * count, by: 4) {
      offsets.append(try file.uint32(at: place))
    }
    return offsets
  }
}

extension FontFile.Container {
  /// Detects the kind of a file by its signature; nil if the file is not an OpenType font.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4 else { return nil }
    let signature = FontTag(bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    switch signature {
    case "ttcf": self = .collection
    case "OTTO": self = .openTypeCFF
    default:
      guard TableDirectory.signatures.contains(signature) else { return nil }
      self = .trueType
    }
  }
}
