import WallfarmCore
import WallfarmPluginKit

/// Chooses the key of a batch: with another one every picture with notes is another file.
struct BatchKey {
  let request: BatchRequest
  let out: OutputFolder
  let folder: QueueFolder

  /// The key that was named, or that of the queue, or the user's own, or a new one beside the queue.
  ///
  /// Nil only where the job file is checked and nothing is to be written.
  ///
  /// - Throws: `key-unusable`, and what keeps the folder of the queue from being made.
  func choose() throws(RenderError) -> KeyFile? {
    if let key = request.key { return key }
    if let key = try key(making: false) { return key }
    if let own = KeyFile.own(making: !request.checksOnly).file { return own }
    guard !request.checksOnly else { return nil }
    try out.make()
    try folder.make()
    if let key = try key(making: true) { return key }
    throw .queueFailed(folder.path, "no key can be made in it")
  }

  private func key(making: Bool) throws(RenderError) -> KeyFile? {
    switch folder.key(making: making) {
    case .file(let file): return file
    case .none: return nil
    case .unusable(let reason): throw reason
    }
  }
}
