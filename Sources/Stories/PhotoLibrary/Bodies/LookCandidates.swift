/// Selects the photos to decode, from the days on which the best of several photos must be chosen.
///
/// Decoding takes about 500 times as long as reading a header, and most photos are never shown. On
/// a day with several photos, the selection includes photos that are spread over the day, and
/// several photos of each burst, because the sharp photo is often the second of three.
package enum LookCandidates {
  /// The properties of a photo that the selection needs.
  package struct Photo {
    let id: Int64
    let day: Int
    /// Seconds since 1970; `nil` if only the day is known.
    let moment: Int?

    package init(id: Int64, day: Int, moment: Int?) {
      (self.id, self.day, self.moment) = (id, day, moment)
    }
  }

  /// The maximum number of photos to select per day, and per burst.
  package static let mostOfDay = 12
  static let mostOfMoment = 8
  /// The maximum interval in seconds between consecutive photos of a burst.
  static let moment = 60

  /// Selects the photos to decode.
  ///
  /// - Parameter photos: The photos sorted by day and time.
  /// - Returns: The IDs of the selected photos.
  package static func choose(from photos: [Photo]) -> [Int64] {
    var chosen: [Int64] = []
    var start = 0
    while start < photos.count {
      let end = photos[start...].firstIndex { $0.day != photos[start].day } ?? photos.count
      // If a day has only one photo, it is shown regardless of its quality.
      if end - start > 1 { chosen += ofDay(photos[start..<end]) }
      start = end
    }
    return chosen
  }

  private static func ofDay(_ photos: ArraySlice<Photo>) -> [Int64] {
    var moments: [[Int64]] = []
    var last: Int?
    for photo in photos {
      if let now = photo.moment, let before = last, now - before <= moment {
        moments[moments.count - 1].append(photo.id)
      } else {
        moments.append([photo.id])
      }
      last = photo.moment
    }
    if moments.count > mostOfDay {
      // Keep evenly spaced bursts, including the first and the last.
      moments = (0..<mostOfDay).map { moments[$0 * (moments.count - 1) / (mostOfDay - 1)] }
    }
    // Select the first photo of each burst, then the second of each, and so on.
    var chosen: [Int64] = []
    for rank in 0..<mostOfMoment {
      for moment in moments where rank < moment.count && chosen.count < mostOfDay {
        chosen.append(moment[rank])
      }
    }
    return chosen
  }
}
