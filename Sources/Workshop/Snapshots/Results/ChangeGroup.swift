internal import Scenes
import WallfarmPluginKit

/// Pictures with the same change and the same cause.
public struct ChangeGroup: Sendable {
  /// The number of the group, from 1.
  public let number: Int
  /// A description of the change that applies to all pictures.
  public let headline: String
  /// The cause of the change.
  public let cause: ChangeCause
  /// The names of the pictures, in the order of the suite.
  public let members: [String]
  /// The total number of pictures in the affected snapshots.
  public let outOf: Int
  /// Whether at least one of the pictures can be approved.
  public let isAcceptable: Bool

  private struct Key: Hashable {
    let verdict: Verdict
    let cause: ChangeCause
    let kinds: [SceneChange.Kind]
  }

  /// Groups failures: changed pictures first, then pictures that failed, then pictures without a
  /// reference.
  ///
  /// Within each rank, larger groups come first.
  static func groups(of results: [SnapshotResult]) -> [ChangeGroup] {
    var found: [Key: [SnapshotResult]] = [:]
    var order: [Key] = []
    for result in results where result.verdict.isTrouble && !result.isRecorded {
      guard let cause = result.cause else { continue }
      let key = Key(verdict: result.verdict, cause: cause, kinds: result.kinds)
      if found[key] == nil { order.append(key) }
      found[key, default: []].append(result)
    }
    let sorted = order.enumerated().sorted { one, other in
      let (a, b) = (rank(one.element), rank(other.element))
      let (c, d) = (found[one.element]?.count ?? 0, found[other.element]?.count ?? 0)
      return (a, -c, one.offset) < (b, -d, other.offset)
    }
    return sorted.enumerated().map { index, entry in
      let members = found[entry.element] ?? []
      let titles = Set(members.map(\.title))
      let isAcceptable = members.contains { $0.actual != nil }
      return ChangeGroup(
        number: index + 1, headline: headline(entry.element, members), cause: entry.element.cause,
        members: members.map(\.name), outOf: results.count { titles.contains($0.title) },
        isAcceptable: isAcceptable)
    }
  }

  /// Returns the rank of a group.
  ///
  /// The order is: unexplained changes, changes of inputs, changes of the toolchain, errors,
  /// missing references.
  private static func rank(_ key: Key) -> Int {
    switch key.verdict {
    case .changed: key.cause.label == .code ? 0 : key.cause.label == .toolchain ? 2 : 1
    case .failed: 3
    case .missing, .unseen, .same: 4
    }
  }

  /// Returns the description that all pictures share, with or without coordinates; otherwise, the
  /// most significant kind of change.
  ///
  /// If there are more kinds of change, the headline states their number, so that no change is
  /// approved unnoticed.
  private static func headline(_ key: Key, _ members: [SnapshotResult]) -> String {
    switch key.verdict {
    case .missing: return key.cause.sentence
    case .failed:
      let messages = Set(members.compactMap { $0.error?.message })
      return messages.count == 1 ? messages.first ?? "" : "several errors of the same kind"
    case .changed, .unseen, .same: break
    }
    let firsts = members.compactMap(\.changes.first)
    let (sentences, briefs) = (Set(firsts.map(\.sentence)), Set(firsts.map(\.brief)))
    let more = key.kinds.count - 1
    let rest = more > 0 ? ", and \(more) more kind\(more == 1 ? "" : "s") of change" : ""
    if sentences.count == 1, let only = sentences.first { return only + rest }
    if briefs.count == 1, let only = briefs.first, only != SceneChange.pixelsBrief {
      return only + rest
    }
    return (key.kinds.first?.phrase ?? "changed") + rest
  }
}

extension SnapshotResult {
  /// The name of the snapshot in the suite.
  var title: String { String(name.prefix { $0 != "/" }) }

  /// The distinct kinds of changes in the picture, starting with the most significant.
  fileprivate var kinds: [SceneChange.Kind] {
    Set(changes.map(\.kind)).sorted()
  }
}
