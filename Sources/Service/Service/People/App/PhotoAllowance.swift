internal import Synchronization

/// Limits the photos that people upload in their apps, so that one person cannot displace the
/// uploads of the client's other people.
package final class PhotoAllowance: Sendable {
  /// Maximum number of photos per person and hour.
  package static let mostPhotos = 16
  /// Maximum size of all photos per person and hour in bytes.
  package static let mostBytes = 64 << 20
  /// Maximum size of a photo in bytes; the app reduces photos to twice the size of the screen.
  static let mostPhotoBytes = 16 << 20
  private static let hour = Duration.seconds(3600)
  /// Maximum number of people whose uploads are counted; beyond it, the oldest hours end early.
  private static let mostPeople = 10_000

  private struct Hour {
    let began: SuspendingClock.Instant
    var photos = 0
    var bytes = 0
  }

  private let hours = Mutex<[String: Hour]>([:])

  package init() {}

  /// Counts a photo.
  ///
  /// - Returns: `nil` if the person may upload it, or the number of seconds to wait.
  package func take(_ bytes: Int, of person: String, at now: SuspendingClock.Instant) -> Int? {
    hours.withLock { hours in
      if hours[person] == nil, hours.count >= PhotoAllowance.mostPeople {
        hours = hours.filter { now - $0.value.began < PhotoAllowance.hour }
        if hours.count >= PhotoAllowance.mostPeople,
          let oldest = hours.min(by: { $0.value.began < $1.value.began })
        {
          hours[oldest.key] = nil
        }
      }
      var hour = hours[person] ?? Hour(began: now)
      if now - hour.began >= PhotoAllowance.hour { hour = Hour(began: now) }
      guard hour.photos < PhotoAllowance.mostPhotos,
        hour.bytes + bytes <= PhotoAllowance.mostBytes
      else {
        return max(1, Int((PhotoAllowance.hour - (now - hour.began)) / .seconds(1)))
      }
      hour.photos += 1
      hour.bytes += bytes
      hours[person] = hour
      return nil
    }
  }
}
