internal import Digests
internal import Files
internal import Glibc
package import SourceJSON
package import WallfarmPluginKit

/// `wallfarm state check`: checks a state folder or a backup without changing it.
package struct StateCheck {
  /// The findings about a folder.
  package struct Report: Sendable {
    /// Whether the folder has the manifest of a backup.
    package var isBackup = false
    /// The version of the tables, or `nil` if the database cannot be read.
    package var version: Int?
    /// The number of people.
    package var people = 0
    /// The number of requests with addresses.
    package var requests = 0
    /// The number of uploads.
    package var uploads = 0
    /// Errors, which mean that data is lost or readable by other users.
    package var problems: [RenderError] = []
    /// Unexpected entries that are not damage.
    package var warnings: [RenderWarning] = []
  }

  private let folder: String
  private let comparesDigests: Bool
  private var store: String { Files.join(folder, ServiceStore.fileName) }

  /// Prepares a check.
  ///
  /// - Parameters:
  ///   - folder: The state folder or backup.
  ///   - comparesDigests: Whether to compare the digests of all files with those in the manifest.
  package init(_ folder: String, comparesDigests: Bool = true) {
    (self.folder, self.comparesDigests) = (folder, comparesDigests)
  }

  /// Checks that the folder contains a state that no service uses.
  ///
  /// - Throws: `store-failed`, `file-unreadable`.
  package func prepare() throws(RenderError) {
    _ = try OpenFolder(folder, followsLink: true).entries()
    guard EntryKind(at: store) != nil || EntryKind(at: manifest) != nil else {
      throw .noState(folder)
    }
    guard !StoreLock.isHeld(store) else {
      throw RenderError(
        .storeFailed, "'\(folder)' is in use by a service", origin: .file(folder),
        hint: "create a backup with 'wallfarm state backup', and check the backup")
    }
  }

  private var manifest: String { Files.join(folder, StateFolder.manifest) }

  /// Checks everything; errors become part of the report.
  package func check() -> Report {
    var report = Report()
    let files = StateFiles(folder, &report)
    var listed: Set<String> = []
    noting(&report) { (report) throws(RenderError) in
      guard let manifest = try BackupManifest(in: folder) else { return }
      report.isBackup = true
      listed = Set(manifest.files.keys)
      compare(files, with: manifest, &report)
    }
    noting(&report) { (report) throws(RenderError) in
      try checkDatabase(files, listed, &report)
    }
    checkKeys(&report)
    return report
  }

  /// Runs a closure, and records its error.
  private func noting(
    _ report: inout Report, _ body: (inout Report) throws(RenderError) -> Void
  ) {
    do throws(RenderError) {
      try body(&report)
    } catch {
      report.problems.append(error)
    }
  }

  /// Compares the files with the manifest of a backup.
  private func compare(
    _ files: StateFiles, with manifest: BackupManifest, _ report: inout Report
  ) {
    for (path, listed) in manifest.files.sorted(by: { $0.key < $1.key }) {
      let file = Files.join(folder, path)
      guard let bytes = files.sizes[path] else {
        report.problems.append(.stateDamaged(file, "is missing"))
        continue
      }
      guard bytes == listed.bytes else {
        report.problems.append(
          .stateDamaged(file, "has \(bytes) bytes instead of \(listed.bytes)"))
        continue
      }
      guard comparesDigests else { continue }
      noting(&report) { (report) throws(RenderError) in
        guard try FileDigest.sha256(ofFile: file) != listed.digest else { return }
        report.problems.append(
          .stateDamaged(file, "was changed: its digest is not the digest in the manifest"))
      }
    }
    for path in files.sizes.keys.sorted() where manifest.files[path] == nil {
      report.warnings.append(
        .unusual(Files.join(folder, path), "is not part of the backup", hint: nil))
    }
  }

  /// Checks the database and the uploads; `listed` contains the files in the manifest of a backup.
  private func checkDatabase(
    _ files: StateFiles, _ listed: Set<String>, _ report: inout Report
  ) throws(RenderError) {
    guard files.sizes[ServiceStore.fileName] != nil else {
      if !report.isBackup { report.problems.append(.stateDamaged(store, "is missing")) }
      return
    }
    let database = try StateDatabase(store)
    let damage = try database.damage()
    report.problems += damage
    guard damage.isEmpty else { return }
    let version = try database.version()
    report.version = version
    guard version <= ServiceStore.version else { throw .newerState(store, version) }
    (report.people, report.requests) = (
      try database.count("people"), try database.count("requests")
    )
    try checkUploads(database.uploads(), files, listed, &report)
  }

  /// Compares the recorded uploads with the files.
  private func checkUploads(
    _ uploads: [StateDatabase.Upload]?, _ files: StateFiles, _ listed: Set<String>,
    _ report: inout Report
  ) {
    func path(_ name: String) -> String { Files.join(UploadFolder.name, name) }
    let found = files.sizes.filter { $0.key.hasPrefix(UploadFolder.name + "/") }
    report.uploads = found.count
    guard let uploads else {
      for (path, bytes) in found.sorted(by: { $0.key < $1.key }) where bytes < Seal.overhead {
        report.problems.append(.stateDamaged(Files.join(folder, path), "is truncated"))
      }
      return
    }
    for upload in uploads {
      let file = Files.join(folder, path(upload.name))
      switch found[path(upload.name)] {
      // A file that the manifest of a backup lists is already reported.
      case nil where listed.contains(path(upload.name)), .some where report.isBackup: break
      case nil where upload.isUsed: report.problems.append(.stateDamaged(file, "is missing"))
      case nil:
        report.warnings.append(
          .unusual(
            file, "is missing, and no person or address uses it",
            hint: "a service that uses the folder removes its record"))
      case upload.bytes: break
      case let bytes?:
        report.problems.append(
          .stateDamaged(file, "has \(bytes) bytes instead of \(upload.bytes)"))
      }
    }
    let recorded = Set(uploads.map { path($0.name) })
    for path in found.keys.sorted() where !recorded.contains(path) && !report.isBackup {
      report.warnings.append(
        .unusual(
          Files.join(folder, path), "is not recorded in the database",
          hint: "a service that uses the folder keeps it for 90 days unless it is used"))
    }
  }

  /// Checks the address keys.
  private func checkKeys(_ report: inout Report) {
    let path = Files.join(folder, AddressKeys.fileName)
    guard EntryKind(at: path) == nil else {
      return noting(&report) { (_) throws(RenderError) in
        // The file must belong to the owner of the folder.
        _ = try StateOwner(of: folder).act { () throws(RenderError) -> AddressKeys in
          try AddressKeys(file: path, origin: .file(path))
        }
      }
    }
    guard report.requests > 0 || report.uploads > 0 else { return }
    report.warnings.append(
      .unusual(
        path, "is missing, although addresses and uploads are encrypted with address keys",
        hint: "start the service with the original --address-keys file"))
  }
}

extension StateCheck.Report {
  /// The report as JSON.
  package func json(of folder: String) -> JSONValue {
    [
      "folder": .string(folder), "kind": .string(isBackup ? "backup" : "state"),
      "version": version.map { JSONValue.number(Double($0)) } ?? .null,
      "people": .number(Double(people)),
      "requests": .number(Double(requests)), "uploads": .number(Double(uploads)),
      "problems": .array(problems.map(\.json) + warnings.map(\.json)),
    ]
  }
}

extension RenderWarning {
  /// The warning about an unexpected entry in a state folder.
  static func unusual(_ path: String, _ observation: String, hint: String?) -> RenderWarning {
    RenderWarning(.stateUnusual, "'\(path)' \(observation)", hint: hint, origin: .file(path))
  }
}
