import Archives
import Challenge
import Files
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Exports are identified by content, read within limits, and rejected with a reason.
@Suite(.tags(.seeded)) struct HealthFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let xml = Export.xml(Export.record(), Export.record(count: "7"))

  private func zip(_ files: [(String, [UInt8])], _ name: String = "export.zip") throws -> String {
    let path = folder.file(name)
    let zip = try ZipFile(path)
    for (name, bytes) in files { try zip.add(name, bytes) }
    try zip.finish()
    return path
  }

  private func read(
    _ path: String, limits: HealthLimits = .standard
  ) throws(RenderError) -> HealthReading {
    try HealthFile.read(
      path: path, since: Export.since, until: Export.until, scratch: folder.path, limits: limits)
  }

  private func code(_ path: String, limits: HealthLimits = .standard) -> ErrorCode? {
    do throws(RenderError) {
      _ = try read(path, limits: limits)
      return nil
    } catch {
      #expect(error.hint != nil && error.origin?.file == path)
      return error.code
    }
  }

  @Test(arguments: [
    "apple_health_export/export.xml", "apple_health_export/Export.xml", "export.xml",
    "apple_health_export/exportación.xml", "apple_health_export/导出.xml",
  ])
  func aZipIsReadByWhateverNameThePhoneGaveItsExport(_ name: String) throws {
    let path = try zip([
      ("__MACOSX/export.xml", []), ("apple_health_export/", []),
      ("apple_health_export/export_cda.xml", Array("<ClinicalDocument/>".utf8)),
      ("apple_health_export/workout-routes/route.xml", Array("<gpx/>".utf8)),
      (name, Array(Self.xml.utf8)),
    ])
    let reading = try read(path)
    #expect(reading.counts == [100, 7] && reading.format == .appleHealth)
    let judge = try #require(Tool.output(of: "sha256sum", [path]))
    #expect(reading.sha256 == String(judge.prefix(64)))
  }

  @Test func xmlIsReadByAnyName() throws {
    let path = try folder.write("\u{FEFF}\n" + Self.xml, to: "notes.txt")
    let reading = try read(path)
    #expect(reading.counts == [100, 7])
    let judge = try #require(Tool.output(of: "sha256sum", [path]))
    #expect(reading.sha256 == String(judge.prefix(64)))
  }

  @Test func noStepsAreAnAnswer() throws {
    let reading = try read(try folder.write(Export.xml(), to: "export.xml"))
    #expect(reading.records.isEmpty && reading.read == 0 && reading.exportedAt != nil)
  }

  @Test(arguments: [
    "", "{}", "\u{FF}", "PK", "<html></html>", "<?xml version=\"1.0\"?><gpx></gpx>",
    "SQLite format", "HealthData",
  ])
  func anythingElseIsRefused(_ text: String) throws {
    #expect(code(try folder.write(text, to: "file")) == .unknownHealthFile)
  }

  @Test func aZipWithoutAnExportIsRefused() throws {
    let inner = try zip([("apple_health_export/export.xml", Array(Self.xml.utf8))], "inner.zip")
    let outer = try zip([("export.zip", try folder.bytes("inner.zip"))])
    #expect(code(outer) == .unknownHealthFile)
    #expect(code(inner) == nil)
    #expect(code(try zip([], "empty.zip")) == .unknownHealthFile)
    #expect(code(try zip([("a/b/c.xml", Array(Self.xml.utf8))], "other.zip")) == .unknownHealthFile)
  }

  @Test func onlyTheFirstTenThousandFilesAreLookedAt() throws {
    let routes = (1..<HealthLimits.standard.entries).map { ("a/\($0).gpx", [UInt8]()) }
    let export = ("export.xml", Array(Self.xml.utf8))
    #expect(try read(try zip(routes + [export], "fits.zip")).counts == [100, 7])
    #expect(code(try zip(routes + [("b", []), export], "beyond.zip")) == .unknownHealthFile)
  }

  @Test func anExportThatIsCutIsRefused() throws {
    let bytes = Array(Self.xml.utf8)
    #expect(code(try folder.write(bytes.dropLast(20), to: "export.xml")) == .healthDamaged)
    let path = try zip([("export.xml", bytes)])
    let packed = try folder.bytes("export.zip")
    for count in [5, 30, 100, packed.count / 2, packed.count - 30] {
      #expect(code(try folder.write(packed.prefix(count), to: "cut.zip")) == .healthDamaged)
    }
    #expect(code(path) == nil)
  }

  /// Flags, methods, sizes and checksums are stored in both the local header and the directory, so
  /// both are changed.
  @Test(arguments: [
    ("encrypted", 6, 8, [UInt8(1), 8]), ("another method", 8, 10, [12, 0]),
    ("another checksum", 14, 16, [1, 2, 3, 4]),
    ("fewer bytes than there are", 22, 24, [9, 0, 0, 0]),
    ("more bytes than there are", 22, 24, [0, 0, 0, 9]),
  ])
  func aZipThatIsLockedOrLiesIsDamaged(
    title: String, inHead: Int, inDirectory: Int, bytes: [UInt8]
  ) throws {
    _ = try zip([("export.xml", Array(Self.xml.utf8))])
    var packed = try folder.bytes("export.zip")
    let directory = try #require(
      packed.indices.dropLast(4).first { Array(packed[$0..<$0 + 4]) == [80, 75, 1, 2] })
    for (offset, byte) in bytes.enumerated() {
      packed[inHead + offset] = byte
      packed[directory + inDirectory + offset] = byte
    }
    #expect(code(try folder.write(packed, to: "lies.zip")) == .healthDamaged, "\(title)")
  }

  @Test func aBombEndsAtTheLimit() throws {
    var limits = HealthLimits.standard
    limits.xmlBytes = 1 << 20
    limits.databaseBytes = 1 << 20
    let zeros = [UInt8](repeating: 0, count: 8 << 20)
    #expect(code(try zip([("export.xml", zeros)], "a.zip"), limits: limits) == .healthTooLarge)
    #expect(code(try zip([("a.db", zeros)], "b.zip"), limits: limits) == .healthTooLarge)
    #expect(code(try zip([("export.xml", zeros)], "c.zip")) == .unknownHealthFile)
    #expect(
      code(
        try folder.write(Self.xml + String(repeating: " ", count: 1 << 20), to: "d.xml"),
        limits: limits) == .healthTooLarge)
  }

  @Test func moreRecordsAndSourcesThanTheLimitAreRefused() throws {
    var limits = HealthLimits.standard
    (limits.records, limits.sources) = (3, 2)
    func code(_ records: [String]) throws -> ErrorCode? {
      let xml = Export.xml(records.joined(separator: "\n"))
      return self.code(try folder.write(xml, to: "export.xml"), limits: limits)
    }
    #expect(try code([Export.record(), Export.record(), Export.record()]) == nil)
    #expect(try code((0..<4).map { _ in Export.record() }) == .healthTooLarge)
    #expect(try code(["a", "b", "c"].map { Export.record(source: $0) }) == .healthTooLarge)
  }

  @Test func aFileThatIsNotThereIsUnreadable() {
    #expect(code(folder.file("none.zip")) == .fileUnreadable)
    #expect(code(folder.path) == .fileUnreadable)
  }

  @Test func aRandomlyDamagedZipIsReadOrRefused() throws {
    var random = SeededGenerator()
    _ = try zip([("export.xml", Array(Self.xml.utf8))])
    let packed = try folder.bytes("export.zip")
    for round in 0..<(Torture.isOn ? 20_000 : 1000) {
      var damaged = packed
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      let path = try folder.write(damaged, to: "damaged.zip")
      if let reading = try? read(path) {
        // Names and flags are not protected by a checksum, but the content is.
        #expect(reading.counts == [100, 7], "seed \(random.seed), round \(round)")
      }
    }
  }
}
