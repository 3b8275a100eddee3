import Foundation
import Geography
import PhotoLibrary
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The first day of the tests, January 1, 2024.
let firstDay = 19_723

func day(_ text: String) throws -> Day { try #require(Day(text)) }

extension Day {
  /// Returns the day with the given number, which must be valid.
  static func numbered(_ number: Int) -> Day {
    guard let day = Day(number: number) else { preconditionFailure("\(number) is no day") }
    return day
  }
}

extension LibraryPhoto {
  /// Returns a photo taken at an hour of a day, in UTC.
  static func at(
    _ day: Int, _ hour: Double, _ place: GeoPoint?, id: Int64 = 0, group: Int64? = nil,
    quality: Double? = nil, isScreenshot: Bool = false, hasMoment: Bool = true
  ) -> LibraryPhoto {
    let number = firstDay + day
    let second = number * 86_400 + Int(hour * 3600)
    return LibraryPhoto(
      id: id, day: .numbered(number), moment: hasMoment ? Moment(seconds: second) : nil,
      place: place, width: 3024, height: 4032, isScreenshot: isScreenshot, group: group ?? id,
      quality: quality)
  }

  /// A photo at noon.
  static func at(_ day: Int, _ place: GeoPoint?, isScreenshot: Bool = false) -> LibraryPhoto {
    .at(day, 12, place, isScreenshot: isScreenshot)
  }
}

extension Array where Element == LibraryPhoto {
  /// The photos, numbered from id 1, each in its own group.
  var numbered: [LibraryPhoto] {
    enumerated().map { number, photo in
      LibraryPhoto(
        id: Int64(number + 1), day: photo.day, moment: photo.moment, place: photo.place,
        width: photo.width, height: photo.height, isScreenshot: photo.isScreenshot,
        group: Int64(number + 1), quality: photo.quality)
    }
  }
}

/// Returns the trips from a home in Berlin, as day numbers relative to the first day.
func tripDays(_ photos: [LibraryPhoto]) -> [ClosedRange<Int>] {
  TripFinder.trips(in: PhotoTimeline(photos.numbered), from: HomePlaces(.home)).map {
    $0.first.number - firstDay...$0.last.number - firstDay
  }
}

/// The place names from `Maps/cities.bin` in the repository.
let names: PlaceNames = {
  let bytes = cityBytes
  guard let names = PlaceNames(bytes) else { preconditionFailure("cities.bin cannot be read") }
  return names
}()

let cityBytes: [UInt8] = {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let file = root.appending(path: "Maps/cities.bin")
  return (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? []
}()
