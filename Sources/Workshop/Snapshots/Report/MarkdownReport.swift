internal import Diagnostics

/// A run as a comment on a pull request, in GitHub Flavored Markdown.
///
/// The comment starts with a hidden marker, which lets a CI job find the comment that an earlier
/// run wrote. If the comment would be too long, the last groups are omitted as a whole and counted.
struct MarkdownReport {
  private let record: ResultsRecord
  private let folder: SuiteFolder
  private let address: PictureAddress?
  private let page: String
  private let counts: SnapshotCounts

  /// The maximum number of characters of a comment on GitHub; this report counts UTF-16 code units,
  /// one or two per character.
  static let mostCharacters = 65_536
  /// The total space for the lists of names in all groups, and the minimum space for each list, in
  /// UTF-16 code units.
  private static let (mostNames, leastNames) = (40_000, 4_000)

  /// Describes the results in a record; `page` is the path of the HTML report.
  init(_ record: ResultsRecord, folder: SuiteFolder, page: String, address: PictureAddress?) {
    (self.record, self.folder) = (record, folder)
    (self.page, self.address) = (page, address)
    counts = SnapshotCounts(record.entries.map { ($0.verdict, $0.isRecorded) })
  }

  var text: String {
    let groups = sections
    let (head, foot) = (head, foot)
    var text = head
    var room =
      Self.mostCharacters - head.utf16.count - foot.utf16.count - leftOut(groups).utf16.count
    for (index, group) in groups.enumerated() {
      let section = group.text
      room -= section.utf16.count
      guard room >= 0 else {
        text += leftOut(groups[index...])
        break
      }
      text += section
    }
    return text + foot
  }

  private var sections: [MarkdownGroup] {
    var members: [Int: [ResultsRecord.Entry]] = [:]
    for entry in record.entries {
      if let group = entry.group { members[group, default: []].append(entry) }
    }
    let room = max(Self.leastNames, Self.mostNames / max(1, record.groups.count))
    return record.groups.map { group in
      MarkdownGroup(
        group, members[group.number] ?? [], folder: folder, address: address, nameRoom: room)
    }
  }

  // MARK: - Frame

  private var head: String {
    let place = MarkdownText.clipped(folder.path, 200)
    var lines = [
      "<!-- wallfarm-snapshots: \(MarkdownText.comment(place)) -->",
      "### Snapshots of \(MarkdownText.code(place))", "", "**\(capitalized(counts.sentence)).**",
      "",
    ]
    lines += notices.flatMap { [$0, ""] }
    return lines.joined(separator: "\n") + "\n"
  }

  private var notices: [String] {
    var notices: [String] = []
    let (recorded, strays) = (counts.recorded, record.strays)
    if recorded > 0 {
      notices.append(
        recorded == 1
          ? "1 reference was recorded in this run, so its picture was not compared."
          : "\(recorded) references were recorded in this run, so their pictures were not compared."
      )
    }
    if record.outcome == .passed, !counts.isClean {
      notices.append("Only the toolchain changed, which is not a failure in this run.")
    }
    if !strays.isEmpty {
      let names = strays.prefix(5).map { MarkdownText.code(MarkdownText.clipped($0, 200)) }
      notices.append(
        (strays.count == 1
          ? "1 reference does not belong to any picture: "
          : "\(strays.count) references do not belong to any picture: ")
          + names.joined(separator: ", ") + (strays.count > 5 ? " …" : ""))
    }
    return notices
  }

  private var foot: String {
    guard !counts.isClean else { return "" }
    if let address {
      return "[All pictures side by side](\(address.link(to: "report.html")))\n"
    }
    return
      "All pictures are side by side in \(MarkdownText.code(MarkdownText.clipped(page, 200))).\n"
  }

  private func leftOut(_ groups: some Collection<MarkdownGroup>) -> String {
    let pictures = groups.reduce(0) { $0 + $1.count }
    return "**Left out here: \(groups.count) more group\(groups.count == 1 ? "" : "s") with "
      + "\(pictures) picture\(pictures == 1 ? "" : "s").**\n\n"
  }

  private func capitalized(_ sentence: String) -> String {
    sentence.prefix(1).uppercased() + sentence.dropFirst()
  }
}
