internal import Digests
internal import SourceJSON
package import WallfarmPluginKit

/// The events of a challenge as a hash chain: each line's digest covers its event and the previous
/// digest.
///
/// The state of the challenge is computed from the lines and stored nowhere else. The chain makes
/// tampering evident but does not prevent it: anyone who changes or removes a line must recompute
/// all later lines.
package struct ChallengeLedger: Hashable, Sendable {
  private(set) var entries: [ChallengeEntry]
  /// The digests of the lines, in order.
  private(set) var digests: [String]
  private var lines: [String]
  /// The state that results from the lines.
  package private(set) var challenge: Challenge

  /// The unique identifier of the challenge: the digest of its first line.
  package var id: String { digests[0] }

  /// Creates the ledger of a new challenge.
  package init(_ beginning: ChallengeEntry.Beginning) {
    challenge = Challenge(beginning)
    (entries, lines, digests) = ([], [], [])
    write(.began(beginning))
  }

  /// The digest that precedes the first line in the chain, because there is no previous line.
  private static let first = String(repeating: "0", count: 64)

  /// Appends an event.
  package mutating func add(_ entry: ChallengeEntry) {
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

  /// The contents of the file, with one line for each entry.
  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// Parses the contents of a file and verifies its digests.
  ///
  /// - Throws: `challenge-changed`, with the number of the invalid line.
  package init(parsing text: String, file: String) throws(RenderError) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var ledger: ChallengeLedger?
    var last = ChallengeLedger.first
    for (index, line) in lines.enumerated() where !(line.isEmpty && index == lines.count - 1) {
      let node = try? JSONNode(parsing: String(line))
      guard let entry = node?["is"].flatMap({ ChallengeEntry($0) }) else {
        throw .challengeChanged(file, line: index + 1)
      }
      // Compare the whole line, because this program writes each entry in exactly one way.
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
      .challengeChanged, "the stored challenge was changed by another program",
      origin: .file(file, line: line),
      hint: "restore the original file, or cancel the challenge: "
        + "wallfarm challenge cancel --damaged")
  }
}
