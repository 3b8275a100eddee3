internal import Files
internal import WallfarmPluginKit

/// Finds photos in the same folder that have equal timestamps although the days in their file names
/// differ.
struct CopiedDates {
  private struct Place: Hashable {
    let folder: String
    let moment: Int
  }

  private var doubted: [Place: [(row: LibraryIndex.Row, named: TakenDate)]] = [:]

  /// The minimum number of photos with the same timestamp.
  private static let fewest = 3

  /// Records a photo if the day in its file name differs from the day in its metadata.
  mutating func add(_ row: LibraryIndex.Row) {
    let facts = row.facts
    guard let day = facts.day, let moment = facts.moment,
      [.original, .digitized, .description].contains(facts.dateSource),
      let named = FileNameDate.read(Files.name(of: row.path)),
      // Time zones alone can cause a difference of one day.
      abs(named.day.number - day) > 1
    else { return }
    doubted[Place(folder: Files.folder(of: row.path), moment: moment), default: []]
      .append((row, named))
  }

  /// The affected photos, with their dates taken from their file names.
  var rows: [LibraryIndex.Row] {
    doubted.values.filter { photos in
      photos.count >= Self.fewest && Set(photos.map(\.named.day)).count > 1
    }.joined().map { row, named in
      var row = row
      row.facts.take(named)
      return row
    }
  }
}
