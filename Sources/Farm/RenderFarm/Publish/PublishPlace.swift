package import Files
package import WallfarmCore
package import WallfarmPluginKit

/// The private files of `wallfarm publish`: the key, and next to it the record of published
/// pictures and a lock.
package struct PublishPlace: Sendable {
  /// The path of the key.
  package let key: String

  /// The path of the record.
  package var state: String { stem + ".published.json" }
  /// The path of the lock.
  private var lock: String { stem + ".published.lock" }
  private let stem: String

  /// Creates the place for a key file or, if `key` is `nil`, next to a file with people.
  package init(key: String?, people: String) {
    let path = key ?? PublishPlace.withoutEnding(people) + ".key"
    self.key = path
    stem = PublishPlace.withoutEnding(path)
  }

  private static func withoutEnding(_ path: String) -> String {
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path.lastIndex(of: "."), dot > name else { return path }
    return String(path[..<dot])
  }

  /// Checks that the private files are not in an output folder, which a host would publish.
  ///
  /// - Parameter folder: The absolute path of the folder, with links resolved.
  /// - Throws: `conflicting-options`.
  package func checkIsOutside(_ folder: String) throws(RenderError) {
    // The folder and the file may be missing, so compare their paths after links are resolved. If
    // the key is a link, neither the link nor its target may be in the folder.
    let root = folder.hasSuffix("/") ? folder : folder + "/"
    guard let target = Files.resolvedAsFar(key), !target.hasPrefix(root),
      !PathComparison.placeToWrite(key).hasPrefix(root)
    else {
      throw RenderError(
        .conflictingOptions, "the key '\(key)' is in the folder '\(folder)', which is published",
        origin: .option("key"), hint: "use a folder that does not contain the key")
    }
  }

  /// Locks the private files, so that only one process publishes.
  ///
  /// - Throws: `publish-busy`, `output-failed`.
  package func takeLock() throws(RenderError) -> FileLock {
    try WholeFile.makeFolder(Files.folder(of: key), mode: 0o700)
    do throws(FileLock.Failure) {
      return try FileLock(lock, patience: 20, isPrivate: true)
    } catch {
      switch error {
      case .busy: throw .publishBusy(lock)
      case .impossible(let reason):
        throw .outputFailed(
          lock, reason, origin: .file(lock), hint: "use --key with a file in a writable folder")
      }
    }
  }

  /// Reads the key, or creates it if it is missing.
  ///
  /// - Parameters:
  ///   - state: The record of earlier runs.
  ///   - address: The address of the output.
  ///   - allowsNew: Whether pictures that were published with another key may move.
  /// - Returns: The key, and whether it is new.
  /// - Throws: `key-unusable`, `wrong-key`.
  package func findKey(
    _ state: PublishedState, at address: String, allowsNew: Bool
  ) throws(RenderError) -> (file: KeyFile, isNew: Bool) {
    let isNew = !Files.exists(key)
    if isNew, state.hasOtherKey(nil, at: address), !allowsNew { throw .publishKeyMissing(key) }
    let file: KeyFile
    if isNew {
      switch KeyFile.find(Files.name(of: key), in: Files.folder(of: key), making: true) {
      case .file(let made): file = made
      case .none:
        throw .keyUnusable(key, "it cannot be created", origin: .option("key"))
      case .unusable(let error): throw error
      }
    } else {
      file = try KeyFile(given: key, origin: .option("key"))
    }
    if state.hasOtherKey(file.key.check, at: address), !allowsNew { throw .publishKeyOther(key) }
    return (file, isNew)
  }
}

extension RenderError {
  fileprivate static func publishBusy(_ lock: String) -> RenderError {
    RenderError(
      .publishBusy, "another 'wallfarm publish' uses the same key", origin: .file(lock),
      hint: "wait until it finishes")
  }

  fileprivate static func publishKeyMissing(_ key: String) -> RenderError {
    RenderError(
      .wrongKey, "the key '\(key)', from which the addresses were derived, is missing",
      origin: .option("key"), hint: newAddresses)
  }

  fileprivate static func publishKeyOther(_ key: String) -> RenderError {
    RenderError(
      .wrongKey, "the addresses were derived from a key other than '\(key)'",
      origin: .option("key"), hint: newAddresses)
  }

  private static let newAddresses =
    "restore the key from a copy; to give everyone a new address, add --new-addresses"
}
