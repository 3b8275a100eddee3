import Archives
import Files
import WallfarmPluginKit

/// Reads a health export from a ZIP file.
///
/// Apple's export contains `apple_health_export/export.xml`; the name of this file depends on the
/// language of the phone (`Export.xml`, `exportación.xml`, `导出.xml`). The export also contains
/// `export_cda.xml`, routes and electrocardiograms. Android's export contains
/// `health_connect_export.db`. Nested ZIP files are not opened.
struct HealthArchive {
  private let input: HealthInput
  private let archive: UnzippedFile

  /// The format of the records, and the entry that contains them.
  private enum Content {
    case xml(UnzippedFile.Entry)
    case database(UnzippedFile.Entry)
  }

  /// Opens the ZIP file.
  ///
  /// - Throws: `health-damaged`.
  init(_ input: HealthInput) throws(RenderError) {
    self.input = input
    do throws(UnzippedFile.Failure) {
      archive = try UnzippedFile(input.place)
    } catch {
      throw HealthArchive.told(error, input)
    }
  }

  /// Reads the entry that contains the records; a database is first unpacked into the file from
  /// `scratch`.
  func read(
    _ question: HealthQuestion, scratch: () throws(RenderError) -> AnonymousFile
  ) throws(RenderError) -> HealthReading {
    var reading: HealthReading
    switch try content(question.limits) {
    case .xml(let entry):
      var scanner = question.scanner
      try unpack(entry, most: question.limits.xmlBytes, of: "XML") { piece throws(RenderError) in
        scanner.scan(piece)
        if let excess = scanner.excess {
          throw .healthTooLarge(input.path, excess, question.limits)
        }
      }
      reading = try HealthFile.finish(&scanner, of: input, question)
    case .database(let entry):
      let file = try scratch()
      var size: Int64 = 0
      try unpack(entry, most: question.limits.databaseBytes, of: "database") {
        piece throws(RenderError) in
        size += Int64(piece.count)
        try file.append(piece)
      }
      reading = try HealthFile.readDatabase(file.descriptor, size: size, of: input, question)
    }
    reading.sha256 = try input.sha256()
    return reading
  }

  private func content(_ limits: HealthLimits) throws(RenderError) -> Content {
    let entries: [UnzippedFile.Entry]
    do throws(UnzippedFile.Failure) {
      entries = try archive.entries(most: limits.entries)
    } catch {
      throw HealthArchive.told(error, input)
    }
    func first(_ isMeant: (_ folder: Substring?, _ name: String) -> Bool) -> UnzippedFile.Entry? {
      entries.first { entry in
        let parts = entry.name.split(separator: "/")
        guard let name = parts.last, !entry.name.hasSuffix("/"), parts[0] != "__MACOSX" else {
          return false
        }
        return isMeant(parts.dropLast().last, name.lowercased())
      }
    }
    let named = first { $1 == "export.xml" }
    let translated = first { folder, name in
      folder == "apple_health_export" && name.hasSuffix(".xml") && !name.hasSuffix("_cda.xml")
    }
    if let xml = named ?? translated { return .xml(xml) }
    let database = first { $1 == "health_connect_export.db" } ?? first { $1.hasSuffix(".db") }
    guard let database else {
      let looked = entries.count < limits.entries ? "" : " among its first \(entries.count) files"
      throw .unknownHealthFile(input.path, "the ZIP has no export.xml and no .db file\(looked)")
    }
    return .database(database)
  }

  private func unpack(
    _ entry: UnzippedFile.Entry, most: Int64, of what: String,
    _ body: (UnsafeRawBufferPointer) throws(RenderError) -> Void
  ) throws(RenderError) {
    let piece = UnsafeMutableRawBufferPointer.allocate(
      byteCount: HealthInput.pieceBytes, alignment: 16)
    defer { piece.deallocate() }
    func next() throws(RenderError) -> Int {
      do throws(UnzippedFile.Failure) {
        return try archive.next(into: piece)
      } catch {
        throw HealthArchive.told(error, input, most, of: what)
      }
    }
    do throws(UnzippedFile.Failure) {
      try archive.begin(entry, most: UInt64(most))
    } catch {
      throw HealthArchive.told(error, input, most, of: what)
    }
    var got = try next()
    while got > 0 {
      try body(UnsafeRawBufferPointer(rebasing: piece[..<got]))
      got = try next()
    }
  }

  private static func told(
    _ failure: UnzippedFile.Failure, _ input: HealthInput, _ most: Int64 = 0, of what: String = ""
  ) -> RenderError {
    switch failure {
    case .notAnArchive: .healthDamaged(input.path, "the directory of the ZIP is missing")
    case .damaged: .healthDamaged(input.path, "bytes in the ZIP are missing or changed")
    case .otherMethod: .healthDamaged(input.path, "its compression method is not supported")
    case .encrypted: .healthEncrypted(input.path)
    case .tooLarge: .healthTooLarge(input.path, bytes: most, of: what)
    }
  }
}
