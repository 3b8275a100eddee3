/// What waits, in a line for each client; the lines take turns.
///
/// Where it is full, the longest line gives way to a shorter one: who asks for much waits for their own.
struct FairQueue<Element: Hashable> {
  private var lines: [String: [Element]] = [:]
  /// Clients that have something waiting, the next one first.
  private var turns: [String] = []
  private let most: Int
  private(set) var count = 0

  /// Holds at most so many.
  init(most: Int) { self.most = most }

  /// Adds something at the end of a line.
  ///
  /// - Returns: what has no room: this one, or the last of a longer line; nil where there is room.
  mutating func add(_ element: Element, of client: String) -> Element? {
    var refused: Element?
    if count >= most {
      let longest = lines.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
      guard let longest, longest.key != client,
        longest.value.count > (lines[client]?.count ?? 0) + 1
      else { return element }
      refused = lines[longest.key]?.popLast()
      count -= 1
      tidy(longest.key)
    }
    if lines[client] == nil { turns.append(client) }
    lines[client, default: []].append(element)
    count += 1
    return refused
  }

  /// Takes the first of the line whose turn it is.
  mutating func take() -> Element? {
    guard let client = turns.first else { return nil }
    turns.removeFirst()
    let element = lines[client]?.removeFirst()
    count -= 1
    if lines[client]?.isEmpty == true { lines[client] = nil } else { turns.append(client) }
    return element
  }

  /// Takes something out of its line.
  mutating func remove(_ element: Element, of client: String) {
    guard let index = lines[client]?.firstIndex(of: element) else { return }
    lines[client]?.remove(at: index)
    count -= 1
    tidy(client)
  }

  private mutating func tidy(_ client: String) {
    guard lines[client]?.isEmpty == true else { return }
    lines[client] = nil
    turns.removeAll { $0 == client }
  }
}
