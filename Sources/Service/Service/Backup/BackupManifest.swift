internal import Files
internal import SourceJSON
internal import WallfarmCore
import WallfarmPluginKit

/// The list of the files in a backup, stored in `backup.json`.
struct BackupManifest: Sendable, Hashable {
  /// The format of the file.
  static let format = 1
  /// The maximum size of a manifest in bytes, enough for a million uploads.
  private static let mostBytes = 256 << 20

  /// The version of the database's tables.
  let version: Int
  /// The time at which the backup was written.
  let time: Moment
  /// The size and the digest of each file, by its relative path.
  let files: [String: FileCopy.Copied]

  /// The manifest as JSON text with one line per file.
  var bytes: [UInt8] {
    let head: JSONValue = [
      "format": .number(Double(BackupManifest.format)), "store": .number(Double(version)),
      "time": .string("\(time)"), "wallfarm": .string(Wallfarm.version),
    ]
    let rows = files.sorted { $0.key < $1.key }.map { path, file in
      JSONValue.object([
        "path": .string(path), "bytes": .number(Double(file.bytes)),
        "sha256": .string(file.digest),
      ]).text(pretty: false)
    }
    let start = head.text(pretty: false).dropLast()
    return Array("\(start),\"files\":[\n\(rows.joined(separator: ",\n"))\n]}\n".utf8)
  }
}

extension BackupManifest {
  /// Reads the manifest of a folder; returns `nil` if the folder has none.
  ///
  /// - Throws: `state-damaged`, `invalid-json`, `file-unreadable`, `file-too-large`.
  init?(in folder: String) throws(RenderError) {
    let path = Files.join(folder, StateFolder.manifest)
    guard EntryKind(at: path) != nil else { return nil }
    let node = try JSONFile.parse(
      try Files.read(path, limit: BackupManifest.mostBytes), file: path)
    let format = node["format"]?.number
    guard format == Double(BackupManifest.format) else {
      throw .stateDamaged(
        path, "has an unknown format", hint: "use the version of wallfarm that created the backup")
    }
    guard let version = node["store"]?.number.flatMap({ Int(exactly: $0) }),
      let time = node["time"]?.string,
      let moment = Moment(time), let rows = node["files"]?.elements
    else { throw .stateDamaged(path, "is not the manifest of a backup") }
    var files: [String: FileCopy.Copied] = [:]
    for row in rows {
      guard let name = row["path"]?.string,
        let bytes = row["bytes"]?.number.flatMap({ Int(exactly: $0) }),
        let digest = row["sha256"]?.string
      else { throw .stateDamaged(path, "is not the manifest of a backup") }
      files[name] = FileCopy.Copied(bytes: bytes, digest: digest)
    }
    self.init(version: version, time: moment, files: files)
  }
}
