import Foundation
import RenderFarm
import WallfarmPluginKit

/// An in-memory queue.
final class MemoryJobQueue: JobQueue, QueueAdmin {
  private var entries: [String: Entry] = [:]
  private var order: [String] = []
  private var paused = false
  private(set) var generation = 0
  var toolchain: String?

  private struct Entry {
    var spec: UnitSpec
    var generation: Int
    var state = UnitState.queued {
      didSet { if state != oldValue, state == .done || state == .dead { finished = Self.now } }
    }
    var finished = Timestamp(milliseconds: 0)

    private static var now: Timestamp {
      Timestamp(milliseconds: Int(Date.now.timeIntervalSince1970 * 1000))
    }
    var token = 0
    var failures = 0
    var due = Timestamp(milliseconds: 0)
    var expires = Timestamp(milliseconds: 0)
    var holder = ""
    var isBegun = false
    var error: RenderError?
    var receipt: String?
    var milliseconds: Int?

    mutating func queue() {
      (state, failures, due) = (.queued, 0, Timestamp(milliseconds: 0))
      milliseconds = nil
    }
  }

  func isPaused() -> Bool { paused }

  func setPaused(_ isPaused: Bool) { paused = isPaused }

  func together<Value>(
    _ body: () throws(RenderError) -> Value
  ) throws(RenderError) -> Value {
    let before = (entries, order, generation)
    do throws(RenderError) {
      return try body()
    } catch {
      (entries, order, generation) = before
      throw error
    }
  }

  func add(_ units: [UnitSpec], generation: Int) -> AddedUnits {
    var added = AddedUnits()
    self.generation = generation
    for unit in units {
      guard var entry = entries[unit.id] else {
        added.new += 1
        entries[unit.id] = Entry(spec: unit, generation: generation)
        entries[unit.id]?.token = lastToken
        order.append(unit.id)
        continue
      }
      if entry.spec.digest == unit.digest {
        added.known += 1
      } else {
        added.changed += 1
        entry.queue()
        entry.token += 1
        (entry.error, entry.receipt) = (nil, nil)
      }
      entry.spec = unit
      entry.generation = generation
      entries[unit.id] = entry
    }
    return added
  }

  func removeUnits(before generation: Int) -> RemovedUnits {
    let old = entries.values.filter { $0.generation < generation }
    forget { $0.generation < generation }
    return RemovedUnits(all: old.count, undone: old.count { $0.state != .done })
  }

  /// The highest token of a deleted unit; a unit that is added later starts with this token.
  private var lastToken = 0

  private func forget(_ isForgotten: (Entry) -> Bool) {
    lastToken =
      entries.values.filter(isForgotten).map(\.token).max().map { max($0, lastToken) }
      ?? lastToken
    entries = entries.filter { !isForgotten($0.value) }
    order.removeAll { entries[$0] == nil }
  }

  /// Returns the identifiers of matching entries, in the order in which they were added.
  private func ids(where condition: (Entry) -> Bool) -> [String] {
    order.filter { id in entries[id].map(condition) ?? false }
  }

  func lease(
    _ most: Int, films: Int, by holder: String, until: Timestamp, now: Timestamp
  ) -> [LeasedUnit] {
    guard !paused else { return [] }
    let farthest = now.adding(RetryPolicy.mostDelay)
    let ready = ids {
      $0.state == .queued && ($0.due <= now || $0.due > farthest)
        && (toolchain == nil || $0.spec.toolchain == toolchain)
    }
    let sorted = ready.enumerated().sorted { one, other in
      let (a, b) = (priority(one.element), priority(other.element))
      return a == b ? one.offset < other.offset : a > b
    }
    let next = sorted.prefix(most).map(\.element)
      .atMost(films) { entries[$0]?.spec.isFilm ?? false }
    return next.compactMap { id in
      entries[id]?.state = .leased
      entries[id]?.token += 1
      entries[id]?.expires = until
      entries[id]?.holder = holder
      entries[id]?.isBegun = false
      return entries[id].map(leased)
    }
  }

  private func priority(_ id: String) -> Int { entries[id]?.spec.priority ?? 0 }

