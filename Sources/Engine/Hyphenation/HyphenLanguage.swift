/// A language, as it appears in the names of pattern files, such as `hyph_de_DE.dic` or
/// `hyph_sr-Latn_RS.dic`.
struct HyphenLanguage {
  private let primary: String
  private let script: String?
  private let region: String?

  /// - Parameter tag: A BCP 47 tag, such as `de`, `pt-BR` or `sr-Latn`.
  init(_ tag: String) {
    let parts = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
    primary = parts.first?.lowercased() ?? ""
    script = parts.dropFirst().first { $0.count == 4 }?.capitalized
    region = parts.dropFirst().first { $0.count == 2 }?.uppercased()
  }

  var isFinnish: Bool { primary == "fi" }

  /// The prefixes of matching file names, best match first.
  var fileNames: [String] {
    guard !primary.isEmpty else { return [] }
    // Some languages have several files and need a default region; the other languages have one
    // file.
    let own = region ?? ["en": "US", "pt": "PT"][primary] ?? ""
    let name = ["no": "nb"][primary] ?? primary
    let scripted = script.map { "hyph_\(name)-\($0)_" }
    return [scripted, "hyph_\(name)_\(own)", "hyph_\(name)_", "hyph_\(name)."].compactMap(\.self)
  }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
