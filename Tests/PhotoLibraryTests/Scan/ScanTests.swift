import Files
import Foundation
import PhotoLibrary
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Scans with a full disk, on battery power, and with interruptions; a script acts as the reader.
@Suite struct ScanTests {
  private let folder: TemporaryFolder

  init() throws {
    signal(SIGPIPE, SIG_IGN)
    folder = try TemporaryFolder()
    for number in 0..<40 { try folder.write("\(number)", to: "photos/\(number).jpg") }
  }

  private func scan() throws -> LibraryScan {
    let script = """
      echo '{"missing":[]}'
      while read -r line; do printf '{"content":"c","format":"jpeg","took":1000}\\n'; done
      """
    let index = try LibraryIndex(folder.file("l.sqlite"), makes: true)
    let reader = try LibraryReader(["/bin/sh", "-c", script], count: 1)
    return LibraryScan(index, roots: [folder.file("photos")], reader: reader)
  }

  /// If the disk is full, photos that have been read are kept, and the hint explains how to free
  /// space.
  @Test func aFullDiskEndsAScanInGoodOrder() throws {
    var scan = try scan()
    var asked = 0
    scan.room = ScanRoom(
      of: scan.index.path,
      freeBytes: { _ in
        asked += 1
        return asked > 1 ? 1 << 20 : 1 << 30
      }, clearable: { [("/cache", 5 << 20), ("/tiny", 10)] })
    do throws(RenderError) {
      _ = try scan.run(shouldStop: { false }, tell: { _ in })
      Issue.record("there was no room")
    } catch {
      #expect(error.code == .libraryFailed)
      let hint = error.hint ?? ""
      #expect(hint.contains("'/cache' (5 MB)") && !hint.contains("/tiny"))
    }
    #expect(try scan.index.counts().photos == 8)
    scan.room = ScanRoom(of: scan.index.path, freeBytes: { _ in nil })
    let rest = try scan.run(shouldStop: { false }, tell: { _ in })
    #expect(rest.read == 32 && rest.found == 40)
  }

  @Test func aMachineOnItsBatteryIsToldAndSpared() throws {
    var scan = try scan()
    var rested = Duration.zero
    scan.pace = ScanPace(ease: { .battery }, rest: { rested += $0 })
    var told: [MachineEase.Reason?] = []
    let done = try scan.run(shouldStop: { false }, tell: { told.append($0.spares) })
    #expect(done.read == 40 && rested > .zero)
    #expect(told.first == .some(nil) && told.last == .battery)
  }

  /// The first scan stops after 8 of 40 photos, and the second scan reads the rest.
  @Test func aStoppedScanGoesOn() throws {
    let scan = try scan()
    var batches = 0
    let half = try scan.run(shouldStop: { batches > 1 }, tell: { _ in batches += 1 })
    #expect(half.isPaused && half.read == 8)
    let rest = try scan.run(shouldStop: { false }, tell: { _ in })
    #expect(!rest.isPaused && rest.read == 32)
  }

  /// The meter counts each photo once, and reaches 100% at the end of the scan.
  @Test func progressIsToldByWork() throws {
    var shares: [Double?] = []
    _ = try scan().run(shouldStop: { false }, tell: { shares.append($0.meter.share) })
    let known = shares.compactMap(\.self)
    #expect(shares.first == .some(nil) && known.count == 3)
    #expect(known.last == 1 && known.dropLast().allSatisfy { $0 < 1 })
  }
}
