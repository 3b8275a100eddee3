package import Designs
internal import Digests
internal import Files
internal import FontFormats
import Graphics
package import SourceJSON
internal import WallfarmCore
package import WallfarmPluginKit

/// The facts of a bundled font family or of a font file, as `wallfarm font show` prints them.
package struct FontReport {
  /// The family, or the path of the file.
  package let name: String
  /// The families in the report, in order.
  package let families: [String]
  private let faces: [FontFace]
  private let files: [(name: String, sha256: String)]
  /// The source of the font: a Debian package, or `file`.
  private let source: String
  /// The font file, opened with all libraries; `nil` for a bundled family.
  let custom: CustomFont?

  /// Reads a bundled family.
  ///
  /// - Throws: `unknown-font`, `fonts-missing`.
  package init(
    family: String, _ installation: Installation, origin: Origin
  ) throws(RenderError) {
    let lock = try FontLock(installation: installation)
    let entries = lock.entries.filter { $0.family == family }
    guard let first = entries.first else {
      throw .unknown(
        .unknownFont, "bundled font family", family, known: lock.families.map(\.name),
        origin: origin, list: "font")
    }
    var faces: [FontFace] = []
    for entry in entries {
      let folder = entry.isRare ? "rare" : "files"
      let path = "\(installation.fonts)/\(folder)/\(entry.fileName)"
      let bytes = try Files.read(path, limit: 64 << 20)
      faces += try FontFile(bytes, file: path, acceptsPictures: true).faces
    }
    self.faces = faces.filter { $0.family == family }
    (name, families, custom, source) = (family, [family], nil, first.package)
    files = entries.map { ($0.fileName, $0.sha256) }
  }

  /// The bundled fonts and a store of opened font files, which several reports can share.
  package struct Libraries {
    fileprivate let store: FontStore
    fileprivate let bundled: FontContext

    /// Opens the bundled fonts.
    ///
    /// - Throws: `fonts-missing`.
    package init(_ installation: Installation) throws(RenderError) {
      store = FontStore(installation: installation)
      bundled = try installation.openFonts()
    }
  }

  /// Reads a font file and opens it with fontconfig, FreeType and HarfBuzz, as a render does.
  ///
  /// - Throws: `font-format`, `font-unreadable`, `font-restricted`, `font-name-taken`,
  ///   `file-unreadable`.
  package init(file: String, _ libraries: Libraries, origin: Origin) throws(RenderError) {
    let font = try libraries.store.open(file, origin: origin)
    _ = try FontContext(libraries.bundled, adding: [font])
    (name, families, faces) = (file, font.families, font.facts.faces)
    (custom, source) = (font, "file")
    files = [(Files.name(of: file), font.sha256)]
  }

  /// The number of characters from which a font counts as a font of a script.
  private static let leastCharacters = 20

  /// The scripts that the font supports, each with some of its letters.
  ///
  /// A script that themes can style is supported if the font has its common letters. Other scripts
  /// are listed by their ISO 15924 codes.
  package var scripts: [(title: String, letters: String)] {
    let known = ScriptCoverage.scripts { letters in
      letters.unicodeScalars.allSatisfy { letter in
        faces.contains { $0.characters.contains(letter) }
      }
    }
    let others = FontScripts(of: faces).shares.filter { code, share in
      !ScriptCoverage.codes.contains(code) && share.count >= FontReport.leastCharacters
    }
    return known + others.sorted { $0.key < $1.key }.map { ($0.key, $0.value.letters) }
  }

  /// The weights of the faces: single weights, and the ranges of variable fonts.
  package var weights: [String] {
    var single: Set<Int> = []
    var ranges: [String] = []
    for face in faces {
      if let axis = face.axes.first(where: { $0.tag == "wght" }) {
        let range = "\(Int(axis.minimum))–\(Int(axis.maximum))"
        if !ranges.contains(range) { ranges.append(range) }
      } else {
        single.insert(face.weight)
      }
    }
    return single.sorted().map { "\($0)" } + ranges
  }

  /// The weights to show in a specimen: at most nine multiples of 100.
  var shownWeights: [Int] {
    let all = faces.flatMap { face -> [Int] in
      guard let axis = face.axes.first(where: { $0.tag == "wght" }) else { return [face.weight] }
      return stride(from: 100, through: 900, by: 100).filter {
        (axis.minimum...axis.maximum).contains(Double($0))
      }
    }
    return Set(all).sorted()
  }

  /// The license of the first face; `nil` if the font states none.
  package var license: String? { faces.first?.license }

  private var characterCount: Int {
    faces.map(\.characters.count).max() ?? 0
  }

  /// The report as lines of text.
  package var text: String {
    var lines = ["\(name) (\(source == "file" ? "font file" : "bundled font, \(source)"))"]
    func add(_ key: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      lines.append("  \(key): \(value)")
    }
    if custom != nil { add("families", families.joined(separator: ", ")) }
    add("styles", faces.map(\.style).distinct.joined(separator: ", "))
    add("weights", weights.joined(separator: ", "))
    add(
      "axes",
      faces.flatMap(\.axes).map { axis in
        "\(axis.tag) \(axis.minimum.shown)–\(axis.maximum.shown)"
      }.distinct.joined(separator: ", "))
    add("scripts", scripts.map(\.title).joined(separator: ", "))
    add("characters", "\(characterCount)")
    add("embedding", faces.map(\.embedding.phrase).distinct.joined(separator: ", "))
    add("designer", faces.first?.designer)
    add("license", faces.first?.license)
    add("copyright", faces.first?.copyright)
    add("version", faces.first?.version)
    for file in files { add(file.name, "sha256 \(file.sha256)") }
    return lines.joined(separator: "\n")
  }

  /// The report as JSON.
  package var json: JSONValue {
    func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
    return [
      "name": .string(name), "source": .string(source),
      "families": .array(families.map(JSONValue.string)),
      "weights": .array(weights.map(JSONValue.string)),
      "scripts": .array(scripts.map { .string($0.title) }),
      "characters": .number(Double(characterCount)),
      "faces": .array(faces.map(\.json)),
      "designer": text(faces.first?.designer), "license": text(faces.first?.license),
      "copyright": text(faces.first?.copyright), "version": text(faces.first?.version),
      "files": .array(
        files.map { ["file": .string($0.name), "sha256": .string($0.sha256)] }),
    ]
  }
}

extension FontFace {
  fileprivate var json: JSONValue {
    [
      "family": .string(family), "style": .string(style), "weight": .number(Double(weight)),
      "italic": .bool(isItalic), "embedding": .string(embedding.phrase),
      "glyphs": .number(Double(glyphCount)),
      "axes": .array(
        axes.map { axis in
          [
            "tag": .string(axis.tag), "minimum": .number(axis.minimum),
            "default": .number(axis.standard), "maximum": .number(axis.maximum),
          ]
        }),
    ]
  }
}

extension FontEmbedding {
  /// The permission as a phrase.
  fileprivate var phrase: String {
    switch self {
    case .installable: "installable"
    case .editable: "editable documents"
    case .previewAndPrint: "preview and print"
    case .restricted: "restricted"
    case .bitmapOnly: "bitmaps only"
    }
  }
}

extension [String] {
  /// The strings without repetitions, in order.
  fileprivate var distinct: [String] {
    reduce(into: []) { list, text in if !list.contains(text) { list.append(text) } }
  }
}

extension Double {
  /// The number without a fraction that is zero.
  fileprivate var shown: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
