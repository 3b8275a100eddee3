/// Orders that wait, in buckets by what they share; taking one costs the same however many wait.
///
/// Of the highest priority there is, a worker takes first what fits all that it has prepared, then what
/// has its background, then the oldest bucket that no worker is at, and last it helps with the fullest
/// one. So a photo is decoded by one worker where there are enough others, and no worker is idle.
struct OrderBoard {
  /// An order as far as its turn depends on it.
  struct Waiting: Sendable, Hashable {
    let id: OrderID
    let priority: Int
    let affinity: OrderAffinity
  }

  /// Orders with one background, by device, each in the order of their coming.
  fileprivate struct Bucket {
    var devices: [String: Line<OrderID>] = [:]
    /// Devices in the order in which they came.
    var turns = Line<String>()
    var count = 0
  }

  fileprivate struct Level {
    var buckets: [String: Bucket] = [:]
    /// Backgrounds in the order in which they came, and came free again; some may be gone by now.
    var turns = Line<String>()
    /// What stands in the line of turns, where each is once.
    var listed: Set<String> = []
  }

  private var levels: [Int: Level] = [:]
  /// Priorities that there are, the highest last; few.
  private var priorities: [Int] = []
  /// What waits; one that was taken out is still in its line, and passed over there.
  private var waiting: [OrderID: Waiting] = [:]
  /// The background that each worker is at.
  private var places: [Int: String] = [:]
  /// How many orders each worker has taken there in a row.
  private var streaks: [Int: Int] = [:]
  /// After so many another background has its turn, where one waits that no worker is at.
  private static let longestStreak = 64
  /// How many workers are at a background.
  private var guests: [String: Int] = [:]

  var count: Int { waiting.count }
  var isEmpty: Bool { waiting.isEmpty }
  var ids: Dictionary<OrderID, Waiting>.Keys { waiting.keys }

  func contains(_ id: OrderID) -> Bool { waiting[id] != nil }

  /// Adds an order behind the others; one that was here before comes to the front of its line.
  mutating func add(_ order: Waiting, isFirst: Bool = false) {
    waiting[order.id] = order
    if levels[order.priority] == nil {
      let place = priorities.firstIndex { $0 > order.priority } ?? priorities.count
      priorities.insert(order.priority, at: place)
    }
    let (background, device) = (order.affinity.background, order.affinity.device)
    levels[order.priority, default: Level()].add(order.id, background, device, isFirst: isFirst)
  }

  /// Takes an order out; it may be unknown.
  mutating func remove(_ id: OrderID) -> Bool {
    guard let order = waiting.removeValue(forKey: id) else { return false }
    levels[order.priority]?.buckets[order.affinity.background]?.count -= 1
    tidy(order.priority, order.affinity.background)
    return true
  }

  /// Takes the order that suits a worker best.
  ///
  /// - Parameters:
  ///   - worker: its number.
  ///   - affinity: what it has prepared.
  /// - Returns: an order of the highest priority there is; nil where none waits.
  mutating func take(for worker: Int, with affinity: OrderAffinity) -> OrderID? {
    guard let priority = priorities.last else { return nil }
    let isThere = levels[priority]?.buckets[affinity.background] != nil
    let stays = isThere && streaks[worker, default: 0] < OrderBoard.longestStreak
    let background =
      stays
      ? affinity.background
      : free(in: priority)
        ?? (isThere ? affinity.background : fullest(in: priority))
    guard let background else { return nil }
    streaks[worker] = stays ? streaks[worker, default: 0] + 1 : 0
    move(worker, to: background)
    return take(from: background, device: affinity.device, priority)
  }

  /// A worker is gone, and at no background any more.
  mutating func leave(_ worker: Int) {
    streaks[worker] = nil
    guard let background = places.removeValue(forKey: worker) else { return }
    guests[background, default: 1] -= 1
    guard guests[background] == 0 else { return }
    guests[background] = nil
    for priority in priorities where levels[priority]?.buckets[background] != nil {
      levels[priority]?.list(background)
    }
  }

  private mutating func move(_ worker: Int, to background: String) {
    guard places[worker] != background else { return }
    leave(worker)
    places[worker] = background
    guests[background, default: 0] += 1
  }

  /// The oldest background that no worker is at.
  private mutating func free(in priority: Int) -> String? {
    while let background = levels[priority]?.turns.popFirst() {
      levels[priority]?.listed.remove(background)
      if guests[background] == nil, levels[priority]?.buckets[background] != nil {
        return background
      }
    }
    return nil
  }

  /// Only asked where a worker is at each of them, so there are no more than workers.
  private func fullest(in priority: Int) -> String? {
    levels[priority]?.buckets.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
  }

  private mutating func take(
    from background: String, device: String, _ priority: Int
  ) -> OrderID? {
    let taken = levels[priority]?.buckets[background]?.take(device, of: waiting)
    if let taken { waiting[taken] = nil }
    tidy(priority, background)
    return taken
  }

  private mutating func tidy(_ priority: Int, _ background: String) {
    guard levels[priority]?.buckets[background]?.count == 0 else { return }
    levels[priority]?.buckets[background] = nil
    guard levels[priority]?.buckets.isEmpty == true else { return }
    levels[priority] = nil
    priorities.removeAll { $0 == priority }
  }
}

extension OrderBoard.Level {
  fileprivate mutating func add(
    _ id: OrderID, _ background: String, _ device: String, isFirst: Bool
  ) {
    if buckets[background] == nil {
      buckets[background] = .init()
      list(background)
    }
    buckets[background]?.add(id, device, isFirst: isFirst)
  }

  fileprivate mutating func list(_ background: String) {
    if listed.insert(background).inserted { turns.append(background) }
  }
}

extension OrderBoard.Bucket {
  fileprivate mutating func add(_ id: OrderID, _ device: String, isFirst: Bool) {
    if devices[device] == nil {
      devices[device] = Line()
      turns.append(device)
    }
    if isFirst { devices[device]?.prepend(id) } else { devices[device]?.append(id) }
    count += 1
  }

  /// Takes an order for a device, or where there is none for the one that came first.
  fileprivate mutating func take(
    _ device: String, of waiting: [OrderID: OrderBoard.Waiting]
  ) -> OrderID? {
    var device = device
    while true {
      while let id = devices[device]?.popFirst() {
        guard waiting[id] != nil else { continue }
        count -= 1
        return id
      }
      // One that is empty keeps its turn until that comes, so that it has never two.
      guard let next = turns.first else { return nil }
      if devices[next]?.isEmpty ?? true {
        devices[next] = nil
        _ = turns.popFirst()
      } else {
        device = next
      }
    }
  }
}

/// First in, first out, without moving what waits.
struct Line<Element> {
  private var elements: [Element?] = []
  private var start = 0

  init() {}

  var isEmpty: Bool { start >= elements.count }
  var first: Element? { start < elements.count ? elements[start] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func prepend(_ element: Element) {
    if start == 0 {
      elements.insert(element, at: 0)
    } else {
      start -= 1
      elements[start] = element
    }
  }

  mutating func popFirst() -> Element? {
    guard start < elements.count else { return nil }
    defer {
      elements[start] = nil
      start += 1
      // Half of it is gone: what is left moves once for as many that were taken.
      if start > 64 && start * 2 > elements.count {
        elements.removeFirst(start)
        start = 0
      }
    }
    return elements[start]
  }
}
