/// Formats the names of pictures as a list: groups the pictures that changed in the same way, and
/// puts the devices of a snapshot on one line.
struct MarkdownNames {
  private let members: [ResultsRecord.Entry]
  private let link: (ResultsRecord.Entry) -> String?
  private let sentence: (ResultsRecord.Entry) -> String

  /// Creates a list of pictures, which are grouped by their changes.
  ///
  /// - Parameters:
  ///   - members: the pictures.
  ///   - link: returns the address of a picture.
  ///   - sentence: returns an escaped description of the changes of a picture that are not common
  ///     to all pictures.
  init(
    _ members: [ResultsRecord.Entry],
    link: @escaping (ResultsRecord.Entry) -> String?,
    sentence: @escaping (ResultsRecord.Entry) -> String
  ) {
    (self.members, self.link, self.sentence) = (members, link, sentence)
  }

  /// Returns the list, limited to about `room` characters; its last item counts the names that do
  /// not fit.
  func list(room: Int) -> String {
    var (list, room, shown) = ("", room, 0)
    for same in cases {
      let isNested = !same.words.isEmpty
      var title = ""
      for entry in same.entries {
        var piece = ""
        if title.isEmpty, isNested { piece += "- \(same.words)\n" }
        let isNew = entry.title != title
        if isNew { piece += (isNested ? "  " : "") + "- \(MarkdownText.code(entry.title)): " }
        piece += (isNew ? "" : ", ") + device(entry)
        room -= piece.utf16.count
        guard room >= 0 else { return ending(list, members.count - shown) }
        if isNew, !list.isEmpty { list += "\n" }
        list += piece
        shown += 1
        title = entry.title
      }
    }
    return list
  }

  private func ending(_ list: String, _ count: Int) -> String {
    list + (list.isEmpty ? "" : "\n") + "- … and \(count) more"
  }

  private func device(_ entry: ResultsRecord.Entry) -> String {
    let name = MarkdownText.prose(entry.device)
    return link(entry).map { "[\(name)](\($0))" } ?? name
  }

  /// The pictures grouped by description, most frequent first, then in the order of the suite.
  private var cases: [(words: String, entries: [ResultsRecord.Entry])] {
    var places: [String: Int] = [:]
    var cases: [(words: String, entries: [ResultsRecord.Entry])] = []
    for entry in members {
      let words = sentence(entry)
      if let place = places[words] {
        cases[place].entries.append(entry)
      } else {
        places[words] = cases.count
        cases.append((words, [entry]))
      }
    }
    return cases.enumerated().sorted { one, other in
      (-one.element.entries.count, one.offset) < (-other.element.entries.count, other.offset)
    }.map(\.element)
  }
}
