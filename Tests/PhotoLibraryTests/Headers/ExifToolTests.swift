import Foundation
import PhotoFormats
import PhotoLibrary
import Testing
import WallfarmTesting

/// Dates, zones, locations, orientations and sizes match those that exiftool reports.
@Suite(.enabled(if: Tool.output(of: "exiftool", ["-ver"]) != nil, "exiftool is not there"))
struct ExifToolTests {
  private static func read(_ path: String) throws -> PhotoHeader {
    try PhotoHeader.read(from: MemorySource(Array(Data(contentsOf: URL(filePath: path)))))
  }

  @Test func everyFileOfTheCorpusReadsAsExiftoolReadsIt() throws {
    let folder = try TemporaryFolder()
    let script =
      URL(filePath: #filePath).deletingLastPathComponent().path + "/make-headers.py"
    let made = Tool.run("/usr/bin/python3", [script, folder.path], withErrors: true)
    try #require(made.status == 0, "\(made.text)")
    let photos = try Judge([folder.path]).photos
    #expect(photos.count > 300)
    for (path, tags) in photos {
      let header = try Self.read(path)
      #expect(header.damage == nil, "\(path)")
      #expect(try PhotoTail.damage(of: file(path), header) == nil, "\(path)")
      let differences = Judge.differences(header, tags)
      #expect(differences.isEmpty, "\(path)\n\(differences.joined(separator: "\n"))")
    }
  }

  private func file(_ path: String) throws -> MemorySource {
    MemorySource(Array(try Data(contentsOf: URL(filePath: path))))
  }

  /// Files with metadata that exiftool can read and the program cannot.
  private static let known: Set<String> = [
    // EXIF data as packed text, which ImageMagick wrote before PNG had the eXIf chunk.
    "imagemagick.png", "exiv2-bug922.png", "ReaganSmallPng.png", "ReaganLargePng.png",
    // Degrees as text, which EXIF does not allow.
    "geodegrees_as_string.jpg",
    // A fuzzer's file with a number as the camera name.
    "pocIssue283.jpg",
  ]

  /// Tests the photos installed on this machine, and those in the folders in WALLFARM_PHOTOS,
  /// separated by colons.
  @Test func photosOfPackagesReadAsExiftoolReadsThem() throws {
    let more = ProcessInfo.processInfo.environment["WALLFARM_PHOTOS"]?.split(separator: ":") ?? []
    let photos = try Judge(["/usr/share/backgrounds"] + more.map(String.init)).photos
    for (path, tags) in photos where tags["ExifTool:Error"] == nil {
      if Self.known.contains(URL(filePath: path).lastPathComponent) { continue }
      let header = try Self.read(path)
      // Skip damaged files, because exiftool reads less from a truncated file.
      if header.damage != nil { continue }
      let differences = Judge.differences(header, tags)
      #expect(differences.isEmpty, "\(path)\n\(differences.joined(separator: "\n"))")
    }
  }
}
