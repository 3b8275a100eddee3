import Foundation
import Testing
import WallfarmTesting

@Suite struct LinkTests {
  @Test func thereAreDocumentsToLookAt() {
    #expect(Document.paths.contains("README.md"))
    #expect(Document.paths.contains("docs/errors.md"))
  }

  @Test(arguments: Document.paths)
  func everyLinkLeadsToAFileAndAHeading(_ path: String) throws {
    let targets = targets(in: try Document(path))
    for link in links(among: targets) {
      let file = URL(fileURLWithPath: Document.file(path)).deletingLastPathComponent()
        .appendingPathComponent(link).path
      #expect(FileManager.default.fileExists(atPath: file), "\(path) links to \(link)")
    }
    for target in targets where target.contains("#") && !isElsewhere(target) {
      let halves = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let other = halves[0].isEmpty ? path : resolve(String(halves[0]), besides: path)
      guard other.hasSuffix(".md") else { continue }
      let anchors = try Document(other).prose.compactMap(anchor)
      #expect(anchors.contains(String(halves[1])), "\(path) links to \(target)")
    }
  }

  private func links(among targets: [String]) -> [String] {
    targets.filter { !isElsewhere($0) && !$0.hasPrefix("#") }
      .map { String($0.prefix { $0 != "#" }) }
      .map { $0.removingPercentEncoding ?? $0 }
  }

  /// Returns the targets of `[…](…)`, `<img src="…">` and `[…]: …` outside of code.
  private func targets(in document: Document) -> [String] {
    document.prose.flatMap { line -> [String] in
      // Skip a line without a link quickly: most lines have no link, and the regular expressions
      // below take much longer.
      guard line.contains("](") || line.contains("=\"") || line.hasPrefix("[") else { return [] }
      let text = line.replacing(#/`[^`]*`/#, with: "code")
      return text.matches(of: #/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/#).map { String($0.1) }
        + text.matches(of: #/(?:src|href)="([^"]+)"/#).map { String($0.1) }
        + text.matches(of: #/^\[[^\]]+\]:\s+(\S+)/#).map { String($0.1) }
    }
  }

  private func isElsewhere(_ target: String) -> Bool {
    target.contains("://") || target.hasPrefix("mailto:")
  }

  private func resolve(_ target: String, besides path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return ((folder as NSString).appendingPathComponent(target) as NSString).standardizingPath
  }

  /// Returns the anchor that GitHub assigns to a heading, or `nil` if the line is not a heading.
  private func anchor(_ line: String) -> String? {
    guard line.hasPrefix("#") else { return nil }
    let title = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
    return String(
      title.compactMap { character in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || "-_".contains(character)
          ? character : nil
      })
  }
}
