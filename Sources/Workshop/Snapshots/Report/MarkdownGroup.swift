internal import Diagnostics

/// A group of changes as a section of a pull request comment: the change, its cause, the largest
/// differences and the pictures.
struct MarkdownGroup {
  private let group: ResultsRecord.Group
  private let members: [ResultsRecord.Entry]
  private let folder: SuiteFolder
  private let address: PictureAddress?
  private let nameRoom: Int

  /// The maximum numbers of listed differences, sentences per description, names shown unfolded,
  /// and characters in a string.
  private static let (mostWorst, mostWords, mostOpen, mostText) = (3, 5, 3, 300)

  init(
    _ group: ResultsRecord.Group, _ members: [ResultsRecord.Entry], folder: SuiteFolder,
    address: PictureAddress?, nameRoom: Int
  ) {
    (self.group, self.members, self.folder) = (group, members, folder)
    (self.address, self.nameRoom) = (address, nameRoom)
  }

  /// The number of pictures.
  var count: Int { members.count }

  var text: String {
    var blocks = ["#### Group \(group.number): \(prose(group.headline))", about]
    let worst = worst
    if !worst.isEmpty {
      let title = worst.count == 1 ? "Largest difference:" : "Largest differences:"
      blocks.append(title + "\n\n" + worst.joined(separator: "\n"))
    }
    let common = common
    let scope = members.count == 1 ? "" : "In all: "
    let shared =
      common.isEmpty || common == [group.headline] ? "" : scope + sentence(common) + "."
    if !shared.isEmpty { blocks.append(shared) }
    let names = MarkdownNames(members, link: link) { entry in
      sentence(entry.statements.filter { !common.contains($0) })
    }.list(room: nameRoom - shared.utf16.count)
    if members.count > Self.mostOpen {
      blocks += ["<details>\n<summary>\(pictures(members.count))</summary>", names, "</details>"]
    } else {
      blocks.append(names)
    }
    let command = "\(folder.approveCommand) --group \(group.number)"
    if group.isAcceptable, command.unicodeScalars.count <= Self.mostText {
      blocks.append("To accept: \(MarkdownText.code(command))")
    }
    return blocks.joined(separator: "\n\n") + "\n\n"
  }

  private var about: String {
    let count = "\(members.count) of \(pictures(group.outOf))"
    return group.cause == group.headline ? count + "." : "\(count). Cause: \(prose(group.cause))."
  }

  /// A line for each of the largest visible differences.
  private var worst: [String] {
    let measured = members.enumerated().filter { ($0.element.pixels?.visible ?? 0) > 0 }
    let sorted = measured.sorted { one, other in
      guard let a = one.element.pixels, let b = other.element.pixels else { return false }
      return (-a.share, -a.most, one.offset) < (-b.share, -b.most, other.offset)
    }
    return sorted.prefix(Self.mostWorst).compactMap { _, entry in
      entry.pixels.map { pixels in
        let links = entry.roles.compactMap { role in
          link(entry, role).map { "[\(role.rawValue)](\($0))" }
        }
        let most = (pixels.most * 100).rounded() / 100
        let amount = "\(pixels.percent), \(pixels.measure.title) up to \(most)"
        return "- \(MarkdownText.code(entry.name)): \(pixels.sentence) (\(amount))"
          + (links.isEmpty ? "" : ": " + links.joined(separator: ", "))
      }
    }
  }

  /// The address of the picture that best shows a change.
  private func link(_ entry: ResultsRecord.Entry) -> String? {
    let role = [PictureRole.difference, .actual].first { entry.roles.contains($0) }
    return role.flatMap { link(entry, $0) }
  }

  private func link(_ entry: ResultsRecord.Entry, _ role: PictureRole) -> String? {
    address?.link(to: ResultsFolder.file(role, entry.name))
  }

  /// The statements that are true of every picture.
  private var common: [String] {
    let others = members.dropFirst().map { Set($0.statements) }
    return (members.first?.statements ?? []).filter { statement in
      others.allSatisfy { $0.contains(statement) }
    }
  }

  private func sentence(_ statements: [String]) -> String {
    let more = statements.count - Self.mostWords
    return statements.prefix(Self.mostWords).map(prose).joined(separator: "; ")
      + (more > 0 ? "; and \(more) more" : "")
  }

  private func prose(_ text: String) -> String {
    MarkdownText.prose(MarkdownText.clipped(text, Self.mostText))
  }

  private func pictures(_ count: Int) -> String { "\(count) picture\(count == 1 ? "" : "s")" }
}

extension ResultsRecord.Entry {
  /// The descriptions of the picture's changes, or of its error.
  fileprivate var statements: [String] {
    error.map { ["error[\($0.code.rawValue)]: \($0.message)"] } ?? words
  }
}

extension PixelFigures {
  /// The share of visibly different pixels, from 0 to 1.
  fileprivate var share: Double { count > 0 ? Double(visible) / Double(count) : 0 }

  /// The share as a percentage, such as `0.2%`.
  fileprivate var percent: String {
    let percent = share * 100
    if percent < 0.1 { return "less than 0.1%" }
    return percent < 10 ? "\((percent * 10).rounded() / 10)%" : "\(Int(percent.rounded()))%"
  }
}
