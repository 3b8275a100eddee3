internal import CPango
public import FontFormats
import WallfarmPluginKit

/// A font file that a theme or a request supplies, in addition to the bundled fonts.
public struct CustomFont: Sendable {
  /// The path of the file for messages.
  public let file: String
  /// The SHA-256 of the file, 64 lowercase hexadecimal digits.
  public let sha256: String
  /// The faces of the font, as read without FreeType.
  public let facts: FontFile
  /// The path from which fontconfig, FreeType and HarfBuzz read the font.
  ///
  /// The content must not change, and no other font may have had the path in this process, because
  /// cairo caches faces by path.
  let path: String
  /// Keeps the content at ``path`` available.
  private let owner: any AnyObject & Sendable

  /// Creates a font whose content is available at `path` while `owner` exists.
  public init(
    file: String, sha256: String, facts: FontFile, path: String, owner: any AnyObject & Sendable
  ) {
    (self.file, self.sha256, self.facts) = (file, sha256, facts)
    (self.path, self.owner) = (path, owner)
  }

  /// The names of the font families, in the order of the faces.
  public var families: [String] {
    facts.faces.map(\.family).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }
}

extension CustomFont: Hashable {
  /// Returns whether two fonts have the same content.
  public static func == (one: CustomFont, other: CustomFont) -> Bool { one.sha256 == other.sha256 }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(sha256) }
}

extension [CustomFont] {
  /// Rules for fontconfig: serif families fall back to serif families, as the bundled ones do.
  var fallbackRules: String {
    let serifs = Set(
      flatMap { font in font.facts.faces.filter(\.isSerif).map(\.family) })
    return serifs.sorted().map { family in
      """
      <match target="pattern">
        <test name="family" qual="any"><string>\(family.escapedForXML)</string></test>
        <edit name="family" mode="append_last"><string>wallfarm serif</string></edit>
      </match>
      """
    }.joined()
  }

  /// Adds the fonts to a configuration whose bundled fonts have been built.
  ///
  /// Each face has only the family name that ``FontFace/family`` states, so that another name in
  /// the file cannot replace a bundled family.
  ///
  /// - Throws: `font-unreadable` if FreeType or HarfBuzz cannot open a font.
  func add(to configuration: OpaquePointer) throws(RenderError) {
    for font in self {
      guard FcConfigAppFontAddFile(configuration, font.path) == FcTrue else {
        throw .fontUnreadable("FreeType cannot open it", file: font.file)
      }
      try font.checkWithHarfBuzz()
    }
    guard let set = FcConfigGetFonts(configuration, FcSetApplication) else { return }
    let paths = Dictionary(map { ($0.path, $0) }) { first, _ in first }
    var opened: Set<String> = []
    for index in 0..<Int(set.pointee.nfont) {
      guard let pattern = set.pointee.fonts[index], let path = pattern.string(FC_FILE),
        let font = paths[path], let face = font.face(of: pattern)
      else { continue }
      opened.insert(path)
      for key in [FC_FAMILY, FC_FAMILYLANG, FC_FULLNAME, FC_FULLNAMELANG] {
        FcPatternDel(pattern, key)
      }
      FcPatternAddString(pattern, FC_FAMILY, face.family)
    }
    if let lost = first(where: { !opened.contains($0.path) }) {
      throw .fontUnreadable("FreeType finds no scalable face in it", file: lost.file)
    }
  }
}

extension CustomFont {
  /// The face that a fontconfig pattern describes.
  ///
  /// The lower 16 bits of the index number the face; the others number a variable font's instances.
  fileprivate func face(of pattern: OpaquePointer) -> FontFace? {
    var index: Int32 = 0
    guard FcPatternGetInteger(pattern, FC_INDEX, 0, &index) == FcResultMatch else { return nil }
    let number = Int(index & 0xFFFF)
    return facts.faces.indices.contains(number) ? facts.faces[number] : nil
  }

  /// Checks that HarfBuzz reads each face and finds the same number of glyphs as ``facts``.
  fileprivate func checkWithHarfBuzz() throws(RenderError) {
    guard let blob = hb_blob_create_from_file_or_fail(path) else {
      throw .fontUnreadable("HarfBuzz cannot open it", file: file)
    }
    defer { hb_blob_destroy(blob) }
    for (index, facts) in facts.faces.enumerated() {
      let face = hb_face_create(blob, UInt32(index))
      defer { hb_face_destroy(face) }
      let (glyphs, units) = (Int(hb_face_get_glyph_count(face)), Int(hb_face_get_upem(face)))
      guard glyphs == facts.glyphCount, units == facts.unitsPerEm else {
        throw .fontUnreadable(
          "HarfBuzz reads \(glyphs) glyphs and \(units) units per em of '\(facts.family)', but the "
            + "file states \(facts.glyphCount) and \(facts.unitsPerEm)", file: file)
      }
    }
  }
}

extension OpaquePointer {
  /// The first string of a fontconfig pattern under a key.
  fileprivate func string(_ key: String) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(self, key, 0, &value) == FcResultMatch, let value else { return nil }
    return String(cString: value)
  }
}
