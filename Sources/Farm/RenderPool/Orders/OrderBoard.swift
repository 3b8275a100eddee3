/// Queued orders, grouped by shared work; an order is taken in constant time, regardless of the
/// queue length.
///
/// The orders with the same background form a bucket. A worker takes an order with the highest
/// priority. Among these orders, it prefers one that matches its cached background and device, then
/// one with the same background, then one from the oldest bucket without a worker, and finally one
/// from the fullest bucket. If there are enough workers, each photo is decoded once. No worker is
/// idle while orders are queued.
package struct OrderBoard {
  /// The properties of an order that determine when it is taken.
  package struct Waiting: Sendable, Hashable {
    package let id: OrderID
    package let priority: Int
    package let affinity: OrderAffinity

    package init(id: OrderID, priority: Int, affinity: OrderAffinity) {
      (self.id, self.priority, self.affinity) = (id, priority, affinity)
    }
  }

  /// Orders with the same background, grouped by device, first in, first out.
  fileprivate struct Bucket {
    var devices: [String: Line<OrderID>] = [:]
    /// Devices in order of arrival.
    var turns = Line<String>()
    var count = 0
  }

  fileprivate struct Level {
    var buckets: [String: Bucket] = [:]
    /// Backgrounds in the order in which they were added or released; some may no longer have
    /// orders.
    var turns = Line<String>()
    /// The backgrounds in `turns`, used to list each background only once.
    var listed: Set<String> = []
  }

  private var levels: [Int: Level] = [:]
  /// The priorities in use, in ascending order.
  private var priorities: [Int] = []
  /// The queued orders.
  ///
  /// A removed order stays in its bucket until it is skipped there.
  private var waiting: [OrderID: Waiting] = [:]
  /// The current background of each worker.
  private var places: [Int: String] = [:]
  /// The number of consecutive orders that each worker has taken from its background.
  private var streaks: [Int: Int] = [:]
  /// The maximum streak of a worker while there are orders for a background that has no worker.
  private static let longestStreak = 64
  /// The number of workers for each background.
  private var guests: [String: Int] = [:]

  package init() {}

  package var count: Int { waiting.count }
  package var isEmpty: Bool { waiting.isEmpty }
  var ids: Dictionary<OrderID, Waiting>.Keys { waiting.keys }

  func contains(_ id: OrderID) -> Bool { waiting[id] != nil }

  /// Adds an order to the end of its bucket, or to the front if the order is returned to the queue.
  package mutating func add(_ order: Waiting, isFirst: Bool = false) {
    waiting[order.id] = order
    if levels[order.priority] == nil {
      let place = priorities.firstIndex { $0 > order.priority } ?? priorities.count
      priorities.insert(order.priority, at: place)
    }
    let (background, device) = (order.affinity.background, order.affinity.device)
    levels[order.priority, default: Level()].add(order.id, background, device, isFirst: isFirst)
  }

  /// Removes an order; returns whether it was queued.
  package mutating func remove(_ id: OrderID) -> Bool {
    guard let order = waiting.removeValue(forKey: id) else { return false }
    levels[order.priority]?.buckets[order.affinity.background]?.count -= 1
    tidy(order.priority, order.affinity.background)
    return true
  }

  /// Removes and returns the order that suits a worker best.
  ///
  /// - Parameters:
  ///   - worker: The slot of the worker.
  ///   - affinity: The worker's cached background and device.
  /// - Returns: An order with the highest priority, or `nil` if the queue is empty.
  package mutating func take(for worker: Int, with affinity: OrderAffinity) -> OrderID? {
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

  /// Releases the background of a worker that has exited.
  package mutating func leave(_ worker: Int) {
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

  /// Returns the oldest background that has no worker.
  private mutating func free(in priority: Int) -> String? {
    while let background = levels[priority]?.turns.popFirst() {
      levels[priority]?.listed.remove(background)
      if guests[background] == nil, levels[priority]?.buckets[background] != nil {
        return background
      }
    }
    return nil
  }

  /// Returns the fullest bucket.
  ///
  /// All buckets have a worker at this point, so there are at most as many buckets as workers, and
  /// the search is short.
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

  /// Takes an order for a device; if there is none, takes an order for the device that arrived
  /// first.
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
      // A device without orders stays in `turns` until it is first, so that no device is listed
      // twice.
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

/// A first-in, first-out queue that does not move its elements on removal.
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
      // Compact only after half of the elements have been removed, so that removal is amortized
      // O(1).
      if start > 64 && start * 2 > elements.count {
        elements.removeFirst(start)
        start = 0
      }
    }
    return elements[start]
  }
}
