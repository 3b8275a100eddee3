/// A fair queue: owners take turns, and so do the parts of each owner.
///
/// An owner is a client, and each of its parts has its own line (see ``Turn``). A full queue drops
/// the last element of the longest line, so that a client with many requests waits behind its own
/// requests, even if it has many parts.
package struct FairQueue<Element: Hashable> {
  private var owners: [String: Lines] = [:]
  /// Owners with queued elements; the next owner is first.
  private var turns: [String] = []
  private let most: Int
  package private(set) var count = 0

  /// Creates a queue for at most `most` elements.
  package init(most: Int) { self.most = most }

  /// Appends an element to its line.
  ///
  /// - Returns: The dropped element, which is the new element or the last element of a longer line,
  ///   or `nil` if no element was dropped.
  package mutating func add(_ element: Element, of turn: Turn) -> Element? {
    var refused: Element?
    if count >= most {
      guard let longer = longerLine(than: turn) else { return element }
      refused = owners[longer.owner]?.popLast(of: longer.part)
      count -= 1
      tidy(longer.owner)
    }
    if owners[turn.owner] == nil { turns.append(turn.owner) }
    owners[turn.owner, default: Lines()].add(element, of: turn.part)
    count += 1
    return refused
  }

  /// Appends an element whose owner has no parts.
  package mutating func add(_ element: Element, of owner: String) -> Element? {
    add(element, of: Turn(owner))
  }

  /// Returns the line that must drop an element to make space for a new one, or `nil` if the new
  /// element must be dropped.
  ///
  /// If another owner has at least two elements more than the new element's owner, this is the
  /// longest line of the owner with the most elements. Otherwise, it is the longest line of the new
  /// element's owner, if that line has at least two elements more than the new element's line.
  private func longerLine(than turn: Turn) -> Turn? {
    let longest = owners.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
    guard let longest else { return nil }
    let own = owners[turn.owner]
    if longest.key != turn.owner, longest.value.count > (own?.count ?? 0) + 1 {
      return longest.value.longest.map { Turn(longest.key, part: $0.part) }
    }
    guard let own, let line = own.longest, line.part != turn.part,
      line.count > own.count(of: turn.part) + 1
    else { return nil }
    return Turn(turn.owner, part: line.part)
  }

  /// Removes and returns the first element of the next line.
  package mutating func take() -> Element? {
    guard let owner = turns.first else { return nil }
    turns.removeFirst()
    let element = owners[owner]?.take()
    count -= 1
    if owners[owner]?.count == 0 { owners[owner] = nil } else { turns.append(owner) }
    return element
  }

  /// Removes an element from its line.
  package mutating func remove(_ element: Element, of turn: Turn) {
    guard owners[turn.owner]?.remove(element, of: turn.part) == true else { return }
    count -= 1
    tidy(turn.owner)
  }

  /// Removes an element whose owner has no parts.
  package mutating func remove(_ element: Element, of owner: String) {
    remove(element, of: Turn(owner))
  }

  private mutating func tidy(_ owner: String) {
    guard owners[owner]?.count == 0 else { return }
    owners[owner] = nil
    turns.removeAll { $0 == owner }
  }

  /// The lines of one owner, by part.
  private struct Lines {
    private var lines: [String: [Element]] = [:]
    /// Parts with queued elements; the next part is first.
    private var turns: [String] = []
    private(set) var count = 0

    /// The longest line.
    var longest: (part: String, count: Int)? {
      lines.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
        .map { ($0.key, $0.value.count) }
    }

    func count(of part: String) -> Int { lines[part]?.count ?? 0 }

    mutating func add(_ element: Element, of part: String) {
      if lines[part] == nil { turns.append(part) }
      lines[part, default: []].append(element)
      count += 1
    }

    mutating func take() -> Element? {
      guard let part = turns.first else { return nil }
      turns.removeFirst()
      let element = lines[part]?.removeFirst()
      count -= 1
      if lines[part]?.isEmpty == true { lines[part] = nil } else { turns.append(part) }
      return element
    }

    mutating func popLast(of part: String) -> Element? {
      let element = lines[part]?.popLast()
      count -= 1
      tidy(part)
      return element
    }

    mutating func remove(_ element: Element, of part: String) -> Bool {
      guard let index = lines[part]?.firstIndex(of: element) else { return false }
      lines[part]?.remove(at: index)
      count -= 1
      tidy(part)
      return true
    }

    private mutating func tidy(_ part: String) {
      guard lines[part]?.isEmpty == true else { return }
      lines[part] = nil
      turns.removeAll { $0 == part }
    }
  }
}
