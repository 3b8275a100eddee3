/// The names of a face, from its table `name`.
struct NameTable: Sendable {
  private let names: [Int: String]
  /// The family name, in English if possible.
  let family: String
  /// All family names in all languages, starting with ``family``.
  let families: [String]

  /// Reads the table.
  init(_ table: FontTable) throws(FontFlaw) {
    let count = try table.uint16(at: 2)
    let storage = try table.uint16(at: 4)
    try table.require(12 * count, at: 6)
    var best: [Int: NameRecord] = [:]
    var families: [NameString] = []
    var seen: Set<NameString> = []
    for place in stride(from: 6, to: 6 + 12 * count, by: 12) {
      let record = try NameRecord(table, at: place, storage: storage)
      guard Self.used.contains(record.name), record.string.count > 0 else { continue }
      if Self.familyNames.contains(record.name), seen.insert(record.string).inserted {
        families.append(record.string)
      }
      guard let rank = record.rank, rank < best[record.name]?.rank ?? .max else { continue }
      best[record.name] = record
    }
    var names: [Int: String] = [:]
    for (name, record) in best { names[name] = try record.string.text(in: table).cleaned }
    self.names = names
    family = try Self.family([best[16], best[1]].compactMap(\.self), in: table)
    self.families = try Self.distinct(family, families, in: table)
  }

  /// Returns the first family name that is not empty.
  private static func family(
    _ records: [NameRecord], in table: FontTable
  ) throws(FontFlaw) -> String {
    for record in records {
      try checkSize(of: record.string, in: table)
      let text = try record.string.text(in: table)
      let family = text.cleaned
      if family.isEmpty { continue }
      // Otherwise, fontconfig would not find the font by the name that is shown.
      guard FontFamilyName.key(family) == FontFamilyName.key(text),
        !family.unicodeScalars.contains("\u{FFFD}")
      else { throw table.flaw(at: 0, "has a family name with invisible or invalid characters") }
      // Pango separates the families of a list with commas.
      guard !family.contains(",") else {
        throw table.flaw(at: 0, "has a family name with a comma")
      }
      return family
    }
    throw table.flaw(at: 0, "has no family name")
  }

  /// Returns the family name and all names that differ from it and from each other.
  private static func distinct(
    _ family: String, _ strings: [NameString], in table: FontTable
  ) throws(FontFlaw) -> [String] {
    // Strings that overlap could take much more time and memory than their table.
    let size = strings.reduce(0) { $0 + $1.count }
    guard size <= 2 * table.count else {
      throw table.flaw(at: 0, "has family names that overlap")
    }
    var (seen, names): (Set, [String]) = ([FontFamilyName.key(family)], [family])
    for string in strings {
      try checkSize(of: string, in: table)
      let name = try string.text(in: table).cleaned
      if !name.isEmpty, seen.insert(FontFamilyName.key(name)).inserted { names.append(name) }
    }
    guard names.count <= mostFamilies else {
      throw table.flaw(at: 0, "has \(names.count) family names; the limit is \(mostFamilies)")
    }
    return names
  }

  private static func checkSize(of string: NameString, in table: FontTable) throws(FontFlaw) {
    guard string.count <= mostFamilyBytes else {
      throw table.flaw(at: string.offset, "has a family name of \(string.count) bytes")
    }
  }

  /// The name with an ID; nil if it does not exist or is empty.
  subscript(id: Int) -> String? { names[id].flatMap { $0.isEmpty ? nil : $0 } }

  /// The style within the family.
  var style: String? { self[17] ?? self[2] }

  private static let used: Set<Int> = [0, 1, 2, 5, 9, 13, 16, 17, 21]
  private static let familyNames: Set<Int> = [1, 16, 21]
  /// The maximum number of family names; fonts for Chinese have about 10, and Arial has about 30.
  static let mostFamilies = 128
  /// The maximum size of a family name in bytes: 150 characters, or 300 in a Mac encoding.
  static let mostFamilyBytes = 300
}
