internal import Requests
internal import Synchronization
import WallfarmCore
package import WallfarmPluginKit

/// Records when the pictures of people are fetched and expire, without delaying responses.
///
/// The records are collected in memory, and written to the store at most once per minute.
package final class PictureFetches: Sendable {
  /// The read address of a picture.
  package struct Key: Hashable, Sendable {
    /// The identifier of the read token.
    let reader: String
    /// The name of the picture; see ``PersonDisplay/name``.
    let picture: String

    init(reader: String, _ display: PersonDisplay) {
      (self.reader, picture) = (reader, display.name)
    }

    package init(_ token: KeptPeople.Token, _ screen: Person.Screen, on device: String? = nil) {
      self.init(reader: token.shownName, PersonDisplay(device: device, screen: screen))
    }

    fileprivate init(reader: String, picture: String) {
      (self.reader, self.picture) = (reader, picture)
    }
  }

  private struct State {
    /// The changes of the pictures of each reader since the last batch.
    var new: [String: [String: PictureRhythms.Change]] = [:]
    /// The batch that is being written.
    var batch: [String: [String: PictureRhythms.Change]] = [:]
    /// The time of the last batch.
    var last: Moment?
    /// The time at which due events were last queued.
    var announced: Moment?
  }

  private let rhythms: PictureRhythms
  private let state = Mutex(State())

  /// The number of seconds between two batches.
  package static let period = 60
  /// The number of seconds between two searches for events that are due.
  private static let pause = 10
  /// The maximum number of people who are written, and of pictures that are checked, at a time.
  private static let step = 500
  /// The maximum number of people in memory; others are not recorded.
  private static let most = 100_000

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - webhooks: The webhooks that receive events, and the clock.
  ///   - intervals: The number of intervals without a fetch after which an event is sent.
  package init(_ webhooks: WebhookRecords, intervals: Int) {
    rhythms = PictureRhythms(webhooks: webhooks, intervals: intervals)
  }

  /// Records a fetch.
  package func fetch(_ key: Key, at time: Moment) { change(key) { $0.fetched = time } }

  /// Records a render.
  ///
  /// - Parameters:
  ///   - key: The address of the picture.
  ///   - expires: The time at which the picture expires, or `nil` if it does not.
  package func render(_ key: Key, until expires: Moment?) {
    change(key) { $0.render = expires.map { .until($0) } ?? .unlimited }
  }

  /// Records that a screen has no picture.
  package func remove(_ key: Key) {
    change(key) { $0 = PictureRhythms.Change(render: .nothing) }
  }

  /// Forgets the pictures that a person no longer has.
  func retain(_ pictures: [String], of reader: String) {
    state.withLock { state in
      state.new[reader] = state.new[reader]?.filter { pictures.contains($0.key) }
      state.batch[reader] = state.batch[reader]?.filter { pictures.contains($0.key) }
    }
  }

  private func change(_ key: Key, _ body: (inout PictureRhythms.Change) -> Void) {
    state.withLock { state in
      guard state.new.count < PictureFetches.most || state.new[key.reader] != nil else { return }
      body(&state.new[key.reader, default: [:]][key.picture, default: PictureRhythms.Change()])
    }
  }

  /// Returns the times at which pictures of a person were fetched, by the names of the pictures.
  ///
  /// - Throws: `store-failed`.
  func times(
    of person: String, reader: String, _ pictures: [String]
  ) throws(RenderError) -> [String: Moment] {
    var times = try rhythms.fetches(of: person)
    state.withLock { state in
      for picture in pictures {
        let (batch, new) = (state.batch[reader]?[picture], state.new[reader]?[picture])
        times[picture] =
          [times[picture], batch?.fetched, new?.fetched].compactMap(\.self).max()
      }
    }
    return times
  }

  /// Writes a part of the records and queues events that are due; must be called about once per
  /// second.
  package func lookAfter() {
    let now = rhythms.webhooks.clock.read()
    let isBehind = state.withLock { state in
      if state.batch.isEmpty {
        guard let last = state.last else {
          state.last = now
          return false
        }
        guard now.seconds - last.seconds >= PictureFetches.period else { return false }
        (state.batch, state.new, state.last) = (state.new, [:], now)
      }
      return !state.batch.isEmpty
    }
    if isBehind { write(most: PictureFetches.step) }
    let isTime = state.withLock { state in
      if let last = state.announced, now.seconds - last.seconds < PictureFetches.pause, now >= last
      {
        return false
      }
      state.announced = now
      return true
    }
    // The readiness check reports a failure of the store.
    guard isTime, let count = try? rhythms.announce(most: PictureFetches.step, at: now) else {
      return
    }
    // There may be more.
    if count == PictureFetches.step { state.withLock { $0.announced = nil } }
  }

  /// Writes all records.
  package func flush() {
    for _ in 0..<2 {
      write(most: .max)
      state.withLock { state in
        guard state.batch.isEmpty else { return }
        (state.batch, state.new) = (state.new, [:])
      }
    }
  }

  private func write(most: Int) {
    let part = state.withLock { Array($0.batch.prefix(most)) }
    let changes = part.flatMap { reader, pictures in
      pictures.map { (Key(reader: reader, picture: $0.key), $0.value) }
    }
    guard (try? rhythms.apply(changes)) != nil else { return }
    state.withLock { state in
      for (reader, _) in part { state.batch[reader] = nil }
    }
  }
}

extension PictureFetches {
  /// A request for the picture of a person at a read address.
  struct Viewing: Sendable {
    let fetches: PictureFetches
    let key: Key

    func fetch(at time: Moment) { fetches.fetch(key, at: time) }
    func render(until expires: Moment?) { fetches.render(key, until: expires) }
  }
}
