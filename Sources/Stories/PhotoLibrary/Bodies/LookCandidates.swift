/// Which photos are decoded: those among which there is a choice.
///
/// Decoding takes some 500 times as long as reading a head, and most photos are never shown. Of a day with several
/// photos some are, spread over the day, and of what was taken within a minute some, since the second of three is
/// often the sharp one.
enum LookCandidates {
  /// A photo as far as it matters here.
  struct Photo {
    let id: Int64
    let day: Int
    /// Seconds since 1970; those of one day may lack it.
    let moment: Int?
  }

  /// Most of a day, and most of one moment: what a phone takes while its button is held.
  static let mostOfDay = 12
  static let mostOfMoment = 8
  /// Photos that are not further apart belong to one moment, in seconds.
  static let moment = 60

  /// Chooses.
  ///
  /// - Parameter photos: in the order of their days, and of their moments in each.
  /// - Returns: the ids of those that are to be decoded.
  static func choose(from photos: [Photo]) -> [Int64] {
    var chosen: [Int64] = []
    var start = 0
    while start < photos.count {
      let end = photos[start...].firstIndex { $0.day != photos[start].day } ?? photos.count
      // One alone is shown however it is.
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
      // Evenly spread, the first and the last among them.
      moments = (0..<mostOfDay).map { moments[$0 * (moments.count - 1) / (mostOfDay - 1)] }
    }
    // The first of each, then the second of each, and so on.
    var chosen: [Int64] = []
    for rank in 0..<mostOfMoment {
      for moment in moments where rank < moment.count && chosen.count < mostOfDay {
        chosen.append(moment[rank])
      }
    }
    return chosen
  }
}
