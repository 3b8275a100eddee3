internal import Digests
internal import SourceJSON
package import WallfarmPluginKit

/// All that happened in a challenge, in lines of which each has the digest of the one before.
///
/// The challenge is what the lines add up to; nothing else is kept of it. Who changes a line, or takes one out, has
/// to make all that follow anew: that makes changes visible, and does not prevent them.
package struct ChallengeLedger: Hashable, Sendable {
  private(set) var entries: [ChallengeEntry]
  /// The digests of its lines.
  private(set) var digests: [String]
  private var lines: [String]
  /// What it adds up to.
  package private(set) var challenge: Challenge

  /// What tells this challenge from all others: the digest of its first line.
  package var id: String { digests[0] }

  /// Begins one.
  init(_ beginning: ChallengeEntry.Beginning) {
    challenge = Challenge(beginning)
    (entries, lines, digests) = ([], [], [])
    write(.began(beginning))
  }

  /// What the first line has in the place of a digest.
  private static let first = String(repeating: "0", count: 64)

  /// Writes down what happened next.
  mutating func add(_ entry: ChallengeEntry) {
    challenge.add(entry)
    write(entry)
  }

  private mutating func write(_ entry: ChallengeEntry) {
    let (line, digest) = ChallengeLedger.line(entry, after: digests.last ?? ChallengeLedger.first)
    lines.append(line)
    entries.append(entry)
    digests.append(digest)
  }

  private static func line(
    _ entry: ChallengeEntry, after last: String
  ) -> (line: String, digest: String) {
    let words = entry.words.text(pretty: false)
    let digest = SHA256.hex(of: Array("\(last)\n\(words)".utf8))
    return (#"{"digest":"\#(digest)","is":\#(words)}"#, digest)
  }

  /// As a file has it: a line for each entry.
  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// Reads a file.
  ///
  /// - Throws: `challenge-changed`, with the line.
  package init(parsing text: String, file: String) throws(RenderError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var ledger: ChallengeLedger?
    var last = ChallengeLedger.first
    for (index, line) in lines.enumerated() where !(line.isEmpty && index == lines.count - 1) {
      let node = try? JSONNode(parsing: String(line))
      guard let entry = node?["is"].flatMap({ ChallengeEntry($0) }) else {
        throw .challengeChanged(file, line: index + 1)
      }
      // Letter for letter: what says the same in other words was written by something else too.
      let (own, digest) = ChallengeLedger.line(entry, after: last)
      guard line == own else { throw .challengeChanged(file, line: index + 1) }
      last = digest
      if case .began(let beginning) = entry, ledger == nil {
        ledger = ChallengeLedger(beginning)
      } else if ledger != nil, ledger?.challenge.end == nil {
        ledger?.add(entry)
      } else {
        throw .challengeChanged(file, line: index + 1)
      }
    }
    guard let ledger, text.hasSuffix("\n") else {
      throw .challengeChanged(file, line: max(1, lines.count - 1))
    }
    self = ledger
  }
}

extension RenderError {
  static func challengeChanged(_ file: String, line: Int? = nil) -> RenderError {
    RenderError(
      .challengeChanged, "what is kept of the challenge was changed by something else",
      origin: .file(file, line: line),
      hint: "put the file back as it was, or give the challenge up: "
        + "wallfarm challenge cancel --damaged")
  }
}
