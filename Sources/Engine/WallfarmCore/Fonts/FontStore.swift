package import Designs
internal import Digests
internal import Files
internal import FontFormats
package import Graphics
package import WallfarmPluginKit
internal import Work

/// The custom fonts of a renderer; each file is read and checked once, and again if it changes.
package final class FontStore {
  /// Maximum size of a font file in bytes; the largest bundled font has 20 MB.
  package static let mostFileBytes = 32 << 20
  /// Maximum size in bytes of the fonts that are kept for later pictures.
  private static let mostBytes = 64 << 20

  private let installation: Installation
  /// Whether only the facts of fonts are read, so that no C library sees the files.
  private let checksOnly: Bool
  private var fonts = BoundedCache<String, Opened>(mostBytes: FontStore.mostBytes)
  /// The families of the installation, including those of rare scripts.
  private lazy var bundled = installation.lockedFamilies()

  private struct Opened {
    let identity: Files.Identity
    let font: CustomFont
  }

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - installation: The bundled fonts, whose family names custom fonts must not have.
  ///   - checksOnly: Whether the fonts are only checked and never used for drawing.
  package init(installation: Installation, checksOnly: Bool = false) {
    (self.installation, self.checksOnly) = (installation, checksOnly)
  }

  /// Opens the fonts of a theme and of a request.
  ///
  /// - Parameters:
  ///   - theme: The theme.
  ///   - request: The request, whose file scope limits the paths.
  /// - Returns: The distinct fonts, those of the theme first.
  /// - Throws: `font-format`, `font-unreadable`, `font-restricted`, `font-name-taken`,
  ///   `file-too-large`, `path-outside`, or `input-changed` if a digest differs.
  func fonts(of theme: ThemeFile, _ request: RenderRequest) throws(RenderError) -> [CustomFont] {
    guard !theme.fonts.isEmpty || !request.fonts.isEmpty else { return [] }
    var found: [CustomFont] = []
    for font in theme.fonts {
      // A theme outside the scope, such as an installed theme, can use other files outside it.
      if Files.isInside(Files.folder(of: font.theme), request.files.folder) {
        try request.files.check(font.file, origin: font.origin)
      }
      found.append(try open(font))
    }
    for name in request.fonts {
      let file = try request.files.path(of: name, origin: .option("fonts"))
      found.append(try open(file, origin: .option("fonts")))
    }
    return try distinct(found)
  }

  /// Opens the fonts of a theme and collects all errors.
  package func checked(_ fonts: [ThemeFont]) -> (fonts: [CustomFont], problems: [RenderError]) {
    var (opened, problems): ([CustomFont], [RenderError]) = ([], [])
    for font in fonts {
      do throws(RenderError) {
        opened = try distinct(opened + [try open(font)])
      } catch {
        problems.append(error)
      }
    }
    return (opened, problems)
  }

  /// Opens one font of a theme.
  private func open(_ font: ThemeFont) throws(RenderError) -> CustomFont {
    let opened: CustomFont
    do throws(RenderError) {
      opened = try open(font.file, origin: font.origin)
    } catch {
      var problem = error
      if problem.origin != font.origin { problem.also = "the file is named in \(font.origin)" }
      throw problem
    }
    if let sha256 = font.sha256, sha256 != opened.sha256 {
      throw RenderError(
        .inputChanged,
        "the digest of the font '\(Files.name(of: font.file))' is '\(opened.sha256)', but the theme "
          + "expects '\(sha256)'", origin: font.origin,
        hint: "use the original file, or correct 'sha256'")
    }
    return opened
  }

  /// Opens a font file.
  package func open(_ file: String, origin: Origin) throws(RenderError) -> CustomFont {
    do throws(RenderError) {
      let identity = try Files.identity(of: file)
      if let known = fonts.value(for: file), known.identity == identity { return known.font }
      let bytes = try Files.read(file, limit: FontStore.mostFileBytes)
      let font = try read(bytes, file: file)
      // Each font also takes a file descriptor, so small fonts count as a megabyte.
      fonts.insert(
        Opened(identity: identity, font: font), for: file, bytes: max(bytes.count, 1 << 20))
      return font
    } catch {
      guard error.code == .fileUnreadable else { throw error }
      var problem = error
      problem.origin = origin
      throw problem.suggestingFile(file)
    }
  }

  /// Checks a font that is not stored in a file yet, and returns the names of its families.
  ///
  /// - Throws: `font-format`, `font-unreadable`, `font-restricted`, `font-name-taken`.
  package func families(of bytes: [UInt8], file: String) throws(RenderError) -> [String] {
    try read(bytes, file: file).families
  }

  private func read(_ bytes: [UInt8], file: String) throws(RenderError) -> CustomFont {
    let facts = try FontFile(bytes, file: file)
    if let face = facts.faces.first(where: { !$0.embedding.isPermitted }) {
      throw .fontRestricted(file: file, face: face)
    }
    for family in Set(facts.faces.map(\.family)) {
      if let taken = bundled.first(where: { FontFamilyName.isSame($0, family) }) {
        throw .fontNameTaken(family, by: "the bundled family '\(taken)'", file: file)
      }
    }
    let memory = checksOnly ? nil : try FontMemory(bytes)
    return CustomFont(
      file: file, sha256: SHA256.hex(of: bytes), facts: facts, path: memory?.path ?? file,
      owner: memory ?? self.none)
  }

  /// The owner of fonts that are only checked.
  private let none = NoMemory()
  private final class NoMemory: Sendable {}

  /// Removes repeated files, and rejects different files with the same face.
  private func distinct(_ fonts: [CustomFont]) throws(RenderError) -> [CustomFont] {
    var known: Set<String> = []
    var faces: [[Unicode.Scalar]: (name: String, font: CustomFont)] = [:]
    var families: [[Unicode.Scalar]: String] = [:]
    var distinct: [CustomFont] = []
    for font in fonts where known.insert(font.sha256).inserted {
      for face in font.facts.faces {
        let key = FontFamilyName.key(face.name)
        if let other = faces.updateValue((face.name, font), forKey: key), other.font != font {
          throw .fontNameTaken(
            face.name, by: "the file '\(Files.name(of: other.font.file))'", file: font.file)
        }
        let family = families.updateValue(face.family, forKey: FontFamilyName.key(face.family))
        if let family, family != face.family {
          // fontconfig would not distinguish the families.
          throw .fontNameTaken(
            face.family, by: "the family '\(family)' of another file", file: font.file)
        }
      }
      distinct.append(font)
    }
    return distinct
  }
}

extension RenderError {
  fileprivate static func fontNameTaken(
    _ name: String, by other: String, file: String
  ) -> RenderError {
    RenderError(
      .fontNameTaken, "the font '\(Files.name(of: file))' is named '\(name)', as is \(other)",
      origin: .file(file),
      hint: "remove one of the fonts, or give this one another family name in a font editor")
  }
}
