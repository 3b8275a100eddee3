import Archives
import Challenge
import Storage
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Health Connect databases are read by column name and treated as untrusted.
@Suite(.tags(.seeded)) struct HealthConnectTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let errors = DatabaseErrors(
    failed: { path, reason, _ in RenderError(.healthDamaged, reason, origin: .file(path)) },
    damaged: { RenderError(.healthDamaged, $1, origin: .file($0)) })

  /// The relevant columns, as in Android's sources.
  private static let tables = """
    CREATE TABLE application_info_table (
      row_id INTEGER PRIMARY KEY, package_name TEXT NOT NULL UNIQUE, app_name TEXT, app_icon BLOB);
    CREATE TABLE device_info_table (
      row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER);
    CREATE TABLE health_data_category_priority_table (
      row_id INTEGER PRIMARY KEY, health_data_category INTEGER UNIQUE, app_id_priority_order TEXT);
    CREATE TABLE steps_record_table (
      row_id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB, device_info_id INTEGER,
      app_info_id INTEGER, recording_method INTEGER, start_time INTEGER, start_zone_offset INTEGER,
      end_time INTEGER, end_zone_offset INTEGER, local_date INTEGER, count INTEGER,
      local_date_time_start_time INTEGER AS (start_time + 1000 * start_zone_offset));
    INSERT INTO application_info_table VALUES
      (1, 'com.sec.android.app.shealth', 'Samsung Health', NULL), (2, 'android', NULL, NULL),
      (3, 'com.google.android.apps.fitness', 'Fit', NULL), (7, 'org.zeta', 'Zeta', x'00');
    INSERT INTO device_info_table VALUES (1, 'Google', 'Pixel 8', 2), (2, 'Samsung', 'Watch6', 1);
    """

  private static func row(
    _ minute: Int, _ count: String, app: String = "1", device: String = "NULL",
    method: String = "2", offset: String = "3600"
  ) -> String {
    let start = 1_709_622_000_000 + minute * 60_000
    return """
      INSERT INTO steps_record_table
        (start_time, end_time, count, app_info_id, device_info_id, recording_method, start_zone_offset)
        VALUES (\(start), \(start + 60_000), \(count), \(app), \(device), \(method), \(offset));
      """
  }

  private func database(_ sql: String..., name: String = "health_connect_export.db") throws
    -> String
  {
    let path = folder.file(name)
    let database = try Database(path: path, errors: Self.errors)
    for statement in sql { try database.run(statement) }
    return path
  }

  private func read(
    _ path: String, work: Int = HealthLimits.standard.databaseWork
  ) throws(RenderError) -> HealthReading {
    var limits = HealthLimits.standard
    limits.databaseWork = work
    return try HealthFile.read(
      path: path, since: Export.since, until: Export.until, scratch: folder.path, limits: limits)
  }

  private func code(
    _ path: String, work: Int = HealthLimits.standard.databaseWork
  ) -> ErrorCode? {
    do throws(RenderError) {
      _ = try read(path, work: work)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func recordsAreReadWithTheirSourcesAndZones() throws {
    let path = try database(
      Self.tables, Self.row(0, "100", app: "3", device: "1"),
      Self.row(1, "50", app: "1", device: "2"),
      Self.row(2, "7", app: "2", offset: "-34200"), Self.row(3, "9", app: "99", offset: "NULL"),
      Self.row(4, "1000", method: "3"))
    let reading = try read(path)
    #expect(reading.format == .healthConnect && reading.counts == [100, 50, 7, 9])
    #expect(reading.records.map(\.offset) == [60, 60, -570, 0])
    #expect(reading.records[0].start == 1_709_622_000_000 && reading.records[0].length == 60_000)
    #expect(reading.skipped[.typedIn] == 1 && reading.read == 5)
    #expect(reading.exportedAt == Moment(seconds: 1_709_622_000 + 240))
    #expect(reading.sources.map(\.name) == ["Fit", "Samsung Health", "android", "app 99"])
    #expect(reading.sources.map(\.kind) == [.phone, .watch, .phone, .other])
    #expect(reading.sources.map(\.priority) == [1, 0, 2, 3])
  }

  @Test func appsThatThePersonRankedGoFirst() throws {
    let path = try database(
      Self.tables,
      "INSERT INTO health_data_category_priority_table VALUES (1, 2, '1'), (2, 1, '7, 3,x,,55');",
      Self.row(0, "1", app: "1", device: "2"), Self.row(1, "1", app: "3"),
      Self.row(2, "1", app: "7"))
    let reading = try read(path)
    #expect(reading.sources.map(\.name) == ["Samsung Health", "Fit", "Zeta"])
    #expect(reading.sources.map(\.priority) == [2, 1, 0])
  }

  @Test func aZipIsUnpackedToAFileWithoutAName() throws {
    let path = try database(Self.tables, Self.row(0, "100"))
    let zip = try ZipFile(folder.file("Health Connect.zip"))
    try zip.add("health_connect_export.db", try folder.bytes("health_connect_export.db"))
    try zip.finish()
    let before = folder.names
    let (inside, bare) = (try read(folder.file("Health Connect.zip")), try read(path))
    #expect(inside.records == bare.records && inside.sha256 != bare.sha256)
    #expect(folder.names == before)
  }

  /// Piped data has no file name, so the caller passes the path of the file descriptor.
  @Test func aDescriptorIsReadByItsPath() throws {
    let path = try database(Self.tables, Self.row(0, "100"))
    let zip = try ZipFile(folder.file("a.zip"))
    try zip.add("health_connect_export.db", try folder.bytes("health_connect_export.db"))
    try zip.finish()
    for name in ["health_connect_export.db", "a.zip"] {
      let file = try folder.write(try folder.bytes(name), to: "gone")
      let held = try HealthInput(file, named: "gone")
      Tool.output(of: "rm", [file])
      #expect(try read(held.place).records == read(path).records)
    }
  }

  @Test func oldDatabasesHaveFewerColumns() throws {
    let path = try database(
      "CREATE TABLE steps_record_table (count INTEGER, end_time INTEGER, start_time INTEGER);",
      "INSERT INTO steps_record_table VALUES (5, 1709622060000, 1709622000000);")
    let reading = try read(path)
    #expect(reading.counts == [5] && reading.sources.map(\.name) == [""])
  }

  @Test func valuesOfOtherTypesAreBroken() throws {
    let path = try database(
      Self.tables, Self.row(0, "'many'"), Self.row(1, "1.5"), Self.row(2, "x'31'"),
      Self.row(3, "NULL"),
      Self.row(4, "-5"), Self.row(5, "8", app: "'a'", device: "x'00'", offset: "'b'"),
      "INSERT INTO steps_record_table (start_time, end_time, count) VALUES ('a', 1, 1), (1, NULL, 1);",
      "INSERT INTO steps_record_table (start_time, end_time, count) VALUES (-9223372036854775808, 9223372036854775807, 1);"
    )
    let reading = try read(path)
    #expect(reading.counts == [8])
    #expect(reading.skipped[.broken] == 6 && reading.skipped[.outOfRange] == 2)
  }

  /// Views, virtual tables and generated columns would let the file control the executed SQL; the
  /// other schemas lack the table or some of its columns.
  @Test(arguments: [
    "CREATE VIEW steps_record_table AS SELECT 1 AS start_time, 2 AS end_time, 3 AS count;",
    "CREATE VIRTUAL TABLE steps_record_table USING fts5(start_time, end_time, count);",
    """
    CREATE TABLE steps_record_table (start_time INTEGER, end_time INTEGER,
      count INTEGER AS (length(hex(zeroblob(100000000)))));
    """,
    "CREATE TABLE other (start_time INTEGER);",
    "CREATE TABLE steps_record_table (start_time INTEGER);",
  ])
  func onlyStoredColumnsOfTablesAreRead(_ sql: String) throws {
    #expect(code(try database(sql)) == .unknownHealthFile)
  }

  @Test func aDatabaseThatKeepsSQLiteBusyIsGivenUp() throws {
    let path = try database(Self.tables, (0..<500).map { Self.row($0, "1") }.joined())
    #expect(code(path, work: 2000) == .healthTooLarge)
  }

  @Test func aDamagedDatabaseIsReadOrRefused() throws {
    var random = SeededGenerator()
    let path = try database(Self.tables, (0..<400).map { Self.row($0, "\($0)") }.joined())
    let sound = try folder.bytes("health_connect_export.db")
    #expect(try read(path).records.count == 400)
    var refused = 0
    for round in 0..<(Torture.isOn ? 20_000 : 1000) {
      var bytes = sound
      // Half of the changes affect page headers, where damage has the worst effects.
      let page = Int.random(in: 0..<(bytes.count / 4096), using: &random) * 4096
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place =
          Bool.random(using: &random)
          ? page + Int.random(in: 0..<64, using: &random)
          : Int.random(in: bytes.indices, using: &random)
        bytes[place] = .random(in: 0...255, using: &random)
      }
      if Int.random(in: 0..<10, using: &random) == 0 {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      // Damage can make SQLite loop, so its work is limited.
      let code = code(try folder.write(bytes, to: "damaged.db"), work: 1_000_000)
      let known: [ErrorCode?] = [nil, .healthDamaged, .unknownHealthFile, .healthTooLarge]
      #expect(known.contains(code), "seed \(random.seed), round \(round)")
      if code != nil { refused += 1 }
    }
    #expect(refused > 100, "seed \(random.seed): the damage did nothing")
  }
}
