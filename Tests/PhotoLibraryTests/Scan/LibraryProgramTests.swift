import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// A library from the command line: scan, list, pause, kill, erase.
@Suite struct LibraryProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let copied = Tool.run("cp", ["-a", try Self.photos.get().file("photos"), folder.path])
    try #require(copied.status == 0)
  }

  /// Photos of daily life in Prague and of four days in Lisbon, including a damaged photo, a copy
  /// and a screenshot.
  ///
  /// Pillow makes the pictures, and exiftool writes camera metadata. The photos are made once for
  /// all tests.
  private static let photos = Result {
    let folder = try TemporaryFolder()
    let script = """
      import os, subprocess
      from PIL import Image
      os.makedirs("photos/trip", exist_ok=True)
      lines = []
      def photo(name, date, lat, lon):
          Image.new("RGB", (60, 80), (len(lines) % 255, 80, 120)).save(name, quality=60)
          lines.append((name, date, lat, lon))
      for day in range(1, 21):
          for number in range(2):
              photo(f"photos/home-{day}-{number}.jpg", f"2025:05:{day:02} 1{number}:00:00", 50.08, 14.43)
      for day in range(12, 16):
          for number in range(3):
              photo(f"photos/trip/l-{day}-{number}.jpg", f"2025:07:{day:02} 1{number}:30:00", 38.71, -9.14)
      for day in range(20, 30):
          photo(f"photos/after-{day}.jpg", f"2025:07:{day:02} 12:00:00", 50.08, 14.43)
      arguments = []
      for name, date, lat, lon in lines:
          arguments += [f"-EXIF:DateTimeOriginal={date}", "-EXIF:OffsetTimeOriginal=+01:00",
              f"-EXIF:GPSLatitude={abs(lat)}", f"-EXIF:GPSLatitudeRef={'N' if lat > 0 else 'S'}",
              f"-EXIF:GPSLongitude={abs(lon)}", f"-EXIF:GPSLongitudeRef={'E' if lon > 0 else 'W'}",
              "-overwrite_original", "-q", name, "-execute"]
      with open("arguments", "w") as file:
          file.write("\\n".join(arguments) + "\\n")
      subprocess.run(["exiftool", "-@", "arguments"], check=True, stdout=subprocess.DEVNULL)
      os.remove("arguments")
      whole = open("photos/trip/l-12-0.jpg", "rb").read()
      open("photos/trip/copy.jpg", "wb").write(whole)
      open("photos/cut.jpg", "wb").write(whole[:len(whole) - 40])
      open("photos/no.jpg", "w").write("no photo")
      open("photos/notes.txt", "w").write("passed over")
      """
    let made = folder.python(script)
    try #require(made.status == 0, "\(made.text)")
    return folder
  }

  @discardableResult
  private func library(_ words: String..., status: Int32 = 0) throws -> String {
    let done = try Program.run(["library"] + words + ["--index", "index/l.sqlite"], in: folder)
    #expect(done.status == status, "\(words): \(done.output) \(done.error)")
    return status == 0 ? done.output : done.error
  }

  @Test func tripsDaysAndPlacesAreFound() throws {
    #expect(try library("list", "trips", status: 65).contains("no-library"))
    #expect(try library("scan", "photos").numbers.starts(with: [65, 65, 2]))
    // If nothing has changed, nothing is read.
    #expect(try library("scan", "photos").numbers.starts(with: [65, 0]))
    let problems = try library("problems")
    #expect(problems.contains("cut.jpg: cut") && problems.contains("no.jpg: foreign"))

    let trips = try JSONNode(parsing: try library("list", "trips", "--json")).elements ?? []
    #expect(trips.count == 1)
    #expect(trips.first?["id"]?.string == "trip-2025-07-12")
    #expect(trips.first?["last"]?.string == "2025-07-15")
    #expect(trips.first?["photos"]?.number == 12)
    #expect(trips.first?["name"]?.string == "Lisbon")
    let places = try JSONNode(parsing: try library("list", "places", "--json")).elements ?? []
    #expect(places.compactMap { $0["place"]?.string } == ["Prague", "Lisbon"])
    #expect(try library("list", "on-this-day", "--now", "2026-07-13").contains("2025-07-13"))
    #expect(try library("list", "on-this-day", "--now", "2025-07-13").contains("none found"))

    let content = try JSONNode(parsing: try library("content", "trip-2025-07-12", "--count", "4"))
    let photos = content["photos"]?.elements ?? []
    #expect(
      photos.compactMap { $0["date"]?.string } == [
        "2025-07-12", "2025-07-13", "2025-07-14", "2025-07-15",
      ])
    // Locations are listed only on request.
    #expect(photos.allSatisfy { $0["place"] == nil })
    try folder.write(
      try library("content", "2025-07-14", "--count", "1", "--with-places"), to: "memory.json")
    #expect(try folder.text("memory.json").contains("Lisbon"))
    let memory = try Program.run(
      [
        "render", "--template", "memory", "--device", "iphonese3", "--content", "memory.json", "-q",
        "-o", "m.png",
      ],
      in: folder)
    #expect(memory.status == 0, "\(memory.error)")
    // A date selects only that day, even if it is the first day of a trip.
    let day = try JSONNode(parsing: try library("content", "2025-07-12"))["photos"]?.elements ?? []
    #expect(day.count == 3 && day.allSatisfy { $0["date"]?.string == "2025-07-12" })
    for id in ["2025-07-01", "trip-2025-07-13"] {
      #expect(try library("content", id, status: 65).contains("unknown-trip"))
    }
    let empty = try library("content", "on-this-day", "--now", "2026-12-24", status: 65)
    #expect(empty.contains("unknown-trip") && empty.contains("--now"))
  }

  private func withPlace() throws -> Double? {
    try JSONNode(parsing: try library("status", "--json"))["withPlace"]?.number
  }

  @Test func withoutPlacesThereAreNone() throws {
    try library("scan", "photos", "--no-places")
    #expect(try library("list", "trips").contains("none found"))
    #expect(try withPlace() == 0)
    // The index file does not contain the locations either.
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("index/l.sqlite")))
    #expect(bytes.range(of: Data("\"place\"".utf8)) == nil)
    // Locations stay disabled until they are enabled again, and then all photos are read again.
    #expect(try library("scan", "photos").numbers.starts(with: [65, 0]))
    #expect(try withPlace() == 0)
    #expect(try library("scan", "photos", "--places").numbers.starts(with: [65, 65]))
    #expect(try library("list", "trips").contains("Lisbon"))
    #expect(try library("scan", "photos").numbers.starts(with: [65, 0]))
    #expect(try withPlace() == 63)
    // Disabling locations reads no photos, and deletes all stored locations.
    #expect(try library("scan", "photos", "--no-places").numbers.starts(with: [65, 0]))
    #expect(try withPlace() == 0)
    for name in folder.names(in: "index") {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file("index/" + name)))
      #expect(bytes.range(of: Data("\"place\"".utf8)) == nil, "\(name)")
    }
    #expect(try library("list", "days").contains("2025-07-12"))
  }

  @Test func whatMovesAndGoesIsSeen() throws {
    try library("scan", "photos")
    let files = FileManager.default
    try files.moveItem(atPath: folder.file("photos/trip"), toPath: folder.file("photos/lisbon"))
    try files.removeItem(atPath: folder.file("photos/no.jpg"))
    // Moved files are not read again.
    #expect(try library("scan", "photos").numbers.starts(with: [64, 0, 13, 1]))
    #expect(try library("content", "2025-07-12").contains("photos/lisbon/"))
    try files.removeItem(atPath: folder.file("photos/lisbon/copy.jpg"))
    try folder.write("no photo either", to: "photos/home-1-0.jpg")
    #expect(try library("scan", "photos").numbers.starts(with: [63, 1, 1, 1]))
  }

  @Test func aPartComesFirst() throws {
    for left in [55, 45] {
      let line = try library("scan", "photos", "--limit", "10")
      #expect(line.numbers.starts(with: [65, 10]) && line.contains("\(left) left to read"))
    }
    #expect(try library("scan", "photos").numbers.starts(with: [65, 45]))
  }

  /// The index stores no pictures and is readable only by its owner.
  @Test func onlyItsOwnerReadsTheIndex() throws {
    try library("scan", "photos")
    let facts = try FileManager.default.attributesOfItem(atPath: folder.file("index/l.sqlite"))
    #expect(facts[.posixPermissions] as? Int == 0o600)
    #expect(try library("privacy").contains("in index/l.sqlite, private to its owner"))
    #expect(try library("privacy", "--erase", status: 64).contains("--yes"))
    try library("privacy", "--erase", "--yes")
    #expect(folder.names(in: "index").isEmpty)
    #expect(folder.names(in: "photos").count == 54)
  }

  /// After a kill at any time, the next scan works and has the same result as an undisturbed scan.
  @Test(.tags(.torture)) func aKillLosesNothing() throws {
    var random = SeededGenerator()
    print("seed: \(random.seed)")
    try library("scan", "photos")
    let quiet = try library("list", "days", "--json")
    for _ in 0..<(Torture.isOn ? 200 : 10) {
      try? FileManager.default.removeItem(atPath: folder.file("index"))
      let process = try Program.start(
        ["library", "scan", "photos", "--index", "index/l.sqlite"], in: folder)
      usleep(UInt32.random(in: 0...80_000, using: &random))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      try library("scan", "photos")
      #expect(try library("list", "days", "--json") == quiet)
    }
  }
}
