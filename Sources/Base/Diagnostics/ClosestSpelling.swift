/// Finds the known word that the user most likely meant, or returns nil if none is close enough.
///
/// The following candidates are considered, in order of precedence:
///
/// 1. The same word with different capitalization.
/// 2. The only known word with `word` as a prefix.
/// 3. The word with the smallest edit distance, if the distance is at most one edit for every three
///    letters; one edit is always allowed, and more than four edits are never allowed.
/// 4. The only known word that contains `word` or is a prefix of it.
///
/// If several words have the same edit distance, an anagram is preferred, then the word with the
/// longest common prefix, and then the first in alphabetical order.
public func closestSpelling(to word: String, among known: some Sequence<String>) -> String? {
  let typed = Array(word.lowercased())
  guard !typed.isEmpty, typed.count <= 100 else { return nil }
  let candidates = Set(known).sorted().map { (name: $0, letters: Array($0.lowercased())) }
  let isLong = typed.count >= 3

  if let same = candidates.first(where: { $0.letters == typed }) { return same.name }
  let begun = candidates.filter { isLong && $0.letters.starts(with: typed) }
  if begun.count == 1 { return begun[0].name }
  if let near = nearest(to: typed, among: candidates) { return near }
  let related = candidates.filter { candidate in
    (isLong && candidate.letters.indices.contains { candidate.letters[$0...].starts(with: typed) })
      || (candidate.letters.count >= 3 && typed.starts(with: candidate.letters))
  }
  return related.count == 1 ? related[0].name : nil
}

private func nearest(
  to typed: [Character], among candidates: [(name: String, letters: [Character])]
) -> String? {
  let limit = max(1, min(4, typed.count / 3))
  let ranked = candidates.compactMap { name, letters -> Rank? in
    guard abs(letters.count - typed.count) <= limit else { return nil }
    let distance = editDistance(typed, letters)
    // If all letters differ, the words are unrelated: 'x' is not a misspelling of 'y'.
    guard distance <= limit, distance < typed.count else { return nil }
    let sharedStart = zip(typed, letters).prefix { $0 == $1 }.count
    return (distance, typed.sorted() == letters.sorted() ? 0 : 1, -sharedStart, name)
  }
  return ranked.min { $0 < $1 }?.name
}

/// The rank of a candidate, with the most important criterion first; the lowest rank wins.
private typealias Rank = (distance: Int, newLetters: Int, sharedStart: Int, name: String)

/// Returns the minimum number of insertions, deletions, substitutions and swaps of adjacent letters
/// that turn one word into the other.
///
/// This is the restricted Damerau-Levenshtein distance: no letter is edited twice.
package func editDistance(_ first: [Character], _ second: [Character]) -> Int {
  var twoAbove: [Int] = []
  var above = Array(0...second.count)
  for (row, letter) in first.enumerated() {
    var current = [row + 1]
    for (column, other) in second.enumerated() {
      let replaced = above[column] + (letter == other ? 0 : 1)
      var best = min(replaced, above[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
        best = min(best, twoAbove[column - 1] + 1)
      }
      current.append(best)
    }
    (twoAbove, above) = (above, current)
  }
  return above[second.count]
}