  private func leased(_ entry: Entry) -> LeasedUnit {
    LeasedUnit(
      spec: entry.spec, lease: Lease(unit: entry.spec.id, token: entry.token),
      failures: entry.failures)
  }

  func record(_ changes: [UnitChange]) -> Set<Lease> {
    var lost: Set<Lease> = []
    for change in changes {
      guard var entry = entries[change.lease.unit], entry.state == .leased,
        entry.token == change.lease.token
      else {
        lost.insert(change.lease)
        continue
      }
      switch change {
      case .done(_, let receipt, let milliseconds):
        (entry.state, entry.receipt, entry.error) = (.done, receipt, nil)
        entry.milliseconds = milliseconds
      case .failed(_, let error, let retryAt):
        entry.failures += 1
        (entry.error, entry.receipt) = (error, nil)
        entry.state = retryAt == nil ? .dead : .queued
        entry.due = retryAt ?? entry.due
      case .givenBack: entry.state = .queued
      case .begun: entry.isBegun = true
      case .extended(_, let until): entry.expires = until
      }
      entries[change.lease.unit] = entry
    }
    return lost
  }

  func expire(now: Timestamp, _ policy: RetryPolicy) -> [ExpiredLease] {
    let late = ids { $0.state == .leased && $0.expires <= now }.compactMap { entries[$0] }
    let expired = late.map { entry in
      ExpiredLease(
        leased(entry).lease, wasBegun: entry.isBegun, failures: entry.failures, policy, now: now)
    }
    _ = record(expired.map(\.change))
    return expired
  }

  func recover(heldBy holder: String) -> [LeasedUnit] {
    ids { $0.state == .leased && $0.holder == holder }.compactMap { id in
      entries[id]?.state = .queued
      return entries[id].map(leased)
    }
  }

  func counts() -> UnitCounts {
    entries.values.reduce(into: UnitCounts()) { $0[$1.state] += 1 }
  }

  func units(in state: UnitState?, most: Int, after: String?) -> [UnitRow] {
    if let after, entries[after] == nil { return [] }
    let start = after.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    return order[start...].lazy.compactMap { self.entries[$0] }
      .filter { state == nil || $0.state == state }.prefix(most).map(row)
  }

  func unit(_ id: String) -> UnitRow? { entries[id].map(row) }

  private func row(_ entry: Entry) -> UnitRow {
    UnitRow(
      spec: entry.spec, state: entry.state, token: entry.token, failures: entry.failures,
      error: entry.error, receipt: entry.receipt, milliseconds: entry.milliseconds)
  }

  func retry(_ ids: [String]?) -> Int {
    let chosen = self.ids { entry in
      ids?.contains(entry.spec.id) ?? (entry.state == .dead)
        && (entry.state == .dead || entry.state == .done)
    }
    for id in chosen { entries[id]?.queue() }
    return chosen.count
  }

  func cancel(_ ids: [String]?) -> Int {
    let chosen = self.ids { entry in
      (entry.state == .queued || entry.state == .leased) && (ids?.contains(entry.spec.id) ?? true)
    }
    for id in chosen {
      entries[id]?.state = .dead
      entries[id]?.token += 1
      entries[id]?.error = .cancelled()
    }
    return chosen.count
  }

  func markDone(_ units: [DeliveredUnit]) {
    for unit in units where entries[unit.id]?.state == .queued {
      entries[unit.id]?.state = .done
      entries[unit.id]?.receipt = unit.receipt
      entries[unit.id]?.milliseconds = unit.milliseconds
    }
  }

  func purge(_ state: UnitState) -> Int {
    guard state != .leased else { return 0 }
    let count = ids { $0.state == state }.count
    forget { $0.state == state }
    return count
  }

  func purge(_ state: UnitState, finishedBy time: Timestamp, most: Int) -> Int {
    guard [.done, .dead].contains(state) else { return 0 }
    let gone = Set(
      ids { $0.state == state && $0.finished <= time }
        .sorted { (entries[$0]?.finished ?? time) < (entries[$1]?.finished ?? time) }
        .prefix(most))
    forget { gone.contains($0.spec.id) }
    return gone.count
  }
}
