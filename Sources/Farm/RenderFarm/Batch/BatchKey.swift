import WallfarmCore
import WallfarmPluginKit

/// Chooses the key of a batch; with a different key, all pictures with notes are rendered again.
struct BatchKey {
  let request: BatchRequest
  let out: OutputFolder
  let folder: QueueFolder

  /// Returns the requested key, the queue's key, the user's key, or a new key in the queue folder,
  /// in that order of preference.
  ///
  /// If the user has no key, one is created unless the job file is only being checked. The result
  /// is `nil` only if the job file is only being checked and no key exists.
  ///
  /// - Throws: `key-unusable`, and errors from creating the queue folder.
  func choose() throws(RenderError) -> KeyFile? {
    if let key = request.key { return key }
    if let key = try key(making: false) { return key }
    if let own = KeyFile.own(making: !request.checksOnly).file { return own }
    guard !request.checksOnly else { return nil }
    try out.make()
    try folder.make()
    if let key = try key(making: true) { return key }
    throw .queueFailed(folder.path, "no key can be created in it")
  }

  private func key(making: Bool) throws(RenderError) -> KeyFile? {
    switch folder.key(making: making) {
    case .file(let file): return file
    case .none: return nil
    case .unusable(let reason): throw reason
    }
  }
}
